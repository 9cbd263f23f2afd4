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
@click.option("--junit", type=click.Path(path_type=Path), help="Write the results as JUnit XML too, for CI.")
@click.option("--exit-zero", is_flag=True, help="End with 0 whatever the verdicts are (not for errors).")
def batch(
    claims: Path, table: str | None, output: Path, jobs: int, resume: bool, junit: Path | None, exit_zero: bool
) -> None:
    """Verify the claims in a .jsonl, .csv or .txt file; results in their order, progress on stderr."""
    from collections import Counter

    from egvar.batch import read_items, write_results
    from egvar.cli.main import exit_code

    total = sum(1 for _ in read_items(claims, table))
    if not total:
        click.echo("error: no claims", err=True)
        sys.exit(5)
    counts: Counter[str] = Counter()
    reasons: set[str] = set()
    results = write_results(read_items(claims, table), output, jobs, resume)
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import track

        results = iter(track(results, "claims", total, console=Console(stderr=True)))
    for result in results:
        counts[result["status"]] += 1
        reasons.add(str(result.get("reason") or ""))
    if junit is not None:
        from egvar.cli.report import write_new
        from egvar.results import junit as as_junit
        from egvar.results import read

        write_new(junit, as_junit(read(output), claims.name), True)
    click.echo(" · ".join(f"{k} {n}" for k, n in sorted(counts.items())))
    if counts["error"]:
        sys.exit(2)
    sys.exit(0 if exit_zero else exit_code(list(counts), list(reasons)))
