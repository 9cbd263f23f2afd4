"""The grammar: what each kind of phrase means, and what is left alone. The sentences and the table are made up."""

from __future__ import annotations

import pytest

from egvar.challenge.statement import root_of
from egvar.solver.formalizer import decide, formalize
from egvar.source.source import Source, from_rows
from egvar.tools.base import ClaimNode, Context, NoValue, show_exact

LAKES = from_rows(
    ["Lake", "Country", "Area (km2)", "Max depth (m)", "Fish species", "Surveyed", "Keeper"],
    [
        ["Onda", "Norland", "1,200", "310", "14", "1998", "Ana Reyes"],
        ["Pell", "Norland", "840.5", "95", "22", "2001", "Bo Lindt"],
        ["Quill", "Sudland", "2,310", "120", "9", "2002", "Cy Marsh"],
        ["Rime", "Sudland", "77", "44", "22", "2003", "Dee Holt"],
        ["Sable", "Estmark", "505", "260", "31", "2005", "Eli Marsh"],
    ],
    "lakes",
)
YEARS = from_rows(
    ["year", "visitors", "boats", "total income"],
    [
        ["2001", "100", "4", "10"],
        ["2002", "150", "5", "12"],
        ["2003", "140", "10", "21"],
        ["2004", "210", "7", "20"],
    ],
    "years",
)


def answer(text: str, source: Source = LAKES, kind: str | None = None) -> object:
    """The value of the chosen reading, or the reason why there is none."""
    found = decide(formalize(text, source, kind), source)  # type: ignore[arg-type]
    if found.chosen is None:
        return found.reason
    root = root_of(found.chosen.goal)
    try:
        value = root.holds(Context(source)) if isinstance(root, ClaimNode) else root.value(Context(source))  # type: ignore[attr-defined]
    except NoValue as e:
        return e.reason
    if isinstance(value, tuple):
        return [c.text if c.number is None else show_exact(c.number) for c in value]
    return value if isinstance(value, bool) else show_exact(value)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the max depth of Quill?", "120"),
        ("What is the total area of all lakes in Norland?", "2040.5"),
        ("What is the average number of fish species of lakes in Sudland?", "15.5"),
        ("What is the median max depth?", "120"),
        ("How many lakes are in Norland or Estmark?", "3"),
        ("How many lakes have an area over 500 and a max depth of at least 260?", "2"),
        ("How many lakes have 22 or more fish species?", "3"),
        ("How many lakes were surveyed between 2001 and 2003?", "3"),
        ("How many lakes were surveyed after 2001?", "3"),
        ("Which lake has the highest max depth?", ["Onda"]),
        ("Which lake in Sudland has the largest area?", ["Quill"]),
        ("Which lakes have the most fish species in Norland?", ["Pell"]),
        ("What is the area of the lake with the lowest max depth?", "77"),
        ("What is the difference in area between Onda and Rime?", "1123"),
        ("What is the difference between the highest and lowest max depth?", "266"),
        ("What is the max depth of the lake with the second highest area?", "310"),
        ("What is the total area of the top 2 lakes by max depth?", "1705"),
        ("What is the average max depth of the 3 lakes with the highest area?", "175"),
        ("Which lake has a larger area, Pell or Rime?", ["Pell"]),
        ("How many more fish species does Sable have than Onda?", "17"),
        ("Which country is Sable in?", ["Estmark"]),
        ("Which lake has the highest max depth, and how is the difference compared to the lake with the lowest?",
         ["Onda", "266"]),
    ],
)  # fmt: skip
def test_questions(question: str, expected: object) -> None:
    assert answer(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("In which year did the number of visitors increase the most compared to the previous year?", ["2004"]),
        ("In which year did the number of boats decrease the most compared to the previous year?", ["2004"]),
        ("What is the average annual increase in visitors from 2001 to 2004?", "110/3"),
        ("What is the percentage increase in visitors from 2001 to 2004?", "110"),
        ("What is the total number of visitors in 2002 and 2003?", "290"),
        ("Crowding is defined as the number of visitors divided by the number of boats. "
         "Based on this definition, which year has the highest crowding?", ["2002", "2004"]),
    ],
)  # fmt: skip
def test_questions_over_years(question: str, expected: object) -> None:
    assert answer(question, YEARS) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("onda have the highest max depth", True),
        ("pell have the highest max depth", False),
        ("onda do not have the highest area", True),
        ("quill be the only lake with 9 fish species", True),
        ("3 lake have 22 or more fish species", True),
        ("only 1 lake be in estmark", True),
        ("there be 2 lake in norland", True),
        ("there be 3 lake in norland", False),
        ("all lake have an area over 50", True),
        ("all lake have an area over 80", False),
        ("pell be in norland and have 22 fish species", True),
        ("pell be in sudland with 22 fish species", False),
        ("pell have more fish species than quill", True),
        ("sable have 17 more fish species than onda", True),
        ("the average fish species be 19.6", True),
        ("the average fish species be 19.5", False),
        ("the total area of lake in norland be 2040.5", True),
        ("onda be survey before 2000 and rime be survey after 2002", True),
    ],
)
def test_claims(claim: str, expected: object) -> None:
    assert answer(claim, LAKES, "claim") == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Which lake in Westland has the largest area?", "not_expressible"),  # a name that the table does not have
        ("How many lakes have a volume over 500?", "not_expressible"),
        ("What is the average depth of lakes surveyed on Tuesdays?", "not_expressible"),
        ("What is the area of Onda's neighbour?", "not_expressible"),
        ("Which lake is nearly as deep as Onda?", "not_expressible"),
        ("What is the area of Marsh?", "not_in_table"),
    ],
)
def test_what_is_not_covered_is_left_alone(text: str, reason: str) -> None:
    got = answer(text)
    assert got == reason or (reason == "not_in_table" and got in ("not_expressible", "ambiguous")), got


def test_every_word_that_matters_is_explained() -> None:
    plain = formalize("Which lake has the highest max depth?", LAKES)
    assert plain and plain[0].score > 0.95
    assert any(said == "max depth" for said, _ in plain[0].explain)
    assert not formalize("Which lake has the highest max depth squared minus area?", LAKES)


def test_readings_that_come_out_differently_are_ambiguous() -> None:
    table = from_rows(["club", "home goals", "away goals"], [["A", "3", "1"], ["B", "2", "5"]], "t")
    assert answer("Which club has the most goals?", table) == "ambiguous"


def test_a_caption_may_be_repeated_but_explains_no_more() -> None:
    text = "onda have the highest max depth in the regatta guide"
    assert answer(text, LAKES, "claim") == "not_expressible"
    found = formalize(text, LAKES, "claim", "regatta guide of the north")
    assert found and found[0].score >= 0.9
