"""Rows to figures: shares with Wilson intervals, for each rung, panel and solver. What was not run has no figures.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from egvar.bench.counterfactual import REPORTED
from egvar.bench.rungs import RUNGS
from egvar.bench.score import OUTCOMES, share, spread
from egvar.bench.tier2 import CATEGORIES

Row = dict[str, Any]


def grouped(rows: Iterable[Row], *names: str) -> dict[tuple[Any, ...], list[Row]]:
    out: dict[tuple[Any, ...], list[Row]] = {}
    for r in rows:
        out.setdefault(tuple(r.get(n) for n in names), []).append(r)
    return out


def _count(rows: list[Row], test: Callable[[Row], Any]) -> dict[str, Any]:
    return share(sum(bool(test(r)) for r in rows), len(rows))


def costs(rows: list[Row]) -> dict[str, Any]:
    """Time, and where models took part tokens and cost."""
    out: dict[str, Any] = {"median_seconds": round(statistics.median(r["seconds"] for r in rows), 3)}
    if any("replies" in r for r in rows):
        from fractions import Fraction

        out |= {k: sum(r.get(k, 0) for r in rows) for k in ("replies", "input_tokens", "output_tokens")}
        given = [r.get("cost") for r in rows if "replies" in r]
        known = [g for g in given if g is not None]
        out["cost"] = str(round(float(sum(map(Fraction, known))), 4)) if len(known) == len(given) else None
    return out


def tier1(rows: list[Row], solvers: list[str]) -> list[dict[str, Any]]:
    """One entry for each rung and solver; those that were not run say so."""
    found = grouped(rows, "rung", "solver")
    out: list[dict[str, Any]] = []
    for rung in RUNGS:
        own = [s for s in solvers if (rung, s) in found]
        if not own:
            out.append({"rung": rung, "solver": None, "run": False})
        for solver in own:
            part = found[rung, solver]
            entry = {
                "rung": rung,
                "solver": solver,
                "run": True,
                "right": _count(part, lambda r: r["right"]),
                "official_match": _count(part, lambda r: r["official"]),
                "no_answer": dict(
                    Counter(r["reason"] or r["status"] for r in part if r["status"] in ("Abstain", "none"))
                ),
                "by_stratum": {g: _count(p, lambda r: r["right"]) for (g,), p in grouped(part, "group").items()},
                **costs(part),
            }
            if rung == "egvar":
                entry["formal"] = _count(part, lambda r: r["formal"])
                probed = [r for r in part if "gold_claim" in r]
                if probed:
                    changed = [s for r in probed for s in r["changed_claims"]]
                    entry["gold_claims_verified"] = _count(probed, lambda r: r["gold_claim"] == "Verified")
                    entry["changed_claims_verified"] = share(changed.count("Verified"), len(changed))
            out.append(entry)
    return out


def tier15(rows: list[Row]) -> list[dict[str, Any]]:
    """One entry for each panel, cue, rung and solver; rungs that were not run say so. Look-ups stand apart, as in the
    protocol."""
    found = grouped(rows, "panel", "cue", "rung", "solver")
    out: list[dict[str, Any]] = []
    for panel, cue in dict.fromkeys((p, c) for p, c, _, _ in found):
        run = {r for p, c, r, _ in found if (p, c) == (panel, cue)}
        missing = [r for r in RUNGS if r not in run]
        out += [{"panel": panel, "cue": cue, "rung": r, "solver": None, "run": False} for r in missing]
    for (panel, cue, rung, solver), part in found.items():
        reported = [r for r in part if r["group"] in REPORTED]
        lookups = [r for r in part if r["group"] not in REPORTED]
        domains = grouped(reported, "domain")
        out.append(
            {
                "panel": panel,
                "cue": cue,
                "rung": rung,
                "solver": solver,
                "run": True,
                "outcomes": spread(reported, "outcome", OUTCOMES),
                "by_shape": {s: spread(p, "outcome", OUTCOMES) for (s,), p in grouped(reported, "group").items()},
                "by_domain": {d: spread(p, "outcome", OUTCOMES) for (d,), p in domains.items()},
                "lookups": spread(lookups, "outcome", OUTCOMES),
                **costs(part),
            }
        )
    order = {r: i for i, r in enumerate(RUNGS)}
    return sorted(out, key=lambda e: (e["panel"], e["cue"], order.get(e["rung"], len(RUNGS))))


def tier2(rows: list[Row]) -> list[dict[str, Any]]:
    """One entry for each panel and formalizer."""
    out = []
    for (panel, solver), part in grouped(rows, "panel", "solver").items():
        verified = [r for r in part if r["status"] in ("Verified", "Refuted")]
        entry = {
            "panel": panel,
            "solver": solver,
            "n": len(part),
            "categories": spread(part, "category", CATEGORIES),
            "by_accident": _count(part, lambda r: r.get("by_accident")),
            "right": _count(part, lambda r: r["right"]),
            "decided": share(len(verified), len(part)),
            "formal_of_decided": _count(verified, lambda r: r["formal"]),
            "by_group": {g: spread(p, "category", CATEGORIES) for (g,), p in grouped(part, "group").items()},
            **costs(part),
        }
        if panel != "tier1":
            reported = [r for r in part if r["group"] in REPORTED]
            entry["outcomes"] = spread(reported, "outcome", OUTCOMES)
        if any("supported" in r for r in verified):
            entry["supported_of_decided"] = _count(verified, lambda r: r.get("supported"))
        out.append(entry)
    return out
