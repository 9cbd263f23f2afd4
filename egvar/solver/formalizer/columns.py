"""Phrases that are number columns: named ones, and those made from others row by row.

May import: the standard library, `egvar.solver.formalizer`. COLX has a `Made` as its meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from egvar.solver.formalizer.chart import Edge, rule
from egvar.solver.formalizer.sem import ALL, Node, node
from egvar.solver.formalizer.sentence import Sentence
from egvar.solver.formalizer.vocabulary import Col

Built = Iterator[tuple[Any, int]]


@dataclass(frozen=True)
class Made:
    """A column for a goal: a label or a node; the words of its header, the column itself where it is in the table."""

    column: str | Node
    words: frozenset[str] = field(default=frozenset(), compare=False)
    named: Col | None = field(default=None, compare=False)
    percent: bool = False


def made(op: str, left: Made, right: Made) -> Made:
    """A column made from two."""
    return Made(node(op, left=left.column, right=right.column))


@rule("COL", "COL ROWS")
def with_noun(s: Sentence, c: Edge, noun: Edge) -> Built:
    """“gold medals” where the header is “gold”."""
    if noun.start in s.unknown and c.sem.numeric and noun.start == c.end:
        yield c.sem, 0


@rule("COL", "COL NUM", "NUM COL")
def of_year(s: Sentence, *parts: Edge) -> Built:
    """“employees in 2012” where a header says "2012 employees"."""
    n = next(p for p in parts if p.cat == "NUM")
    c = next(p for p in parts if p.cat == "COL")
    said = {t.stem for t in s.tokens[c.start : c.end] if t.text[0].isalnum()} - {"of", "in", "the"}
    found = [x for x in s.vocabulary.columns if n.sem.digits in x.words and said <= x.words and x.numeric]
    if n.sem.year and len(found) == 1:
        yield found[0], 5 - min(c.cost, 90)


@rule("COLX", "total number|amount of ROWS", "total ROWS")
def total_column(s: Sentence, noun: Edge) -> Built:
    """“the total number of medals” where a column is just called “total”."""
    whole = [c for c in s.vocabulary.columns if c.numeric and c.label.lower().strip() in ("total", "totals", "overall")]
    if len(whole) == 1 and noun.start in s.unknown:
        yield Made(whole[0].label, whole[0].words, whole[0]), 20


@rule("COLX", "COL")
def named(s: Sentence, c: Edge) -> Built:
    if c.sem.numeric:
        yield Made(c.sem.label, c.sem.words, c.sem), 0


@rule("COLX", "ratio of COLX to COLX", "COLX divided by COLX", "ratio between COLX and COLX")
def quotient(s: Sentence, a: Edge, b: Edge) -> Built:
    if a.sem != b.sem:
        yield made("divide_columns", a.sem, b.sem), 0


@rule(
    "COLX",
    "percent of COLX in|to|of|among|over COLX",
    "percent of COLX out of COLX",
    "COLX / COLX",
    "COLX as percent of COLX",
)
def share(s: Sentence, a: Edge, b: Edge) -> Built:
    if s.formula and a.sem != b.sem:
        yield made("divide_columns", a.sem, b.sem), 0


@rule("COLX", "number|amount|total of COLX", "total number of COLX", "total COLX", "percent|rate of COLX")
def counted(s: Sentence, c: Edge) -> Built:
    if s.formula:
        yield c.sem, 3


@rule("COLX", "COLX ROWSX", "COLX COLX")
def described(s: Sentence, c: Edge, more: Edge) -> Built:
    """“the length of the canal”, “the population (pop)”"""
    if s.formula and (more.sem == c.sem if more.cat == "COLX" else more.sem[1] == ALL):
        yield c.sem, 3


@rule("COLX", "sum of COLX and COLX", "combined COLX and COLX", "total COLX and COLX", "total of COLX and COLX")
def total(s: Sentence, a: Edge, b: Edge) -> Built:
    if a.sem != b.sem:
        divided = isinstance(b.sem.column, Node) and b.sem.column.op == "divide_columns"
        yield made("add_columns", a.sem, b.sem), 20 * divided


@rule("COLX", "difference between COLX and COLX", "difference in COLX and COLX", "gap between COLX and COLX")
def gap(s: Sentence, a: Edge, b: Edge) -> Built:
    if a.sem != b.sem:
        yield made("subtract_columns", a.sem, b.sem), 10


def _key(s: Sentence) -> Col | None:
    return next((c for c in s.vocabulary.columns if c.years and c.distinct), None)


def change(s: Sentence, of: Made, falling: bool, relative: bool) -> Made | None:
    """What a column gained or lost against the row of the year before."""
    key = _key(s)
    if key is None or of.column == key.label:
        return None
    before = Made(node("previous", of=of.column, key=key.label))
    moved = made("subtract_columns", *((before, of) if falling else (of, before)))
    return made("divide_columns", moved, before) if relative else moved


_FROM = "compared|from|over to|the|previous previous|year year|season"


@rule("CHANGE", "increase|growth|rise|gain|improvement", "decrease|decline|drop|fall|reduction")
def plain_change(s: Sentence) -> Built:
    yield False, 0


@rule("PREVIOUS", "previous year|season", "from previous year|season", "than previous year|season", "year before")
def previous(s: Sentence) -> Built:
    yield True, 0


@rule("PREVIOUS", "compared PREVIOUS", "from PREVIOUS", "over PREVIOUS")
def compared_to_previous(s: Sentence, p: Edge) -> Built:
    yield True, 0


def _words(s: Sentence, e: Edge) -> tuple[bool, bool]:
    said = s.words[e.start : e.end]
    falling = any(
        w in said for w in ("decrease", "decreased", "decline", "declined", "drop", "dropped", "fall", "fell")
    )
    return falling, any(w in said for w in ("percent", "percentage", "%"))


@rule(
    "EXTREME",
    "COLX increase|increased|grow|rise|decrease|decline|drop|decreased most PREVIOUS",
    "COLX experience|see|show|have SUP increase|growth|rise|decrease|decline|drop PREVIOUS",
    "SUP increase|growth|rise|decrease|decline|drop COLX PREVIOUS",
    "COLX SUP increase|growth|rise|decrease|decline|drop PREVIOUS",
    "SUP percent|percentage increase|growth|rise|decrease|decline|drop COLX PREVIOUS",
    "COLX SUP percent|percentage increase|growth|rise|decrease|decline|drop PREVIOUS",
)
def most_changed(s: Sentence, *parts: Edge) -> Built:
    sup = next((p.sem for p in parts if p.cat == "SUP"), ("highest", None))
    of = next(p.sem for p in parts if p.cat == "COLX")
    start, end = parts[0].start, parts[-1].start
    said = s.words[max(0, start - 3) : end]
    if {"that", "which"} & set(s.words[start:end]):
        return
    falling = any(w in said for w in ("decrease", "decreased", "decline", "drop"))
    out = change(s, of, falling, any(w in said for w in ("percent", "percentage")))
    if out is not None and sup[1] is None:
        yield (sup[0], out.column), 0
