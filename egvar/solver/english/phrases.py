"""Phrases: how words become terms. Each rule is one construction, generic over what it combines.

May import: the standard library, `egvar.solver.english`.

Categories: T a term, PP a preposition with its term, V a number, TV a comparison with a number, Q a quantifier.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from egvar.solver.english.chart import Built, Edge, Grammar
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.nodes import node
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Ent, Measure, Quant, Sup, Term, Test, Val, merge
from egvar.source.units import units_of_word

G = Grammar()
rule = G.rule
_GROUP = "group|arm|line|row|column|category|segment|side"


# --- numbers ---------------------------------------------------------------------------------------------------


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


# --- terms ---------------------------------------------------------------------------------------------------


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


@rule("T", "the|our|their U", "the|our|their U U")
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
    from egvar.solver.english.lexicon.kin import root

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


def joined(a: Term, b: Term, cost: int) -> Built:
    t = merge(a, b)
    if t is not None:
        yield t, cost


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


def _list(items: list[Term], join: str) -> Built:
    first = items[0]
    if all(len(t.ents) == 1 and replace(t, ents=(), notes=frozenset()) == Term() for t in items):
        if len({t.ents[0].column for t in items}) == 1 and len({t.ents for t in items}) == len(items):
            notes = frozenset().union(*(t.notes for t in items))
            yield Term(ents=tuple(t.ents[0] for t in items), join=join, notes=notes), 0
    elif all(len(t.axis) == 1 and replace(t, axis=(), notes=frozenset()) == Term() for t in items):
        if len({t.axis for t in items}) == len(items):
            notes = frozenset().union(*(t.notes for t in items))
            yield Term(axis=tuple(t.axis[0] for t in items), join=join, notes=notes), 0
    elif all(t.conds and replace(t, conds=frozenset(), notes=frozenset()) == Term() for t in items):
        from egvar.solver.english.nodes import some

        columns = {c.get("column") for t in items for c in t.conds}
        if len(columns) == 1 and None not in columns and all(len(t.conds) == 1 for t in items):
            cond = some([next(iter(t.conds)) for t in items])
            yield replace(first, conds=frozenset({cond}), join="or" if join == "or" else ""), 3


# --- numbers of things ------------------------------------------------------------------------------------------


@rule("T", "V T", "TV T")
def amount(s: Sentence, n: Edge, t: Edge) -> Built:
    """“649 orders”, “at least 498 orders”; “three lines” is a quantifier."""
    test = n.sem if n.cat == "TV" else Test("=", n.sem)
    if s.words[t.start] in f.DET:
        return
    m = t.sem
    if m.measure and not m.test and not m.quant and not m.sup:
        info = s.profile.col(m.measure.label)
        if info.role in ("year", "identifier", "rank"):
            return
        if info.percent and (test.value is None or test.value.unit != "%"):
            return  # "48.1 votes" of a column of percentages
        yield replace(m, test=test), 0
    elif m.axis and not m.test and not m.quant:
        return
    if (m.noun or m.answer or m.conds) and not m.measure and not m.ents and not m.axis and not m.agg and not m.quant:
        value = test.value
        if value is not None and value.unit is None and value.scale == 1 and value.value.denominator == 1:
            if value.value >= 0 and not value.about and not (value.value > s.profile.source.n_rows * 50):
                yield replace(m, quant=Quant("count", test)), 1 if m.noun else 2


@rule("T", "V U", "TV U")
def counted(s: Sentence, n: Edge, u: Edge) -> Built:
    """“25 patients”: what cells count, where no header says it"""
    word = s.stems[u.start]
    test = n.sem if n.cat == "TV" else Test("=", n.sem)
    plural = s.words[u.start] != word or word == "people"
    value = test.value
    if value is None or value.unit is not None or value.scale != 1:
        return
    if s.profile.axis and (word in f.COUNT_NOUNS):
        note = frozenset({f"“{s.words[u.start]}” is what the cells count"})
        test = replace(test, value=replace(value, kind="count"))
        yield Term(test=test, said=frozenset({word}), notes=note), 4
    elif s.profile.generic_key and plural and value.value <= s.profile.source.n_rows:
        note = frozenset({f"“{s.words[u.start]}” are the rows of the table"})
        yield Term(noun=word, quant=Quant("count", test), notes=note), 8


@rule("T", "V of M", "TV of M", "V of K", "TV of K")
def amount_of(s: Sentence, n: Edge, m: Edge) -> Built:
    """“72 mm of rain”"""
    test = n.sem if n.cat == "TV" else Test("=", n.sem)
    if test.value is not None and (test.value.unit not in (None, "%") or m.sem.said):
        yield replace(m.sem, test=test), 0


@rule("T", "we|us")
def we(s: Sentence) -> Built:
    """“we have …”: whose table it is"""
    yield Term(owner=True, notes=frozenset({"“we” is what the table is about"})), 3


@rule("T", "nobody", "no one", "nobody else", "no other N")
def no_one(s: Sentence, *n: Edge) -> Built:
    yield Term(noun="row", quant=Quant("none")), 1


@rule("T", "T TV", "T of V", "T of TV", "T of just V", "T [,] at V")
def tested(s: Sentence, t: Edge, n: Edge) -> Built:
    """“punctuality above 90 %”, “a population of 8,900”"""
    test = n.sem if n.cat == "TV" else Test("=", n.sem)
    if (t.sem.said or t.sem.axis) and not t.sem.measure and not t.sem.test and not t.sem.quant and not t.sem.noun:
        if s.words[n.start - 1] == "of" or n.cat == "TV":
            yield replace(t.sem, test=test), 0
        return
    if t.sem.measure and not t.sem.test and not t.sem.quant:
        if (
            test.cmp == "="
            and test.value is not None
            and test.value.year
            and s.profile.col(t.sem.measure.label).role != "year"
        ) and s.words[n.start - 1] == "of":
            return
        yield replace(t.sem, test=test), 0


@rule("Q", "all|every|each|any|both", "all of", "each of", "every one of", "both of", "every single")
def universal(s: Sentence) -> Built:
    yield Quant("all"), 0


@rule("Q", "no", "none of", "not one of", "not a single", "not one")
def nothing(s: Sentence) -> Built:
    yield Quant("none"), 0


@rule("Q", "most of", "most", "the majority of", "a majority of", "more than half of", "over half of", "more than half")
def majority(s: Sentence) -> Built:
    yield Quant("most"), 0


@rule("Q", "half of", "exactly half of", "half")
def half(s: Sentence) -> Built:
    yield Quant("half"), 0


@rule("Q", "V of", "TV of", "V out of", "TV out of")
def some_of(s: Sentence, n: Edge) -> Built:
    test = n.sem if n.cat == "TV" else Test("=", n.sem)
    value = test.value
    if (
        value is not None
        and value.unit is None
        and value.scale == 1
        and value.value.denominator == 1
        and not value.about
    ):
        yield Quant("count", test), 0


@rule("T", "Q T", "Q the T", "Q V T", "Q the V T", "Q the other T")
def quantified(s: Sentence, q: Edge, *rest: Edge) -> Built:
    t = rest[-1].sem
    if t.quant or t.sup or t.measure or t.test or t.agg or not (t.noun or t.conds or t.answer or t.axis):
        return
    if t.ents or (t.axis and not t.noun):
        return
    quant = q.sem
    if len(rest) == 2:
        v = rest[0].sem
        if v.unit is not None or v.scale != 1 or v.value.denominator != 1:
            return
        quant = replace(quant, of=int(v.value))
    elif quant.kind == "all" and s.words[q.start] == "both":
        quant = replace(quant, of=2)
    yield replace(t, quant=quant), 0


@rule("T", "Q U", "Q the U", "Q V U", "Q the V U")
def quantified_unknown(s: Sentence, q: Edge, *rest: Edge) -> Built:
    """“all properties”: rows, where the key column's header names no kind of thing"""
    u = rest[-1]
    word = s.words[u.start]
    if not s.profile.generic_key or s.profile.axis:
        return
    quant = q.sem
    if len(rest) == 2 and rest[0].sem.value.denominator == 1:
        quant = replace(quant, of=int(rest[0].sem.value))
    yield Term(noun=s.stems[u.start], quant=quant, notes=frozenset({f"“{word}” are the rows of the table"})), 8


