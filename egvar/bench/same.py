"""Whether two goals say the same: on a table, and on random variations of it.

May import: anything of egvar but the command line.

A goal that gives the right answer on one table may still say something else: all years are after 2000 there, the first
row happens to be the highest. Variations find that out: rows dropped, doubled and shuffled, columns shuffled against
each other, numbers changed a little and a lot. Where the gold goal has no value on a variation, nothing is compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from egvar.challenge.leaves import over_leaves
from egvar.challenge.statement import root_of
from egvar.errors import GoalError
from egvar.goal import Goal
from egvar.source.cell import Cell, Kind
from egvar.source.source import Column, Source, row_kinds
from egvar.tools.base import Context, NoValue

VARIATIONS = 50


@dataclass(frozen=True)
class Agreement:
    """On how many variations the gold goal had a value, on how many of those the other goal had the same, and on how
    many it had none: a goal that is silent where there is a tie is not wrong there."""

    table: bool
    compared: int
    same: int
    silent: int

    @property
    def whole(self) -> bool:
        """The same wherever both had a value, which is at least every second time."""
        return self.table and self.same + self.silent == self.compared and 2 * self.same >= self.compared > 0


def agreement(goal: Goal, gold: Goal, source: Source, n: int = VARIATIONS) -> Agreement:
    """How far `goal` agrees with `gold`. Deterministic for a table."""
    goal, gold = over_leaves(goal, source), over_leaves(gold, source)
    table = _value(goal, source) == _value(gold, source) is not None
    compared = same = silent = 0
    for varied in variations(source, n):
        wanted = _value(gold, varied)
        if wanted is not None:
            compared += 1
            own = _value(goal, varied)
            same += own == wanted
            silent += own is None
    return Agreement(table, compared, same, silent)


def _value(goal: Goal, source: Source) -> object:
    """A value that can be compared; None where there is none. One number alone is that number, however it was found."""
    root, ctx = root_of(goal), Context(source, strict=False)
    try:
        if goal.kind == "claim":
            return ("claim", root.holds(ctx))  # type: ignore[attr-defined]
        value = root.value(ctx)  # type: ignore[attr-defined]
    except (NoValue, GoalError):
        return None
    if isinstance(value, Fraction):
        return (("", value),)
    return tuple(sorted(((c.text if c.number is None else "", c.number or Fraction(0)) for c in value), key=repr))


def variations(source: Source, n: int = VARIATIONS) -> Iterator[Source]:
    """`n` variations of a table, the same ones each time. They keep its identity and are for evaluation only."""
    r = random.Random(source.bytes_digest)
    for k in range(n):
        varied = _rows(source, _picked(r, source.n_rows, k))
        if k % 3:
            still = _totals(varied)
            columns = tuple(_mixed(c, r, still) if r.random() < 0.7 else c for c in varied.columns)
            varied = replace(varied, columns=columns)
        if k % 2 or not k % 3:
            varied = replace(varied, columns=tuple(_changed(c, r, large=k % 4 == 1) for c in varied.columns))
        yield varied


def _picked(r: random.Random, n: int, k: int) -> list[int]:
    """Row indices: all, some left out, or one doubled; in another order two times of three."""
    rows = list(range(n))
    if k % 5 == 3 and n > 3:
        rows = sorted(r.sample(rows, max(3, n * 3 // 4)))
    elif k % 5 == 4 and n:
        rows.append(r.randrange(n))
    if k % 3:
        r.shuffle(rows)
    return rows


def _rows(source: Source, keep: list[int]) -> Source:
    columns = tuple(replace(c, cells=tuple(c.cells[i] for i in keep)) for c in source.columns)
    return replace(source, columns=columns, row_numbers=tuple(source.row_numbers[i] for i in keep))


def _totals(source: Source) -> set[int]:
    """The rows that are totals of others; they stay what they are."""
    return {i for i, c in enumerate(row_kinds(source).cells) if c.number}


def _mixed(column: Column, r: random.Random, still: set[int]) -> Column:
    """The cells of a column in another order, except in some rows."""
    moving = [i for i in range(len(column.cells)) if i not in still]
    order = dict(zip(moving, r.sample(moving, len(moving)), strict=True))
    return replace(column, cells=tuple(column.cells[order.get(i, i)] for i in range(len(column.cells))))


def _changed(column: Column, r: random.Random, large: bool) -> Column:
    """A column with half of its numbers changed: by up to a quarter of their range, or as if drawn from it anew."""
    numbers = [c.number for c in column.cells if c.kind is Kind.NUMBER and c.number is not None]
    if len(numbers) < 2:
        return column
    low, high = min(numbers), max(numbers)
    step = Fraction(1) if all(x.denominator == 1 for x in numbers) else Fraction(1, 100)
    width = max(1, int((high - low) / step))

    def change(c: Cell) -> Cell:
        if c.kind is not Kind.NUMBER or c.number is None or r.random() < 0.5:
            return c
        moved = low + step * r.randint(0, width) if large else c.number + step * r.randint(-width // 4, width // 4)
        moved = max(moved, Fraction(0)) if low >= 0 else moved
        text = str(moved)
        return Cell(c.kind, text, text, moved, c.unit, c.date, c.form)

    return replace(column, cells=tuple(change(c) for c in column.cells))
