"""Goals as JSON: the schema file, exactness, and clear refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import egvar.goal as goals
from egvar.errors import GoalError
from egvar.tools.base import decimal, exact, show_exact

COUNT = {"op": "count", "where": {"op": "text_is", "column": "a", "value": "x"}}


def test_the_schema_file_is_the_schema_of_the_code() -> None:
    path = Path(goals.__file__).with_name("goal.schema.json")
    assert json.loads(path.read_text(encoding="utf-8")) == goals.schema()


def test_parse_and_dump_are_inverse() -> None:
    goal = goals.parse({"kind": "question", "ask": COUNT})
    assert goals.parse(goals.dump(goal)) == goal
    assert goals.parse(goals.canonical(goal)) == goal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[]", "an object"),
        ('{"kind": "wish"}', '"kind"'),
        ('{"kind": "question", "ask": {"op": "magic"}}', "ask"),
        ('{"kind": "question", "ask": {"op": "number", "value": 1.5}}', "1.5"),
        ('{"kind": "question", "ask": {"op": "number", "value": "1e5"}}', "exactly"),
        ('{"kind": "question", "ask": {"op": "number", "value": NaN}}', "NaN"),
        ('{"kind": "question", "ask": {"op": "count", "wher": {}}}', "wher"),
        ('{"kind": "claim", "claim": {"op": "rounds", "of": {"op": "count"}, "to": "1e3"}}', "to"),
        ('{"kind": "question", "ask": ' + '{"op": "abs", "of": ' * 70 + "1" + "}" * 71, "nested too deeply"),
        ("[" * 100000, "JSON"),
    ],
)
def test_malformed_goals_are_refused_with_the_place(text: str, words: str) -> None:
    with pytest.raises(GoalError) as e:
        goals.parse(text)
    assert words in e.value.render()


@given(st.fractions())
def test_exact_numbers_survive_their_text(q: Fraction) -> None:
    assert exact(show_exact(q)) == q


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6), st.integers(0, 6))
def test_rounding_is_half_away_from_zero(p: int, q: int, digits: int) -> None:
    value = Fraction(p, q)
    shown = Fraction(decimal(value, digits))
    half = Fraction(1, 2 * 10**digits)
    assert abs(shown - value) <= half
    if abs(shown - value) == half:
        assert abs(shown) > abs(value)


@pytest.mark.parametrize("bad", [1.5, True, None, "1.", ".5", "1,000", "٣", "1/0", "0x10", " 1"])
def test_inexact_numbers_are_refused(bad: object) -> None:
    with pytest.raises(ValueError):
        exact(bad)
