"""What a document is once it has been read: blocks of plain text that know their places, tables, and directions.

May import: the standard library, `egvar.errors`.
"""

from __future__ import annotations

import re
import shlex
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from egvar.errors import DocumentError, Position

Kind = Literal["heading", "caption", "paragraph", "item", "quote", "code", "table"]


@dataclass(frozen=True)
class Directive:
    """What a comment `<!-- egvar: … -->` says about the sentence or block that it stands before, or stands in.

    `where` is its offset in the file; `table` and `goal` are paths; `span` says whether an ignored part begins or ends.
    """

    where: int
    ignore: bool = False
    table: str = ""
    goal: str = ""
    span: Literal["", "start", "end"] = ""


@dataclass
class Block:
    """A block of a document as plain text. `at` gives for each character its offset in the file, `level` the depth of
    a heading, `stops` the directives that stand inside it, each with the place in the text where it stands.

    `before` are the directives that stand right before the block; `number` of a table is its place among the tables.
    """

    kind: Kind
    text: str = ""
    at: list[int] = field(default_factory=list)
    level: int = 0
    before: list[Directive] = field(default_factory=list)
    stops: list[tuple[int, Directive]] = field(default_factory=list)
    number: int = 0

    def add(self, text: str, at: int, width: int | None = None) -> None:
        """More text, from `at` on in the file; `width` 0 or 1 for what is one thing there, such as an entity."""
        self.text += text
        self.at += [at + (i if width is None else 0) for i in range(len(text))]


@dataclass(frozen=True)
class Table:
    """A table in a document: header, rows, where it begins, its caption, and the headings that it stands under.

    `refused` says why it cannot be read as a table, and then nothing is checked against it.
    """

    number: int
    at: int
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    headings: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True)
class Sentence:
    """One sentence: its words with single spaces, where each of their characters stands in the file, and around it the
    headings from the outermost in, the sentence before it in its block, and the directive for it, if there is one.
    `span` is where it stands in the text of its block."""

    text: str
    at: tuple[int, ...]
    block: int
    headings: tuple[str, ...] = ()
    before: str = ""
    directive: Directive | None = None
    span: tuple[int, int] = (0, 0)


@dataclass
class Document:
    """A document: `raw` is its text as in the file (for .docx what its paragraphs say, a line each), `tables_named`
    what its front matter names, `data` the bytes of its file."""

    name: str
    raw: str
    blocks: list[Block] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    tables_named: tuple[str, ...] = ()
    editable: bool = True
    data: bytes = b""

    def __post_init__(self) -> None:
        self._starts = [0, *(m.end() for m in re.finditer(r"\r\n|\r|\n", self.raw))]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def position(self, offset: int) -> Position:
        return Position(self.name, *self.place(offset))

    def line_start(self, line: int) -> int:
        """The offset at which a line (from 0) begins."""
        return self._starts[min(line, len(self._starts) - 1)]


COMMENT = re.compile(r"<!--\s*egvar:(.*?)-->", re.S)
_KNOWN = "ignore, ignore-start, ignore-end, table=FILE, goal=FILE"


def directive(body: str, where: int, document: Document) -> Directive:
    """The directive of a comment with this body. Raises DocumentError for one that is not known."""
    said = Directive(where)
    try:
        words = shlex.split(body)
    except ValueError as e:
        raise DocumentError("a comment for egvar is malformed", cause=str(e), position=document.position(where)) from e
    for word in words:
        name, equals, value = word.partition("=")
        if word == "ignore":
            said = Directive(where, True, said.table, said.goal)
        elif word in ("ignore-start", "ignore-end") and len(words) == 1:
            said = Directive(where, span="start" if word == "ignore-start" else "end")
        elif name in ("table", "goal") and equals and value:
            table, goal = (value, said.goal) if name == "table" else (said.table, value)
            said = Directive(where, said.ignore, table, goal)
        else:
            raise DocumentError(
                f"a comment for egvar says “{word}”", cause=f"known are {_KNOWN}", position=document.position(where)
            )
    if said == Directive(where):
        raise DocumentError("a comment for egvar says nothing", hint=_KNOWN, position=document.position(where))
    return said


def directives(text: str, at: int, document: Document) -> Iterator[Directive]:
    """The directives in a piece of HTML that begins at `at`."""
    for m in COMMENT.finditer(text):
        yield directive(m[1], at + m.start(), document)
