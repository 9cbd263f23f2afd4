"""The grammar: typed phrases over mentions, from the words of a sentence to goals.

May import: the standard library, `egvar.goal`, `egvar.source`, `egvar.tools`, `egvar.solver.formalizer`.

A *condition* is what picks rows (entries, years, comparisons); a *quantity* is a number read off the rows (a cell, a
count, a sum, a mean, an extreme, a difference). A question asks for a quantity or for the entries of an extreme; a
claim compares a quantity, or names an extreme's entry. Every reading that uses all content words is returned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any, Literal

from egvar.goal import Goal, parse
from egvar.solver.formalizer.lexicon import STOP, Mention, Token, mentions, stem, tokenize
from egvar.source.cell import Kind
from egvar.source.source import Column, Source
from egvar.tools.base import show_exact

Json = dict[str, Any]
SUM, MEAN = {"total", "sum", "combined"}, {"average", "mean"}
HIGH = {"highest", "most", "largest", "greatest", "maximum", "biggest", "max", "longest", "tallest", "best"}
LOW = {"lowest", "least", "smallest", "minimum", "fewest", "min", "shortest"}
COMPARISONS = {
    ("more", "than"): ">",
    ("greater", "than"): ">",
    ("larger", "than"): ">",
    ("higher", "than"): ">",
    ("over",): ">",
    ("above",): ">",
    ("less", "than"): "<",
    ("fewer", "than"): "<",
    ("lower", "than"): "<",
    ("smaller", "than"): "<",
    ("under",): "<",
    ("below",): "<",
    ("at", "least"): ">=",
    ("at", "most"): "<=",
}
VERBS = {"is", "was", "are", "were", "equals", "equal"}
COUNTED = {"row", "entry", "record", "number", "many", "how"}
ALL: Json = {"op": "all_rows"}


@dataclass(frozen=True)
class Interpretation:
    """One reading: its goal, a score in [0, 1], what it takes for granted, and which words were read as what."""

    goal: Goal
    score: Fraction
    kind: str
    readings: tuple[str, ...] = ()
    explain: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Phrase:
    """A part of the sentence as JSON of a goal's node, with the token positions that it explains."""

    node: Json
    used: frozenset[int]
    words: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    share: bool = False


