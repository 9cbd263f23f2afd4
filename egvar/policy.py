"""Policies: which verdicts somebody accepts, set from outside in a TOML file.

May import: the standard library, pydantic, `egvar.errors`, `egvar.verdict`, `egvar.lifts`.

A policy never makes a verdict better. What it refuses becomes Abstain `policy`, and says by which rule; the verdict
that was reached stays in the bundle.
"""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from egvar.errors import PolicyError
from egvar.files import parse_toml, read_text
from egvar.verdict import Reason, Status, Verdict

GRADES = ("speculative", "plausible", "supported", "verified")


class Policy(BaseModel):
    """What is accepted. Each field is one rule; one that is left out refuses nothing.

    `statuses`: verdicts that count as accepted, beside Abstain, which never does. `minimum_grade` of the evidence.
    `reviewers`: who may have reviewed the lifts that it rests on (none are refused without lifts).
    `evidence_modes`: recomputed (the kernel evaluated the query), attested (a tool's word). `assumptions = "none"`
    refuses names that were matched in another form, and other things taken for granted. `alternatives = "none"` refuses
    a file that leaves its reading open, even where every reading agrees. `declared = "none"` refuses a table that is
    read otherwise than egvar finds by itself, and a list of SHA-256 (`reading_sha256`) every such reading that is not
    in it. `goals = "given"` refuses a goal that a
    formalizer made of the words. `solvers`: who may have proved it (builtin, or names of models; a trailing * stands
    for anything). `maximum_steps` of a solver. `maximum_rows_missing` that were left out for want of a value.
    `maximum_source_age_days` of the table's file.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str = "policy"
    statuses: tuple[Literal["Verified", "Supported", "Refuted"], ...] = ("Verified",)
    minimum_grade: Literal["speculative", "plausible", "supported", "verified"] | None = None
    reviewers: tuple[str, ...] | None = None
    evidence_modes: tuple[Literal["recomputed", "attested"], ...] | None = None
    assumptions: Literal["any", "none"] = "any"
    alternatives: Literal["any", "none"] = "any"
    declared: Literal["any", "none"] | tuple[str, ...] = "any"
    goals: Literal["any", "given"] = "any"
    solvers: tuple[str, ...] | None = None
    maximum_steps: int | None = Field(None, ge=0)
    maximum_rows_missing: int | None = Field(None, ge=0)
    maximum_source_age_days: int | None = Field(None, ge=0)

    def refusals(self, verdict: Verdict, facts: Facts) -> list[str]:
        """The rules that refuse a verdict, each with what was found."""
        out = []
        if str(verdict.status) not in self.statuses:
            out.append(f"statuses: {verdict.status} is not one of {', '.join(self.statuses)}")
        if self.minimum_grade is not None and verdict.status is not Status.REFUTED:
            grade = verdict.grade or GRADES[0]
            if GRADES.index(grade) < GRADES.index(self.minimum_grade):
                out.append(f"minimum_grade: {grade} is below {self.minimum_grade}")
        if self.reviewers is not None:
            for lift, reviewer in facts.lifts:
                if reviewer not in self.reviewers:
                    out.append(f"reviewers: the lift {lift} was reviewed by {reviewer or 'nobody'}")
        if self.evidence_modes is not None and verdict.evidence_mode not in self.evidence_modes:
            out.append(f"evidence_modes: {verdict.evidence_mode} is not one of {', '.join(self.evidence_modes)}")
        if self.assumptions == "none" and verdict.assumptions:
            out.append(f"assumptions: it assumes that {verdict.assumptions[0]}")
        if self.alternatives == "none" and any("same result either way" in line for line in verdict.reading):
            out.append("alternatives: the file leaves open how it is read")
        if verdict.declared and self.declared != "any":
            digests = {verdict.reading_sha256, *(s.reading_sha256 for s in verdict.further)}
            if self.declared == "none" or not digests <= set(self.declared):
                out.append(f"declared: somebody says how the table is read: {'; '.join(verdict.declared)}")
        if self.goals == "given" and not facts.goal_given:
            out.append("goals: a formalizer made the goal of the words")
        if self.solvers is not None and not any(_matches(verdict.solver, s) for s in self.solvers):
            out.append(f"solvers: {verdict.solver} is not one of {', '.join(self.solvers)}")
        if self.maximum_steps is not None and facts.steps > self.maximum_steps:
            out.append(f"maximum_steps: it took {facts.steps}, more than {self.maximum_steps}")
        if self.maximum_rows_missing is not None and verdict.rows_missing > self.maximum_rows_missing:
            out.append(f"maximum_rows_missing: {verdict.rows_missing} rows were left out")
        if self.maximum_source_age_days is not None:
            if facts.source_age_days is None:
                out.append("maximum_source_age_days: the age of the source is not known")
            elif facts.source_age_days < 0 or facts.source_age_days > self.maximum_source_age_days:
                out.append(f"maximum_source_age_days: the source is {facts.source_age_days} days old")
        return out

    def applied(self, verdict: Verdict, facts: Facts) -> Verdict:
        """The verdict, or the Abstain that names the rules which refuse it. An Abstain stays what it is."""
        if verdict.status is Status.ABSTAIN:
            return verdict
        refusals = self.refusals(verdict, facts)
        if not refusals:
            return verdict
        return replace(
            verdict,
            status=Status.ABSTAIN,
            reason=Reason.POLICY,
            why=f"{self.name} refuses what was {verdict.status}: " + "; ".join(refusals),
            answer=None,
            shown="",
            settle="another policy, or evidence that meets this one",
        )


class Facts(BaseModel):
    """What a policy asks beside the verdict: whether the goal was given, steps of the solver, age of the file, and the
    lifts that it rests on with their reviewers."""

    model_config = ConfigDict(frozen=True)
    goal_given: bool = False
    steps: int = 0
    source_age_days: int | None = None
    lifts: tuple[tuple[str, str | None], ...] = ()


Policy.model_rebuild()


def load(path: Path) -> Policy:
    """The policy in a file. Raises PolicyError with the rule at fault."""
    try:
        return Policy.model_validate(parse_toml(read_text(path)))
    except ValidationError as e:
        first = e.errors()[0]
        where = ".".join(map(str, first["loc"]))
        known = ", ".join(Policy.model_fields)
        raise PolicyError(f"{path}: {where}: {first['msg']}", hint=f"rules are {known}") from e
    except (OSError, ValueError) as e:
        raise PolicyError(f"{path} cannot be read as a policy", cause=str(e)) from e


def age_in_days(path: Path, today: datetime.date | None = None) -> int | None:
    """Days since a file was last changed; None for a table that is no file. Negative for one from the future."""
    try:
        changed = datetime.date.fromtimestamp(path.stat().st_mtime)
    except (OSError, ValueError, OverflowError):
        return None
    return ((today or datetime.date.today()) - changed).days


def _matches(name: str, pattern: str) -> bool:
    return name == pattern or (pattern.endswith("*") and name.startswith(pattern[:-1]))
