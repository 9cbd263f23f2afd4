"""A paraphrase says one thing only: a printed goal parses back to that goal, and to no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from goal_strategies import ARITHMETIC, CLAIMS, SETS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from paraphrase_parser import readings

from egvar.challenge.statement import root_of
from egvar.goal import parse
from egvar.source.source import Source, from_rows
from egvar.tools.base import Context, GoalError, NoValue

GOALS = Path(__file__).parents[3] / "benchmarks" / "foundation" / "goals.jsonl"


def sort_of(goal: Any) -> str:
    return str(root_of(goal).sort)


def reads_back(goal: Any, source: Source) -> None:
    root = root_of(goal)
    said = root.say(Context(source))
    assert readings(said, source, sort_of(goal)) == [root], said


@pytest.mark.parametrize(
    "line", GOALS.read_text(encoding="utf-8").splitlines(), ids=lambda line: json.loads(line)["id"][:8]
)
def test_every_goal_of_the_corpus_parses_back(line: str) -> None:
    item = json.loads(line)
    reads_back(parse(item["goal"]), from_rows(item["table"]["columns"], item["table"]["data"], "t"))


TABLE = from_rows(["k", "x", "y"], [["a", "1", "2 km"], ["b", "3", "4 km"]], "t")


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(CLAIMS)
def test_a_random_claim_parses_back(claim: dict[str, Any]) -> None:
    try:
        reads_back(parse({"kind": "claim", "claim": claim}), TABLE)
    except (NoValue, GoalError):
        return


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(ARITHMETIC, SETS))
def test_a_random_number_parses_back(ask: dict[str, Any]) -> None:
    try:
        reads_back(parse({"kind": "question", "ask": ask}), TABLE)
    except (NoValue, GoalError):
        return


def said(claim: dict[str, Any], source: Source = TABLE) -> str:
    return root_of(parse({"kind": "claim", "claim": claim})).say(Context(source))


def number(op: str, value: int) -> dict[str, Any]:
    right = {"op": "number", "value": value}
    return {"op": "compare", "left": {"op": op, "column": "x"}, "cmp": "=", "right": right}


def pair(op: str, left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    return {"op": op, "left": left, "right": right}


A, B, C = number("sum", 1), number("max", 2), number("min", 3)
P, Q = ({"op": "text_is", "column": "k", "value": v} for v in "ab")
HIGH = {"op": "highest", "column": "x"}


def all_have(have: dict[str, Any], where: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"op": "all", "have": have} | ({"where": where} if where else {})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (pair("or", A, pair("and", B, C)), pair("and", pair("or", A, B), C)),
        ({"op": "not", "of": pair("and", A, B)}, pair("and", {"op": "not", "of": A}, B)),
        (pair("and", A, pair("and", B, C)), pair("and", pair("and", A, B), C)),
        (all_have(HIGH | {"where": pair("and", P, Q)}), all_have(pair("and", HIGH | {"where": P}, Q))),
        (all_have(pair("and", P, Q)), pair("and", all_have(P), all_have(Q))),
        (pair("and", all_have(P), A), all_have(P, Q)),
    ],
)
def test_goals_that_differ_in_their_scopes_say_different_things(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert said(one) != said(other)


def test_quotes_in_labels_and_cells_are_escaped() -> None:
    source = from_rows(['k" is “a', "x"], [['x” and "k" is “y', "1"], ["x", "2"]], "t")
    for value in ('x” and "k" is “y', "x"):
        goal = parse({"kind": "claim", "claim": all_have({"op": "text_is", "column": 'k" is “a', "value": value})})
        reads_back(goal, source)
    assert r"“x\” and " in said(all_have({"op": "text_is", "column": 'k" is “a', "value": 'x” and "k" is “y'}), source)


@pytest.mark.parametrize(
    ("header", "label", "name"),
    [
        (["sales", "sales"], "sales (2)", '"sales" (column 2)'),
        (["sales", "sales"], "sales", '"sales" (column 1)'),
        (["a", ""], "column 2", "column 2"),
        (["sales", "sаles"], "sаles", '"s\\u{430}les" (column 2)'),
        (["sales", "sales\u200b"], "sales", '"sales" (column 1)'),
        (["Total", "TotaI"], "TotaI", '"TotaI" (column 2)'),
        (["year", "column 1"], "column 1", '"column 1"'),
    ],
)  # fmt: skip
def test_a_column_that_could_be_taken_for_another_is_said_with_its_number(
    header: list[str], label: str, name: str
) -> None:
    source = from_rows(header, [["1", "2"]], "t")
    assert said(all_have({"op": "present", "column": label}), source) == f"for every row, {name} is given"
