"""Goals and the structure of a table: total rows are no part of what they add up, rows of a statement add to nothing.

May import: the standard library, `egvar.goal`, `egvar.source`, `egvar.tools`.

The restriction is a part of the goal that is checked, so that paraphrase and kernel statement say it. A condition that
names a total row by its key (“All lines ran 5,300 trains”) still reads it.
"""

from __future__ import annotations

from typing import Any, TypeVar

from egvar.goal import ClaimGoal, Goal
from egvar.source.cell import Kind
from egvar.source.source import Source
from egvar.tools.base import ColumnRef, Context, FilterNode, Node, NoValue, Truth, show_exact
from egvar.tools.queries.claims import AllHave
from egvar.tools.queries.filters import (
    AllRows,
    AndFilter,
    BestRows,
    ExtremeRows,
    Leaf,
    NumberIs,
    OrFilter,
    PlacedRows,
    TextIs,
)
from egvar.tools.queries.numbers import CellOf, Sum, Values

N = TypeVar("N", bound=Node)
_NODES = ("filter", "number", "values", "span", "claim", "col")


def over_leaves(goal: Goal, source: Source) -> Goal:
    """The goal with every aggregate, count, superlative and quantifier over rows that are no settled totals and no
    headings. A goal over a table without them is as it was, and so is a restricted one. Raises GoalError."""
    structure = source.structure
    totals = {*structure.headings, *(t.row for t in structure.totals)}
    if not totals:
        return goal
    field = "claim" if isinstance(goal, ClaimGoal) else "ask"
    return goal.model_copy(update={field: _rewritten(getattr(goal, field), Context(source), totals)})


def _rewritten(node: N, ctx: Context, totals: set[int]) -> N:
    changes: dict[str, Any] = {}
    for name, kind in node.signature:
        child = getattr(node, name) if name else None
        if kind not in _NODES or not isinstance(child, Node):
            continue
        new: Node = _rewritten(child, ctx, totals)
        if name == "where" and isinstance(new, FilterNode):
            new = _restricted(new, ctx, totals)
        if new is not child:
            changes[name] = new
    return node.model_copy(update=changes) if changes else node


def _restricted(where: FilterNode, ctx: Context, totals: set[int]) -> FilterNode:
    if _is_over_leaves(where) or _names_totals(where, ctx, totals) or _names_others(where, ctx, totals):
        return where
    if isinstance(where, OrFilter) and any(_names_totals(w, ctx, totals) for w in (where.left, where.right)):
        sides = {"left": _restricted(where.left, ctx, totals), "right": _restricted(where.right, ctx, totals)}
        return where.model_copy(update=sides)
    return Leaf() if isinstance(where, AllRows) else AndFilter(left=Leaf(), right=where)  # type: ignore[arg-type]


def _is_over_leaves(where: FilterNode) -> bool:
    if isinstance(where, AndFilter):
        return _is_over_leaves(where.left) or _is_over_leaves(where.right)
    if isinstance(where, OrFilter):
        return _is_over_leaves(where.left) and _is_over_leaves(where.right)
    if isinstance(where, ExtremeRows | PlacedRows | BestRows):
        return _is_over_leaves(where.where)
    return isinstance(where, Leaf)


def _names_totals(where: FilterNode, ctx: Context, totals: set[int]) -> bool:
    """Whether only total rows have the entry that the condition asks for."""
    if isinstance(where, AndFilter):
        return _names_totals(where.left, ctx, totals) or _names_totals(where.right, ctx, totals)
    if isinstance(where, OrFilter):
        return _names_totals(where.left, ctx, totals) and _names_totals(where.right, ctx, totals)
    if isinstance(where, ExtremeRows | PlacedRows | BestRows):
        return _names_totals(where.where, ctx, totals)
    rows = _entry(where, ctx)
    return bool(rows) and rows <= totals


def _entry(where: FilterNode, ctx: Context) -> set[int]:
    """The rows that have the entry which an equation names: a text, or a number in the first column."""
    if isinstance(where, TextIs):
        cells = ctx.column(where.column).cells
        return {i for i, c in enumerate(cells) if c.kind is not Kind.NULL and c.text == where.value}
    if isinstance(where, NumberIs) and where.cmp == "=" and isinstance(where.column, ColumnRef):
        column = ctx.column(where.column)
        confirmed = {k for t in ctx.source.structure.totals for k in t.columns}
        if column.index == 0 and where.column.part is None and 0 not in confirmed:
            return {i for i, c in enumerate(column.cells) if c.number == where.value}
    return set()


def _names_others(where: FilterNode, ctx: Context, totals: set[int]) -> bool:
    """Whether the condition is made of entries alone, and says of every total row that it does not have them."""
    if not _is_entries(where):
        return False
    mask = where.mask(Context(ctx.source, strict=False))
    return all(mask[i] is Truth.NO for i in totals)


def _is_entries(where: FilterNode) -> bool:
    """Whether a condition is made of equations with entries alone, beside that a row is no total."""
    if isinstance(where, AndFilter) and isinstance(where.left, Leaf):
        return _is_entries(where.right)
    if isinstance(where, AndFilter | OrFilter):
        return _is_entries(where.left) and _is_entries(where.right)
    return isinstance(where, TextIs)


def require_additive(node: Node, source: Source) -> None:
    """Raises NoValue where rows of a statement are added up, averaged, counted or ranked: each is another measure. Rows
    that are asked for by their entries, one by one, are what a person wants together."""
    stack: list[Node] = [node] if source.structure.statement else []
    while stack:
        n = stack.pop()
        stack.extend(n.children())
        over = getattr(n, "where", None)
        if not isinstance(over, FilterNode) or isinstance(n, CellOf | Values | PlacedRows | AllHave):
            continue
        if not _is_entries(over):
            reason = source.structure_lines[0]
            raise NoValue("not_additive", f"{n.say(Context(source))}: {reason}")


def require_published(node: Node, source: Source) -> None:
    """Raises NoValue where a sum is over the rows that a total row adds up, and that row says another number: which of
    the two a person means by the total is not known."""
    totals = source.structure.totals
    stack: list[Node] = [node] if totals else []
    while stack:
        n = stack.pop()
        stack.extend(n.children())
        if isinstance(n, Sum) and isinstance(n.column, ColumnRef):
            _require_published(n, Context(source))


def _require_published(node: Sum, ctx: Context) -> None:
    try:
        column, mask = ctx.column(node.column), node.where.mask(ctx)
        value = node.value(ctx)
    except NoValue:
        return
    numbered = {i for i, c in enumerate(column.cells) if c.number is not None}
    rows = numbered & {i for i, t in enumerate(mask) if t is Truth.YES}
    structure = ctx.source.structure
    for t in structure.totals:
        said = column.cells[t.row].number
        if said is not None and said != value and rows == numbered & set(structure.leaves(t.row)):
            where = ctx.ref(column, t.row)
            adds = f"{node.say(ctx)} is {show_exact(value)}"
            raise NoValue("ambiguous", f"{adds}, but row {where.row}, their total, says {where.raw}", (where,))
