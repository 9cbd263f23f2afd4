"""What stands around a sentence and may be part of what it says: headings, phrases that set a frame, pronouns.

May import: the standard library, `egvar.documents`.

A sentence under the heading “North”, or after “In 2020, …”, may speak of a part of the table without saying so. Then it
is read both ways, and unless both ways come to the same nothing is said. A pronoun is filled in only where the sentence
before names one thing.
"""

from __future__ import annotations

import re

from egvar.documents.model import Sentence
from egvar.documents.tables import Known
from egvar.documents.words import referring

_LEADS = r"(?:in|for|during|within|among|across|at|of|throughout|on|regarding|concerning|as for)"
_FRAME = re.compile(rf"\s*{_LEADS}\s+([^,;:]{{1,80}}),", re.I)
_NOISE = re.compile(
    r"^(?:however|moreover|furthermore|in addition|additionally|also|in fact|indeed|by comparison|as (?:table|tab\.) "
    r"[0-9]+ shows|as shown in (?:table|tab\.) [0-9]+|according to (?:table|tab\.) [0-9]+)\s*,\s*",
    re.I,
)
_CITED = re.compile(r"\s*[(\[](?:see\s+|cf\.\s+)?(?:table|tab\.|fig\.|figure)\s*[0-9]+[a-z]?[)\]]", re.I)
_NOTE = re.compile(r"\s*\[(?:[0-9]{1,3}|\^[^\]\s]{1,20})\]")


def bare(text: str) -> str:
    """A sentence without references to notes and tables, and without a first word that only joins it to the others."""
    text = _NOTE.sub("", _CITED.sub("", text))
    shorter = _NOISE.sub("", text)
    return shorter[:1].upper() + shorter[1:] if shorter != text else text


def filled(sentence: Sentence, table: Known) -> tuple[str, str] | None:
    """The sentence with its “It” or “Its” filled in, and what was filled in: the one entry that the sentence before
    names. None where there is no such word, or not one entry."""
    m = re.match(r"(It|Its)\s", sentence.text)
    if m is None or len(referring(sentence.text)) != 1 or not sentence.before or referring(sentence.before):
        return None
    named = table.mentioned(sentence.before)
    if len(named) != 1 or table.mentioned(sentence.text):
        return None
    own = named[0].text + ("'s" if m[1] == "Its" else "")
    return own + sentence.text[m.end(1) :], named[0].text


def frames(sentence: Sentence, earlier: list[str], table: Known) -> list[str]:
    """The entries of a table that the headings, or a phrase at the start of an `earlier` sentence of the block, may
    restrict this sentence to; the nearest that say anything. Not where it names another of the same column itself."""
    own = {c for e in table.mentioned(sentence.text) for c in e.columns}
    for text in (*(m[1] for t in reversed(earlier) if (m := _FRAME.match(t))), *reversed(sentence.headings)):
        if named := [e.text for e in table.mentioned(text) if not e.columns & own]:
            return named
    return []


def within(text: str, entry: str) -> str:
    """A sentence restricted to an entry."""
    return f"In {entry}, {text}"
