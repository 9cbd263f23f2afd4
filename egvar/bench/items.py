"""What is measured on: questions and claims over tables, each with a gold goal and a gold answer.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from egvar.errors import SourceError
from egvar.goal import Goal, parse
from egvar.source.source import Source, from_rows

HOME = Path(__file__).resolve().parents[2] / "benchmarks"
LABELS = {"true": "Verified", "false": "Refuted"}


@dataclass(frozen=True)
class Item:
    """One question or claim. `gold`: the right answer, for claims "true" or "false"; `published`: another answer that
    was published as right; `prior`: the answer that a table before an injection had; `group`: stratum, or shape;
    `more`: what else is known of it, for the results."""

    id: str
    text: str
    kind: Literal["claim", "question"]
    table: dict[str, Any]
    goal: dict[str, Any]
    gold: str
    group: str
    published: str | None = None
    prior: str | None = None
    more: dict[str, Any] = field(default_factory=dict)

    def source(self) -> Source:
        """The table. Raises SourceError."""
        return from_rows(self.table["columns"], self.table["data"], self.id)

    def parsed(self) -> Goal:
        return parse(self.goal)


def digest(value: Any) -> str:
    """SHA-256 of canonical JSON."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read(path: Path, make: Callable[[dict[str, Any]], Any]) -> list[Any]:
    """What `make` makes of each line of a JSONL file. Raises SourceError with the line for one that does not fit."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as e:
        hint = "benchmarks/ is part of a checkout, not of an installed package; name the file with --file"
        raise SourceError(f"{path} cannot be read", cause=str(e), hint=hint) from e
    out = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            out.append(make(json.loads(line)))
        except (ValueError, KeyError, TypeError) as e:
            raise SourceError(f"{path}, line {number} is not of this panel", cause=repr(e)) from e
    return out


def tier1(path: Path | None = None) -> list[Item]:
    """The Tier 1 panel."""

    def make(r: dict[str, Any]) -> Item:
        return Item(
            r["id"],
            r["question"],
            "question",
            {"columns": r["table"]["columns"], "data": [[str(x) for x in row] for row in r["table"]["data"]]},
            r["goal"],
            r["gold"],
            r["stratum"],
            r.get("published"),
        )

    return read(path or HOME / "tier1" / "panel.jsonl", make)
