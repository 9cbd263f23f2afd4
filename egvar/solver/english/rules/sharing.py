"""Predicates: shares of a whole.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.rules.common import _SHARES, _share, _test, rule
from egvar.solver.english.rules.sems import Clause, Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Term, Test


@rule(
    "FR",
    "a|one half|third|quarter|fifth|tenth",
    "half",
    "V thirds|quarters|fifths|tenths",
    "V in V",
    "V out of V",
    "V of every V",
)
def fraction(s: Sentence, *n: Edge) -> Built:
    """“a third”, “three quarters”, “one in ten”: a share of a whole"""
    word = s.words[s.span[1] - 1]
    if len(n) == 2:
        a, b = n[0].sem, n[1].sem
        if a.word and b.word and a.value.denominator == b.value.denominator == 1 and 0 < a.value < b.value <= 100:
            yield Test("=", _share(a.value / b.value)), 0
        return
    part = Fraction(*f.FRACTIONS[word.rstrip("s")])
    if n:
        if not n[0].sem.word or n[0].sem.value.denominator != 1:
            return
        part *= n[0].sem.value
    if 0 < part < 1:
        yield Test("=", _share(part)), 0


@rule(
    "FR",
    "more than FR",
    "over FR",
    "less than FR",
    "under FR",
    "at least FR",
    "at most FR",
    "exactly FR",
    "about|around|roughly|nearly|almost|approximately FR",
    "just over|under FR",
    "only FR",
)
def fraction_compared(s: Sentence, x: Edge) -> Built:
    words = tuple(s.words[s.span[0] : x.start])
    if x.sem.cmp != "=" or x.sem.value.about:
        return
    cmp = {
        ("more", "than"): ">",
        ("over",): ">",
        ("less", "than"): "<",
        ("under",): "<",
        ("at", "least"): ">=",
        ("at", "most"): "<=",
    }
    if words in cmp:
        yield Test(cmp[words], x.sem.value), 0
    elif words in (("exactly",), ("only",)):
        yield x.sem, 0
    elif len(words) == 1:
        yield Test("=", replace(x.sem.value, about=True)), 0


@rule("FR", "V", "TV")
def percentage(s: Sentence, n: Edge) -> Built:
    t = _test(n)
    if t.value is not None and t.value.unit == "%" and t.high is None:
        yield t, 0


@rule("FR", "a majority", "the majority", "an absolute majority", "most")
def majority(s: Sentence) -> Built:
    yield Test(">", _share(Fraction(1, 2))), 0


@rule(
    "P",
    f"{_SHARES} FR of T",
    f"{_SHARES} for|up|to|in FR of T",
    f"{_SHARES} FR of all|total|the T",
    f"{_SHARES} for|up|to FR of all|total T",
)
def share_of(s: Sentence, x: Edge, t: Edge) -> Built:
    """“accounts for 29.4 % of all trains”"""
    m = t.sem
    if m.test or m.sup or (m.quant and m.quant.kind != "all"):
        return
    verb = s.stems[s.span[0]]
    after = s.words[s.span[0] + 1]
    if (verb in ("account", "amount", "make")) != (after in ("for", "up", "to")):
        return
    yield Pred(Term(share=(x.sem, replace(m, quant=None))), "share"), 0


@rule("CL", "FR of T VB PP", "FR of T VB VT PP", "FR of T VO PP", "FR of T P")
def share_placed(s: Sentence, x: Edge, t: Edge, *e: Edge) -> Built:
    """“More than a third of the cancellations were on S3 Lake”"""
    m = t.sem
    if m.test or m.sup or m.quant:
        return
    last = e[-1]
    if last.cat == "PP":
        place = last.sem[1]
        if place.points and not place.measure and not place.test and (m.measure or m.said):
            yield Clause(place, Pred(Term(share=(x.sem, m)), "share")), 1
        return
    if (
        last.sem.verb in ("be", "feature", "have", "amount", "compare")
        and (m.noun or m.conds or m.answer)
        and not m.measure
    ):
        # rows: a share of how many there are
        yield (
            Clause(
                m, Pred(last.sem.term, "sharerows", last.sem.neg, followed=(Term(test=x.sem),), scope=last.sem.scope)
            ),
            1,
        )
