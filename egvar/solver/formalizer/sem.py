"""Meanings under construction: nodes of a goal, hashable, so that two ways to one meaning are one reading.

May import: the standard library.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Node(NamedTuple):
    """A goal's node: `op`, and its fields as sorted pairs. Fields hold nodes, texts, or pairs for typed values."""

    op: str
    fields: tuple[tuple[str, Any], ...]

    def get(self, name: str) -> Any:
        return dict(self.fields).get(name)

    def with_(self, **changes: Any) -> Node:
        return node(self.op, **{**dict(self.fields), **changes})


def node(op: str, **fields: Any) -> Node:
    return Node(op, tuple(sorted(fields.items())))


ALL = node("all_rows")
EXTREMES = ("highest", "lowest", "top", "bottom", "first", "last")
_WHERE = ("cell", "sum", "mean", "max", "min", "median", "count", "distinct", "values", *EXTREMES)


def to_json(value: Any) -> Any:
    """The node as JSON data."""
    if isinstance(value, Node):
        return {"op": value.op, **{k: to_json(v) for k, v in value.fields}}
    if isinstance(value, tuple):  # a typed value or a part of a column, as pairs
        return {k: to_json(v) for k, v in value}
    return value


def conj(a: Node, b: Node) -> Node:
    """Both conditions, each once, in an order that does not depend on how they were found."""
    parts = sorted(set(_parts(a, "and") + _parts(b, "and")), key=repr)
    return _join("and", [p for p in parts if p != ALL])


def disj(a: Node, b: Node) -> Node:
    """One of two conditions."""
    return _join("or", sorted(set(_parts(a, "or") + _parts(b, "or")), key=repr))


def _parts(n: Node, op: str) -> list[Node]:
    return _parts(n.get("left"), op) + _parts(n.get("right"), op) if n.op == op else [n]


def _join(op: str, parts: list[Node]) -> Node:
    if not parts:
        return ALL
    out = parts[0]
    for p in parts[1:]:
        out = node(op, left=out, right=p)
    return out


def conjuncts(n: Node) -> list[Node]:
    """The parts of a conjunction."""
    return [] if n == ALL else _parts(n, "and")


def restrict(n: Node, cond: Node) -> Node:
    """The same number, values or extreme, over the rows that fulfil `cond` as well.

    An extreme is taken among those rows ("the highest peak in Greece").
    """
    if n.op in EXTREMES:
        where = ALL
        for p in conjuncts(n.get("where") or ALL):
            if p.op == "not" and p.get("of").op in EXTREMES:  # the second highest of some rows
                p = p.with_(of=restrict(p.get("of"), cond))
            where = conj(where, p)
        return n.with_(where=conj(where, cond))
    if n.op in _WHERE:
        where = n.get("where") or ALL
        extremes = [p for p in conjuncts(where) if p.op in EXTREMES]
        if extremes:
            rest = [p for p in conjuncts(where) if p not in extremes]
            out = ALL
            for p in [*(restrict(e, cond) for e in extremes), *rest]:
                out = conj(out, p)
            return n.with_(where=out)
        return n.with_(where=conj(where, cond))
    fields = {k: restrict(v, cond) if isinstance(v, Node) else v for k, v in n.fields}
    return node(n.op, **fields)


def mentions_where(n: Node) -> bool:
    """Whether a condition could be put into `n`."""
    if n.op in _WHERE:
        return True
    return any(isinstance(v, Node) and mentions_where(v) for _, v in n.fields)


def walk(n: Node, visit: Callable[[Node], None]) -> None:
    """Visits every node of a tree."""
    visit(n)
    for _, v in n.fields:
        if isinstance(v, Node):
            walk(v, visit)
