"""What one command costs from nothing: `python benchmarks/cold.py [RUNS]`. Prints one JSON object.

`egvar verify` on a table of 20 rows and 7 columns with a goal, in a process of its own, judge included: the median of
the runs, the imports that it waits for, and the same for a question in words.
"""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROWS = 20


def table() -> str:
    """A table of 20 rows: a year, a name, three counts with and without commas, two percentages."""
    lines = ["election,leader,seats won,national votes,% of national vote,local votes,% of local vote"]
    for i in range(ROWS):
        year, votes = 1956 + 3 * i, 11_356_874 + 713_001 * i
        lines.append(f'{year},leader {i},{60 + i},{votes},{30 + i}.{i % 10}%,"{votes + 77:,}",{40 + i}.5%')
    return "\n".join(lines) + "\n"


GOAL = {
    "kind": "claim",
    "claim": {
        "op": "compare",
        "left": {
            "op": "sum",
            "column": "seats won",
            "where": {"op": "number_is", "column": "election", "cmp": ">=", "value": "1980"},
        },
        "cmp": "=",
        "right": {"op": "number", "value": str(sum(60 + i for i in range(ROWS) if 1956 + 3 * i >= 1980))},
    },
}


def seconds(command: list[str], runs: int) -> list[float]:
    out = []
    for _ in range(runs):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        out.append(time.perf_counter() - start)
        if done.returncode != 0:
            raise SystemExit(f"{command}: {done.stdout}{done.stderr}")
    return out


def imports(command: list[str]) -> dict[str, float]:
    """Cumulative seconds of the modules that cost most, by Python's own account."""
    done = subprocess.run([sys.executable, "-X", "importtime", *command], capture_output=True, text=True, check=False)
    rows = [
        line.split("|") for line in done.stderr.splitlines() if line.startswith("import time:") and "us" not in line
    ]
    costs = {r[2].strip(): int(r[1]) / 1e6 for r in rows if r[2].strip() in WATCHED}
    return dict(sorted(costs.items(), key=lambda kv: -kv[1]))


WATCHED = {"egvar.engine", "egvar.goal", "egvar.challenge.check", "egvar.source.source", "pydantic", "click"}


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    cli = ["-c", "from egvar.cli.main import main; main()"]
    with tempfile.TemporaryDirectory() as folder:
        path, goal = Path(folder, "t.csv"), Path(folder, "g.json")
        path.write_text(table(), encoding="utf-8")
        goal.write_text(json.dumps(GOAL), encoding="utf-8")
        verify = [*cli, "verify", "x", "--table", str(path), "--goal", str(goal)]
        ask = [*cli, "ask", "What is the total seats won?", "--table", str(path)]
        seconds([sys.executable, *verify], 2)
        times, asked = (seconds([sys.executable, *c], runs) for c in (verify, ask))
        bare = seconds([sys.executable, "-c", "pass"], runs)
        figures = {
            "verify_seconds_median": round(statistics.median(times), 3),
            "verify_seconds_worst": round(max(times), 3),
            "ask_seconds_median": round(statistics.median(asked), 3),
            "bare_python_seconds_median": round(statistics.median(bare), 3),
            "import_seconds": imports(verify),
            "runs": runs,
            "machine": f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}",
        }
    print(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
