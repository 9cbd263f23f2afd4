"""What a policy makes of a run, for the commands that take one.

May import: the standard library; everything else inside the function.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egvar.engine import Run


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
