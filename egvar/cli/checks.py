"""`egvar audit`, `egvar doctor` and `egvar lean`: whether a bundle and this installation stand, and Lean itself.

May import: click at the top; anything of egvar inside the commands.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

from egvar.errors import EgvarError
from egvar.visible import json_text, visible


@click.command()
@click.argument("bundle", type=click.Path(path_type=Path))
@click.option("--source", type=click.Path(path_type=Path, exists=True), help="Your own copy of the table.")
@click.option(
    "--trusted-keys",
    "--key",
    "keys",
    metavar="KEY",
    help="Who must have signed it: a public key in hexadecimal, a file with one, or a file with a list of keys (JSON).",
)
@click.option("--reviewers", type=click.Path(path_type=Path, exists=True), help="Whose reviews of lifts count (JSON).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def audit(bundle: Path, source: Path | None, keys: str | None, reviewers: Path | None, as_json: bool) -> None:
    """Re-check a BUNDLE offline: digests, signature, tools, challenge, kernel.

    BUNDLE is the folder that egvar verify, check or lift verify wrote with -o, or a .tar.gz, .tgz or .zip of it. A list
    of keys is {"keys": [{"name": "me", "key": "HEXADECIMAL"}]}; egvar keys new prints the public key.

    \b
    Examples:
      egvar audit claim.egvar
      egvar audit claim.egvar --source my-own-copy.csv
      egvar audit claim.egvar --key 5f3c…  (64 hexadecimal digits, as egvar keys new printed them)
    """
    from egvar.bundle.audit import audit as run_audit
    from egvar.bundle.folder import opened
    from egvar.engine import shared_worker
    from egvar.kernel.library import find_library
    from egvar.lifts.review import trusted_reviewers
    from egvar.signing import asked_keys

    trusted = asked_keys(keys) if keys is not None else None
    identity = find_library(full_hash=True)
    counted = trusted_reviewers(reviewers) if reviewers else None
    with opened(bundle) as folder:
        if (folder / "index.json").exists() and not (folder / "verdict.json").exists():
            from egvar.bundle.documents import audit_documents

            if source is not None or reviewers is not None:
                raise click.UsageError("--source and --reviewers are for the bundle of one claim: BUNDLE/claims/1")
            result = audit_documents(folder, shared_worker(), trusted)
        else:
            result = run_audit(folder, shared_worker(), source, trusted, counted)
    if as_json:
        library = {"sha256": identity.sha256, "pinned": identity.pinned, "hash_checked": identity.hash_checked}
        click.echo(json_text(result.as_dict() | {"library": library}))
    else:
        for f in result.findings:
            mark = {"ok": "ok      ", "failed": "FAILED  ", "not_done": "not done"}[f.outcome]
            click.echo(visible(f"{mark} {f.what}" + (f": {f.detail}" if f.detail else "")))
        says = "" if result.status == "unknown" else f": the bundle says {result.status}"
        click.echo(visible(result.outcome + says))
    sys.exit({"accepted": 0, "rejected": 1, "not_checked": 3}[result.outcome])


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def doctor(as_json: bool) -> None:
    """Say what was found, what is missing, and how to mend it."""
    from egvar.engine import shared_worker
    from egvar.kernel.doctor import Finding, diagnose

    findings = list(diagnose())
    try:
        count, kinds = shared_worker().wait_ready()
        seen = ", ".join(sorted(set(kinds)))
        findings.append(Finding("kernel", "ok", f"replayed {count} declarations; self-test saw {seen}", ""))
    except EgvarError as e:
        findings.append(Finding("kernel", "fail", f"{e.message}: {e.cause}", e.hint))
    from egvar.solver.agent.confine import in_force

    whole, what = in_force()
    mend = "" if whole else "use Linux 5.13 or newer and allow user namespaces; verdicts do not depend on it"
    findings.append(Finding("sandbox", "ok" if whole else "warn", what, mend))
    if as_json:
        import json
        from dataclasses import asdict

        click.echo(json.dumps({"schema_version": 1, "findings": [asdict(f) for f in findings]}, indent=2))
    else:
        for f in findings:
            click.echo(visible(f"{f.status:5} {f.check}: {f.what}"))
            if f.mend:
                click.echo(visible(f"      mend: {f.mend}"))
    sys.exit(3 if any(f.status == "fail" for f in findings) else 0)


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
def lean(args: tuple[str, ...]) -> NoReturn:
    """Run the official `lean` command line with ARGS. The compiled library of egvar is on its path, and so is
    the working folder unless LEAN_PATH says otherwise."""
    import os

    from egvar.kernel.leanmain import lean_command, worker_executable
    from egvar.kernel.sources import compiled

    path = [str(compiled()), *filter(None, [os.environ.get("LEAN_PATH", ".")])]
    os.environ["LEAN_PATH"] = os.pathsep.join(path)
    os.environ.setdefault("LEAN_WORKER_PATH", str(worker_executable()))
    command = lean_command()
    os.execv(command[0], [*command, *args])
