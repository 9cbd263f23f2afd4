"""Predicates: superlatives and ranks.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.rules.common import merge_or, rule
from egvar.solver.english.rules.sems import Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Sup, Term, merge


@rule("P", "VB SUP PP", "VB [the] SUP", "VB at its|their SUP PP")
def is_most(s: Sentence, verb: Edge, sup: Edge, *pp: Edge) -> Built:
    """“turnout was highest in ME”, “headaches were most frequent in the high dose arm”"""
    place = Term()
    if pp:
        prep, place = pp[0].sem
        if prep not in ("in", "on", "at", "for", "with", "among", "during") or not place.points:
            return
    yield Pred(merge_or(place, Term(sup=sup.sem)), "most"), 0


@rule(
    "P", "VP PP", "VB VP PP", "hit|reach|have its|their|a peak|high|maximum PP", "hit|reach its|their|a low|minimum PP"
)
def peaked(s: Sentence, *e: Edge) -> Built:
    """“peaked in 2020”"""
    prep, place = e[-1].sem
    way = e[0].sem if e[0].cat == "VP" else "lowest" if s.words[e[-1].start - 1] in ("low", "minimum") else "highest"
    if prep in ("in", "on", "at", "during") and place.points:
        t = merge(place, Term(sup=Sup("+" if way == "highest" else "-")))
        if t is not None:
            yield Pred(t, "most"), 0


@rule("P", "VO PP", "VB VO PP", "VO T", "VB found PP")
def occurred(s: Sentence, *e: Edge) -> Built:
    """“the fewest orders came in February”"""
    if e[-1].cat == "PP":
        prep, t = e[-1].sem
        if (
            prep in ("in", "on", "at", "from", "by", "during", "for", "with")
            and t.points
            and not t.measure
            and not t.test
        ):
            yield Pred(t, "occur"), 0


@rule(
    "P",
    "rank|come|finish|place|be ORD",
    "rank|come|finish|place|be in ORD place",
    "rank|be [number] V",
)
def ranks(s: Sentence, k: Edge) -> Built:
    place = int(k.sem) if k.cat == "ORD" else int(k.sem.value) if k.sem.value.denominator == 1 else 0
    if k.cat == "V" and s.stems[k.start - 1] == "be":
        return
    if 0 < place < 1000:
        yield Pred(rank=place, verb="rank"), 0


@rule("P", "rank|come|finish|be SUP")
def ranks_top(s: Sentence, sup: Edge) -> Built:
    if all(d.any for d in sup.sem.dims):
        yield Pred(rank=sup.sem.place, rank_end=sup.sem.end, verb="rank"), 3


@rule("P", "P by T", "P for T", "P in terms of T", "P on T", "P in T")
def ranked_by(s: Sentence, p: Edge, t: Edge) -> Built:
    if p.sem.verb == "rank" and t.sem.measure and not p.sem.term.measure and not t.sem.test:
        yield replace(p.sem, term=replace(t.sem, notes=t.sem.notes)), 0
