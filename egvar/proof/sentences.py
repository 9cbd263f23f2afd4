"""Sentences of an answer: where each begins and ends, in prose, lists, tables and code.

May import: the standard library.

Everything of the text is in exactly one piece, in order, so that what is kept reads as it was written. A boundary that
is in doubt is taken as one: a sentence that borrows its neighbour's citation would slip through, one that is cut in two
is only stripped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

TAG = re.compile(
    r"\[(?:HEDGE|RULE|STEP|PATTERN|OBS|LIFT)-[0-9]+(?:\s*[,;]\s*(?:HEDGE|RULE|STEP|PATTERN|OBS|LIFT)-[0-9]+)*\]"
)
_ABBREVIATIONS = frozenset(
    """mr mrs ms dr prof st jr sr vs cf e.g i.e eg ie approx ca fig figs no nos vol pp p al inc ltd co corp dept gen
    col sen rep gov rev hon est jan feb mar apr jun jul aug sep sept oct nov dec mon tue
    wed thu fri sat sun mme mlle mgr nr tab abb bd vgl z.b bzw ca u.a d.h s.o s.u evtl ggf inkl zzgl
    p.ex av env sra sr ud uds núm pág art т.е т.д им см рис табл""".split()
)
_MONTHS = frozenset(
    """january february march april may june july august september october november december januar februar märz mai
    juni juli oktober dezember""".split()
)
_ACRONYM = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_STARTERS = frozenset(
    """the a an it he she they we you i in on at this that these those but and however so as of its his her their there
    when while if for by with""".split()
)
_END = re.compile(r"[.!?…]+|[。！？।؟۔]+")
_CLOSING = re.compile(r"[\"'”’)\]»]*")
_TAIL = re.compile(rf"\s*(?:{TAG.pattern}|\[UNVERIFIED[^\]]*\])(?:\s*(?:{TAG.pattern}|\[UNVERIFIED[^\]]*\]))*[.!?]?")
_LIST = re.compile(r"\s*(?:[-*+•]|[0-9]{1,3}[.)])\s+")
_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_FENCE = re.compile(r"\s*(```|~~~)")


@dataclass(frozen=True)
class Piece:
    """A part of the text. `glue` is white space and marks that say nothing; `head` a table's header, which stays while
    one of its rows does; `head` of a row is its table's header line."""

    text: str
    kind: Literal["sentence", "glue", "head"]
    block: int = 0
    head: str = ""


def pieces(text: str) -> Iterator[Piece]:
    """The text in pieces; joined, they are the text again."""
    lines = text.splitlines(keepends=True)
    at, block = 0, 0
    while at < len(lines):
        line = lines[at]
        if fence := _FENCE.match(line):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].strip().startswith(fence[1])), len(lines) - 1)
            yield Piece("".join(lines[at : end + 1]), "sentence")
            at = end + 1
        elif not line.strip():
            yield Piece(line, "glue")
            at += 1
        elif (
            at + 1 < len(lines) and "|" in line and _RULE.fullmatch(lines[at + 1].rstrip("\n")) and "-" in lines[at + 1]
        ):
            block += 1
            yield Piece(line + lines[at + 1], "head", block)
            at += 2
            while at < len(lines) and "|" in lines[at] and lines[at].strip():
                yield Piece(lines[at], "sentence", block, line)
                at += 1
        elif line.lstrip().startswith(("#", "|")):
            yield from prose(line)
            at += 1
        else:
            end = at + 1
            while end < len(lines) and lines[end].strip() and not _starts(lines[end]):
                end += 1
            yield from prose("".join(lines[at:end]))
            at = end


def _starts(line: str) -> bool:
    return bool(line.lstrip().startswith(("#", "|")) or _LIST.match(line) or _FENCE.match(line))


def prose(text: str) -> Iterator[Piece]:
    """The sentences of a paragraph, each with the white space and the citations that follow it."""
    start, at = 0, 0
    if m := _LIST.match(text):
        at = m.end()
    while at < len(text):
        m = _END.search(text, at)
        if m is None:
            break
        at = m.end()
        if not _ends(text, m):
            continue
        at = _CLOSING.match(text, at).end()  # type: ignore[union-attr]
        if tail := _TAIL.match(text, at):
            at = tail.end()
        space = re.compile(r"\s*").match(text, at)
        assert space is not None
        at = space.end()
        yield Piece(text[start:at], "sentence")
        start = at
    if start < len(text):
        yield Piece(text[start:], "sentence" if text[start:].strip() else "glue")


def _ends(text: str, m: re.Match[str]) -> bool:
    """Whether a mark ends a sentence."""
    mark, after = m.group(), text[m.end() :]
    if mark[0] in "。！？।؟۔":
        return True
    if after and not after[0].isspace() and after[0] not in "\"'”’)]»[":
        return False
    if mark != ".":
        return True
    before = re.search(r"[^\s(\[\"“'‘]*$", text[: m.start()])
    word = (before.group() if before else "").lower()
    following = re.match(r"[\s\"'”’)\]]*([^\s\"'“(\[]+)", after)
    then = following.group(1) if following else ""
    if word in _ABBREVIATIONS:
        return False
    if then[:1].islower() and not then[:1].isdigit():
        return False
    if word.isdecimal() and then.strip(",.;:").lower() in _MONTHS:  # 3. Mai
        return False
    if (len(word) == 1 and word.isalpha()) or _ACRONYM.fullmatch(word):  # an initial, or the end of "Formula A."
        return then.strip(",.;:").lower() in _STARTERS or not then
    return not (word.isdecimal() and text[: m.start()].strip() == word)


def row_said(head: str, row: str) -> str | None:
    """A table's row as a sentence, each cell after its column's header; None where the two do not fit together."""
    titles, cells = _cells(head), _cells(row)
    if len(titles) != len(cells):
        return None
    return " ; ".join(f"{title}: {cell}" if title else cell for title, cell in zip(titles, cells, strict=True))


def _cells(line: str) -> list[str]:
    line = line.strip()
    line = line[1:] if line.startswith("|") else line
    line = line[:-1] if line.endswith("|") and not line.endswith("\\|") else line
    return [c.strip() for c in re.split(r"(?<!\\)\|", line)]
