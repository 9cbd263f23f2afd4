"""Re-does a bundle offline, from the bundle alone.

May import: anything of egvar but the command line.

What is done, in order: the files and their digests; the signature; the source and its reading; the goal; the trusted
tools again; the challenge rebuilt and compared byte for byte; the export read strictly and its proof judged; the
verdict made again and compared byte for byte. Nothing in the bundle is believed before it has been re-done, and what
cannot be re-done is listed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from egvar.bundle import envelope, write
from egvar.bundle.folder import Refused, read_folder
from egvar.bundle.told import told
from egvar.bundle.world import WorldRun, again, is_world, redo
from egvar.challenge import check as checking
from egvar.challenge.statement import Challenge
from egvar.challenge.world import WorldChallenge
from egvar.engine import Run
from egvar.errors import BundleError, EgvarError, unforeseen
from egvar.goal import parse
from egvar.kernel import ndjson
from egvar.kernel.replay import KernelWorker
from egvar.kernel.term import Constant, Expr, Name
from egvar.solver.prover import Solution
from egvar.source.reading import Reading
from egvar.source.said import declarations
from egvar.source.source import Source, load, load_bytes
from egvar.verdict import Reason, Status, Verdict

ALWAYS = {"verdict.json", write.SUMS, "datapackage.json", "reading.json", "trail.jsonl", "lifts.lock"}
SOMETIMES = {"source.csv", "goal.json", envelope.NAME}
FURTHER = r"source[1-9][0-9]?\.csv|reading[1-9][0-9]?\.json"
JUDGED = {"Challenge.lean", "Solution.lean", "observations.jsonl", "export.ndjson", "dag.json"}
TABLE_NEEDED = {
    "source": "whether the table is the one with the SHA-256 that verdict.json names: --source FILE brings it",
    "tools": "whether the observations are what the tools find in the table",
    "challenge": "whether the statement is about this table, this reading and this goal",
    "proof": "whether the kernel accepts the proof of that statement",
    "verdict": "whether the verdict is the one that follows",
}
"""What cannot be re-done for want of the table, step by step."""


@dataclass(frozen=True)
class Finding:
    """One thing that the audit did: `ok`, `failed`, or `not_done` with the reason."""

    what: str
    outcome: Literal["ok", "failed", "not_done"]
    detail: str = ""


@dataclass(frozen=True)
class Audit:
    """`outcome`: accepted, rejected, or not_checked; and every step in order.

    `run` is what was re-done, for those who go on with it: the verdict with its challenge and proof. It is there where
    the audit accepts, and for an abstention that came before any goal, which claims nothing.
    """

    outcome: Literal["accepted", "rejected", "not_checked"]
    status: str
    findings: tuple[Finding, ...]
    run: Run | WorldRun | None = None

    def as_dict(self) -> dict[str, Any]:
        steps = [{"what": f.what, "outcome": f.outcome, "detail": f.detail} for f in self.findings]
        return {"schema_version": 1, "outcome": self.outcome, "verdict": self.status, "steps": steps}


class _Failed(Exception):
    pass


class _NotChecked(Exception):
    pass


def audit(
    folder: Path,
    worker: KernelWorker,
    source: Path | None = None,
    trusted: Mapping[str, str] | None = None,
    reviewers: Mapping[str, str] | None = None,
) -> Audit:
    """Audits a bundle; `source` is a copy of the table that must be its own. `trusted`: public keys with their names;
    where they are given, the bundle must be signed by one of them. `reviewers` are those whose word on lifts counts, by
    default those of egvar's own library. Raises BundleError if no bundle is there."""
    if not folder.is_dir() or folder.is_symlink():
        raise BundleError(f"{folder} is not a bundle", hint="name the folder that egvar verify -o wrote")
    findings: list[Finding] = []
    status = "unknown"

    def done(what: str, detail: str = "") -> None:
        findings.append(Finding(what, "ok", detail))

    what = "files"
    try:
        files, predicate, seal = _read(folder, source)
        done("files", f"{len(files)} files, every digest as verdict.json and {write.SUMS} say")
        what = "signature"
        signature = _signature(seal, files["verdict.json"], trusted)
        what = "files"
        claimed = _claimed(predicate)
        status = str(claimed["status"])
        if "source.csv" not in files:
            findings.append(signature)
            findings += [Finding(step, "not_done", detail) for step, detail in TABLE_NEEDED.items()]
            return Audit("not_checked", status, tuple(findings))
        what = "source"
        if source is not None and load(source, undeclared=True).data != files["source.csv"]:
            raise _Failed(f"{source} is not the table of this bundle")
        if is_world(claimed.get("goal")):
            what = "lifts"
            own_run = _world(files, str(claimed.get("text", "")), worker, reviewers, done)
            done("verdict", status)
            words = Finding("run", "not_done", f"that “{claimed['text']}” are the words that were given")
            return Audit("accepted", status, (*findings, words, _OPEN, signature), own_run)
        if others := sorted(files.keys() - ALWAYS - JUDGED - SOMETIMES):
            raise _Failed(f"{others[0]} does not belong in a bundle of one table")
        table = load_bytes(files["source.csv"], str(claimed.get("source")), Reading.parse(files["reading.json"]))
        done("source", f"{table.n_rows} rows, SHA-256 {table.bytes_digest}")
        findings += [Finding("reading", "not_done", f"{_BY_WORD}: {d}") for d in declarations(table)]
        if "goal.json" not in files:
            _without_proof(files)
            findings += _told(files, claimed, table)
            findings.append(Finding("proof", "not_done", "the run abstained before it had a goal"))
            return Audit("not_checked", status, tuple(findings), _without_goal(claimed, table))
        what = "goal"
        goal = parse(files["goal.json"], "goal.json")
        done("goal", "fits the schema and the table")
        what = "challenge"
        exported = _Exported(files.get("export.ndjson"))
        checked = checking.check(
            table, goal, worker, exported.solution, str(claimed.get("text", "")), int(claimed.get("digits", 2))
        )
        if checked.challenge is None:
            _without_proof(files)
            done("challenge", "none: the trusted tools abstain again")
        else:
            if files.get("Challenge.lean") != write.challenge_text(checked.challenge):
                raise _Failed("Challenge.lean is not the challenge of this source and goal")
            if files.get("observations.jsonl") != write.observations(checked.ledger):
                raise _Failed("observations.jsonl is not what the tools observe")
            done("challenge", "rebuilt, equal byte for byte")
            what = "proof"
            assert checked.solution is not None
            if checked.verdict.reason == "not_checked":
                raise _NotChecked(checked.verdict.why)
            own = _own(checked.challenge, checked.solution.constants)
            if files.get("export.ndjson") != write.export(checked.challenge, own):
                raise _Failed("export.ndjson is not the closure of its own answer")
            if files.get("Solution.lean") != write.solution_text(own):
                raise _Failed("Solution.lean is not the text of the exported proof")
            if checked.verdict.status == "Abstain":
                raise _Failed(f"the judge refuses the exported proof: {checked.verdict.why}")
            if files.get("dag.json") != write.dag(checked):
                raise _Failed("dag.json is not the proof tree of the exported proof")
            done("proof", "the exported proof is accepted by the kernel under the whitelist")
        what = "verdict"
        again = replace(
            checked.verdict, assumptions=tuple(claimed.get("assumptions", ())), solver=str(claimed.get("solver"))
        )
        run = Run(replace(checked, verdict=again), table, goal)
        others = {n: d for n, d in files.items() if n not in ("verdict.json", write.SUMS)}
        if write.dumps(write.statement(again, others)) != files["verdict.json"]:
            raise _Failed("verdict.json is not the verdict that this bundle gives")
        expected = write.contents(Run(checking.Checked(again), table, goal))
        for n in ("reading.json", "goal.json", "lifts.lock"):
            if files[n] != expected[n]:
                raise _Failed(f"{n} is not in its canonical form")
        word = _told(files, claimed, table)
        done("verdict", status)
    except (_Failed, Refused) as e:
        findings.append(Finding(what, "failed", str(e)))
        return Audit("rejected", status, tuple(findings))
    except _NotChecked as e:
        findings.append(Finding(what, "not_done", str(e)))
        return Audit("not_checked", status, tuple(findings))
    except EgvarError as e:
        findings.append(Finding(what, "failed", e.message + (f" ({e.cause})" if e.cause else "")))
        return Audit("not_checked" if e.exit_code == 3 else "rejected", status, tuple(findings))
    except (KeyError, ValueError, TypeError, AttributeError) as e:
        findings.append(Finding(what, "failed", f"malformed: {e}"))
        return Audit("rejected", status, tuple(findings))
    except Exception as e:  # neither accepted nor rejected: it could not be checked
        findings.append(Finding(what, "not_done", f"something went wrong: {unforeseen(e).cause}"))
        return Audit("not_checked", status, tuple(findings))
    return Audit("accepted", status, (*findings, *word, _OPEN, signature), run)


