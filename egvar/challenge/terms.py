"""Goals as kernel terms, and kernel terms as goals: derived from each query's signature, both ways.

May import: the standard library, pydantic, `egvar.errors`, `egvar.source`, `egvar.tools`, `egvar.kernel`.

`decode` is what the judge's paraphrase rests on: it reads the term that the kernel checked, not the goal that made it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from egvar.errors import FormatError, GoalError
from egvar.kernel.term import APP, CONST, NAT, Expr, Name, Terms, const_name, name, show_name, spine
from egvar.source.parts import ROW_KINDS, split_view_code
from egvar.source.source import Source
from egvar.tools.base import ColumnNode, Context, Node, NumberNode, Sort, ValueConst, day_ordinal
from egvar.tools.queries.claims import CLAIMS
from egvar.tools.queries.columns import COLUMNS
from egvar.tools.queries.filters import FILTERS
from egvar.tools.queries.numbers import NUMBERS, VALUES, Values

NODES: dict[str, tuple[type[Node], ...]] = {
    "filter": FILTERS,
    "number": NUMBERS,
    "values": VALUES,
    "claim": CLAIMS,
    "column": COLUMNS,
}


def text_code(text: str) -> int:
    """Text as a number: the byte 0x01, then the UTF-8 bytes, most significant first."""
    return int.from_bytes(b"\x01" + text.encode("utf-8"), "big")


def code_text(code: int) -> str:
    """The inverse of `text_code`. Raises FormatError for a number that is no text."""
    data = code.to_bytes((code.bit_length() + 7) // 8, "big")
    if data[:1] != b"\x01":
        raise FormatError("a number is not the code of a text")
    try:
        return data[1:].decode("utf-8")
    except UnicodeDecodeError as e:
        raise FormatError("a number is not the code of a text", cause=str(e)) from e


class Builder:
    """Makes terms of the library's vocabulary in an arena."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.zero = terms.zero
        self.one = terms.succ(terms.zero)
        self.prop = terms.sort(terms.zero)
        self.type = terms.sort(self.one)

    def call(self, constant: str, *args: Expr) -> Expr:
        return self.terms.app(self.terms.const(constant), *args)

    def nat(self, value: int) -> Expr:
        return self.terms.nat(value)

    def q(self, value: Fraction) -> Expr:
        """The canonical `EgVar.Q` of a number."""
        p = value.numerator
        return self.call("EgVar.Q.mk", self.nat(max(p, 0)), self.nat(max(-p, 0)), self.nat(value.denominator))

    def eq(self, type_: Expr, a: Expr, b: Expr) -> Expr:
        """`a = b` in a type of the lowest universe."""
        return self.terms.app(self.terms.const("Eq", [self.one]), type_, a, b)

    def refl(self, type_: Expr, a: Expr) -> Expr:
        return self.terms.app(self.terms.const("Eq.refl", [self.one]), type_, a)

    def some(self, type_: Expr, a: Expr) -> Expr:
        return self.terms.app(self.terms.const("Option.some", [self.zero]), type_, a)

    def option(self, type_: Expr) -> Expr:
        return self.terms.app(self.terms.const("Option", [self.zero]), type_)

    def list_of(self, type_: Expr) -> Expr:
        return self.terms.app(self.terms.const("List", [self.zero]), type_)

    def list(self, type_: Expr, items: list[Expr], tail: Expr | None = None) -> Expr:
        """A list of `items`, ending in `tail` (the empty list if not given)."""
        cons = self.terms.app(self.terms.const("List.cons", [self.zero]), type_)
        out = self.terms.app(self.terms.const("List.nil", [self.zero]), type_) if tail is None else tail
        for item in reversed(items):
            out = self.terms.app(cons, item, out)
        return out

    def value(self, v: ValueConst) -> Expr:
        """The `EgVar.Value` of a constant."""
        if v.text is not None:
            return self.call("EgVar.Value.text", self.nat(text_code(v.text)))
        if v.number is not None:
            return self.call("EgVar.Value.num", self.q(v.number))
        assert v.day is not None
        return self.call("EgVar.Value.date", self.nat(day_ordinal(v.day)))

    def column(self, source: Expr, view: int) -> Expr:
        """`tableOf source view`."""
        return self.call("EgVar.tableOf", source, self.nat(view))


