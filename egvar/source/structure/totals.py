"""Total rows, found by arithmetic: a row that is the sum of a contiguous block of rows, of the block's subtotals, or of
all others, at either end of what it adds up.

May import: the standard library, `egvar.source.cell`, `egvar.source.structure`.

Rows are taken one by one, onto a stack on which a total stands for its terms. That a sum holds in a column counts for
as many bits as it would take to name the sum among the numbers that might stand there; bits are lost by the number of
blocks that were tried, and by columns in which it does not hold. Labels count, and layout does; neither is needed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from egvar.source.structure.grid import Grid, Measure
from egvar.source.structure.model import Total

MAX_ROWS = 5_000
"""Longer tables are only looked at for a total of all rows at either end, and only if that row looks other than the one
beside it."""
SETTLED, SUSPECTED = 10.0, 4.0
_SIGNED_BLOCK = 40
_CAP = 20.0
_LABEL, _LAYOUT, _INEXACT = 8.0, 3.0, 3.0


@dataclass(frozen=True)
class Candidate:
    """A block that adds up: `score` in bits; `against`: columns in which it does not, for no reason that is seen."""

    row: int
    terms: tuple[int, ...]
    columns: tuple[int, ...]
    score: float
    against: int
    labelled: bool

    @property
    def settled(self) -> bool:
        """Whether the file leaves no doubt: by two columns, or one with three terms or a label, and no coincidence."""
        if self.against * 2 > len(self.columns):
            return False
        if self.labelled:
            return self.score >= SUSPECTED
        many = len(self.terms) > 2
        if self.row < self.terms[0] and not many:  # of a, b, a − b the last may as well be what is derived
            return False
        return self.score >= SETTLED and (len(self.columns) > 1 or many)


def find(grid: Grid) -> tuple[tuple[Total, ...], tuple[int, ...]]:
    """(settled totals, rows that may be totals). Linear in the number of rows, but for blocks that are long."""
    if grid.n < 3 or not grid.measures:
        return (), ()
    lenient = [_both_ends(grid, down, True) for down in (True, False)]
    ways = [_both_ends(grid, down, False) for down, found in zip((True, False), lenient, strict=True) if found]
    ways += lenient
    found = max(ways, key=lambda w: sum(c.score for c in w if c.row in _accepted(w)))
    accepted = _accepted(found)
    settled = tuple(Total(c.row, c.terms, c.columns) for c in sorted(found, key=lambda c: c.row) if c.row in accepted)
    maybe = {c.row for way in ways for c in way if c.score >= SUSPECTED and c.row not in accepted}
    covered = {t for c in found if c.row in accepted for t in c.terms}
    return settled, tuple(sorted(maybe - covered)) if accepted else tuple(sorted(maybe))


def _accepted(found: Sequence[Candidate]) -> set[int]:
    """Rows of settled totals. One that is only likely is settled by a total that is one and adds it up as a subtotal,
    and several by each other if they hold in the same columns."""
    by_row = {c.row: c for c in found}
    out = {c.row for c in found if c.settled}
    stack = list(out)
    while stack:
        for t in by_row[stack.pop()].terms:
            if t in by_row and t not in out and by_row[t].score > 0 and not by_row[t].against:
                out.add(t)
                stack.append(t)
    families: dict[tuple[int, ...], list[Candidate]] = {}
    for c in found:
        if not c.against and c.score > 0:
            families.setdefault(c.columns, []).append(c)
    for family in families.values():
        weak = [c for c in family if c.row not in out]
        if len(family) > 1 and len(weak) < len(family) and all(c.score >= SUSPECTED for c in weak):
            out.update(c.row for c in weak)
    return out


def _both_ends(grid: Grid, down: bool, lenient: bool) -> list[Candidate]:
    """Totals that come after their terms (`down`) or before them, and then, of what is left, at the other end."""
    order = range(grid.n) if down else range(grid.n - 1, -1, -1)
    found, left = _scan(grid, list(order), lenient)
    known = frozenset(c.row for c in found)
    return [*found, *(c for c in _scan(grid, left[::-1], lenient, known)[0] if c.row not in known)] if found else found


def _scan(
    grid: Grid, order: Sequence[int], lenient: bool, known: frozenset[int] = frozenset()
) -> tuple[list[Candidate], list[int]]:
    stack: list[int] = []
    found: list[Candidate] = []
    n = len(order)
    whole_only = n > MAX_ROWS
    tried = 0
    for place, row in enumerate(order):
        if grid.averages[row] and not grid.labelled[row]:
            continue
        best = None
        if stack and (not whole_only or place == n - 1):
            best, count = _best(grid, row, stack, {*known, *(c.row for c in found)}, place == n - 1, tried)
            tried += count
        if best is not None and (best[0].settled or (lenient and best[0].score >= SUSPECTED / 2)):
            candidate, size = best
            del stack[len(stack) - size :]
            found.append(candidate)
        stack.append(row)
    return found, stack


def _best(
    grid: Grid, row: int, stack: list[int], known: set[int], last: bool, tried: int
) -> tuple[tuple[Candidate, int] | None, int]:
    """The best block that ends at the top of the stack and adds up to `row`, with its size; and how many were tried."""
    mine = [(m, m.values[row]) for m in grid.measures]
    open_ = [(m, v) for m, v in mine if v is not None]
    if not open_:
        return None, 0
    sums = dict.fromkeys((m.index for m, _ in open_), 0)
    counts, nonzero = dict(sums), dict(sums)
    best: tuple[Candidate, int] | None = None
    for size in range(1, len(stack) + 1):
        term = stack[-size]
        alive = False
        holds: list[tuple[Measure, int]] = []
        for m, v in open_:
            k, x = m.index, m.values[term]
            if x is not None:
                sums[k] += x
                counts[k] += 1
                nonzero[k] += x != 0
            off = slack(counts[k]) * m.digit
            if abs(sums[k] - v) <= off and counts[k]:
                holds.append((m, v))
            alive = alive or (sums[k] <= v + off if not m.signed else size < _SIGNED_BLOCK or len(stack) < 400)
        if holds and (size > 1 or grid.single[row]):
            whole = last and size == len(stack)
            c = _judged(grid, row, stack[len(stack) - size :], mine, holds, sums, nonzero, known, whole, tried + size)
            if c is not None and (best is None or c.score >= best[0].score):
                best = (c, size)
        if not alive:
            return best, size
    return best, len(stack)


def _judged(
    grid: Grid,
    row: int,
    block: Sequence[int],
    mine: Sequence[tuple[Measure, int | None]],
    holds: Sequence[tuple[Measure, int]],
    sums: dict[int, int],
    nonzero: dict[int, int],
    known: set[int],
    whole: bool,
    tried: int,
) -> Candidate | None:
    """What is to be said for a block; None where nothing is."""
    terms = tuple(sorted(t for t in block if any(m.values[t] is not None for m in grid.measures)))
    labelled = grid.labelled[row]
    held = {m.index for m, _ in holds}
    if len(terms) == 1:  # the subtotal of a single row: told by its label, and only if it repeats the row
        same = all(v is None or v == m.values[terms[0]] for m, v in mine)
        if not (labelled and same and any(v for _, v in mine)):
            return None
        return Candidate(row, terms, tuple(sorted(held)), SUSPECTED, 0, True)
    confirmed = [(m, v) for m, v in holds if nonzero[m.index] > 1]
    if not confirmed:
        return None
    score = 0.0
    rates = all(m.rate for m, _ in confirmed)  # rates that add up are shares, and then all of them do
    for m, v in _independent([row, *terms], [(m, v) for m, v in confirmed if rates or not m.rate]):
        if abs(sums[m.index] - v):
            score += min(math.log2(1 + abs(v) / (2 * slack(len(terms)) * m.digit + 1)), _CAP) - _INEXACT
        else:
            score += min(math.log2(1 + abs(v) / m.grain), _CAP)
    against = 0
    for m, given in mine:
        if given is None or m.index in held:
            continue
        among = [x for t in terms if (x := m.values[t]) is not None]
        between = bool(among) and min(among) <= given <= max(among)
        if m.rate and not rates:
            continue
        score -= 2.0 if between else 6.0
        against += 1 if not between else 0
    if labelled:
        score += _LABEL
    else:
        score -= 1.0 if whole and row > terms[0] else 3.0 if whole else math.log2(2 + tried)
    patterns = {grid.filled[t] for t in terms}
    if grid.filled[row] not in patterns and len(patterns) == 1:
        score += _LAYOUT
    apart = grid.filled[row] not in patterns or all(t in known for t in terms)
    if apart and held == {m.index for m, given in mine if given is not None}:
        score = max(score, SUSPECTED)
    return Candidate(row, terms, tuple(sorted(m.index for m, _ in confirmed)), score, against, labelled)


def _independent(rows: Sequence[int], held: Sequence[tuple[Measure, int]]) -> list[tuple[Measure, int]]:
    """Without columns that are combinations of others, or multiples of another over these rows: what holds in one holds
    in the other."""
    out: list[tuple[Measure, int]] = []
    shapes: set[tuple[int | None, ...]] = set()
    for m, v in [h for h in held if not h[0].dependent] or held:
        values = [m.values[r] for r in rows]
        common = math.gcd(*(x for x in values if x is not None)) or 1
        shape = tuple(None if x is None else x // common for x in values)
        if shape not in shapes:
            shapes.add(shape)
            out.append((m, v))
    return out


def slack(count: int) -> float:
    """By how much a sum of so many rounded numbers may be off, in units of their last digit."""
    return min((count + 1) / 2, math.sqrt(count + 1))
