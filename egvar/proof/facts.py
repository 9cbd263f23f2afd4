"""Facts, stored hyperedges and the fact base: what a proof rests on, and how each fact was come by.

May import: the standard library, `egvar.errors`, `egvar.proof.rules` (for the engine, inside `derive`).

Confidences are exact rationals in (0, 1]; a float is taken as its shortest decimal, and floats appear only where a
proof is shown. A fact base holds for every fact one derivation, the one with the highest confidence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from egvar.errors import EgvarError

if TYPE_CHECKING:
    from egvar.proof.rules import Rule

Argument: TypeAlias = int | str | Fraction
Confidence: TypeAlias = int | str | float | Decimal | Fraction

MEMBER = "member"
"""The predicate that a stored hyperedge gives rise to by itself: `member(edge_idx, member_id)`."""


class ProofError(EgvarError):
    """A fact, hyperedge, rule or record is malformed, or contradicts one that is already there."""

    code = "EGV501"


def exact_confidence(given: Confidence) -> Fraction:
    """`given` as an exact rational in (0, 1]. Raises ProofError for anything else."""
    try:
        if isinstance(given, bool):
            raise TypeError("a truth value")
        value = Fraction(repr(given)) if isinstance(given, float) else Fraction(given)
    except (TypeError, ValueError, ZeroDivisionError, OverflowError) as e:
        raise ProofError(f"{given!r} is not a confidence", cause=str(e), hint="give a number such as 0.9") from e
    if not 0 < value <= 1:
        raise ProofError(f"the confidence {given} is out of range", hint="a confidence lies above 0 and up to 1")
    return value


def _argument(value: object) -> Argument:
    # True == 1 and Fraction(2) == 2 hash alike: without this, two facts that print differently would be one.
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        hint = "write a decimal as Fraction('0.5')" if isinstance(value, float) else "arguments are int, str, Fraction"
        raise ProofError(f"{value!r} is no argument of a fact", hint=hint)
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def shown_argument(value: Argument) -> int | str:
    """An argument as JSON data: a fraction becomes the text `3/2`."""
    return str(value) if isinstance(value, Fraction) else value


@dataclass(frozen=True, slots=True)
class Fact:
    """A ground fact. `str(Fact("p", (1, "a")))` is `p(1, "a")`. Raises ProofError for a malformed one."""

    predicate: str
    args: tuple[Argument, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.predicate, str) or not self.predicate:
            raise ProofError("a fact needs a predicate", cause=f"got {self.predicate!r}")
        if isinstance(self.args, str) or not isinstance(self.args, Iterable):
            raise ProofError(f"the arguments of {self.predicate} are not a tuple", hint="write (x,) for one argument")
        object.__setattr__(self, "args", tuple(_argument(a) for a in self.args))

    def __str__(self) -> str:
        shown = (json.dumps(a, ensure_ascii=False) if isinstance(a, str) else str(a) for a in self.args)
        return f"{self.predicate}({', '.join(shown)})"

    @property
    def sort_key(self) -> tuple[object, ...]:
        """A total order over facts: by predicate, then numbers before texts."""
        return (self.predicate, len(self.args), *((isinstance(a, str), a) for a in self.args))


@dataclass(frozen=True, slots=True)
class Hyperedge:
    """A stored hyperedge: its table, its index (which its tag `HEDGE-n` names), members and time stamp in seconds.

    `confidence` is how far the store is trusted about it. Raises ProofError if it is malformed.
    """

    table: str
    edge_idx: int
    member_ids: tuple[int | str, ...] = ()
    event_ts: int | None = None
    confidence: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if isinstance(self.edge_idx, bool) or not isinstance(self.edge_idx, int) or self.edge_idx < 0:
            raise ProofError(f"{self.edge_idx!r} is no index of a hyperedge", hint="an index is 0, 1, 2, …")
        if self.event_ts is not None and (isinstance(self.event_ts, bool) or not isinstance(self.event_ts, int)):
            raise ProofError(f"hyperedge {self.edge_idx}: the time stamp {self.event_ts!r} is not in whole seconds")
        if isinstance(self.member_ids, str) or not isinstance(self.member_ids, Iterable):
            raise ProofError(f"hyperedge {self.edge_idx}: the members are not a tuple")
        members = tuple(_argument(m) for m in self.member_ids)
        if any(isinstance(m, Fraction) for m in members):
            raise ProofError(f"hyperedge {self.edge_idx}: a member id is int or str")
        object.__setattr__(self, "member_ids", members)
        object.__setattr__(self, "confidence", exact_confidence(self.confidence))

    @property
    def hedge_tag(self) -> str:
        """The citation tag, `HEDGE-42`."""
        return f"HEDGE-{self.edge_idx}"

    def facts(self) -> Iterator[Fact]:
        """The facts that the hyperedge states by itself, one `member(edge_idx, id)` per member."""
        for member in self.member_ids:
            yield Fact(MEMBER, (self.edge_idx, member))


@dataclass(frozen=True, slots=True)
class Entry:
    """How a fact is known: by a stored `edge`, or by `rule` (with its index in the rule list) from `premises`.

    `depth` is the length of the longest premise chain: 0 for stored facts.
    """

    fact: Fact
    confidence: Fraction
    edge: Hyperedge | None = None
    rule: str | None = None
    rule_index: int | None = None
    premises: tuple[Fact, ...] = ()
    depth: int = 0


@dataclass
class FactBase:
    """Stored hyperedges, the facts that they state, and the facts that rules derive from those.

    `live_store` is what leaves are verified against when a proof is built: a mapping from edge index to the hyperedge
    as it is stored *now*. By default it is the fact base's own copy.
    """

    live_store: Mapping[int, Hyperedge] | None = None
    edges: dict[int, Hyperedge] = field(default_factory=dict)
    _stored: dict[Fact, Entry] = field(default_factory=dict)
    _known: dict[Fact, Entry] = field(default_factory=dict)

    def store(self, edge: Hyperedge, *facts: Fact, confidence: Confidence | None = None) -> None:
        """Adds a hyperedge with the facts it states: its memberships and the `facts` that are read off it.

        Derived facts are dropped: call `derive` after the last hyperedge. Raises ProofError if another hyperedge has
        the same index, for then its tag would name two pieces of evidence.
        """
        if self.edges.setdefault(edge.edge_idx, edge) != edge:
            other = self.edges[edge.edge_idx]
            raise ProofError(
                f"two hyperedges have the index {edge.edge_idx}",
                cause=f"one of table {other.table}, one of table {edge.table}; {edge.hedge_tag} would name both",
                hint="number the hyperedges of all tables in one sequence",
            )
        trust = edge.confidence if confidence is None else exact_confidence(confidence)
        stated = [Entry(f, edge.confidence, edge) for f in edge.facts()] + [Entry(f, trust, edge) for f in facts]
        for entry in stated:
            old = self._stored.get(entry.fact)
            # Of two hyperedges that state the same, the more trusted counts, then the one with the lower index.
            if old is None or (-entry.confidence, edge.edge_idx) < (-old.confidence, _edge_idx(old)):
                self._stored[entry.fact] = entry
        self._known = dict(self._stored)

    def derive(self, rules: Iterable[Rule], *, max_facts: int = 1_000_000) -> None:
        """Fills the fact base with all that `rules` derive. Earlier derived facts are dropped first.

        Raises ProofError for two rules with one id, for an order comparison between a number and a text, and when
        more than `max_facts` facts come out.
        """
        from egvar.proof.rules import closure

        self._known = closure(self._stored.values(), list(rules), max_facts)

    def stored(self) -> Iterable[Entry]:
        """The facts that stored hyperedges state."""
        return self._stored.values()

    def entry(self, fact: Fact) -> Entry | None:
        """How `fact` is known, or None if it is not."""
        return self._known.get(fact)

    def is_live(self, edge: Hyperedge) -> bool:
        """Whether the live store holds exactly this hyperedge."""
        store = self.edges if self.live_store is None else self.live_store
        return store.get(edge.edge_idx) == edge

    def __contains__(self, fact: object) -> bool:
        return fact in self._known

    def __iter__(self) -> Iterator[Fact]:
        return iter(sorted(self._known, key=lambda f: f.sort_key))

    def __len__(self) -> int:
        return len(self._known)


def _edge_idx(entry: Entry) -> int:
    return -1 if entry.edge is None else entry.edge.edge_idx
