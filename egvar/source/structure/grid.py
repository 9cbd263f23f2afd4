"""A table as the search for structure sees it: whole numbers by column, labels and layout by row.

May import: the standard library, `egvar.source.cell`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from egvar.source.cell import Cell, Kind

_TOTAL = r"(?:sub\W{0,3}|grand\s)?totals?|sum|summe|gesamt|insgesamt"
LABEL = re.compile(
    rf"(?:(?:.*[^\w])?(?:{_TOTAL})\W*|(?:{_TOTAL})(?:\W.*)?|(?:overall|altogether|combined|all|world|worldwide)\W*|all\s.*)",
    re.I,
)
"""A label that says total: a word for it at either end, or “all …”."""
_CLEAR = re.compile(r"(?:sub\W{0,3}|grand\s)?totals?\W*", re.I)
SINGLE = re.compile(rf"(?:.*[^\w])?(?:{_TOTAL})\W*", re.I)
"""A label that says total even of a single row."""
_RATE = re.compile(r"%|\b(percent|pct|rate|ratio|avg|average|mean|median|per|share|margin|index|price|age)\b", re.I)
_IDENTIFIER = re.compile(r"#|\b(rank|pos|position|no|id|code|year|season|zip|phone|number)\b", re.I)
_AVERAGE = re.compile(r"(?:.*[^\w])?(avg|average|mean|median|min|max|minimum|maximum|std|sd)(?:[^\w].*)?", re.I)


@dataclass(frozen=True)
class Measure:
    """A column of numbers as whole numbers of its least decimal; `grain`: their greatest common divisor; `rate`: its
    header or unit says that a total need not add up; `digit`: what the last digit given is worth; `dependent`: it is a
    combination of the columns before it, and shows nothing that those do not."""

    index: int
    values: tuple[int | None, ...]
    grain: int
    digit: int
    rate: bool
    signed: bool
    dependent: bool = False


@dataclass(frozen=True)
class Grid:
    """`labelled` rows say that they are totals, `single` so clearly that one row can be what they add up, `averages`
    that they are means or extremes; `filled`: which of the columns of text have something in a row."""

    n: int
    measures: tuple[Measure, ...]
    labelled: tuple[bool, ...]
    single: tuple[bool, ...]
    averages: tuple[bool, ...]
    filled: tuple[tuple[bool, ...], ...]


def grid(columns: Sequence[tuple[str, Kind, Sequence[Cell]]]) -> Grid:
    """The grid of columns, given as (header, kind, cells)."""
    n = len(columns[0][2]) if columns else 0
    measures = [
        m for i, (h, k, cells) in enumerate(columns) if k is Kind.NUMBER and (m := measure(i, h, cells)) is not None
    ]
    texts = [cells for _, kind, cells in columns if kind is Kind.TEXT]
    leading = [cells for _, _, cells in columns[:3]]
    said = [[c[i].text for c in leading if c[i].kind is Kind.TEXT] for i in range(n)]
    return Grid(
        n,
        tuple(_independent(measures)),
        tuple(
            any(LABEL.fullmatch(t) for t in row) or any(_CLEAR.fullmatch(c[i].text) for c in texts)
            for i, row in enumerate(said)
        ),
        tuple(any(SINGLE.fullmatch(t) for t in row) for row in said),
        tuple(any(_AVERAGE.fullmatch(t) for t in row[:1]) for row in said),
        tuple(tuple(c[i].kind is not Kind.NULL and c[i].raw.strip() != "" for c in texts) for i in range(n)),
    )


def measure(index: int, header: str, cells: Sequence[Cell]) -> Measure | None:
    """A column as a measure; None for one that counts or names its rows, or mixes units."""
    numbers = [c.number if c.kind is Kind.NUMBER else None for c in cells]
    given = [x for x in numbers if x is not None]
    units = {c.unit for c in cells if c.kind is Kind.NUMBER and c.unit is not None}
    if len(given) < 3 or len(units) > 1 or _IDENTIFIER.search(header) or _names(given):
        return None
    scale = math.lcm(*{x.denominator for x in given})
    values = tuple(None if x is None else int(x * scale) for x in numbers)
    grain = math.gcd(*(v for v in values if v is not None)) or 1
    rate = "%" in units or _RATE.search(header) is not None
    digit = 1
    while len(given) >= 8 and grain % (digit * 10) == 0:
        digit *= 10
    return Measure(index, values, grain, digit if digit >= 100 else 1, rate, any(x < 0 for x in given))


_PRIME = (1 << 61) - 1


def _independent(measures: Sequence[Measure]) -> list[Measure]:
    """The columns, marked where they are combinations of those before (over a finite field, which is as good)."""
    basis: list[tuple[int, list[int]]] = []
    out = []
    for m in measures:
        rest = [(v or 0) % _PRIME for v in m.values]
        for at, row in basis:
            if f := rest[at]:
                rest = [(a - f * b) % _PRIME for a, b in zip(rest, row, strict=True)]
        pivot = next((i for i, v in enumerate(rest) if v), None)
        if pivot is not None:
            inverse = pow(rest[pivot], -1, _PRIME)
            basis.append((pivot, [v * inverse % _PRIME for v in rest]))
        out.append(replace(m, dependent=pivot is None))
    return out


def _names(given: Sequence[Fraction]) -> bool:
    """Whether numbers are places in a list (1, 2, 3, …) or years."""
    if any(x.denominator != 1 for x in given):
        return False
    steps = {b - a for a, b in pairwise(given)}
    return steps in ({1}, {-1}) or 5 * sum(1800 <= abs(x) <= 2100 for x in given) >= 4 * len(given)
