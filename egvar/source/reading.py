"""Readings: what gives a file's bytes their meaning. Hashed into every verdict.

May import: the standard library, `egvar.errors`, `egvar.source.cell`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

from egvar.source.cell import Kind


@dataclass(frozen=True)
class Reading:
    """The decisions of a reading. `columns` says for each column how it was read; `dropped` lists rows (0-based, below
    the header) that are left out; `dash_is_zero` reads a lone dash in a number column as 0."""

    delimiter: str = ","
    encoding: str = "utf-8"
    columns: tuple[Kind, ...] = ()
    parentheses: tuple[bool, ...] = ()
    dropped: tuple[int, ...] = ()
    dash_is_zero: tuple[int, ...] = ()
    version: int = field(default=1)

    def canonical(self) -> str:
        """The reading as canonical JSON."""
        data = {
            "columns": [k.value for k in self.columns],
            "dash_is_zero": list(self.dash_is_zero),
            "delimiter": self.delimiter,
            "dropped": list(self.dropped),
            "encoding": self.encoding,
            "parentheses": list(self.parentheses),
            "version": self.version,
        }
        return json.dumps(data, sort_keys=True, separators=(",", ":"))

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.canonical().encode()).hexdigest()
