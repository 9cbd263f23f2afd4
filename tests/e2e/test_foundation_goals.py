"""Real questions over real tables, answered by hand-written goals, each verdict the kernel's."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from egvar.engine import run
from egvar.kernel.replay import KernelWorker
from egvar.source.source import Source, from_rows

_PATH = Path(__file__).parents[2] / "benchmarks" / "foundation" / "run.py"
_SPEC = importlib.util.spec_from_file_location("foundation_run", _PATH)
assert _SPEC is not None and _SPEC.loader is not None
foundation = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(foundation)

ITEMS: list[dict[str, Any]] = foundation.load()


def table(item: dict[str, Any]) -> Source:
    return from_rows(item["table"]["columns"], item["table"]["data"], item["id"])


def test_the_set_is_large_and_varied_enough() -> None:
    assert len(ITEMS) >= 30
    assert len({json.dumps(i["table"]) for i in ITEMS}) >= 20
    assert len(set().union(*(foundation.operations(i["goal"]) for i in ITEMS))) >= 8


@pytest.mark.parametrize("item", ITEMS, ids=[i["id"][:8] for i in ITEMS])
def test_gold_is_verified_and_anything_else_is_not(item: dict[str, Any], worker: KernelWorker) -> None:
    source = table(item)
    asked = run(item["question"], source, "question", goal=item["goal"], worker=worker).verdict
    assert asked.status == "Verified", asked
    assert asked.answer is not None
    if item["goal"]["ask"]["op"] == "values":
        assert {a.strip() for a in ", ".join(asked.answer).split(",")} == {g.strip() for g in item["gold"].split(",")}
    if "," not in item["gold"]:
        right = run("", source, "claim", goal=foundation.claim(item, item["gold"]), worker=worker).verdict
        assert right.status == "Verified", right
        for wrong in foundation.changed(item):
            verdict = run("", source, "claim", goal=foundation.claim(item, wrong), worker=worker).verdict
            assert verdict.status != "Verified", verdict


def test_the_set_has_a_total_row_a_comma_column_and_a_missing_cell() -> None:
    from egvar.source.alternatives import suspected_totals

    cells = [c for i in ITEMS for column in table(i).columns for c in column.cells]
    assert any(suspected_totals(table(i)) for i in ITEMS)
    assert any(c.form == "thousands_comma" for c in cells)
    assert any(c.kind == "null" for c in cells)
