"""Bundles of claims about the world: beside what every bundle holds, the lift files, their reviews, and every table.

May import: anything of egvar but the command line.

`lifts.lock` holds each lift file as it was, the reading declared for its table, its reviews, and the grade that each
lift had, and for whom. Everything in such a bundle follows from its tables, its `lifts.lock`, the claim and the
exported proof, so an audit makes every file again. Whose review counts is for the auditor to say: the bundle's own list
of reviewers would be the author's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from egvar.bundle import write
from egvar.challenge.world_check import WorldChecked, WorldProver, check_world, lifted_of
from egvar.challenge.world_rows import Lifted
from egvar.errors import BundleError
from egvar.kernel.replay import KernelWorker
from egvar.lifts.file import WorldClaim, parse_claim
from egvar.lifts.review import Review
from egvar.source.source import Source


@dataclass(frozen=True)
class WorldRun:
    """A verdict on a claim about the world, and everything that a bundle of it is written from."""

    checked: WorldChecked
    claim: WorldClaim
    lifted: Lifted
    others: tuple[Lifted, ...] = ()

    @property
    def source(self) -> Source:
        """The table of the first lift file."""
        return self.lifted.source


def is_world(goal: object) -> bool:
    """Whether the goal of a verdict is a claim about the world."""
    return isinstance(goal, dict) and "lifts" in goal


def contents(run: WorldRun) -> dict[str, bytes]:
    """Every file of the bundle but `verdict.json`."""
    verdict = run.checked.verdict
    trail = [{"step": "verdict", "status": verdict.status.value, "reason": verdict.reason}]
    files = {
        "goal.json": write.dumps(verdict.goal),
        "lifts.lock": lock((run.lifted, *run.others)),
        "trail.jsonl": b"".join(json.dumps(t, sort_keys=True).encode() + b"\n" for t in trail),
    }
    for i, x in enumerate((run.lifted, *run.others)):
        table, reading = names(i)
        files[table] = x.source.data
        files[reading] = (x.source.reading.canonical() + "\n").encode()
    files |= write.judged(run.checked)
    return files | write.described(files)


def names(i: int) -> tuple[str, str]:
    """The names of the table numbered `i` and of its reading."""
    number = str(i) if i else ""
    return f"source{number}.csv", f"reading{number}.json"


def lock(lifted: tuple[Lifted, ...]) -> bytes:
    """`lifts.lock`."""
    held = []
    for i, x in enumerate(lifted):
        grades = {k: {"grade": g, "reviewer": r} for k, (g, r) in x.grades.items()}
        reviews = [asdict(r) for r in x.reviews]
        lift = {"id": x.file.id, "text": x.text, "reviews": reviews, "grades": grades}
        held.append(lift | {"table": names(i)[0], "declared": x.declared})
    return write.dumps({"lifts": held})


def write_world(run: WorldRun, target: Path, key: Path | None = None) -> None:
    """Writes the bundle of `run` as the folder `target`, signed where a private key is given. Raises BundleError or
    SigningKeyError, and then leaves nothing behind."""
    write.write_files(target, lambda: write.sealed(run.checked.verdict, contents(run), key))


def redo(
    files: Mapping[str, bytes], text: str, worker: KernelWorker, prover: WorldProver, trusted: Mapping[str, str]
) -> WorldRun:
    """The run of a bundle again, from its tables, its lift files, its claim and `prover`, which is its exported proof.

    Raises BundleError where the lifts do not have the grades that the bundle says, and what its parts raise.
    """
    held = json.loads(files["lifts.lock"])["lifts"]
    lifted = []
    for i, x in enumerate(held):
        reviews = [Review(**{k: str(v) for k, v in r.items()}) for r in x["reviews"]]
        found = lifted_of(str(x["text"]), files[names(i)[0]], x["declared"], reviews, trusted)
        for key, (grade, reviewer) in found.grades.items():
            said = x["grades"].get(key)
            if said != {"grade": grade, "reviewer": reviewer}:
                raise BundleError(
                    f"the lift {found.file.id}.{key} counts as {grade}, reviewed by {reviewer or 'nobody you trust'}",
                    cause=f"the bundle says {said}",
                    hint="--reviewers names the reviewers that you trust",
                )
        lifted.append(found)
    goal: dict[str, Any] = json.loads(files["goal.json"])
    claim = parse_claim({k: v for k, v in goal.items() if k not in ("lifts", "with")})
    checked = check_world(lifted[0], claim, worker, prover, text, tuple(lifted[1:]))
    return WorldRun(checked, claim, lifted[0], tuple(lifted[1:]))


def again(run: WorldRun) -> dict[str, bytes]:
    """Every file of the bundle of a run, `verdict.json` too."""
    return write.sealed(run.checked.verdict, contents(run))
