"""`egvar check`: the sentences of documents against tables.

May import: click at the top; everything else inside the command.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from egvar.visible import json_text, visible


@click.command()
@click.argument("documents", nargs=-1, type=click.Path(path_type=Path))
@click.option("--table", "-t", "tables", multiple=True, help="A table; several with several --table.")
@click.option("--total-rows", type=click.Choice(["keep", "drop"]), help="What suspected total rows are.")
@click.option("--dash", type=click.Choice(["missing", "zero"]), help="What a lone dash among numbers is.")
@click.option("--decimal", type=click.Choice(["point", "comma"]), help="The decimal mark, where both could be.")
@click.option("--policy", type=click.Path(path_type=Path), help="What counts as accepted (TOML).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
@click.option("--sarif", type=click.Path(path_type=Path), help="Write what is not Verified as SARIF 2.1.0, for CI.")
@click.option("--github", is_flag=True, help="Print annotations for a workflow of GitHub too.")
@click.option("--html", type=click.Path(path_type=Path), help="Write the documents as a page, sentences underlined.")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), help="Write a bundle of all verdicts to this new folder."
)
@click.option("--key", type=click.Path(path_type=Path), help="Sign the bundle with this private key.")
@click.option("--force", is_flag=True, help="Replace the page and the SARIF file if they exist.")
@click.option("--fix", is_flag=True, help="Propose the right numbers, as a diff on stdout; no file is changed.")
@click.option("--quiet", "-q", is_flag=True, help="Show only what is Refuted or Supported.")
@click.option("--allow-unchecked", is_flag=True, help="End with 0 also where sentences could not be decided.")
@click.option("--exit-zero", is_flag=True, help="End with 0 whatever the verdicts are (not for errors).")
def check(
    documents: tuple[Path, ...],
    tables: tuple[str, ...],
    total_rows: str | None,
    dash: str | None,
    decimal: str | None,
    policy: Path | None,
    as_json: bool,
    sarif: Path | None,
    github: bool,
    html: Path | None,
    output: Path | None,
    key: Path | None,
    force: bool,
    fix: bool,
    quiet: bool,
    allow_unchecked: bool,
    exit_zero: bool,
) -> None:
    """Check the sentences of DOCUMENTS (Markdown, HTML, text, .docx) against tables.

    The tables are those given, those in the documents, and those that their front matter names. Exit codes: 0 every
    sentence about them is Verified, 1 some Refuted or Supported, 4 otherwise some not decided, 3 something could not be
    checked, 2 usage or input error, 5 no sentence is about a table.

    \b
    Examples:
      egvar check report.md --table sales.csv
      egvar check report.md -t sales.csv -t staff.csv --fix | git apply
      egvar check docs/*.md --quiet --allow-unchecked      (in CI: fail for what is refuted)
    """
    if not documents:
        click.echo("error: no documents\nhint: egvar check report.md --table FILE", err=True)
        sys.exit(5)
    if output is None and key is not None:
        raise click.UsageError("--key is for a bundle: -o names it")
    if output is not None and output.exists():
        from egvar.errors import BundleError

        raise BundleError(f"{output} exists", hint="name a folder that does not exist yet")
    for file in (html, sarif):
        if file is not None and file.exists() and not force:
            from egvar.errors import ReportError

            raise ReportError(f"{file} exists", hint="--force replaces it, or name another file")
    from egvar.documents.check import Report, check_document, counted, records
    from egvar.documents.read import open_document
    from egvar.documents.tables import Known, of_file
    from egvar.engine import open_table, shared_worker

    shared_worker().start()

    def opened(path: Path | str) -> Known:
        return of_file(path, open_table(path, total_rows=total_rows, dash=dash, decimal=decimal))

    given = [opened(t) for t in tables]
    decide = _deciding(policy)
    reports: list[Report] = []
    for path in documents:
        reports.append(check_document(open_document(path), given, opener=opened, decide=decide, fix=fix))
        for e in reports[-1].refused:
            click.echo(visible(f"note: {e.position}: {e.message}: {e.cause}"), err=True)
    counts = counted(reports)
    if as_json:
        data: dict[str, Any] = {"schema_version": 1, "sentences": list(records(reports)), "counts": counts}
        click.echo(json_text(data))
    elif fix:
        _fixes(reports)
    if not as_json:
        from egvar.documents.lines import lines, summary

        for line in lines(reports, quiet):
            click.echo(visible(line), err=fix)
        click.echo(summary(counts), err=fix)
    if github:
        from egvar.documents.sarif import github_lines

        for line in github_lines(reports):
            click.echo(line, err=as_json or fix)
    if sarif is not None:
        from egvar.cli.report import write_new
        from egvar.documents.sarif import sarif as log_of

        write_new(sarif, json_text(log_of(reports)) + "\n", force)
    if output is not None:
        from egvar.bundle.documents import write_documents

        write_documents(reports, output, key)
    if html is not None:
        from egvar.cli.report import write_new
        from egvar.report.document import render_document

        write_new(html, render_document(reports), force)
    sys.exit(_code(reports, allow_unchecked, exit_zero))


def _deciding(policy: Path | None) -> Any:
    """What a policy makes of a run, told whether its goal was given; without one, the run itself."""
    if policy is None:
        return lambda run, goal_given: run
    from egvar.cli.policies import deciding

    decides = {given: {} for given in (True, False)}  # type: dict[bool, dict[str, Any]]

    def decide(run: Any, goal_given: bool) -> Any:
        table = run.source.name
        if table not in decides[goal_given]:
            decides[goal_given][table] = deciding(policy, Path(table), goal_given)
        return decides[goal_given][table](run)

    return decide


def _fixes(reports: list[Any]) -> None:
    from egvar.documents.fix import diff

    for report in reports:
        if fixes := [c.fix for c in report.checked if c.fix]:
            text = diff(report.document, fixes)  # as it is where it goes to a program
            click.echo(visible(text, keep="\n\t") if sys.stdout.isatty() else text, nl=False)


def _code(reports: list[Any], allow_unchecked: bool, exit_zero: bool) -> int:
    from egvar.cli.main import exit_code
    from egvar.documents.check import NOT_ABOUT

    checked = [c for r in reports for c in r.checked if c.status != NOT_ABOUT]
    code = exit_code([c.status for c in checked], [c.reason or "" for c in checked]) if checked else 5
    return 0 if exit_zero or (allow_unchecked and code in (4, 5)) else code
