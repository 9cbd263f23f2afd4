"""Sources: a table read from bytes, with its identity.

May import: the standard library, `egvar.errors`, `egvar.source`. pandas is imported only to take a DataFrame.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from egvar.errors import EgvarError, Position, SourceError
from egvar.files import read_whole
from egvar.source import forms
from egvar.source.cell import Cell, Kind
from egvar.source.dialect import MAX_CELLS, MAX_COLUMNS, MAX_HEADER, check_dialect
from egvar.source.marks import infer
from egvar.source.parts import KIND_OF_ROW, PARTS, part_of, view_code
from egvar.source.reading import Reading
from egvar.source.structure.find import discover, verify
from egvar.source.structure.labels import carry
from egvar.source.structure.model import Structure, structure_lines
from egvar.source.unknown import may_be_a_value

MAX_BYTES = 1 << 30
DECLARED = ".egvar.toml"
FORMATS = frozenset({".xlsx", ".parquet", ".json", ".jsonl", ".ndjson", ".sqlite", ".sqlite3", ".db", ".duckdb"})


@dataclass(frozen=True)
class Column:
    """One column: `label` is unique in its source, `header` as published; `unit` where all numbers share one."""

    index: int
    label: str
    header: str
    kind: Kind
    unit: str | None
    mixed_units: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Source:
    """A table: bytes and reading digests are its identity. `row_numbers` are 1-based rows of the file, header 1."""

    name: str
    bytes_digest: str
    reading: Reading
    reading_digest: str
    columns: tuple[Column, ...]
    row_numbers: tuple[int, ...]
    data: bytes

    @property
    def n_rows(self) -> int:
        return len(self.row_numbers)

    @property
    def structure(self) -> Structure:
        """The reading's structure in rows of this source, without what the reading leaves out."""
        first = self.reading.first_row
        return self.reading.structure.taken({number - first: i for i, number in enumerate(self.row_numbers)})

    @property
    def structure_lines(self) -> tuple[str, ...]:
        """What was settled about the table, a line for each."""
        return structure_lines(self.structure, self.row_numbers, [c.label for c in self.columns])

    def column(self, label: str) -> Column:
        """The column with this label. Raises KeyError."""
        for c in self.columns:
            if c.label == label:
                return c
        raise KeyError(label)


def load(path: Path, reading: Reading | None = None, undeclared: bool = False, links: bool = True) -> Source:
    """The table in a file, read as `FILE.egvar.toml` beside it declares, if there is one and neither `reading` nor
    `undeclared` is given.

    Files of other formats than CSV are taken over as texts (`egvar.source.formats`), and those are the source's bytes;
    `FILE.xlsx::NAME` names one of several sheets or tables. Without `links` the file may be no symbolic link.
    Raises SourceError if it cannot be read, ReadingError for a declaration that does not fit it.
    """
    name, part = str(path), None
    if "::" in path.name and not _exists(path):
        base, _, part = path.name.partition("::")
        path = path.with_name(base)
    try:
        data = read_whole(path, MAX_BYTES, links)
    except OSError as e:
        raise SourceError(f"{path} cannot be read", cause=e.strerror or str(e), hint="check the path") from e
    if path.suffix.lower() in FORMATS:
        from egvar.source.formats import as_csv

        data = as_csv(path, data, part)
    if reading is None and not undeclared and os.path.lexists(declared := beside(Path(name))):
        from egvar.source.declared import parse_file

        reading = parse_file(declared, load_bytes(data, name), data, links=False)
    return load_bytes(data, name, reading)


