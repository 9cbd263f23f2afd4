"""Terms: what a phrase says of a table, before it is known what is claimed of it.

May import: the standard library, `egvar.solver.english`.

A term holds coordinates (which rows, which column), a measure, a test, a quantifier or a superlative; phrases combine
by `merge`, which fails where two of them claim one place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from egvar.solver.english.lexicon.adjectives import Dimension
from egvar.solver.english.nodes import Node


@dataclass(frozen=True)
class Val:
    """A number as written: exact value before its scale, its digits, a canonical unit and the unit's kind, a scale
    word's factor, whether it is approximate ("about"), written as a word ("three"), or could be a year."""

    value: Fraction
    digits: str
    unit: str | None = None
    kind: str | None = None
    scale: Fraction = Fraction(1)
    about: bool = False
    word: bool = False
    signed: bool = False

    @property
    def total(self) -> Fraction:
        return self.value * self.scale

    @property
    def year(self) -> bool:
        bare = self.unit is None and self.scale == 1 and not self.word and self.value.denominator == 1
        return bare and 1000 <= self.value <= 2100 and "," not in self.digits

    @property
    def step(self) -> Fraction:
        """The unit of the last digit that was written, before the scale."""
        return Fraction(1, 10 ** len(self.digits.partition(".")[2]))

    @property
    def rough(self) -> Fraction:
        """What "about" leaves open: the last digit that is not a zero filled in ("about 455,000" is to 1,000)."""
        if "." in self.digits:
            return self.step
        zeros = len(self.digits) - len(self.digits.rstrip("0"))
        return Fraction(10 ** (zeros if zeros < len(self.digits) else 0))

    @property
    def finer(self) -> Fraction | None:
        """What "about" may leave open instead: "about 60" is to 1 or to 10; None where the digits say it."""
        plain = self.digits.lstrip("-")
        significant = len(plain.rstrip("0"))
        return None if "." in plain or significant > 2 or significant == len(plain) else Fraction(1, 10) * self.rough


@dataclass(frozen=True)
class Measure:
    """What is measured: a column; `via` says how it was named ("name", "verb", "dimension"); `also`: other columns
    that the words fit as well."""

    label: str
    via: str = "name"
    end: str = ""  # for a dimension: "+" or "-"
    when: int = 0  # the year of the column, where the words leave it to be said elsewhere


@dataclass(frozen=True)
class Sup:
    """A superlative: the `place`-th from `end` ("+" highest, "-" lowest, "b"/"w" better or worse); `dims` where an
    adjective names the measure; `measure` once known; `count` for "the three highest"."""

    end: str
    dims: tuple[Dimension, ...] = ()
    place: int = 1
    count: int = 1
    fixed: str = ""  # "first" and "last" by time


@dataclass(frozen=True)
class Test:
    """A comparison with a number, a pair of numbers ("between"), or other things (`other`), perhaps times `factor` or
    by a difference `by`."""

    cmp: str
    value: Val | None = None
    high: Val | None = None
    other: Any = None
    factor: tuple[Fraction, Val | None] | None = None
    by: Val | None = None
    relative: bool = False
    dims: tuple[Dimension, ...] = ()


@dataclass(frozen=True)
class Quant:
    """How many of the rows: `kind` is count, all, none, only, most, half; `test` of a count; `of`: how many there are
    in all, where that is said ("three of the five")."""

    kind: str
    test: Test | None = None
    of: int | None = None


@dataclass(frozen=True)
class Ent:
    """A named thing: entries of a column that name rows."""

    column: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Term:
    """See the module. `conds`: conditions on rows; `ents`: named rows, `join`ed by and, or, both, neither or nothing;
    `axis`: columns as coordinates; `spans`: two coordinates ("from", "to"); `noun`: rows were named by a noun, "" none;
    `answer`: a column that a noun names as what is asked for; `owner`: "the company"; `said`: stems of measure nouns
    that no column has; `notes`: what is taken for granted."""

    measure: Measure | None = None
    agg: str = ""
    conds: frozenset[Node] = frozenset()
    ents: tuple[Ent, ...] = ()
    join: str = ""
    axis: tuple[str, ...] = ()
    quant: Quant | None = None
    noun: str = ""
    answer: str = ""
    sup: Sup | None = None
    test: Test | None = None
    value: Val | None = None
    owner: bool = False
    said: frozenset[str] = frozenset()
    pair: tuple[str, Any, Any] | None = None
    share: tuple[Any, Any] | None = None
    when: int = 0
    pronoun: bool = False
    each: bool = False
    notes: frozenset[str] = frozenset()

    @property
    def empty(self) -> bool:
        return replace(self, notes=frozenset(), owner=False) == Term()

    @property
    def points(self) -> bool:
        """Whether it says which rows or column are meant."""
        return bool(self.conds or self.ents or self.axis or self.when)


NOTHING = Term()
_SINGLE = ("when", "share", "pair", "measure", "agg", "quant", "noun", "answer", "sup", "test", "value")


def merge(a: Term, b: Term) -> Term | None:
    """Both together; None where they claim one place differently."""
    changes: dict[str, Any] = {}
    for name in _SINGLE:
        x, y = getattr(a, name), getattr(b, name)
        if x and y and x != y:
            if name == "noun":
                return None
            if name == "answer":
                return None
            return None
        changes[name] = x or y
    if a.ents and b.ents:
        return None
    if a.axis and b.axis:
        return None
    if a.ents or b.ents:
        columns = {e.column for e in (*a.ents, *b.ents)}
        if any(_column_of(c) in columns for c in (*a.conds, *b.conds)):
            return None
    for c in a.conds:
        for d in b.conds:
            if c != d and _column_of(c) is not None and _column_of(c) == _column_of(d) and c.op == d.op == "text_is":
                return None
    return Term(
        **changes,
        conds=a.conds | b.conds,
        ents=a.ents or b.ents,
        join=a.join or b.join,
        axis=a.axis or b.axis,
        owner=a.owner or b.owner,
        said=a.said | b.said,
        pronoun=a.pronoun or b.pronoun,
        each=a.each or b.each,
        notes=a.notes | b.notes,
    )


def _column_of(n: Node) -> str | None:
    label = n.get("column")
    return label if isinstance(label, str) else None


def inherit(a: Term, b: Term) -> Term:
    """`a` with what it lacks and `b` has: the second side of a comparison takes over measure and coordinates."""
    own = {_column_of(c) for c in a.conds}
    ents = {e.column for e in a.ents}
    conds = a.conds | {c for c in b.conds if _column_of(c) not in own and _column_of(c) not in ents}
    return replace(
        a,
        measure=a.measure or b.measure,
        agg=a.agg or b.agg,
        conds=frozenset(conds),
        ents=a.ents or b.ents,
        join=a.join if a.ents else b.join,
        axis=a.axis or b.axis,
        when=a.when or b.when,
        noun=a.noun or b.noun,
        said=a.said | b.said,
        notes=a.notes | b.notes,
    )
