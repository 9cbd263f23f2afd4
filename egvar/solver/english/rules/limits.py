"""Predicates: limits, ranges, and other constructions of predicates.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.rules.being import is_placed
from egvar.solver.english.rules.common import _degree, _test, rule
from egvar.solver.english.rules.sems import Both, Change, Clause, Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Measure, Quant, Term, Test, merge


@rule("CL", "there VB T and T", "there VB T , T and T")
def there_are_both(s: Sentence, verb: Edge, *t: Edge) -> Built:
    """“there are three houses and four flats”"""
    if all(x.sem.quant or x.sem.test for x in t):
        out: object = Clause(t[0].sem, Pred(verb="exist"))
        for x in t[1:]:
            out = Both(out, Clause(x.sem, Pred(verb="exist")))
        yield out, 0


@rule("P", "do|does|did not P", "have not P")
def negated(s: Sentence, p: Edge) -> Built:
    if not p.sem.neg and p.sem.more is None:
        yield replace(p.sem, neg=True), 0


@rule("P", "VB not T", "VB not PP", "VB not VT PP", "VB not M PP", "VB not V", "VB not COMP THAN", "VB not M in V")
def is_not(s: Sentence, verb: Edge, *e: Edge) -> Built:
    last = e[-1]
    if e[0].cat == "T":
        if e[0].sem.points or e[0].sem.sup:
            yield Pred(e[0].sem, "be", True), 0
    elif e[0].cat == "V" and len(e) == 1:
        yield Pred(Term(test=Test("=", e[0].sem)), "amount", True), 0
    elif last.cat == "V" and e[0].cat == "M":
        info = s.profile.col(e[0].sem.measure.label)
        if info.role == "year" and last.sem.year:
            test = Test("=", last.sem)
            yield Pred(Term(measure=e[0].sem.measure, test=test, notes=e[0].sem.notes), "have", True), 0
    elif last.cat == "THAN":
        yield Pred(Term(test=Test(_degree((e[0].sem,)), other=last.sem, dims=(e[0].sem,))), "compare", True), 0
    elif last.cat == "PP":
        for sem, cost in is_placed(s, verb, *e):
            yield replace(sem, neg=True), cost


@rule("P", "also|now|still|then|currently|ever P", "P overall|too|altogether|again")
def with_adverb(s: Sentence, p: Edge) -> Built:
    yield p.sem, 1


@rule("P", "consistently P")
def consistently(s: Sentence, p: Edge) -> Built:
    if s.profile.axis and not p.sem.scope:
        yield replace(p.sem, scope=(Term(noun="period", quant=Quant("all")),)), 2


@rule("P", "average V", "average TV", "average V a|per|each N")
def averages(s: Sentence, n: Edge, *per: Edge) -> Built:
    """“averaged 165 a quarter”"""
    yield Pred(Term(test=_test(n), agg="mean"), "amount"), 0


@rule("CL", "V U VT PP", "TV U VT PP", "V K VT PP", "TV K VT PP", "V U VB VT PP", "V U VH T")
def people_live(s: Sentence, n: Edge, u: Edge, *e: Edge) -> Built:
    """“191,000 people lived in Tarrow”"""
    last = e[-1]
    if s.stems[u.start] not in f.COUNT_NOUNS or last.cat != "PP":
        return
    place = last.sem[1]
    value = _test(n).value
    if place.points and not place.measure and not place.test and value is not None and value.unit is None:
        test = replace(_test(n), value=replace(value, kind="count"))
        stem = s.stems[last.start - 1]
        want = {
            "live": ("population", "inhabitant", "resident"),
            "work": ("employee", "staff", "headcount", "worker"),
        }.get(stem)
        if want is None:
            return
        labels = [c.label for c in s.profile.measures if set(c.words) & set(want)]
        if s.profile.axis and set(want) & s.profile.caption:
            yield Clause(place, Pred(Term(test=test), "amount")), 2
        for label in labels[:1]:
            yield Clause(place, Pred(Term(measure=Measure(label, "verb"), test=test), "have")), 2


@rule("CH", "VB up|down [by] V", "VB up|down [by] TV")
def is_up(s: Sentence, verb: Edge, n: Edge) -> Built:
    """“were up 38 %”"""
    t = _test(n)
    if t.value is not None and t.high is None:
        yield Change("+" if "up" in s.words[slice(*s.span)] else "-", t.value, t.cmp), 0


@rule("P", "VB the only T to P", "VB the only one|ones to P")
def only_to(s: Sentence, verb: Edge, *e: Edge) -> Built:
    """“were the only team to lose more than ten games”"""
    p = e[-1].sem
    m = e[0].sem if len(e) == 2 else Term()
    if p.change or p.rank or p.more or p.neg or p.scope or m.measure or m.test or m.ents or m.quant:
        return
    t = merge(replace(m, noun="", answer=""), p.term)
    if t is not None and (t.test or t.conds):
        yield Pred(t, "only"), 0


@rule("P", "P PP")
def with_place(s: Sentence, p: Edge, pp: Edge) -> Built:
    """A time, a place or a restriction after the predicate."""
    prep, t = pp.sem
    if t.empty and t.quant is None:
        if prep == "of":
            yield p.sem, 1
        return
    if (
        prep in ("by", "with", "to", "through", "from", "under", "via")
        and t.conds
        and not (t.ents or t.measure or t.axis)
    ):
        if len(p.sem.scope) < 2 and all(c.op == "text_is" for c in t.conds):
            yield replace(p.sem, scope=(*p.sem.scope, t)), 1
        return
    if prep in ("by", "than", "as", "to", "between"):
        return
    if prep == "with" and not t.points:
        return
    if t.measure and not t.agg and prep not in ("of", "in", "for"):
        return
    if t.test and t.test.other is not None:
        return
    if t.quant and t.quant.kind not in ("whole", "all", "count", "none", "most", "only"):
        return
    if len(p.sem.scope) < 2:
        yield replace(p.sem, scope=(*p.sem.scope, t)), 0


@rule("P", "P and|but P", "P , and|but P", "P , P")
def both_predicates(s: Sentence, a: Edge, b: Edge) -> Built:
    """“has the most stars but the lowest throughput”"""
    if s.words[b.start - 1] == ",":
        return
    if a.sem.more is None and b.sem.more is None and s.words[a.start] not in ("and",):
        yield replace(a.sem, more=b.sem), 1


@rule("P", "VH both T and T", "VH T and|but T", "VB both T and T", "VB T and|but T", "VH T , but T")
def both_objects(s: Sentence, verb: Edge, a: Edge, b: Edge) -> Built:
    """“had both the lowest turnout and the fewest votes”"""
    if all(x.sem.test or x.sem.sup for x in (a, b)):
        kind = "have" if verb.cat == "VH" else "be"
        yield Pred(a.sem, kind, more=Pred(b.sem, kind)), 0


@rule("P", "P , with T", "P with T", "P , at V", "P at V", "P , V PP", "P with V")
def apposition(s: Sentence, p: Edge, t: Edge, *rest: Edge) -> Built:
    """“the busiest month, with 51,640 visits”, “the largest property, at 148 sq m”"""
    if p.sem.more is not None or p.sem.neg or rest:
        return
    if t.cat == "T":
        if t.sem.test and not t.sem.points:
            yield replace(p.sem, more=Pred(t.sem, "have")), 0
    elif p.sem.term.sup is not None and t.cat == "V":
        yield replace(p.sem, more=Pred(Term(test=Test("=", t.sem)), "same")), 1


@rule("P", "P , followed by T", "P , ahead of T", "P followed by T", "P ahead of T")
def followed(s: Sentence, p: Edge, t: Edge) -> Built:
    """“the least punctual line, followed by S3 Lake”"""
    if (p.sem.term.sup or p.sem.rank) and t.sem.ents and not p.sem.more and not p.sem.followed:
        if s.words[t.start - 1] == "by":
            yield replace(p.sem, followed=(t.sem,)), 0
