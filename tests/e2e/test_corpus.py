"""The corpus: what is committed is made of the panels, and what is written says the same in each format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from egvar.bench import corpus
from egvar.bench.items import digest
from egvar.cli.main import main
from egvar.errors import EgvarError
from egvar.kernel.replay import KernelWorker

FOLDER = Path(__file__).parents[2] / "benchmarks" / "corpus"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_is_committed_is_made_of_the_panels() -> None:
    rows, tables = lines(FOLDER / "corpus.jsonl"), {t["table_sha256"]: t for t in lines(FOLDER / "tables.jsonl")}
    entries = corpus.entries()
    assert len(rows) == len(entries) >= 500 and len({r["id"] for r in rows}) == len(rows)
    for r, e in zip(rows, entries, strict=True):
        assert (r["id"], r["text"], r["goal"]) == (e.item.id, e.item.text, e.item.goal)
        assert r["table_sha256"] == digest(e.item.table)
        table = tables[r["table_sha256"]]
        assert digest({k: table[k] for k in ("columns", "data")}) == r["table_sha256"]
        assert all(r[k] for k in ("goal_lean", "paraphrase", "answer", "provenance"))


def test_jsonl_and_parquet_say_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    done = CliRunner().invoke(main, ["bench", "corpus", "-o", str(tmp_path), "--limit", "4"])
    assert done.exit_code == 0, done.output
    for name in ("corpus", "tables"):
        flat = parquet.read_table(tmp_path / f"{name}.parquet").to_pylist()
        whole = lines(tmp_path / f"{name}.jsonl")
        assert flat == [
            {k: v if isinstance(v, str) else json.dumps(v, ensure_ascii=False) for k, v in d.items()} for d in whole
        ]
    made, kept = lines(tmp_path / "corpus.jsonl"), lines(FOLDER / "corpus.jsonl")[:4]
    assert [{**r, "goal_lean": ""} for r in made] == [{**r, "goal_lean": ""} for r in kept]
    assert all(r["goal_lean"].startswith("noncomputable abbrev Goal") for r in made)
    assert "4 rows over 4 tables" in (tmp_path / "datasheet.md").read_text(encoding="utf-8")


def test_a_goal_that_does_not_come_to_its_answer_is_not_written(worker: KernelWorker) -> None:
    from dataclasses import replace

    entry = corpus.entries()[0]
    with pytest.raises(EgvarError, match="does not come to its gold answer"):
        corpus.row(replace(entry, item=replace(entry.item, gold="418919")), worker)
