"""What a lift file's own examples and single flipped cells show: `egvar lift test`.

May import: the standard library, `egvar.source`, `egvar.tools`, `egvar.lifts`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from egvar.lifts.file import LiftFile, WorldClaim
from egvar.source.cell import Kind
from egvar.source.source import Source
from egvar.tools.base import Context, NoValue, Truth

Outcome = Callable[[Source, WorldClaim], str]


@dataclass(frozen=True)
class Flip:
    """One changed value: the row of the file, and what the statement came out as before and after."""

    row: int
    before: str
    after: str
    depends: bool

    @property
    def right(self) -> bool:
        """A statement changes exactly when it depends on the cell."""
        return (self.before != self.after) == self.depends


def flips(file: LiftFile, source: Source, claim: WorldClaim, outcome: Outcome) -> Iterator[Flip]:
    """Changes the value of each row of the predicate's row lift, so that the claim must change if it depends on it.

    A fact and a comparison depend on their own entities' rows; a superlative also on any row that is made to exceed it.
    Nothing depends on a row that the lift does not mean. Rows of an entity that has several are left as they are, and
    so is a comparison with one: no single cell settles it.
    """
    lifts = file.lifts_of(claim.predicate, "rows")
    if not lifts:
        return
    key, value = source.column(lifts[0].key.name), source.column(lifts[0].value.name)
    try:
        meant = lifts[0].where.mask(Context(source))
    except NoValue:
        return
    before = outcome(source, claim)
    rows = Counter(k.text for k, m in zip(key.cells, meant, strict=True) if m is Truth.YES)
    if claim.op == "exceeds" and max(rows[claim.key], rows[claim.other or ""]) > 1:
        return
    numbers = [c.number for c in value.cells if c.number is not None]
    high, low = max(numbers) + 1000003, min(numbers) - 1000003
    for i, (k, v) in enumerate(zip(key.cells, value.cells, strict=True)):
        if v.kind is not Kind.NUMBER or rows[k.text] > 1:
            continue
        new, depends = _change(claim, k.text, before, high, low)
        depends = depends and meant[i] is Truth.YES
        changed = _with(source, value.index, i, new)
        yield Flip(source.row_numbers[i], before, outcome(changed, claim), depends)


def _change(claim: WorldClaim, key: str, before: str, high: Fraction, low: Fraction) -> tuple[Fraction, bool]:
    """A new value for the row of `key`, and whether the claim must then come out otherwise."""
    holds = before in ("Verified", "Supported")
    own = key == claim.key
    if claim.op == "fact":
        assert claim.value is not None
        if own:
            return (high if holds else claim.value), True
        return high, False
    if claim.op == "exceeds":
        if own:
            return (low if holds else high), True
        if key == claim.other:
            return (high if holds else low), True
        return high, False
    up = claim.op == "highest"
    if own:
        return (low if up == holds else high), True
    return (high if up else low), holds


def _with(source: Source, column: int, row: int, value: Fraction) -> Source:
    """The table with one number changed. For evaluation only: its bytes stay the old ones."""
    old = source.columns[column]
    cell = replace(old.cells[row], number=value, text=str(value), raw=str(value))
    cells = (*old.cells[:row], cell, *old.cells[row + 1 :])
    columns = tuple(replace(c, cells=cells) if c.index == column else c for c in source.columns)
    return replace(source, columns=columns)