def _claimed(predicate: Mapping[str, Any]) -> Mapping[str, Any]:
    """The verdict that a bundle claims, its fields of the types that are used below. Raises _Failed."""
    claimed: Mapping[str, Any] = predicate["verdict"]
    wanted = {"text": str, "source": str, "solver": str, "digits": int, "assumptions": list}
    whole = all(type(claimed.get(k)) is t for k, t in wanted.items())
    if not whole or claimed["status"] not in set(Status) or not all(type(a) is str for a in claimed["assumptions"]):
        raise _Failed("verdict.json is not a verdict")
    return claimed


def _told(files: Mapping[str, bytes], claimed: Mapping[str, Any], table: Source) -> list[Finding]:
    return [Finding(what, "not_done", detail) for what, detail in told(files, claimed, table)]


_BY_WORD = "whether it is right, since it is declared and not found in the file"
_OPEN = Finding("formalization", "not_done", "whether the goal is what the words mean is for a reader")


def _world(
    files: Mapping[str, bytes],
    text: str,
    worker: KernelWorker,
    reviewers: Mapping[str, str] | None,
    done: Callable[..., None],
) -> WorldRun:
    """Re-does the bundle of a claim about the world: every file again, from tables, lift files, claim and proof."""
    from egvar.lifts.review import trusted_reviewers

    exported = _Exported(files.get("export.ndjson"))
    run = redo(
        files,
        text,
        worker,
        lambda challenge, _: exported.solution(challenge, None),
        trusted_reviewers() if reviewers is None else reviewers,
    )
    checked = run.checked
    for d in run.checked.verdict.declared:
        done("reading", f"{_BY_WORD}: {d}")
    counted = [f"{x.file.id}.{k} {g}" for x in (run.lifted, *run.others) for k, (g, _) in x.grades.items()]
    done("lifts", ", ".join(counted))
    if checked.verdict.reason in (Reason.NOT_CHECKED, Reason.REJECTED):
        error = _NotChecked if checked.verdict.reason is Reason.NOT_CHECKED else _Failed
        raise error(f"the exported proof: {checked.verdict.why}")
    if checked.challenge is not None and checked.solution is not None:
        own = Solution(_own(checked.challenge, checked.solution.constants), None)
        run = replace(run, checked=replace(checked, solution=own))
    expected = again(run)
    for n in sorted((files.keys() | expected.keys()) - {write.SUMS}):
        if files.get(n) != expected.get(n):
            raise _Failed(f"{n} is not what the tables, the lifts and the proof of this bundle give")
    done("proof", "accepted by the kernel under the whitelist" if checked.challenge else "none: it abstains again")
    return run


