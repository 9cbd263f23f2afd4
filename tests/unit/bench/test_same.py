"""Goals that agree on one table: variations tell those that say the same from those that are right by accident."""

from __future__ import annotations

from typing import Any

import pytest

from egvar.bench.same import VARIATIONS, agreement, variations
from egvar.goal import parse
from egvar.source.source import from_rows

TABLE = from_rows(
    ["town", "year", "people", "region"],
    [["Aa", "2001", "30", "n"], ["Bb", "2003", "50", "n"], ["Cc", "2004", "20", "s"], ["Dd", "2006", "44", "s"],
     ["Ee", "2007", "12", "n"], ["Ff", "2009", "8", "s"]],
    "towns",
)  # fmt: skip
ALL = {"op": "all_rows"}


def ask(**body: Any) -> Any:
    return parse({"kind": "question", "ask": body})


def late(year: int, cmp: str = ">") -> dict[str, Any]:
    return {"op": "number_is", "column": "year", "cmp": cmp, "value": year}


TOP = {"op": "highest", "column": "people"}
MORE = ask(op="subtract", left={"op": "max", "column": "people"}, right={"op": "min", "column": "people"})


@pytest.mark.parametrize(
    ("goal", "gold", "same"),
    [
        (ask(op="sum", column="people"), ask(op="sum", column="people", where=ALL), True),
        (ask(op="sum", column="people", where=late(2000)), ask(op="sum", column="people"), False),
        (ask(op="count", where=late(2003)), ask(op="count", where=late(2004, ">=")), True),
        (ask(op="max", column="people"), ask(op="cell", column="people", where=TOP), True),
        (
            ask(op="cell", column="people", where=TOP),
            ask(op="max", column="people"),
            True,
        ),  # silent where there is a tie
        (ask(op="values", column="town", where=TOP), ask(op="values", column="town", where=late(2003, "=")), False),
        (ask(op="values", column="people", where=TOP), ask(op="max", column="people"), True),
        (ask(op="abs", of=MORE.ask.model_dump(mode="json", by_alias=True)), MORE, True),
        (ask(op="sum", column="people", where={"op": "first", "count": 6}), ask(op="sum", column="people"), False),
        (ask(op="mean", column="people"), ask(op="sum", column="people"), False),
    ],
)
def test_accidents_are_found_out(goal: Any, gold: Any, same: bool) -> None:
    found = agreement(goal, gold, TABLE)
    assert found.whole is same, found
    assert found.compared >= 10


def test_a_goal_that_is_mostly_silent_is_not_the_same() -> None:
    nobody = {"op": "text_is", "column": "town", "value": "Zz"}
    found = agreement(ask(op="sum", column="people", where=nobody), ask(op="sum", column="people"), TABLE)
    assert not found.table and not found.whole


def test_variations_are_the_same_each_time_and_differ_from_each_other() -> None:
    once, twice = list(variations(TABLE)), list(variations(TABLE))
    assert once == twice and len(once) == VARIATIONS
    assert len({v.columns for v in once}) > VARIATIONS * 9 // 10
