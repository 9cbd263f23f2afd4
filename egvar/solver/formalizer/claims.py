"""Claims: numbers compared, entries of extremes, counts of rows, and rows that exist.

May import: the standard library, `egvar.solver.formalizer`, `egvar.tools.base`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

from egvar.solver.formalizer.chart import Edge, rule
from egvar.solver.formalizer.conditions import PLACES, has_extreme, scaled
from egvar.solver.formalizer.quantities import over
from egvar.solver.formalizer.sem import ALL, EXTREMES, Node, conj, conjuncts, node, restrict
from egvar.solver.formalizer.sentence import Num, Sentence
from egvar.solver.formalizer.vocabulary import Col
from egvar.tools.base import show_exact

Built = Iterator[tuple[Any, int]]
# What may stand before a number of rows that a clause begins with.
STARTS = frozenset(
    """there be is was are were have has had only exactly just than least most over under , ; and but while
    in with win earn receive play score get show feature take hold make contain include a total of""".split()
)


def compare(left: Node, cmp: str, right: Node) -> Node:
    return node("compare", left=left, cmp=cmp, right=right)


def literal(value: Any) -> Node:
    return node("number", value=show_exact(value))


def equals(s: Sentence, q: Node, n: Num, cmp: str = "=") -> Node | None:
    """The quantity is the number; means and quotients to the digits given."""
    column = next((c for c in s.vocabulary.columns if c.label == q.get("column")), None)
    value = scaled(column, n) if column else n.value * n.scale
    if n.unit == "%" and column is not None and column.unit != "%" and "percent" not in column.words:
        return None
    if cmp == "=" and q.op in ("mean", "median", "divide", "multiply") and n.scale == 1:
        return node("rounds", of=q, to=n.digits if n.digits[0] != "." else "0" + n.digits)
    return compare(q, cmp, literal(value))


# What stands before a number that looks like a year, but is a value.
VALUED = frozenset("be is was were are than exactly equals".split())


@rule("CLAIM", "Q NUM", "Q CMP NUM", "Q NUM TAIL", "NUM be|is|was|are|were Q")
def is_number(s: Sentence, *rest: Edge) -> Built:
    q = next(p for p in rest if p.cat == "Q")
    if q.sem.op == "cell" and q.sem.get("where") == ALL:
        return
    n = next(p.sem for p in rest if p.cat == "NUM")
    at = next(p for p in rest if p.cat == "NUM")
    if n.year and (s.words[max(0, at.start - 1)] not in VALUED or s.words[at.end : at.end + 1] == ["season"]):
        return
    cmp = next((p.sem for p in rest if p.cat in ("CMP", "TAIL")), "=")
    out = equals(s, q.sem, n, cmp) if cmp != "?" else None
    if out is not None:
        yield out, 0


@rule(
    "CLAIM", "NUM ROWSX", "CMP NUM ROWSX", "NUM TAIL ROWSX", "only NUM ROWSX", "there NUM ROWSX", "there CMP NUM ROWSX"
)
def so_many(s: Sentence, *parts: Edge) -> Built:
    n = next(p.sem for p in parts if p.cat == "NUM")
    cmp = next((p.sem for p in parts if p.cat in ("CMP", "TAIL")), "=")
    label, where = next(p.sem for p in parts if p.cat == "ROWSX")
    at = next(p for p in parts if p.cat == "NUM")
    one_of = n.value == 1 and s.words[at.end : at.end + 1] == ["of"]
    if cmp == "?" or n.unit or n.value.denominator != 1 or n.year or one_of:
        return
    loose = 100 if label is None and where == ALL else 0
    before = s.words[at.start - 1] if at.start else ""
    if any(m.start == at.end and isinstance(m.what, Col) and m.what.numeric for m in s.mentions):
        loose += 150
    if before and before not in STARTS:
        loose += 120
    if any(p.op in EXTREMES for p in conjuncts(where)):
        return
    column = next((c for c in s.vocabulary.columns if c.label == label), None)
    if column is None or column.key or column.years or not column.numeric:
        yield compare(node("count", where=where), cmp, literal(n.value)), loose
    if column is not None and not column.key and not column.numeric:
        yield compare(node("distinct", column=label, where=where), cmp, literal(n.value)), loose + 4


@rule("CLAIM", "ENT COND", "COL ENT COND", "ENT only ROWSX", "COND ENT")
def names_extreme(s: Sentence, *parts: Edge) -> Built:
    """“X has the highest Y”, “X is the only country with …”."""
    ent = next(p.sem for p in parts if p.cat == "ENT")
    header = next((p.sem for p in parts if p.cat == "COL"), None)
    if (header is not None and header.label != ent.column) or len(ent.values) > 1:
        return
    last = next(p for p in parts if p.cat in ("COND", "ROWSX"))
    where = last.sem if last.cat == "COND" else last.sem[1]
    if last.cat == "COND" and not any(p.op in EXTREMES for p in conjuncts(where)):
        return
    if where == ALL:
        return
    values = node("values", column=ent.column, where=where)
    yield node("only", of=values, value=ent.values[0]), 0
    if last.cat == "COND":
        yield node("among", of=values, value=ent.values[0]), 0


@rule("CLAIM", "ENT not COND")
def not_extreme(s: Sentence, ent: Edge, cond: Edge) -> Built:
    if has_extreme(cond.sem) and len(ent.sem.values) == 1:
        values = node("values", column=ent.sem.column, where=cond.sem)
        yield node("not", of=node("only", of=values, value=ent.sem.values[0])), 5
        yield node("not", of=node("among", of=values, value=ent.sem.values[0])), 5


@rule("CLAIM", "COND be|is|was|were|are COND", "ROWSX be|is|was|were|are COND")
def extreme_is(s: Sentence, a: Edge, b: Edge) -> Built:
    """“the highest attendance was against Barnsley”: the rows of the extreme are so; all of them, or one."""
    where = a.sem if a.cat == "COND" else a.sem[1]
    if has_extreme(where) and not has_extreme(b.sem):
        yield node("all", where=where, have=b.sem), 5
        yield some(conj(where, b.sem)), 5


@rule("CLAIM", "COND MORE Q than COND", "COND MORE Q than do COND")
def more_than(s: Sentence, a: Edge, more: Edge, q: Edge, b: Edge) -> Built:
    column = next((c for c in s.vocabulary.columns if c.label == q.sem.get("column")), None)
    if column is not None and column.words & PLACES:
        return  # a higher place is a smaller number
    if q.sem.op == "cell" and q.sem.get("where") == ALL and a.sem != b.sem:
        yield compare(restrict(q.sem, a.sem), more.sem, restrict(q.sem, b.sem)), 0


@rule("CLAIM", "COND NUM MORE Q than COND")
def so_many_more(s: Sentence, a: Edge, n: Edge, more: Edge, q: Edge, b: Edge) -> Built:
    if q.sem.op == "cell" and q.sem.get("where") == ALL and a.sem != b.sem:
        left, right = restrict(q.sem, a.sem), restrict(q.sem, b.sem)
        one, two = (left, right) if more.sem == ">" else (right, left)
        out = equals(s, node("subtract", left=one, right=two), n.sem)
        if out is not None:
            yield out, 0


@rule("CLAIM", "all|every|each ROWSX COND")
def every(s: Sentence, rows: Edge, cond: Edge) -> Built:
    if not any(p.op in EXTREMES for p in conjuncts(cond.sem)):
        yield node("all", where=rows.sem[1], have=cond.sem), 0


@rule("CLAIM", "no|none ROWSX COND", "no ROWSX")
def nothing(s: Sentence, rows: Edge, cond: Edge | None = None) -> Built:
    where = conj(rows.sem[1], cond.sem) if cond is not None else rows.sem[1]
    if where != ALL:
        yield compare(node("count", where=where), "=", literal(0)), 0


@rule("CLAIM", "COND")
def exists(s: Sentence, c: Edge) -> Built:
    """Some row is all that is said: at least two things about one row. “A and B” are two rows."""
    parts = conjuncts(c.sem)
    lists = [p for p in parts if p.op == "or"]
    if len(parts) < 2 or any(p.op in (*EXTREMES, "not") for p in parts) or len(lists) > 1:
        return
    if not lists:
        yield some(c.sem), 20
        yield from summed(s, parts)
        return
    said = s.words[c.start : c.end]
    join = "or" if "or" in said else "and"
    rest = reduce(conj, [p for p in parts if p != lists[0]], ALL)
    rows = [some(conj(rest, p)) for p in branches(lists[0])]
    yield reduce(lambda a, b: node(join, left=a, right=b), rows), 30


def summed(s: Sentence, parts: list[Node]) -> Built:
    """“X played 39 races in 2012”: one row says so, or several add up to it."""
    columns = {c.label: c for c in s.vocabulary.columns}
    counted = [p for p in parts if p.op == "number_is" and p.get("cmp") == "=" and p.get("column") in columns]
    counted = [p for p in counted if not (columns[p.get("column")].years or columns[p.get("column")].rank)]
    rest = [p for p in parts if p not in counted]
    if len(counted) == 1 and rest and not columns[counted[0].get("column")].words & PLACES:
        total = node("sum", column=counted[0].get("column"), where=reduce(conj, rest, ALL))
        yield compare(total, "=", node("number", value=counted[0].get("value"))), 20


def some(where: Node) -> Node:
    """There is such a row."""
    return compare(node("count", where=where), ">=", literal(1))


def branches(n: Node) -> list[Node]:
    return branches(n.get("left")) + branches(n.get("right")) if n.op == "or" else [n]


@rule("CLAIM", "COND not COND", "COND never COND")
def exists_not(s: Sentence, a: Edge, b: Edge) -> Built:
    together = conj(a.sem, b.sem)
    if not any(p.op in EXTREMES for p in conjuncts(together)):
        yield compare(node("count", where=together), "=", literal(0)), 10


@rule("CLAIM", "CLAIM and CLAIM", "CLAIM while CLAIM", "CLAIM but CLAIM", "CLAIM , CLAIM")
def both(s: Sentence, a: Edge, b: Edge) -> Built:
    if a.sem != b.sem:
        yield node("and", left=a.sem, right=b.sem), 5


_ = over
