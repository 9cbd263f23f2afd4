"""Verify a claim, answer a question: the whole run, for the command line and for `egvar.api`.

May import: anything of egvar. Not trusted: verdicts are made by `egvar.challenge.check` alone.
"""

from __future__ import annotations

import atexit
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from egvar.errors import EgvarError, GoalError, ReadingError, unforeseen
from egvar.kernel.replay import KernelWorker

if TYPE_CHECKING:
    from egvar.challenge.check import Checked, Prover, SolutionLike
    from egvar.challenge.statement import Challenge
    from egvar.goal import Goal
    from egvar.kernel.term import Expr
    from egvar.solver.agent.solver import Solver
    from egvar.source.source import Source
    from egvar.verdict import Verdict

Table = "str | Path | Source | Any"

_worker: KernelWorker | None = None


def shared_worker() -> KernelWorker:
    """The process-wide kernel worker, started on first use and ended with the process."""
    global _worker
    if _worker is None:
        _worker = KernelWorker()
        atexit.register(_worker.stop)
    return _worker


@dataclass(frozen=True)
class Run:
    """A verdict and everything a bundle is written from. `candidates` are the formalizer's readings, best first."""

    checked: Checked
    source: Source
    goal: Goal | None
    candidates: tuple[Any, ...] = ()
    trail: tuple[dict[str, Any], ...] = ()

    @property
    def verdict(self) -> Verdict:
        return self.checked.verdict


def open_table(
    table: Any,
    floats: str = "refuse",
    *,
    reading: str | Path | None = None,
    total_rows: str | None = None,
    dash: str | None = None,
    decimal: str | None = None,
) -> Source:
    """A source from a path, a Source, or a pandas DataFrame, under the declaration in the file `reading` if one is
    named, with total rows ("keep" or "drop"), lone dashes ("missing" or "zero") and the decimal mark settled as said.
    Raises SourceError, ReadingError."""
    from egvar.source import source as s

    if isinstance(table, s.Source):
        source = table
    elif isinstance(table, str | Path):
        source = s.load(Path(table), undeclared=reading is not None)
    else:
        source = s.from_dataframe(table, floats=floats)
    if reading is not None:
        from egvar.source.declared import parse_file

        source = s.load_bytes(source.data, source.name, parse_file(Path(reading), source, source.data))
    for name, said, known in (
        ("total_rows", total_rows, ("keep", "drop")),
        ("dash", dash, ("missing", "zero")),
        ("decimal", decimal, ("point", "comma")),
    ):
        if said is not None and said not in known:
            raise ReadingError(f"{name} is {' or '.join(known)}, not {said!r}")
    if total_rows is not None or dash is not None or decimal is not None:
        from egvar.source.alternatives import settle

        source = settle(source, total_rows, dash, decimal)
    return source


def run(
    text: str,
    table: Any,
    kind: Literal["claim", "question"],
    **options: Any,
) -> Run:
    """The run for one claim or question; the options are those of `_run`.

    Raises EgvarError for bad input; every other ending is a verdict, and what nobody foresaw is `not_checked`.
    """
    if not isinstance(text, str) or not _is_text(text):
        raise GoalError(f"a {kind} is text, and this holds bytes or half characters that are none")
    (options.get("worker") or shared_worker()).start()  # loads Lean while this process reads the table
    source = open_table(table, options.pop("floats", "refuse"))
    try:
        return _run(text, source, kind, **options)
    except EgvarError:
        raise
    except Exception as e:
        from egvar.challenge.check import Checked
        from egvar.verdict import Reason, Status, Verdict

        verdict = Verdict(
            Status.ABSTAIN,
            text=text,
            reason=Reason.NOT_CHECKED,
            why=f"something went wrong that was not provided for: {unforeseen(e).cause}",
            settle="egvar doctor",
            source=source.name,
            source_sha256=source.bytes_digest,
            reading_sha256=source.reading_digest,
        )
        return Run(
            Checked(verdict), source, None, (), ({"step": "verdict", "status": "Abstain", "reason": "not_checked"},)
        )


