"""Declared readings: each messy form with the value that it must have, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from egvar.cli.main import main
from egvar.errors import EgvarError, ReadingError
from egvar.source.cell import Kind
from egvar.source.declared import parse
from egvar.source.reading import Reading
from egvar.source.saved import dump
from egvar.source.source import Source, load, load_bytes, reread


def declared(data: str, text: str) -> Source:
    raw = data.encode()
    plain = load_bytes(raw, "t.csv")
    return reread(plain, parse(text, plain, raw))


def number(cell: str, rule: str) -> Fraction | None:
    source = declared(f'k,x\na,"{cell}"\n', f'version = 1\n[column.x]\nkind = "number"\n{rule}\n')
    assert source.columns[1].cells[0].kind in (Kind.NUMBER, Kind.UNREADABLE, Kind.TEXT, Kind.NULL)
    return source.columns[1].cells[0].number


@pytest.mark.parametrize(
    ("cell", "rule", "value"),
    [
        ("1.234,5", 'decimal = ","\nthousands = "."', "1234.5"),
        ("1,234.5", 'decimal = ","\nthousands = "."', None),
        ("0,75", 'decimal = ","\nthousands = ""', "0.75"),
        ("1 234 567", 'thousands = " "', "1234567"),
        ("1\u00a0234", 'thousands = " "', "1234"),
        ("1\u202f234,5", 'thousands = " "\ndecimal = ","', "1234.5"),
        ("1'234", 'thousands = "\'"', "1234"),
        ("12,34", 'thousands = ","', None),
        ("17 (R&B)", "footnotes = true", "17"),
        ("17 (rb)", "footnotes = true", "17"),
        ("0.113*", "footnotes = true", "0.113"),
        ("5.3 [27]", "footnotes = true", "5.3"),
        ("370a", "footnotes = true", "370"),
        ("42†", "footnotes = true", "42"),
        ("42¹", "footnotes = true", "42"),
        ("0.113*", "footnotes = false", None),
        ("(8,483)", "footnotes = true", "-8483"),
        ("−25", "footnotes = true", "-25"),
        ("12.5", 'scale = "1000"', "12500"),
        ("12.5", 'scale = "1/100"', "0.125"),
        ("$40", 'unit = "$"', "40"),
        ("€40", 'unit = "$"', None),
        ("40", 'unit = "$"', "40"),
        ("~230", "footnotes = true", None),
        ("<0.01", "footnotes = true", None),
        ("31.4±0.4", "footnotes = true", None),
        ("1,2 million", "footnotes = true", None),
        ("10 - 12", 'thousands = " "', None),
    ],
)
def test_numbers_by_rule(cell: str, rule: str, value: str | None) -> None:
    assert number(cell, rule) == (None if value is None else Fraction(value))


@pytest.mark.parametrize(
    ("cell", "order", "iso"),
    [
        ("03/04/2010", "dmy", "2010-04-03"),
        ("03/04/2010", "mdy", "2010-03-04"),
        ("2010.04.03", "ymd", "2010-04-03"),
        ("31/04/2010", "dmy", None),
        ("03/04/10", "dmy", None),
    ],
)
def test_dates_in_declared_order(cell: str, order: str, iso: str | None) -> None:
    import datetime

    source = declared(f"k,d\na,{cell}\n", f'version = 1\n[column.d]\nkind = "date"\ndates = "{order}"\n')
    found = source.columns[1].cells[0].date
    assert found == (None if iso is None else datetime.date.fromisoformat(iso).toordinal())


def test_header_rows_nulls_rows_to_drop_and_cells_to_leave_out() -> None:
    data = "region,2019,2019\n,men,women\nA,1,2\nB,n.d.,x1\nsum,3,4\n"
    text = (
        'version = 1\n[table]\nheader_rows = 2\nnulls = ["n.d."]\ndrop_rows = [5]\n'
        '[column."2019 / women"]\nkind = "number"\nleave_out = true\n'
    )
    source = declared(data, text)
    assert [c.label for c in source.columns] == ["region", "2019 / men", "2019 / women"]
    assert source.row_numbers == (3, 4)
    assert source.columns[1].cells[1].kind is Kind.NULL
    assert source.columns[2].cells[1].form == "left_out"


def test_a_semicolon_file_in_another_encoding(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_bytes("ort;wert\nKöln;1,5\n".encode("cp1252"))
    with pytest.raises(EgvarError, match="utf-8"):
        load(file)
    other = tmp_path / "u.csv"
    other.write_text("ort;wert\nKöln;1,5\nBonn;2,25\n", encoding="utf-8")
    (tmp_path / "u.csv.egvar.toml").write_text(
        'version = 1\n[column.wert]\nkind = "number"\ndecimal = ","\nthousands = ""\n'
    )
    assert [c.number for c in load(other).columns[1].cells] == [Fraction(3, 2), Fraction(9, 4)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("version = 1\n[tabel]\n", "tabel is not known"),
        ("[table]\n", "version"),
        ('version = 1\n[column.y]\nkind = "number"\n', 'column "y"'),
        ('version = 1\n[column.x]\nkind = "numbr"\n', "kind"),
        ('version = 1\n[column.x]\nkind = "number"\ndecimal = ","\nthousands = ","\n', "two different marks"),
        ('version = 1\n[column.x]\nkind = "number"\nscale = "0"\n', "scale"),
        ('version = 1\n[column.x]\nkind = "text"\nfootnotes = true\n', "read as text"),
        ("version = 1\n[table]\nheader_rows = 0\n", "header_rows"),
        ("version = 1\n[table]\nheader_rows = true\n", "header_rows"),
        ("version = 1\n[table]\ndrop_rows = [9]\n", "drop_rows"),
        ('version = 1\nsource_sha256 = "00"\n', "another file"),
        ("version = 1\n[table\n", "not TOML"),
    ],
)
def test_what_does_not_fit_is_one_clear_error(text: str, said: str) -> None:
    with pytest.raises(ReadingError) as e:
        declared("k,x\na,1\n", text)
    assert said in e.value.message + e.value.cause


def test_a_reading_comes_back_from_its_own_declaration_and_from_its_json() -> None:
    data = 'k,x,d,s\na,"(1,000)",2010-02-09,01\nb,"2,000",2011-01-01,02\ntotal,"3,000",,\n'
    for text in (
        "version = 1\n",
        'version = 1\n[table]\ntotal_rows = "drop"\n',
        'version = 1\n[table]\ndash = "zero"\nnulls = ["", "-"]\n[column.x]\nkind = "number"\nfootnotes = true\n',
    ):
        source = declared(data, text)
        again = declared(data, dump(source))
        assert again.reading == source.reading
        assert Reading.parse(source.reading.canonical().encode()) == source.reading


def test_the_declaration_beside_a_file_is_used_and_counts_in_the_verdict(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("town,people\nAa,12*\nBb,30\n")
    shell = CliRunner()
    question = ["ask", "What is the total number of people?", "-t", str(file)]
    assert "unreadable_cell" in shell.invoke(main, question).output
    done = shell.invoke(main, ["read", str(file), "--save"])
    assert done.exit_code == 0, done.output
    beside = tmp_path / "t.csv.egvar.toml"
    beside.write_text(beside.read_text() + "footnotes = true\n")
    told = shell.invoke(main, [*question, "-o", str(tmp_path / "b")])
    assert told.exit_code == 0 and "answer: 42" in told.output
    assert shell.invoke(main, ["audit", str(tmp_path / "b")]).exit_code == 0
    assert shell.invoke(main, ["read", str(file), "--save"]).exit_code == 2
    assert "as declared in" in shell.invoke(main, ["read", str(file)]).output
    file.write_text("town,people\nAa,12*\nBb,31\n")
    refused = shell.invoke(main, question)
    assert refused.exit_code == 2 and "another file" in refused.output


def test_a_reading_can_be_named_instead(tmp_path: Path) -> None:
    file, named = tmp_path / "t.csv", tmp_path / "r.toml"
    file.write_text("town,people\nAa,12*\nBb,30\n")
    named.write_text('version = 1\n[column.people]\nkind = "number"\nleave_out = true\n')
    done = CliRunner().invoke(
        main, ["ask", "What is the total number of people?", "-t", str(file), "--reading", str(named)]
    )
    assert "answer: 30" in done.output and "missing 1" in done.output
