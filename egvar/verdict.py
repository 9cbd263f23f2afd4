"""Verdicts: what a run says about a claim or question, as data.

May import: the standard library, `egvar.errors`, `egvar.visible`.

`Verified` and `Refuted` are made in one place only, `egvar.challenge.check`, from a `Judged` of the kernel's judge.
"""

from __future__ import annotations

import html
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from egvar.visible import visible

SCHEMA_VERSION = 1


class Status(StrEnum):
    """The four endings. A question that was answered is Verified."""

    VERIFIED = "Verified"
    SUPPORTED = "Supported"
    REFUTED = "Refuted"
    ABSTAIN = "Abstain"


class Reason(StrEnum):
    """Why a run abstains."""

    AMBIGUOUS = "ambiguous"
    NOT_IN_TABLE = "not_in_table"
    UNREADABLE_CELL = "unreadable_cell"
    MIXED_UNITS = "mixed_units"
    NOT_ADDITIVE = "not_additive"
    NO_LIFT = "no_lift"
    NOT_EXPRESSIBLE = "not_expressible"
    VACUOUS = "vacuous"
    BUDGET = "budget"
    REJECTED = "rejected"
    POLICY = "policy"
    NOT_CHECKED = "not_checked"


@dataclass(frozen=True)
class SourceId:
    """A table: file name, SHA-256 of its bytes and of its reading."""

    source: str
    source_sha256: str
    reading_sha256: str

    def __str__(self) -> str:
        return f"{self.source} (SHA-256 {self.source_sha256[:16]}…)"


@dataclass(frozen=True)
class ConflictSide:
    """A cell of one source. Row 0: the source has no such row."""

    source: SourceId
    column: str
    row: int
    raw: str

    def __str__(self) -> str:
        said = f'row {self.row}, column "{self.column}": “{self.raw}”' if self.row else "no row"
        return f"{said} in {self.source}"


@dataclass(frozen=True)
class Conflict:
    """Two sources that say different things of one entity."""

    entity: str
    sides: tuple[ConflictSide, ConflictSide]


@dataclass(frozen=True)
class Verdict:
    """One verdict.

    `paraphrase` is rendered from the term that the kernel checked (or would have been given); `answer` is the exact
    answer to a question and `shown` the same for reading, with `digits` decimals; `axioms` lists by bucket what a
    proof rests on; `assumptions` what the reader has to accept beyond the table; `declared` what a
    declaration changes in how the table is read, which is somebody's word too; `cells` those to blame for an Abstain
    as (column, row, raw text); `conflicts` where two sources disagree; `unplaced` the words that no reading of the
    sentence could place; `settle` one command line argument or step that
    would settle an Abstain; `further` are the other sources of a claim about the world that has several.
    """

    status: Status
    text: str = ""
    reason: Reason | None = None
    why: str = ""
    paraphrase: str = ""
    answer: tuple[str, ...] | None = None
    shown: str = ""
    digits: int = 2
    found: tuple[str, ...] = ()
    grade: str | None = None
    evidence_mode: str | None = None
    axioms: dict[str, tuple[str, ...]] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    reading: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    rows_used: int = 0
    rows_missing: int = 0
    cells: tuple[tuple[str, int, str], ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    interpretations: tuple[str, ...] = ()
    unplaced: tuple[str, ...] = ()
    settle: str = ""
    source: str = ""
    source_sha256: str = ""
    reading_sha256: str = ""
    further: tuple[SourceId, ...] = ()
    goal: dict[str, Any] | None = None
    solver: str = "builtin"
    kernel: dict[str, Any] = field(default_factory=dict)
    schema_version: int = SCHEMA_VERSION

    def __bool__(self) -> bool:
        """Whether it is Verified, so that `if verdict:` never takes anything else for a yes."""
        return self.status is Status.VERIFIED

    def as_dict(self) -> dict[str, Any]:
        """The verdict as JSON data."""
        return asdict(self)

    def lines(self) -> list[str]:
        """The verdict for a person: first line the label, then what it says and rests on; no character hidden."""
        label = str(self.status) + (f" ({self.reason})" if self.reason else "")
        out = [f"{label}: {self.text}" if self.text else label]
        if self.shown:
            out.append(f"  answer: {self.shown}")
        if self.paraphrase:
            out.append(f"  checked: {self.paraphrase}")
        out += [f"  found: {f}" for f in self.found]
        if self.why:
            out.append(f"  because: {self.why}")
        out += [f"  interpretation {i}: {text}" for i, text in enumerate(self.interpretations, 1)]
        out += [f'  cell: row {row}, column "{column}": “{raw}”' for column, row, raw in self.cells]
        out += [f"  with: {s}" for s in self.further]
        out += [f"  conflict: {c.entity}: {c.sides[0]}; {c.sides[1]}" for c in self.conflicts]
        out += [f"  reading: {line}" for line in self.reading]
        out += [f"  declared: {line}" for line in self.declared]
        out += [f"  assumes: {a}" for a in self.assumptions]
        if self.grade:
            buckets = ", ".join(f"{k} {len(v)}" for k, v in self.axioms.items() if v)
            rows = f"rows used {self.rows_used}" + (f", missing {self.rows_missing}" if self.rows_missing else "")
            held = " from packed columns" if self.kernel.get("columns") == "packed" else ""
            out.append(f"  evidence: {self.grade}, {self.evidence_mode}{held}; {rows}; axioms {buckets}")
        if self.settle:
            out.append(f"  to settle: {self.settle}")
        return [visible(line) for line in out]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        colour = {"Verified": "#0a7d33", "Refuted": "#b3261e", "Supported": "#7a5c00", "Abstain": "#555"}[self.status]
        first, *rest = self.lines()
        body = "".join(f"<div>{html.escape(line.strip())}</div>" for line in rest)
        return f'<div><b style="color:{colour}">{html.escape(first)}</b>{body}</div>'
