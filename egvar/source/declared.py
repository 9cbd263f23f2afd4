"""Declared readings: what a person says about a file, in `FILE.egvar.toml` beside it.

May import: the standard library, `egvar.errors`, `egvar.source`.

    version = 1
    source_sha256 = "…"      # the file that it was written for; another one is refused

    [table]
    encoding = "utf-8"       # what is left out is found out as usual
    delimiter = ";"
    header_rows = 2
    nulls = ["", "n/a"]
    labels = "carry"         # or "keep": whether empty cells continue the label above, and headings count for no rows
    statement = false        # rows can be added up, whatever egvar read finds
    total_rows = "drop"      # or "keep"; drop_rows = [12] names rows of the file
    dash = "missing"         # or "zero"
    decimal = "point"        # or "comma", in the columns that could have either

    [column."Sales"]
    kind = "number"          # number, text or date
    decimal = ","            # and the other fields of `egvar.source.reading.Rule`
    thousands = "."
    scale = "1000"
"""

from __future__ import annotations

import hashlib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from egvar.errors import Position, ReadingError
from egvar.files import parse_toml, read_text
from egvar.source.cell import Kind
from egvar.source.reading import Reading, Rule
from egvar.source.source import Source, load, load_bytes, structured

_TABLE = {"encoding": str, "delimiter": str, "header_rows": int, "nulls": list, "total_rows": str, "dash": str}
_TABLE |= {"decimal": str, "statement": bool, "labels": str}
_TABLE |= {"drop_rows": list}
_RULE = {f.name: bool if f.name in ("footnotes", "leave_out", "trailing_minus") else str for f in fields(Rule)}


def load_declared(path: Path, reading: Path | None = None, ignore_beside: bool = False) -> Source:
    """The table in a file under the declaration in `reading`; without one, as `load` reads it. With `ignore_beside` a
    declaration beside the file does not count. Raises SourceError, ReadingError."""
    if reading is None and not ignore_beside:
        return load(path)
    plain = load(path, undeclared=True)
    return plain if reading is None else load_bytes(plain.data, plain.name, parse_file(reading, plain, plain.data))


def parse_file(path: Path, source: Source, data: bytes, links: bool = True) -> Reading:
    """The reading that a file declares for a source; one that nobody named may be no link. Raises ReadingError."""
    try:
        text = read_text(path, links=links)
    except (OSError, UnicodeDecodeError) as e:
        raise ReadingError(f"{path} cannot be read", cause=str(e)) from e
    return parse(text, source, data, str(path))


def parse(text: str, source: Source, data: bytes, name: str = "reading") -> Reading:
    """The reading that `text` declares. `source`: the table as read without it. Raises ReadingError."""
    try:
        said = parse_toml(text)
    except ValueError as e:
        raise ReadingError(f"{name} is not TOML", cause=str(e)) from e
    _known(said, {"version": int, "source_sha256": str, "table": dict, "column": dict}, name, "")
    if said.get("version") != 1:
        raise ReadingError(f"{name} has no version = 1", position=Position(name))
    meant = said.get("source_sha256")
    if meant is not None and meant != hashlib.sha256(data).hexdigest():
        raise ReadingError(
            f"{name} was written for another file",
            cause="the file's SHA-256 is not source_sha256",
            hint="look at the file again with egvar read FILE --save --force, or take source_sha256 out",
        )
    table: dict[str, Any] = said.get("table", {})
    _known(table, _TABLE, name, "table.")
    first = Reading(
        table.get("delimiter", source.reading.delimiter),
        table.get("encoding", source.reading.encoding),
        header_rows=table.get("header_rows", 1),
        nulls=tuple(table["nulls"]) if "nulls" in table else None,
    )
    plain = _unread(data, source.name, first)
    columns: dict[str, dict[str, Any]] = said.get("column", {})
    labels = [c.label for c in plain.columns]
    for label in columns:
        if label not in labels:
            raise ReadingError(
                f'{name} speaks of a column "{label}"', cause="the columns are " + ", ".join(f'"{x}"' for x in labels)
            )
    kinds, rules = list(plain.reading.columns), []
    for i, label in enumerate(labels):
        if label not in columns:
            continue
        body = dict(columns[label])
        kind = body.pop("kind", None)
        if kind not in (None, "number", "text", "date"):
            raise ReadingError(f'{name}: kind of "{label}" is number, text or date')
        _known(body, _RULE, name, f'column."{label}".')
        found = kinds[i]
        kinds[i] = Kind(kind) if kind else kinds[i]
        if kind is None and body and found is Kind.TEXT:
            kinds[i] = Kind.DATE if "dates" in body else Kind.NUMBER
        if body and kinds[i] is Kind.TEXT:
            raise ReadingError(f'{name}: "{label}" is read as text, and has rules for numbers', hint='kind = "number"')
        if body.get("decimal") == ",":
            body.setdefault("thousands", ".")
        if body or (kinds[i] is Kind.NUMBER and found is not Kind.NUMBER):
            rules.append((i, Rule(**body)))
    reading = replace(plain.reading, columns=tuple(kinds), rules=tuple(rules))
    read = structured(load_bytes(data, source.name, reading))
    return _settled(read.reading, table, read, name)


def _unread(data: bytes, name: str, reading: Reading) -> Source:
    """The table under the dialect of `reading`, its columns read as usual."""
    from egvar.source import source as s

    header, rows, _, _, _ = s._records(data, name, reading.encoding, reading.delimiter, reading.header_rows)
    return load_bytes(data, name, s.inferred(rows, len(header), reading))


_SETTLED: tuple[tuple[str, tuple[str, str]], ...] = (
    ("total_rows", ("keep", "drop")),
    ("dash", ("missing", "zero")),
    ("decimal", ("point", "comma")),
)
_SETTLED += (("labels", ("carry", "keep")),)


def _settled(reading: Reading, table: dict[str, Any], source: Source, name: str) -> Reading:
    from egvar.source.alternatives import settle

    for key, options in _SETTLED:
        if table.get(key) not in (None, *options):
            raise ReadingError(f"{name}: {key} is {' or '.join(options)}")
    source = settle(source, *(table.get(key) for key, _ in _SETTLED))
    reading = source.reading
    if "statement" in table:
        structure = replace(reading.structure, statement=table["statement"], less=())
        reading = replace(reading, structure=structure, settled=(*reading.settled, "statement"))
    if "drop_rows" in table:
        rows = table["drop_rows"]
        last = max((*source.row_numbers, *(i + reading.header_rows + 1 for i in reading.dropped)), default=0)
        if not all(isinstance(r, int) and reading.header_rows < r <= last for r in rows):
            raise ReadingError(
                f"{name}: drop_rows are numbers of rows of the file, {reading.header_rows + 1} to {last}"
            )
        dropped = {*reading.dropped, *(r - reading.header_rows - 1 for r in rows)}
        reading = replace(reading, dropped=tuple(sorted(dropped)))
    return reading


def _known(body: dict[str, Any], types: dict[str, Any], name: str, at: str) -> None:
    for key, value in body.items():
        if key not in types:
            known = ", ".join(types)
            raise ReadingError(f"{at}{key} is not known", cause=f"known are {known}", position=Position(name))
        if not isinstance(value, types[key]) or (isinstance(value, bool) and types[key] is not bool):
            kind = {"str": "a text", "int": "a whole number", "list": "a list", "bool": "true or false"}
            wanted = kind[types[key].__name__]
            raise ReadingError(f"{at}{key} is to be {wanted}", position=Position(name))
    if not all(isinstance(x, str) for x in body.get("nulls", [])):
        raise ReadingError(f"{name}: {at}nulls are texts")
