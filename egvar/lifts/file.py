"""Lift files: `lifts/<source>/lift.toml`, their schema, and their content hash.

May import: the standard library, pydantic, `egvar.errors`, `egvar.visible`, `egvar.source`, `egvar.tools`.

A lift file names a table and its reading, declares world predicates (an entity, a text, and a number) with a sentence
each, and lifts: `rows` (a row with this key and this value supports the predicate) and `complete` (every fact of the
predicate is a row: the closed world that "the highest" and "the lowest" need). Each lift has a grade, an author and an
honest reason. A lift counts as reviewed only by a valid signature of a trusted reviewer, see `egvar.lifts.review`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from egvar.errors import LiftError, Position
from egvar.files import parse_toml, read_text
from egvar.source.alternatives import settle
from egvar.source.declared import parse as parse_reading
from egvar.source.source import DECLARED, Source, load, load_bytes
from egvar.tools.base import ColumnRef, Exact
from egvar.tools.queries.filters import AllRows, Filter
from egvar.visible import visible

SCHEMA = "egvar/lift/1"
Grade = Literal["speculative", "plausible", "supported", "verified"]
GRADES: tuple[Grade, ...] = ("speculative", "plausible", "supported", "verified")
MAX_WORDS = 500


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _identifier(value: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,63}", value):
        raise ValueError("an id is a lower-case word of letters, digits and underscores")
    return value


class SourceRef(_Model):
    """The table: a file beside the lift file, the SHA-256 of its bytes, and what its reading needs to be told.

    `declared` is the SHA-256 of the reading that is declared in `FILE.egvar.toml`, if there is one: a review is of the
    table as it is read.
    """

    file: str
    sha256: str
    total_rows: Literal["keep", "drop"] | None = None
    dash: Literal["missing", "zero"] | None = None
    decimal: Literal["point", "comma"] | None = None
    declared: str | None = None
    licence: str = ""

    @field_validator("file")
    @classmethod
    def _beside(cls, value: str) -> str:
        if value != Path(value).name or value.startswith("."):
            raise ValueError("the table lies beside the lift file")
        return value


class Predicate(_Model):
    """A statement form about the world. `sentence` holds {key} and {value}; `measure` is what the value is called, as
    in "the highest {measure}"; `functional`: an entity has one value only; `shared`: every lift file that shares a
    predicate of this id means the same by it, so that their sources can be taken together."""

    id: str
    sentence: str
    key: str
    measure: str
    unit: str = ""
    functional: bool = True
    shared: bool = False
    _id = field_validator("id")(_identifier)

    @field_validator("sentence")
    @classmethod
    def _mentions_both(cls, value: str) -> str:
        if sorted(re.findall(r"[{}][^{}]*[{}]?", value)) != ["{key}", "{value}"]:
            raise ValueError("a sentence mentions {key} and {value} once each, and has no other braces")
        return value

    @field_validator("sentence", "key", "measure", "unit")
    @classmethod
    def _one_line(cls, value: str) -> str:
        if len(value) > MAX_WORDS or visible(value) != value:
            raise ValueError(f"words are at most {MAX_WORDS} characters on one line, none of them hidden")
        return value

    def say(self, key: str, value: str) -> str:
        """The sentence about an entity and a value. Neither is looked through for braces."""
        return re.sub(r"\{(key|value)\}", lambda m: key if m[1] == "key" else value, self.sentence)


class Lift(_Model):
    """One bridge. `kind` rows or complete; `key` and `value` name columns, `where` the rows that count."""

    id: str
    kind: Literal["rows", "complete"]
    predicate: str
    key: ColumnRef
    value: ColumnRef
    where: Filter = AllRows()
    grade: Grade = "verified"
    author: str
    reason: str = Field(min_length=10)
    _id = field_validator("id")(_identifier)


class WorldClaim(_Model):
    """A statement in the world's words, over one predicate.

    `fact`: key has the value. `highest`, `lowest`: key has a value, and no entity a greater (smaller) one. `exceeds`:
    key has a greater value than other.
    """

    op: Literal["fact", "highest", "lowest", "exceeds"]
    predicate: str
    key: str
    value: Exact | None = None
    other: str | None = None

    @model_validator(mode="after")
    def _whole(self) -> WorldClaim:
        if (self.op == "fact") != (self.value is not None) or (self.op == "exceeds") != (self.other is not None):
            raise ValueError("a fact has a value, and exceeds has another entity; nothing else has either")
        return self


class Example(_Model):
    """A statement that must come out as `outcome` (Verified, Supported, Refuted or Abstain)."""

    claim: WorldClaim
    outcome: Literal["Verified", "Supported", "Refuted", "Abstain"]


class LiftFile(_Model):
    """A whole lift file."""

    schema_: Literal["egvar/lift/1"] = Field(alias="schema")
    id: str
    title: str
    version: int = 1
    source: SourceRef
    predicate: tuple[Predicate, ...]
    lift: tuple[Lift, ...]
    example: tuple[Example, ...] = ()
    _id = field_validator("id")(_identifier)

    def find(self, predicate: str) -> Predicate:
        """The predicate with this id. Raises LiftError."""
        for p in self.predicate:
            if p.id == predicate:
                return p
        known = ", ".join(p.id for p in self.predicate)
        raise LiftError(f'{self.id} has no predicate "{predicate}"', cause=f"it has {known}")

    def lifts_of(self, predicate: str, kind: str) -> tuple[Lift, ...]:
        return tuple(x for x in self.lift if x.predicate == predicate and x.kind == kind)

    def content_hash(self, lift: Lift) -> str:
        """SHA-256 over the lift, its predicate and the table's identity: what a review is of. A decimal mark that
        nobody says is not in it, so that older reviews hold."""
        source = self.source.model_dump(mode="json")
        if source["decimal"] is None:
            del source["decimal"]
        body = {
            "file": self.id,
            "lift": lift.model_dump(mode="json"),
            "predicate": self.find(lift.predicate).model_dump(mode="json"),
            "source": source,
            "version": self.version,
        }
        return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def parse_claim(data: dict[str, Any]) -> WorldClaim:
    """A world claim from its JSON data. Raises LiftError."""
    try:
        return WorldClaim.model_validate(data)
    except ValidationError as e:
        first = e.errors()[0]
        where = ".".join(map(str, first["loc"])) or "claim"
        raise LiftError(f"a world claim does not fit the schema at {where}", cause=first["msg"]) from e


def schema() -> dict[str, Any]:
    """The JSON schema of lift files, for editors: `lift.schema.json` beside this module is the same, written by
    `python -m egvar.lifts.file`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **LiftFile.model_json_schema(by_alias=True),
        "title": SCHEMA,
    }


