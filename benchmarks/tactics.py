"""How long one tactic attempt takes, in a process of its own and in a warm session: `python benchmarks/tactics.py`.

Writes benchmarks/results/tactics.json. Each text is elaborated; those that are refused before Lean are not timed.
"""

from __future__ import annotations

import json
import platform
import statistics
import time
from pathlib import Path

from egvar.challenge import statement
from egvar.goal import parse
from egvar.solver.agent.session import ColdSession, TacticSession
from egvar.solver.agent.warm import WarmSession
from egvar.solver.agent.workshop import Workshop
from egvar.source.source import load
from egvar.tools.ledger import Ledger

ROOT = Path(__file__).resolve().parent.parent
OUT = Path(__file__).with_name("results") / "tactics.json"
EVIDENCE = (
    "(EgVar.both .verified .verified _ _ (EgVar.mkVerified _ _ _ _ Challenge.observed0 (fun h => h)) "
    "(EgVar.mkVerified _ _ _ _ Challenge.observed1 (fun h => h)))"
)
OPENING = f"refine EgVar.map .verified _ _ ?_ {EVIDENCE}\nintro h"
TEXTS = {
    "proof": f"{OPENING}\nexact h.left ▸ (h.right ▸ rfl)",
    "open goal": OPENING,
    "error": "exact rfl",
}


def timed(session: TacticSession, times: int) -> dict[str, dict[str, float]]:
    """Median and worst of the milliseconds of each text, taken in turn so that each is a change."""
    session.attempt("intro h")  # the first attempt starts the server
    found: dict[str, list[float]] = {name: [] for name in TEXTS}
    for _ in range(times):
        for name, text in TEXTS.items():
            attempt = session.attempt(text)
            assert attempt.outcome == ("clean" if name == "proof" else "refused"), attempt
            found[name].append(attempt.seconds * 1000)
    session.close()
    return {n: {"median_ms": round(statistics.median(v), 1), "worst_ms": round(max(v), 1)} for n, v in found.items()}


def main() -> None:
    source = load(ROOT / "examples" / "peaks.csv")
    goal = parse((ROOT / "examples" / "mean_elevation.json").read_bytes())
    challenge = statement.build((source,), goal, "verify", Ledger())
    start = time.monotonic()
    with Workshop(challenge) as bench:
        opened = time.monotonic() - start
        data = {
            "command": "python benchmarks/tactics.py",
            "python": platform.python_version(),
            "machine": platform.machine(),
            "table": "examples/peaks.csv",
            "compile_challenge_ms": round(opened * 1000, 1),
            "cold": timed(ColdSession(bench), 20),
            "warm": timed(WarmSession(bench), 100),
        }
    OUT.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(data, indent=1))


if __name__ == "__main__":
    main()
