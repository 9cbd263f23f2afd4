"""Questions: what is asked for, a number or the values of a column.

May import: the standard library, `egvar.solver.formalizer`. ASK has (node, penalty-free flag) as its meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from egvar.solver.formalizer.chart import Edge, rule
from egvar.solver.formalizer.conditions import compatible, has_extreme, is_entry
from egvar.solver.formalizer.quantities import minus
from egvar.solver.formalizer.sem import ALL, Node, conjuncts, disj, mentions_where, node, restrict
from egvar.solver.formalizer.sentence import Sentence

Built = Iterator[tuple[Any, int]]


def _picks(cond: Node, asked: str) -> bool:
    """Whether a condition says more than what the asked column holds itself."""
    return any(p.op != "text_is" or p.get("column") != asked for p in conjuncts(cond))


@rule("ASK", "what Q", "Q", "how much Q", "find Q", "calculate Q", "can calculate Q")
def number(s: Sentence, q: Edge) -> Built:
    col = next((c for c in s.vocabulary.columns if c.label == q.sem.get("column")), None)
    if q.sem.op == "cell" and col is not None and col.years:
        yield q.sem, 40
        return
    yield q.sem, 0 if not {"which", "who"} & set(s.words[:2]) else 250


@rule("ASK", "how many Q")
def how_many_of(s: Sentence, q: Edge) -> Built:
    """“How many medals did France win”: the cell, or the sum where several rows are meant."""
    column = q.sem.get("column")
    col = next((c for c in s.vocabulary.columns if c.label == column), None)
    own = any(p.get("column") == column for p in conjuncts(q.sem.get("where") or ALL))
    if own or (col is not None and (col.years or col.rank)):
        return
    if q.sem.op == "cell" and q.sem.get("where") != ALL:
        yield q.sem, 0
        yield q.sem._replace(op="sum"), 12
    elif q.sem.op == "sum":
        yield q.sem, 0


@rule("ASK", "which|what COL COND")
def which_column(s: Sentence, col: Edge, cond: Edge) -> Built:
    if _picks(cond.sem, col.sem.label):
        strange = col.sem.numeric and not col.sem.years
        yield node("values", column=col.sem.label, where=cond.sem), 150 if strange else 0


@rule("ASK", "which|what ROWS COND")
def which_row(s: Sentence, r: Edge, cond: Edge) -> Built:
    keys = s.vocabulary.key_columns()
    if keys and has_extreme(cond.sem) and s.words[r.start] not in ("year", "season", "month", "date"):
        yield node("values", column=keys[0].label, where=cond.sem), 0


@rule("ASK", "AMONG ASK", "COND ASK")
def among_these(s: Sentence, rows: Edge, ask: Edge) -> Built:
    """“Among the buildings in Winnipeg, which one …”, “In 2005, which …”"""
    if rows.sem != ALL and mentions_where(ask.sem):
        yield restrict(ask.sem, rows.sem), 2


@rule("ASK", "which|what ROWS COND")
def which_year(s: Sentence, r: Edge, cond: Edge) -> Built:
    """“Which year” where the column of years is called something else."""
    if s.words[r.start] in ("year", "season"):
        for c in s.vocabulary.columns:
            if c.years and c.distinct and has_extreme(cond.sem):
                yield node("values", column=c.label, where=cond.sem), 10


_HOW = "and how|what [much] difference|differ compared|compare|compares|when"


@rule("ASK", f"ASK {_HOW} ROWSX SUP [COLX]", "ASK and how|what difference compared|compare|compares SUP [COLX]")
def against_other_end(s: Sentence, ask: Edge, *rest: Edge) -> Built:
    """“Which city has the highest density, and how is the difference compared to the city with the lowest?”"""
    sup = next(p.sem for p in rest if p.cat == "SUP")
    named = [p.sem.column for p in rest if p.cat == "COLX"]
    rows = [p.sem[1] for p in rest if p.cat == "ROWSX"]
    where = ask.sem.get("where") if ask.sem.op == "values" else None
    if where is None or where.op not in ("highest", "lowest") or {where.op, sup[0]} != {"highest", "lowest"}:
        return
    column, inner = where.get("column"), where.get("where")
    if sup[1] is None and named in ([], [column]) and rows in ([], [ALL]):
        gap = minus(node("max", column=column, where=inner), node("min", column=column, where=inner))
        yield node("together", first=ask.sem, second=gap), 0


@rule("ASK", "who COND")
def who(s: Sentence, cond: Edge) -> Built:
    keys = s.vocabulary.key_columns()
    if keys and _picks(cond.sem, keys[0].label):
        yield node("values", column=keys[0].label, where=cond.sem), 5


@rule("ASK", "how many|much MORE Q COND than COND", "how many|much MORE Q PAIR", "how many|much MORE COND Q than COND")
def how_much_more(s: Sentence, *parts: Edge) -> Built:
    q = next(p.sem for p in parts if p.cat == "Q")
    sign = next(p.sem for p in parts if p.cat == "MORE")
    pairs = [p.sem for p in parts if p.cat == "PAIR"]
    one, two = pairs[0] if pairs else [p.sem for p in parts if p.cat == "COND"]
    if mentions_where(q):
        a, b = restrict(q, one), restrict(q, two)
        yield (minus(a, b) if sign == ">" else minus(b, a)), 0


@rule(
    "ASK",
    "how many|much MORE ROWS COND COLX than|compared COND",
    "how many|much MORE ROWS COND COLX than|compared to COND",
)
def how_many_more_of(s: Sentence, more: Edge, noun: Edge, a: Edge, col: Edge, b: Edge) -> Built:
    """“How many more seats does X hold in the agricultural panel compared to Y?”"""
    left, right = (node("cell", column=col.sem.column, where=c.sem) for c in (a, b))
    yield (minus(left, right) if more.sem == ">" else minus(right, left)), 0


@rule("ASK", "how many|much MORE Q than Q", "how many|much MORE Q compared to Q")
def how_much_more_than(s: Sentence, more: Edge, a: Edge, b: Edge) -> Built:
    yield (minus(a.sem, b.sem) if more.sem == ">" else minus(b.sem, a.sem)), 0


@rule(
    "ASK",
    "which|what COL MORE COLX ENT or ENT",
    "which|what ROWS MORE COLX ENT or ENT",
    "which|who MORE COLX ENT or ENT",
)
def which_of_two(s: Sentence, *parts: Edge) -> Built:
    sign = next(p.sem for p in parts if p.cat == "MORE")
    column = next(p.sem for p in parts if p.cat == "COLX").column
    a, b = (p.sem for p in parts if p.cat == "ENT")
    if a.column == b.column and a != b:
        way = "highest" if sign == ">" else "lowest"
        yield node("values", column=a.column, where=node(way, column=column, where=disj(is_entry(a), is_entry(b)))), 0


@rule("ASK", "rank ROWSX", "list ROWSX", "name ROWSX", "which|what ROWSX", "who ROWSX")
def which_rows(s: Sentence, rows: Edge) -> Built:
    """“rank the top 3 mountains by elevation”"""
    label, where = rows.sem
    column = next((c for c in s.vocabulary.columns if c.label == label), None)
    column = column or next(iter(s.vocabulary.key_columns()), None)
    if column is not None and has_extreme(where) and (not column.numeric or column.years):
        yield node("values", column=column.label, where=where), 5


_ = compatible
