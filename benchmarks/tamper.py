"""Whether one changed byte is noticed anywhere in a bundle: `python benchmarks/tamper.py [SECONDS]`.

A small bundle is audited once for every byte of every file, with one bit of that byte flipped; a signed one for every
byte of its envelope. Small files come first. With SECONDS it stops then, and `checked` says how many of the
`positions` of each file it came to, spread over the file. `missed` lists what was not rejected: [file, position].
Prints one JSON object.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from egvar.bundle.audit import audit
from egvar.bundle.envelope import NAME
from egvar.bundle.write import write
from egvar.engine import run, shared_worker
from egvar.signing import new_key
from egvar.source.source import from_rows

TABLE = from_rows(["town", "people"], [["Aa", "10"], ["Bb", "30"]], "t.csv")
TOTAL = {"op": "sum", "column": "people"}
GOAL = {
    "kind": "claim",
    "claim": {"op": "compare", "left": TOTAL, "cmp": "=", "right": {"op": "number", "value": "40"}},
}


STEP = 7919  # a prime that divides no file's length here, so that steps of it come to every byte once


def sweep(bundle: Path, trusted: dict[str, str] | None, names: set[str], until: float) -> dict[str, Any]:
    """The counts for these files of a bundle. Raises SystemExit if it is not accepted as it is, before and after."""
    worker = shared_worker()
    out: dict[str, Any] = {"positions": {}, "checked": {}, "missed": []}

    def intact() -> None:
        if audit(bundle, worker, trusted=trusted).outcome != "accepted":
            raise SystemExit("the bundle is not accepted as it is")

    intact()
    for path in sorted((p for p in bundle.iterdir() if p.name in names), key=lambda p: p.stat().st_size):
        data = path.read_bytes()
        assert len(data) % STEP
        checked = 0
        while checked < len(data) and time.monotonic() < until:
            i = checked * STEP % len(data)
            path.write_bytes(data[:i] + bytes([data[i] ^ (1 << (i % 8))]) + data[i + 1 :])
            if audit(bundle, worker, trusted=trusted).outcome != "rejected":
                out["missed"].append([path.name, i])
            checked += 1
        path.write_bytes(data)
        out["positions"][path.name], out["checked"][path.name] = len(data), checked
    intact()
    return out


def main() -> None:
    until = time.monotonic() + float(sys.argv[1]) if len(sys.argv) > 1 else float("inf")
    with tempfile.TemporaryDirectory() as scratch:
        bundle, key = Path(scratch) / "b", Path(scratch) / "key.pem"
        public = new_key(key)
        write(run("the people are 40", TABLE, "claim", goal=GOAL), bundle, key)
        signed = sweep(bundle, {public: "me"}, {NAME}, until)
        (bundle / NAME).unlink()
        unsigned = sweep(bundle, None, {p.name for p in bundle.iterdir()}, until)
    parts = (signed, unsigned)
    total, seen = (sum(n for p in parts for n in p[k].values()) for k in ("positions", "checked"))
    summary = {"positions": total, "checked": seen, "missed": sum(len(p["missed"]) for p in parts)}
    print(json.dumps({**summary, "exhaustive": seen == total, "signed": signed, "unsigned": unsigned}, indent=1))


if __name__ == "__main__":
    main()
