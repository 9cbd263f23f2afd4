"""What the words of a sentence can name in a table: columns, entries, columns as coordinates, periods, kinds of row.

May import: the standard library, `egvar.source`, `egvar.solver.english`.
"""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from collections.abc import Iterator

from egvar.solver.english.chart import Edge
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.lexicon.kin import DEMONYM, KIN, root
from egvar.solver.english.nodes import Node, node, some
from egvar.solver.english.profile import ColumnInfo, Profile, period_key, year_of
from egvar.solver.english.terms import Ent, Measure, Term
from egvar.solver.english.tokens import Token, fold, stems
from egvar.source.cell import Kind

_PAREN = re.compile(r"\s*(\([^)]*\)|\[[^]]*\])")
_LIGHT = frozenset("of in the per a an and or for by on to at number no total name value # % amount average".split())
_TIME = frozenset("year season date month quarter day period week time years".split())
PARTIAL = 6
_HEADS = frozenset("headcount employee staff worker workforce people person population inhabitant resident".split())


class Names:
    """A table's vocabulary, indexed by stems."""

    def __init__(self, p: Profile) -> None:
        self.p = p
        self.columns: dict[tuple[str, ...], list[tuple[ColumnInfo, int]]] = defaultdict(list)
        self.axis: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
        self.entries: dict[tuple[str, ...], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.short: dict[tuple[str, ...], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.periods: dict[tuple[str, tuple[int, ...]], list[tuple[str, str]]] = defaultdict(list)
        for c in p.columns:
            if c.label in p.axis:
                self._axis(c)
            else:
                self._column(c)
        for c in p.columns:
            if not c.numeric and c.role not in ("boolean", "date"):
                self._entries(c)
        self.longest = max([1, *map(len, self.entries), *map(len, self.columns), *map(len, self.axis)])
        kinds = {k[0] for k in self.periods} if p.time else set()
        self.axis_nouns = kinds | ({"period"} if p.time else {"group", "arm", "column"}) if p.axis else set()
        self.words = frozenset(w for form in (*self.entries, *self.columns, *self.axis) for w in form)
        self.headers = frozenset(w for c in p.columns for w in c.words)
        self.functional = {
            fold(x.text)
            for c in p.columns
            if not c.numeric
            for x in p.source.columns[c.index].cells
            if x.kind is Kind.TEXT and " " not in x.text and (x.text.isupper() or len(x.text) < 4)
        }

    def _column(self, c: ColumnInfo) -> None:
        seen: set[tuple[str, ...]] = set()

        def add(form: tuple[str, ...], cost: int) -> None:
            if form and form not in seen and any((w.isalnum() and not w.isdecimal()) or w in "%#" for w in form):
                seen.add(form)
                self.columns[form].append((c, cost))

        add(stems(c.label), 0)
        add(c.words, 0)
        if (year := year_of(c)) is not None:
            add(tuple(w for w in c.words if w != str(year)), 0)
        add(tuple(w for w in c.words if w not in ("the", "of")), 1)
        for form in c.extra:
            add(form, 2)
        if c.words[:1] in (("total",), ("overall",)) and len(c.words) > 1:
            add(c.words[1:], 2)
        if set(c.words) <= {"total", "all", "overall"}:  # "55 employees" of a total in a table of headcounts
            for w in self.p.caption:
                for kin in {w} | KIN.get(w, frozenset()):
                    if kin in _HEADS:
                        add((kin,), 4)
        for lead in (("number", "of"), ("total", "number", "of"), ("no", "of"), ("name", "of"), ("#",), ("of",)):
            if c.words[: len(lead)] == lead:
                add(c.words[len(lead) :], 1)
        if c.words[-1:] in (("name",), ("number",)) and len(c.words) > 1:
            add(c.words[:-1], 2)
        plain = stems(_PAREN.sub(" ", c.label))
        add(plain, 1)
        telling = [w for w in plain if w not in _LIGHT and not w.isdecimal()]
        # Parts of a long name: a run of its words that has a telling one and is no part of another column's name.
        for size in range(len(plain) - 1, 0, -1):
            for a in range(len(plain) - size + 1):
                run = plain[a : a + size]
                if run[0] in _LIGHT or run[-1] in _LIGHT or not any(w in telling for w in run):
                    continue
                add(run, PARTIAL * max(1, len([w for w in telling if w not in run])))
        if len(telling) == 1 and len(telling[0]) > 2:
            for kin in KIN.get(telling[0], ()):
                add((kin,), 8)
        if len(telling) >= 1:
            for w in telling:
                if root(w) != w and len(telling) == 1:
                    add((root(w),), 7)

    def _axis(self, c: ColumnInfo) -> None:
        text = _PAREN.sub("", c.label)
        seen: dict[tuple[str, ...], int] = {}
        for form, cost in ((stems(c.label), 0), (stems(text), 0), (c.words, 0)):
            if form:
                seen.setdefault(form, cost)
        words = stems(text)
        if not self.p.time and len(words) > 1:
            others = {w for a in self.p.axis if a != c.label for w in stems(a)}
            for w in words:
                if w not in others and w not in _LIGHT and len(w) > 2:
                    seen.setdefault((w,), PARTIAL)
        for form, cost in seen.items():
            self.axis[form].append((c.label, cost))
        if (place := period_key(text)) is not None:
            self.periods[place].append(("", c.label))
            if place[0] == "day":  # "at the end of 2024", where the headers are balance sheet dates
                self.periods[("year", place[1][:1])].append(("", c.label))

    def _entries(self, c: ColumnInfo) -> None:
        column = self.p.source.columns[c.index]
        for i, x in enumerate(column.cells):
            if x.kind not in (Kind.TEXT, Kind.UNREADABLE) or not x.text:
                continue
            form = stems(x.text)
            if not form or form == c.words:
                continue
            self.entries[form][c.label].add(x.text)
            if c.label == self.p.key and i not in self.p.total_rows and (place := period_key(x.text)) is not None:
                self.periods[place].append((c.label, x.text))
            if len(x.text) <= 60:
                for part in _shorter(x.text):
                    if part != form:
                        self.short[part][c.label].add(x.text)

    # --- edges -------------------------------------------------------------------------------------------------

    def edges(self, tokens: list[Token]) -> Iterator[Edge]:
        """Every mention in a sentence, as a term: M a measure, D another column, X a point (entry or coordinate), N a
        kind of row, B a yes-or-no column."""
        at = [i for i, t in enumerate(tokens) if t.text[0].isalnum() or t.text in ("%", "#", "&", "+")]
        words = [tokens[i].stem for i in at]
        for a in range(len(at)):
            for b in range(a + 1, min(len(at), a + self.longest) + 1):
                if at[b - 1] - at[a] > 2 * (b - a):
                    break
                start, end = at[a], at[b - 1] + 1
                yield from self._mentions(tokens, tuple(words[a:b]), start, end)
        yield from self._periods(tokens)
        yield from self._days(tokens)

    def _mentions(self, tokens: list[Token], form: tuple[str, ...], start: int, end: int) -> Iterator[Edge]:
        raw = " ".join(t.raw for t in tokens[start:end])
        if (end < len(tokens) and tokens[end].text == "'s" and end + 1 == len(tokens)) or (
            end + 1 < len(tokens) and tokens[end].text == "'s"
        ):  # a name that ends in "'s"
            whole = {x for by in (self.entries.get(form, {}),) for xs in by.values() for x in xs}
            if whole and all(fold(x).endswith("'s") for x in whole):
                end += 1
        if not self._cased(tokens, start, end):
            return
        named = self.columns.get(form, [])
        whole = min((cost for _, cost in named), default=PARTIAL) <= 2
        for c, cost in named:
            if whole and cost >= PARTIAL:
                continue  # “books” is the column Books, not a part of E-books
            yield from self._of_column(c, cost, start, end, raw)
        if len(form) == 1 and form not in self.columns and len(form[0]) > 5:
            for c, cost in self.columns.get((root(form[0]),), ()):
                yield from self._of_column(c, cost + 7, start, end, raw)
        for label, cost in self.axis.get(form, ()):
            yield Edge(start, end, "X", Term(axis=(label,)), cost, ((start, end, f'column "{label}"'),))
        exact = self.entries.get(form, {})
        if not exact and len(form) == 1 and form[0] in DEMONYM:
            exact = self.entries.get((DEMONYM[form[0]],), {})
        for label, texts in exact.items():
            column = any(c.numeric and cost < PARTIAL + 1 for c, cost in self.columns.get(form, ()))
            yield from self._of_entry(label, texts, 9 if column and label != self.p.key else 0, start, end)
        if not self._functional(tokens, start, end):
            for label, texts in self.short.get(form, {}).items():
                named = tokens[start].name or not next(iter(texts))[:1].isupper()
                if label not in exact and len(texts) == 1 and named:
                    yield from self._of_entry(label, texts, 10, start, end, note=raw)
        noun = form[-1]
        if len(form) == 1 and self.p.axis and noun in self.axis_nouns and form not in self.columns:
            yield Edge(start, end, "N", Term(noun="period"), 0, ((start, end, "columns of the table"),))
        taken = exact or (form in self.columns and noun not in stems(self.p.key or ""))
        if len(form) == 1 and not taken and (noun in self.p.nouns or noun in f.ROW_WORDS):
            cost = 0 if noun in stems(self.p.key or "") else 3 if noun in self.p.nouns else 5
            yield Edge(start, end, "N", Term(noun=noun), cost, ((start, end, "rows of the table"),))

    def _of_column(self, c: ColumnInfo, cost: int, start: int, end: int, raw: str) -> Iterator[Edge]:
        what = ((start, end, f'column "{c.label}"'),)
        notes = frozenset({f"“{raw}” means column “{c.label}”"}) if cost >= PARTIAL else frozenset()
        if c.numeric:
            year = year_of(c)
            said = raw.split()
            when = year if year is not None and str(year) not in said else 0
            yield Edge(start, end, "M", Term(measure=Measure(c.label, "name", "", when), notes=notes), cost, what)
        elif c.role == "boolean":
            yield Edge(start, end, "B", Term(answer=c.label, notes=notes), cost, what)
        if not c.numeric or c.role in ("year", "rank", "identifier") or c.label == self.p.key:
            yield Edge(start, end, "D", Term(answer=c.label, notes=notes), cost, what)

    def _of_entry(self, label: str, texts: set[str], cost: int, start: int, end: int, note: str = "") -> Iterator[Edge]:
        shown = " or ".join(sorted(texts))
        notes = frozenset({f"“{note}” means “{shown}”"}) if note else frozenset()
        what = ((start, end, f'"{label}" is {shown}'),)
        if label == self.p.key:
            yield Edge(start, end, "X", Term(ents=(Ent(label, tuple(sorted(texts))),), notes=notes), cost, what)
        else:
            yield Edge(
                start, end, "X", Term(conds=frozenset({entry(label, tuple(sorted(texts)))}), notes=notes), cost, what
            )
            yield Edge(start, end, "C", Term(conds=frozenset({entry(label, tuple(sorted(texts)))})), cost, what)

    def _cased(self, tokens: list[Token], start: int, end: int) -> bool:
        """Whether one short word may be a name: a function word is one only where it is written in capitals."""
        if end - start != 1 or not self._functional(tokens, start, end):
            return True
        return tokens[start].raw.isupper()

    def _functional(self, tokens: list[Token], start: int, end: int) -> bool:
        return end - start == 1 and (tokens[start].text in _FUNCTION)

    def _days(self, tokens: list[Token]) -> Iterator[Edge]:
        """Days, months and years as points in columns of dates."""
        dates = [c for c in self.p.columns if c.role == "date"]
        if not dates:
            return
        for i in range(len(tokens)):
            for said, end, conds in _calendar(tokens, i):
                for c in dates:
                    named = len(dates) == 1 or set(c.words) & {"date", "day"}
                    nodes = frozenset(_date_cond(c.label, k, v) for k, v in conds)
                    what = ((i, end, f'"{c.label}" is {said}'),)
                    yield Edge(i, end, "DATE", Term(conds=nodes), 2 if named else 6, what)

    def _periods(self, tokens: list[Token]) -> Iterator[Edge]:
        """Periods by other words than the table's: "the third quarter", "fiscal 2023", "Mar"."""
        if not self.periods:
            return
        for i in range(len(tokens)):
            for n in (1, 2, 3):
                said = [t.text for t in tokens[i : i + n]]
                if len(said) < n or (place := _spoken(said)) is None:
                    continue
                for known, names in self.periods.items():
                    same = known == place or (
                        known[0] == place[0] and 0 in (known[1][0], place[1][0]) and known[1][1:] == place[1][1:]
                        and len(known[1]) > 1
                    )  # fmt: skip
                    if not same:
                        continue
                    for label, text in names:
                        term = Term(ents=(Ent(label, (text,)),)) if label else Term(axis=(text,))
                        yield Edge(i, i + n, "X", term, 1, ((i, i + n, f"“{text}”"),))


_FUNCTION = frozenset(
    f"""{" ".join(f.DET | f.PREPS)}
    it us who will may or and not no is am are was be do go me he as if so up all any can
    has had its more most less least one out off own""".split()
)


def entry(label: str, texts: tuple[str, ...]) -> Node:
    """The condition that a cell is one of some texts."""
    return some([node("text_is", column=label, value=t) for t in texts])


def _spoken(said: list[str]) -> tuple[str, tuple[int, ...]] | None:
    text = " ".join(said)
    if said[0] in f.ORDINALS and said[1:] in (["quarter"], ["half"]):
        return said[1], (0, f.ORDINALS[said[0]])
    if (len(said) == 2 and said[0] in ("fiscal", "fy", "year")) or (len(said) == 3 and said[:2] == ["fiscal", "year"]):
        found = period_key(said[-1])
        return found if found and found[0] == "year" else None
    if len(said) == 1 and text == "may":
        return ("month", (0, 5))
    return period_key(text) if len(said) < 3 else None


def _calendar(tokens: list[Token], i: int) -> Iterator[tuple[str, int, tuple[tuple[str, int | str], ...]]]:
    """Days ("8 January 2024", "January 8, 2024", "2024-01-08") and months ("March", "March 2024") from token i."""
    words = [t.text for t in tokens[i : i + 5]]

    def year(k: int) -> int | None:
        return int(words[k]) if len(words) > k and re.fullmatch("1[5-9][0-9]{2}|20[0-9]{2}", words[k]) else None

    def day(k: int) -> int | None:
        return int(words[k]) if len(words) > k and re.fullmatch("[0-9]{1,2}", words[k]) and int(words[k]) < 32 else None

    month = f.MONTH_NUMBER.get(words[0])
    if month is not None and (len(words[0]) > 3 or tokens[i].name):
        if (y := year(1)) is not None:
            yield " ".join(words[:2]), i + 2, (("month", month), ("year", y))
        elif (d := day(1)) is not None:
            comma = 1 if words[2:3] == [","] else 0
            if (y := year(2 + comma)) is not None:
                yield from _one_day(y, month, d, i, i + 3 + comma)
        else:
            yield words[0], i + 1, (("month", month),)
    d = day(0)
    if d is not None and len(words) > 2 and words[1] in f.MONTH_NUMBER and (y := year(2)) is not None:
        yield from _one_day(y, f.MONTH_NUMBER[words[1]], d, i, i + 3)
    if (y := year(0)) is not None and words[1:2] == ["-"] and words[3:4] == ["-"]:
        m, d = day(2), day(4)
        if m is not None and d is not None:
            yield from _one_day(y, m, d, i, i + 5)


def _one_day(y: int, m: int, d: int, i: int, end: int) -> Iterator[tuple[str, int, tuple[tuple[str, int | str], ...]]]:
    try:
        iso = datetime.date(y, m, d).isoformat()
    except ValueError:
        return
    yield iso, end, (("iso", iso),)


def _date_cond(label: str, kind: str, value: int | str) -> Node:
    if kind == "iso":
        return node("day_is", column=label, cmp="=", value=value)
    return node("number_is", column=(("name", label), ("part", kind)), cmp="=", value=value)


def _shorter(text: str) -> list[tuple[str, ...]]:
    """Shorter names of an entry: without what is in parentheses or after a comma; its first or last word."""
    plain = _PAREN.sub(" ", text)
    words = stems(plain)
    out = [words, stems(plain.split(",")[0])]
    if words[:1] in (("any",), ("all",), ("total",), ("number",)) and len(words) > 1:
        out.append(words[2:] if words[1:2] == ("of",) else words[1:])
    raw = plain.split()
    if 2 <= len(words) <= 4 and len(raw) == len(words):
        if re.search(r"\d", raw[0]) and not raw[0].isdecimal():
            out.append(words[:1])  # "S1" of "S1 Airport"
        if raw[0][:1].isupper() and raw[-1][:1].isupper() and len(raw[-1]) > 3 and raw[-1].isalpha():
            out.append(words[-1:])  # a last name
        if len(words) > 1 and raw[0][:1].isupper() and len(raw[0]) > 3 and raw[0].isalpha():
            out.append(words[:1])
    return [form for form in out if form and any(not w.isdecimal() for w in form)]


__all__ = ["Names", "entry"]
