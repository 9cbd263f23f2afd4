"""What a clause claims: from subjects and predicates to goals, over the profile of the table.

May import: the standard library, `egvar.solver.english`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from egvar.solver.english.amounts import Amount, Amounts
from egvar.solver.english.changes import Changes
from egvar.solver.english.counts import count_is, how_many
from egvar.solver.english.extremes import Extremes
from egvar.solver.english.fits import Unit, claim, condition, within
from egvar.solver.english.nodes import ALL, Node, every, join, negated, node, number, some
from egvar.solver.english.profile import Profile
from egvar.solver.english.rules.common import label_of
from egvar.solver.english.rules.sems import Both, Clause, Pred
from egvar.solver.english.terms import Ent, Measure, Quant, Term, Test, inherit, merge

NONE: frozenset[str] = frozenset()
MAX_OUT = 24


@dataclass(frozen=True)
class Out:
    """A claim: its node, cost, and what it takes for granted."""

    node: Node
    cost: int
    notes: frozenset[str] = NONE


class Meaning:
    """Works out what clauses claim of one table."""

    def __init__(self, p: Profile) -> None:
        self.p = p
        self.a = Amounts(p)
        self.x = Extremes(p, self.a)
        self.changes = Changes(p, self.a)

    # --- clauses -------------------------------------------------------------------------------------------------

    def of(self, sem: Any) -> list[Out]:
        """The claims that a sentence can be."""
        if isinstance(sem, Both):
            left, right = self.of(sem.left), self.of(self._filled(sem.right, sem.left))
            return [
                Out(node("and", left=a.node, right=b.node), a.cost + b.cost, a.notes | b.notes)
                for a in left[:4]
                for b in right[:4]
            ]
        return self.clause(sem)[:MAX_OUT]

    def _filled(self, right: Any, left: Any) -> Any:
        return right

    def clause(self, c: Clause) -> list[Out]:
        pred = c.pred
        if pred.more is not None and (c.subject.quant is not None or c.pred.term.quant is not None):
            return self._both_of_some(c)
        if pred.more is not None:
            more = self._more(c)
            first = self.clause(replace(c, pred=replace(pred, more=None)))
            return [
                Out(node("and", left=a.node, right=b.node), a.cost + b.cost, a.notes | b.notes)
                for a in first[:4]
                for b in more[:4]
            ]
        extra: list[Node] = []
        where: list[Term] = []
        for name in ("subject", "object"):
            t = c.subject if name == "subject" else pred.term
            if t.quant is not None and t.quant.kind == "whole":
                if t.quant.of is not None:
                    extra.append(count_is(self._kinds(Term()), t.quant.of))
                kept = replace(t, quant=None)
                c, pred = (replace(c, subject=kept), pred) if name == "subject" else (c, replace(pred, term=kept))
        agg = ""
        quant: Term | None = None
        for t in (*c.scope, *pred.scope):
            if t.quant is not None and t.quant.kind == "whole":
                if t.quant.of is not None:
                    extra.append(count_is(self._kinds(t), t.quant.of))
                t = replace(t, quant=None)
                if t.empty:
                    continue
            if t.quant is not None:
                if quant is not None:
                    return []
                quant = t
                continue
            if t.agg and not t.measure and replace(t, agg="") == Term():
                agg = t.agg
                continue
            where.append(t)
        subject, object_ = c.subject, pred.term
        outs: list[Out] = []
        for subj, obj in self._placed(subject, object_, where, pred):
            if agg and not subj.agg:
                if subj.quant is not None or obj.quant is not None:
                    continue
                subj = replace(subj, agg=agg)
            outs += self._simple(subj, obj, pred, quant)
        if pred.neg and not self._counts(c.subject, pred, quant):
            outs = [Out(negated(o.node), o.cost, o.notes) for o in outs]
        if extra:
            outs = [Out(join("and", [o.node, *extra]), o.cost, o.notes) for o in outs]
        return outs

    def _both_of_some(self, c: Clause) -> list[Out]:
        """“9 teams had no win and more than one race”: so many rows are both"""
        first, more = c.pred, c.pred.more
        quant = c.subject.quant
        if more is None or quant is None or first.neg or more.neg or first.scope or more.scope or c.scope or more.more:
            return []
        if first.change or more.change or first.rank or more.rank or self.p.rows_measure or quant.kind == "only":
            return []
        domain = replace(c.subject, quant=None)
        if domain.answer not in ("", self.p.key) or domain.measure or domain.test or domain.axis:
            return []
        base = self.a.leaf(domain, self.a.where(replace(domain, ents=())))
        outs = []
        for a, ca, na in self.filters(first.term)[:3]:
            for b, cb, nb in self.filters(more.term)[:3]:
                for n in how_many(quant, base, every([a, b])):
                    outs.append(Out(n, ca + cb, na | nb | domain.notes))
        return outs

    def _counts(self, subj: Term, pred: Pred, quant: Term | None) -> bool:
        """Whether it is rows that a predicate is denied of: "two of the flats are not in Old Town"."""
        return quant is not None or any(t.quant is not None and t.quant.kind != "whole" for t in (subj, pred.term))

    def _kinds(self, t: Term) -> Node:
        """How many there are of what a noun names, for "the five countries"."""
        where = self.a.leaf(t, self.a.where(t))
        if t.answer and t.answer != self.p.key:
            return node("distinct", column=t.answer, where=where)
        return node("count", where=where)

    def _placed(self, subj: Term, obj: Term, where: list[Term], pred: Pred) -> Iterator[tuple[Term, Term]]:
        """Subject and object with the terms of the scope in them."""
        for t in where:
            merged = merge(subj, t) if not (t.measure and subj.quant) else None
            if merged is None:
                merged_object = merge(obj, t)
                if merged_object is None:
                    return
                obj = merged_object
            else:
                subj = merged
        yield subj, obj

    def _more(self, c: Clause) -> list[Out]:
        more = c.pred.more
        assert more is not None
        subject = c.subject
        if c.pred.verb != "be" and c.pred.verb != "have" and c.pred.verb != "feature" and c.pred.verb != "amount":
            pass
        if subject.sup is not None and c.pred.term.ents:
            subject = Term(ents=c.pred.term.ents, conds=subject.conds)  # "the busiest month was April, with 51,640"
        elif subject.sup is not None:
            return []
        if more.verb == "same":
            outs = []
            for a in self.x.measures(c.pred.term, subject):
                m = merge(Term(measure=a.measure, axis=a.axis), more.term)
                if m is not None:
                    outs += self.clause(Clause(subject, replace(more, verb="have", term=m), c.scope))
            return outs
        return self.clause(Clause(subject, more, c.scope))

    # --- simple clauses --------------------------------------------------------------------------------------------

    def _simple(self, subj: Term, obj: Term, pred: Pred, quant: Term | None) -> list[Out]:
        if pred.change is not None:
            return [Out(*o) for o in self.changes.claims(subj, obj, pred.change, quant)]
        if subj.share is not None or obj.share is not None:
            return self._share(subj, obj)
        if pred.verb == "sharerows":
            return self._share_of_rows(subj, obj, pred)
        if pred.verb == "range":
            return self._range(subj, pred)
        if subj.each and subj.agg != "mean":
            return []
        if pred.rank and pred.followed:
            follower = replace(pred, rank=pred.rank + 1, followed=())
            first = [Out(*o) for o in self.x.rank(subj, obj, pred)]
            second = [Out(*o) for o in self.x.rank(replace(subj, ents=pred.followed[0].ents), obj, follower)]
            return [
                Out(node("and", left=a.node, right=b.node), a.cost + b.cost, a.notes | b.notes)
                for a, b in zip(first, second, strict=False)
            ]
        if pred.rank:
            return [Out(*o) for o in self.x.rank(subj, obj, pred)]
        if subj.sup is not None or obj.sup is not None:
            if subj.quant is not None and subj.quant.kind != "only":
                return []
            outs = [Out(*o) for o in self.x.claims(subj, obj, pred, quant)]
            return self._followed(outs, subj, obj, pred, quant) if pred.followed else outs
        holder = quant or (subj if subj.quant is not None else obj if obj.quant is not None else None)
        if holder is not None and holder.quant is not None:
            return self._quantified(subj, obj, holder, pred)
        if pred.verb == "only":
            held = replace(subj, quant=Quant("only"))
            return self._only(held, obj, held, pred)
        if subj.test is not None and obj.test is not None:
            return []
        test = obj.test or subj.test
        if test is not None and test.other is not None:
            return self._compared(subj, obj, test)
        if test is not None:
            return self._amount(subj, obj, test)
        return self._texts(subj, obj, pred)

    def _share(self, subj: Term, obj: Term) -> list[Out]:
        """A number is such a share of another, or of the sum over all rows."""
        share = obj.share or subj.share
        assert share is not None
        test, whole = share
        part = merge(replace(subj, share=None), replace(obj, share=None))
        if part is None:
            return []
        outs: list[Out] = []
        part = replace(part, measure=part.measure or (whole.measure if not whole.points else part.measure))
        if part.measure is None and not part.axis and whole.axis:
            part = replace(part, axis=whole.axis)
        for a in self.a.amounts(part):
            if a.unit.unit == "%":
                # The column is a share of the whole already.
                if a.column and self.a._shares(a.column) and not whole.points:
                    for n, cost, notes in claim(a.node, Unit("%", "percent"), test):
                        outs.append(Out(n, a.cost + cost + 1, a.notes | notes))
                continue
            for b in self._wholes(part, whole, a):
                if b.node == a.node or b.unit.unit != a.unit.unit or b.unit.scale != a.unit.scale:
                    continue
                x = a.node
                if self.changes._negative(a) and not self.changes._negative(b):
                    x = node("abs", of=x)  # a cost in brackets as a share of what was earned
                percent = node("multiply", left=node("divide", left=x, right=b.node), right=number(100))
                for n, cost, notes in self._percent(percent, test):
                    outs.append(Out(n, a.cost + b.cost + cost, a.notes | b.notes | notes))
        return outs

    def _percent(self, percent: Node, test: Test) -> list[tuple[Node, int, frozenset[str]]]:
        assert test.value is not None
        if test.value.word:
            q = test.value.value
            if test.cmp != "=":
                return [(node("compare", left=percent, cmp=test.cmp, right=number(q)), 0, NONE)]
            if test.value.about:
                # how near "about a third" is, nobody says: it counts if a narrow and a wide reading agree
                return [(_near(percent, q, Fraction(k)), 0, NONE) for k in (1, 4)]
            return [
                (node("compare", left=percent, cmp="=", right=number(q)), 0, NONE),
                (within(percent, Fraction(round(q)), Fraction(1)), 0, NONE),
            ]
        return claim(percent, Unit("%", "percent", Fraction(1), False), test)

    def _wholes(self, part: Term, whole: Term, a: Amount) -> list[Amount]:
        """What a share is of: a number that is named, or the sum over all rows of the part's column."""
        out: list[Amount] = []
        base = replace(whole, quant=None, noun="", answer="")
        if base.measure and not base.points:
            other = replace(part, measure=base.measure, agg="")
            if base.measure != part.measure:
                out += self.a.amounts(other)
        if base.ents or base.axis:
            out += self.a.amounts(inherit(base, replace(part, join="")))
        if part.measure and not part.points and not base.measure and (base.said or base.noun):
            # "men make up 60 % of the workforce": of the column that they are a part of
            for total, run in self.p.sums:
                if part.measure.label in run:
                    out += self.a.amounts(replace(part, measure=Measure(total), agg="sum"))
        if not base.ents and a.column is not None and not self.p.rows_measure and (part.ents or part.conds):
            info = self.p.col(a.column)
            if info.additive and (not base.measure or base.measure.label == a.column):
                kept = Term(conds=base.conds)
                where = self.a.leaf(kept, self.a.where(kept))
                extra = {} if where == ALL else {"where": where}
                out.append(Amount(node("sum", column=a.column, **extra), a.unit, 1, NONE, a.column))
        return out

    def _share_of_rows(self, subj: Term, obj: Term, pred: Pred) -> list[Out]:
        """Such a share of the rows is so."""
        test = pred.followed[0].test
        assert test is not None
        if self.p.rows_measure:
            return []
        outs = []
        domain = replace(subj, noun="", answer="")
        where = self.a.leaf(domain, self.a.where(domain))
        for have, cost, notes in self.filters(obj):
            both = node("count", where=every([where, have]))
            percent = node(
                "multiply", left=node("divide", left=both, right=node("count", where=where)), right=number(100)
            )
            for n, more, _ in self._percent(percent, test):
                outs.append(Out(n, cost + more + 1, notes | subj.notes))
        return outs

    def _followed(self, outs: list[Out], subj: Term, obj: Term, pred: Pred, quant: Term | None) -> list[Out]:
        """“…, followed by S3 Lake”: who comes next from the same end"""
        follower = pred.followed[0]
        if pred.neg or quant is not None or len(pred.followed) != 1 or len(follower.ents) != 1:
            return []

        def later(t: Term) -> Term:
            return t if t.sup is None else replace(t, sup=replace(t.sup, place=t.sup.place + t.sup.count, count=1))

        subj, obj = (replace(later(t), ents=follower.ents if t.ents else ()) for t in (subj, obj))
        after = [Out(*o) for o in self.x.claims(subj, obj, replace(pred, followed=()), None)]
        return [
            Out(node("and", left=a.node, right=b.node), a.cost + b.cost, a.notes | b.notes)
            for a, b in zip(outs, after, strict=False)
        ]

    def _range(self, t: Term, pred: Pred) -> list[Out]:
        """The least and the greatest number of a column are so much."""
        low, high = (x.value for x in pred.followed)
        outs = []
        places = [replace(x, value=None) for x in pred.followed]
        assert low is not None and high is not None
        if t.ents or t.agg or self.p.rows_measure:
            return []
        for label, cost, notes in self.a.labels(t):
            where = self.a.leaf(t, self.a.where(t))
            extra = {} if where == ALL else {"where": where}
            u = self.a.unit(label)
            if low.unit is None:
                low = replace(low, unit=high.unit, kind=high.kind)
            for a, ca, _ in claim(node("min", column=label, **extra), u, Test("=", low)):
                for b, cb, _ in claim(node("max", column=label, **extra), u, Test("=", high)):
                    both = [a, b]
                    for place, value in zip(places, (low, high), strict=True):
                        if (
                            place.points
                            and (at := merge(place, replace(t, measure=Measure(label), axis=()))) is not None
                        ):
                            cell = self.a.amounts(at)
                            both += [n for x in cell[:1] for n, _, _ in claim(x.node, x.unit, Test("=", value))[:1]]
                    if len(both) == 2 + sum(x.points for x in places):
                        outs.append(Out(join("and", both), cost + ca + cb, notes | t.notes))
        return outs

    def _whole(self, subj: Term, obj: Term) -> Term | None:
        t = merge(subj, obj)
        if t is not None:
            return t
        if subj.measure and obj.measure and not subj.test:
            # "Ode received 349,500 votes": a part of a total takes the total's noun
            for whole, run in self.p.sums:
                if obj.measure.label == whole and subj.measure.label in run:
                    return merge(subj, replace(obj, measure=subj.measure))
        return None

    def _amount(self, subj: Term, obj: Term, test: Test) -> list[Out]:
        """A number of the table is, or compares to, a number."""
        t = self._whole(replace(subj, test=None), replace(obj, test=None))
        if t is None:
            return []
        outs: list[Out] = []
        if t.answer not in ("", self.p.key):
            return outs
        if len(t.ents) > 1 and t.join in ("and", "both", "neither", "or") and not self._collective(t, test):
            outs += self._each(t, lambda one: self._amount(one, Term(), test))
            if t.join != "and":
                return outs
        if len(t.axis) > 1 and t.join in ("and", "both", "neither", "or"):
            outs += self._each_axis(t, lambda one: self._amount(one, Term(), test))
            if t.join != "and":
                return outs
        found = self.a.amounts(t)
        if not found and not t.measure and not t.axis:
            for label in self.a.by_unit(test):
                named = replace(t, measure=Measure(label, "unit"))
                found = [replace(a, cost=a.cost + 4) for a in self.a.amounts(named)]
        for a in found:
            for n, cost, notes in claim(a.node, a.unit, test):
                outs.append(Out(n, a.cost + cost, a.notes | notes))
        return outs

    def _collective(self, t: Term, test: Test) -> bool:
        """Whether "July and August accounted for 4,588" can only be their sum: amounts that add up, and that are not
        the same for each."""
        if t.join != "and" or test.cmp != "=" or t.agg:
            return False
        each = [self.a.amounts(replace(t, ents=(e,), join="")) for e in t.ents]
        if not all(each) or not all(x[0].column and self.p.col(x[0].column).additive for x in each):
            return False
        values = set()
        for x in each:
            rows = self.a.rows(x[0].where)
            if not rows or len(rows) != 1 or x[0].column is None:
                return False
            values.add(self.p.source.column(x[0].column).cells[rows[0]].number)
        return len(values) > 1

    def _each(self, t: Term, of: Any) -> list[Out]:
        """The claim of each of several named rows: all, one, or none of them."""
        each = [of(replace(t, ents=(e,), join="")) for e in t.ents]
        return self._joined(each, t.join)

    def _each_axis(self, t: Term, of: Any) -> list[Out]:
        each = [of(replace(t, axis=(a,), join="")) for a in t.axis]
        return self._joined(each, t.join)

    def _joined(self, each: list[list[Out]], how: str) -> list[Out]:
        if not all(each):
            return []
        out = []
        for k in range(min(len(x) for x in each)):
            chosen = [x[k] for x in each]
            nodes = [o.node for o in chosen]
            if how == "neither":
                n = join("and", [negated(x) for x in nodes])
            else:
                n = join("or" if how == "or" else "and", nodes)
            out.append(Out(n, max(o.cost for o in chosen), NONE.union(*(o.notes for o in chosen))))
        return out

    def _texts(self, subj: Term, obj: Term, pred: Pred) -> list[Out]:
        """A named row has, or is, what a text column says."""
        if subj.measure or obj.measure or subj.axis or obj.axis or subj.agg or obj.agg:
            return []
        if obj.answer and not obj.noun and obj.answer not in {label_of(c) for c in obj.conds}:
            return []  # "was built in 2016" is not about the year of another column
        if subj.answer not in ("", self.p.key):
            return []
        if pred.verb == "occur" or obj.each:
            return []
        if pred.verb == "won":
            if subj.conds and obj.ents and not subj.ents and len(obj.ents) == 1:
                wins = [c for c in self.p.columns if not c.numeric and set(c.words) & {"win", "champion"}]
                if all(c.get("column") in [w.label for w in wins] for c in subj.conds):
                    return self._one_text(Term(ents=obj.ents), every(list(subj.conds)), subj.notes | obj.notes)
            return []
        if subj.ents and obj.conds and not obj.ents:
            if len(subj.ents) > 1:
                return self._each(
                    replace(subj, join="and" if subj.join == "" else subj.join), lambda one: self._texts(one, obj, pred)
                )
            return self._one_text(subj, every(list(obj.conds)), subj.notes | obj.notes)
        if subj.conds and obj.ents and not subj.ents and not subj.sup and len(obj.ents) == 1 and pred.verb == "be":
            return []
        if subj.conds and not subj.ents and obj.conds and not obj.ents and not obj.noun:
            # "Lindqvist won in OK" with columns on both sides: some row has both
            where = every(list(subj.conds))
            rows = self.a.rows(where)
            if rows is not None and len(rows) == 1:
                return [
                    Out(o.node, o.cost + 6, o.notes) for o in self._one_text(subj, every(list(obj.conds)), obj.notes)
                ]
        return []

    def _one_text(self, subj: Term, have: Node, notes: frozenset[str]) -> list[Out]:
        where = self.a.where(subj)
        rows = self.a.rows(where)
        if rows is not None and len(rows) != 1:
            return []
        if have.op == "text_is":
            only = node("only", of=node("values", column=have.get("column"), where=where), value=have.get("value"))
            return [Out(only, 0, notes)]
        return [Out(node("all", where=where, have=have), 1, notes)]

    # --- comparisons -----------------------------------------------------------------------------------------------

    def _compared(self, subj: Term, obj: Term, test: Test) -> list[Out]:
        """A number of the table compares to another, by a difference or a factor."""
        left = self._whole(replace(subj, test=None), replace(obj, test=None))
        if left is None:
            return []
        other: Term = test.other
        outs: list[Out] = []
        if left.answer not in ("", self.p.key) or other.answer not in ("", self.p.key):
            return outs
        if len(left.ents) > 1 and left.join in ("and", "both", "neither"):
            outs += self._each(left, lambda one: self._compared(one, Term(test=test), test))
            if left.join != "and":
                return outs
        if other.quant is not None or left.quant is not None:
            return outs
        if other.each and other.agg == "max":
            return outs + self._with_others(left, test)
        if other.each:
            return outs + self._with_average(left, test)
        right = self._second(left, other)
        left = self._first(left, other)
        if right == left:
            return outs
        for a in self.a.amounts(left, test.dims):
            for b in self.a.amounts(replace(right, pronoun=False), test.dims):
                if test.dims and a.column != b.column and not (left.axis or right.axis):
                    continue
                if a.unit.unit != b.unit.unit or a.unit.scale != b.unit.scale or a.node == b.node:
                    continue
                for n, cost, notes in self.relation(a, b, test):
                    outs.append(Out(n, a.cost + b.cost + cost, a.notes | b.notes | notes))
        return outs

    def _first(self, left: Term, other: Term) -> Term:
        """The left side takes over coordinates that only the right one names: "… than Sudmark in 2023"."""
        if not left.axis and other.axis and (left.ents or left.conds) and other.ents:
            left = replace(left, axis=other.axis)
        if not left.ents and other.ents and ((left.axis and other.axis) or (left.measure and other.measure)):
            left = replace(left, ents=other.ents)
        if other.ents or other.axis:
            own = {c.get("column") for c in left.conds}
            more = {c for c in other.conds if c.get("column") not in own}
            if more and not left.axis:
                left = replace(left, conds=left.conds | more)
        if left.measure is None and not left.axis and other.measure is not None:
            left = replace(left, measure=other.measure)
        return left

    def _second(self, left: Term, other: Term) -> Term:
        if other.measure is not None and left.measure is not None and not other.points:
            return inherit(other, replace(left))
        return inherit(other, left)

    def _with_others(self, left: Term, test: Test) -> list[Out]:
        """“more than any other”: the only one at that end"""
        if test.by is not None or test.factor is not None or len(left.ents) != 1 or self.p.key is None:
            return []
        outs = []
        if self.p.rows_measure or len(left.ents[0].values) != 1:
            return []
        for label, cost, notes in self.a.labels(left, test.dims):
            cmp = self._direction(test.cmp, label)
            if cmp not in (">", "<"):
                continue
            kept = replace(left, ents=())
            where = self.a.leaf(kept, self.a.where(kept))
            extra = {} if where == ALL else {"where": where}
            rows = node("highest" if cmp == ">" else "lowest", column=label, **extra)
            values = node("values", column=self.p.key, where=rows)
            outs.append(Out(node("only", of=values, value=left.ents[0].values[0]), cost + 1, notes | left.notes))
        return outs

    def _with_average(self, left: Term, test: Test) -> list[Out]:
        """“higher than average”: the mean over all rows"""
        outs = []
        for a in self.a.amounts(left, test.dims):
            if a.column is None or a.node.op != "cell" or self.p.rows_measure or not left.ents:
                continue
            kept = Term(conds=frozenset(c for c in left.conds))
            where = self.a.leaf(kept, self.a.where(kept))
            mean = Amount(node("mean", column=a.column, where=where), a.unit)
            for n, cost, notes in self.relation(a, mean, test):
                outs.append(Out(n, a.cost + cost + 2, a.notes | notes))
        return outs

    def relation(self, a: Amount, b: Amount, test: Test) -> list[tuple[Node, int, frozenset[str]]]:
        """`a` and `b` as the test says: more, less, by how much, how many times."""
        better = self._direction(test.cmp, a.column)
        if better is None:
            return []
        if self.changes._negative(a) and self.changes._negative(b):
            # costs in brackets: the larger one is the one further below zero
            a, b = (replace(x, node=node("abs", of=x.node)) for x in (a, b))
        if test.factor is not None:
            factor, shown = test.factor
            product = node("multiply", left=number(factor), right=b.node)
            ratio = node("divide", left=a.node, right=b.node)
            if test.cmp in ("~", "=") and shown is not None:
                return [(within(ratio, factor, shown.rough if test.cmp == "~" else shown.step), 0, NONE)]
            if test.cmp == "~":
                return [(_near(ratio, factor, factor * Fraction(k, 100)), 0, NONE) for k in (4, 12)]
            if test.cmp == "=":
                return [
                    (node("compare", left=a.node, cmp="=", right=product), 0, NONE),
                    (within(ratio, factor, Fraction(1, 10)), 2, NONE),
                ]
            return [(node("compare", left=a.node, cmp=test.cmp, right=product), 0, NONE)]
        if test.by is not None:
            return self._by(a, b, test, better)
        if better == "=":
            return [(node("compare", left=a.node, cmp="=", right=b.node), 0, NONE)]
        return [(node("compare", left=a.node, cmp=better, right=b.node), 0, NONE)]

    def _by(self, a: Amount, b: Amount, test: Test, better: str) -> list[tuple[Node, int, frozenset[str]]]:
        assert test.by is not None
        more, less = (a, b) if better == ">" else (b, a)
        gap = node("subtract", left=more.node, right=less.node)
        by = test.by
        out = []
        if by.unit == "%":
            percent = node(
                "multiply",
                left=node("divide", left=gap, right=b.node),
                right=number(100),
            )
            u = Unit("%", "percent", Fraction(1), False)
            out += claim(percent, u, Test("=", by))
            if a.unit.unit == "%":
                out += [(n, c + 2, x) for n, c, x in claim(gap, Unit("%", "percent"), Test("=", by))]
            return out
        if by.unit == "points" and a.unit.unit != "%" and a.unit.kind not in (None, "count"):
            return []
        return claim(gap, a.unit, Test("=", by))

    def _direction(self, cmp: str, column: str | None) -> str | None:
        if cmp in ("b", "w"):
            small = column is not None and self.p.col(column).small_is_better
            return "<" if small == (cmp == "b") else ">"
        return cmp

    # --- quantifiers -----------------------------------------------------------------------------------------------

    def _quantified(self, subj: Term, obj: Term, holder: Term, pred: Pred) -> list[Out]:
        """How many rows are so: the quantifier may stand in the subject, the object or beside the verb."""
        quant = holder.quant
        assert quant is not None
        if pred.neg and (quant.kind != "count" or holder is obj):
            return []  # "all are not": not all, or none
        kinds = replace(holder, quant=None)
        rest = [replace(t, quant=None) if t is holder else t for t in (subj, obj)]
        if holder is subj:
            body = rest[1]
            domain = replace(rest[0], test=None)
        elif holder is obj:
            body, domain = rest[0], kinds
            if obj.measure or obj.test:
                return []
            if subj.ents and not subj.measure:
                return []
        else:
            whole = merge(*rest)
            if whole is None:
                return self._over_kinds(rest, kinds, quant, pred)
            body, domain = whole, kinds
        if holder.noun == "period" or (domain.answer and domain.answer not in (self.p.key, "") and not domain.conds):
            other = self._over_kinds(rest, kinds, quant, pred)
            if other or holder.noun == "period":
                return other
        if self.p.rows_measure or (domain.axis and holder is subj and not domain.noun):
            return self._over_kinds(rest, kinds, quant, pred)
        where = every([self.a.where(replace(domain, ents=()))])
        if domain.answer and domain.answer not in (self.p.key,) and not domain.noun:
            if quant.kind != "count":
                return []
            return self._distinct(domain, body, quant)
        if quant.kind == "only":
            return self._only(subj, obj, holder, pred)
        outs = []
        if holder is subj and quant.kind == "count" and body.agg in ("sum", "mean") and body.test is not None:
            # "the two northern cities had a combined population of …"
            assert quant.test is not None
            whole = merge(replace(domain, noun=""), replace(body, test=None))
            for a in self.a.amounts(whole) if whole is not None and quant.test.cmp == "=" else []:
                for n, cost, notes in claim(a.node, a.unit, body.test):
                    for k in how_many(quant, self.a.leaf(domain, where), ALL):
                        outs.append(Out(join("and", [n, k]), a.cost + cost + 1, a.notes | notes))
            return outs
        haves = self.filters(body)
        if not haves and (pred.verb == "exist" or body.empty):
            haves = [(ALL, 0, NONE)]
        for have, cost, notes in haves:
            if pred.neg:
                have = negated(have)
            base = self.a.leaf(domain, where)
            for n in how_many(quant, base, have):
                outs.append(Out(n, cost, notes | domain.notes | body.notes))
        return outs

    def _distinct(self, domain: Term, body: Term, quant: Quant) -> list[Out]:
        """“three districts have a garden”: different entries of a column"""
        assert quant.test is not None
        outs = []
        for have, cost, notes in self.filters(body) or [(ALL, 0, NONE)]:
            where = self.a.leaf(domain, every([self.a.where(domain), have]))
            n = node("distinct", column=domain.answer, where=where)
            if quant.of is not None:
                return []
            for c, more, _ in claim(n, Unit(None, "count"), quant.test):
                outs.append(Out(c, cost + more + 3, notes | domain.notes))
        return outs

    def _over_kinds(self, rest: list[Term], kinds: Term, quant: Quant, pred: Pred) -> list[Out]:
        """Over the columns of an axis, or the periods of the rows: "in every year", "in both years"."""
        axis = self.p.axis
        if not axis or kinds.conds or kinds.ents:
            return []
        if quant.of is not None and quant.of != len(axis):
            return []
        each = []
        for a in axis:
            placed = merge(rest[0], Term(axis=(a,)))
            if placed is None:
                return []
            each.append(self._simple(placed, rest[1], pred, None))
        if not all(each):
            return []
        outs = []
        for k in range(min(len(x) for x in each)):
            chosen = [x[k] for x in each]
            nodes = [o.node for o in chosen]
            if quant.kind == "all":
                n = join("and", nodes)
            elif quant.kind == "none":
                n = join("and", [negated(x) for x in nodes])
            else:
                continue
            outs.append(Out(n, max(o.cost for o in chosen) + 1, NONE.union(*(o.notes for o in chosen))))
        return outs

    def _only(self, subj: Term, obj: Term, holder: Term, pred: Pred) -> list[Out]:
        """“only houses have gardens”, “Ode won only in OR and HI”"""
        held = replace(holder, quant=None)
        other = obj if holder is subj else subj
        if holder is not subj and holder is not obj:
            whole = merge(replace(subj, quant=None), replace(obj, quant=None))
            if whole is None:
                return []
            other = whole
        outs = []
        for have, cost, notes in self.filters(other):
            if have == ALL:
                continue
            mine = self.a.where(held)
            n = node("all", where=self.a.leaf(Term(), have), have=mine)
            named = [
                node("among", of=node("values", column=e.column, where=have), value=v)
                for e in held.ents
                for v in e.values
            ]
            outs.append(Out(join("and", [n, *named]), cost + 1, notes | held.notes))
        return outs

    # --- conditions on rows --------------------------------------------------------------------------------------

    def filters(self, t: Term) -> list[tuple[Node, int, frozenset[str]]]:
        """The conditions on a row that a predicate can be."""
        if t.sup is not None or t.agg or t.quant is not None:
            return []
        base = self.a.where(t)
        if t.test is None:
            if t.measure or t.axis:
                return []
            return [(base, 0, t.notes)] if base != ALL else []
        test = t.test
        outs: list[tuple[Node, int, frozenset[str]]] = []
        labels = self.a.labels(t, test.dims)
        if not labels and test.other is None:
            labels = [(label, 4, NONE) for label in self.a.by_unit(test)]
        for label, cost, notes in labels:
            if test.other is None:
                for c, more, noted in condition(label, self.a.unit(label), test):
                    outs.append((every([base, c]), cost + more, notes | noted | t.notes))
                continue
            other: Term = inherit(test.other, replace(t, test=None))
            if test.other.each:
                continue
            for theirs, more, noted in self.a.labels(other, test.dims):
                if theirs == label or self.a.unit(theirs).unit != self.a.unit(label).unit:
                    if theirs == label and test.other.ents:
                        outs += self._than_entity(label, test, other, base, cost)
                    continue
                if test.other.ents:
                    continue
                cmp = self._direction(test.cmp, label)
                if cmp is None or test.by is not None:
                    continue
                left: Any = node("subtract_columns", left=label, right=theirs)
                value: Fraction = Fraction(0)
                if test.factor is not None:
                    left, value = node("divide_columns", left=label, right=theirs), test.factor[0]
                    if cmp in ("~", "="):
                        continue
                c = node("number_is", column=left, cmp=cmp, value=_exact(value))
                outs.append((every([base, c]), cost + more + 1, notes | noted | t.notes))
        return outs

    def _than_entity(
        self, label: str, test: Test, other: Term, base: Node, cost: int
    ) -> list[tuple[Node, int, frozenset[str]]]:
        """“more than Paris”: the other side is a number of the table, and goals compare rows with constants only"""
        return []


def _near(x: Node, q: Fraction, off: Fraction) -> Node:
    """That a number is within `off` of another."""
    return join(
        "and",
        [
            node("compare", left=x, cmp=">=", right=number(q - off)),
            node("compare", left=x, cmp="<=", right=number(q + off)),
        ],
    )


def _exact(q: Fraction) -> Any:
    from egvar.solver.english.nodes import exact

    return exact(q)


__all__ = ["Ent", "Meaning", "Out", "some"]
