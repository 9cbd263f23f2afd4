"""Phrases that name something of the table.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.lexicon.kin import root
from egvar.solver.english.nodes import node
from egvar.solver.english.rules.common import _list, joined, rule
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Quant, Term, Test, merge
from egvar.source.units import units_of_word


@rule("T", "M", "X", "N", "O")
def plain(s: Sentence, e: Edge) -> Built:
    yield e.sem, 0


@rule("T", "D")
def other_column(s: Sentence, e: Edge) -> Built:
    """A column that is no measure, as a kind of row ("each district") or as what is said ("the language")."""
    yield e.sem, 1


@rule("T", "K K", "K T")
def caption_words(s: Sentence, k: Edge, t: Edge) -> Built:
    """“unemployment rate”, “sales of flooring”"""
    if t.sem.said and not t.sem.noun and not t.sem.sup and s.words[t.start] not in f.DET:
        yield from joined(k.sem, t.sem, 1)


@rule("M", "M M", "X M M")
def part_of_whole(s: Sentence, *e: Edge) -> Built:
    """“late trains”, “cancelled flights”: a part of what the noun counts"""
    if len(e) == 3:
        return
    a, b = e
    if a.sem.measure and b.sem.measure and s.profile.part_of(a.sem.measure.label, b.sem.measure.label):
        yield a.sem, 1


@rule("T", "M K", "M N", "share|percentage|proportion|rate|number of M")
def measure_noun(s: Sentence, m: Edge, *k: Edge) -> Built:
    """“the maths mark”, “the share of foreign guests” of a column of percentages"""
    if not k:
        info = s.profile.col(m.sem.measure.label)
        if (s.stems[s.span[0]] == "number") != (info.percent or info.rate):
            yield m.sem, 1
    elif k[0].cat == "K":
        yield from joined(m.sem, k[0].sem, 1)


@rule("X", "X alone")
def alone(s: Sentence, x: Edge) -> Built:
    yield x.sem, 1


@rule(
    "PP",
    "excluding|except|besides|without T",
    "apart|aside from T",
    "except for T",
    "other than T",
    "leaving T aside",
    "with the exception of T",
)
def excluding(s: Sentence, t: Edge) -> Built:
    """“excluding Carlow”, “except the apple”: all other rows"""
    m = t.sem
    if m.ents and not m.measure and not m.conds and not m.axis and not m.test and not m.quant:
        nots = frozenset(node("not", of=node("text_is", column=e.column, value=v)) for e in m.ents for v in e.values)
        yield ("among", Term(conds=nots, notes=m.notes)), 0


@rule("T", "SUP PP", "SUP of T", "SUP one PP")
def superlative_of(s: Sentence, sup: Edge, pp: Edge) -> Built:
    """“the most recent of the five”, “the fattiest of the seven foods”"""
    prep, t = pp.sem if pp.cat == "PP" else ("of", pp.sem)
    usable = tuple(d for d in sup.sem.dims if d.headers or d.kinds)
    if prep in ("of", "among") and usable and t.quant and t.quant.kind == "whole" and not t.measure:
        yield replace(t, sup=replace(sup.sem, dims=usable)), 1


@rule("PP", "of the V")
def of_so_many(s: Sentence, n: Edge) -> Built:
    """“of the five”: all rows, and how many there are"""
    v = n.sem
    if v.word and v.unit is None and v.value.denominator == 1 and v.value > 1:
        yield ("of", Term(quant=Quant("whole", None, int(v.value)))), 2


@rule("T", "average|typical N")
def average_row(s: Sentence, n: Edge) -> Built:
    """“an average line”: each row's amount, on average"""
    if n.sem.noun != "period":
        yield Term(agg="mean", each=True), 1


@rule("T", "total of V T", "total of TV T", "grand total of V T")
def total_of(s: Sentence, n: Edge, t: Edge) -> Built:
    """“a total of 333 trains”"""
    test = n.sem if n.cat == "TV" else Test("=", n.sem)
    if t.sem.measure and not t.sem.test and not t.sem.agg and not t.sem.points:
        yield replace(t.sem, test=test, agg="sum"), 0


@rule("M", "V M")
def of_that_year(s: Sentence, n: Edge, m: Edge) -> Built:
    """“its 2022 yield”"""
    measure = m.sem.measure
    if n.sem.year and measure and measure.when == n.sem.value:
        yield replace(m.sem, measure=replace(measure, when=0, via="fixed")), 0


@rule("T", "M U")
def unit_noun(s: Sentence, m: Edge, u: Edge) -> Built:
    """“sunshine hours” of a column in hours, “mean temperature” of one in degrees"""
    info = s.profile.col(m.sem.measure.label)
    word = s.words[u.start]
    named = any(x.text == info.unit for x in units_of_word(word))
    if (named and info.unit) or (info.units.kind and s.stems[u.start] == info.units.kind):
        yield m.sem, 1


@rule("T", "K")
def of_caption(s: Sentence, e: Edge) -> Built:
    """A noun that the caption has: what the table's cells are."""
    yield e.sem, 2


@rule("T", "the|a|an|its|their|our|his|her|this|these|those|such T")
def determined(s: Sentence, t: Edge) -> Built:
    if (not t.sem.pronoun and not t.sem.quant and s.words[t.start - 1] not in ("this", "these")) or t.sem.ents:
        yield t.sem, 0


