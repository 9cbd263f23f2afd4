"""`lean` out of the library: it runs, compiles, refuses, and serves a session with workers."""

from __future__ import annotations

import json
import os
import shlex
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from egvar.errors import LibraryError
from egvar.kernel import leanmain
from egvar.kernel.leanmain import lean_command, worker_executable

PROOF = "prelude\ntheorem ident (p : Prop) (h : p) : p := h\n"


def lean(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*lean_command(), *arguments], cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True
    )


def test_it_says_the_pinned_version(tmp_path: Path) -> None:
    done = lean("--version", folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("Lean (version 4.35.0,")


def test_it_compiles_and_imports_over_lean_path(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "A.lean").write_text(PROOF)
    (tmp_path / "B.lean").write_text("prelude\nimport A\ntheorem b (p : Prop) (h : p) : p := ident p h\n")
    assert lean("-o", "library/A.olean", "A.lean", folder=tmp_path).returncode == 0
    assert lean("B.lean", folder=tmp_path, LEAN_PATH=str(tmp_path / "library")).returncode == 0
    assert lean("B.lean", folder=tmp_path, LEAN_PATH=str(tmp_path)).returncode == 1


def test_a_wrong_proof_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "A.lean").write_text("prelude\ntheorem t (p q : Prop) (h : p) : q := h\n")
    done = lean("-o", "A.olean", "A.lean", folder=tmp_path)
    assert done.returncode == 1
    assert not (tmp_path / "A.olean").exists()


def test_the_working_folder_is_not_searched_for_python_modules(tmp_path: Path) -> None:
    for module in ("ctypes", "json", "egvar"):
        (tmp_path / f"{module}.py").write_text("raise SystemExit('the working folder was searched')")
    assert lean("--version", folder=tmp_path).returncode == 0


def test_a_missing_or_wrong_library_is_exit_code_3(tmp_path: Path) -> None:
    done = lean("--version", folder=tmp_path, EGVAR_LEAN_LIB=str(tmp_path / "none.so"))
    assert done.returncode == 3 and "error: EGVAR_LEAN_LIB" in done.stderr and "Traceback" not in done.stderr
    (tmp_path / "text.so").write_text("not a library")
    done = lean("--version", folder=tmp_path, EGVAR_LEAN_LIB=str(tmp_path / "text.so"))
    assert done.returncode == 3 and "not the pinned one" in done.stderr
    unpinned = {"EGVAR_LEAN_LIB": str(tmp_path / "text.so"), "EGVAR_ALLOW_UNPINNED": "1"}
    done = lean("--version", folder=tmp_path, **unpinned)
    assert done.returncode == 3 and "cannot be loaded" in done.stderr and "Traceback" not in done.stderr


def test_a_library_without_the_command_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import _ctypes  # any library that is certainly there

    monkeypatch.setenv("EGVAR_LEAN_LIB", _ctypes.__file__)
    monkeypatch.setenv("EGVAR_ALLOW_UNPINNED", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert leanmain.main() == 3
    assert "no `lean` command line" in capsys.readouterr().err


# --- one executable file ---


def test_the_console_script_beside_python_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "egvar-lean"
    script.write_text("#!/bin/sh\n")
    assert worker_executable().parent == tmp_path / "cache" / "egvar"  # it is no executable yet
    script.chmod(0o755)
    assert worker_executable() == script


def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The script in the cache, for a Python of an inconvenient name that has no console script beside it."""
    folder = tmp_path / "it's a $HOME"
    folder.mkdir(exist_ok=True)
    python = folder / "python"
    if not python.exists():
        python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
        python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return worker_executable()


def test_the_generated_script_runs_lean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = generated(tmp_path, monkeypatch)
    assert stat.S_IMODE(script.stat().st_mode) == 0o700
    done = subprocess.run([script, "--version"], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.startswith("Lean (version 4.35.0,")


def test_the_generated_script_is_kept_unless_it_was_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = generated(tmp_path, monkeypatch)
    before, text = script.stat().st_ino, script.read_bytes()
    assert worker_executable() == script and script.stat().st_ino == before
    script.write_bytes(text + b"echo changed\n")
    assert worker_executable().read_bytes() == text
    script.chmod(0o777)
    assert stat.S_IMODE(worker_executable().stat().st_mode) == 0o700


def test_no_place_for_a_script_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generated(tmp_path, monkeypatch)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(LibraryError, match="no executable"):
        worker_executable()


# --- a session ---


class Session:
    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [*lean_command(), "--server", "-Dserver.reportDelayMs=0"],
            cwd=folder,
            env={**os.environ, "LEAN_WORKER_PATH": str(worker_executable()), "LEAN_PATH": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def send(self, **message: Any) -> None:
        assert self.process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            key, _, value = line.partition(b":")
            length = int(value) if key.lower() == b"content-length" else length
        assert length, "the server has gone away"
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message

    def errors(self, version: int) -> int:
        """The number of errors in a version of the document, once the server says that it has reported all of them.

        That the file is processed is no sign of it: that message may overtake the diagnostics.
        """
        request = 1000 + version
        document = {"uri": "file:///A.lean", "version": version}
        self.send(id=request, method="textDocument/waitForDiagnostics", params=document)
        count = 0
        while (message := self.receive()).get("id") != request:
            parameters = message.get("params", {})
            if message.get("method") == "textDocument/publishDiagnostics" and parameters["version"] == version:
                count = max(count, sum(d["severity"] == 1 for d in parameters["diagnostics"]))
        assert "result" in message, message
        return count


def test_a_server_session_elaborates_in_a_worker(tmp_path: Path) -> None:
    session = Session(tmp_path)
    try:
        session.send(id=1, method="initialize", params={"capabilities": {}, "rootUri": None})
        while session.receive().get("id") != 1:
            pass
        session.send(method="initialized", params={})
        document = {"uri": "file:///A.lean", "languageId": "lean4", "version": 1, "text": PROOF}
        session.send(method="textDocument/didOpen", params={"textDocument": document})
        assert session.errors(1) == 0
        changed = {"textDocument": {"uri": "file:///A.lean", "version": 2}}
        wrong = PROOF + "theorem wrong (p q : Prop) (h : p) : q := h\n"
        session.send(method="textDocument/didChange", params={**changed, "contentChanges": [{"text": wrong}]})
        assert session.errors(2) > 0
    finally:
        session.process.kill()
        session.process.wait()