def _undeclared(text: str, source: Source) -> str:
    """What would settle words that no reading explains: a declaration for a column that they name and that is read as
    text for want of one, else a goal."""
    from egvar.source.advice import advice
    from egvar.source.cell import Kind

    words = set(re.findall(r"[^\W\d_]{2,}", text.lower()))
    for told in advice(source):
        named = set(re.findall(r"[^\W\d_]{2,}", told.column.lower()))
        if source.column(told.column).kind is Kind.TEXT and named and named & words:
            return str(told)
    return "--goal goal.json says what is meant"


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _run(
    text: str,
    source: Source,
    kind: Literal["claim", "question"],
    *,
    goal: Goal | dict[str, Any] | str | bytes | None = None,
    interpretation: int | None = None,
    digits: int = 2,
    context: str = "",
    threshold: Fraction | None = None,
    worker: KernelWorker | None = None,
    solver: Solver | None = None,
) -> Run:
    """The run itself, over a table that is read.

    `context`: what the whole table is about (its caption), which the words may repeat. `threshold`: the score that a
    reading needs, in place of the formalizer's own. `solver`: language models in place of what is built in.
    """
    worker = worker or shared_worker()
    worker.start()
    from egvar import goal as goals
    from egvar.challenge.check import Checked, GaveUp, check
    from egvar.challenge.leaves import over_leaves
    from egvar.solver.prover import prove
    from egvar.source.said import declarations
    from egvar.verdict import Reason, Status, Verdict

    trail: list[dict[str, Any]] = [{"step": "source", "sha256": source.bytes_digest, "rows": source.n_rows}]
    candidates: tuple[Any, ...] = ()
    notes: tuple[str, ...] = ()
    unplaced: tuple[str, ...] = ()
    if solver is not None:
        trail.append({"step": "solver", "card": solver.card()})

    def abstained(reason: Reason, why: str) -> Run:
        """The run that ends before there is a goal."""
        texts = _paraphrases(candidates, source)
        verdict = Verdict(
            Status.ABSTAIN,
            text=text,
            reason=reason,
            why=why,
            interpretations=texts,
            unplaced=unplaced,
            settle="--interpretation N picks one of these" if texts else _undeclared(text, source),
            source=source.name,
            source_sha256=source.bytes_digest,
            reading_sha256=source.reading_digest,
            declared=declarations(source),
            solver=solver.name if solver is not None else "builtin",
        )
        took(last=True)
        trail.append({"step": "decide", "reason": reason.value, "why": why})
        return Run(Checked(verdict), source, None, candidates, tuple(trail))

    def took(last: bool = False) -> None:
        """What the models did since this was asked before, as steps of the trail."""
        if solver is not None:
            trail.extend(solver.take(last))

    if goal is None:
        from egvar.solver.formalizer import decide, find

        try:
            if solver is not None and solver.formalizer is not None:
                candidates = tuple(solver.formalize(text, source, kind))
            else:
                found = find(text, source, kind, context)
                candidates, unplaced = found.candidates, found.unplaced
        except GaveUp as e:
            return abstained(e.reason, e.why)
        candidates = tuple(replace(c, goal=over_leaves(c.goal, source)) for c in candidates)
        took()
        for i, c in enumerate(candidates, 1):
            trail.append({"step": "formalize", "interpretation": i, "score": str(c.score), "goal": goals.dump(c.goal)})
        if interpretation is not None:
            if not 1 <= interpretation <= len(candidates):
                raise GoalError(f"there is no interpretation {interpretation}", cause=f"there are {len(candidates)}")
            chosen = candidates[interpretation - 1]
        else:
            outcome = decide(list(candidates), source, threshold, unplaced)
            if outcome.chosen is None:
                return abstained(Reason(outcome.reason), outcome.why)
            chosen = outcome.chosen
        meant: Goal = chosen.goal
        notes = tuple(chosen.readings)
    else:
        meant = goal if isinstance(goal, goals.ClaimGoal | goals.QuestionGoal) else goals.parse(goal)
    if (meant.kind == "question") != (kind == "question"):
        raise GoalError(
            f"the goal is a {meant.kind}, a {kind} was given", hint="egvar verify is for claims, ask for questions"
        )
    trail.append({"step": "goal", "goal": goals.dump(meant)})
    prover: Prover = prove
    if solver is not None and solver.prover is not None:

        def prover(challenge: Challenge, witness: Expr | None) -> SolutionLike:
            return solver.prove(challenge, witness, worker)

    checked = check(source, meant, worker, prover, text, digits)
    took(last=True)
    if solver is not None:
        checked = replace(checked, verdict=replace(checked.verdict, solver=solver.name))
        if goal is None and solver.formalizer is not None:
            notes += (f"the goal was proposed by {solver.formalizer.name}; “checked” says what it means",)
    if notes:
        checked = replace(checked, verdict=replace(checked.verdict, assumptions=(*checked.verdict.assumptions, *notes)))
    trail.append({"step": "verdict", "status": checked.verdict.status.value, "reason": checked.verdict.reason})
    return Run(checked, source, meant, candidates, tuple(trail))


def _paraphrases(candidates: tuple[Any, ...], source: Source) -> tuple[str, ...]:
    from egvar.challenge.statement import root_of
    from egvar.tools.base import Context

    return tuple(root_of(c.goal).say(Context(source)) for c in candidates[:8])
