"""Numbers and days in prose: what a sentence says in digits or in words, with which unit, and how exactly.

May import: the standard library, `egvar.proof.characters`.

A form that is not understood in full (a power of ten, a ratio, “dozens”) is still found, as a value that no record
states: what is not read cannot pass unread.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from egvar.proof.characters import UNSPACED

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen""".split()
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
WORDS = {w: i for i, w in enumerate(_ONES)} | _TENS
_BIG = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
_BIG |= {"k": 1000, "mn": 10**6, "mln": 10**6, "bn": 10**9, "tn": 10**12, "lakh": 10**5, "crore": 10**7, "score": 20}
_NTHS = "half third quarter fifth sixth seventh eighth ninth tenth".split()
_PARTS = {w: n for n, nth in enumerate(_NTHS, 2) for w in (nth, f"{nth}s")}
_PARTS |= {"halves": 2, "hundredth": 100, "hundredths": 100, "thousandth": 1000, "thousandths": 1000}
_UNREAD = re.compile(
    r"(?<!\w)(?:dozens|hundreds|thousands|millions|billions|trillions|twice|thrice|double|triple|treble|quadruple|half"
    r"|halves|(?:one[- ]?)?quarters?|thirds?|fourths?|fifths?|tenths?|couple|pair|nil|nought|naught|naughts?|\w+fold"
    r"|second|first|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|hundredth|percent(?:age)?|per mille)(?!\w)",
    re.I,
)
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join([*_MONTHS, *(m[:3] + r"\.?" for m in _MONTHS), r"sept\.?"])
_DATES = (
    re.compile(rf"\b(?P<m>{_MONTH})\s+(?P<d>[0-9]{{1,2}})(?:st|nd|rd|th)?\s*,?\s+(?P<y>[0-9]{{4}})\b", re.I),
    re.compile(rf"\b(?P<d>[0-9]{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{_MONTH})\s*,?\s+(?P<y>[0-9]{{4}})\b", re.I),
    re.compile(r"\b(?P<y>[0-9]{4})-(?P<m>[0-9]{2})-(?P<d>[0-9]{2})\b"),
    re.compile(rf"\b(?P<m>{_MONTH})\s*,?\s+(?:of\s+)?(?P<y>[0-9]{{4}})\b", re.I),
    re.compile(rf"\b(?P<d>[0-9]{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{_MONTH})\b", re.I),
    re.compile(rf"\b(?P<m>{_MONTH})\s+(?P<d>[0-9]{{1,2}})(?:st|nd|rd|th)?\b(?![.,:/-]?[0-9])", re.I),
    re.compile(rf"\b(?P<m>{'|'.join(m for m in _MONTHS if m not in ('march', 'may'))})\b", re.I),
    re.compile(r"(?<=[a-z] )(?P<m>March|May)\b"),
)
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|\b(?:yester|to)day\b|\btomorrow\b", re.I)
_NUMBER = re.compile(
    r"(?P<open>\()?(?P<sign>(?<![\w)%])(?<![0-9%] )[-−–])?\s?(?P<currency>[$€£¥₹])?\s?(?P<minus>(?<![0-9%])[-−])?"
    r"(?P<digits>[0-9]{1,3}(?:[,\u00a0\u202f '’][0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
    r"(?:(?P<comma>,[0-9]{1,2})(?![0-9,.]))?(?:\s?/\s?(?P<under>[0-9]+))?(?P<close>\))?"
)
_MIXED = re.compile(r"\s(?P<over>[0-9])/(?P<under>[0-9]{1,2})(?![0-9/])")
_AFTER = re.compile(
    r"\s?(?P<word>%[ -]?points?\b|%|‰|[$€£¥₹]|percentage points?\b|basis points?\b"
    r"|[^\W\d_]+[²³]?(?:/[^\W\d_]+)?|°[CF]?)"
)
_TIED = re.compile(
    r"[0-9.,]*\s?[×x*^÷/:+±]\s?[0-9]|\s?[-–—−]\s?[0-9]|[eE][-+−]?[0-9]|\s+(?:out of|of every|in every|to one)\b"
)
_IN_WORD = re.compile(rf"[^\W0-9{UNSPACED}]")
_MINUS = re.compile(r"\b(?:minus|negative)\s+$", re.I)
_WORD = re.compile(r"[A-Za-z]+")
_UNITS = {
    "percent": "%", "percentage": "%", "dollars": "$", "dollar": "$", "usd": "$", "euros": "€", "euro": "€",
    "eur": "€", "yen": "¥", "rupees": "₹", "gbp": "£", "kilometres": "km", "kilometers": "km", "kilometre": "km",
    "kilometer": "km", "metres": "m", "meters": "m", "metre": "m", "meter": "m", "feet": "ft", "foot": "ft",
    "miles": "mi", "mile": "mi", "kilograms": "kg", "kilogram": "kg", "seconds": "s", "second": "s", "sec": "s",
    "minutes": "min", "hours": "h", "tonnes": "t", "litres": "l", "liters": "l", "hectares": "ha", "km2": "km²",
}  # fmt: skip
_POINTS = frozenset({"percentage point", "percentage points", "basis point", "basis points", "% points", "%points"})
_SYMBOLS = (
    _POINTS
    | frozenset(_UNITS.values())
    | frozenset(
        """% ‰ $ € £ ¥ ₹ ° °c °f km m cm mm mi ft inch inches in² kg g mg t lb lbs oz s ms min h ha l ml mph kmh km/h
    m/s km² m² m³ hz khz mhz kw mw gw kwh pp ppt bp bps x th st nd rd cents pence yards acres gallons barrels day days
    week weeks month months year years hour minute degrees tons ton pounds cwt kelvin""".split()
    )
)
_COMPARED = tuple(
    (sign, re.compile(rf"(?:{words})\s*$", re.I))
    for sign, words in (
        (">=", r"\bat least|\b(?:no|not) (?:less|fewer) than|≥"),
        ("<=", r"\bat most|\b(?:no|not) (?:more|greater) than|\bup to|≤"),
        (">", r"\b(?:more|greater|higher|larger) than|\babove|\bover|\bexceed(?:s|ed|ing)?|>"),
        ("<", r"\b(?:less|lower|smaller|fewer) than|\bbelow|\bunder|<"),
        ("~", r"\b(?:about|around|approximately|roughly|nearly|almost|some|circa|ca\.?|c\.|approx\.?|close to|just|only"
              r"|slightly|near|by|from|until|till|than|between|upwards of|excess of|(?:as )?(?:many|much) as)"
              r"(?: an?| the)?"
              r"|[~≈±∼]|\b(?<!equal )(?<!equals )(?<!comes )(?<!amounts )(?<!adds up )(?<!rounds )(?<!rounded )to"),
    )
)  # fmt: skip
_TRAILING = (
    (">=", re.compile(r"\s?(?:\+|or (?:more|higher|above|over)\b)")),
    ("<=", re.compile(r"\s?or (?:less|fewer|lower|below|under)\b")),
    ("~", re.compile(r"\s?(?:or so\b|-?ish\b|plus\b|and counting\b|-?odd\b|or thereabouts\b|[?])")),
)


