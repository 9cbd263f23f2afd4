"""The default reading: what each cell form is read as, and what is not guessed."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egvar.errors import EgvarError, SourceError
from egvar.source import forms
from egvar.source.alternatives import alternatives, suspected_totals
from egvar.source.cell import Cell, Kind
from egvar.source.reading import Reading
from egvar.source.source import Source, from_rows, load_bytes


def cell(text: str, *others: str) -> Cell:
    """The cell `text` in a column that otherwise holds plain numbers."""
    return from_rows(["x", "k"], [[t, "a"] for t in (text, *others, "1", "2", "3")]).columns[0].cells[0]


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("1,510", "1510", None),
        ("12,345,678.50", "12345678.5", None),
        ("$102,000,000", "102000000", "$"),
        ("28.77%", "28.77", "%"),
        ("418 km", "418", "km"),
        ("(8,483)", "-8483", None),
        ("+ 17", "17", None),
        ("- 164", "-164", None),
        ("\u221225", "-25", None),
        (".5", "0.5", None),
        ("2014.0", "2014", None),
        ("2:13.4", "133.4", "s"),
    ],
)
def test_numbers(text: str, number: str, unit: str | None) -> None:
    c = cell(text)
    assert (c.kind, c.number, c.unit, c.raw) == (Kind.NUMBER, Fraction(number), unit, text)


UNCOVERED = """17 (R&B)|370a|0.113*|~230|<0.01|1,2 million|31.4±0.4|5.3 [27]|1979 - 1986|w 24 - 17|10–9|6.5 (41)|1,51
12,34,56|01|1.2.3|2:13|1e5|٣|１２|1 2"""


@pytest.mark.parametrize("text", UNCOVERED.replace("\n", "|").split("|"))
def test_what_no_form_covers_has_no_value(text: str) -> None:
    c = cell(text)
    assert c.kind in (Kind.UNREADABLE, Kind.TEXT)
    assert c.number is None
    assert c.raw == text


@pytest.mark.parametrize("text", ["", "-", "–", "—", "na", "N/A", " "])
def test_missing(text: str) -> None:
    assert cell(text).kind is Kind.NULL


def test_leading_zeros_keep_a_column_text() -> None:
    column = from_rows(["zip"], [["06520"], ["10001"]]).columns[0]
    assert (column.kind, [c.text for c in column.cells]) == (Kind.TEXT, ["06520", "10001"])


@pytest.mark.parametrize("text", ["february 9 , 2010", "9 February 2010", "Feb. 9, 2010", "2010-02-09"])
def test_days_with_a_month_in_words(text: str) -> None:
    import datetime

    c = from_rows(["d"], [[text]]).columns[0].cells[0]
    assert (c.kind, c.date) == (Kind.DATE, datetime.date(2010, 2, 9).toordinal())


def test_days_in_numbers_alone_are_not_guessed() -> None:
    assert from_rows(["d"], [["02/09/2010"]]).columns[0].kind is Kind.TEXT


def test_headers_are_kept_apart() -> None:
    labels = [c.label for c in from_rows(["a", "a", "", "b\nc"], [["1", "2", "3", "4"]]).columns]
    assert labels == ["a", "a (2)", "column 3", "b c"]


def test_two_readings_are_two_sources() -> None:
    source = from_rows(["k", "x"], [["a", "1"], ["b", "2"], ["total", "3"]])
    (other,) = alternatives(source)
    assert suspected_totals(source) == [2]
    assert other.source.n_rows == 2
    assert other.source.bytes_digest == source.bytes_digest
    assert other.source.reading_digest != source.reading_digest


@pytest.mark.parametrize("data", [b"", b"a,b\n1\n", b'a,b\n"1,2\n', b"a,b\n\xff,1\n", b"a,b\n1,2,3\n"])
def test_malformed_files_are_one_clear_error(data: bytes) -> None:
    with pytest.raises(SourceError):
        load_bytes(data, "t.csv")


@pytest.mark.parametrize("head", ["\ufeff", ""])
def test_a_byte_order_mark_is_no_part_of_a_header(head: str) -> None:
    assert load_bytes((head + "id,x\n1,2\n").encode(), "t").columns[0].label == "id"


@given(st.binary(max_size=200))
def test_any_bytes_give_a_source_or_an_error(data: bytes) -> None:
    try:
        source = load_bytes(data, "t")
    except EgvarError:
        return
    assert isinstance(source, Source)
    assert Reading.parse(source.reading.canonical().encode()) == source.reading
    assert load_bytes(data, "t", source.reading) == source


@given(st.integers(-(10**30), 10**30), st.integers(0, 20))
def test_decimals_are_exact(units: int, digits: int) -> None:
    from egvar.tools.base import show_exact

    q = Fraction(units, 10**digits)
    assert cell(show_exact(q)).number == q


_PIECES = st.text(alphabet="0123456789.,-+ ()$%abk", max_size=12) | st.from_regex(
    r"-?[0-9]{1,4}(\.[0-9]{1,3})?", fullmatch=True
)


@given(st.lists(_PIECES, min_size=1, max_size=12), st.sampled_from([".,", ".i", ".,e-", ". ", ".'", ",.", ",.e"]))
def test_plain_numbers_are_read_as_the_general_form_reads_them(texts: list[str], marks: str) -> None:
    for text in texts:
        plain = forms.number(text, False, marks)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(forms, "_DIGITS", re.compile(r"(?!)(x)(y)"))
            assert forms.number(text, False, marks) == plain


# A blank under a label may continue it: that is where it stands, not how it is read.
@given(st.lists(_PIECES.filter(str.strip), min_size=1, max_size=8))
def test_how_often_a_cell_is_repeated_does_not_change_how_it_is_read(texts: list[str]) -> None:
    once = from_rows(["x", "k"], [[t, "a"] for t in texts])
    twice = from_rows(["x", "k"], [[t, "a"] for t in texts for _ in range(2)])
    assert twice.columns[0].cells[::2] == once.columns[0].cells