@rule("T", "only T", "just T")
def only(s: Sentence, t: Edge) -> Built:
    if t.sem.quant and t.sem.quant.kind == "count" and t.sem.quant.test.cmp == "=":
        yield t.sem, 0
    elif (
        (t.sem.ents or t.sem.conds or t.sem.axis)
        and not t.sem.quant
        and not t.sem.measure
        and s.words[t.start - 1] == "only"
    ):
        yield replace(t.sem, quant=Quant("only")), 0


# --- superlatives -------------------------------------------------------------------------------------------------


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
    if m.measure or m.axis or m.said:
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
        if usable and not m.agg:
            yield replace(m, sup=replace(sup.sem, dims=usable)), 0


def _end(sup: Sup, dims: tuple[object, ...]) -> str:
    return sup.end


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
    if usable and s.profile.generic_key and not t:
        note = frozenset({f"“{word}” is a row of the table"})
        yield Term(noun=s.stems[u.start], sup=replace(sup.sem, dims=usable), notes=note), 8


@rule("T", "SUP number|amount|level|count of T", "SUP total T")
def superlative_number(s: Sentence, sup: Edge, t: Edge) -> Built:
    if t.sem.measure and not t.sem.sup and any(d.any for d in sup.sem.dims):
        yield replace(t.sem, sup=Sup(sup.sem.end, (), sup.sem.place, sup.sem.count)), 0


