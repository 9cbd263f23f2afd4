"""Proofs over packed columns: what each aggregate of a goal is worth, by the rules of `lean/EgVar/Packed`.

May import: anything of egvar but the command line. Not trusted: the judge checks what comes out of here.

A rule gives the number that holds a mask, or the value of an aggregate, as a term that the kernel computes in a few
operations; the tests that it asks for are proved by `Eq.refl true`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from egvar.challenge.packed import PackedColumn, lane_of
from egvar.challenge.terms import Builder, code_text, read_q
from egvar.kernel.term import CONST, NAT, Constant, Definition, Expr, Name, const_name, postorder, spine

AGGREGATES: dict[Name, int] = {
    ("EgVar", "sum"): 2,
    ("EgVar", "mean"): 2,
    ("EgVar", "count"): 1,
    ("EgVar", "Range", "count"): 1,
}
"""The aggregates that have a rule, with the number of their arguments; the last is the mask."""


@dataclass(frozen=True)
class _Column:
    """A packed column: how, and the arguments of its definition by their names."""

    how: PackedColumn
    height: Expr
    rows: Expr
    lanes: Expr
    den: Expr
    unit: Expr
    tags: Expr
    texts: Expr


@dataclass(frozen=True)
class Worth:
    """`aggregate = value`, both of this type, by `proof`; the kernel computes the value."""

    aggregate: Expr
    type: Expr
    value: Expr
    proof: Expr


class PackedProver:
    """Proves what the aggregates of a term are worth; `columns` are those of the challenge by the constants' names."""

    def __init__(
        self, b: Builder, constants: Mapping[Name, Constant], columns: Mapping[Name, PackedColumn | None]
    ) -> None:
        self.b = b
        self.columns = {n: _column(b, constants, n, how) for n, how in columns.items() if how is not None}
        self.true = b.refl(b.terms.const("Bool"), b.terms.const("Bool.true"))
        first = next(iter(self.columns.values()), None)
        if first is not None:
            self.h = first.height

    def aggregates(self, prop: Expr) -> list[Worth]:
        """What each aggregate in `prop` is worth."""
        out = []
        for e in postorder(prop):
            head, args = spine(e)
            if head.tag == CONST and AGGREGATES.get(const_name(head)) == len(args):
                ranged = const_name(head)[1] == "Range"
                type_ = self.b.option(self.b.terms.const("EgVar.Range" if ranged else "EgVar.Q"))
                value, proof = self._aggregate("range" if ranged else str(const_name(head)[-1]), args)
                out.append(Worth(e, type_, value, proof))
        return out

    def _aggregate(self, name: str, args: list[Expr]) -> tuple[Expr, Expr]:
        """The value, and the proof of `aggregate = value`."""
        b, h, n = self.b, self.h, self._rows(args[-1])
        mask = args[-1]
        k, inside = self._mask(mask)
        if name in ("count", "range"):
            rows = b.call("EgVar.Q.mk", self._rest(k), self._zero(), self._one())
            if name == "count":
                value, rule = b.some(b.terms.const("EgVar.Q"), rows), "Nat.Packed.count"
            else:
                both = b.call("EgVar.Range.mk", rows, rows)
                value, rule = b.some(b.terms.const("EgVar.Range"), both), "Nat.Packed.count_range"
            return value, b.call(rule, h, n, k, mask, inside, self.true)
        column = self._of(args[0])
        bits = b.nat(column.how.bits)
        if column.how.form == "numbers":
            common = (h, bits, n, column.lanes, k, column.den, column.unit, mask, inside, self.true)
            proof = b.call(f"Nat.Packed.{name}_num", *common)
            plus, minus, rest = self._summed(column.lanes, k), self._zero(), self._rest(k)
        else:
            common = (h, bits, n, column.tags, column.lanes, k, column.den, column.unit, mask, inside, self.true)
            proof = b.call(f"Nat.Packed.{name}_signed", *common)
            parts = [b.call(f"Nat.Packed.{p}", h, n, column.tags, k) for p in ("plus", "minus", "there")]
            plus, minus = (self._summed(column.lanes, p) for p in parts[:2])
            rest = self._rest(parts[2])
        den = column.den if name == "sum" else b.call("Nat.mul", column.den, rest)
        return b.call("EgVar.unlessEmpty", rest, b.call("EgVar.Q.canon", plus, minus, den)), proof

    def _mask(self, e: Expr) -> tuple[Expr, Expr]:
        """The number that holds a mask, and the proof that it does."""
        b, h, n = self.b, self.h, self._rows(e)
        head, args = spine(e)
        name = str(const_name(head)[-1])
        ones = b.call("Nat.Packed.ones", b.call("Nat.succ", h), n)
        match name:
            case "not":
                k, proof = self._mask(args[0])
                return b.call("Nat.sub", ones, k), b.call("Nat.Packed.Is.not", h, n, k, args[0], proof)
            case "and" | "or":
                (k, p), (m, q) = self._mask(args[0]), self._mask(args[1])
                both = b.call(f"Nat.Packed.Is.{name}", h, n, k, m, args[0], args[1], p, q)
                if name == "and":
                    return b.call("Nat.Packed.only", b.call("Nat.succ", h), m, k), both
                return b.call("Nat.Packed.orMask", h, n, k, m), both
        column = self._of(args[0])
        match name:
            case "all" if column.how.form == "texts":
                return ones, b.call("Nat.Packed.Is.all_text", h, n, column.lanes, column.texts)
            case "all" if column.how.form == "signed":
                return ones, b.call(
                    "Nat.Packed.Is.all_signed", h, n, column.den, column.unit, column.tags, column.lanes
                )
            case "all":
                return ones, b.call("Nat.Packed.Is.all_num", h, n, column.den, column.unit, column.lanes)
            case "textIs":
                text = args[1].args[0]
                assert args[1].tag == NAT and isinstance(text, int)
                code = b.nat(column.how.texts.index(code_text(text)))
                k = b.call("Nat.Packed.eqMask", h, code, n, column.lanes)
                return k, b.call("Nat.Packed.Is.text", h, n, column.lanes, args[1], code, column.texts, self.true)
        q, den = read_q(args[1]), column.how.den
        least, more = lane_of(q, den), _above(q, den)
        at = {"numGe": least, "numLt": least, "numGt": more, "numLe": more, "numEq": least}[name]
        common = (column.den, column.unit, args[1], self.true)
        c = b.nat(at)
        k = b.call("Nat.Packed.geMask", h, c, n, column.lanes)
        rule = f"Nat.Packed.Is.{name.removeprefix('num').lower()}"
        if name == "numEq":
            e = b.nat(more)
            k = b.call("Nat.sub", k, b.call("Nat.Packed.geMask", h, e, n, column.lanes))
            return k, b.call(rule, h, n, column.lanes, c, e, *common, self.true)
        proof = b.call(rule, h, n, column.lanes, c, *common)
        return (b.call("Nat.sub", ones, k) if name in ("numLt", "numLe") else k), proof

    def _rows(self, mask: Expr) -> Expr:
        """How many rows the table of a mask has: one reading may leave rows out that another has."""
        while const_name(spine(mask)[0])[-1] in ("not", "and", "or"):
            mask = spine(mask)[1][0]
        return self._of(spine(mask)[1][0]).rows

    def _of(self, e: Expr) -> _Column:
        return self.columns[const_name(e)]

    def _zero(self) -> Expr:
        return self.b.terms.const("Nat.zero")

    def _one(self) -> Expr:
        return self.b.call("Nat.succ", self._zero())

    def _rest(self, k: Expr) -> Expr:
        """How many rows a mask has, or what its lanes add up to."""
        return self.b.call("Nat.mod", k, self.b.call("Nat.Packed.full", self.h))

    def _summed(self, lanes: Expr, k: Expr) -> Expr:
        return self.b.call("Nat.Packed.maskSum", self.b.call("Nat.succ", self.h), lanes, k)


def _above(q: Fraction, den: int) -> int:
    """The least lane that is more than `q` in units of 1/`den`."""
    scaled = q * den
    return max(0, scaled.numerator // scaled.denominator + 1)


def _column(b: Builder, constants: Mapping[Name, Constant], n: Name, how: PackedColumn) -> _Column:
    definition = constants[n]
    assert isinstance(definition, Definition)
    _, args = spine(definition.value)
    *rest, lanes = args
    nothing = b.terms.const("Nat.zero")
    den, unit, tags, texts = nothing, nothing, nothing, nothing
    if how.form == "texts":
        decoder, width, rows = rest
        texts = spine(decoder)[1][0]
    elif how.form == "numbers":
        den, unit, width, rows = rest
    else:
        den, unit, width, rows, tags = rest
    return _Column(how, spine(width)[1][0], rows, lanes, den, unit, tags, texts)
