"""Bundles of documents: many verdicts with an index that says which sentence each is about. Written and re-done here.

May import: anything of egvar but the command line.

    index.json            an in-toto Statement about the documents: their sentences in order, with places and verdicts,
                          and the SHA-256 of every other file
    index.dsse.json       its signature, if it is signed
    documents/1.md        the documents as they were
    claims/1/…            the bundle of each sentence that has a verdict
    SHA256SUMS            of all files but the signature

An audit reads the documents again: their sentences must be those of the index, each in its place. Each bundle is
audited like any other, and must give the verdict, words and numbers that the index gives. Sentences without a verdict
claim nothing; that they have none is not re-done.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from egvar.bundle import envelope, write
from egvar.bundle.audit import Audit, Finding, audit, signature_of
from egvar.bundle.folder import Refused, read_folder
from egvar.documents.check import STATUSES, Report, counted, records
from egvar.documents.fix import claimed
from egvar.documents.model import Document
from egvar.documents.read import read_document, sentences
from egvar.documents.tables import in_document
from egvar.engine import Run
from egvar.errors import BundleError, EgvarError
from egvar.kernel.library import LEAN_VERSION
from egvar.kernel.replay import KernelWorker
from egvar.kernel.trusted import EXPORT_SHA256

if TYPE_CHECKING:
    from egvar.verdict import Verdict

INDEX, SEAL = "index.json", "index.dsse.json"
PREDICATE = "https://egvar.dev/documents/v1"
LEFT_OUT = ("file", "table", "fix")
WITHOUT = ("Abstain", "not_about_tables")
_OPEN = Finding("formalization", "not_done", "whether the goals are what the sentences mean is for a reader")


class _Failed(Exception):
    pass


def write_documents(reports: Sequence[Report], target: Path, key: Path | None = None) -> None:
    """Writes the bundle of checked documents as the folder `target`. Raises BundleError or SigningKeyError, and then
    leaves nothing behind."""
    write.write_files(target, lambda: _made(reports, key))


def _made(reports: Sequence[Report], key: Path | None) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    listed: list[dict[str, Any]] = []
    for i, report in enumerate(reports, 1):
        files[_copy(i, report.document)] = report.document.data
        for c, record in zip(report.checked, records([report]), strict=True):
            entry = {k: v for k, v in record.items() if k not in LEFT_OUT}
            entry |= {"document": i, "table": _base(c.run.verdict.source if c.run else c.table) or None, "bundle": None}
            if c.run is not None:
                entry["bundle"] = f"claims/{sum(e['bundle'] is not None for e in listed) + 1}"
                made = write.sealed(c.run.verdict, write.contents(c.run))
                made[write.SUMS] = write.sums(made)
                files |= {f"{entry['bundle']}/{n}": data for n, data in made.items()}
            listed.append(entry)
    documents = [{"name": _base(r.document.name), "file": _copy(i, r.document)} for i, r in enumerate(reports, 1)]
    files[INDEX] = write.dumps(_statement(documents, listed, counted(reports), files))
    return files if key is None else {**files, SEAL: envelope.sign(files[INDEX], key)}


def _copy(number: int, document: Document) -> str:
    return f"documents/{number}{PurePosixPath(_base(document.name)).suffix.lower()}"


def _base(name: str) -> str:
    return name.replace("\\", "/").rsplit("/", 1)[-1]


def _statement(
    documents: list[dict[str, Any]], listed: list[dict[str, Any]], counts: dict[str, int], files: Mapping[str, bytes]
) -> dict[str, Any]:
    digests = {n: hashlib.sha256(d).hexdigest() for n, d in sorted(files.items())}
    subject = [{"name": d["name"], "digest": {"sha256": digests[d["file"]]}} for d in documents]
    return {
        "_type": write.STATEMENT,
        "subject": subject,
        "predicateType": PREDICATE,
        "predicate": {
            "documents": documents,
            "sentences": listed,
            "counts": counts,
            "files": digests,
            "library": {"export_sha256": EXPORT_SHA256, "lean": LEAN_VERSION},
        },
    }


def audit_documents(folder: Path, worker: KernelWorker, trusted: Mapping[str, str] | None = None) -> Audit:
    """Audits a bundle of documents; `trusted` as for `audit`. Raises BundleError if no bundle is there."""
    if not folder.is_dir() or folder.is_symlink():
        raise BundleError(f"{folder} is not a bundle", hint="name the folder that egvar check -o wrote")
    findings: list[Finding] = []
    what, status = "files", "unknown"
    try:
        files, predicate = _read(folder)
        findings.append(Finding("files", "ok", f"{len(files)} files, every digest as {INDEX} and {write.SUMS} say"))
        what = "signature"
        failed, signature = signature_of(files.get(SEAL), files[INDEX], trusted, SEAL)
        if failed:
            raise _Failed(failed)
        what = "documents"
        listed, documents = predicate["sentences"], predicate["documents"]
        opened = [_document(i, d, files) for i, d in enumerate(documents, 1)]
        _same_sentences(opened, listed)
        findings.append(Finding("documents", "ok", f"{len(opened)}, with {len(listed)} sentences, each in its place"))
        what = "claims"
        bundles = [e["bundle"] for e in listed if e["bundle"] is not None]
        present = {"/".join(n.split("/")[:2]) for n in files if n.startswith("claims/")}
        if len(set(bundles)) != len(bundles) or set(bundles) != present:
            raise _Failed("the bundles are not those that the index names")
        tables = [{k.label: k.source.bytes_digest for k in in_document(d)[0]} for d in opened]
        runs: dict[str, Run] = {}
        for entry in listed:
            if entry["bundle"] is None:
                if entry["status"] not in WITHOUT:
                    raise _Failed(f"line {entry['line']} is {entry['status']} without a bundle")
                continue
            runs[entry["bundle"]] = _claim(folder, entry, worker, tables[entry["document"] - 1])
        sources = sorted({(_base(r.verdict.source), r.verdict.source_sha256) for r in runs.values()})
        if len({name for name, _ in sources}) != len(sources):
            raise _Failed("two tables have one name")
        counts = {s: sum(e["status"] == s for e in listed) for s in STATUSES}
        if counts != predicate["counts"] or sum(counts.values()) != len(listed):
            raise _Failed("the counts are not those of the sentences")
        status = ", ".join(f"{s} {n}" for s, n in counts.items() if n)
        if write.dumps(_statement(documents, listed, counts, _named(files))) != files[INDEX]:
            raise _Failed(f"{INDEX} is not in its canonical form")
        findings.append(
            Finding("claims", "ok", f"{len(bundles)} bundles re-done, each with the verdict of its sentence")
        )
        findings += [Finding("table", "ok", f"{name}, SHA-256 {digest}") for name, digest in sources]
        findings += _for_readers(listed)
    except _Failed as e:
        findings.append(Finding(what, "failed", str(e)))
        return Audit("rejected", status, tuple(findings))
    except _NotChecked as e:
        findings.append(Finding(what, "not_done", str(e)))
        return Audit("not_checked", status, tuple(findings))
    except EgvarError as e:
        findings.append(Finding(what, "failed", e.message + (f" ({e.cause})" if e.cause else "")))
        return Audit("not_checked" if e.exit_code == 3 else "rejected", status, tuple(findings))
    except (KeyError, ValueError, TypeError, AttributeError, IndexError) as e:
        findings.append(Finding(what, "failed", f"malformed: {e}"))
        return Audit("rejected", status, tuple(findings))
    return Audit("accepted", status, (*findings, _OPEN, signature))


class _NotChecked(Exception):
    pass


def _named(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that the index names."""
    return {n: d for n, d in files.items() if n not in (INDEX, SEAL, write.SUMS)}


