"""The Tier 1 panel: as drawn, read twice, and every gold goal Verified by the kernel with the gold answer."""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from egvar.bench import match
from egvar.engine import run
from egvar.kernel.replay import KernelWorker
from egvar.source.source import from_rows

HERE = Path(__file__).parents[2] / "benchmarks" / "tier1"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


PANEL, PASSED, DRAW = lines("panel.jsonl"), lines("exclusions.jsonl"), lines("draw.jsonl")


@pytest.fixture(scope="module")
def build() -> Any:
    sys.path.insert(0, str(HERE))
    yield importlib.import_module("build")
    sys.path.remove(str(HERE))


def test_the_draw_is_that_of_the_seed(build: Any) -> None:
    for stratum in build.STRATA:
        ids = [d["id"] for d in DRAW if d["stratum"] == stratum]
        seeded = sorted(ids, key=lambda i: hashlib.sha256(f"{build.SEED}\n{i}".encode()).hexdigest())
        assert ids == seeded and len(set(ids)) == len(ids)


def test_each_stratum_was_taken_in_order_until_it_was_full(build: Any) -> None:
    assert Counter(i["stratum"] for i in PANEL) == dict.fromkeys(build.STRATA, build.QUOTA)
    seen = {(i["stratum"], i["place"]): i["id"] for i in PANEL + PASSED}
    assert len(seen) == len(PANEL) + len(PASSED)
    for stratum in build.STRATA:
        last = max(i["place"] for i in PANEL if i["stratum"] == stratum)
        drawn = {d["place"]: d["id"] for d in DRAW if d["stratum"] == stratum and d["place"] <= last}
        assert drawn == {place: i for (s, place), i in seen.items() if s == stratum}


def test_tables_and_questions_are_those_that_were_drawn(build: Any) -> None:
    drawn = {(d["stratum"], d["id"]): d for d in DRAW}
    for item in PANEL:
        d = drawn[item["stratum"], item["id"]]
        assert build.digest(item["table"]) == d["table_sha256"] == item["table_sha256"]
        assert build.digest(item["question"]) == d["question_sha256"]
        assert build.digest(item.get("published", item["gold"])) == d["answer_sha256"]


def test_the_second_readings_give_the_gold_answers(build: Any) -> None:
    for item in PANEL:
        (entry,) = [e for e in build.module(item["stratum"]).ITEMS if e.id == item["id"][:8]]
        found = build.texts(entry.second(build.Table.of(item["table"])))
        assert list(found) == item["second_reading"]["answer"] and match.exact(found, item["gold"])


def test_every_exclusion_and_every_corrected_answer_has_its_reason() -> None:
    reasons = {"ambiguous", "form", "unreadable", "language", "duplicate"}
    assert all(p["reason"] in reasons and p["why"] for p in PASSED)
    corrected = {i["id"]: i for i in PANEL if "published" in i}
    errata = {e["id"]: e["gold"] for e in map(json.loads, (HERE.parent / "errata.jsonl").read_text().splitlines())}
    for i in corrected.values():
        assert i["why_not"] and errata[i["id"]] == i["published"] and not match.exact((i["gold"],), i["published"])


@pytest.mark.parametrize("item", PANEL, ids=[i["id"][:8] for i in PANEL])
def test_the_kernel_verifies_the_gold_answer(item: dict[str, Any], worker: KernelWorker) -> None:
    source = from_rows(item["table"]["columns"], item["table"]["data"], item["id"])
    verdict = run(item["question"], source, "question", goal=item["goal"], worker=worker).verdict
    assert verdict.status == "Verified", verdict
    assert match.exact(verdict.answer or (), item["gold"]), verdict.answer
