"""A sentence over a table: its tokens, what they can name, and what may be passed over.

May import: the standard library, `egvar.source`, `egvar.solver.formalizer`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from egvar.solver.formalizer import words as w
from egvar.solver.formalizer.chart import Edge
from egvar.solver.formalizer.tokens import MONTH_NUMBERS, ORDINALS, SCALES, Token, day, stem, tokenize
from egvar.solver.formalizer.vocabulary import Col, Entry, Mention, Vocabulary
from egvar.source.source import Source

UNKNOWN_NOUN, UNKNOWN_WORD, UNKNOWN_IN_CLAIM = 30, 70, 130
_ENDINGS = frozenset({"st", "nd", "rd", "th"})


@dataclass(frozen=True)
class Num:
    """A number as written: its value, its digits (for rounding), a unit sign beside it, a scale word after it."""

    value: Fraction
    digits: str
    unit: str | None = None
    scale: int = 1

    @property
    def year(self) -> bool:
        return self.scale == 1 and self.unit is None and self.value.denominator == 1 and 1000 <= self.value <= 2100


def names(text: str) -> frozenset[str]:
    """Words written as names or quoted, folded: what they say cannot be passed over."""
    found = re.findall(r"[^.?!:\s]\s+([A-Z][\w-]+)", text) + re.findall(r"['\"`“‘]([^'\"`”’]+)['\"`”’](?![a-z])", text)
    found += re.findall(r"['’]s\s+([\w-]+)", text)  # what belongs to somebody is not that somebody
    found = [part for part in found if not (part.isupper() and len(part) <= 3)]
    return frozenset(t.text for part in found for t in tokenize(part) if t.text not in w.SKIP) | w.WEEKDAYS


class Sentence:
    """The context that rules are given."""

    def __init__(
        self,
        text: str,
        source: Source,
        vocabulary: Vocabulary,
        context: str = "",
        strange: int = UNKNOWN_WORD,
        formula: bool = False,
    ) -> None:
        self.source, self.vocabulary, self.strange = source, vocabulary, strange
        self.formula = formula
        self.claim = strange == UNKNOWN_IN_CLAIM
        self.tokens: list[Token] = tokenize(text)
        self.words = [t.text for t in self.tokens]
        self.mentions = vocabulary.mentions(self.tokens)
        self._names = names(text) - {t.text for t in tokenize(context)}
        named = set().union(*(range(m.start, m.end) for m in self.mentions)) if self.mentions else set()
        self.context = frozenset(stem(t.text) for t in tokenize(context) if t.number is None or t.number > 31)
        self.unknown = {
            i
            for i, t in enumerate(self.tokens)
            if t.text.isalpha()
            and len(t.text) > 2
            and i not in named
            and t.number is None
            and self._stop(i) is None
            and t.text not in w.FIRM
            and t.stem not in w.FIRM
            and t.stem not in w.OUTCOMES
            and t.text not in ORDINALS
            and t.text not in self._names
            and t.text not in w.ASKING
        }

    def _stop(self, i: int) -> int | None:
        t = self.tokens[i]
        before = self.words[i - 1] if i else ""
        if t.text in w.UNITS and (before in ("in", "of") or (i and self.tokens[i - 1].number is not None)):
            return 3
        if t.text in ("number", "amount") and self.words[i + 1 : i + 2] == ["of"]:
            return 6
        if t.text == "time" and self.words[i + 1 : i + 2] == ["period"]:
            return 3
        if t.stem in w.OUTCOMES:
            if self.claim and (t.stem in self.vocabulary.words or (t.stem == "win" and not self._has_object(i))):
                return None
            return 30 if t.stem in self.vocabulary.words else 10
        if t.text in w.FIRM or t.stem in w.FIRM or t.text in self._names or t.text in ORDINALS:
            return None
        if t.text in w.SKIP:
            return 0
        if t.text in w.LIGHT or t.stem in w.LIGHT:
            kin = len(t.stem) > 3 and any(x.startswith(t.stem) and x != t.stem for x in self.vocabulary.headers)
            return 60 if kin else 6
        if t.stem in self.context:
            return 4
        if not t.text[0].isalnum() and t.text not in ("%", "$", "€", "£", "+", "<", ">", "="):
            return 0
        return None

    def _has_object(self, i: int) -> bool:
        """Whether a number or the header of a number column comes soon after token i: "won 3 gold medals"."""
        near = range(i + 1, i + 4)
        named = any(m.start in near and isinstance(m.what, Col) and m.what.numeric for m in self.mentions)
        return named or any(self.tokens[k].number is not None for k in near if k < len(self.tokens))

    def skip(self, i: int) -> int | None:
        """The cost to pass over token i; None if no reading may do without it."""
        if i in self.unknown:
            return None if self.tokens[i].text in MONTH_NUMBERS else self.strange
        return self._stop(i)

    def roles(self, label: str) -> list[Mention]:
        """Where the header of a column is named."""
        return [m for m in self.mentions if isinstance(m.what, Col) and m.what.label == label]

    def said(self, start: int, end: int) -> str:
        return " ".join(self.words[start:end])

    def lexical(self) -> Iterator[Edge]:
        """The phrases that words are by themselves."""
        for m in self.mentions:
            said = self.said(m.start, m.end)
            if isinstance(m.what, Col):
                yield Edge(m.start, m.end, "COL", m.what, m.cost, ((said, f'column "{m.what.label}"'),))
            else:
                shown = f'"{m.what.column}" is {m.what.values[0]}'
                yield Edge(m.start, m.end, "ENT", m.what, m.cost, ((said, shown),))
        for i, t in enumerate(self.tokens):
            yield from self._numbers(i, t)
            if (found := day(self.tokens, i)) is not None:
                yield Edge(i, found[1], "DAY", found[0], 0, ((self.said(i, found[1]), found[0]),))
            if t.text in MONTH_NUMBERS and len(t.text) > 2:
                yield Edge(i, i + 1, "MONTH", MONTH_NUMBERS[t.text], 0, ((t.text, f"month {MONTH_NUMBERS[t.text]}"),))
            if t.text in w.HIGH or t.text in w.LOW:
                way = "highest" if t.text in w.HIGH else "lowest"
                yield Edge(i, i + 1, "SUP", (way, None), 0, ((t.text, way),))
            if t.text in w.NAMED:
                way, about = w.NAMED[t.text]
                yield Edge(i, i + 1, "SUP", (way, about), 0, ((t.text, way),))
            if t.text in w.MORE or t.text in w.LESS:
                sign = ">" if t.text in w.MORE else "<"
                yield Edge(i, i + 1, "MORE", sign, 0, ((t.text, sign),))
            if t.stem in w.ROWS:
                yield Edge(i, i + 1, "ROWS", None, 5, ((t.text, "rows"),))
            if i in self.unknown and t.stem not in w.LIGHT:
                before = self.tokens[i - 1] if i else None
                led = before is not None and (before.number is not None or before.text in w.LEADS_ROWS)
                cost = UNKNOWN_NOUN if led or not self.claim else 2 * UNKNOWN_NOUN
                yield Edge(i, i + 1, "ROWS", None, cost, ((t.text, "rows of the table"),))
        yield from self._sequences(w.COMPARISONS, "CMP")
        yield from self._sequences(w.TAILS, "TAIL")
        yield from self._sequences(w.AGGREGATES, "AGG")

    def _sequences(self, table: dict[tuple[str, ...], str], cat: str) -> Iterator[Edge]:
        for i in range(len(self.words)):
            for form, sem in table.items():
                if tuple(self.words[i : i + len(form)]) == form:
                    yield Edge(i, i + len(form), cat, sem, 0, ((" ".join(form), sem),))

    def _numbers(self, i: int, t: Token) -> Iterator[Edge]:
        nxt = self.words[i + 1] if i + 1 < len(self.words) else ""
        if t.text in ORDINALS:
            yield Edge(i, i + 1, "ORD", ORDINALS[t.text], 0, ((t.text, f"number {ORDINALS[t.text]}"),))
        if t.number is None:
            return
        if nxt in _ENDINGS and t.number.denominator == 1:
            yield Edge(i, i + 2, "ORD", int(t.number), 0, ((t.text + nxt, f"number {t.number}"),))
            return
        if self._season(i) or self._season(i - 2):
            return
        if nxt == "s" and 1000 <= t.number <= 2100:
            yield Edge(i, i + 2, "DECADE", int(t.number), 0, ((t.text + "s", f"{t.text} to {int(t.number) + 9}"),))
            return
        start, end, unit, scale = i, i + 1, None, 1
        negative = False
        if i and self.words[i - 1] in ("$", "€", "£"):
            start, unit = i - 1, self.words[i - 1]
        elif i and self.words[i - 1] == "-" and (i == 1 or not self.tokens[i - 2].number) and t.raw[0].isdecimal():
            start, negative = i - 1, True
        if nxt in SCALES:
            scale, end = SCALES[nxt], i + 2
        elif nxt in ("km", "m", "cm") and self.words[i + 2 : i + 3] in (["2"], ["3"], ["square"]):
            end = i + 3
        elif nxt in ("%", "percent"):
            unit, end = "%", i + 2
        said = self.said(start, end)
        for first, minus in ((start, negative), *(((i, False),) if negative else ())):
            sign = "-" if minus else ""
            value = -t.number if minus else t.number
            yield Edge(
                first, end, "NUM", Num(value, sign + t.digits, unit, scale), 0, ((said, f"the number {sign}{t.raw}"),)
            )

    def _season(self, i: int) -> bool:
        """Whether tokens i to i + 2 name a season by its two years, such as "2001 - 02"."""
        if i < 0 or i + 2 >= len(self.words) or self.words[i + 1] not in ("-", "/"):
            return False
        a, b = self.words[i], self.words[i + 2]
        return a.isdecimal() and b.isdecimal() and len(a) == 4 and len(b) == 2 and (int(a) + 1) % 100 == int(b)

    def time_columns(self) -> list[Col]:
        """Columns that a year picks rows by."""
        return [c for c in self.vocabulary.columns if c.years or c.dates]

    def entry_columns(self, entry: Entry) -> str:
        return entry.column
