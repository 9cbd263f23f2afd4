"""The files of a bundle that somebody else made, from a folder or an archive: bounded, and nothing but files.

May import: the standard library, `egvar.errors`, `egvar.files`.

An archive is unpacked into a folder of its own under the same rules as a folder is read: regular files under names that
stay inside, each once, no links, no devices, within the limits whatever its directory says about sizes.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Final

from egvar.errors import BundleError
from egvar.files import read_whole

MAX_TOTAL: Final = 1 << 30
MAX_ENTRIES: Final = 20_000
_SMALL: Final = {"goal.json": 1 << 20, "SHA256SUMS": 1 << 22, "datapackage.json": 1 << 20, "lifts.lock": 1 << 24}
_SMALL |= {"verdict.json": 1 << 26, "verdict.dsse.json": 1 << 27, "reading.json": 1 << 26}
ARCHIVES: Final = (".tar.gz", ".tgz", ".zip")
_CHUNK: Final = 1 << 20


class Refused(Exception):
    """Something in a bundle does not belong in one."""


def read_folder(folder: Path, known: Callable[[str], bool], inside: Callable[[str], bool]) -> dict[str, bytes]:
    """The files below a folder by their names with `/`; `known` says which belong there, `inside` which folders.

    Raises Refused for a link, a device, another name, or more than fits the limits, which are looked at first.
    """
    found: list[tuple[str, int]] = []
    _walk(folder, "", known, inside, found)
    if sum(size for _, size in found) > MAX_TOTAL:
        raise Refused(f"its files are larger than {MAX_TOTAL >> 30} GB together")
    files: dict[str, bytes] = {}
    left = MAX_TOTAL
    for name, _ in sorted(found):
        try:
            files[name] = read_whole(folder / name, min(left, limit_of(name)), links=False)
        except OSError as e:
            raise Refused(f"{name} cannot be read: {e.strerror or e}") from e
        left -= len(files[name])
    return files


def limit_of(name: str) -> int:
    """Bytes that a file of this name may have."""
    return _SMALL.get(name.rpartition("/")[2], MAX_TOTAL)


def _walk(
    folder: Path, prefix: str, known: Callable[[str], bool], inside: Callable[[str], bool], found: list[tuple[str, int]]
) -> None:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                name = prefix + entry.name
                if entry.is_dir(follow_symlinks=False) and inside(name):
                    _walk(folder / entry.name, f"{name}/", known, inside, found)
                    continue
                if entry.is_symlink():
                    raise Refused(f"{name} is a link, which does not belong in a bundle")
                if not entry.is_file(follow_symlinks=False) or not known(name):
                    raise Refused(f"{name} does not belong in a bundle")
                found.append((name, entry.stat(follow_symlinks=False).st_size))
                if len(found) > MAX_ENTRIES:
                    raise Refused(f"it has more than {MAX_ENTRIES} files")
    except OSError as e:
        raise Refused(f"{folder.name} cannot be read: {e.strerror or e}") from e


@contextlib.contextmanager
def opened(path: Path) -> Iterator[Path]:
    """The bundle at `path` as a folder: itself, or an archive unpacked for the time being. Raises BundleError."""
    if not path.name.lower().endswith(ARCHIVES) or path.is_dir():
        yield path
        return
    scratch = Path(tempfile.mkdtemp(prefix="egvar-bundle-"))
    try:
        try:
            _unpack(path, scratch)
        except Refused as e:
            raise BundleError(f"{path} is not a bundle", cause=str(e)) from e
        except (OSError, EOFError, ValueError, RuntimeError, NotImplementedError, tarfile.TarError) as e:
            raise BundleError(f"{path} is not an archive that can be read", cause=str(e)) from e
        except zipfile.BadZipFile as e:
            raise BundleError(f"{path} is not an archive that can be read", cause=str(e)) from e
        yield _top(scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _top(scratch: Path) -> Path:
    """The folder that holds the files: the archive's own top folder, where it has one."""
    entries = list(scratch.iterdir())
    alone = len(entries) == 1 and entries[0].is_dir() and entries[0].name not in ("claims", "documents")
    return entries[0] if alone else scratch


def _unpack(path: Path, target: Path) -> None:
    if not path.is_file():
        raise Refused("it is no regular file")
    if path.stat().st_size > MAX_TOTAL:
        raise Refused(f"it is larger than {MAX_TOTAL >> 30} GB")
    names: set[str] = set()
    left = MAX_TOTAL
    for name, folder, source in _zipped(path) if path.name.lower().endswith(".zip") else _tarred(path):
        parts = _parts(name)
        key = "/".join(parts).casefold()
        if not folder and key in names:
            raise Refused(f"{name} is in it twice")
        names.add(key)
        if len(names) > MAX_ENTRIES:
            raise Refused(f"it has more than {MAX_ENTRIES} files")
        at = target.joinpath(*parts)
        (at if folder else at.parent).mkdir(parents=True, exist_ok=True)
        if folder:
            continue
        assert source is not None
        with source, at.open("xb") as out:
            while chunk := source.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    raise Refused(f"its files are larger than {MAX_TOTAL >> 30} GB together")
                out.write(chunk)


def _parts(name: str) -> list[str]:
    """The parts of a name that stays inside. Raises Refused."""
    parts = name.removesuffix("/").removeprefix("./").split("/")
    bad = any(p in ("", ".", "..") or len(p) > 200 for p in parts) or len(parts) > 8
    if bad or any(c in name for c in "\\:\0") or not name.isprintable():
        raise Refused(f"{name[:100]} is no name for a file inside")
    return parts


class _Limited:
    """What is read of a compressed file, up to a limit: headers can be as long as files."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._left = file, MAX_TOTAL + (MAX_TOTAL >> 4)

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise Refused(f"it is larger than {MAX_TOTAL >> 30} GB when unpacked")
        return data


def _zipped(path: Path) -> Iterator[tuple[str, bool, IO[bytes] | None]]:
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            kind = entry.external_attr >> 28
            if kind not in (0, 4, 8) or (kind and (kind == 4) != entry.is_dir()):
                raise Refused(f"{entry.filename[:100]} is a link or a device")
            if entry.orig_filename != entry.filename:
                raise Refused(f"{entry.filename[:100]} is no name for a file inside")
            yield entry.filename, entry.is_dir(), None if entry.is_dir() else archive.open(entry)


def _tarred(path: Path) -> Iterator[tuple[str, bool, IO[bytes] | None]]:
    with gzip.open(path) as packed, tarfile.open(fileobj=_Limited(packed), mode="r|") as archive:  # type: ignore[call-overload]
        for entry in archive:
            if entry.name == "." and entry.isdir():
                continue
            if not (entry.isreg() or entry.isdir()) or entry.sparse is not None:
                raise Refused(f"{entry.name[:100]} is a link or a device")
            yield entry.name, entry.isdir(), None if entry.isdir() else archive.extractfile(entry)
