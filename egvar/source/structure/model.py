"""The structure of a table, as data: a part of its reading.

May import: the standard library, `egvar.errors`.

Rows are counted from 0 below the header, as in the file, empty ones too; columns from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from egvar.errors import ReadingError


@dataclass(frozen=True)
class Total:
    """A row that is the sum of others: `terms` are the rows that it adds up, subtotals among them standing for theirs;
    `columns` those in which the sum was found to hold, within the rounding of the digits published."""

    row: int
    terms: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True)
class Difference:
    """A row that is the row `of` less others, in these columns."""

    row: int
    of: int
    less: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True)
class Structure:
    """`totals` are settled total rows, no part of any aggregate; `statement`: rows are measures, tied by plus and minus
    or each in its own unit, so that nothing is added up down a column, for which `less` speaks; `carried` are columns
    in which an empty cell continues the label above it; `headings` are rows that only say what those below are."""

    totals: tuple[Total, ...] = ()
    statement: bool = False
    carried: tuple[int, ...] = ()
    less: tuple[Difference, ...] = ()
    headings: tuple[int, ...] = ()

    @property
    def empty(self) -> bool:
        return self == Structure()

    def leaves(self, row: int) -> tuple[int, ...]:
        """The rows that are no totals under a total row, in the table's order."""
        direct = {t.row: t.terms for t in self.totals}
        out: set[int] = set()
        seen: set[int] = set()
        stack = list(direct.get(row, ()))
        while stack:
            r = stack.pop()
            if r in seen:
                continue
            seen.add(r)
            if r in direct:
                stack.extend(direct[r])
            else:
                out.add(r)
        return tuple(sorted(out))

    def placed(self, places: Sequence[int]) -> Structure:
        """The structure with row i called `places[i]`."""
        moved = (Total(places[t.row], tuple(places[r] for r in t.terms), t.columns) for t in self.totals)
        less = (Difference(places[d.row], places[d.of], tuple(places[r] for r in d.less), d.columns) for d in self.less)
        return replace(self, totals=tuple(moved), less=tuple(less), headings=tuple(places[r] for r in self.headings))

    def taken(self, at: Mapping[int, int]) -> Structure:
        """The structure with row r called `at[r]`, without rows that are not in `at`."""
        totals = tuple(
            Total(at[t.row], tuple(at[r] for r in t.terms if r in at), t.columns) for t in self.totals if t.row in at
        )
        less = tuple(
            Difference(at[d.row], at[d.of], tuple(at[r] for r in d.less), d.columns)
            for d in self.less
            if all(r in at for r in (d.row, d.of, *d.less))
        )
        return replace(self, totals=totals, less=less, headings=tuple(at[r] for r in self.headings if r in at))

    def as_data(self) -> dict[str, Any]:
        """The structure as JSON data; what is not there is not in it."""
        out: dict[str, Any] = {}
        if self.totals:
            out["totals"] = [[t.row, list(t.terms), list(t.columns)] for t in self.totals]
        if self.statement:
            out["statement"] = True
        if self.carried:
            out["carried"] = list(self.carried)
        if self.headings:
            out["headings"] = list(self.headings)
        if self.less:
            out["less"] = [[d.row, d.of, list(d.less), list(d.columns)] for d in self.less]
        return out

    @classmethod
    def parse(cls, data: Any) -> Structure:
        """The inverse of `as_data`. Raises ReadingError for anything else."""
        try:
            totals = tuple(Total(int(r), tuple(map(int, t)), tuple(map(int, c))) for r, t, c in data.get("totals", ()))
            less = tuple(
                Difference(int(r), int(o), tuple(map(int, t)), tuple(map(int, c)))
                for r, o, t, c in data.get("less", ())
            )
            carried, headings = (tuple(map(int, data.get(k, ()))) for k in ("carried", "headings"))
            out = cls(totals, bool(data.get("statement", False)), carried, less, headings)
        except (ValueError, TypeError, AttributeError, OverflowError) as e:
            raise ReadingError("the structure in a reading is malformed", cause=str(e)) from e
        rows = [t.row for t in totals]
        numbers = [i for t in totals for i in (t.row, *t.terms, *t.columns)]
        numbers += [i for d in less for i in (d.row, d.of, *d.less, *d.columns)]
        if rows != sorted(set(rows)) or any(i < 0 for i in (*numbers, *out.carried, *out.headings)):
            raise ReadingError("the structure in a reading has rows or columns that cannot be")
        if out.as_data() != data:
            raise ReadingError("the structure in a reading is not in its canonical form")
        return out


def row_list(rows: Iterable[int]) -> str:
    """Rows for a person: “rows 2, 3, 5”, and “2 to 19” for four and more in a row."""
    runs: list[list[int]] = []
    for r in sorted(rows):
        if runs and r == runs[-1][-1] + 1:
            runs[-1].append(r)
        else:
            runs.append([r])
    parts = [f"{x[0]} to {x[-1]}" if len(x) > 3 else ", ".join(map(str, x)) for x in runs]
    return ("row " if len(runs) == 1 and len(runs[0]) == 1 else "rows ") + ", ".join(parts)


MAX_LINES = 12


def structure_lines(structure: Structure, numbers: Sequence[int], labels: Sequence[str] = ()) -> tuple[str, ...]:
    """What was settled about a table, a line for each; `numbers` are those of its rows in the file, `labels` those of
    its columns."""
    out = [
        f"row {numbers[t.row]} is the total of {row_list(numbers[r] for r in structure.leaves(t.row))}"
        for t in structure.totals
    ]
    if structure.statement:
        shown = [
            f"row {numbers[d.row]} is row {numbers[d.of]} less {row_list(numbers[r] for r in d.less)}"
            for d in structure.less[:3]
        ]
        out.insert(0, "; ".join(["rows are measures, and none is added up with others", *shown]))
    if len(out) > MAX_LINES:
        rest = row_list(numbers[t.row] for t in structure.totals[MAX_LINES - structure.statement :])
        out = [*out[:MAX_LINES], f"{rest} are totals too"]
    if structure.headings:
        out.append(
            f"{row_list(numbers[r] for r in structure.headings)} say what the rows below are, and count for none"
        )
    out += [
        f'an empty cell in "{labels[k]}" continues the label above it' for k in structure.carried if k < len(labels)
    ]
    return tuple(out)
