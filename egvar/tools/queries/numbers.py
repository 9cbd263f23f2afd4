"""Numbers read off a table: a cell, a count, sum, mean, least and greatest, distinct values.

May import: what `egvar.tools.base` may, and the other queries but claims. Lean meaning: `lean/EgVar/Query/` `Count`,
`Sum`, `Extreme`, `Pick`, of bounds `Range`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from egvar.source.cell import Cell, Kind
from egvar.tools.base import (
    CellRef,
    ColumnRef,
    Context,
    NoValue,
    NumberNode,
    Truth,
    ValuesNode,
    require_decided,
    show_exact,
    total,
)
from egvar.tools.queries import arith
from egvar.tools.queries.arith import Abs, Add, Bounds, Divide, Multiply, Subtract
from egvar.tools.queries.arith import Number as Number
from egvar.tools.queries.columns import ColumnExpr
from egvar.tools.queries.filters import AllRows, Filter, conjoin, of_bool, possible, sure


class _OverColumn(NumberNode):
    column: ColumnExpr
    where: Filter = AllRows()
    word: ClassVar[str]
    signature: ClassVar = (("column", "col"), ("where", "filter"))
    phrase: ClassVar[str] = "the {word} {column}{where| where }"

    def derived(self, name: str, ctx: Context) -> str:
        return self.word

    def unit(self, ctx: Context) -> str | None:
        column = ctx.column(self.column)
        if not column.mixed_units:
            return column.unit
        picked = [
            (i, c) for i, (t, c) in enumerate(zip(self.where.mask(ctx), column.cells, strict=True)) if t is Truth.YES
        ]
        ctx.require_one_unit(self.column, picked)
        return next((c.unit for _, c in picked if c.kind is Kind.NUMBER), None)


class CellOf(_OverColumn):
    """The number in `column` of the one row of `where`."""

    op: Literal["cell"] = "cell"
    lean: ClassVar[str] = "EgVar.cell"
    phrase: ClassVar[str] = "{column}{where| where }"

    def value(self, ctx: Context) -> Fraction:
        mask = self.where.mask(ctx)
        if mask.count(Truth.YES) > 1:
            column = ctx.column(self.column)
            cells: tuple[CellRef, ...] = tuple(ctx.ref(column, i) for i, t in enumerate(mask) if t is Truth.YES)
            raise NoValue("ambiguous", f"several rows have {self.where.say(ctx)}", cells[:8])
        require_decided(mask)
        if Truth.YES not in mask:
            raise NoValue("not_in_table", f"no row has {self.where.say(ctx)}")
        return ctx.numbers(self.column, mask, self.where)[0]


class Sum(_OverColumn):
    """The sum of the numbers of the rows."""

    op: Literal["sum"] = "sum"
    word: ClassVar[str] = "sum of"
    lean: ClassVar[str] = "EgVar.sum"

    def value(self, ctx: Context) -> Fraction:
        return total(ctx.numbers(self.column, self.where.mask(ctx), self.where))


class Mean(_OverColumn):
    """The arithmetic mean of the numbers of the rows, missing ones left out."""

    op: Literal["mean"] = "mean"
    word: ClassVar[str] = "mean of"
    lean: ClassVar[str] = "EgVar.mean"

    def value(self, ctx: Context) -> Fraction:
        numbers = ctx.numbers(self.column, self.where.mask(ctx), self.where)
        return total(numbers) / len(numbers)


class Max(_OverColumn):
    """The greatest number."""

    op: Literal["max"] = "max"
    word: ClassVar[str] = "greatest"
    lean: ClassVar[str] = "EgVar.max"

    def value(self, ctx: Context) -> Fraction:
        return ctx.extreme(self.column, self.where.mask(ctx), True, self.where)


class Min(_OverColumn):
    """The least number."""

    op: Literal["min"] = "min"
    word: ClassVar[str] = "least"
    lean: ClassVar[str] = "EgVar.min"

    def value(self, ctx: Context) -> Fraction:
        return ctx.extreme(self.column, self.where.mask(ctx), False, self.where)


class Median(_OverColumn):
    """The middle number, or the mean of the two in the middle."""

    op: Literal["median"] = "median"
    word: ClassVar[str] = "median of"
    lean: ClassVar[str] = "EgVar.median"

    def value(self, ctx: Context) -> Fraction:
        numbers = sorted(ctx.numbers(self.column, self.where.mask(ctx), self.where))
        n = len(numbers)
        return (numbers[(n - 1) // 2] + numbers[n // 2]) / 2


class Count(NumberNode):
    """How many rows are in `where`. A missing or unreadable cell in a condition leaves open whether its row is one of
    them: a comparison holds or fails only if it does either way."""

    op: Literal["count"] = "count"
    where: Filter = AllRows()
    lean: ClassVar[str] = "EgVar.count"
    ranged: ClassVar[str] = "EgVar.Range.count"
    signature: ClassVar = (("where", "filter"),)
    phrase: ClassVar[str] = "the number of rows{where| where }"

    def value(self, ctx: Context) -> Fraction:
        low, high = self.bounds(ctx)
        if low != high:
            mask = self.where.mask(ctx)
            require_decided(mask)
            raise ctx.open_row(mask.index(Truth.UNKNOWN), self.where)
        return low

    def bounds(self, ctx: Context) -> Bounds:
        mask = self.where.mask(ctx)
        ctx.used.update((-1, i) for i, t in enumerate(mask) if t is Truth.YES)
        open_rows = [i for i, t in enumerate(mask) if t in (Truth.UNKNOWN, Truth.UNREADABLE)]
        ctx.missing.update((-1, i) for i in open_rows)
        sure = mask.count(Truth.YES)
        return Fraction(sure), Fraction(sure + len(open_rows))

    def is_ranged(self) -> bool:
        return True

    def unit(self, ctx: Context) -> str | None:
        return None


def _key(c: Cell) -> tuple[object, ...]:
    if c.kind is Kind.NULL:  # however it is written
        return (c.kind,)
    return (c.kind, c.number if c.kind is Kind.NUMBER else c.date if c.kind is Kind.DATE else c.text)


def distinct_cells(cells: list[Cell]) -> list[Cell]:
    """Without repetitions; of equal cells the last stays, as in `List.dedup`."""
    out: list[Cell] = []
    seen: set[tuple[object, ...]] = set()
    for c in reversed(cells):
        if _key(c) not in seen:
            seen.add(_key(c))
            out.append(c)
    out.reverse()
    return out


class Distinct(NumberNode):
    """How many different values the rows have in `column`, missing ones left out; within bounds as for a count."""

    op: Literal["distinct"] = "distinct"
    column: ColumnRef
    where: Filter = AllRows()
    lean: ClassVar[str] = "EgVar.distinct"
    ranged: ClassVar[str] = "EgVar.Range.distinct"
    signature: ClassVar = (("column", "col"), ("where", "filter"))
    phrase: ClassVar[str] = "the number of different {column}{where| where }"

    def value(self, ctx: Context) -> Fraction:
        return self._of(self.where.mask(ctx), ctx)

    def bounds(self, ctx: Context) -> Bounds:
        mask = self.where.mask(ctx)
        return self._of(sure(mask), ctx), self._of(possible(mask), ctx)

    def is_ranged(self) -> bool:
        return True

    def _of(self, mask: list[Truth], ctx: Context) -> Fraction:
        code, column = ctx.code(self.column), ctx.column(self.column)
        empty = [c.kind is Kind.NULL for c in column.cells]
        ctx.missing.update((code, i) for i, t in enumerate(mask) if t is Truth.YES and empty[i])
        # A row that has nothing here adds nothing, whether it is meant or not.
        given = [conjoin(t, of_bool(not e)) for t, e in zip(mask, empty, strict=True)]
        present = ctx.picked(column, given, self.where)
        if not present:
            raise NoValue("not_in_table", f"no row has a value in {self.column}")
        ctx.require_one_unit(self.column, present)
        ctx.used.update((code, i) for i, _ in present)
        return Fraction(len(distinct_cells([c for _, c in present])))


class Values(ValuesNode):
    """The different values that the rows of `where` have in `column`. No value where a row may be meant or not."""

    op: Literal["values"] = "values"
    column: ColumnRef
    where: Filter = AllRows()
    lean: ClassVar[str] = "EgVar.values"
    signature: ClassVar = (("column", "col"), ("where", "filter"))
    phrase: ClassVar[str] = "{column}{where| where }"

    def value(self, ctx: Context) -> tuple[Cell, ...]:
        return self._of(self.where.mask(ctx), ctx)

    def span(self, ctx: Context) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """The values of the rows known to be meant, and of all that may be. Raises NoValue as `value` does."""
        mask = self.where.mask(ctx)
        all_ = self._of(possible(mask), ctx)
        return (self._of(sure(mask), ctx) if Truth.YES in mask else ()), all_

    def _of(self, mask: list[Truth], ctx: Context) -> tuple[Cell, ...]:
        code = ctx.code(self.column)
        picked = ctx.picked(ctx.column(self.column), mask, self.where, empty_is_out=False)
        if not picked:
            raise NoValue("not_in_table", f"no row has {self.where.say(ctx)}")
        ctx.require_one_unit(self.column, picked)
        ctx.used.update((code, i) for i, _ in picked)
        return tuple(distinct_cells([c for _, c in picked]))


NumberExpr = Annotated[
    Number | CellOf | Sum | Mean | Max | Min | Median | Count | Distinct | Add | Subtract | Multiply | Divide | Abs,
    Field(discriminator="op"),
]
NUMBERS: tuple[type[NumberNode], ...] = (
    Number,
    CellOf,
    Sum,
    Mean,
    Max,
    Min,
    Median,
    Count,
    Distinct,
    Add,
    Subtract,
    Multiply,
    Divide,
    Abs,
)
vars(arith)["NumberExpr"] = NumberExpr  # what the parts of sums, differences, … there are


class Together(ValuesNode):
    """An answer in two parts: values, then a number ("which city …, and by how much")."""

    op: Literal["together"] = "together"
    first: Values
    second: NumberExpr
    lean: ClassVar[str] = "EgVar.together"
    signature: ClassVar = (("first", "values"), ("second", "number"))
    phrase: ClassVar[str] = "{first}; and {second}"

    def value(self, ctx: Context) -> tuple[Cell, ...]:
        first, number = self.first.value(ctx), self.second.value(ctx)
        text = show_exact(number)
        return (*first, Cell(Kind.NUMBER, text, text, number))


VALUES: tuple[type[ValuesNode], ...] = (Values, Together)
