"""Views of a column: its cells, and typed parts of them. View code = column index * 64 + part code.

May import: the standard library, `egvar.source.cell`, `egvar.source.dialect`. The codes are part of every attestation:
never change one, only add.

A part is read off the text of a cell by one form. Where the form does not cover the cell, the part has no value.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from fractions import Fraction

from egvar.source.cell import Cell, Kind
from egvar.source.dialect import MAX_NUMBER

WIDTH = 64
_DASH = r"\s*[-–—−‑]\s*"
_N = r"[0-9]+(?:\.[0-9]+)?"
_RANGE = re.compile(rf"({_N}){_DASH}({_N})")
_SEASON = re.compile(rf"([0-9]{{4}})(?:{_DASH}|\s*/\s*)([0-9]{{2}}|[0-9]{{4}}|present|current)", re.I)
_SCORE = re.compile(rf"(?:(?P<word>[a-z]+)\s+)?(?P<a>[0-9]{{1,3}}){_DASH}(?P<b>[0-9]{{1,3}})(?:\s*[(,].*)?", re.I)
_OUTCOMES = {"w": "win", "won": "win", "win": "win", "l": "loss", "lost": "loss", "loss": "loss"}
_OUTCOMES |= {"d": "draw", "draw": "draw", "drew": "draw", "t": "draw", "tie": "draw", "tied": "draw"}
_POINTS = re.compile(rf"{_N}\s*\(\s*({_N})\s*\)")
_TOTAL = re.compile(rf"{_N}(?:\s*\+\s*{_N})+\s*=\s*({_N})")
_PLACE = re.compile(r"[tT]?=?\s*([0-9]{1,4})(?:st|nd|rd|th|r|=|\.)?")


def _number(text: str) -> Fraction:
    return Fraction(text)


def _start(text: str) -> Fraction | None:
    m = _SEASON.fullmatch(text) or _RANGE.fullmatch(text)
    return _number(m[1]) if m else None


def _end(text: str) -> Fraction | None:
    """The end of a range; that of a season "1999 - 00" is the year 2000. "present" has no value."""
    if m := _SEASON.fullmatch(text):
        if not m[2].isdigit():
            return None
        first, last = int(m[1]), int(m[2])
        if len(m[2]) == 4:
            return Fraction(last)
        year = first - first % 100 + last
        return Fraction(year if year > first else year + 100)
    m = _RANGE.fullmatch(text)
    return _number(m[2]) if m else None


def _for(text: str) -> Fraction | None:
    m = _SCORE.fullmatch(text)
    return _number(m["a"]) if m else None


def _against(text: str) -> Fraction | None:
    m = _SCORE.fullmatch(text)
    return _number(m["b"]) if m else None


def _outcome(text: str) -> str | None:
    """ "win", "loss" or "draw" where a word or letter before the score, or alone, says so."""
    m = _SCORE.fullmatch(text)
    word = (m["word"] or "") if m else text
    return _OUTCOMES.get(word.strip().lower())


def _points(text: str) -> Fraction | None:
    m = _POINTS.fullmatch(text)
    return _number(m[1]) if m else None


def _total(text: str) -> Fraction | None:
    m = _TOTAL.fullmatch(text)
    return _number(m[1]) if m else None


def _place(text: str) -> Fraction | None:
    m = _PLACE.fullmatch(text)
    return _number(m[1]) if m else None


_OF_TEXT: dict[str, Callable[[str], Fraction | str | None]] = {
    "start": _start,
    "end": _end,
    "for": _for,
    "against": _against,
    "outcome": _outcome,
    "points": _points,
    "total": _total,
    "place": _place,
}
PARTS: dict[str | None, int] = {None: 0, "year": 1, "month": 2, "day": 3}
PARTS |= {name: code for code, name in enumerate(_OF_TEXT, 4)}
_NAMES = {code: part for part, code in PARTS.items()}
KIND_OF_ROW = "kind of row"
ROW_KINDS = WIDTH - 1
"""The view of a table's rows, with no column of its own: 0 for a row like others, 1 for a total of others, 2 for a
heading of those below."""
_NAMES[ROW_KINDS] = KIND_OF_ROW


def view_code(column_index: int, part: str | None) -> int:
    """The view code of a part of a column. Raises KeyError for a part that is not known."""
    return column_index * WIDTH + PARTS[part]


def split_view_code(code: int) -> tuple[int, str | None]:
    """The inverse of `view_code`, and column 0 for the kinds of rows. Raises KeyError for a code without a part."""
    if code % WIDTH == ROW_KINDS and code != ROW_KINDS:
        raise KeyError(code)
    return code // WIDTH, _NAMES[code % WIDTH]


def part_of(cell: Cell, part: str) -> Cell:
    """A part of a cell: a number, or for the outcome of a game a text.

    year, month, day: of a date. start, end: of a range or season ("1979 - 1986", "2001 - 02"). for, against: of a score
    ("w 24 - 17"). outcome: win, loss or draw. points: in brackets after a score ("10.6 (66)"). total: after the sum
    ("69 + 72 = 141"). place: of a ranking ("1st", "t7", "14=").
    """
    if cell.kind is Kind.NULL:
        return cell
    value: Fraction | str | None
    if part in ("year", "month", "day"):
        value = None
        if cell.kind is Kind.DATE and cell.date is not None:
            value = Fraction(getattr(datetime.date.fromordinal(cell.date), part))
    else:
        value = _OF_TEXT[part](cell.text) if len(cell.text) <= MAX_NUMBER else None
    if value is None:
        return Cell(Kind.UNREADABLE, cell.raw, cell.text, form="no_part")
    if isinstance(value, str):
        return Cell(Kind.TEXT, cell.raw, value, form=part)
    return Cell(Kind.NUMBER, cell.raw, cell.text, value, None, None, part)


def forms_of(text: str) -> list[str]:
    """The parts that a text has."""
    return [name for name, read in _OF_TEXT.items() if len(text) <= MAX_NUMBER and read(text) is not None]
