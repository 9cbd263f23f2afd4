"""What nobody foresaw decides nothing: it ends with 3, names itself in one error, and costs a batch one claim."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from egvar import api, engine
from egvar.batch import Item, read_items, result_of, run_batch
from egvar.bundle import audit as auditing
from egvar.bundle.write import write
from egvar.cli.main import main
from egvar.errors import GoalError, unforeseen
from egvar.goal import parse
from egvar.kernel.replay import KernelWorker
from egvar.source.source import from_rows
from egvar.verdict import Reason

TABLE = from_rows(["k", "x"], [["a", "1"], ["b", "2"], ["c", "4"]], "t.csv")
GOAL = {
    "kind": "claim",
    "claim": {"op": "compare", "left": {"op": "sum", "column": "x"}, "right": {"op": "number", "value": 7}},
}
KINDS: list[Exception] = [ValueError("x"), RecursionError(), MemoryError(), OverflowError("big"), KeyError("k")]
KINDS += [
    UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates"),
    AssertionError(),
    ZeroDivisionError(),
    OSError("o"),
]


def broken(error: Exception) -> Any:
    def fail(*args: object, **kwargs: object) -> Any:
        raise error

    return fail


@pytest.mark.parametrize("error", KINDS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("place", ["egvar.challenge.vacuity.is_vacuous", "egvar.solver.prover.prove"])
def test_a_run_ends_in_not_checked(
    monkeypatch: pytest.MonkeyPatch, worker: KernelWorker, error: Exception, place: str
) -> None:
    monkeypatch.setattr(place, broken(error))
    verdict = api.verify("the sum is 7", TABLE, goal=GOAL, worker=worker)
    assert verdict.reason is Reason.NOT_CHECKED and type(error).__name__ in verdict.why
    assert result_of(Item(0, "", "t", GOAL), lambda _: TABLE)["reason"] == "not_checked"


@pytest.mark.parametrize("error", KINDS, ids=lambda e: type(e).__name__)
def test_every_command_ends_with_three(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception) -> None:
    table = tmp_path / "t.csv"
    table.write_text("k,x\na,1\n")
    monkeypatch.setattr("egvar.source.source.load_bytes", broken(error))
    for args in (["verify", "x", "-t", str(table)], ["ask", "x", "-t", str(table)], ["read", str(table)]):
        result = CliRunner().invoke(main, args)
        assert result.exit_code == 3, (args, result.output)
        assert result.stderr.startswith("error: ") and "[EGV901]" in result.stderr
        assert "Traceback" not in result.output
        assert len(result.stderr.splitlines()) == 3


def test_endings_of_click_are_not_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert CliRunner().invoke(main, ["verify", "--nonsense"]).exit_code == 2
    assert CliRunner().invoke(main, ["--help"]).exit_code == 0
    assert CliRunner().invoke(main, ["explain", "EGV901"]).exit_code == 0
    for error, code in ((KeyboardInterrupt(), 130), (BrokenPipeError(), 3)):
        monkeypatch.setattr("egvar.errors.explain_code", broken(error))  # type: ignore[arg-type]
        assert CliRunner().invoke(main, ["explain", "EGV901"]).exit_code == code


@pytest.mark.parametrize("error", [RecursionError(), MemoryError(), OverflowError("big")])
def test_an_audit_neither_accepts_nor_rejects(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, worker: KernelWorker, error: Exception
) -> None:
    write(engine.run("the sum", TABLE, "claim", goal=GOAL, worker=worker), tmp_path / "b")
    assert auditing.audit(tmp_path / "b", worker).outcome == "accepted"
    monkeypatch.setattr("egvar.bundle.audit.load_bytes", broken(error))
    result = auditing.audit(tmp_path / "b", worker)
    assert result.outcome == "not_checked" and type(error).__name__ in result.findings[-1].detail


def test_the_error_names_kind_and_place_and_no_path() -> None:
    try:
        parse({"kind": 1 / 0})
    except ZeroDivisionError as e:
        assert unforeseen(e).exit_code == 3 and "ZeroDivisionError" in unforeseen(e).cause
    try:
        TABLE.column("absent")
    except KeyError as e:
        assert " at egvar/source/source.py:" in unforeseen(e).cause


@pytest.mark.parametrize("value", ["\\ud800", "x\\udfff"])
def test_half_characters_are_refused(value: str) -> None:
    text = json.dumps(GOAL).replace('"x"', f'"{value}"')
    for given in (text, json.loads(text)):
        with pytest.raises(GoalError):
            parse(given)
    with pytest.raises(GoalError):
        api.verify("x\udcff", TABLE, goal=GOAL)


DEEP = '{"claim": "x", "goal": ' + "[" * 100_000 + "]" * 100_000 + "}"
BAD = [
    DEEP,
    '{"claim": "x\\ud800"}',
    '{"claim": "x", "goal": {"kind": "claim\\ud800"}}',
    "{",
    "[]",
    "7",
    '{"claim": 3}',
]
BAD += ['{"claim": "x", "goal": "[[["}', '{"claim": "x", "table": "a\\u0000b"}', '{"claim": "x", "table": "\\ud800"}']
BAD += ['{"claim": "' + "x" * 5_000_000 + '"}', '{"claim": "x", "goal": "' + "[" * 50_000 + '"}', '{"goal": [1e999]}']


def test_each_bad_record_costs_a_batch_itself_only(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("k,x\na,1\nb,2\nc,4\n")
    lines = [line for bad in BAD for line in (json.dumps({"goal": GOAL}), bad)] + [json.dumps({"goal": GOAL})]
    (tmp_path / "c.jsonl").write_text("\n".join(lines) + "\n")
    results = list(run_batch(read_items(tmp_path / "c.jsonl", str(tmp_path / "t.csv")), 1))
    assert [r["status"] for r in results[::2]] == ["Verified"] * (len(BAD) + 1)
    assert all(r["status"] == "error" or r["reason"] == "not_checked" for r in results[1::2]), results[1::2]


def test_a_claim_that_takes_too_long_costs_a_batch_itself_only(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("k,x\na,1\nb,2\nc,4\n")
    items = [Item(0, "", str(tmp_path / "t.csv"), GOAL), Item(1, "", str(tmp_path / "t.csv"), GOAL)]
    results = run_batch(items, 1, seconds=0.0)
    assert [r["reason"] for r in results] == ["not_checked", "not_checked"]
