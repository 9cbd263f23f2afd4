"""Numbers and days as people write them: what the cells of a column and of its file settle, and what stays open."""

from __future__ import annotations

import datetime
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.source.alternatives import alternatives, settle
from egvar.source.cell import Kind
from egvar.source.declared import parse
from egvar.source.reading import Reading
from egvar.source.saved import dump
from egvar.source.source import Source, from_rows, load_bytes, reread


def column(*cells: str, beside: tuple[str, ...] = (), delimiter: str = ",") -> Source:
    """A table of one column of these cells, and perhaps one beside it."""
    rows = [[c, *beside[i : i + 1], "k"] for i, c in enumerate(cells)]
    head = ["x", *(["y"] if beside else []), "name"]
    if delimiter == ",":
        return from_rows(head, rows)
    text = "\n".join(delimiter.join(r) for r in [head, *rows])
    return load_bytes(text.encode(), "t.csv")


def numbers(source: Source) -> list[str | None]:
    """The numbers of the first column as decimals, None where a cell has none."""
    values = [c.number for c in source.columns[0].cells]
    return [None if v is None else str(v) if v.denominator == 1 else f"{float(v):.10g}" for v in values]


SETTLED = [
    (("1873,40", "1881,25", "1869,10"), ["1873.4", "1881.25", "1869.1"]),
    (("-3,75 %", "12,10 %"), ["-3.75", "12.1"]),
    (("1.299,99", "5,00"), ["1299.99", "5"]),
    (("12.450.000,00", "7,50"), ["12450000", "7.5"]),
    (("1.299,99",), ["1299.99"]),
    (("12.450.000", "946"), ["12450000", "946"]),
    (("1,5", "2,0", "\u22123,5", "10,99", "\u22120,50"), ["1.5", "2", "-3.5", "10.99", "-0.5"]),
    (("1.234,56 \u20ac", "2,50 \u20ac"), ["1234.56", "2.5"]),
    (("1 234 567", "12 000"), ["1234567", "12000"]),
    (("1\u00a0234", "950"), ["1234", "950"]),
    (("1\u202f234,56", "1\u00a0234,56"), ["1234.56", "1234.56"]),
    (("1\u2009234", "8"), ["1234", "8"]),
    (("29\u00a0000", "310"), ["29000", "310"]),
    (("1'234", "12'450'000"), ["1234", "12450000"]),
    (("1\u2019234.50", "2\u2019000"), ["1234.5", "2000"]),
    (("1,02,000", "45,000", "1,20,45,000.50"), ["102000", "45000", "12045000.5"]),
    (("1,510", "12,450,000"), ["1510", "12450000"]),
    (("1,510", "946"), ["1510", "946"]),
    (("1,510.5", "2,100"), ["1510.5", "2100"]),
    (("$1,510", "$2,100"), ["1510", "2100"]),
    (("13,000", "250", "7500"), ["13000", "250", "7500"]),
    (("5.25-", "2000.00", "1200.00-"), ["-5.25", "2000", "-1200"]),
    (("$+1800.00", "($950.50)", "($112.30)", "$+40.00"), ["1800", "-950.5", "-112.3", "40"]),
    (("-$5", "$-6.50", "+$7", "\u2212\u20ac8"), ["-5", "-6.5", "7", "-8"]),
    (("$1,234.56", "($987.65)", "$(3)", "(8.25)"), ["1234.56", "-987.65", "-3", "-8.25"]),
    (("12.5%", "(3.25%)", "(4)%"), ["12.5", "-3.25", "-4"]),
    (("\u20ac371,000", "\u20ac428,500", "\u20ac295,000", "\u20ac310,750"), ["371000", "428500", "295000", "310750"]),
    (("1e3", "2e5", "15e-1"), ["1000", "200000", "1.5"]),
    (("0.5", "1.2e-3", "3E-2"), ["0.5", "0.0012", "0.03"]),
    (("5 \u20ac", "7\u20ac"), ["5", "7"]),
    (("US$ 5", "US$7.50"), ["5", "7.5"]),
]


@pytest.mark.parametrize(("cells", "values"), SETTLED)
def test_what_a_column_settles(cells: tuple[str, ...], values: list[str]) -> None:
    source = column(*cells)
    assert numbers(source) == values
    assert alternatives(source) == ()
    assert Reading.parse(source.reading.canonical().encode()) == source.reading
    assert reread(source, source.reading) == source


def test_what_the_file_settles() -> None:
    """A file is written in one way: decimal commas beside it, or semicolons, make points group."""
    assert numbers(column("2.155", "1.082", "946", beside=("19,47", "23,10", "8,05"))) == ["2155", "1082", "946"]
    assert numbers(column("2.155", "1.082", "946", delimiter=";")) == ["2155", "1082", "946"]
    assert numbers(column("2.155", "1.082", beside=("0.5", "61.2"))) == ["2.155", "1.082"]
    assert numbers(column("1,510", "2,100", beside=("0.5", "61.2"))) == ["1510", "2100"]
    assert numbers(column("19,5", "8,1", beside=("3,25", "4,75"))) == ["19.5", "8.1"]
    for beside in (("19,47", "23,10"), ("0.5", "61.2")):
        assert alternatives(column("2.155", "1.082", beside=beside)) == ()


