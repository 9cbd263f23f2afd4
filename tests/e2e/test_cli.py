"""The command line, end to end, in processes of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TABLE = """city,country,population,area (km2),founded
Aster,North,"1,200,000",310,1801
Birch,North,"840,500",120.5,1790
Cedar,South,"2,310,000",498,1650
Dogwood,South,,77,1912
Elm,East,"95,000",41.25,(1300)?
"""


@pytest.fixture()
def table(tmp_path: Path) -> Path:
    path = tmp_path / "cities.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def egvar(*args: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from egvar.cli.main import main; main()", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, cwd=cwd)


def goal_file(folder: Path, claim: object, kind: str = "claim") -> Path:
    path = folder / "goal.json"
    path.write_text(json.dumps({"kind": kind, "claim" if kind == "claim" else "ask": claim}), encoding="utf-8")
    return path


def compare(left: object, cmp: str, value: str) -> dict[str, object]:
    return {"op": "compare", "left": left, "cmp": cmp, "right": {"op": "number", "value": value}}


SUM = {"op": "sum", "column": "population"}


FIR = {"op": "cell", "column": "population", "where": {"op": "text_is", "column": "city", "value": "Fir"}}


@pytest.mark.parametrize(
    ("claim", "status", "code"),
    [
        (compare(SUM, "=", "4445500"), "Verified", 0),
        (compare(SUM, "=", "4445501"), "Refuted", 1),
        (compare({"op": "sum", "column": "founded"}, ">", "0"), "Abstain (unreadable_cell)", 4),
        (compare({"op": "count"}, ">=", "0"), "Abstain (vacuous)", 4),
        (compare(FIR, "=", "1"), "Abstain (not_in_table)", 4),
        ({"op": "not", "of": compare(FIR, "=", "1")}, "Abstain (not_in_table)", 4),
    ],
)
def test_verdicts_and_exit_codes(table: Path, tmp_path: Path, claim: object, status: str, code: int) -> None:
    done = egvar("verify", "--table", table, "--goal", goal_file(tmp_path, claim))
    assert done.stdout.startswith(status), done.stdout + done.stderr
    assert done.returncode == code
    assert done.stderr == ""


def test_unreadable_cell_is_named(table: Path, tmp_path: Path) -> None:
    done = egvar(
        "verify", "--table", table, "--goal", goal_file(tmp_path, compare({"op": "max", "column": "founded"}, ">", "0"))
    )
    assert 'cell: row 6, column "founded": “(1300)?”' in done.stdout


def test_json_is_one_object(table: Path, tmp_path: Path) -> None:
    done = egvar(
        "verify", "it is", "--table", table, "--goal", goal_file(tmp_path, compare(SUM, "=", "4445500")), "--json"
    )
    data = json.loads(done.stdout)
    verdict = data["verdicts"][0]
    assert (data["schema_version"], verdict["status"], verdict["rows_used"], verdict["rows_missing"]) == (
        1,
        "Verified",
        4,
        1,
    )
    assert verdict["axioms"]["B1"] and not verdict["axioms"]["B3"]


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["verify", "x", "--table", "absent.csv"], 2, "EGV101"),
        (["verify", "--table", "absent.csv"], 5, "no claims"),
        (["verify", "x", "--table", "absent.csv", "--no-such-option"], 2, "No such option"),
        (["audit", "absent.egvar"], 2, "EGV401"),
        (["explain", "EGV999"], 2, "no error code"),
    ],
)
def test_bad_input_is_one_clear_error(args: list[str], code: int, words: str, tmp_path: Path) -> None:
    done = egvar(*args, cwd=tmp_path)
    assert done.returncode == code
    assert words in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_unknown_column_is_named_with_the_nearest(table: Path, tmp_path: Path) -> None:
    done = egvar(
        "verify",
        "--table",
        table,
        "--goal",
        goal_file(tmp_path, compare({"op": "sum", "column": "populaton"}, ">", "1")),
    )
    assert done.returncode == 2
    assert 'did you mean "population"?' in done.stderr


def test_json_floats_in_goals_are_refused(table: Path, tmp_path: Path) -> None:
    path = tmp_path / "goal.json"
    path.write_text(
        '{"kind": "question", "ask": {"op": "add", "left": {"op": "count"}, "right": {"op": "number", "value": 5.0}}}'
    )
    done = egvar("verify", "--table", table, "--goal", path)
    assert (done.returncode, "5.0" in done.stderr) == (2, True)


def test_a_changed_cell_changes_the_verdict(table: Path, tmp_path: Path) -> None:
    goal = goal_file(
        tmp_path,
        compare({"op": "cell", "column": "area (km2)", "where": {"op": "highest", "column": "population"}}, "=", "498"),
    )
    assert egvar("verify", "--table", table, "--goal", goal).returncode == 0
    table.write_text(TABLE.replace("2,310,000", "310,000"), encoding="utf-8")
    assert egvar("verify", "--table", table, "--goal", goal).returncode == 1
    table.write_text(TABLE.replace('North,"840,500"', 'West,"840,500"'), encoding="utf-8")
    assert egvar("verify", "--table", table, "--goal", goal).returncode == 0


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    (folder / "cities.csv").write_text(TABLE, encoding="utf-8")
    done = egvar(
        "verify",
        "--table",
        folder / "cities.csv",
        "--goal",
        goal_file(folder, compare(SUM, "=", "4445500")),
        "-o",
        folder / "claim.egvar",
    )
    assert done.returncode == 0, done.stderr
    return folder / "claim.egvar"


def test_audit_accepts_a_bundle(bundle: Path) -> None:
    done = egvar("audit", bundle, "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["outcome"], data["verdict"]) == (0, "accepted", "Verified")
    assert {s["what"] for s in data["steps"]} >= {"files", "source", "goal", "challenge", "proof", "verdict"}


def test_same_input_gives_the_same_bundle(bundle: Path) -> None:
    folder = bundle.parent
    again = folder / "again.egvar"
    egvar("verify", "--table", folder / "cities.csv", "--goal", folder / "goal.json", "-o", again)
    for path in sorted(bundle.iterdir()):
        assert path.read_bytes() == (again / path.name).read_bytes(), path.name


FILES = "source.csv reading.json goal.json trail.jsonl lifts.lock datapackage.json Challenge.lean Solution.lean"
PROVED = "observations.jsonl export.ndjson dag.json verdict.json SHA256SUMS"


@pytest.mark.parametrize("name", [*FILES.split(), *PROVED.split()])
def test_audit_notices_a_changed_byte(bundle: Path, tmp_path: Path, name: str) -> None:
    copy = tmp_path / "copy.egvar"
    shutil.copytree(bundle, copy)
    data = bytearray((copy / name).read_bytes())
    at = len(data) // 2
    data[at] = data[at] ^ 1
    (copy / name).write_bytes(bytes(data))
    assert egvar("audit", copy).returncode == 1


def test_audit_refuses_links_and_strangers(bundle: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.egvar"
    shutil.copytree(bundle, copy)
    (copy / "extra.txt").write_text("x")
    assert egvar("audit", copy).returncode == 1
    (copy / "extra.txt").unlink()
    (copy / "source.csv").unlink()
    (copy / "source.csv").symlink_to(bundle / "source.csv")
    assert egvar("audit", copy).returncode == 1


def test_a_bundle_is_not_overwritten(bundle: Path) -> None:
    folder = bundle.parent
    done = egvar("verify", "--table", folder / "cities.csv", "--goal", folder / "goal.json", "-o", bundle)
    assert (done.returncode, "EGV401" in done.stderr) == (2, True)


def test_solution_passes_plain_lean_and_its_export_the_judge(bundle: Path, tmp_path: Path) -> None:
    """Solution.lean elaborated by the official lean; its .olean judged on its own."""
    for name in ("Challenge", "Solution"):
        shutil.copy(bundle / f"{name}.lean", tmp_path)
        done = egvar("lean", "-o", f"{name}.olean", f"{name}.lean", cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    from egvar.challenge import statement
    from egvar.goal import parse
    from egvar.kernel.judge import Judged, judge
    from egvar.kernel.olean import read_module
    from egvar.kernel.replay import KernelWorker
    from egvar.source.source import load
    from egvar.tools.ledger import Ledger

    source = load(bundle / "source.csv")
    challenge = statement.build((source,), parse((bundle / "goal.json").read_bytes()), "verify", Ledger())
    module = read_module(tmp_path / "Solution.olean", challenge.terms)
    with KernelWorker() as worker:
        assert isinstance(judge(challenge.judged, module.constants, worker), Judged)


def test_dataframes_of_texts_are_taken_and_floats_refused() -> None:
    import pandas as pd

    import egvar as api
    from egvar.errors import SourceError

    goal = {"kind": "question", "ask": {"op": "sum", "column": "x"}}
    verdict = api.ask("", pd.DataFrame({"x": ["1.5", "2.25"]}), goal=goal)
    assert (verdict.status, verdict.answer) == ("Verified", ("3.75",))
    with pytest.raises(SourceError):
        api.ask("", pd.DataFrame({"x": [1.5, 2.25]}), goal=goal)
    assert api.ask("", pd.DataFrame({"x": [0.1, 0.2]}), goal=goal, floats="shortest").answer == ("0.3",)


def test_doctor_finds_the_kernel() -> None:
    done = egvar("doctor", "--json")
    findings = {f["check"]: f for f in json.loads(done.stdout)["findings"]}
    assert done.returncode == 0, done.stdout
    assert "declTypeMismatch" in findings["kernel"]["what"]


def test_read_shows_what_was_read_and_what_was_not(table: Path) -> None:
    done = egvar("read", table)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"population": number (4 thousands_comma, 1 missing)' in done.stdout
    assert "no value: row 6: “(1300)?”" in done.stdout
    data = json.loads(egvar("read", table, "--json").stdout)
    assert [c["read_as"] for c in data["columns"]] == ["text", "text", "number", "number", "number"]
    assert data["columns"][4]["without_value"] == [{"row": 6, "raw": "(1300)?"}]


def test_audit_takes_a_public_key_as_it_is_printed(table: Path, tmp_path: Path) -> None:
    public = egvar("keys", "new", tmp_path / "key.pem").stdout.split()[-1]
    goal = goal_file(tmp_path, compare(SUM, "=", "4445500"))
    signed = egvar("verify", "-t", table, "--goal", goal, "-o", tmp_path / "b", "--key", tmp_path / "key.pem")
    assert signed.returncode == 0, signed.stderr
    assert egvar("audit", tmp_path / "b", "--key", public).returncode == 0
    assert egvar("audit", tmp_path / "b", "--key", "0" * 64).returncode == 1
    assert (egvar("audit", tmp_path / "b", "--key", "absent").returncode) == 2


def test_audit_names_the_rows_that_a_declaration_leaves_out(table: Path, tmp_path: Path) -> None:
    table.with_name(table.name + ".egvar.toml").write_text("version = 1\n[table]\ndrop_rows = [3, 5]\n")
    goal = goal_file(tmp_path, compare({"op": "count"}, "=", "3"))
    done = egvar("verify", "-t", table, "--goal", goal, "-o", tmp_path / "b")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "declared and not found in the file: rows 3, 5 left out" in egvar("audit", tmp_path / "b").stdout
