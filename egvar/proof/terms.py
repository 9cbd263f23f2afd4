"""What a fact base is made of: facts, rules over them, and stored hyperedges.

May import: the standard library, `egvar.errors`.

Confidences are exact (`Fraction`): a float is read as the decimal that it prints as.
"""

from __future__ import annotations

import json
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, Literal

from egvar.errors import ProofError

Argument = int | str | Fraction
"""What a fact may be about. Floats are refused (not exact), and so are bools (`True == 1` would merge two facts)."""

_PREDICATE: Final = re.compile(r"(?![0-9])\w[\w.:-]*\Z")
MEMBER: Final = "member"


@dataclass(frozen=True)
class Var:
    """A variable of a rule."""

    name: str

    def __str__(self) -> str:
        return f"?{self.name}"


@dataclass(frozen=True)
class Fact:
    """A ground fact: a predicate and its arguments. Shows as `p(1, 2)`; text arguments show in double quotes.

    Raises ProofError where an argument is not an int, str or Fraction.
    """

    predicate: str
    args: tuple[Argument, ...] = ()

    def __post_init__(self) -> None:
        _check_predicate(self.predicate)
        if not isinstance(self.args, tuple):
            object.__setattr__(self, "args", tuple(self.args))
        for value in self.args:
            check_argument(value)

    def __str__(self) -> str:
        return f"{self.predicate}({', '.join(show_argument(a) for a in self.args)})"

    @property
    def sort_key(self) -> tuple[object, ...]:
        """A total order over facts that does not depend on when they were added: numbers before text."""
        return (
            self.predicate,
            len(self.args),
            tuple(map(_argument_key, self.args)),
        )


@dataclass(frozen=True)
class Atom:
    """One literal of a rule: a predicate over constants and variables."""

    predicate: str
    terms: tuple[Argument | Var, ...] = ()

    def __post_init__(self) -> None:
        _check_predicate(self.predicate)
        if not isinstance(self.terms, tuple):
            object.__setattr__(self, "terms", tuple(self.terms))
        for term in self.terms:
            if not isinstance(term, Var):
                check_argument(term)

    @property
    def variables(self) -> frozenset[str]:
        """The names of the variables in it."""
        return frozenset(t.name for t in self.terms if isinstance(t, Var))

    def __str__(self) -> str:
        shown = (str(t) if isinstance(t, Var) else show_argument(t) for t in self.terms)
        return f"{self.predicate}({', '.join(shown)})"


_TESTS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class Guard:
    """A comparison that the premises of a rule must pass: `Guard(X, "<", Y)`. Numbers sort before text."""

    left: Argument | Var
    cmp: Literal["=", "!=", "<", "<=", ">", ">="]
    right: Argument | Var

    def __post_init__(self) -> None:
        if self.cmp not in _TESTS:
            raise ProofError(f"{self.cmp!r} is no comparison", cause="comparisons are " + " ".join(_TESTS))
        for term in (self.left, self.right):
            if not isinstance(term, Var):
                check_argument(term)

    @property
    def variables(self) -> frozenset[str]:
        """The names of the variables in it."""
        return frozenset(t.name for t in (self.left, self.right) if isinstance(t, Var))

    def passes(self, binding: Mapping[str, Argument]) -> bool:
        """Whether it holds where the variables have these values."""
        a, b = (binding[t.name] if isinstance(t, Var) else t for t in (self.left, self.right))
        return _TESTS[self.cmp](_argument_key(a), _argument_key(b))

    def __str__(self) -> str:
        left, right = (str(t) if isinstance(t, Var) else show_argument(t) for t in (self.left, self.right))
        return f"{left} {self.cmp} {right}"


