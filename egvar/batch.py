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
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from egvar.errors import EgvarError, GoalError, Position, unforeseen
from egvar.visible import json_text

if TYPE_CHECKING:
    from egvar.engine import Run
    from egvar.verdict import Verdict

TABLES_KEPT = 32
AHEAD = 16
"""Claims under way for each worker, finished ones that wait for an earlier one included."""
MAX_LINE = 1 << 22
MAX_SECONDS = 600.0
"""Wall time that one claim may take; a worker that needs longer is ended, and the claim is `not_checked`."""


@dataclass(frozen=True)
class Item:
    """One claim of a batch: its number (from 0), words, table, and the goal if one is given; or what is wrong with it,
    as an error's data."""

    number: int
    claim: str
    table: str
    goal: dict[str, Any] | None = None
    id: str | None = None
    fault: dict[str, Any] | None = None


@dataclass(frozen=True)
class How:
    """What holds for every claim of a batch: how tables are read, a policy, and the folder for bundles, each optional.

    Paths are texts, since workers are other processes.
    """

    reading: str | None = None
    total_rows: str | None = None
    dash: str | None = None
    decimal: str | None = None
    policy: str | None = None
    bundles: str | None = None

    def open(self, table: str) -> Any:
        """The table, read as this says."""
        from egvar.engine import open_table

        settled = {"total_rows": self.total_rows, "dash": self.dash, "decimal": self.decimal}
        return open_table(table, reading=self.reading, **settled)


PLAIN = How()


def read_items(path: Path, table: str | None) -> Iterator[Item]:
    """The claims of a .jsonl, .csv or .txt file, one at a time. A record that is malformed is an item with its fault,
    which names file:row, and costs nothing but itself. Raises GoalError for a file that cannot be read.

    JSON lines and CSV columns: `claim`, `table` (relative to the file; else the default table), `goal` (JSON), `id`.
    """
    for number, (row, record) in enumerate(_records(path)):
        where = Position(str(path), row)
        try:
            yield _item(number, record() if callable(record) else record, path, table, where)
        except EgvarError as e:
            yield Item(number, "", str(table or ""), fault=e.as_dict())
        except RecursionError:
            deep = GoalError("a record is nested too deeply", position=where)
            yield Item(number, "", str(table or ""), fault=deep.as_dict())


def _item(number: int, record: dict[str, Any], path: Path, table: str | None, where: Position) -> Item:
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
    try:
        resolved = str((path.parent / str(own)).resolve()) if own else str(table)
    except (OSError, ValueError, RuntimeError) as e:
        raise GoalError("a claim's table has no name that can be used", cause=str(e), position=where) from e
    return Item(number, claim, resolved, goal, None if record.get("id") is None else str(record["id"]))


