"""Characters of an answer: what a reader sees of a text, and what in it cannot be told for sure.

May import: the standard library.

A text and what a browser or a terminal shows of it can differ: characters that nobody sees, letters of other alphabets,
digits of other scripts, entities, tags, marks that cross out. What is compared with a record has to be what is seen, so
a sentence in which the two could differ is refused rather than guessed at.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Collection

UNSPACED = "\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f\uac00-\ud7af"
"""Letters of scripts that put no space between words, as a class of a regular expression."""
_BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180e\u00ad\u034f")
_CONTROLS = frozenset("\n\t")
_PICTURES = re.compile("[\U0001f51f\U0001f4af\U0001f947-\U0001f949\u20e3]")  # ten, hundred, medals, keycaps
_MARKUP = (
    (re.compile(r"<[A-Za-z/!?][^>]*>?"), "HTML"),
    (re.compile(r"~~"), "crossed out"),
    (re.compile(r"(?m)^[ ]{0,3}\[[^\]]*\]:"), "a link definition"),
    (re.compile(r"\]\("), "a link"),
    (re.compile(r"\[\^"), "a footnote"),
    (re.compile(r"\\[A-Za-z]"), "a formula"),
)
_FRACTION = re.compile(r"([0-9])?([\u00bc-\u00be\u2150-\u215e\u2189])")
_RAISED = re.compile(r"(?<=[0-9])[\u00b2\u00b3\u00b9\u2070-\u209c]+")
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕКМНОРСТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν", "aeopcyxijshdqwABEKMHOPCTXYABEZHIKMNOPTYXoav"
)
_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"})


def obstacle(text: str, names: Collection[str]) -> tuple[str, str] | None:
    """Why a text cannot be read for sure, and what stands in the way: `hidden_characters`, `markup`, `confusable` (a
    word that mixes alphabets or looks like one of `names`), `unread_number`; None if nothing does."""
    seen = html.unescape(text)
    for c in seen.replace("\r\n", "\n"):
        if (unicodedata.category(c) in ("Cf", "Co", "Cn", "Cs", "Cc") and c not in _CONTROLS) or c in _BLANK:
            return "hidden_characters", f"U+{ord(c):04X}"
    composed = unicodedata.normalize("NFC", seen)
    if m := re.search(r"[0-9%\].,\s][\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f]", composed):
        return "hidden_characters", f"U+{ord(m.group()[1]):04X}"
    for form, what in _MARKUP:
        if form.search(seen):
            return "markup", what
    if word := _confusable(composed, names):
        return "confusable", word
    if m := _RAISED.search(seen) or _PICTURES.search(seen):
        return "unread_number", m.group()
    for c in unicodedata.normalize("NFKC", _FRACTION.sub(" ", seen)):
        if not c.isascii() and unicodedata.decimal(c, None) is None and unicodedata.numeric(c, None) is not None:
            if any(c in n for n in names):
                continue  # a name such as 三星
            return "unread_number", c
    return None


def plain(text: str) -> str:
    """The text as a reader sees it: entities and escapes resolved, marks of emphasis gone, digits of every script and
    width in ASCII, ½ as 1/2 and 2½ as 2 1/2."""
    text = html.unescape(text)
    text = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text)
    text = _FRACTION.sub(lambda m: f"{m[1] + ' ' if m[1] else ''}{unicodedata.normalize('NFKC', m[2])}", text)
    text = "".join(c if c in "²³" else unicodedata.normalize("NFKC", c) for c in text).replace("\u2044", "/")
    text = unicodedata.normalize("NFC", text)
    text = "".join(_digit(c) for c in text)
    text = re.sub(r"(?<!\s)[*_]{1,3}(?=\S)|[*]{1,3}(?=\S)|(?<=\S)[*]{1,3}|`", "", text)
    return re.sub(r"\bper\s+cent\b", "percent", text, flags=re.I)


def _digit(c: str) -> str:
    value = None if c.isascii() else unicodedata.decimal(c, None)
    return c if value is None else str(value)


def _confusable(text: str, names: Collection[str]) -> str | None:
    """A word that mixes alphabets, or that looks like a name without being it."""
    known = {w.casefold() for n in names for w in re.findall(r"\w+", n)}
    word: str
    for word in re.findall(r"\w+", text):
        if word.isascii():
            continue
        alphabets = {unicodedata.name(c, "?").split()[0] for c in word if c.isalpha()} & _ALPHABETS
        folded: str = word.translate(_LOOKALIKES)
        if (len(alphabets) > 1 and word.casefold() not in known) or (
            folded != word and folded.casefold() in known and word.casefold() not in known
        ):
            return word
    return None
