"""The results of a batch as one page with filters: self-contained HTML, no network.

May import: anything of egvar but the command line; jinja2 inside the functions that need it.

A file of results is a record of what a batch said. Nothing in it is checked again here, and the page says so.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from egvar import __version__
from egvar.errors import Position, ReportError
from egvar.report import words
from egvar.report.page import environment
from egvar.report.shown import Shown
from egvar.verdict import Reason, Status

STATUSES = (*(s.value for s in Status), "error")


@dataclass(frozen=True)
class Result:
    """One claim of a batch. `details` are lines for a person, `href` leads to the claim's own page if it has one."""

    number: int
    id: str
    claim: str
    table: str
    status: str
    reason: str
    paraphrase: str
    details: tuple[str, ...]
    href: str = ""


def of_results(path: Path) -> list[Result]:
    """The results in the output of a batch, in their order. Raises ReportError with file:row for anything else."""
    try:
        with path.open(encoding="utf-8") as lines:
            results = list(_read(path, lines))
    except OSError as e:
        raise ReportError(f"{path} cannot be read", cause=e.strerror or str(e)) from e
    except UnicodeDecodeError as e:
        raise ReportError(f"{path} is not UTF-8 text", cause=str(e)) from e
    if not results:
        raise ReportError(f"{path} holds no results", hint="give a bundle, or the output of egvar batch")
    return results


def _read(path: Path, lines: Any) -> Iterator[Result]:
    for row, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield _result(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as e:
            raise ReportError(
                "a line is not a result of egvar batch",
                cause=f"{type(e).__name__}: {e}",
                hint="give a bundle, or the output of egvar batch",
                position=Position(str(path), row),
            ) from e


def _result(record: dict[str, Any]) -> Result:
    status, reason = str(record["status"]), str(record.get("reason") or "")
    if status not in STATUSES or (reason and reason not in {r.value for r in Reason}):
        raise ValueError(f"unknown verdict {status} {reason}".strip())
    verdict = record.get("verdict") or {}
    if verdict and str(verdict["status"]) != status:
        raise ValueError(f"the line says {status} and its verdict {verdict['status']}")
    details = _details({"why": record.get("why")} | verdict)
    if status == "error":
        details += [str(record["error"][k]) for k in ("message", "cause", "hint") if record["error"].get(k)]
    return Result(
        int(record["number"]) + 1,
        str(record.get("id") or ""),
        str(record["claim"] or verdict.get("text") or ""),
        str(record["table"]).replace("\\", "/").rsplit("/", 1)[-1],
        status,
        reason,
        str(verdict.get("paraphrase") or ""),
        tuple(details),
    )


def _details(verdict: dict[str, Any]) -> list[str]:
    details = [f"answer: {verdict['shown']}"] if verdict.get("shown") else []
    details += [words.with_decimals(str(f)) for f in verdict.get("found", ())]
    details += [str(verdict["why"])] if verdict.get("why") else []
    details += [f"declared: {d}" for d in verdict.get("declared", ())]
    return details + [f'row {row}, "{column}": “{raw}”' for column, row, raw in verdict.get("cells", ())]


def of_shown(shown: Sequence[Shown], hrefs: Sequence[str]) -> list[Result]:
    """Verdicts that were re-done just now, each with a page of its own."""
    out = []
    for number, (one, href) in enumerate(zip(shown, hrefs, strict=True), 1):
        v, table = one.verdict, one.source.name.rsplit("/", 1)[-1]
        reason = v.reason.value if v.reason else ""
        details = tuple(_details(v.as_dict()))
        out.append(Result(number, "", v.text, table, v.status.value, reason, v.paraphrase, details, href))
    return out


def render_overview(results: list[Result], title: str = "Results of a batch", audited: bool = False) -> str:
    """The page of a batch; `audited` says that every verdict was re-done for it."""
    script = resources.files("egvar.report").joinpath("templates/overview.js").read_text(encoding="utf-8").strip()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    counts = Counter(r.status for r in results)
    return (
        environment()
        .get_template("overview.html")
        .render(
            version=__version__,
            title=title,
            results=results,
            audited=audited,
            counts=[(s, counts[s]) for s in STATUSES if counts[s]],
            reasons=sorted({r.reason for r in results if r.reason}),
            explained={r.value: text for r, text in words.REASONS.items()},
            tables=sorted({r.table for r in results}),
            signs={s.value: sign for s, sign in words.SIGNS.items()} | {"error": "!"},
            script=script,
            script_digest=digest,
        )
    )
