"""Scores: intervals as in the books, and whose answer an answer is."""

from __future__ import annotations

import pytest

from egvar.bench import counterfactual as cf
from egvar.bench.rungs import Said
from egvar.bench.score import official, outcome, share, spread, wilson


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [(114, 120, 89.5, 97.7), (120, 120, 96.9, 100.0), (0, 10, 0.0, 27.8), (20, 20, 83.9, 100.0), (5, 10, 23.7, 76.3)],
)
def test_wilson(k: int, n: int, low: float, high: float) -> None:
    assert share(k, n)["interval"] == [low, high]


def test_nothing_has_no_share() -> None:
    assert wilson(0, 0) is None and share(0, 0)["percent"] is None
    assert spread([], "x", ["a"]) == {"a": share(0, 0)}


COMPARE, DIRECTION, LOOKUP = cf.panel("extreme")[:3]


@pytest.mark.parametrize(
    ("item", "said", "wanted"),
    [
        (COMPARE, Said("answered", ("belgium",)), "source"),
        (COMPARE, Said("Verified", ("Italy",)), "prior"),
        (COMPARE, Said("answered", ("france",)), "other"),
        (COMPARE, Said("answered", ("italy", "belgium")), "other"),
        (COMPARE, Said("Abstain"), "abstain"),
        (DIRECTION, Said("Refuted"), "source"),
        (DIRECTION, Said("Verified"), "prior"),
        (DIRECTION, Said("none"), "abstain"),
        (LOOKUP, Said("answered", ("2.916",)), "source"),
        (LOOKUP, Said("answered", ("265.192",)), "prior"),
        (LOOKUP, Said("answered", ("3",)), "other"),
    ],
)
def test_whose_answer_it_is(item: cf.Item, said: Said, wanted: str) -> None:
    assert outcome(item, said) == wanted


def test_an_abstain_never_matches_even_officially() -> None:
    assert not official(LOOKUP, Said("Abstain", ("2.916",)))
    assert official(LOOKUP, Said("answered", ("2.916",)))
