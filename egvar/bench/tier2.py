"""Tier 2: the formalizer proposes the goal. What came of it is one of six categories.

May import: anything of egvar but the command line.

Correct: answered, the answer is the gold one, and the goal says what the gold goal says, also on variations of the
table. Ambiguous (logged): Abstain because the words or the table leave several readings. Benchmark gold error
(surfaced): as Correct, where the published answer is another. Semantic formalizer error: answered, but the goal says
something else; in `by_accident` those whose answer is right on this table. Honest abstain: no goal says it, the table
does not have it, or a cell cannot be read. Solver gave up: there was a goal, and no proof.
"""

from __future__ import annotations

from typing import Any

from egvar.bench.items import Item
from egvar.bench.rungs import Said, judged
from egvar.bench.same import agreement
from egvar.bench.score import is_answer, outcome
from egvar.goal import parse
from egvar.kernel.replay import KernelWorker

CATEGORIES = ("correct", "ambiguous", "gold_error", "semantic_error", "honest_abstain", "gave_up")
TITLES = {
    "correct": "Correct",
    "ambiguous": "Ambiguous (logged)",
    "gold_error": "Benchmark gold error (surfaced)",
    "semantic_error": "Semantic formalizer error",
    "honest_abstain": "Honest abstain",
    "gave_up": "Solver gave up",
}
GAVE_UP = ("budget", "rejected", "not_checked")


def run(item: Item, worker: KernelWorker, solver: Any = None, goal: Any = None) -> Said:
    """An item by a formalizer: the built-in one, a model's, or (with `goal`) one that has proposed already."""
    from egvar import engine

    done = engine.run(item.text, item.source(), item.kind, goal=goal, worker=worker, solver=solver)
    return judged(done)


def category(item: Item, said: Said) -> dict[str, Any]:
    """The category of what came of an item, and how far the goals agree."""
    proposed = next((t["goal"] for t in reversed(said.trail) if t.get("step") == "goal"), None)
    if said.status not in ("Verified", "Refuted"):
        return {"category": _abstained(said), "goal": proposed, "right": False, "outcome": outcome(item, said)}
    found = agreement(parse(proposed), item.parsed(), item.source())
    right = is_answer(item, said, item.gold)
    if right and found.whole:
        category = "correct" if item.published is None else "gold_error"
    else:
        category = "semantic_error"
    return {
        "category": category,
        "by_accident": right and not found.whole,
        "goal": proposed,
        "right": right,
        "outcome": outcome(item, said),
        "variations": {"table": found.table, "compared": found.compared, "same": found.same, "silent": found.silent},
    }


def _abstained(said: Said) -> str:
    if said.reason == "ambiguous":
        return "ambiguous"
    return "gave_up" if said.reason in GAVE_UP else "honest_abstain"
