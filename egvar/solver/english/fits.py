"""Numbers of a sentence against numbers of a table: units, scales and digits.

May import: the standard library, `egvar.solver.english`, `egvar.source.units`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from egvar.solver.english.nodes import Node, exact, join, node, number
from egvar.solver.english.terms import Test, Val
from egvar.tools.base import decimal


@dataclass(frozen=True)
class Unit:
    """What a number of the table is in: canonical unit text or None, its kind, its scale; `exact` for counts and
    published cells, which are not rounded."""

    unit: str | None = None
    kind: str | None = None
    scale: Fraction = Fraction(1)
    exact: bool = True
    top: Fraction | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Fit:
    """A claim's number in the units of the table: value, the step of its last digit, cost, what is assumed."""

    value: Fraction
    step: Fraction
    rough: Fraction
    finer: Fraction | None
    cost: int
    notes: frozenset[str] = frozenset()


def fits(v: Val, u: Unit) -> list[Fit]:
    """The ways in which a number of the sentence can be one in unit `u`; none if it speaks of another unit."""
    notes: frozenset[str] = frozenset()
    cost = 0
    if v.kind == "count" and (u.unit == "%" or u.kind in ("percent", "money", "length", "mass", "time", "temperature")):
        return []
    if v.unit == "°" and u.unit in ("°C", "°F"):
        v = replace(v, unit=u.unit, kind=u.kind)
    if v.unit is not None and v.unit != "points":
        if u.unit is not None and v.unit != u.unit:
            return []
        if u.unit is None:
            if v.kind == "percent":
                return []
            if u.kind is not None and u.kind not in (v.kind, "count"):
                return []
            if u.kind == "count" and v.kind != "count":
                return []
            cost, notes = 5, frozenset({f"the numbers are in {v.unit}"})
    elif v.unit == "points":
        if u.unit == "%" or u.kind in ("percent", "points"):
            pass
        elif u.unit is None and u.kind in (None, "count"):
            cost = 2
        else:
            return []
    elif u.unit == "%":
        cost = 8
    elif u.kind == "money" and v.scale == 1 and not v.unit:
        cost = 3
    factors = [v.scale / u.scale]
    if v.scale == 1 and u.scale != 1 and v.unit is None and (u.top is None or abs(v.value) <= 3 * u.top):
        factors.append(Fraction(1))  # as the table prints it
    out = []
    for i, k in enumerate(factors):
        rough = v.step if v.unit == "%" else v.rough  # "about 10 %" is to one percent
        finer = None if v.unit == "%" or v.finer is None else v.finer * k
        out.append(Fit(v.value * k, v.step * k, rough * k, finer, cost + 2 * i, notes))
    return out


def within(x: Node, value: Fraction, step: Fraction) -> Node:
    """That a number, rounded to `step`, is `value`."""
    digits = 0
    while (Fraction(1, 10**digits)) > step and digits < 12:
        digits += 1
    if Fraction(1, 10**digits) == step:
        return node("rounds", of=x, to=decimal(value, digits))
    low, high = value - step / 2, value + step / 2
    return join(
        "and",
        [
            node("compare", left=x, cmp=">=", right=number(low)),
            node("compare", left=x, cmp="<", right=number(high)),
        ],
    )


def claim(x: Node, u: Unit, t: Test) -> list[tuple[Node, int, frozenset[str]]]:
    """The claims that a test can be, of a number of the table `x` in unit `u`."""
    out: list[tuple[Node, int, frozenset[str]]] = []
    if t.value is None:
        return out
    if t.cmp == "..":
        assert t.high is not None
        for a in fits(t.value, u)[:1]:
            for b in fits(t.high, u)[:1]:
                both = [
                    node("compare", left=x, cmp=">=", right=number(a.value)),
                    node("compare", left=x, cmp="<=", right=number(b.value)),
                ]
                out.append((join("and", both), a.cost + b.cost, a.notes))
        return out
    for f in fits(t.value, u):
        if t.cmp != "=":
            out.append((node("compare", left=x, cmp=t.cmp, right=number(f.value)), f.cost, f.notes))
        elif t.value.about:
            out.append((within(x, f.value, f.rough), f.cost, f.notes))
            if f.finer is not None:
                out.append((within(x, f.value, f.finer), f.cost, f.notes))
        elif not u.exact or t.value.scale != 1:
            out.append((within(x, f.value, f.step), f.cost, f.notes))
        else:
            out.append((node("compare", left=x, cmp="=", right=number(f.value)), f.cost, f.notes))
            if "." in t.value.digits:
                out.append((within(x, f.value, f.step), f.cost + 1, f.notes))
    return out


def condition(column: object, u: Unit, t: Test) -> list[tuple[Node, int, frozenset[str]]]:
    """The conditions on a row that a test can be, of a column in unit `u`."""
    out: list[tuple[Node, int, frozenset[str]]] = []
    if t.value is None:
        return out

    def cond(cmp: str, q: Fraction) -> Node:
        return node("number_is", column=column, cmp=cmp, value=exact(q))

    for f in fits(t.value, u):
        if t.cmp == "..":
            assert t.high is not None
            for b in fits(t.high, u)[:1]:
                both = [cond(">=", f.value), cond("<=", b.value)]
                out.append((join("and", both), f.cost + b.cost, f.notes))
        elif t.cmp != "=":
            out.append((cond(t.cmp, f.value), f.cost, f.notes))
        elif t.value.about or t.value.scale != 1 or not u.exact:
            step = f.rough if t.value.about else f.step
            both = [cond(">=", f.value - step / 2), cond("<", f.value + step / 2)]
            out.append((join("and", both), f.cost, f.notes))
        else:
            out.append((cond("=", f.value), f.cost, f.notes))
    return out
