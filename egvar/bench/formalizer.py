"""`egvar bench formalizer`: a file of questions or claims through the built-in formalizer, the prover and the judge.

May import: anything of egvar but the command line.

Each line of the file is an object with `id`, `table` {columns, data}, `claim_or_question`, `kind` (claim or question),
`answer`, `subtype` and `source`; a caption of the table may stand in `source` after "caption:".
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from egvar.bench import match
from egvar.errors import EgvarError, SourceError
from egvar.kernel.replay import KernelWorker

LABELS = {"ENTAILED": "Verified", "REFUTED": "Refuted", "SUPPORTS": "Verified", "REFUTES": "Refuted"}


@dataclass(frozen=True)
class Outcome:
    """What came of one row: `ending` is right, wrong or the reason of the Abstain; `score` that of the reading."""

    row: dict[str, Any]
    ending: str
    status: str
    shown: str
    paraphrase: str
    why: str
    score: Fraction | None
    official: bool = False


@dataclass
class Tally:
    """Counts over some rows."""

    total: int = 0
    right: int = 0
    wrong: int = 0
    official: int = 0
    refuted: int = 0
    abstain: Counter[str] = field(default_factory=Counter)

    def add(self, o: Outcome) -> None:
        self.total += 1
        self.official += o.official
        self.refuted += o.status == "Refuted"
        if o.ending == "right":
            self.right += 1
        elif o.ending == "wrong":
            self.wrong += 1
        else:
            self.abstain[o.ending] += 1

    def as_dict(self) -> dict[str, Any]:
        decided = self.right + self.wrong
        return {
            "total": self.total,
            "right": self.right,
            "verified_wrong": self.wrong,
            "refuted": self.refuted,
            "official_match": self.official,
            "abstain": dict(self.abstain.most_common()),
            "percent_right": _percent(self.right, self.total),
            "percent_wrong": _percent(self.wrong, self.total),
            "percent_decided": _percent(decided, self.total),
            "percent_right_of_decided": _percent(self.right, decided),
        }


def _percent(part: int, whole: int) -> str | None:
    from egvar.tools.base import decimal

    return decimal(Fraction(100 * part, whole), 1) if whole else None


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file. Raises SourceError for a line that is not in the format."""
    out = []
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as e:
        raise SourceError(f"{path} cannot be read", cause=str(e)) from e
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            table = row["table"]
            _ = (table["columns"], table["data"], row["claim_or_question"], row["kind"], row["answer"])
        except (ValueError, KeyError, TypeError) as e:
            hint = "see egvar bench formalizer --help for the format"
            raise SourceError(f"{path}, line {number} is not a benchmark row", cause=repr(e), hint=hint) from e
        out.append(row)
    return out


def run(rows: Iterable[dict[str, Any]], worker: KernelWorker, threshold: Fraction | None = None) -> Iterator[Outcome]:
    """What comes of each row, in order. Every verdict is the judge's."""
    for row in rows:
        yield _one(row, worker, threshold)


def _one(row: dict[str, Any], worker: KernelWorker, threshold: Fraction | None) -> Outcome:
    from egvar import engine
    from egvar.source.source import from_rows

    table, kind = row["table"], row["kind"]
    try:
        columns, data = [str(c) for c in table["columns"]], [[str(x) for x in r] for r in table["data"]]
        source = from_rows(columns, data, str(row.get("id", "table")))
        context = str(row.get("source", "")).partition("caption:")[2]
        done = engine.run(row["claim_or_question"], source, kind, context=context, threshold=threshold, worker=worker)
    except EgvarError as e:
        return Outcome(row, f"error_{e.code}", "Abstain", "", "", e.message, None)
    v = done.verdict
    scores = [c.score for c in done.candidates if done.goal is not None and c.goal == done.goal]
    ending = str(v.reason) if v.reason else _ending(row, v)
    answer = v.answer or ()
    return Outcome(
        row,
        ending,
        str(v.status),
        v.shown,
        v.paraphrase,
        v.why,
        max(scores, default=None),
        kind == "question" and bool(answer) and match.official(answer, str(row["answer"])),
    )


def _ending(row: dict[str, Any], v: Any) -> str:
    if row["kind"] == "question":
        return "right" if match.exact(v.answer or (), str(row["answer"])) else "wrong"
    wanted = LABELS.get(str(row["answer"]).upper())
    return "right" if wanted == str(v.status) else "wrong"


def report(outcomes: list[Outcome]) -> dict[str, Any]:
    """The figures: over all rows, per subtype, and the curve of right and wrong by score."""
    whole, by = Tally(), {}
    for o in outcomes:
        whole.add(o)
        by.setdefault(str(o.row.get("subtype", "")), Tally()).add(o)
    return {
        **whole.as_dict(),
        "by_subtype": {k: t.as_dict() for k, t in sorted(by.items())},
        "curve": curve(outcomes),
    }


def curve(outcomes: list[Outcome]) -> list[dict[str, Any]]:
    """Right and wrong among the decided rows whose reading scores at least so much, each as counts."""
    decided = [o for o in outcomes if o.ending in ("right", "wrong") and o.score is not None]
    out = []
    for percent in range(100, 74, -1):
        at = [o for o in decided if o.score is not None and o.score >= Fraction(percent, 100)]
        right = sum(o.ending == "right" for o in at)
        out.append({"score": f"{percent / 100:.2f}", "right": right, "wrong": len(at) - right})
    return out
