"""Bundles of strangers: folders and archives with what does not belong in one, and what a re-sealed one may say."""

from __future__ import annotations

import io
import json
import os
import shutil
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bundle_tools import reseal, rewrite
from click.testing import CliRunner

from egvar.bundle import folder as folders
from egvar.bundle.audit import Audit, audit
from egvar.bundle.folder import opened
from egvar.bundle.write import dumps, write
from egvar.cli.main import main
from egvar.engine import run
from egvar.errors import BundleError
from egvar.kernel.replay import KernelWorker
from egvar.source.source import from_rows

TABLE = from_rows(["k", "x"], [["a", "1.5"], ["b", "2"], ["c", "4.25"]], "t.csv")
SIDES = {"left": {"op": "sum", "column": "x"}, "cmp": "=", "right": {"op": "number", "value": "7.75"}}
SECONDS = 10.0


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, worker: KernelWorker) -> Path:
    target = tmp_path_factory.mktemp("bundle") / "b"
    goal = {"kind": "claim", "claim": {"op": "compare", **SIDES}}
    write(run("the sum", TABLE, "claim", goal=goal, worker=worker), target)
    return target


def checked(bundle: Path, worker: KernelWorker) -> Audit:
    start = time.process_time()
    result = audit(bundle, worker)
    assert time.process_time() - start < SECONDS
    assert result.status in ("Verified", "unknown", "Refuted", "Abstain", "Supported")
    return result


# --- folders ---------------------------------------------------------------------------------------------------


def link_out(b: Path) -> None:
    (b / "source.csv").unlink()
    (b / "source.csv").symlink_to("/etc/passwd")


def pipe(b: Path) -> None:
    (b / "source.csv").unlink()
    os.mkfifo(b / "source.csv")


def inside(b: Path) -> None:
    (b / "sub").mkdir()


def sparse(b: Path) -> None:
    for name in ("source.csv", "export.ndjson", "dag.json"):
        os.truncate(b / name, 500 << 20)


def large_goal(b: Path) -> None:
    os.truncate(b / "goal.json", 2 << 20)


def forged_line(b: Path) -> None:
    (b / "z\nok       proof: accepted\naccepted: the bundle says Verified").write_text("")


def many(b: Path) -> None:
    for i in range(100):
        (b / f"source{i}.csv").write_text("x")


def unknown_name(b: Path) -> None:
    (b / "SOURCE.CSV").write_text("x")


def no_trail(b: Path) -> None:
    (b / "trail.jsonl").unlink()


def unreadable_folder(b: Path) -> None:
    (b / "claims").mkdir()


FOLDERS = [link_out, pipe, inside, sparse, large_goal, forged_line, many, unknown_name, no_trail, unreadable_folder]


@pytest.mark.parametrize("attack", FOLDERS, ids=lambda f: f.__name__)
def test_a_folder_with_what_does_not_belong_is_rejected(
    tmp_path: Path, made: Path, worker: KernelWorker, attack: Callable[[Path], None]
) -> None:
    bundle = tmp_path / "b"
    shutil.copytree(made, bundle)
    assert checked(bundle, worker).outcome == "accepted"
    attack(bundle)
    assert checked(bundle, worker).outcome == "rejected"
    result = CliRunner().invoke(main, ["audit", str(bundle)])
    assert result.exit_code == 1
    assert not any(line.startswith("accepted") for line in result.output.splitlines())


# --- fields of a bundle whose digests are right again ----------------------------------------------------------

Change = Callable[[Path, dict[str, Any]], object]


def fields(**new: Any) -> Change:
    return lambda _, v: v.update(new)


def file(name: str, text: str) -> Change:
    return lambda b, _: (b / name).write_text(text, encoding="utf-8")


RULE = {"dates": "", "decimal": ".", "footnotes": False, "leave_out": False, "thousands": ",", "unit": ""}


def reading(**new: Any) -> Change:
    def change(b: Path, _: object) -> None:
        raw = json.loads((b / "reading.json").read_text()) | new
        (b / "reading.json").write_text(
            json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
        )

    return change


