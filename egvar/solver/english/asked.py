"""What a question asks for, as a goal.

May import: the standard library, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from egvar.solver.english.meaning import NONE, Meaning, Out
from egvar.solver.english.nodes import ALL, Node, every, node, number
from egvar.solver.english.rules.sems import Ask, Clause
from egvar.solver.english.terms import Term, merge


class Asked:
    """Works out questions over one table."""

    def __init__(self, m: Meaning) -> None:
        self.m, self.p, self.a = m, m.p, m.a

    def of(self, ask: Ask) -> list[Out]:
        """The goals that a question can be."""
        whole = self._whole(ask.clause)
        if whole is None:
            return []
        t, c = whole
        return {
            "which": self._which,
            "count": self._count,
            "distinct": self._distinct,
            "value": self._value,
            "change": self._change,
            "percent": self._change,
            "difference": self._difference,
            "share": self._share,
        }.get(ask.kind, lambda *_: [])(ask, t, c)

    def _whole(self, c: Clause) -> tuple[Term, Clause] | None:
        """Everything but the predicate's change or rank in one term."""
        t: Term | None = c.subject
        for other in (*c.scope, *c.pred.scope):
            if other.quant is not None and other.quant.kind == "whole" and other.quant.of is None:
                other = replace(other, quant=None)
                if other.empty:
                    continue
            if t is None or other.quant is not None:
                return None
            t = merge(t, other)
        if t is None or c.pred.more is not None or c.pred.followed:
            return None
        if c.pred.change is None and not c.pred.rank and not (c.subject.measure and c.pred.term.measure):
            t = merge(t, c.pred.term)
        return (t, c) if t is not None else None

    def _which(self, ask: Ask, t: Term, c: Clause) -> list[Out]:
        """The entries of a column in the rows that are so."""
        label = ask.answer
        if any(e.column == label for e in t.ents) or (c.pred.neg and t.sup):
            return []
        if self.p.rows_measure:
            return []
        outs = []
        for where, cost, notes in self._rows(t, c):
            if where == ALL:
                continue
            outs.append(Out(node("values", column=label, where=where), cost, notes | t.notes))
        return outs

    def _rows(self, t: Term, c: Clause) -> list[tuple[Node, int, frozenset[str]]]:
        t = replace(t, noun="", answer="")
        if c.pred.change is not None and c.pred.change.most:
            self.m.changes._use(t)
            return [] if t.ents else self.m.changes.furthest(t, c.pred.change)
        if c.pred.change is not None:
            return []
        places = [x for x in self.p.columns if x.role == "rank"]
        if c.pred.rank and not c.pred.term.measure and len(places) == 1:
            where = every([self.a.where(t), node("number_is", column=places[0].label, cmp="=", value=c.pred.rank)])
            return [(where, 1, NONE)]
        if c.pred.rank:
            sup = _ranked(c, self.p)
            t = replace(merge(t, c.pred.term) or t, sup=sup)
        if t.sup is not None:
            if t.test is not None:
                return []
            out = []
            plain = replace(t, sup=None, axis=(), measure=None)
            where = self.a.leaf(plain, self.a.where(plain))
            for o in self.m.x.measures(t):
                out.append((self.m.x.picked(o, where, t.sup), o.cost, o.notes))
            return out
        found = self.m.filters(t)
        out = []
        for n, cost, notes in found:
            if c.pred.neg:
                base = self.a.where(replace(c.subject, noun=""))
                n = every([base, node("not", of=n)])
            out.append((self.a.leaf(t, n), cost, notes))
        return out

    def _count(self, ask: Ask, t: Term, c: Clause) -> list[Out]:
        t = replace(t, noun="", answer="" if t.answer == self.p.key else t.answer)
        if t.answer or c.pred.rank or c.pred.change or t.sup or self.p.rows_measure or t.agg:
            return []
        found = self.m.filters(t)
        if not found and t.empty and c.pred.verb in ("", "exist"):
            found = [(ALL, 0, NONE)]
        outs = []
        for n, cost, notes in found:
            if c.pred.neg:
                n = every([self.a.where(replace(c.subject, noun="")), node("not", of=n)])
            outs.append(Out(node("count", where=self.a.leaf(t, n)), cost, notes | t.notes))
        return outs

    def _distinct(self, ask: Ask, t: Term, c: Clause) -> list[Out]:
        outs = []
        t = replace(t, noun="", answer="")
        for n, cost, notes in self.m.filters(t) or ([(ALL, 0, NONE)] if t.empty else []):
            outs.append(Out(node("distinct", column=ask.answer, where=self.a.leaf(t, n)), cost, notes | t.notes))
        return outs

    def _value(self, ask: Ask, t: Term, c: Clause) -> list[Out]:
        if t.sup is not None:
            if t.ents or t.test or t.sup.place != 1 or t.sup.count != 1 or self.p.rows_measure:
                return []
            outs = []
            for o in self.m.x.measures(t):
                where = self.a.leaf(t, self.a.where(t))
                op = "max" if o.end == "+" else "min"
                extra: dict[str, Any] = {} if where == ALL else {"where": where}
                outs.append(Out(node(op, column=o.label, **extra), o.cost, o.notes | t.notes))
            return outs
        if t.test is not None or t.quant is not None or c.pred.neg:
            return []
        return [Out(a.node, a.cost, a.notes) for a in self.a.amounts(t)]

    def _change(self, ask: Ask, t: Term, c: Clause) -> list[Out]:
        assert c.pred.change is not None
        subject = merge(t, c.pred.term)
        if subject is None:
            return []
        outs = []
        for gap, unit, cost, notes in self.m.changes.differences(subject, c.pred.change):
            n = gap
            if ask.kind == "percent":
                base = gap.get("right") if c.pred.change.sign == "+" else gap.get("left")
                n = node("multiply", left=node("divide", left=gap, right=base), right=number(100))
            elif unit.scale != 1:
                cost += 1
            outs.append(Out(n, cost, notes))
        return outs

    def _share(self, ask: Ask, t: Term, c: Clause) -> list[Out]:
        """What percentage one number is of another."""
        whole = c.pred.term.measure
        base: Term | None = replace(c.subject, measure=None)
        for x in (*c.scope, *c.pred.scope):
            base = merge(base, x) if base is not None else None
        if base is None or whole is None:
            return []
        if not base.points and not base.agg:
            base = replace(base, agg="sum")
        outs = []
        for a in self.a.amounts(replace(base, measure=c.subject.measure)):
            for b in self.a.amounts(replace(base, measure=whole)):
                percent = node("multiply", left=node("divide", left=a.node, right=b.node), right=number(100))
                outs.append(Out(percent, a.cost + b.cost, a.notes | b.notes))
        return outs

    def _difference(self, ask: Ask, t: Term, c: Clause) -> list[Out]:
        test = t.test
        if test is None or test.other is None:
            return []
        left = replace(t, test=None)
        right = self.m._second(left, test.other)
        left = self.m._first(left, test.other)
        outs = []
        for a in self.a.amounts(left, test.dims):
            for b in self.a.amounts(right, test.dims):
                if a.unit == b.unit and a.node != b.node and (a.column == b.column or not test.dims):
                    x, y = (a, b) if test.cmp == ">" else (b, a)
                    outs.append(Out(node("subtract", left=x.node, right=y.node), a.cost + b.cost, a.notes | b.notes))
        return outs


def _ranked(c: Clause, p: Any) -> Any:
    from egvar.solver.english.terms import Sup

    return Sup(c.pred.rank_end or "+", (), c.pred.rank)
