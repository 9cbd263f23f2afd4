"""Numbers and days in prose: what a sentence says in digits or in words, and with which unit.

May import: the standard library, `egvar.tools.base`.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen""".split()
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
WORDS = {w: i for i, w in enumerate(_ONES)} | _TENS | {"dozen": 12}
_BIG = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_PARTS = {"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5}
_PARTS |= {"tenth": 10, "tenths": 10, "eighth": 8, "eighths": 8}
_VAGUE = frozenset(
    """about around approximately roughly nearly almost over under above below some circa ca approx up
    exceeding least most than""".split()
)
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join([*_MONTHS, *(m[:3] + r"\.?" for m in _MONTHS), r"sept\.?"])
_DATES = (
    re.compile(rf"\b(?P<m>{_MONTH})\s+(?P<d>[0-9]{{1,2}})(?:st|nd|rd|th)?\s*,?\s+(?P<y>[0-9]{{4}})\b", re.I),
    re.compile(rf"\b(?P<d>[0-9]{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{_MONTH})\s*,?\s+(?P<y>[0-9]{{4}})\b", re.I),
    re.compile(r"\b(?P<y>[0-9]{4})-(?P<m>[0-9]{2})-(?P<d>[0-9]{2})\b"),
)
_NUMBER = re.compile(
    r"(?P<open>\()?(?P<sign>(?<![\w)])[-−–])?\s?(?P<currency>[$€£¥])?\s?(?P<minus>-)?"
    r"(?P<digits>[0-9]{1,3}(?:[,\u00a0\u202f '][0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
    r"(?P<close>\))?\s?(?P<after>%|‰|percent(?:age)?\b|per cent\b|[a-zA-Zµ°²³/]+)?"
)
_WORD = re.compile(r"[A-Za-z]+")
_UNITS = {"percent": "%", "percentage": "%", "per cent": "%", "dollars": "$", "euros": "€", "pounds": "£"}


@dataclass(frozen=True)
class Value:
    """A number that a sentence states: exact, `places` its decimals, `unit` as written beside it, `vague` with "about"
    or "more than" before it. `start` and `end` in the text."""

    number: Fraction
    places: int
    unit: str | None
    vague: bool
    start: int
    end: int
    said: str


@dataclass(frozen=True)
class Day:
    ordinal: int
    start: int
    end: int
    said: str


def plain(text: str) -> str:
    """The text as people read it: compatibility forms resolved ("５" is 5, "½" is 1⁄2, "①" is 1)."""
    text = unicodedata.normalize("NFKC", text).replace("\u2044", "/")
    return re.sub(r"\bper\s+cent\b", "percent", text, flags=re.I)


def days(text: str) -> Iterator[Day]:
    """Full dates."""
    for form in _DATES:
        for m in form.finditer(text):
            word = m["m"].lower()
            month = int(word) if word.isdigit() else next(i for i, x in enumerate(_MONTHS, 1) if x[:3] == word[:3])
            try:
                yield Day(datetime.date(int(m["y"]), month, int(m["d"])).toordinal(), m.start(), m.end(), m.group())
            except ValueError:
                continue


def values(text: str) -> list[Value]:
    """Every number in a sentence, in digits or in words; dates are left out."""
    taken = [(d.start, d.end) for d in days(text)]
    digits = list(_digits(text))
    words = [v for v in _in_words(text) if not _inside(v, [(d.start, d.end) for d in digits])]
    found = [v for v in (*digits, *words) if not _inside(v, taken)]
    return sorted(found, key=lambda v: v.start)


def _inside(v: Value, spans: list[tuple[int, int]]) -> bool:
    return any(a <= v.start < b for a, b in spans)


def _digits(text: str) -> Iterator[Value]:
    for m in _NUMBER.finditer(text):
        at = m.start("digits")
        if at and (text[at - 1].isalpha() or text[at - 1] == "_"):
            continue  # part of a name, such as "A4"
        digits = re.sub(r"[,\u00a0\u202f ']", "", m["digits"])
        number = Fraction(digits)
        after = (m["after"] or "").lower()
        end = m.end("after") if after else m.end("digits")
        if after.startswith("/"):
            after, end = "", m.end("digits")
        unit: str | None = m["currency"] or None
        if after in _BIG:
            number *= _BIG[after]
        elif after in ("m", "bn", "k") and m["currency"]:
            number *= {"m": 10**6, "bn": 10**9, "k": 1000}[after]
        elif after:
            unit = unit or _UNITS.get(after, after)
        accounting = bool(m["open"] and m["close"])
        if m["sign"] or m["minus"] or (accounting and ("," in m["digits"] or "." in m["digits"])):
            number = -number
        places = len(digits.partition(".")[2])
        start = min(m.start(g) for g in ("open", "sign", "currency", "minus", "digits") if m[g])
        yield Value(number, places, unit, _vague(text, start), start, end, m.group().strip())


def _in_words(text: str) -> Iterator[Value]:
    words = list(_WORD.finditer(text))
    i = 0
    while i < len(words):
        low = words[i].group().lower()
        if low in WORDS or (low in ("half", "twice", "double", "triple") or low in _BIG):
            j, number = _spelled([w.group().lower() for w in words], i)
            if number is not None and not _idiom([w.group().lower() for w in words], i, j):
                start, end = words[i].start(), words[j - 1].end()
                tail = text[end:].lstrip().lower()
                unit = "%" if tail.startswith(("percent", "per cent", "%")) else None
                yield Value(number, 0, unit, _vague(text, start), start, end, text[start:end])
            i = j
        else:
            i += 1


def _spelled(words: list[str], i: int) -> tuple[int, Fraction | None]:
    """The number that words from `i` spell, and where it ends."""
    if words[i] in ("twice", "double"):
        return i + 1, Fraction(2)
    if words[i] == "triple":
        return i + 1, Fraction(3)
    if words[i] == "half":
        return i + 1, Fraction(1, 2)
    total, part, j, seen = 0, 0, i, False
    while j < len(words):
        w = words[j]
        if w in WORDS:
            part, seen = part + WORDS[w] if w != "dozen" else max(part, 1) * 12, True
        elif w == "hundred":
            part, seen = max(part, 1) * 100, True
        elif w in _BIG:
            total, part, seen = total + max(part, 1) * _BIG[w], 0, True
        elif w == "and" and seen and j + 1 < len(words) and words[j + 1] in WORDS and (part >= 100 or total):
            pass
        else:
            break
        j += 1
    if j < len(words) and words[j] in _PARTS and seen:
        return j + 1, Fraction(total + part, _PARTS[words[j]])
    return j, Fraction(total + part) if seen else None


def _idiom(words: list[str], i: int, j: int) -> bool:
    """“One of the”, “one another”, “no one”: not a number."""
    after = words[j] if j < len(words) else ""
    before = words[i - 1] if i else ""
    return (
        j == i + 1
        and words[i] == "one"
        and (after in ("of", "another", "by") or before in ("no", "any", "some", "every"))
    )


def _vague(text: str, start: int) -> bool:
    before = [w.group().lower() for w in _WORD.finditer(text[:start])][-3:]
    return bool(before) and (before[-1] in _VAGUE or (len(before) > 1 and before[-2:] in (["up", "to"], ["or", "so"])))


def states(v: Value, exact: Fraction) -> bool:
    """Whether a stated number is the exact one: whole numbers exactly, others to the digits given, half-way cases away
    from zero."""
    if exact.denominator == 1:
        return v.number == exact
    if v.number.denominator != 1 and v.places == 0:
        return v.number == exact  # a fraction in words
    half = Fraction(1, 2 * 10**v.places)
    if v.number < 0:
        return v.number - half < exact <= v.number + half
    return v.number - half <= exact < v.number + half
