"""Where a model's tactics meet Lean: the file that they are put in, its folder, and the `.olean` made of it.

May import: anything of egvar but the command line. Not trusted: what `lean` says is feedback for the solver, and what
it writes is read strictly and judged like anything else.

The file's shape is fixed: the header, the statement, the indented text, and nothing after it. `lean` runs confined
(`confine`), in a folder that only this run uses, and finds the compiled library and the challenge there.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from egvar.challenge import text
from egvar.challenge.statement import Challenge
from egvar.errors import FormatError
from egvar.kernel import sources
from egvar.kernel.olean import read_module
from egvar.kernel.term import Constant, Name
from egvar.solver.agent import confine
from egvar.solver.agent.tactic_text import Vocabulary, vocabulary

HEADER = "prelude\nimport Challenge\nset_option linter.all false\n\n"
INDENT = "  "
# Terms in messages are written so that they can be read back, and whole.
OPTIONS = ("-Dpp.structureInstances=false", "-Dpp.deepTerms=true", "-Dpp.maxSteps=20000", "-DmaxRecDepth=4000")
CPU_SECONDS = 600
ATTEMPT_SECONDS = 30.0
MAX_OUTPUT = 4 << 20


@dataclass(frozen=True, order=True)
class Message:
    """One message of `lean`; `line` and `column` are 1-based within the tactic text, 0 for the statement itself."""

    line: int
    column: int
    severity: Literal["error", "warning", "information"]
    text: str


@dataclass(frozen=True)
class Attempt:
    """What `lean` made of a text. `clean`: no errors, which proves nothing yet; `refused`: errors, or text that may not
    reach Lean; `not_checked`: no answer that can be used. `seconds` is the time that it took."""

    outcome: Literal["clean", "refused", "not_checked"]
    messages: tuple[Message, ...] = ()
    why: str = ""
    seconds: float = 0.0


def solution_file(body: str, asks: bool) -> str:
    """The whole file around a tactic text. Every line of the text is indented."""
    head = "noncomputable def answer : Goal := by" if asks else "theorem answer : Goal := by"
    lines = "".join(f"{INDENT}{line}\n" if line else "\n" for line in body.split("\n"))
    return f"{HEADER}{head}\n{lines}"


FIRST_LINE = solution_file("", False).count("\n") - 1
"""How many lines of the file come before the tactic text."""


def placed(line: int, column: int, severity: str, message: str) -> Message:
    """A message at a 0-based place of the file, as one about the tactic text."""
    at = line - FIRST_LINE + 1
    kind: Literal["error", "warning", "information"] = (
        "error" if severity == "error" else "warning" if severity == "warning" else "information"
    )
    if at < 1:
        return Message(0, 0, kind, message.strip())
    return Message(at, max(column - len(INDENT), 0) + 1, kind, message.strip())


class Workshop:
    """A folder with the compiled challenge. Close it, or use it as a context manager; it leaves nothing behind."""

    def __init__(self, challenge: Challenge, seconds: float = ATTEMPT_SECONDS) -> None:
        self.challenge = challenge
        self.asks = challenge.polarity == "ask"
        self.seconds = seconds
        self.known: Vocabulary = vocabulary(challenge.constants)
        self.folder = Path(tempfile.mkdtemp(prefix="egvar-tactics-")).resolve()
        try:
            lean_text = text.module(["EgVar.Tactic"], challenge.constants.values(), {})
            (self.folder / "Challenge.lean").write_text(lean_text, encoding="utf-8")
            self._library = sources.compiled()
            args = ["-o", "Challenge.olean", "Challenge.lean"]
            sources.run_lean(args, [self._library], self.folder)
            self.scratch = self.folder / "scratch"
            self.scratch.mkdir()
        except BaseException:
            self.close()
            raise

    def environment(self) -> dict[str, str]:
        """The variables of a confined `lean`: nothing of ours that could hold a secret."""
        kept = ["PATH", "HOME", "LANG", "LC_ALL", "XDG_CACHE_HOME", "VIRTUAL_ENV", "PYTHONPATH"]
        kept += ["EGVAR_LEAN_LIB", "EGVAR_ALLOW_UNPINNED"]
        path = os.pathsep.join([str(self._library), str(self.folder)])
        return {k: os.environ[k] for k in kept if k in os.environ} | {
            "LEAN_PATH": path,
            "LEAN_ABORT_ON_PANIC": "1",
            "TMPDIR": str(self.scratch),
        }

    def command(self, *args: str) -> list[str]:
        """A confined `lean ARGS`, which can read this folder and write in its scratch folder."""
        return [*confine.command(self.folder, self.scratch, CPU_SECONDS), *OPTIONS, *args]

    @contextlib.contextmanager
    def _fresh(self) -> Iterator[Path]:
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def compile(self, body: str) -> tuple[Attempt, dict[Name, Constant] | None]:
        """Elaborates a text in a process of its own: what `lean` said, and the constants of the `.olean` it wrote.

        The text goes in as it is: `tactic_text.checked` is for the caller. The constants are untrusted, and are there
        only if `lean` reported no error and what it wrote is well-formed.
        """
        with self._fresh() as folder:
            file, made = folder / "Solution.lean", folder / "Solution.olean"
            file.write_text(solution_file(body, self.asks), encoding="utf-8", errors="replace")
            attempt = self._run(["--json", "-o", str(made), str(file)])
            if attempt.outcome != "clean":
                return attempt, None
            try:
                return attempt, dict(read_module(made, self.challenge.terms).constants)
            except FormatError as e:
                return Attempt("not_checked", attempt.messages, f"lean wrote nothing usable: {e.message}"), None

    def _run(self, args: list[str]) -> Attempt:
        start = time.monotonic()
        process = subprocess.Popen(
            self.command(*args),
            cwd=self.scratch,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=self.seconds)
        except subprocess.TimeoutExpired:
            return Attempt("not_checked", (), f"no answer within {self.seconds:g} s", time.monotonic() - start)
        finally:
            end(process)
        seconds = time.monotonic() - start
        messages = _messages(output[:MAX_OUTPUT])
        if messages is None:
            return Attempt("not_checked", (), f"lean ended with {process.returncode} and no messages", seconds)
        failed = any(m.severity == "error" for m in messages)
        if failed == (process.returncode == 0):  # each must bear the other out
            return Attempt("not_checked", messages, f"lean ended with {process.returncode}", seconds)
        return Attempt("refused" if failed else "clean", messages, "", seconds)

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Workshop:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and its group, and waits for it."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    process.wait()


def _messages(output: bytes) -> tuple[Message, ...] | None:
    """The messages in the output of `lean --json`; None if any line of it is something else."""
    out = []
    try:
        for line in output.decode("utf-8").splitlines():
            data = json.loads(line)
            place = data["pos"]
            out.append(placed(place["line"] - 1, place["column"], str(data["severity"]), str(data["data"])))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return tuple(sorted(out))
