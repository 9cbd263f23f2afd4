"""Many claims: worker processes, results in input order, resumable.

May import: anything of egvar but the command line. Not trusted: every verdict is made as in a single run.

Each worker process has a kernel worker of its own and keeps the tables it read last. A worker that dies costs a second
try of the one claim it had; if that dies too, the claim is `not_checked`. At most a fixed number of claims is under
way, so memory does not grow with the input.
"""

from __future__ import annotations

import contextlib
import csv
import json
import multiprocessing as mp
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from egvar.errors import EgvarError, GoalError, Position

TABLES_KEPT = 32
AHEAD = 16
"""Claims under way for each worker, finished ones that wait for an earlier one included."""


@dataclass(frozen=True)
class Item:
    """One claim of a batch: its number (from 0), words, table, and the goal if one is given."""

    number: int
    claim: str
    table: str
    goal: dict[str, Any] | None = None
    id: str | None = None


def read_items(path: Path, table: str | None) -> Iterator[Item]:
    """The claims of a .jsonl, .csv or .txt file, one at a time. Raises GoalError with file:row.

    JSON lines and CSV columns: `claim`, `table` (relative to the file; else the default table), `goal` (JSON), `id`.
    """
    for number, (row, record) in enumerate(_records(path)):
        where = Position(str(path), row)
        own = record.get("table")
        if not own and table is None:
            raise GoalError("a claim has no table", position=where, hint='name it in "table", or pass --table')
        goal = record.get("goal") or None
        if isinstance(goal, str):
            try:
                goal = json.loads(goal)
            except ValueError as e:
                raise GoalError("a goal is not JSON", cause=str(e), position=where) from e
        claim = record.get("claim") or ""
        if not isinstance(claim, str) or not (claim or goal):
            raise GoalError('a record has neither "claim" nor "goal"', position=where)
        resolved = str((path.parent / str(own)).resolve()) if own else str(table)
        yield Item(number, claim, resolved, goal, None if record.get("id") is None else str(record["id"]))


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            if path.suffix == ".csv":
                for i, row in enumerate(csv.DictReader(lines), 2):
                    yield i, dict(row)
                return
            for i, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                if path.suffix != ".jsonl":
                    yield i, {"claim": line.strip()}
                    continue
                try:
                    record = json.loads(line)
                except ValueError as e:
                    raise GoalError("a line is not JSON", cause=str(e), position=Position(str(path), i)) from e
                if not isinstance(record, dict):
                    raise GoalError("a line is not a JSON object", position=Position(str(path), i))
                yield i, record
    except OSError as e:
        raise GoalError(f"{path} cannot be read", cause=e.strerror or str(e)) from e
    except UnicodeDecodeError as e:
        raise GoalError(f"{path} is not UTF-8 text", cause=str(e)) from e


def _head(item: Item) -> dict[str, Any]:
    return {"number": item.number, "id": item.id, "claim": item.claim, "table": item.table}


def result_of(item: Item, open_source: Callable[[str], Any]) -> dict[str, Any]:
    """One finished claim as JSON data: the verdict, or the error that bad input ended in."""
    from egvar.engine import run

    try:
        verdict = run(item.claim, open_source(item.table), "claim", goal=item.goal).verdict
    except EgvarError as e:
        return _head(item) | {"status": "error", "error": e.as_dict()}
    return _head(item) | {"status": verdict.status.value, "reason": verdict.reason, "verdict": verdict.as_dict()}


def _work(connection: Connection) -> None:
    """A worker process: takes items until it is told to stop."""
    from egvar.engine import open_table, shared_worker

    shared_worker().start()
    tables = lru_cache(TABLES_KEPT)(open_table)
    while (item := connection.recv()) is not None:
        connection.send(result_of(item, tables))
    shared_worker().stop()