@dataclass(frozen=True)
class Value:
    """A number that a sentence states.

    `step` is one unit of its last digit (0 if it is exact, as a fraction is); `whole` says that no decimals were
    written; `unit` as written beside it, in one spelling; `compared` is "" for the number itself, a sign for "more
    than" and its like, "~" for "about", "?" for a form that is not read. `start` and `end` in the text, with the unit.
    """

    number: Fraction
    step: Fraction
    unit: str | None
    compared: str
    start: int
    end: int
    said: str
    whole: bool = True


@dataclass(frozen=True)
class Day:
    """A date, or what is said of one: a part that is not said is None."""

    year: int | None
    month: int | None
    day: int | None
    start: int
    end: int
    said: str

    def of(self, ordinal: int) -> bool:
        """Whether the day `ordinal` (proleptic Gregorian) is as said."""
        date = datetime.date.fromordinal(ordinal)
        said = ((self.year, date.year), (self.month, date.month), (self.day, date.day))
        return all(a is None or a == b for a, b in said) and self.month is not None

    @property
    def ordinal(self) -> int | None:
        """The day as an ordinal, if it is said in full."""
        if self.year is None or self.month is None or self.day is None:
            return None
        return datetime.date(self.year, self.month, self.day).toordinal()


def days(text: str) -> list[Day]:
    """Dates in full or in part, and days of the week (which are nobody's date here)."""
    found: list[Day] = [Day(None, None, None, m.start(), m.end(), m.group()) for m in _WEEKDAY.finditer(text)]
    for form in _DATES:
        for m in form.finditer(text):
            if any(d.start < m.end() and m.start() < d.end for d in found):
                continue
            parts = m.groupdict()
            word = m["m"].lower()
            month = int(word) if word.isdigit() else next(i for i, x in enumerate(_MONTHS, 1) if x[:3] == word[:3])
            year, day = (int(parts[p]) if parts.get(p) else None for p in ("y", "d"))
            try:
                datetime.date(year or 2000, month, day or 1)
            except ValueError:
                month = None  # type: ignore[assignment]
            found.append(Day(year, month, day, m.start(), m.end(), m.group()))
    return sorted(found, key=lambda d: d.start)


