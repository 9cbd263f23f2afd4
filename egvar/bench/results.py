"""Results as files: JSON with all that it takes to make them again, a Markdown and an HTML table, plots.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

import html
import json
import platform
from pathlib import Path
from typing import Any

from egvar.bench import plots
from egvar.bench.plots import Part
from egvar.bench.rungs import BASELINES, TITLES
from egvar.bench.score import OUTCOME_TITLES, OUTCOMES
from egvar.bench.tier2 import CATEGORIES
from egvar.bench.tier2 import TITLES as CATEGORY_TITLES

PROMPTS = ("analyst", "formalizer", "solver", *BASELINES)
Table = tuple[list[str], list[list[str]]]
NOT_RUN = "not run"


def environment() -> dict[str, Any]:
    """What the figures were made with."""
    from importlib.metadata import version

    from egvar.kernel.library import LEAN_GITHASH, LEAN_VERSION
    from egvar.kernel.trusted import EXPORT_SHA256
    from egvar.llm.prompts import prompt

    return {
        "egvar": version("egvar"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "lean": f"{LEAN_VERSION} ({LEAN_GITHASH[:12]})",
        "library_sha256": EXPORT_SHA256,
        "prompts": {name: prompt(name).card() for name in PROMPTS},
    }


def shown(share: dict[str, Any] | None) -> str:
    """A share as text: 114/120, 95.0 % (89.5 to 97.7)."""
    if share is None or not share["of"]:
        return "-"
    low, high = share["interval"]
    return f"{share['count']}/{share['of']}, {share['percent']} % ({low} to {high})"


def table(tier: str, summary: list[dict[str, Any]]) -> Table:
    """The figures as a table of texts."""
    if tier == "tier1":
        head = ["rung", "solver", "right", "official TableBench match", "kernel behind it"]
        body = []
        for s in summary:
            if not s["run"]:
                body.append([TITLES[s["rung"]], "no model", NOT_RUN, NOT_RUN, NOT_RUN if s["rung"] == "egvar" else "-"])
            else:
                figures = [shown(s["right"]), shown(s["official_match"]), shown(s.get("formal"))]
                body.append([TITLES[s["rung"]], s["solver"], *figures])
        return head, body
    if tier == "tier1.5":
        head = ["panel", "cue", "rung", "solver", *(OUTCOME_TITLES[o] for o in OUTCOMES), "look-ups source-faithful"]
        body = []
        for s in summary:
            start = [
                s["panel"],
                "yes" if s["cue"] else "no",
                TITLES.get(s["rung"], "memory"),
                s["solver"] or "no model",
            ]
            if not s["run"]:
                body.append(start + [NOT_RUN] * (len(OUTCOMES) + 1))
            else:
                body.append([*start, *(shown(s["outcomes"][o]) for o in OUTCOMES), shown(s["lookups"]["source"])])
        return head, body
    head = ["panel", "formalizer", *(CATEGORY_TITLES[c] for c in CATEGORIES)]
    head += ["answer right", "source-faithful without look-ups", "kernel behind a verdict"]
    return head, [
        [s["panel"], s["solver"]]
        + [shown(s["categories"][c]) for c in CATEGORIES]
        + [shown(s["right"]), shown(s.get("outcomes", {}).get("source")), shown(s["formal_of_decided"])]
        for s in summary
    ]


def markdown(title: str, command: str, found: Table, notes: list[str]) -> str:
    head, body = found
    lines = [f"# {title}", "", f"`{command}`", "", "| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in body]
    return "\n".join([*lines, "", *notes, ""])


def page(title: str, command: str, found: Table, notes: list[str], pictures: list[str]) -> str:
    """One HTML file that needs nothing else."""
    head, body = found
    e = html.escape
    rows = "".join("<tr>" + "".join(f"<td>{e(c)}</td>" for c in row) + "</tr>\n" for row in body)
    style = "body{font-family:sans-serif;margin:2em}td,th{border:1px solid #ccc;padding:4px 8px;text-align:left}"
    style += "table{border-collapse:collapse}svg{max-width:900px;display:block;margin:1.5em 0}"
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{e(title)}</title><style>{style}</style>\n'
        f"<h1>{e(title)}</h1>\n<p><code>{e(command)}</code></p>\n"
        f"<table><tr>{''.join(f'<th>{e(h)}</th>' for h in head)}</tr>\n{rows}</table>\n"
        + "".join(f"<p>{e(n)}</p>\n" for n in notes)
        + "".join(pictures)
        + "</html>\n"
    )


def pictures(tier: str, summary: list[dict[str, Any]]) -> dict[str, str]:
    """SVG files by name."""
    if tier == "tier1":
        rows = []
        for s in summary:
            label = TITLES[s["rung"]] + (f", {s['solver']}" if s["run"] else "")
            right = s.get("right", {"percent": None, "interval": None})
            interval = tuple(right["interval"]) if right["interval"] else None
            rows.append((label, [Part("right", right["percent"], interval)]))
        return {"ladder.svg": plots.bars("Tier 1: right answers, with 95 % Wilson intervals", rows)}
    if tier == "tier1.5":
        rows = []
        for s in summary:
            who = TITLES.get(s["rung"], "memory") + (f", {s['solver']}" if s["run"] else "")
            outcomes = s["outcomes"] if s["run"] else {o: {"percent": None} for o in OUTCOMES}
            parts = [Part(OUTCOME_TITLES[o], outcomes[o]["percent"]) for o in OUTCOMES]
            rows.append((f"{s['panel']}{', cue' if s['cue'] else ''}: {who}", parts))
        return {"outcomes.svg": plots.bars("Tier 1.5: whose answer", rows, legend=True)}
    out = {}
    for s in summary:
        rows = []
        for c in CATEGORIES:
            share = s["categories"][c]
            interval = tuple(share["interval"]) if share["interval"] else None
            rows.append((CATEGORY_TITLES[c], [Part(CATEGORY_TITLES[c], share["percent"], interval)]))
        name = "".join(x if x.isalnum() else "_" for x in f"{s['panel']}_{s['solver']}")
        out[f"categories_{name}.svg"] = plots.bars(f"Tier 2 on {s['panel']}: formalizer {s['solver']}", rows)
    return out


def write(
    folder: Path,
    tier: str,
    asked: dict[str, Any],
    models: dict[str, Any],
    summary: list[dict[str, Any]],
    notes: list[str],
) -> None:
    """Writes results.json, results.md, results.html and the plots."""
    title, command = f"egvar bench {tier}", str(asked["command"])
    data = {
        "schema_version": 1,
        "tier": tier,
        **asked,
        "models": models,
        "environment": environment(),
        "summary": summary,
        "notes": notes,
    }
    found, drawn = table(tier, summary), pictures(tier, summary)
    files = {
        "results.json": json.dumps(data, indent=1, ensure_ascii=False) + "\n",
        "results.md": markdown(title, command, found, notes),
        "results.html": page(title, command, found, notes, list(drawn.values())),
        **drawn,
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
