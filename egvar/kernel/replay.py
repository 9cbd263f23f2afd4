"""Asks the official kernel, in a process of its own, whether it accepts declarations.

May import: the standard library, `egvar.errors` and `egvar.kernel`.

`KernelWorker.check` has three outcomes and no others: `Accepted`, `Refused` (a typed kernel exception) and
`NotChecked` (a crash, a time-out, a limit, silence, anything unknown). Nothing is ever read from an exit code or
from text that a person would read.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import secrets
import select
import struct
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from egvar.errors import WorkerError
from egvar.kernel.ffi import KERNEL_EXCEPTIONS
from egvar.kernel.library import LibraryIdentity, find_library
from egvar.kernel.term import Name

GRACE_SECONDS = 10.0
"""How much longer than a check's own wall limit we wait for the worker, which enforces that limit."""
MAX_ANSWER = 1 << 20


@dataclass(frozen=True)
class Limits:
    """What one check may use. Memory is address space, Lean's own 0.3 GB included; it stays below the 16 GB at which
    Lean's reference counts could overflow."""

    wall_seconds: float = 60.0
    cpu_seconds: int = 60
    memory_bytes: int = 4 << 30

    def __post_init__(self) -> None:
        if not 0 < self.memory_bytes < 16 << 30:
            raise ValueError("the memory limit must be below 16 GB")


@dataclass(frozen=True)
class Accepted:
    """The kernel accepted every declaration. `seconds` in the worker, `declarations` added on top of the library."""

    declarations: int
    seconds: float


@dataclass(frozen=True)
class Refused:
    """The kernel refused `declaration` with the exception `kind`."""

    kind: str
    declaration: Name
    seconds: float


@dataclass(frozen=True)
class NotChecked:
    """There is no answer, for this reason."""

    reason: str


Outcome = Accepted | Refused | NotChecked


class KernelWorker:
    """A worker process that holds the replayed library; checks run one after the other, each in its own fork.

    Starting returns at once; the first check waits for the worker to be ready. A worker that breaks is replaced at
    the next check, and the check it broke on is `NotChecked`. Safe to use from several threads.
    """

    def __init__(self, limits: Limits | None = None, start_seconds: float = 60.0) -> None:
        self.limits = limits or Limits()
        self._start_seconds = start_seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = False
        self._replayed: tuple[int, tuple[str, ...]] = (0, ())
        self._identity: LibraryIdentity | None = None

    @property
    def identity(self) -> LibraryIdentity:
        """Which library the worker runs. Raises LibraryError if there is none that may be used."""
        if self._identity is None:
            self._identity = find_library()
        return self._identity

    def start(self) -> None:
        """Starts the process without waiting for it. Raises LibraryError if there is no library."""
        if self._process is None:
            self._process = self._spawn(self.identity.path)
            self._ready = False

    def _spawn(self, library: Path) -> subprocess.Popen[bytes]:
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("LEAN_", "LD_PRELOAD", "PYTHON"))}
        environment["LEAN_ABORT_ON_PANIC"] = "1"
        package = Path(__file__).resolve().parent.parent.parent
        boot = (
            "import sys; sys.path.insert(0, sys.argv.pop(1)); sys.argv[0] = 'egvar-kernel'; "
            "from egvar.kernel import worker; sys.exit(worker.main())"
        )
        process = subprocess.Popen(
            [sys.executable, "-E", "-s", "-P", "-c", boot, str(package), str(library)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("EGVAR_DEBUG") else subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)
        return process

    def stop(self) -> None:
        """Ends the process; the next check starts a new one."""
        process, self._process, self._ready = self._process, None, False
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def __enter__(self) -> KernelWorker:
        self.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop()

    def check(self, batches: list[bytes], packed: bool = False) -> Outcome:
        """Whether the kernel accepts these batches (`wire.encode`) on top of the trusted library, with what packed
        columns need if `packed`."""
        with self._lock:
            try:
                return self._check(batches, packed)
            except (OSError, ValueError, EOFError, TypeError, WorkerError) as e:
                self.stop()
                return NotChecked(f"the kernel worker failed: {e}")

    def wait_ready(self) -> tuple[int, tuple[str, ...]]:
        """Waits for the worker; how many library declarations it replayed and the exception kinds its self-test saw.

        Raises WorkerError if it does not come up, LibraryError if there is no library.
        """
        with self._lock:
            return self._wait_ready()

    def _wait_ready(self) -> tuple[int, tuple[str, ...]]:
        self.start()
        if not self._ready:
            match self._answer(time.monotonic() + self._start_seconds):
                case ("ready", int() as count, list() as kinds):
                    self._replayed = (count, tuple(map(str, kinds)))
                    self._ready = True
                case _:
                    self.stop()
                    raise WorkerError(
                        "the kernel worker did not start",
                        cause="it could not load Lean, replay the trusted library, or pass its self-test",
                        hint="egvar doctor; EGVAR_DEBUG=1 shows what it prints",
                    )
        return self._replayed

    def _check(self, batches: list[bytes], packed: bool) -> Outcome:
        self._wait_ready()
        assert self._process is not None and self._process.stdin is not None
        token = secrets.token_bytes(16)
        limits = {
            "wall_seconds": self.limits.wall_seconds,
            "cpu_seconds": self.limits.cpu_seconds,
            "memory_bytes": self.limits.memory_bytes,
        }
        deadline = time.monotonic() + self.limits.wall_seconds + GRACE_SECONDS
        _send(self._process.stdin.fileno(), marshal.dumps((token, batches, limits, packed)), deadline)
        answer = self._answer(deadline)
        match answer:
            case ("accepted", bytes() as t, int() as count, float() as seconds) if t == token:
                return Accepted(count, seconds)
            case ("refused", bytes() as t, str() as kind, tuple() as n, float() as seconds) if (
                t == token and kind in KERNEL_EXCEPTIONS
            ):
                return Refused(kind, n, seconds)
            case ("not_checked", bytes() as t, str() as reason, *_) if t == token:
                return NotChecked(reason)
        self.stop()
        return NotChecked("the kernel worker gave no answer, or not to this question")

    def _answer(self, deadline: float) -> tuple[object, ...] | None:
        assert self._process is not None and self._process.stdout is not None
        frame = _receive(self._process.stdout.fileno(), deadline)
        value = None if frame is None else marshal.loads(frame)
        return value if isinstance(value, tuple) else None


def _send(fd: int, data: bytes, deadline: float) -> None:
    """Writes a frame to a pipe that does not block. Raises TimeoutError at the deadline: a worker may not read."""
    view = memoryview(struct.pack("<Q", len(data)) + data)
    while view:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([], [fd], [], left)[1]:
            raise TimeoutError("it does not read what it is asked")
        with contextlib.suppress(BlockingIOError):
            view = view[os.write(fd, view) :]


def _receive(fd: int, deadline: float) -> bytes | None:
    """The next frame of a pipe, or None if it is not whole at its end or at the deadline."""
    data = bytearray()
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([fd], [], [], left)[0]:
            return None
        wanted = 8 if len(data) < 8 else 8 + struct.unpack_from("<Q", data)[0]
        if wanted > 8 + MAX_ANSWER:
            raise ValueError("an answer is too long")
        chunk = os.read(fd, wanted - len(data))
        if not chunk:
            return None
        data += chunk
        if len(data) >= 8 and len(data) == 8 + struct.unpack_from("<Q", data)[0]:
            return bytes(data[8:])
