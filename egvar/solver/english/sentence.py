"""A sentence over a table: its tokens and the phrases that words are by themselves.

May import: the standard library, `egvar.source`, `egvar.solver.english`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from egvar.solver.english.chart import Edge
from egvar.solver.english.lexicon import adjectives as adj
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.lexicon import verbs as v
from egvar.solver.english.lexicon.kin import KIN
from egvar.solver.english.names import _HEADS, Names
from egvar.solver.english.terms import Sup, Term, Val
from egvar.solver.english.tokens import Token, tokenize
from egvar.source.units import scale_of_word, units_of_word

_NOT_UNITS = frozenset("in a to at as no us do so it an pa ha se ma".split())
_CURRENCY = frozenset("$€£¥")


class Sentence:
    """The context that rules are given."""

    def __init__(self, text: str, names: Names) -> None:
        self.names, self.profile = names, names.p
        self.tokens: list[Token] = tokenize(text)
        while self.tokens and self.tokens[-1].text in (".", "!", "?", ";"):
            self.tokens.pop()
        self.words = [t.text for t in self.tokens]
        self.stems = [t.stem for t in self.tokens]
        self.named: set[int] = set()
        self.span = (0, 0)  # the tokens that the rule at work covers
        # A word in capitals that the table has as a name is that name and nothing else.
        self.proper = {
            i
            for i, t in enumerate(self.tokens)
            if t.raw.isupper() and len(t.raw) > 1 and t.text in names.functional and not text.isupper()
        }

    def word(self, i: int) -> str:
        return self.words[i] if 0 <= i < len(self.words) else ""

    def lexical(self) -> Iterator[Edge]:
        """The edges that the words of the sentence are by themselves."""
        found = list(self.names.edges(self.tokens))
        self.named = {i for e in found for i in range(e.start, e.end)}
        yield from found
        for i, t in enumerate(self.tokens):
            if i in self.proper:
                continue
            yield from self._numbers(i, t)
            yield from self._degrees(i, t)
            yield from self._verbs(i, t)
        for table, cat in ((f.CMP, "CMP"), (f.TAIL, "TAIL"), (f.AGG, "AGG")):
            for form, sem in table.items():
                for i in range(len(self.words) - len(form) + 1):
                    if tuple(self.words[i : i + len(form)]) == form and i not in self.proper:
                        yield Edge(i, i + len(form), cat, sem, 0, ((i, i + len(form), f"“{sem}”"),))
        yield from self._unknown()

    def _numbers(self, i: int, t: Token) -> Iterator[Edge]:
        nxt = self.word(i + 1)
        if t.text in f.ORDINALS:
            yield Edge(i, i + 1, "ORD", f.ORDINALS[t.text], 0, ((i, i + 1, f"number {f.ORDINALS[t.text]}"),))
        value, digits, end, word = t.number, t.digits, i + 1, False
        if value is None:
            if t.text == "a" and nxt == "dozen":
                value, digits, end, word = Fraction(12), "12", i + 2, True
            elif t.text in f.NUMBER_WORDS:
                n = f.NUMBER_WORDS[t.text]
                if n >= 20 and nxt == "-" and self.word(i + 2) in f.NUMBER_WORDS:
                    n, end = n + f.NUMBER_WORDS[self.word(i + 2)], i + 3
                elif n >= 30 and 0 < f.NUMBER_WORDS.get(nxt, 0) < 10:
                    n, end = n + f.NUMBER_WORDS[nxt], i + 2
                value, digits, word = Fraction(n), str(n), True
        if value is None:
            return
        if nxt in ("st", "nd", "rd", "th") and value.denominator == 1 and self.tokens[i + 1].glued:
            yield Edge(i, i + 2, "ORD", int(value), 0, ((i, i + 2, f"number {value}"),))
            return
        if end < len(self.tokens) and self.tokens[end].glued and self.words[end] in ("/", ":"):
            return  # a date, a time or a score, not a number
        start, unit, kind, signed = i, None, None, False
        if i and self.words[i - 1] in _CURRENCY:
            start, unit, kind = i - 1, self.words[i - 1], "money"
        if (start and self.words[start - 1] == "-" and not self._glued_dash(start - 1)) or (
            start and self.words[start - 1] in ("minus", "negative") and unit is None
        ):
            value, digits, start, signed = -value, "-" + digits, start - 1, True
        scale = Fraction(1)
        if end < len(self.words) and (s := scale_of_word(self.words[end])) is not None:
            spelled = len(self.words[end]) > 2 or self.tokens[end].glued
            if spelled and (self.words[end] != "m" or unit):
                scale, end = s, end + 1
        shown = f"the number {digits}" + (f" × {scale}" if scale != 1 else "")
        base = Val(value, digits, unit, kind, scale, False, word, signed)
        yield Edge(start, end, "V", base, 0, ((start, end, shown),))
        if unit is None:
            yield from self._with_unit(base, start, end, shown)

    def _glued_dash(self, i: int) -> bool:
        return i > 0 and self.tokens[i].glued and self.words[i - 1] not in ("(", "$")

    def _with_unit(self, base: Val, start: int, end: int, shown: str) -> Iterator[Edge]:
        for size in (3, 2, 1):
            words = self.words[end : end + size]
            if len(words) < size:
                continue
            text = " ".join(words)
            raw = self._glued(end, end + size)
            if text in ("percentage point", "percentage points", "percent points", "% points", "pp"):
                val = _with(base, "points", "points")
                yield Edge(start, end + size, "V", val, 0, ((start, end + size, f"{shown} percentage points"),))
                return
            if text in ("per cent", "percent", "%"):
                yield Edge(start, end + size, "V", _with(base, "%", "percent"), 0, ((start, end + size, f"{shown} %"),))
                return
            if text in _NOT_UNITS or (size == 1 and len(text) == 1 and text not in "mklshgtwv°"):
                continue
            rest = self.words[end + size : end + size + 2]
            if len(rest) == 2 and rest[0] in ("per", "a", "an") and size == 1:
                for u, w in ((x, y) for x in units_of_word(raw) for y in units_of_word(rest[1])):
                    both = f"{u.text}/{w.text}"
                    if any(c.unit == both for c in self.profile.columns):
                        val = _with(base, both, "rate")
                        yield Edge(start, end + 3, "V", val, 0, ((start, end + 3, f"{shown} {both}"),))
            for u in (units_of_word(raw) or units_of_word(text)) if size < 3 or "/" in text or " " in text else ():
                yield Edge(
                    start, end + size, "V", _with(base, u.text, u.kind), 0, ((start, end + size, f"{shown} {u.text}"),)
                )
        if self.word(end) in ("point", "points"):
            val = _with(base, "points", "points")
            yield Edge(start, end + 1, "V", val, 1, ((start, end + 1, f"{shown} points"),))

    def _glued(self, start: int, end: int) -> str:
        """The tokens as written, with the white space between them."""
        out = ""
        for i in range(start, end):
            out += ("" if self.tokens[i].glued or not out else " ") + self.tokens[i].raw
        return out

    def _degrees(self, i: int, t: Token) -> Iterator[Edge]:
        note = ((i, i + 1, t.text),)
        if t.text in adj.SUPERLATIVE:
            for d in adj.SUPERLATIVE[t.text]:
                yield Edge(i, i + 1, "SUP", Sup(d.end, (d,)), 0, note)
        if t.text in adj.COMPARATIVE:
            for d in adj.COMPARATIVE[t.text]:
                yield Edge(i, i + 1, "COMP", d, 0, note)
        if t.text in adj.POSITIVE:
            for d in adj.POSITIVE[t.text]:
                yield Edge(i, i + 1, "ADJ", d, 0, note)
        if t.text in ("most", "least", "more", "less") and self.word(i + 1) in adj.POSITIVE:
            for d in adj.POSITIVE[self.word(i + 1)]:
                if d.any:
                    continue
                down = t.text in ("least", "less")
                end = {"+": "-", "-": "+", "b": "w", "w": "b"}[d.end] if down else d.end
                flipped = adj.Dimension(end, d.headers, d.any, d.counts)
                both = ((i, i + 2, f"{t.text} {self.word(i + 1)}"),)
                if t.text in ("most", "least"):
                    yield Edge(i, i + 2, "SUP", Sup(end, (flipped,)), 0, both)
                else:
                    yield Edge(i, i + 2, "COMP", flipped, 0, both)

    def _verbs(self, i: int, t: Token) -> Iterator[Edge]:
        note = ((i, i + 1, t.text),)
        s = t.stem
        if s in ("be", "become", "remain"):
            yield Edge(i, i + 1, "VB", "be", 0 if s == "be" else 1, note)
            if self.word(i + 1) in ("still", "now", "also", "again", "already"):
                yield Edge(i, i + 2, "VB", "be", 1, ((i, i + 2, "be"),))
        if s in v.HAVE:
            yield Edge(i, i + 1, "VH", s, 0, note)
        if (s, self.word(i + 1)) in v.PHRASAL:
            yield Edge(i, i + 2, "VH", s, 0, ((i, i + 2, "have"),))
        if s in v.EVENT:
            yield Edge(i, i + 1, "VX", s, 0, note)
        if s in v.MEASURE:
            yield Edge(i, i + 1, "VM", s, 0, note)
        if s in v.UP:
            yield Edge(i, i + 1, "VC", "+", 0, note)
        if s in v.DOWN:
            yield Edge(i, i + 1, "VC", "-", 0, note)
        if s == "go" and self.word(i + 1) in ("up", "down"):
            yield Edge(i, i + 2, "VC", "+" if self.word(i + 1) == "up" else "-", 0, ((i, i + 2, "change"),))
        if s in ("stay", "remain", "be") and self.word(i + 1) in ("unchanged", "flat", "stable"):
            yield Edge(i, i + 2, "VC", "=", 0, ((i, i + 2, "change"),))
        if s in v.UP_NOUNS:
            yield Edge(i, i + 1, "CN", "+", 0, note)
        if s in v.DOWN_NOUNS:
            yield Edge(i, i + 1, "CN", "-", 0, note)
        if s in v.PEAK:
            yield Edge(i, i + 1, "VP", v.PEAK[s], 0, note)
        if s in v.TEXT:
            yield Edge(i, i + 1, "VT", s, 0, note)
        if s in v.OCCUR:
            yield Edge(i, i + 1, "VO", s, 0, note)
        if s in v.COME_TO and s != "be":
            yield Edge(i, i + 1, "VE", s, 0, note)

    def _unknown(self) -> Iterator[Edge]:
        """Nouns that nothing else is: U, to be used where a rule licenses one."""
        for i, t in enumerate(self.tokens):
            known = t.text in _KNOWN or t.stem in _KNOWN
            if known and t.stem in f.MEASURE_NOUNS["percent"] | f.MEASURE_NOUNS["money"] and i not in self.named:
                known = False
            if i in self.named or not t.text.isalpha() or len(t.text) < 3 or known:
                continue
            kind = self.profile.table_unit.kind or ""
            kin = KIN.get(t.stem, frozenset()) if t.stem in _HEADS else frozenset()
            caption = (
                bool({t.stem} | kin & self.profile.caption)
                and (t.stem in self.profile.caption or bool(kin & self.profile.caption))
            ) or (bool(self.profile.axis) and t.stem in f.MEASURE_NOUNS.get(kind, frozenset()) | f.MEASURE_NOUNS[""])
            if caption and self.profile.generic_key and not self.profile.axis:
                yield Edge(i, i + 1, "U", Term(said=frozenset({t.stem})), 0, ((i, i + 1, t.text),))
            yield Edge(i, i + 1, "K" if caption else "U", Term(said=frozenset({t.stem})), 0, ((i, i + 1, t.text),))
            if t.stem in f.ACTORS and t.text != t.stem:
                yield Edge(i, i + 1, "O", Term(owner=True), 2, ((i, i + 1, "those who are counted"),))
            if t.stem in f.OWNERS:
                yield Edge(i, i + 1, "O", Term(owner=True), 2, ((i, i + 1, "the table as a whole"),))


def _with(base: Val, unit: str, kind: str) -> Val:
    from dataclasses import replace

    return replace(base, unit=unit, kind=kind)


_KNOWN = (
    f.DET
    | f.PREPS
    | v.HAVE
    | v.UP
    | v.DOWN
    | v.TEXT
    | v.OCCUR
    | f.ABOUT
    | frozenset(f.NUMBER_WORDS)
    | frozenset(f.ORDINALS)
    | frozenset(adj.POSITIVE)
    | frozenset(adj.COMPARATIVE)
    | frozenset(adj.SUPERLATIVE)
    | frozenset(v.MEASURE)
    | frozenset(
        """and or but not no none never all every each both neither nor only than then who whom whose which that what
        when where how why since until before after while whereas although though because due thanks if unless except
        excluding including without will would could should may might can must shall there here it they he she we you
        more less most least other another same different half third quarter double twice total overall average mean
        median sum combined together altogether respectively also too very quite just even still yet already almost
        nearly most many much few several some any such either per cent percent point points times time first last next
        previous following best worst rank ranked followed compared versus against outside below above over under up
        down out off about""".split()
    )
)