def encode(node: Node, b: Builder, source: Expr, ctx: Context, row_view: int | None = None) -> Expr:
    """The term of a node over `source`, a term of type `EgVar.Source`; "all rows" are those of the view `row_view`, by
    default one that the node reads anyway. Raises GoalError for an unknown column."""
    args = []
    if row_view is None:
        row_view = ctx.row_view(node)
    constant, signature = node.term_form()
    for field, kind in signature:
        value: Any = getattr(node, field) if field else None
        match kind:
            case "first":
                ctx.views.add(row_view)
                args.append(b.column(source, row_view))
            case "kinds":
                ctx.kinds()
                args.append(b.column(source, ROW_KINDS))
            case "col" if isinstance(value, ColumnNode):
                args.append(encode(value, b, source, ctx, row_view))
            case "col":
                ctx.views.add(ctx.code(value))
                args.append(b.column(source, ctx.code(value)))
            case "q":
                args.append(b.q(value))
            case "nat":
                args.append(b.nat(value))
            case "text":
                args.append(b.nat(text_code(value)))
            case "day":
                args.append(b.nat(day_ordinal(value)))
            case "value":
                args.append(b.value(value))
            case "decimal":
                digits = len(value.partition(".")[2])
                args.extend((b.q(Fraction(value)), b.q(Fraction(1, 10**digits))))
            case "range":
                args.append(_encode_range(value, b, source, ctx, row_view))
            case "span":
                args.append(b.call(SPAN, *spine(encode(value, b, source, ctx, row_view))[1]))
            case _:
                args.append(encode(value, b, source, ctx, row_view))
    return b.call(constant, *args)


SPAN = "EgVar.Span.values"
EXACT = "EgVar.Range.exact"


def _encode_range(node: NumberNode, b: Builder, source: Expr, ctx: Context, row_view: int) -> Expr:
    """The bounds of a number: by its own constant if it counts rows, or is made of what does."""
    if not node.is_ranged():
        return b.call(EXACT, encode(node, b, source, ctx, row_view))
    if not node.ranged:
        raise GoalError(f'a count inside of "{getattr(node, "op", "a query")}" has no bounds')
    args = [
        _encode_range(getattr(node, field), b, source, ctx, row_view) if kind == "number" else arg
        for (field, kind), arg in zip(node.signature, spine(encode(node, b, source, ctx, row_view))[1], strict=True)
    ]
    return b.call(node.ranged, *args)


Signature = tuple[tuple[str, str], ...]
_BY_CONSTANT: dict[tuple[str, Name], tuple[type[Node], str | None, Signature]] = {}
for _sort, _classes in NODES.items():
    for _cls in _classes:
        for _constant, _variant, _signature in _cls.term_forms():
            _BY_CONSTANT[_sort, name(_constant)] = (_cls, _variant, _signature)
for _cls in NUMBERS:
    if _cls.ranged:
        _ranges = tuple((f, "range" if k == "number" else k) for f, k in _cls.signature)
        _BY_CONSTANT["range", name(_cls.ranged)] = (_cls, None, _ranges)
_BY_CONSTANT["span", name(SPAN)] = (Values, None, Values.signature)


def decode(term: Expr, sort: Sort | Literal["range", "span"], source: Expr, table: Source) -> dict[str, Any]:
    """The node whose term this is, as data for its model. Raises FormatError for any other term."""
    head, args = spine(term)
    if head.tag != CONST or head.args[1]:
        raise FormatError("a goal's term is not made of the library's queries")
    if sort == "range" and const_name(head) == name(EXACT) and len(args) == 1:
        return decode(args[0], "number", source, table)
    found = _BY_CONSTANT.get((sort, const_name(head)))
    if found is None:
        raise FormatError("a goal's term uses a constant that is not a query")
    cls, variant, signature = found
    data: dict[str, Any] = {"op": cls.model_fields["op"].default}
    if variant is not None:
        data[cls.variant] = variant
    rest = iter(args)
    try:
        for field, kind in signature:
            arg = next(rest)
            key = (cls.model_fields[field].alias or field) if field else ""
            match kind:
                case "first":
                    index, _ = split_view_code(_view(arg, source))
                    if index >= len(table.columns):
                        raise FormatError("“all rows” is read off a column that the table does not have")
                case "kinds":
                    if _view(arg, source) != ROW_KINDS:
                        raise FormatError("“no total” is read off the kinds of rows")
                case "col" if const_name_of(arg) != ("EgVar", "tableOf"):
                    data[key] = decode(arg, "column", source, table)
                case "col":
                    index, part = split_view_code(_view(arg, source))
                    data[key] = {"name": table.columns[index].label, "part": part}
                case "nat":
                    data[key] = _nat(arg)
                case "q":
                    data[key] = _q(arg)
                case "text":
                    data[key] = code_text(_nat(arg))
                case "day":
                    data[key] = _day(_nat(arg))
                case "value":
                    data[key] = _value(arg)
                case "decimal":
                    data[key] = _decimal(_q(arg), _q(next(rest)))
                case "filter" | "number" | "values" | "claim" | "range" | "span":
                    data[key] = decode(arg, kind, source, table)
                case _:
                    raise FormatError(f"unknown field kind {kind}")
        if next(rest, None) is not None:
            raise FormatError("a goal's term has too many arguments")
        return data
    except (StopIteration, IndexError, KeyError, ValueError, OverflowError) as e:
        raise FormatError("a goal's term does not fit its query", cause=str(e)) from e


