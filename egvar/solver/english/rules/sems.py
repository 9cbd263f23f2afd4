"""What predicates, clauses and questions mean before the table is looked at.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from egvar.solver.english.terms import NOTHING, Term, Val


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
