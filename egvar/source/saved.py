"""A reading written down as a declaration, with every key that there is and what it means.

May import: the standard library, `egvar.visible`, `egvar.source`.

What is as usual is written behind a `#`, so that a person sees what could be said, and takes the mark away to say it.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import fields

from egvar.source.advice import advice_on
from egvar.source.alternatives import either_mark
from egvar.source.cell import Kind
from egvar.source.forms import NULLS
from egvar.source.reading import Rule
from egvar.source.source import Column, Source
from egvar.visible import visible

TABLE = {
    "encoding": "how bytes are characters",
    "delimiter": "what stands between cells",
    "header_rows": "how many rows the header has; several are joined with “ / ”",
    "nulls": "the texts that mean no value, in place of the usual ones",
    "total_rows": "rows that are sums of others: “drop” leaves them out, “keep” takes them as rows like all",
    "dash": "a lone dash among numbers: “missing” or “zero”",
    "decimal": "the decimal mark where 1,510 or 2.155 could be either: “point” or “comma”",
    "labels": "empty cells under a label and rows that are headings: “carry” goes on with it, “keep” takes rows as all",
    "statement": "true: the rows are different measures, so that nothing is added up down a column",
    "drop_rows": "rows of the file that are left out, by the numbers that a spreadsheet shows",
}
COLUMN = {
    "kind": "number, text or date",
    "decimal": "the decimal mark, “.” or “,”",
    "thousands": "the mark between thousands: “,” “.” “'” “ ” or none",
    "unit": "what every number is in; a cell that says another unit is not read",
    "scale": "what numbers are multiplied by, such as “1000” or “1/100”",
    "footnotes": "true: marks after a number (* † ¹ [3] (a), a small letter) are no part of it",
    "dates": "the order of days in numbers: “dmy”, “mdy” or “ymd”",
    "leave_out": "true: cells that cannot be read count as missing, and are counted",
    "duration": "what 08:30 is, “h:m” or “m:s”; its value is in seconds",
    "trailing_minus": "true: 1200- is negative",
}
_USUAL = {"nulls": sorted(NULLS), "total_rows": "keep", "dash": "missing", "decimal": "point", "statement": False}
_USUAL |= {"labels": "keep"}
_USUAL |= {"drop_rows": []}


def dump(source: Source) -> str:
    """A declaration that says what the reading of a source is, to be looked at and changed. `parse(dump(s)) == s`."""
    out = [
        "# How this file is read. Change what is wrong; egvar read shows what comes of it. A key behind a # is as it"
    ]
    out += ["# is found; docs/reading.md explains them.", "version = 1"]
    out += [f'source_sha256 = "{source.bytes_digest}"  # the file that this is for; another one is refused']
    out += ["", "[table]"]
    said = _table(source)
    out += [_line(key, said.get(key, _USUAL.get(key)), key in said, about) for key, about in TABLE.items()]
    for column in source.columns:
        out += ["", f"[column.{_value(column.label)}]", *_column(source, column)]
    return "\n".join(out) + "\n"


def _table(source: Source) -> dict[str, object]:
    """The keys of [table] that are said."""
    r = source.reading
    said: dict[str, object] = {"encoding": r.encoding, "delimiter": r.delimiter, "header_rows": r.header_rows}
    if r.nulls is not None:
        said["nulls"] = list(r.nulls)
    if "total_rows" in r.settled:
        said["total_rows"] = "keep"  # what was left out is in drop_rows
    if "dash" in r.settled:
        said["dash"] = "zero" if r.dash_is_zero else "missing"
    if "decimal" in r.settled:
        said["decimal"] = "comma" if any(r.marks_of(i)[0] == "," for i in either_mark(source)) else "point"
    if "labels" in r.settled:
        said["labels"] = "carry" if r.structure.carried or r.structure.headings else "keep"
    if "statement" in r.settled:
        said["statement"] = r.structure.statement
    if r.dropped:
        said["drop_rows"] = [i + r.first_row for i in r.dropped]
    return said


def _column(source: Source, column: Column) -> list[str]:
    reading, rule = source.reading, source.reading.rule(column.index)
    forms = ", ".join(f"{n} {form}" for form, n in Counter(c.form for c in column.cells).most_common())
    out = [_line("kind", column.kind.value, True, f"{COLUMN['kind']}; cells: {forms or 'none'}")]
    if told := advice_on(source, column):
        out.append(f"# to declare: {visible(told)}")
    found: dict[str, object] = {f.name: f.default for f in fields(Rule)}
    if rule is None:
        marks = reading.marks_of(column.index)
        found |= {"decimal": marks[0], "thousands": "," if marks[1] == "i" else marks[1]}
        found |= {"trailing_minus": "-" in marks[2:], "dates": dict(reading.dates).get(column.index, "")}
    for f in fields(Rule):
        value = found[f.name] if rule is None else getattr(rule, f.name)
        fits = column.kind is (Kind.DATE if f.name == "dates" else Kind.NUMBER)
        said = rule is not None and value != f.default
        if column.kind is not Kind.TEXT and (said or fits or f.name in ("footnotes", "leave_out")):
            out.append(_line(f.name, value, said, COLUMN[f.name]))
    return out


def _line(key: str, value: object, said: bool, about: str) -> str:
    return f"{'' if said else '# '}{key} = {_value(value)}  # {about}"


def _value(value: object) -> str:
    """A value as TOML; a list or a text is written as JSON writes it, and one character more."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
