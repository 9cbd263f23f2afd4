"""Answers the questions of goals.jsonl by their goals, and verifies right and changed answers: `run.py [--json]`.

Prints one line for each question, and the totals. Every verdict is the kernel's.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from egvar.engine import run
from egvar.kernel.replay import KernelWorker
from egvar.source.source import from_rows

GOALS = Path(__file__).with_name("goals.jsonl")


def load() -> list[dict[str, Any]]:
    return [json.loads(line) for line in GOALS.read_text(encoding="utf-8").splitlines()]


def claim(item: dict[str, Any], answer: str) -> dict[str, Any]:
    """The goal of the claim that the answer to the question is `answer`."""
    ask = item["goal"]["ask"]
    if ask["op"] != "values":
        return {"kind": "claim", "claim": {"op": "rounds", "of": ask, "to": answer}}
    value: Any = {"number": answer} if answer.isdigit() else answer
    return {"kind": "claim", "claim": {"op": "only", "of": ask, "value": value}}


def changed(item: dict[str, Any]) -> list[str]:
    """Wrong answers: a number one unit up and down in its last digit; for entities, others of the same column."""
    gold = item["gold"]
    if item["goal"]["ask"]["op"] != "values":
        digits = len(gold.partition(".")[2])
        unit = int(gold.replace(".", ""))
        return [_decimal(unit + d, digits) for d in (1, -1)]
    at = [" ".join(c.split()) for c in item["table"]["columns"]].index(item["goal"]["ask"]["column"])
    right = {g.strip() for g in gold.split(",")}
    return [row[at] for row in item["table"]["data"] if row[at] not in right and "," not in row[at]][:2]


def _decimal(unit: int, digits: int) -> str:
    sign, text = "-" if unit < 0 else "", str(abs(unit)).rjust(digits + 1, "0")
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def operations(node: Any) -> set[str]:
    """Every `op` in a goal."""
    if isinstance(node, dict):
        own = {str(node["op"])} if "op" in node else set()
        return own.union(*(operations(v) for v in node.values()))
    return set()


def main() -> int:
    totals: Counter[str] = Counter()
    times: list[float] = []
    with KernelWorker() as worker:
        worker.wait_ready()
        for item in load():
            source = from_rows(item["table"]["columns"], item["table"]["data"], item["id"])
            start = time.perf_counter()
            asked = run(item["question"], source, "question", goal=item["goal"], worker=worker).verdict
            times.append(time.perf_counter() - start)
            totals[f"question {asked.status.value}"] += 1
            line = f"{item['id'][:8]} {asked.status.value:9} {asked.shown[:40]:40} gold {item['gold'][:30]}"
            if "," not in item["gold"]:
                right = run("", source, "claim", goal=claim(item, item["gold"]), worker=worker).verdict
                totals[f"gold claim {right.status.value}"] += 1
                for wrong in changed(item):
                    verdict = run("", source, "claim", goal=claim(item, wrong), worker=worker).verdict
                    totals[f"changed claim {verdict.status.value}"] += 1
            if "--json" not in sys.argv:
                print(line)
    figures = dict(sorted(totals.items())) | {"median seconds a question": round(statistics.median(times), 4)}
    print(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
