"""Whether a goal says anything about the table: a value that no change of the table changes is vacuous.

May import: the standard library, `egvar.source`, `egvar.tools`.

The perturbations are deterministic: numbers shifted, scaled, negated and permuted, texts permuted, rows dropped and
doubled. A goal whose value is the same under all of them (where it has one at all) is refused as `vacuous`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from egvar.source.cell import Cell, Kind
from egvar.source.source import Column, Source
from egvar.tools.base import ClaimNode, Context, Node, NoValue


def value_of(node: Node, ctx: Context) -> object:
    """The Python value of a claim, number or set, such that equal values are equal objects. Raises NoValue."""
    if isinstance(node, ClaimNode):
        return node.holds(ctx)
    value = node.value(ctx)  # type: ignore[attr-defined]
    if isinstance(value, tuple):
        return frozenset((c.kind, c.number, c.date, c.text if c.number is None else "") for c in value)
    return value


def is_vacuous(node: Node, source: Source) -> bool:
    """Whether no perturbation of `source` gives `node` another value. Raises NoValue if it has none as things are."""
    value = value_of(node, Context(source))
    for changed in perturbations(source):
        try:
            if value_of(node, Context(changed, strict=False)) != value:
                return False
        except NoValue:
            continue
    return True


def perturbations(source: Source) -> Iterator[Source]:
    """Changed copies of the table. They keep the source's identity and are for evaluation only."""
    n = source.n_rows
    for column in source.columns:
        if column.kind is Kind.NUMBER:
            for change in _NUMBER_CHANGES:
                yield _with(source, column, change)
            size = max((abs(c.number) for c in column.cells if c.number is not None), default=Fraction(0))
            for row in range(min(n, 24)):
                for extreme in (size * 1000 + 1000003, -size * 1000 - 1000003):
                    yield _with(source, column, _at(row, extreme))
        yield _permuted(source, column, 1)
        yield _permuted(source, column, n // 2)
    for row in range(min(n, 24)):
        yield _rows(source, [i for i in range(n) if i != row])
        yield _rows(source, [*range(n), row])


_NUMBER_CHANGES: tuple[Callable[[int, Fraction], Fraction], ...] = (
    lambda i, x: x + 1,
    lambda i, x: x - 1,
    lambda i, x: -x,
    lambda i, x: x * 1000 + 7,
    lambda i, x: x / 1009,
    lambda i, x: x + i * i * 13 + 1,
    lambda i, x: x * (1 + i % 5) - i,
    lambda i, x: Fraction((i * 7919 + 13) % 1009),
)


def _at(row: int, value: Fraction) -> Callable[[int, Fraction], Fraction]:
    return lambda i, x: value if i == row else x


def _renumber(c: Cell, x: Fraction) -> Cell:
    return replace(c, number=x, text=str(x), raw=str(x))


def _with(source: Source, column: Column, change: Callable[[int, Fraction], Fraction]) -> Source:
    cells = tuple(
        _renumber(c, change(i, c.number)) if c.kind is Kind.NUMBER and c.number is not None else c
        for i, c in enumerate(column.cells)
    )
    return _replace_column(source, replace(column, cells=cells))


def _permuted(source: Source, column: Column, by: int) -> Source:
    cells = column.cells
    return _replace_column(source, replace(column, cells=cells[by:] + cells[:by]))


def _replace_column(source: Source, column: Column) -> Source:
    return replace(source, columns=tuple(column if c.index == column.index else c for c in source.columns))


def _rows(source: Source, keep: list[int]) -> Source:
    columns = tuple(replace(c, cells=tuple(c.cells[i] for i in keep)) for c in source.columns)
    return replace(source, columns=columns, row_numbers=tuple(source.row_numbers[i] for i in keep))
