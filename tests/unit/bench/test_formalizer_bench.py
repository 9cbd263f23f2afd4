"""`egvar bench formalizer`: counts, reasons and errors over a small file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from egvar.bench.formalizer import report, rows_of, run
from egvar.cli.main import main
from egvar.errors import SourceError
from egvar.kernel.replay import KernelWorker

TABLE = {"columns": ["town", "people"], "data": [["Aa", "10"], ["Bb", "30"], ["Cc", "20"]]}


def row(text: str, answer: str, kind: str = "question", source: str = "made up") -> dict[str, Any]:
    return {"id": text, "table": TABLE, "claim_or_question": text, "kind": kind, "answer": answer, "subtype": kind,
            "source": source}  # fmt: skip


ROWS = [
    row("Which town has the most people?", "bb"),
    row("What is the total number of people?", "61"),
    row("Who founded Bb?", "somebody"),
    row("aa have 10 people", "ENTAILED", "claim"),
    row("bb have the fewest people", "REFUTED", "claim"),
    row("cc have 20 people", "REFUTED", "claim"),
]


def test_counts(worker: KernelWorker) -> None:
    figures = report(list(run(ROWS, worker)))
    assert (figures["total"], figures["right"], figures["verified_wrong"]) == (6, 3, 2)
    assert figures["abstain"] == {"not_expressible": 1}
    assert figures["by_subtype"]["claim"]["right"] == 2
    assert figures["curve"][-1] == {"score": "0.75", "right": 3, "wrong": 2}


def test_a_wrong_gold_is_never_taken_over(worker: KernelWorker) -> None:
    outcomes = list(run(ROWS, worker))
    assert [o.ending for o in outcomes] == ["right", "wrong", "not_expressible", "right", "right", "wrong"]
    assert outcomes[1].shown == "60" and outcomes[5].status == "Verified"


def test_the_command_prints_one_object_and_writes_the_errors(tmp_path: Path) -> None:
    file, errors = tmp_path / "rows.jsonl", tmp_path / "errors.jsonl"
    file.write_text("".join(json.dumps(r) + "\n" for r in ROWS))
    done = CliRunner().invoke(main, ["bench", "formalizer", str(file), "--json", "--errors", str(errors)])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["verified_wrong"] == 2
    assert [json.loads(line)["ending"] for line in errors.read_text().splitlines()] == [
        "wrong",
        "not_expressible",
        "wrong",
    ]


def test_a_line_that_is_no_row_is_named(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(ROWS[0]) + "\n{}\n")
    with pytest.raises(SourceError, match="line 2"):
        rows_of(file)
