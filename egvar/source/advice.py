"""What a declaration could say where a column stays text, or a cell has no value, for a reason that is not obvious.

May import: the standard library, `egvar.source`.

Advice is tried before it is given: under its line the cell has a value, and every cell that has one now keeps it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from egvar.source import forms
from egvar.source.cell import Cell, Kind
from egvar.source.reading import Rule
from egvar.source.source import Column, Source

_NUMBERS: tuple[tuple[str, dict[str, str | bool]], ...] = (
    ("that these are numbers", {}),
    ("whether its comma marks decimals", {"decimal": ","}),
    ("whether a space groups digits", {"thousands": " "}),
    ("whether a space groups digits", {"thousands": " ", "decimal": ","}),
    ("whether an apostrophe groups digits", {"thousands": "'"}),
    ("whether a minus after a number is one", {"trailing_minus": True}),
    ("whether what follows a number is a footnote", {"footnotes": True}),
    ("whether it is hours and minutes, or minutes and seconds", {"duration": "h:m"}),
)
_DAYS = (("which part is the day and which the month", "dmy"), ("which part is the day and which the month", "mdy"))
_GLUED = re.compile(r"[0-9][^\W\d_]")  # 5th, 370a and 12k are no numbers for want of a word
_OTHERS = {"h:m": 'duration = "m:s"', "dmy": 'dates = "mdy"', "mdy": 'dates = "dmy"'}


@dataclass(frozen=True)
class Advice:
    """A cell without the value that it seems to have: its place, what the file leaves open, and the line of a reading
    that says it; `other` is the line for the other answer, where there is one."""

    column: str
    row: int
    raw: str
    why: str
    line: str
    other: str = ""

    def __str__(self) -> str:
        other = f", or {self.other}" if self.other else ""
        return (
            f"“{self.raw}” in row {self.row} has no value, since the file does not say {self.why}: {self.line}{other}"
        )


def advice(source: Source) -> tuple[Advice, ...]:
    """One piece of advice at most for each column that nobody has declared."""
    return tuple(a for c in source.columns if (a := advice_on(source, c)) is not None)


def advice_on(source: Source, column: Column) -> Advice | None:
    """What would give this column's cells the values that they seem to have, None where nothing would."""
    if source.reading.rule(column.index) is not None:
        return None
    without = [(i, c) for i, c in enumerate(column.cells) if _seems(column, c)]
    given = [c for c in column.cells if c.kind is not Kind.NULL]
    if not without or (column.kind is Kind.TEXT and 2 * len(without) < len(given)):
        return None
    for why, body, date in _candidates():
        if not body and (column.kind is not Kind.TEXT or any(_GLUED.search(c.raw) for _, c in without)):
            continue
        rule = Rule(**body)  # type: ignore[arg-type]
        read = [(i, c) for i, c in without if forms.declared(c.raw, rule, date) is not None]
        if body and (column.kind is Kind.TEXT or "footnotes" not in body):
            read = [(i, c) for i, c in read if forms.declared(c.raw, Rule(), False) is None]
        if not read or (column.kind is Kind.TEXT and 2 * len(read) < len(given)):
            continue
        if all(_same(c, forms.declared(c.raw, rule, date)) for c in given if c.kind is column.kind is not Kind.TEXT):
            at, cell = read[0]
            return Advice(column.label, source.row_numbers[at], cell.raw, why, *_lines(column, body, date))
    if column.kind is Kind.TEXT:
        return None
    at, cell = without[0]
    line = f"{_table(column)} leave_out = true"
    return Advice(column.label, source.row_numbers[at], cell.raw, "what it is; to leave its row out", line)


def _seems(column: Column, cell: Cell) -> bool:
    return cell.kind is Kind.UNREADABLE or (column.kind is Kind.TEXT and any(c.isdigit() for c in cell.text))


def _candidates() -> Iterator[tuple[str, dict[str, str | bool], bool]]:
    for why, body in _NUMBERS:
        marks = {"thousands": "."} if body.get("decimal") == "," and "thousands" not in body else {}
        yield why, {**body, **marks}, False
    for why, order in _DAYS:
        yield why, {"dates": order}, True


def _same(cell: Cell, other: Cell | None) -> bool:
    return other is not None and (cell.number, cell.date) == (other.number, other.date)


def _table(column: Column) -> str:
    return f"[column.{json.dumps(column.label, ensure_ascii=False)}]"


def _lines(column: Column, body: dict[str, str | bool], date: bool) -> tuple[str, str]:
    """The line that says this, and the one for the other answer."""
    said = [f"{k} = {'true' if v is True else json.dumps(v)}" for k, v in body.items()]
    if body.get("decimal") == "," and body.get("thousands") == ".":
        said = ['decimal = ","']
    if column.kind is Kind.TEXT and not said:
        said = ['kind = "number"']
    other = _OTHERS.get(str(body.get("duration") or body.get("dates") or ""), "")
    return f"{_table(column)} {' '.join(said)}", other