class _Worker:
    def __init__(self) -> None:
        context = mp.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.item: Item | None = None

    def give(self, item: Item) -> None:
        self.item = item
        with contextlib.suppress(OSError):  # a dead worker shows when its connection is read
            self.connection.send(item)

    def stop(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.send(None)
        self.process.join(2)
        self.process.kill()
        self.connection.close()


def run_batch(items: Iterable[Item], jobs: int) -> Iterator[dict[str, Any]]:
    """The results of `items` in their order, from `jobs` worker processes."""
    source = iter(items)
    workers = [_Worker() for _ in range(max(1, jobs))]
    waiting: dict[int, dict[str, Any]] = {}
    retry: list[Item] = []
    tried: set[int] = set()
    given, out, exhausted = 0, 0, False
    first: int | None = None
    try:
        while True:
            for w in workers:
                if w.item is not None:
                    continue
                item = retry.pop() if retry else None
                if item is None and not exhausted and given - out < AHEAD * len(workers):
                    item = next(source, None)
                    exhausted = item is None
                    given += item is not None
                    if item is not None and first is None:
                        first = item.number
                if item is not None:
                    w.give(item)
            while first is not None and first + out in waiting:
                yield waiting.pop(first + out)
                out += 1
            busy = {w.connection: i for i, w in enumerate(workers) if w.item is not None}
            if not busy:
                if exhausted and not waiting and not retry:
                    return
                continue
            for ready in wait(list(busy)):
                i = busy[ready]  # type: ignore[index]
                w, held = workers[i], workers[i].item
                assert held is not None
                try:
                    waiting[held.number] = w.connection.recv()
                    w.item = None
                except (EOFError, OSError):
                    w.stop()
                    workers[i] = _Worker()
                    if held.number in tried:
                        waiting[held.number] = _lost(held)
                    else:
                        tried.add(held.number)
                        retry.append(held)
    finally:
        for w in workers:
            w.stop()


def _lost(item: Item) -> dict[str, Any]:
    why = "the worker process died twice on this claim"
    return _head(item) | {"status": "Abstain", "reason": "not_checked", "verdict": None, "why": why}


def finished(path: Path) -> tuple[int, int]:
    """How many whole results an output file holds, and the bytes that they take; what follows them is half-written.

    Raises GoalError if the file is not the output of a batch.
    """
    count = size = 0
    try:
        with path.open("rb") as lines:
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                record = json.loads(line)
                if record["number"] != count:
                    raise ValueError(f"result {record['number']} where {count} was expected")
                count, size = count + 1, size + len(line)
    except FileNotFoundError:
        return 0, 0
    except (ValueError, KeyError, TypeError) as e:
        raise GoalError(f"{path} is not the output of a batch", cause=str(e), hint="name another file") from e
    return count, size


def write_results(items: Iterable[Item], output: Path, jobs: int, resume: bool) -> Iterator[dict[str, Any]]:
    """Runs the batch and appends each result to `output` as a JSON line; yields the results of this run.

    With `resume`, whole results that `output` already holds are kept, but the last one, which is done again: it must
    come out the same. Raises GoalError if it does not, or if `output` exists and `resume` is off.
    """
    done, size = finished(output) if resume else (0, 0)
    if not resume and output.exists():
        raise GoalError(f"{output} exists", hint="--resume goes on where it ends, or name another file")
    tail = b""
    if done:
        with output.open("rb") as lines:
            tail = next(line for k, line in enumerate(lines) if k == done - 1)
    start = max(done - 1, 0)
    rest = (i for i in items if i.number >= start)
    with output.open("r+b" if done else "wb") as out:
        out.truncate(size)
        out.seek(size)
        for result in run_batch(rest, jobs):
            text = (json.dumps(result, ensure_ascii=False) + "\n").encode()
            if done and result["number"] == done - 1:
                if text != tail:
                    raise GoalError(
                        f"the last result in {output} comes out differently now",
                        cause="the claims, a table or egvar itself changed",
                        hint="start again with a new output file",
                    )
            else:
                out.write(text)
                out.flush()
            yield result
        os.fsync(out.fileno())
