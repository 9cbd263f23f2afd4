"""What a table is about, before any word of a sentence is read.

May import: the standard library, `egvar.source`, `egvar.solver.english`.

Everything here is a guess that a reading may rest on; none of it is trusted. `egvar read --profile` prints it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from egvar.solver.english.lexicon.function import KINDS, MONTH_NUMBER, SAME_THING
from egvar.solver.english.tokens import fold, stem, stems
from egvar.source.alternatives import suspected_totals
from egvar.source.cell import Kind
from egvar.source.source import Column, Source
from egvar.source.units import HeaderUnits, header_units

Role = Literal["key", "measure", "identifier", "rank", "year", "date", "boolean", "category", "text"]
YES = frozenset("yes y true ✓ x ja oui si".split())
NO = frozenset("no n false ✗ nein non".split())
_ID = frozenset("id no number code sku isbn phone zip postcode ref reference account barcode №".split())
_RANK = frozenset("rank position pos place standing ranking seed".split())
_YEAR = frozenset("year season built founded established opened born launched completed released since".split())
_RATES = frozenset(
    """rate rating ratio average avg mean median share percent % margin score index per density price temperature
    grade points? yield efficiency punctuality turnout occupancy gpa age speed throughput""".split()
)
_SMALL_IS_BETTER = frozenset("rank position pos place cost price time duration error errors latency wait".split())
_INITIALS = {
    "p": ("play", "game", "match"),
    "pld": ("play", "game", "match"),
    "gp": ("play", "game", "match"),
    "mp": ("play", "game", "match"),
    "w": ("win",),
    "d": ("draw",),
    "t": ("tie", "draw"),
    "l": ("lose", "defeat"),
    "gf": ("goals for", "goals scored", "goals", "score"),
    "ga": ("goals against", "goals conceded", "concede"),
    "gd": ("goal difference",),
    "pts": ("point",),
    "pct": ("percent",),
}
_PERIOD = re.compile(
    r"(?:(?:fy|cy|fiscal|year)?\s*(?P<year>(?:1[5-9]|20|21)[0-9]{2})(?:\s*[-–/]\s*[0-9]{2,4})?"
    r"|(?P<q>q[1-4]|[1-4]q)(?:\s*(?P<qy>[0-9]{4}|'?[0-9]{2}))?"
    r"|(?P<h>h[12]|[12]h)(?:\s*(?P<hy>[0-9]{4}))?"
    r"|(?P<m>[a-z]{3,9})\.?(?:\s+(?P<my>[0-9]{4}|'[0-9]{2}))?)",
    re.I,
)
_MONTH = "|".join(sorted(MONTH_NUMBER, key=len, reverse=True))
_DATE = re.compile(rf"(?:(?:as of|at|year ended|ended)\s+)?([0-9]{{1,2}})\.?\s+({_MONTH})\.?\s+([0-9]{{4}})")
WEEKDAYS = {d: i for i, d in enumerate("mon tue wed thu fri sat sun".split(), 1)}


def period_key(text: str) -> tuple[str, tuple[int, ...]] | None:
    """The kind of a period's name and its place in time: ("year", (2021,)), ("quarter", (2021, 3)), ("month", (0, 5)).
    None for a text that names no period."""
    m = _PERIOD.fullmatch(text.strip())
    low = fold(text.strip())
    if low[:3] in WEEKDAYS and re.fullmatch(r"(mon|tues?|wednes|wed|thurs?|thu|fri|satur|sat|sun)(day)?s?", low):
        return "weekday", (WEEKDAYS[low[:3]],)
    if w := re.fullmatch(r"(week|day|year|month|round|stage|game|match|quarter|phase|wave)\s*([0-9]{1,3})", low):
        return w[1], (int(w[2]),)
    if d := _DATE.fullmatch(low):
        return "day", (int(d[3]), MONTH_NUMBER[d[2]], int(d[1]))
    if m is None:
        return None
    if m["year"]:
        return "year", (int(m["year"]),)
    if m["q"]:
        year = int(m["qy"].lstrip("'")) if m["qy"] else 0
        return "quarter", (year, int(re.sub("[^1-4]", "", m["q"])))
    if m["h"]:
        return "half", (int(m["hy"] or 0), int(re.sub("[^12]", "", m["h"])))
    if m["m"] and m["m"].lower() in MONTH_NUMBER:
        return "month", (int((m["my"] or "0").lstrip("'")), MONTH_NUMBER[m["m"].lower()])
    return None


@dataclass(frozen=True)
class ColumnInfo:
    """A column as sentences speak of it. `words`: stems of its name without unit; `years`: numbers that are years."""

    label: str
    index: int
    role: Role
    numeric: bool
    words: tuple[str, ...]
    units: HeaderUnits
    unit: str | None
    rate: bool
    years: bool = False
    small_is_better: bool = False
    extra: tuple[tuple[str, ...], ...] = ()
    yes: str | None = None
    no: str | None = None

    @property
    def scale(self) -> Fraction:
        return self.units.scale

    @property
    def percent(self) -> bool:
        return self.unit == "%"

    @property
    def additive(self) -> bool:
        """Whether numbers of several rows can be added up and mean something."""
        return self.role == "measure" and not self.rate and not self.percent


@dataclass(frozen=True)
class Profile:
    """`key`: the column that names rows; `axis`: columns that are values of one measure (years, arms), in their order;
    `time`: whether the axis is time; `rows_measure`: rows are measures and the axis columns are the things measured;
    `period_rows`: the key is a time (row order by `order`); `nouns`: stems that stand for a row; `total_rows`: row
    indices that are totals of others; `total_of`: a column that is the sum of the axis or of other columns."""

    source: Source
    columns: tuple[ColumnInfo, ...]
    key: str | None
    axis: tuple[str, ...] = ()
    time: bool = False
    rows_measure: bool = False
    order: tuple[str, ...] = ()
    nouns: frozenset[str] = frozenset()
    caption: frozenset[str] = frozenset()
    caption_text: str = ""
    total_rows: tuple[int, ...] = ()
    families: tuple[tuple[tuple[int, str], ...], ...] = ()
    sums: tuple[tuple[str, tuple[str, ...]], ...] = ()
    generic_key: bool = False
    table_unit: HeaderUnits = field(default_factory=lambda: HeaderUnits(""))

    def col(self, label: str) -> ColumnInfo:
        return next(c for c in self.columns if c.label == label)

    @property
    def measures(self) -> tuple[ColumnInfo, ...]:
        return tuple(c for c in self.columns if c.role == "measure")

    def stands_for_rows(self, noun: str) -> bool:
        """Whether a noun that the table does not have may stand for its rows: the key's header names no kind of thing,
        and the noun none that rows are known not to be."""
        return self.generic_key and (noun not in KINDS or noun in self.nouns)

    def part_of(self, part: str, whole: str) -> bool:
        """Whether one column counts some of what another counts: no number of it is greater, and both are counts."""
        if part == whole or part in self.axis or whole in self.axis:
            return False
        a, b = self.source.column(part).cells, self.source.column(whole).cells
        if self.col(part).rate or self.col(whole).rate or self.col(part).units.kind not in (None, "count"):
            return False
        pairs = [
            (x.number, y.number) for x, y in zip(a, b, strict=True) if x.number is not None and y.number is not None
        ]
        return bool(pairs) and all(0 <= x <= y for x, y in pairs)

    def lines(self) -> list[str]:
        """The profile for a person."""
        out = [f'rows are named by "{self.key}"' if self.key else "no column names the rows"]
        for c in self.columns:
            unit = f", in {c.unit}" if c.unit else ""
            scale = f", times {c.scale}" if c.scale != 1 else ""
            low = ", the smaller the better" if c.small_is_better else ""
            out.append(f'"{c.label}": {c.role}{unit}{scale}{", a rate" if c.rate and c.numeric else ""}{low}')
        if self.axis:
            what = "periods" if self.time else "things"
            out.append(f"columns that are {what} of one measure: " + ", ".join(f'"{a}"' for a in self.axis))
        if self.rows_measure:
            out.append("rows are measures: nothing is added up, averaged or counted down a column")
        if self.order:
            out.append("rows are periods, in the order " + ", ".join(self.order[:6]) + ("…" if self.order[6:] else ""))
        if self.total_rows:
            rows = ", ".join(str(self.source.row_numbers[i]) for i in self.total_rows)
            out.append(f"totals of other rows: row {rows}")
        out += [f'"{t}" is the sum of ' + ", ".join(f'"{p}"' for p in parts) for t, parts in self.sums]
        if self.nouns:
            out.append("nouns for a row: " + ", ".join(sorted(self.nouns)))
        return out


def profile(source: Source, context: str = "") -> Profile:
    """The profile of a table; `context`: its caption."""
    totals = _totals(source)
    kept = [i for i in range(source.n_rows) if i not in totals]
    infos = [_info(c, source, kept) for c in source.columns]
    infos = _with_initials(infos)
    key = _key(infos, source, kept)
    infos = [_with_role(c, key) for c in infos]
    axis, time = _axis(infos, key, source)
    corner = header_units(key) if key else HeaderUnits("")
    captioned = header_units(context) if context else HeaderUnits("")
    unit_of_table = corner if corner.unit or corner.scale != 1 else _caption_units(context, captioned)
    rows_measure = bool(axis) and key is not None and _rows_are_measures(source, key, axis, time)
    if axis:
        infos = [_in_axis(c, unit_of_table, rows_measure) if c.label in axis else c for c in infos]
    order = _order(source, key, kept)
    head = header_units(key).name if key else ""
    nouns = _nouns(head)
    generic = not head or bool(set(stems(head)) & _generic()) or not stems(head)
    return Profile(
        source,
        tuple(infos),
        key,
        axis,
        time,
        rows_measure,
        order,
        nouns,
        frozenset(stems(context)),
        context,
        tuple(totals),
        _families(infos, axis),
        _sums(source, infos, kept),
        generic,
        unit_of_table,
    )


def _generic() -> frozenset[str]:
    from egvar.solver.english.lexicon.function import GENERIC_HEADERS

    return GENERIC_HEADERS


def _totals(source: Source) -> list[int]:
    structure = getattr(source, "structure", None)
    rows = [t.row for t in structure.totals] if structure is not None and hasattr(structure, "totals") else []
    return sorted({*rows, *suspected_totals(source), *_sum_rows(source)})


def _sum_rows(source: Source) -> list[int]:
    """A first or last row that is the sum of all others in two columns of numbers at least, or in one and by name."""
    out = []
    if source.n_rows < 3:
        return out
    for row in (0, source.n_rows - 1):
        hits = 0
        for c in source.columns:
            own = c.cells[row].number
            others = [x.number for i, x in enumerate(c.cells) if i != row and x.number is not None]
            if c.kind is Kind.NUMBER and own and len(others) > 1 and sum(others, Fraction(0)) == own and any(others):
                hits += 1
        name = next((fold(c.cells[row].text) for c in source.columns[:2] if c.cells[row].kind is Kind.TEXT), "")
        if hits >= 2 or (hits == 1 and re.search(r"\b(total|all|overall|sum|combined|together)\b", name)):
            out.append(row)
    return out


def _info(c: Column, source: Source, kept: list[int]) -> ColumnInfo:
    units = header_units(c.header)
    words = stems(units.name) or stems(c.header)
    cells = [c.cells[i] for i in kept]
    numbers = [x.number for x in cells if x.number is not None]
    numeric = c.kind is Kind.NUMBER
    bag = set(words)
    unit = units.unit or c.unit
    plain = numeric and c.unit is None and not any("," in x.raw for x in cells)
    years = plain and bool(numbers) and all(n.denominator == 1 and 1000 <= n <= 2100 for n in numbers)
    texts = {x.text for x in cells if x.kind is Kind.TEXT}
    role: Role = "text"
    yes = no = None
    if c.kind is Kind.DATE:
        role = "date"
    elif years and (bag & _YEAR or units.unit is None):
        role = "year"
    elif numeric:
        ascending = numbers == [Fraction(i) for i in range(1, len(numbers) + 1)]
        whole = all(n.denominator == 1 for n in numbers)
        if bag & _RANK and whole:
            role = "rank"
        elif (bag & _ID and not bag & {"of"} and whole and len(set(numbers)) == len(numbers)) or (
            ascending and (not words or words[0] in ("#", "no", "number")) and len(numbers) > 2
        ):
            role = "identifier"
        else:
            role = "measure"
    elif texts:
        folded = {fold(t) for t in texts}
        if len(folded) <= 2 and folded <= YES | NO and folded & (YES | NO):
            role = "boolean"
            yes = next((t for t in sorted(texts) if fold(t) in YES), None)
            no = next((t for t in sorted(texts) if fold(t) in NO), None)
        elif len(texts) < len([x for x in cells if x.kind is Kind.TEXT]):
            role = "category"
    rate = bool(bag & _RATES) or units.kind == "rate" or unit == "%" or bool({"of", "per"} <= bag)
    small = bool(bag & _SMALL_IS_BETTER) and "on" not in bag
    return ColumnInfo(c.label, c.index, role, numeric, words, units, unit, rate, years, small, (), yes, no)


def _with_initials(infos: list[ColumnInfo]) -> list[ColumnInfo]:
    """Headers that are initials say what they do in one another's company: P, W, D, L, GF, GA, Pts."""
    named = [fold(c.label).strip(". ") for c in infos]
    if sum(n in _INITIALS for n in named) < 3:
        return infos
    out = []
    for c, n in zip(infos, named, strict=True):
        forms = tuple(stems(f) for f in _INITIALS.get(n, ()))
        out.append(_replace(c, extra=forms, small_is_better=n in ("l", "ga")) if forms else c)
    return out


