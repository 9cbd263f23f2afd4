"""What a run with models will about use, before anything is sent.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from egvar.bench.runner import Unit
from egvar.llm import account
from egvar.llm.account import Budget
from egvar.llm.model import Reply, Request

SAMPLE = 4
CHARACTERS = 4
"""Characters of a token, about."""
REPLIES = {"table_only": 1, "tools_open": 5, "tools_curated": 4, "egvar": 6, "formalizer": 10}
"""Replies of a unit, about."""
REPLY = 250
"""Tokens of a reply, about."""


class _Seen(Exception):
    pass


@dataclass
class _Probe:
    """A model that measures its first request and answers nothing."""

    name: str
    characters: int = 0

    def complete(self, request: Request, seconds: float) -> Reply:
        tools = sum(len(t.description) + len(str(t.schema)) for t in request.tools)
        self.characters += len(request.system) + len(request.user) + tools
        raise _Seen

    def card(self) -> dict[str, Any]:
        return {"model": self.name}


@dataclass(frozen=True)
class Estimate:
    """About how much one model will use; `cost` is None without a price."""

    solver: str
    replies: int
    input_tokens: int
    output_tokens: int
    cost: Fraction | None

    def line(self) -> str:
        cost = "no price is set (EGVAR_LLM_PRICES)" if self.cost is None else f"about {float(self.cost):.2f}"
        tokens = f"{self.input_tokens} input and {self.output_tokens} output tokens"
        return f"{self.solver}: about {self.replies} replies, {tokens}; cost: {cost}"


def estimate(solver: str, units: Sequence[Unit], worker: Any) -> Estimate:
    """About what the units of a solver will use: the first request of some of them is measured."""
    from egvar.bench import rungs
    from egvar.solver.agent.solver import Solver

    replies = tokens = 0
    by_rung: dict[str, list[Unit]] = {}
    for u in units:
        by_rung.setdefault(u.rung, []).append(u)
    for rung, own in by_rung.items():
        sample, probe = own[:SAMPLE], _Probe(solver)
        for u in sample:
            with contextlib.suppress(_Seen):
                if rung in rungs.BASELINES:
                    rungs.baseline(rung, u.item, probe, Budget())
                elif rung == "egvar":
                    rungs.egvar(u.item, worker, Solver(None, probe))
                else:
                    Solver(probe, None).formalize(u.item.text, u.item.source(), u.item.kind)
        count = REPLIES[rung] * len(own)
        replies += count
        tokens += count * probe.characters // (CHARACTERS * len(sample))
    cost = account.cost(account.price_of(solver), tokens, replies * REPLY)
    return Estimate(solver, replies, tokens, replies * REPLY, cost)
