"""Words of a sentence: as written and folded, with their stems and the numbers that they spell.

May import: the standard library, `egvar.solver.english.lexicon`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from egvar.solver.english.lexicon.forms import IRREGULAR, KEEP

_TOKEN = re.compile(
    r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?(?![0-9])|[0-9]+\.[0-9]+|\.[0-9]+|[0-9]+"
    r"|[^\W\d_]+(?:[.][^\W\d_](?=[.]))+[.]?|[^\W\d_]+(?:'(?!s\b)[^\W\d_]+)?|'s\b|[^\w\s]|_"
)
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?|\.[0-9]+|[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
DASHES = "-–—−‑‐"
_QUOTES = '"“”„«»`'
_MAP = {ord(c): "-" for c in DASHES} | {ord(c): "'" for c in "’‘ʼ"} | {ord(c): '"' for c in _QUOTES}


@dataclass(frozen=True, slots=True)
class Token:
    """`raw` as written, `text` folded, `stem` what matching compares, `number` if digits spell one; `glued`: no white
    space before it."""

    raw: str
    text: str
    stem: str
    number: Fraction | None = None
    glued: bool = False

    @property
    def digits(self) -> str:
        """The number as written, without group separators."""
        return self.raw.replace(",", "")

    @property
    def name(self) -> bool:
        """Whether it is written as a name: with a capital."""
        return self.raw[:1].isupper()


def fold(text: str) -> str:
    """Lower case, without accents; all dashes, quotes and apostrophes are one."""
    plain = unicodedata.normalize("NFKD", text.translate(_MAP).lower())
    return "".join(c for c in plain if not unicodedata.combining(c))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """What a word is compared by: the forms of one noun or verb have one stem."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word in KEEP or len(word) < 4 or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return IRREGULAR.get(word[:-1], word[:-1])
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for end in ("ed", "ing"):
        root = word[: -len(end)]
        if word.endswith(end) and len(root) > 2 and re.search("[aeiouy]", root):
            if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz":
                return root[:-1]
            if root + "e" in _WITH_E:
                return root + "e"
            return IRREGULAR.get(root, root)
    return word


_WITH_E = frozenset(
    """release place close score use serve produce receive make take have achieve decline increase decrease
    rise raise reduce double triple treble quadruple halve base range come include
    live hire lease generate invoice charge close cause price
    compare combine complete name rate promote organise operate issue dispute trade vote finance finalize vaccinate
    plunge surge ease slide dive require improve lose leave drive write give balance overtake
    handle single examine migrate note manage
    """.split()
)


def tokenize(text: str) -> list[Token]:
    """The tokens of a sentence. White space between them is kept as `glued`; quotes are tokens of their own."""
    text = unicodedata.normalize("NFKC", text.replace("km²", "km2").replace("m²", "m2")).translate(_MAP)
    text = re.sub(r"\b(can|do|does|did|is|are|was|were|has|have|had)n't\b", r"\1 not", text, flags=re.I)
    text = re.sub(r"\bcannot\b", "can not", text)
    out: list[Token] = []
    for m in _TOKEN.finditer(text):
        raw = m.group()
        if raw == '"':
            continue
        low = fold(raw)
        if not low:
            continue
        number = Fraction(raw.replace(",", "")) if _NUMBER.fullmatch(raw) else None
        out.append(Token(raw, low, stem(low), number, m.start() > 0 and not text[m.start() - 1].isspace()))
    return out


@lru_cache(maxsize=65536)
def stems(text: str) -> tuple[str, ...]:
    """The stems of the words of a table's text, marks left out but %, # and &."""
    return tuple(t.stem for t in tokenize(text) if t.text[0].isalnum() or t.text in ("%", "#", "&", "+"))
