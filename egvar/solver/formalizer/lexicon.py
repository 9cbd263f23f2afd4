"""Words and what they can name in a table: columns, entries, numbers, and the fixed words of the grammar.

May import: the standard library, `egvar.source`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from egvar.source.cell import Kind
from egvar.source.source import Column, Source

_TOKEN = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?|[^\W\d_]+(?:'[^\W\d_]+)?|[%$€£]|[^\w\s]", re.UNICODE)
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?|[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]+)?")
_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBER_WORDS = {w: i for i, w in enumerate(_ONES)}
_STOP = """a an the of in at on for to by with from is was are were be been has have had do does did that which who what
whose when where there it its their according table shown listed this these those as and all any than each s"""
STOP = frozenset([*_STOP.split(), *",.?!:;\"'`()"])


@dataclass(frozen=True)
class Token:
    """A word, number or mark: `text` folded for matching, `raw` as written, `number` if it is one."""

    text: str
    raw: str
    number: Fraction | None = None

    @property
    def decimals(self) -> int:
        return len(self.raw.replace(",", "").partition(".")[2])


def fold(text: str) -> str:
    """Lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text.lower())
    return "".join(c for c in plain if not unicodedata.combining(c))


def tokenize(text: str) -> list[Token]:
    out = []
    for raw in _TOKEN.findall(text):
        word = fold(raw)
        number = Fraction(raw.replace(",", "")) if _NUMBER.fullmatch(raw) else None
        if word in NUMBER_WORDS:
            number = Fraction(NUMBER_WORDS[word])
        out.append(Token(word, raw, number))
    return out


def stem(word: str) -> str:
    """The singular of a plain English plural."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@dataclass(frozen=True)
class Mention:
    """Tokens `start` to `end` can name a column, or an entry of one (`value`)."""

    start: int
    end: int
    column: Column
    value: str | Fraction | None = None

    @property
    def length(self) -> int:
        return self.end - self.start


def header_forms(column: Column) -> list[tuple[str, ...]]:
    """The token sequences that name a column: its header, and its header without what is in parentheses."""
    whole = column.label
    short = re.sub(r"\([^)]*\)|\[[^]]*\]", " ", whole)
    forms = []
    for text in (whole, short):
        words = tuple(stem(t.text) for t in tokenize(text) if t.text not in "()[]:,.\"'`-/#")
        if words and words not in forms:
            forms.append(words)
    return forms


def mentions(tokens: list[Token], source: Source) -> list[Mention]:
    """Everything that spans of the tokens can name, longest first."""
    words = tuple(t.text for t in tokens)
    stems = tuple(stem(w) for w in words)
    out: set[Mention] = set()
    for column in source.columns:
        for form in header_forms(column):
            for i in _find(stems, form):
                out.add(Mention(i, i + len(form), column))
        for text in {c.text for c in column.cells if c.kind is Kind.TEXT}:
            form = tuple(t.text for t in tokenize(text))
            for i in _find(words, form):
                out.add(Mention(i, i + len(form), column, text))
        numbers = {c.number for c in column.cells if c.kind is Kind.NUMBER}
        for i, t in enumerate(tokens):
            if t.number is not None and t.number in numbers:
                out.add(Mention(i, i + 1, column, t.number))
    return sorted(out, key=lambda m: (-m.length, m.start, m.column.index))


def _find(words: tuple[str, ...], form: tuple[str, ...]) -> list[int]:
    n = len(form)
    return [i for i in range(len(words) - n + 1) if words[i : i + n] == form] if n else []
