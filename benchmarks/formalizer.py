"""Runs the formalizer over benchmark files and writes their figures: `python benchmarks/formalizer.py FILE…`.

Needs files in the format of `egvar bench formalizer`. Writes benchmarks/results/formalizer.json.
"""

from __future__ import annotations

import json
import platform
import sys
from fractions import Fraction
from pathlib import Path

from egvar.bench.formalizer import errata_of, report, rows_of, run

OUT = Path(__file__).with_name("results") / "formalizer.json"
LOW = Fraction(3, 4)


def main() -> None:
    errata = errata_of(Path(__file__).with_name("errata.jsonl"))
    results = []
    for name in sys.argv[1:]:
        path = Path(name)
        parts = {"all": rows_of(path)}
        numerical = [r for r in parts["all"] if str(r.get("subtype", "")).startswith("NumericalReasoning")]
        if numerical:
            parts["NumericalReasoning"] = numerical
        for part, rows in parts.items():
            figures = report(list(run(rows, errata=errata)))
            figures["curve"] = report(list(run(rows, None, LOW, errata)))["curve"]
            results.append({"file": "/".join(path.parts[-2:]), "part": part, **figures})
            print(path.name, part, {k: figures[k] for k in ("total", "right", "wrong")}, file=sys.stderr)
    data = {
        "command": "python benchmarks/formalizer.py FILE…",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "results": results,
    }
    OUT.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
