"""The command line: `egvar`. Results on stdout, progress and errors on stderr.

May import: anything of egvar, inside the commands that need it.

Exit codes of `verify`: 0 every claim Verified · 1 some claim Refuted or Supported · 4 otherwise some Abstain · 3 could
not check · 2 usage, configuration or input error · 5 no claims; precedence 2 > 3 > 1 > 4. `ask`: 0 answered, else as
`verify`. `audit`: 0 accepted, 1 rejected, 3 could not check.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from egvar import __version__
from egvar.cli.models import chosen, model_options, show
from egvar.errors import EgvarError, unforeseen
from egvar.visible import json_text, visible

if TYPE_CHECKING:
    from egvar.engine import Run
    from egvar.llm.model import Model

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # what else is installed has no say, and is not looked for

_ELSEWHERE = {
    "audit": "checks",
    "doctor": "checks",
    "lean": "checks",
    "read": "read",
    "report": "report",
    "proof": "report",
    "firewall": "firewall",
    "check": "documents",
    "batch": "batch",
    "mcp": "serving",
    "serve": "serving",
}
"""Commands with the module of `egvar.cli` that they are in, which is imported only when one is wanted."""


def _crashed(e: Exception) -> NoReturn:
    """Ends with 3, could not check, whatever went wrong."""
    error = unforeseen(e)
    if os.environ.get("EGVAR_TRACEBACK") == "1":
        import traceback

        for line in traceback.format_exception(e):
            sys.stderr.write(visible(line, keep="\n"))
    click.echo(error.render(), err=True)
    sys.exit(error.exit_code)


class _Group(click.Group):
    """Shows egvar's own errors as their lines and ends with their exit code; everything unforeseen is one of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *_ELSEWHERE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        from importlib import import_module

        command = getattr(import_module(f"egvar.cli.{_ELSEWHERE[cmd_name]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def main(self, *args: Any, **kwargs: Any) -> Any:
        # Not click's own endings: it has 1, which is Refuted, for an interrupt and for a file that cannot be opened.
        try:
            code = super().main(*args, **(kwargs | {"standalone_mode": False}))
            sys.exit(code if isinstance(code, int) else 0)
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(3)
        except click.Abort:
            click.echo("interrupted", err=True)
            sys.exit(130)
        except click.ClickException as e:
            e.message = visible(e.message, keep="\n")
            e.show()
            sys.exit(2)
        except EgvarError as e:
            click.echo(e.render(), err=True)
            sys.exit(e.exit_code)
        except Exception as e:  # a crash decides nothing: it must not end with the code of a verdict
            _crashed(e)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="egvar")
def main() -> None:
    """Claims and questions about tables; Verified is a label that only the Lean kernel can mint."""


def _table_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in (
        click.option(
            "--table",
            "-t",
            required=True,
            type=click.Path(path_type=Path),
            help="The table: CSV, Excel, Parquet, JSON, SQLite or DuckDB.",
        ),
        click.option("--goal", type=click.Path(path_type=Path), help="A goal as JSON, instead of the formalizer's."),
        click.option(
            "--interpretation", type=int, help="Which of the formalizer's interpretations is meant (1, 2, …)."
        ),
        click.option(
            "--reading", type=click.Path(path_type=Path), help="How the table is read (see egvar read --save)."
        ),
        click.option("--context", default="", help="What the whole table is about, such as its caption."),
        click.option("--total-rows", type=click.Choice(["keep", "drop"]), help="What suspected total rows are."),
        click.option("--dash", type=click.Choice(["missing", "zero"]), help="What a lone dash among numbers is."),
        click.option("--decimal", type=click.Choice(["point", "comma"]), help="The decimal mark, where both could be."),
        click.option("--digits", type=click.IntRange(0, 100), default=2, show_default=True, help="Decimals shown."),
        click.option("--output", "-o", type=click.Path(path_type=Path), help="Write a bundle to this new folder."),
        click.option("--key", type=click.Path(path_type=Path), help="Sign the bundle with this private key."),
        click.option("--no-source", is_flag=True, help="Leave the table out of the bundle."),
        click.option("--policy", type=click.Path(path_type=Path), help="What counts as accepted (TOML)."),
        click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout."),
        click.option("--explain", is_flag=True, help="Show how the formalizer read the words."),
    ):
        command = option(command)
    return model_options(command)


@main.command()
@click.argument("claims", nargs=-1)
@click.option("--exit-zero", is_flag=True, help="End with 0 whatever the verdicts are (not for errors).")
@_table_options
def verify(claims: tuple[str, ...], exit_zero: bool, **options: Any) -> None:
    """Verify CLAIMs about a table."""
    if not claims:
        if options["goal"] is None:
            click.echo("error: no claims\nhint: egvar verify 'CLAIM' --table FILE", err=True)
            sys.exit(5)
        claims = ("",)
    runs = _runs("claim", claims, **options)
    code = exit_code([r.verdict.status.value for r in runs], [str(r.verdict.reason or "") for r in runs])
    sys.exit(0 if exit_zero else code)


@main.command()
@click.argument("question", default="")
@click.option("--narrate", is_flag=True, help="Say it in sentences too, each with the records that it rests on.")
@click.option(
    "--narrator", metavar="NAME", help="A model that writes the sentences, as for --solver; implies --narrate."
)
@_table_options
def ask(question: str, narrate: bool, narrator: str | None, **options: Any) -> None:
    """Answer a QUESTION from a table, or abstain."""
    if not question and options["goal"] is None:
        raise click.UsageError("no question")
    if narrator is not None:  # before anything is done, so that a wrong name costs nothing
        from egvar.llm.spec import model

        writer = model(narrator)
    else:
        writer = None
    runs = _runs("question", (question,), **options)
    if (narrate or narrator is not None) and runs and not options["as_json"]:
        _narrate(runs[0], writer)
    sys.exit(exit_code([r.verdict.status.value for r in runs], [str(r.verdict.reason or "") for r in runs]))


def exit_code(statuses: list[str], reasons: list[str]) -> int:
    """The exit code for these verdicts, most serious first."""
    if "not_checked" in reasons:
        return 3
    if any(s in ("Refuted", "Supported") for s in statuses):
        return 1
    return 4 if "Abstain" in statuses else 0


def _runs(
    kind: Any,
    texts: tuple[str, ...],
    table: Path,
    goal: Path | None,
    interpretation: int | None,
    reading: Path | None,
    context: str,
    total_rows: str | None,
    dash: str | None,
    decimal: str | None,
    digits: int,
    output: Path | None,
    key: Path | None,
    no_source: bool,
    policy: Path | None,
    as_json: bool,
    explain: bool,
    **models: Any,
) -> list[Run]:
    from egvar.cli.policies import deciding
    from egvar.engine import open_table, run, shared_worker
    from egvar.errors import GoalError
    from egvar.files import MAX_SMALL, read_whole

    if output is None and (key is not None or no_source):
        raise click.UsageError("--key and --no-source are for a bundle: -o names it")
    decide = deciding(policy, table, goal is not None)

    make_solver = chosen(models)
    if models["replay"] is not None and len(texts) > 1:
        raise click.UsageError("a trail is of one claim")
    shared_worker().start()  # loads Lean while this process reads the table
    goal_text = None
    if goal is not None:
        if len(texts) > 1:
            raise GoalError("a goal is for one claim", hint="give one claim, or none")
        try:
            goal_text = read_whole(goal, MAX_SMALL)
        except OSError as e:
            raise GoalError(f"{goal} cannot be read", cause=e.strerror or str(e)) from e
    if output is not None and output.exists():
        from egvar.errors import BundleError

        raise BundleError(f"{output} exists", hint="name a folder that does not exist yet")
    source = open_table(table, reading=reading, total_rows=total_rows, dash=dash, decimal=decimal)
    runs, whole = [], []
    for text in texts:
        solver = make_solver() if make_solver else None
        options: dict[str, Any] = {"goal": goal_text, "interpretation": interpretation}
        options |= {"digits": digits, "context": context}
        if models["dry_run"] and solver is not None:
            show(solver, lambda s: run(text, source, kind, solver=s, **options))  # noqa: B023
            continue
        reached = run(text, source, kind, solver=solver, **options)
        done = decide(reached)
        whole.append(reached)
        runs.append(done)
        if not as_json:
            click.echo(str(done.verdict))
            if explain:
                _explain(done)
    if output is not None:
        from egvar.bundle.write import write

        for i, reached in enumerate(whole, 1):  # a policy is whoever reads it: the bundle has what was reached
            write(reached, output if len(runs) == 1 else output / str(i), key, not no_source)
    if as_json:
        click.echo(json_text({"schema_version": 1, "verdicts": [r.verdict.as_dict() for r in runs]}))
    return runs


def _narrate(done: Run, model: Model | None) -> None:
    from egvar.proof.narrate import narrate, speaking
    from egvar.proof.tree import ProofTree

    narrator = speaking(model) if model is not None else None
    told = narrate(done.verdict, ProofTree.from_verdict(done.checked), done.source, narrator)
    click.echo(visible(told.shown, keep="\n"))
    for r in told.result.reasons:
        said = f"removed ({r.reason}{': ' + r.detail if r.detail else ''}): {r.text.strip()}"
        click.echo(visible(said), err=True)


def _explain(done: Run) -> None:
    from egvar.goal import dump

    for i, c in enumerate(done.candidates, 1):
        click.echo(f"  interpretation {i}, score {float(c.score):.2f}")
        for token, what in c.explain:
            click.echo(visible(f"    {token!s:24} → {what}"))
        click.echo(f"    goal: {json_text(dump(c.goal), None)}")


@main.command()
@click.argument("code")
def explain(code: str) -> None:
    """Explain an error CODE such as EGV101."""
    from egvar.errors import explain_code

    click.echo(explain_code(code))


@main.command()
def schema() -> None:
    """Print the JSON schema of goals."""
    import json

    from egvar.goal import schema as goal_schema

    click.echo(json.dumps(goal_schema(), indent=1, ensure_ascii=False))


class _Later(click.Group):
    """A group whose module, `egvar.cli.<name>`, is imported when one of its commands is wanted."""

    def _real(self) -> click.Group:
        from importlib import import_module

        group = getattr(import_module(f"egvar.cli.{self.name}"), str(self.name))
        assert isinstance(group, click.Group)
        return group

    def list_commands(self, ctx: click.Context) -> list[str]:
        return self._real().list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self._real().get_command(ctx, cmd_name)


for _name, _help in (
    ("lift", "Lifts: what a table's rows say about the world, reviewed by people."),
    ("bench", "Measure what egvar gets right, on files with known answers."),
    ("keys", "Keys that bundles are signed with."),
):
    main.add_command(_Later(name=_name, help=_help))


if __name__ == "__main__":
    main()
