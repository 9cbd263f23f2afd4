"""Changes over time: from one period to another, by how much, in every step.

May import: the standard library, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from egvar.solver.english.amounts import Amount, Amounts
from egvar.solver.english.counts import how_many
from egvar.solver.english.fits import Unit, claim, fits, within
from egvar.solver.english.nodes import ALL, Node, join, node, number
from egvar.solver.english.profile import Profile
from egvar.solver.english.terms import Ent, Term, Test, merge

NONE: frozenset[str] = frozenset()
Found = tuple[Node, int, frozenset[str]]


class Changes:
    """Works out changes over one table."""

    def __init__(self, p: Profile, a: Amounts) -> None:
        self.p, self.a = p, a
        self.series: tuple[Term, ...] = ()
        if p.axis and p.time:
            self.series = tuple(Term(axis=(x,)) for x in p.axis)
        elif p.axis and not p.time and p.rows_measure:
            self.series = ()
        elif p.order and p.key is not None:
            self.series = tuple(Term(ents=(Ent(p.key, (x,)),)) for x in p.order)
        elif p.key is not None and p.col(p.key).role == "year":
            cells = p.source.column(p.key).cells
            years = sorted({c.number for i, c in enumerate(cells) if c.number is not None and i not in p.total_rows})
            self.series = tuple(
                Term(conds=frozenset({node("number_is", column=p.key, cmp="=", value=int(y))})) for y in years
            )
        self.base = self.series

    def _use(self, t: Term) -> None:
        """Takes the columns of the measure in its years for the periods, where there are several."""
        self.series = self.base
        if t.measure is not None and not t.axis:
            for family in self.p.families:
                if len(family) > 1 and t.measure.label in [label for _, label in family]:
                    self.series = tuple(Term(when=year) for year, _ in family)

    def _index(self, t: Term | None) -> int | None:
        if t is None:
            return None
        for i, s in enumerate(self.series):
            if (
                (s.when and s.when == t.when)
                or (s.axis and s.axis == t.axis)
                or (s.ents and s.ents == t.ents)
                or (s.conds and s.conds <= t.conds)
            ):
                return i
        return None

    def pairs(self, c: Any, subj: Term) -> list[tuple[list[tuple[int, int]], int, frozenset[str]]]:
        """The steps that a change is over: for each reading, pairs of places in the series."""
        first, last = c.span
        a, b = self._index(first), self._index(last)
        if (first is not None and a is None) or (last is not None and b is None):
            return []
        n = len(self.series)
        if n < 2:
            return []
        if a is None and b is None:
            own = self._index(subj)
            if own is not None:
                if own == 0:
                    return []
                return [([(own - 1, own)], 2, frozenset({"compared with the period before"}))]
            if c.every:
                return [([(i, i + 1) for i in range(n - 1)], 0, NONE)]
            if n == 2:
                return [([(0, 1)], 2, NONE)]
            if c.timed:
                return []
            return [([(0, n - 1)], 8, frozenset({"from the first period to the last"}))]
        if a is None:
            assert b is not None
            if c.every or b == 0:
                return []
            return [([(b - 1, b)], 1, frozenset({"compared with the period before"}))]
        if b is None:
            b = n - 1
            if not c.since and not c.every:
                return []
        if a >= b:
            return []
        steps = [(i, i + 1) for i in range(a, b)]
        if c.every:
            return [(steps, 0, NONE)]
        out = [([(a, b)], 0, NONE)]
        if c.since and c.by is None and c.end is None and c.factor is None and len(steps) > 1:
            out.append((steps, 0, NONE))
        return out

    def _at(self, i: int, subj: Term) -> Term | None:
        s = self.series[i]
        kept = subj
        if s.when:
            kept = replace(subj, when=0)
        elif s.axis:
            kept = replace(subj, axis=())
        elif s.ents:
            kept = replace(subj, ents=())
        elif s.conds:
            label = next(iter(s.conds)).get("column")
            kept = replace(subj, conds=frozenset(c for c in subj.conds if c.get("column") != label))
        return merge(kept, s)

    def claims(self, subj: Term, obj: Term, c: Any, quant: Term | None) -> list[Found]:
        """That something rose, fell, or did not."""
        t = merge(subj, obj)
        if t is None or t.test is not None or t.sup is not None:
            return []
        out: list[Found] = []
        self._use(t)
        if t.quant is not None or quant is not None:
            return self._quantified(t, c, quant)
        if c.most:
            return self._most(t, c)
        if len(t.ents) > 1:
            if t.join not in ("and", "both") or c.by is not None or c.end is not None:
                return []
            each = [self.claims(replace(subj, ents=(e,), join=""), replace(obj, ents=()), c, quant) for e in t.ents]
            if subj.ents != t.ents or not all(each):
                return []
            return [(join("and", [x[0][0] for x in each]), each[0][0][1], each[0][0][2])]
        for steps, cost, notes in self.pairs(c, t):
            each = [self._step(t, i, j, c) for i, j in steps]
            if not all(each):
                continue
            for k in range(min(len(x) for x in each)):
                chosen = [x[k] for x in each]
                out.append(
                    (
                        join("and", [x[0] for x in chosen]),
                        cost + max(x[1] for x in chosen),
                        notes.union(*(x[2] for x in chosen)),
                    )
                )
        return out

    def furthest(self, t: Term, c: Any) -> list[tuple[Node, int, frozenset[str]]]:
        """The rows in which a measure rose or fell the most, from one column of the axis to another."""
        out = []
        if self.p.rows_measure or self.p.key is None or (t.measure is not None and not t.measure.when):
            return out
        for steps, cost, notes in self.pairs(c, replace(t, ents=())):
            if len(steps) != 1:
                continue
            a, b = (self._at(k, replace(t, ents=())) for k in steps[0])
            if a is None or b is None:
                continue
            for x, cx, nx in self.a.labels(a):
                for y, cy, ny in self.a.labels(b):
                    up = c.sign == "+"
                    column = node("subtract_columns", left=y if up else x, right=x if up else y)
                    kept = Term(conds=t.conds)
                    where = self.a.leaf(kept, self.a.where(kept))
                    extra = {} if where == ALL else {"where": where}
                    out.append((node("highest", column=column, **extra), cost + cx + cy, notes | nx | ny))
        return out

    def _most(self, t: Term, c: Any) -> list[Found]:
        """“Querin grew the most between 1990 and 2020”"""
        if len(t.ents) != 1 or len(t.ents[0].values) != 1 or self.p.key is None or c.by is not None:
            return []
        return [
            (node("only", of=node("values", column=self.p.key, where=rows), value=t.ents[0].values[0]), cost, notes)
            for rows, cost, notes in self.furthest(t, c)
        ]

    def _step(self, t: Term, i: int, j: int, c: Any) -> list[Found]:
        a, b = self._at(i, t), self._at(j, t)
        if a is None or b is None:
            return []
        out: list[Found] = []
        for x in self.a.amounts(a):
            for y in self.a.amounts(b):
                if x.unit != y.unit or x.node == y.node or x.node.op != y.node.op:
                    continue
                for n, cost, notes in self.moved(x, y, c):
                    out.append((n, x.cost + cost, x.notes | y.notes | notes))
        return out

    def moved(self, old: Amount, new: Amount, c: Any) -> list[Found]:
        """The claims about two numbers, the older first."""
        magnitude = old.node.op == "cell" and self._negative(old) and self._negative(new)
        up = c.sign == "+"
        low, high = (old, new) if up != magnitude else (new, old)
        direction = node("compare", left=high.node, cmp=">", right=low.node)
        if c.sign == "*":
            found = [claim(x.node, x.unit, Test("=", v)) for x, v in ((old, c.start), (new, c.end))]
            return [(join("and", [a[0], b[0]]), a[1] + b[1], a[2] | b[2]) for a in found[0] for b in found[1]]
        if c.sign == "=":
            return [(node("compare", left=old.node, cmp="=", right=new.node), 0, NONE)]
        parts: list[list[tuple[Node, int, frozenset[str]]]] = []
        gap = node("subtract", left=high.node, right=low.node)
        if c.factor is not None:
            big, small = (new, old) if up else (old, new)
            product = node("multiply", left=number(c.factor), right=small.node)
            if c.cmp == ">":
                return [(node("compare", left=big.node, cmp=">", right=product), 0, NONE)]
            return [
                (node("compare", left=big.node, cmp="=", right=product), 0, NONE),
                (within(node("divide", left=big.node, right=small.node), c.factor, Fraction(1, 10)), 1, NONE),
            ]
        if c.by is not None:
            found = self._by(gap, old, c, magnitude)
            if not found:
                return []
            parts.append(found)
        for value, amount in ((c.start, old), (c.end, new)):
            if value is not None:
                found = claim(amount.node, amount.unit, Test("=", value))
                if not found:
                    return []
                parts.append([*found])
        if not parts:
            return [(direction, 0, NONE)]
        combos: list[Found] = [(direction, 0, NONE)] if c.by is None else [(join("and", [direction]), 0, NONE)]
        for options in parts:
            combos = [(join("and", [x[0], o[0]]), x[1] + o[1], x[2] | o[2]) for x in combos for o in options]
        return combos

    def _negative(self, a: Amount) -> bool:
        """Whether a cell is a negative number: costs in a statement rise as they become more negative."""
        rows = self.a.rows(a.where)
        if not rows or a.column is None or not self.p.rows_measure:
            return False
        q = self.p.source.column(a.column).cells[rows[0]].number
        return q is not None and q < 0

    def _by(self, gap: Node, old: Amount, c: Any, magnitude: bool) -> list[Found]:
        by = c.by
        base = node("abs", of=old.node) if magnitude else old.node
        test = Test(c.cmp, by)
        if by.unit == "%":
            percent = node("multiply", left=node("divide", left=gap, right=base), right=number(100))
            out = claim(percent, Unit("%", "percent", Fraction(1), False), test)
            if old.unit.unit == "%":
                out = [*out, *((n, k + 1, x) for n, k, x in claim(gap, Unit("%", "percent"), test))]
            return out
        if by.unit == "points":
            if old.unit.unit != "%" and old.unit.kind in ("money", "length", "mass", "area"):
                return []
            return claim(gap, replace(old.unit, unit="%", kind="percent") if old.unit.unit == "%" else old.unit, test)
        if old.unit.unit == "%" and by.unit is None:
            return []
        return claim(gap, old.unit, test)

    def _quantified(self, t: Term, c: Any, quant: Term | None) -> list[Found]:
        """“Unemployment rose in all five countries in 2020”: a condition on rows, over two columns"""
        holder = quant if quant is not None else t
        q = holder.quant
        if q is None or not (self.p.axis and self.p.time) or self.p.rows_measure or c.factor is not None:
            return []
        if c.by is not None or c.end is not None or t.measure is not None:
            return []
        domain = replace(holder, quant=None, axis=())
        rest = replace(t, quant=None, axis=t.axis or holder.axis)
        out: list[Found] = []
        for steps, cost, notes in self.pairs(c, rest):
            conds = []
            for i, j in steps:
                a, b = self.series[i].axis[0], self.series[j].axis[0]
                diff = node("subtract_columns", left=b, right=a)
                conds.append(node("number_is", column=diff, cmp=">" if c.sign == "+" else "<", value=0))
            where = self.a.leaf(domain, self.a.where(domain))
            for n in how_many(q, where, join("and", conds)):
                out.append((n, cost, notes | t.notes))
        return out

    def differences(self, t: Term, c: Any) -> list[tuple[Node, Unit, int, frozenset[str]]]:
        """How much something rose or fell: what "by how much" asks for."""
        out = []
        self._use(t)
        for steps, cost, notes in self.pairs(c, t):
            if len(steps) != 1:
                continue
            a, b = self._at(steps[0][0], t), self._at(steps[0][1], t)
            if a is None or b is None:
                continue
            for x in self.a.amounts(a):
                for y in self.a.amounts(b):
                    if x.unit == y.unit and x.node.op == y.node.op:
                        high, low = (y, x) if c.sign == "+" else (x, y)
                        gap = node("subtract", left=high.node, right=low.node)
                        out.append((gap, x.unit, cost + x.cost, notes | x.notes))
        return out


__all__ = ["Changes", "fits"]
