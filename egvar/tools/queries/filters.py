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
)
from egvar.tools.queries.columns import ColumnExpr
from egvar.tools.say import escaped

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


def sure(mask: list[Truth]) -> list[Truth]:
    """The rows known to be meant."""
    return [Truth.NO if t is Truth.UNKNOWN else t for t in mask]


def possible(mask: list[Truth]) -> list[Truth]:
    """The rows that may be meant."""
    return [Truth.YES if t is Truth.UNKNOWN else t for t in mask]


def compared(column: Column, kind: Kind, holds: Callable[[Cell], bool]) -> list[Truth]:
    """`holds` for each cell of `kind`; a text does not, a missing cell is unknown, anything else unreadable."""
    other = {Kind.TEXT: Truth.NO, Kind.NULL: Truth.UNKNOWN}
    return [of_bool(holds(c)) if c.kind is kind else other.get(c.kind, Truth.UNREADABLE) for c in column.cells]


class AllRows(FilterNode):
    """Every row."""

    op: Literal["all_rows"] = "all_rows"
    lean: ClassVar[str] = "EgVar.Filter.all"
    signature: ClassVar = (("", "first"),)
    phrase: ClassVar[str] = "all rows"

    def mask(self, ctx: Context) -> list[Truth]:
        return [Truth.YES] * ctx.source.n_rows


class Leaf(FilterNode):
    """Rows that are no totals of others and no headings, as the structure of the table says."""

    op: Literal["leaf"] = "leaf"
    lean: ClassVar[str] = "EgVar.Filter.leaf"
    signature: ClassVar = (("", "kinds"),)
    phrase: ClassVar[str] = "the row is no total"

    def mask(self, ctx: Context) -> list[Truth]:
        return [of_bool(c.number == 0) for c in ctx.kinds().cells]


class TextIs(FilterNode):
    """Rows whose cell in `column` is exactly the text `value`. A missing cell is unknown."""

    op: Literal["text_is"] = "text_is"
    column: ColumnRef
    value: str
    lean: ClassVar[str] = "EgVar.Filter.textIs"
    signature: ClassVar = (("column", "col"), ("value", "text"))
    phrase: ClassVar[str] = "{column} is {value}"

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


class NumberIs(FilterNode):
    """Rows whose number in `column` compares to `value` by `cmp`. Missing leaves it open, a text is no number."""

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
    phrase: ClassVar[str] = "{column} {=} {value}{unit}"
    words: ClassVar[dict[str, str]] = WORDS

    def derived(self, name: str, ctx: Context) -> str:
        unit = ctx.column(self.column).unit
        return f" {escaped(unit, '“”')}" if unit else ""

    def mask(self, ctx: Context) -> list[Truth]:
        ctx.require_one_unit(self.column)
        test = TESTS[self.cmp]
        return compared(ctx.column(self.column), Kind.NUMBER, lambda c: test(c.number, self.value))


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
    phrase: ClassVar[str] = "{column} is {=}{value}"
    words: ClassVar[dict[str, str]] = {"=": "", "<=": "not after ", ">=": "not before "}

    @field_validator("value")
    @classmethod
    def _iso(cls, value: str) -> str:
        day_ordinal(value)
        return value

    def mask(self, ctx: Context) -> list[Truth]:
        test, day = TESTS[self.cmp], day_ordinal(self.value)
        return compared(ctx.column(self.column), Kind.DATE, lambda c: test(c.date, day))


class Present(FilterNode):
    """Rows whose cell in `column` is not empty."""

    op: Literal["present"] = "present"
    column: ColumnRef
    lean: ClassVar[str] = "EgVar.Filter.present"
    signature: ClassVar = (("column", "col"),)
    phrase: ClassVar[str] = "{column} is given"

    def mask(self, ctx: Context) -> list[Truth]:
        return [of_bool(c.kind is not Kind.NULL) for c in ctx.column(self.column).cells]


class NotFilter(FilterNode):
    """Rows that are not in `of`; a row that is unknown there stays unknown."""

    op: Literal["not"] = "not"
    of: Filter
    lean: ClassVar[str] = "EgVar.Filter.not"
    signature: ClassVar = (("of", "filter"),)
    phrase: ClassVar[str] = "not ({of})"

    def mask(self, ctx: Context) -> list[Truth]:
        return [negate(t) for t in self.of.mask(ctx)]


class AndFilter(FilterNode):
    """Rows in both."""

    op: Literal["and"] = "and"
    left: Filter
    right: Filter
    lean: ClassVar[str] = "EgVar.Filter.and"
    signature: ClassVar = (("left", "filter"), ("right", "filter"))
    phrase: ClassVar[str] = "{left} and {right}"

    def is_compound(self) -> bool:
        return True

    def mask(self, ctx: Context) -> list[Truth]:
        return [conjoin(a, b) for a, b in zip(self.left.mask(ctx), self.right.mask(ctx), strict=True)]


class OrFilter(FilterNode):
    """Rows in one of the two, or in both."""

    op: Literal["or"] = "or"
    left: Filter
    right: Filter
    lean: ClassVar[str] = "EgVar.Filter.or"
    signature: ClassVar = (("left", "filter"), ("right", "filter"))
    phrase: ClassVar[str] = "{left} or {right}"

    def is_compound(self) -> bool:
        return True

    def mask(self, ctx: Context) -> list[Truth]:
        pairs = zip(self.left.mask(ctx), self.right.mask(ctx), strict=True)
        return [negate(conjoin(negate(a), negate(b))) for a, b in pairs]


