"""Tables in other formats than CSV, taken over as texts: the CSV that is made of them is the source.

May import: the standard library, `egvar.errors`; openpyxl, pyarrow and duckdb inside the functions that need them
(extra `formats`).

Numbers keep their digits: JSON numbers as they are written, decimals exactly, binary floats as the shortest decimal
that gives the same float (what the program that wrote them shows). Formulas count with the value that was saved with
them.
"""

from __future__ import annotations

import csv
import datetime
import io
import json
from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from egvar.errors import SourceError

Rows = tuple[list[str], list[list[str]]]


def as_csv(path: Path, data: bytes, part: str | None = None) -> bytes:
    """The table in `data` as canonical CSV. `part` names a sheet or table where there are several.

    Raises SourceError for what is no flat table, and where a library is missing.
    """
    suffix = path.suffix.lower()
    if suffix in (".json", ".jsonl", ".ndjson"):
        header, rows = _json(path, data)
    elif suffix == ".xlsx":
        header, rows = _xlsx(path, data, part)
    elif suffix == ".parquet":
        header, rows = _parquet(path, data)
    elif suffix == ".duckdb":
        header, rows = _duckdb(path, part)
    else:
        header, rows = _sqlite(path, data, part)
    if not header:
        raise SourceError(f"{path} holds no table")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue().encode()


def text_of(value: Any, where: str) -> str:
    """A value as the text of a cell. Raises SourceError for what is no single value."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str() | int():
            return str(value)
        case float():
            return repr(value).removesuffix(".0") if value == value and abs(value) != float("inf") else ""
        case Decimal():
            return format(value, "f")
        case datetime.datetime():
            return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
        case datetime.date() | datetime.time():
            return value.isoformat()
        case _:
            raise SourceError(
                f"{where} holds a {type(value).__name__}, which is not one value", hint="flatten it first"
            )


def _json(path: Path, data: bytes) -> Rows:
    """Records: a list of objects, or an object a line. Numbers keep their digits."""
    try:
        text = data.decode("utf-8-sig")
        if path.suffix.lower() == ".json":
            records = json.loads(text, parse_float=str)
        else:
            records = [json.loads(line, parse_float=str) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError) as e:
        raise SourceError(f"{path} is not JSON", cause=str(e)) from e
    if not isinstance(records, list) or not all(isinstance(r, dict) for r in records):
        raise SourceError(f"{path} is not a list of records", hint='[{"name": "a", "value": 1}, …]')
    header = list(dict.fromkeys(str(k) for r in records for k in r))
    return header, [[text_of(r.get(k), f'{path}, record {i}, "{k}"') for k in header] for i, r in enumerate(records, 1)]


def _xlsx(path: Path, data: bytes, part: str | None) -> Rows:
    try:
        import openpyxl
    except ImportError as e:
        raise _missing("Excel files", "openpyxl") from e
    try:
        shown = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
        written = openpyxl.load_workbook(io.BytesIO(data), data_only=False)
    except Exception as e:  # openpyxl raises many kinds for a broken file
        raise SourceError(f"{path} is not an Excel workbook that can be read", cause=str(e)) from e
    names = [s.title for s in shown.worksheets if s.max_row and s.cell(1, 1).value is not None]
    name = _one(path, names, part, "sheets")
    values, formulas = shown[name], written[name]
    rows: list[list[str]] = []
    for line in values.iter_rows():
        texts = []
        for cell in line:
            source = formulas[cell.coordinate].value
            if cell.value is None and isinstance(source, str) and source.startswith("="):
                raise SourceError(
                    f"{path}, {name}!{cell.coordinate} is a formula without a value",
                    cause="the program that wrote the file did not save what it comes to",
                    hint="open and save it in a spreadsheet program",
                )
            texts.append(_shown(cell.value, str(cell.number_format), f"{path}, {name}!{cell.coordinate}"))
        rows.append(texts)
    while rows and not any(rows[-1]):
        rows.pop()
    return (rows[0], rows[1:]) if rows else ([], [])


def _shown(value: Any, number_format: str, where: str) -> str:
    text = text_of(value, where)
    if "%" in number_format and isinstance(value, int | float) and not isinstance(value, bool) and text:
        return format((Decimal(text) * 100).normalize(), "f") + "%"
    return text


def _parquet(path: Path, data: bytes) -> Rows:
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError as e:
        raise _missing("Parquet files", "pyarrow") from e
    try:
        table = parquet.read_table(arrow.BufferReader(data))
    except Exception as e:  # pyarrow raises many kinds for a broken file
        raise SourceError(f"{path} is not a Parquet file that can be read", cause=str(e)) from e
    columns = [[text_of(v, f'{path}, "{n}"') for v in table[n].to_pylist()] for n in table.column_names]
    return list(table.column_names), [list(row) for row in zip(*columns, strict=True)]


def _sqlite(path: Path, data: bytes, part: str | None) -> Rows:
    import sqlite3

    try:
        with sqlite3.connect(":memory:") as db:
            db.deserialize(data)
            names = [
                r[0] for r in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY 1")
            ]
            name = _one(path, [n for n in names if not n.startswith("sqlite_")], part, "tables")
            found = db.execute(f'SELECT * FROM "{_escaped(name)}"')
            return _fetched(path, [d[0] for d in found.description], found)
    except sqlite3.Error as e:
        raise SourceError(f"{path} is not a SQLite file that can be read", cause=str(e)) from e


def _duckdb(path: Path, part: str | None) -> Rows:
    try:
        import duckdb
    except ImportError as e:
        raise _missing("DuckDB files", "duckdb") from e
    try:
        with duckdb.connect(str(path), read_only=True) as db:
            names = [r[0] for r in db.execute("SELECT table_name FROM information_schema.tables ORDER BY 1").fetchall()]
            name = _one(path, names, part, "tables")
            found = db.execute(f'SELECT * FROM "{_escaped(name)}"')
            return _fetched(path, [d[0] for d in found.description or ()], found.fetchall())
    except duckdb.Error as e:
        raise SourceError(f"{path} is not a DuckDB file that can be read", cause=str(e)) from e


def _fetched(path: Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Rows:
    return list(header), [[text_of(v, f'{path}, "{h}"') for h, v in zip(header, r, strict=True)] for r in rows]


def _one(path: Path, names: list[str], part: str | None, what: str) -> str:
    if part is not None:
        if part in names:
            return part
        raise SourceError(f"{path} has no {part}", cause=f"its {what} are " + ", ".join(names))
    if len(names) == 1:
        return names[0]
    listed = ", ".join(names) or "none"
    raise SourceError(
        f"{path} has {len(names)} {what}: {listed}", hint=f'name one: "{path}::{names[0] if names else "NAME"}"'
    )


def _escaped(name: str) -> str:
    return name.replace('"', '""')


def _missing(what: str, package: str) -> SourceError:
    return SourceError(f"{what} need the package {package}", hint="pip install 'egvar[formats]'")
