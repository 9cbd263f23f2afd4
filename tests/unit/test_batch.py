"""Batches: order, resumption, a worker that dies, and input that is wrong in one place."""

from __future__ import annotations

import json
import multiprocessing as mp
from pathlib import Path
from typing import Any

import pytest

from egvar.batch import finished, read_items, run_batch, write_results
from egvar.errors import GoalError


def claims(folder: Path, count: int = 12) -> Path:
    (folder / "t.csv").write_text("k,x\na,1\nb,2\nc,4\n")
    lines = []
    for i in range(count):
        left = {"op": "sum", "column": "x"}
        number = {"op": "number", "value": str(i)}
        lines.append(json.dumps({"goal": {"kind": "claim", "claim": {"op": "compare", "left": left, "right": number}}}))
    (folder / "claims.jsonl").write_text("\n".join(lines) + "\n")
    return folder / "claims.jsonl"


def statuses(results: list[dict[str, Any]]) -> list[str]:
    return [r["status"] for r in results]


EXPECTED = ["Verified" if i == 7 else "Refuted" for i in range(12)]


def test_results_come_in_order_from_several_workers(tmp_path: Path) -> None:
    items = read_items(claims(tmp_path), str(tmp_path / "t.csv"))
    results = list(run_batch(items, 2))
    assert [r["number"] for r in results] == list(range(12))
    assert statuses(results) == EXPECTED


def test_a_worker_that_dies_costs_nothing_but_time(tmp_path: Path) -> None:
    run = run_batch(read_items(claims(tmp_path), str(tmp_path / "t.csv")), 2)
    results = [next(run)]
    for child in mp.active_children():
        child.kill()
    results += run
    assert statuses(results) == EXPECTED


def test_resuming_gives_the_same_file(tmp_path: Path) -> None:
    path, out = claims(tmp_path), tmp_path / "out.jsonl"

    def items() -> Any:
        return read_items(path, str(tmp_path / "t.csv"))

    list(write_results(items(), out, 1, resume=False))
    whole = out.read_bytes()
    lines = whole.splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:5]) + lines[5][:20])
    assert len(list(write_results(items(), out, 1, resume=True))) == 8
    assert out.read_bytes() == whole
    assert len(list(write_results(items(), out, 1, resume=True))) == 1
    assert out.read_bytes() == whole


def test_a_last_result_that_comes_out_differently_stops_the_run(tmp_path: Path) -> None:
    path, out = claims(tmp_path), tmp_path / "out.jsonl"
    list(write_results(read_items(path, str(tmp_path / "t.csv")), out, 1, resume=False))
    (tmp_path / "t.csv").write_text("k,x\na,1\nb,2\nc,5\n")
    with pytest.raises(GoalError, match="differently"):
        list(write_results(read_items(path, str(tmp_path / "t.csv")), out, 1, resume=True))


def test_an_output_is_not_overwritten_and_a_stranger_not_resumed(tmp_path: Path) -> None:
    path, out = claims(tmp_path), tmp_path / "out.jsonl"
    out.write_text("something else\n")
    for resume in (False, True):
        with pytest.raises(GoalError):
            list(write_results(read_items(path, str(tmp_path / "t.csv")), out, 1, resume))
    assert out.read_text() == "something else\n"
    assert finished(tmp_path / "absent") == (0, 0)


def test_one_bad_claim_is_one_error(tmp_path: Path) -> None:
    path = claims(tmp_path, 2)
    with path.open("a") as more:
        more.write(json.dumps({"claim": "x", "table": "absent.csv"}) + "\n")
        more.write(json.dumps({"goal": {"kind": "claim", "claim": {"op": "magic"}}}) + "\n")
    results = list(run_batch(read_items(path, str(tmp_path / "t.csv")), 1))
    assert statuses(results) == ["Refuted", "Refuted", "error", "error"]
    assert [r["error"]["code"] for r in results[2:]] == ["EGV101", "EGV201"]


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"goal": "{"}'])
def test_malformed_records_are_named_by_row(tmp_path: Path, line: str) -> None:
    (tmp_path / "c.jsonl").write_text('{"claim": "x"}\n' + line + "\n")
    good, bad = read_items(tmp_path / "c.jsonl", "t.csv")
    assert good.fault is None and bad.fault is not None
    assert (bad.fault["file"], bad.fault["row"]) == (str(tmp_path / "c.jsonl"), 2)


