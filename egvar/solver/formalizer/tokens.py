"""Words of a sentence: folded, stemmed, with the numbers and days that they spell.

May import: the standard library.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

_TOKEN = re.compile(
    r"[0-9][0-9,]*[0-9](?:\.[0-9]+)?(?![0-9a-z])|[0-9]+(?:\.[0-9]+)?|\.[0-9]+|[^\W\d_]+(?:'[^\W\d_]+)?|[^\w\s]|_", re.I
)
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?|\.[0-9]+|[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]+)?")
_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty""".split()
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
NUMBER_WORDS = {w: i for i, w in enumerate(_ONES)} | _TENS
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
ORDINALS = {w: i for i, w in enumerate(_ORDINALS, 1)}
MONTHS = """january february march april may june july august september october november december""".split()
MONTH_NUMBERS = {m: i for i, m in enumerate(MONTHS, 1)} | {m[:3]: i for i, m in enumerate(MONTHS, 1)} | {"sept": 9}
DASHES = frozenset("-–—−‑")
_SAME = {"percentage": "percent", "percentages": "percent", "%": "percent", "#": "number", "no.": "number"}
_SAME |= {"pct": "percent", "avg": "average", "kilometer": "km", "kilometre": "km", "kilometers": "km"}
_SAME |= {"kilometres": "km", "metre": "m", "meter": "m", "metres": "m", "meters": "m", "&": "and", "pts": "point"}
_SAME |= {"won": "win", "lost": "lose", "loss": "lose", "losses": "lose", "drawn": "draw", "tied": "tie", "ties": "tie"}
_SAME |= {"children": "child", "men": "man", "women": "woman", "people": "person", "led": "lead", "built": "build"}
_SAME |= {"sq": "square", "pop": "population", "scored": "score", "scoring": "score", "scores": "score"}


@dataclass(frozen=True)
class Token:
    """A word, number or mark: `text` folded, `stem` what matching compares, `raw` as written, `number` if it is one."""

    text: str
    raw: str
    stem: str
    number: Fraction | None = None

    @property
    def digits(self) -> str:
        """The number as written, without its group separators."""
        return self.raw.replace(",", "") if self.raw[0] in "0123456789." else str(self.number)


def fold(text: str) -> str:
    """Lower case, without accents; dashes are one dash."""
    plain = unicodedata.normalize("NFKD", text.lower())
    return "".join("-" if c in DASHES else "'" if c in "’‘`" else c for c in plain if not unicodedata.combining(c))


def stem(word: str) -> str:
    """What a word is compared by: spellings and forms of one word have one stem."""
    if word in _SAME:
        return _SAME[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "'s")):
        return _SAME.get(word[:-1], word[:-1])
    return word


def tokenize(text: str) -> list[Token]:
    """The tokens of a text; “'s” is split off, quotes and backticks are left out."""
    text = fold(text.replace("km²", "km 2")).replace("'s ", " ")
    out = []
    for raw in _TOKEN.findall(text):
        if raw in "\"'“”":
            continue
        word = raw[:-2] if raw.endswith("'s") else raw
        number = Fraction(raw.replace(",", "")) if _NUMBER.fullmatch(raw) else None
        if number is None and word in NUMBER_WORDS:
            number = Fraction(NUMBER_WORDS[word])
        out.append(Token(word, word, stem(word), number))
    return out


@lru_cache(1 << 16)
def stems(text: str) -> tuple[str, ...]:
    """The stems of the words of a table's text, marks left out."""
    return tuple(t.stem for t in tokenize(text) if t.text[0].isalnum() or t.text in ("%", "#", "&"))


def day(tokens: list[Token], i: int) -> tuple[str, int] | None:
    """An ISO day that the tokens from `i` spell, and where it ends: "may 3, 2010", "3 may 2010", "2010-05-03"."""
    words = [t.text for t in tokens[i : i + 6]]
    orders = (("m", "d", ",", "y"), ("m", "d", "y"), ("d", "m", "y"), ("d", "m", ",", "y"), ("y", "-", "n", "-", "n"))
    for order in orders:
        found: dict[str, int] = {}
        numbers: list[int] = []
        for kind, word in zip(order, words, strict=False):
            if kind == "m" and word in MONTH_NUMBERS:
                found["m"] = MONTH_NUMBERS[word]
            elif kind == "d" and word.isdecimal() and len(word) <= 2:
                found["d"] = int(word)
            elif kind == "y" and word.isdecimal() and len(word) == 4:
                found["y"] = int(word)
            elif kind == "n" and word.isdecimal() and len(word) == 2:
                numbers.append(int(word))
            elif kind != word:
                break
        else:
            if len(words) < len(order):
                continue
            if numbers:
                found["m"], found["d"] = numbers
            try:
                return datetime.date(found["y"], found["m"], found["d"]).isoformat(), i + len(order)
            except ValueError:
                return None
    return None
