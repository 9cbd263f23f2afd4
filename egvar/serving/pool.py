"""Worker processes for a server: each does one request at a time, and one that takes too long is ended.

May import: anything of egvar but the command line.

What a request brings stays in the memory of the worker that does it, and is gone with its answer; no file is opened for
it, by any name.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import multiprocessing as mp
import queue
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import PurePosixPath
from typing import Any

from egvar.errors import BusyError, EgvarError, RequestError, SourceError, WorkerError, unforeseen

SECONDS = 30.0
MAX_TABLES = 8
MAX_NAME = 200


@dataclass(frozen=True)
class Reply:
    """What a worker gives: data, or an error's data; `code` is the HTTP status."""

    code: int
    data: dict[str, Any]


class Pool:
    """`size` processes. Calls come from threads; at most `waiting` of them may wait for a process."""

    def __init__(self, size: int, seconds: float = SECONDS, waiting: int = 64) -> None:
        self.seconds, self.size = seconds, size
        self._free: queue.Queue[_Worker] = queue.Queue()
        self._places: queue.Queue[None] = queue.Queue()
        for _ in range(size):
            self._free.put(_Worker())
        for _ in range(size + waiting):
            self._places.put(None)

    def call(self, task: str, request: Mapping[str, Any]) -> Reply:
        """Does one request. Raises BusyError where too many are waiting."""
        try:
            self._places.get_nowait()
        except queue.Empty:
            raise BusyError("too many requests are waiting", hint="try again in a moment") from None
        try:
            worker = self._free.get()
            try:
                reply = worker.call(task, request, self.seconds)
            except (EOFError, OSError, TimeoutError) as e:
                worker.stop()
                worker = _Worker()
                late = isinstance(e, TimeoutError)
                why = f"it took longer than {self.seconds:g} s" if late else "the worker process died"
                reply = Reply(504 if late else 500, _error(WorkerError("not checked", cause=why)))
            finally:
                self._free.put(worker)
            return reply
        finally:
            self._places.put(None)

    def stop(self) -> None:
        """Ends all processes."""
        for _ in range(self.size):
            with contextlib.suppress(queue.Empty):
                self._free.get(timeout=1).stop()


class _Worker:
    def __init__(self) -> None:
        context = mp.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def call(self, task: str, request: Mapping[str, Any], seconds: float) -> Reply:
        self.connection.send((task, request))
        if not self.connection.poll(seconds):
            raise TimeoutError
        reply = self.connection.recv()
        assert isinstance(reply, Reply)
        return reply

    def stop(self) -> None:
        self.process.kill()
        self.process.join(5)
        self.connection.close()


def _work(connection: Connection) -> None:
    """A worker process: does requests until its parent is gone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when it ends
    from egvar.engine import shared_worker

    shared_worker().start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            task, request = connection.recv()
            connection.send(done(task, request))


def done(task: str, request: Mapping[str, Any]) -> Reply:
    """One request. Bad input, and what nobody foresaw, end as an error's data."""
    try:
        return Reply(200, TASKS[task](request))
    except EgvarError as e:
        return Reply(500 if e.exit_code == 3 else 422, _error(e))
    except RecursionError:
        return Reply(422, _error(RequestError("the request is nested too deeply")))
    except Exception as e:
        return Reply(500, _error(unforeseen(e)))


def _error(e: EgvarError) -> dict[str, Any]:
    return {"schema_version": 1, "error": e.as_dict()}


# --- requests ------------------------------------------------------------------------------------------------------


def _read(request: Mapping[str, Any]) -> dict[str, Any]:
    from egvar.serving import work

    return work.described(table_of(request["table"], request))


def _verify(request: Mapping[str, Any]) -> dict[str, Any]:
    return _asked(request, request["claim"], "claim")


def _ask(request: Mapping[str, Any]) -> dict[str, Any]:
    return _asked(request, request["question"], "question")


def _asked(request: Mapping[str, Any], text: str, kind: Any) -> dict[str, Any]:
    from egvar.serving import work

    source = table_of(request["table"], request)
    run, data = work.asked(text, source, kind, None, request.get("goal"), request.get("interpretation"))
    if request.get("page"):
        from egvar.report.page import render
        from egvar.report.shown import of_run

        data["page"] = render(of_run(run))
    return data


def _check(request: Mapping[str, Any]) -> dict[str, Any]:
    from egvar.documents.tables import of_file
    from egvar.serving import work

    document = request["document"]
    name = _name(document["name"])
    tables = [of_file(_name(t["name"]), table_of(t, request)) for t in request.get("tables", ())]
    report, data = work.checked(_bytes(document), name, tables)
    if request.get("page"):
        from egvar.report.document import render_document

        data["page"] = render_document([report])
    return data


TASKS = {"read": _read, "verify": _verify, "ask": _ask, "check": _check}


def table_of(table: Mapping[str, Any], settled: Mapping[str, Any]) -> Any:
    """The table of a request, from its bytes alone. Raises EgvarError."""
    from egvar.engine import open_table
    from egvar.source.source import FORMATS, load_bytes

    name, data = _name(table["name"]), _bytes(table)
    path = PurePosixPath(name)
    suffix = path.suffix.lower()
    if suffix == ".duckdb":
        raise SourceError("DuckDB files are not read here", hint="save the table as CSV or Parquet")
    if suffix in FORMATS:
        from pathlib import Path

        from egvar.source.formats import as_csv

        data = as_csv(Path(name), data, table.get("part"))
    source = load_bytes(data, name)
    total_rows, dash, decimal = (settled.get(k) for k in ("total_rows", "dash", "decimal"))
    return open_table(source, total_rows=total_rows, dash=dash, decimal=decimal)


def _name(name: str) -> str:
    """The name of a file that was sent, which is never opened."""
    plain = name.replace("\\", "/").rsplit("/", 1)[-1].replace("\0", "")[:MAX_NAME].strip()
    return plain or "table.csv"


def _bytes(file: Mapping[str, Any]) -> bytes:
    """What a file holds: `text`, or `base64`."""
    if (file.get("text") is None) == (file.get("base64") is None):
        raise RequestError("a file has its text, or its bytes as base64")
    try:
        if file.get("text") is not None:
            return str(file["text"]).encode()
        return base64.b64decode(str(file["base64"]), validate=True)
    except (UnicodeEncodeError, binascii.Error, ValueError) as e:
        raise RequestError("a file cannot be decoded", cause=str(e)) from e
