"""Advice: where a column stays text or a cell has no value, the line of a declaration that would give it one."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from egvar.cli.main import main
from egvar.source.advice import advice
from egvar.source.cell import Kind
from egvar.source.declared import parse
from egvar.source.source import Source, from_rows, reread


def table(*cells: str) -> Source:
    return from_rows(["Price", "k"], [[c, "a"] for c in cells])


def declared(source: Source, line: str) -> Source:
    """The source as the advised line declares it."""
    head, _, body = line.partition("] ")
    return reread(source, parse(f"version = 1\n{head}]\n" + body.replace(" dec", "\ndec"), source, source.data))


ADVISED = [
    (("19,5", "8,1", "7,3"), "19,5", 'decimal = ","', "39/2"),
    (("1,51", "7", "8"), "1,51", 'decimal = ","', "151/100"),
    (("10 500", "2007", "12"), "10 500", 'thousands = " "', "10500"),
    (("012", "100", "7"), "012", 'kind = "number"', "12"),
    (("(5)", "(7)"), "(5)", 'kind = "number"', "-5"),
    (("1200-", "3", "4"), "1200-", "trailing_minus = true", "-1200"),
    (("17*", "3", "4"), "17*", "footnotes = true", "17"),
    (("08:30", "09:15"), "08:30", 'duration = "h:m"', "30600"),
    (("1,510,12", "3", "4"), "1,510,12", "leave_out = true", None),
]


@pytest.mark.parametrize(("cells", "raw", "line", "value"), ADVISED)
def test_the_line_that_is_advised_gives_the_cell_its_value(
    cells: tuple[str, ...], raw: str, line: str, value: str | None
) -> None:
    source = table(*cells)
    (told,) = advice(source)
    assert (told.column, told.raw, told.line) == ("Price", raw, f'[column."Price"] {line}')
    after = declared(source, told.line)
    assert after.columns[0].cells[0].number == (None if value is None else Fraction(value))
    for before, now in zip(source.columns[0].cells, after.columns[0].cells, strict=True):
        assert before.number in (None, now.number)
    assert advice(after) == ()


def test_days_get_both_lines() -> None:
    (told,) = advice(table("03/05/2023", "04/06/2023"))
    assert (told.line, told.other) == ('[column."Price"] dates = "dmy"', 'dates = "mdy"')
    assert declared(table("03/05/2023", "04/06/2023"), told.line).columns[0].kind is Kind.DATE
    (times,) = advice(table("1:52", "1:47"))
    assert times.other == 'duration = "m:s"'


@pytest.mark.parametrize(
    "cells", [("5th", "6th"), ("370a", "12b"), ("red", "blue"), ("1", "2"), ("1", "dnf"), ("", "")]
)
def test_there_is_no_advice_where_none_helps(cells: tuple[str, ...]) -> None:
    assert advice(table(*cells)) == ()


def test_read_and_an_abstain_say_it(tmp_path: Path) -> None:
    file = tmp_path / "prices.csv"
    file.write_text('item,price\nflour,"19,5"\nsugar,"8,1"\nsalt,"7,3"\n')
    out = CliRunner().invoke(main, ["read", str(file)]).output
    assert "to declare: “19,5” in row 2 has no value" in out
    assert '[column."price"] decimal = ","' in out
    told = json.loads(CliRunner().invoke(main, ["read", str(file), "--json"]).output)["advice"]
    assert [(a["row"], a["line"]) for a in told] == [(2, '[column."price"] decimal = ","')]
    goal = tmp_path / "goal.json"
    goal.write_text('{"kind": "question", "ask": {"op": "sum", "column": "price"}}')
    asked = CliRunner().invoke(main, ["ask", "x", "-t", str(file), "--goal", str(goal)])
    assert 'prices.csv.egvar.toml (egvar read --save): [column."price"] decimal = ","' in asked.output
    words = CliRunner().invoke(main, ["ask", "What is the total price?", "-t", str(file)])
    assert '[column."price"] decimal = ","' in words.output
    (tmp_path / "prices.csv.egvar.toml").write_text('version = 1\n[column.price]\ndecimal = ","\n')
    again = CliRunner().invoke(main, ["ask", "x", "-t", str(file), "--goal", str(goal)])
    assert "34.9" in again.output
