"""Predicates: texts and places.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.rules.common import _fits_column, rule
from egvar.solver.english.rules.sems import Clause, Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Term, Test


@rule("P", "VB T", "VB an|a T")
def is_term(s: Sentence, verb: Edge, t: Edge) -> Built:
    """“is a house”, “was the busiest month”, “is S3 Lake”"""
    m = t.sem
    if m.sup or m.points or (m.test and m.test.other is not None):
        yield Pred(m, "be"), 0
    elif m.agg and m.measure and not m.test:
        yield Pred(m, "be"), 4


@rule("P", "VB PP", "VB VT PP", "VT PP", "VB M PP", "VB D PP", "D PP", "M PP")
def is_placed(s: Sentence, *e: Edge) -> Built:
    """“is in Old Town”, “was built in 2016”, “is written in C”, “comes from Spain”"""
    _prep, t = e[-1].sem
    head = e[-2] if len(e) > 1 else None
    if (head is not None and head.cat in ("M", "D") and s.stems[head.start] != s.words[head.start]) or (
        head is not None and head.cat in ("M", "D") and e[0].cat == "VB"
    ):
        label = head.sem.measure.label if head.cat == "M" else head.sem.answer
        columns = {c.get("column") for c in t.conds} | {x.column for x in t.ents}
        if label in columns and not t.measure and not t.axis:
            yield Pred(t, "be"), 0
        return
    if head is not None and head.cat in ("M", "D"):
        return
    if t.conds and not t.ents and not t.measure and not t.axis and not t.quant and not t.sup:
        if head is not None and head.cat == "VT" and not _fits_column(s, head, t):
            return
        yield Pred(t, "be"), 1
    if t.sup and not t.quant and head is None:
        yield Pred(t, "be"), 2


@rule("P", "VB M in V", "VB M in|by|on the V", "M in V", "VB M on V", "M from V", "M to V", "VB M at V")
def happened_in(s: Sentence, *e: Edge) -> Built:
    """“was built in 2016”, “dates from 1898”: the year of a column"""
    m, n = e[-2], e[-1]
    info = s.profile.col(m.sem.measure.label)
    if info.role == "year" and n.sem.year:
        yield Pred(Term(measure=m.sem.measure, test=Test("=", n.sem), notes=m.sem.notes), "have"), 0


@rule(
    "P",
    "VB [first] M before|after|since V",
    "VB [first] M before|after|since PP",
    "M before|after V",
)
def happened_before(s: Sentence, *e: Edge) -> Built:
    m, n = e[-2], e[-1]
    word = s.words[n.start - 1]
    if n.cat != "V":
        return
    info = s.profile.col(m.sem.measure.label)
    if info.role == "year" and n.sem.year:
        cmp = {"before": "<", "after": ">", "since": ">="}[word]
        yield Pred(Term(measure=m.sem.measure, test=Test(cmp, n.sem), notes=m.sem.notes), "have"), 0


@rule("P", "win PP", "win T", "carry T", "win in T")
def won(s: Sentence, t: Edge) -> Built:
    """“Lindqvist won in OK”, over a column Winner"""
    sem = t.sem[1] if t.cat == "PP" else t.sem
    if (
        (sem.points and not sem.measure and not sem.test and not sem.sup and not sem.axis)
        or (sem.quant and not sem.measure)
    ) and any(set(c.words) & {"win", "champion"} and not c.numeric for c in s.profile.columns):
        yield Pred(replace(sem), "won"), 1


@rule("CL", "T VB M", "T VB VT M", "T VB D", "T VB on M")
def part_is(s: Sentence, t: Edge, verb: Edge, *e: Edge) -> Built:
    """“eight trains were cancelled”: a part of what the noun counts"""
    m, last = t.sem, e[-1]
    if last.cat != "M" or not m.measure or m.sup or m.quant or m.share or m.agg not in ("", "sum"):
        return
    part = last.sem.measure
    if m.test and part.label == m.measure.label:
        yield Clause(replace(m, notes=m.notes | last.sem.notes), Pred(verb="exist")), 1
    elif m.test and s.profile.part_of(part.label, m.measure.label):
        yield Clause(replace(m, measure=part, notes=m.notes | last.sem.notes), Pred(verb="exist")), 2


@rule("CL", "FR of T VB M", "FR T VB M")
def share_is(s: Sentence, x: Edge, t: Edge, verb: Edge, m: Edge) -> Built:
    """“2.2 % of flights were cancelled”"""
    whole, part = t.sem, m.sem.measure
    if (
        whole.measure
        and not whole.test
        and not whole.sup
        and not whole.quant
        and s.profile.part_of(part.label, whole.measure.label)
    ):
        subject = replace(whole, measure=part, agg=whole.agg or ("" if whole.ents or whole.conds else "sum"))
        yield Clause(subject, Pred(Term(share=(x.sem, Term(measure=whole.measure))), "share")), 1
