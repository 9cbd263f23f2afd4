"""Predicates: comparisons with other things.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.rules.common import (
    _EXCEED,
    _TIMES,
    _degree,
    _difference,
    _test,
    _verb_fits,
    measures_of,
    merge_or,
    rule,
    year_terms,
)
from egvar.solver.english.rules.sems import Change, Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Measure, Term, Test, merge


@rule("THAN", "than T", "than PP", "than in|on|at|for|with|by|during T")
def than(s: Sentence, e: Edge) -> Built:
    sem = e.sem[1] if e.cat == "PP" else e.sem
    if (sem.points or sem.measure or sem.pronoun) and not sem.test and not sem.sup and not sem.quant:
        yield sem, 0


@rule("THAN", "than in V", "than V")
def than_year(s: Sentence, n: Edge) -> Built:
    if n.sem.year and s.words[n.start - 1] == "in":
        yield from year_terms(s, n.sem, "=")


@rule("THAN", "than average", "than the average", "than the mean")
def than_average(s: Sentence) -> Built:
    yield Term(agg="mean", each=True), 0


@rule("THAN", "than T do|did|does|was|were|is|had|has", "than T VB", "than T VH")
def than_did(s: Sentence, t: Edge, *rest: Edge) -> Built:
    if t.sem.points or t.sem.pronoun:
        yield t.sem, 0


@rule("P", "VB COMP THAN", "VB COMP PP THAN")
def is_more(s: Sentence, verb: Edge, comp: Edge, *e: Edge) -> Built:
    """“is bigger than 27 Quay St”, “was lower in Norland than in Kalmia”"""
    left = Term()
    if len(e) == 2:
        prep, left = e[0].sem
        if prep not in ("in", "on", "at", "for", "with", "among", "during", "of", "from", "by") or not left.points:
            return
    test = Test(_degree((comp.sem,)), other=e[-1].sem, dims=(comp.sem,))
    t = merge(left, Term(test=test))
    if t is not None:
        yield Pred(t, "compare"), 0


@rule("P", "VB V COMP THAN", "VB TV COMP THAN", "VB V COMP PP THAN")
def is_more_by(s: Sentence, verb: Edge, n: Edge, comp: Edge, *e: Edge) -> Built:
    """“was 13 points higher than in OK”, “is 20 % cheaper than”"""
    left = Term()
    if len(e) == 2:
        left = e[0].sem[1]
    test = _difference(n, comp, e[-1])
    t = merge(left, Term(test=test)) if test is not None else None
    if t is not None:
        yield Pred(t, "compare"), 0


@rule("P", "VH COMP T THAN", "VM COMP T THAN", "VH [a] COMP T THAN", "VH COMP T PP THAN")
def has_more(s: Sentence, verb: Edge, comp: Edge, t: Edge, *e: Edge) -> Built:
    """“has more votes than Ode”, “had a lower rate in 2023 than in 2022”"""
    m = t.sem
    if not (m.measure or m.axis or m.said) or m.test or m.quant or m.sup or not comp.sem.any:
        return
    if verb.cat == "VM" and m.measure and not _verb_fits(s, verb.sem, m.measure.label):
        better = measures_of(s, verb.sem)
        if len(better) != 1:
            return
        m = replace(m, measure=Measure(better[0][0], "verb"))
    if len(e) == 2:
        left = merge(m, e[0].sem[1])
        if left is None:
            return
        m = left
    yield Pred(merge_or(m, replace(m, test=Test(_degree((comp.sem,)), other=e[-1].sem))), "compare"), 0


@rule("P", "VH V COMP T THAN", "VM V COMP T THAN", "VH V T COMP THAN", "VM V T COMP THAN")
def has_more_by(s: Sentence, verb: Edge, n: Edge, a: Edge, b: Edge, other: Edge) -> Built:
    """“had 12 more goals than”"""
    comp, t = (a, b) if a.cat == "COMP" else (b, a)
    m = t.sem
    if not m.measure or m.test or m.quant or m.sup or not comp.sem.any:
        return
    if verb.cat == "VM" and not _verb_fits(s, verb.sem, m.measure.label):
        return
    test = _difference(n, comp, other)
    if test is not None:
        yield Pred(replace(m, test=test), "compare"), 0


@rule("P", "VM V more|less than T", "VM more|less than T", "VM V more|less T", "VM V more|less THAN")
def verb_more(s: Sentence, verb: Edge, *e: Edge) -> Built:
    """“costs 76,000 euros more than 4 Mill Lane”"""
    if not e[-1].sem.points:
        return
    word = s.words[e[-1].start - 1] if e[-1].cat == "THAN" else s.words[e[-1].start - 2]
    cmp = ">" if word == "more" else "<"
    by = e[0].sem if len(e) == 2 else None
    for label, cost in measures_of(s, verb.sem):
        yield Pred(Term(measure=Measure(label, "verb"), test=Test(cmp, by, other=e[-1].sem, by=by)), "compare"), cost


@rule(
    "P",
    "VB TIMES as ADJ as T",
    "VB TIMES as ADJ PP as PP",
    "VB TIMES as ADJ as PP",
    "VH TIMES as many|much T as T",
    "VM TIMES as many|much T as T",
    "VM TIMES as much as T",
    "VH TIMES as many|much T as PP",
    "VB TIMES T",
    "VB TIMES as ADJ PP as T",
)
def times_as(s: Sentence, *e: Edge) -> Built:
    """“is 13 times as fast as”, “had more than twice as many visitors as”"""
    cmp, factor, shown = next(x.sem for x in e if x.cat == "TIMES")
    other = e[-1].sem[1] if e[-1].cat == "PP" else e[-1].sem
    if not (other.points or other.pronoun or other.measure) or other.test or other.sup:
        return
    adj = next((x.sem for x in e if x.cat == "ADJ"), None)
    left = Term()
    middle = [x for x in e[2:-1] if x.cat in ("PP", "T")]
    for x in middle:
        joined = merge(left, x.sem[1] if x.cat == "PP" else x.sem)
        if joined is None:
            return
        left = joined
    verb = e[0]
    if verb.cat == "VM" and not left.measure:
        found = measures_of(s, verb.sem)
        if len(found) != 1:
            return
        left = replace(left, measure=Measure(found[0][0], "verb"))
    elif verb.cat == "VM" and left.measure and not _verb_fits(s, verb.sem, left.measure.label):
        return
    test = Test(cmp, other=other, factor=(factor, shown), dims=(adj,) if adj else ())
    t = merge(left, Term(test=test))
    if t is not None:
        yield Pred(t, "compare"), 0


@rule(
    "TIMES",
    _TIMES,
    f"more|less than {_TIMES}",
    f"over|almost|nearly|exactly|about|roughly|only {_TIMES}",
    f"at least|most {_TIMES}",
    "V times",
    "TV times",
)
def times(s: Sentence, *n: Edge) -> Built:
    """How many times as much: (comparison, factor, the number as written or None)."""
    if n:
        t = _test(n[0])
        if t.value is not None and t.value.unit is None and t.high is None and t.value.value > 0:
            yield ("~" if t.value.about else t.cmp, t.value.total, t.value), 0
        return
    words = s.words[slice(*s.span)]
    if words[-1] not in f.TIMES:
        return
    factor = Fraction(*f.TIMES[words[-1]])
    ops = {(): "=", ("more", "than"): ">", ("less", "than"): "<", ("over",): ">", ("exactly",): "=", ("only",): "="}
    ops |= {("at", "least"): ">=", ("at", "most"): "<="}
    ops |= {(w,): "~" for w in ("almost", "nearly", "about", "roughly")}
    if tuple(words[:-1]) in ops:
        yield (ops[tuple(words[:-1])], factor, None), 0


@rule(
    "P",
    f"{_EXCEED} V",
    f"{_EXCEED} T",
    "outnumber T",
    "beat|outperform|outsell|outscore|overtake T",
    "exceed|beat|outnumber T by V",
    "beat|exceed|outscore T by V K",
    "beat|exceed|outscore|outsell T by V M",
)
def exceeds(s: Sentence, *e: Edge) -> Built:
    """“exceeded 50,000”, “exceeded operating income by $5,411 thousand”"""
    word = s.stems[s.span[0]]
    if e[0].cat == "V":
        yield Pred(Term(test=Test(">", e[0].sem)), "amount"), 0
        return
    other = e[0].sem
    if (word in ("break", "pass") and not other.axis) or not (other.points or other.measure):
        return
    by = next((x.sem for x in e if x.cat == "V"), None)
    yield Pred(Term(test=Test(">", by, other=other, by=by)), "compare"), 0


@rule("P", "sell|go|retail|change for V", "VB worth V", "VB worth TV", "sell|go|retail at V")
def sells_for(s: Sentence, *e: Edge) -> Built:
    """“sells for $129.50”"""
    for label, cost in measures_of(s, "cost" if s.stems[s.span[0]] != "be" else "worth"):
        yield Pred(Term(measure=Measure(label, "verb"), test=_test(e[-1])), "have"), cost


@rule("P", "VB home to V", "VB home to TV", "VB home to V U", "VB home to TV U")
def home_to(s: Sentence, verb: Edge, n: Edge, *u: Edge) -> Built:
    """“were home to more than 250,000 people”"""
    if u and s.stems[u[0].start] not in f.COUNT_NOUNS:
        return
    people = {"population", "resident", "inhabitant"}
    labels = [c.label for c in s.profile.measures if set(c.words) & people]
    if s.profile.axis and s.profile.caption & people:
        yield Pred(Term(test=_test(n)), "amount"), 2
    for label in labels[:1]:
        yield Pred(Term(measure=Measure(label, "verb"), test=_test(n)), "have"), 2


@rule("P", "VB COMP in T THAN", "VB COMP in T and|but COMP in T THAN", "do COMP in T THAN")
def more_in(s: Sentence, *e: Edge) -> Built:
    """“is higher in protein but lower in energy than rye bread”"""
    comps, terms = [x for x in e if x.cat == "COMP"], [x for x in e if x.cat == "T"]
    than = e[-1].sem
    if not all(x.sem.measure and not x.sem.points and not x.sem.test for x in terms):
        return
    preds = [
        Pred(replace(t.sem, test=Test(_degree((c.sem,)), other=than)), "compare")
        for c, t in zip(comps, terms, strict=True)
        if c.sem.any
    ]
    if len(preds) == len(terms):
        yield (preds[0] if len(preds) == 1 else replace(preds[0], more=preds[1])), 0


@rule("CH", "CH over|during|in the year|period|month|quarter")
def over_the_year(s: Sentence, c: Edge) -> Built:
    """“over the year”, between the only two periods that there are"""
    if len(s.profile.axis) == 2 and s.profile.time and c.sem.span == (None, None):
        yield c.sem, 1


@rule("P", "VB COMP and|but COMP THAN")
def more_and_more(s: Sentence, verb: Edge, a: Edge, b: Edge, than: Edge) -> Built:
    """“was sunnier but wetter than December”"""
    first, second = (Test(_degree((x.sem,)), other=than.sem, dims=(x.sem,)) for x in (a, b))
    yield Pred(Term(test=first), "compare", more=Pred(Term(test=second), "compare")), 0


@rule("P", "do|does|did|have|has not change [at all]", "have not change")
def unchanged(s: Sentence) -> Built:
    """“has not changed at all”"""
    yield Pred(verb="change", change=Change("=", every=True)), 1


@rule("CH", "gain|add|lose|shed V", "gain|add|lose|shed V U", "gain|add|lose|shed V K", "gain|add|lose|shed TV")
def gained(s: Sentence, n: Edge, *u: Edge) -> Built:
    """“gained 12.3 percentage points”, over a table of periods"""
    if not (s.profile.axis and s.profile.time) and not s.profile.order:
        return
    if u and u[0].cat == "U" and s.stems[u[0].start] not in f.COUNT_NOUNS:
        return
    t = _test(n)
    sign = "+" if s.stems[s.span[0]] in ("gain", "add") else "-"
    if t.value is not None and t.high is None and not t.value.year:
        yield Change(sign, t.value, t.cmp), 2
