"""The overview of a batch."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from page_parser import Page

from egvar.batch import Item, result_of
from egvar.cli.main import main
from egvar.engine import open_table
from egvar.errors import ReportError
from egvar.report.overview import of_results, render_overview


def compare(value: str, column: str = "n") -> dict[str, Any]:
    right = {"op": "number", "value": value}
    return {
        "kind": "claim",
        "claim": {"op": "compare", "left": {"op": "sum", "column": column}, "cmp": "=", "right": right},
    }


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("batch")
    (folder / "t.csv").write_text("k,n\na,1\nb,2\n", encoding="utf-8")
    table, hostile = str(folder / "t.csv"), "<script>alert(1)</script>"
    items = [
        Item(0, "right", table, compare("3"), "first"),
        Item(1, "wrong", table, compare("4")),
        Item(2, hostile, table, compare("4", "k")),
        Item(3, "nowhere", str(folder / "missing.csv")),
    ]
    lines = [json.dumps(result_of(i, open_table)) for i in items]
    lost = {"number": 4, "id": None, "claim": "lost", "table": table, "status": "Abstain", "reason": "not_checked"}
    lines.append(json.dumps(lost | {"verdict": None, "why": "the worker process died twice on this claim"}))
    path = folder / "results.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_every_claim_is_there_with_its_verdict(results: Path) -> None:
    got = of_results(results)
    assert [(r.number, r.status, r.reason, r.table) for r in got] == [
        (1, "Verified", "", "t.csv"),
        (2, "Refuted", "", "t.csv"),
        (3, "Abstain", "unreadable_cell", "t.csv"),
        (4, "error", "", "missing.csv"),
        (5, "Abstain", "not_checked", "t.csv"),
    ]
    page = Page(render_overview(got))
    assert page.faults == [] and "5 claims" in page.text and "the worker process died twice" in page.text
    assert page.tags.count("tr") == 6 and page.tags.count("script") == 1 and "Nothing was checked again" in page.text


def test_the_page_allows_its_own_script_and_no_other(results: Path) -> None:
    html = render_overview(of_results(results))
    scripts = re.findall(r"<script>(.*?)</script>", html, re.S)
    digests = [base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in scripts]
    assert len(digests) == 1 and f"script-src 'sha256-{digests[0]}';" in html


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("[1]", "AttributeError|TypeError"),
        ("{", "JSONDecodeError"),
        ('{"number": 0, "claim": "x", "table": "t"}', "status"),
        ('{"number": 0, "claim": "x", "table": "t", "status": "True"}', "unknown verdict"),
        ('{"number": 0, "claim": "x", "table": "t", "status": "Abstain", "reason": "lazy"}', "unknown verdict"),
        (
            '{"number": 0, "claim": "x", "table": "t", "status": "Verified", "verdict": {"status": "Refuted"}}',
            "its verdict Refuted",
        ),
    ],
)
def test_other_lines_are_refused_with_their_row(tmp_path: Path, results: Path, line: str, cause: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(results.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    with pytest.raises(ReportError) as caught:
        of_results(path)
    assert re.search(cause, caught.value.cause) and str(caught.value.position) == f"{path}:6"


def test_nothing_makes_no_page(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    for name in ("empty.jsonl", "missing.jsonl"):
        done = CliRunner().invoke(main, ["report", str(tmp_path / name), "-o", str(tmp_path / "o.html")])
        assert done.exit_code == 2 and "EGV404" in done.stderr and not (tmp_path / "o.html").exists()


def test_the_command_makes_an_overview(tmp_path: Path, results: Path) -> None:
    done = CliRunner().invoke(main, ["report", str(results), "-o", str(tmp_path / "o.html")])
    assert done.exit_code == 0 and Page((tmp_path / "o.html").read_text(encoding="utf-8")).faults == []