class Sentence:
    """A tokenized sentence and its mentions in a table."""

    def __init__(self, text: str, source: Source) -> None:
        self.source = source
        self.tokens: list[Token] = tokenize(text)
        self.words = [t.text for t in self.tokens]
        self.mentions = mentions(self.tokens, source)

    def span(self, m: Mention) -> frozenset[int]:
        return frozenset(range(m.start, m.end))

    def columns(self, start: int, end: int, numeric: bool | None = None) -> list[Mention]:
        """Columns named between two positions, longest first, none inside a longer one."""
        found = [m for m in self.mentions if m.value is None and start <= m.start and m.end <= end]
        if numeric is not None:
            found = [m for m in found if (m.column.kind is Kind.NUMBER) == numeric]
        inner = {m for m in found for o in found if o.start <= m.start and m.end <= o.end and o.length > m.length}
        return [m for m in found if m not in inner]

    def entries(self, start: int, end: int) -> list[Mention]:
        """Text entries named between two positions, none inside a longer mention."""
        inside = [m for m in self.mentions if start <= m.start and m.end <= end]
        out = []
        for m in inside:
            covered = any(o.start <= m.start and m.end <= o.end and o.length > m.length for o in inside)
            if isinstance(m.value, str) and not covered:
                out.append(m)
        return out

    def labels(self) -> list[Column]:
        """Columns that can name a row: the text columns with distinct entries, first ones first."""
        out = []
        for c in self.source.columns:
            texts = [x.text for x in c.cells if x.kind is Kind.TEXT]
            if c.kind is Kind.TEXT and len(set(texts)) == len(c.cells):
                out.append(c)
        return out

    def conditions(self, start: int, end: int, taken: frozenset[int]) -> Iterator[Phrase]:
        """Ways to read the free tokens between two positions as a condition on rows; none at all is one way."""
        groups: list[list[Phrase]] = []
        for spot in sorted({(m.start, m.end) for m in self.entries(start, end)}):
            if taken & set(range(*spot)):
                continue
            ways = [
                Phrase(
                    {"op": "text_is", "column": m.column.label, "value": m.value},
                    self.span(m) | self._header_beside(m),
                    ((" ".join(self.words[m.start : m.end]), f"{m.column.label} is {m.value}"),),
                )
                for m in self.entries(start, end)
                if (m.start, m.end) == spot
            ]
            groups.append(ways)
        busy = taken.union(*(p.used for g in groups for p in g))
        for i in range(start, end):
            if i in busy:
                continue
            ways = [*self._comparison(i, end), *self._year(i)]
            if ways:
                groups.append(ways)
                busy = busy.union(*(p.used for p in ways))
        for chosen in product(*groups):
            node, used = ALL, frozenset[int]()
            words: tuple[tuple[str, str], ...] = ()
            for p in chosen:
                node = p.node if node == ALL else {"op": "and", "left": node, "right": p.node}
                used, words = used | p.used, words + p.words
            yield Phrase(node, used, words)

    def _header_beside(self, m: Mention) -> frozenset[int]:
        """The header of an entry's own column right before or after it ("country Greece") is explained by it."""
        out: set[int] = set()
        for o in self.mentions:
            if o.value is None and o.column.index == m.column.index and (o.end == m.start or o.start == m.end):
                out |= self.span(o)
        return frozenset(out)

    def _comparison(self, i: int, end: int) -> Iterator[Phrase]:
        """`more than N [COLUMN]` at token i, or `COLUMN … more than N` with the column just before."""
        for form, cmp in COMPARISONS.items():
            if tuple(self.words[i : i + len(form)]) != form:
                continue
            at = i + len(form)
            if at >= len(self.tokens) or self.tokens[at].number is None:
                continue
            value = show_exact(self.tokens[at].number or Fraction(0))
            for m in self.columns(0, len(self.tokens), numeric=True):
                near = [k for k in range(at + 1, m.start) if self.words[k] not in STOP]
                before = [k for k in range(m.end, i) if self.words[k] not in STOP]
                if (m.start > at and not near and m.end <= end + m.length) or (m.end <= i and not before):
                    node = {"op": "number_is", "column": m.column.label, "cmp": cmp, "value": value}
                    used = frozenset(range(i, at + 1)) | self.span(m)
                    yield Phrase(node, used, ((" ".join(self.words[i : at + 1]), f"{m.column.label} {cmp} {value}"),))

    def _year(self, i: int) -> Iterator[Phrase]:
        """`in 2005`: a year that a column without unit has."""
        t = self.tokens[i]
        if t.number is None or t.number.denominator != 1 or not 1000 <= t.number <= 2100 or i == 0:
            return
        if self.words[i - 1] not in ("in", "during", "for", "year", "of", "season"):
            return
        for m in self.mentions:
            if m.value == t.number and m.start == i and m.column.unit is None and _years(m.column):
                node = {"op": "number_is", "column": m.column.label, "cmp": "=", "value": show_exact(t.number)}
                yield Phrase(node, self.span(m) | self._header_beside(m), ((t.raw, f"{m.column.label} = {t.raw}"),))


def _years(column: Column) -> bool:
    numbers = [c.number for c in column.cells if c.number is not None]
    return bool(numbers) and all(n.denominator == 1 and 1000 <= n <= 2100 for n in numbers)


def quantities(s: Sentence, start: int, end: int) -> Iterator[Phrase]:
    """Numbers that the tokens between two positions can name."""
    for marker, op in [*((w, "sum") for w in SUM), *((w, "mean") for w in MEAN)]:
        for i in range(start, end):
            if s.words[i] == marker:
                yield from _aggregates(s, start, end, i, op)
    for i in range(start, end):
        if s.words[i] in HIGH | LOW:
            yield from _aggregates(s, start, end, i, "max" if s.words[i] in HIGH else "min")
    yield from _aggregates(s, start, end, None, "cell")
    yield from _counts(s, start, end)
    yield from _differences(s, start, end)


def _aggregates(s: Sentence, start: int, end: int, marker: int | None, op: str) -> Iterator[Phrase]:
    taken = frozenset() if marker is None else frozenset({marker})
    for m in s.columns(start, end, numeric=True):
        used = taken | s.span(m)
        for c in s.conditions(start, end, used):
            if op == "cell" and c.node == ALL:
                continue
            node = {"op": op, "column": m.column.label, "where": c.node}
            words = ((" ".join(s.words[m.start : m.end]), f'column "{m.column.label}"'), *c.words)
            if marker is not None:
                words = ((s.words[marker], op), *words)
            yield Phrase(node, used | c.used, words, share=op == "mean")


