"""Readings that a file does not settle: each is an alternative table, and a claim must hold under every one.

May import: the standard library, `egvar.source`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from egvar.source.cell import Kind
from egvar.source.forms import USUAL
from egvar.source.marks import infer
from egvar.source.reading import Reading
from egvar.source.source import Source, reread, structured
from egvar.source.structure.find import Doubts, discover
from egvar.source.structure.model import Structure, row_list

MAX_ALTERNATIVES = 8
_TOTAL = re.compile(r"(grand |sub|overall )?-?(totals?|sum|all|overall|subtotals?)\b", re.I)


@dataclass(frozen=True)
class Alternative:
    """Another reading of the same bytes: what it does differently, and the line of a reading that settles it."""

    source: Source
    what: str
    flag: str


def alternatives(source: Source) -> tuple[Alternative, ...]:
    """The readings beside the default one that the file does not rule out; at most eight."""
    changes: list[tuple[str, str, dict[str, object]]] = []
    settled = source.reading.settled
    totals = [] if "total_rows" in settled else suspected_totals(source)
    if totals:
        rows = ", ".join(str(source.row_numbers[i]) for i in totals)
        what = (
            f"without row {rows}, a suspected total row"
            if len(totals) == 1
            else f"without rows {rows}, suspected total rows"
        )
        changes.append(
            (
                what,
                "--total-rows drop, or --total-rows keep",
                {"dropped": _rows_left_out(source, totals)},
            )
        )
    changes += _open_labels(source)
    dashed = tuple(
        c.index
        for c in source.columns
        if c.kind is Kind.NUMBER and any(x.kind is Kind.NULL and x.text in ("-", "–", "—") for x in c.cells)
    )
    if dashed and "dash" not in settled:
        names = ", ".join(f'"{source.columns[i].label}"' for i in dashed)
        changes.append(
            (f"with a lone dash in {names} read as zero", "--dash missing, or --dash zero", {"dash_is_zero": dashed})
        )
    if marked := open_marks(source):
        names = ", ".join(f'"{source.columns[i].label}"' for i in marked)
        usual = {source.reading.marks_of(i)[:2] for i in marked} == {USUAL}
        what = "a decimal comma and points for" if usual else "a decimal point and commas for"
        marks = _marks(source.reading, marked, "comma" if usual else "point")
        flag = "--decimal point, or --decimal comma"
        changes.append((f"with {what} thousands in {names}", flag, {"marks": marks}))
    out = []
    for size in range(1, len(changes) + 1):
        for chosen in combinations(changes, size):
            reading = source.reading
            for _, _, change in chosen:
                left_out = {*reading.dropped, *change.get("dropped", ())}  # type: ignore[misc]
                reading = replace(reading, **(change | {"dropped": tuple(sorted(left_out))}))  # type: ignore[arg-type]
            out.append(Alternative(_again(source, reading), " and ".join(w for w, _, _ in chosen), chosen[0][1]))
    return tuple(out[:MAX_ALTERNATIVES])


LABELS = 'labels = "carry", or labels = "keep", in FILE.egvar.toml'


def _open_labels(source: Source) -> list[tuple[str, str, dict[str, object]]]:
    """Labels that may continue, and rows that may be headings, which count for none then."""
    doubts = _doubts(_Same(source))
    if "labels" in source.reading.settled:
        return []
    changes: list[tuple[str, str, dict[str, object]]] = []
    if doubts.carried:
        names = ", ".join(f'"{source.columns[i].label}"' for i in doubts.carried)
        structure = replace(source.reading.structure, carried=(*source.reading.structure.carried, *doubts.carried))
        changes.append((f"with the labels in {names} carried down", LABELS, {"structure": structure}))
    if doubts.headings:
        rows = row_list(source.row_numbers[i] for i in doubts.headings)
        changes.append(
            (f"without {rows}, headings perhaps", LABELS, {"dropped": _rows_left_out(source, doubts.headings)})
        )
    return changes


def _labelled(source: Source, carry: bool) -> Source:
    structure, doubts = source.reading.structure, _doubts(_Same(source))
    rows = (source.row_numbers[i] - source.reading.first_row for i in doubts.headings)
    carried = tuple(sorted({*structure.carried, *doubts.carried})) if carry else ()
    headings = tuple(sorted({*structure.headings, *rows})) if carry else ()
    structure = replace(structure, carried=carried, headings=headings)
    return reread(source, replace(source.reading, structure=structure, settled=(*source.reading.settled, "labels")))


def _again(source: Source, reading: Reading) -> Source:
    """The same bytes under another reading, with the structure of the numbers that there are then."""
    if reading.marks == source.reading.marks:
        return reread(source, reading)
    plain = reread(source, replace(reading, structure=Structure()))
    return plain if "total_rows" in reading.settled else structured(plain)


def suspected_totals(source: Source) -> list[int]:
    """Rows that may be totals, beyond those that are settled: by their label, or by a sum that may be chance."""
    return list(_suspected(_Same(source)))


class _Same:
    """A source as a key: by what identifies it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.key = (source.bytes_digest, source.reading_digest, source.row_numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=64)
