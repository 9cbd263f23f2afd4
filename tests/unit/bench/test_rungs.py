"""The rungs below EG-VAR with scripted models: what each sees, what its tools say, what counts as an answer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "solver" / "agent"))

from scripted import Scripted, call

from egvar.bench.items import Item
from egvar.bench.rungs import TOOLS, answered, baseline, calculate, egvar, plain, rows
from egvar.kernel.replay import KernelWorker
from egvar.llm.account import Budget
from egvar.llm.model import Reply, Request

TABLE = {"columns": ["town", "people"], "data": [["Aa", "1,030"], ["Bb", "50"], ["Cc", "20"]]}
SUM = {"kind": "question", "ask": {"op": "sum", "column": "people"}}
ITEM = Item("i", "What is the total number of people?", "question", TABLE, SUM, "1100", "g")
CLAIM = replace(ITEM, kind="claim", text="Aa has 1,030 people", gold="true")


def scripted(*replies: Reply | Callable[[Request], Reply]) -> Scripted:
    waiting = list(replies)

    def answer(request: Request) -> Reply:
        found = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return found if isinstance(found, Reply) else found(request)

    return Scripted(answer)


def test_table_only_shows_every_cell_and_one_tool() -> None:
    model = scripted(call("answer", parts=["1,100"]))
    said = baseline("table_only", ITEM, model, Budget())
    assert (said.status, said.answer, said.formal) == ("answered", ("1100",), False)
    (request,) = model.requests
    assert all(f'"{cell}"' in request.user for row in TABLE["data"] for cell in row)
    assert [t.name for t in request.tools] == ["answer"]


def test_open_tools_read_rows_and_calculate() -> None:
    model = scripted(
        call("rows", columns=["people"], start=1),
        call("calculate", expression="1030+50+20"),
        lambda r: call("answer", parts=[r.user.rpartition("-- Answer:\n")[2].partition("\n")[0]]),
    )
    said = baseline("tools_open", ITEM, model, Budget())
    assert said.answer == ("1100",)
    assert '1: "1,030"' in model.requests[1].user and '"1,030"' not in model.requests[0].user
    assert said.trail[0]["step"] == "solver" and said.trail[-1]["replies"] == 3


def test_curated_tools_are_those_of_the_formalizer() -> None:
    model = scripted(
        call("look", column="town"),
        call("evaluate", goal=SUM),
        lambda r: call("answer", parts=[r.user.rpartition(" = ")[2].partition("\n")[0]]),
    )
    assert baseline("tools_curated", ITEM, model, Budget()).answer == ("1100",)
    assert [t.name for t in TOOLS["tools_curated"]] == ["look", "evaluate", "answer"]


def test_a_model_that_never_answers_has_none() -> None:
    said = baseline("tools_open", ITEM, scripted(call("rows", columns=["x"], start=1)), Budget(steps=3))
    assert (said.status, said.reason) == ("none", "budget")
    assert baseline("table_only", ITEM, scripted(Reply("refused")), Budget()).status == "none"
    said = baseline(
        "table_only", ITEM, scripted(call("answer", parts="1100"), call("answer", parts=["1100"])), Budget()
    )
    assert said.answer == ("1100",)


@pytest.mark.parametrize(
    ("parts", "found"),
    [(["TRUE"], ("Verified", ())), (["false"], ("Refuted", ())), (["maybe"], None), (["true", "false"], None),
     ([], None), ("true", None), ([None], None)],
)  # fmt: skip
def test_answers_to_claims(parts: Any, found: Any) -> None:
    assert answered("claim", parts) == found


@pytest.mark.parametrize(
    ("text", "number"),
    [("$1,234.50", "1234.50"), ("-3 %", "-3"), ("−7", "-7"), ("37.6%", "37.6"), ("1999–00", "1999–00"), (" Aa ", "Aa"),
     ("12 km", "12 km")],
)  # fmt: skip
def test_numbers_are_taken_without_what_stands_around_them(text: str, number: str) -> None:
    assert plain(text) == number


@pytest.mark.parametrize(
    ("expression", "value"),
    [("1/3", "1/3"), ("(1.5+0.25)*4", "7"), ("-2--3", "1"), ("0.1+0.2", "0.3")],
)
def test_calculations_are_exact(expression: str, value: str) -> None:
    assert calculate(expression) == value


@pytest.mark.parametrize(
    "expression",
    ["1/0", "2**9**9", "__import__('os')", "1e9", "x", "1 if 1 else 2", "(" * 999, "9" * 3000, "True", None],
)
def test_what_is_no_calculation_is_said_to_be_none(expression: Any) -> None:
    assert "cannot be calculated" in calculate(expression) or "at most" in calculate(expression)


def test_rows_say_what_there_is() -> None:
    source = ITEM.source()
    assert rows(source, ["town"], 3) == '3: "Cc"'
    assert "columns" in rows(source, ["city"], 1) and "rows 1 to 3" in rows(source, ["town"], 4)


def test_the_gold_goal_is_judged_and_a_model_that_gives_up_leaves_nothing_verified(worker: KernelWorker) -> None:
    from egvar.solver.agent.solver import Solver

    said = egvar(ITEM, worker)
    assert (said.status, said.answer, said.formal) == ("Verified", ("1100",), True)
    said = egvar(ITEM, worker, Solver(None, scripted(call("give_up", why="no"))))
    assert said.status == "Abstain" and not said.formal
    goal = {"kind": "claim", "claim": {"op": "compare", "left": SUM["ask"], "cmp": "=", "right": {"op": "number",
            "value": 1100}}}  # fmt: skip
    assert egvar(replace(CLAIM, goal=goal), worker).status == "Verified"
