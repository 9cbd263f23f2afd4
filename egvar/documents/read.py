"""Documents from files and bytes: which reader is for which format, and the sentences of what was read.

May import: the standard library, `egvar.errors`, `egvar.documents`, `egvar.proof.sentences`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from egvar.documents.model import Block, Directive, Document, Sentence
from egvar.errors import DocumentError, Position
from egvar.files import read_whole
from egvar.proof.sentences import prose

MAX_BYTES = 32 << 20
MARKDOWN = frozenset({".md", ".markdown", ".mkd", ".qmd", ".rmd"})
HTML = frozenset({".html", ".htm", ".xhtml"})
TEXT = frozenset({".txt", ".text", ""})
_UNIT_ENDS = re.compile(r"[0-9]\s?(?:[kcmµ]?m|[kmµ]?g|[mc]?l|h|s|min|kg|ha|mi|ft|lb|t)[²³]?\.\s+(?=[A-Z“\"])")
FORMATS = MARKDOWN | HTML | TEXT | {".docx"}


def open_document(path: Path) -> Document:
    """The document in a file. Raises DocumentError."""
    try:
        return read_document(str(path), read_whole(path, MAX_BYTES))
    except OSError as e:
        raise DocumentError(f"{path} cannot be read", cause=e.strerror or str(e), hint="check the path") from e


def read_document(name: str, data: bytes) -> Document:
    """The document in `data`; its format is what the ending of `name` says. Raises DocumentError."""
    document = _read(name, data)
    document.data = data
    return document


def _read(name: str, data: bytes) -> Document:
    suffix = Path(name).suffix.lower()
    if len(data) > MAX_BYTES:
        raise DocumentError(f"{name} is larger than {MAX_BYTES >> 20} MB")
    if suffix == ".docx":
        from egvar.documents.docx import read_docx

        return read_docx(name, data)
    if suffix not in FORMATS:
        known = ", ".join(sorted(f for f in FORMATS if f))
        raise DocumentError(f"{name} is no document of a known format", cause=f"known are {known}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        where = Position(name, data[: e.start].count(b"\n") + 1)
        raise DocumentError(
            f"{name} is not UTF-8 text", cause=f"byte {e.start} cannot be decoded", position=where
        ) from e
    if suffix in MARKDOWN:
        from egvar.documents.markdown import read_markdown

        return read_markdown(name, text)
    if suffix in HTML:
        from egvar.documents.html import read_html

        return read_html(name, text)
    from egvar.documents.plain import read_text

    return read_text(name, text)


def sentences(document: Document) -> Iterator[Sentence]:
    """The sentences of a document in their order, without those that a comment leaves out. Headings, captions, code and
    tables have none; they are what stands around the sentences."""
    headings: list[tuple[int, str]] = []
    off = False
    for index, block in enumerate(document.blocks):
        steering, off = _steering(block.before, off)
        if block.kind == "heading":
            while headings and headings[-1][0] >= block.level:
                headings.pop()
            headings.append((block.level, " ".join(block.text.split())))
        if block.kind in ("heading", "caption", "code", "table"):
            _needless(steering, document)
            for _, d in block.stops:
                off = d.span == "start" or (off and d.span != "end")
            continue
        said, before = _split(block), ""
        if steering is not None and steering.goal and len(said) != 1:
            raise DocumentError(
                "a comment gives a goal for one sentence",
                cause=f"{len(said)} follow it",
                hint="put it inside the paragraph, right before its sentence",
                position=document.position(steering.where),
            )
        for k, (start, end) in enumerate(said):
            own = steering
            # A comment is for the sentence that it stands in or before; one at the end of a block for the last one.
            until = len(block.text) + 1 if k == len(said) - 1 else end
            since = said[k - 1][1] if k else 0
            here = [(at, d) for at, d in block.stops if (since <= at < until)]
            for at, d in here:
                if not d.span:
                    own = d
                elif at < end:
                    off = d.span == "start"
            sentence = _sentence(block, start, end, index, tuple(h for _, h in headings), before, own)
            before = sentence.text
            if not off and not (own is not None and own.ignore):
                yield sentence
            for at, d in here:
                off = d.span == "start" if d.span and at >= end else off


def _steering(before: list[Directive], off: bool) -> tuple[Directive | None, bool]:
    """The directive for a block, and whether what follows is left out."""
    own = None
    for d in before:
        if d.span:
            off = d.span == "start"
        else:
            own = d
    return own, off


def _needless(steering: Directive | None, document: Document) -> None:
    """A goal for what has no sentence is a mistake that must not go unnoticed."""
    if steering is not None and steering.goal:
        raise DocumentError(
            "a comment gives a goal where no sentence follows", position=document.position(steering.where)
        )


def _split(block: Block) -> list[tuple[int, int]]:
    """Where the sentences of a block begin and end, without the white space around them."""
    out: list[tuple[int, int]] = []
    ends: list[int] = []
    at = 0
    for piece in prose(block.text):
        # A unit at the end, such as in “… is 2,086 m. The …”, is no abbreviation.
        cut = [m.end() for m in _UNIT_ENDS.finditer(piece.text)]
        ends += [at + c for c in cut if c < len(piece.text)] + [at + len(piece.text)]
        at += len(piece.text)
    at = 0
    for end in ends:
        text = block.text[at:end]
        start = at + len(text) - len(text.lstrip())
        last = end - (len(text) - len(text.rstrip()))
        if any(c.isalnum() for c in text):
            out.append((start, last))
        at = end
    return out


def _sentence(
    block: Block, start: int, end: int, index: int, headings: tuple[str, ...], before: str, own: Directive | None
) -> Sentence:
    text, at = "", []
    for i in range(start, end):
        c = block.text[i]
        if c.isspace():
            if text.endswith(" "):
                continue
            c = " "
        text += c
        at.append(block.at[i])
    return Sentence(text, tuple(at), index, headings, before, own, (start, end))
