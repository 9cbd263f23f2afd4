"""Solvers that know nothing, to see that the harness finds them out.

May import: anything of egvar but the command line.

`prior` answers from a fixed wrong memory: the table before a cell of it was turned round. `random` proposes goals by
chance: what it asks is seldom what was asked, and yet nothing that comes out Verified is unsupported.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from egvar.bench.items import LABELS, Item
from egvar.bench.rungs import Said, judged
from egvar.errors import GoalError
from egvar.goal import Goal, parse
from egvar.kernel.replay import KernelWorker
from egvar.source.cell import Kind
from egvar.source.source import Source

PRIOR, RANDOM = "prior", "random"
TRIES = 20


def prior(item: Item) -> Said:
    """The answer that memory gives."""
    if item.prior is None:
        return Said("none", why="nothing is remembered of it")
    if item.kind == "claim":
        return Said(LABELS[item.prior])
    return Said("answered", (item.prior,))


def by_chance(item: Item, worker: KernelWorker, seed: str) -> Said:
    """What comes of the first goal drawn that has a value; of the last, if none of some tries has one."""
    from egvar import engine
    from egvar.bench.quick import goal_comes_to

    source, r = item.source(), random.Random(f"{seed}\n{item.id}")
    goal = draw(source, item.kind, r)
    for _ in range(TRIES):
        try:
            if goal_comes_to(goal, source).decided:
                break
        except GoalError:
            pass
        goal = draw(source, item.kind, r)
    return judged(engine.run(item.text, source, item.kind, goal=goal, worker=worker))


def draw(source: Source, kind: str, r: random.Random) -> Goal:
    """A random goal over a table's own columns and entries."""
    d = _Draw(source, r)
    if kind == "question":
        return parse({"kind": "question", "ask": d.values() if r.random() < 0.4 else d.number(2)})
    left, right = d.number(1), d.number(1)
    cmp = r.choice(["<", "<=", ">", ">=", "=", "!="])
    return parse({"kind": "claim", "claim": {"op": "compare", "left": left, "cmp": cmp, "right": right}})


@dataclass
class _Draw:
    source: Source
    r: random.Random

    def column(self, kind: Kind | None = None) -> str:
        fit = [c for c in self.source.columns if kind is None or c.kind is kind]
        return self.r.choice(fit or list(self.source.columns)).label

    def where(self, depth: int = 1) -> dict[str, Any]:
        r = self.r
        which = r.choice(["all_rows", "text_is", "number_is", "extreme", "both"] if depth else ["all_rows", "text_is"])
        if which == "text_is":
            label = self.column(Kind.TEXT)
            return {"op": "text_is", "column": label, "value": r.choice(self.source.column(label).cells).text}
        if which == "number_is":
            label = self.column(Kind.NUMBER)
            numbers = [c.number for c in self.source.column(label).cells if c.number is not None]
            if numbers:
                cmp = r.choice(["=", "<", "<=", ">", ">="])
                return {"op": "number_is", "column": label, "cmp": cmp, "value": str(r.choice(numbers))}
        if which == "extreme":
            return {"op": r.choice(["highest", "lowest"]), "column": self.column(Kind.NUMBER)}
        if which == "both":
            return {"op": "and", "left": self.where(0), "right": self.where(0)}
        return {"op": "all_rows"}

    def number(self, depth: int) -> dict[str, Any]:
        r = self.r
        if depth and r.random() < 0.4:
            op = r.choice(["add", "subtract", "multiply", "divide"])
            return {"op": op, "left": self.number(depth - 1), "right": self.number(depth - 1)}
        if r.random() < 0.2:
            return {"op": "count", "where": self.where()}
        op = r.choice(["sum", "mean", "max", "min", "median", "cell"])
        return {"op": op, "column": self.column(Kind.NUMBER), "where": self.where()}

    def values(self) -> dict[str, Any]:
        return {"op": "values", "column": self.column(), "where": self.where()}
