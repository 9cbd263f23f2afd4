"""Words to goals: the grammar in which every word counts first, the older rules where it finds nothing.

May import: the standard library, `egvar.challenge`, `egvar.goal`, `egvar.source`, `egvar.solver`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from egvar.challenge.statement import root_of
from egvar.challenge.vacuity import value_of
from egvar.errors import GoalError
from egvar.solver.english.read import names_of, read
from egvar.solver.formalizer.decide import Decision
from egvar.solver.formalizer.decide import decide as decide_old
from egvar.solver.formalizer.grammar import Interpretation as Older
from egvar.solver.formalizer.grammar import formalize as formalize_old
from egvar.solver.formalizer.strict import stands
from egvar.source.source import Source
from egvar.tools.base import Context, NoValue

MARGIN = Fraction(6, 100)
LEAST = Fraction(68, 100)


@dataclass(frozen=True)
class Found:
    """The readings of a sentence, best first, and the words that none of them places."""

    candidates: tuple[Any, ...]
    unplaced: tuple[str, ...] = ()


def find(text: str, source: Source, kind: Literal["claim", "question"] | None = None, context: str = "") -> Found:
    """Every reading of `text` over `source`. `context`: words on what the whole table is about (its caption)."""
    new = read(text, source, kind, context)
    if new.readings:
        return Found(new.readings)
    p = names_of(source, context).p
    old = [c for c in formalize_old(text, source, kind, context) if stands(c, text, p)]
    return Found(tuple(old), () if old else new.unplaced)


def formalize(
    text: str, source: Source, kind: Literal["claim", "question"] | None = None, context: str = ""
) -> list[Any]:
    """The readings of `find`."""
    return list(find(text, source, kind, context).candidates)


def decide(
    candidates: list[Any], source: Source, threshold: Fraction | None = None, unplaced: tuple[str, ...] = ()
) -> Decision:
    """The reading to take: the best one, if all that score nearly as well come out the same.

    A reading without a value (an entity that is not there, a tie) gives way to others only where it speaks of what the
    table does not have.
    """
    if candidates and isinstance(candidates[0], Older):
        return decide_old(candidates, source, threshold)
    least = LEAST if threshold is None else threshold
    good = [c for c in candidates if c.score >= least]
    if not good:
        why = "no reading places every word over this table"
        if unplaced:
            why = "nothing over this table places " + ", ".join(f"“{w}”" for w in unplaced)
        return Decision(None, "not_expressible", why, unplaced)
    best = good[0].score
    values: dict[object, Any] = {}
    empty: list[Any] = []
    for c in good:
        if best - c.score > MARGIN and (values or empty):
            break
        try:
            values.setdefault(value_of(root_of(c.goal), Context(source)), c)
        except GoalError:
            continue
        except NoValue as e:
            if e.reason == "not_in_table":
                empty.append(c)
            else:
                values.setdefault(("no value", e.why), c)
    if len(values) > 1:
        return Decision(None, "ambiguous", "the words can be read in several ways that come out differently")
    if values:
        return Decision(next(iter(values.values())))
    if empty:
        return Decision(empty[0])
    return Decision(None, "not_expressible", "no reading fits this table")
