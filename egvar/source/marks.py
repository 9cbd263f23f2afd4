"""How the columns of a file are read: what each holds, and how it writes numbers and days, by what its cells show.

May import: the standard library, `egvar.source`.

A mark is settled by a cell that reads in one way only, or by the other columns of the file, since a file is written in
one way. A column that both ways fit is `open_columns`: the other way is an alternative.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from egvar.source import forms
from egvar.source.cell import Kind
from egvar.source.dialect import MAX_NUMBER

_LOOSE = re.compile(
    r"\(?\s?[+-]?\s?(?P<currency>(?:[A-Z]{1,2})?\$|[€£¥₹₩]|)\s?[+-]?(?P<digits>[0-9.,][0-9., ']*(?:e[+-]?[0-9]{1,3})?)"
    r"(?P<tail>-?)"
    r"\s?(?P<unit>%|[$€£¥₹₩]|[a-zµ°²³/. ]{1,8})?\)?%?",
    re.I,
)
_POINT_OR_COMMA = re.compile(r"[1-9][0-9]{0,2}[.,][0-9]{3}")  # reads both ways
_COMMA = re.compile(r"[1-9][0-9]{0,2},[0-9]{3}")
_FITS = {
    ".,": re.compile(r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+"),
    ",.": re.compile(r"(?:[1-9][0-9]{0,2}(?:\.[0-9]{3})+|[0-9]+)(?:,[0-9]+)?|,[0-9]+"),
    ". ": re.compile(r"(?:[1-9][0-9]{0,2}(?: [0-9]{3})+|[0-9]{1,3})(?:\.[0-9]+)?|\.[0-9]+"),
    ", ": re.compile(r"(?:[1-9][0-9]{0,2}(?: [0-9]{3})+|[0-9]{1,3})(?:,[0-9]+)?|,[0-9]+"),
    ".'": re.compile(r"(?:[1-9][0-9]{0,2}(?:'[0-9]{3})+|[0-9]{1,3})(?:\.[0-9]+)?|\.[0-9]+"),
    ",'": re.compile(r"(?:[1-9][0-9]{0,2}(?:'[0-9]{3})+|[0-9]{1,3})(?:,[0-9]+)?|,[0-9]+"),
    ".i": re.compile(r"(?:[1-9][0-9]?(?:,[0-9]{2})*,[0-9]{3}|[0-9]{1,3})(?:\.[0-9]+)?|\.[0-9]+"),
}
_CONCLUSIVE = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+|[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}")
_TWO = re.compile(r"([0-9]+),([0-9]{2})|0,[0-9]+")
_POWER = re.compile(r"[0-9]+(?:\.[0-9]+)?e[+-]?[0-9]{1,3}", re.I)
_PLAIN_POWER = re.compile(r"[0-9]+e[0-9]{1,3}", re.I)
_THIN = re.compile(r"[0-9][\u00a0\u202f\u2009\u2007][0-9]{3}")
_CODE = re.compile(r"[A-Z]{1,3}")


@dataclass(frozen=True)
class Written:
    """How a column writes numbers. `settled`: no other way is left; `speaks`: it shows how the file does, "." or "," as
    the decimal mark, or nothing ("")."""

    marks: str = forms.USUAL
    settled: bool = True
    speaks: str = ""


@dataclass(frozen=True)
class Inferred:
    """What the cells of a file say about its columns: fields of a `Reading`, and the columns whose marks are open."""

    columns: tuple[Kind, ...]
    parentheses: tuple[bool, ...]
    marks: tuple[tuple[int, str], ...]
    dates: tuple[tuple[int, str], ...]
    codes: tuple[int, ...]
    open_columns: tuple[int, ...]


@dataclass(frozen=True)
class _Column:
    """The cells of a column that are not missing: texts that differ in digits alone are read alike, so `alike` has some
    of each such kind and how many cells it has; `texts` are all that differ."""

    texts: list[str]
    alike: list[tuple[list[str], int]]

    @property
    def some(self) -> list[str]:
        return [t for samples, _ in self.alike for t in samples]


_ALIKE = str.maketrans("23456789", "11116666")  # 0, 1 to 5, 6 to 9: what forms tell apart
_SAMPLES = 8


def _column(texts: Sequence[str]) -> _Column:
    counts = Counter(texts)
    found: dict[str, tuple[list[str], list[int]]] = {}
    given = [t for t in counts if not forms.is_null(t)]
    for t in given:
        samples, count = found.setdefault(t.translate(_ALIKE), ([], []))
        if len(samples) < _SAMPLES:
            samples.append(t)
        count.append(counts[t])
    return _Column(given, [(samples, sum(count)) for samples, count in found.values()])


def infer(columns: Sequence[Sequence[str]], delimiter: str) -> Inferred:
    """What the columns of a file hold, by the texts of their cells."""
    held = [_column(texts) for texts in columns]
    alone = [_written([t for t in c.some if len(t) <= MAX_NUMBER]) for c in held]
    kinds = [_kind(c, w.marks) for c, w in zip(held, alone, strict=True)]
    said = {w.speaks for w, (kind, _) in zip(alone, kinds, strict=True) if kind is Kind.NUMBER and w.speaks}
    written = [_beside(w, c, said, delimiter) for w, c in zip(alone, held, strict=True)]
    again = zip(held, alone, written, kinds, strict=True)
    kinds = [k if w.marks == own.marks else _kind(c, w.marks) for c, own, w, k in again]
    dates = _dates([c.texts if k is Kind.TEXT else [] for c, (k, _) in zip(held, kinds, strict=True)])
    read_as = tuple(Kind.DATE if i in dates else k for i, (k, _) in enumerate(kinds))
    numbers = [i for i, k in enumerate(read_as) if k is Kind.NUMBER]
    return Inferred(
        read_as,
        tuple(p for _, p in kinds),
        tuple((i, written[i].marks) for i in numbers if written[i].marks != forms.USUAL),
        tuple(sorted(dates.items())),
        tuple(i for i, texts in enumerate(columns) if read_as[i] is Kind.TEXT and _is_code(texts)),
        tuple(i for i in numbers if not written[i].settled),
    )


def _kind(column: _Column, marks: str) -> tuple[Kind, bool]:
    """What most cells of a column are; and whether parentheses in it are negative numbers."""
    numbers = negatives = given = 0
    for samples, count in column.alike:
        text = samples[0].strip()
        if len(text) > 1 and text[0] == "0" and text.isdecimal():
            return Kind.TEXT, False
        given += count
        if forms.number(text, False, marks) is not None:
            numbers += count
        elif "(" in text and forms.number(text, True, marks) is not None:
            negatives += count
    if numbers and 2 * (numbers + negatives) >= given:
        return Kind.NUMBER, bool(negatives)
    days = sum(count for samples, count in column.alike if forms.day(samples[0]) is not None)
    return (Kind.DATE if given and 2 * days >= given else Kind.TEXT), False


def _written(given: Sequence[str]) -> Written:
    """How the cells of one column show that it writes numbers."""
    found = [(t, m) for t in given if (m := _LOOSE.fullmatch(t.strip().translate(forms.PLAIN)))]
    digits = [m["digits"].strip() for _, m in found]
    tails = [d for d, (_, m) in zip(digits, found, strict=True) if m["tail"]]
    flags = "-" if tails and all(re.search(r"[.,][0-9]{1,2}$", d) for d in tails) else ""
    if any("e" in d.lower() for d in digits):
        return _powers(digits, len(given))
    marked = [d for d in digits if not d.isdecimal()]
    if not marked:
        return Written(forms.USUAL + flags)
    for mark in (" ", "'"):
        if any(mark in d for d in marked):
            return _spaced([t for t, _ in found], digits, mark, any(m["unit"] and m["unit"] != "%" for _, m in found))
    decided = _point_or_comma(digits, marked, {m["currency"] for _, m in found if "," in m["digits"]})
    return Written(decided.marks + flags, decided.settled, decided.speaks)


def _powers(digits: list[str], given: int) -> Written:
    """Powers of ten: in a column that holds nothing else, or beside plain numbers if each has a point or a sign."""
    powers = [d for d in digits if _POWER.fullmatch(d)]
    others = [d for d in digits if "e" not in d.lower()]
    if len(powers) + len(others) < given or not all(_FITS[".,"].fullmatch(d) for d in others):
        return Written()
    if others and any(_PLAIN_POWER.fullmatch(d) for d in powers):
        return Written()  # 1e3 beside numbers may be a code
    return Written(".,e", True, "." if any("." in d for d in powers) else "")


def _spaced(texts: list[str], digits: list[str], mark: str, units: bool) -> Written:
    """Groups with spaces or apostrophes between them: every number of four digits or more has them, and something shows
    that two numbers are not meant."""
    fitting = [m for m in (f".{mark}", f",{mark}") if all(_FITS[m].fullmatch(d) for d in digits)]
    grouped = [d for d in digits if mark in d]
    triples = {d.rpartition(mark)[2] for d in grouped if d.rpartition(mark)[2].isdecimal()}
    shown = mark == "'" or any(d.count(mark) > 1 or re.search("[.,]", d) for d in grouped)
    shown = shown or any(_THIN.search(t) for t in texts) or (not units and (len(triples) > 2 or "000" in triples))
    if not fitting or not shown:
        return Written()
    comma = len(fitting) == 1 and fitting[0][0] == ","
    point = len(fitting) == 1 and not comma
    return Written(fitting[0], True, "," if comma else "." if point else "")


def _point_or_comma(digits: list[str], marked: list[str], currencies: set[str]) -> Written:
    usual = [d for d in marked if _FITS[".,"].fullmatch(d)]
    other = [d for d in marked if _FITS[",."].fullmatch(d)]
    only_usual = [d for d in usual if not _POINT_OR_COMMA.fullmatch(d)]
    only_other = [d for d in other if not _POINT_OR_COMMA.fullmatch(d)]
    both = [d for d in marked if _POINT_OR_COMMA.fullmatch(d)]
    if not both and len(usual) == len(marked):
        return Written(speaks=".")
    commas = [d for d in digits if "," in d]
    if (
        len(usual) < len(marked)
        and any(not _FITS[".,"].fullmatch(d) for d in commas)
        and all(_FITS[".i"].fullmatch(d) for d in commas)
    ):
        return Written(".i", True, ".")
    if only_usual and not only_other:
        return Written(speaks=".")
    if only_other and len(other) == len(marked):
        sure = sum(bool(_CONCLUSIVE.fullmatch(d)) for d in only_other) > bool(both) or _two_digits(only_other, both)
        return Written(",.", True, ",") if sure else Written(settled=False)
    if (
        both
        and not only_other
        and not only_usual
        and len(both) == len(marked)
        and all(_COMMA.fullmatch(d) for d in both)
    ):
        whole = [d for d in digits if d.isdecimal()]
        small = any(d != "0" for d in whole) and all(len(d) < 4 for d in whole)
        # decimals have as many digits everywhere, or no zeros at their end: 13,000 beside 7500 is neither
        uneven = bool(whole) and any(d.endswith("0") for d in both)
        # 389,000 and 249,500: six digits of which the last two are zeros are no three decimals
        round_ = [d for d in both if len(d) == 7 and d.endswith("00")]
        large = len(round_) > 2 and 2 * len(round_) >= len(both)
        if small or uneven or large or currencies & {"$", "£", "¥", "₹"}:
            return Written(speaks=".")  # 946 beside 1,510; dollars have two decimals, not three
    return Written(settled=not both)


def _two_digits(cells: list[str], both: list[str]) -> bool:
    """Two digits after the comma in two cells and more, and in most; they are no lists such as 10,11 and 11,12."""
    pairs = [m for d in cells if (m := _TWO.fullmatch(d))]
    lists = all(m[1] and 0 < int(m[2]) - int(m[1]) < 4 for m in pairs)
    return len(pairs) > 1 and not lists and len(pairs) >= len(both)


def _beside(own: Written, column: _Column, said: set[str], delimiter: str) -> Written:
    """How a column writes numbers in a file, which is written in one way: what one column shows settles another."""
    flags = own.marks[2:]
    if own.settled:
        return own
    if said == {"."}:
        return Written(forms.USUAL + flags)
    digits = [m["digits"].strip() for t in column.some if (m := _LOOSE.fullmatch(t.strip().translate(forms.PLAIN)))]
    # 1,510 is one thousand and more in a file with semicolons too
    semicolons = not said and delimiter == ";" and not any(_COMMA.fullmatch(d) for d in digits)
    if (said == {","} or semicolons) and all(_FITS[",."].fullmatch(d) for d in digits):
        return Written(",." + flags)
    return own


def _dates(columns: list[list[str]]) -> dict[int, str]:
    """The order of days in numbers, for each column of them that a part over 12, or a column beside it, settles."""
    orders: dict[int, tuple[str, list[str]]] = {}
    for i, texts in enumerate(columns):
        if not any(forms.numeric_day_mark(t) for t in texts[:_SAMPLES]):
            continue
        days = [t for t in texts if forms.numeric_day_mark(t)]
        marks = {forms.numeric_day_mark(t) or "" for t in days}
        others = [t for t in texts if not forms.numeric_day_mark(t)]
        if len(marks) == 1 and all(forms.day(t) or not any(c.isdigit() for c in t) for t in others):
            orders[i] = (marks.pop(), [o for o in forms.ORDERS if all(forms.numeric_day(t, o) for t in days)])
    settled = {(mark, fit[0]) for mark, fit in orders.values() if len(fit) == 1}
    out = {}
    for i, (mark, fit) in orders.items():
        beside = [o for m, o in settled if m == mark]
        if len(fit) == 1:
            out[i] = fit[0]
        elif len(beside) == 1 and beside[0] in fit:
            out[i] = beside[0]
    return out


def _is_code(texts: Sequence[str]) -> bool:
    """Whether NA is an entry: every other cell is two capital letters, and NA comes as often as they may."""
    cells = [t.strip() for t in texts]
    others = [t for t in cells if t != "NA"]
    if len(others) == len(cells) or len(others) < 2 or not all(_CODE.fullmatch(t) and len(t) == 2 for t in others):
        return False
    return len(cells) - len(others) == 1 or len(set(others)) < len(others)
