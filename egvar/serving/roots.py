"""Which files a server opens: those below folders that were named when it was started, and no others.

May import: the standard library, `egvar.errors`, `egvar.source`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from egvar.errors import RootsError
from egvar.source.source import FORMATS

MAX_LISTED = 500
TABLES = FORMATS | {".csv", ".tsv", ".txt"}


@dataclass(frozen=True)
class Roots:
    """The folders, resolved."""

    folders: tuple[Path, ...]

    @classmethod
    def of(cls, folders: list[Path]) -> Roots:
        """Raises RootsError for one that is no folder."""
        for folder in folders:
            if not folder.is_dir():
                raise RootsError(f"{folder} is no folder", hint="name folders that hold tables")
        return cls(tuple(f.resolve() for f in folders))

    def find(self, name: str) -> Path:
        """The file or folder of this name: relative to one of the roots, or absolute below one. `FILE::SHEET` names a
        part. Raises RootsError for what is not there or elsewhere, by way of links too, with the same words."""
        refused = RootsError(
            f"{name} is not below the folders that this server was started with", hint="list_tables names what there is"
        )
        base, colons, part = name.partition("::")
        if not base or "\0" in base:
            raise refused
        for folder in self.folders:
            try:
                path = (folder / base).resolve(strict=True)
            except (OSError, ValueError, RuntimeError):
                continue
            if any(path.is_relative_to(f) for f in self.folders):
                return path.with_name(f"{path.name}::{part}") if colons else path
        raise refused

    def tables(self) -> Iterator[str]:
        """The names of files that look like tables, relative to their root; at most `MAX_LISTED`."""
        count = 0
        for folder in self.folders:
            for path in sorted(folder.rglob("*")):
                hidden = any(p.startswith(".") for p in path.relative_to(folder).parts)
                if hidden or path.is_symlink() or path.suffix.lower() not in TABLES or not path.is_file():
                    continue
                count += 1
                if count > MAX_LISTED:
                    return
                yield path.relative_to(folder).as_posix()
