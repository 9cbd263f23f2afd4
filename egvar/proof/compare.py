"""A sentence against the records that it cites: whether what it states is what they hold.

May import: the standard library, `egvar.proof`.

Everything that is stated has to be accounted for: each number by a record's number, in the role that it has there (a
result, or the bound of a condition), of whom and of which column the sentence says it; each name by a record; each word
by a record or by a list of words that state nothing. What cannot be told apart is refused.
"""

from __future__ import annotations

import re
from fractions import Fraction

from egvar.proof.records import Number, Record, Records
from egvar.proof.spots import COMMON, Spot, blanked, inside, labelled, named, numbered, pairings, within
from egvar.proof.values import Value, before, days, states, unit_name, values
from egvar.proof.words import (
    AFFIRMED,
    COUNTED,
    DENIED,
    NEGATION,
    RELATIONS,
    SUPPOSED,
    stem,
    stems,
    unknown,
    words,
)

_STRICT_UNITS = frozenset("%$€£¥₹‰")
_SPOKEN = {"pounds": {"£", "lb", "lbs"}, "cents": {"¢"}}
_NEAR = 4
"""Words between a condition's number and the name of its column, at most."""

Reason = tuple[str, str]


class Comparison:
    """One sentence and what it cites. `said` is the sentence as a reader sees it, without its tags."""

    def __init__(self, said: str, cited: list[Record], records: Records, extra: frozenset[str]) -> None:
        self.said, self.cited, self.records, self.extra = said, cited, records, extra
        quoted = [(m.start(), m.end()) for r in cited for p in r.phrases for m in _phrase(p).finditer(said)]
        self.quoted = quoted
        needed = {n for r in cited for n in r.needs}
        self.names: list[Spot] = sorted(named(said, records.names) + numbered(said, needed), key=lambda s: s.start)
        self.titles = [s for s in labelled(said, records.columns) if not inside(s, self.names)]
        self.labels = [s for s in self.titles if not _common(s.what)]
        self.own = blanked(said, quoted)
        self.values = [v for v in values(said) if not within(v, quoted) and not inside(v, self.names)]
        self.days = [d for d in days(said) if not within(d, quoted) and not inside(d, self.names)]
        self.used: dict[Record, list[Number]] = {}

    def fault(self, closed: bool) -> Reason | None:
        """Why the sentence is not what its records hold; None if it is. `closed`: ask it of every word."""
        return (
            self._turned()
            or self._unknown_names()
            or self._polarity()
            or self._numbers()
            or self._dates()
            or self._order()
            or self._conditions()
            or self._relations()
            or (self._words() if closed else None)
        )

    def _turned(self) -> Reason | None:
        for r in self.cited:
            if r.opaque and not any(_phrase(p).search(self.said) for p in r.phrases):
                return "negated", r.tag
        return None

    def _unknown_names(self) -> Reason | None:
        known = {n.casefold() for r in self.cited for n in r.names}
        stranger = next((s.what for s in self.names if s.what.casefold() not in known), None)
        if stranger is not None:
            return "name_not_in_record", stranger
        columns = {c for r in self.cited for c in r.columns}
        if columns and (label := next((s.what for s in self.labels if s.what not in columns), None)) is not None:
            return "wrong_column", label
        together = frozenset(s.what for s in self.names)
        quoted = all(within(s, self.quoted) for s in self.names)
        if not (self.values or self.days or quoted or any(together <= self._allowed(r) for r in self.cited)):
            return "wrong_entity", ", ".join(sorted(together))
        return None

    def _polarity(self) -> Reason | None:
        """A refuted claim is repeated as refuted, and nothing else is denied or supposed."""
        parts = [(s.start, s.end) for s in self.names + self.labels] + [(d.start, d.end) for d in self.days]
        own, said = blanked(self.own, parts), blanked(self.said, parts)
        if m := NEGATION.search(own):
            return "negated", m.group()
        denied = DENIED.search(said)
        if denied and not all(r.false for r in self.cited):
            return "relation_not_in_record", denied.group()
        if not denied and any(r.false for r in self.cited):
            return "refuted", next(r.tag for r in self.cited if r.false)
        if m := SUPPOSED.search(own):
            return "supposed", m.group()
        if (m := AFFIRMED.search(own)) and (denied or not self._affirmed(m.group())):
            return "relation_not_in_record", m.group()
        return None

    def _affirmed(self, word: str) -> bool:
        weak = any(r.weak for r in self.cited)
        if word.casefold() == "supported":
            return weak
        return not weak and any(r.says.startswith("Verified:") or r.says.endswith(": true") for r in self.cited)

    def _numbers(self) -> Reason | None:
        if not self.values:
            return None
        worst: list[Reason] = []
        names, labels = ([s for s in found if not within(s, self.quoted)] for found in (self.names, self.labels))
        for who in pairings(names, self.values):
            for what in pairings(labels, self.values):
                reason = self._matched(who, what)
                if reason is None:
                    return None
                worst.append(reason)
        return max(worst, key=lambda r: _SEVERITY.index(r[0]))

    def _matched(self, who: list[frozenset[str]], what: list[frozenset[str]]) -> Reason | None:
        self.used = {}
        for v, names, columns in zip(self.values, who, what, strict=True):
            reason = self._match(v, names, columns)
            if reason is not None:
                return reason
        return None

    def _match(self, v: Value, names: frozenset[str], columns: frozenset[str]) -> Reason | None:
        """Adds the number of a record that a value is to `used`, or says why there is none."""
        if v.compared == "?":
            return "unread_number", v.said
        fits = [(r, n) for r in self.cited for n in r.numbers if self._role(v, n)]
        if not fits:
            near = [n for r in self.cited for n in r.numbers if n.label != "row" and states(v, n.value)]
            bound = all(n.condition for n in near)
            return ("value_not_in_record" if not near else "wrong_role" if bound else "inexact"), v.said
        fits = [(r, n) for r, n in fits if _unit_fits(v, n, r) and self._counted(v, r, n)]
        if not fits:
            return "wrong_unit", v.said
        fits = [(r, n) for r, n in fits if n.label == "row" or self._column_fits(v, r, n, columns)]
        if not fits:
            return "wrong_column", v.said
        fits = [(r, n) for r, n in fits if n.label == "row" or (names <= self._allowed(r) and r.needs <= names)]
        if not fits:
            return "wrong_entity", v.said
        for r, n in fits:
            self.used.setdefault(r, []).append(n)
        return None

    def _role(self, v: Value, n: Number) -> bool:
        """Whether a value is a record's number in the role that it has there."""
        if v.compared != n.compared:
            return False
        if n.rounded or n.condition:
            if v.number != n.value:
                return False
        elif not states(v, n.value):
            return False
        return not n.label or bool(n.compared) or self._beside(v, n.label, n.value)

    def _counted(self, v: Value, r: Record, n: Number) -> bool:
        """Whether a record counts what a sentence counts: "3 countries" is a number of rows, "7% of" a share."""
        follows = re.match(r"[\s*_]*([^\W_]+)", self.said[v.end :])
        noun = stem(follows[1]) if follows else ""
        if follows and any(s.start == v.end + follows.start(1) and s.what in r.columns for s in self.titles):
            return True  # "20 points" is of the column "points"
        if v.unit == "%" and noun == "of":
            return re.search(r"share|percent|proportion|%\s*of\b", r.says, re.I) is not None
        if noun in COUNTED or (noun and noun in stems(self.records.key)):
            return not n.condition and ("number of rows" in r.says or " cells of " in r.says)
        return True

    def _beside(self, v: Value, label: str, number: Fraction) -> bool:
        """Whether the name of a condition's column stands near its number. A row's number follows the word."""
        if label in ("row", "one of the"):
            form = r"\brows?\s+(?:[0-9]+(?:,\s*|\s+and\s+|–))*$" if label == "row" else r"\bone of the\s+$"
            return re.search(form, self.said[: v.start], re.I) is not None
        if label == "confidence":
            return re.search(r"\bconfidence\W+(?:\w+\W+){0,2}$", self.said[: v.start], re.I) is not None
        if _dating(label, number):
            return True
        for s in self.titles:
            if s.what == label:
                between = self.said[v.end : s.start] if s.start >= v.end else self.said[s.end : v.start]
                if len(words(between)) <= _NEAR and not re.search("[0-9]", between):
                    return True
        return False

    def _column_fits(self, v: Value, r: Record, n: Number, columns: frozenset[str]) -> bool:
        if not r.columns:
            return not columns
        if "number of rows" in r.says and not n.condition:
            follows = re.match(r"\s*(\w+)", self.said[v.end :])
            if follows and any(s.start == v.end + follows.start(1) for s in self.titles):
                return False
        if n.label in r.columns and len(r.columns) > 1 and not _dating(n.label, n.value):
            return self._nearest(v) == n.label
        return columns <= r.columns

    def _nearest(self, v: Value) -> str:
        """The column that stands next to a value."""
        start = before(self.said, v)
        gaps = [(s.start - v.end if s.start >= v.end else start - s.end, s.what) for s in self.titles]
        return min((g for g in gaps if g[0] >= 0), default=(0, ""))[1]

    def _allowed(self, r: Record) -> frozenset[str]:
        """The names that may stand with a record's number: its own, and what other cited records say of the same."""
        others = [o.names for o in self.cited if r.needs and o.needs == r.needs]
        return frozenset().union(r.names, *others)

    def _dates(self) -> Reason | None:
        for d in self.days:
            holders = [r for r in self.cited if any(d.of(x) for x in r.days)]
            if not holders:
                return "value_not_in_record", d.said
            mentioned = frozenset(s.what for s in self.names)
            columns = frozenset(s.what for s in self.labels)
            if not any(mentioned <= self._allowed(r) and r.needs <= mentioned for r in holders):
                return "wrong_entity", d.said
            if not any(columns <= r.columns for r in holders if r.columns):
                return "wrong_column", d.said
        return None

    def _order(self) -> Reason | None:
        """What has an order is said in it: member(42, 7) is not member(7, 42), a ÷ b is not b ÷ a, and "a has more than
        b" not "b has more than a"."""
        for r in self.cited:
            if " ÷ " in r.says or (" than " in r.says and r.derived):
                for found in (self.names, self.labels):
                    said = list(dict.fromkeys(s.what for s in found if s.what in r.says))
                    if said != sorted(said, key=r.says.index):
                        return "wrong_entity", ", ".join(said)
            if r.ordered:
                own = [n.value for n in r.numbers if not n.condition]
                stated = [v.number for v in self.values if v.number in own]
                rest = iter(own)
                if len(stated) > 1 and not all(x in rest for x in stated):
                    return "wrong_entity", r.tag
        return None

    def _conditions(self) -> Reason | None:
        """A result is stated with the conditions that it holds under, and answers all together."""
        mentioned = {s.what for s in self.names}
        columns = {s.what for s in self.labels}
        outside = self._outside()
        for r in self.cited:
            results = [n for n in self.used.get(r, ()) if n.label not in ("row", "confidence")]
            if r.answers and r.answers & mentioned and not r.answers <= mentioned:
                return "incomplete", ", ".join(sorted(r.answers - mentioned))
            if r.weak and not re.search(r"\bsupported\b", self.said, re.I):
                return "incomplete", "supported"
            if (not results and not (r.answers & mentioned)) or any(_phrase(p).search(self.said) for p in r.phrases):
                continue
            bounds = {n for n in r.numbers if n.condition and n.label not in ("row", "confidence")}
            if missing := [n for n in bounds if n not in self.used.get(r, ())]:
                return "incomplete", str(missing[0].value)
            if r.needs - mentioned and not r.false:
                return "wrong_entity", min(r.needs - mentioned)
            dated = {n.label for n in bounds if _dating(n.label, n.value)}
            if r.derived and (missed := {c for c in r.columns - columns - dated if not _common(c)}):
                return "incomplete", min(missed)
            for said, needed, must in RELATIONS:
                if must and needed and (m := needed.search(_facts(r))) and not said.search(outside):
                    return "incomplete", m.group().strip()
        return None

    def _outside(self) -> str:
        """The sentence without names, labels, and the values with what compares them."""
        spans = [(s.start, s.end) for s in (*self.names, *self.labels)]
        spans += [(d.start, d.end) for d in self.days]
        spans += [(before(self.said, v), v.end) for v in self.values]
        return blanked(self.said, spans)

    def _relations(self) -> Reason | None:
        """A word that claims an order, a change or a whole needs one record that says as much of all that is named."""
        outside = blanked(self._outside(), self.quoted)
        mentioned = {s.what for s in self.names}
        columns = {s.what for s in self.labels}
        for said, needed, _ in RELATIONS:
            for m in said.finditer(outside):
                word = re.compile(rf"(?<!not )\b{re.escape(m.group())}\b", re.I)
                for r in self.cited:
                    facts = _facts(r)
                    says = (needed is not None and needed.search(facts)) or word.search(facts)
                    if says and mentioned <= self._allowed(r) and (columns <= r.columns or not r.columns):
                        break
                else:
                    return "relation_not_in_record", m.group()
        return None

    def _words(self) -> Reason | None:
        known = stems(self.records.key) | self.extra
        for r in self.cited:
            known |= stems(r.says)
        outside = blanked(self._outside(), self.quoted)
        for said, _, _ in RELATIONS:  # those have been asked for
            outside = said.sub(" ", outside)
        for asked in (AFFIRMED, DENIED):
            outside = asked.sub(" ", outside)
        word = unknown(re.sub(r"\[UNVERIFIED|\bclaim(?:s|ed)?\b", " ", outside, flags=re.I), known)
        return ("word_not_in_record", word) if word is not None else None


