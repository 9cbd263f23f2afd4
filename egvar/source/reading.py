"""Readings: what gives a file's bytes their meaning. Hashed into every verdict.

May import: the standard library, `egvar.errors`, `egvar.source.cell`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

from egvar.errors import ReadingError
from egvar.source.cell import Kind


@dataclass(frozen=True)
class Reading:
    """The decisions of a reading. `columns` says for each column how it was read; `dropped` lists rows (0-based, below
    the header) that are left out; `dash_is_zero` lists columns that read a lone dash as 0; `settled` names the
    questions (total_rows, dash) that a person has answered, for which there are then no alternatives."""

    delimiter: str = ","
    encoding: str = "utf-8"
    columns: tuple[Kind, ...] = ()
    parentheses: tuple[bool, ...] = ()
    dropped: tuple[int, ...] = ()
    dash_is_zero: tuple[int, ...] = ()
    settled: tuple[str, ...] = ()
    version: int = field(default=1)

    def canonical(self) -> str:
        """The reading as canonical JSON."""
        data = {
            "columns": [k.value for k in self.columns],
            "dash_is_zero": list(self.dash_is_zero),
            "delimiter": self.delimiter,
            "dropped": list(self.dropped),
            "encoding": self.encoding,
            "settled": list(self.settled),
            "parentheses": list(self.parentheses),
            "version": self.version,
        }
        return json.dumps(data, sort_keys=True, separators=(",", ":"))

    @classmethod
    def parse(cls, data: bytes) -> Reading:
        """The reading whose canonical JSON this is. Raises ReadingError for anything else."""
        try:
            raw = json.loads(data)
            reading = cls(
                raw["delimiter"],
                raw["encoding"],
                tuple(Kind(k) for k in raw["columns"]),
                tuple(map(bool, raw["parentheses"])),
                tuple(map(int, raw["dropped"])),
                tuple(map(int, raw["dash_is_zero"])),
                tuple(map(str, raw["settled"])),
                int(raw["version"]),
            )
        except (ValueError, KeyError, TypeError, RecursionError) as e:
            raise ReadingError("a reading is malformed", cause=str(e)) from e
        if reading.canonical() != data.decode("utf-8").rstrip("\n"):
            raise ReadingError("a reading is not in its canonical form")
        return reading

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.canonical().encode()).hexdigest()
