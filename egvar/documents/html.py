"""Documents in HTML, and the pieces of HTML in Markdown: blocks of text with their places, tables, directives.

May import: the standard library, `egvar.documents`.

The parser is Python's own: it is the one that says where in the file a piece of text stands. Only where a block begins
or ends matters here, so tags that nobody closes do no harm.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

from egvar.documents.model import Block, Directive, Document, Table, directives

SKIPPED = frozenset("script style template svg math textarea select button title del s strike".split())
"""What nobody reads as text of the document, or what was struck out of it."""
BLOCKS = frozenset(
    """address article aside blockquote body center dd details dialog div dl dt fieldset figure footer form header hr
    html legend li main menu nav ol p section summary ul""".split()
)
HEADINGS = {f"h{i}": i for i in range(1, 7)}
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())


@dataclass
class _Cell:
    block: Block
    head: bool
    spans: bool


@dataclass
class _Grid:
    """A table while it is read. `upper` counts the rows that make up the header."""

    at: int
    rows: list[list[_Cell]] = field(default_factory=list)
    caption: Block | None = None
    in_head: bool = False
    upper: int = 0
    refused: str = ""


class Reader(HTMLParser):
    """Reads HTML into a document. `offsets` gives for each character of the text its place in the file."""

    def __init__(self, document: Document, text: str, offsets: Sequence[int], headings: list[tuple[int, str]]) -> None:
        super().__init__(convert_charrefs=False)
        self.document, self.text, self.offsets, self.headings = document, text, offsets, headings
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._skip: list[str] = []
        self._block = Block("paragraph")
        self._pre = 0
        self._grid: _Grid | None = None
        self._cell: _Cell | None = None
        self.left: list[Directive] = []
        """Directives at the end, which are for what follows this piece."""

    def read(self) -> Document:
        """Reads all of it."""
        self.feed(self.text)
        self.close()
        if self._grid is not None:
            self._grid.refused = "it is never closed"
            self._end_table()
        self._end()
        self.left = self._block.before
        return self.document

    def _here(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column

    def _file(self, i: int) -> int:
        return self.offsets[i] if i < len(self.offsets) else (self.offsets[-1] + 1 if self.offsets else 0)

    def _target(self) -> Block:
        return self._cell.block if self._cell is not None else self._block

    def _end(self, kind: str = "paragraph", level: int = 0) -> None:
        """Ends the block, and begins another."""
        block, self._block = self._block, Block(kind, level=level)  # type: ignore[arg-type]
        if block.text.strip():
            self.document.blocks.append(block)
            if block.kind == "heading":
                enter(self.headings, block)
        else:
            self._block.before += [*block.before, *(d for _, d in block.stops)]

    # --- what the parser calls --------------------------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SKIPPED:
            self._skip.append(tag)
        if self._skip:
            return
        given = dict(attrs)
        if tag == "meta" and (given.get("name") or "").lower() == "egvar:tables":
            named = (t.strip() for t in (given.get("content") or "").split(","))
            self.document.tables_named += tuple(t for t in named if t)
        if tag == "table":
            if self._grid is not None:
                self._grid.refused = "there is a table inside it"
            else:
                self._end()
                self._grid = _Grid(self._file(self._here()))
        elif self._grid is not None and tag in ("thead", "tbody", "tfoot", "tr", "td", "th", "caption"):
            self._table_tag(tag, given)
        elif tag in HEADINGS and self._cell is None:
            self._end("heading", HEADINGS[tag])
        elif tag in ("pre", "figcaption", "li", "blockquote") and self._cell is None:
            self._end({"pre": "code", "figcaption": "caption", "li": "item", "blockquote": "quote"}[tag])
        elif tag in BLOCKS and self._cell is None:
            self._end()
        elif tag == "br" or tag in BLOCKS:
            self._target().add(" ", self._file(self._here()), 1)

    def handle_endtag(self, tag: str) -> None:
        if self._skip:
            if tag in self._skip:
                while self._skip.pop() != tag:
                    pass
            return
        if tag == "table" and self._grid is not None:
            self._end_table()
        elif self._grid is not None and tag in ("td", "th", "tr", "thead", "caption"):
            self._cell = None if tag != "thead" else self._cell
            self._grid.in_head = self._grid.in_head and tag != "thead"
        elif (tag in BLOCKS or tag in HEADINGS or tag in ("pre", "figcaption")) and self._cell is None:
            self._end()

    def handle_data(self, data: str) -> None:
        if not self._skip and (self._cell is not None or self._grid is None):
            here = self._here()
            block = self._target()
            block.text += data
            block.at += [self._file(here + i) for i in range(len(data))]

    def handle_entityref(self, name: str) -> None:
        self._reference(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self._reference(f"&#{name}")

    def _reference(self, written: str) -> None:
        if self._skip or (self._grid is not None and self._cell is None):
            return
        here = self._here()
        closed = self.text.startswith(";", here + len(written))
        said = html.unescape(written + ";" if closed else written)
        self._target().add(said, self._file(here), 1)

    def handle_comment(self, data: str) -> None:
        here = self._here()
        for found in directives(f"<!--{data}-->", self._file(here), self.document):
            block = self._target()
            if block.text.strip():
                block.stops.append((len(block.text), found))
            else:
                block.before.append(found)

    # --- tables -----------------------------------------------------------------------------------------------

    def _table_tag(self, tag: str, given: dict[str, str | None]) -> None:
        grid = self._grid
        assert grid is not None
        self._cell = None
        if tag == "thead":
            grid.in_head = True
        elif tag == "tr":
            grid.rows.append([])
            grid.upper += grid.in_head
        elif tag == "caption":
            self._cell = _Cell(Block("caption"), False, False)
            grid.caption = self._cell.block
        elif tag in ("td", "th"):
            if not grid.rows:
                grid.rows.append([])
            spans = any((given.get(n) or "1").strip() != "1" for n in ("colspan", "rowspan"))
            self._cell = _Cell(Block("paragraph"), tag == "th", spans)
            grid.rows[-1].append(self._cell)

    def _end_table(self) -> None:
        grid, self._grid, self._cell = self._grid, None, None
        assert grid is not None
        rows = [r for r in grid.rows if r]
        if grid.caption is not None and grid.caption.text.strip():
            self.document.blocks.append(grid.caption)
        if not any(c.head for r in rows for c in r):  # for layout, not for data: its cells are text
            self.document.blocks += [c.block for r in rows for c in r if c.block.text.strip()]
            return
        refused = grid.refused
        if not refused and any(c.spans for r in rows for c in r):
            refused = "it has merged cells"
        elif not refused and grid.upper > 1:
            refused = "it has several header rows"
        texts = [[plain(c.block.text) for c in r] for r in rows]
        caption = plain(grid.caption.text) if grid.caption else ""
        add_table(self.document, grid.at, texts, caption, [h for _, h in self.headings], refused)
        self._block.before, before = [], self._block.before
        self.document.blocks[-1].before = before


def plain(text: str) -> str:
    """A text with single spaces."""
    return " ".join(text.split())


def enter(headings: list[tuple[int, str]], block: Block) -> None:
    """Notes a heading among those that are in force."""
    while headings and headings[-1][0] >= block.level:
        headings.pop()
    headings.append((block.level, plain(block.text)))


def add_table(
    document: Document, at: int, rows: list[list[str]], caption: str, headings: list[str], refused: str = ""
) -> None:
    """Adds a table whose first row is its header, and the block that stands for it. One with rows of other lengths, or
    without rows, is refused."""
    number = len(document.tables) + 1
    width = len(rows[0]) if rows else 0
    if not refused and len(rows) < 2:
        refused = "it has no rows"
    if not refused and (odd := next((i for i, r in enumerate(rows) if len(r) != width), None)) is not None:
        refused = f"row {odd + 1} has {len(rows[odd])} cells, the header has {width}"
    header = tuple(rows[0]) if rows else ()
    body = tuple(tuple(r) for r in rows[1:])
    document.tables.append(Table(number, at, header, body, caption, tuple(headings), refused))
    document.blocks.append(Block("table", number=number))


def read_html(name: str, text: str) -> Document:
    """The document in an HTML file."""
    document = Document(name, text)
    return Reader(document, text, range(len(text)), []).read()
