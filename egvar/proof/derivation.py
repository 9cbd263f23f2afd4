"""The closure of base facts under rules: forward chaining that keeps the best derivation of each fact.

May import: the standard library, `egvar.errors`, `egvar.proof.terms`.

Facts are settled in the order of their confidence, the highest first (Knuth's form of Dijkstra's algorithm). A
conclusion is never more confident than its premises, so when a fact is settled, no better derivation of it can
still come, and its premises were settled before: no proof is cyclic and none needs revising. Evaluation is
semi-naive: each settled fact is joined once, as the newest premise, with those settled before it. There are no
function symbols, so the facts are finitely many and it ends.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from egvar.errors import ProofError
from egvar.proof.terms import Argument, Atom, Fact, Hyperedge, Rule, Var

Binding = dict[str, Argument]


@dataclass(frozen=True)
class Entry:
    """How a fact is known: by `edge` (a base fact), or by `rule` from `premises`, one per literal of its body.

    `depth` is the longest chain of premises below it, 0 for a base fact.
    """

    fact: Fact
    confidence: Fraction
    depth: int
    edge: Hyperedge | None = None
    rule: Rule | None = None
    premises: tuple[Fact, ...] = ()


def close(base: Mapping[Fact, tuple[Fraction, Hyperedge]], rules: Sequence[Rule], max_facts: int) -> dict[Fact, Entry]:
    """Every fact that follows, with its best derivation, in the order settled.

    Best is: highest confidence, then least depth, then base facts before derived ones, then the rule's id and
    the premises in their own order. The result does not depend on the order in which anything was added.
    Raises ProofError where there are more than `max_facts` facts.
    """
    settled: dict[Fact, Entry] = {}
    index = _Index()
    uses: dict[str, list[tuple[Rule, int]]] = {}
    for rule in rules:
        for position, atom in enumerate(rule.body):
            uses.setdefault(atom.predicate, []).append((rule, position))

    # The counter ends every comparison before entries themselves would be compared.
    counter = 0
    queue: list[tuple[Fraction, int, str, tuple[object, ...], int, Entry]] = []
    for fact, (confidence, edge) in base.items():
        counter += 1
        queue.append((-confidence, 0, "", fact.sort_key, counter, Entry(fact, confidence, 0, edge=edge)))
    heapq.heapify(queue)

    while queue:
        entry = heapq.heappop(queue)[-1]
        if entry.fact in settled:
            continue
        if len(settled) >= max_facts:
            raise ProofError(
                f"the rules derive more than {max_facts} facts",
                hint="constrain the rules or raise FactBase(max_facts=…)",
            )
        settled[entry.fact] = entry
        index.add(entry.fact)
        for rule, position in uses.get(entry.fact.predicate, ()):
            for premises, head in _applications(rule, position, entry.fact, index):
                if head in settled:
                    continue
                confidence = rule.weight * min(settled[p].confidence for p in premises)
                depth = 1 + max(settled[p].depth for p in premises)
                counter += 1
                order = tuple(p.sort_key for p in premises)
                derived = Entry(head, confidence, depth, rule=rule, premises=premises)
                heapq.heappush(queue, (-confidence, depth, rule.id, order, counter, derived))
    return settled


class _Index:
    """Facts by predicate and arity, and by each of their arguments."""

    def __init__(self) -> None:
        self._all: dict[tuple[str, int], list[Fact]] = {}
        self._by: dict[tuple[str, int, int, Argument], list[Fact]] = {}

    def add(self, fact: Fact) -> None:
        arity = len(fact.args)
        self._all.setdefault((fact.predicate, arity), []).append(fact)
        for position, value in enumerate(fact.args):
            self._by.setdefault((fact.predicate, arity, position, value), []).append(fact)

    def candidates(self, atom: Atom, binding: Binding) -> Sequence[Fact]:
        """The shortest list of facts that holds every fact which fits `atom` under `binding`."""
        arity = len(atom.terms)
        best: Sequence[Fact] = self._all.get((atom.predicate, arity), ())
        for position, term in enumerate(atom.terms):
            value = _value(term, binding)
            if value is not None:
                found = self._by.get((atom.predicate, arity, position, value), ())
                if len(found) < len(best):
                    best = found
        return best


def _applications(rule: Rule, position: int, newest: Fact, index: _Index) -> Iterator[tuple[tuple[Fact, ...], Fact]]:
    """Every use of `rule` whose literal `position` is `newest` and no earlier literal is, with its conclusion."""
    start = _match(rule.body[position], newest, {})
    if start is None:
        return
    # Partial matches, as a list of levels rather than by recursion: a body may be long.
    partial: list[tuple[Binding, tuple[Fact, ...]]] = [(start, ())]
    for place, atom in enumerate(rule.body):
        extended: list[tuple[Binding, tuple[Fact, ...]]] = []
        for binding, premises in partial:
            if place == position:
                extended.append((binding, (*premises, newest)))
                continue
            for fact in index.candidates(atom, binding):
                if place < position and fact == newest:
                    continue
                further = _match(atom, fact, binding)
                if further is not None:
                    extended.append((further, (*premises, fact)))
        partial = extended
    for binding, premises in partial:
        if not all(guard.passes(binding) for guard in rule.guards):
            continue
        yield premises, _instance(rule.head, binding)


def _value(term: Argument | Var, binding: Binding) -> Argument | None:
    """The constant that `term` stands for, None where it is a variable not bound yet."""
    if isinstance(term, Var):
        return binding.get(term.name)
    return term


def _match(atom: Atom, fact: Fact, binding: Binding) -> Binding | None:
    """`binding` extended so that `atom` is `fact`, or None."""
    if atom.predicate != fact.predicate or len(atom.terms) != len(fact.args):
        return None
    extended = dict(binding)
    for term, value in zip(atom.terms, fact.args, strict=True):
        wanted = extended.setdefault(term.name, value) if isinstance(term, Var) else term
        if wanted != value:
            return None
    return extended


def _instance(head: Atom, binding: Binding) -> Fact:
    return Fact(head.predicate, tuple(binding[t.name] if isinstance(t, Var) else t for t in head.terms))
