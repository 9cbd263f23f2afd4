"""Whether a goal says anything about the table: a value that no change of the table changes is vacuous.

May import: the standard library, `egvar.source`, `egvar.tools`.

The perturbations are deterministic: numbers shifted, scaled, negated and permuted, texts permuted, rows dropped and
doubled.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

from egvar.source.cell import Cell, Kind
from egvar.source.source import Column, Source
from egvar.tools.base import ClaimNode, ColumnRef, Context, Node, NoValue, Truth, day_ordinal
from egvar.tools.queries.claims import AllHave, Among, AndClaim, Compare, NotClaim, Only, OrClaim, Rounds
from egvar.tools.queries.filters import DayIs, NumberIs, TextIs


def value_of(node: Node, ctx: Context) -> object:
    """The Python value of a claim, number or set, such that equal values are equal objects. Raises NoValue."""
    if isinstance(node, ClaimNode):
        return node.holds(ctx)
    value = node.value(ctx)  # type: ignore[attr-defined]
    if isinstance(value, tuple):
        return frozenset(_comparable_cell(c) for c in value)
    return value


def _comparable_cell(c: Cell) -> tuple[object, ...]:
    return c.kind, c.number, c.date, c.text if c.number is None else ""


def is_vacuous(node: Node, source: Source) -> bool:
    """Whether `node` says nothing about the table. Raises NoValue if it has no value as things are.

    A number or a set is vacuous if no perturbation changes it. A claim is vacuous if it comes out the same under every
    perturbation, and under every outcome of its equations whose two sides do change: an equation that fails on this
    table will hardly come to hold on a random one, yet it speaks about the table. More outcomes never become fewer, so
    that the first change after which there are two ends the search.
    """
    used = Context(source)
    seen = {value_of(node, used)}
    atoms = list(dict.fromkeys(_equations(node)))[:MAX_FREE]
    sides = [_try(a, Context(source)) for a in atoms]
    free: set[Node] = set()
    for changed in perturbations(source, {code // 64 for code in used.views} or {0}, wanted(node, source)):
        freed = {
            a
            for a, side in zip(atoms, sides, strict=True)
            if a not in free and _try(a, Context(changed, strict=False)) not in (side, None)
        }
        free |= freed
        if freed and isinstance(node, ClaimNode) and _either_way(node, source, free):
            return False
        try:
            seen.add(value_of(node, Context(changed, strict=False)))
        except NoValue:
            continue
        if len(seen) > 1:
            return False
    return not (isinstance(node, ClaimNode) and _either_way(node, source, free))


def _either_way(claim: ClaimNode, source: Source, free: set[Node]) -> bool:
    """Whether the claim comes out true under one outcome of the equations in `free`, and false under another."""
    outcomes = set()
    for bits in product((True, False), repeat=len(free)):
        outcomes.add(_truth(claim, Context(source), dict(zip(free, bits, strict=True))))
        if {True, False} <= outcomes:
            return True
    return False


MAX_FREE = 8


def _equations(node: Node) -> Iterator[Node]:
    """The atoms of a claim that a random table will hardly make true."""
    if isinstance(node, Rounds | Only | Among | AllHave) or (isinstance(node, Compare) and node.cmp in ("=", "!=")):
        yield node
    elif isinstance(node, ClaimNode):
        for child in node.children():
            yield from _equations(child)


def _try(atom: Node, ctx: Context) -> object:
    """What an equation is about: the difference of its sides, the number, the set, or how many rows comply."""
    try:
        if isinstance(atom, Compare):
            return tuple(x - y for x, y in zip(atom.left.bounds(ctx), atom.right.bounds(ctx), strict=True))
        if isinstance(atom, Rounds):
            return atom.of.bounds(ctx)
        if isinstance(atom, Only | Among):
            return tuple(frozenset(_comparable_cell(c) for c in cells) for cells in atom.of.span(ctx))
        assert isinstance(atom, AllHave)
        where, have = atom.where.mask(ctx), atom.have.mask(ctx)
        return sum(a is b is Truth.YES for a, b in zip(where, have, strict=True)) - where.count(Truth.YES)
    except NoValue:
        return None


def _truth(claim: Node, ctx: Context, forced: dict[Node, bool]) -> bool | None:
    """The claim's truth with some of its equations forced; None where it has none."""
    if claim in forced:
        return forced[claim]
    if isinstance(claim, NotClaim):
        inner = _truth(claim.of, ctx, forced)
        return None if inner is None else not inner
    if isinstance(claim, AndClaim | OrClaim):
        a, b = _truth(claim.left, ctx, forced), _truth(claim.right, ctx, forced)
        decisive = isinstance(claim, OrClaim)
        if decisive in (a, b):
            return decisive
        return None if None in (a, b) else not decisive
    try:
        return claim.holds(ctx) if isinstance(claim, ClaimNode) else None
    except NoValue:
        return None


