"""`egvar bench formalizer`: counts, reasons and errors over a small file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from egvar.bench.formalizer import Outcome, errata_of, report, rows_of, run
from egvar.bench.quick import Come
from egvar.cli.main import main
from egvar.errors import SourceError
from egvar.kernel.replay import KernelWorker

TABLE = {"columns": ["town", "people"], "data": [["Aa", "10"], ["Bb", "30"], ["Cc", "20"]]}


def row(text: str, answer: Any, kind: str = "question", source: str = "made up") -> dict[str, Any]:
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


@pytest.fixture(params=["kernel", "tools"])
def outcomes(request: pytest.FixtureRequest, worker: KernelWorker) -> list[Outcome]:
    return list(run(ROWS, worker if request.param == "kernel" else None))


def test_counts(outcomes: list[Outcome]) -> None:
    figures = report(outcomes)
    assert (figures["total"], figures["right"], figures["wrong"], figures["decided"]) == (6, 3, 2, 5)
    assert figures["abstain"] == {"not_expressible": 1}
    assert figures["by_subtype"]["claim"]["right"] == 2
    assert figures["curve"][-1] == {"score": "0.75", "right": 3, "wrong": 2}
    assert 0 < figures["milliseconds"]["median"] <= figures["milliseconds"]["max"]


def test_a_wrong_gold_is_never_taken_over(outcomes: list[Outcome]) -> None:
    assert [o.ending for o in outcomes] == ["right", "wrong", "not_expressible", "right", "right", "wrong"]
    assert outcomes[1].come.answer == ("60",) and outcomes[5].come.status == "Verified"


@pytest.mark.parametrize("label", ["UNDECIDABLE", "not enough info"])
def test_an_undecidable_row_is_right_only_without_a_verdict(label: str, worker: KernelWorker) -> None:
    rows = [row("aa have 10 people because of the mine", label, "claim"), row("aa have 10 people", label, "claim")]
    for judge in (worker, None):
        found = list(run(rows, judge))
        assert [o.ending for o in found] == ["right", "wrong"]
        figures = report(found)
        assert (figures["undecidable"], figures["right"], figures["wrong"], figures["decided"]) == (2, 1, 1, 1)
        assert figures["percent_right_of_decided"] == "0.0"


def test_a_gold_answer_that_the_table_contradicts_is_counted_apart(tmp_path: Path) -> None:
    file = tmp_path / "errata.jsonl"
    text = "What is the total number of people?"
    file.write_text(json.dumps({"set": "x", "id": text, "gold": "61", "why": "10 + 30 + 20 is 60"}) + "\n")
    errata = errata_of(file)
    found = list(run([row(text, "61"), row(text, "62"), row(text, "60")], errata=errata))
    assert [o.ending for o in found] == ["contradicted_gold", "wrong", "right"]
    figures = report(found)
    assert (figures["against_contradicted_gold"], figures["decided"], figures["wrong"], figures["right"]) == (
        1,
        2,
        1,
        1,
    )
    silent = list(run([row("Who founded Bb?", "61")], errata=frozenset({("Who founded Bb?", "61")})))
    assert silent[0].ending == "not_expressible"


def test_words_that_were_not_placed_are_counted_by_sentence() -> None:
    said = [("Of", "of", "by"), ("of",)]
    found = [Outcome(row("a", "x"), "not_expressible", Come("Abstain", unplaced=words)) for words in said]
    assert report(found)["unplaced"] == {"of": 2, "by": 1}


@pytest.mark.parametrize(
    ("gold", "ending"), [(["Bb"], "right"), (["bb", "aa"], "wrong"), ([], "wrong"), (["Cc"], "wrong")]
)
def test_a_list_is_the_answer_part_for_part(gold: list[str], ending: str) -> None:
    assert [o.ending for o in run([row("Which town has the most people?", gold)])] == [ending]


def test_the_command_prints_one_object_and_writes_the_errors(tmp_path: Path) -> None:
    file, errors = tmp_path / "rows.jsonl", tmp_path / "errors.jsonl"
    file.write_text("".join(json.dumps(r) + "\n" for r in ROWS))
    done = CliRunner().invoke(main, ["bench", "formalizer", str(file), "--kernel", "--json", "--errors", str(errors)])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["wrong"] == 2
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
