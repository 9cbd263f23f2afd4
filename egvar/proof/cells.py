"""The cells of a table as leaves of a proof tree.

May import: the standard library, `egvar.source`, `egvar.tools`, `egvar.challenge`, `egvar.kernel`, `egvar.proof.tree`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import lru_cache

from egvar.challenge.statement import AttestedColumn, column_of
from egvar.kernel.term import Name, show_name
from egvar.proof.tree import Conclusion, Evidence, Key, Resolver, resolved
from egvar.source.cell import Cell, Kind
from egvar.source.source import Source
from egvar.tools.base import ColumnNode, ColumnRef, Context, FilterNode, Node, Truth, show_exact
from egvar.tools.queries.columns import Previous

Place = tuple[int, int]
"""A view code and a row index, as in `Context.used`."""


def value_of(cell: Cell) -> str:
    """The exact value of a cell as text."""
    return show_exact(cell.number) if cell.number is not None else cell.text


class Leaves:
    """Makes one leaf of each cell, however many steps and readings use it.

    A leaf is `verified` where the proof reaches the axiom that attests its column, in the reading that it is read by.
    """

    def __init__(
        self, columns: tuple[AttestedColumn, ...], reached: Collection[Name], resolver: Resolver | None = None
    ) -> None:
        self._resolver = resolver
        self._attested = {
            (a.observation.bytes_digest, a.observation.reading_digest, a.observation.view): a for a in columns
        }
        self._reached = reached
        self._count = 0
        self.steps: dict[Key, Conclusion | Evidence] = {}

    def keys(self, source: Source, places: Collection[Place]) -> tuple[Key, ...]:
        """The leaves of these cells, in the table's order."""
        return tuple(dict.fromkeys(self._leaf(source, code, row) for row, code in sorted((r, c) for c, r in places)))

    def _leaf(self, source: Source, code: int, row: int) -> Key:
        column = column_of(source, code)
        cell, number = column.cells[row], source.row_numbers[row]
        key = ("cell", source.bytes_digest, code, number, cell)
        if key in self.steps:
            return key
        attested = self._attested.get((source.bytes_digest, source.reading_digest, code))
        provenance: dict[str, object] = {
            "source": "table",
            "table": source.name.rsplit("/", 1)[-1],
            "source_sha256": source.bytes_digest,
            "reading_sha256": source.reading_digest,
            "row": number,
            "column": column.label,
            "raw": cell.raw,
            "digest": hashlib.sha256(cell.raw.encode("utf-8", "surrogatepass")).hexdigest(),
            "verified": attested is not None and attested.axiom in self._reached,
        }
        if attested is not None:
            provenance["observation"] = attested.observation.number
            provenance["axiom"] = show_name(attested.axiom)
            provenance["column_digest"] = attested.observation.digest
        extra = {"value": value_of(cell), "unit": cell.unit, "entity": entity(source, row)}
        self._count += 1
        tag = ("obs_tag", f"OBS-{self._count}")
        if self._resolver is not None:
            provenance = resolved(provenance, provenance | dict([tag]), self._resolver)
        fact = f'row {number}, "{column.label}": “{cell.raw}”'
        args = (column.label, number, cell.raw)
        self.steps[key] = Evidence("cell", fact, "cell", args, Fraction(1), tag, provenance, extra)
        return key


def entity(source: Source, row: int) -> str:
    """What a row is about: its first text, or its first cell where it has none."""
    cells = [c.cells[row] for c in source.columns]
    named = next((c for c in cells if c.kind is Kind.TEXT), cells[0] if cells else None)
    return named.text if named is not None else ""


def rows_of(mask: list[Truth]) -> list[int]:
    """The indices of the rows that are meant."""
    return [i for i, t in enumerate(mask) if t is Truth.YES]


def behind(ctx: Context, column: ColumnRef | ColumnNode, row: int) -> Iterator[Place]:
    """The cells of the file that the cell of a column in a row is made of."""
    if isinstance(column, ColumnRef):
        yield ctx.code(column), row
    elif isinstance(column, Previous):
        yield ctx.code(column.key), row
        for other in _before(ctx, column, row):
            yield ctx.code(column.key), other
            yield from behind(ctx, column.of, other)
    else:
        for part in column.parts():
            yield from behind(ctx, part, row)


def _before(ctx: Context, column: Previous, row: int) -> list[int]:
    cells = ctx.column(column.key).cells
    number = cells[row].number
    return [] if number is None else _places(cells).get(number - 1, [])


@lru_cache(maxsize=16)
def _places(cells: tuple[Cell, ...]) -> dict[Fraction, list[int]]:
    out: dict[Fraction, list[int]] = {}
    for i, c in enumerate(cells):
        if c.number is not None:
            out.setdefault(c.number, []).append(i)
    return out


def given(ctx: Context, column: ColumnRef | ColumnNode, rows: list[int]) -> set[Place]:
    """The cells behind those of `rows` in a column that have a value."""
    cells = ctx.column(column).cells
    return {place for i in rows if cells[i].kind is not Kind.NULL for place in behind(ctx, column, i)}


def columns_in(node: Node) -> Iterator[ColumnRef | ColumnNode | None]:
    """The columns that a node reads itself or through the nodes below; None for the one that stands for all rows."""
    for name, kind in node.signature:
        if kind == "first":
            yield None
        elif kind == "col":
            yield getattr(node, name)
    for child in node.children():
        yield from columns_in(child)


def deciding(ctx: Context, node: FilterNode, rows: list[int]) -> set[Place]:
    """The cells that decide that `rows` are meant: those of its columns in these rows, and what it compared them to.

    That no row is meant rests on every row.
    """
    own = Context(ctx.source, ctx.strict)
    node.mask(own)
    out = {(code, i) for code, i in own.used if code >= 0}
    columns = list(dict.fromkeys(columns_in(node)))
    named = [c for c in columns if c is not None]
    rows = rows or list(range(ctx.source.n_rows))
    for column in named:
        out |= {place for i in rows for place in behind(ctx, column, i)}
    return out if named else {(0, i) for i in rows}
