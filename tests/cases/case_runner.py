"""Runs the attack cases: each folder is an attack on a verdict that is otherwise accepted, and the reason it must get.

A case is a folder with a `case.toml` and either a `solution.lean`, which the official `lean` compiles against the
original's Challenge, or a function of the folder's name in `attacks.py`. What is judged is always the `.olean` or the
terms: nothing that `lean` prints, and not its exit code.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from egvar.challenge import statement, text, world
from egvar.challenge.check import literal
from egvar.challenge.statement import Challenge, Polarity
from egvar.challenge.world import WorldChallenge
from egvar.challenge.world_check import open_lifted
from egvar.challenge.world_rows import Lifted
from egvar.errors import FormatError
from egvar.goal import Goal, parse
from egvar.kernel import sources
from egvar.kernel.judge import Judged, JudgedChallenge, Rejected, judge
from egvar.kernel.olean import read_module
from egvar.kernel.replay import KernelWorker, Limits, NotChecked
from egvar.kernel.term import Constant, Expr, Name
from egvar.lifts.file import parse_claim, read
from egvar.lifts.review import sign
from egvar.signing import new_key
from egvar.solver.prover import Solution, prove
from egvar.source.alternatives import alternatives
from egvar.source.source import Source, from_rows, load
from egvar.tools.base import Context
from egvar.tools.ledger import Ledger

HERE = Path(__file__).parent
ORIGINAL = HERE / "original"
WORLD = ("world", "own_lifts", "two_sources")
"""Claims about the world: through lifts that a trusted reviewer signed; through lifts that only their author signed,
under the reviewer's name; and through reviewed lifts of two sources."""


@dataclass(frozen=True)
class Outcome:
    """How a case ended: `judged`, `rejected` at a step for a reason, `not_checked`, or `format_error`."""

    kind: str
    step: int | None = None
    reason: str | None = None
    detail: str = field(default="", compare=False)


@dataclass(frozen=True)
class Case:
    """One attack: what it is, why it has to be refused, which original it changes, and how it must end."""

    name: str
    title: str
    why: str
    base: str
    expected: Outcome

    @property
    def folder(self) -> Path:
        return HERE / self.name


@dataclass(frozen=True)
class Attempt:
    """What the judge is given. `read` gives the solution: from terms, or by reading a file strictly."""

    challenge: Challenge | WorldChallenge
    judged: JudgedChallenge
    read: Callable[[], Mapping[Name, Constant]]
    witness: Expr | None
    worker: KernelWorker
    meanwhile: AbstractContextManager[object] = field(default_factory=nullcontext)


def cases() -> list[Case]:
    """Every case, by name. Raises if one is incomplete or says what is not understood."""
    return [_case(path.parent) for path in sorted(HERE.glob("*/case.toml"))]


def _case(folder: Path) -> Case:
    data = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    expect = data.pop("expect")
    expected = Outcome(expect.pop("kind"), expect.pop("step", None), expect.pop("reason", None))
    assert not expect and (expected.kind == "rejected") == (expected.step is not None and expected.reason is not None)
    case = Case(folder.name, data.pop("title"), data.pop("why"), data.pop("base"), expected)
    assert not data, f"{folder.name}: unknown keys {sorted(data)}"
    return case


def verdict(attempt: Attempt) -> Outcome:
    """What egvar says: the goal is read back from its term (of a table), the solution is read, and judged."""
    try:
        if isinstance(attempt.challenge, Challenge):
            attempt.challenge.decoded()
        solution = attempt.read()
    except FormatError as e:
        return Outcome("format_error", detail=e.message)
    with attempt.meanwhile:
        result = judge(attempt.judged, solution, attempt.worker, attempt.witness)
    match result:
        case Judged():
            return Outcome("judged")
        case Rejected(step, reason, detail):
            return Outcome("rejected", step, reason, detail)
        case NotChecked(reason):
            return Outcome("not_checked", detail=reason)


def problem(attempt: Attempt, expected: Outcome, ask: Callable[[Attempt], Outcome]) -> str | None:
    """Why the case fails when `ask` is the judge; None if it ends as it must."""
    outcome = ask(attempt)
    if outcome == expected:
        return None
    return f"expected {expected}, got {outcome} ({outcome.detail})"


