"""What came of documents as SARIF 2.1.0, and as annotations of GitHub's workflows.

May import: the standard library, `egvar.documents`.

What is Verified is no finding and is not listed. Refuted is an error, Supported a warning, what could not be decided a
note. Paths are as given, so that they are relative to where the command ran.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from egvar import __version__
from egvar.documents.check import Checked, Report
from egvar.documents.lines import message, shown

SCHEMA = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json"
RULES = {
    "Refuted": ("refuted", "error", "The table says something else", "Lean's kernel proved that the claim is false."),
    "Supported": ("supported", "warning", "Not as strong as Verified", "It rests on something that counts for less."),
    "Abstain": ("not-decided", "note", "Not decided", "Nothing is said either way; the message names why."),
}


def sarif(reports: Sequence[Report]) -> dict[str, Any]:
    """A SARIF log with one run."""
    order = list(RULES)
    rules = [
        {
            "id": f"egvar/{name}",
            "name": name.title().replace("-", ""),
            "shortDescription": {"text": title},
            "fullDescription": {"text": text},
            "defaultConfiguration": {"level": level},
        }
        for name, level, title, text in RULES.values()
    ]
    results = [_result(r, c, order.index(c.status)) for r, c in _findings(reports)]
    driver = {"name": "egvar", "version": __version__, "semanticVersion": __version__, "rules": rules}
    artifacts = [{"location": {"uri": _uri(r.document.name)}} for r in reports]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": artifacts,
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _findings(reports: Sequence[Report]) -> Iterator[tuple[Report, Checked]]:
    return ((r, c) for r in reports for c in r.checked if c.status in RULES)


def _uri(name: str) -> str:
    return quote(name.replace("\\", "/"))


def _said(c: Checked) -> str:
    return shown(f"{c.status}: “{c.sentence.text}” {message(c)}")


def _result(report: Report, c: Checked, rule: int) -> dict[str, Any]:
    name, level, _, _ = RULES[c.status]
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(report.document.name)}}
    location: dict[str, Any] = {"physicalLocation": place}
    if report.document.editable:
        place["region"] = _region(report, c.sentence.at[0], c.sentence.at[-1] + 1)
    else:
        number = report.document.place(c.sentence.at[0])[0]
        location["logicalLocations"] = [{"name": f"paragraph {number}", "kind": "element"}]
    text = f"{c.sentence.text}\n{c.table}\n{c.status}"
    result = {
        "ruleId": f"egvar/{name}",
        "ruleIndex": rule,
        "level": level,
        "message": {"text": _said(c)},
        "locations": [location],
        "partialFingerprints": {"sentence/v1": hashlib.sha256(text.encode()).hexdigest()},
        "properties": {"status": c.status, "reason": c.reason or "", "table": c.table, "paraphrase": c.paraphrase},
    }
    if c.fix is not None:
        change = {
            "deletedRegion": _region(report, c.fix.start, c.fix.end),
            "insertedContent": {"text": c.fix.replacement},
        }
        changes = [{"artifactLocation": {"uri": _uri(report.document.name)}, "replacements": [change]}]
        result["fixes"] = [{"description": {"text": f"{c.fix.replacement}, as found"}, "artifactChanges": changes}]
    return result


def _region(report: Report, start: int, end: int) -> dict[str, int]:
    line, column = report.document.place(start)
    end_line, end_column = report.document.place(end - 1)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column + 1}


def github_lines(reports: Sequence[Report]) -> Iterator[str]:
    """A workflow command for each finding, which GitHub shows beside the line."""
    kinds = {"error": "error", "warning": "warning", "note": "notice"}
    for report, c in _findings(reports):
        line, column = report.document.place(c.sentence.at[0])
        end_line, end_column = report.document.place(c.sentence.at[-1])
        where = {"file": report.document.name.replace("\\", "/")}
        if report.document.editable:
            where |= {"line": str(line), "endLine": str(end_line), "col": str(column), "endColumn": str(end_column + 1)}
            if line != end_line:  # GitHub takes columns for one line only
                del where["col"], where["endColumn"]
        where["title"] = f"egvar: {c.status}" + (f" ({c.reason})" if c.reason else "")
        options = ",".join(f"{k}={_escaped(v, True)}" for k, v in where.items())
        yield f"::{kinds[RULES[c.status][1]]} {options}::{_escaped(_said(c))}"


def _escaped(text: str, inside: bool = False) -> str:
    """A text that cannot end the command that it stands in."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if inside else text
