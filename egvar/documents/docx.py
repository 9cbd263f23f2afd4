"""Documents of word processors (.docx): paragraphs and tables in their order.

May import: the standard library, `egvar.errors`, `egvar.documents`; python-docx inside the functions that need it
(extra `documents`).

A place is the number of the paragraph, counted as they stand in the file with those in tables, and the character in it.
Text that was inserted and is still marked so counts, text marked as deleted does not.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

from egvar.documents.html import add_table, enter, plain
from egvar.documents.model import Block, Document, Kind
from egvar.errors import DocumentError

MAX_UNPACKED = 256 << 20
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRUCK = (f"{_W}del", f"{_W}moveFrom", f"{_W}tbl")


def read_docx(name: str, data: bytes) -> Document:
    """The document in a .docx file. Raises DocumentError."""
    try:
        import docx
    except ImportError as e:
        raise DocumentError(".docx needs the package python-docx", hint="pip install 'egvar[documents]'") from e
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(i.file_size for i in packed.infolist()) > MAX_UNPACKED:
                raise DocumentError(f"{name} is larger than {MAX_UNPACKED >> 20} MB when unpacked")
        opened = docx.Document(io.BytesIO(data))
        styles = {s.style_id: s.name or "" for s in opened.styles}
        found = list(_parts(opened.element.body))
    except DocumentError:
        raise
    except Exception as e:  # python-docx and lxml raise many kinds for a broken file
        raise DocumentError(f"{name} is not a .docx file that can be read", cause=str(e)) from e
    lines: list[str] = []
    put: list[tuple[str, Any, int, int]] = []
    for part in found:
        first = len(lines)
        if part.tag == f"{_W}p":
            lines.append(_text(part))
        else:
            lines += [_text(p) for p in part.iter(f"{_W}p")]
        put.append((part.tag, part, first, len(lines)))
    document = Document(name, "\n".join(lines), editable=False)
    headings: list[tuple[int, str]] = []
    for tag, part, first, last in put:
        if tag == f"{_W}tbl":
            _table(document, part, document.line_start(first), headings)
            continue
        kind, level = _kind(part, styles)
        block = Block(kind, level=level)
        block.add(lines[first], document.line_start(first))
        if block.text.strip():
            document.blocks.append(block)
            if kind == "heading":
                enter(headings, block)
        assert last == first + 1
    _captions(document)
    return document


def _parts(body: Any) -> Any:
    """The paragraphs and tables of a body, those in content controls and text boxes' anchors among them."""
    for child in body:
        if child.tag in (f"{_W}p", f"{_W}tbl"):
            yield child
        elif child.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}customXml"):
            yield from _parts(child)


def _text(paragraph: Any) -> str:
    """What a paragraph says, line breaks as spaces."""
    out = []
    for node in paragraph.iter(f"{_W}t", f"{_W}tab", f"{_W}br", f"{_W}cr", f"{_W}noBreakHyphen"):
        up = node.getparent()
        while up is not None and up is not paragraph and up.tag not in _STRUCK and up.tag != f"{_W}pPr":
            up = up.getparent()
        if up is not paragraph or _struck(node):
            continue
        out.append(node.text or "" if node.tag == f"{_W}t" else "-" if node.tag == f"{_W}noBreakHyphen" else " ")
    return re.sub(r"[\r\n]", " ", "".join(out))


def _struck(node: Any) -> bool:
    """Whether the run of a text is struck through, which says that it no longer holds."""
    run = node.getparent()
    marks = run.find(f"{_W}rPr") if run is not None else None
    if marks is None:
        return False
    found = [marks.find(f"{_W}{n}") for n in ("strike", "dstrike", "vanish")]
    return any(f is not None and f.get(f"{_W}val", "true") not in ("0", "false", "off") for f in found)


def _kind(paragraph: Any, styles: dict[str, str]) -> tuple[Kind, int]:
    properties = paragraph.find(f"{_W}pPr")
    style = properties.find(f"{_W}pStyle") if properties is not None else None
    name = styles.get(style.get(f"{_W}val", ""), "") if style is not None else ""
    if m := re.fullmatch(r"heading ([1-9])", name, re.I):
        return "heading", int(m[1])
    if name.lower() in ("title", "subtitle"):
        return "heading", 1
    if name.lower() == "caption":
        return "caption", 0
    return ("item" if name.lower().startswith("list") else "quote" if "quote" in name.lower() else "paragraph"), 0


def _table(document: Document, table: Any, at: int, headings: list[tuple[int, str]]) -> None:
    rows, refused = [], ""
    for row in table.iter(f"{_W}tr"):
        if row.getparent() is not table:
            refused = refused or "there is a table inside it, or a row that was inserted or deleted is marked"
            continue
        cells = [c for c in row.iter(f"{_W}tc") if c.getparent() is row]
        if any(True for c in cells for _ in c.iter(f"{_W}gridSpan", f"{_W}vMerge", f"{_W}hMerge")):
            refused = refused or "it has merged cells"
        if any(True for _ in row.iter(f"{_W}gridBefore", f"{_W}gridAfter", f"{_W}sdt")):
            refused = refused or "its rows are not all of one shape"
        if row.find(f"{_W}trPr/{_W}del") is not None:
            refused = refused or "a row is marked as deleted"
        rows.append([plain(" ".join(_text(p) for p in c.iter(f"{_W}p"))) for c in cells])
    add_table(document, at, rows, "", [h for _, h in headings], refused)


def _captions(document: Document) -> None:
    """A caption beside a table is its caption."""
    for i, block in enumerate(document.blocks):
        if block.kind != "table":
            continue
        for j in (i - 1, i + 1):
            if 0 <= j < len(document.blocks) and document.blocks[j].kind == "caption":
                old = document.tables[block.number - 1]
                text = plain(document.blocks[j].text)
                document.tables[block.number - 1] = type(old)(**{**old.__dict__, "caption": text})
                break
