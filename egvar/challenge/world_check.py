"""From a statement about the world to a verdict. With `check`, the only place where Verified and Refuted are made.

May import: what `egvar.challenge.check` may, and `egvar.lifts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from egvar.challenge.check import SolutionLike
from egvar.challenge.world import WorldChallenge, WorldPolarity, build, needs_closed_world, paraphrase
from egvar.errors import LiftError
from egvar.kernel.judge import Judged, judge
from egvar.kernel.replay import KernelWorker, NotChecked
from egvar.kernel.term import show_name
from egvar.lifts.file import GRADES, Grade, Lift, LiftFile, WorldClaim
from egvar.lifts.review import Review, effective_grade, reviewer_of
from egvar.source.alternatives import alternatives
from egvar.source.cell import Kind
from egvar.source.source import Source
from egvar.tools.base import CellRef, Context, NoValue, Truth, show_exact
from egvar.tools.ledger import Ledger
from egvar.verdict import Reason, Status, Verdict

Facts = tuple[tuple[str, Fraction], ...]
WorldProver = Callable[[WorldChallenge, Facts], SolutionLike]


@dataclass(frozen=True)
class WorldChecked:
    """A verdict with the challenge and the solution that it was made from, where there are any."""

    verdict: Verdict
    challenge: WorldChallenge | None = None
    solution: SolutionLike | None = None


def grades_of(file: LiftFile, given: list[Review], trusted: Mapping[str, str]) -> dict[str, tuple[Grade, str | None]]:
    """Effective grade and reviewer of each lift."""
    out: dict[str, tuple[Grade, str | None]] = {}
    for lift in file.lift:
        reviewer = reviewer_of(file, lift, given, dict(trusted))
        out[lift.id] = (effective_grade(lift, reviewer), reviewer)
    return out


def check_world(
    source: Source,
    file: LiftFile,
    grades: Mapping[str, tuple[Grade, str | None]],
    claim: WorldClaim,
    worker: KernelWorker,
    prover: WorldProver,
    text: str = "",
) -> WorldChecked:
    """The verdict on a world claim.

    1. The rows of the predicate's best row lift are read; the claim's truth over them gives the polarity. A missing
       entity, an unreadable cell, a key with two values or a missing lift ends in Abstain.
    2. The challenge is built, its grade the least of the lifts' it needs, and the prover's solution judged.
    3. Verified (grade verified), Supported (a lower grade) or Refuted (its refutation at grade verified) come from
       `Judged` and from nothing else.
    """
    base: dict[str, Any] = {
        "text": text,
        "source": source.name,
        "source_sha256": source.bytes_digest,
        "reading_sha256": source.reading_digest,
        "paraphrase": paraphrase(file, claim),
        "goal": claim.model_dump(mode="json", exclude_none=True) | {"lifts": file.id},
    }
    rows_lift = _best(file.lifts_of(claim.predicate, "rows"), grades)
    if rows_lift is None:
        why = f'no lift of {file.id} supports the predicate "{claim.predicate}"'
        return WorldChecked(_abstain(base, Reason.NO_LIFT, why))
    try:
        if others := alternatives(source):
            raise NoValue("ambiguous", f"the table has readings that {file.id} does not settle: {others[0].what}")
        table = _rows(source, rows_lift, file.find(claim.predicate).functional)
        polarity, facts, rival = _decide(claim, table)
    except NoValue as e:
        return WorldChecked(_abstain(base, Reason(e.reason), e.why, e.cells))
    closed = needs_closed_world(claim, polarity)
    if closed and not file.lifts_of(claim.predicate, "complete"):
        why = (
            f'{file.id} has no completeness lift for "{claim.predicate}": that the table lists every '
            f"{file.find(claim.predicate).key} is nobody's word"
        )
        return WorldChecked(_abstain(base, Reason.NO_LIFT, why))
    effective = {k: g for k, (g, _) in grades.items()}
    try:
        challenge = build(source, file, effective, claim, polarity, rival, Ledger())
    except LiftError as e:
        return WorldChecked(_abstain(base, Reason.NOT_CHECKED, f"{e.message} {e.cause}".strip()))
    solution = prover(challenge, facts)
    judged = judge(challenge.judged, solution.constants, worker)
    if isinstance(judged, NotChecked):
        return WorldChecked(_abstain(base, Reason.NOT_CHECKED, judged.reason), challenge, solution)
    if not isinstance(judged, Judged):
        why = f"step {judged.step}, {judged.reason}: {judged.detail}"
        return WorldChecked(_abstain(base, Reason.REJECTED, why), challenge, solution)
    used = [challenge.rows, *([challenge.complete] if closed and challenge.complete else [])]
    cap = min(GRADES.index(c.grade) for c in used)
    grade = GRADES[min(cap, GRADES.index(challenge.grade))]
    base |= {
        "grade": grade,
        "evidence_mode": "recomputed",
        "axioms": {k: tuple(show_name(n) for n in v) for k, v in judged.axioms.items()},
        "kernel": {"declarations": judged.declarations},
        "rows_used": len(table) if closed else len(facts),
        "found": tuple(file.find(claim.predicate).sentence.format(key=k, value=show_exact(v)) for k, v in facts),
        "assumptions": tuple(_assumption(c.lift, grades[c.lift.id][1]) for c in used),
    }
    if grade == "verified":
        status = Status.VERIFIED if polarity == "verify" else Status.REFUTED
        return WorldChecked(Verdict(status, **base), challenge, solution)
    if polarity == "verify":
        return WorldChecked(Verdict(Status.SUPPORTED, **base), challenge, solution)
    why = f"the rows speak against it, but the lifts that say so give only the grade {grade}"
    return WorldChecked(_abstain(base | {"grade": None}, Reason.NO_LIFT, why), challenge, solution)


def outcome_of(file: LiftFile, grades: Mapping[str, tuple[Grade, str | None]]) -> Callable[[Source, WorldClaim], str]:
    """What the trusted tools say a claim comes out as over a table, without the kernel: for flipping cells."""

    def outcome(source: Source, claim: WorldClaim) -> str:
        lift = _best(file.lifts_of(claim.predicate, "rows"), grades)
        if lift is None:
            return "Abstain"
        try:
            polarity, _, _ = _decide(claim, _rows(source, lift, file.find(claim.predicate).functional))
        except NoValue:
            return "Abstain"
        return "Verified" if polarity == "verify" else "Refuted"

    return outcome


def _assumption(lift: Lift, reviewer: str | None) -> str:
    by = f"reviewed by {reviewer}" if reviewer else "not reviewed"
    return f"lift {lift.id} ({lift.author}, {by}): {lift.reason}"


def _best(lifts: tuple[Lift, ...], grades: Mapping[str, tuple[Grade, str | None]]) -> Lift | None:
    return max(lifts, key=lambda x: GRADES.index(grades[x.id][0]), default=None)


def _rows(source: Source, lift: Lift, functional: bool) -> dict[str, Fraction]:
    """Key to value for the rows of a lift. Raises NoValue for an unreadable cell, or a key with two values."""
    ctx = Context(source)
    keys, values = ctx.column(lift.key), ctx.column(lift.value)
    out: dict[str, Fraction] = {}
    for i, t in enumerate(lift.where.mask(ctx)):
        if t is Truth.NO or t is Truth.UNKNOWN:
            continue
        k, v = keys.cells[i], values.cells[i]
        if t is Truth.UNREADABLE or k.kind is not Kind.TEXT or v.kind is not Kind.NUMBER or v.number is None:
            bad, column = (k, keys) if k.kind is not Kind.TEXT else (v, values)
            where = CellRef(column.label, source.row_numbers[i], bad.raw)
            raise NoValue("unreadable_cell", f"row {where.row} has no {lift.key} with a {lift.value}", (where,))
        if functional and out.get(k.text, v.number) != v.number:
            where = CellRef(values.label, source.row_numbers[i], v.raw)
            raise NoValue("ambiguous", f"“{k.text}” has two values", (where,))
        out[k.text] = v.number
    return out


def _decide(claim: WorldClaim, table: Mapping[str, Fraction]) -> tuple[WorldPolarity, Facts, str | None]:
    """Polarity, the facts that settle the claim, and the rival of a superlative that fails."""
    for entity in (claim.key, claim.other):
        if entity is not None and entity not in table:
            raise NoValue("not_in_table", f"the rows of the lift have no “{entity}”")
    own = (claim.key, table[claim.key])
    if claim.op == "fact":
        return ("verify" if own[1] == claim.value else "refute"), (own,), None
    if claim.op == "exceeds":
        assert claim.other is not None
        other = (claim.other, table[claim.other])
        return ("verify" if own[1] > other[1] else "refute"), (own, other), None
    sign = 1 if claim.op == "highest" else -1
    rival = max(table, key=lambda k: (sign * table[k], k))
    if sign * table[rival] <= sign * own[1]:
        return "verify", (own,), None
    best = (rival, table[rival])
    return "refute", ((best, own) if sign == 1 else (own, best)), rival


def _abstain(base: dict[str, Any], reason: Reason, why: str, cells: tuple[CellRef, ...] = ()) -> Verdict:
    shown = tuple((c.column, c.row, c.raw) for c in cells)
    settle = {
        Reason.NO_LIFT: "egvar lift lint FOLDER, then add or review the lift",
        Reason.NOT_IN_TABLE: "egvar read FILE lists the entries",
    }.get(reason, "")
    return Verdict(Status.ABSTAIN, reason=reason, why=why, cells=shown, settle=settle, **base)
