"""Cell forms: how the text of a cell is recognised as a number, a day, or nothing.

May import: the standard library, `egvar.source`. Numbers are exact; what no form covers
has no value.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

from egvar.source.cell import Cell, Kind
from egvar.source.dialect import MAX_NUMBER
from egvar.source.footnotes import without_notes
from egvar.source.reading import Rule

NULLS = frozenset({"", "-", "–", "—", "−", "na", "n/a", "n.a.", "null", "none", "nan"})
PLAIN = str.maketrans({"−": "-", "’": "'", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2007": " "})
USUAL = (
    ".,"  # marks: the decimal mark, then the thousands mark; "i": Indian groups; then "e": powers of ten; "-": trailing
)
_GROUPS = {",": r",[0-9]{3}", ".": r"\.[0-9]{3}", " ": r" [0-9]{3}", "'": r"'[0-9]{3}"}
_UNIT = r"km²|km2|km/h|sq km|[a-zµ°²]{1,6}\.?"
_SIGN = r"(?:US|AU|CA|NZ|HK|[AC])?\$|[€£¥₹₩]"


@cache
def _digits(marks: str) -> str:
    mark = re.escape(marks[0])
    groups = r"[1-9][0-9]?(?:,[0-9]{2})*,[0-9]{3}" if marks[1] == "i" else rf"[1-9][0-9]{{0,2}}(?:{_GROUPS[marks[1]]})+"
    power = r"(?:e[+-]?[0-9]{1,3})?" if "e" in marks[2:] else ""
    return rf"(?:{groups}|[0-9]+)(?:{mark}[0-9]+)?{power}|{mark}[0-9]+{power}"


@cache
def _number(marks: str) -> re.Pattern[str]:
    tail = "-?" if "-" in marks[2:] else "(?!)|"
    return re.compile(
        rf"(?P<sign>[+-]?)\s?(?P<currency>{_SIGN}|)\s?(?P<inner>[+-]?)(?P<digits>{_digits(marks)})(?P<tail>{tail})"
        rf"\s?(?P<unit>%|{_SIGN}|(?<=\s)(?:{_UNIT}))?",
        re.I,
    )


@cache
def _parentheses(marks: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<before>{_SIGN}|)\s?\(\s?(?P<currency>{_SIGN}|)\s?(?P<digits>{_digits(marks)})"
        r"(?P<unit>\s?%|\s?[$€£¥]|)\s?\)\s?(?P<after>%?)"
    )


_DIGITS = re.compile(r"(0|[1-9][0-9]{0,30})(?:\.([0-9]{1,30}))?")
_HOURS = re.compile(r"([0-9]{1,3}):([0-5][0-9]):([0-5][0-9](?:\.[0-9]+)?)")
_SECONDS = re.compile(r"([0-9]{1,3}):([0-5][0-9]\.[0-9]+)")
_MONTHS = ["january", "february", "march", "april", "may", "june", "july"]
_MONTHS += ["august", "september", "october", "november", "december"]
_MONTH = "|".join(_MONTHS + [m[:3] for m in _MONTHS] + ["sept"])
_DAY_FORMS = (
    re.compile(rf"(?P<month>{_MONTH})\.?\s+(?P<day>[0-9]{{1,2}})\s*,?\s+(?P<year>[0-9]{{4}})", re.I),
    re.compile(rf"(?P<day>[0-9]{{1,2}})\s+(?P<month>{_MONTH})\.?\s*,?\s+(?P<year>[0-9]{{4}})", re.I),
    re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"),
)


def trimmed(raw: str) -> str:
    return raw.strip()


def is_null(raw: str, nulls: tuple[str, ...] | None = None) -> bool:
    """Whether a cell says that there is no value; `nulls` are the texts that do, in place of the usual ones."""
    text = trimmed(raw)
    return text.lower() in NULLS if nulls is None else text in nulls


def number(raw: str, parentheses: bool, marks: str = USUAL) -> Cell | None:
    """The cell as a number, if a form covers it. `parentheses`: `(8,483)` counts as negative in this column; `marks`:
    how its numbers are written."""
    if len(raw) > MAX_NUMBER:
        return None
    text = trimmed(raw)
    if marks[0] == "." and (m := _DIGITS.fullmatch(text)):  # what most cells are; the form below reads it the same way
        if m[2] is None:
            return Cell(Kind.NUMBER, raw, text, Fraction(int(text)), None, None, "integer")
        return Cell(Kind.NUMBER, raw, text, Fraction(int(m[1] + m[2]), 10 ** len(m[2])), None, None, "decimal")
    plain = text.translate(PLAIN)
    if m := _number(marks).fullmatch(plain):
        digits, sign = m["digits"], m["sign"] + m["inner"] + m["tail"]
        if _leading_zero(digits) and not m["currency"] and not m["unit"]:
            return None
        if (m["currency"] and m["unit"]) or len(sign) > 1:
            return None
        value = _value(digits, marks)
        form = _form(digits, marks) if not m["tail"] else "trailing_minus"
        return Cell(
            Kind.NUMBER, raw, text, -value if "-" in sign else value, _unit(m["currency"] or m["unit"]), None, form
        )
    if parentheses and (m := _parentheses(marks).fullmatch(plain)):
        units = [u.strip() for u in (m["before"], m["currency"], m["unit"], m["after"]) if u]
        if len(units) > 1:
            return None
        unit = _unit(units[0]) if units else None
        return Cell(Kind.NUMBER, raw, text, -_value(m["digits"], marks), unit, None, "parentheses")
    if m := _HOURS.fullmatch(plain):
        value = int(m[1]) * 3600 + int(m[2]) * 60 + Fraction(m[3])
        return Cell(Kind.NUMBER, raw, text, value, "s", None, "hours_minutes_seconds")
    if m := _SECONDS.fullmatch(plain):
        return Cell(Kind.NUMBER, raw, text, int(m[1]) * 60 + Fraction(m[2]), "s", None, "minutes_seconds")
    return None


def _value(digits: str, marks: str) -> Fraction:
    group = "," if marks[1] == "i" else marks[1]
    return Fraction(digits.replace(group, "").replace(marks[0], "."))


def _unit(text: str) -> str | None:
    return None if not text else text.upper() if text.endswith("$") else text.lower()


_THOUSANDS = {",": "thousands_comma", ".": "thousands_point", " ": "thousands_space", "'": "thousands_apostrophe"}


def _form(digits: str, marks: str) -> str:
    if marks[1] == "i":
        return "lakh_comma" if "," in digits else "decimal" if "." in digits else "integer"
    if marks[1] in digits:
        return _THOUSANDS[marks[1]]
    if "e" in digits.lower():
        return "power_of_ten"
    return "integer" if marks[0] not in digits else "decimal" if marks[0] == "." else "decimal_comma"


def declared(raw: str, rule: Rule, date: bool) -> Cell | None:
    """The cell as its column's rule says, None where the rule does not cover it."""
    if len(raw) > MAX_NUMBER:
        return None
    text = trimmed(raw)
    plain = text.translate(PLAIN)
    if rule.footnotes:
        plain = without_notes(plain)
    if date:
        return day(plain) if not rule.dates else _ordered(raw, plain, rule.dates)
    if rule.duration and (m := _CLOCK.fullmatch(plain)):
        seconds = (int(m[1]) * 60 + int(m[2])) * (60 if rule.duration == "h:m" else 1)
        return Cell(Kind.NUMBER, raw, text, Fraction(seconds), "s", None, "declared")
    negative = plain.startswith("(") and plain.endswith(")")
    if negative:
        plain = plain[1:-1].strip()
    m = _DECLARED.fullmatch(plain)
    if m is None:
        return None
    unit = m["currency"] or m["after"].strip() or None
    signs = m["sign"] + m["inner"] + m["tail"] + ("-" if negative else "")
    if len(signs) > 1 or (m["tail"] and not rule.trailing_minus) or (m["currency"] and m["after"].strip()):
        return None
    if rule.unit and unit not in (None, rule.unit):
        return None
    digits, mark = m["digits"], re.escape(rule.decimal)
    group = re.escape(rule.thousands) if rule.thousands else None
    whole = rf"[0-9]{{1,3}}(?:{group}[0-9]{{3}})+|[0-9]+" if group else "[0-9]+"
    if not re.fullmatch(rf"(?:{whole})(?:{mark}[0-9]+)?|{mark}[0-9]+", digits):
        return None
    if rule.thousands:
        digits = digits.replace(rule.thousands, "")
    value = Fraction(digits.replace(rule.decimal, ".")) * Fraction(rule.scale)
    value = -value if "-" in signs else value
    return Cell(Kind.NUMBER, raw, text, value, rule.unit or (unit.lower() if unit else None), None, "declared")


