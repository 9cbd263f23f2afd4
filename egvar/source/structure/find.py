"""The structure of a table, found and checked.

May import: the standard library, `egvar.errors`, `egvar.source.cell`, `egvar.source.structure`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from egvar.errors import ReadingError
from egvar.source.cell import Cell, Kind
from egvar.source.structure import labels, statements, totals
from egvar.source.structure.grid import LABEL, grid, measure
from egvar.source.structure.model import Difference, Structure


class Columned(Protocol):
    """A column, as `egvar.source.source.Column`."""

    @property
    def header(self) -> str: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def cells(self) -> tuple[Cell, ...]: ...


@dataclass(frozen=True)
class Doubts:
    """What the cells do not settle: rows that may be totals or headings, columns whose labels may continue."""

    totals: tuple[int, ...] = ()
    headings: tuple[int, ...] = ()
    carried: tuple[int, ...] = ()


def discover(columns: Sequence[Columned]) -> tuple[Structure, Doubts]:
    """The structure that the cells settle, and what they leave open. Rows are those of the columns."""
    structure, maybe = _sums(columns)
    if not columns or (len(columns[0].cells) > totals.MAX_ROWS and all(c.raw.strip() for c in columns[0].cells)):
        return structure, Doubts(maybe)
    plain = [(c.kind, c.cells) for c in columns]
    headings, open_headings = labels.headings([c.header for c in columns], plain)
    others = {*headings, *maybe, *(t.row for t in structure.totals)}
    others |= {i for i in range(len(columns[0].cells)) if labels.says_total(plain, i)}
    carried, open_carried = labels.carried(plain, frozenset(others))
    return replace(structure, headings=headings, carried=carried), Doubts(maybe, open_headings, open_carried)


def _sums(columns: Sequence[Columned]) -> tuple[Structure, tuple[int, ...]]:
    """What arithmetic says, and rows that may be totals besides."""
    n = len(columns[0].cells) if columns else 0
    if n < 3 or (n > totals.MAX_ROWS and not _ends(columns, n)):
        return Structure(), ()
    plain = [(c.header, c.kind, c.cells) for c in columns]
    seen = grid(plain)
    settled, maybe = totals.find(seen)
    if n > totals.MAX_ROWS:
        return Structure(settled), maybe
    less = statements.differences(seen, settled)
    said = [c.text for c in columns[0].cells if c.kind is Kind.TEXT]
    tied = statements.is_statement(seen, settled, less, said)
    statement = tied or statements.in_units_of_their_own(plain)
    if tied and less:  # c = a − b, and not a = b + c
        settled = tuple(t for t in settled if t.row > t.terms[-1])
    return Structure(settled, statement, less=less if tied else ()), maybe


def _ends(columns: Sequence[Columned], n: int) -> bool:
    """Whether the first or last row of a long table looks other than the row beside it: by a label, or a gap."""
    for row, beside in ((0, 1), (n - 1, n - 2)):
        for c in columns:
            here, there = c.cells[row], c.cells[beside]
            if (here.kind is Kind.NULL) != (there.kind is Kind.NULL) or LABEL.fullmatch(here.text):
                return True
    return False


def verify(structure: Structure, columns: Sequence[Columned], rows: Sequence[int]) -> None:
    """Raises ReadingError unless the cells bear out what a reading says of them. `rows`: the number that the structure
    has for each row of the columns; terms that the reading leaves out are not looked for."""
    at = {r: i for i, r in enumerate(rows)}
    if any(k >= len(columns) or columns[k].kind is not Kind.TEXT for k in structure.carried):
        raise ReadingError("a reading carries the labels of a column that has none")
    for r in structure.headings:
        texts = [c.cells[at[r]].raw.strip() for c in columns] if r in at else []
        if not labels.says_nothing([c.header for c in columns], texts):
            raise ReadingError("a reading has a heading that holds more than one text")
    for d in structure.less:
        if all(r in at for r in (d.row, d.of, *d.less)):
            _verify_difference(d, columns, at)
    for t in structure.totals:
        terms = [at[r] for r in t.terms if r in at]
        if t.row not in at or len(terms) != len(t.terms):
            continue
        for k in t.columns:
            m = measure(k, columns[k].header, columns[k].cells) if k < len(columns) else None
            total = m.values[at[t.row]] if m is not None else None
            if m is None or total is None:
                raise ReadingError(
                    f"a reading says that column {k + 1} adds up to row {t.row}, where it has no numbers"
                )
            given = [v for i in terms if (v := m.values[i]) is not None]
            if abs(sum(given) - total) > totals.slack(len(given)) * m.digit:
                raise ReadingError(f'a reading has a total that does not hold in "{columns[k].header}"')


def _verify_difference(d: Difference, columns: Sequence[Columned], at: dict[int, int]) -> None:
    for k in d.columns:
        m = measure(k, columns[k].header, columns[k].cells) if k < len(columns) else None
        values = [m.values[at[r]] or 0 for r in (d.row, d.of, *d.less)] if m is not None else []
        if not values or values[1] - sum(values[2:]) != values[0]:
            raise ReadingError(f"a reading has a difference that does not hold in column {k + 1}")