OPEN = [
    (("12,500", "13,000", "14,500"), ["12500", "13000", "14500"], ["12.5", "13", "14.5"]),
    (("1,510", "2,100"), ["1510", "2100"], ["1.51", "2.1"]),
    (("1,512", "2100"), ["1512", "2100"], ["1.512", "2100"]),
    (("2.155", "1.082"), ["2.155", "1.082"], ["2155", "1082"]),
    (("2.155", "946"), ["2.155", "946"], ["2155", "946"]),
    (("\u20ac1,459", "\u20ac1,509"), ["1459", "1509"], ["1.459", "1.509"]),
    (("63.000", "2.800", "2.160.000"), ["63", "2.8", None], ["63000", "2800", "2160000"]),
]


@pytest.mark.parametrize(("cells", "first", "second"), OPEN)
def test_what_nothing_settles_is_an_alternative(
    cells: tuple[str, ...], first: list[str | None], second: list[str | None]
) -> None:
    source = column(*cells)
    assert numbers(source) == first
    (other,) = alternatives(source)
    assert numbers(other.source) == second
    for decimal, values in (("point", first), ("comma", second)):
        said = settle(source, None, None, decimal)
        assert numbers(said) == values
        assert alternatives(said) == ()
        assert reread(said, parse(dump(said), source, source.data)) == said


def test_a_semicolon_does_not_settle_a_comma() -> None:
    source = column("1,510", "2,100", delimiter=";")
    assert numbers(source) == ["1510", "2100"]
    assert len(alternatives(source)) == 1


UNREAD = [
    ("1,51", "7", "8"),  # one cell may be a slip
    ("10,11", "11,12", "13,14"),  # lists
    ("1,2,3", "4,5"),
    ("1979,1987", "1969,1978"),
    ("4 256 kb", "2 256 kb", "512 kb"),
    ("555 123", "555 124", "2007"),
    ("1200-", "7-", "3"),
    ("1998-", "2003-", "2007"),
    ("1e3", "2e5", "17"),  # may be codes
    ("08:30", "09:15"),
    ("$5-6", "$7-8"),
    ("--5", "1"),
    ("$+-5", "1"),
    ("3/4", "1/2"),
    ("1 2", "3 4"),
    ("12'34", "5"),
]


@pytest.mark.parametrize("cells", UNREAD)
def test_what_is_not_settled_has_no_value(cells: tuple[str, ...]) -> None:
    assert numbers(column(*cells))[0] is None
    assert numbers(column(*cells, beside=("0.5",) * len(cells)))[0] is None


DAYS = [
    (("31.12.2023", "01.02.2024"), "2024-02-01"),
    (("03/05/2023", "28/05/2023"), "2023-05-28"),
    (("03/05/2023", "05/28/2023"), "2023-05-28"),
    (("2010.04.03", "2010.04.05"), "2010-04-05"),
    (("1935 - 05 - 18", "1936 - 02 - 03"), "1936-02-03"),
]


@pytest.mark.parametrize(("cells", "last"), DAYS)
def test_days_that_one_part_over_twelve_settles(cells: tuple[str, ...], last: str) -> None:
    source = column(*cells)
    assert source.columns[0].kind is Kind.DATE
    assert source.columns[0].cells[1].date == datetime.date.fromisoformat(last).toordinal()
    assert reread(source, source.reading) == source


@pytest.mark.parametrize(
    "cells",
    [
        ("03/05/2023", "04/06/2023"),
        ("28/05/2023", "05/28/2023"),
        ("28/05/2023", "05.06.2023"),
        ("28/05/2023", "11/06/2023*"),
        ("31/02/2023", "11/06/2023"),
        ("28/05/23", "11/06/23"),
    ],
)
def test_days_that_nothing_settles_stay_text(cells: tuple[str, ...]) -> None:
    assert column(*cells).columns[0].kind is Kind.TEXT


def test_days_of_one_column_settle_those_beside_it() -> None:
    source = column("03/05/2023", "04/06/2023", beside=("28/05/2023", "01/06/2023"))
    assert source.columns[0].cells[0].date == datetime.date(2023, 5, 3).toordinal()


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (("ZA", "NA", "BW", "ZM"), Kind.TEXT),
        (("EU", "NA", "EU", "NA", "AS"), Kind.TEXT),
        (("CA", "NY", "NA", "NA", "TX"), Kind.NULL),
        (("A", "NA", "B"), Kind.NULL),
        (("Yes", "NA", "No"), Kind.NULL),
        (("1", "NA", "2"), Kind.NULL),
    ],
)
def test_na_in_a_column_of_codes_is_a_code(cells: tuple[str, ...], kind: Kind) -> None:
    source = column(*cells)
    assert next(c for c in source.columns[0].cells if c.raw == "NA").kind is kind
    assert reread(source, source.reading) == source


@given(st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=6), st.sampled_from("EFIS"))
@settings(max_examples=60)
def test_money_in_four_countries_is_the_same_money(cents: list[int], country: str) -> None:
    def written(n: int) -> str:
        whole, part = divmod(abs(n), 100)
        text = f"{whole:,}".translate(str.maketrans(",", {"E": ",", "F": "\u202f", "I": ".", "S": "'"}[country]))
        return ("-" if n < 0 else "") + text + ("." if country in "ES" else ",") + f"{part:02d}"

    source = column(*map(written, cents))
    read = [c.number for c in source.columns[0].cells]
    for value, n in zip(read, cents, strict=True):
        assert value in (None, Fraction(n, 100))
    if country in "ES" or any(abs(n) >= 10**5 for n in cents):
        assert None not in read
