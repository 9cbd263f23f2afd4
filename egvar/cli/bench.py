"""`egvar bench`: measure on files of questions and claims.

May import: click and `egvar.cli.tiers` at the top; everything else inside the commands.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from egvar.cli.tiers import corpus, tier1, tier2, tier15

if TYPE_CHECKING:
    from egvar.bench.formalizer import Outcome


@click.group()
def bench() -> None:
    """Measure what egvar gets right, on files with known answers."""


for _command in (tier1, tier15, tier2, corpus):
    bench.add_command(_command)


@bench.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--subtype", default="", help="Only rows whose subtype begins with this.")
@click.option("--limit", type=click.IntRange(1), help="Only the first N rows.")
@click.option(
    "--score", type=click.FloatRange(0, 1), help="The score that a reading needs (default: the formalizer's)."
)
@click.option(
    "--errors", type=click.Path(path_type=Path), help="Write every row that was not right to this JSONL file."
)
@click.option(
    "--errata",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Gold answers that tables contradict (default: benchmarks/errata.jsonl of a checkout).",
)
@click.option("--kernel", is_flag=True, help="Count verdicts of the judge: slower, and the same where both decide.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def formalizer(
    file: Path,
    subtype: str,
    limit: int | None,
    score: float | None,
    errors: Path | None,
    errata: Path | None,
    kernel: bool,
    as_json: bool,
) -> None:
    """Answer or verify every row of FILE with the built-in formalizer, and compare with its answers.

    FILE has one JSON object a line: id, table {columns, data: rows of texts}, claim_or_question, kind (claim or
    question), answer (for claims ENTAILED, REFUTED or UNDECIDABLE; for questions a text or a list), subtype, source
    (what follows "caption:" is what the table is about). An UNDECIDABLE row is right if it ends in Abstain.
    """
    from egvar.bench.formalizer import errata_of, report, rows_of, run
    from egvar.bench.items import HOME
    from egvar.engine import shared_worker

    rows = [r for r in rows_of(file) if str(r.get("subtype", "")).startswith(subtype)][:limit]
    threshold = None if score is None else Fraction(str(score))
    worker = shared_worker() if kernel else None
    if worker is not None:
        worker.start()
    beside = HOME / "errata.jsonl"
    known = errata_of(errata or beside) if errata is not None or beside.exists() else frozenset()
    outcomes: list[Outcome] = []
    with click.progressbar(length=len(rows), file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for outcome in run(rows, worker, threshold, known):
            outcomes.append(outcome)
            bar.update(1)
    if errors is not None:
        errors.write_text("".join(_line(o) for o in outcomes if o.ending != "right"), encoding="utf-8")
    data = {"schema_version": 2, "file": file.name, "kernel": kernel, **report(outcomes)}
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
        return
    for name, part in (("all", data), *data["by_subtype"].items()):
        click.echo(_summary(name, part))
    for reason, count in data["abstain"].items():
        click.echo(f"  abstain {reason}: {count}")
    if data["against_contradicted_gold"]:
        click.echo(f"decided against a gold answer that the table contradicts: {data['against_contradicted_gold']}")
    if data["milliseconds"]:
        click.echo("a sentence took " + ", ".join(f"{k} {v} ms" for k, v in data["milliseconds"].items()))
    if data["unplaced"]:
        common = list(data["unplaced"].items())[:20]
        click.echo("words not placed: " + ", ".join(f"{word} {count}" for word, count in common))


def _summary(name: str, part: dict[str, Any]) -> str:
    return (
        f"{name or '(none)'}: {part['total']} rows, right {part['right']} ({part['percent_right']} %), "
        f"wrong {part['wrong']} ({part['percent_wrong']} %), decided {part['percent_decided']} %, "
        f"of those right {part['percent_right_of_decided'] or '-'} %, official match {part['official_match']}"
    )


def _line(o: Outcome) -> str:
    data = {
        "id": o.row.get("id"),
        "ending": o.ending,
        "claim_or_question": o.row["claim_or_question"],
        "gold": o.row["answer"],
        "status": o.come.status,
        "answer": list(o.come.answer),
        "paraphrase": o.come.paraphrase,
        "why": o.come.why,
        "unplaced": list(o.come.unplaced),
        "score": None if o.come.score is None else str(float(o.come.score)),
        "columns": o.row["table"]["columns"],
    }
    return json.dumps(data, ensure_ascii=False) + "\n"
