"""A saved reading has every key with its meaning and reads back; docs/reading.md says the same as the code."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.source import declared as declarations
from egvar.source.alternatives import alternatives
from egvar.source.declared import parse
from egvar.source.saved import COLUMN, TABLE, dump
from egvar.source.source import from_rows, load_bytes, reread

PAGE = Path(__file__).parents[3] / "docs" / "reading.md"


def test_every_key_is_there_with_its_meaning() -> None:
    assert set(TABLE) == set(declarations._TABLE)
    assert set(COLUMN) == {"kind", *declarations._RULE}
    text = dump(from_rows(["x", "day"], [["1,510", "28/05/2023"], ["946", "03/06/2023"]]))
    for key, about in (*TABLE.items(), *COLUMN.items()):
        assert re.search(rf"^(# )?{key} = .*  # {re.escape(about)}", text, re.M), key


def test_taking_the_mark_away_says_what_was_found() -> None:
    """Every line behind a # is the reading as it is: saying all of them changes no number."""
    source = from_rows(["x", "d"], [["1.873,40", "28/05/2023"], ["-912,05", "03/06/2023"]])
    said = re.sub(
        r"^# (?=(decimal|thousands|scale|trailing_minus|dates|dash|total_rows) = \S)", "", dump(source), flags=re.M
    )
    said = said.replace('decimal = "point"', "")
    after = reread(source, parse(said, source, source.data))
    assert [(c.number, c.date) for x in after.columns for c in x.cells] == [
        (c.number, c.date) for x in source.columns for c in x.cells
    ]


CELLS = st.sampled_from(
    ["1,510", "2.155", "946", "(8)", "-", "", "NA", "ZA", "28/05/2023", "19,47", "1 234 567", "x", "5-"]
)


@given(
    st.lists(st.tuples(CELLS, CELLS, st.text(max_size=8)), min_size=1, max_size=5),
    st.lists(st.text(max_size=8), min_size=3, max_size=3),
)
@settings(max_examples=80, deadline=None)
def test_what_is_saved_reads_back(rows: list[tuple[str, str, str]], header: list[str]) -> None:
    try:
        source = from_rows(header, rows)
    except declarations.ReadingError:
        return
    except Exception as e:
        assert type(e).__name__ == "SourceError"
        return
    text = dump(source)
    assert tomllib.loads(text)["version"] == 1
    assert parse(text, source, source.data) == source.reading


def test_a_cell_cannot_leave_its_comment() -> None:
    source = load_bytes(b'k,x\na,"1\n[table]\nheader_rows = 2"\nb,2\nc,3\n', "t")
    assert parse(dump(source), source, source.data) == source.reading


def rows_of(heading: str) -> list[list[str]]:
    text = PAGE.read_text(encoding="utf-8")
    table = text[text.index(heading) :].split("\n\n")[0]
    return [[c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table.splitlines()[2:]]


def test_the_page_lists_the_keys() -> None:
    for heading, keys in (("| key of `[table]`", TABLE), ('| key of `[column."NAME"]`', COLUMN)):
        assert {row[0].strip("`"): row[1] for row in rows_of(heading)} == keys


@pytest.mark.parametrize("row", rows_of("| cells | numbers | why"), ids=lambda r: r[0])
def test_the_page_reads_numbers_as_the_code_does(row: list[str]) -> None:
    cells = re.findall(r"`([^`]*)`", row[0])
    readings = [[None if n == "none" else Fraction(n) for n in re.split(r" \\\| ", r)] for r in row[1].split(", or ")]
    source = from_rows(["x", "name"], [[c, "k"] for c in cells])
    sources = [source, *(a.source for a in alternatives(source))]
    assert [[c.number for c in s.columns[0].cells] for s in sources] == readings
