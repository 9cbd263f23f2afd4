"""The words that the curated files are written in: short names for the parts of goals, and a plain table to read twice.

`Table` is for the second reading: it shares nothing with egvar, so an answer that comes out the same both ways was
found twice. Numbers are exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Goal = dict[str, Any]
NUMBER = re.compile(r"[-−]?[0-9][0-9,]*(?:\.[0-9]+)?|[-−]?\.[0-9]+")


@dataclass(frozen=True)
class Row:
    """One row for the second reading: `r["name"]` or `r[3]` is the text, `r("name")` the first number in it."""

    names: list[str]
    cells: list[str]

    def __getitem__(self, column: str | int) -> str:
        return self.cells[self.names.index(column) if isinstance(column, str) else column]

    def __call__(self, column: str | int) -> Fraction:
        found = NUMBER.search(self[column])
        if found is None:
            raise ValueError(f"no number in {self[column]!r}")
        return Fraction(found.group().replace(",", "").replace("−", "-"))


@dataclass(frozen=True)
class Table:
    """The table for the second reading."""

    rows: list[Row]

    @classmethod
    def of(cls, table: dict[str, Any]) -> Table:
        names = [" ".join(c.split()) for c in table["columns"]]
        return cls([Row(names, [str(x).strip() for x in r]) for r in table["data"]])

    def n(self, column: str | int, where: Callable[[Row], bool] = lambda r: True) -> list[Fraction]:
        """The numbers of `column` in the rows that satisfy `where`; cells without a digit are left out."""
        return [r(column) for r in self.rows if where(r) and any(c.isdigit() for c in r[column])]

    def one(self, column: str | int, where: Callable[[Row], bool]) -> Fraction:
        """The number of the only such row."""
        (found,) = [r(column) for r in self.rows if where(r)]
        return found

    def at(self, column: str | int, key: str | int, entry: str) -> Fraction:
        """The number of the only row whose `key` is `entry`."""
        return self.one(column, lambda r: r[key] == entry)


def avg(xs: list[Fraction]) -> Fraction:
    return sum(xs, Fraction(0)) / len(xs)


# --- goals -----------------------------------------------------------------------------------------------------


def _over(op: str) -> Callable[..., Goal]:
    def make(column: Any, where: Goal | None = None) -> Goal:
        return {"op": op, "column": column, "where": where or ALL}

    return make


ALL: Goal = {"op": "all_rows"}
cell, total, mean, greatest, least, median, distinct, values = map(
    _over, ("cell", "sum", "mean", "max", "min", "median", "distinct", "values")
)
highest, lowest = _over("highest"), _over("lowest")


def count(where: Goal | None = None) -> Goal:
    return {"op": "count", "where": where or ALL}


def number(value: int | str) -> Goal:
    return {"op": "number", "value": value}


def _pair(op: str) -> Callable[..., Goal]:
    def make(left: Any, right: Any, *more: Any) -> Goal:
        out = {"op": op, "left": left, "right": right}
        for x in more:
            out = {"op": op, "left": out, "right": x}
        return out

    return make


add, minus, times, over, both, either = map(_pair, ("add", "subtract", "multiply", "divide", "and", "or"))
cols_add, cols_minus, cols_times, cols_over = map(
    _pair, ("add_columns", "subtract_columns", "multiply_columns", "divide_columns")
)


def size(of: Goal) -> Goal:
    return {"op": "abs", "of": of}


def percent(part: Goal, whole: Goal) -> Goal:
    return times(over(part, whole), number(100))


def change(old: Goal, new: Goal) -> Goal:
    """The change from `old` to `new`, in percent of `old`."""
    return percent(minus(new, old), old)


def text(column: Any, value: str) -> Goal:
    return {"op": "text_is", "column": column, "value": value}


def num(column: Any, cmp: str, value: int | str) -> Goal:
    return {"op": "number_is", "column": column, "cmp": cmp, "value": value}


def day(column: Any, cmp: str, value: str) -> Goal:
    return {"op": "day_is", "column": column, "cmp": cmp, "value": value}


def no(of: Goal) -> Goal:
    return {"op": "not", "of": of}


def given(column: Any) -> Goal:
    return {"op": "present", "column": column}


def between(column: Any, low: int | str, high: int | str) -> Goal:
    return both(num(column, ">=", low), num(column, "<=", high))


def one_of(column: Any, *entries: str) -> Goal:
    found = [text(column, e) for e in entries]
    return found[0] if len(found) == 1 else either(*found)


def best(column: Any, k: int, where: Goal | None = None) -> Goal:
    return {"op": "top", "column": column, "count": k, "where": where or ALL}


def worst(column: Any, k: int, where: Goal | None = None) -> Goal:
    return {"op": "bottom", "column": column, "count": k, "where": where or ALL}


def first(k: int, where: Goal | None = None) -> Goal:
    return {"op": "first", "count": k, "where": where or ALL}


def last(k: int, where: Goal | None = None) -> Goal:
    return {"op": "last", "count": k, "where": where or ALL}


def part(column: str, name: str) -> Goal:
    return {"name": column, "part": name}


def together(found: Goal, then: Goal) -> Goal:
    return {"op": "together", "first": found, "second": then}


# --- items -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Item:
    """A question of the panel: its goal, and how the second reading finds the answer. `gold` only where it is not the
    published one, with the reason in `why`."""

    id: str
    goal: Goal | None
    second: Callable[[Table], Any]
    note: str
    gold: str | None = None
    why: str = ""


@dataclass(frozen=True)
class Passed:
    """A question that was passed over: `reason` is ambiguous, outside (needs what the table does not say), form (the
    answer is no value of the table or number) or language (the goal language has no query for it)."""

    id: str
    reason: str
    why: str