def _belongs(name: str) -> bool:
    parts = name.split("/")
    return name in (INDEX, SEAL, write.SUMS) or (parts[0], len(parts)) in (("documents", 2), ("claims", 3))


def _read(folder: Path) -> tuple[dict[str, bytes], dict[str, Any]]:
    """All files, none a link or elsewhere than bundles have them, and the index's predicate with their digests."""
    try:
        files = read_folder(folder, _belongs, lambda n: re.fullmatch("documents|claims(/[^/]+)?", n) is not None)
    except Refused as e:
        raise _Failed(str(e)) from e
    if missing := {INDEX, write.SUMS} - files.keys():
        raise _Failed(f"{min(missing)} is missing")
    try:
        predicate = json.loads(files[INDEX])["predicate"]
        digests = dict(predicate["files"])
    except (ValueError, KeyError, TypeError, RecursionError) as e:
        raise _Failed(f"{INDEX} is not an index") from e
    found = {n: hashlib.sha256(d).hexdigest() for n, d in _named(files).items()}
    if found != digests:
        wrong = sorted(n for n in found.keys() | digests.keys() if found.get(n) != digests.get(n))
        raise _Failed(f"{wrong[0]} is not the file that {INDEX} names")
    if files[write.SUMS] != write.sums(files):
        raise _Failed(f"{write.SUMS} does not name the files as they are")
    return files, predicate


