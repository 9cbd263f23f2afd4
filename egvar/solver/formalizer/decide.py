"""Which interpretation to take: the best, unless others as good come out differently.

May import: the standard library, `egvar.source`, `egvar.tools`, `egvar.solver.formalizer`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from egvar.challenge.statement import root_of
from egvar.challenge.vacuity import value_of
from egvar.solver.formalizer.grammar import Interpretation
from egvar.source.source import Source
from egvar.tools.base import Context, NoValue

MARGIN = Fraction(1, 10)


@dataclass(frozen=True)
class Decision:
    """The chosen interpretation, or why there is none (`reason` as in a verdict)."""

    chosen: Interpretation | None
    reason: str = ""
    why: str = ""


def decide(candidates: list[Interpretation], source: Source) -> Decision:
    """The best interpretation; none if there are none, or if those within `MARGIN` of the best disagree.

    Interpretations without a value give way to those with one.
    """
    if not candidates:
        return Decision(None, "not_expressible", "no reading explains every word over this table")
    best = max(c.score for c in candidates)
    close = [c for c in candidates if best - c.score <= MARGIN]
    values: dict[object, Interpretation] = {}
    empty: list[tuple[Interpretation, NoValue]] = []
    for c in close:
        try:
            values.setdefault(value_of(root_of(c.goal), Context(source)), c)
        except NoValue as e:
            empty.append((c, e))
    if len(values) > 1:
        return Decision(None, "ambiguous", "the words can be read in several ways that come out differently")
    if values:
        return Decision(next(iter(values.values())))
    return Decision(empty[0][0])
