"""The JSON schema of verdict.json: what is written fits it, what is malformed does not, docs and code name the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from egvar.bundle import audit as auditing
from egvar.bundle import envelope, write
from egvar.engine import run
from egvar.kernel.replay import KernelWorker
from egvar.source.source import from_rows
from egvar.verdict import Reason, Status

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads((ROOT / "egvar" / "bundle" / "verdict.schema.json").read_text())
TABLE = from_rows(["town", "people"], [["Aa", "10"], ["Bb", "30"]], "t.csv")


def statement(worker: KernelWorker, value: str) -> Any:
    number = {"op": "number", "value": value}
    left = {"op": "count"} if value == "0" else {"op": "sum", "column": "people"}
    goal = {"kind": "claim", "claim": {"op": "compare", "left": left, "cmp": ">=", "right": number}}
    done = run("x", TABLE, "claim", goal=goal, worker=worker)
    return json.loads(write.dumps(write.statement(done.verdict, write.contents(done))))


@pytest.mark.parametrize(("value", "status"), [("40", "Verified"), ("41", "Refuted"), ("0", "Abstain")])
def test_what_is_written_fits(worker: KernelWorker, value: str, status: str) -> None:
    made = statement(worker, value)
    assert made["predicate"]["verdict"]["status"] == status
    jsonschema.Draft202012Validator(SCHEMA).validate(made)


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.update(predicateType="https://egvar.dev/verdict/v2"),
        lambda s: s["subject"].append(s["subject"][0]),
        lambda s: s["predicate"].pop("library"),
        lambda s: s["predicate"]["files"].update({"goal.json": "0"}),
        lambda s: s["predicate"]["verdict"].update(status="True"),
        lambda s: s["predicate"]["verdict"].update(grade=None),
        lambda s: s["predicate"]["verdict"].update(reason="budget"),
        lambda s: s["predicate"]["verdict"].pop("axioms"),
    ],
)
def test_what_is_malformed_does_not(worker: KernelWorker, change: Callable[[Any], object]) -> None:
    made = statement(worker, "40")
    change(made)
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(made)


def test_schema_page_and_code_name_the_same() -> None:
    fields = SCHEMA["$defs"]["verdict"]["properties"]
    assert fields["status"]["enum"] == [s.value for s in Status]
    assert fields["reason"]["enum"] == [None, *(r.value for r in Reason)]
    assert SCHEMA["properties"]["predicateType"]["const"] == write.PREDICATE
    assert SCHEMA["properties"]["_type"]["const"] == write.STATEMENT
    page = (ROOT / "docs" / "bundle.md").read_text()
    names = auditing.ALWAYS | auditing.SOMETIMES | auditing.JUDGED
    for name in (*names, write.PREDICATE, write.STATEMENT, envelope.PAYLOAD_TYPE):
        assert f"`{name}`" in page, name
