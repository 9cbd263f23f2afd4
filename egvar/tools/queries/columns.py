"""Columns made from columns, row by row. Lean meaning: `lean/EgVar/Query/Derive.lean`.

May import: what `egvar.tools.base` may.

A row in which a part is missing has no value; one in which a part is no number is unreadable, so that an aggregate
over it names the cell instead of passing over it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Discriminator, Tag

from egvar.source.cell import Cell, Kind
from egvar.source.source import Column
from egvar.tools.base import ColumnNode, ColumnRef, Context, NoValue


def derived(label: str, unit: str | None, cells: list[Cell]) -> Column:
    """A column that is in no file: index -1, its label a phrase."""
    return Column(-1, label, label, Kind.NUMBER, unit, False, tuple(cells))


def zipped(a: Cell, b: Cell, f: Callable[[Fraction, Fraction], Fraction | None]) -> Cell:
    """`f` of two numbers; missing where a part is missing, unreadable where one is no number or `f` has no value."""
    raw = f"{a.raw} … {b.raw}"
    if Kind.NULL in (a.kind, b.kind):
        return Cell(Kind.NULL, raw, "", form="derived")
    value = f(a.number, b.number) if a.number is not None and b.number is not None else None
    if value is None:
        return Cell(Kind.UNREADABLE, raw, "", form="derived")
    return Cell(Kind.NUMBER, raw, raw, value, None, None, "derived")


class _Zip(ColumnNode):
    left: Any
    right: Any
    sign: ClassVar[str]
    signature: ClassVar = (("left", "col"), ("right", "col"))
    phrase: ClassVar[str] = "({left} {sign} {right})"

    def parts(self) -> tuple[Any, ...]:
        return (self.left, self.right)

    def number(self, a: Fraction, b: Fraction) -> Fraction | None:
        raise NotImplementedError

    def derived(self, name: str, ctx: Context) -> str:
        return self.sign

    def unit(self, a: Column, b: Column) -> str | None:
        """The unit of the result. Raises NoValue where two units cannot go together."""
        if "?" not in (a.unit, b.unit) and a.unit != b.unit:
            raise NoValue("mixed_units", f"{self} mixes the units {a.unit or 'none'} and {b.unit or 'none'}")
        return a.unit if a.unit == b.unit else "?"

    def column(self, ctx: Context) -> Column:
        a, b = ctx.column(self.left), ctx.column(self.right)
        for part, column in ((self.left, a), (self.right, b)):
            if column.mixed_units:
                ctx.require_one_unit(part)
        cells = [zipped(x, y, self.number) for x, y in zip(a.cells, b.cells, strict=True)]
        return derived(str(self), self.unit(a, b), cells)

    def __str__(self) -> str:
        return f"({self.left} {self.sign} {self.right})"


class AddColumns(_Zip):
    """left + right in each row"""

    op: Literal["add_columns"] = "add_columns"
    left: ColumnExpr
    right: ColumnExpr
    sign: ClassVar[str] = "+"
    lean: ClassVar[str] = "EgVar.Derive.add"

    def number(self, a: Fraction, b: Fraction) -> Fraction:
        return a + b


class SubtractColumns(_Zip):
    """left − right in each row"""

    op: Literal["subtract_columns"] = "subtract_columns"
    left: ColumnExpr
    right: ColumnExpr
    sign: ClassVar[str] = "−"
    lean: ClassVar[str] = "EgVar.Derive.sub"

    def number(self, a: Fraction, b: Fraction) -> Fraction:
        return a - b


class MultiplyColumns(_Zip):
    """left × right in each row"""

    op: Literal["multiply_columns"] = "multiply_columns"
    left: ColumnExpr
    right: ColumnExpr
    sign: ClassVar[str] = "×"
    lean: ClassVar[str] = "EgVar.Derive.mul"

    def number(self, a: Fraction, b: Fraction) -> Fraction:
        return a * b

    def unit(self, a: Column, b: Column) -> str | None:
        return "?"


class DivideColumns(_Zip):
    """left ÷ right in each row; unreadable where the divisor is 0"""

    op: Literal["divide_columns"] = "divide_columns"
    left: ColumnExpr
    right: ColumnExpr
    sign: ClassVar[str] = "÷"
    lean: ClassVar[str] = "EgVar.Derive.div"

    def number(self, a: Fraction, b: Fraction) -> Fraction | None:
        return a / b if b else None

    def unit(self, a: Column, b: Column) -> str | None:
        return "?"


class Previous(ColumnNode):
    """The number of the one row whose `key` is one less, such as the year before; missing where there is none."""

    op: Literal["previous"] = "previous"
    of: ColumnExpr
    key: ColumnRef
    lean: ClassVar[str] = "EgVar.Derive.previous"
    signature: ClassVar = (("of", "col"), ("key", "col"))
    phrase: ClassVar[str] = "({of} of the row whose {key} is one less)"

    def parts(self) -> tuple[Any, ...]:
        return (self.of, self.key)

    def column(self, ctx: Context) -> Column:
        of, key = ctx.column(self.of), ctx.column(self.key)
        rows: dict[Fraction, list[int]] = {}
        for i, c in enumerate(key.cells):
            if c.number is not None:
                rows.setdefault(c.number, []).append(i)
        undecided = any(c.kind in (Kind.UNREADABLE, Kind.DATE) for c in key.cells)
        broken = Cell(Kind.UNREADABLE, "", "", form="derived")
        cells = []
        for c in key.cells:
            if c.kind in (Kind.NULL, Kind.TEXT):
                cells.append(Cell(Kind.NULL, "", "", form="derived"))
            elif c.number is None or undecided:
                cells.append(broken)
            else:
                at = rows.get(c.number - 1, [])
                cells.append(
                    of.cells[at[0]] if len(at) == 1 else broken if at else Cell(Kind.NULL, "", "", form="derived")
                )
        return Column(-1, str(self), str(self), Kind.NUMBER, of.unit, of.mixed_units, tuple(cells))

    def __str__(self) -> str:
        return f"({self.of} of the row whose {self.key} is one less)"


def _which(value: Any) -> str:
    if isinstance(value, dict):
        return str(value.get("op", "column"))
    return str(getattr(value, "op", "column"))


ColumnExpr = Annotated[
    Annotated[ColumnRef, Tag("column")]
    | Annotated[AddColumns, Tag("add_columns")]
    | Annotated[SubtractColumns, Tag("subtract_columns")]
    | Annotated[MultiplyColumns, Tag("multiply_columns")]
    | Annotated[DivideColumns, Tag("divide_columns")]
    | Annotated[Previous, Tag("previous")],
    Discriminator(_which),
]
COLUMNS: tuple[type[ColumnNode], ...] = (AddColumns, SubtractColumns, MultiplyColumns, DivideColumns, Previous)
