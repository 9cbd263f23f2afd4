"""Cell forms: how the text of a cell is recognised as a number, a day, or nothing.

May import: the standard library, `egvar.source`. Numbers are exact; what no form covers
has no value.
"""

from __future__ import annotations

import datetime
import re
from fractions import Fraction

from egvar.source.cell import Cell, Kind
from egvar.source.dialect import MAX_NUMBER
from egvar.source.footnotes import without_notes
from egvar.source.reading import Rule

NULLS = frozenset({"", "-", "–", "—", "−", "na", "n/a", "n.a.", "null", "none", "nan"})
_MINUS = str.maketrans({"−": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " "})
_PLAIN = r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+"
_COMMAS = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?"
_UNIT = r"km²|km2|km/h|sq km|[a-zµ°²]{1,6}\.?"
_NUMBER = re.compile(
    rf"(?P<sign>[+-]?)\s?(?P<currency>[$€£¥]?)\s?(?P<digits>{_COMMAS}|{_PLAIN})\s?(?P<unit>%|(?<=\s)(?:{_UNIT}))?", re.I
)
_PARENTHESES = re.compile(rf"\((?P<currency>[$€£¥]?)(?P<digits>{_COMMAS}|{_PLAIN})(?P<unit>%?)\)")
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


def number(raw: str, parentheses: bool) -> Cell | None:
    """The cell as a number, if a form covers it. `parentheses`: `(8,483)` counts as negative in this column."""
    if len(raw) > MAX_NUMBER:
        return None
    text = trimmed(raw)
    plain = text.translate(_MINUS)
    if m := _NUMBER.fullmatch(plain):
        if _leading_zero(m["digits"]) and not m["currency"] and not m["unit"]:
            return None
        value = Fraction(m["digits"].replace(",", ""))
        value = -value if m["sign"] == "-" else value
        unit = m["currency"] or m["unit"] or None
        if m["currency"] and m["unit"]:
            return None
        form = "thousands_comma" if "," in m["digits"] else "decimal" if "." in m["digits"] else "integer"
        return Cell(Kind.NUMBER, raw, text, value, unit.lower() if unit else None, None, form)
    if parentheses and (m := _PARENTHESES.fullmatch(plain)):
        value = -Fraction(m["digits"].replace(",", ""))
        return Cell(Kind.NUMBER, raw, text, value, m["currency"] or m["unit"] or None, None, "parentheses")
    if m := _HOURS.fullmatch(plain):
        value = int(m[1]) * 3600 + int(m[2]) * 60 + Fraction(m[3])
        return Cell(Kind.NUMBER, raw, text, value, "s", None, "hours_minutes_seconds")
    if m := _SECONDS.fullmatch(plain):
        return Cell(Kind.NUMBER, raw, text, int(m[1]) * 60 + Fraction(m[2]), "s", None, "minutes_seconds")
    return None


def declared(raw: str, rule: Rule, date: bool) -> Cell | None:
    """The cell as its column's rule says, None where the rule does not cover it."""
    if len(raw) > MAX_NUMBER:
        return None
    text = trimmed(raw)
    plain = text.translate(_MINUS)
    if rule.footnotes:
        plain = without_notes(plain)
    if date:
        return day(plain) if not rule.dates else _ordered(raw, plain, rule.dates)
    negative = plain.startswith("(") and plain.endswith(")")
    if negative:
        plain = plain[1:-1].strip()
    m = _DECLARED.fullmatch(plain)
    if m is None:
        return None
    unit = m["currency"] or m["after"].strip() or None
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
    value = -value if negative or m["sign"] == "-" else value
    return Cell(Kind.NUMBER, raw, text, value, rule.unit or (unit.lower() if unit else None), None, "declared")


_DECLARED = re.compile(
    r"(?P<sign>[+-]?)\s?(?P<currency>[$€£¥]?)\s?(?P<digits>[0-9][0-9.,' ]*[0-9]|[0-9]|[.,][0-9]+)"
    r"(?P<after>\s?%|\s?[^\W\d_]{0,6}[²³]?)"
)


def _ordered(raw: str, plain: str, order: str) -> Cell | None:
    m = re.fullmatch(r"([0-9]{1,4})\s*[./-]\s*([0-9]{1,2})\s*[./-]\s*([0-9]{1,4})", plain)
    if m is None:
        return None
    parts = dict(zip(order, map(int, m.groups()), strict=True))
    if len(m[order.index("y") + 1]) != 4:
        return None  # which century is not said
    try:
        ordinal = datetime.date(parts["y"], parts["m"], parts["d"]).toordinal()
    except ValueError:
        return None
    return Cell(Kind.DATE, raw, trimmed(raw), None, None, ordinal, "declared")


def _leading_zero(digits: str) -> bool:
    return len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()


def day(raw: str) -> Cell | None:
    """The cell as a day, if its month is a word or it is an ISO date."""
    if len(raw) > MAX_NUMBER:
        return None
    text = trimmed(raw)
    for form in _DAY_FORMS:
        if m := form.fullmatch(text.translate(_MINUS)):
            word = m["month"].lower()
            month = int(word) if word.isdigit() else next(i for i, x in enumerate(_MONTHS, 1) if x[:3] == word[:3])
            try:
                ordinal = datetime.date(int(m["year"]), month, int(m["day"])).toordinal()
            except ValueError:
                return None
            return Cell(Kind.DATE, raw, text, None, None, ordinal, "day")
    return None
