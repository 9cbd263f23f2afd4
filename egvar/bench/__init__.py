"""Benchmarks: what the formalizer and the whole run get right on files of questions and claims. Untrusted."""

from __future__ import annotations

from typing import Any, Literal


def reward(
    claim: str,
    table: Any,
    goal_json: str | bytes | dict[str, Any],
    *,
    expected: Literal["Verified", "Refuted"] = "Verified",
    gold: str | bytes | dict[str, Any] | None = None,
) -> float:
    """What a proposed goal is worth, for training a formalizer: 1.0 if the kernel's verdict on it is `expected`.

    `claim` is a claim or a question, `table` a path, a DataFrame of texts, or {"columns", "data"}. A goal that is
    malformed, does not fit the table, says nothing about it (vacuous) or has no value is worth 0.0: no exception is
    raised for what a model wrote. The kernel cannot know what the words mean: another true statement about the table
    is worth 1.0 too. With `gold`, the goal of a corpus row, the reward is the share of 50 variations of the table on
    which both goals have the same value, and 0.0 where the verdict is not `expected` or they differ on the table.

    Raises SourceError for a table that cannot be read, GoalError for a `gold` that is malformed.
    """
    from egvar import engine
    from egvar.bench.same import agreement
    from egvar.errors import GoalError, SourceError
    from egvar.goal import parse
    from egvar.source.source import from_rows

    source = from_rows(table["columns"], table["data"]) if isinstance(table, dict) else engine.open_table(table)
    meant = None if gold is None else parse(gold)
    try:
        goal = parse(goal_json)
        verdict = engine.run(claim, source, goal.kind, goal=goal).verdict
    except SourceError:
        raise
    except GoalError:
        return 0.0
    if str(verdict.status) != expected:
        return 0.0
    if meant is None:
        return 1.0
    found = agreement(goal, meant, source)
    return found.same / found.compared if found.table and found.compared else 0.0


__all__ = ["reward"]
