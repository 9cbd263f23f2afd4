"""Builds panel.jsonl and exclusions.jsonl from the draw, the curated files and TableBench: `build.py ROWS.jsonl`.

Stops at a stratum that has not taken its questions in the order of the draw, at an item whose two readings differ, and
at one whose answer is not the gold answer. Goals for questions of `benchmarks/foundation` are taken from there.
"""

from __future__ import annotations

import importlib
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

__all__ = ["QUOTA", "SEED", "STRATA", "Table", "digest", "main", "module", "texts"]
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from draw import QUOTA, SEED, STRATA, digest  # noqa: E402
from words import Item, Passed, Table  # noqa: E402

from egvar.bench import match  # noqa: E402
from egvar.tools.base import show_exact  # noqa: E402


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def module(stratum: str) -> Any:
    name = stratum.split()[0].replace("-", "_").lower()
    path = HERE / "curated" / f"{name}.py"
    return importlib.import_module(f"curated.{name}") if path.exists() else None


def texts(answer: Any) -> tuple[str, ...]:
    """An answer of the second reading as exact texts."""
    parts = answer if isinstance(answer, list | tuple) else [answer]
    return tuple(p if isinstance(p, str) else show_exact(Fraction(p)) for p in parts)


def main() -> int:
    rows = {r["id"]: r for r in lines(Path(sys.argv[1]))}
    foundation = {r["id"]: r["goal"]["ask"] for r in lines(HERE.parent / "foundation" / "goals.jsonl")}
    panel, passed = [], []
    for stratum in STRATA:
        found = module(stratum)
        if found is None:
            continue
        own = {e.id: e for e in found.ITEMS}
        order = [d for d in lines(HERE / "draw.jsonl") if d["stratum"] == stratum]
        taken = 0
        for drawn in order:
            if taken == QUOTA:
                break
            entry = own.pop(drawn["id"][:8], None)
            if entry is None:
                raise SystemExit(f"{stratum} {drawn['place']}: {drawn['id']} was neither taken nor passed over")
            row = rows[drawn["id"]]
            if digest(row["table"]) != drawn["table_sha256"]:
                raise SystemExit(f"{drawn['id']}: not the table that was drawn")
            head = {"id": row["id"], "stratum": stratum, "place": drawn["place"]}
            if isinstance(entry, Passed):
                shown = {"question": row["claim_or_question"], "published": row["answer"]}
                passed.append({**head, **shown, "reason": entry.reason, "why": entry.why})
                continue
            taken += 1
            panel.append({**head, **item(entry, row, foundation)})
        if own:
            raise SystemExit(f"{stratum}: {sorted(own)} are not in the part of the draw that was needed")
        print(stratum, taken, "taken,", sum(p["stratum"] == stratum for p in passed), "passed over", file=sys.stderr)
    for name, data in (("panel.jsonl", panel), ("exclusions.jsonl", passed)):
        text = "".join(json.dumps(d, ensure_ascii=False) + "\n" for d in data)
        (HERE / name).write_text(text, encoding="utf-8")
    return 0


def item(entry: Item, row: dict[str, Any], foundation: dict[str, Any]) -> dict[str, Any]:
    gold = entry.gold or row["answer"]
    second = texts(entry.second(Table.of(row["table"])))
    if not match.exact(second, gold):
        raise SystemExit(f"{row['id']}: the second reading gives {second}, gold is {gold}")
    if entry.gold and match.exact(second, row["answer"]):
        raise SystemExit(f"{row['id']}: the published answer is right after all")
    ask = entry.goal or foundation[row["id"]]
    return {
        "question": row["claim_or_question"],
        "gold": gold,
        **({"published": row["answer"], "why_not": entry.why} if entry.gold else {}),
        "goal": {"schema": "egvar/goal/1", "kind": "question", "ask": ask},
        "second_reading": {"note": entry.note, "answer": list(second)},
        "table": row["table"],
        "table_sha256": digest(row["table"]),
    }


if __name__ == "__main__":
    sys.exit(main())
