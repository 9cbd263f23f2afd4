"""`egvar lift`: for curators who know the data and no Lean.

May import: anything of egvar.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from egvar.visible import json_text, visible

GRADES = ("speculative", "plausible", "supported", "verified")
FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.group()
def lift() -> None:
    """Lifts: what a table's rows say about the world, reviewed by people."""


@lift.command()
@click.argument("table", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--key", required=True, help="The column that names the entities.")
@click.option("--value", required=True, help="The column with their numbers.")
@click.option("--measure", required=True, help='What the number is called, as in "the highest MEASURE".')
@click.option("--entity", required=True, help='What an entity is called, such as "state".')
@click.option("--author", required=True, help="Your name.")
def new(table: Path, folder: Path, key: str, value: str, measure: str, entity: str, author: str) -> None:
    """Start a lift file for TABLE in the new FOLDER. Edit the reasons, then lint, test and have it reviewed."""
    import hashlib
    import shutil

    from egvar.errors import LiftError
    from egvar.files import MAX_SMALL, read_whole
    from egvar.lifts.draft import draft, identifier
    from egvar.source.source import DECLARED, load

    source = load(table)
    labels = [c.label for c in source.columns]
    for label in (key, value):
        if label not in labels:
            raise LiftError(f'{table} has no column "{label}"', cause="it has " + ", ".join(labels))
    if folder.exists():
        raise LiftError(f"{folder} exists", hint="name a folder that does not exist yet")
    beside = table.with_name(table.name + DECLARED)
    declared = hashlib.sha256(read_whole(beside, MAX_SMALL, links=False)).hexdigest() if beside.exists() else None
    text = draft(source, declared, identifier(folder.name), key, value, measure, entity, author)
    folder.mkdir(parents=True)
    for path in (table, *([beside] if declared else [])):
        shutil.copy(path, folder / path.name)
    (folder / "lift.toml").write_text(text, encoding="utf-8")
    click.echo(visible(f"wrote {folder}/lift.toml; next: edit its reasons, then egvar lift lint {folder}"))


@lift.command()
@click.argument("folder", type=FOLDER)
@click.option("--with", "others", multiple=True, type=FOLDER, help="Another source of a shared predicate (repeatable).")
@click.option("--json", "as_json", is_flag=True)
def lint(folder: Path, others: tuple[Path, ...], as_json: bool) -> None:
    """Find what is wrong with the lift file in FOLDER, alone and with others. Ends with 1 if anything is."""
    from egvar.challenge.world_check import open_lifted
    from egvar.challenge.world_rows import lint_together
    from egvar.lifts.file import read, table
    from egvar.lifts.lint import lint as find

    file = read(folder)
    faults = find(file, table(file, folder))
    if others and not faults:
        faults = lint_together([open_lifted(f, {}) for f in (folder, *others)])
    if as_json:
        click.echo(json_text([asdict(f) for f in faults]))
    else:
        for f in faults:
            rows = f" (rows {', '.join(map(str, f.rows))})" if f.rows else ""
            click.echo(visible(f"{f.code}: {f.where}: {f.what}{rows}"))
        click.echo(f"{len(faults)} findings in {file.id}")
    sys.exit(1 if faults else 0)


@lift.command()
@click.argument("folder", type=FOLDER)
def compile(folder: Path) -> None:
    """Print the Lean axioms that the lift file in FOLDER compiles to, each with its sentence."""
    from egvar.challenge import text
    from egvar.challenge.world import build
    from egvar.challenge.world_check import open_lifted
    from egvar.lifts.file import WorldClaim
    from egvar.lifts.review import trusted_reviewers
    from egvar.source.cell import Kind
    from egvar.tools.ledger import Ledger

    lifted = open_lifted(folder, trusted_reviewers())
    file = lifted.file
    for p in file.predicate:
        rows = file.lifts_of(p.id, "rows")
        if not rows:
            continue
        key = next(c.text for c in lifted.source.column(rows[0].key.name).cells if c.kind is Kind.TEXT)
        claim = WorldClaim(op="exceeds", predicate=p.id, key=key, other=key)
        challenge = build((lifted,), claim, "verify", None, Ledger())
        click.echo(text.declaration(challenge.constants[challenge.predicate], [text.quoted(p.sentence)]))
        for x in (*rows, *file.lifts_of(p.id, "complete")):
            comments = [text.quoted(f"{x.kind}, {lifted.grades[x.id][0]}: {x.reason}")]
            click.echo(text.declaration(challenge.constants["Lift", file.id, x.id], comments))


@lift.command()
def schema() -> None:
    """Print the JSON schema of lift files."""
    from egvar.lifts.file import schema as lift_schema

    click.echo(json.dumps(lift_schema(), indent=1, ensure_ascii=False))


@lift.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--trust", type=click.Path(path_type=Path, dir_okay=False), help="Add the public key to this list.")
@click.option("--name", help="The reviewer's name in that list.")
def keys(path: Path, trust: Path | None, name: str | None) -> None:
    """Make a reviewer's key pair: the private key goes to the new file PATH, the public key is printed."""
    from egvar.lifts.review import add_trusted
    from egvar.signing import new_key

    if (trust is None) != (name is None):
        raise click.UsageError("--trust and --name go together")
    public = new_key(path)
    if trust is not None and name is not None:
        add_trusted(trust, name, public)
    click.echo(public)


@lift.command()
@click.argument("folder", type=FOLDER)
@click.option("--key", "key_file", required=True, type=click.Path(path_type=Path), help="Your private key.")
@click.option("--reviewer", required=True, help="Your name.")
@click.option("--lift", "ids", multiple=True, help="Only this lift (may be repeated).")
def review(folder: Path, key_file: Path, reviewer: str, ids: tuple[str, ...]) -> None:
    """Sign the lifts in FOLDER as they are now. A lift that changes afterwards loses its review."""
    from egvar.lifts.file import read, table
    from egvar.lifts.lint import lint as find
    from egvar.lifts.review import sign

    file = read(folder)
    faults = find(file, table(file, folder))
    if faults:
        from egvar.errors import LiftError

        raise LiftError(f"{file.id} has {len(faults)} findings", hint=f"egvar lift lint {folder}")
    for r in sign(file, folder, key_file, reviewer, ids):
        click.echo(visible(f"{r.lift}: reviewed by {r.reviewer} on {r.date}, content {r.content[:16]}…"))


@lift.command()
@click.argument("folder", type=FOLDER)
@click.option("--reviewers", type=click.Path(path_type=Path, exists=True), help="Trusted reviewers (JSON).")
@click.option("--as-reviewed", is_flag=True, help="As if every lift were reviewed: for a look before that is so.")
def test(folder: Path, reviewers: Path | None, as_reviewed: bool) -> None:
    """Run the examples of the lift file in FOLDER, and flip cells one at a time. Ends with 1 if anything is off."""
    from dataclasses import replace

    from egvar.challenge.world_check import check_world, open_lifted, outcome_of
    from egvar.engine import shared_worker
    from egvar.lifts.examples import flips
    from egvar.lifts.review import trusted_reviewers
    from egvar.solver.world import prove_world

    lifted = open_lifted(folder, trusted_reviewers(reviewers))
    file = lifted.file
    if as_reviewed:
        lifted = replace(lifted, grades={x.id: (x.grade, "nobody yet") for x in file.lift})
    wrong = flipped = 0
    for e in file.example:
        verdict = check_world(lifted, e.claim, shared_worker(), prove_world).verdict
        good = verdict.status == e.outcome
        wrong += not good
        click.echo(visible(f"{'ok   ' if good else 'WRONG'} {verdict.status}: {verdict.paraphrase}"))
        for flip in flips(file, lifted.source, e.claim, outcome_of(lifted)):
            flipped += 1
            if not flip.right:
                wrong += 1
                click.echo(visible(f"WRONG row {flip.row}: {flip.before} became {flip.after}, depends: {flip.depends}"))
    click.echo(f"{len(file.example)} examples, {flipped} flipped cells, {wrong} wrong")
    sys.exit(1 if wrong else 0)


@lift.command()
@click.argument("old", type=FOLDER)
@click.argument("new", type=FOLDER)
def diff(old: Path, new: Path) -> None:
    """What changed between two versions of a lift file, lift by lift. Ends with 1 if anything did."""
    from egvar.lifts.file import read

    a, b = read(old), read(new)
    before = {x.id: a.content_hash(x) for x in a.lift}
    after = {x.id: b.content_hash(x) for x in b.lift}
    changes = [f"removed {i}" for i in before.keys() - after.keys()]
    changes += [f"added {i}" for i in after.keys() - before.keys()]
    changes += [f"changed {i}: it loses its review" for i in before.keys() & after.keys() if before[i] != after[i]]
    for line in sorted(changes):
        click.echo(line)
    sys.exit(1 if changes else 0)


@lift.command()
@click.argument("folder", type=FOLDER)
@click.argument("claims", nargs=-1, required=True)
@click.option("--with", "others", multiple=True, type=FOLDER, help="Another source of the same predicate (repeatable).")
@click.option("--reviewers", type=click.Path(path_type=Path, exists=True), help="Trusted reviewers (JSON).")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), help="Write the bundle of the one claim to this new folder."
)
@click.option("--key", type=click.Path(path_type=Path), help="Sign the bundle with this private key.")
@click.option("--grade", type=click.Choice(GRADES), help="The lowest grade that is accepted.")
@click.option("--policy", type=click.Path(path_type=Path), help="What counts as accepted (TOML).")
@click.option("--report", type=click.Path(path_type=Path), help="Write a page on the verdict to this new HTML file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def verify(
    folder: Path,
    claims: tuple[str, ...],
    others: tuple[Path, ...],
    reviewers: Path | None,
    report: Path | None,
    out: Path | None,
    key: Path | None,
    grade: str | None,
    policy: Path | None,
    as_json: bool,
) -> None:
    """Verify CLAIMs about the world through the lift file in FOLDER. A claim is a sentence, or a world claim as JSON.

    With more sources of the same shared predicate, their entities can be compared, and each is checked against the
    others: a disagreement leaves Supported at most.

    Exit codes as for `egvar verify`; Supported counts as 1.
    """
    from egvar.challenge.world_check import WorldChecked, check_world, open_lifted
    from egvar.cli.main import exit_code
    from egvar.cli.policies import deciding_on_world
    from egvar.engine import shared_worker
    from egvar.lifts.file import parse_claim
    from egvar.lifts.review import trusted_reviewers
    from egvar.solver.world import prove_world
    from egvar.solver.world_words import claims_of
    from egvar.verdict import Reason, Status, Verdict

    if key is not None and out is None:
        raise click.UsageError("--key is for a bundle: -o names it")
    if (report or out) is not None and len(claims) > 1:
        raise click.UsageError("a report or a bundle is on one claim")
    shared_worker().start()
    trusted = trusted_reviewers(reviewers)
    lifted = open_lifted(folder, trusted)
    further = [open_lifted(f, trusted) for f in others]
    file, source = lifted.file, lifted.source
    decide = deciding_on_world(policy, grade, Path(source.name), (lifted, *further))
    verdicts = []
    for text in claims:
        if text.lstrip().startswith("{"):
            found = [parse_claim(_json(text))]
        else:
            found = claims_of(text, (lifted, *further))
        if len(found) == 1:
            checked = check_world(lifted, found[0], shared_worker(), prove_world, text, further)
        else:
            reason = Reason.AMBIGUOUS if found else Reason.NOT_EXPRESSIBLE
            why = "it can be read in several ways" if found else f"it is no sentence of {file.id} about its entities"
            checked = WorldChecked(Verdict(Status.ABSTAIN, text=text, reason=reason, why=why, source=source.name))
        verdicts.append(decide(checked.verdict))
        if out is not None:
            from egvar.bundle.world import WorldRun, write_world
            from egvar.errors import BundleError

            if len(found) != 1:
                raise BundleError("there is no claim to write a bundle of", cause=checked.verdict.why)
            write_world(WorldRun(checked, found[0], lifted, tuple(further)), out, key)
        if report is not None:
            from egvar.cli.report import write_new
            from egvar.report.page import render
            from egvar.report.shown import of_world

            write_new(report, render(of_world(checked, source)), force=False)
        if not as_json:
            click.echo(str(verdicts[-1]))
            for bucket, axioms in verdicts[-1].axioms.items():
                click.echo(visible(f"  {bucket}: {', '.join(axioms) or 'none'}"))
    if as_json:
        data = {"schema_version": 1, "verdicts": [v.as_dict() for v in verdicts]}
        click.echo(json_text(data))
    sys.exit(exit_code([v.status.value for v in verdicts], [str(v.reason or "") for v in verdicts]))


def _json(text: str) -> dict[str, Any]:
    from egvar.errors import LiftError

    try:
        data = json.loads(text)
    except ValueError as e:
        raise LiftError("a world claim is not JSON", cause=str(e)) from e
    if not isinstance(data, dict):
        raise LiftError("a world claim is a JSON object")
    return data