def _records(path: Path) -> Iterator[tuple[int, dict[str, Any] | Callable[[], dict[str, Any]]]]:
    """Each record with its row, as it is or as what reads it, which raises GoalError."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            if path.suffix == ".csv":
                for i, row in enumerate(csv.DictReader(lines), 2):
                    yield i, dict(row)
                return
            i = 0
            while line := lines.readline(MAX_LINE):
                i += 1
                whole = len(line) < MAX_LINE or line.endswith("\n")
                while not (whole or line.endswith("\n")) and (line := lines.readline(MAX_LINE)):
                    pass
                if whole and not line.strip():
                    continue
                if path.suffix != ".jsonl" and whole:
                    yield i, {"claim": line.strip()}
                    continue
                yield i, partial(_parsed, line if whole else None, Position(str(path), i))
    except OSError as e:
        raise GoalError(f"{path} cannot be read", cause=e.strerror or str(e)) from e
    except UnicodeDecodeError as e:
        raise GoalError(f"{path} is not UTF-8 text", cause=str(e)) from e
    except csv.Error as e:
        raise GoalError(f"{path} is not well-formed CSV", cause=str(e)) from e


def _parsed(line: str | None, where: Position) -> dict[str, Any]:
    if line is None:
        raise GoalError("a line is longer than 4 MB", position=where)
    try:
        record = json.loads(line)
    except ValueError as e:
        raise GoalError("a line is not JSON", cause=str(e), position=where) from e
    if not isinstance(record, dict):
        raise GoalError("a line is not a JSON object", position=where)
    return record


def _head(item: Item) -> dict[str, Any]:
    return {"number": item.number, "id": item.id, "claim": item.claim, "table": item.table}


def result_of(item: Item, open_source: Callable[[str], Any], how: How = PLAIN) -> dict[str, Any]:
    """One finished claim as JSON data: the verdict, the error that bad input ended in, or that it was not checked."""
    from egvar.engine import run

    if item.fault is not None:
        return _head(item) | {"status": "error", "error": item.fault}
    try:
        reached = run(item.claim, open_source(item.table), "claim", goal=item.goal)
        verdict = _decided(reached, item, how)
        if how.bundles is not None:
            _bundle(reached, Path(how.bundles) / str(item.number + 1))
    except EgvarError as e:
        return _head(item) | {"status": "error", "error": e.as_dict()}
    except Exception as e:  # the claim is lost, and no other
        return _unchecked(item, unforeseen(e).cause)
    return _head(item) | {"status": verdict.status.value, "reason": verdict.reason, "verdict": verdict.as_dict()}


def _decided(reached: Run, item: Item, how: How) -> Verdict:
    """The verdict, or what a policy makes of it."""
    if how.policy is None:
        return reached.verdict
    from egvar.policy import Facts, age_in_days, load

    facts = Facts(goal_given=item.goal is not None, source_age_days=age_in_days(Path(item.table)))
    return load(Path(how.policy)).applied(reached.verdict, facts)


def _bundle(reached: Run, target: Path) -> None:
    """Writes a bundle; one that a run before wrote, which is resumed, is replaced."""
    from egvar.bundle.write import write

    if (target / "verdict.json").exists():
        shutil.rmtree(target)
    write(reached, target)


def _work(connection: Connection, how: How) -> None:
    """A worker process: takes items until it is told to stop."""
    from egvar.engine import shared_worker

    shared_worker().start()
    tables = lru_cache(TABLES_KEPT)(how.open)
    while (item := connection.recv()) is not None:
        connection.send(result_of(item, tables, how))
    shared_worker().stop()


class _Worker:
    def __init__(self, how: How) -> None:
        context = mp.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, how), daemon=True)
        self.process.start()
        theirs.close()
        self.item: Item | None = None
        self.since = 0.0

    def give(self, item: Item) -> None:
        self.item, self.since = item, time.monotonic()
        with contextlib.suppress(OSError):  # a dead worker shows when its connection is read
            self.connection.send(item)

    def stop(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.send(None)
        self.process.join(2)
        self.process.kill()
        self.connection.close()


def run_batch(
    items: Iterable[Item],
    jobs: int,
    seconds: float = MAX_SECONDS,
    how: How = PLAIN,
) -> Iterator[dict[str, Any]]:
    """The results of `items` in their order, from `jobs` worker processes; `seconds` is what one claim may take."""
    source = iter(items)
    workers = [_Worker(how) for _ in range(max(1, jobs))]
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
            for i in [i for i in busy.values() if time.monotonic() - workers[i].since > seconds]:
                held = workers[i].item
                assert held is not None
                if workers[i].connection.poll():
                    continue
                waiting[held.number] = _unchecked(held, f"it took longer than {seconds:g} seconds")
                del busy[workers[i].connection]
                workers[i].stop()
                workers[i] = _Worker(how)
            for ready in wait(list(busy), min(seconds, 5.0)):
                i = busy[ready]  # type: ignore[index]
                w, held = workers[i], workers[i].item
                assert held is not None
                try:
                    waiting[held.number] = w.connection.recv()
                    w.item = None
                except (EOFError, OSError):
                    w.stop()
                    workers[i] = _Worker(how)
                    if held.number in tried:
                        waiting[held.number] = _unchecked(held, "the worker process died twice on this claim")
                    else:
                        tried.add(held.number)
                        retry.append(held)
    finally:
        for w in workers:
            w.stop()


def _unchecked(item: Item, why: str) -> dict[str, Any]:
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


def write_results(
    items: Iterable[Item],
    output: Path,
    jobs: int,
    resume: bool,
    how: How = PLAIN,
) -> Iterator[dict[str, Any]]:
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
        for result in run_batch(rest, jobs, how=how):
            text = (json_text(result, None) + "\n").encode()
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
