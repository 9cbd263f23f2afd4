"""The allow-list that tactic text passes before Lean sees any of it.

May import: the standard library, `egvar.kernel.trusted`, `egvar.kernel.term`.

What is not on the list is refused: there is no list of bad words. Every token has to be one of

- white space: blanks and line feeds;
- a word that starts a tactic or a term here: `WORDS`;
- a constant of the trusted library or of the challenge, by its full name, save those that exist for the elaborator
  alone; or the end of such a name after a dot (`.verified`, `h.left`);
- a local name: one small letter, or `h` and more, ending in digits or a prime as one likes (`h`, `h1`, `hKnown`, `x'`);
- a number, decimal or hexadecimal;
- a symbol: `SYMBOLS`.

So strings, comments, quotations, attributes, commands, options, new notation and names that look like others cannot be
written at all. It is the second line of defence: the first is the judge, which believes no text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from egvar.kernel.term import Name
from egvar.kernel.trusted import library

MAX_LENGTH = 40_000
MAX_DEPTH = 200
MAX_DIGITS = 4_000
WORDS = frozenset(
    "exact apply refine constructor intro assumption eq_refl fun by have let show from nat_lit Type Prop motive".split()
)
SYMBOLS = (".{", "?_", ":=", "=>", "(", ")", "}", "⟨", "⟩", ",", ":", ";", "@", "→", "▸", "_", "·")
NOT_USABLE = frozenset({("sorryAx",), ("lcAny",), ("lcErased",), ("lcProof",), ("lcUnreachable",)})
"""Constants of the library that exist for the elaborator alone. A proof that reaches one is refused by the judge."""
_LOCAL = re.compile(r"[a-z][0-9]*'?|h[0-9A-Z][0-9A-Za-z]*'?")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_']*(?:\.[A-Za-z_][A-Za-z0-9_']*)*")
_TAIL = re.compile(r"\.[A-Za-z_][A-Za-z0-9_']*(?:\.[A-Za-z_][A-Za-z0-9_']*)*")
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|[0-9]+")
_SPACE = re.compile(r"[ \n]+")
_CLOSES = {")": "(", "⟩": "⟨", "}": ".{"}


class TextRefused(Exception):
    """Text that may not reach Lean. `reason` is a stable code; `line` and `column` are 1-based."""

    def __init__(self, reason: str, detail: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {detail}")
        self.reason, self.detail, self.line, self.column = reason, detail, line, column


@dataclass(frozen=True)
class Vocabulary:
    """The constants that a text may name, and the name components that may follow a dot."""

    constants: frozenset[str]
    tails: frozenset[str]


@cache
def _library_names() -> frozenset[Name]:
    return frozenset(n for n in library().constants if n not in NOT_USABLE)


def vocabulary(challenge: Iterable[Name] = ()) -> Vocabulary:
    """What can be named in a solution to a challenge with these constants. Its model is no part of it."""
    own = {n for n in challenge if n[:2] != ("Challenge", "model")}
    names = [n for n in (*_library_names(), *own) if all(isinstance(p, str) for p in n)]
    return Vocabulary(frozenset(".".join(map(str, n)) for n in names), frozenset(str(p) for n in names for p in n[1:]))


def checked(text: str, known: Vocabulary) -> str:
    """`text` without blanks at the ends of lines and the text. Raises TextRefused for what is not on the list."""
    if len(text) > MAX_LENGTH:
        raise TextRefused("too_long", f"more than {MAX_LENGTH} characters", 1, 1)
    lines = [line.rstrip(" ") for line in text.split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    text = "\n".join(lines)
    if not text:
        raise TextRefused("empty", "there is no text", 1, 1)
    _tokens(text, known)
    return text


def _tokens(text: str, known: Vocabulary) -> None:
    """Goes through every token. Raises TextRefused."""
    at = 0
    open_: list[str] = []

    def refuse(reason: str, detail: str) -> TextRefused:
        line = text.count("\n", 0, at) + 1
        return TextRefused(reason, detail, line, at - (text.rfind("\n", 0, at) + 1) + 1)

    while at < len(text):
        if m := _SPACE.match(text, at):
            at = m.end()
            continue
        if (m := _NUMBER.match(text, at)) is not None:
            if m.end() - at > MAX_DIGITS:
                raise refuse("number_too_long", f"a number of more than {MAX_DIGITS} digits")
        elif (symbol := next((s for s in SYMBOLS if text.startswith(s, at)), None)) and not (
            symbol == "_" and (w := _WORD.match(text, at)) is not None and w.end() > at + 1
        ):
            if symbol in _CLOSES.values():
                open_.append(symbol)
                if len(open_) > MAX_DEPTH:
                    raise refuse("too_deep", f"more than {MAX_DEPTH} brackets inside one another")
            elif symbol in _CLOSES and (not open_ or open_.pop() != _CLOSES[symbol]):
                raise refuse("unbalanced", f"“{symbol}” closes nothing")
            at += len(symbol)
            continue
        elif (m := _WORD.match(text, at)) is not None:
            word = m[0]
            if (why := _refusal(word, known)) is not None:
                raise refuse("name_not_allowed", f"“{_short(word)}” {why}")
        elif (m := _TAIL.match(text, at)) is not None:
            if strange := [p for p in m[0].split(".")[1:] if p not in known.tails]:
                raise refuse("name_not_allowed", f"“.{_short(strange[0])}” ends no name of the library")
        else:
            raise refuse("character_not_allowed", f"the character {text[at]!a} cannot be used here")
        at = m.end()
        if at < len(text) and (text[at].isalnum() or text[at] in "_'"):
            raise refuse("character_not_allowed", f"the character {text[at]!a} cannot be used here")
    if open_:
        raise refuse("unbalanced", f"“{open_[-1]}” is not closed")


def _refusal(word: str, known: Vocabulary) -> str | None:
    """Why a word may not be used; None if it may."""
    if word in WORDS or word in known.constants:
        return None
    head, _, tail = word.partition(".")
    if not _LOCAL.fullmatch(head):
        return "is neither a tactic, nor a constant, nor a local name such as h, h1, hKnown or x"
    if tail and (strange := [p for p in tail.split(".") if p not in known.tails]):
        return f"ends in “{_short(strange[0])}”, which ends no name of the library"
    return None


def _short(word: str) -> str:
    return word if len(word) <= 60 else word[:57] + "…"