def _replace(c: ColumnInfo, **changes: object) -> ColumnInfo:
    from dataclasses import replace

    return replace(c, **changes)  # type: ignore[arg-type]


def _key(infos: list[ColumnInfo], source: Source, kept: list[int]) -> str | None:
    def distinct(c: ColumnInfo) -> bool:
        texts = [source.columns[c.index].cells[i].text for i in kept]
        return len(set(texts)) == len(texts) and bool(texts)

    def mostly(c: ColumnInfo) -> bool:
        texts = [source.columns[c.index].cells[i].text for i in kept]
        return len(set(texts)) * 10 >= 8 * len(texts)

    first = infos[0] if infos else None
    if first is None:
        return None
    if first.role in ("year", "date") and distinct(first):
        return first.label
    for c in infos:
        if c.role in ("text", "category") and not c.numeric and distinct(c):
            return c.label
        if c.role == "measure":
            break
    for c in infos:
        if not c.numeric and c.role in ("text",) and mostly(c):
            return c.label
    if first.role in ("identifier", "rank") and distinct(first):
        return first.label
    texts = [c for c in infos if not c.numeric and c.role in ("text", "category")]
    return texts[0].label if texts else first.label if distinct(first) else None


def _with_role(c: ColumnInfo, key: str | None) -> ColumnInfo:
    return _replace(c, role="key") if c.label == key and c.role in ("text", "category") else c


