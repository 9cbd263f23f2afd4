"""Labels that continue: empty cells under a label, and rows that are nothing but a heading of those below.

May import: the standard library, `egvar.source.cell`, `egvar.source.structure`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from egvar.source.cell import Cell, Kind
from egvar.source.structure.grid import LABEL
from egvar.source.structure.model import Structure

Cells = Sequence[Cell]


def _blank(c: Cell) -> bool:
    return c.raw.strip() == ""


def carried(columns: Sequence[tuple[Kind, Cells]], skip: frozenset[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(columns in which an empty cell continues the label above, columns in which it may). `skip`: totals and headings.

    Regular, and so settled: a leading column of texts that begins with one, no label comes twice, another column of
    texts beside it is filled in every row, and more cells are empty than not, or two labels and more have empty ones
    under them, as half of all have. A column is only looked at after those before it, within whose labels it is.
    """
    settled: list[int] = []
    maybe: list[int] = []
    for k, (kind, cells) in enumerate(columns[:3]):
        rows = [i for i in range(len(cells)) if i not in skip]
        if kind is not Kind.TEXT or (k and k - 1 not in settled) or not rows or _blank(cells[rows[0]]):
            break
        empty = [i for i in rows if _blank(cells[i])]
        beside = next((c for kind, c in columns[k + 1 :] if kind is Kind.TEXT), None)
        if not empty or beside is None or any(_blank(beside[i]) for i in rows):
            break
        starts = [i for i in rows if not _blank(cells[i])]
        outer = columns[k - 1][1] if k else None
        if k and outer is not None and any(not _blank(outer[i]) and _blank(cells[i]) for i in rows):
            break
        names = [cells[i].text for i in starts]
        followed = sum(b not in starts for a, b in pairwise(rows) if a in set(starts))
        if k == 0 and len(set(names)) < len(names):
            break
        if len(starts) > 1 and (len(empty) >= len(starts) or (followed > 1 and 2 * followed >= len(starts))):
            settled.append(k)
        else:
            maybe.append(k)
            break
    return tuple(settled), tuple(maybe)


def carry(cells: Cells, structure: Structure) -> tuple[Cell, ...]:
    """The cells of a carried column, each empty one with the label above as its text; raw, it stays empty. A total row
    has the label of the rows that it adds up, if they have one in common; a heading has none."""
    totals = {t.row for t in structure.totals}
    out: list[Cell] = []
    label: Cell | None = None
    for i, c in enumerate(cells):
        if not _blank(c):
            label = c if i not in totals and i not in structure.headings else None
            out.append(c)
        elif i in totals or i in structure.headings or label is None:
            out.append(c)
        else:
            out.append(Cell(Kind.TEXT, c.raw, label.text, form="carried"))
    for row in sorted(totals):
        among = {out[r].text for r in structure.leaves(row)}
        if _blank(out[row]) and len(among) == 1 and (text := among.pop()):
            out[row] = Cell(Kind.TEXT, out[row].raw, text, form="carried")
    return tuple(out)


def says_total(columns: Sequence[tuple[Kind, Cells]], row: int) -> bool:
    """Whether a row has a text that says total."""
    return any(LABEL.fullmatch(c[row].text) for kind, c in columns if kind is Kind.TEXT)


def says_nothing(headers: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether a row holds no more than one text, or the header once more."""
    return len({t for t in texts if t}) < 2 or list(texts) == [h.strip() for h in headers]


def headings(headers: Sequence[str], columns: Sequence[tuple[Kind, Cells]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(rows that are headings, rows that may be): one text in all cells that stands nowhere else, the header once more,
    or a text in the first cell alone with rows below that have more. The last are settled if they end in a colon, or if
    every row is under one of several."""
    if len(columns) < 2 or columns[0][0] is not Kind.TEXT:
        return (), ()
    n = len(columns[0][1])
    spread, alone = [], []
    for i in range(n):
        texts = [c[i].raw.strip() for _, c in columns]
        if len(texts) > 2 and says_nothing(headers, texts) and all(texts) and any(x.isalpha() for x in texts[0]):
            spread.append(i)
        elif texts[0] and not any(texts[1:]):
            alone.append(i)
    once = {c[i].raw.strip() for _, c in columns for i in range(n) if i not in set(spread)}
    spread = [i for i in spread if columns[0][1][i].raw.strip() not in once]
    last = max((i for i in range(n) if i not in spread and i not in alone), default=-1)
    spread, alone = [i for i in spread if i < last], [i for i in alone if i < last]
    marks = {*spread, *alone}
    regular = bool(alone) and min(marks) == 0 and len(alone) > 1 and all(i + 1 not in marks for i in marks)
    settled = [i for i in alone if regular or columns[0][1][i].text.endswith(":")]
    return tuple(sorted((*spread, *settled))), tuple(i for i in alone if i not in settled)
