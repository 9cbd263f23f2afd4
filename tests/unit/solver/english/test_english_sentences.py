"""What sentences come to: one line for each construction, true and false, over made-up tables."""

from __future__ import annotations

import re

import pytest

from tests.unit.solver.english.tables import comes_to

TRUE = [
    ("shops", "Alder has a staff of 12."),
    ("shops", "Cedar recorded sales of €498,000."),
    ("shops", "Beech was opened in 2011."),
    ("shops", "Elm has the fewest staff."),
    ("shops", "Cedar is the oldest shop in Graz."),
    ("shops", "Two shops are in Graz."),
    ("shops", "Two of the five shops are in Brno."),
    ("shops", "All shops in Linz have parking."),
    ("shops", "Neither Beech nor Dogwood has parking."),
    ("shops", "Alder and Beech together have a staff of 19."),
    ("shops", "Cedar had more returns than Alder."),
    ("shops", "Only one shop was opened before 2000."),
    ("shops", "Beech does not have parking."),
    ("shops", "Cedar has the most staff, followed by Alder."),
    ("shops", "More than half of the shops have parking."),
    ("months", "Calls rose from 1,200 in January to 1,500 in February."),
    ("months", "Calls increased by 25% from January to February."),
    ("months", "Complaints fell every month."),
    ("months", "Complaints have fallen since January."),
    ("months", "February was the busiest month, with 1,500 calls."),
    ("months", "There were 4,050 calls in total."),
    ("months", "On average there were 1,350 calls a month."),
    ("rates", "Unemployment in Westmark stood at 9% in 2020."),
    ("rates", "In 2021 the unemployment rate was lower in Ostland than in Westmark."),
    ("rates", "Westmark had the highest unemployment rate in every year."),
    ("rates", "Unemployment in Ostland peaked in 2020."),
    ("rates", "Unemployment rose in all three regions in 2020."),
    ("lines", "14 rides were late on C West."),
    ("lines", "C West was the most punctual route."),
    ("lines", "A North accounts for 40% of all rides."),
    ("lines", "More than a third of the rides were on A North."),
    ("population", "Avia has a population of 8.9 million."),
]
FALSE = [
    ("shops", "Cedar recorded sales of €489,000."),
    ("shops", "Cedar has the fewest returns."),
    ("shops", "All shops have parking."),
    ("shops", "Three shops are in Graz."),
    ("shops", "Dogwood is older than Cedar."),
    ("months", "Calls fell from January to February."),
    ("months", "Calls increased by 26% from January to February."),
    ("months", "Complaints rose to 24 in March."),
    ("rates", "Unemployment rose in all three regions in 2021."),
    ("lines", "B South was the most punctual route."),
    ("lines", "The most rides were on C West."),
]
ABSTAIN = [
    ("shops", "Alder has 12 staff overseas."),
    ("shops", "Alder has a staff of 12 abroad."),
    ("shops", "Alder had weekly sales of €310,000."),
    ("shops", "The staff of Alder are happy."),
    ("shops", "Sales at Cedar rose because of the new car park."),
    ("shops", "Cedar will have the most staff next year."),
    ("shops", "The parking at Alder is larger than that of Cedar."),
    ("shops", "Fir has the most staff."),
    ("units", "The WHO has 40 heads."),
    ("months", "Solved calls fell by 10% from March."),
    ("population", "Avia has 12.5 shares."),
    ("rates", "Youth unemployment in Westmark stood at 9% in 2020."),
]
ANSWERS = [
    ("shops", "Which shop has the most returns?", ["Cedar"]),
    ("shops", "How many shops are in Brno?", "2"),
    ("shops", "In which city is Elm?", ["Linz"]),
    ("units", "What is the cost of IT?", "300"),
    ("units", "How many heads does US have?", "5"),
    ("months", "How many calls were there in March?", "1350"),
    ("months", "By how much did calls grow from January to March?", "150"),
    ("rates", "Which region had the lowest unemployment in 2021?", ["Sudau"]),
    ("lines", "How many rides were late in total?", "104"),
]


@pytest.mark.parametrize(("table", "text"), TRUE)
def test_true(table: str, text: str) -> None:
    assert comes_to(text, table) is True


@pytest.mark.parametrize(("table", "text"), FALSE)
def test_false(table: str, text: str) -> None:
    assert comes_to(text, table) is False


@pytest.mark.parametrize(("table", "text"), ABSTAIN)
def test_what_a_table_does_not_say_has_no_verdict(table: str, text: str) -> None:
    assert comes_to(text, table) in ("not_expressible", "ambiguous", "not_in_table", "unreadable_cell")


@pytest.mark.parametrize(("table", "text", "answer"), ANSWERS)
def test_answers(table: str, text: str, answer: object) -> None:
    assert comes_to(text, table) == answer


STRANGE = ("abroad", "weekly", "allegedly", "wooden", "foreign")


@pytest.mark.parametrize(("table", "text"), [*TRUE, *((t, x) for t, x, _ in ANSWERS)])
def test_no_word_is_passed_over(table: str, text: str) -> None:
    """A word that the table does not know, put in anywhere, leaves a sentence without a verdict."""
    words = text.split()
    for i in range(1, len(words)):
        strange = STRANGE[i % len(STRANGE)]
        found = comes_to(" ".join([*words[:i], strange, *words[i:]]), table)
        assert found in ("not_expressible", "ambiguous", "not_in_table"), (strange, i, found)


@pytest.mark.parametrize(("table", "text"), TRUE)
def test_every_number_counts(table: str, text: str) -> None:
    """A true sentence is not true with another number in it, unless it only says more or less."""
    if re.search("more than|before|at least", text):
        return
    for m in re.finditer(r"\d[\d,.]*\d|\d", text):
        other = str(int(m[0][0]) % 9 + 1) + m[0][1:]
        assert comes_to(text[: m.start()] + other + text[m.end() :], table) is not True, other
