"""What every query is made of: a schema, a Python meaning, a Lean constant, and a paraphrase.

May import: the standard library, pydantic, `egvar.errors`, `egvar.source`, `egvar.kernel.term`.

A goal is a tree of nodes. Each node class has an `op` (its name in JSON), a `sort` (number, filter, values or claim),
and a `signature`: its fields in the order in which the Lean function of the same meaning takes them. Encoding to a
kernel term and decoding from one are derived from the signature, once, in `egvar.challenge.terms`. The Python meaning
here and the Lean meaning in `lean/EgVar/Query` are compared by tests, in the kernel.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from itertools import repeat
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    WithJsonSchema,
    model_serializer,
    model_validator,
)

from egvar.errors import GoalError
from egvar.source.cell import Cell, Kind
from egvar.source.parts import ROW_KINDS
from egvar.source.source import Column, Source, row_kinds, view, view_code

Sort = Literal["number", "filter", "values", "claim", "column"]


class Truth(IntEnum):
    """What a condition says about a row; the same four as `EgVar.Truth`."""

    NO, YES, UNKNOWN, UNREADABLE = range(4)


@dataclass(frozen=True)
class CellRef:
    """A cell named to a person: column label, 1-based row of the file, raw text."""

    column: str
    row: int
    raw: str


class NoValue(Exception):
    """A query has no value: the reason code of the Abstain, a sentence, and the cells to blame."""

    def __init__(self, reason: str, why: str, cells: tuple[CellRef, ...] = ()) -> None:
        super().__init__(why)
        self.reason, self.why, self.cells = reason, why, cells


# --- exact values in JSON --------------------------------------------------------------------------------------

_DECIMAL = re.compile(r"-?[0-9]{1,2000}(\.[0-9]{1,2000})?")
_FRACTION = re.compile(r"(-?[0-9]{1,2000})/([1-9][0-9]{0,1999})")


def exact(value: object) -> Fraction:
    """A number from an int, a decimal string or "p/q". Floats are refused: their decimal digits are lost."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        return Fraction(value)
    if isinstance(value, str) and (m := _FRACTION.fullmatch(value)):
        return Fraction(int(m[1]), int(m[2]))
    raise ValueError('numbers are written exactly: an integer, or a string such as "69.75" or "2/3"')


def show_exact(q: Fraction) -> str:
    """The shortest exact text of `q`: a decimal where it ends, otherwise "p/q"."""
    digits, den = 0, q.denominator
    for p in (2, 5):
        count = 0
        while den % p == 0:
            den, count = den // p, count + 1
        digits = max(digits, count)
    if den != 1:
        return f"{q.numerator}/{q.denominator}"
    return decimal(q, digits)


def decimal(q: Fraction, digits: int) -> str:
    """`q` rounded half away from zero to `digits` decimals, as text."""
    scaled = abs(q) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = str(whole).rjust(digits + 1, "0")
    sign = "-" if q < 0 and whole else ""
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


Exact = Annotated[
    Fraction,
    BeforeValidator(exact),
    PlainSerializer(show_exact, return_type=str),
    WithJsonSchema({"type": ["string", "integer"], "description": 'exact: 3, "69.75" or "2/3"'}),
]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)