# --- prepositions -------------------------------------------------------------------------------------------------


@rule(
    "PP",
    "in|on|at|of|for|from|with|among|during|across|within|under|by|through|throughout|per|into|between|to|over T",
)
def prepositional(s: Sentence, t: Edge) -> Built:
    word = s.words[t.start - 1]
    if t.sem.pronoun or (t.sem.quant and t.sem.quant.kind == "all" and word in ("across", "among", "over", "of")):
        return
    if t.sem.noun and not t.sem.quant and not t.sem.sup and not t.sem.conds and not t.sem.test and not t.sem.each:
        # "of the libraries", "across lines": all rows, nothing more
        if word in ("of", "among", "across", "in", "for", "over") and s.words[t.start] in ("the", "all", "these"):
            yield (word, replace(t.sem, noun="")), 1
        return
    yield (word, t.sem), 0


@rule(
    "PP",
    "on|in the list|table|data|dataset|chart|sample|survey",
    "of the lot",
    "so far",
    "to date",
    "in total",
    "in all",
    "at all",
)
def nothing_more(s: Sentence) -> Built:
    """Words that leave a sentence's truth as it is, where a table is all that there is."""
    words = s.words[slice(*s.span)]
    yield ("of", Term(agg="sum") if words[-1] in ("total", "all") and words[0] == "in" else Term()), 1


@rule("PP", "at|by|since the end of T", "at year - end T", "at the start|beginning of T")
def at_the_end(s: Sentence, t: Edge) -> Built:
    """“at the end of 2024”: a balance sheet's date"""
    if t.sem.axis and not t.sem.measure and "end" in s.words[s.span[0] : t.start]:
        kinds = {k[0] for k in s.names.periods}
        yield ("in", t.sem), 0 if "day" in kinds else 3


@rule("PP", "per V")
def per_hundred(s: Sentence, n: Edge) -> Built:
    """“per 100 g”, as the caption says of all numbers"""
    said = " ".join(s.words[slice(*s.span)])
    if said in " ".join(s.profile.caption_text.lower().split()):
        yield ("of", Term()), 0


@rule("T", "V K")
def counted_in_caption(s: Sentence, n: Edge, k: Edge) -> Built:
    """“76 marks”, where the caption says what the numbers are"""
    if n.sem.unit in (None, "%"):
        yield replace(k.sem, test=Test("=", n.sem)), 1


@rule(
    "PP",
    "over|in|of|during|across|throughout the [whole] year|period|season",
    "of|in the league|division|season|competition",
)
def whole_time(s: Sentence) -> Built:
    """“over the year”, where the table's periods are parts of one"""
    if s.words[s.span[1] - 1] in ("year", "period", "season"):
        kinds = {k[0] for k in s.names.periods}
        if "year" in kinds or not kinds:
            return
    yield ("of", Term(quant=Quant("whole"))), 2


@rule("PP", "on|in the list|table|data", "of the lot")
def furniture(s: Sentence) -> Built:
    """“on the list”: the table, and nothing more"""
    yield ("of", Term()), 1


@rule("T", "gap|difference|margin between T and T", "the gap|difference in M between T and T")
def gap(s: Sentence, *t: Edge) -> Built:
    """“the gap between Veronia and Sudmark”"""
    a, b = t[-2].sem, t[-1].sem
    if (a.points or a.measure) and (b.points or b.measure) and a != b and not (a.test or b.test or a.sup or b.sup):
        m = t[0].sem if len(t) == 3 else Term()
        yield replace(m, pair=("gap", a, b)), 1