def test_csv_and_text_files(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("claim,table\nthe sum is 7,t.csv\n")
    (tmp_path / "c.txt").write_text("the sum is 7\n\nthe sum is 8\n")
    assert [i.table for i in read_items(tmp_path / "c.csv", None)] == [str(tmp_path / "t.csv")]
    assert [i.claim for i in read_items(tmp_path / "c.txt", "u.csv")] == ["the sum is 7", "the sum is 8"]


TOTALS = "city,people\nAster,10\nBirch,20\nCedar,30\nTotal,60\n"


def run_cli(*args: object) -> Any:
    from click.testing import CliRunner

    from egvar.cli.main import main

    return CliRunner().invoke(main, ["batch", *map(str, args)])


def goals(folder: Path, *values: int) -> Path:
    (folder / "t.csv").write_text(TOTALS)
    lines = []
    for value in values:
        sides = {"left": {"op": "sum", "column": "people"}, "right": {"op": "number", "value": str(value)}}
        lines.append(json.dumps({"goal": {"kind": "claim", "claim": {"op": "compare", **sides}}, "claim": "=1+1"}))
    (folder / "c.jsonl").write_text("\n".join(lines) + "\n")
    return folder / "c.jsonl"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--total-rows", "drop"], ["Verified", "Refuted"]),
        (["--total-rows", "keep"], ["Refuted", "Verified"]),
        (["--reading", "r.toml"], ["Verified", "Refuted"]),
        (["--total-rows", "drop", "--policy", "p.toml"], ["Verified", "Abstain"]),
    ],
)
def test_options_of_verify_hold_for_every_claim(tmp_path: Path, options: list[str], expected: list[str]) -> None:
    path = goals(tmp_path, 60, 120)
    (tmp_path / "r.toml").write_text('version = 1\n[table]\ntotal_rows = "drop"\n')
    (tmp_path / "p.toml").write_text('statuses = ["Verified"]\n')
    options = [str(tmp_path / o) if o.endswith(".toml") else o for o in options]
    done = run_cli(path, "-t", tmp_path / "t.csv", "-o", tmp_path / "o.jsonl", *options)
    results = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text().splitlines()]
    assert statuses(results) == expected, done.output


def test_bundles_and_csv(tmp_path: Path, worker: Any) -> None:
    import csv

    from egvar.bundle.audit import audit

    path, where = goals(tmp_path, 60, 120), ["-t", tmp_path / "t.csv", "-o", tmp_path / "o.jsonl"]
    more = ["--total-rows", "drop", "--bundles", tmp_path / "b", "--csv", tmp_path / "o.csv"]
    assert run_cli(path, *where, *more).exit_code == 1
    assert [audit(tmp_path / "b" / n, worker).status for n in ("1", "2")] == ["Verified", "Refuted"]
    rows = list(csv.DictReader((tmp_path / "o.csv").open()))
    assert [(r["number"], r["status"], r["claim"]) for r in rows] == [
        ("1", "Verified", "'=1+1"),
        ("2", "Refuted", "'=1+1"),
    ]
    assert "60" in rows[1]["found"]
    assert run_cli(path, *where, *more).exit_code == 2
    assert run_cli(path, *where, *more, "--resume").exit_code == 1
    assert audit(tmp_path / "b" / "2", worker).outcome == "accepted"


def test_results_are_not_written_as_json_into_a_csv_file(tmp_path: Path) -> None:
    done = run_cli(goals(tmp_path, 60), "-t", tmp_path / "t.csv", "-o", tmp_path / "o.csv")
    assert (done.exit_code, "--csv" in done.output, (tmp_path / "o.csv").exists()) == (2, True, False)