def _without_goal(claimed: Mapping[str, Any], table: Source) -> Run | None:
    """The run of an abstention that had no goal yet; None where the bundle says anything else."""
    if claimed.get("status") != Status.ABSTAIN:
        return None
    verdict = Verdict(
        Status.ABSTAIN,
        text=str(claimed.get("text", "")),
        reason=Reason(claimed.get("reason")),
        why=str(claimed.get("why", "")),
        interpretations=tuple(map(str, claimed.get("interpretations", ()))),
        settle=str(claimed.get("settle", "")),
        source=table.name,
        source_sha256=table.bytes_digest,
        reading_sha256=table.reading_digest,
        declared=declarations(table),
    )
    return Run(checking.Checked(verdict), table, None)


class _Exported:
    """The bundle's proof as a prover: read strictly, only once a challenge is there to hold its terms."""

    def __init__(self, data: bytes | None) -> None:
        self._data = data

    def solution(self, challenge: Challenge | WorldChallenge, witness: Expr | None) -> Solution:
        if self._data is None:
            raise BundleError("the bundle has no export.ndjson")
        _, constants = ndjson.read(self._data, challenge.terms, "export.ndjson")
        return Solution(constants, witness)


def _without_proof(files: Mapping[str, bytes]) -> None:
    """Raises _Failed for a file that only a judged statement has, so that nobody can take it for this verdict's."""
    for n in sorted(JUDGED & files.keys()):
        raise _Failed(f"{n} does not belong in the bundle of a run that had nothing to judge")


