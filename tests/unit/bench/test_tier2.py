"""The six categories, each from a run that belongs there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from egvar.bench import tier2
from egvar.bench.baselines import by_chance, prior
from egvar.bench.items import Item
from egvar.bench.rungs import Said
from egvar.bench.tiers import supported
from egvar.kernel.replay import KernelWorker

TABLE = {"columns": ["town", "year", "people"],
         "data": [["Aa", "2001", "30"], ["Bb", "2003", "50"], ["Cc", "2004", "20"], ["Dd", "2006", "44"]]}  # fmt: skip
SUM = {"kind": "question", "ask": {"op": "sum", "column": "people"}}
LATE = {"op": "number_is", "column": "year", "cmp": ">", "value": 2000}
ACCIDENT = {"kind": "question", "ask": {"op": "sum", "column": "people", "where": LATE}}
MEAN = {"kind": "question", "ask": {"op": "mean", "column": "people"}}
NOBODY = {"kind": "question", "ask": {"op": "sum", "column": "people", "where": {"op": "text_is", "column": "town",
          "value": "Zz"}}}  # fmt: skip
ITEM = Item("i", "What is the total number of people?", "question", TABLE, SUM, "144", "g")


@pytest.mark.parametrize(
    ("goal", "item", "category", "accident"),
    [
        (SUM, ITEM, "correct", False),
        (SUM, replace(ITEM, published="143"), "gold_error", False),
        (ACCIDENT, ITEM, "semantic_error", True),
        (MEAN, ITEM, "semantic_error", False),
    ],
)
def test_what_was_answered(goal: Any, item: Item, category: str, accident: bool, worker: KernelWorker) -> None:
    found = tier2.category(item, tier2.run(item, worker, goal=goal))
    assert (found["category"], found["by_accident"]) == (category, accident)


def test_what_was_not_in_the_table_is_honest(worker: KernelWorker) -> None:
    assert tier2.category(ITEM, tier2.run(ITEM, worker, goal=NOBODY))["category"] == "honest_abstain"


def test_the_built_in_formalizer_is_asked_where_no_goal_is_given(worker: KernelWorker) -> None:
    found = tier2.category(ITEM, tier2.run(ITEM, worker))
    assert found["category"] == "correct" and found["right"]
    nonsense = replace(ITEM, text="Who invented the wheel?")
    assert tier2.category(nonsense, tier2.run(nonsense, worker))["category"] == "honest_abstain"


@pytest.mark.parametrize(
    ("reason", "category"),
    [("ambiguous", "ambiguous"), ("budget", "gave_up"), ("rejected", "gave_up"), ("not_checked", "gave_up"),
     ("not_expressible", "honest_abstain"), ("unreadable_cell", "honest_abstain")],
)  # fmt: skip
def test_abstains_by_their_reason(reason: str, category: str) -> None:
    assert tier2.category(ITEM, Said("Abstain", reason=reason))["category"] == category


def test_goals_by_chance_are_hardly_ever_meant_and_what_is_verified_is_supported(worker: KernelWorker) -> None:
    items = [replace(ITEM, id=str(i)) for i in range(12)]
    found = [(i, by_chance(i, worker, "seed")) for i in items]
    verified = [(i, s) for i, s in found if s.formal]
    assert len(verified) >= 6
    for item, said in verified:
        goal = next(t["goal"] for t in said.trail if t["step"] == "goal")
        assert supported(item, goal, said)
        assert not supported(item, goal, replace(said, answer=("12345",)))
    assert sum(tier2.category(i, s)["category"] == "correct" for i, s in found) < 4
    again = [by_chance(i, worker, "seed").answer for i in items]
    assert again == [s.answer for _, s in found]


def test_memory_answers_what_was_before() -> None:
    claim = replace(ITEM, kind="claim", gold="false", prior="true")
    assert prior(claim).status == "Verified" and not prior(claim).formal
    assert prior(replace(ITEM, prior="7")).answer == ("7",)
    assert prior(ITEM).status == "none"
