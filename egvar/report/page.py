"""One verdict as a page: self-contained HTML, no script, no network.

May import: anything of egvar but the command line; jinja2 inside the functions that need it.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from egvar import __version__
from egvar.kernel.library import LEAN_VERSION
from egvar.kernel.trusted import EXPORT_SHA256
from egvar.proof.export import citation
from egvar.report import words
from egvar.report.picture import kind_of, picture
from egvar.report.shown import Shown
from egvar.report.tables import places, tables
from egvar.verdict import Status
from egvar.visible import visible

if TYPE_CHECKING:
    import jinja2

MAX_STEPS = 1000


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
    env.filters["visible"] = visible
    return env


def render(shown: Shown, overview: str = "") -> str:
    """The page of one verdict; `overview` is the page that it goes back to, if there is one."""
    return environment().get_template("report.html").render(**context(shown), overview=overview)


def context(shown: Shown) -> dict[str, Any]:
    """What the template gets."""
    verdict, tree = shown.verdict, shown.tree
    shown_tables = tables(shown)
    cells = [c for t in shown_tables for r in t.rows for c in r.cells]
    listed = tree.nodes[:MAX_STEPS]
    anchors = {n["id"]: f"#{n['id']}" for n in listed}
    hrefs = {n["id"]: anchors.get(n["id"], "#proof") for n in tree.nodes} | places(shown_tables)
    if shown.lifts:
        hrefs |= {n["id"]: f"#{n['rule_tag']}" for n in tree.nodes if kind_of(n) == "lift"}
    drawn = picture(tree, hrefs)
    back = anchors | ({b.id: f"#n-{b.id}" for b in drawn.boxes} if drawn else {})
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
        "tables": shown_tables,
        "counts": {s: sum(c.state == s for c in cells) for s in ("used", "missing", "blamed")},
        "whole_rows": sum(r.state == "missing" for t in shown_tables for r in t.rows),
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
        name: f"column “{o.label}”, {o.rows} rows, as in the table; SHA-256 of what was read: {o.digest}"
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
