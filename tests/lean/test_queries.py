"""The Python tools and the Lean definitions mean the same, on tables that hypothesis makes up, in the kernel."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from goal_strategies import ARITHMETIC, BOTH, CLAIMS, ROWS, SETS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from egvar.challenge.check import _evaluate, literal
from egvar.challenge.statement import build, root_of
from egvar.goal import Goal, parse
from egvar.kernel.judge import Judged, judge
from egvar.kernel.replay import Accepted, KernelWorker
from egvar.kernel.term import Theorem
from egvar.kernel.wire import encode
from egvar.solver.prover import _replace, prove
from egvar.source.source import Source, from_rows, reread
from egvar.source.structure.model import Structure, Total
from egvar.tools.base import Context, NoValue
from egvar.tools.ledger import Ledger

SLOW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def table(rows: list[tuple[str, str, str]]) -> Source:
    """The rows, of which every third is taken for a total."""
    plain = from_rows(["k", "x", "y"], rows, "t")
    marked = tuple(Total(i, (), ()) for i in range(2, len(rows), 3))
    return reread(plain, replace(plain.reading, structure=Structure(marked)))


def value(goal: Goal, source: Source) -> object:
    return _evaluate(goal, Context(source))


@SLOW
@given(ROWS, st.one_of(ARITHMETIC, SETS, BOTH))
def test_a_question_has_the_value_that_the_tool_gives_and_no_other(
    worker: KernelWorker, rows: list[tuple[str, str, str]], ask: dict[str, Any]
) -> None:
    source, goal = table(rows), parse({"kind": "question", "ask": ask})
    try:
        found = value(goal, source)
    except NoValue:
        return
    challenge = build((source,), goal, "ask", Ledger())
    if not challenge.columns:
        return  # a constant: it reads nothing, and is refused as vacuous before
    solution = prove(challenge, literal(challenge, found))
    assert isinstance(judge(challenge.judged, solution.constants, worker, solution.witness), Judged)
    other = found + 1 if isinstance(found, Fraction) else (*found, *found)  # type: ignore[misc]
    wrong = prove(challenge, literal(challenge, other))
    assert not isinstance(judge(challenge.judged, wrong.constants, worker, wrong.witness), Judged)


@SLOW
@given(ROWS, CLAIMS)
def test_a_claim_is_what_the_tool_says(
    worker: KernelWorker, rows: list[tuple[str, str, str]], claim: dict[str, Any]
) -> None:
    source, goal = table(rows), parse({"kind": "claim", "claim": claim})
    try:
        holds = value(goal, source)
    except NoValue:
        return
    for polarity, expected in (("verify", holds is True), ("refute", holds is False)):
        challenge = build((source,), goal, polarity, Ledger())  # type: ignore[arg-type]
        if not challenge.columns:
            return
        assert isinstance(judge(challenge.judged, prove(challenge).constants, worker), Judged) == expected


@SLOW
@given(ROWS, ARITHMETIC)
def test_what_has_no_value_in_python_has_none_or_is_stricter_there(
    worker: KernelWorker, rows: list[tuple[str, str, str]], ask: dict[str, Any]
) -> None:
    """Where a cell cannot be read or nothing is divided by, Lean's value is `none` too. A rank or an
    extreme inside a condition is left out: there the tool refuses what Lean may still decide by the condition's other
    part."""
    if any(op in str(ask) for op in ("highest", "lowest", "first", "last", "top", "bottom")):
        return
    source, goal = table(rows), parse({"kind": "question", "ask": ask})
    try:
        value(goal, source)
        return
    except NoValue as e:
        if e.reason in ("mixed_units", "ambiguous") or "has no entry" in e.why:
            return
    challenge = build((source,), goal, "ask", Ledger())
    t = challenge.terms
    by = {}
    for a in challenge.columns:
        axiom = challenge.constants[a.axiom]
        source_term, view, column = axiom.type.args[0].args[0].args[1], axiom.type.args[0].args[1], axiom.type.args[1]  # type: ignore[attr-defined]
        by[t.app(t.const("EgVar.tableOf"), source_term, view)] = column
    q = t.const("EgVar.Q")
    one, option = t.succ(t.zero), t.app(t.const("Option", [t.zero]), q)
    none = t.app(t.const("Option.none", [t.zero]), q)
    statement = t.app(t.const("Eq", [one]), option, _replace(t, challenge.parts[0], by), none)
    proof = t.app(t.const("Eq.refl", [one]), option, none)
    declared = [c for c in challenge.constants.values() if c.name[:1] == ("Challenge",) and c.name[1] != "model"]
    outcome = worker.check([encode(declared), encode([Theorem(("NoValue",), (), statement, proof)])])
    assert isinstance(outcome, Accepted), (root_of(goal), outcome)


@pytest.mark.parametrize(
    "text, step", [("2.5", "3"), ("-2.5", "-3"), ("0.5", "1"), ("-0.5", "-1"), ("0.4", "0"), ("2.4", "2")]
)
def test_rounding_is_half_away_from_zero_in_both(worker: KernelWorker, text: str, step: str) -> None:
    source = from_rows(["k", "x"], [["a", text], ["b", "100"]], "t")
    of = {"op": "cell", "column": "x", "where": {"op": "text_is", "column": "k", "value": "a"}}
    for to in range(-4, 5):
        goal = parse({"kind": "claim", "claim": {"op": "rounds", "of": of, "to": str(to)}})
        right = str(to) == step
        assert value(goal, source) is right
        challenge = build((source,), goal, "verify" if right else "refute", Ledger())
        assert isinstance(judge(challenge.judged, prove(challenge).constants, worker), Judged)
