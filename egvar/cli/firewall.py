"""`egvar firewall`: what of a prose answer a bundle's proof supports.

May import: click at the top; everything else inside the command.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from egvar.visible import json_text, visible


@click.command()
@click.argument("answer", type=click.File(encoding="utf-8"))
@click.option(
    "--bundle", "-b", required=True, type=click.Path(path_type=Path), help="The bundle that it is held against."
)
@click.option("--plain", is_flag=True, help="The plain design: tags only, and nothing asked of short sentences.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, with a reason for each removed sentence.")
def firewall(answer: click.utils.LazyFile, bundle: Path, plain: bool, as_json: bool) -> None:
    """Print of the prose in ANSWER (- for standard input) what the proof in a bundle supports.

    Sentences cite records as [STEP-1], [OBS-2] or [LIFT-0]; `egvar proof BUNDLE` lists them. Exit codes: 0 all of it
    stands, 1 something was removed, 4 nothing is left, 3 the bundle could not be checked.
    """
    from egvar.bundle.audit import audit
    from egvar.engine import shared_worker
    from egvar.proof.firewall import HallucinationFirewall
    from egvar.proof.records import Records
    from egvar.proof.tree import ProofTree

    worker = shared_worker()
    worker.start()
    text = answer.read()
    checked = audit(bundle, worker)
    if checked.run is None or checked.outcome != "accepted":
        for f in checked.findings:
            if f.outcome == "failed":
                click.echo(visible(f"error: {bundle} does not stand"), err=True)
                click.echo(visible(f"cause: {f.what}: {f.detail}"), err=True)
        click.echo(visible(f"hint: egvar audit {bundle}"), err=True)
        sys.exit(3)
    tree = ProofTree.from_verdict(checked.run.checked)
    records = Records.of_tree(tree, checked.run.source)
    result = HallucinationFirewall(strict=not plain).check(
        text, tree, proved=tree.status == "proved", require_proof=True, records=records
    )
    if as_json:
        reasons = [{"text": r.text.strip(), "reason": r.reason, "detail": r.detail} for r in result.reasons]
        data = {"schema_version": 1, **result.as_dict(), "answer": result.answer, "reasons": reasons}
        click.echo(json_text(data))
    else:
        click.echo(visible(result.answer, keep="\n"))
        for r in result.reasons:
            said = f"removed ({r.reason}{': ' + r.detail if r.detail else ''}): {r.text.strip()}"
            click.echo(visible(said), err=True)
    sys.exit({"supported": 0, "stripped": 1, "abstained": 4}[result.outcome])
