"""Phrases that pick rows: entries, comparisons, years and days, and what joins them.

May import: the standard library, `egvar.solver.formalizer`, `egvar.tools.base`.

COND has a filter as its meaning. ROWSX is a noun for rows with what it is restricted by: (column or None, filter).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from egvar.solver.formalizer.chart import Edge, rule
from egvar.solver.formalizer.sem import ALL, EXTREMES, Node, conj, conjuncts, disj, node, restrict
from egvar.solver.formalizer.sentence import Num, Sentence
from egvar.solver.formalizer.tokens import stems
from egvar.solver.formalizer.vocabulary import Col, Entry
from egvar.solver.formalizer.words import SKIP
from egvar.tools.base import show_exact

Built = Iterator[tuple[Any, int]]


def is_entry(e: Entry) -> Node:
    """Rows that hold one of the spellings."""
    out: Node | None = None
    for v in e.values:
        one = node("text_is", column=e.column, value=v)
        out = one if out is None else disj(out, one)
    assert out is not None
    return out


def number_is(col: Col, cmp: str, n: Num) -> Node | None:
    """Rows whose number compares to `n`; None where the units cannot go together."""
    if not col.numeric:
        return None
    value = scaled(col, n)
    if n.unit == "%" and col.unit != "%" and "percent" not in stems(col.label):
        return None
    if n.unit in ("$", "€", "£") and col.unit not in (None, n.unit):
        return None
    if col.years and not n.year:
        return None
    if n.year and not col.years and (cmp == "=" or n.value > max(col.largest, 999)):
        return None
    return node("number_is", column=col.label, cmp=cmp, value=show_exact(value))


def scaled(col: Col, n: Num) -> Any:
    """The number in the column's own scale: "1.7 million" is 1.7 where the header says "in millions"."""
    label = col.label.lower()
    if n.scale > 1 and any(w in label for w in ("million", "billion", "thousand", "000")):
        return n.value
    return n.value * n.scale


def compatible(c: Node) -> bool:
    """Whether no two parts of a conjunction want different texts or numbers of one column."""
    seen: dict[str, Any] = {}
    for p in conjuncts(c):
        if p.op == "text_is" or (p.op == "number_is" and p.get("cmp") == "="):
            key = str(p.get("column"))
            if seen.setdefault(key, p) != p:
                return False
    return True


def has_extreme(c: Node) -> bool:
    return any(p.op in EXTREMES for p in conjuncts(c))


PLACES = frozenset({"rank", "ranking", "position", "pos", "place", "standing"})


def part(parts: tuple[Edge, ...], *cats: str) -> Any:
    """The meaning of the first phrase of one of these categories."""
    return next((p.sem for p in parts if p.cat in cats), None)


@rule("COND", "ENT")
def entry(s: Sentence, e: Edge) -> Built:
    if s.claim and other_role(s, e):
        return
    said = s.words[e.start : e.end]
    empty = all(w in SKIP or len(w) == 1 for w in said) and not any(w.isdecimal() and len(w) > 1 for w in said)
    yield is_entry(e.sem), 150 if empty else 10


BE = frozenset({"be", "is", "was", "were", "are", "as", "an", "a", "the", "play"})


def other_role(s: Sentence, e: Edge) -> bool:
    """Whether an entry is said to be in another text column than its own ("X is the away team")."""
    for m in s.mentions:
        if not isinstance(m.what, Col) or m.what.numeric or m.what.label == e.sem.column or m.cost > 30:
            continue
        gap = s.words[e.end : m.start] if m.start >= e.end else s.words[m.end : e.start] if m.end <= e.start else None
        if gap is None or len(gap) > 4 or not set(gap) <= BE:
            continue
        if gap or (m.end == e.start and not any(e.start == o.end or o.start == e.end for o in s.roles(e.sem.column))):
            return True
    return False


def across(s: Sentence, a: Edge, b: Edge) -> bool:
    """Whether a verb stands between two phrases of a claim: what follows it is said of the first, and picks nothing."""
    return s.claim and bool({"be", "is", "was", "were", "are"} & set(s.words[a.end : b.start]))


@rule("COND", "COL ENT", "ENT COL")
def entry_with_header(s: Sentence, *parts: Edge) -> Built:
    whole = {"all", "every", "each"} & set(s.words[max(0, parts[0].start - 2) : parts[0].start])
    if part(parts, "COL").label == part(parts, "ENT").column and not whole:
        yield is_entry(part(parts, "ENT")), 0


@rule("COND", "COL NUM", "NUM COL")
def header_number(s: Sentence, *parts: Edge) -> Built:
    out = number_is(part(parts, "COL"), "=", part(parts, "NUM"))
    if out is not None:
        yield out, 4


@rule("COND", "COL NUM and NUM", "COL NUM NUM and NUM", "COL NUM or NUM")
def header_numbers(s: Sentence, *parts: Edge) -> Built:
    """“seasons 1, 2 and 3”"""
    out: Node | None = None
    for n in (p.sem for p in parts if p.cat == "NUM"):
        one = number_is(part(parts, "COL"), "=", n)
        if one is None:
            return
        out = one if out is None else disj(out, one)
    yield out, 4


