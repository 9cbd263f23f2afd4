"""Typed parts of cells: what each form of text gives, and that nothing is guessed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from egvar.engine import run
from egvar.kernel.replay import KernelWorker
from egvar.source.cell import Cell, Kind
from egvar.source.parts import PARTS, part_of, split_view_code, view_code
from egvar.source.source import from_rows


def part(text: str, name: str) -> Fraction | str | None:
    found = part_of(Cell(Kind.TEXT, text, text), name)
    return found.text if found.kind is Kind.TEXT else found.number


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("1979 - 1986", "start", 1979),
        ("1979–1986", "end", 1986),
        ("2001 - 02", "start", 2001),
        ("2001 - 02", "end", 2002),
        ("1999/00", "end", 2000),
        ("2007 - present", "start", 2007),
        ("2007 - present", "end", None),
        ("10–9", "for", 10),
        ("w 24 - 17", "for", 24),
        ("w 24 - 17", "against", 17),
        ("w 24 - 17", "outcome", "win"),
        ("L 3-10", "outcome", "loss"),
        ("lost", "outcome", "loss"),
        ("d 1 - 1 (aet)", "against", 1),
        ("n 24 - 17", "outcome", None),
        ("10.6 (66)", "points", 66),
        ("6.5 (41)", "points", 41),
        ("17 (R&B)", "points", None),
        ("69 + 72 + 71 = 212", "total", 212),
        ("1st", "place", 1),
        ("t7", "place", 7),
        ("14=", "place", 14),
        ("dnf", "place", None),
        ("1979", "start", None),
        ("3 to 4", "start", None),
    ],
)
def test_parts_of_texts(text: str, name: str, value: int | str | None) -> None:
    assert part(text, name) == (Fraction(value) if isinstance(value, int) else value)


def test_codes_are_stable_and_come_back() -> None:
    assert PARTS["year"] == 1 and PARTS["start"] == 4 and PARTS["place"] == 11
    for name in PARTS:
        assert split_view_code(view_code(7, name)) == (7, name)


def test_a_missing_cell_has_no_part_and_stays_missing() -> None:
    assert part_of(Cell(Kind.NULL, "", ""), "start").kind is Kind.NULL


def test_the_kernel_reckons_with_parts(worker: KernelWorker) -> None:
    table = from_rows(["club", "score"], [["A", "w 24 - 17"], ["B", "l 3 - 10"], ["C", "w 7 - 0"]], "t")
    score = {"name": "score", "part": "for"}
    ask = {"op": "sum", "column": score, "where": {"op": "all_rows"}}
    done = run("", table, "question", goal={"kind": "question", "ask": ask}, worker=worker)
    assert done.verdict.answer == ("34",), done.verdict
    won = {"op": "text_is", "column": {"name": "score", "part": "outcome"}, "value": "win"}
    done = run("", table, "question", goal={"kind": "question", "ask": {"op": "count", "where": won}}, worker=worker)
    assert done.verdict.answer == ("2",), done.verdict
