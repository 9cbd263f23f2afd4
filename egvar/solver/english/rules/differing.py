"""Predicates: differences, equality, and two numbers respectively.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.rules.common import _PEOPLE, _verb_fits, measures_of, rule
from egvar.solver.english.rules.sems import Both, Clause, Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Measure, Term, Test


@rule(
    "THAN",
    "than any|every other N",
    "than all other N",
    "than any|all of the others",
    "than any other D",
    "than all the other N",
    "than anyone else",
)
def than_others(s: Sentence, *n: Edge) -> Built:
    """“more matches than any other side”"""
    yield Term(agg="max", each=True), 0


@rule(
    "P",
    "VB V ahead|clear of T",
    "VB V behind T",
    "VB V more|less|fewer than T",
    "finish V ahead|clear of T",
    "finish V behind T",
    "VB V above|below T",
    "VB V higher|lower than T",
)
def ahead_by(s: Sentence, verb: Edge | None = None, *e: Edge) -> Built:
    """“was 243,000 people ahead of Arlenz”"""
    edges = [x for x in ((verb, *e) if verb is not None else e) if x.cat in ("V", "T")]
    if len(edges) != 2:
        return
    n, t = edges
    noun = next((x for x in ((verb, *e) if verb is not None else e) if x.cat in ("M", "K")), None)
    if not t.sem.points or t.sem.test or t.sem.sup:
        return
    words = s.words[n.end : t.start]
    base = noun.sem if noun is not None else Term()
    cmp = "<" if {"behind", "below", "less", "fewer", "lower"} & set(words) else ">"
    yield Pred(replace(base, test=Test(cmp, n.sem, other=t.sem, by=n.sem)), "compare"), 1


@rule(
    "P",
    "VH the same number|amount of T as T",
    "VH the same T as T",
    "VH as many|much T as T",
    "VM as many|much T as T",
    "VM the same number|amount of T as T",
    "VB as ADJ as T",
)
def same_as(s: Sentence, *e: Edge) -> Built:
    """“has exactly as many women as men”"""
    terms = [x for x in e if x.cat == "T"]
    other = terms[-1].sem
    if not (other.points or other.measure) or other.test or other.sup:
        return
    adj = next((x.sem for x in e if x.cat == "ADJ"), None)
    m = terms[0].sem if len(terms) == 2 else Term()
    if m.test or m.quant or m.sup or (len(terms) == 2 and not (m.measure or m.said or m.axis)):
        return
    if e[0].cat == "VM" and m.measure and not _verb_fits(s, e[0].sem, m.measure.label):
        return
    yield Pred(replace(m, test=Test("=", other=other, dims=(adj,) if adj else ())), "compare"), 0


@rule(
    "CL",
    "T VH the same number|amount of T",
    "T VH the same T",
    "T VM the same number|amount of T",
    "T VM the same T",
    "T VH as many|much T as each other",
)
def same_both(s: Sentence, a: Edge, verb: Edge, t: Edge) -> Built:
    """“Aeris and Finch Express cancelled the same number of flights”"""
    m = t.sem
    if len(a.sem.ents) == 2 and a.sem.join in ("and", "both") and m.measure and not m.points and not m.test:
        if verb.cat == "VM" and not _verb_fits(s, verb.sem, m.measure.label):
            better = measures_of(s, verb.sem)
            if len(better) != 1:
                return
            m = replace(m, measure=Measure(better[0][0], "verb"))
        first, second = (replace(a.sem, ents=(x,), join="") for x in a.sem.ents)
        yield Clause(first, Pred(replace(m, test=Test("=", other=second)), "compare")), 0


@rule(
    "CL",
    "T VH V and V M [,] respectively",
    "T VH V and V [,] respectively",
    "T VB V and V [,] respectively",
    "T VM V and V M [,] respectively",
    "T VM V and V [,] respectively",
    "T VH M of V and V [,] respectively",
    "T VH V and V U [,] respectively",
)
def respectively(s: Sentence, t: Edge, verb: Edge, *e: Edge) -> Built:
    """“rowkit and sheetly have 1,275 and 2,044 stars, respectively”"""
    values = [x.sem for x in e if x.cat == "V"]
    m = next((x.sem for x in e if x.cat == "M"), None)
    if any(x.cat == "U" for x in e) and not (
        s.profile.axis and any(s.stems[x.start] in f.COUNT_NOUNS | _PEOPLE for x in e if x.cat == "U")
    ):
        return
    items = [replace(t.sem, ents=(x,), join="") for x in t.sem.ents] or [
        replace(t.sem, axis=(x,), join="") for x in t.sem.axis
    ]
    if len(items) != 2:
        return
    unit = values[1]
    if values[0].unit is None and unit.unit is not None:
        values[0] = replace(values[0], unit=unit.unit, kind=unit.kind)
    if values[0].scale == 1 and unit.scale != 1:
        values[0] = replace(values[0], scale=unit.scale)
    labels: list[tuple[Measure | None, int]] = [(m.measure, 0)] if m is not None else [(None, 0)]
    if m is None and verb.cat == "VM":
        labels = [(Measure(x, "verb"), c) for x, c in measures_of(s, verb.sem)]
    for measure, cost in labels:
        both = [
            Clause(x, Pred(Term(measure=measure, test=Test("=", n)), "have"))
            for x, n in zip(items, values, strict=True)
        ]
        yield Both(both[0], both[1]), cost
