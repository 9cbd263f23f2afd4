"""Conditions on rows. Lean meaning: `lean/EgVar/Query/Filter.lean`, `Extreme.lean`.

May import: what `egvar.tools.base` may.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, field_validator

from egvar.source.cell import Cell, Kind
from egvar.source.source import Column
from egvar.tools.base import (
    ColumnRef,
    Context,
    Exact,
    FilterNode,
    NoValue,
    Truth,
    day_ordinal,
    require_decided,
    show_exact,
)
from egvar.tools.queries.columns import ColumnExpr

Comparison = Literal["=", "<", "<=", ">", ">="]
TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
WORDS = {"=": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}


def of_bool(value: bool) -> Truth:
    return Truth.YES if value else Truth.NO


def negate(t: Truth) -> Truth:
    return {Truth.NO: Truth.YES, Truth.YES: Truth.NO}.get(t, t)


def conjoin(a: Truth, b: Truth) -> Truth:
    for t in (Truth.NO, Truth.UNREADABLE, Truth.UNKNOWN):
        if t in (a, b):
            return t
    return Truth.YES


def compared(column: Column, kind: Kind, holds: Callable[[Cell], bool]) -> list[Truth]:
    """`holds` for each cell of `kind`; a missing cell or a text is unknown, anything else unreadable."""
    return [
        of_bool(holds(c)) if c.kind is kind else Truth.UNKNOWN if c.kind in (Kind.NULL, Kind.TEXT) else Truth.UNREADABLE
        for c in column.cells
    ]


class AllRows(FilterNode):
    """Every row."""

    op: Literal["all_rows"] = "all_rows"
    lean: ClassVar[str] = "EgVar.Filter.all"
    signature: ClassVar = (("", "first"),)

    def mask(self, ctx: Context) -> list[Truth]:
        return [Truth.YES] * ctx.source.n_rows

    def say(self, ctx: Context) -> str:
        return "all rows"


class Leaf(FilterNode):
    """Rows that are no totals of others, as the structure of the table says."""

    op: Literal["leaf"] = "leaf"
    lean: ClassVar[str] = "EgVar.Filter.leaf"
    signature: ClassVar = (("", "kinds"),)

    def mask(self, ctx: Context) -> list[Truth]:
        return [of_bool(c.number == 0) for c in ctx.kinds().cells]

    def say(self, ctx: Context) -> str:
        return "the row is no total"


class TextIs(FilterNode):
    """Rows whose cell in `column` is exactly the text `value`. A missing cell is unknown."""

    op: Literal["text_is"] = "text_is"
    column: ColumnRef
    value: str
    lean: ClassVar[str] = "EgVar.Filter.textIs"
    signature: ClassVar = (("column", "col"), ("value", "text"))

    def mask(self, ctx: Context) -> list[Truth]:
        out = []
        for c in ctx.column(self.column).cells:
            if c.kind is Kind.NULL:
                out.append(Truth.UNKNOWN)
            else:
                out.append(of_bool(c.kind in (Kind.TEXT, Kind.UNREADABLE) and c.text == self.value))
        if Truth.YES not in out and ctx.strict:
            raise NoValue("not_in_table", f"{self.column} has no entry “{self.value}”")
        return out

    def say(self, ctx: Context) -> str:
        return f"{self.column} is “{self.value}”"


class NumberIs(FilterNode):
    """Rows whose number in `column` compares to `value` by `cmp`. Missing or a text such as “tba” is unknown."""

    op: Literal["number_is"] = "number_is"
    column: ColumnExpr
    cmp: Comparison = "="
    value: Exact
    variant: ClassVar[str] = "cmp"
    lean: ClassVar[dict[str, str]] = {
        "=": "EgVar.Filter.numEq",
        "<": "EgVar.Filter.numLt",
        "<=": "EgVar.Filter.numLe",
        ">": "EgVar.Filter.numGt",
        ">=": "EgVar.Filter.numGe",
    }
    signature: ClassVar = (("column", "col"), ("value", "q"))

    def mask(self, ctx: Context) -> list[Truth]:
        ctx.require_one_unit(self.column)
        test = TESTS[self.cmp]
        return compared(ctx.column(self.column), Kind.NUMBER, lambda c: test(c.number, self.value))

    def say(self, ctx: Context) -> str:
        unit = ctx.column(self.column).unit
        return f"{self.column} {WORDS[self.cmp]} {show_exact(self.value)}{' ' + unit if unit else ''}"


class DayIs(FilterNode):
    """Rows whose day in `column` compares to `value` (ISO date) by `cmp`."""

    op: Literal["day_is"] = "day_is"
    column: ColumnRef
    cmp: Literal["=", "<=", ">="] = "="
    value: str
    variant: ClassVar[str] = "cmp"
    lean: ClassVar[dict[str, str]] = {
        "=": "EgVar.Filter.dayEq",
        "<=": "EgVar.Filter.dayLe",
        ">=": "EgVar.Filter.dayGe",
    }
    signature: ClassVar = (("column", "col"), ("value", "day"))

    @field_validator("value")
    @classmethod
    def _iso(cls, value: str) -> str:
        day_ordinal(value)
        return value

    def mask(self, ctx: Context) -> list[Truth]:
        test, day = TESTS[self.cmp], day_ordinal(self.value)
        return compared(ctx.column(self.column), Kind.DATE, lambda c: test(c.date, day))

    def say(self, ctx: Context) -> str:
        return f"{self.column} is {({'=': '', '<=': 'not after ', '>=': 'not before '})[self.cmp]}{self.value}"


class Present(FilterNode):
    """Rows whose cell in `column` is not empty."""

    op: Literal["present"] = "present"
    column: ColumnRef
    lean: ClassVar[str] = "EgVar.Filter.present"
    signature: ClassVar = (("column", "col"),)

    def mask(self, ctx: Context) -> list[Truth]:
        return [of_bool(c.kind is not Kind.NULL) for c in ctx.column(self.column).cells]

    def say(self, ctx: Context) -> str:
        return f"{self.column} is given"


class NotFilter(FilterNode):
    """Rows that are not in `of`; a row that is unknown there stays unknown."""

    op: Literal["not"] = "not"
    of: Filter
    lean: ClassVar[str] = "EgVar.Filter.not"
    signature: ClassVar = (("of", "filter"),)

    def mask(self, ctx: Context) -> list[Truth]:
        return [negate(t) for t in self.of.mask(ctx)]

    def say(self, ctx: Context) -> str:
        return f"not ({self.of.say(ctx)})"


class AndFilter(FilterNode):
    """Rows in both."""

    op: Literal["and"] = "and"
    left: Filter
    right: Filter
    lean: ClassVar[str] = "EgVar.Filter.and"
    signature: ClassVar = (("left", "filter"), ("right", "filter"))

    def mask(self, ctx: Context) -> list[Truth]:
        return [conjoin(a, b) for a, b in zip(self.left.mask(ctx), self.right.mask(ctx), strict=True)]

    def say(self, ctx: Context) -> str:
        return f"{self.left.say(ctx)} and {self.right.say(ctx)}"


class OrFilter(FilterNode):
    """Rows in one of the two, or in both."""

    op: Literal["or"] = "or"
    left: Filter
    right: Filter
    lean: ClassVar[str] = "EgVar.Filter.or"
    signature: ClassVar = (("left", "filter"), ("right", "filter"))

    def mask(self, ctx: Context) -> list[Truth]:
        pairs = zip(self.left.mask(ctx), self.right.mask(ctx), strict=True)
        return [negate(conjoin(negate(a), negate(b))) for a, b in pairs]

    def say(self, ctx: Context) -> str:
        return f"({self.left.say(ctx)} or {self.right.say(ctx)})"


class ExtremeRows(FilterNode):
    """Among the rows of `where`, those with the greatest or least number in `column`: all of them, ties are sets."""

    op: Literal["highest", "lowest"]
    column: ColumnExpr
    where: Filter = AllRows()
    variant: ClassVar[str] = "op"
    lean: ClassVar[dict[str, str]] = {"highest": "EgVar.argmax", "lowest": "EgVar.argmin"}
    signature: ClassVar = (("column", "col"), ("where", "filter"))

    def mask(self, ctx: Context) -> list[Truth]:
        rows = self.where.mask(ctx)
        numbers = ctx.numbers(self.column, rows)
        best: Fraction = max(numbers) if self.op == "highest" else min(numbers)
        out = []
        for t, c in zip(rows, ctx.column(self.column).cells, strict=True):
            if c.kind is Kind.NUMBER:
                here = of_bool(c.number == best)
            else:
                here = Truth.UNKNOWN if c.kind in (Kind.NULL, Kind.TEXT) else Truth.UNREADABLE
            out.append(conjoin(t, here))
        return out

    def say(self, ctx: Context) -> str:
        word = "highest" if self.op == "highest" else "lowest"
        among = "" if isinstance(self.where, AllRows) else f" among rows where {self.where.say(ctx)}"
        return f"{self.column} is the {word}{among}"


class PlacedRows(FilterNode):
    """Among the rows of `where`, the first or last `count` from the top of the table. No value if there are fewer."""

    op: Literal["first", "last"]
    count: int = Field(ge=1, le=100_000)
    where: Filter = AllRows()
    variant: ClassVar[str] = "op"
    lean: ClassVar[dict[str, str]] = {"first": "EgVar.Rank.first", "last": "EgVar.Rank.last"}
    signature: ClassVar = (("where", "filter"), ("count", "nat"))

    def mask(self, ctx: Context) -> list[Truth]:
        mask = self.where.mask(ctx)
        require_decided(mask)
        meant = [i for i, t in enumerate(mask) if t is Truth.YES]
        if len(meant) < self.count:
            raise NoValue("not_in_table", f"{self.count} rows were asked for, there are {len(meant)}")
        kept = set(meant[: self.count] if self.op == "first" else meant[-self.count :])
        return [Truth.NO if t is Truth.YES and i not in kept else t for i, t in enumerate(mask)]

    def say(self, ctx: Context) -> str:
        among = "" if isinstance(self.where, AllRows) else f" among those where {self.where.say(ctx)}"
        return f"the row is one of the {self.op} {self.count} of the table{among}"


class BestRows(FilterNode):
    """Among the rows of `where`, the `count` with the greatest or least numbers in `column`. No value if a tie leaves
    open which they are."""

    op: Literal["top", "bottom"]
    column: ColumnExpr
    count: int = Field(ge=1, le=100_000)
    where: Filter = AllRows()
    variant: ClassVar[str] = "op"
    lean: ClassVar[dict[str, str]] = {"top": "EgVar.Rank.top", "bottom": "EgVar.Rank.bottom"}
    signature: ClassVar = (("column", "col"), ("where", "filter"), ("count", "nat"))

    def mask(self, ctx: Context) -> list[Truth]:
        rows = self.where.mask(ctx)
        numbers = sorted(ctx.numbers(self.column, rows), reverse=self.op == "top")
        if len(numbers) < self.count:
            raise NoValue("not_in_table", f"{self.count} rows were asked for, {len(numbers)} have a number")
        last = numbers[self.count - 1]
        if len(numbers) > self.count and numbers[self.count] == last:
            raise NoValue("ambiguous", f"several rows share place {self.count} of {self.column}")
        out = []
        for t, c in zip(rows, ctx.column(self.column).cells, strict=True):
            if c.number is not None:
                here = of_bool(c.number >= last if self.op == "top" else c.number <= last)
            else:
                here = Truth.UNKNOWN if c.kind is Kind.NULL else Truth.UNREADABLE
            out.append(conjoin(t, here))
        return out

    def say(self, ctx: Context) -> str:
        word = "highest" if self.op == "top" else "lowest"
        among = "" if isinstance(self.where, AllRows) else f" among rows where {self.where.say(ctx)}"
        return f"{self.column} is one of the {self.count} {word}{among}"


def rows(where: FilterNode, ctx: Context) -> str:
    """The tail of a phrase that says which rows are meant."""
    return "" if isinstance(where, AllRows) else f" where {where.say(ctx)}"


Filter = Annotated[
    AllRows
    | Leaf
    | TextIs
    | NumberIs
    | DayIs
    | Present
    | NotFilter
    | AndFilter
    | OrFilter
    | ExtremeRows
    | PlacedRows
    | BestRows,
    Field(discriminator="op"),
]
FILTERS: tuple[type[FilterNode], ...] = (
    AllRows,
    Leaf,
    TextIs,
    NumberIs,
    DayIs,
    Present,
    NotFilter,
    AndFilter,
    OrFilter,
    ExtremeRows,
    PlacedRows,
    BestRows,
)
