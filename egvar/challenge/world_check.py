"""From a statement about the world to a verdict. With `check`, the only place where Verified and Refuted are made.

May import: what `egvar.challenge.check` may, and `egvar.lifts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from egvar.challenge.check import SolutionLike
from egvar.challenge.world import CompiledLift, WorldChallenge, build, paraphrase
from egvar.challenge.world_rows import Decision, Fact, Lifted, Support, decide, supports
from egvar.errors import LiftError
from egvar.kernel.judge import Judged, judge
from egvar.kernel.replay import KernelWorker, NotChecked
from egvar.kernel.term import show_name
from egvar.lifts.file import Grade, LiftFile, WorldClaim, declaration, parse, settled, table, text_of
from egvar.lifts.review import Review, effective_grade, reviewer_of, reviews
from egvar.source.said import declarations
from egvar.source.source import Source, load_bytes
from egvar.tools.base import CellRef, NoValue, show_exact
from egvar.tools.ledger import Ledger
from egvar.verdict import Reason, Status, Verdict

Facts = tuple[Fact, ...]
WorldProver = Callable[[WorldChallenge, Facts], SolutionLike]


@dataclass(frozen=True)
class WorldChecked:
    """A verdict with the challenge and the solution that it was made from, where there are any."""

    verdict: Verdict
    challenge: WorldChallenge | None = None
    solution: SolutionLike | None = None
    ledger: Ledger = field(default_factory=Ledger)


def open_lifted(folder: Path, trusted: Mapping[str, str]) -> Lifted:
    """The lift file in `folder` with its table, and the grades that reviews by trusted reviewers give its lifts.

    Raises LiftError.
    """
    path = folder / "lift.toml"
    text, given = text_of(path), reviews(folder)
    file = parse(text, path)
    source = table(file, folder)
    return Lifted(source, file, grades_of(file, given, trusted), text, declaration(file, folder), tuple(given))


def lifted_of(
    text: str, data: bytes, declared: str | None, given: Sequence[Review], trusted: Mapping[str, str]
) -> Lifted:
    """The same from the text of a lift file, the bytes of its table and the reading declared for it.

    Raises LiftError, SourceError, ReadingError.
    """
    file = parse(text, Path("lift.toml"))
    source = settled(file, load_bytes(data, file.source.file), declared)
    return Lifted(source, file, grades_of(file, given, trusted), text, declared, tuple(given))


Grades = dict[str, tuple[Grade, str | None]]


def grades_of(file: LiftFile, given: Sequence[Review], trusted: Mapping[str, str]) -> Grades:
    """Effective grade and reviewer of each lift."""
    out: Grades = {}
    for lift in file.lift:
        reviewer = reviewer_of(file, lift, given, trusted)
        out[lift.id] = (effective_grade(lift, reviewer), reviewer)
    return out


def check_world(
    lifted: Lifted,
    claim: WorldClaim,
    worker: KernelWorker,
    prover: WorldProver,
    text: str = "",
    others: Sequence[Lifted] = (),
) -> WorldChecked:
    """The verdict on a world claim over the table of `lifted`, and of `others` that share its predicate.

    1. The rows of the predicate's best row lifts are read; the claim's truth over them gives the polarity. A missing
       entity, an unreadable cell, a key with two values or a missing lift ends in Abstain.
    2. The challenge is built, its grade the least of the lifts' it needs, and the prover's solution judged. Where two
       sources disagree on what the claim is about, no lift counts for more than `supported`.
    3. Verified (grade verified), Supported (a lower grade) or Refuted (its refutation at grade verified) come from
       `Judged` and from nothing else.

    Raises LiftError where two files mean different things by a shared predicate.
    """
    source, file = lifted.source, lifted.file
    predicate = file.find(claim.predicate)
    goal = claim.model_dump(mode="json", exclude_none=True) | {"lifts": file.id}
    base: dict[str, Any] = {
        "text": text,
        "source": source.name,
        "source_sha256": source.bytes_digest,
        "reading_sha256": source.reading_digest,
        "declared": _declared(lifted, others),
        "paraphrase": paraphrase(file, claim),
        "further": tuple(x.identity for x in others),
        "goal": goal | ({"with": [x.file.id for x in others]} if others else {}),
    }
    try:
        given = supports((lifted, *others), claim)
        if not given:
            raise NoValue("no_lift", f'no lift of {file.id} supports the predicate "{claim.predicate}"')
        found = decide(claim, given, predicate.functional)
    except NoValue as e:
        return WorldChecked(_abstain(base, Reason(e.reason), e.why, e.cells))
    base["conflicts"] = found.conflicts
    if found.closed and found.used[0].complete is None:
        why = (
            f'{file.id} has no completeness lift for "{claim.predicate}": that the table lists every '
            f"{predicate.key} is nobody's word"
        )
        return WorldChecked(_abstain(base, Reason.NO_LIFT, why))
    if found.conflicts and found.polarity == "refute":
        why = "the rows of one source speak against it, but another disagrees with them"
        return WorldChecked(_abstain(base, Reason.AMBIGUOUS, why))
    cap: Grade = "supported" if found.conflicts else "verified"
    used = [s.lifted for s in found.used]
    ledger = Ledger()
    try:
        challenge = build(used, claim, found.polarity, found.rival, ledger, cap)
    except LiftError as e:
        return WorldChecked(_abstain(base, Reason.NOT_CHECKED, f"{e.message} {e.cause}".strip()))
    solution = prover(challenge, found.facts)
    judged = judge(challenge.judged, solution.constants, worker)
    if isinstance(judged, NotChecked):
        return WorldChecked(_abstain(base, Reason.NOT_CHECKED, judged.reason), challenge, solution, ledger)
    if not isinstance(judged, Judged):
        why = f"step {judged.step}, {judged.reason}: {judged.detail}"
        return WorldChecked(_abstain(base, Reason.REJECTED, why), challenge, solution, ledger)
    compiled = [*challenge.rows, *([challenge.complete] if found.closed and challenge.complete else [])]
    grade = challenge.grade
    base |= {
        "grade": grade,
        "evidence_mode": "recomputed",
        "axioms": {k: tuple(show_name(n) for n in v) for k, v in judged.axioms.items()},
        "kernel": {"declarations": judged.declarations},
        "rows_used": len(found.used[0].entries) if found.closed else len(found.facts),
        "found": _found(file, claim, found, given),
        "assumptions": tuple(_assumption(c, len(given) > 1) for c in compiled),
    }
    if grade == "verified":
        status = Status.VERIFIED if found.polarity == "verify" else Status.REFUTED
        return WorldChecked(Verdict(status, **base), challenge, solution, ledger)
    if found.polarity == "verify":
        return WorldChecked(Verdict(Status.SUPPORTED, **base), challenge, solution, ledger)
    why = f"the rows speak against it, but the lifts that say so give only the grade {grade}"
    return WorldChecked(_abstain(base | {"grade": None}, Reason.NO_LIFT, why), challenge, solution, ledger)


def _declared(lifted: Lifted, others: Sequence[Lifted]) -> tuple[str, ...]:
    """What declarations change in how the tables are read, each table named where there are several."""
    own = declarations(lifted.source)
    return own + tuple(f"{x.file.source.file} of {x.file.id}: {d}" for x in others for d in declarations(x.source))


def outcome_of(lifted: Lifted) -> Callable[[Source, WorldClaim], str]:
    """What the trusted tools say a claim comes out as over a table, without the kernel: for flipping cells."""

    def outcome(source: Source, claim: WorldClaim) -> str:
        try:
            given = supports((replace(lifted, source=source),), claim)
            if not given:
                return "Abstain"
            polarity = decide(claim, given, lifted.file.find(claim.predicate).functional).polarity
        except NoValue:
            return "Abstain"
        return "Verified" if polarity == "verify" else "Refuted"

    return outcome


def _found(file: LiftFile, claim: WorldClaim, found: Decision, given: Sequence[Support]) -> tuple[str, ...]:
    """The facts that settle the claim, and which other sources say the same."""
    predicate = file.find(claim.predicate)
    out = []
    for fact in found.facts:
        own = found.used[fact.at]
        same = [
            str(s.lifted.identity)
            for s in given
            if s is not own and fact.key in s.entries and s.entries[fact.key].value == fact.value
        ]
        also = f", and so says {' and '.join(same)}" if same else ""
        out.append(predicate.say(fact.key, show_exact(fact.value)) + also)
    return tuple(out)


def _assumption(c: CompiledLift, several: bool) -> str:
    by = f"reviewed by {c.reviewer}" if c.reviewer else "not reviewed"
    name = f"{c.file.id}.{c.lift.id}" if several else c.lift.id
    return f"lift {name} ({c.lift.author}, {by}): {c.lift.reason}"


def _abstain(base: dict[str, Any], reason: Reason, why: str, cells: tuple[CellRef, ...] = ()) -> Verdict:
    shown = tuple((c.column, c.row, c.raw) for c in cells)
    settle = {
        Reason.NO_LIFT: "egvar lift lint FOLDER, then add or review the lift",
        Reason.NOT_IN_TABLE: "egvar read FILE lists the entries",
    }.get(reason, "")
    return Verdict(Status.ABSTAIN, reason=reason, why=why, cells=shown, settle=settle, **base)
