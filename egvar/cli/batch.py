"""`egvar batch`: many claims at once.

May import: click at the top; everything else inside the command.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command()
@click.argument("claims", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--table", "-t", help="The table of claims that name none.")
@click.option("--output", "-o", required=True, type=click.Path(path_type=Path), help="Results, one JSON object a line.")
@click.option("--jobs", "-j", type=click.IntRange(1, 256), default=1, show_default=True, help="Worker processes.")
@click.option("--resume", is_flag=True, help="Go on where the output ends; its last result is checked again.")
@click.option("--reading", type=click.Path(path_type=Path), help="How the tables are read (see egvar read --save).")
@click.option("--total-rows", type=click.Choice(["keep", "drop"]), help="What suspected total rows are.")
@click.option("--dash", type=click.Choice(["missing", "zero"]), help="What a lone dash among numbers is.")
@click.option("--decimal", type=click.Choice(["point", "comma"]), help="The decimal mark, where both could be.")
@click.option("--policy", type=click.Path(path_type=Path), help="What counts as accepted (TOML).")
@click.option("--bundles", type=click.Path(path_type=Path), help="Write a bundle for each claim into this folder.")
@click.option("--csv", "as_csv", type=click.Path(path_type=Path), help="Write the results as CSV too.")
@click.option("--junit", type=click.Path(path_type=Path), help="Write the results as JUnit XML too, for CI.")
@click.option("--exit-zero", is_flag=True, help="End with 0 whatever the verdicts are (not for errors).")
def batch(
    claims: Path,
    table: str | None,
    output: Path,
    jobs: int,
    resume: bool,
    reading: Path | None,
    total_rows: str | None,
    dash: str | None,
    decimal: str | None,
    policy: Path | None,
    bundles: Path | None,
    as_csv: Path | None,
    junit: Path | None,
    exit_zero: bool,
) -> None:
    """Verify the claims in a .jsonl, .csv or .txt file; results in their order, progress on stderr.

    A .txt file has a claim a line. A .csv file has the columns, and a .jsonl file the keys: claim, table (relative to
    the file; else --table), goal (JSON, instead of the formalizer's), id; all but the claim may be left out. The
    results, and how to go on with them, are described in docs/batch.md.

    \b
    Examples:
      egvar batch claims.txt --table sales.csv -o results.jsonl -j 2
      egvar batch claims.jsonl -o results.jsonl --resume --csv results.csv
      egvar batch claims.csv -o results.jsonl --bundles bundles && egvar report bundles -o pages
    """
    if output.suffix.lower() == ".csv":
        raise click.UsageError(f"{output}: results are JSON lines; --csv FILE writes them as CSV too")
    if bundles is not None and bundles.exists() and not resume:
        raise click.UsageError(f"{bundles} exists: name a new folder, or --resume")
    from collections import Counter

    from egvar.batch import How, read_items, write_results
    from egvar.cli.main import exit_code

    total = sum(1 for _ in read_items(claims, table))
    if not total:
        click.echo("error: no claims", err=True)
        sys.exit(5)
    counts: Counter[str] = Counter()
    reasons: set[str] = set()
    if policy is not None:
        from egvar.policy import load

        load(policy)  # what is wrong with it is said once, and before anything is done
    how = How(*(None if x is None else str(x) for x in (reading, total_rows, dash, decimal, policy, bundles)))
    results = write_results(read_items(claims, table), output, jobs, resume, how)
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import track

        results = iter(track(results, "claims", total, console=Console(stderr=True)))
    for result in results:
        counts[result["status"]] += 1
        reasons.add(str(result.get("reason") or ""))
    if as_csv is not None or junit is not None:
        from egvar import results as written
        from egvar.cli.report import write_new

        if as_csv is not None:
            write_new(as_csv, written.table(written.read(output)), True)
        if junit is not None:
            write_new(junit, written.junit(written.read(output), claims.name), True)
    click.echo(" · ".join(f"{k} {n}" for k, n in sorted(counts.items())))
    if counts["error"]:
        sys.exit(2)
    sys.exit(0 if exit_zero else exit_code(list(counts), list(reasons)))
