"""Superlatives.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.rules.common import _end, joined, rule
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Sup, Term


@rule("SUP", "ORD SUP", "ORD - SUP")
def kth(s: Sentence, k: Edge, sup: Edge) -> Built:
    if sup.sem.place == 1 and sup.sem.count == 1:
        yield replace(sup.sem, place=k.sem), 0


@rule("SUP", "V SUP")
def several(s: Sentence, n: Edge, sup: Edge) -> Built:
    if sup.sem.place == 1 and n.sem.value.denominator == 1 and n.sem.unit is None and 1 < n.sem.value < 20:
        yield replace(sup.sem, count=int(n.sem.value)), 0


@rule("T", "SUP T")
def superlative(s: Sentence, sup: Edge, t: Edge) -> Built:
    """“the highest turnout”, “the fewest orders”, “the cheapest flat”"""
    m = t.sem
    if m.sup or m.quant or m.test or m.ents or s.words[t.start] in f.DET:
        return
    dims = sup.sem.dims
    if m.measure or m.said:
        if any(d.any for d in dims):
            yield replace(m, sup=Sup(_end(sup.sem, dims), (), sup.sem.place, sup.sem.count)), 0
        if m.measure and any(not d.any for d in dims) and not m.axis:
            words = s.profile.col(m.measure.label).words
            kind = s.profile.col(m.measure.label).units.kind
            fits = [d for d in dims if any(h in words for g in d.headers for h in g) or (kind in d.kinds and kind)]
            if fits:
                yield replace(m, sup=Sup(fits[0].end, (), sup.sem.place, sup.sem.count)), 0
    elif m.noun or m.conds or m.answer:
        usable = tuple(d for d in dims if d.headers or d.counts)
        last = s.words[t.end - 1]
        kind = m.noun or m.answer or (last == last.lower() and s.word(t.end - 1) != "")  # no “smallest South”
        if usable and not m.agg and kind:
            yield replace(m, sup=replace(sup.sem, dims=usable)), 0


@rule("T", "T PP")
def with_superlative(s: Sentence, t: Edge, pp: Edge) -> Built:
    """“the month with the most visits”, “libraries with fewer than 1,000 stars”"""
    prep, other = pp.sem
    if prep != "with" or t.sem.sup or t.sem.test or t.sem.measure or not (t.sem.noun or t.sem.conds or t.sem.answer):
        return
    if other.sup or other.test or other.conds:
        yield from joined(t.sem, other, 0)


@rule("T", "SUP U", "SUP U of T")
def superlative_unknown(s: Sentence, sup: Edge, u: Edge, *t: Edge) -> Built:
    """“the most expensive property”: a row, where the key column's header names no kind of thing"""
    usable = tuple(d for d in sup.sem.dims if d.headers)
    word = s.words[u.start]
    if usable and s.profile.stands_for_rows(s.stems[u.start]) and not t:
        note = frozenset({f"“{word}” is a row of the table"})
        yield Term(noun=s.stems[u.start], sup=replace(sup.sem, dims=usable), notes=note), 8


@rule("T", "SUP number|amount|level|count of T", "SUP total T")
def superlative_number(s: Sentence, sup: Edge, t: Edge) -> Built:
    if t.sem.measure and not t.sem.sup and any(d.any for d in sup.sem.dims):
        yield replace(t.sem, sup=Sup(sup.sem.end, (), sup.sem.place, sup.sem.count)), 0
