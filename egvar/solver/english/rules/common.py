"""What several rules need: the grammar, and helpers that look at the table or the words.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from egvar.solver.english.chart import Built, Edge, Grammar
from egvar.solver.english.lexicon import verbs as v
from egvar.solver.english.lexicon.kin import root
from egvar.solver.english.nodes import node
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Sup, Term, Test, Val, merge

G = Grammar()
rule = G.rule


_GROUP = "group|arm|line|row|column|category|segment|side"


def joined(a: Term, b: Term, cost: int) -> Built:
    t = merge(a, b)
    if t is not None:
        yield t, cost


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


def _end(sup: Sup, dims: tuple[object, ...]) -> str:
    return sup.end


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


def _test(e: Edge) -> Test:
    return e.sem if e.cat == "TV" else Test("=", e.sem)


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


def _fits_column(s: Sentence, verb: Edge, t: Term) -> bool:
    """Whether a verb of place, making, language or time goes with the columns that the entries are of."""
    labels = {label_of(c) for c in t.conds}
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


def label_of(c: Any) -> str | None:
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


def merge_or(a: Term, b: Term) -> Term:
    return merge(a, b) or b


def _degree(dims: tuple[Any, ...]) -> str:
    return {"+": ">", "-": "<", "b": "b", "w": "w"}[dims[0].end]


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


def _verb_fits(s: Sentence, verb: str, label: str) -> bool:
    info = s.profile.col(label)
    own = {root(w) for w in info.words} | {root(w) for form in info.extra for w in form}
    return bool({root(w) for w in v.MEASURE[verb]} & own) or (
        verb in _GENERAL and not [x for x, _ in measures_of(s, verb) if x != label]
    )


_TIMES = "twice|double|triple|thrice|half"


_EXCEED = "exceed|top|surpass|pass|break"


def _share(q: Fraction) -> Val:
    """A fraction as a number of percent; how exactly it is meant, only its words say."""
    return Val(q * 100, str(int(q * 100)), "%", "percent", word=True)


_SHARES = (
    "account|make|represent|constitute|contribute|form|comprise|take|get|receive|generate|produce|supply|provide|be|win"
    "|hold|amount|have|attract|cover|employ|swallow|absorb|earn|bring|deliver|carry"
)


_PEOPLE = frozenset("person people resident inhabitant man woman".split())


def _period(s: Sentence, e: Edge) -> Term | None:
    if e.cat == "V":
        if not e.sem.year:
            return None
        found = year_terms(s, e.sem, "=")
        return found[0][0] if found else None
    t: Term = e.sem
    return t if t.points and not t.measure and not t.test and not t.quant and not t.sup else None


def _is_time(s: Sentence, t: Term) -> bool:
    return bool(t.conds) and all(c.op == "number_is" for c in t.conds)


_DOUBLE = {"double": (2, "+"), "treble": (3, "+"), "triple": (3, "+"), "quadruple": (4, "+"), "halve": (2, "-")}


PERSON = frozenset(
    """player name athlete driver rider person winner candidate director author writer manager coach employee artist
    incumbent architect customer donor student champion presenter skip captain singer actor president mayor contestant
    swimmer golfer runner wrestler member owner teacher seller agent salesperson rep representative host
    nominee recipient competitor pupil student patient volunteer worker scorer bidder""".split()
)


_PLACE = frozenset("city country location place venue region state site town stadium area nation county".split())


def _answers(s: Sentence, t: Term) -> str:
    """The column that a noun asks for."""
    return t.answer or (s.profile.key or "" if t.noun else "")
