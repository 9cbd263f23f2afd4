"""`egvar bench tier1`, `tier1.5`, `tier2` and `corpus`.

May import: click at the top; everything else inside the commands.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from egvar.bench.tiers import Options

LIMITS = ("steps", "tokens", "seconds", "reply_tokens")


def _shared(command: Callable[..., None]) -> Callable[..., None]:
    names = "builtin, anthropic:MODEL, openai:MODEL, openai-compatible:MODEL@URL"
    for option in reversed(
        [
            click.option("--solver", "solvers", multiple=True, metavar="NAME", help=f"Again for several: {names}."),
            click.option("-o", "--output", type=click.Path(path_type=Path), help="A folder for results."),
            click.option("--resume", is_flag=True, help="Go on with the results in the folder."),
            click.option("--limit", type=click.IntRange(1), help="Only the first N items of a panel."),
            click.option("--reps", type=click.IntRange(1, 100), default=1, help="How often each item is asked."),
            click.option("--file", type=click.Path(path_type=Path), help="The panel's file, outside a checkout."),
            click.option("--replay", type=click.Path(path_type=Path), help="Answer as the models of this run did."),
            click.option("--yes", is_flag=True, help="Do not ask before models are used."),
            click.option("--steps", type=click.IntRange(1, 10_000), help="Replies for one item. [default: 40]"),
            click.option("--tokens", type=click.IntRange(1), help="Tokens for one item. [default: 400000]"),
            click.option("--seconds", type=click.IntRange(1), help="Time for one item. [default: 900]"),
            click.option("--reply-tokens", type=click.IntRange(16), help="Tokens of one reply. [default: 4096]"),
            click.option("--json", "as_json", is_flag=True, help="The figures as JSON on stdout."),
        ]
    ):
        command = option(command)
    return command


def _size(_ctx: Any, _param: Any, value: str | None) -> Fraction | None:
    if value is None:
        return None
    try:
        found = Fraction(value)
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    if not 0 < found < 1:
        raise click.BadParameter("a number between 0 and 1, such as 0.15")
    return found


@click.command(name="tier1")
@_shared
def tier1(**given: Any) -> None:
    """The ladder on 120 questions: a model with the table only, with tools, and EG-VAR with the gold goals.

    Without a model only EG-VAR is run, with the built-in prover; the other rungs say "not run".
    """
    _measure("tier1", given)


@click.command(name="tier1.5")
@click.option("--panel", "panels", multiple=True, type=click.Choice(["extreme", "subtle"]), help="[default: both]")
@click.option(
    "--cue", type=click.Choice(["no", "yes", "both"]), default="no", help='Begin with "According to the table".'
)
@click.option("--size", callback=_size, help="Size of the injection: of the other's value, or of the change.")
@_shared
def tier15(panels: tuple[str, ...], cue: str, size: Fraction | None, **given: Any) -> None:
    """Tables with one cell turned round: does the answer follow the table, or memory?

    `--solver prior` is a dummy that answers from a fixed wrong memory.
    """
    cues = {"no": (False,), "yes": (True,), "both": (False, True)}[cue]
    _measure("tier1.5", given, panels=panels or ("extreme", "subtle"), cues=cues, size=size)


@click.command(name="tier2")
@click.option(
    "--panel",
    "panels",
    multiple=True,
    type=click.Choice(["tier1", "extreme", "subtle"]),
    help="[default: tier1 and extreme]",
)
@_shared
def tier2(panels: tuple[str, ...], **given: Any) -> None:
    """The formalizer proposes the goals: six categories of what comes of it.

    `--solver random` proposes goals by chance.
    """
    if given["file"] is not None and len(panels) != 1:
        raise click.UsageError("--file goes with one --panel")
    _measure("tier2", given, panels=panels or ("tier1", "extreme"))


@click.command(name="corpus")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The folder to write.")
@click.option("--limit", type=click.IntRange(1), help="Only the first N rows.")
def corpus(output: Path, limit: int | None) -> None:
    """Write the corpus of sentences with gold goals: JSONL, Parquet and a datasheet. Needs egvar[formats]."""
    from egvar.bench.corpus import write
    from egvar.engine import shared_worker

    worker = shared_worker()
    worker.start()
    click.echo(f"{write(output, worker, limit)} rows in {output}")


def _measure(tier: str, given: dict[str, Any], **more: Any) -> None:
    from egvar.bench import results, summary
    from egvar.bench.runner import Journal, recorded, run
    from egvar.bench.tiers import Doer, Options, judge_of
    from egvar.engine import shared_worker
    from egvar.llm.account import Budget

    limits = {k: given[k] for k in LIMITS if given[k] is not None}
    solvers = tuple(dict.fromkeys(given["solvers"])) or ("builtin",)
    options = Options(tier, solvers, given["reps"], given["limit"], file=given["file"], budget=Budget(**limits), **more)
    worker = shared_worker()
    worker.start()
    trails = None if given["replay"] is None else recorded(given["replay"])
    doer = Doer(options, worker, trails)
    doer.prepare()
    command = _command(tier, options, given)
    asked = {"command": command, **options.card()}
    journal = Journal.open(given["output"], asked, given["resume"])
    units = options.units()
    if trails is None:
        _agree([u for u in units if u.key not in journal.done], given["yes"])
    rows = run(units, doer, judge_of(options, worker), journal)
    if tier == "tier1":
        figures, notes = summary.tier1(rows, list(solvers)), _notes(tier, rows)
    else:
        figures, notes = (summary.tier15 if tier == "tier1.5" else summary.tier2)(rows), _notes(tier, rows)
    if given["output"] is not None:
        results.write(given["output"], tier, asked, doer.cards(), figures, notes)
    if given["as_json"]:
        import json

        click.echo(json.dumps({"schema_version": 1, "tier": tier, **asked, "summary": figures}, indent=1))
        return
    click.echo(results.markdown(f"egvar bench {tier}", command, results.table(tier, figures), notes))


def _agree(units: list[Any], yes: bool) -> None:
    """Says what models will about use, and asks whether to go on. Nothing is sent before."""
    from egvar.bench.estimate import estimate
    from egvar.bench.tiers import is_model
    from egvar.engine import shared_worker

    names = dict.fromkeys(u.solver for u in units if is_model(u.solver))
    for name in names:
        own = [u for u in units if u.solver == name]
        click.echo(estimate(name, own, shared_worker()).line(), err=True)
    if names and not yes:
        if not sys.stdin.isatty():
            raise click.UsageError("--yes says that models are to be used")
        click.confirm("Go on?", abort=True, err=True)


def _command(tier: str, options: Options, given: dict[str, Any]) -> str:
    """The command that makes these results again."""
    words = ["egvar bench", tier, *(f"--solver {s}" for s in options.solvers)]
    words += [f"--panel {p}" for p in options.panels]
    if len(options.cues) > 1 or options.cues[0]:
        words.append("--cue " + ("both" if len(options.cues) > 1 else "yes"))
    words += [f"--size {options.size}"] if options.size is not None else []
    words += [f"--limit {options.limit}"] if options.limit is not None else []
    words += [f"--reps {options.reps}"] if options.reps > 1 else []
    words += [f"--{k.replace('_', '-')} {given[k]}" for k in LIMITS if given[k] is not None]
    return " ".join(words)


def _notes(tier: str, rows: list[dict[str, Any]]) -> list[str]:
    """What a reader has to know beside the figures."""
    out = ["Shares are counts, percent and the 95 % Wilson interval."]
    if tier == "tier1":
        out.append(
            "EG-VAR is right if the kernel accepted the gold goal and the answer is the gold one; others, if it is."
        )
        corrected = {r["item"]: r for r in rows if "published" in r}
        if corrected:
            listed = "; ".join(f"{i[:8]}: {r['gold']}, published {r['published']}" for i, r in corrected.items())
            out.append(f"Gold answers that the table contradicts and that were corrected: {listed}.")
    elif tier == "tier1.5":
        out.append("Figures are over binary-compare and direction claims; look-ups stand apart.")
    else:
        out.append("A goal counts as correct only if it also says what the gold goal says on variations of the table.")
    return out
