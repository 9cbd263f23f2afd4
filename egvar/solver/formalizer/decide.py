"""Which interpretation to take: the best, unless others as good come out differently.

May import: the standard library, `egvar.source`, `egvar.tools`, `egvar.solver.formalizer`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from egvar.challenge.statement import root_of
from egvar.challenge.vacuity import value_of
from egvar.errors import GoalError
from egvar.goal import QuestionGoal
from egvar.solver.formalizer.grammar import Interpretation
from egvar.source.source import Source
from egvar.tools.base import Context, NoValue

MARGIN = Fraction(15, 1000)
THRESHOLD = {"question": Fraction(820, 1000), "claim": Fraction(900, 1000)}


@dataclass(frozen=True)
class Decision:
    """The chosen interpretation, or why there is none (`reason` as in a verdict), and the words that no
    reading places."""

    chosen: Interpretation | None
    reason: str = ""
    why: str = ""
    unplaced: tuple[str, ...] = ()


def decide(candidates: list[Interpretation], source: Source, threshold: Fraction | None = None) -> Decision:
    """The best interpretation; none if there are none that score `threshold`, or if those within `MARGIN` of the best
    come out differently. Those that speak of what the table does not have give way to others; one that has no value for
    another reason (a cell that cannot be read, a tie) does not.
    """
    good = [c for c in candidates if c.score >= (THRESHOLD[c.kind] if threshold is None else threshold)]
    if not good:
        return Decision(None, "not_expressible", "no reading explains every word over this table")
    values: dict[object, Interpretation] = {}
    empty: list[Interpretation] = []
    nothing: list[Interpretation] = []
    top: Fraction | None = None
    for c in good:
        if top is not None and top - c.score > MARGIN:
            break
        try:
            value = value_of(root_of(c.goal), Context(source))
        except GoalError:
            continue
        except NoValue as e:
            if e.reason != "not_in_table":
                top = top or c.score
                values.setdefault(("no value", e.why), c)
            else:
                empty.append(c)
            continue
        if value == 0 and isinstance(c.goal, QuestionGoal) and c.goal.ask.op == "count":
            nothing.append(c)
            continue
        top = top or c.score
        values.setdefault(value, c)
    if len(values) > 1:
        return Decision(None, "ambiguous", "the words can be read in several ways that come out differently")
    if values:
        return Decision(next(iter(values.values())))
    if nothing:
        return Decision(None, "ambiguous", "as read, no row is counted; is that what is meant?")
    if empty:
        return Decision(empty[0])
    return Decision(None, "not_expressible", "no reading fits this table")
