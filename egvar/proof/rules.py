"""Rules and the forward-chaining engine that closes a set of stored facts under them.

May import: the standard library, `egvar.proof.facts`.

A derived fact's confidence is rule confidence x lowest premise confidence, so it never exceeds a premise's. The
engine therefore settles facts in the order of falling confidence (Knuth's generalisation of Dijkstra's algorithm):
the first derivation that is settled is the best one, every premise is settled before its conclusion, and so no proof
is cyclic. Only joins that use the fact settled last are tried (semi-naive). There are no function symbols, so the
facts are finitely many and the engine ends.
"""

from __future__ import annotations

import heapq
import itertools
import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from egvar.proof.facts import Argument, Confidence, Entry, Fact, ProofError, exact_confidence


@dataclass(frozen=True, slots=True)
class Var:
    """A variable of a rule."""

    name: str

    def __str__(self) -> str:
        return self.name


Term: TypeAlias = Var | Argument
Binding: TypeAlias = dict[Var, Argument]


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate over terms: `Atom("member", (E, X))`."""

    predicate: str
    terms: tuple[Term, ...] = ()

    def __post_init__(self) -> None:
        constants = Fact(self.predicate, tuple(0 if isinstance(t, Var) else t for t in self.terms)).args
        # Constants in their canonical form, so that they unify with the arguments of facts.
        terms = tuple(t if isinstance(t, Var) else c for t, c in zip(self.terms, constants, strict=True))
        object.__setattr__(self, "terms", terms)

    def __str__(self) -> str:
        return f"{self.predicate}({', '.join(map(str, self.terms))})"

    def variables(self) -> set[Var]:
        return {t for t in self.terms if isinstance(t, Var)}

    def ground(self, binding: Binding) -> Fact:
        return Fact(self.predicate, tuple(binding[t] if isinstance(t, Var) else t for t in self.terms))

    def unify(self, fact: Fact, binding: Binding) -> Binding | None:
        """`binding` extended so that the atom becomes `fact`, or None."""
        if fact.predicate != self.predicate or len(fact.args) != len(self.terms):
            return None
        out = dict(binding)
        for term, value in zip(self.terms, fact.args, strict=True):
            if (out.setdefault(term, value) if isinstance(term, Var) else term) != value:
                return None
        return out


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Guard:
    """A comparison in a rule's body, such as `Guard("!=", X, Y)`. It restricts, and is no premise."""

    op: str
    left: Term
    right: Term

    def __post_init__(self) -> None:
        if self.op not in _COMPARE:
            raise ProofError(f"there is no comparison {self.op!r}", hint="one of " + " ".join(_COMPARE))

    def variables(self) -> set[Var]:
        return {t for t in (self.left, self.right) if isinstance(t, Var)}

    def holds(self, binding: Binding) -> bool:
        left, right = (binding[t] if isinstance(t, Var) else t for t in (self.left, self.right))
        if self.op not in ("==", "!=") and isinstance(left, str) != isinstance(right, str):
            raise ProofError(f"{left!r} {self.op} {right!r} compares a number with a text")
        return _COMPARE[self.op](left, right)


@dataclass(frozen=True, slots=True)
class Rule:
    """`head` follows from all of `body`, with `confidence` in (0, 1].

    Raises ProofError for an empty body (a proof must end in stored data) and for an unsafe rule: one whose head or
    guards use a variable that no atom of the body binds.
    """

    id: str
    head: Atom
    body: tuple[Atom | Guard, ...]
    confidence: Confidence = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "body", tuple(self.body))
        object.__setattr__(self, "confidence", exact_confidence(self.confidence))
        if not self.id:
            raise ProofError("a rule needs an id")
        if not self.atoms:
            raise ProofError(f"{self.id} has no premise", cause="a proof must end in stored data")
        bound = set[Var]().union(*(a.variables() for a in self.atoms))
        needed = self.head.variables().union(*(g.variables() for g in self.guards))
        if unsafe := sorted(v.name for v in needed - bound):
            raise ProofError(f"{self.id} is not safe", cause=f"no premise binds {', '.join(unsafe)}")

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return tuple(b for b in self.body if isinstance(b, Atom))

    @property
    def guards(self) -> tuple[Guard, ...]:
        return tuple(b for b in self.body if isinstance(b, Guard))


