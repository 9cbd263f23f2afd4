"""Bundles in process: abstentions, swapped parts, tampering that keeps the digests right."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from bundle_tools import reseal, rewrite

from egvar.bundle.audit import audit
from egvar.bundle.write import SUMS, dumps, write
from egvar.engine import run
from egvar.errors import BundleError
from egvar.kernel.replay import KernelWorker
from egvar.source.source import from_rows

TABLE = from_rows(["k", "x"], [["a", "1.5"], ["b", "2"], ["c", "4.25"]], "t.csv")


def compare(left: dict[str, str], cmp: str, value: str) -> dict[str, Any]:
    number = {"op": "number", "value": value}
    return {"kind": "claim", "claim": {"op": "compare", "left": left, "cmp": cmp, "right": number}}


def make(folder: Path, worker: KernelWorker, value: str = "7.75", name: str = "b") -> Path:
    goal = compare({"op": "sum", "column": "x"}, "=", value)
    write(run("the sum", TABLE, "claim", goal=goal, worker=worker), folder / name)
    return folder / name


@pytest.mark.parametrize("value", ["7.75", "7.76"])
def test_verified_and_refuted_bundles_are_accepted(tmp_path: Path, worker: KernelWorker, value: str) -> None:
    assert audit(make(tmp_path, worker, value), worker).outcome == "accepted"


def test_an_abstention_is_re_done(tmp_path: Path, worker: KernelWorker) -> None:
    goal = compare({"op": "count"}, ">=", "0")
    write(run("", TABLE, "claim", goal=goal, worker=worker), tmp_path / "b")
    result = audit(tmp_path / "b", worker)
    assert (result.outcome, result.status) == ("accepted", "Abstain")


def edit(bundle: Path, change: Any) -> None:
    rewrite(bundle, lambda s: change(s["predicate"]["verdict"]))


@pytest.mark.parametrize(
    "change",
    [
        lambda v: v.update(status="Verified"),
        lambda v: v.update(paraphrase="the sum is 8"),
        lambda v: v.update(found=[]),
        lambda v: v.update(grade="supported"),
        lambda v: v["axioms"].update(B3=["propext"]),
        lambda v: v.update(rows_used=2),
        lambda v: v.update(source_sha256="0" * 64),
    ],
)
def test_a_verdict_that_says_something_else_is_rejected(tmp_path: Path, worker: KernelWorker, change: Any) -> None:
    bundle = make(tmp_path, worker, "7.76")
    edit(bundle, change)
    assert audit(bundle, worker).outcome == "rejected"


PARTS = "source.csv goal.json export.ndjson Challenge.lean observations.jsonl Solution.lean reading.json dag.json"


@pytest.mark.parametrize("name", PARTS.split())
def test_parts_of_two_bundles_cannot_be_swapped(tmp_path: Path, worker: KernelWorker, name: str) -> None:
    bundle = make(tmp_path, worker)
    goal = compare({"op": "max", "column": "y"}, "=", "9")
    table = from_rows(["y"], [["9"], ["1"], ["0"]], "u.csv")
    write(run("", table, "claim", goal=goal, worker=worker), tmp_path / "other")
    shutil.copy(tmp_path / "other" / name, bundle / name)
    assert audit(bundle, worker).outcome == "rejected"
    reseal(bundle)
    assert audit(bundle, worker).outcome == "rejected"


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(confidence=0.5),
        lambda d: d["goal"].update(predicate="refuted"),
        lambda d: d["nodes"][-1]["provenance"].update(raw="9"),
        lambda d: d["nodes"].pop(),
    ],
)
def test_a_proof_tree_that_says_something_else_is_rejected(tmp_path: Path, worker: KernelWorker, change: Any) -> None:
    bundle = make(tmp_path, worker)
    tree = json.loads((bundle / "dag.json").read_bytes())
    change(tree)
    (bundle / "dag.json").write_bytes(dumps(tree))
    reseal(bundle)
    result = audit(bundle, worker)
    assert (result.outcome, result.findings[-1].outcome) == ("rejected", "failed")
    assert "dag.json" in result.findings[-1].detail


@pytest.mark.parametrize("goal", [compare({"op": "count"}, ">=", "0"), None])
def test_an_abstention_cannot_be_given_a_proof_tree(tmp_path: Path, worker: KernelWorker, goal: Any) -> None:
    write(run("nobody knows", TABLE, "claim", goal=goal, worker=worker), tmp_path / "b")
    assert audit(tmp_path / "b", worker).outcome == ("accepted" if goal else "not_checked")
    shutil.copy(make(tmp_path, worker, name="proved") / "dag.json", tmp_path / "b")
    reseal(tmp_path / "b")
    result = audit(tmp_path / "b", worker)
    assert result.outcome == "rejected" and "dag.json does not belong" in result.findings[-1].detail


def test_a_large_tree_is_left_out_and_none_may_be_put_in(
    tmp_path: Path, worker: KernelWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = make(tmp_path, worker, name="small")
    monkeypatch.setattr("egvar.bundle.write.MAX_DAG", 5)
    bundle = make(tmp_path, worker)
    assert not (bundle / "dag.json").exists() and audit(bundle, worker).outcome == "accepted"
    shutil.copy(small / "dag.json", bundle / "dag.json")
    reseal(bundle)
    assert audit(bundle, worker).outcome == "rejected"


def test_another_table_is_not_this_bundles(tmp_path: Path, worker: KernelWorker) -> None:
    bundle = make(tmp_path, worker)
    (tmp_path / "own.csv").write_bytes(TABLE.data)
    assert audit(bundle, worker, tmp_path / "own.csv").outcome == "accepted"
    (tmp_path / "own.csv").write_bytes(TABLE.data.replace(b"4.25", b"4.26"))
    assert audit(bundle, worker, tmp_path / "own.csv").outcome == "rejected"


def test_a_worker_that_cannot_start_is_not_a_rejection(
    tmp_path: Path, worker: KernelWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = make(tmp_path, worker)
    broken = KernelWorker(start_seconds=0.001)
    with broken:
        assert audit(bundle, broken).outcome == "not_checked"


def test_nothing_is_left_behind_when_writing_fails(
    tmp_path: Path, worker: KernelWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    import egvar.bundle.write as w

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(w.os, "rename", full)
    with pytest.raises(BundleError):
        make(tmp_path, worker)
    assert list(tmp_path.iterdir()) == []


def test_the_decimals_shown_are_part_of_the_verdict(tmp_path: Path, worker: KernelWorker) -> None:
    goal = {"kind": "question", "ask": {"op": "mean", "column": "x"}}
    done = run("the mean", TABLE, "question", goal=goal, worker=worker, digits=5)
    assert done.verdict.shown.startswith("2.58333 ")
    write(done, tmp_path / "b")
    assert audit(tmp_path / "b", worker).outcome == "accepted"
    edit(tmp_path / "b", lambda v: v.update(digits=3))
    assert audit(tmp_path / "b", worker).outcome == "rejected"
    edit(tmp_path / "b", lambda v: v.update(digits=10**9))
    assert audit(tmp_path / "b", worker).outcome == "rejected"


@pytest.mark.parametrize("field", ["text", "solver", "source", "assumptions"])
def test_words_that_no_proof_carries_cannot_be_changed_unnoticed(
    tmp_path: Path, worker: KernelWorker, field: str
) -> None:
    """The audit cannot make these again, so a changed byte in them is the sums' to notice."""
    bundle = make(tmp_path, worker)
    data = (bundle / "verdict.json").read_bytes()
    statement = json.loads(data)
    statement["predicate"]["verdict"][field] = ["it rained"] if field == "assumptions" else "x"
    if field == "source":
        statement["subject"][0]["name"] = "x"
    (bundle / "verdict.json").write_bytes(dumps(statement))
    result = audit(bundle, worker)
    assert result.outcome == "rejected" and SUMS in result.findings[-1].detail


def test_one_changed_byte_is_noticed(tmp_path: Path, worker: KernelWorker) -> None:
    """Eight bytes or so of every file; benchmarks/tamper.py takes all."""
    bundle = make(tmp_path, worker)
    positions = 0
    for path in sorted(bundle.iterdir()):
        data = path.read_bytes()
        for i in range(positions % 7, len(data), max(len(data) // 8, 1)):
            path.write_bytes(data[:i] + bytes([data[i] ^ 1 << i % 8]) + data[i + 1 :])
            assert audit(bundle, worker).outcome == "rejected", (path.name, i)
            positions += 1
        path.write_bytes(data)
    assert positions > 90 and audit(bundle, worker).outcome == "accepted"
