"""What is wrong with a lift file: every finding with its code, the lift, and the rows to look at.

May import: the standard library, `egvar.source`, `egvar.tools`, `egvar.lifts`.
"""

from __future__ import annotations

from dataclasses import dataclass

from egvar.errors import GoalError
from egvar.lifts.file import Lift, LiftFile
from egvar.source.alternatives import alternatives
from egvar.source.cell import Kind
from egvar.source.source import Source
from egvar.tools.base import Context, NoValue, Truth

UNWRITTEN = "TO BE WRITTEN"
"""What `egvar lift new` puts where a person has to say something."""

_UNITS = {
    u: u for u in "m km cm mm ft mi nmi kg g t lb s min h % $ € £ km2 m2 mi2 ha acres m3 mph km/h m/s °c °f".split()
}
_UNITS |= {
    "feet": "ft",
    "miles": "mi",
    "sq mi": "mi2",
    "sq km": "km2",
    "lbs": "lb",
    "sec": "s",
    "hours": "h",
    "usd": "$",
}
"""Units as headers write them in parentheses. Anything else there, such as "(men)", is not taken for a unit."""


@dataclass(frozen=True)
class Fault:
    """One finding. `code` is stable: unsupported_predicate, duplicate_key, contradiction, unreadable_row,
    unit_mismatch, closed_world_over_other_rows, two_row_lifts, unsettled_reading, unknown_column, no_rows,
    unwritten_reason; across sources shared_meaning, contradiction_across, closed_world_contradicted."""

    code: str
    where: str
    what: str
    rows: tuple[int, ...] = ()


def lint(file: LiftFile, source: Source) -> list[Fault]:
    """Every fault found, in the order of the file."""
    out: list[Fault] = []
    for a in alternatives(source):
        out.append(Fault("unsettled_reading", "source", f"{a.what}; settle it in [source]"))
    for p in file.predicate:
        rows, complete = file.lifts_of(p.id, "rows"), file.lifts_of(p.id, "complete")
        if not rows:
            out.append(Fault("unsupported_predicate", p.id, "no rows lift supports this predicate"))
        if len(rows) > 1:
            out.append(Fault("two_row_lifts", p.id, "join their rows in one lift, with `or` in `where`"))
        for lift in (*rows, *complete):
            if UNWRITTEN in lift.reason:
                out.append(
                    Fault("unwritten_reason", lift.id, "say why the lift is so, in a sentence a reviewer can check")
                )
            out += _rows(lift, source, p.functional, p.unit)
        for c in complete:
            if rows and (c.key, c.value, c.where) != (rows[0].key, rows[0].value, rows[0].where):
                what = f"its rows are not those of {rows[0].id}: the two can contradict each other"
                out.append(Fault("closed_world_over_other_rows", c.id, what))
    return out


def _rows(lift: Lift, source: Source, functional: bool, unit: str) -> list[Fault]:
    ctx = Context(source)
    try:
        keys, values = ctx.column(lift.key), ctx.column(lift.value)
        mask = lift.where.mask(ctx)
    except GoalError as e:
        return [Fault("unknown_column", lift.id, e.message)]
    except NoValue as e:
        return [Fault("no_rows", lift.id, e.why)]
    out: list[Fault] = []
    unreadable: list[int] = []
    at: dict[str, tuple[int, object]] = {}
    used = [i for i, t in enumerate(mask) if t in (Truth.YES, Truth.UNREADABLE)]
    if not used:
        out.append(Fault("no_rows", lift.id, "no row is meant"))
    units = set()
    for i in used:
        k, v = keys.cells[i], values.cells[i]
        row = source.row_numbers[i]
        if mask[i] is Truth.UNREADABLE or k.kind is not Kind.TEXT or v.kind is not Kind.NUMBER:
            unreadable.append(row)
            continue
        units.add(v.unit)
        if k.text in at:
            first, value = at[k.text]
            code = "contradiction" if functional and value != v.number else "duplicate_key"
            out.append(Fault(code, lift.id, f"“{k.text}” has {value} and {v.number}", (first, row)))
        at.setdefault(k.text, (row, v.number))
    if unreadable:
        what = "these rows have no key that is a text, or no value that is a number"
        out.append(Fault("unreadable_row", lift.id, what, tuple(unreadable)))
    known = {u for u in units if u}
    header = header_unit(values.header)
    if (known and known != {unit}) or len(units) > 1:
        shown = ", ".join(sorted(str(u or "none") for u in units))
        out.append(Fault("unit_mismatch", lift.id, f"the column has {shown}, the predicate {unit or 'none'}"))
    elif unit and header and header != _UNITS.get(_plain(unit), unit):
        out.append(Fault("unit_mismatch", lift.id, f"the header says {header}, the predicate {unit}"))
    return out


def header_unit(header: str) -> str:
    """The unit that ends a header in parentheses, as in "height (m)"; empty if what is there is none that is known."""
    before, _, inside = header.strip().rpartition("(")
    return _UNITS.get(_plain(inside.removesuffix(")")), "") if before and inside.endswith(")") else ""


def _plain(unit: str) -> str:
    return unit.strip().lower().translate(str.maketrans("²³", "23"))