def _axis(infos: list[ColumnInfo], key: str | None, source: Source) -> tuple[tuple[str, ...], bool]:
    """Columns whose headers are periods of one kind, or, where all columns but the key are numbers of one kind and the
    key's header names no kind of thing, all of them."""
    by_kind: dict[str, list[str]] = {}
    for c in infos:
        if c.numeric and c.label != key and (p := period_key(re.sub(r"\s*\([^)]*\)$", "", c.label))) is not None:
            by_kind.setdefault(p[0], []).append(c.label)
    if by_kind:
        _kind, best = max(by_kind.items(), key=lambda kv: len(kv[1]))
        if len(best) >= 2:
            place = {x: period_key(re.sub(r"\s*\([^)]*\)$", "", x)) for x in best}
            return tuple(sorted(best, key=lambda x: place[x] or ("", ()))), True
    rest = [c for c in infos if c.label != key]
    if key is not None and len(rest) >= 2 and all(c.numeric and c.role == "measure" for c in rest):
        head = set(stems(header_units(key).name))
        grid = frozenset("""characteristic metric measure indicator variable statistic outcome""".split())
        if head & grid or (not head and (header_units(key).unit or _groups(rest, source, key))):
            return tuple(c.label for c in rest), False
    return (), False


def _groups(rest: list[ColumnInfo], source: Source, key: str) -> bool:
    """Whether columns without a header over the first are groups: named with their size, or rows with units."""
    sized = sum(bool(re.search(r"\(\s*n\s*=", c.label, re.I)) for c in rest)
    united = sum(header_units(c.text).unit is not None for c in source.column(key).cells)
    return sized * 2 >= len(rest) or united > 1


