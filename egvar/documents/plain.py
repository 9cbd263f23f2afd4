"""Documents in plain text: paragraphs between blank lines, headings that are underlined.

May import: the standard library, `egvar.documents`.
"""

from __future__ import annotations

import re

from egvar.documents.model import COMMENT, Block, Document, directives

_UNDERLINE = re.compile(r"[ \t]*([=\-~^*#])\1{2,}[ \t]*")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|[0-9]{1,3}[.)])[ \t]+")


def read_text(name: str, text: str) -> Document:
    """The document in a text file. A line that is a comment for egvar steers what follows it, as in Markdown."""
    document = Document(name, text)
    lines = [(m.start(), m[1]) for m in re.finditer(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)", text)]
    block = Block("paragraph")

    def end() -> None:
        nonlocal block
        if block.text.strip():
            document.blocks.append(block)
            block = Block("paragraph")

    for i, (at, line) in enumerate(lines):
        following = lines[i + 1][1] if i + 1 < len(lines) else ""
        if not line.strip() or _UNDERLINE.fullmatch(line):
            end()
        elif COMMENT.fullmatch(line.strip()):
            end()
            block.before += directives(line, at, document)
        elif _UNDERLINE.fullmatch(following) and len(following.strip()) >= len(line.strip()) // 2:
            end()
            heading = Block("heading", level=1 if following.strip()[0] == "=" else 2, before=block.before)
            heading.add(line, at)
            document.blocks.append(heading)
            block = Block("paragraph")
        else:
            marker = _ITEM.match(line)
            if marker:
                end()
                block.kind = "item"
            elif block.text:
                block.add(" ", at, 1)
            start = marker.end() if marker else 0
            block.add(line[start:], at + start)
    end()
    return document
