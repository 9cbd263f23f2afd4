"""Amounts: which number of the table a term is, as nodes of a goal.

May import: the standard library, `egvar.solver.english`, `egvar.source`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from egvar.solver.english.fits import Unit
from egvar.solver.english.lexicon.adjectives import Dimension
from egvar.solver.english.nodes import ALL, Node, every, join, node, parts, some
from egvar.solver.english.profile import Profile
from egvar.solver.english.terms import Term, inherit, merge
from egvar.source.cell import Cell, Kind
from egvar.source.source import view
from egvar.source.units import header_units

_COUNTED = frozenset("number count total visitors people employees".split())


@dataclass(frozen=True)
class Amount:
    """A number of the table: its node, unit, cost and notes; `column` where it is a cell or an aggregate of one."""

    node: Node
    unit: Unit
    cost: int = 0
    notes: frozenset[str] = frozenset()
    column: str | None = None
    where: Node = ALL
    plain: bool = True


class Amounts:
    """Works out numbers over one table."""

    def __init__(self, p: Profile) -> None:
        self.p = p
        self._masks: dict[Node, tuple[bool, ...] | None] = {}

    # --- rows ----------------------------------------------------------------------------------------------------

    def where(self, t: Term, extra: tuple[Node, ...] = ()) -> Node:
        """The condition on rows that a term's coordinates are (its named rows: any of them)."""
        conds = [*t.conds, *extra]
        if t.ents:
            conds.append(some([node("text_is", column=e.column, value=v) for e in t.ents for v in e.values]))
        return every(conds)

    def leaf(self, t: Term, where: Node) -> Node:
        """`where` without the rows that are totals of others, unless a total row is named."""
        named = {v for e in t.ents for v in e.values}
        if not self.p.total_rows or self.p.key is None:
            return where
        column = self.p.source.column(self.p.key)
        names = []
        for i in self.p.total_rows:
            c = column.cells[i]
            if c.text in named:
                return where
            if c.kind is Kind.TEXT and sum(x.text == c.text for x in column.cells) == 1:
                names.append(c.text)
        return every([where, *(node("not", of=node("text_is", column=self.p.key, value=n)) for n in names)])

    def rows(self, where: Node) -> list[int] | None:
        """The rows of a condition, totals left out unless they are named; None where it cannot be told here."""
        mask = self._mask(where)
        if mask is None:
            return None
        hit = [i for i, x in enumerate(mask) if x]
        kept = [i for i in hit if i not in self.p.total_rows]
        return kept or hit

    def _mask(self, n: Node) -> tuple[bool, ...] | None:
        if n not in self._masks:
            self._masks[n] = self._work_out(n)
        return self._masks[n]

    def _work_out(self, n: Node) -> tuple[bool, ...] | None:
        source = self.p.source
        if n == ALL:
            return (True,) * source.n_rows
        if n.op in ("and", "or"):
            a, b = self._mask(n.get("left")), self._mask(n.get("right"))
            if a is None or b is None:
                return None
            return tuple((x and y) if n.op == "and" else (x or y) for x, y in zip(a, b, strict=True))
        if n.op == "not":
            a = self._mask(n.get("of"))
            return None if a is None else tuple(not x for x in a)
        if n.op == "day_is":
            import datetime

            column = self._cells(n.get("column"))
            day = datetime.date.fromisoformat(n.get("value")).toordinal()
            tests = {"=": "__eq__", "<=": "__le__", ">=": "__ge__"}
            assert column is not None
            return tuple(c.date is not None and bool(getattr(c.date, tests[n.get("cmp")])(day)) for c in column)
        if n.op not in ("text_is", "number_is"):
            return None
        cells = self._cells(n.get("column"))
        if cells is None:
            return None
        value = n.get("value")
        if n.op == "text_is":
            return tuple(c.text == value for c in cells)
        q, cmp = Fraction(value), n.get("cmp")
        tests = {"=": "__eq__", "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__"}
        return tuple(c.number is not None and bool(getattr(c.number, tests[cmp])(q)) for c in cells)

    def _cells(self, column: Any) -> tuple[Cell, ...] | None:
        if isinstance(column, Node):
            return None
        part = None
        if isinstance(column, tuple):
            fields = dict(column)
            column, part = fields["name"], fields["part"]
        return view(self.p.source, self.p.source.column(column).index, part).cells

    # --- columns -------------------------------------------------------------------------------------------------

    def unit(self, label: str, t: Term | None = None) -> Unit:
        """The unit of a column's numbers; in a table whose rows are measures, that of the row that is named."""
        c = self.p.col(label)
        u = c.units
        unit, kind, scale = c.unit, u.kind, u.scale
        if c.unit and c.unit != u.unit:
            from egvar.source.units import unit_of_word

            found = unit_of_word(c.unit)
            unit, kind = (found.text, found.kind) if found else (c.unit, kind)
        if t is not None and self.p.rows_measure and t.ents:
            own = header_units(t.ents[0].values[0])
            if own.unit or own.scale != 1:
                return Unit(own.unit, own.kind, own.scale)
            cell = self._one_cell(label, t)
            if cell is not None and cell.unit:
                return Unit(cell.unit, "percent" if cell.unit == "%" else None, Fraction(1))
            if self.p.table_unit.unit or self.p.table_unit.scale != 1:
                return Unit(self.p.table_unit.unit, self.p.table_unit.kind, self.p.table_unit.scale)
        if unit == "%":
            kind = "percent"
        if c.role in ("rank", "year", "identifier"):
            kind = "count"
        numbers = [abs(x.number) for x in self.p.source.columns[c.index].cells if x.number is not None]
        return Unit(unit, kind, scale, True, max(numbers, default=None))

    def _one_cell(self, label: str, t: Term) -> Cell | None:
        rows = self.rows(self.where(t))
        return self.p.source.column(label).cells[rows[0]] if rows and len(rows) == 1 else None

    def by_dimension(self, dims: tuple[Dimension, ...], t: Term) -> list[tuple[str, str, int]]:
        """The columns that an adjective measures: (label, end, cost)."""
        out: list[tuple[str, str, int]] = []
        for d in dims:
            for g, group in enumerate(d.headers):
                found = []
                for k, word in enumerate(group):
                    want = tuple(word.split("_"))
                    for c in self.p.columns:
                        if not c.numeric or c.role in ("identifier",) or c.label in self.p.axis:
                            continue
                        has = all(w in c.words or w == c.unit for w in want)
                        if has and c.label not in [x for x, _, _ in out]:
                            found.append((c.label, d.end, 4 + k // 4 + 4 * g))
                out += [x for i, x in enumerate(found) if x[0] not in {y[0] for y in found[:i]}]
            if not out and d.kinds:
                out += [
                    (c.label, d.end, 6 + 3 * (not {"mean", "average", "median"} & set(c.words)))
                    for c in self.p.measures
                    if c.units.kind in d.kinds and c.label not in self.p.axis
                ]
        return out

    # --- numbers -------------------------------------------------------------------------------------------------

    def labels(self, t: Term, dims: tuple[Dimension, ...] = ()) -> list[tuple[str, int, frozenset[str]]]:
        """The columns that a term's number can be in."""
        none: frozenset[str] = frozenset()
        if t.axis:
            if t.measure is not None and t.measure.label not in t.axis:
                if self.p.col(t.measure.label).label in self.p.axis:
                    return []
                return []
            return [(t.axis[0], 0, none)]
        if t.measure is not None:
            m = t.measure
            if m.via == "fixed":
                return [(m.label, 0, none)]
            if m.when != t.when and (m.when or t.when):
                # "the yield of barley in 2023": the same measure in another year is another column
                family = next((x for x in self.p.families if m.label in [label for _, label in x]), ())
                return [(label, 0, none) for year, label in family if year == t.when]
            return [(m.label, 0, none)]
        if t.when:
            return []
        if dims:
            found = self.by_dimension(dims, t)
            if found:
                best = min(c for _, _, c in found)
                return [(x, c, frozenset({f"measured by “{x}”"})) for x, _, c in found if c < best + 4]
        if self.p.axis and len(self.p.axis) == 1:
            return [(self.p.axis[0], 3, none)]
        sums = [whole for whole, run in self.p.sums if set(run) == set(self.p.axis)]
        if self.p.axis and sums:
            return [(sums[0], 3, frozenset({f"“{sums[0]}” is the total"}))]
        measures = [c for c in self.p.measures if c.label not in self.p.axis]
        if not self.p.axis and len(measures) == 1 and (t.said or t.pronoun):
            return [(measures[0].label, 6, frozenset({f"measured by “{measures[0].label}”"}))]
        return []

    def by_unit(self, test: Any) -> list[str]:
        """The only column in the unit of a number: "£600" names the amounts."""
        v = test.value if test is not None else None
        if v is None or v.kind in (None, "count", "points", "ratio", "percent") or v.unit in ("points", "%"):
            return []
        same = [c.label for c in self.p.measures if self.unit(c.label).unit == v.unit and c.label not in self.p.axis]
        return same if len(same) == 1 else []

    def amounts(self, t: Term, dims: tuple[Dimension, ...] = ()) -> list[Amount]:
        """Every number that a term can stand for."""
        out: list[Amount] = []
        if t.pair is not None:
            return self._pair(t)
        if t.each and t.agg != "mean":
            return []
        if t.agg == "count":
            where = self.leaf(t, self.where(t))
            return [Amount(node("count", where=where), Unit(None, "count"), 0, t.notes)]
        if len(t.axis) > 1:
            return self._over_axis(t)
        if t.ents and len(t.ents) > 1 and t.join in ("sum", "and"):
            return self._together(t, dims)
        for label, cost, notes in self.labels(t, dims):
            out += self._one(t, label, cost, notes | t.notes)
        if not out and not t.axis and t.measure is None and self.p.axis and t.agg:
            out += self._across(t)
        return out

    def _pair(self, t: Term) -> list[Amount]:
        """The gap between two numbers, or the ratio of one to the other."""
        assert t.pair is not None
        kind, first, second = t.pair
        rest = replace(t, pair=None)
        out = []
        a, b = merge(first, rest), merge(second, rest)
        if a is None or b is None:
            return []
        a, b = inherit(a, replace(b, ents=(), join="")), inherit(b, replace(a, ents=(), join=""))
        for x in self.amounts(a):
            for y in self.amounts(b):
                if x.unit != y.unit or x.node == y.node:
                    continue
                notes, cost = x.notes | y.notes, x.cost + y.cost
                if kind == "gap":
                    gap = node("abs", of=node("subtract", left=x.node, right=y.node))
                    out.append(Amount(gap, x.unit, cost, notes, None, ALL, False))
                else:
                    quotient = node("divide", left=x.node, right=y.node)
                    out.append(Amount(quotient, Unit(None, "ratio", Fraction(1), False), cost, notes, None, ALL, False))
        return out

    def _one(self, t: Term, label: str, cost: int, notes: frozenset[str]) -> list[Amount]:
        where = self.where(t)
        info = self.p.col(label)
        u = self.unit(label, t)
        leaf = self.leaf(t, where)
        if t.agg:
            if t.agg in ("sum", "mean", "median") and info.role in ("identifier", "rank", "year"):
                return []
            rows = self.rows(where)
            if self.p.rows_measure and not (rows and len(rows) == 1):
                return []
            if t.agg == "sum" and (info.rate or info.percent) and (rows is None or len(rows) != 1):
                return []
            if rows is not None and len(rows) == 1 and t.ents:
                named = info.words[:1] == ("average",) or "total" in info.words
                if t.agg in ("sum", "max", "min") or named:
                    return [Amount(node("cell", column=label, where=where), u, cost + 1, notes, label, where)]
                return []
            if rows is not None and not rows:
                return []
            exact = t.agg in ("sum", "max", "min")
            return [Amount(node(t.agg, column=label, where=leaf), replace(u, exact=exact), cost, notes, label, leaf)]
        rows = self.rows(where)
        if rows is not None and len(rows) == 1:
            return [Amount(node("cell", column=label, where=where), u, cost, notes, label, where)]
        if rows is not None and not rows:
            return []
        if where == ALL and (not info.additive or self.p.rows_measure):
            return []
        if info.additive and not self.p.rows_measure and rows:
            note = frozenset({f"“{label}” of several rows is their sum"})
            return [Amount(node("sum", column=label, where=leaf), u, cost + 8, notes | note, label, leaf, False)]
        return []

    def _together(self, t: Term, dims: tuple[Dimension, ...]) -> list[Amount]:
        """The sum of the numbers of several named rows."""
        each = [self.amounts(replace(t, ents=(e,), join=""), dims) for e in t.ents]
        out = []
        for chosen in product(*each):
            if len({a.column for a in chosen}) != 1 or not all(a.column for a in chosen):
                continue
            info = self.p.col(str(chosen[0].column))
            if info.rate or info.percent or info.role != "measure":
                if t.agg == "mean":
                    pass
                elif not (info.percent and not info.rate) and not self._shares(info.label):
                    continue
            total = join("add", [a.node for a in chosen])
            out.append(
                Amount(
                    total,
                    chosen[0].unit,
                    max(a.cost for a in chosen),
                    frozenset().union(*(a.notes for a in chosen)),
                    chosen[0].column,
                    ALL,
                    False,
                )
            )
        return out

    def _shares(self, label: str) -> bool:
        """Whether a column of percentages adds up to a whole, so that parts of it may be added up."""
        column = self.p.source.column(label)
        numbers = [c.number for i, c in enumerate(column.cells) if c.number is not None and i not in self.p.total_rows]
        return bool(numbers) and abs(sum(numbers, Fraction(0)) - 100) <= Fraction(len(numbers), 2)

    def _over_axis(self, t: Term) -> list[Amount]:
        """The sum over several columns named as coordinates."""
        if t.join not in ("sum", "and"):
            return []
        each = [self.amounts(replace(t, axis=(a,), join="")) for a in t.axis]
        out = []
        for chosen in product(*each):
            if chosen[0].unit.unit == "%":
                continue
            out.append(
                Amount(join("add", [a.node for a in chosen]), chosen[0].unit, chosen[0].cost, t.notes, None, ALL, False)
            )
        return out

    def _across(self, t: Term) -> list[Amount]:
        """The sum or mean of one row over all columns of the axis, or of all rows over it."""
        each = [self.amounts(replace(t, axis=(a,), agg="" if t.ents or t.conds else "sum")) for a in self.p.axis]
        if not all(each) or t.agg not in ("sum", "mean"):
            return []
        chosen = [x[0] for x in each]
        if chosen[0].unit.unit == "%" and t.agg == "sum":
            return []
        if not (t.ents or t.conds) and self.p.rows_measure:
            return []
        total = join("add", [a.node for a in chosen])
        if t.agg == "mean":
            if not (t.ents or t.conds):
                return []
            total = node("divide", left=total, right=node("number", value=len(chosen)))
        u = replace(chosen[0].unit, exact=t.agg == "sum")
        return [Amount(total, u, chosen[0].cost + 2, t.notes, None, ALL, False)]


__all__ = ["Amount", "Amounts", "parts"]
