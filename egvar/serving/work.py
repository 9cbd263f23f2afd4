"""What servers do for a request, as data: tables described, verdicts, documents, audits.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from egvar.source.cell import Kind
from egvar.source.source import Source

if TYPE_CHECKING:
    from egvar.documents.check import Report
    from egvar.documents.tables import Known
    from egvar.engine import Run
    from egvar.kernel.replay import KernelWorker

SCHEMA_VERSION = 1
MAX_PREVIEW = 200


def described(source: Source, rows: int = 20) -> dict[str, Any]:
    """How a table was read: columns, the first rows as they stand, and what the file leaves open."""
    from egvar.source.alternatives import alternatives

    columns = []
    for c in source.columns:
        bad = [
            (source.row_numbers[i], x.raw)
            for i, x in enumerate(c.cells)
            if x.kind is Kind.UNREADABLE or (x.kind is Kind.TEXT and c.kind is not Kind.TEXT)
        ]
        unit = "mixed" if c.mixed_units else c.unit
        columns.append(
            {
                "column": c.label,
                "read_as": c.kind.value,
                "unit": unit,
                "without_value": [{"row": r, "raw": raw} for r, raw in bad[:MAX_PREVIEW]],
            }
        )
    shown = min(max(rows, 0), MAX_PREVIEW, source.n_rows)
    return {
        "schema_version": SCHEMA_VERSION,
        "table": source.name.replace("\\", "/").rsplit("/", 1)[-1],
        "source_sha256": source.bytes_digest,
        "reading_sha256": source.reading_digest,
        "rows": source.n_rows,
        "columns": columns,
        "first_rows": [
            {"row": source.row_numbers[i], "cells": [c.cells[i].raw for c in source.columns]} for i in range(shown)
        ],
        "left_open": [{"reading": a.what, "settled_by": a.flag} for a in alternatives(source)],
    }


def asked(
    text: str,
    source: Source,
    kind: Literal["claim", "question"],
    worker: KernelWorker | None = None,
    goal: dict[str, Any] | None = None,
    interpretation: int | None = None,
) -> tuple[Run, dict[str, Any]]:
    """The run on a claim or question, and its verdict as data. Raises EgvarError for bad input."""
    from egvar.engine import run

    done = run(text, source, kind, goal=goal, interpretation=interpretation, worker=worker)
    verdict = done.verdict.as_dict()
    verdict["source"] = done.verdict.source.replace("\\", "/").rsplit("/", 1)[-1]
    said = "\n".join(done.verdict.lines())
    return done, {"schema_version": SCHEMA_VERSION, "verdict": verdict, "said": said}


def checked(
    document: bytes, name: str, tables: Sequence[Known], worker: KernelWorker | None = None, fix: bool = True
) -> tuple[Report, dict[str, Any]]:
    """A document's sentences with their verdicts, and the same as data. No file is opened for what the document names.
    Raises EgvarError for bad input."""
    from egvar.documents.check import check_document, records
    from egvar.documents.read import read_document

    report = check_document(read_document(name, document), tables, worker=worker, fix=fix)
    refused = [f"{e.position}: {e.message}: {e.cause}" for e in report.refused]
    data = {"sentences": list(records([report])), "counts": report.counts, "tables_not_read": refused}
    return report, {"schema_version": SCHEMA_VERSION, **data}


def audited(folder: Path, worker: KernelWorker) -> dict[str, Any]:
    """What an audit of a bundle comes to. Raises EgvarError where none is there."""
    if (folder / "index.json").exists() and not (folder / "verdict.json").exists():
        from egvar.bundle.documents import audit_documents

        return audit_documents(folder, worker).as_dict()
    from egvar.bundle.audit import audit

    return audit(folder, worker).as_dict()