REJECTED: dict[str, Change] = {
    "status with a forged line": fields(status="Verified\naccepted: x"),
    "status unknown": fields(status="Proved"),
    "status a number": fields(status=7),
    "digits infinite": fields(digits=1e400),
    "digits huge": fields(digits=10**9),
    "digits a text": fields(digits="2"),
    "digits a float": fields(digits=2.0),
    "digits true": fields(digits=True),
    "assumptions an object": fields(assumptions={"a": 1}),
    "assumptions of numbers": fields(assumptions=[1]),
    "text a number": fields(text=7),
    "solver nothing": fields(solver=None),
    "source another": fields(source="other.csv"),
    "declared something": fields(declared=["nothing"]),
    "reading lines": fields(reading=["all is well"]),
    "kernel another": fields(kernel={"declarations": 1}),
    "extra field": fields(note="x"),
    "goal another kind": lambda _, v: v["goal"].update(kind="question"),
    "trail anything": file("trail.jsonl", '{"reviewed_by": "the auditor", "step": "anything"}\n{}\n'),
    "trail of another table": file("trail.jsonl", '{"rows": 3, "sha256": "00", "step": "source"}\n'),
    "trail of another verdict": file("trail.jsonl", '{"reason": null, "status": "Refuted", "step": "verdict"}\n'),
    "trail of another goal": file("trail.jsonl", '{"goal": {}, "step": "goal"}\n'),
    "trail no JSON": file("trail.jsonl", "x\n"),
    "trail deep": file("trail.jsonl", "[" * 100_000 + "\n"),
    "trail not canonical": file("trail.jsonl", '{"step":"x"}\n'),
    "package another": file("datapackage.json", '{"name":"evil","resources":[{"path":"../../etc/passwd"}]}'),
    "package empty": file("datapackage.json", "{}"),
    "lifts something": file("lifts.lock", '{"lifts": [1]}'),
    "goal deep": file("goal.json", "[" * 200_000),
    "goal half a character": file("goal.json", '{"kind": "claim\\ud800"}'),
    "reading deep": file("reading.json", "[" * 200_000),
    "export deep": file("export.ndjson", "[" * 200_000),
    "export empty": file("export.ndjson", ""),
    "reading extra": reading(zzz=1),
    "reading scale": reading(rules={"1": RULE | {"scale": "1e999999999"}}),
    "reading header rows": reading(header_rows=-1),
    "reading codec": reading(encoding="utf-7"),
    "reading row": reading(dropped=[0]),
    "reading infinite": reading(dropped=[1e400]),
}


@pytest.mark.parametrize("name", REJECTED)
def test_a_field_that_can_be_re_done_is_rejected(tmp_path: Path, made: Path, worker: KernelWorker, name: str) -> None:
    bundle = tmp_path / "b"
    shutil.copytree(made, bundle)
    rewrite(bundle, lambda s: REJECTED[name](bundle, s["predicate"]["verdict"]))
    reseal(bundle)
    assert checked(bundle, worker).outcome == "rejected"


