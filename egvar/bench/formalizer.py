"""`egvar bench formalizer`: a file of questions or claims through the built-in formalizer, with or without the kernel.

May import: anything of egvar but the command line.

Each line of the file is an object with `id`, `table` {columns, data}, `claim_or_question`, `kind` (claim or question),
`answer`, `subtype` and `source`; a caption of the table may stand in `source` after "caption:". The answer to a claim
is ENTAILED, REFUTED or UNDECIDABLE (or what other data sets call them), that to a question a text or a list.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from egvar.bench import match
from egvar.bench.quick import Come, sentence_comes_to, unplaced_of
from egvar.errors import EgvarError, SourceError
from egvar.kernel.replay import KernelWorker
from egvar.source.source import Source

LABELS = {"ENTAILED": "Verified", "REFUTED": "Refuted", "SUPPORTS": "Verified", "REFUTES": "Refuted"}
CONTRADICTED = "contradicted_gold"
UNDECIDABLE = frozenset({"UNDECIDABLE", "NOT ENOUGH INFO"})


@dataclass(frozen=True)
class Outcome:
    """What came of one row: `ending` is right, wrong or the reason of the Abstain; `seconds` what formalizing and
    deciding took, without reading the table."""

    row: dict[str, Any]
    ending: str
    come: Come
    seconds: float = 0.0
    official: bool = False


@dataclass
class Tally:
    """Counts over some rows. An UNDECIDABLE row is right if it ends in Abstain, and counts among the decided if not.
    One that was decided against a gold answer which the table contradicts counts as that, and as nothing else."""

    total: int = 0
    right: int = 0
    wrong: int = 0
    decided: int = 0
    decided_right: int = 0
    official: int = 0
    refuted: int = 0
    undecidable: int = 0
    contradicted: int = 0
    abstain: Counter[str] = field(default_factory=Counter)

    def add(self, o: Outcome) -> None:
        self.total += 1
        self.official += o.official
        self.refuted += o.come.status == "Refuted"
        self.undecidable += undecidable(o.row)
        if o.ending == CONTRADICTED:
            self.contradicted += 1
            return
        self.decided += o.come.decided
        self.decided_right += o.come.decided and o.ending == "right"
        if o.ending == "right":
            self.right += 1
        elif o.ending == "wrong":
            self.wrong += 1
        if not o.come.decided:
            self.abstain[o.come.reason] += 1

    def as_dict(self) -> dict[str, Any]:
        return {
            "total": self.total,
            "undecidable": self.undecidable,
            "right": self.right,
            "wrong": self.wrong,
            "decided": self.decided,
            "against_contradicted_gold": self.contradicted,
            "refuted": self.refuted,
            "official_match": self.official,
            "abstain": dict(self.abstain.most_common()),
            "percent_right": _percent(self.right, self.total),
            "percent_wrong": _percent(self.wrong, self.total),
            "percent_decided": _percent(self.decided, self.total),
            "percent_right_of_decided": _percent(self.decided_right, self.decided),
        }


def undecidable(row: dict[str, Any]) -> bool:
    """Whether the right ending of a row is Abstain."""
    return isinstance(row["answer"], str) and row["answer"].strip().upper() in UNDECIDABLE


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


def errata_of(path: Path) -> frozenset[tuple[str, str]]:
    """The gold answers that tables contradict, each as (id, answer). Raises SourceError."""
    from egvar.bench.items import read

    return frozenset(read(path, lambda e: (str(e["id"]), str(e["gold"]))))


def run(
    rows: Iterable[dict[str, Any]],
    worker: KernelWorker | None = None,
    threshold: Fraction | None = None,
    errata: frozenset[tuple[str, str]] = frozenset(),
) -> Iterator[Outcome]:
    """What comes of each row, in order: by verdicts of the judge if there is a worker, else by the trusted tools."""
    last: tuple[Any, Source] | None = None
    for row in rows:
        try:
            if last is None or last[0] != row["table"]:
                last = (row["table"], source_of(row))
        except EgvarError as e:
            yield Outcome(row, f"error_{e.code}", Come("Abstain", f"error_{e.code}", e.message))
            continue
        o = _one(row, last[1], worker, threshold)
        known = (str(row.get("id")), flat(row["answer"])) in errata
        yield replace(o, ending=CONTRADICTED) if known and o.ending == "wrong" else o


def source_of(row: dict[str, Any]) -> Source:
    """The table of a row. Raises SourceError."""
    from egvar.source.source import from_rows

    table = row["table"]
    columns, data = [str(c) for c in table["columns"]], [[str(x) for x in r] for r in table["data"]]
    return from_rows(columns, data, str(row.get("id", "table")))


def _one(row: dict[str, Any], source: Source, worker: KernelWorker | None, threshold: Fraction | None) -> Outcome:
    text, kind = row["claim_or_question"], row["kind"]
    context = str(row.get("source", "")).partition("caption:")[2]
    start = time.perf_counter()
    try:
        if worker is None:
            come = sentence_comes_to(text, source, kind, context, threshold)
        else:
            come = _judged(text, source, kind, context, threshold, worker)
    except EgvarError as e:
        come = Come("Abstain", f"error_{e.code}", e.message)
    took = time.perf_counter() - start
    asked = kind == "question" and not undecidable(row) and come.decided
    return Outcome(row, ending(row, come), come, took, asked and match.official(come.answer, flat(row["answer"])))


def _judged(
    text: str, source: Source, kind: Any, context: str, threshold: Fraction | None, worker: KernelWorker
) -> Come:
    from egvar import engine

    done = engine.run(text, source, kind, context=context, threshold=threshold, worker=worker)
    v = done.verdict
    scores = [c.score for c in done.candidates if done.goal is not None and c.goal == done.goal]
    score = max(scores, default=None)
    return Come(str(v.status), str(v.reason or ""), v.why, v.answer or (), v.paraphrase, score, unplaced_of(v))


def ending(row: dict[str, Any], come: Come) -> str:
    """right, wrong, or the reason of an Abstain that should have been a verdict."""
    if undecidable(row):
        return "wrong" if come.decided else "right"
    if not come.decided:
        return come.reason
    if row["kind"] == "question":
        return "right" if match.answers(come.answer, row["answer"]) else "wrong"
    return "right" if LABELS.get(str(row["answer"]).upper()) == come.status else "wrong"


def flat(answer: object) -> str:
    """A gold answer as one text."""
    return ", ".join(str(x) for x in answer) if isinstance(answer, list) else str(answer)


def report(outcomes: list[Outcome]) -> dict[str, Any]:
    """The figures: over all rows, per subtype, the times, the words that could not be placed (in how many sentences),
    and the curve of right and wrong by score."""
    whole, by = Tally(), {}
    for o in outcomes:
        whole.add(o)
        by.setdefault(str(o.row.get("subtype", "")), Tally()).add(o)
    return {
        **whole.as_dict(),
        "by_subtype": {k: t.as_dict() for k, t in sorted(by.items())},
        "milliseconds": _times([o.seconds for o in outcomes]),
        "unplaced": dict(Counter(w for o in outcomes for w in {x.lower() for x in o.come.unplaced}).most_common(200)),
        "curve": curve(outcomes),
    }


def _times(seconds: list[float]) -> dict[str, float] | None:
    if not seconds:
        return None
    ordered = sorted(seconds)
    at = {"median": len(ordered) // 2, "p95": len(ordered) * 95 // 100, "max": len(ordered) - 1}
    return {name: round(1000 * ordered[i], 1) for name, i in at.items()}


def curve(outcomes: list[Outcome]) -> list[dict[str, Any]]:
    """Right and wrong among the decided rows whose reading scores at least so much, each as counts."""
    decided = [(o.come.score, o.ending) for o in outcomes if o.come.decided and o.come.score is not None]
    out = []
    for percent in range(100, 74, -1):
        at = [ending for score, ending in decided if score >= Fraction(percent, 100)]
        right = sum(ending == "right" for ending in at)
        out.append({"score": f"{percent / 100:.2f}", "right": right, "wrong": len(at) - right})
    return out
