"""Predicates: changes over time.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.rules.common import _DOUBLE, _is_time, _period, _test, merge_or, rule
from egvar.solver.english.rules.sems import Change, Pred
from egvar.solver.english.sentence import Sentence


@rule("CH", "VC", "VB VC", "have VC", "continue to VC", "VC further")
def changes(s: Sentence, *e: Edge) -> Built:
    sign = next(x.sem for x in e if x.cat == "VC")
    yield Change(sign), 0


@rule("CH", "CH by V", "CH V", "CH by TV", "CH TV")
def changes_by(s: Sentence, c: Edge, n: Edge) -> Built:
    t = _test(n)
    if c.sem.by is None and c.sem.sign != "=" and t.value is not None and t.high is None and c.sem.end is None:
        bare = s.words[n.start - 1] != "by"
        if bare and t.value.unit is None and t.value.scale == 1 and t.value.kind is None:
            if t.value.year:
                return
            yield replace(c.sem, by=t.value, cmp=t.cmp), 2
        else:
            yield replace(c.sem, by=t.value, cmp=t.cmp), 0


@rule("CH", "CH to V", "CH from V to V", "CH from PLACED to PLACED", "CH to PLACED")
def changes_to(s: Sentence, c: Edge, *n: Edge) -> Built:
    if c.sem.end is not None or c.sem.sign == "=":
        return
    vals = [x.sem if x.cat == "V" else x.sem[0] for x in n]
    terms = [None if x.cat == "V" else x.sem[1] for x in n]
    if any(v.year for v in vals) and not any(terms):
        return
    start, end = (vals[0], vals[1]) if len(vals) == 2 else (None, vals[0])
    first, last = (terms[0], terms[1]) if len(terms) == 2 else (None, terms[0])
    span = (first or c.sem.span[0], last or c.sem.span[1])
    yield replace(c.sem, start=start, end=end, span=span), 0


@rule("PLACED", "V PP", "V in V")
def placed_value(s: Sentence, n: Edge, pp: Edge) -> Built:
    """“15.1 % in 2020”"""
    if pp.cat == "PP":
        prep, t = pp.sem
        if prep in ("in", "on", "at", "during") and t.points and not t.measure and not t.sup and not t.quant:
            yield (n.sem, t), 0


@rule(
    "CH",
    "CH from T to T",
    "CH between T and T",
    "CH from V to V",
    "CH between V and V",
    "CH from T until|till T",
)
def changes_span(s: Sentence, c: Edge, a: Edge, b: Edge) -> Built:
    if c.sem.span != (None, None):
        return
    ends = [_period(s, x) for x in (a, b)]
    if ends[0] is not None and ends[1] is not None and ends[0] != ends[1]:
        yield replace(c.sem, span=(ends[0], ends[1])), 0


@rule(
    "CH",
    "CH since T",
    "CH since V",
    "CH compared|relative with|to T",
    "CH on|over|from T",
    "CH compared|relative with|to V",
    "CH versus|against T",
    "CH from V",
)
def changes_since(s: Sentence, c: Edge, a: Edge) -> Built:
    if c.sem.span[0] is not None:
        return
    first = _period(s, a)
    if first is not None:
        since = "since" in s.words[a.start - 1 : a.start]
        yield replace(c.sem, span=(first, c.sem.span[1]), since=since), 0


@rule("CH", "CH PP")
def changes_in(s: Sentence, c: Edge, pp: Edge) -> Built:
    """“in 2020”, “in March”: the end of the change"""
    prep, t = pp.sem
    if prep in ("in", "during", "by", "for") and t.points and not t.measure and not t.quant and c.sem.span[1] is None:
        if t.axis or t.when or (any(e.column == s.profile.key for e in t.ents) and s.profile.order) or _is_time(s, t):
            yield replace(c.sem, span=(c.sem.span[0], t)), 0


@rule(
    "CH",
    "CH every|each year|month|quarter|week|day|season",
    "CH steadily|continuously|consistently",
    "CH from year|month|quarter to year|month|quarter",
    "CH year after year",
    "steadily|consistently CH",
)
def changes_every(s: Sentence, c: Edge) -> Built:
    if not c.sem.every and s.profile.axis + s.profile.order:
        yield replace(c.sem, every=True), 1


@rule(
    "CH",
    "CH year over|on year",
    "CH year - over|on - year",
    "CH on the previous|prior year|quarter|month",
    "CH from the previous|prior year|quarter|month",
    "CH over the previous|prior year|quarter|month",
    "CH compared with|to the previous|prior year|quarter|month",
)
def year_over_year(s: Sentence, c: Edge) -> Built:
    """Against the period before the one that is named."""
    yield c.sem, 0


@rule("CH", "double|treble|triple|halve|quadruple", "more than double|triple|halve", "have double|triple|halve")
def doubled(s: Sentence) -> Built:
    """“doubled”, “more than doubled”"""
    words = s.stems[slice(*s.span)]
    factor, sign = _DOUBLE[words[-1]]
    yield Change(sign, cmp=">" if words[0] == "more" else "=", factor=Fraction(factor)), 0


@rule("CH", "CH the most", "CH most", "CH the most in absolute terms", "CH by the most")
def changes_most(s: Sentence, c: Edge) -> Built:
    """“grew the most”"""
    if c.sem.by is None and c.sem.end is None and not c.sem.every and c.sem.sign in "+-":
        yield replace(c.sem, most=True), 0


@rule("P", "CH")
def change(s: Sentence, c: Edge) -> Built:
    yield Pred(verb="change", change=c.sem), 0


@rule(
    "P",
    "see|record|post|have|show|experience|suffer|register [a|an] CN",
    "see|record|post|have|show [a|an] CN of V",
    "see|record|post|have|show [a|an] V CN",
    "VB [a|an] CN of V",
    "VB [a|an] V CN",
)
def change_noun(s: Sentence, *e: Edge) -> Built:
    """“saw an increase of 12 %”"""
    cn = next(x for x in e if x.cat == "CN")
    n = next((x for x in e if x.cat == "V"), None)
    yield Pred(verb="change", change=Change(cn.sem, n.sem if n else None)), 1


@rule("P", "see|have [its|their|a] T P")
def saw_change(s: Sentence, t: Edge, p: Edge) -> Built:
    """“saw its rate fall from 15.1 % to 12.1 %”"""
    if p.sem.change and not t.sem.ents and not t.sem.test and (t.sem.measure or t.sem.said):
        yield replace(p.sem, term=merge_or(p.sem.term, t.sem)), 0
