"""Phrases that are numbers: cells, counts, aggregates, extremes, differences, changes.

May import: the standard library, `egvar.solver.formalizer`. Q has a number's node as its meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from typing import Any

from egvar.solver.formalizer.chart import Edge, rule
from egvar.solver.formalizer.conditions import _time, across, compatible, is_entry, part, picks
from egvar.solver.formalizer.extremes import ASKED
from egvar.solver.formalizer.sem import ALL, Node, conj, conjuncts, mentions_where, node, restrict
from egvar.solver.formalizer.sentence import Sentence
from egvar.tools.base import show_exact

Built = Iterator[tuple[Any, int]]


def over(op: str, column: str | Node, where: Node = ALL) -> Node:
    return node(op, column=column, where=where)


def minus(a: Node, b: Node) -> Node:
    return node("subtract", left=a, right=b)


def filled(where: Node, column: Any) -> Node:
    """A condition with the column that is asked about put in where it was left open ("the top 5 cities")."""
    fields = {}
    for k, v in where.fields:
        fields[k] = column if v == ASKED and column is not None else filled(v, column) if isinstance(v, Node) else v
    return node(where.op, **fields)


def settled(q: Node) -> int:
    """The cost of a further condition on a difference or quotient whose last part has one of its own."""
    last = q
    while last.op in ("abs", "subtract", "divide", "multiply", "add"):
        last = last.get("of") or last.get("right")
    return 30 if last is not q and last.get("where") not in (None, ALL) else 0


def percent(part: Node, whole: Node) -> Node:
    return node("multiply", left=node("divide", left=part, right=whole), right=node("number", value="100"))


@rule("Q", "COLX")
def cell(s: Sentence, c: Edge) -> Built:
    value = over("cell", c.sem.column)
    yield (node("multiply", left=value, right=node("number", value="100")) if c.sem.percent else value), 0


@rule("Q", "AGG COLX", "COLX AGG")
def aggregate(s: Sentence, *parts: Edge) -> Built:
    yield over(part(parts, "AGG"), part(parts, "COLX").column), 0 if parts[0].cat == "AGG" else 10


@rule("Q", "AGG ROWS ROWSX COL")
def under_year(s: Sentence, agg: Edge, noun: Edge, rows: Edge, c: Edge) -> Built:
    """“the total population of the top 5 counties in 1948”, the header being just the year."""
    if c.sem.numeric and c.sem.label.isdecimal() and len(c.sem.label) == 4 and noun.start in s.unknown:
        yield over(agg.sem, c.sem.label, filled(rows.sem[1], c.sem.label)), 10


@rule("Q", "EXTREME")
def extreme(s: Sentence, e: Edge) -> Built:
    way, column = e.sem
    yield over("max" if way == "highest" else "min", column), 0


@rule("Q", "Q ROWSX", "Q all|the ROWSX", "Q ANY", "Q AMONG")
def of_rows(s: Sentence, q: Edge, rows: Edge) -> Built:
    """“the average age of the executives”, “of coins released in 2005”"""
    where = rows.sem[1] if rows.cat == "ROWSX" else ALL if rows.cat == "ANY" else rows.sem
    if rows.cat == "ROWSX" and "all" in s.words[q.end : rows.end] and picks(where, rows.sem[0]):
        return
    if where == ALL:
        if q.sem.op not in ("cell",):
            yield q.sem, 2
    elif mentions_where(q.sem):
        where = filled(where, q.sem.get("column"))
        yield restrict(q.sem, where), 2 + settled(q.sem)
        if q.sem.op in ("sum", "mean", "median") and "top" in s.words[q.end : rows.end]:
            ranks = [p for p in conjuncts(where) if p.op == "bottom"]
            if ranks:  # the top few by rank, or by what is added up
                own = ranks[0].with_(column=q.sem.get("column"))._replace(op="top")
                rest = [p for p in conjuncts(where) if p != ranks[0]]
                yield restrict(q.sem, reduce(conj, rest, own)), 2


@rule("Q", "number|amount of ROWSX", "how many ROWSX", "total number of ROWSX", "count of ROWSX")
def count(s: Sentence, r: Edge) -> Built:
    label, where = r.sem
    total = "total" in s.words[max(0, r.start - 4) : r.start]
    strange = label is None and "many" not in s.words[max(0, r.start - 2) : r.start]
    yield node("count", where=where), 100 * total + 40 * strange
    column = next((c for c in s.vocabulary.columns if c.label == label), None)
    if column is not None and not column.key and not column.numeric:
        yield node("distinct", column=label, where=where), 5


@rule("Q", "Q combined", "combined Q", "Q in total", "total Q")
def altogether(s: Sentence, q: Edge) -> Built:
    if q.sem.op == "sum":
        yield q.sem, 0


@rule("Q", "number of different|unique|distinct COL", "how many different|unique|distinct COL")
def distinct(s: Sentence, c: Edge) -> Built:
    yield node("distinct", column=c.sem.label, where=ALL), 0


@rule("Q", "Q COND", "COND Q")
def restricted(s: Sentence, a: Edge, b: Edge) -> Built:
    q, cond = (a.sem, b.sem) if a.cat == "Q" else (b.sem, a.sem)
    if across(s, a, b) and q.op in ("max", "min"):
        return
    if mentions_where(q):
        out = restrict(q, cond)
        if "all" in s.words[a.start : b.end] and any(picks(cond, c.label) for c in s.vocabulary.key_columns()):
            return
        where = out.get("where")
        if where is None or compatible(where):
            odd = q.op in ("max", "min") and any(
                p.op == "text_is" and s.vocabulary.col(str(p.get("column"))).key for p in conjuncts(cond)
            )
            yield out, settled(q) + 100 * odd


@rule("PAIR", "COND and COND", "COND versus|vs COND", "COND to COND", "COND compared to COND")
def pair(s: Sentence, a: Edge, b: Edge) -> Built:
    if a.sem != b.sem:
        yield (a.sem, b.sem), 0


@rule("Q", "difference Q PAIR", "difference PAIR Q", "difference between PAIR Q", "difference Q between PAIR")
def difference(s: Sentence, *parts: Edge) -> Built:
    q = next(p.sem for p in parts if p.cat == "Q")
    one, two = next(p.sem for p in parts if p.cat == "PAIR")
    if mentions_where(q):
        yield node("abs", of=minus(restrict(q, one), restrict(q, two))), 0


@rule("Q", "difference Q between SUP ROWSX and SUP ROWSX", "difference Q between SUP and SUP ROWSX")
def difference_of_extremes(s: Sentence, q: Edge, *parts: Edge) -> Built:
    """“the difference in elevation between the highest peak and the lowest peak”"""
    ways = [p.sem for p in parts if p.cat == "SUP"]
    rows = [p.sem[1] for p in parts if p.cat == "ROWSX"]
    if q.sem.op == "cell" and {w[0] for w in ways} == {"highest", "lowest"} and all(w[1] is None for w in ways):
        column = q.sem.get("column")
        high, low = over("max", column, rows[0]), over("min", column, rows[-1])
        yield minus(high, low), 0


@rule("Q", "difference between Q and Q", "difference Q and Q", "gap between Q and Q")
def difference_of(s: Sentence, a: Edge, b: Edge) -> Built:
    if a.sem != b.sem:
        yield node("abs", of=minus(a.sem, b.sem)), 0


@rule("Q", "difference between SUP and EXTREME")
def range_of(s: Sentence, a: Edge, b: Edge) -> Built:
    way, col = b.sem
    if a.sem[1] is None and a.sem[0] != way:
        yield minus(over("max", col), over("min", col)), 0


@rule("Q", "Q and Q")
def added(s: Sentence, a: Edge, b: Edge) -> Built:
    """“the total number of wins and losses”."""
    if a.sem.op == "sum" and b.sem.op == "cell" and b.sem.get("where") == ALL:
        yield node("add", left=a.sem, right=b.sem._replace(op="sum")), 0


@rule(
    "Q",
    "percent increase|decrease|change|growth Q from COND to COND",
    "percent increase|decrease|change|growth Q between COND and COND",
)
def percent_change(s: Sentence, q: Edge, a: Edge, b: Edge) -> Built:
    yield from _change(s, q, a, b, relative=True)


@rule(
    "Q",
    "increase|decrease|change|growth Q from COND to COND",
    "increase|decrease|change|growth Q between COND and COND",
)
def change(s: Sentence, q: Edge, a: Edge, b: Edge) -> Built:
    yield from _change(s, q, a, b, relative=False)


def _change(s: Sentence, q: Edge, a: Edge, b: Edge, relative: bool) -> Built:
    if not mentions_where(q.sem):
        return
    old, new = restrict(q.sem, a.sem), restrict(q.sem, b.sem)
    falling = "decrease" in s.words[max(0, q.start - 4) : q.start]
    moved = minus(old, new) if falling else minus(new, old)
    yield (percent(moved, old) if relative else moved), 0


@rule(
    "Q",
    "average annual|yearly increase|decrease|change|growth Q from NUM to NUM",
    "average increase|decrease|change|growth Q per year from NUM to NUM",
    "average annual|yearly increase|decrease|change|growth Q between NUM and NUM",
)
def average_change(s: Sentence, q: Edge, a: Edge, b: Edge) -> Built:
    """What it changed by in all, over the number of years."""
    if not (a.sem.year and b.sem.year and a.sem.value < b.sem.value and q.sem.op == "cell"):
        return
    falling = "decrease" in s.words[max(0, q.start - 4) : q.start]
    for old, new in zip(_time(s, "=", a.sem), _time(s, "=", b.sem), strict=True):
        one, two = restrict(q.sem, old), restrict(q.sem, new)
        years = node("number", value=show_exact(b.sem.value - a.sem.value))
        yield node("divide", left=minus(one, two) if falling else minus(two, one), right=years), 0


@rule(
    "Q",
    "average annual|yearly increase|decrease|change|growth Q from ENT to ENT",
    "average annual|yearly increase|decrease|change|growth Q between ENT and ENT",
)
def average_change_between(s: Sentence, q: Edge, a: Edge, b: Edge) -> Built:
    """The same where years are written as texts, such as "2001 - 2002"."""
    first, last = (re.match(r"[0-9]{4}", e.sem.values[0]) for e in (a, b))
    if not first or not last or a.sem.column != b.sem.column or q.sem.op != "cell":
        return
    years = int(last[0]) - int(first[0])
    if years > 0:
        falling = "decrease" in s.words[max(0, q.start - 4) : q.start]
        one, two = restrict(q.sem, is_entry(a.sem)), restrict(q.sem, is_entry(b.sem))
        moved = minus(one, two) if falling else minus(two, one)
        yield node("divide", left=moved, right=node("number", value=str(years))), 0


@rule("Q", "Q per year", "Q per season")
def each_year(s: Sentence, q: Edge) -> Built:
    """“the average … per year”: the mean over the rows where each year has one."""
    if q.sem.op == "mean" and any(c.years and c.distinct for c in s.vocabulary.columns):
        yield q.sem, 0