class _OrText(_Model):
    """A model for which plain text is short. Its JSON schema says so."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> Any:
        shape = handler.resolve_ref_schema(handler(core))
        written = dict(shape)
        shape.clear()
        shape["description"] = written.pop("description", "")
        shape["anyOf"] = [{"type": "string"}, written]
        return shape


class ColumnRef(_OrText):
    """A column by its label, or a typed part of its cells (`part`, see `egvar.source.parts`). Plain text is a label."""

    name: str
    part: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"name": value} if isinstance(value, str) else value

    @model_serializer
    def _as_text(self) -> Any:
        return self.name if self.part is None else {"name": self.name, "part": self.part}

    def __str__(self) -> str:
        return f'"{self.name}"' if self.part is None else f'the {self.part} of "{self.name}"'


class ValueConst(_OrText):
    """A constant that a cell can hold: exactly one of text, number or day (ISO date). Plain text is text."""

    text: str | None = None
    number: Exact | None = None
    day: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _one(self) -> ValueConst:
        if sum(x is not None for x in (self.text, self.number, self.day)) != 1:
            raise ValueError("a value is one of text, number and day")
        if self.day is not None:
            day_ordinal(self.day)
        return self

    @model_serializer
    def _short(self) -> Any:
        if self.text is not None:
            return self.text
        return {"number": show_exact(self.number)} if self.number is not None else {"day": self.day}

    def __str__(self) -> str:
        if self.text is not None:
            return f"“{self.text}”"
        return show_exact(self.number) if self.number is not None else str(self.day)


def day_ordinal(iso: str) -> int:
    """The ordinal of an ISO date (0001-01-01 is 1)."""
    import datetime

    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", iso):
        raise ValueError(f"{iso} is not a date like 2010-02-09")
    return datetime.date.fromisoformat(iso).toordinal()


def total(numbers: list[Fraction]) -> Fraction:
    """The exact sum, made of integers over one denominator: a sum of fractions would be reduced at every step."""
    ratios = [q.as_integer_ratio() for q in numbers]
    den = math.lcm(*{d for _, d in ratios})
    return Fraction(sum(n * (den // d) for n, d in ratios), den)


# --- what queries see ------------------------------------------------------------------------------------------


@dataclass
class Context:
    """One source under evaluation, and what the evaluation used of it.

    `used` and `missing` hold (view code, row index) of cells that entered a result or were left out for want of a
    value; `views` the view codes read. `strict`: an entry that a column does not have is `not_in_table`; off for the
    alternatives of a table, where an entry may be in a row that one of them leaves out.
    """

    source: Source
    strict: bool = True
    used: set[tuple[int, int]] = field(default_factory=set)
    missing: set[tuple[int, int]] = field(default_factory=set)
    views: set[int] = field(default_factory=set)
    _columns: dict[int, Column] = field(default_factory=dict)
    _derived: dict[ColumnNode, Column] = field(default_factory=dict)

    def codes(self, ref: ColumnRef | ColumnNode) -> tuple[int, ...]:
        """The view codes that a column, or one made from columns, is read off."""
        if isinstance(ref, ColumnRef):
            return (self.code(ref),)
        return tuple(code for part in ref.parts() for code in self.codes(part))

    def code(self, ref: ColumnRef) -> int:
        """The view code of a column. Raises GoalError if the source has no such column or part."""
        try:
            index = self.source.column(ref.name).index
        except KeyError:
            import difflib

            labels = [c.label for c in self.source.columns]
            near = difflib.get_close_matches(ref.name, labels, 1)
            raise GoalError(
                f'{self.source.name} has no column "{ref.name}"',
                cause="its columns are " + ", ".join(f'"{x}"' for x in labels),
                hint=f'did you mean "{near[0]}"?' if near else "",
            ) from None
        try:
            return view_code(index, ref.part)
        except (KeyError, ValueError) as e:
            raise GoalError(f'cells have no part "{ref.part}"') from e

    def column(self, ref: ColumnRef | ColumnNode) -> Column:
        """The cells of a column. Raises NoValue for one made from columns whose units cannot go together."""
        if isinstance(ref, ColumnNode):
            if ref not in self._derived:
                self._derived[ref] = ref.column(self)
            return self._derived[ref]
        code = self.code(ref)
        self.views.add(code)
        if code not in self._columns:
            self._columns[code] = view(self.source, code // 64, ref.part)
        return self._columns[code]

    def row_view(self, node: Node) -> int:
        """The view whose column stands for "all rows" in a goal: the first that `node` names, from left to right, since
        all columns of a table are equally long; the table's first column where it names none."""
        stack = [node]
        while stack:
            n = stack.pop()
            for name, kind in n.signature:
                if kind == "col":
                    return self.codes(getattr(n, name))[0]
            stack.extend(reversed(n.children()))
        return 0

    def kinds(self) -> Column:
        """What each row is: 1 for a settled total, 0 for any other."""
        self.views.add(ROW_KINDS)
        if ROW_KINDS not in self._columns:
            self._columns[ROW_KINDS] = row_kinds(self.source)
        return self._columns[ROW_KINDS]

    def ref(self, column: Column, row: int) -> CellRef:
        return CellRef(column.label, self.source.row_numbers[row], column.cells[row].raw)

    def picked(self, column: Column, mask: list[Truth]) -> list[tuple[int, Cell]]:
        """Rows of `mask` with their cells. Raises NoValue when a row is undecided."""
        require_decided(mask)
        return [(i, column.cells[i]) for i, t in enumerate(mask) if t is Truth.YES]

    def numbers(self, ref: ColumnRef | ColumnNode, mask: list[Truth]) -> list[Fraction]:
        """The numbers of the rows of `mask`; missing cells are noted and left out.

        Raises NoValue for a cell that is not a number, for differing units, and when no number is left.
        """
        column, codes = self.column(ref), self.codes(ref)
        out: list[Fraction] = []
        used: list[int] = []
        missing: list[int] = []
        picked = self.picked(column, mask)
        for i, c in picked:
            if c.kind is Kind.NUMBER and c.number is not None:
                used.append(i)
                out.append(c.number)
            elif c.kind is Kind.NULL:
                missing.append(i)
            else:
                what = "is not a number" if c.kind is not Kind.UNREADABLE else "could not be read as a number"
                where = self.ref(column, i)
                raise NoValue("unreadable_cell", f"{ref}, row {where.row}: “{c.raw}” {what}", (where,))
        for code in codes:
            self.used.update(zip(repeat(code), used))
            self.missing.update(zip(repeat(code), missing))
        self.require_one_unit(ref, picked)
        if not out:
            raise NoValue("not_in_table", f"no row has a number in {ref}")
        return out

    def require_one_unit(self, ref: ColumnRef | ColumnNode, picked: list[tuple[int, Cell]] | None = None) -> None:
        """Raises NoValue if the numbers in `picked` rows of a column, or in all of it, differ in their units."""
        column = self.column(ref)
        if not column.mixed_units:
            return
        units: dict[str | None, int] = {}
        for i, c in enumerate(column.cells) if picked is None else picked:
            if c.kind is Kind.NUMBER:
                units.setdefault(c.unit, i)
        if len(units) > 1:
            shown = ", ".join(str(u or "no unit") for u in units)
            raise NoValue(
                "mixed_units", f"{ref} mixes units: {shown}", tuple(self.ref(column, i) for i in units.values())
            )


