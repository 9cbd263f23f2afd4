"""Writes a bundle: the formal sidecar of one verdict.

May import: anything of egvar but the command line.

A bundle is a folder. `verdict.json` names the SHA-256 of every file that it is about, `SHA256SUMS` those of the same
files and its own; the folder gets its name only when it is whole. The same input gives the same bytes. docs/bundle.md
describes the format.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from egvar.bundle import envelope
from egvar.challenge import text
from egvar.challenge.check import Checked
from egvar.challenge.statement import Challenge
from egvar.challenge.world import WorldChallenge
from egvar.challenge.world_check import WorldChecked
from egvar.engine import Run
from egvar.errors import BundleError
from egvar.goal import dump
from egvar.kernel import ndjson
from egvar.kernel.closure import closure, in_order
from egvar.kernel.judge import ANSWER, B2
from egvar.kernel.library import LEAN_VERSION
from egvar.kernel.term import Constant, Name
from egvar.kernel.trusted import EXPORT_SHA256
from egvar.proof.checked import tree_of
from egvar.tools.ledger import Ledger
from egvar.verdict import Verdict

PREDICATE = "https://egvar.dev/verdict/v1"
STATEMENT = "https://in-toto.io/Statement/v1"
SUMS = "SHA256SUMS"


def dumps(value: Any) -> bytes:
    """JSON as bundles hold it: sorted keys, two spaces, UTF-8, a newline at the end."""
    return (json.dumps(value, sort_keys=True, indent=2, ensure_ascii=False) + "\n").encode()


def challenge_text(challenge: Challenge | WorldChallenge) -> bytes:
    """`Challenge.lean`, with the sources, the columns' labels, and what lifts say in line comments."""
    comments: dict[Name, list[str]] = {}
    for i, s in enumerate(challenge.sources):
        comments["Challenge", f"source{i}"] = [
            f"source {text.quoted(s.name.rsplit('/', 1)[-1])}: SHA-256 of its bytes, SHA-256 of its reading",
        ]
    for a in challenge.columns:
        comments[a.column] = [f"column {text.quoted(a.observation.label)}, {a.observation.rows} rows"]
        comments[a.axiom] = [f"observation {a.observation.number}: digest {a.observation.digest}"]
    if isinstance(challenge, WorldChallenge):
        predicate = challenge.file.find(challenge.claim.predicate)
        comments[challenge.predicate] = [text.quoted(predicate.sentence)]
        for c in challenge.lifts:
            comments[c.axiom] = [text.quoted(f"{c.lift.kind}, {c.grade}: {c.lift.reason}")]
    imports = ["EgVar.Tactic", *(["EgVar.Packed"] if challenge.judged.packed else [])]
    return text.module(imports, challenge.constants.values(), comments).encode()


def solution_text(constants: Mapping[Name, Constant]) -> bytes:
    """`Solution.lean`."""
    return text.module(["Challenge"], in_order(constants), {}).encode()


def observations(ledger: Ledger) -> bytes:
    return b"".join(json.dumps(o.as_dict(), sort_keys=True).encode() + b"\n" for o in ledger.entries)


def export(challenge: Challenge | WorldChallenge, solution: Mapping[Name, Constant]) -> bytes:
    """`export.ndjson`: everything that the answer, the model and the interface reach, in lean4export's format."""
    trusted = challenge.judged.library.constants

    def find(n: Name) -> Constant | None:
        return challenge.constants.get(n) or trusted.get(n) or solution.get(n)

    reached, _ = closure([ANSWER, *challenge.constants, *B2], find)
    out = io.BytesIO()
    ndjson.write(in_order(reached), out)
    return out.getvalue()


MAX_DAG = 5000
"""Nodes of a proof tree that a bundle holds; a larger one is derived by whoever wants it, with `egvar proof`."""


def dag(checked: Checked | WorldChecked) -> bytes | None:
    """`dag.json`: the proof tree of the verdict, from the root down to the table's cells; None if it is too large."""
    tree = tree_of(checked, "proof-1")
    return dumps(tree.as_dict()) if len(tree.nodes) <= MAX_DAG else None


