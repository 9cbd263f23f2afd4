"""The process that holds the official kernel: `python -m egvar.kernel.worker`. One request, one frame, one answer.

May import: the standard library, `egvar.errors` and `egvar.kernel`. Started by `egvar.kernel.replay` only.

It loads Lean, replays the trusted library into an empty environment, runs the self-test, and then serves requests.
What packed columns need is replayed on top when it is first asked for. Each request's declarations are checked in a
child of its own, forked from this state and limited in memory, CPU and wall time; what a child does to itself ends with
it. Every answer repeats the request's token. The answers are: `accepted`, `refused` (the kernel's typed exception and
the declaration) and `not_checked` (anything else).
"""

from __future__ import annotations

import marshal
import os
import resource
import select
import signal
import struct
import sys
import time
from pathlib import Path
from typing import Any

from egvar.kernel import selftest
from egvar.kernel.build import Refused, add_batch
from egvar.kernel.ffi import RESOURCE_EXCEPTIONS, Kernel
from egvar.kernel.trusted import added_by_packing, library
from egvar.kernel.wire import encode

STACK = 120 << 20
"""Bytes of stack: as much as the address space keeps free for it whatever the limit was at the start."""
MAX_FRAME = 1 << 31


def read_frame(fd: int) -> bytes | None:
    """The next frame, or None at the end of the stream."""
    head = _read_exactly(fd, 8)
    if head is None:
        return None
    (length,) = struct.unpack("<Q", head)
    if length > MAX_FRAME:
        raise ValueError("frame too long")
    return _read_exactly(fd, length)


def write_frame(fd: int, data: bytes) -> None:
    view = memoryview(struct.pack("<Q", len(data)) + data)
    while view:
        view = view[os.write(fd, view) :]


def _read_exactly(fd: int, length: int) -> bytes | None:
    chunks = []
    while length:
        chunk = os.read(fd, min(length, 1 << 20))
        if not chunk:
            return None
        chunks.append(chunk)
        length -= len(chunk)
    return b"".join(chunks)


def main() -> int:
    requests, answers = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # nothing that a library prints can be taken for an answer
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (STACK if hard == resource.RLIM_INFINITY else min(STACK, hard), hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    kernel = Kernel(Path(sys.argv[1]))
    count = add_batch(kernel, encode(library().constants.values()))
    kinds = selftest.run(kernel)
    write_frame(answers, marshal.dumps(("ready", count, kinds)))
    complete = False
    while (frame := read_frame(requests)) is not None:
        *request, packed = marshal.loads(frame)
        if packed and not complete:
            add_batch(kernel, encode(added_by_packing()))
            complete = True
        write_frame(answers, marshal.dumps(_serve(kernel, (requests, answers), *request)))
    return 0


def _serve(
    kernel: Kernel, inherited: tuple[int, ...], token: bytes, batches: list[bytes], limits: dict[str, Any]
) -> tuple[Any, ...]:
    """Checks the batches in a forked child; the child's word counts only if it is complete and has the token."""
    start = time.monotonic()
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read_end)
            for fd in inherited:  # a child speaks to this process only
                os.close(fd)
            write_frame(write_end, marshal.dumps(_check(kernel, token, batches, limits)))
        finally:
            os._exit(0)
    os.close(write_end)
    try:
        data = _read_until(read_end, start + limits["wall_seconds"])
    finally:
        os.close(read_end)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if data is None:
        return ("not_checked", token, "the check ran out of time", time.monotonic() - start)
    if not data:
        return ("not_checked", token, f"the check ended without an answer (wait status {status})", 0.0)
    answer: tuple[Any, ...] = marshal.loads(data)
    return answer


def _read_until(fd: int, deadline: float) -> bytes | None:
    """The one frame in `fd`; empty if the stream ends before it is whole, None at the deadline."""
    data = b""
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([fd], [], [], left)[0]:
            return None
        chunk = os.read(fd, 1 << 16)
        if not chunk:
            whole = len(data) >= 8 and len(data) == 8 + struct.unpack("<Q", data[:8])[0]
            return data[8:] if whole else b""
        data += chunk
        if len(data) > 1 << 20:
            return b""


def _check(kernel: Kernel, token: bytes, batches: list[bytes], limits: dict[str, Any]) -> tuple[Any, ...]:
    memory = limits["memory_bytes"]
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    cpu = limits["cpu_seconds"]
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    start, added = time.monotonic(), 0
    try:
        for batch in batches:
            added += add_batch(kernel, batch)
    except Refused as e:
        outcome = "not_checked" if e.kind in RESOURCE_EXCEPTIONS else "refused"
        return (outcome, token, e.kind, e.declaration, time.monotonic() - start)
    except MemoryError:
        return ("not_checked", token, "excessiveMemory", (), time.monotonic() - start)
    return ("accepted", token, added, time.monotonic() - start)


if __name__ == "__main__":
    sys.exit(main())
