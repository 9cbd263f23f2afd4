"""Constants, and arithmetic between numbers. Lean meaning: `lean/EgVar/Query/Arith.lean`, of bounds `Range.lean`.

May import: what `egvar.tools.base` may.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from egvar.tools.base import Context, Exact, Node, NoValue, NumberNode

if TYPE_CHECKING:
    from egvar.tools.queries.numbers import NumberExpr

Bounds = tuple[Fraction, Fraction]


class Number(NumberNode):
    """A constant."""

    op: Literal["number"] = "number"
    value_: Exact = Field(alias="value")
    lean: ClassVar[str] = "EgVar.lit"
    signature: ClassVar = (("value_", "q"),)
    phrase: ClassVar[str] = "{value}"

    def value(self, ctx: Context) -> Fraction:
        return self.value_

    def unit(self, ctx: Context) -> str | None:
        return "?"


class Binary(NumberNode):
    left: Any
    right: Any
    sign: ClassVar[str]
    signature: ClassVar = (("left", "number"), ("right", "number"))
    phrase: ClassVar[str] = "({left}) {sign} ({right})"

    def derived(self, name: str, ctx: Context) -> str:
        return self.sign

    def combine(self, a: Fraction, b: Fraction, ctx: Context) -> Fraction:
        raise NotImplementedError

    def value(self, ctx: Context) -> Fraction:
        self.unit(ctx)
        return self.combine(self.left.value(ctx), self.right.value(ctx), ctx)

    def bounds(self, ctx: Context) -> Bounds:
        self.unit(ctx)
        (a, b), (c, d) = self.left.bounds(ctx), self.right.bounds(ctx)
        corners = [self.combine(x, y, ctx) for x in dict.fromkeys((a, b)) for y in dict.fromkeys((c, d))]
        return min(corners), max(corners)

    def is_ranged(self) -> bool:
        return bool(self.left.is_ranged() or self.right.is_ranged())

    def unit(self, ctx: Context) -> str | None:
        return same_unit(ctx, self.left, self.right, self.say(ctx))


def same_unit(ctx: Context, a: Node, b: Node, what: str) -> str | None:
    """The common unit of two numbers. Raises NoValue where both are known and differ."""
    assert isinstance(a, NumberNode) and isinstance(b, NumberNode)
    u, v = a.unit(ctx), b.unit(ctx)
    if "?" in (u, v):
        return u if v == "?" else v
    if u != v:
        raise NoValue("mixed_units", f"{what} mixes the units {u or 'none'} and {v or 'none'}")
    return u


class Add(Binary):
    """left + right"""

    op: Literal["add"] = "add"
    left: NumberExpr
    right: NumberExpr
    sign: ClassVar[str] = "+"
    lean: ClassVar[str] = "EgVar.add"
    ranged: ClassVar[str] = "EgVar.Range.add"

    def combine(self, a: Fraction, b: Fraction, ctx: Context) -> Fraction:
        return a + b


class Subtract(Binary):
    """left − right"""

    op: Literal["subtract"] = "subtract"
    left: NumberExpr
    right: NumberExpr
    sign: ClassVar[str] = "−"
    lean: ClassVar[str] = "EgVar.sub"
    ranged: ClassVar[str] = "EgVar.Range.sub"

    def combine(self, a: Fraction, b: Fraction, ctx: Context) -> Fraction:
        return a - b


class Multiply(Binary):
    """left × right"""

    op: Literal["multiply"] = "multiply"
    left: NumberExpr
    right: NumberExpr
    sign: ClassVar[str] = "×"
    lean: ClassVar[str] = "EgVar.mul"
    ranged: ClassVar[str] = "EgVar.Range.mul"

    def unit(self, ctx: Context) -> str | None:
        return "?"

    def combine(self, a: Fraction, b: Fraction, ctx: Context) -> Fraction:
        return a * b


class Divide(Binary):
    """left ÷ right; no value for a divisor of zero."""

    op: Literal["divide"] = "divide"
    left: NumberExpr
    right: NumberExpr
    sign: ClassVar[str] = "÷"
    lean: ClassVar[str] = "EgVar.div"
    ranged: ClassVar[str] = "EgVar.Range.div"

    def unit(self, ctx: Context) -> str | None:
        return "?"

    def combine(self, a: Fraction, b: Fraction, ctx: Context) -> Fraction:
        if b == 0:
            raise NoValue("not_in_table", f"{self.right.say(ctx)} is 0, and nothing can be divided by it")
        return a / b

    def bounds(self, ctx: Context) -> Bounds:
        low, high = self.right.bounds(ctx)
        if low <= 0 <= high and low != high:
            raise NoValue("not_in_table", f"{self.right.say(ctx)} may be 0, and nothing can be divided by it")
        return super().bounds(ctx)


class Abs(NumberNode):
    """The absolute value."""

    op: Literal["abs"] = "abs"
    of: NumberExpr
    lean: ClassVar[str] = "EgVar.abs"
    ranged: ClassVar[str] = "EgVar.Range.abs"
    signature: ClassVar = (("of", "number"),)
    phrase: ClassVar[str] = "the absolute value of ({of})"

    def value(self, ctx: Context) -> Fraction:
        return abs(self.of.value(ctx))

    def bounds(self, ctx: Context) -> Bounds:
        low, high = self.of.bounds(ctx)
        least = Fraction(0) if low <= 0 <= high else min(abs(low), abs(high))
        return least, max(abs(low), abs(high))

    def is_ranged(self) -> bool:
        return self.of.is_ranged()

    def unit(self, ctx: Context) -> str | None:
        return self.of.unit(ctx)
