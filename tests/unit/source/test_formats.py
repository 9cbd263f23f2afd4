"""Other formats: each on a file that the format's usual writer made, with digits kept and broken files refused."""

from __future__ import annotations

import json
import sqlite3
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from egvar.errors import SourceError
from egvar.source.source import Source, load

duckdb = pytest.importorskip("duckdb", reason="the extra [formats] is not installed")
openpyxl = pytest.importorskip("openpyxl", reason="the extra [formats] is not installed")
arrow = pytest.importorskip("pyarrow", reason="the extra [formats] is not installed")
ROWS: list[tuple[Any, ...]] = [("Aa", 12, "0.10"), ("Bb", 30, "2.25"), ("Cc", None, "3.00")]


def same(source: Source) -> None:
    assert [c.label for c in source.columns] == ["town", "people", "share"]
    assert [c.number for c in source.columns[1].cells] == [12, 30, None]
    assert [c.number for c in source.columns[2].cells] == [Fraction("0.1"), Fraction("2.25"), Fraction(3)]


def test_json_records_keep_their_digits(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    file.write_text('[{"town":"Aa","people":12,"share":0.10},{"town":"Bb","people":30,"share":2.25},'
                    '{"town":"Cc","people":null,"share":3.00}]')  # fmt: skip
    same(load(file))
    assert load(file).columns[2].cells[0].raw == "0.10"
    lines = tmp_path / "t.jsonl"
    lines.write_text("".join(json.dumps({"town": a, "people": b, "share": c}) + "\n" for a, b, c in ROWS))
    same(load(lines))


def test_sqlite(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE towns (town TEXT, people INTEGER, share TEXT)")
        db.executemany("INSERT INTO towns VALUES (?, ?, ?)", ROWS)
    db.close()
    same(load(file))
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE other (x)")
    db.close()
    with pytest.raises(SourceError, match="2 tables"):
        load(file)
    same(load(Path(f"{file}::towns")))


def test_duckdb(tmp_path: Path) -> None:
    file = tmp_path / "t.duckdb"
    with duckdb.connect(str(file)) as db:
        db.execute("CREATE TABLE towns (town VARCHAR, people INTEGER, share DECIMAL(9, 2))")
        db.executemany("INSERT INTO towns VALUES (?, ?, ?)", ROWS)
    same(load(file))


def test_parquet(tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    file = tmp_path / "t.parquet"
    columns = {"town": [r[0] for r in ROWS], "people": [r[1] for r in ROWS], "share": [Decimal(r[2]) for r in ROWS]}
    parquet.write_table(arrow.table(columns), file)
    same(load(file))


def test_excel_with_percentages_and_formulas(tmp_path: Path) -> None:
    file = tmp_path / "t.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["town", "people", "share"])
    for town, people, share in ROWS:
        sheet.append([town, people, float(share)])
    book.save(file)
    same(load(file))
    sheet["C2"].number_format, sheet["C2"].value = "0.00%", 0.2877
    book.save(file)
    cell = load(file).columns[2].cells[0]
    assert (cell.number, cell.unit) == (Fraction("28.77"), "%")
    sheet["B4"].value = "=SUM(B2:B3)"
    book.save(file)
    with pytest.raises(SourceError, match="B4 is a formula without a value"):
        load(file)
    sheet["B4"].value = 42
    book.create_sheet("more")["A1"].value = "x"
    book.save(file)
    with pytest.raises(SourceError, match="2 sheets"):
        load(file)
    assert load(Path(f"{file}::Sheet")).columns[1].cells[2].number == 42


@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".xlsx", ".parquet", ".sqlite", ".duckdb"])
def test_a_broken_file_is_one_clear_error(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"t{suffix}"
    file.write_bytes(b"\x00not this\xff" * 30)
    with pytest.raises(SourceError) as e:
        load(file)
    assert str(file) in e.value.message


@pytest.mark.parametrize("text", ['{"a": 1}', "[1]", '[{"a": [1]}]', '[{"a": {"b": 1}}]', "[]"])
def test_json_that_is_no_flat_table_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "t.json"
    file.write_text(text)
    with pytest.raises(SourceError):
        load(file)


def test_a_declaration_beside_a_sheet_is_the_one_that_was_saved_for_it(tmp_path: Path) -> None:
    from click.testing import CliRunner
    from openpyxl import Workbook

    from egvar.cli.main import main
    from egvar.source.source import load

    book = Workbook()
    for name, rows in (("One", [["k", "x"], ["a", 1], ["b", 2], ["c", 3]]), ("Two", [["k"], ["z"]])):
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    del book["Sheet"]
    book.save(tmp_path / "s.xlsx")
    where = f"{tmp_path / 's.xlsx'}::One"
    assert CliRunner().invoke(main, ["read", where, "--save"]).exit_code == 0
    saved = tmp_path / "s.xlsx::One.egvar.toml"
    saved.write_text(saved.read_text().replace("[table]", "[table]\ndrop_rows = [3]"))
    assert load(Path(where)).row_numbers == (2, 4)
    assert load(Path(f"{tmp_path / 's.xlsx'}::Two")).n_rows == 1
