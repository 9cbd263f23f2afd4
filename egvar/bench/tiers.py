"""The three tiers: which units each has, what does them, what they are judged by.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from egvar.bench import baselines, counterfactual, items, probes, rungs, tier2
from egvar.bench.items import Item, digest
from egvar.bench.rungs import BASELINES, RUNGS, Said
from egvar.bench.runner import Row, Unit
from egvar.bench.score import is_answer, official, outcome
from egvar.errors import ModelSettingError, ReplayError
from egvar.kernel.replay import KernelWorker
from egvar.llm import spec
from egvar.llm.account import Budget
from egvar.llm.model import Model
from egvar.llm.record import Recorded, ReplayedModel

SEED = "egvar bench, 2026-12"
KNOWN = {"tier1": (), "tier1.5": (baselines.PRIOR,), "tier2": (baselines.RANDOM,)}
"""Solvers beside builtin and models."""


@dataclass(frozen=True)
class Options:
    """What is asked of a run. `panels` and `cues` are for tiers 1.5 and 2; `size` is the size of an injection."""

    tier: str
    solvers: tuple[str, ...]
    reps: int = 1
    limit: int | None = None
    panels: tuple[str, ...] = ()
    cues: tuple[bool, ...] = (False,)
    size: Fraction | None = None
    file: Path | None = None
    budget: Budget = field(default_factory=Budget)

    def card(self) -> dict[str, Any]:
        """As the results say it."""
        return {
            "solvers": list(self.solvers),
            "reps": self.reps,
            "limit": self.limit,
            "panels": list(self.panels),
            "cues": list(self.cues),
            "size": None if self.size is None else str(self.size),
            "budget": self.budget.card(),
            "seeds": {"random": SEED, "tier1.5": counterfactual.SEED, "draw": "egvar tier 1, 2026-12"},
            "items_sha256": digest([[i.id, i.text, i.goal, i.gold, i.table] for _, i in self.items()]),
        }

    def items(self) -> list[tuple[str, Item]]:
        """The items with the panel that each is of."""
        out: list[tuple[str, Item]] = []
        for panel in self.panels or ("tier1",):
            if panel == "tier1":
                parts = [items.tier1(self.file)]
            else:
                known = counterfactual.domains(self.file)
                parts = [counterfactual.panel(panel, self.size, cue, known) for cue in self.cues]
            out += [(panel, i) for part in parts for i in part[: self.limit]]
        return out

    def units(self) -> list[Unit]:
        """Everything that is to be done, in order."""
        out = []
        for solver in self.solvers:
            for rung in self._rungs(solver):
                for rep in range(1, self.reps + 1):
                    out += [Unit(self.tier, rung, solver, i, rep) for _, i in self.items()]
        return out

    def _rungs(self, solver: str) -> tuple[str, ...]:
        if self.tier == "tier2":
            return ("formalizer",)
        if solver == baselines.PRIOR:
            return (baselines.PRIOR,)
        return ("egvar",) if solver == spec.BUILTIN else RUNGS


def is_model(solver: str) -> bool:
    """Whether a solver is a language model."""
    return solver not in (spec.BUILTIN, baselines.PRIOR, baselines.RANDOM)


@dataclass
class Doer:
    """Does units: with models, or as they did in the `trails` of another run."""

    options: Options
    worker: KernelWorker
    trails: dict[str, list[dict[str, Any]]] | None = None
    _models: dict[str, Model] = field(default_factory=dict)

    def prepare(self) -> None:
        """Raises ModelSettingError for a solver that is not known here, or a model that cannot be used."""
        from egvar.solver.agent.solver import Priced

        for name in self.options.solvers:
            if not is_model(name):
                if name != spec.BUILTIN and name not in KNOWN[self.options.tier]:
                    known = ", ".join((spec.BUILTIN, *KNOWN[self.options.tier], "or a model"))
                    raise ModelSettingError(f"{self.options.tier} has no solver {name}", hint=known)
            elif self.trails is None:
                found = spec.model(name)
                assert found is not None
                self._models[name] = Priced(found)

    def cards(self) -> dict[str, Any]:
        """The settings of the models that were used, by solver."""
        if self.trails is None:
            return {name: model.card() for name, model in self._models.items()}
        by_solver = {key.split("|")[2]: trail for key, trail in self.trails.items()}
        return {name: Recorded(trail).card()["prover"] for name, trail in by_solver.items()}

    def __call__(self, unit: Unit) -> Said:
        name = unit.solver
        if name == baselines.PRIOR:
            return baselines.prior(unit.item)
        if name == baselines.RANDOM:
            return baselines.by_chance(unit.item, self.worker, f"{SEED}\n{unit.rep}")
        model = self._model(unit) if is_model(name) else None
        if unit.rung in BASELINES:
            assert model is not None
            return rungs.baseline(unit.rung, unit.item, model, self.options.budget)
        if unit.rung == "egvar":
            return rungs.egvar(unit.item, self.worker, self._solver(None, model))
        return tier2.run(unit.item, self.worker, self._solver(model, model))

    def _model(self, unit: Unit) -> Model:
        if self.trails is None:
            return self._models[unit.solver]
        trail = self.trails.get(unit.key)
        if trail is None:
            raise ReplayError(f"the recorded run has no {unit.key}", hint="replay with the same options")
        recorded = Recorded(trail)
        return ReplayedModel(recorded, recorded.card()["prover"])

    def _solver(self, formalizer: Model | None, prover: Model | None) -> Any:
        if formalizer is None and prover is None:
            return None
        from egvar.solver.agent.solver import Solver

        return Solver(formalizer, prover, self.options.budget)


def judge_of(options: Options, worker: KernelWorker) -> Callable[[Unit, Said], Row]:
    """What a unit's row says beside what was said."""
    panel_of = {i.id: panel for panel, i in options.items()}

    def judge(unit: Unit, said: Said) -> Row:
        item = unit.item
        row: Row = {"panel": panel_of[item.id], "gold": item.gold, "paraphrase": said.paraphrase}
        if said.reason == "ambiguous" and said.interpretations:
            row["interpretations"] = list(said.interpretations)
        if item.published is not None:
            row["published"] = item.published
        if options.tier == "tier1":
            right = is_answer(item, said, item.gold) and (said.formal or unit.rung != "egvar")
            row |= {"right": right, "official": official(item, said)}
            return row | (probe(item, worker) if unit.solver == spec.BUILTIN else {})
        row |= {k: item.more[k] for k in ("domain", "cue", "injected") if k in item.more}
        if options.tier == "tier1.5":
            return row | {"prior": item.prior, "outcome": outcome(item, said)}
        row |= tier2.category(item, said)
        if unit.solver == baselines.RANDOM and said.formal:
            row["supported"] = supported(item, row["goal"], said)
        return row

    return judge


def probe(item: Item, worker: KernelWorker) -> Row:
    """The verdicts on the gold answer as a claim, and on wrong answers as claims."""
    from egvar import engine

    found = probes.answers(item)
    if found is None:
        return {}
    right, wrong = found
    source = item.source()

    def status(answer: str) -> str:
        goal = probes.claim(item, answer)
        return str(engine.run("", source, "claim", goal=goal, worker=worker).verdict.status)

    return {"gold_claim": status(right), "changed_claims": [status(w) for w in wrong]}


def supported(item: Item, goal: Any, said: Said) -> bool:
    """Whether a verdict is what the trusted tools find in the table itself, whatever was asked."""
    from egvar.bench.quick import goal_comes_to
    from egvar.goal import parse

    come = goal_comes_to(parse(goal), item.source())
    return come.status == said.status and come.answer == said.answer
