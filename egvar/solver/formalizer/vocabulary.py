"""What the words of a sentence can name in a table: columns, and entries of text columns, each with a cost.

May import: the standard library, `egvar.source`, `egvar.solver.formalizer`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from egvar.solver.formalizer.tokens import Token, stems
from egvar.solver.formalizer.words import SYNONYMS
from egvar.source.cell import Kind
from egvar.source.source import Column, Source

_GENERIC = frozenset("number total name no value of the in per a an and or by rank percent".split())
_LEADING = (("number", "of"), ("no", "of"), ("total", "number", "of"), ("name", "of"), ("name", "'s"), ("amount", "of"))
_PEOPLE = frozenset(
    """player name athlete driver rider swimmer golfer contestant competitor skater runner candidate incumbent pilot
    artist director writer winner champion manager coach captain wrestler opponent leader mayor keeper owner""".split()
)
_PAREN = re.compile(r"\([^)]*\)|\[[^]]*\]")


@dataclass(frozen=True)
class Col:
    """A column as the grammar sees it."""

    label: str
    numeric: bool
    dates: bool
    unit: str | None
    years: bool
    key: bool
    rank: bool = False
    distinct: bool = False
    largest: Fraction = Fraction(0)

    @property
    def words(self) -> frozenset[str]:
        return frozenset(stems(self.label))


@dataclass(frozen=True)
class Entry:
    """Texts of a column that words name: one, or several spellings of one."""

    column: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Mention:
    start: int
    end: int
    what: Col | Entry
    cost: int


class Vocabulary:
    """A table's columns and entries, indexed by the stems of their words."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.columns = tuple(_column(c, source) for c in source.columns)
        self.entries: dict[tuple[str, ...], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.short: dict[tuple[str, ...], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for c in source.columns:
            for text in {x.text for x in c.cells if x.kind in (Kind.TEXT, Kind.UNREADABLE)}:
                form = stems(text)
                if form == stems(c.label):
                    continue  # a header that is repeated inside the table
                if form:
                    self.entries[form][c.label].add(text)
                for part in _short_forms(text, bool(set(stems(c.label)) & _PEOPLE)):
                    if part and part != form:
                        self.short[part][c.label].add(text)
        self._contain: dict[tuple[str, tuple[str, ...]], set[str]] = {}
        self._joined = {
            c.label: [(t, f" {' '.join(stems(t))} ") for t in {x.text for x in c.cells if x.kind is Kind.TEXT}]
            for c in source.columns
        }
        self.texts = {c.label: frozenset(x.text for x in c.cells if x.kind is Kind.TEXT) for c in source.columns}
        self.words = frozenset(w for form in self.entries for w in form) | {w for c in self.columns for w in c.words}
        self.headers = frozenset(w for c in self.columns for w in c.words)
        self._synonyms: dict[str, set[str]] = defaultdict(set)
        for group in SYNONYMS:
            for w in group:
                self._synonyms[w] |= group - {w}

    def col(self, label: str) -> Col:
        return next(c for c in self.columns if c.label == label)

    def key_columns(self) -> list[Col]:
        """Columns that name a row, the first ones first."""
        return [c for c in self.columns if c.key]

    def mentions(self, tokens: list[Token]) -> list[Mention]:
        """Every mention in a sentence."""
        positions = [i for i, t in enumerate(tokens) if t.text[0].isalnum() or t.text in ("%", "#", "&")]
        words = [tokens[i].stem for i in positions]
        found: dict[tuple[int, int, Col | Entry], int] = {}

        def add(a: int, b: int, what: Col | Entry, cost: int) -> None:
            span = (positions[a], positions[b - 1] + 1)
            if span[1] - span[0] > 2 * (b - a) + 2:
                return
            key = (*span, what)
            found[key] = min(cost, found.get(key, cost))

        for c in self.columns:
            for form, cost in _header_forms(c.label):
                for a in _find(words, form):
                    add(a, a + len(form), c, cost)
            self._partial(c, words, add)
        longest = max(map(len, self.entries), default=0)
        for a in range(len(words)):
            for b in range(a + 1, min(len(words), a + longest) + 1):
                span = tuple(words[a:b])
                exact = self.entries.get(span, {})
                for label, texts in exact.items():
                    add(a, b, Entry(label, tuple(sorted(texts))), 0)
                    more = self._containing(label, span)
                    if more - texts:  # "st kilda" beside "st kilda / fitzroy": either may be meant
                        add(a, b, Entry(label, tuple(sorted(more | texts))), 0)
                for label, texts in self.short.get(span, {}).items():
                    if len(span) == 1 and (span[0].isdecimal() or span[0] in self.headers):
                        continue
                    if label not in exact and len(texts) == 1:
                        add(a, b, Entry(label, tuple(texts)), 40)
        out = [Mention(a, b, what, cost) for (a, b, what), cost in found.items()]
        whole = {(m.start, m.end) for m in out if isinstance(m.what, Col) and m.cost <= 6}
        return [m for m in out if not (isinstance(m.what, Col) and m.cost >= 30 and _inside(m, whole))]

    def _containing(self, label: str, span: tuple[str, ...]) -> set[str]:
        """Entries of a column that hold these words in a row, next to others."""
        key = (label, span)
        if key not in self._contain:
            needle = f" {' '.join(span)} "
            self._contain[key] = {t for t, words in self._joined.get(label, ()) if needle in words}
        return self._contain[key]

    def _partial(self, c: Col, words: list[str], add: object) -> None:
        """A run of words that are all in a header, among them one that says something; or a synonym of its words."""
        header = [w for w in stems(_PAREN.sub(" ", c.label)) if w not in ("of", "the")] or list(stems(c.label))
        bag = set(header) | set(stems(c.label))
        telling = bag - _GENERIC
        a = 0
        while a < len(words):
            if words[a] not in bag:
                a += 1
                continue
            b, used = a, set()
            while b < len(words) and (
                (words[b] in bag and words[b] not in used) or (words[b] in ("of", "in", "the") and b > a)
            ):
                used.add(words[b])
                b += 1
            while words[b - 1] in ("of", "in", "the") and words[b - 1] not in header:
                b -= 1
            if used & telling and b > a:
                missing = len([w for w in header if w not in used and w not in _GENERIC])
                missing += 4 * len([w for w in header if w not in used and w.isdecimal()])
                add(a, b, c, 30 + min(90, 15 * missing))  # type: ignore[operator]
            a = max(b, a + 1)
        for a, w in enumerate(words):
            near = self._synonyms.get(w, set()) & set(header)
            if near and w not in bag:
                missing = len([x for x in header if x not in near and x not in _GENERIC])
                add(a, a + 1, c, 60 + 20 * missing)  # type: ignore[operator]


def _column(c: Column, source: Source) -> Col:
    numbers = [x.number for x in c.cells if x.number is not None]
    years = bool(numbers) and all(n.denominator == 1 and 1000 <= n <= 2100 for n in numbers) and c.unit is None
    texts = [x.text for x in c.cells if x.kind is Kind.TEXT]
    key = c.kind is Kind.TEXT and len(texts) * 10 >= 8 * len(c.cells) and len(set(texts)) * 10 >= 9 * len(texts)
    words = set(stems(c.label))
    ascending = len(numbers) == len(c.cells) and numbers == sorted(numbers) and numbers[:1] == [1]
    rank = ascending and len(set(numbers)) > 1 and bool(words & {"rank", "position", "pos", "no", "number", "place"})
    distinct = len(set(numbers)) == len(numbers) and len(numbers) * 10 >= 8 * len(c.cells)
    largest = max(numbers, default=Fraction(0))
    return Col(c.label, c.kind is Kind.NUMBER, c.kind is Kind.DATE, c.unit, years, key, rank, distinct, largest)


def _header_forms(label: str) -> list[tuple[tuple[str, ...], int]]:
    """The sequences that name a column in full: its header, and its header without what is in parentheses."""
    forms: dict[tuple[str, ...], int] = {}
    if not any(c.isalpha() for c in label) and not label.strip().isdecimal():
        return []
    for text, cost in ((label, 0), (_PAREN.sub(" ", label), 4)):
        form = stems(text)
        for cut, extra in ((form, 0), *((form[len(x) :], 6) for x in _LEADING if form[: len(x)] == x)):
            if cut and cut not in forms and not (extra and set(cut) <= _GENERIC):
                forms[cut] = cost + extra + (90 if set(cut) <= _GENERIC else 0)
    return list(forms.items())


def _short_forms(text: str, person: bool) -> list[tuple[str, ...]]:
    """Shorter names of an entry: without what is in parentheses or after a comma, and a person's last name."""
    if len(text) > 60:
        return []
    plain = _PAREN.sub(" ", text)
    out = [stems(plain), stems(plain.split(",")[0]), *(stems(p) for p in re.findall(r"\(([^)]*)\)", text))]
    words = stems(plain)
    if person and 2 <= len(words) <= 4 and all(w.isalpha() and len(w) > 3 for w in (words[0], words[-1])):
        out.append(words[-1:])
    return [f for f in out if f and any(not w.isdecimal() for w in f)]


def _inside(m: Mention, spans: set[tuple[int, int]]) -> bool:
    """Whether a header that is named in full covers a name that was matched in part."""
    return any(a <= m.start and m.end <= b for a, b in spans)


def _find(words: list[str], form: tuple[str, ...]) -> list[int]:
    n = len(form)
    return [i for i in range(len(words) - n + 1) if tuple(words[i : i + n]) == form] if n else []
