"""Predicates: having an amount, coming to an amount.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.lexicon import verbs as v
from egvar.solver.english.lexicon.kin import root
from egvar.solver.english.nodes import node
from egvar.solver.english.rules.common import _GENERAL, _OBJECTS, _test, measures_of, rule
from egvar.solver.english.rules.sems import Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Measure, Sup, Term, Test, merge


@rule("P", "VB V", "VB TV", "VE V", "VE TV", "VE at V", "VE at TV", "VE to V", "VE to TV", "VE out at V", "VE in at V")
def amounts_to(s: Sentence, verb: Edge, n: Edge) -> Built:
    """“was 46 %”, “stood at 9.1 %”, “came to 330”"""
    yield Pred(Term(test=_test(n)), "amount"), 0
    if verb.cat == "VE" and verb.sem in v.REACHING and _test(n).cmp == "=":
        yield Pred(Term(test=Test(">=", _test(n).value)), "amount"), 0


@rule("P", "VH V", "VH TV")
def has_number(s: Sentence, verb: Edge, n: Edge) -> Built:
    """“recorded 72 mm”: the subject is a measure itself"""
    value = _test(n).value
    if value is not None and not value.word:
        yield Pred(Term(test=_test(n)), "amount"), 6
        if verb.sem in v.REACHING and _test(n).cmp == "=":
            yield Pred(Term(test=Test(">=", value)), "amount"), 6


@rule("P", "VH T")
def has(s: Sentence, verb: Edge, t: Edge) -> Built:
    """“had 10 wins”, “recorded the highest turnout”, “has a population of 8,900”"""
    m = t.sem
    if m.test or m.sup or (m.conds and not m.ents and not m.measure and not m.noun and not m.quant):
        yield Pred(m, "have"), 0
        if verb.sem in v.REACHING and m.test and m.test.cmp == "=" and m.test.other is None:
            yield Pred(replace(m, test=replace(m.test, cmp=">=")), "have"), 0
    elif m.quant and m.quant.kind == "count" and (m.noun or m.answer or m.conds):
        yield Pred(m, "have"), 4


@rule(
    "P",
    "VH [a|an|its] B",
    "VH no B",
    "offer|support|allow|include|provide|use|accept|need|require B",
    "come|be with [a] B",
    "be B",
)
def has_feature(s: Sentence, *e: Edge) -> Built:
    """“has a garden”, “supports streaming”, “has no garden”"""
    label = e[-1].sem.answer
    info = s.profile.col(label)
    none = s.words[e[-1].start - 1] == "no"
    value = info.no if none else info.yes
    if value is not None:
        cond = node("text_is", column=label, value=value)
        yield Pred(Term(conds=frozenset({cond}), notes=e[-1].sem.notes), "feature"), 0


@rule("P", "VM V", "VM TV", "VM out at V", "VM for V", "VM up V")
def verb_names_measure(s: Sentence, verb: Edge, n: Edge) -> Built:
    """“costs €238,000”: the verb says which column"""
    for label, cost in measures_of(s, verb.sem):
        yield Pred(Term(measure=Measure(label, "verb"), test=_test(n)), "have"), cost


@rule("P", "VB M TV", "VB M at V", "VB M at TV", "VB M V")
def is_priced(s: Sentence, verb: Edge, m: Edge, n: Edge) -> Built:
    """“are priced under $90”"""
    info = s.profile.col(m.sem.measure.label)
    if s.words[m.start] not in info.words and not (s.words[m.start].endswith("ed") and m.end - m.start == 1):
        return
    if info.role == "measure" and s.words[m.start].endswith(("ed", "t")) and m.end - m.start == 1:
        yield Pred(Term(measure=m.sem.measure, test=_test(n), notes=m.sem.notes), "have"), 0


@rule("P", "have its|their|a SUP N PP", "have its|their SUP T PP", "VB at its|their SUP PP")
def has_best(s: Sentence, sup: Edge, *e: Edge) -> Built:
    """“had its best quarter in Q4”"""
    place = e[-1].sem[1]
    if len(e) == 2 and not (e[0].sem.noun or e[0].sem.said):
        return
    if place.points and not place.measure and not place.test:
        t = merge(place, Term(sup=Sup(sup.sem.end, sup.sem.dims)))
        if t is not None:
            yield Pred(t, "most"), 1


@rule("P", "VM more|less|fewer PP THAN", "VH more|less|fewer PP THAN", "VM more|less THAN")
def did_more(s: Sentence, verb: Edge, *e: Edge) -> Built:
    """“sold less in Q4 than in Q3”"""
    word = s.words[verb.end]
    left = e[0].sem[1] if len(e) == 2 else Term()
    test = Test(">" if word == "more" else "<", other=e[-1].sem)
    labels: list[tuple[Measure | None, int]] = [(None, 2)] if s.profile.axis else []
    if verb.cat == "VM":
        labels += [(Measure(x, "verb"), c) for x, c in measures_of(s, verb.sem)]
    for measure, cost in labels:
        t = merge(left, Term(measure=measure, test=test))
        if t is not None:
            yield Pred(t, "compare"), cost


@rule(
    "P",
    "VB both the SUP and the SUP N",
    "VB the SUP and the SUP N",
    "VB the SUP and SUP N",
    "VB both the SUP and SUP N",
)
def both_most(s: Sentence, verb: Edge, a: Edge, b: Edge, n: Edge) -> Built:
    """“was both the warmest and the wettest month”"""
    usable = [tuple(d for d in x.sem.dims if d.headers or d.kinds) for x in (a, b)]
    if all(usable):
        first, second = (replace(n.sem, sup=replace(x.sem, dims=d)) for x, d in zip((a, b), usable, strict=True))
        yield Pred(first, "be", more=Pred(second, "be")), 0


@rule("P", "VM T")
def verb_with_object(s: Sentence, verb: Edge, t: Edge) -> Built:
    """“sold 120 units”, “won the most games”: the object's column fits the verb"""
    m = t.sem
    if not (m.test or m.sup):
        return
    words = set(v.MEASURE[verb.sem])
    if m.measure and not m.said:
        info = s.profile.col(m.measure.label)
        own = set(info.words) | {w for form in info.extra for w in form}
        roots = {root(w) for w in own}
        if own & words or {root(w) for w in words} & roots:
            yield Pred(m, "have"), 0
            return
        # "lost 3 games" with a column Games and another for losses is not about Games.
        better = [c for c, _ in measures_of(s, verb.sem)]
        if better and info.label not in better:
            for label in better:
                yield Pred(replace(m, measure=Measure(label, "verb")), "have"), 5
        elif verb.sem in _GENERAL:
            yield Pred(m, "have"), 1
    elif m.noun or m.said:
        if m.test and m.said and verb.sem in _GENERAL | {"score", "receive"}:
            yield Pred(m, "have"), 1
        for label, cost in measures_of(s, verb.sem):
            yield Pred(replace(m, noun="", said=frozenset(), measure=Measure(label, "verb")), "have"), cost + 4


@rule("P", "VM V U", "VM TV U")
def verb_with_counted(s: Sentence, verb: Edge, n: Edge, u: Edge) -> Built:
    """“lost three games” over a column Lost: the noun is what the verb counts"""
    if s.stems[u.start] in f.COUNT_NOUNS | _OBJECTS.get(verb.sem, frozenset()):
        for label, cost in measures_of(s, verb.sem):
            yield Pred(Term(measure=Measure(label, "verb"), test=_test(n)), "have"), cost + 2
