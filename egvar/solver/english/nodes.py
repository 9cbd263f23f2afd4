"""Meanings under construction: nodes of a goal, hashable, so that two ways to one meaning are one reading.

May import: the standard library.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple


class Node(NamedTuple):
    """A goal's node: `op`, and its fields as sorted pairs. Fields hold nodes, texts, or pairs for typed values."""

    op: str
    fields: tuple[tuple[str, Any], ...]

    def get(self, name: str) -> Any:
        return dict(self.fields).get(name)


def node(op: str, **fields: Any) -> Node:
    return Node(op, tuple(sorted(fields.items())))


ALL = node("all_rows")


def to_json(value: Any) -> Any:
    """The node as JSON data."""
    if isinstance(value, Node):
        return {"op": value.op, **{k: to_json(v) for k, v in value.fields}}
    if isinstance(value, tuple):  # a typed value or a part of a column, as pairs
        return {k: to_json(v) for k, v in value}
    return value


def exact(q: Fraction) -> str | int:
    """A number as goals write it."""
    return int(q) if q.denominator == 1 else f"{q.numerator}/{q.denominator}"


def number(q: Fraction | int) -> Node:
    return node("number", value=exact(Fraction(q)))


def parts(n: Node, op: str = "and") -> list[Node]:
    """The parts of a conjunction (or disjunction) of conditions or claims."""
    return parts(n.get("left"), op) + parts(n.get("right"), op) if n.op == op else [n]


def every(conditions: list[Node]) -> Node:
    """All of the conditions on a row, each once, in an order that does not depend on how they were found."""
    flat = {p for c in conditions for p in parts(c) if p != ALL}
    return join("and", sorted(flat, key=repr))


def some(conditions: list[Node]) -> Node:
    """One of the conditions."""
    return join("or", sorted({p for c in conditions for p in parts(c, "or")}, key=repr))


def join(op: str, items: list[Node]) -> Node:
    """Conditions or claims put together from left to right; every row, or a GoalError to be, for none."""
    if not items:
        return ALL
    out = items[0]
    for p in items[1:]:
        out = node(op, left=out, right=p)
    return out


def negated(n: Node) -> Node:
    """The contrary of a condition or a claim."""
    return n.get("of") if n.op == "not" else node("not", of=n)
