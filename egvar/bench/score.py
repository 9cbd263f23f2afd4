"""What an answer is worth: right or not, whose answer it is, and how sure a share is.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from egvar.bench import match
from egvar.bench.items import LABELS, Item
from egvar.bench.rungs import Said

OUTCOMES = ("source", "prior", "other", "abstain")
OUTCOME_TITLES = {
    "source": "source-faithful",
    "prior": "prior-override",
    "other": "wrong-other",
    "abstain": "no answer",
}
Z = 1.959963984540054


def is_answer(item: Item, said: Said, gold: str) -> bool:
    """Whether what was said is `gold`."""
    if item.kind == "claim":
        return said.status == LABELS[gold]
    return said.status in ("Verified", "answered") and match.exact(said.answer, gold)


def official(item: Item, said: Said) -> bool:
    """Whether the official TableBench comparison takes it for the published answer."""
    if item.kind == "claim" or said.status not in ("Verified", "answered"):
        return False
    return match.official(said.answer, item.published or item.gold)


def outcome(item: Item, said: Said) -> str:
    """Whose answer it is: that of the table, that of memory, another, or none."""
    if is_answer(item, said, item.gold):
        return "source"
    if item.prior is not None and is_answer(item, said, item.prior):
        return "prior"
    return "abstain" if said.status in ("Abstain", "none") else "other"


def wilson(k: int, n: int) -> tuple[float, float] | None:
    """The 95 % Wilson interval of k of n; None for n = 0."""
    if not n:
        return None
    p, z2 = k / n, Z * Z
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(k: int, n: int) -> dict[str, Any]:
    """k of n with its Wilson interval in percent; no number at all for n = 0."""
    interval = wilson(k, n)
    if interval is None:
        return {"count": 0, "of": 0, "percent": None, "interval": None}
    low, high = interval
    return {
        "count": k,
        "of": n,
        "percent": round(100 * k / n, 1),
        "interval": [round(100 * low, 1), round(100 * high, 1)],
    }


def spread(rows: Iterable[dict[str, Any]], field: str, values: Iterable[str]) -> dict[str, Any]:
    """For each value of a field its share of the rows."""
    found = [r[field] for r in rows]
    return {v: share(found.count(v), len(found)) for v in values}