def _rows_are_measures(source: Source, key: str, axis: tuple[str, ...], time: bool) -> bool:
    """Whether rows are different measures rather than things of one kind: named with units, or by a key column whose
    header is empty, a unit, or a word such as Item."""
    head = set(stems(header_units(key).name))
    kinds = frozenset("characteristic item metric measure indicator variable statistic line outcome".split())
    names = [c.text for c in source.column(key).cells]
    united = sum(header_units(n).unit is not None for n in names)
    statement = re.compile(
        r"\b(revenues?|sales|costs?|expenses?|income|profit|loss|assets|liabilities|equity|tax(es)?|ebitda?)\b", re.I
    )
    lines = sum(bool(statement.search(n)) for n in names)
    if "item" in head and lines * 2 < len(names):
        return False
    return (bool(head & kinds or not head) and (united > 0 or lines * 2 >= len(names) or not time)) or (
        lines * 2 >= len(names) and len(names) >= 3
    )


def _in_axis(c: ColumnInfo, of_table: HeaderUnits, rows_measure: bool) -> ColumnInfo:
    units = c.units if c.units.unit or c.units.scale != 1 else of_table
    # A year in a header is a coordinate, not a unit or a name of its own.
    return _replace(c, role="measure", units=units, unit=c.unit or units.unit, rate=c.rate or units.unit == "%")


