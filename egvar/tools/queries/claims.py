"""Claims: statements that hold, fail, or have no value. Lean meaning: `lean/EgVar/Query/Claim.lean`.

May import: what `egvar.tools.base` may, and the other queries.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator

from egvar.source.cell import Cell, Kind
from egvar.tools.base import ClaimNode, Context, NoValue, Truth, ValueConst, day_ordinal, require_decided, show_exact
from egvar.tools.queries.filters import TESTS, WORDS, AllRows, Filter, conjoin
from egvar.tools.queries.numbers import NumberExpr, Values, same_unit


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

    def holds(self, ctx: Context) -> bool:
        same_unit(ctx, self.left, self.right, "the comparison")
        return TESTS[self.cmp](self.left.value(ctx), self.right.value(ctx))

    def say(self, ctx: Context) -> str:
        return f"{self.left.say(ctx)} {WORDS[self.cmp]} {self.right.say(ctx)}"


class Rounds(ClaimNode):
    """The number, rounded half away from zero to as many decimals as `to` has, is `to`."""

    op: Literal["rounds"] = "rounds"
    of: NumberExpr
    to: str
    lean: ClassVar[str] = "EgVar.Claim.rounds"
    signature: ClassVar = (("of", "number"), ("to", "decimal"))

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
        x, v, half = self.of.value(ctx), Fraction(self.to), self.step / 2
        if v < 0:
            return v - half < x <= v + half
        return (v - half <= x if v else v - half < x) and x < v + half

    def say(self, ctx: Context) -> str:
        v, half = Fraction(self.to), self.step / 2
        low, high = show_exact(v - half), show_exact(v + half)
        a, b = ("<", "≤") if v < 0 else ("<", "<") if v == 0 else ("≤", "<")
        return f"{self.of.say(ctx)} is {self.to} to the digits given, that is {low} {a} x {b} {high}"


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


def _require_comparable(ctx: Context, found: tuple[Cell, ...], of: Values, value: ValueConst) -> None:
    for c in found:
        if not _comparable(c, value):
            if c.kind is Kind.NULL:
                raise NoValue("not_in_table", f"an entry among {of.say(ctx)} is missing, so it may be {value} or not")
            raise NoValue("unreadable_cell", f"“{c.raw}” among {of.say(ctx)} cannot be compared with {value}")


class Only(ClaimNode):
    """The values are `value` and nothing else; no value where that depends on a missing or unreadable one."""

    op: Literal["only"] = "only"
    of: Values
    value: ValueConst
    lean: ClassVar[str] = "EgVar.Claim.only"
    signature: ClassVar = (("of", "values"), ("value", "value"))

    def holds(self, ctx: Context) -> bool:
        _known(ctx, self.of, self.value)
        found = self.of.value(ctx)
        if any(_comparable(c, self.value) and not _is(c, self.value) for c in found):
            return False
        _require_comparable(ctx, found, self.of, self.value)
        return any(_is(c, self.value) for c in found)

    def say(self, ctx: Context) -> str:
        return f"{self.of.say(ctx)} is {self.value} and no other"


class Among(ClaimNode):
    """`value` is one of the values; no value where it is not, but a missing or unreadable one might be it."""

    op: Literal["among"] = "among"
    of: Values
    value: ValueConst
    lean: ClassVar[str] = "EgVar.Claim.among"
    signature: ClassVar = (("of", "values"), ("value", "value"))

    def holds(self, ctx: Context) -> bool:
        _known(ctx, self.of, self.value)
        found = self.of.value(ctx)
        if any(_is(c, self.value) for c in found):
            return True
        _require_comparable(ctx, found, self.of, self.value)
        return False

    def say(self, ctx: Context) -> str:
        return f"{self.value} is among {self.of.say(ctx)}"


def _known(ctx: Context, of: Values, value: ValueConst) -> None:
    """An entity that the column does not have at all is `not_in_table`: its absence refutes nothing."""
    if ctx.strict and value.text is not None and not any(_is(c, value) for c in ctx.column(of.column).cells):
        raise NoValue("not_in_table", f"{of.column} has no entry {value}")


class AllHave(ClaimNode):
    """Every row of `where` satisfies `have`. Fails as soon as a row is known not to; no value for no row, nor where no
    row fails but an empty cell leaves one open."""

    op: Literal["all"] = "all"
    where: Filter = AllRows()
    have: Filter
    lean: ClassVar[str] = "EgVar.Claim.all"
    signature: ClassVar = (("where", "filter"), ("have", "filter"))

    def holds(self, ctx: Context) -> bool:
        where = self.where.mask(ctx)
        require_decided(where)
        if Truth.YES not in where:
            raise NoValue("not_in_table", f"no row has {self.where.say(ctx)}")
        ctx.used.update((-1, i) for i, t in enumerate(where) if t is Truth.YES)
        ctx.missing.update((-1, i) for i, t in enumerate(where) if t is Truth.UNKNOWN)
        pairs = list(zip(where, self.have.mask(ctx), strict=True))
        require_decided([conjoin(a, b) for a, b in pairs])
        if (Truth.YES, Truth.NO) in pairs:
            return False
        if (Truth.YES, Truth.UNKNOWN) in pairs:
            row = ctx.source.row_numbers[pairs.index((Truth.YES, Truth.UNKNOWN))]
            raise NoValue("not_in_table", f"row {row}: a cell that “{self.have.say(ctx)}” depends on has no value")
        return True

    def say(self, ctx: Context) -> str:
        which = "every row" if isinstance(self.where, AllRows) else f"every row where {self.where.say(ctx)}"
        return f"for {which}, {self.have.say(ctx)}"


class NotClaim(ClaimNode):
    """`of` fails."""

    op: Literal["not"] = "not"
    of: Claim
    lean: ClassVar[str] = "EgVar.Claim.not"
    signature: ClassVar = (("of", "claim"),)

    def holds(self, ctx: Context) -> bool:
        return not self.of.holds(ctx)

    def say(self, ctx: Context) -> str:
        return f"it is not so that {self.of.say(ctx)}"


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

    def holds(self, ctx: Context) -> bool:
        return _either(self.left, self.right, ctx, decisive=False)

    def say(self, ctx: Context) -> str:
        return f"{self.left.say(ctx)}, and {self.right.say(ctx)}"


class OrClaim(ClaimNode):
    """One of the two holds, or both; holds as soon as one does."""

    op: Literal["or"] = "or"
    left: Claim
    right: Claim
    lean: ClassVar[str] = "EgVar.Claim.or"
    signature: ClassVar = (("left", "claim"), ("right", "claim"))

    def holds(self, ctx: Context) -> bool:
        return _either(self.left, self.right, ctx, decisive=True)

    def say(self, ctx: Context) -> str:
        return f"{self.left.say(ctx)}, or {self.right.say(ctx)}"


Claim = Annotated[Compare | Rounds | Only | Among | AllHave | NotClaim | AndClaim | OrClaim, Field(discriminator="op")]
CLAIMS: tuple[type[ClaimNode], ...] = (Compare, Rounds, Only, Among, AllHave, NotClaim, AndClaim, OrClaim)
