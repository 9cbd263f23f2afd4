"""Columns of a source as kernel terms: what an observation attests.

May import: the standard library, `egvar.source`, `egvar.kernel`.

A column is a definition of its own, its cells in chunks of `CHUNK`, each chunk ending in the next: terms and texts
stay shallow however long the column is.
"""

from __future__ import annotations

import math
from fractions import Fraction

from egvar.challenge.terms import Builder, text_code
from egvar.kernel.term import Definition, Expr, Name
from egvar.source.cell import Cell, Kind
from egvar.source.source import Column

CHUNK = 128


def denominator(column: Column) -> int:
    """The least common denominator of the column's numbers."""
    return math.lcm(*{c.number.denominator for c in column.cells if c.kind is Kind.NUMBER and c.number is not None})


def cell_term(b: Builder, cell: Cell, den: int) -> Expr:
    """The `EgVar.Cell` of a cell in a column with this denominator."""
    match cell.kind:
        case Kind.NULL:
            return b.call("EgVar.Cell.null")
        case Kind.UNREADABLE:
            return b.call("EgVar.Cell.unreadable", b.nat(text_code(cell.text)))
        case Kind.TEXT:
            return b.call("EgVar.Cell.text", b.nat(text_code(cell.text)))
        case Kind.NUMBER:
            assert isinstance(cell.number, Fraction)
            scaled = cell.number * den
            assert scaled.denominator == 1
            which = "EgVar.Cell.num" if scaled >= 0 else "EgVar.Cell.neg"
            return b.call(which, b.nat(abs(scaled.numerator)))
        case Kind.DATE:
            assert cell.date is not None
            return b.call("EgVar.Cell.date", b.nat(cell.date))


def unit_code(column: Column) -> int:
    """The text code of the column's unit; 0 for none, 1 where cells differ in their units."""
    if column.mixed_units:
        return 1
    return text_code(column.unit) if column.unit else 0


def column_definitions(b: Builder, column: Column, at: Name) -> list[Definition]:
    """Definitions of the column's chunks, last first, and of the column itself under the name `at`."""
    den = denominator(column)
    cell_type = b.terms.const("EgVar.Cell")
    list_type = b.list_of(cell_type)
    cells = column.cells
    out: list[Definition] = []
    rest: Expr | None = None
    for start in reversed(range(0, len(cells), CHUNK)):
        items = [cell_term(b, c, den) for c in cells[start : start + CHUNK]]
        chunk: Name = (*at, f"rows{start}")
        out.append(Definition(chunk, (), list_type, b.list(cell_type, items, rest), "abbrev", "safe", (chunk,)))
        rest = b.terms.const(chunk)
    body = rest if rest is not None else b.list(cell_type, [])
    value = b.call("EgVar.Col.mk", b.nat(den), b.nat(unit_code(column)), body)
    out.append(Definition(at, (), b.terms.const("EgVar.Col"), value, "abbrev", "safe", (at,)))
    return out