def _own(challenge: Challenge | WorldChallenge, constants: Mapping[Name, Constant]) -> dict[Name, Constant]:
    """What the export has beyond the challenge and the library."""
    trusted = challenge.judged.library.constants
    return {n: c for n, c in constants.items() if n not in challenge.constants and n not in trusted}


def signature_of(
    seal: bytes | None, payload: bytes, trusted: Mapping[str, str] | None, name: str
) -> tuple[str, Finding]:
    """What the envelope `name` says of `payload`: why it does not hold, if so, and the finding."""
    try:
        return "", _signature(seal, payload, trusted)
    except _Failed as e:
        why = str(e).replace(envelope.NAME, name)
        return why, Finding("signature", "failed", why)


def _signature(seal: bytes | None, payload: bytes, trusted: Mapping[str, str] | None) -> Finding:
    """What the envelope says. Raises _Failed where it does not hold, or where a trusted one is wanted and missing."""
    if seal is None:
        if trusted is not None:
            raise _Failed("the bundle is not signed, and a signature was asked for")
        return Finding("signature", "not_done", "the bundle is not signed")
    try:
        found = envelope.signers(seal, payload, trusted or {})
    except envelope.BadEnvelope as e:
        raise _Failed(f"{envelope.NAME}: {e}") from e
    known = [s for s in found if s.name is not None]
    if trusted is not None and not known:
        raise _Failed(f"signed by {found[0].key[:16]}…, which is not a trusted key")
    if known:
        return Finding("signature", "ok", f"signed by {known[0].name} ({known[0].key[:16]}…)")
    return Finding("signature", "not_done", f"signed by {found[0].key[:16]}…; no list of trusted keys was given")


def _read(folder: Path, source: Path | None) -> tuple[dict[str, bytes], dict[str, Any], bytes | None]:
    """The bundle's files, none a link or of an unknown name; the predicate with their digests; the envelope.

    A table that was left out of the bundle is taken from `source`; without it there is none among the files.
    """
    every = ALWAYS | JUDGED | SOMETIMES
    files = read_folder(folder, lambda n: n in every or re.fullmatch(FURTHER, n) is not None, lambda _: False)
    seal = files.pop(envelope.NAME, None)
    present = dict(files)
    if "source.csv" not in files and source is not None:
        files["source.csv"] = load(source, undeclared=True).data
    missing = ALWAYS - files.keys()
    if missing:
        raise _Failed(f"{min(missing)} is missing")
    try:
        statement = json.loads(files["verdict.json"])
        predicate = statement["predicate"]
        digests = dict(predicate["files"])
        predicate["verdict"]["status"]
    except (ValueError, KeyError, TypeError, RecursionError) as e:
        raise _Failed("verdict.json is not a verdict") from e
    if "source.csv" not in files:
        digests.pop("source.csv", None)
    found = {n: hashlib.sha256(d).hexdigest() for n, d in files.items() if n not in ("verdict.json", write.SUMS)}
    if found != digests:
        wrong = sorted(n for n in found.keys() | digests.keys() if found.get(n) != digests.get(n))
        raise _Failed(f"{wrong[0]} is not the file that verdict.json names")
    if files[write.SUMS] != write.sums(present):
        raise _Failed(f"{write.SUMS} does not name the files as they are")
    return files, predicate, seal
