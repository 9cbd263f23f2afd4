"""Bundles of documents: what an audit of all of it accepts, and forgeries whose digests are all right again."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bundle_tools import rewrite

from egvar.bundle.documents import INDEX, audit_documents, write_documents
from egvar.bundle.write import SUMS, dumps, sums, write
from egvar.documents.check import check_document
from egvar.documents.read import read_document
from egvar.documents.tables import of_file
from egvar.engine import open_table, run
from egvar.errors import BundleError
from egvar.kernel.replay import KernelWorker
from egvar.signing import new_key
from egvar.source.source import load_bytes

PEAKS = Path(__file__).parents[3] / "examples" / "peaks.csv"
TEXT = """# Mountains

An introduction. The mean elevation is 2,085.68 m. The elevation of Taygetus is 2404. Its prominence is 2344.

Most visitors came by bus in 2019.

| city | people counted |
|---|---|
| Aster | 12 |
| Birch | 7 |
| Cedar | 9 |

The people of Birch is 7.
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, worker: KernelWorker) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    tables = [of_file("peaks.csv", open_table(PEAKS))]
    write_documents([check_document(read_document("r.md", TEXT.encode()), tables, worker=worker)], folder / "b")
    return folder / "b"


@pytest.fixture
def bundle(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "b"))


def reseal(bundle: Path, change: Callable[[dict[str, Any]], object] = lambda predicate: None) -> None:
    """Changes the index, and makes every digest right again."""
    statement = json.loads((bundle / INDEX).read_bytes())
    change(statement["predicate"])
    files = {p.relative_to(bundle).as_posix(): p.read_bytes() for p in bundle.rglob("*") if p.is_file()}
    named = {n: d for n, d in files.items() if n not in (INDEX, SUMS)}
    statement["predicate"]["files"] = {n: hashlib.sha256(d).hexdigest() for n, d in sorted(named.items())}
    for subject, d in zip(statement["subject"], statement["predicate"]["documents"], strict=True):
        subject["digest"]["sha256"] = statement["predicate"]["files"][d["file"]]
    (bundle / INDEX).write_bytes(dumps(statement))
    files[INDEX] = dumps(statement)
    (bundle / SUMS).write_bytes(sums(files))


def why(bundle: Path, worker: KernelWorker) -> str:
    result = audit_documents(bundle, worker)
    assert result.outcome == "rejected", result
    return next(f"{f.what}: {f.detail}" for f in result.findings if f.outcome == "failed")


def test_an_audit_re_does_every_verdict(made: Path, worker: KernelWorker) -> None:
    result = audit_documents(made, worker)
    assert result.outcome == "accepted"
    assert result.status == "Verified 3, Refuted 1, Abstain 1, not_about_tables 1"
    said = {f.what: f for f in result.findings}
    assert said["claims"].detail == "4 bundles re-done, each with the verdict of its sentence"
    assert "line 3 as “taygetus's prominence is 2344.”" in said["wording"].detail
    assert said["undecided"].outcome == "not_done"


def test_resealing_alone_changes_nothing(bundle: Path, worker: KernelWorker) -> None:
    reseal(bundle)
    assert audit_documents(bundle, worker).outcome == "accepted"


