"""Numbers and comparisons with numbers.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.rules.common import rule
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Test


@rule("V", "about|around|roughly|approximately|circa|some V", "nearly|almost V", "just over|under V")
def about(s: Sentence, n: Edge) -> Built:
    if not n.sem.about:
        word = s.words[n.start - 1]
        if word in ("over", "under"):
            return
        yield replace(n.sem, about=True), 1


@rule("V", "V roughly|approximately", "V [,] or so")
def about_after(s: Sentence, n: Edge) -> Built:
    if not n.sem.about:
        yield replace(n.sem, about=True), 1


@rule("TV", "CMP V")
def compared(s: Sentence, cmp: Edge, n: Edge) -> Built:
    if not n.sem.about and not (cmp.sem == "=" and s.words[cmp.start] == "only" and n.sem.year):
        yield Test(cmp.sem, n.sem), 0


@rule("TV", "V TAIL")
def compared_after(s: Sentence, n: Edge, tail: Edge) -> Built:
    if not n.sem.about:
        yield Test(tail.sem, n.sem), 0


@rule("TV", "between V and V", "from V to V", "V to V", "V - V")
def between(s: Sentence, a: Edge, b: Edge) -> Built:
    low = a.sem if a.sem.unit or not b.sem.unit else replace(a.sem, unit=b.sem.unit, kind=b.sem.kind)
    if low.scale == 1 and b.sem.scale != 1:
        low = replace(low, scale=b.sem.scale)
    if (
        low.total < b.sem.total
        and not (low.year and b.sem.year)
        and s.words[a.start - 1 if a.start else 0] == "between"
    ):
        yield Test("..", low, b.sem), 0
