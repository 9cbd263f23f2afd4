"""Text of strangers made visible: what a reader sees is every character that is there, on the line where it belongs.

May import: the standard library only (every other module may import this one).

Cells, headers, file names, claims and fields of bundles come from anybody. A line feed in one of them could begin a
line that looks like a verdict, an escape sequence could paint over one, a direction mark could turn it round, and an
invisible or foreign letter could make two names look the same. `visible` shows each as ⟨U+…⟩ on the same line.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

_ALIKE = {
    **dict(zip("аеорсухіјѕԁԛԝһвкмнтАВЕКМНОРСТУХІЈЅԌ", "aeopcyxijsdqwhBKMHTABEKMHOPCTYXIJSG", strict=True)),
    **dict(zip("οανικρυχγΑΒΕΖΗΙΚΜΝΟΡΤΥΧϳ", "oavikpuxyABEZHIKMNOPTYXj", strict=True)),
    **dict(zip("օհոսզցԱՕՏ", "ohnuqgUOS", strict=True)),
}
"""Cyrillic, Greek and Armenian letters that look like a Latin one."""
_EMPTY = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
"""Characters that Unicode counts as printed, and that nobody sees: fillers, joiners and variation selectors."""
_UNSEEN = re.compile(f"[{_EMPTY}]")
_WORD = re.compile(r"[^\W\d_]+")
_MIXED = re.compile(r"[A-Za-z\u00c0-\u024f]")


def visible(text: object, keep: str = "") -> str:
    """A text on one line, every character that has no shape of its own shown by its number; `keep` are exceptions.

    Shown so are line ends, tabs and other control characters, direction marks, joiners and spaces without width, all
    spaces but the usual one, halves of surrogate pairs, characters that are private or not assigned; and letters of
    another alphabet inside a word in Latin letters that look like one of those.
    """
    plain = str(text)
    if plain.isascii() and plain.isprintable():
        return plain
    if not plain.isascii():
        plain = _WORD.sub(_word, plain)
    return "".join(c if c in keep or (c.isprintable() and not _UNSEEN.match(c)) else number(c) for c in plain)


def number(character: str) -> str:
    """A character by its number in Unicode, such as ⟨U+200B⟩."""
    return f"⟨U+{ord(character):04X}⟩"


def _word(match: re.Match[str]) -> str:
    word = match[0]
    if not _MIXED.search(word):
        return word
    return "".join(c + number(c) if c in _ALIKE else c for c in word)


def skeleton(text: str) -> str:
    """What a text looks like at a glance: texts that a reader could take for one another have the same."""
    shown = "".join(_ALIKE.get(c, c) for c in unicodedata.normalize("NFKC", text))
    seen = "".join(c for c in shown if (c.isprintable() or c.isspace()) and not _UNSEEN.match(c))
    return " ".join(seen.casefold().split()).replace("0", "o").replace("1", "l").replace("i", "l")


def json_text(value: Any, indent: int | None = 2) -> str:
    """JSON for a terminal or a file: what `visible` would show by its number is escaped, the rest is as it is.

    Such characters are only inside strings, so the data are the same.
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(c if c == "\n" or (c.isprintable() and not _UNSEEN.match(c)) else _escaped(c) for c in text)


def _escaped(c: str) -> str:
    return json.dumps(c)[1:-1] if c != "\x7f" else "\\u007f"
