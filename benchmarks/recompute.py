"""Recomputed evidence over long tables: `python benchmarks/recompute.py [ROWS …]`. Prints one JSON object.

For each size, a table with a text and a number column is read, and "the sum of x where key is k" is verified, twice:
once as one process does it (reading, term building, kernel), and with the parts timed.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from typing import Any

from egvar.challenge import statement
from egvar.challenge.check import check
from egvar.goal import parse
from egvar.kernel.judge import judge
from egvar.kernel.replay import KernelWorker, Limits
from egvar.solver.prover import prove
from egvar.source.source import load_bytes
from egvar.tools.ledger import Ledger


def table(rows: int) -> bytes:
    """A CSV with keys k0 to k6 and numbers with two decimals."""
    lines = [f"k{i % 7},{(i * 7919) % 100003}.{i % 100:02d}" for i in range(rows)]
    return ("key,x\n" + "\n".join(lines) + "\n").encode()


def measure(rows: int, worker: KernelWorker) -> dict[str, Any]:
    data = table(rows)
    cents = sum((i * 7919) % 100003 * 100 + i % 100 for i in range(rows) if i % 7 == 3)
    total = f"{cents // 100}.{cents % 100:02d}"
    start = time.perf_counter()
    source = load_bytes(data, "table")
    read = time.perf_counter()
    where = {"op": "text_is", "column": "key", "value": "k3"}
    ask = {"op": "sum", "column": "x", "where": where}
    number = {"op": "number", "value": total}
    goal = parse({"kind": "claim", "claim": {"op": "compare", "left": ask, "cmp": "=", "right": number}})
    challenge = statement.build((source,), goal, "verify", Ledger())
    solution = prove(challenge)
    built = time.perf_counter()
    judged = judge(challenge.judged, solution.constants, worker)
    done = time.perf_counter()
    whole = check(source, goal, worker, prove).verdict if rows <= 5000 else None
    return {
        "rows": rows,
        "judgement": type(judged).__name__,
        "detail": getattr(judged, "reason", ""),
        "read_seconds": round(read - start, 3),
        "build_seconds": round(built - read, 3),
        "judge_seconds": round(done - built, 3),
        "kernel_seconds": round(getattr(judged, "seconds", 0.0), 3),
        "verdict": whole.status.value if whole else None,
        "python_peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def main() -> int:
    sizes = [int(a) for a in sys.argv[1:]] or [20, 1000, 5000, 20000, 100000]
    with KernelWorker(Limits(wall_seconds=300, cpu_seconds=300)) as worker:
        worker.wait_ready()
        print(json.dumps({"recompute": [measure(n, worker) for n in sizes]}, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