def require_decided(mask: list[Truth]) -> None:
    """Raises NoValue if a row of `mask` is undecided because of an unreadable cell."""
    if Truth.UNREADABLE in mask:
        row = mask.index(Truth.UNREADABLE)
        raise NoValue("unreadable_cell", f"whether data row {row + 1} is meant depends on a cell that has no value")


class Node(_Model):
    """Base of every query. `lean` is the Lean constant, or one per value of `variant`."""

    sort: ClassVar[Sort]
    lean: ClassVar[str | dict[str, str]]
    signature: ClassVar[tuple[tuple[str, str], ...]]
    """(field, kind) in the order of the Lean function; kinds: col, first, kinds, filter, number, values, claim, q, nat,
    text, day, value, decimal."""
    variant: ClassVar[str] = ""

    def lean_constant(self) -> str:
        if isinstance(self.lean, str):
            return self.lean
        return self.lean[getattr(self, self.variant)]

    def children(self) -> tuple[Node, ...]:
        out: list[Node] = []
        for name, kind in self.signature:
            if kind in ("filter", "number", "values", "claim"):
                out.append(getattr(self, name))
        return tuple(out)

    def say(self, ctx: Context) -> str:
        """The paraphrase of this node: a phrase, or for a claim a sentence without its full stop."""
        raise NotImplementedError


class ColumnNode(Node):
    sort: ClassVar[Sort] = "column"

    def column(self, ctx: Context) -> Column:
        """The cells, row by row. Raises NoValue where units cannot go together."""
        raise NotImplementedError

    def parts(self) -> tuple[Any, ...]:
        """The columns that it is made from."""
        raise NotImplementedError

    def say(self, ctx: Context) -> str:
        return str(self)


class FilterNode(Node):
    sort: ClassVar[Sort] = "filter"

    def mask(self, ctx: Context) -> list[Truth]:
        """One Truth for each row, top to bottom."""
        raise NotImplementedError


class NumberNode(Node):
    sort: ClassVar[Sort] = "number"

    def value(self, ctx: Context) -> Fraction:
        """The exact value. Raises NoValue where there is none."""
        raise NotImplementedError

    def unit(self, ctx: Context) -> str | None:
        """The unit of the value; None for a bare number, "?" where it is not tracked."""
        return None


class ValuesNode(Node):
    sort: ClassVar[Sort] = "values"

    def value(self, ctx: Context) -> tuple[Cell, ...]:
        """Distinct cells, in the order of `EgVar.values`. Raises NoValue where there is none."""
        raise NotImplementedError


class ClaimNode(Node):
    sort: ClassVar[Sort] = "claim"

    def holds(self, ctx: Context) -> bool:
        """Whether the claim holds. Raises NoValue where a part that matters has no value."""
        raise NotImplementedError
