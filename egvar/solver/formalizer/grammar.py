"""From the words of a sentence to goals: every reading that uses all words that matter, best first.

May import: the standard library, `egvar.goal`, `egvar.source`, `egvar.solver.formalizer`.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from egvar.errors import GoalError
from egvar.goal import Goal, parse
from egvar.solver.formalizer import claims, columns, conditions, definitions, extremes, quantities, questions
from egvar.solver.formalizer.chart import Chart
from egvar.solver.formalizer.sem import ALL, Node, to_json, walk
from egvar.solver.formalizer.sentence import UNKNOWN_IN_CLAIM, UNKNOWN_WORD, Sentence
from egvar.solver.formalizer.vocabulary import Vocabulary
from egvar.source.source import Source

RULE_MODULES = (columns, conditions, extremes, quantities, questions, claims)
MAX_TOKENS = 80
_CACHE: OrderedDict[str, Vocabulary] = OrderedDict()


@dataclass(frozen=True)
class Interpretation:
    """One reading: its goal, a score in [0, 1], what it takes for granted, and which words were read as what."""

    goal: Goal
    score: Fraction
    kind: str
    readings: tuple[str, ...] = ()
    explain: tuple[tuple[str, str], ...] = ()


def vocabulary_of(source: Source) -> Vocabulary:
    """The vocabulary of a source; the last few are kept."""
    key = source.bytes_digest + source.reading_digest
    if key not in _CACHE:
        _CACHE[key] = Vocabulary(source)
        if len(_CACHE) > 64:
            _CACHE.popitem(last=False)
    return _CACHE[key]


def formalize(
    text: str, source: Source, kind: Literal["claim", "question"] | None = None, context: str = ""
) -> list[Interpretation]:
    """Every reading of `text` over `source` that explains its words, best first.

    `context`: words on what the whole table is about (its caption), which a sentence may repeat. The score falls with
    everything that was taken for granted: words passed over, names matched in part, conventions.
    """
    wanted = kind or ("question" if text.rstrip().endswith("?") else "claim")
    strange = UNKNOWN_IN_CLAIM if wanted == "claim" else UNKNOWN_WORD
    vocabulary = vocabulary_of(source)
    text, pairs = definitions.split(text) if wanted == "question" else (text, [])
    s = Sentence(text, source, vocabulary, context, strange)
    if not s.tokens or len(s.tokens) > MAX_TOKENS:
        return []
    named, spans = definitions.mentions(s, definitions.definitions(pairs, source, vocabulary))
    lexical = [*(e for e in s.lexical() if definitions.heads(e, spans)), *named]
    chart = Chart(s.words, [t.stem for t in s.tokens], lexical, s.skip, s)
    best: dict[Node, tuple[int, tuple[tuple[str, str], ...]]] = {}
    for e in chart.whole("ASK" if wanted == "question" else "CLAIM"):
        if _complete(e.sem, s) and (e.sem not in best or e.cost < best[e.sem][0]):
            best[e.sem] = (e.cost, e.words)
    out: list[Interpretation] = []
    for n, (cost, words) in best.items():
        field = "ask" if wanted == "question" else "claim"
        try:
            goal = parse({"kind": wanted, field: to_json(n)})
        except GoalError:
            continue
        if n.op == "count" and n.get("where") == ALL and s.unknown:
            cost += 100
        out.append(Interpretation(goal, Fraction(max(0, 1000 - cost), 1000), wanted, _assumed(words), words))
    return sorted(out, key=lambda i: (-i.score, repr(i.goal)))


def _complete(n: Node, s: Sentence) -> bool:
    """Whether no part is left open: a cell needs a condition, unless the table has one row."""
    found: list[bool] = []

    def visit(x: Node) -> None:
        if x.op in ("cell", "values"):
            found.append(x.get("where") != ALL or s.source.n_rows == 1)

    walk(n, visit)
    return all(found)


def _assumed(words: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Names that were matched in another form than the table's."""
    out = []
    for said, read in words:
        name = read.partition('"')[2].partition('"')[0] if read.startswith("column") else read.partition(" is ")[2]
        if name and said.replace(" ", "") != name.lower().replace(" ", "") and not read.startswith(("the number",)):
            out.append(f"“{said}” means {read}")
    return tuple(dict.fromkeys(out))