def _doubts(same: _Same) -> Doubts:
    """What the cells leave open, beyond what the reading settles."""
    source, structure = same.source, same.source.structure
    found, doubts = discover(source.columns)
    return Doubts(
        tuple({*doubts.totals, *(t.row for t in found.totals)} - {t.row for t in structure.totals}),
        tuple(sorted({*doubts.headings, *found.headings} - {*structure.headings})),
        tuple(sorted({*doubts.carried, *found.carried} - {*structure.carried})),
    )


@lru_cache(maxsize=64)
def _suspected(same: _Same) -> tuple[int, ...]:
    source = same.source
    rows = set(_doubts(same).totals)
    known = {t.row for t in source.structure.totals}
    for i in range(source.n_rows):
        first = next((c.cells[i].text for c in source.columns[:2] if c.cells[i].kind is Kind.TEXT), "")
        if _TOTAL.fullmatch(first.strip()):
            rows.add(i)
    rows -= known
    return tuple(sorted(rows)) if len(rows) < source.n_rows else ()


def _rows_left_out(source: Source, rows: Sequence[int]) -> tuple[int, ...]:
    """`Reading.dropped` with these rows of the source besides."""
    reading = source.reading
    return tuple(sorted({*reading.dropped, *(source.row_numbers[i] - reading.first_row for i in rows)}))


def open_marks(source: Source) -> tuple[int, ...]:
    """The columns in which a point or a comma may mark decimals as well as thousands."""
    return () if "decimal" in source.reading.settled else either_mark(source)


def either_mark(source: Source) -> tuple[int, ...]:
    """Those columns, whether a person has settled the question or not."""
    return _either(_Same(source))


@lru_cache(maxsize=64)
def _either(same: _Same) -> tuple[int, ...]:
    source = same.source
    found = infer([[x.raw for x in c.cells] for c in source.columns], source.reading.delimiter)
    return tuple(
        i for i in found.open_columns if source.columns[i].kind is Kind.NUMBER and source.reading.rule(i) is None
    )


def _marks(reading: Reading, columns: tuple[int, ...], decimal: str) -> tuple[tuple[int, str], ...]:
    """The marks of a reading, with a "point" or a "comma" for the decimals of these columns."""
    marks = dict(reading.marks)
    for i in columns:
        flags = reading.marks_of(i)[2:]
        marks[i] = (USUAL if decimal == "point" else ",.") + flags
    return tuple(sorted((i, m) for i, m in marks.items() if m != USUAL))


def settle(
    source: Source, total_rows: str | None, dash: str | None, decimal: str | None = None, labels: str | None = None
) -> Source:
    """The source read as a person says: total rows "keep" or "drop", a lone dash "missing" or "zero", the decimal mark
    of columns that leave it open a "point" or a "comma", labels that may continue and headings "carry" or "keep"."""
    if labels is not None:
        source = _labelled(source, labels == "carry")
    reading = source.reading
    if decimal is not None:
        marks = _marks(reading, open_marks(source), decimal)
        reading = replace(reading, marks=marks, settled=(*reading.settled, "decimal"))
        source = _again(source, reading)
        reading = source.reading
    if total_rows is not None:
        structure = replace(reading.structure, totals=())
        rows = [*suspected_totals(source), *(t.row for t in source.structure.totals)] if total_rows == "drop" else []
        dropped = _rows_left_out(source, rows)
        settled = tuple(dict.fromkeys((*reading.settled, "total_rows")))
        reading = replace(reading, dropped=dropped, settled=settled, structure=structure)
    if dash is not None:
        columns = tuple(c.index for c in source.columns if c.kind is Kind.NUMBER) if dash == "zero" else ()
        reading = replace(reading, dash_is_zero=columns, settled=(*reading.settled, "dash"))
    return source if reading == source.reading else reread(source, reading)