def values(text: str) -> list[Value]:
    """Every number in a sentence, in digits or in words; dates are left out."""
    taken = [(d.start, d.end) for d in days(text)]
    found: list[Value] = []
    for source in (_digits(text), _in_words(text), _unread(text)):
        for v in source:
            if not any(a < v.end and v.start < b for a, b in taken):
                found.append(_compared(text, v))
                taken.append((v.start, v.end))
    return sorted(found, key=lambda v: v.start)


def _digits(text: str) -> Iterator[Value]:
    at = 0
    while m := _NUMBER.search(text, at):
        start = min(m.start(g) for g in ("open", "sign", "currency", "minus", "digits") if m[g])
        first = m.start("digits")
        end = at = m.end("close") if m["close"] else m.end("under") if m["under"] else m.end()
        if first and _IN_WORD.match(text, first - 1):
            yield Value(Fraction(0), Fraction(0), None, "?", first, end, m.group().strip())
            continue
        digits = re.sub(r"[,\u00a0\u202f '’]", "", m["digits"]) + (m["comma"] or "").replace(",", ".")
        if digits.count(".") > 1 or (m["under"] and not int(m["under"])):
            yield Value(Fraction(0), Fraction(0), None, "?", start, end, m.group().strip())
            continue
        number, step = Fraction(digits), Fraction(1, 10 ** len(digits.partition(".")[2]))
        if m["under"]:
            number, step = number / int(m["under"]), Fraction(0)
        elif (mixed := _MIXED.match(text, end)) and int(mixed["under"]) > int(mixed["over"]):
            number, step, end = number + Fraction(int(mixed["over"]), int(mixed["under"])), Fraction(0), mixed.end()
        if not m["open"] and m["close"]:
            end -= 1
        whole = not step or step == 1
        number, step, unit, end = _followed(text, number, step, end, m["currency"])
        accounting = m["open"] and m["close"] and ("," in m["digits"] or "." in m["digits"])
        said = _MINUS.search(text[:start])
        if m["sign"] or m["minus"] or accounting or said:
            number, start = -number, said.start() if said else start
        tied = "?" if _TIED.match(text, end) else ""
        at = max(at, end)
        yield Value(number, step, unit, tied, start, end, text[start:end].strip(), whole)


def _followed(
    text: str, number: Fraction, step: Fraction, end: int, currency: str | None
) -> tuple[Fraction, Fraction, str | None, int]:
    """A number with the words of magnitude and the unit after it. A noun after it is no unit."""
    while m := _AFTER.match(text, end):
        word = m["word"].lower()
        if word in _BIG or (word in ("m", "b") and currency):
            scale = _BIG.get(word) or {"m": 10**6, "b": 10**9}[word]
            number, step, end = number * scale, step * scale, m.end()
        elif word in _PARTS and _PARTS[word] > 4 and step:
            number, step, end = number / _PARTS[word], step / _PARTS[word], m.end()
        else:
            unit = _UNITS.get(word, word)
            if unit not in _SYMBOLS:
                break
            return number, step, unit if currency in (None, unit) else f"{currency} {unit}", m.end()
    return number, step, currency, end


