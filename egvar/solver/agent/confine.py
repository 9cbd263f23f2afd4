"""Runs `lean` confined: no network, no file to write but in one folder, and limits.

Usage: `python -m egvar.solver.agent.confine READ WRITE SECONDS ARGS…`

May import: the standard library, `egvar.kernel.leanmain`, `egvar.kernel.library`.

Lean elaborates text that a model wrote, and elaboration can run code. Of what this machine offers, all is used, each
on its own: namespaces of its own (user, network, IPC, processes, host name), Landlock, `no_new_privs`, and resource
limits, which are always there. `measures` says what is in force; `egvar doctor` prints it. None of it is needed for a
verdict to be right: the judge believes nothing that comes out of here. It protects the machine.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from egvar.kernel import leanmain
from egvar.kernel.library import cache_folder, find_library

ADDRESS_SPACE = 15 << 30  # a worker of `lean --server` reserves 10 GB; at 16 GB reference counts could overflow
MEMORY = 4 << 30
"""Resident memory of everything together; more, and it is ended."""
LOOK_SECONDS = 0.25
FILE_SIZE = 256 << 20
OPEN_FILES = 512

_NEW_USER, _NEW_MOUNTS, _NEW_PID = 0x10000000, 0x00020000, 0x20000000
_NEW_NETWORK, _NEW_IPC, _NEW_HOST = 0x40000000, 0x08000000, 0x04000000
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
# System calls of Landlock have the same numbers on every architecture that egvar runs on.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_RIGHTS_BY_ABI = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # how many file rights each version of Landlock knows
_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE | 1 << 14 | 1 << 15
_libc = ctypes.CDLL(None, use_errno=True)


def measures() -> dict[str, bool]:
    """What is in force for a confined `lean` on this machine, found by trying it in a process of its own."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", __spec__.name if __spec__ else __name__, "--probe"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=30,
            check=False,
        )
        found = json.loads(done.stdout)
        return {str(k): v is True for k, v in found.items()}
    except (OSError, ValueError, AttributeError, subprocess.TimeoutExpired):
        return {}


def in_force() -> tuple[bool, str]:
    """Whether all of it is in force on this machine, and one line that says what is."""
    found = measures()
    if not found:
        return False, "a confined process cannot be started here: models' tactics cannot be tried"
    there = ", ".join(n.replace("_", " ") for n, v in found.items() if v)
    lacking = ", ".join(n.replace("_", " ") for n, v in found.items() if not v)
    return not lacking, f"models' tactics run under: {there}" + (f"; not under: {lacking}" if lacking else "")


def command(folder: Path, scratch: Path, cpu_seconds: int) -> list[str]:
    """The start of an argument list that runs a confined `lean`, which can read `folder` and write in `scratch`."""
    start = [sys.executable, "-P", "-m", "egvar.solver.agent.confine"]
    return [*start, str(folder), str(scratch), str(cpu_seconds)]


def limit(cpu_seconds: int) -> bool:
    """Sets the limits of this process and what it starts."""
    wanted = {
        resource.RLIMIT_AS: ADDRESS_SPACE,
        resource.RLIMIT_CPU: cpu_seconds,
        resource.RLIMIT_FSIZE: FILE_SIZE,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    for which, value in wanted.items():
        _, hard = resource.getrlimit(which)
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (value, value))
    return True


def new_namespaces(processes: bool, network: bool = True) -> bool:
    """Leaves the network and the host's name behind, and with `processes` those of others, from the next child on.
    False where the system does not let us."""
    uid, gid = os.geteuid(), os.getegid()
    flags = _NEW_USER | _NEW_IPC | _NEW_HOST | (_NEW_NETWORK if network else 0)
    if _libc.unshare(flags | (_NEW_PID if processes else 0)) != 0:
        return False
    with contextlib.suppress(OSError):  # the same user inside, so that files belong to whom they belonged before
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
    return True


def mount_proc() -> bool:
    """Shows this PID namespace in /proc, which Lean looks at to find itself."""
    private, recursive = 1 << 18, 1 << 14
    if _libc.unshare(_NEW_MOUNTS) != 0 or _libc.mount(b"none", b"/", None, private | recursive, None) != 0:
        return False
    nosuid_nodev_noexec = 2 | 4 | 8
    return bool(_libc.mount(b"proc", b"/proc", b"proc", nosuid_nodev_noexec, None) == 0)


