"""Columns held in one number each: which columns of a challenge are, and their terms.

May import: the standard library, `egvar.errors`, `egvar.source`, `egvar.tools`, `egvar.kernel`, `egvar.challenge`.

Row i of a packed column is in the bits from `lane` · i on. What such a column means is `lean/EgVar/Packed/Column.lean`:
`numCol` for numbers that are there and not negative, `signedCol` for numbers of either sign and missing cells (with a
second number that holds a tag for each row), `textCol` for texts, by their place in a list of the different ones. All
columns of a challenge have one lane width, or none is packed. They are, if the table is long, every column that the
goal reads is regular, and every query of the goal has a rule in `lean/EgVar/Packed`.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm
from typing import Literal

from egvar.challenge.terms import Builder, text_code
from egvar.kernel.term import Definition, Expr, Name
from egvar.source.cell import Kind
from egvar.source.parts import split_view_code
from egvar.source.source import Column, Source, view
from egvar.tools.base import ColumnRef, Context, Node
from egvar.tools.queries.arith import Abs, Add, Divide, Multiply, Number, Subtract
from egvar.tools.queries.claims import AndClaim, Compare, NotClaim, OrClaim, Rounds
from egvar.tools.queries.filters import AllRows, AndFilter, NotFilter, NumberIs, OrFilter, TextIs
from egvar.tools.queries.numbers import Count, Mean, Sum

MIN_ROWS = 500
MAX_TEXTS = 256
"""Different texts of a packed column, those that the goal compares it with included."""
MAX_LANE = 512

_PLAIN = (Compare, Rounds, AndClaim, OrClaim, NotClaim, Number, Add, Subtract, Multiply, Divide, Abs)
_MASKS = (AllRows, AndFilter, OrFilter, NotFilter)
Form = Literal["numbers", "signed", "texts"]


@dataclass(frozen=True)
class PackedColumn:
    """How a column is packed: `bits` is the length of its longest lane, `texts` what the lanes of texts mean."""

    form: Form
    lane: int
    rows: int
    bits: int
    den: int
    texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Use:
    """What a goal asks of a column: a form, and the constants that it compares the column with."""

    forms: frozenset[Form]
    texts: frozenset[str] = frozenset()
    numbers: frozenset[Fraction] = frozenset()


def packing(root: Node, sources: Iterable[Source]) -> tuple[Mapping[int, PackedColumn], ...] | None:
    """For each source how the views that the goal reads are packed; None if the challenge is made of lists."""
    found: list[dict[int, tuple[Column, _Use]]] = []
    for source in sources:
        if source.n_rows < MIN_ROWS:
            return None
        ctx = Context(source)
        uses: dict[int, _Use] = {}
        for asked in (*_uses(root, ctx), (ctx.row_view(root), _Use(frozenset(("numbers", "signed", "texts"))))):
            if asked is None:
                return None
            code, new = asked
            old = uses.get(code, new)
            uses[code] = _Use(old.forms & new.forms, old.texts | new.texts, old.numbers | new.numbers)
        found.append({code: (_column(source, code), u) for code, u in uses.items()})
    plans: list[dict[int, PackedColumn]] = []
    for columns in found:
        plan: dict[int, PackedColumn] = {}
        for code, (column, use) in columns.items():
            packed = _form(column, use)
            if packed is None:
                return None
            plan[code] = packed
        plans.append(plan)
    lane = max(p.lane for plan in plans for p in plan.values())
    if lane > MAX_LANE:
        return None
    return tuple(
        {c: PackedColumn(p.form, lane, p.rows, p.bits, p.den, p.texts) for c, p in plan.items()} for plan in plans
    )


def _column(source: Source, code: int) -> Column:
    index, part = split_view_code(code)
    return view(source, index, part)


def _uses(node: Node, ctx: Context) -> Iterator[tuple[int, _Use] | None]:
    """The columns that a goal reads and what for; None for a query that has no rule."""
    match node:
        case Sum() | Mean() if isinstance(node.column, ColumnRef):
            yield ctx.code(node.column), _Use(frozenset(("numbers", "signed")))
        case NumberIs() if isinstance(node.column, ColumnRef):
            yield ctx.code(node.column), _Use(frozenset(("numbers",)), numbers=frozenset((node.value,)))
        case TextIs():
            yield ctx.code(node.column), _Use(frozenset(("texts",)), texts=frozenset((node.value,)))
        case Count():
            pass
        case _ if not isinstance(node, _PLAIN + _MASKS):
            yield None
    for child in node.children():
        yield from _uses(child, ctx)


def _form(column: Column, use: _Use) -> PackedColumn | None:
    """How the column is packed, in a lane of its own width; None if it is not regular."""
    kinds = {c.kind for c in column.cells}
    rows = len(column.cells)
    if kinds == {Kind.TEXT} and "texts" in use.forms:
        texts = sorted({c.text for c in column.cells} | use.texts)
        if len(texts) > MAX_TEXTS or column.unit or column.mixed_units:
            return None
        bits = len(texts).bit_length()
        return PackedColumn("texts", _lane(bits, rows), rows, bits, 1, tuple(texts))
    if not kinds <= {Kind.NUMBER, Kind.NULL} or Kind.NUMBER not in kinds:
        return None
    numbers = {c.number for c in column.cells if c.number is not None}
    form: Form = "signed" if Kind.NULL in kinds or any(x < 0 for x in numbers) else "numbers"
    if form not in use.forms:
        if "signed" in use.forms and form == "numbers":
            form = "signed"
        else:
            return None
    den = lcm(*{x.denominator for x in numbers})
    bits = max(1, *(abs(int(x * den)).bit_length() for x in numbers))
    bound = max((lane_of(q, den) + 1 for q in use.numbers), default=0).bit_length()
    return PackedColumn(form, _lane(max(bits, bound, 2), rows), rows, bits, den)


def lane_of(q: Fraction, den: int) -> int:
    """The least whole number that is at least `q` in units of 1/`den`, and not negative."""
    return max(0, ceil(q * den))


def _lane(bits: int, rows: int) -> int:
    """The width of a lane that holds numbers of `bits` bits, such that `rows` of them can be added up in it."""
    needed = bits + rows.bit_length() + 2
    return next((w for w in (16, 32) if needed <= w), (needed + 63) // 64 * 64)


def packed_definitions(b: Builder, column: Column, how: PackedColumn, unit: int, at: Name) -> list[Definition]:
    """Definitions of the numbers that hold the column, and of the column itself under the name `at`."""
    nat = b.terms.const("Nat")

    def define(part: str, type_: Expr, value: Expr) -> Expr:
        n: Name = (*at, part)
        out.append(Definition(n, (), type_, value, "abbrev", "safe", (n,)))
        return b.terms.const(n)

    out: list[Definition] = []
    width, rows = lane_term(b, how.lane), b.nat(how.rows)
    if how.form == "texts":
        place = {text: i for i, text in enumerate(how.texts)}
        texts = define("texts", b.list_of(nat), b.list(nat, [b.nat(text_code(t)) for t in how.texts]))
        lanes = define("lanes", nat, b.nat(pack([place[c.text] for c in column.cells], how.lane)))
        value = b.call("Nat.Packed.textCol", b.call("Nat.Packed.at", texts), width, rows, lanes)
    else:
        scaled = [0 if c.number is None else int(c.number * how.den) for c in column.cells]
        lanes = define("lanes", nat, b.nat(pack([abs(x) for x in scaled], how.lane)))
        if how.form == "numbers":
            value = b.call("Nat.Packed.numCol", b.nat(how.den), b.nat(unit), width, rows, lanes)
        else:
            tags = [0 if c.number is None else 1 if x >= 0 else 2 for c, x in zip(column.cells, scaled, strict=True)]
            tagged = define("tags", nat, b.nat(pack(tags, how.lane)))
            value = b.call("Nat.Packed.signedCol", b.nat(how.den), b.nat(unit), width, rows, tagged, lanes)
    out.append(Definition(at, (), b.terms.const("EgVar.Col"), value, "abbrev", "safe", (at,)))
    return out


def lane_term(b: Builder, lane: int) -> Expr:
    """The width of a lane as the rules have it: one more than a number."""
    return b.call("Nat.succ", b.nat(lane - 1))


def pack(lanes: list[int], width: int) -> int:
    """The number that holds `lanes`, the first one lowest. Raises OverflowError for one that is too wide."""
    code = {16: "H", 32: "I", 64: "Q"}.get(width)
    if code is not None and array(code).itemsize * 8 == width:
        held = array(code, lanes)
        if sys.byteorder == "big":
            held.byteswap()
        return int.from_bytes(held.tobytes(), "little")
    return int.from_bytes(b"".join(x.to_bytes(width // 8, "little") for x in lanes), "little")
