"""The Python API: options as keywords, many claims, documents, the accessor, and the notebook."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import egvar
from egvar.bundle.audit import audit
from egvar.bundle.documents import audit_documents
from egvar.errors import EgvarError
from egvar.kernel.replay import KernelWorker

ROOT = Path(__file__).parents[2]
PEAKS = ROOT / "examples" / "peaks.csv"
TOTALS = pd.DataFrame({"city": ["Aster", "Birch", "Cedar", "Total"], "people": ["10", "20", "30", "60"]})


def total(value: int) -> dict[str, Any]:
    sides = {"left": {"op": "sum", "column": "people"}, "right": {"op": "number", "value": str(value)}}
    return {"kind": "claim", "claim": {"op": "compare", **sides}}


def test_a_verdict_is_true_only_if_it_is_verified(worker: KernelWorker) -> None:
    settled: dict[str, Any] = {"total_rows": "drop", "worker": worker}
    verified, refuted = (egvar.verify("", TOTALS, goal=total(n), **settled) for n in (60, 61))
    abstain = egvar.verify("Most visitors came by bus", TOTALS, worker=worker)
    assert [v.status for v in (verified, refuted, abstain)] == ["Verified", "Refuted", "Abstain"]
    assert [bool(v) for v in (verified, refuted, abstain)] == [True, False, False]


def test_every_option_of_the_command_line_is_a_keyword() -> None:
    from inspect import signature

    from egvar.cli.main import main

    options = {str(p.name) for p in main.get_command(None, "verify").params}  # type: ignore[arg-type, union-attr]
    shell_only = {"claims", "exit_zero", "as_json", "explain", "table"}
    models = {"solver", "formalizer", "prover", "steps", "tokens", "seconds", "reply_tokens", "dry_run", "replay"}
    for function in (egvar.verify, egvar.ask):
        assert options - shell_only - models <= set(signature(function).parameters)


def test_how_a_table_is_read_is_said_by_keywords(tmp_path: Path, worker: KernelWorker) -> None:
    (tmp_path / "r.toml").write_text('version = 1\n[table]\ntotal_rows = "keep"\n')
    assert egvar.verify("", TOTALS, goal=total(120), total_rows="keep", worker=worker)
    assert egvar.verify("", TOTALS, goal=total(120), reading=tmp_path / "r.toml", worker=worker)
    assert not egvar.verify("", TOTALS, goal=total(120), total_rows="drop", worker=worker)


def test_a_dataframe_gets_a_bundle_and_a_report(tmp_path: Path, worker: KernelWorker) -> None:
    from egvar.signing import new_key

    public = new_key(tmp_path / "key.pem")
    paths = {"output": tmp_path / "b", "report": tmp_path / "r.html", "key": tmp_path / "key.pem"}
    assert egvar.verify("", TOTALS, goal=total(60), total_rows="drop", worker=worker, **paths)
    assert audit(tmp_path / "b", worker, trusted={public: "me"}).outcome == "accepted"
    assert "The table bears this out" in (tmp_path / "r.html").read_text()
    with pytest.raises(EgvarError, match="exists"):
        egvar.verify("", TOTALS, goal=total(60), worker=worker, **paths)


def test_a_policy_is_applied(tmp_path: Path, worker: KernelWorker) -> None:
    (tmp_path / "p.toml").write_text('alternatives = "none"\ngoals = "given"\n')
    done = egvar.verify("There are 3 cities", TOTALS, total_rows="drop", policy=tmp_path / "p.toml", worker=worker)
    assert done.status == "Abstain"
    assert egvar.verify("", TOTALS, goal=total(60), total_rows="drop", policy=tmp_path / "p.toml", worker=worker)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: egvar.verify(["a"], TOTALS), "verify_many"),  # type: ignore[arg-type]
        (lambda: egvar.verify_many("a", TOTALS), "egvar.verify takes one"),
        (lambda: egvar.verify_many(["a"], TOTALS, output="x"), "one claim"),
        (lambda: egvar.verify("a", TOTALS, key="k.pem"), "bundle"),
        (lambda: egvar.verify("a", TOTALS, total_rows="burn"), "keep or drop"),
        (lambda: egvar.verify("a", TOTALS, dash="0"), "missing or zero"),
        (lambda: egvar.check("absent.md", TOTALS), "no such file"),
    ],
)
def test_wrong_calls_are_one_clear_error(call: Any, words: str) -> None:
    with pytest.raises(EgvarError) as e:
        call()
    assert words in e.value.render()


def test_many_claims_are_a_frame(worker: KernelWorker, capsys: pytest.CaptureFixture[str]) -> None:
    claims = ["The mean elevation is 2085.67", "The elevation of Taygetus is 2456", "Most visitors came by bus"]
    frame = egvar.verify_many(claims, PEAKS, worker=worker, progress=True)
    assert list(frame["status"]) == ["Verified", "Refuted", "Abstain"]
    assert list(frame["claim"]) == claims
    assert [bool(v) for v in frame["verdict"]] == [True, False, False]
    assert egvar.verify_many([], PEAKS).empty


TEXT = "# Peaks\n\nThe mean elevation is 2,085.68 m. The elevation of Taygetus is 2404.\n"


def test_documents(tmp_path: Path, worker: KernelWorker) -> None:
    peaks = pd.read_csv(PEAKS, dtype=str)
    done = egvar.check(TEXT, {"peaks.csv": peaks}, fix=True, worker=worker)
    assert done.counts == {"Verified": 1, "Supported": 0, "Refuted": 1, "Abstain": 0, "not_about_tables": 0}
    assert not done
    assert list(done.frame()["status"]) == ["Refuted", "Verified"]
    assert "+The mean elevation is 2,085.67 m." in done.diff()
    assert 'sandbox="" src="data:text/html;charset=utf-8;base64,PCFkb2N0eXBl' in done._repr_html_()
    assert "Verified 1 · Refuted 1" in str(done)
    done.save(tmp_path / "b")
    assert audit_documents(tmp_path / "b", worker).outcome == "accepted"
    (tmp_path / "r.md").write_text(TEXT.replace("68", "67"))
    assert egvar.check(tmp_path / "r.md", [PEAKS], worker=worker)
    with pytest.raises(EgvarError, match="names"):
        egvar.check("<!-- egvar: table=/etc/passwd -->\n\nThe mean is 5.", PEAKS, worker=worker)


def test_the_accessor(worker: KernelWorker) -> None:
    import egvar.accessor

    assert egvar.accessor
    peaks = pd.read_csv(PEAKS, dtype=str)
    assert peaks.egvar.verify("The mean elevation is 2085.67", worker=worker)
    assert peaks.egvar.ask("What is the highest elevation?", worker=worker).answer == ("2456",)
    assert list(peaks.egvar.verify_many(["There are 9 peaks"], worker=worker)["status"]) == ["Verified"]
    assert peaks.egvar.check(TEXT, worker=worker).counts["Refuted"] == 1


def test_the_magic_refuses_what_it_does_not_know() -> None:
    from egvar.notebook import _parser

    with pytest.raises(EgvarError, match="unrecognized"):
        _parser().parse_args(["df", "--nonsense"])


def test_the_example_notebook_runs() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(ROOT / "examples" / "notebook.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(ROOT / "examples")}}).execute()
    outputs = [str(c.get("outputs", "")) for c in notebook.cells]
    assert "Verified: The mean elevation is 2085.67" in outputs[3]
    assert "not so" in outputs[4]
    assert re.search(r"2456", outputs[6])
    assert "iframe" in outputs[11]
    assert "'Verified': 1" in outputs[12] and "'Refuted': 1" in outputs[12]
