"""Readings: what gives a file's bytes their meaning. Hashed into every verdict.

May import: the standard library, `egvar.errors`, `egvar.source.cell`, `egvar.source.dialect`, `egvar.source.structure`.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from typing import Any

from egvar.errors import ReadingError
from egvar.source.cell import Kind
from egvar.source.dialect import MAX_NULLS, MAX_SCALE, check_dialect
from egvar.source.structure.model import Structure

_MARKS = re.compile(r"(?:\.[, 'i]|,[. '])e?-?")
_ORDERS = re.compile(r"dmy|mdy|ymd")


def _pairs(raw: dict[str, str], allowed: re.Pattern[str]) -> tuple[tuple[int, str], ...]:
    """What a reading says of single columns. Raises ValueError for what is not allowed."""
    for text in raw.values():
        if not allowed.fullmatch(text):
            raise ValueError(f"{text!r} is not known")
    return tuple(sorted((int(i), text) for i, text in raw.items()))


@dataclass(frozen=True)
class Rule:
    """How the cells of a column are read, where a person has said so.

    `decimal` and `thousands` are the marks in numbers ("" for none); `unit` what each number is in; `scale` what it is
    multiplied by ("1000" for a header that says "in thousands"); `footnotes`: marks after a number (`*`, `†`, `[3]`,
    `(a)`) are no part of it; `dates` is the order of all-numeric dates ("dmy", "mdy" or "ymd"); `leave_out`: cells that
    cannot be read count as missing, so that their rows are left out and counted; `duration`: what `08:30` is, "h:m" or
    "m:s", as seconds; `trailing_minus`: `1200-` is negative.
    """

    decimal: str = "."
    thousands: str = ","
    unit: str = ""
    scale: str = "1"
    footnotes: bool = False
    dates: str = ""
    leave_out: bool = False
    duration: str = ""
    trailing_minus: bool = False

    def __post_init__(self) -> None:
        texts = (self.decimal, self.thousands, self.unit, self.scale, self.dates, self.duration)
        switches = (self.footnotes, self.leave_out, self.trailing_minus)
        if not all(type(x) is str and len(x) <= 100 for x in texts) or not all(type(x) is bool for x in switches):
            raise ReadingError("a rule's marks, unit, scale and dates are short texts, the rest is true or false")
        if (
            self.decimal not in (".", ",")
            or self.thousands not in ("", ",", ".", "'", " ")
            or self.decimal == self.thousands
        ):
            raise ReadingError("decimal and thousands are two different marks", hint='decimal = ",", thousands = "."')
        if self.duration not in ("", "h:m", "m:s"):
            raise ReadingError('duration is "h:m" or "m:s"')
        if self.dates not in ("", "dmy", "mdy", "ymd"):
            raise ReadingError('dates is "dmy", "mdy" or "ymd"')
        try:  # bounded before it is made a number: an exponent could fill the memory
            if not MAX_SCALE.fullmatch(self.scale) or Fraction(self.scale) <= 0:
                raise ValueError
        except (ValueError, ZeroDivisionError):
            raise ReadingError('scale is a positive number as a text, such as "1000"') from None

    def as_data(self) -> dict[str, str | bool]:
        """The rule as data; what came later is in it where it is said, so that older readings keep their digests."""
        values = {f.name: getattr(self, f.name) for f in fields(Rule)}
        later = ("duration", "trailing_minus")
        return {name: value for name, value in values.items() if value or name not in later}


@dataclass(frozen=True)
class Reading:
    """The decisions of a reading. `columns` says for each column how it was read; `dropped` lists rows (0-based, below
    the header) that are left out; `dash_is_zero` lists columns that read a lone dash as 0; `settled` names the
    questions (total_rows, dash, …) that a person has answered, for which there are then no alternatives. Declared:
    `header_rows`, the texts that mean no value (`nulls`, None for the usual ones), and `rules` as (column, rule).
    Found in the cells, and said where it is not the usual: `marks`, how a column writes numbers (`USUAL` in
    `egvar.source.forms`); `dates`, the order of a column's days in numbers; `codes`, columns in which NA is an entry;
    `structure`, what the table is besides rows and columns, which the bytes must bear out."""

    delimiter: str = ","
    encoding: str = "utf-8"
    columns: tuple[Kind, ...] = ()
    parentheses: tuple[bool, ...] = ()
    dropped: tuple[int, ...] = ()
    dash_is_zero: tuple[int, ...] = ()
    settled: tuple[str, ...] = ()
    version: int = field(default=1)
    header_rows: int = 1
    nulls: tuple[str, ...] | None = None
    rules: tuple[tuple[int, Rule], ...] = ()
    marks: tuple[tuple[int, str], ...] = ()
    dates: tuple[tuple[int, str], ...] = ()
    codes: tuple[int, ...] = ()
    structure: Structure = field(default_factory=Structure)

    def marks_of(self, column: int) -> str:
        """How a column writes numbers."""
        return dict(self.marks).get(column, ".,")

    def __post_init__(self) -> None:
        check_dialect(self.encoding, self.delimiter, self.header_rows)
        if self.version != 1 or any(i < 0 for i in (*self.dropped, *self.dash_is_zero)):
            raise ReadingError("a reading has version 1, and rows and columns that are not negative")
        if not set(self.settled) <= {"total_rows", "dash", "decimal", "statement", "labels"}:
            raise ReadingError("a reading settles total_rows, dash and decimal, and nothing else")
        if self.columns and any(not 0 <= i < len(self.columns) for i, _ in self.rules):
            raise ReadingError("a reading has rules for columns that it does not have")
        if self.nulls is not None and len(self.nulls) > MAX_NULLS:
            raise ReadingError(f"a reading has more than {MAX_NULLS} texts for no value")

    @cached_property
    def _rules(self) -> dict[int, Rule]:
        return dict(self.rules)

    def rule(self, column: int) -> Rule | None:
        """The rule of a column, None where it is read as usual."""
        return self._rules.get(column)

    def canonical(self) -> str:
        """The reading as canonical JSON. What is not declared is not in it."""
        data: dict[str, Any] = {
            "columns": [k.value for k in self.columns],
            "dash_is_zero": list(self.dash_is_zero),
            "delimiter": self.delimiter,
            "dropped": list(self.dropped),
            "encoding": self.encoding,
            "settled": list(self.settled),
            "parentheses": list(self.parentheses),
            "version": self.version,
        }
        if self.header_rows != 1:
            data["header_rows"] = self.header_rows
        if self.nulls is not None:
            data["nulls"] = list(self.nulls)
        for name, pairs in (("marks", self.marks), ("dates", self.dates)):
            if pairs:
                data[name] = {str(i): v for i, v in pairs}
        if self.codes:
            data["codes"] = list(self.codes)
        if not self.structure.empty:
            data["structure"] = self.structure.as_data()
        if self.rules:
            data["rules"] = {str(i): r.as_data() for i, r in self.rules}
        return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def parse(cls, data: bytes) -> Reading:
        """The reading whose canonical JSON this is. Raises ReadingError for anything else."""
        try:
            raw = json.loads(data)
            rules = tuple(sorted((int(i), Rule(**r)) for i, r in raw.get("rules", {}).items()))
            nulls = raw.get("nulls")
            reading = cls(
                raw["delimiter"],
                raw["encoding"],
                tuple(Kind(k) for k in raw["columns"]),
                tuple(map(bool, raw["parentheses"])),
                tuple(map(int, raw["dropped"])),
                tuple(map(int, raw["dash_is_zero"])),
                tuple(map(str, raw["settled"])),
                int(raw["version"]),
                int(raw.get("header_rows", 1)),
                None if nulls is None else tuple(map(str, nulls)),
                rules,
                marks=_pairs(raw.get("marks", {}), _MARKS),
                dates=_pairs(raw.get("dates", {}), _ORDERS),
                codes=tuple(map(int, raw.get("codes", []))),
                structure=Structure.parse(raw["structure"]) if "structure" in raw else Structure(),
            )
            text = data.decode("utf-8")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as e:
            raise ReadingError("a reading is malformed", cause=str(e)) from e
        if reading.canonical() != text.rstrip("\n"):
            raise ReadingError("a reading is not in its canonical form")
        return reading

    @property
    def first_row(self) -> int:
        """The number in the file of the first row below the header."""
        return self.header_rows + 1

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.canonical().encode()).hexdigest()
