"""A declaration is never silent: what it changes is in the verdict, its data, the bundle, the audit, the report.

And a policy can refuse it.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.bundle.audit import audit
from egvar.bundle.write import write
from egvar.cli.main import main
from egvar.engine import Run, run
from egvar.kernel.replay import KernelWorker
from egvar.policy import Facts, Policy, load
from egvar.report.page import render
from egvar.report.shown import of_bundle
from egvar.source.alternatives import settle
from egvar.source.declared import parse
from egvar.source.said import declarations
from egvar.source.source import Source, load_bytes

ROOT = Path(__file__).parents[3]
PEAKS = "rank,name,height,first\n1,a,2456,3.4.1950\n2,b,2404,-\n3,c,2453,1.2.1951\n"
PEAKS += "4,d,2376,5.6.1952\n5,e,2200 (x),7.8.1953\n"

CASES = {
    'drop_rows = [2, 4]': "rows 2, 4 left out",
    'nulls = ["2456", "2453"]': "no value: “2456” (1 cell), “2453” (1 cell)",
    'nulls = []': "not taken for a missing value: “-” (1 cell)",
    'nulls = ["", "-"]': "which texts mean no value is declared",
    "header_rows = 3": "the first 3 rows are the header",
    'encoding = "latin-1"': "bytes are latin-1, not utf-8",
    'dash = "missing"': "a lone dash is no value",
    'total_rows = "drop"': "total rows are settled",
    'total_rows = "keep"': "total rows are settled",
    '\n[column.height]\nscale = "1000"': '"height": every number is multiplied by 1000 (4 cells read so)',
    '\n[column.height]\nunit = "km"': '"height": numbers are in km (4 cells read so)',
    '\n[column.height]\ndecimal = ","\nthousands = "."': "“,” is the decimal mark, “.” between groups",
    '\n[column.height]\nthousands = ""': "“.” is the decimal mark, nothing between groups",
    '\n[column.height]\nleave_out = true': "cells that cannot be read are left out (1 cell)",
    '\n[column.height]\nfootnotes = true': "footnote marks are no part of a number (5 cells read so)",
    '\n[column.height]\nkind = "text"': '"height" is read as text, not as number',
    '\n[column.first]\nkind = "date"\ndates = "dmy"': "dates are written dmy (4 cells read so)",
    '\n[column.rank]\nkind = "date"': '"rank" is read as date, not as number',
}  # fmt: skip


def declared(toml: str, table: str = PEAKS) -> Source:
    data = table.encode()
    plain = load_bytes(data, "peaks.csv")
    return load_bytes(data, "peaks.csv", parse(f"version = 1\n[table]\n{toml}\n", plain, data))


@pytest.mark.parametrize("toml", CASES)
def test_what_a_declaration_changes_is_said_in_words_and_counts(toml: str) -> None:
    said = declarations(declared(toml))
    assert any(CASES[toml] in line for line in said), said


def test_a_file_that_is_read_by_itself_has_nothing_to_say() -> None:
    assert declarations(load_bytes(PEAKS.encode(), "peaks.csv")) == ()
    assert declarations(declared("")) == ()
    assert declarations(declared('encoding = "utf-8"\ndelimiter = ","\nheader_rows = 1')) == ()


def test_total_rows_and_dashes_on_the_command_line_are_said_too() -> None:
    plain = load_bytes(b"k,x\na,1\nb,-\ntotal,3\n", "t.csv")
    assert "row 4 left out" in declarations(settle(plain, "drop", None))
    assert any("kept, which may be totals" in d for d in declarations(settle(plain, "keep", None)))
    assert 'a lone dash is zero in "x" (1 cell)' in declarations(settle(plain, None, "zero"))


@given(st.sampled_from(sorted(CASES)), st.sampled_from(sorted(CASES)))
@settings(max_examples=40, deadline=None)
def test_no_reading_of_another_digest_is_silent(a: str, b: str) -> None:
    for source in (declared(a), declared(b)):
        assert bool(declarations(source)) == (source.reading != load_bytes(PEAKS.encode(), "x").reading)


def highest(worker: KernelWorker, source: Source, value: str) -> Run:
    right = {"op": "number", "value": value}
    goal = {"op": "compare", "left": {"op": "max", "column": "height"}, "cmp": "=", "right": right}
    return run("The highest is that", source, "claim", goal={"kind": "claim", "claim": goal}, worker=worker)


FALSE = [
    ("drop_rows = [2, 4]", "2404"),
    ('nulls = ["2456", "2453"]', "2404"),
    ('\n[column.height]\nscale = "1000"', "2456000"),
]


@pytest.mark.parametrize(("toml", "value"), FALSE)
def test_a_false_claim_over_a_declared_table_says_so_everywhere(
    tmp_path: Path, worker: KernelWorker, toml: str, value: str
) -> None:
    toml += "\n[column.height]\nleave_out = true" if "column" not in toml else "\nleave_out = true"
    done = highest(worker, declared(toml), value)
    assert done.verdict.status == "Verified" and done.verdict.declared
    assert any(
        CASES[toml.partition("\n[column.height]\nleave")[0].partition("\nleave")[0]].split(" (")[0] in x
        for x in done.verdict.lines()
    )
    assert sum(line.startswith("  declared: ") for line in done.verdict.lines()) == len(done.verdict.declared)
    assert json.loads(json.dumps(done.verdict.as_dict()))["declared"] == list(done.verdict.declared)
    write(done, tmp_path / "b")
    result = audit(tmp_path / "b", worker)
    assert result.outcome == "accepted"
    said = [f.detail for f in result.findings if f.what == "reading" and f.outcome == "not_done"]
    assert len(said) == len(done.verdict.declared) and all(
        a.endswith(b) for a, b in zip(said, done.verdict.declared, strict=True)
    )
    assert "Declared, not found in the file" in render(of_bundle(tmp_path / "b", worker))


def test_a_policy_refuses_declared_readings_or_names_those_it_accepts(worker: KernelWorker) -> None:
    plain = load_bytes(PEAKS.replace(" (x)", "").encode(), "peaks.csv")
    left = declared("drop_rows = [2, 4]", PEAKS.replace(" (x)", ""))
    honest, false = highest(worker, plain, "2456").verdict, highest(worker, left, "2404").verdict
    assert (honest.status, false.status) == ("Verified", "Verified")
    none = Policy(declared="none")
    assert none.applied(honest, Facts()).status == "Verified"
    refused = none.applied(false, Facts())
    assert refused.reason == "policy" and "rows 2, 4 left out" in refused.why
    assert Policy(declared=(false.reading_sha256,)).applied(false, Facts()).status == "Verified"
    assert Policy(declared=(honest.reading_sha256,)).applied(false, Facts()).reason == "policy"
    assert Policy(declared=()).applied(false, Facts()).reason == "policy"
    assert load(ROOT / "examples" / "policies" / "publish.toml").declared == "none"


def test_the_commands_say_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("peaks.csv").write_text(PEAKS)
    Path("peaks.csv.egvar.toml").write_text("version = 1\n[table]\ndrop_rows = [2, 4]\n")
    out = CliRunner().invoke(main, ["read", "peaks.csv"]).output
    assert "declared: rows 2, 4 left out" in out
    assert json.loads(CliRunner().invoke(main, ["read", "peaks.csv", "--json"]).output)["declared"] == [
        "rows 2, 4 left out"
    ]
    out = CliRunner().invoke(main, ["verify", "There are 3 names", "-t", "peaks.csv"]).output
    assert "  declared: rows 2, 4 left out" in out, out


def test_a_declaration_beside_one_sheet_is_used(tmp_path: Path) -> None:
    import openpyxl

    from egvar.source.source import load as load_table

    book = openpyxl.Workbook()
    for i, name in enumerate(("one", "two")):
        sheet = book.active if i == 0 else book.create_sheet()
        assert sheet is not None
        sheet.title = name
        for row in (["A title", None], ["k", "x"], ["a", 1], ["b", 2]):
            sheet.append(row)
    book.save(tmp_path / "t.xlsx")
    (tmp_path / "t.xlsx::two.egvar.toml").write_text("version = 1\n[table]\nheader_rows = 2\ndrop_rows = [4]\n")
    two = load_table(tmp_path / "t.xlsx::two")
    assert [c.label for c in two.columns] == ["A title / k", "x"] and two.row_numbers == (3,)
    assert "row 4 left out" in declarations(two)
    assert declarations(load_table(tmp_path / "t.xlsx::one")) == ()
    (tmp_path / "t.xlsx.egvar.toml").write_text("version = 1\n[table]\nheader_rows = 2\n")
    assert load_table(tmp_path / "t.xlsx::one").n_rows == 2 and load_table(tmp_path / "t.xlsx::two").n_rows == 1


LOOKS = ["sales\u200b", "s\u0430les", "sal\u00ades", "Sales", "sales", "sa1es"]


@pytest.mark.parametrize("twin", LOOKS, ids=ascii)
def test_columns_that_look_alike_are_told_apart_by_number(worker: KernelWorker, twin: str) -> None:
    source = load_bytes(f"name,sales,{twin}\nx,1,999\ny,2,5\n".encode(), "t.csv")
    label = source.columns[2].label
    goal = {"op": "compare", "left": {"op": "max", "column": label}, "right": {"op": "number", "value": 999}}
    verdict = run("max sales is 999", source, "claim", goal={"kind": "claim", "claim": goal}, worker=worker).verdict
    assert verdict.status == "Verified"
    assert any("is column 3, not column 2, whose name looks like it" in line for line in verdict.reading)
    assert "reading: " in str(verdict)


def test_a_label_of_our_own_is_never_a_published_one(worker: KernelWorker) -> None:
    source = load_bytes(b"year,sales,sales,sales (2),,column 5\n1,1,777,3,777,4\n2,2,777,4,777,5\n", "t.csv")
    for label in ("sales (2)", "column 5"):
        goal = {"op": "compare", "left": {"op": "max", "column": label}, "right": {"op": "number", "value": 777}}
        done = run("", source, "claim", goal={"kind": "claim", "claim": goal}, worker=worker)
        assert done.verdict.status == "Refuted", label
    assert [c.label for c in source.columns][2] == "sales (column 3)"
