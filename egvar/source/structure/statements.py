"""Statements: tables whose rows are measures, tied by plus and minus (an income statement, a balance sheet) or each in
a unit of its own. Down a column of one nothing is added up, averaged, counted or ranked.

May import: the standard library, `egvar.source.cell`, `egvar.source.structure`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from egvar.source.cell import Cell, Kind
from egvar.source.structure.grid import Grid, Measure
from egvar.source.structure.model import Difference, Total
from egvar.source.structure.totals import SETTLED, slack

_MOST_LESS = 8
_WORDS = re.compile(
    r"\b(revenues?|sales|income|profits?|loss|losses|earnings|costs?|expenses?|expenditure|tax(es)?|ebitda?|margin|assets|"
    r"liabilities|equity|depreciation|amortization|cash|receivables?|payables?|net|gross|opening|closing|balance)\b",
    re.I,
)
_MEASURES = re.compile(
    r"|items?|metrics?|measures?|indicators?|characteristics?|statistics?|particulars|description|line items?|kpis?",
    re.I,
)


def differences(grid: Grid, totals: Sequence[Total]) -> tuple[Difference, ...]:
    """Rows that are another row less those between, by arithmetic in two columns or more. A total stands for its terms,
    and such a row for what it is made of."""
    terms = {t.row: set(t.terms) for t in totals if t.row > t.terms[-1]}
    inner = set().union(*terms.values()) if terms else set()
    out: list[Difference] = []
    stack: list[int] = []
    tried = 0
    for row in range(grid.n):
        if row in terms:
            stack = [r for r in stack if r not in terms[row]]
        elif row not in inner or not stack:
            for size in range(1, min(_MOST_LESS, len(stack) - 1) + 1):
                tried += 1
                of, blocks = stack[-size - 1], [stack[-size:], stack[-1:]]  # all between, or the last, their sum
                less, held = next(((b, h) for b in blocks if (h := _holds(grid, row, of, b, tried))), ([], ()))
                if held:
                    out.append(Difference(row, of, tuple(r for r in less if _given(grid, r)), held))
                    del stack[-size - 1 :]
                    break
        stack.append(row)
    return tuple(out)


def _given(grid: Grid, row: int) -> bool:
    return any(m.values[row] is not None for m in grid.measures)


def _holds(grid: Grid, row: int, of: int, less: Sequence[int], tried: int) -> tuple[int, ...]:
    """The columns in which `row` is `of` less the others, if they are all and enough to exclude chance."""
    score = -math.log2(2 + tried)
    held: list[int] = []
    for m in grid.measures:
        values = [m.values[r] for r in (row, of, *less)]
        if m.rate or all(v is None for v in values):
            continue
        result, first, *rest = [v or 0 for v in values]
        if values[0] is None or values[1] is None or abs(first - sum(rest) - result) > slack(len(less) + 1) * m.digit:
            return ()
        if first - sum(rest) == result and any(rest) and result:
            held.append(m.index)
            score += 0 if m.dependent else math.log2(1 + abs(result) / m.grain)
    return tuple(held) if len(held) > 1 and score >= SETTLED / 2 else ()


def is_statement(grid: Grid, totals: Sequence[Total], less: Sequence[Difference], labels: Sequence[str]) -> bool:
    """Whether arithmetic says that rows are added and taken away: two differences, one of them from a total, or one
    beside labels that say so; two totals that are equal (a balance sheet) and totals of gains and losses count as one
    each, beside such labels. A row above those that it adds up would give differences too, of which none is from a
    total that comes after its terms."""
    after = {t.row for t in totals if t.row > t.terms[-1]}
    if len(less) > 1 and any(d.of in after for d in less):
        return True
    words = sum(_WORDS.search(t) is not None for t in labels)
    if words < 3 or 2 * words < len(labels):
        return False
    return len(less) + _balanced(grid, totals) + sum(_signed(grid, t) for t in totals) > 0


def _balanced(grid: Grid, totals: Sequence[Total]) -> bool:
    """Whether two totals, neither part of the other, are the same in every column."""
    part = {r for t in totals for r in t.terms}
    outer = [t for t in totals if t.row not in part]
    for i, a in enumerate(outer):
        for b in outer[i + 1 :]:
            if len(set(a.columns) & set(b.columns)) > 1 and len(a.terms) > 1 and _same(grid.measures, a.row, b.row):
                return True
    return False


def _same(measures: Sequence[Measure], a: int, b: int) -> bool:
    return all(m.values[a] == m.values[b] for m in measures) and any(m.values[a] for m in measures)


def _signed(grid: Grid, t: Total) -> bool:
    """Whether a total adds up rows that are below zero throughout and rows that are above."""
    if len(t.columns) < 2:
        return False
    signs = set()
    for r in t.terms:
        given = {v > 0 for m in grid.measures if m.index in t.columns and (v := m.values[r])}
        if len(given) == 1:
            signs |= given
    return len(signs) == 2


def in_units_of_their_own(columns: Sequence[tuple[str, Kind, Sequence[Cell]]]) -> bool:
    """Whether the first header says that rows are measures, and the cells of a row share a unit that others do not."""
    header, kind, first = columns[0]
    if kind is not Kind.TEXT or not _MEASURES.fullmatch(header.strip()) or len(columns) < 3:
        return False
    rows: list[str | None] = []
    for i in range(len(first)):
        units = {c[i].unit for _, k, c in columns[1:] if k is Kind.NUMBER and c[i].kind is Kind.NUMBER}
        if len(units) > 1:
            return False
        rows += list(units)
    return len(set(rows) - {None}) > 1
