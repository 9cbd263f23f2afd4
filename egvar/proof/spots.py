"""Where a sentence speaks of whom and of what: names, columns, and which of them a value belongs to.

May import: the standard library, `egvar.proof`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from egvar.proof.characters import UNSPACED
from egvar.proof.words import GLUE, NEUTRAL, stem


class Spanned(Protocol):
    """A part of a sentence."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


_TOKEN = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+(?:['’][^\W_{UNSPACED}]+)*|[%#]")


COMMON = GLUE | NEUTRAL["en"]


@dataclass(frozen=True)
class Spot:
    """Where a name or a column's label stands in a sentence."""

    start: int
    end: int
    what: str


def spots(name: str, text: str) -> list[Spot]:
    """Where a name stands as a word of its own, in any case."""
    if not name:
        return []
    left = "" if re.match(f"[{UNSPACED}]", name) else rf"(?<![^\W{UNSPACED}])"
    right = "" if re.match(f"[{UNSPACED}]", name[-1]) else rf"(?![^\W{UNSPACED}])"
    return [Spot(m.start(), m.end(), name) for m in re.finditer(left + re.escape(name) + right, text, re.I)]


def named(text: str, names: Collection[str]) -> list[Spot]:
    """The names in a sentence, none of them inside a longer one. A name that is a common word counts where it is
    written as the table writes it."""
    low = text.casefold()
    found: list[Spot] = []
    for n in names:
        if n.casefold() not in low or not any(c.isalpha() for c in n):
            continue
        common = n.casefold() in COMMON or len(n) == 1
        found += [s for s in spots(n, text) if not common or (text[s.start : s.end] == n and not n.islower())]
    return _outermost(found)


def numbered(text: str, names: Iterable[str]) -> list[Spot]:
    """Names without a letter, such as the years that rows are about, where a sentence uses them as names."""
    plain = [s for n in names if n and not any(c.isalpha() for c in n) for s in spots(n, text)]
    before = re.compile(r"(?:^[\s#>*-]*|\b(?:in|for|of|during|year|season|en|im|em|nel|pour|für)\s+|[;(]\s*)$", re.I)
    return [s for s in plain if before.search(text[: s.start]) or re.match(r"\s*:", text[s.end :])]


def labelled(text: str, labels: Iterable[str]) -> list[Spot]:
    """The columns that a sentence speaks of, none of them inside a longer label; without what stands in parentheses,
    in singular or plural."""
    at = [(m.start(), m.end(), stem(m.group())) for m in _TOKEN.finditer(text)]
    found = []
    for label in labels:
        for said in {label, re.sub(r"\s*[(\[][^)\]]*[)\]]", "", label)}:
            parts = [stem(w) for w in _TOKEN.findall(said.replace("_", " "))]
            for i in range(len(at) - len(parts) + 1 if parts else 0):
                if [w for _, _, w in at[i : i + len(parts)]] == parts:
                    found.append(Spot(at[i][0], at[i + len(parts) - 1][1], label))
    return _outermost(found)


def _outermost(found: list[Spot]) -> list[Spot]:
    return sorted(
        {
            s
            for s in found
            if not any(o.start <= s.start and s.end <= o.end and o.end - o.start > s.end - s.start for o in found)
        },
        key=lambda s: s.start,
    )


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with white space for these parts."""
    for a, b in spans:
        text = text[:a] + " " * (b - a) + text[b:]
    return text


def within(part: Spanned, spans: list[tuple[int, int]]) -> bool:
    return any(a <= part.start and part.end <= b for a, b in spans)


def inside(part: Spanned, found: list[Spot]) -> bool:
    return within(part, [(s.start, s.end) for s in found])


def pairings(found: list[Spot], stated: Sequence[Spanned]) -> Iterator[list[frozenset[str]]]:
    """The ways to read whose number each value is: the names before it, the names after it, or the only one."""
    segments: list[frozenset[str]] = []
    last = 0
    for v in (*stated, None):
        end = v.start if v is not None else 1 << 60
        segments.append(frozenset(s.what for s in found if last <= s.start < end))
        last = v.end if v is not None else last
    if not segments[-1]:
        own: list[frozenset[str]] = []
        for seg in segments[:-1]:
            own.append(seg or (own[-1] if own else frozenset()))
        yield own
    if not segments[0]:
        own = []
        for seg in reversed(segments[1:]):
            own.append(seg or (own[-1] if own else frozenset()))
        yield own[::-1]
    every = frozenset(s.what for s in found)
    yield [every] * len(stated)