def const_name_of(e: Expr) -> Name | None:
    """The name of the constant that `e` is or applies, None for another head."""
    head, _ = spine(e)
    return const_name(head) if head.tag == CONST else None


def arguments(e: Expr, constant: Name, count: int) -> list[Expr]:
    """The arguments of `constant` in `e`. Raises FormatError for any other term."""
    head, args = spine(e)
    if head.tag != CONST or const_name(head) != constant or len(args) != count:
        raise FormatError(f"{show_name(constant)} with {count} arguments was expected")
    return args


def _nat(e: Expr) -> int:
    value = e.args[0]
    if e.tag != NAT or not isinstance(value, int):
        raise FormatError("a number literal was expected")
    return value


def _view(e: Expr, source: Expr) -> int:
    head, args = spine(e)
    if head.tag != CONST or const_name(head) != ("EgVar", "tableOf") or len(args) != 2 or args[0] is not source:
        raise FormatError("a leaf of the goal does not read its source")
    return _nat(args[1])


def _q(e: Expr) -> Fraction:
    head, args = spine(e)
    if e.tag != APP or head.tag != CONST or const_name(head) != ("EgVar", "Q", "mk") or len(args) != 3:
        raise FormatError("a rational number was expected")
    pos, neg, den = map(_nat, args)
    if den == 0 or (pos and neg) or Fraction(pos - neg, den).denominator != den:
        raise FormatError("a rational number is not in its canonical form")
    return Fraction(pos - neg, den)


def _day(ordinal: int) -> str:
    import datetime

    return datetime.date.fromordinal(ordinal).isoformat()


def _decimal(value: Fraction, step: Fraction) -> str:
    from egvar.tools.base import decimal

    digits = len(str(step.denominator)) - 1
    text = decimal(value, digits)
    if step != Fraction(1, 10**digits) or Fraction(text) != value:
        raise FormatError("a rounded number is not a multiple of its step")
    return text


def _value(e: Expr) -> ValueConst:
    head, args = spine(e)
    if head.tag != CONST or len(args) != 1:
        raise FormatError("a value was expected")
    match const_name(head):
        case ("EgVar", "Value", "text"):
            return ValueConst(text=code_text(_nat(args[0])))
        case ("EgVar", "Value", "num"):
            return ValueConst(number=_q(args[0]))
        case ("EgVar", "Value", "date"):
            return ValueConst(day=_day(_nat(args[0])))
    raise FormatError("a value was expected")


def read_value(e: Expr) -> tuple[str, Any]:
    """An answer's value from its literal: ("text", str), ("number", Fraction), ("day", iso), ("unreadable", str) or
    ("null", None). Raises FormatError for anything that is not a canonical literal."""
    head, args = spine(e)
    if head.tag == CONST and const_name(head) == ("EgVar", "Value", "null") and not args:
        return ("null", None)
    if head.tag == CONST and const_name(head) == ("EgVar", "Value", "unreadable") and len(args) == 1:
        return ("unreadable", code_text(_nat(args[0])))
    v = _value(e)
    if v.text is not None:
        return ("text", v.text)
    return ("number", v.number) if v.number is not None else ("day", v.day)


read_q = _q
