"""Superlatives and ranks: which row or column has the most, and where something stands in the order.

May import: the standard library, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from egvar.solver.english.amounts import Amounts
from egvar.solver.english.fits import claim
from egvar.solver.english.nodes import ALL, Node, every, join, node
from egvar.solver.english.profile import Profile
from egvar.solver.english.terms import NOTHING, Measure, Sup, Term, Test, merge

NONE: frozenset[str] = frozenset()
Found = tuple[Node, int, frozenset[str]]


@dataclass(frozen=True)
class Ordering:
    """What a superlative is over: a column (`measure` or an `axis` coordinate), its end, cost and notes."""

    label: str
    end: str
    cost: int
    notes: frozenset[str]
    measure: Measure | None = None
    axis: tuple[str, ...] = ()


class Extremes:
    """Works out superlatives over one table."""

    def __init__(self, p: Profile, a: Amounts) -> None:
        self.p, self.a = p, a

    def measures(self, t: Term, subject: Term = NOTHING) -> list[Ordering]:
        """The columns that a superlative can be over."""
        sup = t.sup or subject.sup
        assert sup is not None
        out = []
        if t.axis or subject.axis:
            axis = t.axis or subject.axis
            if len(axis) == 1:
                end = self._end(sup, axis[0])
                out.append(Ordering(axis[0], end, 0, NONE, None, axis))
            return out
        m = t.measure or subject.measure
        if m is not None:
            info = self.p.col(m.label)
            if info.role == "identifier":
                return []
            out.append(Ordering(m.label, self._end(sup, m.label), 0, NONE, m))
            return out
        for label, end, cost in self.a.by_dimension(sup.dims, t):
            note = frozenset({f"measured by “{label}”"})
            out.append(Ordering(label, end, cost, note, Measure(label, "dimension")))
        if not out and (any(d.any for d in sup.dims) or not sup.dims):
            for label, cost, notes in self.a.labels(t):
                out.append(Ordering(label, self._end(sup, label), cost + 4, notes, Measure(label)))
        return out

    def _end(self, sup: Sup, label: str) -> str:
        info = self.p.col(label)
        if sup.end in ("b", "w"):
            return "-" if info.small_is_better == (sup.end == "b") else "+"
        for d in sup.dims:
            if d.headers and not d.any and any(h in info.words for g in d.headers for h in g):
                return d.end
        if info.role == "rank" and sup.end in ("+", "-"):
            return "-" if sup.end == "+" else "+"
        return sup.end

    def picked(self, o: Ordering, where: Node, sup: Sup) -> Node:
        """The rows that are the k-th (or among the `count`) from that end."""
        op = "highest" if o.end == "+" else "lowest"
        many = "top" if o.end == "+" else "bottom"
        if sup.count > 1:
            return node(many, column=o.label, count=sup.count, **_where(where))
        if sup.place == 1:
            return node(op, column=o.label, **_where(where))
        other = "lowest" if o.end == "+" else "highest"
        best = node(many, column=o.label, count=sup.place, **_where(where))
        return node(other, column=o.label, where=best)

    # --- claims ----------------------------------------------------------------------------------------------------

    def claims(self, subj: Term, obj: Term, pred: Any, quant: Term | None) -> list[Found]:
        """That somebody is, or has, the most."""
        holder, other = (obj, subj) if obj.sup is not None else (subj, obj)
        if subj.sup is not None and obj.sup is not None:
            return self._both(subj, obj)
        sup = holder.sup
        assert sup is not None
        if quant is not None:
            return self._in_every(subj, obj, pred, quant)
        # The value of an extreme: "the highest price is 512,000".
        if other.test is not None and other.test.other is None and not other.points and holder is subj:
            return self._value(holder, other.test)
        out: list[Found] = []
        if who_quant(holder) or who_quant(other):
            return out
        if (
            holder.test
            or other.test
            or other.agg
            or holder.agg
            or other.share
            or other.pair
            or holder.pair
            or other.each
        ):
            return out
        restrict = Term(conds=holder.conds, noun=holder.noun)
        who = other
        if holder.ents:
            if who.ents:
                return []
            who = replace(who, ents=holder.ents)
            holder = replace(holder, ents=())
        if pred.verb == "most" and not who.ents and not who.axis and who.measure is None and not holder.measure:
            return []
        if pred.verb == "most" and who.measure and not holder.measure:
            holder = replace(holder, measure=who.measure)
            who = replace(who, measure=None)
        if holder.axis and not who.ents and who.points is False:
            return self._axis_claims(who, holder)
        if self.p.axis and (who.axis or holder.axis) and not who.ents and self._row(who, holder) is not None:
            return self._axis_claims(who, holder)
        if self.p.axis and holder.axis and who.ents and pred.verb in ("most",) and self.p.time:
            # "Unemployment in Norland peaked in 2020": over the columns of one row
            return self._axis_claims(who, holder)
        if self.p.axis and holder.axis and who.ents and (self.p.rows_measure):
            return self._axis_claims(who, holder)
        if self.p.axis and who.axis and who.ents and not holder.axis and pred.verb == "most":
            return []
        if self.p.rows_measure:
            if who.axis and holder.ents:
                return self._axis_claims(who, holder)
            return []
        for o in self.measures(holder, replace(who, measure=who.measure)):
            if who.measure and o.measure != who.measure:
                continue
            where = self.a.leaf(restrict, self.a.where(restrict))
            for n, cost, notes in self._identified(o, where, sup, who, holder):
                out.append((n, o.cost + cost, o.notes | notes | holder.notes | who.notes))
        return out

    def _identified(self, o: Ordering, where: Node, sup: Sup, who: Term, holder: Term) -> list[Found]:
        rows = self.picked(o, where, sup)
        key = self.p.key
        conds = list(who.conds)
        if who.ents and key is not None:
            if sup.count > 1 or len(who.ents) > 1:
                if sup.count != len(who.ents):
                    return []
                values = node("values", column=key, where=rows)
                named = [node("among", of=values, value=v) for e in who.ents for v in e.values]
                return [(join("and", named), 0, NONE)]
            e = who.ents[0]
            if len(e.values) > 1 or e.column != key:
                return []
            if conds:
                # "In 2019 Alpha had the highest …": the other condition holds for all that are compared
                scope = every([where, *conds])
                rows = self.picked(o, self.a.leaf(Term(), scope), sup)
            only = node("only", of=node("values", column=key, where=rows), value=e.values[0])
            return [(only, 0, NONE)]
        if conds and not who.axis:
            if len(conds) == 1 and conds[0].op == "text_is":
                values = node("values", column=conds[0].get("column"), where=rows)
                return [(node("only", of=values, value=conds[0].get("value")), 1, NONE)]
            return [(node("all", where=rows, have=every(conds)), 2, NONE)]
        return []

    def _value(self, t: Term, test: Test) -> list[Found]:
        out: list[Found] = []
        sup = t.sup
        assert sup is not None
        if sup.place != 1 or sup.count != 1 or self.p.rows_measure:
            return []
        if t.ents and len(self.a.rows(self.a.where(t)) or ()) < 2:
            return []  # of one row there is no highest; "in North" of several has one
        for o in self.measures(t):
            op = "max" if o.end == "+" else "min"
            where = self.a.leaf(t, self.a.where(t))
            x = node(op, column=o.label, **_where(where))
            for n, cost, notes in claim(x, self.a.unit(o.label), test):
                out.append((n, o.cost + cost, o.notes | notes | t.notes))
        return out

    def _both(self, subj: Term, obj: Term) -> list[Found]:
        """“The largest city is also the most expensive”: the same rows."""
        out: list[Found] = []
        key = self.p.key
        if key is None or subj.ents or obj.ents or self.p.rows_measure:
            return out
        assert subj.sup is not None and obj.sup is not None
        where = self.a.leaf(subj, self.a.where(subj))
        for a in self.measures(subj):
            for b in self.measures(obj):
                if a.label == b.label:
                    continue
                first, second = self.picked(a, where, subj.sup), self.picked(b, where, obj.sup)
                claims = [node("all", where=first, have=second)]
                out.append((claims[0], a.cost + b.cost + 2, a.notes | b.notes))
        return out

    def _in_every(self, subj: Term, obj: Term, pred: Any, quant: Term) -> list[Found]:
        """“Veronia had the highest rate in every year”"""
        if quant.quant is None or quant.quant.kind != "all" or not self.p.axis or quant.conds:
            return []
        if quant.quant.of is not None and quant.quant.of != len(self.p.axis):
            return []
        each = []
        for a in self.p.axis:
            t = merge(obj if obj.sup else subj, Term(axis=(a,)))
            if t is None:
                return []
            s, o = (subj, t) if obj.sup else (t, obj)
            each.append(self.claims(s, o, replace(pred, verb="have"), None))
        if not all(each):
            return []
        return [(join("and", [x[0][0] for x in each]), each[0][0][1] + 1, each[0][0][2])]

    # --- over columns ------------------------------------------------------------------------------------------------

    def _row(self, a: Term, b: Term) -> Term | None:
        t = merge(replace(a, axis=(), sup=None, noun="", said=NONE), replace(b, axis=(), sup=None, noun="", said=NONE))
        if t is None or not (t.ents or t.conds):
            return None
        rows = self.a.rows(self.a.where(t))
        return t if rows is not None and len(rows) == 1 else None

    def _axis_claims(self, who: Term, holder: Term) -> list[Found]:
        """That among the columns of the axis, one has the most in one row."""
        sup = holder.sup
        assert sup is not None
        row = self._row(who, holder)
        if row is None or who.measure or holder.measure or sup.place != 1 or sup.count != 1:
            return []
        axis = who.axis or holder.axis
        if len(axis) != 1 or (who.axis and holder.axis):
            return []
        end = sup.end
        if end in ("b", "w"):
            return []
        if sup.dims and not any(d.any or d.counts for d in sup.dims):
            return []
        where = self.a.where(row)
        cmp = ">" if end == "+" else "<"
        cell = node("cell", column=axis[0], where=where)
        others = [a for a in self.p.axis if a != axis[0]]
        claims = [node("compare", left=cell, cmp=cmp, right=node("cell", column=a, where=where)) for a in others]
        return [(join("and", claims), 1, row.notes)]

    def _only_measure(self, t: Term) -> list[tuple[str, int, frozenset[str]]]:
        """What a rank is by where nothing is said: the only measure, if there is no rank column."""
        labels = [c.label for c in self.p.measures if c.label not in self.p.axis]
        if len(labels) != 1 or t.measure or t.axis or any(c.role == "rank" for c in self.p.columns):
            return []
        return [(labels[0], 4, frozenset({f"ranked by “{labels[0]}”"}))]

    # --- ranks -------------------------------------------------------------------------------------------------------

    def rank(self, subj: Term, obj: Term, pred: Any) -> list[Found]:
        """“Kalmia ranks third by the 2022 rate”"""
        out: list[Found] = []
        t = merge(subj, obj)
        if t is None or len(t.ents) != 1 or len(t.ents[0].values) != 1 or self.p.rows_measure or self.p.key is None:
            return out
        for c in self.p.columns:
            if c.role == "rank" and t.measure is None and not t.axis:
                x = node("cell", column=c.label, where=self.a.where(t))
                out.append((node("compare", left=x, cmp="=", right=node("number", value=pred.rank)), 2, t.notes))
        for label, cost, notes in self.a.labels(t):
            sup = Sup(pred.rank_end or ("-" if self.p.col(label).small_is_better else "+"), (), pred.rank)
            kept = replace(t, ents=())
            where = self.a.leaf(kept, self.a.where(kept))
            o = Ordering(label, self._end(sup, label) if sup.end in "bw" else sup.end, cost, notes)
            values = node("values", column=self.p.key, where=self.picked(o, where, sup))
            out.append((node("only", of=values, value=t.ents[0].values[0]), cost + 1, notes | t.notes))
        return out


def who_quant(t: Term) -> bool:
    """Whether a superlative is said of how many: there is no reading of that."""
    return t.quant is not None and t.quant.kind != "whole"


def _where(where: Node) -> dict[str, Node]:
    return {} if where == ALL else {"where": where}