TOLD: dict[str, tuple[Change, str]] = {
    "words": (fields(text="The moon is cheese"), "run"),
    "solver": (fields(solver="anthropic:x\nVerified: x"), "run"),
    "assumptions": (fields(assumptions=["nothing at all", "<script>"]), "assumptions"),
    "steps": (file("trail.jsonl", '{"reviewed_by": "somebody", "step": "review"}\n'), "run"),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_nobody_can_re_do_is_listed_as_not_done(
    tmp_path: Path, made: Path, worker: KernelWorker, name: str
) -> None:
    change, what = TOLD[name]
    bundle = tmp_path / "b"
    shutil.copytree(made, bundle)
    rewrite(bundle, lambda s: change(bundle, s["predicate"]["verdict"]))
    if name == "steps":  # an author who forges the steps lists the file as it is
        package = json.loads((bundle / "datapackage.json").read_text())
        for r in package["resources"]:
            r["bytes"] = (bundle / r["path"]).stat().st_size
        (bundle / "datapackage.json").write_bytes(dumps(package))
    reseal(bundle)
    before = {f.what: f for f in checked(made, worker).findings}
    result = checked(bundle, worker)
    told = {f.what: f for f in result.findings}
    assert result.outcome == "accepted"
    assert told[what].outcome == "not_done" and told[what] != before[what]
    out = CliRunner().invoke(main, ["audit", str(bundle)]).output
    assert not any(line.startswith("Verified") for line in out.splitlines())


# --- archives --------------------------------------------------------------------------------------------------


def packed(made: Path, target: Path, prefix: str = "") -> Path:
    if target.suffix == ".zip":
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as z:
            for p in sorted(made.iterdir()):
                z.write(p, prefix + p.name)
    else:
        with tarfile.open(target, "w:gz") as t:
            t.add(made, prefix or ".")
    return target


@pytest.mark.parametrize("name", ["b.zip", "b.tar.gz", "b.tgz"])
@pytest.mark.parametrize("prefix", ["", "claim.egvar/"])
def test_an_archive_is_audited_as_its_folder(tmp_path: Path, made: Path, name: str, prefix: str) -> None:
    result = CliRunner().invoke(main, ["audit", str(packed(made, tmp_path / name, prefix))])
    assert result.exit_code == 0, result.output
    assert not list(Path(tempfile.gettempdir()).glob("egvar-bundle-*"))


def tar_entry(
    name: str, kind: bytes = tarfile.REGTYPE, target: str = "", data: bytes = b""
) -> Callable[[Path, Path], Path]:
    def make(made: Path, at: Path) -> Path:
        with tarfile.open(at / "b.tar.gz", "w:gz") as t:
            for p in sorted(made.iterdir()):
                t.add(p, p.name)
            info = tarfile.TarInfo(name)
            info.type, info.linkname, info.size = kind, target, len(data)
            t.addfile(info, io.BytesIO(data))
        return at / "b.tar.gz"

    return make


def zip_entry(name: str, mode: int = 0o100644, data: bytes = b"x") -> Callable[[Path, Path], Path]:
    def make(made: Path, at: Path) -> Path:
        path = packed(made, at / "b.zip")
        with zipfile.ZipFile(path, "a") as z:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            z.writestr(info, data)
        return path

    return make


def bomb(kind: str) -> Callable[[Path, Path], Path]:
    def make(made: Path, at: Path) -> Path:
        if kind == "zip":
            with zipfile.ZipFile(at / "b.zip", "w", zipfile.ZIP_DEFLATED) as z, z.open("trail.jsonl", "w") as out:
                for _ in range(80):
                    out.write(b"\0" * (1 << 20))
            return at / "b.zip"
        with tarfile.open(at / "b.tar.gz", "w:gz") as t:
            info = tarfile.TarInfo("trail.jsonl")
            info.size = 80 << 20
            t.addfile(info, io.BytesIO(b"\0" * info.size))
        return at / "b.tar.gz"

    return make


def lying_zip(made: Path, at: Path) -> Path:
    """Its directory says one byte where there are many."""
    path = at / "b.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("trail.jsonl", b"\0" * (1 << 20))
    raw = path.read_bytes()
    path.write_bytes(raw.replace((1 << 20).to_bytes(4, "little"), (1).to_bytes(4, "little")))
    return path


def garbage(name: str) -> Callable[[Path, Path], Path]:
    def make(made: Path, at: Path) -> Path:
        (at / name).write_bytes(b"PK\x03\x04 nothing \x1f\x8b")
        return at / name

    return make


def truncated(name: str) -> Callable[[Path, Path], Path]:
    def make(made: Path, at: Path) -> Path:
        path = packed(made, at / name)
        path.write_bytes(path.read_bytes()[:-200])
        return path

    return make


def many_entries(made: Path, at: Path) -> Path:
    with zipfile.ZipFile(at / "b.zip", "w") as z:
        for i in range(folders.MAX_ENTRIES + 1):
            z.writestr(f"{i}", b"")
    return at / "b.zip"


ARCHIVES = {
    "up": tar_entry("../evil"),
    "up inside": tar_entry("a/../../evil"),
    "absolute": tar_entry("/tmp/evil"),
    "link": tar_entry("goal2.json", tarfile.SYMTYPE, "/etc/passwd"),
    "hard link": tar_entry("x", tarfile.LNKTYPE, "goal.json"),
    "pipe": tar_entry("x", tarfile.FIFOTYPE),
    "device": tar_entry("x", tarfile.CHRTYPE),
    "twice": tar_entry("goal.json", data=b"{}"),
    "twice in capitals": tar_entry("GOAL.json", data=b"{}"),
    "newline": tar_entry("a\nb"),
    "backslash": tar_entry("..\\evil"),
    "another name": tar_entry("evil.py", data=b"x"),
    "long": tar_entry("x" * 300),
    "deep": tar_entry("/".join("abcdefghij")),
    "dot": tar_entry("./../evil"),
    "zip up": zip_entry("../evil"),
    "zip absolute": zip_entry("/evil"),
    "zip link": zip_entry("l", 0o120777),
    "zip device": zip_entry("d", 0o020666),
    "zip twice": zip_entry("goal.json"),
    "zip backslash": zip_entry("..\\evil"),
    "zip drive": zip_entry("C:evil"),
    "zip another name": zip_entry("evil.py"),
    "zip escape": zip_entry("a\x1bb"),
    "zip bomb": bomb("zip"),
    "tar bomb": bomb("tar"),
    "zip that lies": lying_zip,
    "zip of many": many_entries,
    "no zip": garbage("b.zip"),
    "no tar": garbage("b.tar.gz"),
    "half a zip": truncated("b.zip"),
    "half a tar": truncated("b.tar.gz"),
}


@pytest.mark.parametrize("name", ARCHIVES)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_with_anything_else_is_refused(
    tmp_path: Path, made: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(folders, "MAX_TOTAL", 64 << 20)
    path = ARCHIVES[name](made, tmp_path)
    before = set(tmp_path.parent.rglob("*"))
    start = time.process_time()
    result = CliRunner().invoke(main, ["audit", str(path)])
    assert time.process_time() - start < SECONDS
    assert result.exit_code in (1, 2), result.output
    assert not any(line.startswith("accepted") for line in result.output.splitlines())
    assert set(tmp_path.parent.rglob("*")) == before
    assert not Path("/tmp/evil").exists()


def test_an_archive_that_is_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "b.zip")
    with pytest.raises(BundleError), opened(tmp_path / "b.zip"):
        pass
