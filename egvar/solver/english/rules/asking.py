"""Questions: how many, how much, by how much.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.rules.common import measures_of, rule
from egvar.solver.english.rules.sems import Ask, Change, Clause, Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Measure, Term, Test, merge


@rule("ASK", "who win PP", "who win T", "who win in T")
def who_won(s: Sentence, t: Edge) -> Built:
    """“Who won in HI?”"""
    sem = t.sem[1] if t.cat == "PP" else t.sem
    labels = [c.label for c in s.profile.columns if set(c.words) & {"win", "champion"} and not c.numeric]
    if len(labels) == 1 and sem.points and not sem.measure:
        yield Ask("which", Clause(sem, Pred()), labels[0]), 0


@rule("ASK", "what do|does|did T VM", "what do|does|did T VM PP")
def what_does(s: Sentence, *e: Edge) -> Built:
    """“What does the floor lamp cost?”"""
    yield from how_many_has(s, *e)


@rule(
    "ASK",
    "how long|high|tall|big|large|old|many|much VB T",
)
def how_long(s: Sentence, verb: Edge, t: Edge) -> Built:
    """“How long is the median wait at Park Road?”"""
    m = t.sem
    if (m.measure or m.axis or m.said) and not m.test and not m.quant and not m.sup and m.points:
        yield Ask("value", Clause(m, Pred())), 1


@rule("ASK", "where VB T SUP", "when VB T SUP", "where|when VB T at its|their SUP")
def where_most(s: Sentence, verb: Edge, t: Edge, sup: Edge) -> Built:
    """“Where is turnout lowest?”"""
    key = s.profile.key
    if key is None or not (t.sem.measure or t.sem.axis or t.sem.said) or t.sem.ents:
        return
    timely = bool(s.profile.order) or s.profile.col(key).role in ("year", "date")
    if (s.words[s.span[0]] == "when") == timely:
        yield Ask("which", Clause(t.sem, Pred(Term(sup=sup.sem), "most")), key), 1


@rule(
    "ASK",
    "how many|much V|U COMP VB T THAN",
    "how many|much T COMP VB T THAN",
    "how many|much U COMP VB T THAN",
    "by how much|many VB T COMP THAN",
    "by how many T VB T COMP THAN",
    "by how many U VB T COMP THAN",
    "how much COMP VB T THAN",
    "by how many points VB T ahead of T",
    "by how many points VB T COMP THAN",
)
def how_much_more(s: Sentence, *e: Edge) -> Built:
    """“How many degrees colder was February than March?”"""
    terms = [x.sem for x in e if x.cat in ("T", "THAN")]
    comp = next((x.sem for x in e if x.cat == "COMP"), None)
    if len(terms) == 3:
        m = terms[0]
        if not (m.measure or m.said) or m.points or m.test:
            return
        joined = merge(m, terms[1])
        if joined is None:
            return
        left = joined
    elif len(terms) == 2:
        left = terms[0]
    else:
        return
    cmp = ">" if comp is None or comp.end == "+" else "<"
    dims = (comp,) if comp is not None else ()
    if left.points and terms[-1].points:
        yield Ask("difference", Clause(left, Pred(Term(test=Test(cmp, other=terms[-1], dims=dims)), "compare"))), 1


@rule("ASK", "what percentage|share|proportion of T VB M")
def what_share(s: Sentence, t: Edge, verb: Edge, m: Edge) -> Built:
    """“What percentage of flights were on time?”"""
    part, whole = m.sem.measure, t.sem
    if not whole.measure or whole.test or whole.sup or whole.quant or m.sem.points:
        return
    if s.profile.part_of(part.label, whole.measure.label):
        yield Ask("share", Clause(replace(whole, measure=part), Pred(Term(measure=whole.measure)))), 1


@rule(
    "ASK",
    "how many|much U live|work in T",
    "how many|much U live|work in T PP",
    "how many|much K live|work in T",
    "how many U do|does T employ|have",
)
def how_many_live(s: Sentence, u: Edge, t: Edge, *pp: Edge) -> Built:
    """“How many people work in IT?”"""
    if s.stems[u.start] not in f.COUNT_NOUNS or not t.sem.points or t.sem.measure:
        return
    scope = tuple(x.sem[1] for x in pp)
    live = "live" in s.stems[slice(*s.span)]
    want = {"population", "inhabitant", "resident"} if live else {"employee", "staff", "headcount", "worker"}
    labels = [c.label for c in s.profile.measures if set(c.words) & want]
    totals = [c.label for c in s.profile.measures if set(c.words) <= {"total", "all"} and s.profile.caption & want]
    for label in (labels or totals)[:1]:
        yield Ask("value", Clause(replace(t.sem, measure=Measure(label)), Pred(), scope)), 2
    if s.profile.axis and s.profile.caption & want:
        yield Ask("value", Clause(t.sem, Pred(), scope)), 2


@rule(
    "ASK",
    "how many|much T do|does|did|have T VH",
    "how many|much T do|does|did T VH PP",
    "how many|much T do|does|did T VM",
    "how many|much T do|does|did T VM PP",
    "how many|much do|does|did T VM",
    "how many|much do|does|did T VM PP",
    "how many|much T do|does|did T VH in total|all",
)
def how_many_has(s: Sentence, *e: Edge) -> Built:
    """“How many bedrooms does 9 Ash Grove have?”, “How much does the flat at 15 Dock Rd cost?”"""
    terms = [x.sem for x in e if x.cat == "T"]
    verb = next(x for x in e if x.cat in ("VH", "VM"))
    scope: tuple[Term, ...] = (e[-1].sem[1],) if e[-1].cat == "PP" else ()
    if s.words[s.span[1] - 1] in ("total", "all"):
        scope = (*scope, Term(agg="sum"))
    subject = terms[-1]
    if subject.measure or subject.test or subject.quant:
        return
    if len(terms) == 2:
        m = terms[0]
        if not m.measure or m.points or m.test or m.quant:
            return
        labels = [(m.measure.label, 0)]
    else:
        m = Term()
        labels = measures_of(s, verb.sem) if verb.cat == "VM" else []
    for label, cost in labels:
        t = merge(replace(m, measure=Measure(label)), subject)
        if t is not None:
            yield Ask("value", Clause(t, Pred(), scope)), cost


@rule(
    "ASK",
    "in|on|for|at how many T do|does|did T P",
    "in|on|for|at how many T VB T TV",
    "in how many of the T do|does|did T P",
    "in how many T VB T V",
)
def in_how_many(s: Sentence, t: Edge, subject: Edge, p: Edge) -> Built:
    """“In how many months did visits exceed 45,000?”"""
    if t.sem.measure or t.sem.quant or not (t.sem.noun or t.sem.answer):
        return
    pred = p.sem if p.cat == "P" else Pred(Term(test=p.sem if p.cat == "TV" else Test("=", p.sem)), "amount")
    yield Ask("count", Clause(subject.sem, pred, (t.sem,))), 0


@rule(
    "ASK",
    "by how much|many [percentage] [points] do|does|did T P",
    "how much|many [percentage] [points] do|does|did T P",
    "by what percentage do|does|did T P",
    "by how many points do|does|did T P",
)
def by_how_much(s: Sentence, t: Edge, p: Edge) -> Built:
    """“By how much did net sales grow?”"""
    c = p.sem.change
    if isinstance(c, Change) and c.by is None and c.end is None and c.factor is None and not c.every:
        kind = "percent" if "what" in s.words[s.span[0] : t.start] else "change"
        yield Ask(kind, Clause(t.sem, p.sem)), 0


@rule(
    "ASK",
    "how many|much more|fewer|less T do|does|did T VH THAN",
    "how many|much more|fewer|less T than T do|does|did T VH",
    "how many|much more|fewer|less T than T do|does|did T VH PP",
    "how many|much more|fewer|less T do|does|did T VM THAN",
    "how many|much more|fewer|less T do|does|did T VH THAN PP",
    "how many|much more|fewer T VB there THAN",
)
def how_many_more(s: Sentence, *e: Edge) -> Built:
    """“How many more votes than Ode did Lindqvist get in ME?”"""
    terms = [x.sem for x in e if x.cat in ("T", "THAN")]
    scope: tuple[Term, ...] = (e[-1].sem[1],) if e[-1].cat == "PP" else ()
    if len(terms) != 3 or not (terms[0].measure or terms[0].said):
        return
    than = next((x.sem for x in e if x.cat == "THAN"), None)
    subject, other = (terms[1], than) if than is not None else (terms[2], terms[1])
    left = merge(terms[0], subject)
    if left is not None and other is not None and other.points:
        word = s.words[s.span[0] + 2]
        cmp = ">" if word == "more" else "<"
        yield Ask("difference", Clause(left, Pred(Term(test=Test(cmp, other=other)), "compare"), scope)), 0


@rule("Z", "ASK")
def question(s: Sentence, a: Edge) -> Built:
    yield a.sem, 0