def wanted(node: Node, source: Source) -> dict[int, list[Cell]]:
    """For each column, cells that would fulfil a condition of the goal, and cells that would not: a claim that some row
    is so and so speaks about the table, although shuffling it will hardly make one that is not there."""
    out: dict[int, list[Cell]] = {}
    stack = [node]
    while stack:
        n = stack.pop()
        stack.extend(n.children())
        if isinstance(n, TextIs | NumberIs | DayIs) and isinstance(n.column, ColumnRef):
            cells = (_cell(n, True), _cell(n, False))
            out.setdefault(source.column(n.column.name).index, []).extend(c for c in cells if c is not None)
    return out


def _cell(n: TextIs | NumberIs | DayIs, fulfils: bool) -> Cell | None:
    """A cell that fulfils a condition, or one that does not."""
    if isinstance(n, TextIs):
        text = n.value if fulfils else n.value + " otherwise"
        return Cell(Kind.TEXT, text, text)
    if isinstance(n, DayIs):
        away = 0 if fulfils else -1 if n.cmp == ">=" else 1
        ordinal = day_ordinal(n.value) + away
        return Cell(Kind.DATE, n.value, n.value, date=ordinal) if ordinal > 0 else None
    assert isinstance(n.column, ColumnRef)
    shift = {"<": -1, ">": 1}.get(n.cmp, 0) if fulfils else {">=": -1, "<=": 1, "=": 1}.get(n.cmp, 0)
    value = n.value + shift
    if n.column.part is None:
        return Cell(Kind.NUMBER, str(value), str(value), value)
    year, month, day = (int(value) if n.column.part == p else d for p, d in (("year", 2000), ("month", 1), ("day", 1)))
    try:
        ordinal = datetime.date(year, month, day).toordinal()
    except (ValueError, OverflowError):
        return None
    return Cell(Kind.DATE, str(value), str(value), date=ordinal)


def perturbations(source: Source, columns: set[int], fills: dict[int, list[Cell]] | None = None) -> Iterator[Source]:
    """Copies of the table with changes in the columns of these indices, and in its rows; `fills` are cells that a
    column is filled with, one by one, and all first and all last ones together. They keep the source's identity and are
    for evaluation only."""
    n = source.n_rows
    first = last = source
    for index, cells in (fills or {}).items():
        filled = [replace(source.columns[index], cells=(c,) * n) for c in cells]
        yield from (_replace_column(source, f) for f in filled)
        first, last = _replace_column(first, filled[0]), _replace_column(last, filled[-1])
    if fills:
        yield from (first, last)
    for column in (source.columns[i] for i in sorted(columns)):
        if column.kind is Kind.NUMBER:
            for change in _NUMBER_CHANGES:
                yield _with(source, column, change)
            size = max((abs(c.number) for c in column.cells if c.number is not None), default=Fraction(0))
            for row in range(min(n, 24)):
                for extreme in (size * 1000 + 1000003, -size * 1000 - 1000003):
                    yield _replace_column(source, _at(column, row, extreme))
        given = [c for c in column.cells if c.kind is not Kind.NULL]
        if given:  # one value throughout, however many there are
            yield _replace_column(source, replace(column, cells=(given[0],) * n))
        yield _permuted(source, column, 1)
        yield _permuted(source, column, n // 2)
    for row in range(min(n, 24)):
        yield _rows(source, [i for i in range(n) if i != row])
        yield _rows(source, [*range(n), row])


_NUMBER_CHANGES: tuple[Callable[[int, Fraction], Fraction], ...] = (
    lambda i, x: Fraction(5),
    lambda i, x: x + 1,
    lambda i, x: x - 1,
    lambda i, x: -x,
    lambda i, x: x * 1000 + 7,
    lambda i, x: x / 1009,
    lambda i, x: x + i * i * 13 + 1,
    lambda i, x: x * (1 + i % 5) - i,
    lambda i, x: Fraction((i * 7919 + 13) % 1009),
)


def _at(column: Column, row: int, value: Fraction) -> Column:
    """The column with this number in place of the one in `row`; another cell stays."""
    c = column.cells[row]
    if c.kind is not Kind.NUMBER or c.number is None:
        return column
    return replace(column, cells=(*column.cells[:row], _renumber(c, value), *column.cells[row + 1 :]))


def _renumber(c: Cell, x: Fraction) -> Cell:
    return Cell(c.kind, c.raw, c.text, x, c.unit, c.date, c.form)


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
