"""Which words of a sentence a table knows, and which say that something is counted or compared.

May import: the standard library.

This only decides what is looked at and how it is listed; what a sentence means is the formalizer's business.
"""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
FUNCTION = frozenset(
    """a an and are as at be been being but by did do does for from had has have he her here hers him his how i if in
    into is it its just may might more most my no nor not of on onto or our over per s she so such than that the their
    theirs them then there these they this those to too under up us was we were what when where which while who whom
    whose why will with within would you your also both each every all only any some other same very can could should
    shall must about above after again against before below between during further once out own through until down off
    however moreover furthermore therefore thus hence overall""".split()
)
NUMBERS = frozenset(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half
    third quarter twice double triple first second""".split()
)
COMPARED = frozenset(
    """more most less least fewer fewest higher highest lower lowest larger largest smaller smallest greater greatest
    biggest bigger longest longer shortest shorter oldest older youngest younger earliest latest best worst better worse
    top bottom maximum minimum max min average mean median total sum combined altogether majority every all each none no
    only neither both never always rose fell grew shrank increased decreased declined dropped doubled tripled exceeded
    exceeds percent percentage share ratio times equal equals same than rank ranked ranks leads led peaked""".split()
)
REFERRING = frozenset(
    "it its they them their theirs he him his she her hers this these those former latter such".split()
)
"""Words that stand for something outside the sentence."""


def fold(text: str) -> str:
    """Lower case, without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def stem(word: str) -> str:
    """A word without the s of a plural, or what belongs to somebody."""
    word = re.sub(r"['’]s?$", "", word)
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def stems(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared."""
    return tuple(stem(w) for w in _WORD.findall(fold(text)))


def telling(text: str) -> frozenset[str]:
    """The words of a text that say something, numbers left out."""
    return frozenset(
        w for w in stems(text) if w not in FUNCTION and w not in NUMBERS and not w[0].isdecimal() and len(w) > 1
    )


def counts_or_compares(text: str) -> bool:
    """Whether a sentence has a number or a word that compares."""
    if any(c.isdecimal() for c in text):
        return True
    words = set(_WORD.findall(fold(text)))
    return bool(words & (NUMBERS | COMPARED))


def referring(text: str) -> list[str]:
    """The words of a sentence that stand for something outside it."""
    found = [w for w in _WORD.findall(text) if w.lower() in REFERRING]
    if re.search(r"\bthat\s+(?:is|was|year|month|figure|number|value)\b|^that\b", text, re.I):
        found.append("that")
    return found