def statement(verdict: Verdict, files: Mapping[str, bytes]) -> dict[str, Any]:
    """The in-toto Statement v1 about the source, with the verdict and the other files' digests as predicate."""
    name = verdict.source.rsplit("/", 1)[-1]
    return {
        "_type": STATEMENT,
        "subject": [{"name": name, "digest": {"sha256": verdict.source_sha256}}],
        "predicateType": PREDICATE,
        "predicate": {
            "verdict": verdict.as_dict() | {"source": name},
            "files": {n: hashlib.sha256(data).hexdigest() for n, data in sorted(files.items())},
            "library": {"export_sha256": EXPORT_SHA256, "lean": LEAN_VERSION},
        },
    }


def sums(files: Mapping[str, bytes]) -> bytes:
    """`SHA256SUMS`, as `sha256sum -c` reads it: every file of the folder but itself and the signature."""
    named = {n: d for n, d in sorted(files.items()) if n not in (SUMS, envelope.NAME, "index.dsse.json")}
    return "".join(f"{hashlib.sha256(d).hexdigest()}  {n}\n" for n, d in named.items()).encode()


def contents(run: Run) -> dict[str, bytes]:
    """Every file of the bundle but `verdict.json`."""
    files = {
        "source.csv": run.source.data,
        "reading.json": (run.source.reading.canonical() + "\n").encode(),
        "trail.jsonl": b"".join(json.dumps(t, sort_keys=True).encode() + b"\n" for t in run.trail),
        "lifts.lock": dumps({"lifts": []}),
    }
    if run.goal is not None:
        files["goal.json"] = dumps(dump(run.goal))
    files |= judged(run.checked)
    return files | described(files)


def judged(checked: Checked | WorldChecked) -> dict[str, bytes]:
    """The files that only a judged statement has; none where the run abstained before."""
    if checked.challenge is None or checked.solution is None:
        return {}
    files = {
        "Challenge.lean": challenge_text(checked.challenge),
        "Solution.lean": solution_text(checked.solution.constants),
        "observations.jsonl": observations(checked.ledger),
        "export.ndjson": export(checked.challenge, checked.solution.constants),
    }
    tree = dag(checked)
    return files | ({"dag.json": tree} if tree is not None else {})


def described(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """`datapackage.json`: the other files with their sizes."""
    resources = [{"name": n.partition(".")[0].lower(), "path": n, "bytes": len(d)} for n, d in sorted(files.items())]
    return {"datapackage.json": dumps({"name": "egvar-bundle", "profile": "data-package", "resources": resources})}


def write(run: Run, target: Path, key: Path | None = None, keep_source: bool = True) -> None:
    """Writes the bundle of `run` as the folder `target`, signed where a private key file is given.

    Without `keep_source` the table is named by its digest only, and whoever audits the bundle brings it along. Raises
    BundleError or SigningKeyError, and then leaves nothing behind.
    """

    def made() -> dict[str, bytes]:
        files = sealed(run.verdict, contents(run), key)
        return files if keep_source else {n: d for n, d in files.items() if n != "source.csv"}

    write_files(target, made)


def sealed(verdict: Verdict, files: Mapping[str, bytes], key: Path | None = None) -> dict[str, bytes]:
    """The files with `verdict.json`, which names the digest of each, and its signature. Raises SigningKeyError."""
    out = {**files, "verdict.json": dumps(statement(verdict, files))}
    return out if key is None else {**out, envelope.NAME: envelope.sign(out["verdict.json"], key)}


def write_files(target: Path, made: Callable[[], Mapping[str, bytes]]) -> None:
    """Writes the folder `target` whole, or nothing. Raises BundleError."""
    if target.exists():
        raise BundleError(f"{target} exists", hint="name a folder that does not exist yet")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}-"))
    except OSError as e:
        raise BundleError(f"{target} cannot be written", cause=str(e)) from e
    try:
        files = dict(made())
        files[SUMS] = sums(files)
        for name, data in files.items():
            (scratch / name).parent.mkdir(parents=True, exist_ok=True)
            (scratch / name).write_bytes(data)
        scratch.chmod(0o755)
        os.rename(scratch, target)
    except OSError as e:
        raise BundleError(f"{target} cannot be written", cause=str(e)) from e
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