def read(path: Path) -> LiftFile:
    """The lift file at `path` (the file, or its folder). Raises LiftError with the place of the fault."""
    path = path / "lift.toml" if path.is_dir() else path
    return parse(text_of(path), path)


def text_of(path: Path) -> str:
    """The text of a lift file. Raises LiftError."""
    try:
        return read_text(path, links=False)
    except OSError as e:
        raise LiftError(f"{path} cannot be read", cause=e.strerror or str(e)) from e
    except UnicodeDecodeError as e:
        raise LiftError(f"{path.name} is not TOML", cause=str(e), position=Position(str(path))) from e


def parse(text: str, path: Path) -> LiftFile:
    """The lift file with this text; `path` is where errors are said to be. Raises LiftError."""
    try:
        data = parse_toml(text)
    except ValueError as e:
        raise LiftError(f"{path.name} is not TOML", cause=str(e), position=Position(str(path))) from e
    try:
        file = LiftFile.model_validate(data)
    except ValidationError as e:
        first = e.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise LiftError(
            f"a lift file does not fit the schema at {where}", cause=first["msg"], position=Position(str(path))
        ) from e
    for lift in file.lift:
        file.find(lift.predicate)
    ids = [x.id for x in file.lift]
    if len(set(ids)) != len(ids):
        raise LiftError("two lifts have the same id", position=Position(str(path)))
    return file


def table(file: LiftFile, folder: Path) -> Source:
    """The lift file's table under its reading. Raises LiftError if table or reading are not those that were lifted."""
    return settled(file, load(folder / file.source.file, undeclared=True, links=False), declaration(file, folder))


def declaration(file: LiftFile, folder: Path) -> str | None:
    """The text of the reading that is declared beside the table, None if there is none. Raises LiftError."""
    beside = folder / (file.source.file + DECLARED)
    return text_of(beside) if os.path.lexists(beside) else None


def settled(file: LiftFile, source: Source, declared: str | None) -> Source:
    """A table, read without a declaration, under the lift file's reading. Raises LiftError if it is not the one that
    was lifted, or not read as it was then; ReadingError for a declaration that does not fit the table."""
    if source.bytes_digest != file.source.sha256:
        raise LiftError(
            f"{file.source.file} is not the table that {file.id} was written for",
            cause=f"SHA-256 {source.bytes_digest}, the lift file says {file.source.sha256}",
            hint="look at what changed, then egvar lift lint; a changed table loses its reviews",
        )
    found = None if declared is None else hashlib.sha256(declared.encode()).hexdigest()
    if found != file.source.declared:
        raise LiftError(
            f"{file.source.file} is not read as {file.id} was written for",
            cause=f"SHA-256 of {file.source.file}{DECLARED}: {found}, the lift file says {file.source.declared}",
            hint="look at the reading, then set declared in [source]; a changed reading loses its reviews",
        )
    if declared is not None:
        source = load_bytes(source.data, source.name, parse_reading(declared, source, source.data))
    return settle(source, file.source.total_rows, file.source.dash, file.source.decimal)


def main() -> None:
    """Writes the schema file."""
    path = Path(__file__).with_name("lift.schema.json")
    path.write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
