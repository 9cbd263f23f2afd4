"""What a sentence comes to over a table without the kernel: for measuring thousands of them, never for a verdict.

May import: anything of egvar but the command line.

The kernel agrees with the trusted tools or the run abstains, so what is counted here as decided is at most what a
verdict would decide; `egvar bench formalizer --kernel` counts verdicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from egvar.challenge.leaves import over_leaves, require_published
from egvar.challenge.statement import root_of
from egvar.challenge.vacuity import is_vacuous, value_of
from egvar.errors import GoalError
from egvar.goal import Goal, QuestionGoal
from egvar.source.alternatives import alternatives
from egvar.source.cell import Cell, Kind
from egvar.source.source import Source
from egvar.tools.base import Context, NoValue, show_exact


@dataclass(frozen=True)
class Come:
    """What a goal or a sentence came to: `status` and `reason` as in a verdict; `answer` the parts of an answer as
    exact texts; `score` that of the reading taken; `unplaced` the words that no reading could place."""

    status: str
    reason: str = ""
    why: str = ""
    answer: tuple[str, ...] = ()
    paraphrase: str = ""
    score: Fraction | None = None
    unplaced: tuple[str, ...] = ()

    @property
    def decided(self) -> bool:
        return self.status in ("Verified", "Refuted")


def goal_comes_to(goal: Goal, source: Source) -> Come:
    """What the trusted tools make of a goal, under every reading of the table. Raises GoalError where the goal names
    what the table does not have."""
    goal = over_leaves(goal, source)
    root = root_of(goal)
    said = root.say(Context(source))
    try:
        value = value_of(root, Context(source))
        require_published(root, source)
        for a in alternatives(source):
            if _differs(root, a.source, value):
                return Come("Abstain", "ambiguous", f"{a.what} it comes out differently", paraphrase=said)
        if is_vacuous(root, source):
            return Come("Abstain", "vacuous", "no change of the table would change it", paraphrase=said)
        if not isinstance(goal, QuestionGoal):
            return Come("Verified" if value is True else "Refuted", paraphrase=said)
        return Come("Verified", answer=parts(root.value(Context(source))), paraphrase=said)  # type: ignore[attr-defined]
    except NoValue as e:
        return Come("Abstain", e.reason, e.why, paraphrase=said)


def sentence_comes_to(
    text: str,
    source: Source,
    kind: Literal["claim", "question"],
    context: str = "",
    threshold: Fraction | None = None,
) -> Come:
    """What the built-in formalizer and the trusted tools make of a sentence."""
    from egvar.solver.formalizer import decide, find

    found = find(text, source, kind, context)
    decision = decide(list(found.candidates), source, threshold, found.unplaced)
    unplaced = unplaced_of(decision)
    if decision.chosen is None:
        return Come("Abstain", decision.reason, decision.why, unplaced=unplaced)
    try:
        come = goal_comes_to(decision.chosen.goal, source)
    except GoalError as e:
        return Come("Abstain", f"error_{e.code}", e.message, unplaced=unplaced)
    return Come(come.status, come.reason, come.why, come.answer, come.paraphrase, decision.chosen.score, unplaced)


def unplaced_of(said: Any) -> tuple[str, ...]:
    """The words that a decision or verdict says it could not place; none where it does not say."""
    return tuple(str(x) for x in getattr(said, "unplaced", ()))


def parts(value: object) -> tuple[str, ...]:
    """The parts of an answer as a verdict gives them: numbers exactly, days in ISO form, texts as they are."""
    if isinstance(value, Fraction):
        return (show_exact(value),)
    assert isinstance(value, tuple)
    return tuple(_part(c) for c in value)


def _part(c: Cell) -> str:
    import datetime

    if c.kind is Kind.NUMBER and c.number is not None:
        return show_exact(c.number)
    if c.kind is Kind.DATE and c.date is not None:
        return datetime.date.fromordinal(c.date).isoformat()
    return c.text if c.kind is not Kind.NULL else "(missing)"


def _differs(root: Any, source: Source, value: object) -> bool:
    try:
        return value_of(root, Context(source, strict=False)) != value
    except NoValue:
        return True
