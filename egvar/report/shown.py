"""What a report is made from: a verdict that was re-done just now, with everything around it.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path

from egvar.bundle.audit import Finding, audit
from egvar.bundle.world import WorldRun
from egvar.challenge.statement import root_of
from egvar.challenge.world_check import WorldChecked
from egvar.engine import Run
from egvar.errors import RejectedBundle, UncheckedBundle
from egvar.kernel.replay import KernelWorker
from egvar.kernel.term import show_name
from egvar.proof import ProofTree
from egvar.source.source import Source
from egvar.tools.base import Context, NoValue
from egvar.tools.ledger import Observation
from egvar.verdict import Verdict


@dataclass(frozen=True)
class LiftShown:
    """One lift of the proof: its axiom, and who says what."""

    axiom: str
    tag: str
    grade: str
    author: str
    reviewer: str
    reason: str


@dataclass(frozen=True)
class Shown:
    """A verdict with its table and proof.

    `missing` holds the cells that were left out for want of a value, as (column, row index); column -1 is a whole row.
    `predicates` gives the sentence of each name for a statement about the world, `further` are its other tables.
    `files` are the bundle's with their digests, `steps` what the audit did; both are empty without a bundle.
    """

    verdict: Verdict
    source: Source
    tree: ProofTree
    asks: bool = False
    observations: tuple[tuple[str, Observation], ...] = ()
    missing: frozenset[tuple[int, int]] = frozenset()
    lifts: tuple[LiftShown, ...] = ()
    predicates: dict[str, str] = field(default_factory=dict)
    further: tuple[Source, ...] = ()
    bundle: str = ""
    files: dict[str, str] = field(default_factory=dict)
    steps: tuple[Finding, ...] = ()


def bundles_in(folder: Path) -> list[Path]:
    """The bundles in a folder that is none itself, as `egvar verify` writes for several claims, in their order."""
    if (folder / "verdict.json").exists():
        return []
    found = [p.parent for p in folder.glob("*/verdict.json")]
    return sorted(found, key=lambda p: (not p.name.isdecimal(), len(p.name) if p.name.isdecimal() else 0, p.name))


def of_bundle(folder: Path, worker: KernelWorker) -> Shown:
    """A bundle's verdict, audited first: a report shows nothing that was not re-done.

    Raises RejectedBundle or UncheckedBundle where the audit does not accept it; an abstention without a goal claims
    nothing and is shown as it is.
    """
    result = audit(folder, worker)
    if result.run is None:
        failed = next((f for f in result.findings if f.outcome != "ok"), None)
        cause = f"{failed.what}: {failed.detail}" if failed else ""
        if result.outcome == "not_checked":
            raise UncheckedBundle(f"{folder} could not be audited", cause=cause, hint=f"egvar audit {folder}")
        raise RejectedBundle(f"{folder} does not pass its audit", cause=cause, hint=f"egvar audit {folder}")
    files = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(folder.iterdir())}
    if isinstance(result.run, WorldRun):
        shown = of_world(result.run.checked, result.run.source)
        return replace(shown, bundle=folder.resolve().name, files=files, steps=result.findings)
    return of_run(result.run, folder.resolve().name, files, result.findings)


def of_run(run: Run, bundle: str = "", files: dict[str, str] | None = None, steps: tuple[Finding, ...] = ()) -> Shown:
    """The verdict of a run of this process."""
    challenge = run.checked.challenge
    observed = tuple((show_name(a.axiom), a.observation) for a in challenge.columns) if challenge else ()
    missing: frozenset[tuple[int, int]] = frozenset()
    if run.goal is not None:
        ctx = Context(run.source)
        root = root_of(run.goal)
        with contextlib.suppress(NoValue):  # what was read until then is still shown
            root.holds(ctx) if run.goal.kind == "claim" else root.value(ctx)  # type: ignore[attr-defined]
        missing = frozenset((-1 if code < 0 else code // 64, row) for code, row in ctx.missing)
    asks = run.goal is not None and run.goal.kind == "question"
    tree = ProofTree.from_verdict(run.checked)
    return Shown(run.verdict, run.source, tree, asks, observed, missing, bundle=bundle, files=files or {}, steps=steps)


def of_world(checked: WorldChecked, source: Source) -> Shown:
    """The verdict on a claim about the world, made in this process; `source` is the table to be shown."""
    challenge, tree = checked.challenge, ProofTree.from_verdict(checked)
    if challenge is None:
        return Shown(checked.verdict, source, tree)
    lifts = []
    for c in (*challenge.rows, *([challenge.complete] if challenge.complete else [])):
        axiom = show_name(c.axiom)
        if axiom in checked.verdict.axioms.get("B4", ()):
            lifts.append(LiftShown(axiom, f"LIFT-{c.number}", c.grade, c.lift.author, c.reviewer or "", c.lift.reason))
    observed = tuple((show_name(a.axiom), a.observation) for a in challenge.columns)
    sentence = challenge.file.find(challenge.claim.predicate).say("…", "…")
    predicates = {show_name(challenge.predicate): sentence}
    used = {c.source.bytes_digest: c.source for c in challenge.rows}
    used.pop(source.bytes_digest, None)
    return Shown(
        checked.verdict,
        source,
        tree,
        observations=observed,
        lifts=tuple(lifts),
        predicates=predicates,
        further=tuple(used.values()),
    )
