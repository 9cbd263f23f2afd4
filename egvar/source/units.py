"""Units and scales that a header names, and the words for them: data for who places words, never how a cell is read.

May import: the standard library, `egvar.source.unit_words`.

A spelling with several meanings ("pounds", "m", "min") has none until its surroundings decide; `units_of_word` gives
all of them. Nothing is converted: kilometres and metres are two units.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from egvar.source.unit_words import COUNTED, LENGTH, MONEY, RATES, SCALES, SHY, TEMPERATURE, TIME, UNITS


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure: its canonical text, and what it measures (money, percent, length, …)."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class HeaderUnits:
    """What a header says of its numbers. `name`: the header without its unit part; `unit`: its canonical text, None
    where none is named; `scale`: what the numbers are multiplied by to be in that unit; `kind`: what they measure,
    "rate" for what is per something else or a share, None where the header does not tell."""

    name: str
    unit: str | None = None
    scale: Fraction = Fraction(1)
    kind: str | None = None


_QUALIFIERS = re.compile(r"(?:(?:current|constant|nominal|real|approx\.?|est\.?|estimated|fy)\s+|[0-9]{4}\s+)+", re.I)
_LEAD = re.compile(r"(?:(?:expressed|values|figures|amounts?|numbers?|all|measured)\s+)*in\s+(?=\S)", re.I)
_TOKEN = re.compile(
    r"\s*((?:US|AU|CA|NZ|HK|[ACSR])?\$|[€£¥₹₩₽¢]|[%‰][ -]points?|[%‰]|['’]?000s?(?![0-9])|[0-9][0-9,]*|/|"
    r"°[CF]?|[℃℉]|p\.p\.|U\.S\.|[^\W\d_]+(?:\^?[23](?![0-9])|[²³])?\.?|[²³])"
)
_GROUP = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")


@cache
def _table() -> tuple[dict[str, tuple[Unit, ...]], dict[str, tuple[Unit, ...]]]:
    """Spellings as written, and in lower case where no other unit differs in case alone."""
    exact: dict[str, tuple[Unit, ...]] = {}
    for line in UNITS.split("\n"):
        if line:
            kind, text, others = line.split("|")
            for spelling in (text, *others.split()):
                spelling = spelling.replace("_", " ")
                exact[spelling] = tuple(dict.fromkeys((*exact.get(spelling, ()), Unit(text, kind))))
    folded: dict[str, tuple[Unit, ...]] = {}
    for spelling, units in exact.items():
        if len(spelling) > 1 and not re.match(
            "M[A-Za-z]|Gb|kb|kB|Kb|KB|mJ|mW|mHz", spelling
        ):  # there case tells units apart
            folded.setdefault(spelling.lower(), units)
    return exact, folded


def units_of_word(word: str) -> tuple[Unit, ...]:
    """Every unit that a word or sign stands for ("pounds": money and mass); none for a word that is no unit."""
    text = " ".join(word.split())
    exact, folded = _table()
    if text == "in":
        return ()  # the preposition
    return exact.get(text) or folded.get(text.lower()) or ()


def unit_of_word(word: str) -> Unit | None:
    """The unit that a word or sign stands for: "euros", "EUR" and "€" give Unit("€", "money"). None for a word that is
    no unit or stands for several."""
    found = units_of_word(word)
    return found[0] if len(found) == 1 else None


def scale_of_word(word: str) -> Fraction | None:
    """What a word multiplies the number before it by: "million", "bn", "k", "thousands", "'000", "lakh"; "m" may be a
    metre too (`unit_of_word`). None for other words."""
    text = word.strip().lower().rstrip(".").lstrip("'’")
    return Fraction(10 ** SCALES[text]) if text in SCALES else None


def header_units(header: str) -> HeaderUnits:
    """The unit, the scale and the kind that a header names: `GDP (bn €)` gives name "GDP", unit "€", scale 10⁹, money.

    What cannot be told ("(m)" after a name that is neither a length nor an amount) is left in the name.
    """
    text = " ".join(header.split())
    groups = list(_GROUP.finditer(text))
    if sum(_pieces(m[1], text) is not None for m in groups) > 1 or re.search(r"[(\[][^)\]]*[(\[]", text):
        return HeaderUnits(text)  # several units
    for m in reversed(groups):
        rest = (text[: m.start()] + text[m.end() :]).strip()
        glued = m.start() == m.end() - len(m[0].lstrip()) and m.start() > 0
        if glued and len(m[1]) == 1 and m[1].isalpha():
            continue  # "Player(s)"
        if found := _pieces(m[1], rest):
            said, kept = found
            if said.unit and (_shown(text[: m.start()]) or any(scale_of_word(w) and len(w) > 1 for w in rest.split())):
                return HeaderUnits(text)  # "Height ft (m)" has both units, "Assets (usd) millions" a scale outside
            if m[1].strip().lower() == "".join(w[0] for w in rest.lower().split()) and len(m[1].strip()) > 1:
                continue  # "Games behind (GB)"
            name = rest if not kept else f"{text[: m.start()]} ({kept}){text[m.end() :]}".strip()
            return _named(name, said)
    return _bare(text)


def _shown(name: str) -> bool:
    """Whether the last word of a name is a sign of a unit, or a unit of length in words."""
    last = name.rpartition(" ")[2]
    found = units_of_word(last)
    return bool(found) and (len(last) <= 3 or found[0].kind == "length") and not last.isupper()


def _named(name: str, said: HeaderUnits) -> HeaderUnits:
    kind, unit = said.kind, said.unit
    words = _words(name)
    if "density" in words and kind == "area":
        unit, kind = f"per {unit}", "rate"
    elif "per" in words and "except" not in words:
        kind = "rate"
    elif kind is None and words & COUNTED:
        kind = "count"
    elif kind is None and words & MONEY:
        kind = "money"
    return HeaderUnits(name, unit, said.scale, kind)


def _words(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", name.lower()))


def _pieces(inside: str, name: str) -> tuple[HeaderUnits, str] | None:
    """What is said between brackets, and what of it is no unit and so stays in the name: "2023, € m" keeps "2023"."""
    if said := _expression(inside, name):
        return said, ""
    if (m := _QUALIFIERS.match(inside)) and (said := _expression(inside[m.end() :], name)):
        return said, m[0].strip()
    parts = re.split(r"\s*[,;]\s+", inside)
    for i, part in enumerate(parts):
        if len(parts) > 1 and (said := _expression(part, name)):
            return said, ", ".join(parts[:i] + parts[i + 1 :])
    return None


def _tokens(text: str) -> list[str] | None:
    out, at = [], 0
    while at < len(text):
        m = _TOKEN.match(text, at)
        if m is None:
            return None
        out.append(m[1])
        at = m.end()
        while at < len(text) and text[at].isspace():
            at += 1
    return out


def _expression(text: str, name: str) -> HeaderUnits | None:
    """A text that is wholly a unit, a scale, or both ("thousands of dollars", "$ in millions", "k€", "per 100,000")."""
    tokens = _tokens(_LEAD.sub("", text.strip(), count=1) if _LEAD.match(text.strip()) else text.strip())
    if not tokens:
        return None
    if tokens == ["in"] and _words(name) & LENGTH:
        return HeaderUnits("", "in", Fraction(1), "length")
    currency = any(u.kind == "money" for t in tokens for u in units_of_word(t))
    unit: Unit | None = None
    scale, scaled, at = Fraction(1), False, 0
    while at < len(tokens):
        token = tokens[at]
        if token.lower() in ("per", "/") and (unit or scaled or token != "/"):
            below = _denominator(tokens[at + 1 :])
            if below is None:
                return None
            return _per(unit, scale, below, token)
        if token.lower() in ("of", "in") and at > 0 and at + 1 < len(tokens):
            at += 1
            continue
        factor = _factor(token, name, currency)
        found, width = (None, 1) if factor else _longest(tokens[at:], name)
        if factor:
            if scaled:
                return None
            scale, scaled = factor, True
        elif found is not None and unit is None:
            unit = found
        else:
            return None
        at += width
    return HeaderUnits("", unit.text if unit else None, scale, unit.kind if unit else None)


def _factor(token: str, name: str, currency: bool) -> Fraction | None:
    low = token.lower()
    if low in SHY:
        words = _words(name)
        if not (currency or (words & (MONEY | COUNTED) and not words & LENGTH)):
            return None
        return Fraction(10**6) if low == "mm" else scale_of_word(low)
    return scale_of_word(token)


def _longest(tokens: list[str], name: str) -> tuple[Unit | None, int]:
    """The unit that the most of the first tokens spell, and how many; of several the one that fits the name."""
    for width in (3, 2, 1):
        if width > len(tokens):
            continue
        for joint in (" ", ""):
            if found := units_of_word(joint.join(tokens[:width])):
                return _fitting(found, joint.join(tokens[:width]), name), width
    return None, 1


_NEEDS = {"m": LENGTH, "s": TIME | frozenset({"gap"}), "st": frozenset({"weight"}), "K": TEMPERATURE, "cents": MONEY}
_NEEDS |= dict.fromkeys(("min", "d", "h"), TIME)
_NEEDS |= {"t": frozenset("weight mass production output catch load freight payload".split())}
_NEEDS |= {"B": frozenset({"size", "memory", "file"}), "x": frozenset({"speedup", "ratio", "multiple", "odds"})}
_NEEDS |= {"pp": frozenset("change changes difference growth share swing gap increase decrease rise fall".split())}
_NEEDS |= {"nm": frozenset("wavelength process fab feature thickness node".split())}
_SINGULAR = frozenset("second minute hour day week month year".split())


def _fitting(found: tuple[Unit, ...], spelled: str, name: str) -> Unit | None:
    words = _words(name)
    if len(found) > 1:
        money = bool(words & MONEY)
        found = tuple(u for u in found if (u.kind == "money") == money) if words else ()
    if len(found) != 1:
        return None
    unit = found[0]
    if len(spelled) == 1 and spelled.isalpha() and spelled != unit.text:
        return None  # "S" is no second
    if spelled.lower() == unit.text.lower() and unit.text in _NEEDS and not words & _NEEDS[unit.text]:
        return None
    if spelled.lower() in _SINGULAR and not words & TIME:
        return None  # "Rank (week)", "Second"
    return unit


def _denominator(tokens: list[str]) -> str | None:
    """What follows "per": a unit, a number of anything ("100,000"), or one or two words ("capita", "household")."""
    if not tokens:
        return None
    digits = tokens[0].replace(",", "")
    if digits.isdecimal():
        times = scale_of_word(tokens[1]) if len(tokens) > 1 else None
        return f"{int(digits) * int(times or 1):,}"
    if len(tokens[0]) > 1 and (factor := scale_of_word(tokens[0])):
        return f"{int(factor):,}"
    for joint in (" ", ""):
        if found := units_of_word(joint.join(tokens)):
            return found[0].text
    return " ".join(tokens).lower() if len(tokens) <= 2 and all(t.isalpha() for t in tokens) else None


def _per(unit: Unit | None, scale: Fraction, below: str, sign: str) -> HeaderUnits | None:
    if unit is None and sign == "/":
        return None
    text = f"{unit.text}/{below}" if unit else f"per {below}"
    known = _table()[0].get(text, ())
    kind = known[0].kind if known else "data rate" if unit and unit.kind == "data" and below == "s" else "rate"
    return HeaderUnits("", known[0].text if known else text, scale, kind)


_CALENDAR = frozenset("years months weeks days yr mo min unit units items people st ac pct".split())
_SIGN = re.compile(r"\W|US\$|000|kg$|km²?$|km2$|kWh$")
_SAFE = re.compile(r"[%‰€£¥₹₩₽$]|(?:US|AU|CA|NZ|HK|[ACSR])\$|kg|km|cm|mm|km²|km2|m²|m2|kWh|MWh|GWh|MHz|GHz|mph|km/h|ms")


def _bare(text: str) -> HeaderUnits:
    """A header without brackets: wholly a unit ("$ thousands"), or one after a comma, "in", "_" or as its last word."""
    low = text.lower()
    if re.fullmatch(r"(?!(?:19|20)[0-9]{2}\b)[0-9.]+\W.*", text):
        return HeaderUnits(text)  # "199 kg" is a value
    if " per " not in f" {low} " and low not in _CALENDAR and (len(text) > 1 or not text.isalpha()):
        said = _expression(text, text) if " " in text or low.endswith("s") or _SIGN.match(text) else None
        said = said or (HeaderUnits("", "ft", Fraction(1), "length") if low == "feet" else None)
        if said and not re.search(r"(?<![$€£¥₹'’])\b[a-z]\b", low):
            spoken = all(t.isalpha() and len(t) > 2 for t in re.split(r"[\s/]+", text)) and said.unit is not None
            return HeaderUnits(text if spoken else "", said.unit, said.scale, said.kind)
    for pattern in (r"(.+?)\s*,\s+(.+)", r"(.+?)\s+(in\s+.+)", r"(.+)\s+[-–|:]\s+(.+)", r"(.+)_([^\W\d_]{2,}[23]?)"):
        if (m := re.fullmatch(pattern, text)) and (said := _expression(m[2], m[1].replace("_", " "))):
            return _named(m[1], said)
    head, _, last = text.rpartition(" ")
    if head and not re.search(r"/|\bper\b", head, re.I) and _SAFE.fullmatch(last) and (said := _expression(last, head)):
        return _named(head, said)
    first, _, rest = text.partition(" ")
    if rest and first in ("%", "$", "€", "£") and (found := unit_of_word(first)):
        return HeaderUnits(text if rest.startswith("of ") else rest, found.text, Fraction(1), found.kind)
    if m := re.search(r"\b(per|/)\s+(.+)$", text, re.I):
        below = _denominator(_tokens(m[2]) or [])
        number = below is not None and below.replace(",", "").isdecimal()
        return HeaderUnits(text, f"per {below}" if number else None, Fraction(1), "rate")
    if re.match(r"(?:number|no\.?|#|count)\s+of\b|#$|count$", text, re.I):
        return HeaderUnits(text, None, Fraction(1), "count")
    return HeaderUnits(text, None, Fraction(1), "rate" if _words(text) & RATES else None)
