"""What a policy makes of a run, for the commands that take one.

May import: the standard library; everything else inside the function.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egvar.challenge.world_check import Lifted
    from egvar.engine import Run
    from egvar.verdict import Verdict


def deciding(path: Path | None, table: Path, goal_given: bool) -> Callable[[Run], Run]:
    """What a policy makes of a run; without one, the run itself."""
    if path is None:
        return lambda done: done
    from dataclasses import replace

    from egvar.policy import Facts, age_in_days, load

    policy = load(path)

    def decide(done: Run) -> Run:
        steps = sum(t.get("step") == "reply" for t in done.trail)
        facts = Facts(goal_given=goal_given, steps=steps, source_age_days=age_in_days(table))
        return replace(done, checked=replace(done.checked, verdict=policy.applied(done.verdict, facts)))

    return decide


def deciding_on_world(
    path: Path | None, grade: str | None, table: Path, lifted: tuple[Lifted, ...]
) -> Callable[[Verdict], Verdict]:
    """What a policy, or a lowest grade, makes of a verdict about the world."""
    if path is None and grade is None:
        return lambda verdict: verdict
    from egvar.policy import Facts, Policy, age_in_days, load

    statuses = ("Verified", "Supported", "Refuted")
    rules = [] if path is None else [load(path)]
    if grade is not None:
        rules.append(Policy.model_validate({"name": "--grade", "minimum_grade": grade, "statuses": statuses}))

    def decide(verdict: Verdict) -> Verdict:
        used = set(verdict.axioms.get("B4", ()))
        names = [(f"{x.file.id}.{k}", reviewer) for x in lifted for k, (_, reviewer) in x.grades.items()]
        lifts = tuple((n, reviewer) for n, reviewer in names if f"Lift.{n}" in used)
        for policy in rules:
            verdict = policy.applied(verdict, Facts(source_age_days=age_in_days(table), lifts=lifts))
        return verdict

    return decide
