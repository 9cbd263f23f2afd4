"""Cell forms: how the text of a cell is recognised as a number, a day, or nothing.

May import: the standard library and `egvar.source.cell`. Numbers are exact; what no form covers has no value.
"""

from __future__ import annotations

import datetime
import re
from fractions import Fraction

from egvar.source.cell import Cell, Kind

NULLS = frozenset({"", "-", "–", "—", "−", "na", "n/a", "n.a.", "null", "none", "nan"})
_MINUS = str.maketrans({"−": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " "})
_PLAIN = r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+"
_COMMAS = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?"
_UNIT = r"km²|km2|km/h|sq km|[a-zµ°²]{1,6}\.?"
_NUMBER = re.compile(
    rf"(?P<sign>[+-]?)\s?(?P<currency>[$€£¥]?)\s?(?P<digits>{_COMMAS}|{_PLAIN})\s?(?P<unit>%|(?<=\s)(?:{_UNIT}))?", re.I
)
_PARENTHESES = re.compile(rf"\((?P<currency>[$€£¥]?)(?P<digits>{_COMMAS}|{_PLAIN})(?P<unit>%?)\)")
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


def is_null(raw: str) -> bool:
    return trimmed(raw).lower() in NULLS


def number(raw: str, parentheses: bool) -> Cell | None:
    """The cell as a number, if a form covers it. `parentheses`: `(8,483)` counts as negative in this column."""
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
    if m := _SECONDS.fullmatch(plain):
        return Cell(Kind.NUMBER, raw, text, int(m[1]) * 60 + Fraction(m[2]), "s", None, "minutes_seconds")
    return None


def _leading_zero(digits: str) -> bool:
    return len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()


def day(raw: str) -> Cell | None:
    """The cell as a day, if its month is a word or it is an ISO date."""
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
