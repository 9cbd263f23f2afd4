"""What every query is made of: a schema, a Python meaning, a Lean constant, and a paraphrase.

May import: the standard library, pydantic, `egvar.errors`, `egvar.source`, and of `egvar.tools` `exact`, `refs`, `say`.

A goal is a tree of nodes. Each node class has an `op` (its name in JSON), a `sort` (number, filter, values or claim),
and a `signature`: its fields in the order in which the Lean function of the same meaning takes them. Encoding to a
kernel term and decoding from one are derived from the signature, once, in `egvar.challenge.terms`. The Python meaning
here and the Lean meaning in `lean/EgVar/Query` are compared by tests, in the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from itertools import repeat
from typing import Any, ClassVar, Literal

from egvar.errors import GoalError
from egvar.source.cell import Cell, Kind
from egvar.source.parts import ROW_KINDS, split_view_code
from egvar.source.source import Column, Source, row_kinds, view, view_code
from egvar.tools.exact import Exact as Exact
from egvar.tools.exact import day_ordinal as day_ordinal
from egvar.tools.exact import decimal as decimal
from egvar.tools.exact import exact as exact
from egvar.tools.exact import show_exact as show_exact
from egvar.tools.exact import total as total
from egvar.tools.refs import ColumnRef as ColumnRef
from egvar.tools.refs import Model
from egvar.tools.refs import ValueConst as ValueConst
from egvar.tools.say import column_name, render
from egvar.tools.say import quoted as quoted

Sort = Literal["number", "filter", "values", "claim", "column"]


class Truth(IntEnum):
    """What a condition says about a row; the same four as `EgVar.Truth`. UNKNOWN, from a missing cell: yes or no."""

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

    def say_column(self, ref: ColumnRef | ColumnNode) -> str:
        """A column in a sentence."""
        if isinstance(ref, ColumnNode):
            return ref.say(self)
        name = column_name(self.source, self.source.columns[self.code(ref) // 64])
        return name if ref.part is None else f"the {ref.part} of {name}"

    def kinds(self) -> Column:
        """What each row is: 1 for a settled total, 2 for a heading, 0 for any other."""
        self.views.add(ROW_KINDS)
        if ROW_KINDS not in self._columns:
            self._columns[ROW_KINDS] = row_kinds(self.source)
        return self._columns[ROW_KINDS]

    def ref(self, column: Column, row: int) -> CellRef:
        return CellRef(column.label, self.source.row_numbers[row], column.cells[row].raw)

    def picked(
        self, column: Column, mask: list[Truth], where: Node | None = None, empty_is_out: bool = True
    ) -> list[tuple[int, Cell]]:
        """Rows of `mask` with their cells. Raises NoValue where a row may be meant or not, which makes no difference
        if its cell is missing and `empty_is_out`; `where` is the condition to blame."""
        require_decided(mask)
        for i, t in enumerate(mask):
            if t is Truth.UNKNOWN and not (empty_is_out and column.cells[i].kind is Kind.NULL):
                raise self.open_row(i, where)
        return [(i, column.cells[i]) for i, t in enumerate(mask) if t is Truth.YES]

    def open_row(self, row: int, where: Node | None) -> NoValue:
        """What to raise where a missing cell leaves open whether a row is meant."""
        number = self.source.row_numbers[row]
        cells = tuple(self._open_cells(row, where)) if where is not None else ()
        why = "; ".join(f"“{c.raw}” in {quoted(c.column)}" for c in cells)
        return NoValue("not_in_table", f"row {number} may be meant or not{': ' if why else ''}{why}", cells)

    def _open_cells(self, row: int, where: Node) -> Iterator[CellRef]:
        for name, kind in where.signature:
            if kind == "col" and isinstance(ref := getattr(where, name), ColumnRef | ColumnNode):
                for code in self.codes(ref):
                    column = view(self.source, *split_view_code(code))
                    c = column.cells[row]
                    if c.kind in (Kind.NULL, Kind.UNREADABLE):
                        yield self.ref(column, row)
        for child in where.children():
            yield from self._open_cells(row, child)

    def numbers(self, ref: ColumnRef | ColumnNode, mask: list[Truth], where: Node | None = None) -> list[Fraction]:
        """The numbers of the rows of `mask`; missing cells are noted and left out.

        Raises NoValue for a cell that is not a number, for differing units, when no number is left, and for a number
        in a row that may be meant or not.
        """
        column, codes = self.column(ref), self.codes(ref)
        out: list[Fraction] = []
        used: list[int] = []
        missing: list[int] = []
        picked = self.picked(column, mask, where)
        for i, c in picked:
            if c.kind is Kind.NUMBER and c.number is not None:
                used.append(i)
                out.append(c.number)
            elif c.kind is Kind.NULL:
                missing.append(i)
            else:
                what = "is not a number" if c.kind is not Kind.UNREADABLE else "could not be read as a number"
                cell = self.ref(column, i)
                raise NoValue("unreadable_cell", f"{ref}, row {cell.row}: “{c.raw}” {what}", (cell,))
        for code in codes:
            self.used.update(zip(repeat(code), used))
            self.missing.update(zip(repeat(code), missing))
        self.require_one_unit(ref, picked)
        if not out:
            raise NoValue("not_in_table", f"no row has a number in {ref}")
        return out

    def extreme(self, ref: ColumnRef | ColumnNode, mask: list[Truth], highest: bool, where: Node | None) -> Fraction:
        """The greatest or least number of the rows of `mask`. Raises NoValue as `numbers` does, but for a number in a
        row that may be meant or not only if it is a better one."""
        best: Callable[[list[Fraction]], Fraction] = max if highest else min
        found = best(self.numbers(ref, [Truth.NO if t is Truth.UNKNOWN else t for t in mask]))
        if Truth.UNKNOWN in mask:
            all_ = self.numbers(ref, [Truth.YES if t is Truth.UNKNOWN else t for t in mask])
            if best(all_) != found:
                cells = self.column(ref).cells
                row = next(i for i, t in enumerate(mask) if t is Truth.UNKNOWN and cells[i].number == best(all_))
                raise self.open_row(row, where)
        return found

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


class Node(Model):
    """Base of every query. `lean` is the Lean constant, or one per value of `variant`."""

    sort: ClassVar[Sort]
    lean: ClassVar[str | dict[str, str]]
    signature: ClassVar[tuple[tuple[str, str], ...]]
    """(field, kind) in the order of the Lean function; kinds: col, first, kinds, filter, number, values, claim, q, nat,
    text, day, value, decimal; in claims range (bounds of a number) and span (values, sure and possible)."""
    variant: ClassVar[str] = ""
    phrase: ClassVar[str] = ""
    """The paraphrase, see `egvar.tools.say`."""
    words: ClassVar[dict[str, str]] = {}
    """What `{=}` in `phrase` stands for, by the value of `variant`."""

    def lean_constant(self) -> str:
        if isinstance(self.lean, str):
            return self.lean
        return self.lean[getattr(self, self.variant)]

    @classmethod
    def term_forms(cls) -> Iterator[tuple[str, str | None, tuple[tuple[str, str], ...]]]:
        """(Lean constant, value of `variant`, signature) of every form that the node takes as a term."""
        constants = cls.lean if isinstance(cls.lean, dict) else {None: cls.lean}
        for variant, constant in constants.items():
            yield constant, variant, cls.signature

    def term_form(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """The Lean constant and the signature of this very node."""
        return self.lean_constant(), self.signature

    def children(self) -> tuple[Node, ...]:
        out: list[Node] = []
        for name, kind in self.signature:
            if kind in ("filter", "number", "values", "claim", "span"):
                out.append(getattr(self, name))
        return tuple(out)

    def say(self, ctx: Context) -> str:
        """The paraphrase of this node: a phrase, or for a claim a sentence without its full stop."""
        return render(self, ctx)

    def is_compound(self) -> bool:
        """Whether its phrase needs brackets as a part of another."""
        return False

    def derived(self, name: str, ctx: Context) -> str:
        """What `phrase` says under a name that is no field: it follows from the fields and the table."""
        raise KeyError(name)


class ColumnNode(Node):
    sort: ClassVar[Sort] = "column"

    def column(self, ctx: Context) -> Column:
        """The cells, row by row. Raises NoValue where units cannot go together."""
        raise NotImplementedError

    def parts(self) -> tuple[Any, ...]:
        """The columns that it is made from."""
        raise NotImplementedError


class FilterNode(Node):
    sort: ClassVar[Sort] = "filter"

    def mask(self, ctx: Context) -> list[Truth]:
        """One Truth for each row, top to bottom."""
        raise NotImplementedError


class NumberNode(Node):
    sort: ClassVar[Sort] = "number"

    ranged: ClassVar[str] = ""
    """The Lean constant of the bounds of the value, where a missing cell in a condition bounds it only."""

    def value(self, ctx: Context) -> Fraction:
        """The exact value. Raises NoValue where there is none."""
        raise NotImplementedError

    def bounds(self, ctx: Context) -> tuple[Fraction, Fraction]:
        """The least and the greatest value that it can have, whatever missing condition cells are. Raises NoValue."""
        value = self.value(ctx)
        return value, value

    def is_ranged(self) -> bool:
        """Whether it may be known within bounds only: it counts rows, or is made of what does."""
        return False

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