def _document(number: int, entry: Mapping[str, Any], files: Mapping[str, bytes]) -> Document:
    document = read_document(str(entry["name"]), files[entry["file"]])
    if entry["file"] != _copy(number, document) or _base(document.name) != document.name:
        raise _Failed(f"{entry['file']} is not where {document.name} is kept")
    return document


def _same_sentences(documents: Sequence[Document], listed: Sequence[Mapping[str, Any]]) -> None:
    """Raises _Failed unless the index lists the sentences that the documents have, in order and in their places."""
    keys = ("document", "line", "column", "end_line", "end_column", "text")
    found = []
    for i, d in enumerate(documents, 1):
        for s in sentences(d):
            end_line, end_column = d.place(s.at[-1])
            found.append((i, *d.place(s.at[0]), end_line, end_column + 1, s.text))
    for said, is_ in zip((tuple(e[k] for k in keys) for e in listed), found, strict=False):
        if said != is_:
            raise _Failed(f"line {is_[1]} of document {is_[0]} says “{is_[5]}”, and the index something else")
    if len(listed) != len(found):
        raise _Failed(f"the documents have {len(found)} sentences, the index {len(listed)}")


def _claim(folder: Path, entry: Mapping[str, Any], worker: KernelWorker, tables: Mapping[str, str]) -> Run:
    """One sentence's bundle, re-done. Raises _Failed where it does not give what the index says."""
    where = f"{entry['bundle']}, line {entry['line']}"
    done = audit(folder / str(entry["bundle"]), worker)
    if done.outcome != "accepted" or not isinstance(done.run, Run):
        why = next((f"{f.what}: {f.detail}" for f in done.findings if f.outcome == "failed"), "it has no proof")
        raise (_NotChecked if done.outcome == "not_checked" else _Failed)(f"{where}: {why}")
    run, v = done.run, done.run.verdict
    values = claimed(run) if v.status == "Refuted" else None
    expected = {
        "status": v.status.value,
        "reason": None,
        "text" if entry["read_as"] is None else "read_as": v.text,
        "paraphrase": v.paraphrase,
        "found": list(v.found),
        "table": _base(v.source),
        "why": v.why,
        "settle": v.settle,
        "unplaced": [],
        "interpretations": list(v.interpretations),
        "claimed_value": values[1] if values else None,
        "found_value": values[2] if values else None,
    }
    for k, value in expected.items():
        if entry[k] != value:
            raise _Failed(f"{where}: the index gives another {k} than the bundle")
    if not _assumed(v, entry):
        raise _Failed(f"{where}: the index leaves out what is taken for granted")
    if v.source in tables and tables[v.source] != v.source_sha256:
        raise _Failed(f"{where}: its table is not the one in the document")
    return run


def _assumed(verdict: Verdict, entry: Mapping[str, Any]) -> bool:
    return list(verdict.assumptions) == entry["assumptions"][: len(verdict.assumptions)]


def _for_readers(listed: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """What an audit cannot say: how sentences were understood, and why others have no verdict."""
    out = []
    if other := [e for e in listed if e["read_as"] is not None and e["bundle"] is not None]:
        said = "; ".join(f"line {e['line']} as “{e['read_as']}”" for e in other[:20])
        more = f" and {len(other) - 20} more" if len(other) > 20 else ""
        out.append(Finding("wording", "not_done", f"read in other words than their own: {said}{more}"))
    if none := sum(e["bundle"] is None for e in listed):
        out.append(Finding("undecided", "not_done", f"{none} sentences have no verdict, and claim nothing"))
    return out
