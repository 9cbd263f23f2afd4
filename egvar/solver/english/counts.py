"""How many rows are so: the claims that quantifiers make.

May import: the standard library, `egvar.solver.english`.
"""

from __future__ import annotations

from egvar.solver.english.fits import Unit, claim
from egvar.solver.english.nodes import ALL, Node, every, join, negated, node, number
from egvar.solver.english.terms import Quant


def count_is(n: Node, k: int) -> Node:
    """That a count is k."""
    return node("compare", left=n, cmp="=", right=number(k))


def how_many(quant: Quant, where: Node, have: Node) -> list[Node]:
    """The claims that so many of the rows of `where` are `have`; "of the five" is claimed too."""
    total = node("count", where=where)
    count = node("count", where=every([where, have]))
    extra = [] if quant.of is None else [count_is(total, quant.of)]
    domain = {} if where == ALL else {"where": where}
    if quant.kind == "count":
        assert quant.test is not None
        return [join("and", [n, *extra]) for n, _, _ in claim(count, Unit(None, "count"), quant.test)]
    if have == ALL:
        return []
    if quant.kind == "all":
        return [join("and", [node("all", have=have, **domain), *extra])]
    if quant.kind == "none":
        return [join("and", [node("all", have=negated(have), **domain), *extra])]
    if quant.kind in ("most", "half"):
        twice = node("multiply", left=number(2), right=count)
        cmp = ">" if quant.kind == "most" else "="
        return [join("and", [node("compare", left=twice, cmp=cmp, right=total), *extra])]
    return []