def _caption_units(context: str, parsed: HeaderUnits) -> HeaderUnits:
    """The unit that a caption names: "Unemployment rate, % of labour force", "Sales (in thousands)", "in millions"."""
    if parsed.unit or parsed.scale != 1:
        return parsed
    for piece in re.split(r"[,;:(]\s*", context):
        text = piece.strip().rstrip(")")
        if text.startswith("%") or text.lower().startswith("percent"):
            return HeaderUnits("", "%", Fraction(1), "percent")
        found = header_units(f"x ({text})") if text and text != context else HeaderUnits("")
        if found.unit or found.scale != 1:
            return found
        if (
            text.lower().startswith("in ")
            and (found := header_units(f"x ({text[3:]})"))
            and (found.unit or found.scale != 1)
        ):
            return found
    return HeaderUnits("")


def _order(source: Source, key: str | None, kept: list[int]) -> tuple[str, ...]:
    """The rows in time, where the key names periods of one kind: its entries in order, () otherwise."""
    if key is None:
        return ()
    column = source.column(key)
    names = [column.cells[i].text for i in kept]
    places = [period_key(n) for n in names]
    if len(names) < 2 or any(p is None for p in places) or len({p[0] for p in places if p}) != 1:
        return ()
    keys = [p[1] for p in places if p]
    if len(set(keys)) != len(keys):
        return ()
    return tuple(n for _, n in sorted(zip(keys, names, strict=True)))


def _nouns(head: str) -> frozenset[str]:
    words = [w for w in stems(head) if w.isalpha() and w not in ("of", "the", "name", "and", "or", "in")]
    out = set(words[-1:]) | set(words[:1] if len(words) == 1 else ())
    for group in SAME_THING:
        if out & group:
            out |= group
    return frozenset(stem(w) for w in out)


def year_of(c: ColumnInfo) -> int | None:
    """The one year in a column's name that has other words too: 2022 of "Yield 2022 (t/ha)"."""
    years = [w for w in c.words if re.fullmatch("(?:19|20)[0-9]{2}", w)]
    rest = [w for w in c.words if w not in years]
    return int(years[0]) if len(years) == 1 and rest else None


def _families(infos: list[ColumnInfo], axis: tuple[str, ...]) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Columns of one measure in several years: ((2022, "Yield 2022"), (2023, "Yield 2023"))."""
    by: dict[tuple[str, ...], list[tuple[int, str]]] = {}
    for c in infos:
        year = year_of(c)
        if c.numeric and year is not None and c.label not in axis:
            by.setdefault(tuple(w for w in c.words if w != str(year)), []).append((year, c.label))
    return tuple(tuple(sorted(x)) for x in by.values() if len({y for y, _ in x}) == len(x))


def _sums(source: Source, infos: list[ColumnInfo], kept: list[int]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Columns that are the sum of a run of others in every row, at least two parts and two rows."""
    out = []
    numeric = [c for c in infos if c.numeric and c.role == "measure"]
    values = {c.label: [source.columns[c.index].cells[i].number for i in kept] for c in numeric}
    for t in numeric:
        others = [c for c in numeric if c.label != t.label and not c.percent]
        for size in range(len(others), 1, -1):
            for start in range(len(others) - size + 1):
                run = others[start : start + size]
                rows = [
                    (values[t.label][k], [values[c.label][k] for c in run])
                    for k in range(len(kept))
                    if values[t.label][k] is not None
                ]
                if len(rows) < 2 or any(None in parts for _, parts in rows):
                    continue
                if all(whole == sum(p for p in parts if p is not None) for whole, parts in rows) and any(
                    w for w, _ in rows
                ):
                    out.append((t.label, tuple(c.label for c in run)))
                    break
            else:
                continue
            break
        if len(numeric) > 14:
            break
    return tuple(out)
