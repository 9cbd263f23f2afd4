"""The warm session: one `lean --server` process that elaborates the changed theorem again, in milliseconds.

May import: anything of egvar but the command line. Not trusted, like every session.

An answer can never be about an older text: each text is a new version of the document, sent whole; only diagnostics
with that version count; and the attempt ends when the server answers `textDocument/waitForDiagnostics` for it. A server
that crashes, stalls or says something else is ended, and the text is tried once more in a new one.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from collections.abc import Callable
from typing import Any

from egvar.kernel.leanmain import worker_executable
from egvar.solver.agent.session import screened
from egvar.solver.agent.workshop import Attempt, Message, Workshop, end, placed, solution_file

MAX_MESSAGE = 16 << 20
MAX_HEADER = 4096
MAX_ATTEMPTS = 500
"""After so many texts the server is started anew, so that its memory stays bounded, as RLIMIT_AS does in any case."""
_SEVERITY = {1: "error", 2: "warning", 3: "information", 4: "information"}


class ServerFailed(Exception):
    """The server is gone, late, or said what no server says."""


class _Server:
    """One server process with one document open. Every method raises ServerFailed and never blocks past `deadline`."""

    def __init__(self, command: list[str], environment: dict[str, str], cwd: str) -> None:
        self.version = 0
        self._buffer = b""
        try:
            self.process = subprocess.Popen(
                command,
                cwd=cwd,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as e:
            raise ServerFailed(f"the server cannot be started: {e}") from e
        assert self.process.stdin is not None and self.process.stdout is not None
        self._in, self._out = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self._in, False)

    def open(self, deadline: float) -> None:
        self._send(deadline, id=0, method="initialize", params={"capabilities": {}, "rootUri": None})
        while True:
            message = self._receive(deadline)
            if message.get("id") == 0 and "method" not in message:
                break
        if "result" not in message:
            raise ServerFailed("the server refuses to start a session")
        self._send(deadline, method="initialized", params={})

    def elaborate(self, text: str, deadline: float) -> list[dict[str, Any]]:
        """The diagnostics of the server for `text`, all of them."""
        self.version += 1
        document: dict[str, Any] = {"uri": "file:///Solution.lean", "version": self.version}
        if self.version == 1:
            opened = document | {"languageId": "lean4", "text": text}
            self._send(deadline, method="textDocument/didOpen", params={"textDocument": opened})
        else:
            change = {"textDocument": document, "contentChanges": [{"text": text}]}
            self._send(deadline, method="textDocument/didChange", params=change)
        self._send(deadline, id=self.version, method="textDocument/waitForDiagnostics", params=document)
        found: list[dict[str, Any]] | None = None
        while True:
            message = self._receive(deadline)
            if message.get("id") == self.version and "method" not in message:
                if "result" not in message or found is None:
                    raise ServerFailed("the server does not answer for this version")
                return found
            params = message.get("params")
            if message.get("method") != "textDocument/publishDiagnostics" or not isinstance(params, dict):
                continue
            if params.get("version") == self.version and params.get("uri") == document["uri"]:
                diagnostics = params.get("diagnostics")
                if not isinstance(diagnostics, list) or not all(isinstance(d, dict) for d in diagnostics):
                    raise ServerFailed("the server sent malformed diagnostics")
                found = diagnostics

    def _send(self, deadline: float, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        data = b"Content-Length: %d\r\n\r\n" % len(body) + body
        while data:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([], [self._in], [], left)[1]:
                raise ServerFailed("the server does not read")
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                continue
            except OSError as e:
                raise ServerFailed("the server has gone away") from e

    def _receive(self, deadline: float) -> dict[str, Any]:
        while True:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found and len(self._buffer) > MAX_HEADER:
                raise ServerFailed("the server sent something that is not a message")
            if found:
                length = _length(head)
                if len(rest) >= length:
                    self._buffer = rest[length:]
                    return _message(rest[:length])
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._out], [], [], left)[0]:
                raise ServerFailed("the server did not answer in time")
            chunk = os.read(self._out, 1 << 16)
            if not chunk:
                raise ServerFailed("the server has gone away")
            self._buffer += chunk

    def end(self) -> None:
        end(self.process)


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        key, _, value = line.partition(b":")
        value = value.strip()
        if key.strip().lower() == b"content-length" and value.isdigit() and len(value) < 10:
            length = int(value)
            if length <= MAX_MESSAGE:
                return length
    raise ServerFailed("the server sent something that is not a message")


def _message(body: bytes) -> dict[str, Any]:
    try:
        message = json.loads(body)
    except (ValueError, RecursionError) as e:
        raise ServerFailed("the server sent something that is not JSON") from e
    if not isinstance(message, dict):
        raise ServerFailed("the server sent something that is not a message")
    return message


class WarmSession:
    """Attempts over one server, started with the first of them. `command` gives the server's argument list."""

    def __init__(self, workshop: Workshop, command: Callable[[], list[str]] | None = None) -> None:
        self._workshop = workshop
        self._command = command or (lambda: workshop.command("--server", "-Dserver.reportDelayMs=0"))
        self._server: _Server | None = None
        self.restarts = 0

    def attempt(self, body: str) -> Attempt:
        text = screened(body, self._workshop)
        if isinstance(text, Attempt):
            return text
        start = time.monotonic()
        why = ""
        for _ in range(2):
            try:
                diagnostics = self._diagnostics(solution_file(text, self._workshop.asks))
                messages = tuple(sorted(map(_placed, diagnostics)))
            except ServerFailed as e:
                why = str(e)
                self._end()
                if time.monotonic() - start >= self._workshop.seconds:  # it stalled: once is enough
                    break
                continue
            failed = any(m.severity == "error" for m in messages)
            return Attempt("refused" if failed else "clean", messages, "", time.monotonic() - start)
        return Attempt("not_checked", (), why, time.monotonic() - start)

    def _diagnostics(self, text: str) -> list[dict[str, Any]]:
        if self._server is not None and self._server.version >= MAX_ATTEMPTS:
            self._end()
        deadline = time.monotonic() + self._workshop.seconds
        if self._server is None:
            environment = self._workshop.environment() | {"LEAN_WORKER_PATH": str(worker_executable())}
            self._server = _Server(self._command(), environment, str(self._workshop.scratch))
            self._server.open(deadline)
        return self._server.elaborate(text, deadline)

    def _end(self) -> None:
        if self._server is not None:
            self._server.end()
            self._server = None
            self.restarts += 1

    def close(self) -> None:
        self._end()


def _placed(diagnostic: dict[str, Any]) -> Message:
    """A diagnostic as a message. Raises ServerFailed for one that is malformed, which must not pass for none."""
    try:
        start = diagnostic.get("fullRange", diagnostic["range"])["start"]
        return placed(
            int(start["line"]), int(start["character"]), _SEVERITY[diagnostic["severity"]], str(diagnostic["message"])
        )
    except (KeyError, TypeError, ValueError, AttributeError) as e:
        raise ServerFailed("the server sent malformed diagnostics") from e
