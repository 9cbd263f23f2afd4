"""Draws the order in which TableBench questions were looked at for the Tier 1 panel: `draw.py ROWS.jsonl > draw.jsonl`.

Was run before any solver. ROWS.jsonl has the numerical questions of TableBench, one object a line with `id`, `subtype`,
`claim_or_question`, `answer` and `table`. In each of the eight strata the order is that of SHA-256(seed, id), so that
it needs no library's random numbers; questions were then taken in that order until a stratum had its 15, and each that
was passed over is in exclusions.jsonl with the reason.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

SEED = "egvar tier 1, 2026-12"
STRATA = (
    "Aggregation",
    "ArithmeticCalculation",
    "Comparison",
    "Counting",
    "Domain-Specific",
    "Multi-hop NumericalReasoing",
    "Ranking",
    "Time-basedCalculation",
)
QUOTA = 15


def digest(value: Any) -> str:
    """SHA-256 of canonical JSON."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def order(rows: list[dict[str, Any]], seed: str = SEED) -> list[dict[str, Any]]:
    """For each stratum its questions as drawn, with digests of what was published."""
    out = []
    for stratum in STRATA:
        own = [r for r in rows if r["subtype"] == f"NumericalReasoning/{stratum}"]
        own.sort(key=lambda r: hashlib.sha256(f"{seed}\n{r['id']}".encode()).hexdigest())
        for place, r in enumerate(own, 1):
            out.append(
                {
                    "stratum": stratum,
                    "place": place,
                    "id": r["id"],
                    "question_sha256": digest(r["claim_or_question"]),
                    "table_sha256": digest(r["table"]),
                    "answer_sha256": digest(r["answer"]),
                }
            )
    return out


if __name__ == "__main__":
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    for drawn in order([json.loads(line) for line in lines]):
        print(json.dumps(drawn))
