"""The trusted Lean library: read from the committed exports, whose SHA-256 are pinned here.

The second export holds what packed columns need besides; it is read where a challenge has such columns.

May import: the standard library, `egvar.errors` and `egvar.kernel`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from egvar.errors import LibraryError
from egvar.kernel import ndjson
from egvar.kernel.closure import closure
from egvar.kernel.term import Constant, Name, Terms

EXPORT = Path(__file__).with_name("egvar.ndjson")
PACKED_EXPORT = Path(__file__).with_name("packed.ndjson")
EXPORT_SHA256 = "cfe661d4937c97938117a369faf260c35281df91c9b6bac9ef30fd326c3f4d35"
PACKED_SHA256 = "c787b4b41cc1922f1c104b812000f6820d1aa6432b6026d31f80a469f29dea79"


@dataclass(frozen=True)
class Library:
    """The library's constants by name, in dependency order, and the arena that made them."""

    constants: dict[Name, Constant]
    terms: Terms
    _reached: dict[Name, frozenset[Name]] = field(default_factory=dict)

    def reach(self, n: Name) -> frozenset[Name]:
        """Every constant that the library's constant `n` reaches, itself included; all are the library's own."""
        found = self._reached.get(n)
        if found is None:
            constants, missing = closure([n], self.constants.get)
            if missing:
                raise LibraryError("the trusted library mentions a constant that it does not hold")
            found = self._reached[n] = frozenset(constants)
        return found


@cache
def library() -> Library:
    """The trusted library, read once in a process. Raises LibraryError if the export is not the pinned one."""
    terms = Terms()
    return Library(_read(EXPORT, EXPORT_SHA256, terms), terms)


@cache
def packed_library() -> Library:
    """The library with what packed columns need. Raises LibraryError as `library` does."""
    core = library()
    terms = Terms(core.terms)
    added = _read(PACKED_EXPORT, PACKED_SHA256, terms)
    if added.keys() & core.constants.keys():
        raise LibraryError("an export of the Lean library declares a constant of the other one")
    return Library({**core.constants, **added}, terms)


def added_by_packing() -> list[Constant]:
    """What `packed_library` has and `library` has not, in dependency order."""
    core = library().constants
    return [c for n, c in packed_library().constants.items() if n not in core]


def _read(path: Path, expected: str, terms: Terms) -> dict[Name, Constant]:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != expected:
        raise LibraryError(
            "the committed export of the Lean library is not the pinned one",
            cause=f"{path.name} has SHA-256 {digest}, expected {expected}",
            hint="install egvar again; maintainers: python -m egvar.kernel.export",
        )
    _, constants = ndjson.read(data, terms, source=path.name)
    return constants