def can_hide_processes() -> bool:
    """Whether this machine lets us have a PID namespace with a /proc of its own, tried in a child."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if new_namespaces(True, network=False):  # which takes the longest to make, and is not in question
                first = os.fork()
                if first == 0:
                    os._exit(0 if mount_proc() else 1)
                code = os.waitstatus_to_exitcode(os.waitpid(first, 0)[1])
        finally:
            os._exit(0 if code == 0 else 1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def no_new_privileges() -> bool:
    """Whether programs that are started can no longer gain rights."""
    return bool(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)


def landlock(folder: Path, scratch: Path) -> bool:
    """Leaves the files that `lean` needs and `folder` to read, `scratch` to write; False where there is no Landlock."""
    abi = _libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if abi < 1:
        return False
    rights = (1 << _RIGHTS_BY_ABI.get(abi, 16)) - 1
    network = 3 if abi >= 4 else 0  # bind and connect over TCP
    scope = 3 if abi >= 6 else 0  # abstract sockets and signals
    attributes = struct.pack("QQQ", rights, network, scope)[: 8 if abi < 4 else 16 if abi < 6 else 24]
    ruleset = _libc.syscall(
        _CREATE_RULESET, ctypes.c_char_p(attributes), ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)
    )
    if ruleset < 0:
        return False
    try:
        for path, allowed in _allowed(folder, scratch).items():
            _allow(ruleset, path, allowed & rights)
        return bool(_libc.syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0)) == 0)
    finally:
        os.close(ruleset)


def _allowed(folder: Path, scratch: Path) -> dict[Path, int]:
    """Paths, and what may be done beneath them."""
    read, run = _READ_FILE | _READ_DIR, _READ_FILE | _READ_DIR | _EXECUTE
    package = Path(leanmain.__file__).resolve().parent.parent
    out: dict[Path, int] = {package.parent: _READ_DIR}  # where Python looks the package up
    place: str | Path
    for place in ("/usr", "/lib", "/lib64", "/bin", sys.prefix, sys.base_prefix, sys.exec_prefix):
        out[Path(place)] = run
    for place in ("/etc", "/proc", "/sys/devices/system/cpu", "/sys/fs/cgroup", package, folder):
        out[Path(place)] = read
    out[find_library().path.resolve().parent] = run
    cache = cache_folder()
    if cache is not None:
        out[cache] = run
    for device in ("/dev/null", "/dev/urandom", "/dev/random", "/dev/zero"):
        out[Path(device)] = _READ_FILE | _WRITE_FILE
    # Everything but devices, sockets and pipes: read, list, write, make and remove files and folders, truncate.
    out[scratch] = read | _WRITE_FILE | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 13 | 1 << 14
    return out


def _allow(ruleset: int, path: Path, allowed: int) -> None:
    try:
        at = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # what is not there needs no rule
        return
    try:
        if not path.is_dir():
            allowed &= _FILE_RIGHTS
        rule = struct.pack("=Qi", allowed, at)
        _libc.syscall(_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(1), ctypes.c_char_p(rule), ctypes.c_uint32(0))
    finally:
        os.close(at)


def run_confined(folder: Path, scratch: Path, cpu_seconds: int, inside: Callable[[dict[str, bool]], int]) -> int:
    """Runs `inside` in a child, confined as far as the machine lets us, with what is in force; its exit code.

    When the child ends, everything that it has started ends, where there is a PID namespace: it is the first in there.
    """
    find_library()  # what it has to look up, before that is out of reach
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    hidden = can_hide_processes()
    force = {"limits": limit(cpu_seconds), "namespaces": new_namespaces(hidden), "pid_namespace": hidden}
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
            _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            if hidden and not mount_proc():
                os._exit(1)
            force |= {"no_new_privs": no_new_privileges(), "landlock": landlock(folder, scratch)}
            code = inside(force)
            sys.stdout.flush()
        finally:
            os._exit(code)
    for fd in (0, 1):
        os.close(fd)
    return _watch(child)


def _watch(child: int) -> int:
    """Waits for the child, and ends it when it and its own take too much memory; its exit code."""
    while True:
        signal.sigtimedwait({signal.SIGCHLD}, LOOK_SECONDS)
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) & 0xFF
        if resident(child) > MEMORY:
            os.kill(child, signal.SIGKILL)


def resident(root: int) -> int:
    """The resident memory of a process and all that descend from it, in bytes, as far as /proc shows them."""
    page, parents, sizes = resource.getpagesize(), {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            with contextlib.suppress(OSError, ValueError, IndexError):
                fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
                parents[int(entry)], sizes[int(entry)] = int(fields[1]), int(fields[21]) * page
    total, mine = 0, {root}
    while True:
        more = {pid for pid, parent in parents.items() if parent in mine and pid not in mine}
        if not more:
            break
        mine |= more
    for pid in mine:
        total += sizes.get(pid, 0)
    return total


def main() -> int:
    if sys.argv[1:] == ["--probe"]:

        def tell(force: dict[str, bool]) -> int:
            print(json.dumps(force))
            return 0

        nowhere = Path("/nonexistent")
        return run_confined(nowhere, nowhere, 60, tell)
    folder, scratch, cpu_seconds = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    sys.argv[:] = ["lean", *sys.argv[4:]]
    return run_confined(folder, scratch, cpu_seconds, lambda _: leanmain.main())


if __name__ == "__main__":
    sys.exit(main())
