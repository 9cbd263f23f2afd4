"""Whether an answer is the gold answer: exactly, and as the official TableBench scorer compares.

May import: the standard library, `egvar.source.forms`, `egvar.tools.base`.
"""

from __future__ import annotations

import ast
import datetime
import re
import string
from collections import Counter
from decimal import Decimal
from fractions import Fraction

_NUMBER = re.compile(r"[-−–]?\s?[0-9][0-9,]*(?:\.[0-9]+)?|[-−–]?\.[0-9]+")
_ARTICLES = re.compile(r"\b(a|an|the)\b")


def exact(answer: tuple[str, ...], gold: str) -> bool:
    """Whether the parts of `answer` (exact texts, "p/q" for fractions) are the gold answer: texts the same but for
    case and white space, in any order; numbers the same when rounded half away from zero to the gold's decimals."""
    rest = _fold(_unlisted(gold))
    for part in sorted((p for p in answer if _value(p) is None), key=len, reverse=True):
        text = _fold(part)
        if not text or text not in rest:
            return False
        rest = rest.replace(text, " ", 1)
    given = [v for p in answer if (v := _value(p)) is not None]
    wanted = [m.group() for m in _NUMBER.finditer(rest)]
    left = _NUMBER.sub(" ", rest)
    if len(given) != len(wanted) or re.sub(r"[\s,.;%$€£]|and", "", left):
        return False
    for text in wanted:
        hit = next((v for v in given if _rounds(v, text)), None)
        if hit is None:
            return False
        given.remove(hit)
    return True


def answers(answer: tuple[str, ...], gold: object) -> bool:
    """Whether the parts of `answer` are the gold answer: a text or number as in `exact`, a list part for part in any
    order (dates as dates, numbers without their units)."""
    if not isinstance(gold, list):
        text = plain_number(gold)
        return exact(answer, text) or (len(answer) == 1 and _same(answer[0], text))
    left = list(answer)
    for wanted in sorted((plain_number(g) for g in gold), key=len, reverse=True):
        hit = next((i for i, part in enumerate(left) if _same(part, wanted)), None)
        if hit is None:
            return False
        del left[hit]
    return not left and bool(gold)


def plain_number(gold: object) -> str:
    """A gold answer as text; a JSON number without an exponent."""
    return f"{Decimal(repr(gold)):f}" if isinstance(gold, float) else str(gold)


def _same(part: str, gold: str) -> bool:
    from egvar.source import forms

    if _fold(part) == _fold(gold):
        return True
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", part):
        day = forms.day(gold)
        return day is not None and day.date == datetime.date.fromisoformat(part).toordinal()
    value, read = _value(part), forms.number(gold, True)
    if value is None or read is None or read.number is None:
        return False
    found = _NUMBER.search(gold)
    places = len(found.group().partition(".")[2]) if found else 0
    return abs(value - read.number) * 2 * 10**places <= 1


def _unlisted(gold: str) -> str:
    """A gold answer that is written as a list of texts, as plain text; "(1,212)" is a negative number."""
    if gold.startswith("["):
        try:
            gold = ", ".join(str(x) for x in ast.literal_eval(gold))
        except (ValueError, SyntaxError):
            return gold
    return re.sub(r"\(\s*[$€£]?\s*([0-9][0-9,.]*)\s*\)", r"-\1", gold)


def official(answer: tuple[str, ...], gold: str) -> bool:
    """The published comparison: lower case, no punctuation, no articles; so 12.5 equals 125, and -3 equals 3."""
    shown = ", ".join(_decimal(p, gold) for p in answer)
    return Counter(_plain(shown)) == Counter(_plain(_unlisted(gold)))


def _plain(text: str) -> list[str]:
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return _ARTICLES.sub(" ", text).split()


def _fold(text: str) -> str:
    return " ".join(text.lower().replace("−", "-").replace("–", "-").replace(" - ", "-").split())


def _value(part: str) -> Fraction | None:
    try:
        return Fraction(part)
    except (ValueError, ZeroDivisionError):
        return None


def _rounds(value: Fraction, text: str) -> bool:
    text = text.replace(",", "").replace(" ", "").replace("−", "-").replace("–", "-")
    gold, places = Fraction(text), len(text.partition(".")[2])
    return abs(value - gold) * 2 * 10**places <= 1


def _decimal(part: str, gold: str) -> str:
    """The answer as text: as it is where its decimals end, otherwise rounded to the gold's."""
    from egvar.tools.base import decimal

    value = _value(part)
    if value is None or "/" not in part:
        return part
    found = _NUMBER.search(gold)
    return decimal(value, len(found.group().partition(".")[2]) if found else 2)
