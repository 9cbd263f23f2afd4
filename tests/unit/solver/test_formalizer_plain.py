"""Plain claims and questions, from words to a verdict of the kernel."""

from __future__ import annotations

import pytest

from egvar.engine import run
from egvar.kernel.replay import KernelWorker
from egvar.source.source import from_rows

CITIES = from_rows(
    ["city", "country", "population", "area (km2)", "founded"],
    [
        ["Aster", "North", "1,200,000", "310", "1801"],
        ["Birch", "North", "840,500", "120.5", "1790"],
        ["Cedar", "South", "2,310,000", "498", "1650"],
        ["Dogwood", "South", "", "77", "1912"],
    ],
    "cities",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the population of Cedar?", "2310000"),
        ("How many cities are in the country North?", "2"),
        ("How many cities have an area over 100?", "3"),
        ("What is the total population?", "4350500"),
        ("What is the average area of all cities?", "251.375"),
        ("What is the highest area?", "498"),
        ("What is the lowest population?", "840500"),
        ("Which city has the largest area?", "Cedar"),
        ("What is the difference in area between Cedar and Aster?", "188"),
    ],
)
def test_questions(worker: KernelWorker, question: str, answer: str) -> None:
    verdict = run(question, CITIES, "question", worker=worker).verdict
    assert (verdict.status, verdict.answer) == ("Verified", (answer,)), verdict


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Cedar has the highest population", "Verified"),
        ("Aster has the highest population", "Refuted"),
        ("The population of Aster is 1,200,000", "Verified"),
        ("The population of Aster is 1,200,001", "Refuted"),
        ("The average area is 251.38", "Verified"),
        ("The average area is 251.37", "Refuted"),
        ("The total population is more than 4 ", "Verified"),
        ("Aster has a larger area than Birch", "Verified"),
        ("Birch has a larger area than Aster", "Refuted"),
        ("There are 2 cities in North", "Verified"),
        ("There are 3 cities in North", "Refuted"),
    ],
)
def test_claims(worker: KernelWorker, claim: str, status: str) -> None:
    verdict = run(claim, CITIES, "claim", worker=worker).verdict
    assert verdict.status == status, verdict


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("Fir has the highest population", "not_expressible"),
        ("The population of Dogwood is 0", "not_in_table"),
        ("The mayor of Aster is 5", "not_expressible"),
        ("", "not_expressible"),
    ],
)
def test_what_is_not_understood_or_not_there_abstains(worker: KernelWorker, claim: str, reason: str) -> None:
    verdict = run(claim, CITIES, "claim", worker=worker).verdict
    assert (verdict.status, verdict.reason) == ("Abstain", reason), verdict