def _in_words(text: str) -> Iterator[Value]:
    words = list(_WORD.finditer(text))
    low = [w.group().lower() for w in words]
    i = 0
    while i < len(words):
        j, number, step = _spelled(low, i)
        if number is None or _idiom(low, i, j):
            i = max(j, i + 1)
            continue
        start, end = words[i].start(), words[j - 1].end()
        number, step, unit, end = _followed(text, number, step, end, None)
        if minus := _MINUS.search(text[:start]):
            number, start = -number, minus.start()
        if re.match(r"\s+(?:point|and a half)\b|\s+and (?:a|one|three) (?:quarter|third)", text[end:], re.I):
            yield Value(number, step, unit, "?", start, end, text[start:end])
        else:
            yield Value(number, step, unit, "?" if _TIED.match(text, end) else "", start, end, text[start:end])
        i = next((k for k in range(j, len(words)) if words[k].start() >= end), len(words))


def _spelled(words: list[str], i: int) -> tuple[int, Fraction | None, Fraction]:
    """The number that words from `i` spell, where it ends, and its step (1 if whole, 0 for a fraction)."""
    if words[i] in ("a", "an", "one") and i + 1 < len(words) and words[i + 1] in _PARTS:
        return i + 2, Fraction(1, _PARTS[words[i + 1]]), Fraction(0)
    if words[i] == "a" and i + 1 < len(words) and len(words[i + 1]) > 2 and words[i + 1] in _BIG:
        return _spelled(words, i + 1)
    total, part, j, seen = 0, 0, i, False
    while j < len(words):
        w = words[j]
        if w in WORDS:
            part, seen = part + WORDS[w], True
        elif w == "hundred" or (w in ("dozen", "score") and (seen or w == "dozen")):
            part, seen = max(part, 1) * _BIG[w], True
        elif w in _BIG and len(w) > 3 and w != "score":
            if part == 0 and total:
                total, seen = total * _BIG[w], True  # a million million
            else:
                total, part, seen = total + max(part, 1) * _BIG[w], 0, True
        elif w == "and" and seen and j + 1 < len(words) and words[j + 1] in WORDS and (part >= 100 or total):
            pass
        else:
            break
        j += 1
    if j < len(words) and words[j] in _PARTS and seen:
        return j + 1, Fraction(total + part, _PARTS[words[j]]), Fraction(0)
    return j, Fraction(total + part) if seen else None, Fraction(1)


def _idiom(words: list[str], i: int, j: int) -> bool:
    """“One of the”, “one another”, “no one”: not a number."""
    after = words[j] if j < len(words) else ""
    before = words[i - 1] if i else ""
    only = j == i + 1 and words[i] == "one"
    return only and (after in ("of", "another", "by") or before in ("no", "any", "some", "every"))


def _unread(text: str) -> Iterator[Value]:
    for m in _UNREAD.finditer(text):
        yield Value(Fraction(0), Fraction(0), None, "?", m.start(), m.end(), m.group())


def _compared(text: str, v: Value) -> Value:
    if v.compared:
        return v
    after = next(((sign, m.end()) for sign, form in _TRAILING if (m := form.match(text, v.end))), ("", v.end))
    ahead = next((sign for sign, form in _COMPARED if form.search(text[: v.start])), "")
    return replace(v, compared="?" if ahead and after[0] else ahead or after[0], end=after[1])


def states(v: Value, exact: Fraction) -> bool:
    """Whether a stated number is the exact one: to the digits given, half-way cases away from zero; but a whole number
    that is stated in whole is stated exactly."""
    if v.compared == "?":
        return False
    if v.number == exact:
        return True
    if v.step == 0 or (v.whole and (exact.denominator == 1 or v.step > 1)):
        return False
    if v.step >= 1 and not v.whole and abs(v.number) < 10 * v.step:
        return False  # "0.0 million" says nothing
    half = v.step / 2
    if v.number < 0:
        return v.number - half < exact <= v.number + half
    return v.number - half <= exact < v.number + half


def before(text: str, v: Value) -> int:
    """Where what compares a value begins: "more than 5" at "more"."""
    if v.compared in ("", "?"):
        return v.start
    found = next((m for _, form in _COMPARED if (m := form.search(text[: v.start]))), None)
    return found.start() if found else v.start


def unit_name(unit: str | None) -> str | None:
    """A unit in the one spelling that values have."""
    return None if unit is None else _UNITS.get(unit.casefold(), unit.casefold())