@rule("T", "ratio of T to T", "ratio between T and T")
def ratio(s: Sentence, a: Edge, b: Edge) -> Built:
    if (a.sem.measure or a.sem.ents or a.sem.axis) and (b.sem.measure or b.sem.ents or b.sem.axis):
        yield Term(pair=("ratio", a.sem, b.sem)), 1


@rule("T", "T a|per|each N", "T a|per|each D")
def per_row(s: Sentence, t: Edge, n: Edge) -> Built:
    """“581 orders a month”: each row's, on average"""
    key = n.sem.noun or n.sem.answer == s.profile.key
    if key and (t.sem.measure or t.sem.said) and not t.sem.each and not t.sem.quant and n.sem.noun != "period":
        yield replace(t.sem, each=True), 0


@rule("PP", "in|on|during|of|from DATE", "in the month of DATE")
def on_day(s: Sentence, d: Edge) -> Built:
    """“on 8 January 2024”, “in March”"""
    yield ("in", d.sem), 0


@rule("PP", "before|after|since|until DATE", "before|after|since V")
def around_day(s: Sentence, d: Edge) -> Built:
    """“before January 2024”, “after 2020”"""
    word = s.words[s.span[0]]
    if d.cat == "V":
        if d.sem.year:
            cmp = {"before": "<", "after": ">", "since": ">="}[word]
            for term, cost in year_terms(s, d.sem, cmp):
                yield ("in", term), cost + 1
        return
    conds = list(d.sem.conds)
    if len(conds) == 1 and conds[0].op == "day_is" and word in ("since", "until"):
        yield (
            (
                "in",
                Term(
                    conds=frozenset(
                        {
                            node(
                                "day_is",
                                column=conds[0].get("column"),
                                cmp=">=" if word == "since" else "<=",
                                value=conds[0].get("value"),
                            )
                        }
                    )
                ),
            ),
            1,
        )


@rule(
    "PP",
    "in|during|for|of|from|by|since|until V",
    "in|during|of the year|season V",
    "in|during year|season V",
    "in|on|for|of the V X",
)
def in_year(s: Sentence, *n: Edge) -> Built:
    """A year, where a column of years names the time of a row."""
    v = n[0].sem
    if v.year and len(n) == 1:
        word = s.words[n[0].start - 1]
        for term, cost in year_terms(s, v, "="):
            yield (word if word in ("of", "from", "since") else "in", term), cost


def year_terms(s: Sentence, v: Val, cmp: str) -> list[tuple[Term, int]]:
    """Rows of a year: by a column that is time and nothing else; or the columns of that year."""
    out = []
    if cmp == "=" and any(v.value == year for family in s.profile.families for year, _ in family):
        out.append((Term(when=int(v.value)), 0))
    for c in s.profile.columns:
        timely = c.label == s.profile.key or set(c.words) & {"year", "season", "date", "day", "month", "fiscal", "fy"}
        if c.role == "year" and timely:
            cond = node("number_is", column=c.label, cmp=cmp, value=int(v.value))
            out.append((Term(conds=frozenset({cond})), 0))
        elif c.role == "date" and (timely or len([x for x in s.profile.columns if x.role == "date"]) == 1):
            part = (("name", c.label), ("part", "year"))
            cond = node("number_is", column=part, cmp=cmp, value=int(v.value))
            out.append((Term(conds=frozenset({cond})), 1 if timely else 6))
    return out


@rule(
    "PP",
    "among|of|in|for|at|on|across all [the] T",
    "across|in|for|over the V T",
    "among|across|in|over all V T",
    "of the V T",
)
def all_of(s: Sentence, *e: Edge) -> Built:
    """“across all lines”, “over the six months”: the whole table; how many there are is checked."""
    t = e[-1].sem
    if t.quant or t.measure or t.ents or t.test or t.sup or t.axis or not (t.noun or t.answer):
        return
    of = None
    if len(e) == 2:
        v = e[0].sem
        if v.unit is not None or v.value.denominator != 1 or (not v.word and v.value > 1000):
            return
        of = int(v.value)
    yield ("of", replace(t, noun="", answer="", quant=Quant("whole", None, of))), 1


__all__ = ["Ent", "Fraction", "G", "Measure", "Sup", "joined", "rule", "year_terms"]
