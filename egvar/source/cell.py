"""Cells: what a reading says about each.

May import: the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Kind(StrEnum):
    """What a cell holds, or how a column is read."""

    NULL = "null"
    UNREADABLE = "unreadable"
    TEXT = "text"
    NUMBER = "number"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell. `raw` is the text as published; `text` what equality compares (outer white space trimmed); `number`
    an exact rational with its `unit` ("$", "%", "km"; 28.77% is 28.77 in "%"); `date` a proleptic Gregorian ordinal;
    `form` the name of the cell form that read it."""

    kind: Kind
    raw: str
    text: str
    number: Fraction | None = None
    unit: str | None = None
    date: int | None = None
    form: str = ""