class Bench:
    """The originals, built once, and what attacks need: the workers and a folder for `lean`."""

    def __init__(self, worker: KernelWorker, scratch: Path) -> None:
        self.worker = worker
        self._scratch = scratch
        self.tables: dict[str, Source] = {n: load(ORIGINAL / n) for n in ("table.csv", "with_total.csv")}

    @cached_property
    def limited(self) -> KernelWorker:
        """A worker of its own, for what uses it up; ended by `close`."""
        worker = KernelWorker(Limits(wall_seconds=1.0, cpu_seconds=10, memory_bytes=1 << 30))
        worker.wait_ready()
        return worker

    def close(self) -> None:
        if "limited" in self.__dict__:
            self.limited.stop()

    def goal(self, file: str) -> Goal:
        return parse((ORIGINAL / file).read_bytes(), file)

    def challenge(self, base: str) -> Challenge:
        """The accepted original of this name: `claim`, `question`, `readings` (a claim under two readings), or `packed`
        (a claim about a long table, whose columns are held in one number each)."""
        if base == "packed":
            return self.build(self.packed_table, parse(self.packed_goal("x", 0)), "verify")
        table = self.tables["with_total.csv" if base == "readings" else "table.csv"]
        asks = base == "question"
        return self.build(table, self.goal("question.json" if asks else "claim.json"), "ask" if asks else "verify")

    @cached_property
    def packed_table(self) -> Source:
        """600 rows: `k` is x or y, `n` counts up in tenths."""
        return from_rows(["k", "n"], [["xy"[i % 3 == 0], f"{i // 10}.{i % 10}"] for i in range(600)], "long")

    def packed_goal(self, key: str, more: int) -> dict[str, Any]:
        """That the sum of `n` where `k` is `key` is what it is for x, and `more` tenths."""
        tenths = sum(i for i in range(600) if i % 3) + more
        total = {"op": "sum", "column": "n", "where": {"op": "text_is", "column": "k", "value": key}}
        number = {"op": "number", "value": f"{tenths // 10}.{tenths % 10}"}
        return {"kind": "claim", "claim": {"op": "compare", "left": total, "cmp": "=", "right": number}}

    def build(self, table: Source, goal: Goal, polarity: Polarity) -> Challenge:
        readings = (table, *(a.source for a in alternatives(table)))
        return statement.build(readings, goal, polarity, Ledger())

    def answer(self, challenge: Challenge) -> Expr | None:
        """The right answer of a question as a literal, None for a claim."""
        if challenge.polarity != "ask":
            return None
        root = statement.root_of(challenge.goal)
        return literal(challenge, root.value(Context(challenge.sources[0])))  # type: ignore[attr-defined]

    def solved(self, base: str) -> tuple[Challenge, Solution]:
        """An original with the solution that is accepted for it."""
        challenge = self.challenge(base)
        return challenge, prove(challenge, self.answer(challenge))

    @cached_property
    def _trusted(self) -> dict[str, str]:
        """Signs copies of the lift folders: with the trusted reviewer's key, and with another under that name."""
        for key, folder, name in (
            ("rev", "rates", "world"),
            ("own", "rates", "own_lifts"),
            ("rev", "survey", "survey"),
        ):
            path = self._scratch / f"{key}.pem"
            if not path.exists():
                (self._scratch / f"{key}.txt").write_text(new_key(path))
            shutil.copytree(ORIGINAL / folder, self._scratch / name)
            sign(read(self._scratch / name), self._scratch / name, path, "Rev")
        return {(self._scratch / "rev.txt").read_text(): "Rev"}

    def lifted(self, name: str) -> Lifted:
        """`world`, `own_lifts` or `survey`, with the grades that its reviews give. Trusted is always the same key."""
        trusted = self._trusted
        return open_lifted(self._scratch / name, trusted)

    def world(self, claim: dict[str, str], base: str = "world") -> WorldChallenge:
        """The challenge for a claim about the world."""
        names = ("world", "survey") if base == "two_sources" else (base,)
        return world.build([self.lifted(n) for n in names], parse_claim(claim), "verify", None, Ledger())

    def attempt(
        self,
        challenge: Challenge | WorldChallenge,
        solution: Mapping[Name, Constant] | Callable[[], Mapping[Name, Constant]],
        witness: Expr | None = None,
        judged: JudgedChallenge | None = None,
        worker: KernelWorker | None = None,
        meanwhile: AbstractContextManager[object] | None = None,
    ) -> Attempt:
        read = solution if callable(solution) else lambda: solution
        judged = judged or challenge.judged
        return Attempt(challenge, judged, read, witness, worker or self.worker, meanwhile or nullcontext())

    # --- Lean text ---

    @cached_property
    def _lean_folder(self) -> Path:
        folder = self._scratch / "lean"
        folder.mkdir()
        challenge = self.challenge("claim")
        source = text.module(["EgVar.Tactic"], challenge.constants.values(), {})
        (folder / "Challenge.lean").write_text(source, encoding="utf-8")
        sources.run_lean(["-o", "Challenge.olean", "Challenge.lean"], [sources.compiled()], folder)
        return folder

    def compile(self, file: Path) -> Path:
        """The `.olean` that `lean` makes of a solution. The file must elaborate: that is what makes it an attack."""
        folder = self._lean_folder
        name = file.parent.name
        target = folder / f"{name}.olean"
        (folder / f"{name}.lean").write_bytes(file.read_bytes())
        sources.run_lean(["-o", target.name, f"{name}.lean"], [sources.compiled(), folder], folder)
        assert target.is_file(), f"lean wrote nothing for {name}"
        return target

    def from_lean(self, file: Path) -> Attempt:
        challenge = self.challenge("claim")
        olean = self.compile(file)
        return self.attempt(challenge, lambda: read_module(olean, challenge.terms).constants)
