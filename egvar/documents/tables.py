"""The tables that a document is checked against, and which of them a sentence is about.

May import: the standard library, `egvar.errors`, `egvar.engine`, `egvar.source`, `egvar.documents`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from egvar.documents.model import Document, Sentence
from egvar.documents.model import Table as Found
from egvar.documents.words import stems, telling
from egvar.errors import DocumentError, EgvarError, Position
from egvar.source.cell import Kind
from egvar.source.source import Source, from_rows

_NUMBERED = re.compile(r"\b(?:table|tab\.)\s*([0-9]+)\b", re.I)


@dataclass(frozen=True)
class Entry:
    """What a row, or a column that is a year, is called, and the columns that have it ("" for a header)."""

    text: str
    columns: frozenset[str]


@dataclass(frozen=True)
class Known:
    """A table with the words that it knows. `label` is what it is called, `caption` what the whole of it is about,
    `names` the words in the name of its file, `number` the one in its caption, `heading` the one that it stands under.
    """

    label: str
    source: Source
    caption: str = ""
    names: str = ""
    number: str = ""
    heading: str = ""

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of its headers and its entries."""
        texts = {c.label for c in self.source.columns}
        texts |= {x.text for c in self.source.columns for x in c.cells if x.kind is not Kind.NUMBER}
        return frozenset().union(*(telling(t) for t in texts)) if texts else frozenset()

    @cached_property
    def named(self) -> frozenset[str]:
        return telling(f"{self.caption} {self.names}")

    @cached_property
    def entries(self) -> dict[tuple[str, ...], Entry]:
        """What its rows are called and sorted by: each text of a text column, each year, by its words."""
        out: dict[tuple[str, ...], Entry] = {}
        for c in self.source.columns:
            numbers = [x.number for x in c.cells if x.number is not None]
            years = bool(numbers) and all(n.denominator == 1 and 1900 <= n <= 2100 for n in numbers) and c.unit is None
            texts = {x.text for x in c.cells if x.kind is Kind.TEXT or (years and x.number is not None)}
            if re.fullmatch(r"(19|20)[0-9]{2}", c.label):
                texts.add(c.label)
            for text in sorted(texts):
                form = stems(text)
                if form and len(form) <= 8 and any(len(w) > 1 for w in form):
                    before = out.get(form, Entry(text, frozenset()))
                    out[form] = Entry(before.text, before.columns | {"" if text == c.label else c.label})
        return out

    def mentioned(self, text: str) -> list[Entry]:
        """The entries that a text names, the longest where one is part of another."""
        words = stems(text)
        out: list[Entry] = []
        a = 0
        while a < len(words):
            b = next((b for b in range(min(len(words), a + 8), a, -1) if words[a:b] in self.entries), None)
            if b is not None:
                out.append(self.entries[words[a:b]])
            a = b or a + 1
        return list(dict.fromkeys(out))


def of_file(path: Path | str, source: Source) -> Known:
    """A table of a file."""
    name = str(path).replace("\\", "/").rsplit("/", 1)[-1]
    return Known(str(path), source, names=re.sub(r"[_\-.:]+", " ", name.partition(".")[0] + " " + _sheet(name)))


def _sheet(name: str) -> str:
    return name.partition("::")[2]


def in_document(document: Document) -> tuple[list[Known], list[EgvarError]]:
    """The tables that a document holds, and for each that cannot be used the reason."""
    known: list[Known] = []
    refused: list[EgvarError] = []
    base = document.name.replace("\\", "/").rsplit("/", 1)[-1]
    for t in document.tables:
        try:
            known.append(_of_document(document, t, base))
        except EgvarError as e:
            refused.append(e)
    return known, refused


def _of_document(document: Document, t: Found, base: str) -> Known:
    where = document.position(t.at)
    if t.refused:
        raise DocumentError(f"table {t.number} is not read", cause=t.refused, position=where)
    try:
        source = from_rows(t.header, t.rows, f"{base} table {t.number}")
    except EgvarError as e:
        raise DocumentError(f"table {t.number} is not read", cause=e.message, position=where) from e
    heading = t.headings[-1] if t.headings else ""
    numbered = _NUMBERED.match(t.caption)
    return Known(source.name, source, t.caption, "", numbered[1] if numbered else "", heading)


def about(sentence: Sentence, tables: Sequence[Known]) -> list[Known]:
    """The tables that a sentence can be about: of those whose words it has, the ones that no other one knows more of.

    Where two know the same words, the headings over the sentence speak for the one whose name or caption they have.
    """
    numbers = {m[1] for m in _NUMBERED.finditer(sentence.text)}
    if said := [t for t in tables if t.number and t.number in numbers]:
        return said
    said_words = telling(sentence.text)
    over = telling(" ".join(sentence.headings)) | said_words
    weighed = [(said_words & (t.words | t.named), over & (t.named | telling(t.heading)), t) for t in tables]
    if any(w for w, _, _ in weighed):
        weighed = [x for x in weighed if x[0]]
    return [
        t
        for own, names, t in weighed
        if not any(own < other or (own == other and names < more) for other, more, _ in weighed)
    ]


def named_paths(names: Iterable[str], document: Path, position: Position | None = None) -> list[Path]:
    """The files that a document names, relative to its folder. They lie there or below the working directory: a
    document is not to say which files of the machine are opened. Raises DocumentError."""
    out = []
    for name in names:
        path = (document.parent / name).resolve()
        inside = any(path.is_relative_to(d.resolve()) for d in (document.parent, Path.cwd()))
        if Path(name).is_absolute() or not inside:
            raise DocumentError(
                f"{name} is outside of the document's folder and of the working directory",
                hint="name it with --table",
                position=position or Position(str(document)),
            )
        out.append(document.parent / name)
    return out
