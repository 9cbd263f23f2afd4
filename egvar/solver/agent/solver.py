"""A run's solver, as the command line names it: which model formalizes, which proves, with what budget, or a recording.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from egvar.challenge.statement import Challenge
from egvar.errors import ReplayError
from egvar.kernel.replay import KernelWorker
from egvar.kernel.term import Expr
from egvar.llm import account, spec
from egvar.llm.account import Budget
from egvar.llm.model import Model, Reply, Request
from egvar.llm.prompts import prompt
from egvar.llm.record import Recorded, ReplayedModel
from egvar.solver.agent import formalizer, prover
from egvar.solver.agent.prover import SessionMaker
from egvar.solver.agent.talk import Talk
from egvar.solver.agent.warm import WarmSession
from egvar.solver.formalizer.grammar import Interpretation
from egvar.solver.prover import Solution
from egvar.source.source import Source

ROLES = ("analyst", "formalizer", "solver")


@dataclass
class Solver:
    """Who formalizes and who proves: a model, or None for what is built in. One Solver serves one run.

    `trail` collects the steps; the engine takes them into the run's own trail.
    """

    formalizer: Model | None
    prover: Model | None
    budget: Budget = field(default_factory=Budget)
    make_session: SessionMaker = WarmSession
    trail: list[dict[str, Any]] = field(default_factory=list)
    plan: str = "(none)"

    def __post_init__(self) -> None:
        self._talk = Talk(self.budget, self.trail)

    @property
    def name(self) -> str:
        """As a verdict names its solver: `builtin`, one model, or who does which part."""
        names = [m.name if m is not None else spec.BUILTIN for m in (self.formalizer, self.prover)]
        return names[0] if names[0] == names[1] else f"formalizer {names[0]}, prover {names[1]}"

    def card(self) -> dict[str, Any]:
        """The solver card: models with their settings and prices, prompts with their hashes, the budget."""
        return {
            "formalizer": _card(self.formalizer),
            "prover": _card(self.prover),
            "prompts": {role: prompt(role).card() for role in ROLES},
            "budget": self.budget.card(),
        }

    def formalize(self, text: str, source: Source, kind: Literal["claim", "question"]) -> list[Interpretation]:
        """The model's goals for some words, best first. Raises GaveUp."""
        assert self.formalizer is not None
        self.plan = formalizer.guide(self._talk, self.formalizer, text, source, kind)
        return formalizer.formalize(self._talk, self.formalizer, text, source, kind, self.plan)

    def prove(self, challenge: Challenge, witness: Expr | None, worker: KernelWorker) -> Solution:
        """The model's proof of a challenge. Raises GaveUp."""
        assert self.prover is not None
        return prover.prove(self._talk, self.prover, challenge, witness, worker, self.plan, self.make_session)

    def take(self, last: bool = False) -> list[dict[str, Any]]:
        """The steps since they were taken before; the `last` of them is the account."""
        if last:
            self._talk.close()
        taken = list(self.trail)
        self.trail.clear()
        return taken


def _card(model: Model | None) -> dict[str, Any]:
    if model is None:
        return {"model": spec.BUILTIN}
    card = model.card()
    price = card.get("price") or account.price_of(model.name)
    return card | ({"price": price} if price else {})


def from_names(formalizer_name: str, prover_name: str, budget: Budget) -> Solver | None:
    """The solver of these names; None where both are built in. Raises ModelSettingError."""
    first = spec.model(formalizer_name)
    second = first if prover_name == formalizer_name else spec.model(prover_name)
    if first is None and second is None:
        return None
    return Solver(_priced(first), _priced(second), budget)


def _priced(model: Model | None) -> Model | None:
    return None if model is None else Priced(model)


class Priced:
    """A model whose card has the user's price."""

    def __init__(self, model: Model) -> None:
        self._model, self._price = model, account.price_of(model.name)
        self.name = model.name

    def complete(self, request: Request, seconds: float) -> Reply:
        return self._model.complete(request, seconds)

    def card(self) -> dict[str, Any]:
        return self._model.card() | ({"price": self._price} if self._price else {})


def from_trail(path: Path) -> Solver:
    """The solver of a recorded run, which answers from it. Raises ReplayError."""
    recorded = Recorded.load(path)
    card = recorded.card()
    try:
        budget = Budget(**card["budget"])
        found = [card["formalizer"], card["prover"]]
        models = [None if m["model"] == spec.BUILTIN else ReplayedModel(recorded, m) for m in found]
        prompts = card["prompts"]
    except (KeyError, TypeError) as e:
        raise ReplayError(f"{path} has no usable solver card") from e
    if prompts != {role: prompt(role).card() for role in ROLES}:
        raise ReplayError("the recorded run used other prompts", hint="replay with the version of egvar that made it")
    return Solver(models[0], models[1], budget)


def dry(formalizer_name: str, prover_name: str, budget: Budget) -> Solver:
    """A solver that only collects what these models would be sent. No key is needed."""
    first, second = (None if n == spec.BUILTIN else DryRun(n) for n in (formalizer_name, prover_name))
    return Solver(first, second, budget)


@dataclass(eq=False)
class DryRun:
    """A model that shows what it would be sent, and sends nothing."""

    name: str
    requests: list[Request] = field(default_factory=list)

    def complete(self, request: Request, seconds: float) -> Reply:
        self.requests.append(request)
        if request.role == "analyst":
            return Reply("text", text="(the analyst's guide)")
        raise Shown

    def card(self) -> dict[str, Any]:
        return {"model": self.name}


class Shown(Exception):
    """A dry run has shown what there is to show."""
