"""Questions: what is asked for, over the same predicates as claims.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.lexicon.kin import root
from egvar.solver.english.rules.common import _PLACE, PERSON, _answers, measures_of, rule
from egvar.solver.english.rules.sems import Ask, Clause, Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Term, merge


@rule("ASK", "which|what T P", "of|among T , which|what T P")
def which(s: Sentence, *e: Edge) -> Built:
    """“Which state had the lowest turnout?”"""
    t, p = e[-2].sem, e[-1].sem
    label = _answers(s, t)
    if s.words[e[-2].start] in f.DET or t.measure or t.test or t.quant or t.agg or t.ents:
        return
    if not label and t.conds and not t.axis:
        label = s.profile.key or ""
    if t.axis:
        return
    if label:
        yield Ask("which", Clause(replace(t, answer="", noun=""), p), label), 0


@rule("ASK", "which of the T P", "which one of the T P", "which T")
def which_of(s: Sentence, t: Edge, *p: Edge) -> Built:
    m = t.sem
    if (
        p
        and not m.quant
        and not m.measure
        and not m.test
        and (label := _answers(s, m) or (s.profile.key or "" if m.conds else ""))
    ):
        yield Ask("which", Clause(replace(m, answer="", noun=""), p[0].sem), label), 0


@rule("ASK", "which|what U P")
def which_unknown(s: Sentence, u: Edge, p: Edge) -> Built:
    if (s.profile.stands_for_rows(s.stems[u.start]) or s.stems[u.start] in ("thing", "one")) and s.profile.key:
        yield (
            Ask(
                "which",
                Clause(Term(notes=frozenset({f"“{s.words[u.start]}” is a row of the table"})), p.sem),
                s.profile.key,
            ),
            8,
        )
    elif s.profile.axis and not s.profile.time and s.stems[u.start] in ("arm", "group", "column", "category"):
        yield Ask("axis", Clause(Term(), p.sem), ""), 2


@rule("ASK", "who P")
def who(s: Sentence, p: Edge) -> Built:
    if p.sem.rank or p.sem.term.sup:
        team = {"team", "club", "side", "nation", "country", "company", "party"}
        key = s.profile.key
        if key is not None and set(s.profile.col(key).words) & team:
            yield Ask("which", Clause(Term(), p.sem), key), 1
    key = s.profile.key
    if key is not None and s.profile.nouns & PERSON and not set(s.profile.col(key).words) & PERSON:
        yield Ask("which", Clause(Term(), p.sem), key), 2
    people = [c.label for c in s.profile.columns if not c.numeric and set(c.words) & PERSON]
    for label in people[:2]:
        yield Ask("which", Clause(Term(), p.sem), label), 0 if len(people) == 1 else 3


@rule(
    "ASK",
    "in|on|at|during|for|under which|what T VB T SUP",
    "in|on|at|during which|what T VB T VT",
    "in|on|at|during which|what T do|does|did T P",
    "in|on|during which|what T VB T P",
    "in|on|at|during which|what T T P",
)
def in_which(s: Sentence, t: Edge, *e: Edge) -> Built:
    """“In which month was the bounce rate lowest?”"""
    label = _answers(s, t.sem)
    if not label or t.sem.measure or t.sem.points:
        return
    last = e[-1]
    subject = next(x.sem for x in e if x.cat == "T")
    if last.cat == "SUP":
        yield Ask("which", Clause(subject, Pred(Term(sup=last.sem), "most")), label), 0
    elif last.cat == "VT":
        if subject.points and not subject.measure:
            yield Ask("which", Clause(subject, Pred(verb="")), label), 1
    else:
        yield Ask("which", Clause(subject, last.sem), label), 0


@rule("ASK", "when|where VB T VT", "when|where VB T D", "when VB T M", "when|where do|does|did T D")
def when(s: Sentence, *e: Edge) -> Built:
    """“When was Alpha Tower built?”"""
    t, last = next(x for x in e if x.cat == "T"), e[-1]
    if not t.sem.points or t.sem.measure:
        return
    word = s.words[s.span[0]]
    if last.cat in ("M", "D"):
        label = last.sem.measure.label if last.cat == "M" else last.sem.answer
        role = s.profile.col(label).role
        if (word == "when") == (role in ("year", "date")):
            yield Ask("which", Clause(t.sem, Pred()), label), 0
    elif word == "where":
        places = [c.label for c in s.profile.columns if not c.numeric and set(c.words) & _PLACE]
        if len(places) == 1:
            yield Ask("which", Clause(t.sem, Pred()), places[0]), 2


@rule("ASK", "what|who|which VB T", "what|who|which VB T PP", "what T VB T", "give|name|list [me] T")
def what_is(s: Sentence, *e: Edge) -> Built:
    """“What was the unemployment rate of Norland in 2022?”, “What is the language of sheetly?”"""
    terms = [x for x in e if x.cat == "T"]
    t = terms[-1].sem
    word = s.words[s.span[0]]
    scope: tuple[Term, ...] = (e[-1].sem[1],) if e[-1].cat == "PP" else ()
    if len(terms) == 2:
        first = terms[0].sem
        label = _answers(s, first)
        if label and not first.points and not first.measure and t.points and not t.measure:
            yield Ask("which", Clause(t, Pred(), scope), label), 3
        return
    if word != "who" and (t.measure or t.axis or t.said) and not t.test and not t.quant and not t.answer:
        yield Ask("value", Clause(t, Pred(), scope)), 0
    if word != "who" and t.agg == "count":
        yield Ask("count", Clause(replace(t, agg=""), Pred(), scope)), 0
    if t.answer and t.points and not t.measure and not t.sup:
        yield Ask("which", Clause(replace(t, answer=""), Pred(), scope), t.answer), 1
    if t.sup and not t.measure and not t.agg and (t.noun or t.conds or t.answer):
        label = _answers(s, t) or s.profile.key or ""
        if label:
            yield Ask("which", Clause(replace(t, answer="", noun=""), Pred(Term(), "be"), scope), label), 1


@rule(
    "ASK",
    "how many T P",
    "how many of the T P",
    "how many T VB there",
    "how many T VB there PP",
    "how many T VB PP",
    "how many different T VB there",
)
def how_many(s: Sentence, t: Edge, *e: Edge) -> Built:
    """“How many libraries are under the MIT license?”; of a number column it is an amount"""
    m = t.sem
    if m.quant or m.test or m.agg or (s.words[t.start] in f.DET and s.words[t.start - 1] != "of"):
        return
    p = next((x.sem for x in e if x.cat == "P"), Pred())
    scope = tuple(x.sem[1] for x in e if x.cat == "PP")
    if not m.measure and (m.noun or m.conds or m.answer):
        if m.answer and s.words[t.start - 1] == "different":
            yield Ask("distinct", Clause(replace(m, answer=""), p, scope), m.answer), 0
            return
        yield Ask("count", Clause(m, p, scope)), 0 if m.noun else 1
    elif m.measure and not p.term.test and not p.change:
        if p.verb in ("", "exist") or (p.term.points and p.verb in ("be", "occur")):
            yield Ask("value", Clause(m, p, scope)), 0


@rule(
    "ASK",
    "how many T VB VT PP",
    "how many T VT PP",
    "how many T VB VM PP",
    "how many T VB VH PP",
    "how many T do|does|did T VM",
    "how many T do|does|did T VT",
    "how many T do|does|did T M",
)
def how_many_done(s: Sentence, *e: Edge) -> Built:
    """“How many DVDs were lent at Eastgate?”, “How many bugs did v4.0 fix?”"""
    m, last = e[0].sem, e[-1]
    if not m.measure or m.points or m.test or m.quant or m.sup:
        return
    words = {root(w) for w in s.profile.col(m.measure.label).words} | {root(w) for w in s.profile.caption}
    verb = e[-2] if last.cat == "PP" else last
    fits = (
        root(s.stems[verb.start]) in words
        or verb.cat == "VH"
        or s.stems[verb.start] in ("live", "work")
        or (verb.cat == "VM" and any(x == m.measure.label for x, _ in measures_of(s, verb.sem)))
    )
    place = last.sem[1] if last.cat == "PP" else e[1].sem
    if fits and place.points and not place.measure and (t := merge(m, place)) is not None:
        yield Ask("value", Clause(t, Pred())), 2


@rule("ASK", "what|which K do|does|did T VH PP", "what|which M do|does|did T VH PP", "what|which M do|does|did T VH")
def what_amount(s: Sentence, m: Edge, t: Edge, verb: Edge, *pp: Edge) -> Built:
    """“What mark did Ella get in history?”"""
    joined = merge(m.sem, t.sem)
    if joined is not None and pp:
        joined = merge(joined, pp[0].sem[1])
    if joined is not None and joined.points and not joined.test and not joined.sup and not joined.quant:
        yield Ask("value", Clause(joined, Pred())), 1


@rule("ASK", "how many T VB M", "how many T VB M PP", "how many T VB M in total|all")
def how_many_are(s: Sentence, t: Edge, verb: Edge, m: Edge, *pp: Edge) -> Built:
    """“How many trains were cancelled in total?”"""
    whole, part = t.sem, m.sem.measure
    if (
        not whole.measure
        or whole.test
        or whole.quant
        or whole.sup
        or not s.profile.part_of(part.label, whole.measure.label)
    ):
        return
    scope = tuple(x.sem[1] for x in pp)
    if s.words[s.span[1] - 1] in ("total", "all") and not pp:
        scope = (Term(agg="sum"),)
    yield Ask("value", Clause(replace(whole, measure=part), Pred(), scope)), 1