_SEVERITY = (
    "wrong_entity",
    "wrong_column",
    "wrong_unit",
    "wrong_role",
    "inexact",
    "value_not_in_record",
    "unread_number",
)
_PLAIN = frozenset(stem(w) for w in COMMON)


def _dating(label: str, number: Fraction) -> bool:
    """Whether a number is a year of its column, which need not be named: "in 2011"."""
    return re.search(r"year|season|date", label, re.I) is not None and number.denominator == 1 and 1000 <= number < 3000


def _common(label: str) -> bool:
    """Whether a column's label is of words that anybody uses: such a column need not be meant."""
    return all(stem(w) in _PLAIN for w in words(label))


def _phrase(phrase: str) -> re.Pattern[str]:
    left = r"(?<!\w)" if phrase[:1].isalnum() else ""
    first = f"[{phrase[0]}{phrase[0].swapcase()}]" if phrase[:1].isalpha() else re.escape(phrase[:1])
    right = r"(?!\w|[.,][0-9]|\s?[%×^])" if phrase[-1:].isalnum() else ""
    return re.compile(left + first + re.escape(phrase[1:]) + right)


def _facts(r: Record) -> str:
    """What a record says, without the labels and names in it."""
    return re.sub(r'"[^"]*"|“[^”]*”', " ", r.says)


def _unit_fits(v: Value, n: Number, r: Record) -> bool:
    if n.label in ("row", "confidence", "one of the"):
        return v.unit is None
    own = unit_name(n.unit)
    labels = " ".join(r.columns)
    if v.unit is None:
        return own not in _STRICT_UNITS
    if v.unit == own or own in _SPOKEN.get(v.unit, ()):
        return True
    if own is not None:
        return False
    return (v.unit in labels) if v.unit in _STRICT_UNITS else v.unit in {unit_name(w) for w in _parts(labels)}


def _parts(labels: str) -> list[str]:
    return re.split(r"[\s()\[\],;_]+", labels)