def beside(path: Path) -> Path:
    """Where the declaration of a file is; that of one of several tables in it has the table's name in its own, and is
    the file's where there is none of that name."""
    own = path.with_name(path.name + DECLARED)
    base = path.with_name(path.name.partition("::")[0] + DECLARED)
    return base if not os.path.lexists(own) and os.path.lexists(base) else own


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def from_rows(
    columns: Sequence[str], rows: Sequence[Sequence[str]], name: str = "table", reading: Reading | None = None
) -> Source:
    """A table from its texts: canonical CSV bytes are made of them, and read."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return load_bytes(out.getvalue().encode(), name, reading)


def from_dataframe(df: Any, name: str = "table", floats: str = "refuse") -> Source:
    """A table from a pandas DataFrame. Floats are refused, since their digits are not the published ones; with
    `floats="shortest"` the shortest decimal that gives the same float is taken. An index that has a name is a column.
    Raises SourceError."""
    from egvar.source.frames import texts

    header, rows = texts(df, name, floats)
    return from_rows(header, rows, name)


def load_bytes(data: bytes, name: str, reading: Reading | None = None) -> Source:
    """The table in `data`. Raises SourceError with file:row for malformed input."""
    declared = reading is not None
    forced = (reading.encoding, reading.delimiter, reading.header_rows) if reading is not None else ("", "", 1)
    header, rows, offsets, delimiter, encoding = _records(data, name, *forced)
    labels = _labels(header)
    if reading is None:
        reading = inferred(rows, len(labels), Reading(delimiter, encoding))
    if len(reading.columns) != len(labels):
        raise SourceError(f"the reading is for {len(reading.columns)} columns, {name} has {len(labels)}")
    dropped = set(reading.dropped)
    kept = [(at, r) for at, r in zip(offsets, rows, strict=True) if at not in dropped]
    columns = []
    for i, label in enumerate(labels):
        texts = [r[i] for _, r in kept]
        known = {t: _read(t, reading, i) for t in set(texts)}  # equal texts share a cell
        cells = tuple([known[t] for t in texts])
        columns.append(_column(i, label, header[i], reading.columns[i], cells))
    places = [at for at, _ in kept]
    if not declared:
        reading = replace(reading, structure=discover(columns)[0].placed(places))
    elif not reading.structure.empty:
        verify(reading.structure, columns, places)
    columns = _carried(columns, reading.structure.taken({at: i for i, at in enumerate(places)}))
    digest = hashlib.sha256(data).hexdigest()
    if not declared:
        _remember(digest, reading)
    numbers = tuple(at + reading.first_row for at in places)
    return Source(name, digest, reading, reading.digest, tuple(columns), numbers, data)


_FOUND: dict[str, Reading | None] = {}


def _remember(digest: str, reading: Reading | None) -> None:
    """Keeps the reading that bytes have by themselves, so that they are not read again to know it."""
    if len(_FOUND) >= 64:
        _FOUND.pop(next(iter(_FOUND)))
    _FOUND[digest] = reading


def by_itself(source: Source) -> Reading | None:
    """The reading that a source's bytes get without a declaration; None where they are no table then."""
    if source.bytes_digest not in _FOUND:
        try:
            load_bytes(source.data, source.name)
        except EgvarError:
            _remember(source.bytes_digest, None)
    return _FOUND[source.bytes_digest]


def reread(source: Source, reading: Reading) -> Source:
    """The same bytes under another reading."""
    return load_bytes(source.data, source.name, reading)


def structured(source: Source) -> Source:
    """The source with the structure that its cells settle, in place of the one that its reading has."""
    places = [n - source.reading.first_row for n in source.row_numbers]
    structure = discover(source.columns)[0]
    reading = replace(source.reading, structure=structure.placed(places))
    columns = tuple(_carried(source.columns, structure))
    return replace(source, reading=reading, reading_digest=reading.digest, columns=columns)


def _carried(columns: Sequence[Column], structure: Structure) -> list[Column]:
    """The columns, empty cells of some having the label above."""
    return [replace(c, cells=carry(c.cells, structure)) if c.index in structure.carried else c for c in columns]


def _column(i: int, label: str, header: str, kind: Kind, cells: tuple[Cell, ...]) -> Column:
    units = {c.unit for c in cells if c.kind is Kind.NUMBER}
    mixed = len(units) > 1
    return Column(i, label, header, kind, None if mixed or not units else units.pop(), mixed, cells)


def _records(
    data: bytes, name: str, encoding: str, delimiter: str, header_rows: int
) -> tuple[list[str], list[list[str]], list[int], str, str]:
    """(header, rows, offsets of the rows below the header, delimiter, encoding); what is not given is found out.

    Empty lines are no rows, but they count where rows are numbered: row 5 is the one that a spreadsheet calls so.
    """
    check_dialect(encoding, delimiter, header_rows)
    if encoding:
        pass
    elif data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    else:
        encoding = "utf-8"
    try:
        text = data.decode("utf-8-sig" if encoding == "utf-8" else encoding)
    except UnicodeDecodeError as e:
        row = data[: e.start].count(b"\n") + 1
        raise SourceError(
            f"{name} is not {encoding} text",
            cause=f"byte {e.start} cannot be decoded",
            hint="save it as UTF-8",
            position=Position(name, row),
        ) from e
    if not delimiter:
        first = text.partition("\n")[0]
        counts = {d: first.count(d) for d in ",;\t|"}
        delimiter = max(counts, key=lambda d: counts[d]) if any(counts.values()) else ","
    try:
        found = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        numbers, records = _split([(i, r) for i, r in enumerate(found, 1) if r])
    except csv.Error as e:
        raise SourceError(f"{name} is not well-formed CSV", cause=str(e), hint="check its quotes") from e
    if not records:
        raise SourceError(f"{name} is empty", hint="a table has a header row")
    header, rows = records[0], records[header_rows:]
    if len(header) > MAX_COLUMNS or len(header) * len(records) > MAX_CELLS:
        raise SourceError(f"{name} has {len(header)} columns and {len(rows)} rows, which is more than is read")
    if any(len(h) > MAX_HEADER for r in records[:header_rows] for h in r):
        raise SourceError(
            f"{name} has a header of more than {MAX_HEADER} characters", hint="is the first row a header?"
        )
    for i, r in zip(numbers[1:], records[1:], strict=True):
        if len(r) != len(header):
            raise SourceError(
                f"row {i} has {len(r)} cells, the header has {len(header)}",
                hint="a title above the table, or notes below it, are to be removed",
                position=Position(name, i),
            )
    offsets = [i - header_rows - 1 for i in numbers[header_rows:]]
    if header_rows > 1:
        header = [_joined([r[i] for r in records[:header_rows]]) for i in range(len(header))]
    return header, rows, offsets, delimiter, encoding


