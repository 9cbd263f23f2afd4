"""The options of `verify` and `ask` that name language models.

May import: anything of egvar, inside the functions that need it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from egvar.visible import visible

if TYPE_CHECKING:
    from egvar.solver.agent.solver import Solver

LIMITS = ("steps", "tokens", "seconds", "reply_tokens")
NAMES = ("solver", "formalizer", "prover", *LIMITS, "dry_run", "replay")


def model_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options to a command."""
    who = "builtin, anthropic:MODEL, openai:MODEL, or openai-compatible:MODEL@URL."
    keys = "Keys are read from ANTHROPIC_API_KEY, OPENAI_API_KEY and EGVAR_API_KEY."
    for option in (
        click.option("--solver", metavar="NAME", help=f"Who formalizes and proves: {who} {keys}"),
        click.option("--formalizer", metavar="NAME", help="Who formalizes, if another than --solver."),
        click.option("--prover", metavar="NAME", help="Who proves, if another than --solver."),
        click.option("--steps", type=click.IntRange(1, 10_000), help="Replies that models may give. [default: 40]"),
        click.option("--tokens", type=click.IntRange(1), help="Tokens that they may use. [default: 400000]"),
        click.option("--seconds", type=click.IntRange(1), help="Time that they may take. [default: 900]"),
        click.option("--reply-tokens", type=click.IntRange(16), help="Tokens of one reply. [default: 4096]"),
        click.option("--dry-run", is_flag=True, help="Show the prompts that a model would be sent, and send nothing."),
        click.option("--replay", type=click.Path(path_type=Path), help="Answer as the models of this trail.jsonl did."),
    ):
        command = option(command)
    return command


def chosen(options: dict[str, Any]) -> Callable[[], Solver | None] | None:
    """Makes the solver that the options ask for, one for each run; None where all is built in.

    Raises UsageError for options that do not go together, ModelSettingError for a model that cannot be used.
    """
    if not any(options[name] for name in NAMES):
        return None  # so that no module of the agent is loaded
    names = [options["formalizer"] or options["solver"], options["prover"] or options["solver"]]
    first, second = (n or "builtin" for n in names)
    limits = {k: options[k] for k in LIMITS if options[k] is not None}
    if options["replay"] is not None:
        if any(names) or limits or options["dry_run"]:
            raise click.UsageError("--replay takes its models and budget from the trail")
        from egvar.solver.agent.solver import from_trail

        return lambda: from_trail(options["replay"])
    if (limits or options["dry_run"]) and not any(names):
        raise click.UsageError("name a model with --solver, --formalizer or --prover")
    from egvar.llm.account import Budget

    if options["dry_run"]:
        from egvar.solver.agent.solver import dry

        return lambda: dry(first, second, Budget(**limits))
    from egvar.solver.agent.solver import from_names

    from_names(first, second, Budget())  # a missing key is told before anything is done
    return lambda: from_names(first, second, Budget(**limits))


def show(solver: Solver, run: Callable[[Solver], object]) -> None:
    """Makes a dry run, and prints the prompts that it has collected."""
    from egvar.llm.prompts import prompt
    from egvar.solver.agent.solver import DryRun, Shown

    with contextlib.suppress(Shown):
        run(solver)
    for model in dict.fromkeys((solver.formalizer, solver.prover)):
        if not isinstance(model, DryRun):
            continue
        for r in model.requests:
            card = prompt(r.role).card()
            click.echo(f"=== {r.role} → {model.name}; prompt version {card['version']}, SHA-256 {card['sha256']}")
            click.echo(visible(f"--- system\n{r.system}\n--- user\n{r.user}", keep="\n"))
            click.echo("--- tools: " + ", ".join(t.name for t in r.tools))
    if solver.prover is not None and not (isinstance(solver.prover, DryRun) and _has_proved(solver.prover)):
        click.echo("=== solver: its prompt depends on the goal; --goal goal.json shows it")


def _has_proved(model: Any) -> bool:
    return any(r.role == "solver" for r in model.requests)