@rule("T", "the|our|their U")
def owner(s: Sentence, *u: Edge) -> Built:
    if s.stems[u[-1].start] in f.OWNERS:
        yield Term(owner=True, notes=frozenset({f"“{s.word(u[-1].start)}” is what the table is about"})), 3


@rule("T", "X T", "C T")
def modified(s: Sentence, a: Edge, b: Edge) -> Built:
    """“IT budget”, “Harbour flats”, “MIT - licensed libraries”"""
    t = merge(a.sem, b.sem)
    if (
        t is not None
        and not b.sem.pronoun
        and s.words[b.start] not in f.DET
        and (b.sem.measure or b.sem.noun or b.sem.answer or b.sem.conds or b.sem.ents or b.sem.said or b.sem.axis)
    ):
        if b.sem.answer and not b.sem.noun:
            same = {c.get("column") for c in a.sem.conds} | {e.column for e in a.sem.ents}
            if b.sem.answer in same:
                yield replace(t, answer=""), 0
            return
        yield t, 1


@rule("T", "X group|arm|line|row|category|segment")
def named_kind(s: Sentence, a: Edge, *b: Edge) -> Built:
    yield a.sem, 0


@rule("T", "N X", "D X")
def kind_then_name(s: Sentence, a: Edge, b: Edge) -> Built:
    """“line S3”, “district Harbour”"""
    if a.cat == "N" and b.sem.ents:
        yield b.sem, 0
    if a.cat == "D" and a.sem.answer in {c.get("column") for c in b.sem.conds} | {e.column for e in b.sem.ents}:
        yield b.sem, 0


@rule("C", "C - U", "C - VT", "C - VM")
def hyphened(s: Sentence, c: Edge, u: Edge) -> Built:
    """“MIT-licensed”"""
    columns = {n.get("column") for n in c.sem.conds}

    heads = {root(w) for label in columns if label for w in s.profile.col(label).words}
    if root(s.stems[u.start]) in heads:
        yield c.sem, 0


@rule("X", "X - D")
def hyphened_header(s: Sentence, c: Edge, d: Edge) -> Built:
    if d.sem.answer in {n.get("column") for n in c.sem.conds}:
        yield c.sem, 0


@rule("T", "T PP")
def placed(s: Sentence, t: Edge, pp: Edge) -> Built:
    prep, other = pp.sem
    if t.sem.pronoun and prep not in ("of", "in", "for", "at", "on", "from"):
        return
    if prep in ("with", "by", "to", "than", "between", "as", "per"):
        return
    if t.sem.test is not None and t.sem.test.other is not None and other.points:
        return
    yield from joined(t.sem, other, 0)


@rule("T", "T 's T", "T ' T")
def possessive(s: Sentence, a: Edge, b: Edge) -> Built:
    if a.sem.points or a.sem.owner:
        yield from joined(a.sem, b.sem, 0)


@rule("T", "AGG T", "AGG PP")
def aggregated(s: Sentence, a: Edge, t: Edge) -> Built:
    sem = t.sem
    if t.cat == "PP":
        if t.sem[0] != "of":
            return
        sem = t.sem[1]
    if not sem.agg and sem.quant is None and (sem.measure or sem.axis or sem.said or sem.ents):
        yield replace(sem, agg=a.sem), 0
    if sem.noun and not sem.measure and not sem.agg and a.sem == "sum" and not sem.ents:
        yield replace(sem, agg="count"), 2


@rule("T", "number|count|amount of T", "number|amount of U")
def number_of(s: Sentence, t: Edge) -> Built:
    if t.cat == "T" and t.sem.measure and not t.sem.agg:
        yield t.sem, 0
    if t.cat == "T" and (t.sem.noun or t.sem.conds) and not t.sem.measure and not t.sem.quant:
        yield replace(t.sem, agg="count"), 1


@rule("T", "level|value|figure of T")
def level_of(s: Sentence, t: Edge) -> Built:
    if t.sem.measure and not t.sem.agg:
        yield t.sem, 0


@rule("T", "total|annual|overall T", "T for the year")
def whole_amount(s: Sentence, t: Edge) -> Built:
    """“total trains”, “annual sales”: over all rows"""
    if (t.sem.measure or t.sem.said) and not t.sem.agg and not t.sem.points and not t.sem.sup:
        yield replace(t.sem, agg="sum"), 1


@rule("T", "that|those PP")
def that_of(s: Sentence, pp: Edge) -> Built:
    if pp.sem[0] in ("of", "in", "for", "at", "on", "from"):
        yield replace(pp.sem[1], pronoun=True), 0


@rule("T", "T and|& T", "both T and T", "T , T [,] and T", "T , T , T [,] and T", "T , T , T , T [,] and T")
def coordinated(s: Sentence, *terms: Edge) -> Built:
    """Named things in a row. "both" is distributive; a plain "and" may be either."""
    join = "both" if s.words[max(0, terms[0].start - 1)] == "both" else "and"
    yield from _list([t.sem for t in terms], join)


@rule("T", "T or T", "either T or T", "T , T [,] or T")
def alternatives(s: Sentence, *terms: Edge) -> Built:
    yield from _list([t.sem for t in terms], "or")


@rule("T", "neither T nor T")
def neither(s: Sentence, *terms: Edge) -> Built:
    yield from _list([t.sem for t in terms], "neither")
