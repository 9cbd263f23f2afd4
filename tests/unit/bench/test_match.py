"""Answers against gold answers: what counts as the same, exactly and by the official comparison."""

from __future__ import annotations

import pytest

from egvar.bench.match import answers, exact, official


@pytest.mark.parametrize(
    ("answer", "gold", "same"),
    [
        (("12.5",), "12.5", True),
        (("12.5",), "125", False),
        (("-3",), "3", False),
        (("1/3",), "0.33", True),
        (("1/3",), "0.34", False),
        (("34.7",), "34.70%", True),
        (("1212",), "1,212", True),
        (("-1212",), "['(1,212)']", True),
        (("Paris",), "paris", True),
        (("Paris",), "paris, rome", False),
        (("rome", "paris"), "paris, rome", True),
        (("acqui terme", "490.7"), "acqui terme, 490.7", True),
        (("acqui terme", "490.7"), "acqui terme, 490.8", False),
        (("st gallen , ch",), "st gallen , ch", True),
        ((), "3", False),
    ],
)
def test_exact(answer: tuple[str, ...], gold: str, same: bool) -> None:
    assert exact(answer, gold) is same


def test_the_official_comparison_drops_punctuation() -> None:
    assert official(("12.5",), "125")
    assert official(("-3",), "3")
    assert official(("1/3",), "0.33")
    assert not official(("4",), "5")


@pytest.mark.parametrize(
    ("answer", "gold", "same"),
    [
        (("Rome", "Paris"), ["paris", "rome"], True),
        (("Rome",), ["paris", "rome"], False),
        (("Rome", "Rome"), ["rome"], False),
        (("12345",), ["12,345"], True),
        (("12345",), ["$12,345"], True),
        (("12345",), ["(12,345)"], False),
        (("2001-08-04",), ["August 4, 2001"], True),
        (("2001-04-08",), ["August 4, 2001"], False),
        (("1/8",), 0.13, True),
        (("1/8",), 0.14, False),
        (("3",), 3, True),
        (("1/100000",), 1e-05, True),
        ((), [], False),
        (("800",), "800 m", True),
        (("800",), "8000 m", False),
        (("800",), "800 m, 2nd", False),
    ],
)
def test_answers_that_are_lists_or_numbers(answer: tuple[str, ...], gold: object, same: bool) -> None:
    assert answers(answer, gold) is same
