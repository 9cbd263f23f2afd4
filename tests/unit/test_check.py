"""From goal to verdict: readings, vacuity, and minting from the judge alone."""

from __future__ import annotations

from typing import Any

import pytest

from egvar.challenge import check as checking
from egvar.challenge import vacuity
from egvar.challenge.check import check
from egvar.goal import parse
from egvar.kernel.judge import Judged, Rejected
from egvar.kernel.replay import KernelWorker, NotChecked
from egvar.solver.prover import Solution, prove
from egvar.source.alternatives import settle
from egvar.source.source import Source, from_rows
from egvar.tools.base import Node
from egvar.verdict import Status

MEDALS = from_rows(
    ["nation", "gold", "silver"],
    [["Ada", "3", "1"], ["Bel", "2", "-"], ["Cor", "5", "4"], ["total", "10", "5"]],
    "medals",
)
OPEN = from_rows(["nation", "gold"], [["Ada", "3"], ["Bel", "2"], ["Cor", "5"], ["total", "30"]], "medals")


def claim(node: dict[str, Any]) -> Any:
    return parse({"kind": "claim", "claim": node})


def compare(left: dict[str, Any], cmp: str, right: str | dict[str, Any]) -> dict[str, Any]:
    other = {"op": "number", "value": right} if isinstance(right, str) else right
    return {"op": "compare", "left": left, "cmp": cmp, "right": other}


SUM_GOLD = {"op": "sum", "column": "gold"}


def test_a_suspected_total_row_makes_a_sum_ambiguous(worker: KernelWorker) -> None:
    verdict = check(OPEN, claim(compare(SUM_GOLD, "=", "40")), worker, prove).verdict
    assert (verdict.status, verdict.reason) == ("Abstain", "ambiguous")
    assert "total row" in verdict.why
    assert "--total-rows" in verdict.settle


def test_a_total_row_that_adds_up_is_no_part_of_a_sum(worker: KernelWorker) -> None:
    verdict = check(settle(MEDALS, None, "missing"), claim(compare(SUM_GOLD, "=", "10")), worker, prove).verdict
    assert verdict.status == "Verified"
    assert verdict.paraphrase == 'the sum of "gold" where the row is no total is 10'
    assert "row 5 is the total of rows 2, 3, 4" in verdict.reading


@pytest.mark.parametrize(("how", "right"), [("drop", "10"), ("keep", "20")])
def test_a_settled_reading_decides(worker: KernelWorker, how: str, right: str) -> None:
    source = settle(MEDALS, how, None)
    assert check(source, claim(compare(SUM_GOLD, "=", right)), worker, prove).verdict.status == "Verified"
    wrong = "20" if right == "10" else "10"
    assert check(source, claim(compare(SUM_GOLD, "=", wrong)), worker, prove).verdict.status == "Refuted"


def test_what_every_reading_bears_out_is_verified_and_says_so(worker: KernelWorker) -> None:
    gold_of_ada = {"op": "cell", "column": "gold", "where": {"op": "text_is", "column": "nation", "value": "Ada"}}
    checked = check(OPEN, claim(compare(gold_of_ada, "=", "3")), worker, prove)
    assert checked.verdict.status == "Verified"
    assert any("same result either way" in line for line in checked.verdict.reading)
    assert checked.challenge is not None
    assert len(checked.challenge.sources) >= 2


def test_a_dash_that_could_be_zero_is_ambiguous_where_it_matters(worker: KernelWorker) -> None:
    others = {"op": "not", "of": {"op": "text_is", "column": "nation", "value": "total"}}
    goal = claim(compare({"op": "mean", "column": "silver", "where": others}, "=", "2.5"))
    verdict = check(MEDALS, goal, worker, prove).verdict
    assert (verdict.status, verdict.reason) == ("Abstain", "ambiguous")
    assert check(settle(MEDALS, "keep", "missing"), goal, worker, prove).verdict.status == "Verified"


PLAIN = from_rows(["k", "x", "y"], [["a", "1", "7"], ["b", "2", "8"], ["c", "4", "8"]], "plain")
X, MAX, MIN = ({"op": op, "column": "x"} for op in ("sum", "max", "min"))
TAUTOLOGY = compare(MAX, ">=", MIN)


@pytest.mark.parametrize(
    "node",
    [
        TAUTOLOGY,
        compare({"op": "subtract", "left": X, "right": X}, "=", "0"),
        compare({"op": "number", "value": "2"}, "=", "2"),
        {"op": "or", "left": TAUTOLOGY, "right": compare(X, "=", "7")},
        {"op": "or", "left": compare(X, "=", "7"), "right": {"op": "not", "of": compare(X, "=", "7")}},
        {"op": "all", "have": {"op": "all_rows"}},
    ],
)
def test_claims_that_no_table_could_contradict_are_vacuous(worker: KernelWorker, node: dict[str, Any]) -> None:
    verdict = check(PLAIN, claim(node), worker, prove).verdict
    assert (verdict.status, verdict.reason) == ("Abstain", "vacuous")