_DECLARED = re.compile(
    r"(?P<sign>[+-]?)\s?(?P<currency>[$€£¥₹₩]?)\s?(?P<inner>[+-]?)(?P<digits>[0-9][0-9.,' ]*[0-9]|[0-9]|[.,][0-9]+)"
    r"(?P<tail>-?)(?P<after>\s?[%$€£¥₹₩]|\s?[^\W\d_]{0,6}[²³]?)"
)


_CLOCK = re.compile(r"([0-9]{1,4}):([0-5][0-9])")
_NUMERIC_DAY = re.compile(r"([0-9]{1,4})\s*([./-])\s*([0-9]{1,2})\s*([./-])\s*([0-9]{1,4})")
ORDERS = ("dmy", "mdy", "ymd")


def _ordered(raw: str, plain: str, order: str) -> Cell | None:
    m = _NUMERIC_DAY.fullmatch(plain)
    if m is None:
        return None
    texts = (m[1], m[3], m[5])
    parts = dict(zip(order, map(int, texts), strict=True))
    if len(texts[order.index("y")]) != 4:
        return None  # which century is not said
    try:
        ordinal = datetime.date(parts["y"], parts["m"], parts["d"]).toordinal()
    except ValueError:
        return None
    return Cell(Kind.DATE, raw, trimmed(raw), None, None, ordinal, "declared")