def _split(numbered: list[tuple[int, list[str]]]) -> tuple[list[int], list[list[str]]]:
    return [i for i, _ in numbered], [r for _, r in numbered]


def _joined(levels: list[str]) -> str:
    """A header of several rows as one: its different texts from top to bottom."""
    texts = [" ".join(t.split()) for t in levels]
    return " / ".join(dict.fromkeys(t for t in texts if t))


def _labels(header: list[str]) -> list[str]:
    """A label for each column: its header; a second column of that name, or one without, gets a name of our own, which
    is never the header of another."""
    published = [" ".join(h.split()) for h in header]
    given, out, seen = set(published), [], dict[str, int]()
    for i, name in enumerate(published, 1):
        seen[name] = seen.get(name, 0) + 1
        label = name if name and seen[name] == 1 else f"{name} ({seen[name]})" if name else f"column {i}"
        if label != name and label in given:
            label = f"{name} (column {i})" if name else f"column {i} (without a name)"
            while label in given:
                label += " of the file"
        out.append(label)
        given.add(label)
    return out


def inferred(rows: list[list[str]], width: int, reading: Reading) -> Reading:
    """A reading with what the cells of its columns show."""
    found = infer([[r[i] for r in rows] for i in range(width)], reading.delimiter)
    return replace(
        reading,
        columns=found.columns,
        parentheses=found.parentheses,
        marks=found.marks,
        dates=found.dates,
        codes=found.codes,
    )


def _read(raw: str, reading: Reading, column: int) -> Cell:
    kind, rule = reading.columns[column], reading.rule(column)
    text = forms.trimmed(raw)
    if forms.is_null(raw, reading.nulls):
        if kind is Kind.NUMBER and column in reading.dash_is_zero and text in ("-", "–", "—"):
            return Cell(Kind.NUMBER, raw, text, Fraction(0), None, None, "dash_zero")
        if column in reading.codes and text == "NA":
            return Cell(Kind.TEXT, raw, text, form="code")
        return Cell(Kind.NULL, raw, text, form="missing")
    if kind is Kind.TEXT:
        return Cell(Kind.TEXT, raw, text, form="text")
    if rule is not None:
        read = forms.declared(raw, rule, kind is Kind.DATE)
        if read is None and rule.leave_out:
            return Cell(Kind.NULL, raw, text, form="left_out")
    elif kind is Kind.NUMBER:
        read = forms.number(raw, reading.parentheses[column], reading.marks_of(column))
    else:
        read = forms.day(raw)
        order = dict(reading.dates).get(column)
        read = forms.numeric_day(raw, order) if read is None and order else read
    if read is None and not any(c.isdigit() for c in text) and not may_be_a_value(text):
        return Cell(Kind.TEXT, raw, text, form="text")  # such as "total" or "dnf": known not to be a number or a day
    return read or Cell(Kind.UNREADABLE, raw, text, form="unreadable")


@lru_cache(maxsize=256)
def _view(column: Column, part: str) -> Column:
    cells = tuple(part_of(c, part) for c in column.cells)
    kind = Kind.TEXT if part == "outcome" else Kind.NUMBER
    return replace(column, kind=kind, unit=None, mixed_units=False, cells=cells)


def row_kinds(source: Source) -> Column:
    """One number for each row: 1 for a settled total, 2 for a heading, 0 for any other."""
    kinds = dict.fromkeys((t.row + source.reading.first_row for t in source.reading.structure.totals), 1)
    kinds |= dict.fromkeys((r + source.reading.first_row for r in source.reading.structure.headings), 2)
    cells = tuple(Cell(Kind.NUMBER, "", "", Fraction(kinds.get(n, 0)), form="row") for n in source.row_numbers)
    return Column(-1, KIND_OF_ROW, "", Kind.NUMBER, None, False, cells)


def view(source: Source, column_index: int, part: str | None) -> Column:
    """A column, or a typed part of its cells. Raises KeyError for an unknown part."""
    if part == KIND_OF_ROW:
        return row_kinds(source)
    column = source.columns[column_index]
    if part is None:
        return column
    if part not in PARTS:
        raise KeyError(part)
    return _view(column, part)


__all__ = [
    "Column",
    "Source",
    "from_dataframe",
    "from_rows",
    "load",
    "load_bytes",
    "reread",
    "row_kinds",
    "structured",
    "view",
    "view_code",
]