def _counts(s: Sentence, start: int, end: int) -> Iterator[Phrase]:
    """`how many …`, `the number of …`: rows, called rows or by the header of a column that names them."""
    heads = [i for i in range(start, end) if s.words[i : i + 2] in (["how", "many"], ["number", "of"])]
    for i in heads:
        taken = frozenset({i, i + 1})
        nouns: list[frozenset[int]] = [frozenset()]
        for m in s.columns(i + 2, end, numeric=False):
            nouns.append(s.span(m))
        nouns += [frozenset({k}) for k in range(i + 2, end) if stem(s.words[k]) in COUNTED]
        for noun in nouns:
            for c in s.conditions(start, end, taken | noun):
                yield Phrase({"op": "count", "where": c.node}, taken | noun | c.used, (("how many", "count"), *c.words))


def _differences(s: Sentence, start: int, end: int) -> Iterator[Phrase]:
    """`the difference in COLUMN between A and B`."""
    for i in range(start, end):
        if s.words[i] != "difference":
            continue
        entries = s.entries(start, end)
        for m in s.columns(start, end, numeric=True):
            for a in entries:
                for b in entries:
                    if a.end <= b.start and a.column.index == b.column.index:
                        left, right = (_cell(m.column, e) for e in (a, b))
                        used = frozenset({i}) | s.span(m) | s.span(a) | s.span(b)
                        used |= frozenset(k for k in range(start, end) if s.words[k] == "between")
                        inner = {"op": "subtract", "left": left, "right": right}
                        yield Phrase({"op": "abs", "of": inner}, used, (("difference", f"{a.value} and {b.value}"),))


def _cell(column: Column, entry: Mention) -> Json:
    where = {"op": "text_is", "column": entry.column.label, "value": entry.value}
    return {"op": "cell", "column": column.label, "where": where}


def superlatives(s: Sentence, start: int, end: int) -> Iterator[tuple[Phrase, Phrase]]:
    """(rows of an extreme, their condition): `the highest COLUMN`, `the most COLUMN`."""
    for i in range(start, end):
        if s.words[i] not in HIGH | LOW:
            continue
        for m in s.columns(i + 1, end, numeric=True):
            used = frozenset({i}) | s.span(m)
            for c in s.conditions(start, end, used):
                op = "highest" if s.words[i] in HIGH else "lowest"
                node = {"op": op, "column": m.column.label, "where": c.node}
                yield Phrase(node, used | c.used, ((s.words[i], f'{op} "{m.column.label}"'), *c.words)), c


def questions(s: Sentence) -> Iterator[tuple[Json, Phrase]]:
    """Goals of a question."""
    n = len(s.tokens)
    asks = frozenset(i for i, w in enumerate(s.words) if w in ("which", "who", "what", "how", "much", "many"))
    counts = ["how", "many"] in (s.words[i : i + 2] for i in range(n))
    person = s.words[:1] == ["who"]
    for rows, _ in superlatives(s, 0, n) if not counts else ():
        named = [(m.column, s.span(m)) for m in s.columns(0, n) if m.start not in rows.used]
        for column, span in named or [(c, frozenset[int]()) for c in s.labels()[:1] if person]:
            ask = {"op": "values", "column": column.label, "where": rows.node}
            yield ask, Phrase({}, rows.used | span | asks, rows.words)
    entity = s.words[:1] in (["which"], ["who"])
    for q in quantities(s, 0, n) if not entity else ():
        yield q.node, Phrase({}, q.used | (asks if q.node["op"] != "count" else frozenset()), q.words)
    for m in s.columns(0, n, numeric=False) if not counts else ():
        for c in s.conditions(0, n, s.span(m)):
            if c.node != ALL:
                ask = {"op": "values", "column": m.column.label, "where": c.node}
                yield ask, Phrase({}, s.span(m) | c.used | asks, c.words)


def claims(s: Sentence) -> Iterator[tuple[Json, Phrase]]:
    """Goals of a claim."""
    n = len(s.tokens)
    for v in range(1, n - 1):
        if s.words[v] in VERBS:
            yield from _compared(s, v)
    yield from _extreme_claims(s)
    yield from _two_compared(s)
    yield from _there_are(s)