class _Index:
    """Settled facts, found by predicate and, where a term is known, by one argument."""

    def __init__(self) -> None:
        self._all: dict[tuple[str, int], list[Fact]] = {}
        self._by: dict[tuple[str, int, int, Argument], list[Fact]] = {}

    def add(self, fact: Fact) -> None:
        key = (fact.predicate, len(fact.args))
        self._all.setdefault(key, []).append(fact)
        for i, a in enumerate(fact.args):
            self._by.setdefault((*key, i, a), []).append(fact)

    def candidates(self, atom: Atom, binding: Binding) -> list[Fact]:
        key = (atom.predicate, len(atom.terms))
        best = self._all.get(key, [])
        for i, term in enumerate(atom.terms):
            if isinstance(term, Var):
                if term not in binding:
                    continue
                term = binding[term]
            found = self._by.get((*key, i, term), [])
            if len(found) < len(best):
                best = found
        return best


def _joins(rule: Rule, at: int, new: Fact, index: _Index) -> Iterator[tuple[Binding, tuple[Fact, ...]]]:
    """All ways to meet the body in which `new` is premise number `at` and no earlier premise."""
    first = rule.atoms[at].unify(new, {})
    if first is None:
        return
    partial: list[tuple[Binding, dict[int, Fact]]] = [(first, {at: new})]
    for i, atom in enumerate(rule.atoms):
        if i == at:
            continue
        partial = [
            (extended, used | {i: fact})
            for binding, used in partial
            for fact in index.candidates(atom, binding)
            if not (i < at and fact == new) and (extended := atom.unify(fact, binding)) is not None
        ]
    for binding, used in partial:
        if all(g.holds(binding) for g in rule.guards):
            yield binding, tuple(dict.fromkeys(used[i] for i in range(len(rule.atoms))))


def closure(stored: Iterable[Entry], rules: list[Rule], max_facts: int) -> dict[Fact, Entry]:
    """The stored facts and all that the rules derive from them, each with its best derivation.

    Best is: highest confidence, then least depth, then the earlier rule, then the smaller premises. Independent of
    the order in which facts were stored. Raises ProofError, see `FactBase.derive`.
    """
    if len({r.id for r in rules}) < len(rules):
        raise ProofError("two rules have the same id", cause=", ".join(sorted(r.id for r in rules)))
    uses: dict[tuple[str, int], list[tuple[int, Rule, int]]] = {}
    for number, rule in enumerate(rules):
        for at, atom in enumerate(rule.atoms):
            uses.setdefault((atom.predicate, len(atom.terms)), []).append((number, rule, at))

    settled: dict[Fact, Entry] = {}
    index = _Index()
    queue: list[tuple[tuple[Any, ...], int, Entry]] = []
    serial = itertools.count()  # two ways to the same premises tie in `order`, and entries do not compare

    def propose(entry: Entry) -> None:
        rule_index = -1 if entry.rule_index is None else entry.rule_index
        premises = tuple(p.sort_key for p in entry.premises)
        order = (-entry.confidence, entry.depth, entry.fact.sort_key, rule_index, premises)
        heapq.heappush(queue, (order, next(serial), entry))

    for entry in stored:
        propose(entry)
    while queue:
        entry = heapq.heappop(queue)[2]
        if entry.fact in settled:
            continue
        if len(settled) >= max_facts:
            raise ProofError(f"the rules derive more than {max_facts} facts", hint="raise max_facts or narrow a rule")
        settled[entry.fact] = entry
        index.add(entry.fact)
        for number, rule, at in uses.get((entry.fact.predicate, len(entry.fact.args)), ()):
            for binding, premises in _joins(rule, at, entry.fact, index):
                fact = rule.head.ground(binding)
                if fact in settled:
                    continue
                known = [settled[p] for p in premises]
                trust = exact_confidence(rule.confidence) * min(p.confidence for p in known)
                depth = 1 + max(p.depth for p in known)
                propose(Entry(fact, trust, None, rule.id, number, premises, depth))
    return settled
