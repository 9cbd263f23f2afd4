"""Numbers read off a table: a constant, a cell, a count, sum, mean, least and greatest, distinct values.

May import: what `egvar.tools.base` may, and `filters`. Lean meaning: `lean/EgVar/Query/` `Count`, `Sum`, `Extreme`,
`Pick`, `Arith`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from egvar.source.cell import Cell, Kind
from egvar.tools.base import (
    CellRef,
    ColumnRef,
    Context,
    Exact,
    Node,
    NoValue,
    NumberNode,
    Truth,
    ValuesNode,
    require_decided,
    show_exact,
    total,
)
from egvar.tools.queries.columns import ColumnExpr
from egvar.tools.queries.filters import AllRows, Filter, conjoin, of_bool, rows


class Number(NumberNode):
    """A constant."""

    op: Literal["number"] = "number"
    value_: Exact = Field(alias="value")
    lean: ClassVar[str] = "EgVar.lit"
    signature: ClassVar = (("value_", "q"),)

    def value(self, ctx: Context) -> Fraction:
        return self.value_

    def unit(self, ctx: Context) -> str | None:
        return "?"

    def say(self, ctx: Context) -> str:
        return show_exact(self.value_)


class _OverColumn(NumberNode):
    column: ColumnExpr
    where: Filter = AllRows()
    word: ClassVar[str]
    signature: ClassVar = (("column", "col"), ("where", "filter"))

    def unit(self, ctx: Context) -> str | None:
        column = ctx.column(self.column)
        if not column.mixed_units:
            return column.unit
        picked = ctx.picked(column, self.where.mask(ctx))
        ctx.require_one_unit(self.column, picked)
        return next((c.unit for _, c in picked if c.kind is Kind.NUMBER), None)

    def say(self, ctx: Context) -> str:
        return f"the {self.word} {self.column}{rows(self.where, ctx)}"


class CellOf(_OverColumn):
    """The number in `column` of the one row of `where`."""

    op: Literal["cell"] = "cell"
    lean: ClassVar[str] = "EgVar.cell"

    def value(self, ctx: Context) -> Fraction:
        mask = self.where.mask(ctx)
        if mask.count(Truth.YES) > 1:
            column = ctx.column(self.column)
            cells: tuple[CellRef, ...] = tuple(ctx.ref(column, i) for i, t in enumerate(mask) if t is Truth.YES)
            raise NoValue("ambiguous", f"several rows have {self.where.say(ctx)}", cells[:8])
        require_decided(mask)
        if Truth.YES not in mask:
            raise NoValue("not_in_table", f"no row has {self.where.say(ctx)}")
        return ctx.numbers(self.column, mask)[0]

    def say(self, ctx: Context) -> str:
        return f"{self.column}{rows(self.where, ctx)}"


class Sum(_OverColumn):
    """The sum of the numbers of the rows."""

    op: Literal["sum"] = "sum"
    word: ClassVar[str] = "sum of"
    lean: ClassVar[str] = "EgVar.sum"

    def value(self, ctx: Context) -> Fraction:
        return total(ctx.numbers(self.column, self.where.mask(ctx)))


class Mean(_OverColumn):
    """The arithmetic mean of the numbers of the rows, missing ones left out."""

    op: Literal["mean"] = "mean"
    word: ClassVar[str] = "mean of"
    lean: ClassVar[str] = "EgVar.mean"

    def value(self, ctx: Context) -> Fraction:
        numbers = ctx.numbers(self.column, self.where.mask(ctx))
        return total(numbers) / len(numbers)


class Max(_OverColumn):
    """The greatest number."""

    op: Literal["max"] = "max"
    word: ClassVar[str] = "greatest"
    lean: ClassVar[str] = "EgVar.max"

    def value(self, ctx: Context) -> Fraction:
        return max(ctx.numbers(self.column, self.where.mask(ctx)))


class Min(_OverColumn):
    """The least number."""

    op: Literal["min"] = "min"
    word: ClassVar[str] = "least"
    lean: ClassVar[str] = "EgVar.min"

    def value(self, ctx: Context) -> Fraction:
        return min(ctx.numbers(self.column, self.where.mask(ctx)))


class Median(_OverColumn):
    """The middle number, or the mean of the two in the middle."""

    op: Literal["median"] = "median"
    word: ClassVar[str] = "median of"
    lean: ClassVar[str] = "EgVar.median"

    def value(self, ctx: Context) -> Fraction:
        numbers = sorted(ctx.numbers(self.column, self.where.mask(ctx)))
        n = len(numbers)
        return (numbers[(n - 1) // 2] + numbers[n // 2]) / 2


class Count(NumberNode):
    """How many rows are in `where`. Rows whose condition is unknown (a missing cell) are not counted."""

    op: Literal["count"] = "count"
    where: Filter = AllRows()
    lean: ClassVar[str] = "EgVar.count"
    signature: ClassVar = (("where", "filter"),)

    def value(self, ctx: Context) -> Fraction:
        mask = self.where.mask(ctx)
        require_decided(mask)
        for i, t in enumerate(mask):
            if t is Truth.YES:
                ctx.used.add((-1, i))
            elif t is Truth.UNKNOWN:
                ctx.missing.add((-1, i))
        return Fraction(mask.count(Truth.YES))

    def say(self, ctx: Context) -> str:
        return f"the number of rows{rows(self.where, ctx)}"


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
    """How many different values the rows have in `column`, missing ones left out."""

    op: Literal["distinct"] = "distinct"
    column: ColumnRef
    where: Filter = AllRows()
    lean: ClassVar[str] = "EgVar.distinct"
    signature: ClassVar = (("column", "col"), ("where", "filter"))

    def value(self, ctx: Context) -> Fraction:
        code, column, mask = ctx.code(self.column), ctx.column(self.column), self.where.mask(ctx)
        empty = [c.kind is Kind.NULL for c in column.cells]
        ctx.missing.update((code, i) for i, t in enumerate(mask) if t is Truth.YES and empty[i])
        # A row that has nothing here adds nothing, whether it is meant or not.
        present = ctx.picked(column, [conjoin(t, of_bool(not e)) for t, e in zip(mask, empty, strict=True)])
        if not present:
            raise NoValue("not_in_table", f"no row has a value in {self.column}")
        ctx.require_one_unit(self.column, present)
        ctx.used.update((code, i) for i, _ in present)
        return Fraction(len(distinct_cells([c for _, c in present])))

    def say(self, ctx: Context) -> str:
        return f"the number of different {self.column}{rows(self.where, ctx)}"


class _Binary(NumberNode):
    left: Any
    right: Any
    sign: ClassVar[str]
    signature: ClassVar = (("left", "number"), ("right", "number"))

    def unit(self, ctx: Context) -> str | None:
        return same_unit(ctx, self.left, self.right, self.say(ctx))

    def say(self, ctx: Context) -> str:
        return f"({self.left.say(ctx)}) {self.sign} ({self.right.say(ctx)})"


def same_unit(ctx: Context, a: Node, b: Node, what: str) -> str | None:
    """The common unit of two numbers. Raises NoValue where both are known and differ."""
    assert isinstance(a, NumberNode) and isinstance(b, NumberNode)
    u, v = a.unit(ctx), b.unit(ctx)
    if "?" in (u, v):
        return u if v == "?" else v
    if u != v:
        raise NoValue("mixed_units", f"{what} mixes the units {u or 'none'} and {v or 'none'}")
    return u


class Add(_Binary):
    """left + right"""

    op: Literal["add"] = "add"
    left: NumberExpr
    right: NumberExpr
    sign: ClassVar[str] = "+"
    lean: ClassVar[str] = "EgVar.add"

    def value(self, ctx: Context) -> Fraction:
        self.unit(ctx)
        return self.left.value(ctx) + self.right.value(ctx)


class Subtract(_Binary):
    """left − right"""

    op: Literal["subtract"] = "subtract"
    left: NumberExpr
    right: NumberExpr
    sign: ClassVar[str] = "−"
    lean: ClassVar[str] = "EgVar.sub"

    def value(self, ctx: Context) -> Fraction:
        self.unit(ctx)
        return self.left.value(ctx) - self.right.value(ctx)


class Multiply(_Binary):
    """left × right"""

    op: Literal["multiply"] = "multiply"
    left: NumberExpr
    right: NumberExpr
    sign: ClassVar[str] = "×"
    lean: ClassVar[str] = "EgVar.mul"

    def unit(self, ctx: Context) -> str | None:
        return "?"

    def value(self, ctx: Context) -> Fraction:
        return self.left.value(ctx) * self.right.value(ctx)


class Divide(_Binary):
    """left ÷ right; no value for a divisor of zero."""

    op: Literal["divide"] = "divide"
    left: NumberExpr
    right: NumberExpr
    sign: ClassVar[str] = "÷"
    lean: ClassVar[str] = "EgVar.div"

    def unit(self, ctx: Context) -> str | None:
        return "?"

    def value(self, ctx: Context) -> Fraction:
        divisor = self.right.value(ctx)
        if divisor == 0:
            raise NoValue("not_in_table", f"{self.right.say(ctx)} is 0, and nothing can be divided by it")
        return self.left.value(ctx) / divisor


class Abs(NumberNode):
    """The absolute value."""

    op: Literal["abs"] = "abs"
    of: NumberExpr
    lean: ClassVar[str] = "EgVar.abs"
    signature: ClassVar = (("of", "number"),)

    def value(self, ctx: Context) -> Fraction:
        return abs(self.of.value(ctx))

    def unit(self, ctx: Context) -> str | None:
        return self.of.unit(ctx)

    def say(self, ctx: Context) -> str:
        return f"the absolute value of ({self.of.say(ctx)})"


class Values(ValuesNode):
    """The different values that the rows of `where` have in `column`."""

    op: Literal["values"] = "values"
    column: ColumnRef
    where: Filter = AllRows()
    lean: ClassVar[str] = "EgVar.values"
    signature: ClassVar = (("column", "col"), ("where", "filter"))

    def value(self, ctx: Context) -> tuple[Cell, ...]:
        code = ctx.code(self.column)
        picked = ctx.picked(ctx.column(self.column), self.where.mask(ctx))
        if not picked:
            raise NoValue("not_in_table", f"no row has {self.where.say(ctx)}")
        ctx.require_one_unit(self.column, picked)
        ctx.used.update((code, i) for i, _ in picked)
        return tuple(distinct_cells([c for _, c in picked]))

    def say(self, ctx: Context) -> str:
        return f"{self.column}{rows(self.where, ctx)}"


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


class Together(ValuesNode):
    """An answer in two parts: values, then a number ("which city …, and by how much")."""

    op: Literal["together"] = "together"
    first: Values
    second: NumberExpr
    lean: ClassVar[str] = "EgVar.together"
    signature: ClassVar = (("first", "values"), ("second", "number"))

    def value(self, ctx: Context) -> tuple[Cell, ...]:
        first, number = self.first.value(ctx), self.second.value(ctx)
        text = show_exact(number)
        return (*first, Cell(Kind.NUMBER, text, text, number))

    def say(self, ctx: Context) -> str:
        return f"{self.first.say(ctx)}; and {self.second.say(ctx)}"


VALUES: tuple[type[ValuesNode], ...] = (Values, Together)
