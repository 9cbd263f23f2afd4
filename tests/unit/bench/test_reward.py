"""The reward for proposed goals: the kernel's acceptance, and with a gold goal how far it says the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from egvar.bench import reward
from egvar.errors import GoalError, SourceError

TABLE = {"columns": ["town", "people"], "data": [["Aa", "10"], ["Bb", "30"], ["Cc", "20"]]}
SUM = {"op": "sum", "column": "people"}
DOCS = Path(__file__).parents[3] / "docs" / "benchmarks.md"


def is_(value: int) -> dict[str, Any]:
    return {
        "kind": "claim",
        "claim": {"op": "compare", "left": SUM, "cmp": "=", "right": {"op": "number", "value": value}},
    }


def test_the_example_of_the_docs_runs() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
    assert code.count("assert") == 4
    exec(code, {})


def test_the_kernel_decides() -> None:
    assert reward("60 people live there", TABLE, is_(60)) == 1.0
    assert reward("61 people live there", TABLE, is_(61)) == 0.0
    assert reward("61 people live there", TABLE, is_(61), expected="Refuted") == 1.0
    assert reward("60 people live there", TABLE, is_(60), expected="Refuted") == 0.0


@pytest.mark.parametrize(
    "goal",
    [
        "nonsense",
        b"\xff",
        "[" * 5000,
        {"kind": "claim"},
        {"kind": "claim", "claim": {"op": "compare", "left": SUM, "cmp": "=", "right": SUM}},  # vacuous
        {"kind": "question", "ask": {"op": "sum", "column": "height"}},  # not in the table
        {"kind": "question", "ask": {"op": "sum", "column": "town"}},  # has no value
    ],
)
def test_what_a_model_may_write_is_worth_nothing_and_raises_nothing(goal: Any) -> None:
    assert reward("60 people live there", TABLE, goal) == 0.0


def test_with_a_gold_goal_it_says_how_far_they_agree() -> None:
    gold = {"kind": "question", "ask": SUM}
    where = {"op": "number_is", "column": "people", "cmp": ">", "value": 9}
    near = {"kind": "question", "ask": {**SUM, "where": where}}
    assert reward("How many people?", TABLE, gold, gold=gold) == 1.0
    assert 0.0 < reward("How many people?", TABLE, near, gold=gold) < 1.0
    assert reward("How many people?", TABLE, {"kind": "question", "ask": {**SUM, "op": "mean"}}, gold=gold) == 0.0


def test_a_table_or_gold_goal_that_is_none_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        reward("x", tmp_path / "none.csv", is_(60))
    with pytest.raises(GoalError):
        reward("x", TABLE, is_(60), gold="nonsense")
