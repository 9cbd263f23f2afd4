"""Negation, adverbs, times and places, and predicates joined.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.rules.common import _degree, _period, _test, rule
from egvar.solver.english.rules.sems import Clause, Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Measure, Term, Test, merge


@rule("P", "VB the only T", "VB the only one|ones T", "VB the only T PP")
def is_only(s: Sentence, verb: Edge, t: Edge, *pp: Edge) -> Built:
    """“was the only month with fewer than 40,000 visits”"""
    m = t.sem
    if pp:
        joined = merge(m, pp[0].sem[1])
        if joined is None:
            return
        m = joined
    if (m.test or m.conds) and not m.sup and not m.quant and not m.ents:
        yield Pred(replace(m, noun="", answer=""), "only"), 0


@rule(
    "P",
    "VB above|below|over|under [its|their] T level|figure|value|rate",
    "VB above|below [its|their|the] T",
    "VH above|below T",
)
def above(s: Sentence, *e: Edge) -> Built:
    """“were still above their 2019 level”"""
    t = e[-1].sem
    words = s.words[s.span[0] : e[-1].start]
    if t.axis or t.ents or t.measure or (t.agg == "mean" and t.measure is None):
        other = Term(agg="mean", each=True) if t.agg == "mean" else t
        yield Pred(Term(test=Test(">" if {"above", "over"} & set(words) else "<", other=other)), "compare"), 0


@rule("P", "VB VX by V U", "VB VX by T", "VB VX by TV U", "VB VX in T")
def reported_by(s: Sentence, verb: Edge, x: Edge, *e: Edge) -> Built:
    """“was reported by 25 patients”"""
    if e[0].cat == "T":
        if e[0].sem.test and not e[0].sem.measure:
            yield Pred(e[0].sem, "amount"), 0
        return
    if s.stems[e[1].start] in f.COUNT_NOUNS:
        yield Pred(Term(test=_test(e[0]), said=e[1].sem.said), "amount"), 4


@rule("P", "have P", "have been P", "VB P")
def perfect(s: Sentence, *p: Edge) -> Built:
    """“has risen”, “has consistently had”"""
    if p[0].cat == "VB" or s.words[p[-1].start] in ("a", "an", "the"):
        return
    if (
        s.words[s.span[0]] in ("has", "have", "had")
        and p[-1].sem.verb in ("change", "have", "be", "most", "occur")
        and not p[-1].sem.neg
    ):
        first = s.words[p[-1].start]
        if first not in ("has", "have", "is", "are"):
            yield p[-1].sem, 1


@rule(
    "P",
    "range from V to V",
    "vary from V to V",
    "VB between V and V",
    "range|vary between V and V",
    "run|go|extend from V to V",
    "range from PLACED to PLACED",
)
def ranges(s: Sentence, a: Edge, b: Edge) -> Built:
    """“range from €228,000 to €512,000”: the least and the greatest"""
    if s.words[s.span[0]] in ("is", "are", "was", "were"):
        return
    if a.cat == "PLACED":
        ends = tuple(replace(x.sem[1], value=x.sem[0]) for x in (a, b))
        yield Pred(Term(), "range", followed=ends), 0
        return
    yield Pred(Term(), "range", followed=(Term(value=a.sem), Term(value=b.sem))), 0


@rule("P", "date from V", "date back to V")
def dates_from(s: Sentence, n: Edge) -> Built:
    """“dates from 1898”"""
    if n.sem.year:
        for c in s.profile.columns:
            if c.role == "year" and set(c.words) & {
                "built",
                "build",
                "founded",
                "found",
                "established",
                "opened",
                "open",
                "year",
            }:
                yield Pred(Term(measure=Measure(c.label, "verb"), test=Test("=", n.sem)), "have"), 2


@rule(
    "P",
    "have|VB [now] fallen|dropped|risen|climbed|gone below|above|under|over [its|their] T",
    "fall|drop|rise|climb|go below|above|under|over [its|their] T",
    "fall|drop|rise|climb|go below|above|under|over V",
)
def went_below(s: Sentence, *e: Edge) -> Built:
    """“have fallen below their reorder level”, “climbed above 30 °C”"""
    last = e[-1]
    words = s.words[s.span[0] : last.start]
    cmp = ">" if {"above", "over"} & set(words) else "<"
    if last.cat == "V":
        yield Pred(Term(test=Test(cmp, last.sem)), "amount"), 1
    elif last.sem.measure and not last.sem.test and not last.sem.sup:
        yield Pred(Term(test=Test(cmp, other=last.sem)), "compare"), 1


@rule("P", "VB VT PP", "VT PP", "go PP", "VB made|paid|given|sent PP", "come PP", "VB M PP")
def was_made(s: Sentence, *e: Edge) -> Built:
    """“were made by card”, “went to the food bank”: a text of the record, whatever the preposition"""
    prep, t = e[-1].sem
    verb = s.stems[e[-1].start - 1]
    events = "make pay send give go come arrive book order buy place receive donate award grant raise".split()
    if verb in events and prep in ("by", "to", "with", "from", "via", "through", "in", "for") and t.conds:
        if not (t.ents or t.measure or t.axis or t.quant or t.sup or t.test):
            yield Pred(t, "be"), 2


@rule("P", "P and|but COMP THAN")
def and_more(s: Sentence, p: Edge, comp: Edge, than: Edge) -> Built:
    """“is bigger than 27 Quay St but cheaper than 9 Ash Grove”"""
    if p.sem.verb == "compare" and p.sem.more is None:
        test = Test(_degree((comp.sem,)), other=than.sem, dims=(comp.sem,))
        yield replace(p.sem, more=Pred(Term(test=test), "compare")), 0


@rule("CL", "COMP T P THAN", "there VB COMP T THAN", "there VB COMP T PP THAN", "COMP T VB VT PP THAN")
def more_there(s: Sentence, *e: Edge) -> Built:
    """“There were fewer events on low dose than on placebo”, “more patients completed … than …”"""
    comp = next(x for x in e if x.cat == "COMP")
    t = next(x for x in e if x.cat == "T").sem
    than = e[-1].sem
    if not comp.sem.any or t.test or t.quant or t.sup or t.noun:
        return
    if (pp := next((x for x in e if x.cat == "PP"), None)) is not None:
        t = merge(t, pp.sem[1])
    if t is None or e[-2].cat == "P":
        return
    if t.points and (t.measure or (t.axis and t.ents) or t.said):
        yield Clause(t, Pred(Term(test=Test(_degree((comp.sem,)), other=than)), "compare")), 1


@rule("CL", "since T , CL", "since V , CL", "since T CL", "since V CL")
def since_then(s: Sentence, a: Edge, c: Edge) -> Built:
    """“Since 2020 the rate has fallen every year in Kalmia”"""
    if isinstance(c.sem, Clause) and c.sem.pred.change is not None and c.sem.pred.change.span == (None, None):
        first = _period(s, a)
        if first is not None:
            change = replace(c.sem.pred.change, span=(first, None), since=True)
            yield replace(c.sem, pred=replace(c.sem.pred, change=change)), 0


@rule(
    "CL",
    "between T and T , CL",
    "between V and V , CL",
    "from T to T , CL",
    "from V to V , CL",
    "between T and T CL",
    "between V and V CL",
)
def between_then(s: Sentence, a: Edge, b: Edge, c: Edge) -> Built:
    """“Between 2000 and 2020, the population of Tarrow rose by 25 %”"""
    if isinstance(c.sem, Clause) and c.sem.pred.change is not None and c.sem.pred.change.span == (None, None):
        ends = (_period(s, a), _period(s, b))
        if None not in ends:
            change = replace(c.sem.pred.change, span=ends)
            yield replace(c.sem, pred=replace(c.sem.pred, change=change)), 0
