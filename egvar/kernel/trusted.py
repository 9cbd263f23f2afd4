"""The trusted Lean library: read from the committed export, whose SHA-256 is pinned here.

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
EXPORT_SHA256 = "cfe661d4937c97938117a369faf260c35281df91c9b6bac9ef30fd326c3f4d35"


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
    data = EXPORT.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != EXPORT_SHA256:
        raise LibraryError(
            "the committed export of the Lean library is not the pinned one",
            cause=f"SHA-256 {digest}, expected {EXPORT_SHA256}",
            hint="install egvar again; maintainers: python -m egvar.kernel.export",
        )
    terms = Terms()
    _, constants = ndjson.read(data, terms, source=EXPORT.name)
    return Library(constants, terms)