@dataclass(frozen=True)
class Rule:
    """`head` follows from all of `body`, with `confidence` times the least confidence of the premises.

    `confidence` is over 0 and at most 1; `guards` are comparisons that the premises must pass as well. Raises
    ProofError where the rule is not safe (a variable of the head or a guard that the body does not bind) or has no
    body (its conclusions would rest on nothing that is stored).
    """

    id: str
    head: Atom
    body: tuple[Atom, ...]
    confidence: Fraction | int | str | float | Decimal = Fraction(1)
    guards: tuple[Guard, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise ProofError("a rule needs an id")
        object.__setattr__(self, "body", tuple(self.body))
        object.__setattr__(self, "guards", tuple(self.guards))
        object.__setattr__(self, "confidence", exact_confidence(self.confidence))
        if not self.body:
            raise ProofError(
                f"rule {self.id} has no body",
                cause="its conclusions would rest on no stored evidence",
                hint="bind the fact to a hyperedge with FactBase.add",
            )
        bound = frozenset().union(*(atom.variables for atom in self.body))
        loose = self.head.variables.union(*(g.variables for g in self.guards)) - bound
        if loose:
            raise ProofError(f"rule {self.id} is not safe", cause=f"its body does not bind {', '.join(sorted(loose))}")

    @property
    def weight(self) -> Fraction:
        """Its confidence, exactly."""
        return exact_confidence(self.confidence)

    def __str__(self) -> str:
        return f"{self.head} :- {', '.join(map(str, (*self.body, *self.guards)))}"


@dataclass(frozen=True)
class Hyperedge:
    """A stored hyperedge: row `edge_idx` (from 0) of `table`, its members, and when it happened.

    `event_ts` is in seconds since 1970-01-01 UTC, or None where the store has none.
    """

    table: str
    edge_idx: int
    member_ids: tuple[Argument, ...] = ()
    event_ts: int | None = None

    evidence_type = "hyperedge"

    def __post_init__(self) -> None:
        object.__setattr__(self, "member_ids", tuple(self.member_ids))
        if not isinstance(self.table, str):
            raise ProofError(f"a table's name is text, not {self.table!r}")
        if type(self.edge_idx) is not int or self.edge_idx < 0:
            raise ProofError(f"edge_idx is an integer from 0, not {self.edge_idx!r}")
        if self.event_ts is not None and type(self.event_ts) is not int:
            raise ProofError(f"event_ts is whole seconds or None, not {self.event_ts!r}")
        for member in self.member_ids:
            check_argument(member)

    @property
    def tag(self) -> str:
        """Its citation tag, `HEDGE-n`."""
        return f"HEDGE-{self.edge_idx}"

    def facts(self) -> Iterator[Fact]:
        """What it says by itself: `member(edge_idx, m)` for each of its members."""
        return (Fact(MEMBER, (self.edge_idx, m)) for m in self.member_ids)

    def provenance(self) -> dict[str, object]:
        """Where the evidence is stored, as a proof's leaf shows it (without `verified`)."""
        return {
            "source": self.evidence_type,
            "table": self.table,
            "edge_idx": self.edge_idx,
            "event_ts": self.event_ts,
        }

    def reference(self) -> dict[str, object]:
        """The `edge_ref` that a provenance resolver gets; a fresh dict, so that a resolver may change it."""
        return {
            "table": self.table,
            "edge_idx": self.edge_idx,
            "event_ts": self.event_ts,
            "member_ids": list(self.member_ids),
            "hedge_tag": self.tag,
        }


def exact_confidence(value: Fraction | int | str | float | Decimal) -> Fraction:
    """A confidence as a fraction in (0, 1]; a float is read as the decimal that it prints as."""
    if isinstance(value, bool) or not isinstance(value, int | str | float | Decimal | Fraction):
        raise ProofError(f"a confidence is a number, not {value!r}")
    if isinstance(value, float) and not math.isfinite(value):
        raise ProofError(f"a confidence is a finite number, not {value!r}")
    try:
        exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        raise ProofError(f"a confidence is a number, not {value!r}") from None
    if not 0 < exact <= 1:
        raise ProofError(f"a confidence is over 0 and at most 1, not {value}")
    return exact


def check_argument(value: object) -> None:
    """Raises ProofError unless `value` may be an argument of a fact."""
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        raise ProofError(
            f"{value!r} cannot be an argument of a fact",
            cause="arguments are int, str or Fraction",
            hint="give a decimal number as Fraction('0.1')" if isinstance(value, float) else "",
        )


def show_argument(value: Argument) -> str:
    """An argument as facts show it: numbers bare, text in double quotes with JSON's escapes."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def _argument_key(value: Argument) -> tuple[int, int | Fraction, str]:
    return (1, 0, value) if isinstance(value, str) else (0, value, "")


def _check_predicate(name: object) -> None:
    if not isinstance(name, str) or not _PREDICATE.match(name):
        raise ProofError(f"{name!r} is no predicate", cause="a predicate is a word of letters, digits, _ . : -")
