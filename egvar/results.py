"""The results of a batch in other formats than JSON lines.

May import: the standard library, `egvar.visible`.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from egvar.visible import visible

KINDS = {"Refuted": "failure", "Supported": "failure", "Abstain": "skipped", "error": "error"}


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The results in the output of a batch."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def said(result: dict[str, Any]) -> str:
    """Why a result is what it is, in one line."""
    verdict = result.get("verdict") or {}
    if result["status"] == "error":
        return "; ".join(str(result["error"][k]) for k in ("message", "cause", "hint") if result["error"].get(k))
    parts = [verdict.get("why") or result.get("why") or "", *verdict.get("found", ())]
    if verdict.get("paraphrase"):
        parts.insert(0, f"checked: {verdict['paraphrase']}")
    return "; ".join(p for p in parts if p)


COLUMNS = ("number", "id", "claim", "table", "status", "reason", "checked", "found", "why")


def table(results: Iterable[dict[str, Any]]) -> str:
    """The results as CSV. A text that a spreadsheet would take for a formula gets an apostrophe before it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for r in results:
        verdict = r.get("verdict") or {}
        why = said(r) if r["status"] == "error" else verdict.get("why") or r.get("why")
        found = "; ".join(verdict.get("found", ()))
        told = (r["claim"], r["table"], r["status"], r.get("reason"), verdict.get("paraphrase"), found, why)
        writer.writerow([r["number"] + 1, *(_cell(str(x or "")) for x in (r["id"], *told))])
    return out.getvalue()


def _cell(text: str) -> str:
    return visible(f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text)


def junit(results: Iterable[dict[str, Any]], name: str) -> str:
    """JUnit XML: a claim is a test case of its table. Verified passes, Refuted and Supported fail, Abstain is skipped;
    what could not be checked is an error."""
    suite = ElementTree.Element("testsuite", name=visible(name))
    counts: Counter[str] = Counter()
    for r in results:
        kind = "error" if r.get("reason") == "not_checked" else KINDS.get(r["status"], "")
        counts[kind] += 1
        table = str(r["table"]).replace("\\", "/").rsplit("/", 1)[-1]
        label = visible(r.get("id") or r["claim"] or f"claim {r['number'] + 1}")
        case = ElementTree.SubElement(suite, "testcase", name=label, classname=visible(table), time="0")
        if kind:
            label = r["status"] if not r.get("reason") else f"{r['status']} ({r['reason']})"
            message = visible(said(r))
            attributes = {"message": f"{label}: {message}"} | ({} if kind == "skipped" else {"type": r["status"]})
            ElementTree.SubElement(case, kind, attributes).text = visible(r["claim"])
    for attribute, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(attribute, str(counts[kind]))
    suite.set("tests", str(counts.total()))
    suite.set("time", "0")
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
