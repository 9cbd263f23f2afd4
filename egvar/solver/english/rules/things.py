"""Numbers of things, and quantifiers.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.rules.common import rule
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Quant, Term, Test


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
    elif s.profile.stands_for_rows(word) and plural and value.value <= s.profile.source.n_rows:
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
        if v.unit is not None or v.scale != 1 or v.value.denominator != 1 or v.about:
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
    if not s.profile.stands_for_rows(s.stems[u.start]) or s.profile.axis:
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
