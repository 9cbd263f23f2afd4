"""Runs units of a benchmark one after the other: resumable, replayable, with progress on stderr.

May import: anything of egvar but the command line.

A folder of results holds `run.json` (what was asked for), `rows.jsonl` (one line for each unit, written as soon as it
is done) and, where models took part, `trails.jsonl` (everything that they were asked, by digest, and said).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from egvar.bench.items import Item
from egvar.bench.rungs import Said
from egvar.errors import EgvarError, ReplayError, SourceError


@dataclass(frozen=True)
class Unit:
    """One item on one rung by one solver, for the `rep`-th time."""

    tier: str
    rung: str
    solver: str
    item: Item
    rep: int = 1

    @property
    def key(self) -> str:
        return "|".join((self.tier, self.rung, self.solver, self.item.id, str(self.rep)))


Row = dict[str, Any]
Do = Callable[[Unit], Said]
Judge = Callable[[Unit, Said], Row]


@dataclass
class Journal:
    """The folder of a run; without one (`folder` is None) nothing is kept."""

    folder: Path | None
    done: dict[str, Row] = field(default_factory=dict)

    @classmethod
    def open(cls, folder: Path | None, asked: dict[str, Any], resume: bool) -> Journal:
        """Raises SourceError for a folder with results where none are to be resumed, or with results of another run."""
        journal = cls(folder)
        if folder is None:
            return journal
        folder.mkdir(parents=True, exist_ok=True)
        rows, about = folder / "rows.jsonl", folder / "run.json"
        if not resume and rows.exists():
            raise SourceError(f"{folder} has results", hint="--resume goes on with them; or name another folder")
        if resume and about.exists():
            if json.loads(about.read_text(encoding="utf-8")) != asked:
                raise SourceError(f"{folder} has results of another run", hint="the same options, or another folder")
            journal.done = {r["key"]: r for r in _lines(rows)} if rows.exists() else {}
        about.write_text(json.dumps(asked, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return journal

    def add(self, row: Row, said: Said) -> None:
        if self.folder is None:
            return
        with (self.folder / "rows.jsonl").open("a", encoding="utf-8") as f:
            f.write(json.dumps(row, ensure_ascii=False) + "\n")
        if any(t.get("step") == "reply" for t in said.trail):
            with (self.folder / "trails.jsonl").open("a", encoding="utf-8") as f:
                f.write(json.dumps({"key": row["key"], "trail": said.trail}, ensure_ascii=False) + "\n")


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """The whole lines of a file: the last may have been cut off when a run was."""
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue


def recorded(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The trails of a folder by key. Raises ReplayError."""
    path = folder / "trails.jsonl"
    if not path.exists():
        raise ReplayError(f"{path} is not there", hint="--replay takes the folder of a run in which a model took part")
    return {t["key"]: t["trail"] for t in _lines(path)}


def run(units: Iterable[Unit], do: Do, judge: Judge, journal: Journal, quiet: bool = False) -> list[Row]:
    """The rows of all units, in order. An error of one unit is its outcome; one of a setting ends the run."""
    todo = list(units)
    out: list[Row] = []
    with _progress(len(todo), quiet) as step:
        for unit in todo:
            row = journal.done.get(unit.key)
            if row is None:
                start = time.perf_counter()
                said = _said(do, unit)
                row = _row(unit, said, judge(unit, said), time.perf_counter() - start)
                journal.add(row, said)
            out.append(row)
            step()
    return out


def _said(do: Do, unit: Unit) -> Said:
    try:
        return do(unit)
    except EgvarError as e:
        if isinstance(e, ReplayError) or e.code.startswith("EGV6"):
            raise
        return Said("Abstain", reason=f"error_{e.code}", why=e.message)


def _row(unit: Unit, said: Said, judged: Row, seconds: float) -> Row:
    account: dict[str, Any] = next((t for t in reversed(said.trail) if t.get("step") == "account"), {})
    used = {k: account[k] for k in ("replies", "input_tokens", "output_tokens", "cost") if k in account}
    return {
        "key": unit.key,
        "tier": unit.tier,
        "rung": unit.rung,
        "solver": unit.solver,
        "item": unit.item.id,
        "group": unit.item.group,
        "rep": unit.rep,
        "text": unit.item.text,
        "status": said.status,
        "answer": list(said.answer),
        "reason": said.reason,
        "why": said.why,
        "formal": said.formal,
        **judged,
        "seconds": round(seconds, 3),
        **used,
    }


@contextmanager
def _progress(total: int, quiet: bool) -> Iterator[Callable[[], None]]:
    """A progress bar on stderr, if that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda: None
        return
    with Progress(console=console) as bar:
        task = bar.add_task("measuring", total=total)
        yield lambda: bar.advance(task)