@pytest.mark.parametrize("name", [INDEX, SUMS, "documents/1.md", "claims/1/verdict.json", "claims/3/export.ndjson"])
def test_a_changed_byte_is_noticed(bundle: Path, worker: KernelWorker, name: str) -> None:
    data = bytearray((bundle / name).read_bytes())
    data[len(data) // 2] ^= 1
    (bundle / name).write_bytes(bytes(data))
    assert audit_documents(bundle, worker).outcome == "rejected"


def _entry(predicate: dict[str, Any], line: int, part: str) -> dict[str, Any]:
    return next(e for e in predicate["sentences"] if e["line"] == line and part in e["text"])


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a verdict turned round": (lambda p: _entry(p, 3, "mean").update(status="Verified"), "another status"),
    "a verdict without a bundle": (lambda p: _entry(p, 5, "visitors").update(status="Verified"), "without a bundle"),
    "another sentence's bundle": (
        lambda p: (
            _entry(p, 3, "mean").update(bundle="claims/2"),
            _entry(p, 3, "Taygetus").update(bundle="claims/1"),
        ),
        "another status",
    ),
    "a sentence left out": (lambda p: p["sentences"].remove(_entry(p, 3, "mean")), "says “The mean"),
    "the last sentence left out": (lambda p: p["sentences"].pop(), "sentences"),
    "another place": (lambda p: _entry(p, 5, "visitors").update(line=6), "something else"),
    "other words": (lambda p: _entry(p, 3, "mean").update(text="The mean elevation is 2,085.67 m."), "something else"),
    "a reading in other words that is not the bundle's": (
        lambda p: _entry(p, 3, "mean").update(read_as="The mean elevation is 5."),
        "another read_as",
    ),
    "another number found": (lambda p: _entry(p, 3, "mean").update(found_value="2085.68"), "another found_value"),
    "another paraphrase": (lambda p: _entry(p, 3, "mean").update(paraphrase="it is so"), "another paraphrase"),
    "what is taken for granted left out": (lambda p: _entry(p, 13, "people").update(assumptions=[]), "leaves out"),
    "counts": (lambda p: p["counts"].update(Verified=9), "counts"),
    "a status that there is not": (lambda p: _entry(p, 5, "visitors").update(status="Fine"), "without a bundle"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(bundle: Path, worker: KernelWorker, name: str) -> None:
    change, words = FORGERIES[name]
    reseal(bundle, change)
    assert words in why(bundle, worker)


def test_another_document_is_refused(bundle: Path, worker: KernelWorker) -> None:
    copy = bundle / "documents" / "1.md"
    copy.write_text(copy.read_text().replace("2,085.68", "2,085.67"))
    reseal(bundle)
    assert "says “The mean elevation is 2,085.67 m.”" in why(bundle, worker)


def test_a_verdict_over_another_table_in_the_document_is_refused(bundle: Path, worker: KernelWorker) -> None:
    """The sentence is right about the table in the document; the bundle is about a table of the same name."""
    copy = bundle / "documents" / "1.md"
    copy.write_text(copy.read_text().replace("| Birch | 7 |", "| Birch | 8 |"))
    reseal(bundle)
    assert "its table is not the one in the document" in why(bundle, worker)


def test_two_tables_of_one_name_are_refused(bundle: Path, worker: KernelWorker, tmp_path: Path) -> None:
    other = load_bytes(PEAKS.read_bytes().replace(b"2404", b"2405"), "peaks.csv")
    done = run("The mean elevation is 2,085.68 m.", other, "claim", worker=worker)
    shutil.rmtree(bundle / "claims" / "1")
    write(done, bundle / "claims" / "1")
    reseal(bundle, lambda p: _entry(p, 3, "mean").update(found=list(done.verdict.found), found_value="2085.78"))
    assert "two tables have one name" in why(bundle, worker)


def test_a_bundle_inside_that_does_not_stand_is_refused(bundle: Path, worker: KernelWorker) -> None:
    rewrite(bundle / "claims" / "1", lambda s: s["predicate"]["verdict"].update(status="Verified"))
    reseal(bundle, lambda p: _entry(p, 3, "mean").update(status="Verified"))
    assert "claims/1, line 3" in why(bundle, worker)


def test_a_bundle_that_the_index_does_not_name_is_refused(bundle: Path, worker: KernelWorker) -> None:
    shutil.copytree(bundle / "claims" / "1", bundle / "claims" / "9")
    reseal(bundle)
    assert "not those that the index names" in why(bundle, worker)


def test_links_and_strangers_are_refused(bundle: Path, worker: KernelWorker) -> None:
    (bundle / "claims" / "x").symlink_to(bundle / "claims" / "1")
    assert "is a link" in why(bundle, worker)
    (bundle / "claims" / "x").unlink()
    (bundle / "notes.txt").write_text("x")
    assert "does not belong" in why(bundle, worker)


def test_signed_bundles(tmp_path: Path, worker: KernelWorker) -> None:
    public = new_key(tmp_path / "key.pem")
    report = check_document(read_document("r.md", TEXT.encode()), [of_file("p.csv", open_table(PEAKS))], worker=worker)
    write_documents([report], tmp_path / "b", tmp_path / "key.pem")
    assert audit_documents(tmp_path / "b", worker, {public: "me"}).outcome == "accepted"
    assert audit_documents(tmp_path / "b", worker, {"0" * 64: "other"}).outcome == "rejected"
    reseal(tmp_path / "b")
    (tmp_path / "b" / "index.dsse.json").unlink()
    assert audit_documents(tmp_path / "b", worker, {public: "me"}).outcome == "rejected"


def test_what_is_no_bundle_is_one_error(tmp_path: Path, worker: KernelWorker) -> None:
    with pytest.raises(BundleError):
        audit_documents(tmp_path / "absent", worker)