@pytest.mark.parametrize(
    "node",
    [
        compare(X, "=", "7"),
        compare(X, "=", "123456789"),
        compare(MAX, ">", MIN),
        compare(MAX, "<", "1000"),
        {"op": "rounds", "of": {"op": "mean", "column": "x"}, "to": "9.99"},
        {"op": "and", "left": TAUTOLOGY, "right": compare(X, "=", "7")},
        {"op": "all", "have": {"op": "number_is", "column": "x", "cmp": ">", "value": "0"}},
        {"op": "only", "of": {"op": "values", "column": "k", "where": {"op": "highest", "column": "x"}}, "value": "a"},
        {"op": "among", "of": {"op": "values", "column": "k", "where": {"op": "highest", "column": "y"}}, "value": "b"},
    ],
)
def test_claims_about_the_table_are_not_vacuous(node: dict[str, Any]) -> None:
    root: Node = claim(node).claim
    assert not vacuity.is_vacuous(root, PLAIN)


def test_ties_are_sets(worker: KernelWorker) -> None:
    top = {"op": "values", "column": "k", "where": {"op": "highest", "column": "y"}}
    only = {"op": "only", "of": top, "value": "b"}
    among = {"op": "among", "of": top, "value": "b"}
    assert check(PLAIN, claim(only), worker, prove).verdict.status == "Refuted"
    assert check(PLAIN, claim(among), worker, prove).verdict.status == "Verified"
    asked = check(PLAIN, parse({"kind": "question", "ask": top}), worker, prove).verdict
    assert set(asked.answer or ()) == {"b", "c"}


@pytest.mark.parametrize("outcome", [Rejected(5, "forbidden_axiom", "x"), NotChecked("killed")])
def test_only_judged_mints(monkeypatch: pytest.MonkeyPatch, worker: KernelWorker, outcome: object) -> None:
    monkeypatch.setattr(checking, "judge", lambda *_: outcome)
    verdict = check(PLAIN, claim(compare(X, "=", "7")), worker, prove).verdict
    assert verdict.status is Status.ABSTAIN
    assert verdict.grade is None


def test_an_empty_solution_is_never_verified(worker: KernelWorker) -> None:
    verdict = check(PLAIN, claim(compare(X, "=", "7")), worker, lambda c, w: Solution({}, w)).verdict
    assert (verdict.status, verdict.reason) == ("Abstain", "rejected")
    assert "no_answer" in verdict.why


def test_a_lying_witness_is_never_an_answer(worker: KernelWorker) -> None:
    def liar(challenge: Any, witness: Any) -> Solution:
        honest = prove(challenge, witness)
        return Solution(honest.constants, checking.Builder(challenge.terms).q(checking.Fraction(8)))

    verdict = check(PLAIN, parse({"kind": "question", "ask": X}), worker, liar).verdict
    assert (verdict.status, verdict.answer) == ("Abstain", None)
    assert "wrong_witness" in verdict.why


def test_judged_reports_every_bucket(worker: KernelWorker) -> None:
    checked = check(PLAIN, claim(compare(X, "=", "7")), worker, prove)
    assert set(checked.verdict.axioms) == {"B1", "B2", "B3", "B4"}
    assert isinstance(checked.verdict.kernel["declarations"], int)
    assert Judged.__dataclass_params__.frozen  # type: ignore[attr-defined]


def test_mixed_units_refuse_aggregation_only(worker: KernelWorker) -> None:
    source: Source = from_rows(["k", "x"], [["a", "5 km"], ["b", "7 kg"]], "mixed")
    cell = {"op": "cell", "column": "x", "where": {"op": "text_is", "column": "k", "value": "a"}}
    assert check(source, claim(compare(cell, "=", "5")), worker, prove).verdict.status == "Verified"
    verdict = check(source, claim(compare(X, "=", "12")), worker, prove).verdict
    assert (verdict.status, verdict.reason) == ("Abstain", "mixed_units")


@pytest.mark.parametrize(("cmp", "value", "status"), [("=", "3", Status.VERIFIED), ("<=", "2", Status.REFUTED)])
def test_how_many_different_texts_there_are_says_something(
    worker: KernelWorker, cmp: str, value: str, status: Status
) -> None:
    table = from_rows(["k"], [["a"], ["b"], ["c"], ["a"]], "t")
    number = {"op": "number", "value": value}
    claim = {"op": "compare", "left": {"op": "distinct", "column": "k"}, "cmp": cmp, "right": number}
    assert check(table, parse({"kind": "claim", "claim": claim}), worker, prove).verdict.status is status