def _compared(s: Sentence, v: int) -> Iterator[tuple[Json, Phrase]]:
    """`QUANTITY is [more than] N`."""
    n = len(s.tokens)
    cmp, at, used = "=", v + 1, frozenset({v})
    for form, sign in COMPARISONS.items():
        if tuple(s.words[v + 1 : v + 1 + len(form)]) == form:
            cmp, at = sign, v + 1 + len(form)
            used |= frozenset(range(v + 1, at))
    if at < n and s.words[at] in ("$", "€", "£"):
        used, at = used | {at}, at + 1
    if at >= n or s.tokens[at].number is None or (at > 0 and s.words[at - 1] in ("about", "approximately", "around")):
        return
    number = s.tokens[at]
    used |= {at}
    for q in quantities(s, 0, v):
        units = frozenset(k for k in range(at + 1, n) if s.words[k] == _unit(s, q))
        phrase = Phrase({}, used | q.used | units, q.words)
        yield _equation(q, cmp, number), phrase


def _unit(s: Sentence, q: Phrase) -> str | None:
    label = q.node.get("column")
    return next((c.unit for c in s.source.columns if c.label == label), None)


def _equation(q: Phrase, cmp: str, number: Token) -> Json:
    value = show_exact(number.number or Fraction(0))
    if cmp == "=" and q.share:
        text = number.raw.replace(",", "") if number.raw[0].isdigit() else value
        return {"op": "rounds", "of": q.node, "to": text}
    return {"op": "compare", "left": q.node, "cmp": cmp, "right": {"op": "number", "value": value}}


def _extreme_claims(s: Sentence) -> Iterator[tuple[Json, Phrase]]:
    """`ENTRY has the highest COLUMN`."""
    n = len(s.tokens)
    for i in range(1, n):
        if s.words[i] not in ("has", "had", "have", "is", "was"):
            continue
        for entry in s.entries(0, i):
            for rows, _ in superlatives(s, i, n):
                of = {"op": "values", "column": entry.column.label, "where": rows.node}
                used = rows.used | s.span(entry) | s._header_beside(entry)
                yield {"op": "only", "of": of, "value": entry.value}, Phrase({}, used, rows.words)


def _two_compared(s: Sentence) -> Iterator[tuple[Json, Phrase]]:
    """`A has more COLUMN than B`, `A has a higher COLUMN than B`."""
    n = len(s.tokens)
    signs = dict.fromkeys(("more", "higher", "larger", "greater"), ">")
    signs |= dict.fromkeys(("less", "fewer", "lower", "smaller"), "<")
    for i in range(1, n):
        if s.words[i] not in signs or "than" not in s.words[i:]:
            continue
        than = s.words.index("than", i)
        for m in s.columns(i, than, numeric=True):
            for a in s.entries(0, i):
                for b in s.entries(than, n):
                    if a.column.index == b.column.index:
                        left, right = _cell(m.column, a), _cell(m.column, b)
                        node = {"op": "compare", "left": left, "cmp": signs[s.words[i]], "right": right}
                        used = frozenset({i, than}) | s.span(m) | s.span(a) | s.span(b)
                        yield node, Phrase({}, used, ((s.words[i], f'"{m.column.label}" of {a.value}, {b.value}'),))


def _there_are(s: Sentence) -> Iterator[tuple[Json, Phrase]]:
    """`there are N [rows] with CONDITION`."""
    if s.words[:1] != ["there"] or len(s.words) < 4 or s.tokens[2].number is None:
        return
    n = len(s.tokens)
    nouns = [frozenset[int](), *(s.span(m) for m in s.columns(3, n, numeric=False))]
    nouns += [frozenset({k}) for k in range(3, n) if stem(s.words[k]) in COUNTED]
    for noun in nouns:
        for c in s.conditions(3, n, noun):
            q = Phrase({"op": "count", "where": c.node}, frozenset({2}) | noun | c.used, c.words)
            yield _equation(q, "=", s.tokens[2]), q


def formalize(text: str, source: Source, kind: Literal["claim", "question"] | None = None) -> list[Interpretation]:
    """Every reading of `text` over `source` that explains all its content words, best first. The header of a column
    that names the rows ("the peaks") needs no explanation.

    The score is the share of words explained; readings of less than all are not returned.
    """
    s = Sentence(text, source)
    wanted = kind or ("question" if text.rstrip().endswith("?") else "claim")
    nouns = frozenset[int]().union(*(s.span(m) for m in s.mentions if m.value is None and m.column in s.labels()))
    content = {i for i, w in enumerate(s.words) if w not in STOP} - nouns
    found: dict[str, Interpretation] = {}
    for node, phrase in questions(s) if wanted == "question" else claims(s):
        if content - phrase.used:
            continue
        goal = parse({"kind": wanted, "ask" if wanted == "question" else "claim": node})
        key = repr(goal)
        if key not in found:
            found[key] = Interpretation(goal, Fraction(1), wanted, (), phrase.words)
    return list(found.values())
