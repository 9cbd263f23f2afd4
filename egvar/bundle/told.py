"""What a bundle tells of its run beyond what follows from table, goal and proof: words, solver, assumptions, steps.

May import: anything of egvar but the command line.

They are protected by digests and by a signature, not by a proof, so an audit lists them as not done; where they touch
what was re-done, they must say the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from egvar.bundle import write
from egvar.bundle.folder import Refused
from egvar.challenge.leaves import over_leaves
from egvar.errors import EgvarError
from egvar.goal import dump, parse
from egvar.source.source import Source


def told(files: Mapping[str, bytes], claimed: Mapping[str, Any], table: Source) -> list[tuple[str, str]]:
    """What a bundle says of its run that nobody can re-do, each with its name. Raises Refused where the part of it that
    can be re-done is wrong."""
    _files_listed(files)
    steps = _trail(files["trail.jsonl"], claimed, table)
    words = f"the words “{claimed['text']}”" if claimed["text"] else "no words"
    run = f"that {words}, the solver {claimed['solver']} and the {steps} steps of the trail are those of the run"
    out = [("run", run)]
    assumed = [f"that this was assumed when it ran: {a}" for a in claimed["assumptions"]]
    return out + [("assumptions", a) for a in assumed or ["that nothing was assumed when it ran"]]


def _files_listed(files: Mapping[str, bytes]) -> None:
    """Raises Refused unless datapackage.json lists the files as they are."""
    own = ("verdict.json", write.SUMS, "datapackage.json")
    if (
        write.described({n: d for n, d in files.items() if n not in own})["datapackage.json"]
        != files["datapackage.json"]
    ):
        raise Refused("datapackage.json does not list the files as they are")


def _meant(goal: Any, table: Source) -> Any:
    """What a proposed goal is over this table: aggregates of it leave out the rows that are totals of others."""
    try:
        return dump(over_leaves(parse(goal), table))
    except EgvarError:
        return goal


def _trail(data: bytes, claimed: Mapping[str, Any], table: Source) -> int:
    """How many steps the trail has. Raises Refused where it contradicts what was re-done, or is no trail."""
    known = {"source": {"step": "source", "sha256": table.bytes_digest, "rows": table.n_rows}}
    try:
        steps = [json.loads(line) for line in data.decode().splitlines()]
        if b"".join(json.dumps(t, sort_keys=True).encode() + b"\n" for t in steps) != data:
            raise ValueError
        for t in steps:
            step = str(t["step"])
            if step == "verdict" and (t["status"], t.get("reason")) != (claimed["status"], claimed["reason"]):
                raise Refused("trail.jsonl ends in another verdict")
            if step in known and t != known[step]:
                raise Refused(f"trail.jsonl has another {step}")
            if step == "goal" and (set(t) != {"step", "goal"} or _meant(t["goal"], table) != claimed.get("goal")):
                raise Refused("trail.jsonl has another goal")
    except (ValueError, KeyError, TypeError, RecursionError) as e:
        raise Refused("trail.jsonl is not a trail") from e
    return len(steps)
