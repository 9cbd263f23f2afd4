"""How numbers are shown: fractions with their decimals, what one cell says as it stands in the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import egvar
from egvar.challenge.check import _number
from egvar.report.words import with_decimals
from egvar.source.source import from_rows

TABLE = from_rows(
    ["month", "visits", "bounce", "net"],
    [["May", "45,120", "48%", "(1,200.50)"], ["June", "946", "46.5%", "310"], ["July", "1,800", "44%", "12"]],
)

LOW = {"op": "number_is", "column": "visits", "cmp": "<", "value": "1000"}


def ask(node: dict[str, Any], digits: int = 2) -> egvar.Verdict:
    return egvar.ask("", TABLE, goal={"kind": "question", "ask": node}, digits=digits)


def of(op: str, column: str, month: str = "") -> dict[str, Any]:
    where = {"where": {"op": "text_is", "column": "month", "value": month}} if month else {}
    return {"op": op, "column": column, **where}


@pytest.mark.parametrize(
    ("node", "answer", "shown"),
    [
        (of("cell", "visits", "May"), "45120", "45,120"),
        (of("cell", "bounce", "May"), "48", "48%"),
        (of("cell", "net", "May"), "-1200.5", "(1,200.50) (read as -1200.5)"),
        (of("values", "visits", "May"), "45120", "45,120"),
        ({"op": "values", "column": "month", "where": LOW}, "June", "June"),
        (of("sum", "visits"), "47866", "47866"),
        (of("mean", "bounce"), "277/6", "46.17 % (exactly 277/6)"),
    ],
)
def test_answers(node: dict[str, Any], answer: str, shown: str) -> None:
    verdict = ask(node)
    assert (verdict.answer, verdict.shown) == ((answer,), shown)


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        ("6257/3", 2, "6257/3 (about 2085.67)"),
        ("6257/3", 0, "6257/3 (about 2086)"),
        ("1/3000", 2, "1/3000 (about 0.00033)"),
        ("-2/3", 1, "-2/3 (about -0.7)"),
        ("5/4", 0, "1.25"),
    ],
)
def test_what_was_found(value: str, digits: int, shown: str) -> None:
    assert _number(Fraction(value), digits) == shown
    assert with_decimals(f"the mean = {shown}") == f"the mean = {shown}"


def test_a_claim_shows_both() -> None:
    mean = {"op": "compare", "left": of("mean", "bounce"), "cmp": ">", "right": {"op": "number", "value": "46"}}
    assert egvar.verify("", TABLE, goal={"kind": "claim", "claim": mean}).found == (
        'the mean of "bounce" = 277/6 (about 46.17)',
    )
