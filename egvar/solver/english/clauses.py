"""Predicates and clauses: who does what, with which negation, change or comparison. One rule is one construction.

May import: the standard library, `egvar.solver.english`.

Categories: P a predicate, CL a clause, S a sentence, ASK a question. Their meanings are worked out in `meaning`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from egvar.solver.english import phrases
from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.lexicon import verbs as v
from egvar.solver.english.lexicon.kin import root
from egvar.solver.english.nodes import node
from egvar.solver.english.phrases import year_terms
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import NOTHING, Measure, Quant, Sup, Term, Test, Val, merge

rule = phrases.rule
DOES = "do|does|did"


@dataclass(frozen=True)
class Change:
    """A change over time: `sign` + or -, or = for none; `by` how much (with `cmp`); `start` and `end` values; `span`
    the periods as terms (from, to), None where not said; `every` step; `factor` for "doubled"."""

    sign: str
    by: Val | None = None
    cmp: str = "="
    start: Val | None = None
    end: Val | None = None
    span: tuple[Term | None, Term | None] = (None, None)
    every: bool = False
    since: bool = False
    factor: Fraction | None = None
    timed: bool = False
    most: bool = False


@dataclass(frozen=True)
class Pred:
    """What is said of a subject: an object `term` merged into it; `verb` kind; `neg`; a `change`; a `rank`."""

    term: Term = NOTHING
    verb: str = ""
    neg: bool = False
    change: Change | None = None
    rank: int = 0
    rank_end: str = ""
    scope: tuple[Term, ...] = ()
    more: Pred | None = None
    followed: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Clause:
    """A subject, what is said of it, and terms that hold for all of it ("in 2021, …")."""

    subject: Term
    pred: Pred
    scope: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Both:
    """Two clauses, joined by "and" or "or"."""

    left: Any
    right: Any
    op: str = "and"


@dataclass(frozen=True)
class Ask:
    """A question: `kind` is value (a number), which (entries of `answer`), count or change; over a clause."""

    kind: str
    clause: Clause
    answer: str = ""
    among: Term | None = None


# --- predicates: amounts ------------------------------------------------------------------------------------------


def _test(e: Edge) -> Test:
    return e.sem if e.cat == "TV" else Test("=", e.sem)


@rule("P", "VB V", "VB TV", "VE V", "VE TV", "VE at V", "VE at TV", "VE to V", "VE to TV", "VE out at V", "VE in at V")
def amounts_to(s: Sentence, verb: Edge, n: Edge) -> Built:
    """“was 46 %”, “stood at 9.1 %”, “came to 330”"""
    yield Pred(Term(test=_test(n)), "amount"), 0


@rule("P", "VH V", "VH TV")
def has_number(s: Sentence, verb: Edge, n: Edge) -> Built:
    """“recorded 72 mm”: the subject is a measure itself"""
    value = _test(n).value
    if value is not None and not value.word:
        yield Pred(Term(test=_test(n)), "amount"), 6


@rule("P", "VH T")
def has(s: Sentence, verb: Edge, t: Edge) -> Built:
    """“had 10 wins”, “recorded the highest turnout”, “has a population of 8,900”"""
    m = t.sem
    if m.test or m.sup or (m.conds and not m.ents and not m.measure and not m.noun and not m.quant):
        yield Pred(m, "have"), 0
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


_GENERAL = frozenset(
    "win run serve handle process produce sell ship deliver raise collect attend complete earn".split()
)
_OBJECTS = {
    "win": frozenset("game match fixture race".split()),
    "lose": frozenset("game match fixture race".split()),
    "draw": frozenset("game match fixture".split()),
    "play": frozenset("game match fixture".split()),
    "score": frozenset("goal point time".split()),
    "concede": frozenset("goal point time".split()),
    "employ": frozenset("person people worker".split()),
    "sell": frozenset("unit piece item copy".split()),
}


def measures_of(s: Sentence, verb: str) -> list[tuple[str, int]]:
    """The number columns that a verb names, best first: those of its first word that any header has."""
    out: list[tuple[str, int]] = []
    for rank, word in enumerate(v.MEASURE.get(verb, ())):
        want = root(word)
        for c in s.profile.measures:
            if c.label in s.profile.axis:
                continue
            own = {root(w) for w in c.words} | {root(w) for form in c.extra for w in form}
            if want in own and c.label not in [x for x, _ in out]:
                out.append((c.label, 2 + 2 * (rank > 0)))
        if out:
            break
    return out


# --- predicates: texts ------------------------------------------------------------------------------------------


@rule("P", "VB T", "VB an|a T")
def is_term(s: Sentence, verb: Edge, t: Edge) -> Built:
    """“is a house”, “was the busiest month”, “is S3 Lake”"""
    m = t.sem
    if m.sup or m.points or (m.test and m.test.other is not None):
        yield Pred(m, "be"), 0
    elif m.agg and m.measure and not m.test:
        yield Pred(m, "be"), 4


@rule("P", "VB PP", "VB VT PP", "VT PP", "VB M PP", "VB D PP", "D PP", "M PP")
def is_placed(s: Sentence, *e: Edge) -> Built:
    """“is in Old Town”, “was built in 2016”, “is written in C”, “comes from Spain”"""
    _prep, t = e[-1].sem
    head = e[-2] if len(e) > 1 else None
    if (head is not None and head.cat in ("M", "D") and s.stems[head.start] != s.words[head.start]) or (
        head is not None and head.cat in ("M", "D") and e[0].cat == "VB"
    ):
        label = head.sem.measure.label if head.cat == "M" else head.sem.answer
        columns = {c.get("column") for c in t.conds} | {x.column for x in t.ents}
        if label in columns and not t.measure and not t.axis:
            yield Pred(t, "be"), 0
        return
    if head is not None and head.cat in ("M", "D"):
        return
    if t.conds and not t.ents and not t.measure and not t.axis and not t.quant and not t.sup:
        if head is not None and head.cat == "VT" and not _fits_column(s, head, t):
            return
        yield Pred(t, "be"), 1
    if t.sup and not t.quant and head is None:
        yield Pred(t, "be"), 2


def _fits_column(s: Sentence, verb: Edge, t: Term) -> bool:
    """Whether a verb of place, making, language or time goes with the columns that the entries are of."""
    labels = {_label(c) for c in t.conds}
    columns = [s.profile.col(x) for x in labels if x is not None]
    words = {w for c in columns for w in c.words}
    stem = s.stems[verb.start]
    if columns and all(c.role in ("date", "year") for c in columns):
        dates = [c for c in s.profile.columns if c.role == "date"]
        return (len(dates) == 1 and stem in _BEGIN) or root(stem) in {root(w) for w in words}
    if stem in _PLACES and words & _PLACE_WORDS:
        return True
    if stem in ("run", "power", "drive") and words & {"fuel", "engine", "energy", "power", "source"}:
        return True
    if stem in ("make", "pay", "send", "give", "go", "arrive", "book", "order", "buy", "place", "receive"):
        return True
    return (
        root(stem) in {root(w) for w in words}
        or stem in ("belong", "fall", "play")
        or (stem == "write" and "language" in words)
    )


def _label(c: Any) -> str | None:
    """The column of a condition, also of one on a part of its cells."""
    column = c.get("column")
    if isinstance(column, tuple):
        column = dict(column).get("name")
    return column if isinstance(column, str) else None


_BEGIN = frozenset("begin start launch open release come arrive ship go date join publish".split())
_PLACES = frozenset(
    "base locate situate live lie stand sit come be work operate reside store keep stock park hold".split()
)
_PLACE_WORDS = frozenset(
    """city country region district location place state town office site nation county area venue ward zone branch
    department team floor island continent headquarter origin home neighborhood borough warehouse shelf room
    depot""".split()
)


@rule("P", "VB M in V", "VB M in|by|on the V", "M in V", "VB M on V", "M from V", "M to V", "VB M at V")
def happened_in(s: Sentence, *e: Edge) -> Built:
    """“was built in 2016”, “dates from 1898”: the year of a column"""
    m, n = e[-2], e[-1]
    info = s.profile.col(m.sem.measure.label)
    if info.role == "year" and n.sem.year:
        yield Pred(Term(measure=m.sem.measure, test=Test("=", n.sem), notes=m.sem.notes), "have"), 0


@rule(
    "P",
    "VB [first] M before|after|since V",
    "VB [first] M before|after|since PP",
    "M before|after V",
)
def happened_before(s: Sentence, *e: Edge) -> Built:
    m, n = e[-2], e[-1]
    word = s.words[n.start - 1]
    if n.cat != "V":
        return
    info = s.profile.col(m.sem.measure.label)
    if info.role == "year" and n.sem.year:
        cmp = {"before": "<", "after": ">", "since": ">="}[word]
        yield Pred(Term(measure=m.sem.measure, test=Test(cmp, n.sem), notes=m.sem.notes), "have"), 0


@rule("P", "win PP", "win T", "carry T", "win in T")
def won(s: Sentence, t: Edge) -> Built:
    """“Lindqvist won in OK”, over a column Winner"""
    sem = t.sem[1] if t.cat == "PP" else t.sem
    if (
        (sem.points and not sem.measure and not sem.test and not sem.sup and not sem.axis)
        or (sem.quant and not sem.measure)
    ) and any(set(c.words) & {"win", "champion"} and not c.numeric for c in s.profile.columns):
        yield Pred(replace(sem), "won"), 1


@rule("CL", "T VB M", "T VB VT M", "T VB D", "T VB on M")
def part_is(s: Sentence, t: Edge, verb: Edge, *e: Edge) -> Built:
    """“eight trains were cancelled”: a part of what the noun counts"""
    m, last = t.sem, e[-1]
    if last.cat != "M" or not m.measure or m.sup or m.quant or m.share or m.agg not in ("", "sum"):
        return
    part = last.sem.measure
    if m.test and part.label == m.measure.label:
        yield Clause(replace(m, notes=m.notes | last.sem.notes), Pred(verb="exist")), 1
    elif m.test and s.profile.part_of(part.label, m.measure.label):
        yield Clause(replace(m, measure=part, notes=m.notes | last.sem.notes), Pred(verb="exist")), 2


@rule("CL", "FR of T VB M", "FR T VB M")
def share_is(s: Sentence, x: Edge, t: Edge, verb: Edge, m: Edge) -> Built:
    """“2.2 % of flights were cancelled”"""
    whole, part = t.sem, m.sem.measure
    if (
        whole.measure
        and not whole.test
        and not whole.sup
        and not whole.quant
        and s.profile.part_of(part.label, whole.measure.label)
    ):
        subject = replace(whole, measure=part, agg=whole.agg or ("" if whole.ents or whole.conds else "sum"))
        yield Clause(subject, Pred(Term(share=(x.sem, Term(measure=whole.measure))), "share")), 1


# --- predicates: superlatives and ranks -----------------------------------------------------------------------------


@rule("P", "VB SUP PP", "VB [the] SUP", "VB at its|their SUP PP")
def is_most(s: Sentence, verb: Edge, sup: Edge, *pp: Edge) -> Built:
    """“turnout was highest in ME”, “headaches were most frequent in the high dose arm”"""
    place = Term()
    if pp:
        prep, place = pp[0].sem
        if prep not in ("in", "on", "at", "for", "with", "among", "during") or not place.points:
            return
    yield Pred(merge_or(place, Term(sup=sup.sem)), "most"), 0


def merge_or(a: Term, b: Term) -> Term:
    return merge(a, b) or b


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


# --- predicates: comparisons ---------------------------------------------------------------------------------------


@rule("THAN", "than T", "than PP", "than in|on|at|for|with|by|during T")
def than(s: Sentence, e: Edge) -> Built:
    sem = e.sem[1] if e.cat == "PP" else e.sem
    if (sem.points or sem.measure or sem.pronoun) and not sem.test and not sem.sup and not sem.quant:
        yield sem, 0


@rule("THAN", "than in V", "than V")
def than_year(s: Sentence, n: Edge) -> Built:
    if n.sem.year and s.words[n.start - 1] == "in":
        yield from year_terms(s, n.sem, "=")


@rule("THAN", "than average", "than the average", "than the mean")
def than_average(s: Sentence) -> Built:
    yield Term(agg="mean", each=True), 0


@rule("THAN", "than T do|did|does|was|were|is|had|has", "than T VB", "than T VH")
def than_did(s: Sentence, t: Edge, *rest: Edge) -> Built:
    if t.sem.points or t.sem.pronoun:
        yield t.sem, 0


def _degree(dims: tuple[Any, ...]) -> str:
    return {"+": ">", "-": "<", "b": "b", "w": "w"}[dims[0].end]


@rule("P", "VB COMP THAN", "VB COMP PP THAN")
def is_more(s: Sentence, verb: Edge, comp: Edge, *e: Edge) -> Built:
    """“is bigger than 27 Quay St”, “was lower in Norland than in Kalmia”"""
    left = Term()
    if len(e) == 2:
        prep, left = e[0].sem
        if prep not in ("in", "on", "at", "for", "with", "among", "during", "of", "from", "by") or not left.points:
            return
    test = Test(_degree((comp.sem,)), other=e[-1].sem, dims=(comp.sem,))
    t = merge(left, Term(test=test))
    if t is not None:
        yield Pred(t, "compare"), 0


@rule("P", "VB V COMP THAN", "VB TV COMP THAN", "VB V COMP PP THAN")
def is_more_by(s: Sentence, verb: Edge, n: Edge, comp: Edge, *e: Edge) -> Built:
    """“was 13 points higher than in OK”, “is 20 % cheaper than”"""
    left = Term()
    if len(e) == 2:
        left = e[0].sem[1]
    test = _difference(n, comp, e[-1])
    t = merge(left, Term(test=test)) if test is not None else None
    if t is not None:
        yield Pred(t, "compare"), 0


def _difference(n: Edge, comp: Edge, other: Edge) -> Test | None:
    inner = _test(n)
    if inner.value is None:
        return None
    return (
        Test(
            _degree((comp.sem,)),
            inner.value,
            other=other.sem,
            by=inner.value,
            dims=(comp.sem,),
            relative=inner.cmp != "=",
        )
        if inner.cmp == "="
        else None
    )


@rule("P", "VH COMP T THAN", "VM COMP T THAN", "VH [a] COMP T THAN", "VH COMP T PP THAN")
def has_more(s: Sentence, verb: Edge, comp: Edge, t: Edge, *e: Edge) -> Built:
    """“has more votes than Ode”, “had a lower rate in 2023 than in 2022”"""
    m = t.sem
    if not (m.measure or m.axis or m.said) or m.test or m.quant or m.sup or not comp.sem.any:
        return
    if verb.cat == "VM" and m.measure and not _verb_fits(s, verb.sem, m.measure.label):
        better = measures_of(s, verb.sem)
        if len(better) != 1:
            return
        m = replace(m, measure=Measure(better[0][0], "verb"))
    if len(e) == 2:
        left = merge(m, e[0].sem[1])
        if left is None:
            return
        m = left
    yield Pred(merge_or(m, replace(m, test=Test(_degree((comp.sem,)), other=e[-1].sem))), "compare"), 0


def _verb_fits(s: Sentence, verb: str, label: str) -> bool:
    info = s.profile.col(label)
    own = {root(w) for w in info.words} | {root(w) for form in info.extra for w in form}
    return bool({root(w) for w in v.MEASURE[verb]} & own) or (
        verb in _GENERAL and not [x for x, _ in measures_of(s, verb) if x != label]
    )


@rule("P", "VH V COMP T THAN", "VM V COMP T THAN", "VH V T COMP THAN", "VM V T COMP THAN")
def has_more_by(s: Sentence, verb: Edge, n: Edge, a: Edge, b: Edge, other: Edge) -> Built:
    """“had 12 more goals than”"""
    comp, t = (a, b) if a.cat == "COMP" else (b, a)
    m = t.sem
    if not m.measure or m.test or m.quant or m.sup or not comp.sem.any:
        return
    if verb.cat == "VM" and not _verb_fits(s, verb.sem, m.measure.label):
        return
    test = _difference(n, comp, other)
    if test is not None:
        yield Pred(replace(m, test=test), "compare"), 0


@rule("P", "VM V more|less than T", "VM more|less than T", "VM V more|less T", "VM V more|less THAN")
def verb_more(s: Sentence, verb: Edge, *e: Edge) -> Built:
    """“costs 76,000 euros more than 4 Mill Lane”"""
    if not e[-1].sem.points:
        return
    word = s.words[e[-1].start - 1] if e[-1].cat == "THAN" else s.words[e[-1].start - 2]
    cmp = ">" if word == "more" else "<"
    by = e[0].sem if len(e) == 2 else None
    for label, cost in measures_of(s, verb.sem):
        yield Pred(Term(measure=Measure(label, "verb"), test=Test(cmp, by, other=e[-1].sem, by=by)), "compare"), cost


@rule(
    "P",
    "VB TIMES as ADJ as T",
    "VB TIMES as ADJ PP as PP",
    "VB TIMES as ADJ as PP",
    "VH TIMES as many|much T as T",
    "VM TIMES as many|much T as T",
    "VM TIMES as much as T",
    "VH TIMES as many|much T as PP",
    "VB TIMES T",
    "VB TIMES as ADJ PP as T",
)
def times_as(s: Sentence, *e: Edge) -> Built:
    """“is 13 times as fast as”, “had more than twice as many visitors as”"""
    cmp, factor, shown = next(x.sem for x in e if x.cat == "TIMES")
    other = e[-1].sem[1] if e[-1].cat == "PP" else e[-1].sem
    if not (other.points or other.pronoun or other.measure) or other.test or other.sup:
        return
    adj = next((x.sem for x in e if x.cat == "ADJ"), None)
    left = Term()
    middle = [x for x in e[2:-1] if x.cat in ("PP", "T")]
    for x in middle:
        joined = merge(left, x.sem[1] if x.cat == "PP" else x.sem)
        if joined is None:
            return
        left = joined
    verb = e[0]
    if verb.cat == "VM" and not left.measure:
        found = measures_of(s, verb.sem)
        if len(found) != 1:
            return
        left = replace(left, measure=Measure(found[0][0], "verb"))
    elif verb.cat == "VM" and left.measure and not _verb_fits(s, verb.sem, left.measure.label):
        return
    test = Test(cmp, other=other, factor=(factor, shown), dims=(adj,) if adj else ())
    t = merge(left, Term(test=test))
    if t is not None:
        yield Pred(t, "compare"), 0


_TIMES = "twice|double|triple|thrice|half"


@rule(
    "TIMES",
    _TIMES,
    f"more|less than {_TIMES}",
    f"over|almost|nearly|exactly|about|roughly|only {_TIMES}",
    f"at least|most {_TIMES}",
    "V times",
    "TV times",
)
def times(s: Sentence, *n: Edge) -> Built:
    """How many times as much: (comparison, factor, the number as written or None)."""
    if n:
        t = _test(n[0])
        if t.value is not None and t.value.unit is None and t.high is None and t.value.value > 0:
            yield ("~" if t.value.about else t.cmp, t.value.total, t.value), 0
        return
    words = s.words[slice(*s.span)]
    if words[-1] not in f.TIMES:
        return
    factor = Fraction(*f.TIMES[words[-1]])
    ops = {(): "=", ("more", "than"): ">", ("less", "than"): "<", ("over",): ">", ("exactly",): "=", ("only",): "="}
    ops |= {("at", "least"): ">=", ("at", "most"): "<="}
    ops |= {(w,): "~" for w in ("almost", "nearly", "about", "roughly")}
    if tuple(words[:-1]) in ops:
        yield (ops[tuple(words[:-1])], factor, None), 0


_EXCEED = "exceed|top|surpass|pass|break"


@rule(
    "P",
    f"{_EXCEED} V",
    f"{_EXCEED} T",
    "outnumber T",
    "beat|outperform|outsell|outscore|overtake T",
    "exceed|beat|outnumber T by V",
    "beat|exceed|outscore T by V K",
    "beat|exceed|outscore|outsell T by V M",
)
def exceeds(s: Sentence, *e: Edge) -> Built:
    """“exceeded 50,000”, “exceeded operating income by $5,411 thousand”"""
    word = s.stems[s.span[0]]
    if e[0].cat == "V":
        yield Pred(Term(test=Test(">", e[0].sem)), "amount"), 0
        return
    other = e[0].sem
    if (word in ("break", "pass") and not other.axis) or not (other.points or other.measure):
        return
    by = e[1].sem if len(e) == 2 else None
    yield Pred(Term(test=Test(">", by, other=other, by=by)), "compare"), 0


@rule("P", "sell|go|retail|change for V", "VB worth V", "VB worth TV", "sell|go|retail at V")
def sells_for(s: Sentence, *e: Edge) -> Built:
    """“sells for $129.50”"""
    for label, cost in measures_of(s, "cost" if s.stems[s.span[0]] != "be" else "worth"):
        yield Pred(Term(measure=Measure(label, "verb"), test=_test(e[-1])), "have"), cost


@rule("P", "VB home to V", "VB home to TV", "VB home to V U", "VB home to TV U")
def home_to(s: Sentence, verb: Edge, n: Edge, *u: Edge) -> Built:
    """“were home to more than 250,000 people”"""
    if u and s.stems[u[0].start] not in f.COUNT_NOUNS:
        return
    people = {"population", "resident", "inhabitant"}
    labels = [c.label for c in s.profile.measures if set(c.words) & people]
    if s.profile.axis and s.profile.caption & people:
        yield Pred(Term(test=_test(n)), "amount"), 2
    for label in labels[:1]:
        yield Pred(Term(measure=Measure(label, "verb"), test=_test(n)), "have"), 2


@rule("P", "VB COMP in T THAN", "VB COMP in T and|but COMP in T THAN", "do COMP in T THAN")
def more_in(s: Sentence, *e: Edge) -> Built:
    """“is higher in protein but lower in energy than rye bread”"""
    comps, terms = [x for x in e if x.cat == "COMP"], [x for x in e if x.cat == "T"]
    than = e[-1].sem
    if not all(x.sem.measure and not x.sem.points and not x.sem.test for x in terms):
        return
    preds = [
        Pred(replace(t.sem, test=Test(_degree((c.sem,)), other=than)), "compare")
        for c, t in zip(comps, terms, strict=True)
        if c.sem.any
    ]
    if len(preds) == len(terms):
        yield (preds[0] if len(preds) == 1 else replace(preds[0], more=preds[1])), 0


@rule("CH", "CH over|during|in the year|period|month|quarter")
def over_the_year(s: Sentence, c: Edge) -> Built:
    """“over the year”, between the only two periods that there are"""
    if len(s.profile.axis) == 2 and s.profile.time and c.sem.span == (None, None):
        yield c.sem, 1


@rule("P", "VB COMP and|but COMP THAN")
def more_and_more(s: Sentence, verb: Edge, a: Edge, b: Edge, than: Edge) -> Built:
    """“was sunnier but wetter than December”"""
    first, second = (Test(_degree((x.sem,)), other=than.sem, dims=(x.sem,)) for x in (a, b))
    yield Pred(Term(test=first), "compare", more=Pred(Term(test=second), "compare")), 0


@rule("P", "do|does|did|have|has not change [at all]", "have not change")
def unchanged(s: Sentence) -> Built:
    """“has not changed at all”"""
    yield Pred(verb="change", change=Change("=", every=True)), 1


@rule("CH", "gain|add|lose|shed V", "gain|add|lose|shed V U", "gain|add|lose|shed V K", "gain|add|lose|shed TV")
def gained(s: Sentence, n: Edge, *u: Edge) -> Built:
    """“gained 12.3 percentage points”, over a table of periods"""
    if not (s.profile.axis and s.profile.time) and not s.profile.order:
        return
    if u and u[0].cat == "U" and s.stems[u[0].start] not in f.COUNT_NOUNS:
        return
    t = _test(n)
    sign = "+" if s.stems[s.span[0]] in ("gain", "add") else "-"
    if t.value is not None and t.high is None and not t.value.year:
        yield Change(sign, t.value, t.cmp), 2


# --- predicates: shares ---------------------------------------------------------------------------------------------


@rule(
    "FR",
    "a|one half|third|quarter|fifth|tenth",
    "half",
    "V thirds|quarters|fifths|tenths",
    "V in V",
    "V out of V",
    "V of every V",
)
def fraction(s: Sentence, *n: Edge) -> Built:
    """“a third”, “three quarters”, “one in ten”: a share of a whole"""
    word = s.words[s.span[1] - 1]
    if len(n) == 2:
        a, b = n[0].sem, n[1].sem
        if a.word and b.word and a.value.denominator == b.value.denominator == 1 and 0 < a.value < b.value <= 100:
            yield Test("=", _share(a.value / b.value)), 0
        return
    part = Fraction(*f.FRACTIONS[word.rstrip("s")])
    if n:
        if not n[0].sem.word or n[0].sem.value.denominator != 1:
            return
        part *= n[0].sem.value
    if 0 < part < 1:
        yield Test("=", _share(part)), 0


def _share(q: Fraction) -> Val:
    """A fraction as a number of percent; how exactly it is meant, only its words say."""
    return Val(q * 100, str(int(q * 100)), "%", "percent", word=True)


@rule(
    "FR",
    "more than FR",
    "over FR",
    "less than FR",
    "under FR",
    "at least FR",
    "at most FR",
    "exactly FR",
    "about|around|roughly|nearly|almost|approximately FR",
    "just over|under FR",
    "only FR",
)
def fraction_compared(s: Sentence, x: Edge) -> Built:
    words = tuple(s.words[s.span[0] : x.start])
    if x.sem.cmp != "=" or x.sem.value.about:
        return
    cmp = {
        ("more", "than"): ">",
        ("over",): ">",
        ("less", "than"): "<",
        ("under",): "<",
        ("at", "least"): ">=",
        ("at", "most"): "<=",
    }
    if words in cmp:
        yield Test(cmp[words], x.sem.value), 0
    elif words in (("exactly",), ("only",)):
        yield x.sem, 0
    elif len(words) == 1:
        yield Test("=", replace(x.sem.value, about=True)), 0


@rule("FR", "V", "TV")
def percentage(s: Sentence, n: Edge) -> Built:
    t = _test(n)
    if t.value is not None and t.value.unit == "%" and t.high is None:
        yield t, 0


@rule("FR", "a majority", "the majority", "an absolute majority", "most")
def majority(s: Sentence) -> Built:
    yield Test(">", _share(Fraction(1, 2))), 0


_SHARES = (
    "account|make|represent|constitute|contribute|form|comprise|take|get|receive|generate|produce|supply|provide|be|win"
    "|hold|amount|have|attract|cover|employ|swallow|absorb|earn|bring|deliver|carry"
)


@rule(
    "P",
    f"{_SHARES} FR of T",
    f"{_SHARES} for|up|to|in FR of T",
    f"{_SHARES} FR of all|total|the T",
    f"{_SHARES} for|up|to FR of all|total T",
)
def share_of(s: Sentence, x: Edge, t: Edge) -> Built:
    """“accounts for 29.4 % of all trains”"""
    m = t.sem
    if m.test or m.sup or (m.quant and m.quant.kind != "all"):
        return
    verb = s.stems[s.span[0]]
    after = s.words[s.span[0] + 1]
    if (verb in ("account", "amount", "make")) != (after in ("for", "up", "to")):
        return
    yield Pred(Term(share=(x.sem, replace(m, quant=None))), "share"), 0


@rule("CL", "FR of T VB PP", "FR of T VB VT PP", "FR of T VO PP", "FR of T P")
def share_placed(s: Sentence, x: Edge, t: Edge, *e: Edge) -> Built:
    """“More than a third of the cancellations were on S3 Lake”"""
    m = t.sem
    if m.test or m.sup or m.quant:
        return
    last = e[-1]
    if last.cat == "PP":
        place = last.sem[1]
        if place.points and not place.measure and not place.test and (m.measure or m.said):
            yield Clause(place, Pred(Term(share=(x.sem, m)), "share")), 1
        return
    if (
        last.sem.verb in ("be", "feature", "have", "amount", "compare")
        and (m.noun or m.conds or m.answer)
        and not m.measure
    ):
        # rows: a share of how many there are
        yield (
            Clause(
                m, Pred(last.sem.term, "sharerows", last.sem.neg, followed=(Term(test=x.sem),), scope=last.sem.scope)
            ),
            1,
        )


# --- predicates: more comparisons -------------------------------------------------------------------------------------


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


_PEOPLE = frozenset("person people resident inhabitant man woman".split())


# --- predicates: change -------------------------------------------------------------------------------------------


@rule("CH", "VC", "VB VC", "have VC", "continue to VC", "VC further")
def changes(s: Sentence, *e: Edge) -> Built:
    sign = next(x.sem for x in e if x.cat == "VC")
    yield Change(sign), 0


@rule("CH", "CH by V", "CH V", "CH by TV", "CH TV")
def changes_by(s: Sentence, c: Edge, n: Edge) -> Built:
    t = _test(n)
    if c.sem.by is None and c.sem.sign != "=" and t.value is not None and t.high is None and c.sem.end is None:
        bare = s.words[n.start - 1] != "by"
        if bare and t.value.unit is None and t.value.scale == 1 and t.value.kind is None:
            if t.value.year:
                return
            yield replace(c.sem, by=t.value, cmp=t.cmp), 2
        else:
            yield replace(c.sem, by=t.value, cmp=t.cmp), 0


@rule("CH", "CH to V", "CH from V to V", "CH from PLACED to PLACED", "CH to PLACED")
def changes_to(s: Sentence, c: Edge, *n: Edge) -> Built:
    if c.sem.end is not None or c.sem.sign == "=":
        return
    vals = [x.sem if x.cat == "V" else x.sem[0] for x in n]
    terms = [None if x.cat == "V" else x.sem[1] for x in n]
    if any(v.year for v in vals) and not any(terms):
        return
    start, end = (vals[0], vals[1]) if len(vals) == 2 else (None, vals[0])
    first, last = (terms[0], terms[1]) if len(terms) == 2 else (None, terms[0])
    span = (first or c.sem.span[0], last or c.sem.span[1])
    yield replace(c.sem, start=start, end=end, span=span), 0


@rule("PLACED", "V PP", "V in V")
def placed_value(s: Sentence, n: Edge, pp: Edge) -> Built:
    """“15.1 % in 2020”"""
    if pp.cat == "PP":
        prep, t = pp.sem
        if prep in ("in", "on", "at", "during") and t.points and not t.measure:
            yield (n.sem, t), 0


@rule(
    "CH",
    "CH from T to T",
    "CH between T and T",
    "CH from V to V",
    "CH between V and V",
    "CH from T until|till T",
)
def changes_span(s: Sentence, c: Edge, a: Edge, b: Edge) -> Built:
    if c.sem.span != (None, None):
        return
    ends = [_period(s, x) for x in (a, b)]
    if ends[0] is not None and ends[1] is not None and ends[0] != ends[1]:
        yield replace(c.sem, span=(ends[0], ends[1])), 0


def _period(s: Sentence, e: Edge) -> Term | None:
    if e.cat == "V":
        if not e.sem.year:
            return None
        found = year_terms(s, e.sem, "=")
        return found[0][0] if found else None
    t: Term = e.sem
    return t if t.points and not t.measure and not t.test and not t.quant and not t.sup else None


@rule(
    "CH",
    "CH since T",
    "CH since V",
    "CH compared|relative with|to T",
    "CH on|over|from T",
    "CH compared|relative with|to V",
    "CH versus|against T",
    "CH from V",
)
def changes_since(s: Sentence, c: Edge, a: Edge) -> Built:
    if c.sem.span[0] is not None:
        return
    first = _period(s, a)
    if first is not None:
        since = "since" in s.words[a.start - 1 : a.start]
        yield replace(c.sem, span=(first, c.sem.span[1]), since=since), 0


@rule("CH", "CH PP")
def changes_in(s: Sentence, c: Edge, pp: Edge) -> Built:
    """“in 2020”, “in March”: the end of the change"""
    prep, t = pp.sem
    if prep in ("in", "during", "by", "for") and t.points and not t.measure and not t.quant and c.sem.span[1] is None:
        if t.axis or t.when or (any(e.column == s.profile.key for e in t.ents) and s.profile.order) or _is_time(s, t):
            yield replace(c.sem, span=(c.sem.span[0], t)), 0


def _is_time(s: Sentence, t: Term) -> bool:
    return bool(t.conds) and all(c.op == "number_is" for c in t.conds)


@rule(
    "CH",
    "CH every|each year|month|quarter|week|day|season",
    "CH steadily|continuously|consistently",
    "CH from year|month|quarter to year|month|quarter",
    "CH year after year",
    "steadily|consistently CH",
)
def changes_every(s: Sentence, c: Edge) -> Built:
    if not c.sem.every and s.profile.axis + s.profile.order:
        yield replace(c.sem, every=True), 1


@rule(
    "CH",
    "CH year over|on year",
    "CH year - over|on - year",
    "CH on the previous|prior year|quarter|month",
    "CH from the previous|prior year|quarter|month",
    "CH over the previous|prior year|quarter|month",
    "CH compared with|to the previous|prior year|quarter|month",
)
def year_over_year(s: Sentence, c: Edge) -> Built:
    """Against the period before the one that is named."""
    yield c.sem, 0


_DOUBLE = {"double": (2, "+"), "treble": (3, "+"), "triple": (3, "+"), "quadruple": (4, "+"), "halve": (2, "-")}


@rule("CH", "double|treble|triple|halve|quadruple", "more than double|triple|halve", "have double|triple|halve")
def doubled(s: Sentence) -> Built:
    """“doubled”, “more than doubled”"""
    words = s.stems[slice(*s.span)]
    factor, sign = _DOUBLE[words[-1]]
    yield Change(sign, cmp=">" if words[0] == "more" else "=", factor=Fraction(factor)), 0


@rule("CH", "CH the most", "CH most", "CH the most in absolute terms", "CH by the most")
def changes_most(s: Sentence, c: Edge) -> Built:
    """“grew the most”"""
    if c.sem.by is None and c.sem.end is None and not c.sem.every and c.sem.sign in "+-":
        yield replace(c.sem, most=True), 0


@rule("P", "CH")
def change(s: Sentence, c: Edge) -> Built:
    yield Pred(verb="change", change=c.sem), 0


@rule(
    "P",
    "see|record|post|have|show|experience|suffer|register [a|an] CN",
    "see|record|post|have|show [a|an] CN of V",
    "see|record|post|have|show [a|an] V CN",
    "VB [a|an] CN of V",
    "VB [a|an] V CN",
)
def change_noun(s: Sentence, *e: Edge) -> Built:
    """“saw an increase of 12 %”"""
    cn = next(x for x in e if x.cat == "CN")
    n = next((x for x in e if x.cat == "V"), None)
    yield Pred(verb="change", change=Change(cn.sem, n.sem if n else None)), 1


@rule("P", "see|have [its|their|a] T P")
def saw_change(s: Sentence, t: Edge, p: Edge) -> Built:
    """“saw its rate fall from 15.1 % to 12.1 %”"""
    if p.sem.change and not t.sem.ents and not t.sem.test and (t.sem.measure or t.sem.said):
        yield replace(p.sem, term=merge_or(p.sem.term, t.sem)), 0


# --- negation, adverbs, coordination -----------------------------------------------------------------------------


@rule("P", "VB the only T", "VB the only one|ones T", "VB the only T PP")
def is_only(s: Sentence, verb: Edge, t: Edge, *pp: Edge) -> Built:
    """“was the only month with fewer than 40,000 visits”"""
    m = t.sem
    if pp:
        joined = merge(m, pp[0].sem[1])
        if joined is None:
            return
        m = joined
    if (m.test or m.conds) and not m.sup and not m.quant and not m.ents:
        yield Pred(replace(m, noun="", answer=""), "only"), 0


@rule(
    "P",
    "VB above|below|over|under [its|their] T level|figure|value|rate",
    "VB above|below [its|their|the] T",
    "VH above|below T",
)
def above(s: Sentence, *e: Edge) -> Built:
    """“were still above their 2019 level”"""
    t = e[-1].sem
    words = s.words[s.span[0] : e[-1].start]
    if t.axis or t.ents or t.measure or (t.agg == "mean" and t.measure is None):
        other = Term(agg="mean", each=True) if t.agg == "mean" else t
        yield Pred(Term(test=Test(">" if {"above", "over"} & set(words) else "<", other=other)), "compare"), 0


@rule("P", "VB VX by V U", "VB VX by T", "VB VX by TV U", "VB VX in T")
def reported_by(s: Sentence, verb: Edge, x: Edge, *e: Edge) -> Built:
    """“was reported by 25 patients”"""
    if e[0].cat == "T":
        if e[0].sem.test and not e[0].sem.measure:
            yield Pred(e[0].sem, "amount"), 0
        return
    if s.stems[e[1].start] in f.COUNT_NOUNS:
        yield Pred(Term(test=_test(e[0]), said=e[1].sem.said), "amount"), 4


@rule("P", "have P", "have been P", "VB P")
def perfect(s: Sentence, *p: Edge) -> Built:
    """“has risen”, “has consistently had”"""
    if p[0].cat == "VB" or s.words[p[-1].start] in ("a", "an", "the"):
        return
    if (
        s.words[s.span[0]] in ("has", "have", "had")
        and p[-1].sem.verb in ("change", "have", "be", "most", "occur")
        and not p[-1].sem.neg
    ):
        first = s.words[p[-1].start]
        if first not in ("has", "have", "is", "are"):
            yield p[-1].sem, 1


@rule(
    "P",
    "range from V to V",
    "vary from V to V",
    "VB between V and V",
    "range|vary between V and V",
    "run|go|extend from V to V",
    "range from PLACED to PLACED",
)
def ranges(s: Sentence, a: Edge, b: Edge) -> Built:
    """“range from €228,000 to €512,000”: the least and the greatest"""
    if s.words[s.span[0]] in ("is", "are", "was", "were"):
        return
    if a.cat == "PLACED":
        ends = tuple(replace(x.sem[1], value=x.sem[0]) for x in (a, b))
        yield Pred(Term(), "range", followed=ends), 0
        return
    yield Pred(Term(), "range", followed=(Term(value=a.sem), Term(value=b.sem))), 0


@rule("P", "date from V", "date back to V")
def dates_from(s: Sentence, n: Edge) -> Built:
    """“dates from 1898”"""
    if n.sem.year:
        for c in s.profile.columns:
            if c.role == "year" and set(c.words) & {
                "built",
                "build",
                "founded",
                "found",
                "established",
                "opened",
                "open",
                "year",
            }:
                yield Pred(Term(measure=Measure(c.label, "verb"), test=Test("=", n.sem)), "have"), 2


@rule(
    "P",
    "have|VB [now] fallen|dropped|risen|climbed|gone below|above|under|over [its|their] T",
    "fall|drop|rise|climb|go below|above|under|over [its|their] T",
    "fall|drop|rise|climb|go below|above|under|over V",
)
def went_below(s: Sentence, *e: Edge) -> Built:
    """“have fallen below their reorder level”, “climbed above 30 °C”"""
    last = e[-1]
    words = s.words[s.span[0] : last.start]
    cmp = ">" if {"above", "over"} & set(words) else "<"
    if last.cat == "V":
        yield Pred(Term(test=Test(cmp, last.sem)), "amount"), 1
    elif last.sem.measure and not last.sem.test and not last.sem.sup:
        yield Pred(Term(test=Test(cmp, other=last.sem)), "compare"), 1


@rule("P", "VB VT PP", "VT PP", "go PP", "VB made|paid|given|sent PP", "come PP", "VB M PP")
def was_made(s: Sentence, *e: Edge) -> Built:
    """“were made by card”, “went to the food bank”: a text of the record, whatever the preposition"""
    prep, t = e[-1].sem
    verb = s.stems[e[-1].start - 1]
    events = "make pay send give go come arrive book order buy place receive donate award grant raise".split()
    if verb in events and prep in ("by", "to", "with", "from", "via", "through", "in", "for") and t.conds:
        if not (t.ents or t.measure or t.axis or t.quant or t.sup or t.test):
            yield Pred(t, "be"), 2


@rule("P", "P and|but COMP THAN")
def and_more(s: Sentence, p: Edge, comp: Edge, than: Edge) -> Built:
    """“is bigger than 27 Quay St but cheaper than 9 Ash Grove”"""
    if p.sem.verb == "compare" and p.sem.more is None:
        test = Test(_degree((comp.sem,)), other=than.sem, dims=(comp.sem,))
        yield replace(p.sem, more=Pred(Term(test=test), "compare")), 0


@rule("CL", "COMP T P THAN", "there VB COMP T THAN", "there VB COMP T PP THAN", "COMP T VB VT PP THAN")
def more_there(s: Sentence, *e: Edge) -> Built:
    """“There were fewer events on low dose than on placebo”, “more patients completed … than …”"""
    comp = next(x for x in e if x.cat == "COMP")
    t = next(x for x in e if x.cat == "T").sem
    than = e[-1].sem
    if not comp.sem.any or t.test or t.quant or t.sup or t.noun:
        return
    if (pp := next((x for x in e if x.cat == "PP"), None)) is not None:
        t = merge(t, pp.sem[1])
    if t is None or e[-2].cat == "P":
        return
    if t.points and (t.measure or (t.axis and t.ents) or t.said):
        yield Clause(t, Pred(Term(test=Test(_degree((comp.sem,)), other=than)), "compare")), 1


@rule("CL", "since T , CL", "since V , CL", "since T CL", "since V CL")
def since_then(s: Sentence, a: Edge, c: Edge) -> Built:
    """“Since 2020 the rate has fallen every year in Kalmia”"""
    if isinstance(c.sem, Clause) and c.sem.pred.change is not None and c.sem.pred.change.span == (None, None):
        first = _period(s, a)
        if first is not None:
            change = replace(c.sem.pred.change, span=(first, None), since=True)
            yield replace(c.sem, pred=replace(c.sem.pred, change=change)), 0


@rule(
    "CL",
    "between T and T , CL",
    "between V and V , CL",
    "from T to T , CL",
    "from V to V , CL",
    "between T and T CL",
    "between V and V CL",
)
def between_then(s: Sentence, a: Edge, b: Edge, c: Edge) -> Built:
    """“Between 2000 and 2020, the population of Tarrow rose by 25 %”"""
    if isinstance(c.sem, Clause) and c.sem.pred.change is not None and c.sem.pred.change.span == (None, None):
        ends = (_period(s, a), _period(s, b))
        if None not in ends:
            change = replace(c.sem.pred.change, span=ends)
            yield replace(c.sem, pred=replace(c.sem.pred, change=change)), 0


@rule("CL", "there VB T and T", "there VB T , T and T")
def there_are_both(s: Sentence, verb: Edge, *t: Edge) -> Built:
    """“there are three houses and four flats”"""
    if all(x.sem.quant or x.sem.test for x in t):
        out: object = Clause(t[0].sem, Pred(verb="exist"))
        for x in t[1:]:
            out = Both(out, Clause(x.sem, Pred(verb="exist")))
        yield out, 0


@rule("P", "do|does|did not P", "have not P")
def negated(s: Sentence, p: Edge) -> Built:
    if not p.sem.neg and p.sem.more is None:
        yield replace(p.sem, neg=True), 0


@rule("P", "VB not T", "VB not PP", "VB not VT PP", "VB not M PP", "VB not V", "VB not COMP THAN", "VB not M in V")
def is_not(s: Sentence, verb: Edge, *e: Edge) -> Built:
    last = e[-1]
    if e[0].cat == "T":
        if e[0].sem.points or e[0].sem.sup:
            yield Pred(e[0].sem, "be", True), 0
    elif e[0].cat == "V" and len(e) == 1:
        yield Pred(Term(test=Test("=", e[0].sem)), "amount", True), 0
    elif last.cat == "THAN":
        yield Pred(Term(test=Test(_degree((e[0].sem,)), other=last.sem, dims=(e[0].sem,))), "compare", True), 0
    elif last.cat == "PP":
        for sem, cost in is_placed(s, verb, *e):
            yield replace(sem, neg=True), cost


@rule("P", "also|now|still|then|currently|ever P", "P overall|too|altogether|again")
def with_adverb(s: Sentence, p: Edge) -> Built:
    yield p.sem, 1


@rule("P", "consistently P")
def consistently(s: Sentence, p: Edge) -> Built:
    if s.profile.axis and not p.sem.scope:
        yield replace(p.sem, scope=(Term(noun="period", quant=Quant("all")),)), 2


@rule("P", "average V", "average TV", "average V a|per|each N")
def averages(s: Sentence, n: Edge, *per: Edge) -> Built:
    """“averaged 165 a quarter”"""
    yield Pred(Term(test=_test(n), agg="mean"), "amount"), 0


@rule("CL", "V U VT PP", "TV U VT PP", "V K VT PP", "TV K VT PP", "V U VB VT PP", "V U VH T")
def people_live(s: Sentence, n: Edge, u: Edge, *e: Edge) -> Built:
    """“191,000 people lived in Tarrow”"""
    last = e[-1]
    if s.stems[u.start] not in f.COUNT_NOUNS or last.cat != "PP":
        return
    place = last.sem[1]
    value = _test(n).value
    if place.points and not place.measure and not place.test and value is not None and value.unit is None:
        test = replace(_test(n), value=replace(value, kind="count"))
        stem = s.stems[last.start - 1]
        want = {
            "live": ("population", "inhabitant", "resident"),
            "work": ("employee", "staff", "headcount", "worker"),
        }.get(stem)
        if want is None:
            return
        labels = [c.label for c in s.profile.measures if set(c.words) & set(want)]
        if s.profile.axis and set(want) & s.profile.caption:
            yield Clause(place, Pred(Term(test=test), "amount")), 2
        for label in labels[:1]:
            yield Clause(place, Pred(Term(measure=Measure(label, "verb"), test=test), "have")), 2


@rule("CH", "VB up|down [by] V", "VB up|down [by] TV")
def is_up(s: Sentence, verb: Edge, n: Edge) -> Built:
    """“were up 38 %”"""
    t = _test(n)
    if t.value is not None and t.high is None:
        yield Change("+" if "up" in s.words[slice(*s.span)] else "-", t.value, t.cmp), 0


@rule("P", "VB the only T to P", "VB the only one|ones to P")
def only_to(s: Sentence, verb: Edge, *e: Edge) -> Built:
    """“were the only team to lose more than ten games”"""
    p = e[-1].sem
    m = e[0].sem if len(e) == 2 else Term()
    if p.change or p.rank or p.more or p.neg or p.scope or m.measure or m.test or m.ents or m.quant:
        return
    t = merge(replace(m, noun="", answer=""), p.term)
    if t is not None and (t.test or t.conds):
        yield Pred(t, "only"), 0


@rule("P", "P PP")
def with_place(s: Sentence, p: Edge, pp: Edge) -> Built:
    """A time, a place or a restriction after the predicate."""
    prep, t = pp.sem
    if t.empty and t.quant is None:
        if prep == "of":
            yield p.sem, 1
        return
    if (
        prep in ("by", "with", "to", "through", "from", "under", "via")
        and t.conds
        and not (t.ents or t.measure or t.axis)
    ):
        if len(p.sem.scope) < 2 and all(c.op == "text_is" for c in t.conds):
            yield replace(p.sem, scope=(*p.sem.scope, t)), 1
        return
    if prep in ("by", "than", "as", "to", "between"):
        return
    if prep == "with" and not t.points:
        return
    if t.measure and not t.agg and prep not in ("of", "in", "for"):
        return
    if t.test and t.test.other is not None:
        return
    if t.quant and t.quant.kind not in ("whole", "all", "count", "none", "most", "only"):
        return
    if len(p.sem.scope) < 2:
        yield replace(p.sem, scope=(*p.sem.scope, t)), 0


@rule("P", "P and|but P", "P , and|but P", "P , P")
def both_predicates(s: Sentence, a: Edge, b: Edge) -> Built:
    """“has the most stars but the lowest throughput”"""
    if s.words[b.start - 1] == ",":
        return
    if a.sem.more is None and b.sem.more is None and s.words[a.start] not in ("and",):
        yield replace(a.sem, more=b.sem), 1


@rule("P", "VH both T and T", "VH T and|but T", "VB both T and T", "VB T and|but T", "VH T , but T")
def both_objects(s: Sentence, verb: Edge, a: Edge, b: Edge) -> Built:
    """“had both the lowest turnout and the fewest votes”"""
    if all(x.sem.test or x.sem.sup for x in (a, b)):
        kind = "have" if verb.cat == "VH" else "be"
        yield Pred(a.sem, kind, more=Pred(b.sem, kind)), 0


@rule("P", "P , with T", "P with T", "P , at V", "P at V", "P , V PP", "P with V")
def apposition(s: Sentence, p: Edge, t: Edge, *rest: Edge) -> Built:
    """“the busiest month, with 51,640 visits”, “the largest property, at 148 sq m”"""
    if p.sem.more is not None or p.sem.neg or rest:
        return
    if t.cat == "T":
        if t.sem.test and not t.sem.points:
            yield replace(p.sem, more=Pred(t.sem, "have")), 0
    elif p.sem.term.sup is not None and t.cat == "V":
        yield replace(p.sem, more=Pred(Term(test=Test("=", t.sem)), "same")), 1


@rule("P", "P , followed by T", "P , ahead of T", "P followed by T", "P ahead of T")
def followed(s: Sentence, p: Edge, t: Edge) -> Built:
    """“the least punctual line, followed by S3 Lake”"""
    if (p.sem.term.sup or p.sem.rank) and t.sem.ents and not p.sem.more and not p.sem.followed:
        if s.words[t.start - 1] == "by":
            yield replace(p.sem, followed=(t.sem,)), 0


# --- clauses ------------------------------------------------------------------------------------------------------


@rule("CL", "T P", "T , P")
def clause(s: Sentence, t: Edge, p: Edge) -> Built:
    m = t.sem
    if m.pronoun or (s.words[t.end : t.end + 1] == [","] and p.start > t.end and not m.points):
        return
    yield Clause(m, p.sem), 0


@rule("CL", "there VB T", "there VB VT T")
def there_is(s: Sentence, verb: Edge, *t: Edge) -> Built:
    m = t[-1].sem
    if m.test or m.quant:
        yield Clause(m, Pred(verb="exist")), 0


@rule("CL", "CL PP")
def placed_after(s: Sentence, c: Edge, pp: Edge) -> Built:
    """“14 rides were late on C West”"""
    if isinstance(c.sem, Both) and isinstance(c.sem.left, Clause) and isinstance(c.sem.right, Clause):
        t = pp.sem[1]
        if t.points and not t.measure and not t.test and s.words[pp.start - 1] == "respectively":
            left, right = (replace(x, scope=(*x.scope, t)) for x in (c.sem.left, c.sem.right))
            yield replace(c.sem, left=left, right=right), 0
    if isinstance(c.sem, Clause) and c.sem.pred.verb in ("exist", "share", "sharerows"):
        for p, cost in with_place(s, Edge(c.start, c.end, "P", c.sem.pred, 0), pp):
            yield replace(c.sem, pred=p), cost


@rule("CL", "by|in T , CL", "in terms of T , CL", "ranked by T , CL", "measured by T , CL")
def rank_by(s: Sentence, t: Edge, c: Edge) -> Built:
    """“By membership, Eastgate comes second”"""
    if isinstance(c.sem, Clause) and c.sem.pred.verb == "rank" and not c.sem.pred.term.measure and not t.sem.test:
        if (t.sem.measure or t.sem.axis) and not t.sem.ents and not t.sem.quant and not t.sem.sup:
            yield replace(c.sem, pred=replace(c.sem.pred, term=t.sem)), 0


@rule("P", "account for T", "add up to V", "amount to V", "come in at V", "add up to TV", "total V", "total TV")
def adds_up_to(s: Sentence, e: Edge) -> Built:
    """“accounted for 4,588 nights”, “added up to 740.1 million”"""
    if e.cat == "T":
        if e.sem.test and e.sem.measure and e.sem.test.value is not None and e.sem.test.value.unit != "%":
            yield Pred(e.sem, "have"), 1
    else:
        yield Pred(Term(test=_test(e)), "amount"), 1


@rule("CL", "by T , CL", "by T CL", "by V , CL", "by V CL")
def by_then(s: Sentence, t: Edge, c: Edge) -> Built:
    """“By 2023, …”: at that time"""
    when = _period(s, t)
    if when is not None and isinstance(c.sem, Clause) and (when.axis or s.profile.order or t.cat == "V"):
        if c.sem.pred.change is None and len(c.sem.scope) < 2:
            yield replace(c.sem, scope=(*c.sem.scope, when)), 1


@rule("CL", "PP , CL", "PP CL")
def fronted(s: Sentence, pp: Edge, c: Edge) -> Built:
    prep, t = pp.sem
    if isinstance(c.sem, Clause) and prep not in ("with", "by", "to", "as", "from", "than") and len(c.sem.scope) < 2:
        if t.points or t.quant or (t.sup is None and t.conds) or (t.measure and not t.test and not t.sup):
            yield replace(c.sem, scope=(*c.sem.scope, t)), 1


@rule(
    "CL",
    "overall|altogether , CL",
    "overall|altogether CL",
    "in total|all , CL",
    "in total|all CL",
    "however|meanwhile , CL",
    "however|meanwhile CL",
)
def connected(s: Sentence, c: Edge) -> Built:
    if isinstance(c.sem, Clause):
        word = s.words[c.start - 1] if s.words[c.start - 1] != "," else s.words[c.start - 2]
        if word in ("total", "all", "altogether", "overall"):
            if not c.sem.subject.agg:
                yield replace(c.sem, scope=(*c.sem.scope, Term(agg="sum"))), 1
            elif c.sem.subject.agg == "sum":
                yield c.sem, 1
        else:
            yield c.sem, 1


@rule("P", "P in total|all", "P overall|altogether|combined|together")
def in_total(s: Sentence, p: Edge) -> Built:
    if len(p.sem.scope) < 2:
        yield replace(p.sem, scope=(*p.sem.scope, Term(agg="sum"))), 0


@rule("P", "P on average", "on average P")
def on_average(s: Sentence, p: Edge) -> Built:
    yield replace(p.sem, scope=(*p.sem.scope, Term(agg="mean"))), 0


@rule("CL", "on average , CL", "on average CL")
def average_clause(s: Sentence, c: Edge) -> Built:
    if isinstance(c.sem, Clause):
        yield replace(c.sem, scope=(*c.sem.scope, Term(agg="mean"))), 0


@rule(
    "T",
    "T together",
    "T combined",
    "between them , T",
    "T between them",
    "together , T",
    "T in total",
    "T taken together",
    "T put together",
)
def together(s: Sentence, t: Edge) -> Built:
    if (len(t.sem.ents) > 1 or len(t.sem.axis) > 1) and t.sem.join in ("and", ""):
        yield replace(t.sem, join="sum"), 0
    elif t.sem.measure and not t.sem.agg and not t.sem.sup and s.words[t.end : t.end + 1] in (["in"], ["combined"]):
        yield replace(t.sem, agg="sum"), 1


@rule("CL", "CL and|but|while|whereas|; CL", "CL , and|but|while|whereas CL", "CL ; CL")
def two_clauses(s: Sentence, a: Edge, b: Edge) -> Built:
    if not isinstance(a.sem, Both):
        yield Both(a.sem, b.sem), 1


@rule("CL", "CL , which|who in turn P", "CL , which|who P")
def relative(s: Sentence, c: Edge, p: Edge) -> Built:
    """“…, which in turn is faster than sheetly”: said of what was named last"""
    if isinstance(c.sem, Clause):
        last = c.sem.pred.term.test.other if c.sem.pred.term.test else None
        if last is not None and last.ents:
            yield Both(c.sem, Clause(Term(ents=last.ents), p.sem)), 1


@rule("S", "CL", "CL .")
def sentence(s: Sentence, c: Edge) -> Built:
    yield c.sem, 0


# --- relative clauses in phrases ---------------------------------------------------------------------------------


@rule("T", "T that|which|who P", "T where P")
def whose(s: Sentence, t: Edge, p: Edge) -> Built:
    """“libraries that support streaming”: a condition on rows"""
    m, q = t.sem, p.sem
    if q.change or q.rank or q.more or q.neg or q.scope or m.measure or m.test or m.sup or m.ents:
        return
    if (m.noun or m.conds or m.answer) and (q.term.conds or q.term.test) and not q.term.ents and not q.term.quant:
        yield from phrases.joined(m, q.term, 0)
