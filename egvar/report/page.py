"""One verdict as a page: self-contained HTML, no script, no network.

May import: anything of egvar but the command line; jinja2 inside the functions that need it.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from egvar import __version__
from egvar.kernel.library import LEAN_VERSION
from egvar.kernel.trusted import EXPORT_SHA256
from egvar.proof.export import citation
from egvar.report import words
from egvar.report.picture import kind_of, picture
from egvar.report.shown import Shown
from egvar.source.source import Source
from egvar.verdict import Status

if TYPE_CHECKING:
    import jinja2

MAX_ROWS = 400
"""Rows of the table that a page shows; those that matter come first."""
MAX_STEPS = 1000


@dataclass
class CellShown:
    """One cell of the table. `state` is "", "used", "missing" or "blamed"; `tags` its citations, each with a link."""

    raw: str
    state: str = ""
    tags: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class RowShown:
    number: int
    id: str
    cells: list[CellShown]
    state: str = ""


def environment() -> jinja2.Environment:
    """Templates with every value escaped."""
    import jinja2

    env = jinja2.Environment(
        loader=jinja2.PackageLoader("egvar.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters["visible"] = words.visible
    return env


def render(shown: Shown, overview: str = "") -> str:
    """The page of one verdict; `overview` is the page that it goes back to, if there is one."""
    return environment().get_template("report.html").render(**context(shown), overview=overview)


def context(shown: Shown) -> dict[str, Any]:
    """What the template gets."""
    verdict, tree = shown.verdict, shown.tree
    rows, hidden = _table(shown)
    listed = tree.nodes[:MAX_STEPS]
    anchors = {n["id"]: f"#{n['id']}" for n in listed}
    places = {f"#cell-{r.number}-{i}" for r in rows for i, c in enumerate(r.cells) if c.state}
    hrefs = {n["id"]: _href(n, shown, places) or anchors.get(n["id"], "#proof") for n in tree.nodes}
    drawn = picture(tree, hrefs)
    back = anchors | ({b.id: f"#n-{b.id}" for b in drawn.boxes} if drawn else {})
    table_name = verdict.source.rsplit("/", 1)[-1] or shown.source.name.rsplit("/", 1)[-1]
    meaning = words.MEANING[verdict.status]
    if shown.asks and verdict.status is Status.VERIFIED:
        meaning = words.ANSWERED
    return {
        "verdict": verdict,
        "status": str(verdict.status),
        "sign": words.SIGNS[verdict.status],
        "title": verdict.text or verdict.paraphrase or "a statement without words",
        "meaning": meaning,
        "found": [words.with_decimals(f) for f in verdict.found],
        "reason": words.REASONS[verdict.reason] if verdict.reason else "",
        "asks": shown.asks,
        "goal": verdict.goal,
        "table_name": table_name,
        "labels": [c.label for c in shown.source.columns],
        "rows": rows,
        "hidden_rows": hidden,
        "counts": {s: sum(c.state == s for r in rows for c in r.cells) for s in ("used", "missing", "blamed")},
        "whole_rows": sum(r.state == "missing" for r in rows),
        "drawn": drawn,
        "anchors": anchors,
        "back": back,
        "steps": [_step(n, hrefs[n["id"]]) for n in listed if n["kind"] == "conclusion"],
        "leaves": [_step(n, hrefs[n["id"]]) for n in listed if n["kind"] == "evidence"],
        "steps_left_out": len(tree.nodes) - len(listed),
        "buckets": _buckets(shown),
        "lifts": shown.lifts,
        "assumed": [a.format(lean=LEAN_VERSION) for a in words.ASSUMED],
        "audit": shown.steps,
        "bundle": shlex.quote(shown.bundle) if shown.bundle else "",
        "files": shown.files,
        "library": EXPORT_SHA256,
        "lean": LEAN_VERSION,
        "version": __version__,
    }


def _table(shown: Shown) -> tuple[list[RowShown], int]:
    """The rows to show, in the table's order, and how many are left out."""
    source, verdict = shown.source, shown.verdict
    columns = {c.label: c.index for c in source.columns}
    at = {number: i for i, number in enumerate(source.row_numbers)}
    states: dict[tuple[int, int], str] = {}
    tags: dict[tuple[int, int], list[tuple[str, str]]] = {}
    whole: set[int] = set()
    for column, row in shown.missing:
        if column < 0:
            whole.add(row)
        else:
            states[column, row] = "missing"
    for node in shown.tree.nodes:
        if node["kind"] == "evidence":
            place = columns[node["args"][0]], at.get(int(node["args"][1]), -1)
            states[place] = "used"
            tags.setdefault(place, []).append((citation(node), node["id"]))
    for label, number, _ in verdict.cells:
        if label in columns and number in at:
            states[columns[label], at[number]] = "blamed"
    wanted = {row for _, row in states} | whole
    kept = sorted(_kept(source, wanted))
    out = []
    for i in kept:
        cells = [
            CellShown(c.cells[i].raw, states.get((c.index, i), ""), tags.get((c.index, i), [])) for c in source.columns
        ]
        number = source.row_numbers[i]
        out.append(RowShown(number, f"row-{number}", cells, "missing" if i in whole else "used" if i in wanted else ""))
    return out, source.n_rows - len(kept)


def _kept(source: Source, wanted: set[int]) -> set[int]:
    kept = set(sorted(i for i in wanted if i >= 0)[:MAX_ROWS])
    for i in range(source.n_rows):
        if len(kept) >= MAX_ROWS:
            break
        kept.add(i)
    return kept


def _href(node: dict[str, Any], shown: Shown, places: set[str]) -> str:
    """Where a node leads beside its line in the list: a cell to its place in the table, a lift to its author."""
    kind = kind_of(node)
    if kind == "cell":
        index = next(c.index for c in shown.source.columns if c.label == node["args"][0])
        place = f"#cell-{node['args'][1]}-{index}"
        return place if place in places else ""
    return f"#{node['rule_tag']}" if kind == "lift" and shown.lifts else ""


def _step(node: dict[str, Any], href: str) -> dict[str, Any]:
    kind = kind_of(node)
    return {
        "id": node["id"],
        "tag": citation(node),
        "kind": kind,
        "fact": words.with_decimals(str(node["fact"])),
        "how": words.STEP_WORDS[kind],
        "rule": node.get("rule", ""),
        "premises": node.get("premises", ()),
        "href": href,
        "verified": node.get("provenance", {}).get("verified", True),
        "digest": node.get("provenance", {}).get("digest", ""),
    }


def _buckets(shown: Shown) -> list[dict[str, Any]]:
    """The axioms by bucket, each with what it means."""
    observed = {
        name: f"column “{o.label}”, {o.rows} rows, as in this table; SHA-256 of what was read: {o.digest}"
        for name, o in shown.observations
    }
    lifts = {x.axiom: x.reason for x in shown.lifts}
    named = {n: f"a name for “{sentence}”; nothing is assumed about it" for n, sentence in shown.predicates.items()}
    meanings = observed | words.INTERFACE | lifts | named
    out = []
    for bucket, (title, what) in words.BUCKETS.items():
        names = shown.verdict.axioms.get(bucket, ())
        axioms = [(n, meanings.get(n, "")) for n in names]
        out.append({"bucket": bucket, "title": title, "what": what, "axioms": axioms})
    return out