@rule("COND", "COL CMP NUM", "CMP NUM COL", "COL NUM TAIL", "NUM TAIL COL", "NUM COL TAIL")
def compared(s: Sentence, *parts: Edge) -> Built:
    cmp = part(parts, "CMP", "TAIL")
    out = number_is(part(parts, "COL"), cmp, part(parts, "NUM")) if cmp != "?" else None
    if out is not None:
        yield out, 0


@rule("COND", "COL CMP NUM COL", "COL NUM TAIL COL", "COL NUM COL")
def compared_apart(s: Sentence, *parts: Edge) -> Built:
    """“won 10 or fewer seats”, the header being “seats won”"""
    a, b = (p for p in parts if p.cat == "COL")
    cmp = part(parts, "CMP", "TAIL") or "="
    out = number_is(a.sem, cmp, part(parts, "NUM")) if a.sem == b.sem and cmp != "?" else None
    said = {t.stem for e in (a, b) for t in s.tokens[e.start : e.end]}
    if out is not None and len(said) > 1 and said <= a.sem.words:
        yield out, 10 - min(a.cost, 45) - min(b.cost, 45)


@rule("COND", "COL between NUM and NUM", "between NUM and NUM COL", "COL from NUM to NUM", "from NUM to NUM COL")
def within(s: Sentence, *parts: Edge) -> Built:
    col = part(parts, "COL")
    low, high = (p.sem for p in parts if p.cat == "NUM")
    a, b = number_is(col, ">=", low), number_is(col, "<=", high)
    if a is not None and b is not None and low.value <= high.value:
        yield conj(a, b), 0


def _time(s: Sentence, cmp: str, n: Num) -> Iterator[Node]:
    for c in s.time_columns():
        column: Any = c.label if c.years else (("name", c.label), ("part", "year"))
        yield node("number_is", column=column, cmp=cmp, value=show_exact(n.value))


@rule("COND", "NUM")
def in_year(s: Sentence, n: Edge) -> Built:
    if n.sem.year:
        heads = any(c.label == n.sem.digits for c in s.vocabulary.columns)
        for c in _time(s, "=", n.sem):
            yield c, 10 + 60 * heads


@rule("COND", "DECADE")
def in_decade(s: Sentence, d: Edge) -> Built:
    first, last = (Num(Fraction(y), str(y)) for y in (d.sem, d.sem + 9))
    for a, b in zip(_time(s, ">=", first), _time(s, "<=", last), strict=True):
        yield conj(a, b), 5


@rule("COND", "NUM and NUM", "NUM or NUM")
def in_two_years(s: Sentence, a: Edge, b: Edge) -> Built:
    if a.sem.year and b.sem.year and a.sem.value != b.sem.value:
        for x, y in zip(_time(s, "=", a.sem), _time(s, "=", b.sem), strict=True):
            yield disj(x, y), 10


@rule("COND", "before NUM", "after NUM", "since NUM", "until NUM", "CMP NUM")
def before_year(s: Sentence, *parts: Edge) -> Built:
    n = part(parts, "NUM")
    word = s.words[parts[-1].start - 1]
    if n.year and word in ("before", "after", "since", "until"):
        for c in _time(s, {"before": "<", "after": ">", "since": ">=", "until": "<="}[word], n):
            yield c, 0


@rule("COND", "between NUM and NUM", "from NUM to NUM", "NUM to NUM", "NUM - NUM", "from NUM until NUM")
def in_years(s: Sentence, low: Edge, high: Edge) -> Built:
    if low.sem.year and high.sem.year and low.sem.value < high.sem.value:
        for a, b in zip(_time(s, ">=", low.sem), _time(s, "<=", high.sem), strict=True):
            yield conj(a, b), 0


@rule(
    "COND",
    "over|during|in|for NUM - year|season|month period COND",
    "over|during|in|for NUM year|season|month period COND",
)
def named_span(s: Sentence, n: Edge, c: Edge) -> Built:
    """“over the 3-year period from 2005 to 2007”"""
    yield c.sem, 5


@rule("COND", "DAY")
def on_day(s: Sentence, d: Edge) -> Built:
    for c in s.vocabulary.columns:
        if c.dates:
            yield node("day_is", column=c.label, cmp="=", value=d.sem), 0


@rule("COND", "before DAY", "after DAY")
def before_day(s: Sentence, d: Edge) -> Built:
    late = s.words[d.start - 1] == "after"
    for c in s.vocabulary.columns:
        if c.dates:
            bound = node("day_is", column=c.label, cmp="<=" if late else ">=", value=d.sem)
            yield node("not", of=bound), 0


@rule("COND", "between DAY and DAY", "from DAY to DAY")
def between_days(s: Sentence, a: Edge, b: Edge) -> Built:
    for c in s.vocabulary.columns:
        if c.dates and a.sem < b.sem:
            low, high = (node("day_is", column=c.label, cmp=x, value=d.sem) for x, d in ((">=", a), ("<=", b)))
            yield conj(low, high), 0


