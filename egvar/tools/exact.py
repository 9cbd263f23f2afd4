"""Exact values in goals: numbers and days as text, never floats.

May import: the standard library, pydantic.
"""

from __future__ import annotations

import datetime
import math
import re
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

_DECIMAL = re.compile(r"-?[0-9]{1,2000}(\.[0-9]{1,2000})?")
_FRACTION = re.compile(r"(-?[0-9]{1,2000})/([1-9][0-9]{0,1999})")


def exact(value: object) -> Fraction:
    """A number from an int, a decimal string or "p/q". Floats are refused: their decimal digits are lost."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        return Fraction(value)
    if isinstance(value, str) and (m := _FRACTION.fullmatch(value)):
        return Fraction(int(m[1]), int(m[2]))
    raise ValueError('numbers are written exactly: an integer, or a string such as "69.75" or "2/3"')


def show_exact(q: Fraction) -> str:
    """The shortest exact text of `q`: a decimal where it ends, otherwise "p/q"."""
    digits, den = 0, q.denominator
    for p in (2, 5):
        count = 0
        while den % p == 0:
            den, count = den // p, count + 1
        digits = max(digits, count)
    if den != 1:
        return f"{q.numerator}/{q.denominator}"
    return decimal(q, digits)


def decimal(q: Fraction, digits: int) -> str:
    """`q` rounded half away from zero to `digits` decimals, as text."""
    scaled = abs(q) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    text = str(whole).rjust(digits + 1, "0")
    sign = "-" if q < 0 and whole else ""
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


Exact = Annotated[
    Fraction,
    BeforeValidator(exact),
    PlainSerializer(show_exact, return_type=str),
    WithJsonSchema({"type": ["string", "integer"], "description": 'exact: 3, "69.75" or "2/3"'}),
]


def day_ordinal(iso: str) -> int:
    """The ordinal of an ISO date (0001-01-01 is 1)."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", iso):
        raise ValueError(f"{iso} is not a date like 2010-02-09")
    return datetime.date.fromisoformat(iso).toordinal()


def total(numbers: list[Fraction]) -> Fraction:
    """The exact sum, made of integers over one denominator: a sum of fractions would be reduced at every step."""
    ratios = [q.as_integer_ratio() for q in numbers]
    den = math.lcm(*{d for _, d in ratios})
    return Fraction(sum(n * (den // d) for n, d in ratios), den)
