"""Documents in Markdown (CommonMark with tables), with front matter.

May import: the standard library, `egvar.errors`, `egvar.documents`; markdown-it-py and PyYAML inside the functions that
need them (extra `documents`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from egvar.documents.html import Reader, add_table, enter, plain
from egvar.documents.model import Block, Document, Kind, directives
from egvar.errors import DocumentError

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT = re.compile(r"---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.S | re.M)
_LINK_END = re.compile(r"\](?:\((?:[^()\\]|\\.|\([^()]*\))*\)|\[[^\]]*\])?")
_CAPTION = re.compile(r"(?:Table|Tab\.)\s*[0-9]+\s*[.:]|Table:|:\s+\S", re.I)


def read_markdown(name: str, text: str) -> Document:
    """The document in a Markdown file. Raises DocumentError for front matter or comments that are malformed."""
    try:
        from markdown_it import MarkdownIt
    except ImportError as e:
        raise DocumentError("Markdown needs the package markdown-it-py", hint="pip install 'egvar[documents]'") from e
    document = Document(name, text)
    body = text
    if m := _FRONT.match(text):
        document.tables_named = _front(m[1], document)
        body = re.sub(r"[^\r\n]", " ", m[0]) + text[m.end() :]
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable("text_join")
    _Walk(document, body).read(parser.parse(body))
    return document


def _front(text: str, document: Document) -> tuple[str, ...]:
    """The tables that front matter names: `egvar: {tables: [...]}`."""
    try:
        import yaml
    except ImportError as e:
        raise DocumentError("front matter needs the package PyYAML", hint="pip install 'egvar[documents]'") from e
    try:
        front = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as e:
        raise DocumentError("the front matter is not YAML", cause=str(e), position=document.position(0)) from e
    own = front.get("egvar") if isinstance(front, dict) else None
    if own is None:
        return ()
    tables = own.get("tables") if isinstance(own, dict) and set(own) == {"tables"} else None
    if not isinstance(tables, list) or not all(isinstance(t, str) for t in tables):
        raise DocumentError(
            "the front matter's “egvar” is not understood",
            hint="egvar: {tables: [sales.csv, staff.csv]}",
            position=document.position(0),
        )
    return tuple(tables)


class _Walk:
    """One pass over the tokens of a document."""

    def __init__(self, document: Document, body: str) -> None:
        self.document, self.body = document, body
        # markdown-it takes a lone carriage return for the end of a line as well
        self.lines = re.split(r"\r\n|\r|\n", body)
        self.headings: list[tuple[int, str]] = []
        self.pending: list[Any] = []
        self._kind: list[Kind] = []

    def read(self, tokens: list[Token]) -> None:
        i = 0
        while i < len(tokens):
            t = tokens[i]
            if t.type in ("blockquote_open", "list_item_open"):
                self._kind.append("quote" if t.type[0] == "b" else "item")
            elif t.type in ("blockquote_close", "list_item_close"):
                self._kind.pop()
            elif t.type == "table_open":
                i = self._table(tokens, i)
            elif t.type == "html_block":
                self._html(t)
            elif t.type in ("fence", "code_block"):
                self._put(Block("code", t.content, [self._start(t)] * len(t.content)))
            elif t.type == "inline":
                opened = tokens[i - 1]
                heading = opened.type == "heading_open"
                kind: Kind = "heading" if heading else self._kind[-1] if self._kind else "paragraph"
                block = Block(kind, level=int(opened.tag[1]) if heading else 0)
                self._inline(t, block)
                self._put(block)
                if heading:
                    enter(self.headings, block)
            i += 1
        self._captions()

    def _start(self, t: Token) -> int:
        return self.document.line_start(t.map[0] if t.map else 0)

    def _put(self, block: Block) -> None:
        if not block.text.strip() and block.kind not in ("code", "table"):
            self.pending += [*block.before, *(d for _, d in block.stops)]
            return
        block.before, self.pending = [*self.pending, *block.before], []
        self.document.blocks.append(block)

    def _offsets(self, content: str, t: Token, cell_from: int = 0) -> list[int]:
        """For each character of what a block says, its place in the file: its lines are the file's without what marks
        lists and quotes."""
        assert t.map is not None
        out: list[int] = []
        for k, line in enumerate(content.split("\n")):
            number = min(t.map[0] + k, len(self.lines) - 1)
            start = self.document.line_start(number)
            column = self.lines[number].find(line, cell_from if k == 0 else 0)
            column = max(column, 0)
            out += range(start + column, start + column + len(line))
            out.append(start + len(self.lines[number]))
        return out

    def _inline(self, t: Token, block: Block, cell_from: int = 0) -> None:
        """The text of an inline token, found again in its source from left to right."""
        source, offsets = t.content, self._offsets(t.content, t, cell_from)
        cursor = struck = 0

        def at(i: int) -> int:
            return offsets[min(i, len(offsets) - 1)]

        for child in t.children or ():
            if child.type == "link_close" and (m := _LINK_END.match(source, cursor)):
                cursor = m.end()
            elif child.type in ("s_open", "s_close"):
                struck += 1 if child.type == "s_open" else -1
            elif child.type in ("softbreak", "hardbreak"):
                cursor = source.find("\n", cursor) + 1 or cursor
                block.add(" ", at(max(cursor - 1, 0)), 1)
            elif child.type == "html_inline":
                found = max(source.find(child.content, cursor), cursor)
                for d in directives(child.content, at(found), self.document):
                    if block.text.strip():
                        block.stops.append((len(block.text), d))
                    else:
                        block.before.append(d)
                tag = child.content.lower()
                struck += (tag.startswith(("<del", "<s>", "<strike"))) - (tag.startswith(("</del", "</s>", "</strike")))
                if tag.startswith("<br"):
                    block.add(" ", at(found), 1)
                cursor = found + len(child.content)
            elif child.type in ("text", "code_inline", "text_special"):
                written = child.markup if child.type == "text_special" else child.content
                found = max(source.find(written, cursor), cursor)
                cursor = found + len(written)
                if struck:
                    continue
                if child.type == "text_special":
                    block.add(child.content, at(found), 1)
                else:
                    block.text += child.content
                    block.at += [at(found + i) for i in range(len(child.content))]

    def _html(self, t: Token) -> None:
        inner = Document(self.document.name, self.document.raw)
        inner.tables = self.document.tables
        reader = Reader(inner, t.content, self._offsets(t.content, t), self.headings)
        reader.read()
        for block in inner.blocks:
            self._put(block)
        self.pending += reader.left

    def _table(self, tokens: list[Token], i: int) -> int:
        rows: list[list[str]] = []
        refused = ""
        start = tokens[i]
        while tokens[i].type != "table_close":
            t = tokens[i]
            if t.type == "tr_open":
                rows.append([])
                assert t.map is not None
                written = len(_cells(self.lines[t.map[0]]))
            elif t.type == "inline":
                block = Block("paragraph")
                self._inline(t, block)
                rows[-1].append(plain(block.text))
            elif t.type == "tr_close" and written != len(rows[0]) and not refused:
                refused = f"row {len(rows)} has {written} cells, the header has {len(rows[0])}"
            i += 1
        before, self.pending = self.pending, []
        add_table(self.document, self._start(start), rows, "", [h for _, h in self.headings], refused)
        self.document.blocks[-1].before = before
        return i

    def _captions(self) -> None:
        """A paragraph beside a table that begins with “Table 1:” or a colon is its caption."""
        blocks = self.document.blocks
        for i, block in enumerate(blocks):
            if block.kind != "table":
                continue
            for j in (i - 1, i + 1):
                if 0 <= j < len(blocks) and blocks[j].kind == "paragraph" and _CAPTION.match(blocks[j].text):
                    blocks[j].kind = "caption"
                    old = self.document.tables[block.number - 1]
                    if not old.caption:
                        new = type(old)(**{**old.__dict__, "caption": plain(blocks[j].text)})
                        self.document.tables[block.number - 1] = new
                    break


def _cells(line: str) -> list[str]:
    """The cells that a row of a table has as it is written."""
    line = re.sub(r"^[\s>]*(?:[-*+]\s+|[0-9]+[.)]\s+)?", "", line).rstrip()
    line = line.removeprefix("|")
    if line.endswith("|") and not line.endswith("\\|"):
        line = line[:-1]
    return re.split(r"(?<!\\)\|", line)
