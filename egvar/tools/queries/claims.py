"""Claims: statements that hold, fail, or have no value. Lean meaning: `lean/EgVar/Query/Claim.lean`.

May import: what `egvar.tools.base` may, and the other queries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator

from egvar.source.cell import Cell, Kind
from egvar.tools.base import (
    ClaimNode,
    Context,
    Node,
    NoValue,
    NumberNode,
    Truth,
    ValueConst,
    day_ordinal,
    require_decided,
    show_exact,
)
from egvar.tools.queries.arith import same_unit
from egvar.tools.queries.filters import TESTS, WORDS, AllRows, Filter, conjoin, negate
from egvar.tools.queries.numbers import Count, Distinct, NumberExpr, Values

Signature = tuple[tuple[str, str], ...]


def _ranged(constant: str) -> str:
    """The constant of a claim about numbers that are known within bounds."""
    return constant.replace("EgVar.Claim.", "EgVar.Range.")


def _open(claim: Compare | Rounds, ctx: Context) -> NoValue:
    """What to raise where a claim about counted rows depends on a missing or unreadable cell."""
    stack: list[Node] = [claim]
    found: list[NoValue] = []
    numbers = []
    while stack:
        node = stack.pop()
        if isinstance(node, NumberNode) and not isinstance(node, Count):
            stack.extend(node.children())
        elif isinstance(node, ClaimNode):
            stack.extend(reversed(node.children()))
        if isinstance(node, Count | Distinct):
            low, high = node.bounds(ctx)
            if low != high:
                mask = node.where.mask(ctx)
                found += [ctx.open_row(i, node.where) for i, t in enumerate(mask) if t not in (Truth.NO, Truth.YES)]
                numbers.append(f"{node.say(ctx)} is {show_exact(low)} to {show_exact(high)}")
    cells = tuple(dict.fromkeys(c for e in found for c in e.cells))[:8]
    why = "; ".join([*numbers, *(e.why for e in found[:3])])
    return NoValue("not_in_table", why, cells)


class Compare(ClaimNode):
    """left `cmp` right, exactly."""

    op: Literal["compare"] = "compare"
    left: NumberExpr
    cmp: Literal["=", "!=", "<", "<=", ">", ">="] = "="
    right: NumberExpr
    variant: ClassVar[str] = "cmp"
    lean: ClassVar[dict[str, str]] = {
        "=": "EgVar.Claim.eq",
        "!=": "EgVar.Claim.ne",
        "<": "EgVar.Claim.lt",
        "<=": "EgVar.Claim.le",
        ">": "EgVar.Claim.gt",
        ">=": "EgVar.Claim.ge",
    }
    signature: ClassVar = (("left", "number"), ("right", "number"))
    phrase: ClassVar[str] = "{left} {=} {right}"
    words: ClassVar[dict[str, str]] = WORDS

    @classmethod
    def term_forms(cls) -> Iterator[tuple[str, str | None, Signature]]:
        yield from super().term_forms()
        for variant, constant in cls.lean.items():
            yield _ranged(constant), variant, (("left", "range"), ("right", "range"))

    def term_form(self) -> tuple[str, Signature]:
        if self.left.is_ranged() or self.right.is_ranged():
            return _ranged(self.lean_constant()), (("left", "range"), ("right", "range"))
        return self.lean_constant(), self.signature

    def holds(self, ctx: Context) -> bool:
        same_unit(ctx, self.left, self.right, "the comparison")
        (a, b), (c, d) = self.left.bounds(ctx), self.right.bounds(ctx)
        test = TESTS[self.cmp]
        if a == b and c == d:
            return test(a, c)
        # Of two numbers within bounds every comparison is decided at the ends, equality where they do not overlap.
        overlap = a <= d and c <= b
        outcomes = {test(x, y) for x in (a, b) for y in (c, d)}
        if (self.cmp in ("=", "!=") and overlap) or len(outcomes) > 1:
            raise _open(self, ctx)
        return outcomes.pop()


class Rounds(ClaimNode):
    """The number, rounded half away from zero to as many decimals as `to` has, is `to`."""

    op: Literal["rounds"] = "rounds"
    of: NumberExpr
    to: str
    lean: ClassVar[str] = "EgVar.Claim.rounds"
    signature: ClassVar = (("of", "number"), ("to", "decimal"))
    phrase: ClassVar[str] = "{of} is {to} to the digits given, that is {range}"

    def derived(self, name: str, ctx: Context) -> str:
        v, half = Fraction(self.to), self.step / 2
        low, high = show_exact(v - half), show_exact(v + half)
        a, b = ("<", "≤") if v < 0 else ("<", "<") if v == 0 else ("≤", "<")
        return f"{low} {a} x {b} {high}"

    @classmethod
    def term_forms(cls) -> Iterator[tuple[str, str | None, Signature]]:
        yield from super().term_forms()
        yield _ranged(cls.lean), None, (("of", "range"), ("to", "decimal"))

    def term_form(self) -> tuple[str, Signature]:
        if self.of.is_ranged():
            return _ranged(self.lean), (("of", "range"), ("to", "decimal"))
        return self.lean, self.signature

    @field_validator("to")
    @classmethod
    def _canonical(cls, value: str) -> str:
        m = re.fullmatch(r"(-?)0*([0-9]{1,400})(\.[0-9]{1,400})?", value)
        if not m:
            raise ValueError('write the rounded number as a decimal, such as "69.75"')
        digits = m[2] + (m[3] or "")
        return ("-" if m[1] and digits.strip("0.") else "") + digits

    @property
    def step(self) -> Fraction:
        return Fraction(1, 10 ** len(self.to.partition(".")[2]))

    def holds(self, ctx: Context) -> bool:
        low, high = self.of.bounds(ctx)
        ends, v = (self._rounds(low), self._rounds(high)), Fraction(self.to)
        if ends[0] != ends[1] or (not ends[0] and low <= v <= high):
            raise _open(self, ctx)
        return ends[0]

    def _rounds(self, x: Fraction) -> bool:
        v, half = Fraction(self.to), self.step / 2
        if v < 0:
            return v - half < x <= v + half
        return (v - half <= x if v else v - half < x) and x < v + half


def _is(cell: Cell, value: ValueConst) -> bool:
    if value.text is not None:
        return cell.kind is Kind.TEXT and cell.text == value.text
    if value.number is not None:
        return cell.kind is Kind.NUMBER and cell.number == value.number
    assert value.day is not None
    return cell.kind is Kind.DATE and cell.date == day_ordinal(value.day)


def _comparable(cell: Cell, value: ValueConst) -> bool:
    """Whether the cell can be told from `value`. A missing cell or one that could not be read might be anything."""
    kind = Kind.TEXT if value.text is not None else Kind.NUMBER if value.number is not None else Kind.DATE
    return cell.kind is kind


def _undecided(ctx: Context, possible: tuple[Cell, ...], of: Values, value: ValueConst) -> NoValue:
    for c in possible:
        if not _comparable(c, value):
            if c.kind is Kind.NULL:
                why = f"an entry among {of.say(ctx)} is missing, so it may be {value} or not"
                return NoValue("not_in_table", why)
            return NoValue("unreadable_cell", f"“{c.raw}” among {of.say(ctx)} cannot be compared with {value}")
    mask = of.where.mask(ctx)
    if Truth.UNKNOWN in mask:
        return ctx.open_row(mask.index(Truth.UNKNOWN), of.where)
    return NoValue("not_in_table", f"no row is known to have {of.where.say(ctx)}")


class Only(ClaimNode):
    """The values are `value` and nothing else; no value where that depends on a missing or unreadable one."""

    op: Literal["only"] = "only"
    of: Values
    value: ValueConst
    lean: ClassVar[str] = "EgVar.Span.only"
    signature: ClassVar = (("of", "span"), ("value", "value"))
    phrase: ClassVar[str] = "{of} is {value} and no other"

    def holds(self, ctx: Context) -> bool:
        _known(ctx, self.of, self.value)
        sure, possible = self.of.span(ctx)
        if any(_comparable(c, self.value) and not _is(c, self.value) for c in sure):
            return False
        if any(_is(c, self.value) for c in sure) and all(_is(c, self.value) for c in possible):
            return True
        raise _undecided(ctx, possible, self.of, self.value)


class Among(ClaimNode):
    """`value` is one of the values; no value where it is not, but a missing or unreadable one might be it."""

    op: Literal["among"] = "among"
    of: Values
    value: ValueConst
    lean: ClassVar[str] = "EgVar.Span.among"
    signature: ClassVar = (("of", "span"), ("value", "value"))
    phrase: ClassVar[str] = "{value} is among {of}"

    def holds(self, ctx: Context) -> bool:
        _known(ctx, self.of, self.value)
        sure, possible = self.of.span(ctx)
        if any(_is(c, self.value) for c in sure):
            return True
        if sure and all(_comparable(c, self.value) and not _is(c, self.value) for c in possible):
            return False
        raise _undecided(ctx, possible, self.of, self.value)


def _known(ctx: Context, of: Values, value: ValueConst) -> None:
    """An entity that the column does not have at all is `not_in_table`: its absence refutes nothing."""
    if ctx.strict and value.text is not None and not any(_is(c, value) for c in ctx.column(of.column).cells):
        raise NoValue("not_in_table", f"{of.column} has no entry {value}")


class AllHave(ClaimNode):
    """Every row of `where` satisfies `have`. Fails as soon as a row is known not to; no value for no row, nor where no
    row fails but a missing cell leaves one open."""

    op: Literal["all"] = "all"
    where: Filter = AllRows()
    have: Filter
    lean: ClassVar[str] = "EgVar.Claim.all"
    signature: ClassVar = (("where", "filter"), ("have", "filter"))
    phrase: ClassVar[str] = "for every row{where| where }, {have}"

    def is_compound(self) -> bool:
        return True

    def holds(self, ctx: Context) -> bool:
        where = self.where.mask(ctx)
        if Truth.YES not in where:
            require_decided(where)
            raise NoValue("not_in_table", f"no row has {self.where.say(ctx)}")
        ctx.used.update((-1, i) for i, t in enumerate(where) if t is Truth.YES)
        ctx.missing.update((-1, i) for i, t in enumerate(where) if t is Truth.UNKNOWN)
        have = self.have.mask(ctx)
        fails = [conjoin(a, negate(b)) for a, b in zip(where, have, strict=True)]
        if Truth.YES in fails:
            return False
        require_decided(fails)
        if Truth.UNKNOWN in fails:
            row = fails.index(Truth.UNKNOWN)
            if where[row] is not Truth.YES:
                raise ctx.open_row(row, self.where)
            e, number = ctx.open_row(row, self.have), ctx.source.row_numbers[row]
            why = f"row {number}: a cell that “{self.have.say(ctx)}” depends on has no value"
            raise NoValue("not_in_table", why, e.cells)
        return True


class NotClaim(ClaimNode):
    """`of` fails."""

    op: Literal["not"] = "not"
    of: Claim
    lean: ClassVar[str] = "EgVar.Claim.not"
    signature: ClassVar = (("of", "claim"),)
    phrase: ClassVar[str] = "it is not so that ({of})"

    def holds(self, ctx: Context) -> bool:
        return not self.of.holds(ctx)


def _either(left: ClaimNode, right: ClaimNode, ctx: Context, decisive: bool) -> bool:
    """`decisive` if one part is that, whatever the other; otherwise both must have a value, and it is the opposite.

    Both are evaluated in any case, for what they use of the table. Raises NoValue for the first part that has none.
    """
    found: list[bool | NoValue] = []
    for part in (left, right):
        try:
            found.append(part.holds(ctx))
        except NoValue as e:
            found.append(e)
    if decisive in found:
        return decisive
    for f in found:
        if isinstance(f, NoValue):
            raise f
    return not decisive


class AndClaim(ClaimNode):
    """Both hold; fails as soon as one fails, even where the other has no value."""

    op: Literal["and"] = "and"
    left: Claim
    right: Claim
    lean: ClassVar[str] = "EgVar.Claim.and"
    signature: ClassVar = (("left", "claim"), ("right", "claim"))
    phrase: ClassVar[str] = "{left}, and {right}"

    def is_compound(self) -> bool:
        return True

    def holds(self, ctx: Context) -> bool:
        return _either(self.left, self.right, ctx, decisive=False)


class OrClaim(ClaimNode):
    """One of the two holds, or both; holds as soon as one does."""

    op: Literal["or"] = "or"
    left: Claim
    right: Claim
    lean: ClassVar[str] = "EgVar.Claim.or"
    signature: ClassVar = (("left", "claim"), ("right", "claim"))
    phrase: ClassVar[str] = "{left}, or {right}"

    def is_compound(self) -> bool:
        return True

    def holds(self, ctx: Context) -> bool:
        return _either(self.left, self.right, ctx, decisive=True)


Claim = Annotated[Compare | Rounds | Only | Among | AllHave | NotClaim | AndClaim | OrClaim, Field(discriminator="op")]
CLAIMS: tuple[type[ClaimNode], ...] = (Compare, Rounds, Only, Among, AllHave, NotClaim, AndClaim, OrClaim)