class ExtremeRows(FilterNode):
    """Among the rows of `where`, those with the greatest or least number in `column`: all of them, ties are sets. A row
    without a number is none of them."""

    op: Literal["highest", "lowest"]
    column: ColumnExpr
    where: Filter = AllRows()
    variant: ClassVar[str] = "op"
    lean: ClassVar[dict[str, str]] = {"highest": "EgVar.argmax", "lowest": "EgVar.argmin"}
    signature: ClassVar = (("column", "col"), ("where", "filter"))
    phrase: ClassVar[str] = "{column} is the {=}{where| among rows where }"
    words: ClassVar[dict[str, str]] = {"highest": "highest", "lowest": "lowest"}

    def is_compound(self) -> bool:
        return not isinstance(self.where, AllRows)

    def mask(self, ctx: Context) -> list[Truth]:
        rows = self.where.mask(ctx)
        best = ctx.extreme(self.column, rows, self.op == "highest", self.where)
        here = compared(ctx.column(self.column), Kind.NUMBER, lambda c: c.number == best)
        given = [of_bool(c.kind is not Kind.NULL) for c in ctx.column(self.column).cells]
        return [conjoin(t, conjoin(g, h)) for t, g, h in zip(rows, given, here, strict=True)]


class PlacedRows(FilterNode):
    """Among the rows of `where`, the first or last `count` from the top of the table. No value if there are fewer, or
    if a row before the last of them may be meant or not."""

    op: Literal["first", "last"]
    count: int = Field(ge=1, le=100_000)
    where: Filter = AllRows()
    variant: ClassVar[str] = "op"
    lean: ClassVar[dict[str, str]] = {"first": "EgVar.Rank.first", "last": "EgVar.Rank.last"}
    signature: ClassVar = (("where", "filter"), ("count", "nat"))
    phrase: ClassVar[str] = "the row is one of the {=} {count} of the table{where| among those where }"
    words: ClassVar[dict[str, str]] = {"first": "first", "last": "last"}

    def is_compound(self) -> bool:
        return not isinstance(self.where, AllRows)

    def mask(self, ctx: Context) -> list[Truth]:
        mask = self.where.mask(ctx)
        require_decided(mask)
        order = range(len(mask)) if self.op == "first" else range(len(mask) - 1, -1, -1)
        kept: set[int] = set()
        for i in order:
            if len(kept) == self.count:
                break
            if mask[i] is Truth.UNKNOWN:
                raise ctx.open_row(i, self.where)
            if mask[i] is Truth.YES:
                kept.add(i)
        if len(kept) < self.count:
            raise NoValue("not_in_table", f"{self.count} rows were asked for, there are {len(kept)}")
        return [of_bool(i in kept) for i in range(len(mask))]


class BestRows(FilterNode):
    """Among the rows of `where`, the `count` with the greatest or least numbers in `column`. No value if a tie, or a
    row that may be meant or not, leaves open which they are."""

    op: Literal["top", "bottom"]
    column: ColumnExpr
    count: int = Field(ge=1, le=100_000)
    where: Filter = AllRows()
    variant: ClassVar[str] = "op"
    lean: ClassVar[dict[str, str]] = {"top": "EgVar.Rank.top", "bottom": "EgVar.Rank.bottom"}
    signature: ClassVar = (("column", "col"), ("where", "filter"), ("count", "nat"))
    phrase: ClassVar[str] = "{column} is one of the {count} {=}{where| among rows where }"
    words: ClassVar[dict[str, str]] = {"top": "highest", "bottom": "lowest"}

    def is_compound(self) -> bool:
        return not isinstance(self.where, AllRows)

    def mask(self, ctx: Context) -> list[Truth]:
        rows = self.where.mask(ctx)
        numbers = sorted(ctx.numbers(self.column, sure(rows)), reverse=self.op == "top")
        if len(numbers) < self.count:
            raise NoValue("not_in_table", f"{self.count} rows were asked for, {len(numbers)} have a number")
        last = numbers[self.count - 1]
        if len(numbers) > self.count and numbers[self.count] == last:
            raise NoValue("ambiguous", f"several rows share place {self.count} of {self.column}")
        cells = ctx.column(self.column).cells
        if Truth.UNKNOWN in rows:
            ctx.numbers(self.column, possible(rows))
            for i, (t, c) in enumerate(zip(rows, cells, strict=True)):
                if t is Truth.UNKNOWN and c.number is not None and not self._beats(last, c.number):
                    raise ctx.open_row(i, self.where)
        return [of_bool(t is Truth.YES and not self._beats(last, c.number)) for t, c in zip(rows, cells, strict=True)]

    def _beats(self, a: Fraction, b: Fraction | None) -> bool:
        """Whether `a` is the better number, `b` not being one counting as the worst."""
        return b is None or (a > b if self.op == "top" else a < b)


def rows(where: FilterNode, ctx: Context) -> str:
    """The tail of a phrase that says which rows are meant."""
    said = where.say(ctx)
    return "" if isinstance(where, AllRows) else f" where ({said})" if where.is_compound() else f" where {said}"


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
