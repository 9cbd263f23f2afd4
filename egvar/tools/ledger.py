"""The observation ledger: the only source of attestations.

May import: the standard library, `egvar.source`.

An observation records that a column of a source was read: the source's identity, the view, and a digest of what was
read. The ledger is append-only; entries are chained by their hashes. Before it attests, it reads the source's bytes
again (the identity-cell validator): a column object that is not what the source's own reading gives is refused.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache

from egvar.errors import EgvarError
from egvar.source.parts import split_view_code
from egvar.source.reading import Reading
from egvar.source.source import Column, Source, load_bytes, view


class AttestationError(EgvarError):
    """What was to be attested is not what the source says."""

    code = "EGV202"


@dataclass(frozen=True)
class Observation:
    """One entry. `digest` is over the column's cells (kind, value, unit), `chain` over this and all entries before."""

    number: int
    bytes_digest: str
    reading_digest: str
    view: int
    label: str
    rows: int
    digest: str
    chain: str

    def as_dict(self) -> dict[str, str | int]:
        return {
            "observation": self.number,
            "source_sha256": self.bytes_digest,
            "reading_sha256": self.reading_digest,
            "view": self.view,
            "column": self.label,
            "rows": self.rows,
            "digest": self.digest,
            "chain": self.chain,
        }


def column_digest(column: Column) -> str:
    """SHA-256 over the cells of a column, as read."""
    digest = hashlib.sha256()
    for c in column.cells:
        value = c.number if c.number is not None else c.date if c.date is not None else c.text
        digest.update(f"{c.kind.value}\0{value}\0{c.unit or ''}\0".encode())
        digest.update(f"{len(c.raw)}\0{c.raw}\n".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


@lru_cache(maxsize=16)
def _read_again(data: bytes, reading: Reading) -> tuple[Source, str]:
    """What the bytes themselves say under a reading, and their digest: no part of a `Source` object is believed."""
    return load_bytes(data, "source", reading), hashlib.sha256(data).hexdigest()


class Ledger:
    """Append-only observations of a run."""

    def __init__(self) -> None:
        self.__entries: list[Observation] = []

    @property
    def entries(self) -> tuple[Observation, ...]:
        return tuple(self.__entries)

    def observe(self, source: Source, code: int, column: Column) -> Observation:
        """Records that view `code` of `source` is `column`. Raises AttestationError if its bytes say otherwise."""
        read, digest = _read_again(source.data, source.reading)
        if (digest, read.reading_digest) != (source.bytes_digest, source.reading_digest):
            raise AttestationError(f"{source.name} is not identified by its bytes and its reading")
        index, part = split_view_code(code)
        own = view(read, index, part)
        if own != column or read.row_numbers != source.row_numbers:
            raise AttestationError(f'column "{column.label}" is not what {source.name} holds')
        chain = self.__entries[-1].chain if self.__entries else ""
        digest = column_digest(own)
        number = len(self.__entries)
        body = [number, source.bytes_digest, source.reading_digest, code, own.label, len(own.cells), digest]
        link = hashlib.sha256((chain + json.dumps(body)).encode()).hexdigest()
        entry = Observation(
            number, source.bytes_digest, source.reading_digest, code, own.label, len(own.cells), digest, link
        )
        self.__entries.append(entry)
        return entry
