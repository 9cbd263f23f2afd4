"""Facts, hyperedges, rules and the engine."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.proof.facts import Fact, FactBase, Hyperedge, ProofError, exact_confidence
from egvar.proof.rules import Atom, Guard, Rule, Var

E, X, Y, Z = Var("E"), Var("X"), Var("Y"), Var("Z")


def edge_base(edges: list[tuple[int, int]], confidence: str = "1") -> FactBase:
    base = FactBase()
    for i, (a, b) in enumerate(edges):
        base.store(Hyperedge("E", i), Fact("edge", (a, b)), confidence=confidence)
    return base


PATH = [
    Rule("base", Atom("path", (X, Y)), (Atom("edge", (X, Y)),), "0.9"),
    Rule("step", Atom("path", (X, Z)), (Atom("edge", (X, Y)), Atom("path", (Y, Z))), "0.8"),
]


def test_fact_shows_and_hashes() -> None:
    assert str(Fact("p", (1, 2))) == "p(1, 2)"
    assert str(Fact("p", ("a, b", Fraction(1, 2)))) == 'p("a, b", 1/2)'
    assert str(Fact("p")) == "p()"
    assert {Fact("p", (Fraction(2),))} == {Fact("p", (2,))}
    assert Fact("p", ("1",)) != Fact("p", (1,))


@pytest.mark.parametrize("bad", [0.5, True, None, [1]])
def test_fact_refuses_inexact_arguments(bad: object) -> None:
    with pytest.raises(ProofError):
        Fact("p", (bad,))  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [0, -1, "1.1", float("nan"), float("inf"), "x", True, None])
def test_confidence_out_of_range(bad: object) -> None:
    with pytest.raises(ProofError):
        exact_confidence(bad)  # type: ignore[arg-type]


def test_confidence_is_exact() -> None:
    assert exact_confidence(0.9) == Fraction(9, 10) == exact_confidence("0.9")


def test_two_hyperedges_with_one_index_are_refused() -> None:
    base = FactBase()
    base.store(Hyperedge("A", 1, (5,)))
    base.store(Hyperedge("A", 1, (5,)))
    with pytest.raises(ProofError, match="index 1"):
        base.store(Hyperedge("B", 1, (5,)))


def test_members_become_facts() -> None:
    base = FactBase()
    base.store(Hyperedge("DRONES", 42, (7, 9), 1700000000))
    assert [str(f) for f in base] == ["member(42, 7)", "member(42, 9)"]


def test_unsafe_and_empty_rules_are_refused() -> None:
    with pytest.raises(ProofError, match="not safe"):
        Rule("r", Atom("p", (X, Y)), (Atom("q", (X,)),))
    with pytest.raises(ProofError, match="not safe"):
        Rule("r", Atom("p", (X,)), (Atom("q", (X,)), Guard("<", X, Y)))
    with pytest.raises(ProofError, match="no premise"):
        Rule("r", Atom("p", (1,)), ())
    base = edge_base([(1, 2)])
    with pytest.raises(ProofError, match="same id"):
        base.derive([PATH[0], PATH[0]])


def test_recursion_ends_on_a_cycle_and_proofs_do_not() -> None:
    base = edge_base([(1, 2), (2, 3), (3, 1)])
    base.derive(PATH)
    assert sum(f.predicate == "path" for f in base) == 9
    for fact in base:
        entry = base.entry(fact)
        assert entry is not None
        for premise in entry.premises:
            known = base.entry(premise)
            assert known is not None and known.depth < entry.depth and known.confidence >= entry.confidence


def test_confidence_is_rule_times_weakest_premise() -> None:
    base = FactBase()
    base.store(Hyperedge("E", 0), Fact("edge", (1, 2)), confidence="0.5")
    base.store(Hyperedge("E", 1), Fact("edge", (2, 3)), confidence="0.7")
    base.derive(PATH)
    entry = base.entry(Fact("path", (1, 3)))
    assert entry is not None
    assert entry.confidence == Fraction(8, 10) * Fraction(5, 10)
    assert entry.rule == "step" and entry.rule_index == 1


def test_best_derivation_wins_over_a_weak_stored_fact() -> None:
    base = FactBase()
    base.store(Hyperedge("E", 0), Fact("p", (1,)), confidence="0.2")
    base.store(Hyperedge("E", 1), Fact("q", (1,)))
    base.derive([Rule("r", Atom("p", (X,)), (Atom("q", (X,)),), "0.9")])
    entry = base.entry(Fact("p", (1,)))
    assert entry is not None and entry.rule == "r" and entry.confidence == Fraction(9, 10)


def test_guards() -> None:
    base = FactBase()
    base.store(Hyperedge("E", 0, (1, 2)))
    pair = Rule("pair", Atom("pair", (X, Y)), (Atom("member", (E, X)), Atom("member", (E, Y)), Guard("<", X, Y)))
    base.derive([pair])
    assert [f for f in base if f.predicate == "pair"] == [Fact("pair", (1, 2))]
    base.store(Hyperedge("E", 1, (3, "x")))
    with pytest.raises(ProofError, match="compares a number with a text"):
        base.derive([pair])


def test_the_number_of_facts_is_limited() -> None:
    base = edge_base([(i, i + 1) for i in range(30)])
    with pytest.raises(ProofError, match="more than 100"):
        base.derive(PATH, max_facts=100)


def naive(edges: list[tuple[int, int]], trust: dict[tuple[int, int], Fraction]) -> dict[tuple[int, int], Fraction]:
    """Best confidence of every path, by iterating to the fixed point."""
    best: dict[tuple[int, int], Fraction] = {}
    while True:
        new = {e: Fraction(9, 10) * trust[e] for e in edges}
        for (a, b), (c, d) in itertools.product(edges, best):
            if b == c:
                new[a, d] = max(new.get((a, d), Fraction(0)), Fraction(8, 10) * min(trust[a, b], best[c, d]))
        if new == best:
            return best
        best = new


@given(
    st.dictionaries(
        st.tuples(st.integers(0, 4), st.integers(0, 4)), st.sampled_from(["0.3", "0.5", "1"]), min_size=1, max_size=9
    ),
    st.randoms(use_true_random=False),
)
@settings(max_examples=60, deadline=None)
def test_engine_equals_naive_evaluation_in_any_order(edges: dict[tuple[int, int], str], random: object) -> None:
    def run(pairs: list[tuple[tuple[int, int], str]]) -> FactBase:
        base = FactBase()
        for (a, b), c in pairs:
            base.store(Hyperedge("E", 10 * a + b), Fact("edge", (a, b)), confidence=c)
        base.derive(PATH)
        return base

    items = list(edges.items())
    base = run(items)
    expected = naive(list(edges), {k: Fraction(v) for k, v in edges.items()})
    got = {f.args: e.confidence for f in base if f.predicate == "path" and (e := base.entry(f)) is not None}
    assert got == expected
    random.shuffle(items)  # type: ignore[attr-defined]
    other = run(items)
    assert [other.entry(f) for f in other] == [base.entry(f) for f in base]
