"""The fact base: stored hyperedges, the facts bound to them, and what the rules derive from those.

May import: the standard library, `egvar.errors`, `egvar.proof.terms`, `egvar.proof.derivation`.

A base fact is always bound to one stored hyperedge, so that every proof ends in stored data; anything else is
derived by a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction

from egvar.errors import ProofError
from egvar.proof import derivation
from egvar.proof.terms import MEMBER, Argument, Atom, Fact, Guard, Hyperedge, Rule, Var, exact_confidence

__all__ = ["MEMBER", "Argument", "Atom", "Fact", "FactBase", "Guard", "Hyperedge", "Rule", "Var"]


class FactBase:
    """Stored hyperedges, the facts bound to them, and what the rules derive from those.

    Derived facts are computed when first asked for, and again after something was added. Each fact has exactly
    one derivation, the one of highest confidence, and no derivation leads back to its own conclusion.
    """

    def __init__(self, rules: Iterable[Rule] = (), edges: Iterable[Hyperedge] = (), *, max_facts: int = 1_000_000):
        """`max_facts` bounds the base and derived facts together; more raise ProofError."""
        self._rules: list[Rule] = []
        self._edges: dict[str, Hyperedge] = {}
        self._base: dict[Fact, tuple[Fraction, Hyperedge]] = {}
        self._derived: dict[Fact, derivation.Entry] | None = None
        self._max_facts = max_facts
        for rule in rules:
            self.add_rule(rule)
        for edge in edges:
            self.add_hyperedge(edge)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules in the order they were added; rule number n is cited as RULE-n."""
        return tuple(self._rules)

    @property
    def hyperedges(self) -> tuple[Hyperedge, ...]:
        """The stored hyperedges in the order they were added."""
        return tuple(self._edges.values())

    def add_rule(self, rule: Rule) -> None:
        """Adds a rule. Raises ProofError where its id is taken by another one."""
        if any(rule.id == other.id for other in self._rules):
            raise ProofError(f"there are two rules {rule.id}")
        self._rules.append(rule)
        self._derived = None

    def add_hyperedge(self, edge: Hyperedge) -> None:
        """Stores a hyperedge and asserts its member facts.

        Raises ProofError where another hyperedge has its tag: a citation must name one record.
        """
        self._store(edge)
        for fact in edge.facts():
            self.add(fact, edge)

    def add(self, fact: Fact, edge: Hyperedge, confidence: Fraction | int | str | float | Decimal = 1) -> None:
        """Binds a base fact to a hyperedge, which is stored if it is not yet.

        Of two bindings of one fact the one of higher confidence counts, then the one of the smaller edge_idx.
        """
        self._store(edge)
        new = (exact_confidence(confidence), edge)
        old = self._base.get(fact)
        if old is None or (-new[0], edge.edge_idx) < (-old[0], old[1].edge_idx):
            self._base[fact] = new
            self._derived = None

    def holds(self, edge: Hyperedge) -> bool:
        """Whether exactly this hyperedge is stored."""
        return self._edges.get(edge.tag) == edge

    def entry(self, fact: Fact) -> derivation.Entry | None:
        """How a fact is known: bound to a hyperedge or derived by a rule; None where it is not."""
        return self._entries().get(fact)

    def rule_number(self, rule: Rule) -> int:
        """The n of RULE-n."""
        return self._rules.index(rule)

    def __contains__(self, fact: object) -> bool:
        return fact in self._entries()

    def __iter__(self) -> Iterator[Fact]:
        """All facts, those of highest confidence first."""
        return iter(self._entries())

    def __len__(self) -> int:
        return len(self._entries())

    def _entries(self) -> dict[Fact, derivation.Entry]:
        if self._derived is None:
            self._derived = derivation.close(self._base, self._rules, self._max_facts)
        return self._derived

    def _store(self, edge: Hyperedge) -> None:
        known = self._edges.setdefault(edge.tag, edge)
        if known != edge:
            raise ProofError(
                f"two hyperedges would be cited as {edge.tag}",
                cause=f"one is in table {known.table}, the other in table {edge.table}",
                hint="give hyperedges of all tables distinct edge_idx",
            )