def numeric_day(raw: str, order: str) -> Cell | None:
    """The cell as a day in numbers alone, its parts in this order ("dmy", "mdy", "ymd")."""
    plain = trimmed(raw[:MAX_NUMBER]).translate(PLAIN)
    m = _NUMERIC_DAY.fullmatch(plain)
    cell = _ordered(raw, plain, order) if m is not None and m[2] == m[4] else None
    return None if cell is None else replace(cell, form=f"day_{order}")


def numeric_day_mark(raw: str) -> str | None:
    """The mark between the parts of what looks like a day in numbers with a year of four digits."""
    m = _NUMERIC_DAY.fullmatch(trimmed(raw[:MAX_NUMBER]).translate(PLAIN))
    fits = m is not None and m[2] == m[4] and sorted(map(len, (m[1], m[5])))[1] == 4 and min(len(m[1]), len(m[5])) < 3
    return m[2] if m is not None and fits else None


def _leading_zero(digits: str) -> bool:
    return len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()


def day(raw: str) -> Cell | None:
    """The cell as a day, if its month is a word or it is an ISO date."""
    if len(raw) > MAX_NUMBER:
        return None
    text = trimmed(raw)
    for form in _DAY_FORMS:
        if m := form.fullmatch(text.translate(PLAIN)):
            word = m["month"].lower()
            month = int(word) if word.isdigit() else next(i for i, x in enumerate(_MONTHS, 1) if x[:3] == word[:3])
            try:
                ordinal = datetime.date(int(m["year"]), month, int(m["day"])).toordinal()
            except ValueError:
                return None
            return Cell(Kind.DATE, raw, text, None, None, ordinal, "day")
    return None