@rule("COND", "MONTH")
def in_month(s: Sentence, m: Edge) -> Built:
    for c in s.vocabulary.columns:
        if c.dates:
            yield node("number_is", column=(("name", c.label), ("part", "month")), cmp="=", value=str(m.sem)), 8


@rule("COND", "not COND", "other than COND", "except [for] COND", "excluding COND", "outside [of] COND", "not in COND")
def negated(s: Sentence, c: Edge) -> Built:
    if not has_extreme(c.sem):
        yield node("not", of=c.sem), 0


@rule("COND", "COND COND", "COND and COND", "COND but COND")
def both(s: Sentence, a: Edge, b: Edge) -> Built:
    together = combined(a.sem, b.sem)
    if compatible(together) and not (across(s, a, b) and has_extreme(together)):
        yield together, 0


def combined(a: Node, b: Node) -> Node:
    """Both conditions; an extreme in one is taken among the rows of the other."""
    extremes = [p for p in (*conjuncts(a), *conjuncts(b)) if p.op in EXTREMES]
    rest = ALL
    for p in (*conjuncts(a), *conjuncts(b)):
        if p not in extremes:
            rest = conj(rest, p)
    if not extremes:
        return rest
    out = ALL
    for p in extremes:
        out = conj(out, restrict(p, rest) if rest != ALL else p)
    return out


@rule("COND", "COND or COND", "COND and COND", "either COND or COND", "COND COND and COND", "COND COND or COND")
def either(s: Sentence, *conds: Edge) -> Built:
    """“in 2008 and 2009”, “from France or Spain”: entries of one column."""
    columns = [{str(p.get("column")) for p in _leaves(x.sem)} for x in conds]
    if len(columns[0]) == 1 and all(c == columns[0] for c in columns) and len({x.sem for x in conds}) == len(conds):
        out = conds[0].sem
        for x in conds[1:]:
            out = disj(out, x.sem)
        yield out, 2


def _leaves(c: Node) -> list[Node]:
    if c.op in ("and", "or"):
        return _leaves(c.get("left")) + _leaves(c.get("right"))
    return [c] if c.op in ("text_is", "number_is", "day_is") else [node("none", column="?")]


@rule("ROWSX", "COL")
def column_rows(s: Sentence, c: Edge) -> Built:
    if not c.sem.numeric or c.sem.years:
        yield (c.sem.label, ALL), 0


@rule("ROWSX", "ROWS")
def plain_rows(s: Sentence, r: Edge) -> Built:
    yield (None, ALL), 0


@rule("ROWSX", "ROWSX COND", "COND ROWSX", "ROWSX AMONG")
def restricted_rows(s: Sentence, a: Edge, b: Edge) -> Built:
    rows, cond = (a.sem, b.sem) if a.cat == "ROWSX" else (b.sem, a.sem)
    together = combined(rows[1], cond)
    if across(s, a, b) and has_extreme(together):
        return
    if compatible(together) and not misplaced(s, rows[0], cond):
        yield (rows[0], together), 30 * stray(s, rows[0], cond)


def stray(s: Sentence, label: str | None, cond: Node) -> bool:
    """Whether a noun that heads a column, and names no rows, is passed over beside an entry of another."""
    column = next((c for c in s.vocabulary.columns if c.label == label), None)
    if column is None or column.key or column.years:
        return False
    return any(p.op == "text_is" and p.get("column") != label for p in conjuncts(cond))


def misplaced(s: Sentence, label: str | None, cond: Node) -> bool:
    """Whether a noun that heads a column stands beside an entry of another that it could hold as well."""
    if label is None:
        return False
    texts = s.vocabulary.texts.get(label, frozenset())
    return any(p.op == "text_is" and p.get("column") != label and p.get("value") in texts for p in conjuncts(cond))


@rule("COND", "ROWSX")
def described(s: Sentence, r: Edge) -> Built:
    """“the year with the highest …” picks the rows that it describes."""
    label, where = r.sem
    if where == ALL:
        return
    column = next((c for c in s.vocabulary.columns if c.label == label), None)
    if column is None or column.key or column.years or has_extreme(where):
        yield where, 3


@rule("ANY", "all|every|each|any ROWSX", "among ROWSX", "across ROWSX", "among|across all|the|different ROWSX")
def any_row(s: Sentence, r: Edge) -> Built:
    if r.sem[1] == ALL and not s.claim:
        yield r.sem[0], 0


@rule(
    "AMONG",
    "among|amongst|of|out ROWSX",
    "among|amongst|of|out all|the|those ROWSX",
    "all ROWSX",
    "among those COND",
    "among|amongst|of all COND",
)
def among(s: Sentence, r: Edge) -> Built:
    where = r.sem if r.cat == "COND" else r.sem[1]
    whole = r.cat == "ROWSX" and "all" in s.words[max(0, r.start - 2) : r.start]
    if not has_extreme(where) and not (whole and picks(where, r.sem[0])):
        yield where, 0


def picks(where: Node, label: str | None) -> bool:
    """Whether a condition names one entry of the column that heads the rows: "all states in India" does not mean it."""
    return any(p.op == "text_is" and p.get("column") == label for p in conjuncts(where))
