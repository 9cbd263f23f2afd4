"""Definitions that a question brings along: “X is defined as A divided by B. Which row has the highest X?”

May import: the standard library, `egvar.solver.formalizer`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from egvar.solver.formalizer.chart import Chart, Edge
from egvar.solver.formalizer.columns import Made
from egvar.solver.formalizer.sentence import Sentence
from egvar.solver.formalizer.tokens import stems
from egvar.solver.formalizer.vocabulary import Vocabulary
from egvar.source.source import Source

_SENTENCE = re.compile(r"(?<=[a-z)\]\"'0-9])[.?!]\s+(?=[A-Z\"'])")
_IS = re.compile(
    r"^(?:in (?:the )?(?:context|field|domain|case) of [^,]+,\s*)?(?:the |an? )?"
    r"[\"'“`]?(?P<name>[^,\"”'`(]{3,60}?)[\"'”`]?\s*(?:\((?P<short>[^)]{1,12})\)\s*)?"
    r"(?:(?:of|for) (?:an?|the|each) [\w ]{2,20}?\s+)?"
    r"(?:is|are|can be) (?:defined|calculated|computed|measured|determined|given) (?:as|by)\s+(?P<formula>.+)$",
    re.I,
)
_AS = re.compile(
    r"^based on the definition of (?:the )?(?P<name>[^,]{3,60}?) as (?P<formula>[^,]+),\s*(?P<rest>.+)$", re.I
)
_TAIL = re.compile(
    r",?\s*(?:indicating|which|representing|reflecting|showing|where|to (?:show|measure|determine)|in order|and is|"
    r"expressed|multiplied|then multiplied|and multiplied|providing|serving|based|for each|for a given)\b.*$",
    re.I,
)
_LEAD = re.compile(r"^(?:based on|according to|using|given|by|with|under|in) (?:this|the|that|these)[^,]*,\s*", re.I)


@dataclass(frozen=True)
class Defined:
    """A name and the column that it stands for; None where the formula says nothing over this table."""

    name: tuple[str, ...]
    made: Made | None
    percent: bool


def split(text: str) -> tuple[str, list[tuple[tuple[str, ...], str]]]:
    """The question, and the (name, formula) pairs of the sentences before it."""
    if m := _AS.match(text.strip()):
        return m["rest"], [(stems(m["name"]), m["formula"])]
    parts = [p.strip() for p in _SENTENCE.split(text) if p.strip()]
    found = []
    rest = []
    for p in parts:
        m = _IS.match(p.rstrip("."))
        if m and len(parts) > 1 and p is not parts[-1]:
            found.append((stems(m["name"]), m["formula"]))
        else:
            rest.append(p)
    if not found:
        return text, []
    return " ".join(_LEAD.sub("", p) for p in rest), found


def read(formula: str, source: Source, vocabulary: Vocabulary) -> Made | None:
    """The column that a formula makes; None if no single reading covers its words."""
    s = Sentence(_TAIL.sub("", formula), source, vocabulary, strange=20, formula=True)
    if not s.tokens:
        return None
    plain = (e for e in s.lexical() if not (e.cat == "COL" and e.sem.numeric and e.cost > 30))
    chart = Chart(s.words, [t.stem for t in s.tokens], plain, s.skip, s)
    edges = sorted(chart.whole("COLX"), key=lambda e: e.cost)
    edges = [e for e in edges if e.cost <= edges[0].cost + 15 and e.cost <= 130]
    meanings = {e.sem.column for e in edges}
    return edges[0].sem if len(meanings) == 1 else None


def definitions(found: list[tuple[tuple[str, ...], str]], source: Source, vocabulary: Vocabulary) -> list[Defined]:
    """What each name stands for."""
    out = []
    for name, formula in found:
        percent = bool(re.search(r"percent|multiplied by 100|\* ?100|× ?100", formula, re.I))
        out.append(Defined(name, read(formula, source, vocabulary), percent))
    return out


def mentions(s: Sentence, defined: list[Defined]) -> tuple[list[Edge], list[tuple[int, int]]]:
    """Where a question says a defined name, in full or by its last words: the phrases, and the spans they cover."""
    words = [t.stem for t in s.tokens]
    edges, spans = [], []
    for d in defined:
        for length in range(len(d.name), max(0, len(d.name) - 3), -1):
            form = list(d.name[-length:])
            spots = [i for i in range(len(words) - length + 1) if words[i : i + length] == form]
            for i in spots:
                spans.append((i, i + length))
                if d.made is not None:
                    made = Made(d.made.column, frozenset(d.name), None, d.percent)
                    edges.append(Edge(i, i + length, "COLX", made, 2, ((s.said(i, i + length), "as defined"),)))
            if spots:
                break
    return edges, spans


def heads(e: Edge, spans: list[tuple[int, int]]) -> bool:
    """Whether a phrase may be read where a defined name stands: it is outside, or holds the name's last word."""
    return all(e.end <= a or e.start >= b or e.end == b for a, b in spans)
