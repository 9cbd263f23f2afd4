"""Attacks on columns that are held in one number each: a table of 600 rows, and a filtered sum over it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attacks import case
from case_runner import Attempt, Bench

from egvar.challenge.packed import PackedColumn
from egvar.challenge.statement import Challenge
from egvar.goal import parse
from egvar.kernel.term import Definition
from egvar.solver.prover import prove

LANES = ("Challenge", "column1", "lanes")


def described(challenge: Challenge, **changes: Any) -> Challenge:
    """The challenge, with another word to the prover on how its columns are packed."""

    def changed(how: PackedColumn | None) -> PackedColumn:
        assert how is not None
        return replace(how, **{k: v for k, v in changes.items() if k != "texts" or how.texts})

    return replace(challenge, columns=tuple(replace(a, packed=changed(a.packed)) for a in challenge.columns))


def proved(bench: Bench, challenge: Challenge, **changes: Any) -> Attempt:
    solution = prove(described(challenge, **changes), bench.answer(challenge))
    return bench.attempt(challenge, solution.constants, solution.witness)


@case
def packed_wrong_result(bench: Bench) -> Attempt:
    goal = bench.packed_goal("x", 1)
    return proved(bench, bench.build(bench.packed_table, parse(goal), "verify"))


@case
def packed_lane_overflow(bench: Bench) -> Attempt:
    """Values of so many bits that their sum might not fit into a lane."""
    return proved(bench, bench.challenge("packed"), bits=31)


@case
def packed_values_too_wide(bench: Bench) -> Attempt:
    """Values that are longer than the proof says."""
    return proved(bench, bench.challenge("packed"), bits=3)


@case
def packed_code_of_another_text(bench: Bench) -> Attempt:
    goal = bench.packed_goal("y", 0)
    return proved(bench, bench.build(bench.packed_table, parse(goal), "verify"), texts=("x", "y"))


@case
def packed_code_out_of_range(bench: Bench) -> Attempt:
    """That no row has a text, since none has a code beyond the last."""
    where = {"op": "text_is", "column": "k", "value": "x"}
    none = {"op": "compare", "left": {"op": "count", "where": where}, "cmp": "=", "right": {"op": "number", "value": 0}}
    challenge = bench.build(bench.packed_table, parse({"kind": "claim", "claim": none}), "verify")
    return proved(bench, challenge, texts=("-", "+", "*", "x"))


@case
def packed_column_forged(bench: Bench) -> Attempt:
    """The column with one more in its first lane, and a sum that fits it."""
    challenge, solution = bench.solved("packed")
    own = challenge.constants[LANES]
    assert isinstance(own, Definition)
    (value,) = own.value.args
    assert isinstance(value, int)
    forged = replace(own, value=challenge.terms.nat(value + 1))
    return bench.attempt(challenge, {**solution.constants, LANES: forged})


@case
def packed_rule_redefined(bench: Bench) -> Attempt:
    """A rule that needs no test."""
    challenge, solution = bench.solved("packed")
    name = ("Nat", "Packed", "valuesOk")
    own = challenge.judged.library.constants[name]
    assert isinstance(own, Definition)
    t = challenge.terms
    nat, value = t.const("Nat"), t.const("Bool.true")
    for _ in range(4):
        value = t.lam("x", nat, value)
    return bench.attempt(challenge, {**solution.constants, name: replace(own, value=value)})
