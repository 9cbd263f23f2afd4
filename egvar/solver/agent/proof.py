"""What the elaborator made of a text, as a solution that a bundle can hold: plainly written, nothing needless.

May import: anything of egvar but the command line. Not trusted: the judge sees the result only.

The elaborator writes hidden binders, names made from those of its files, and local definitions; a bundle's proof has
plain binders and no `let`, and is the same each time. None of it changes what a term is to the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from egvar.challenge.statement import Challenge
from egvar.errors import FormatError
from egvar.kernel.closure import closure
from egvar.kernel.judge import ANSWER
from egvar.kernel.term import APP, BVAR, LAM, LET, PI, PROJ, Constant, Definition, Expr, Name, Terms, Theorem, postorder
from egvar.kernel.trusted import library
from egvar.solver.prover import Solution

MAX_NODES = 1 << 20


def solution(challenge: Challenge, constants: Mapping[Name, Constant], witness: Expr | None) -> Solution:
    """What the answer reaches of `constants`, written plainly. Raises FormatError for terms out of all proportion."""
    trusted = library().constants

    def find(n: Name) -> Constant | None:
        return challenge.constants.get(n) or trusted.get(n) or constants.get(n)

    reached, _ = closure([ANSWER], find)
    own = {n: c for n, c in reached.items() if n in constants}
    return Solution({n: _plain(challenge.terms, c) for n, c in own.items()}, witness)


def _plain(t: Terms, c: Constant) -> Constant:
    if isinstance(c, Theorem | Definition):
        return replace(c, type=plain(t, c.type), value=plain(t, c.value))
    return c


def plain(t: Terms, e: Expr) -> Expr:
    """`e` with plain binders and without local definitions. Raises FormatError where that would be too large."""
    made = 0
    plainly: dict[Expr, Expr] = {}

    def count() -> None:
        nonlocal made
        made += 1
        if made > MAX_NODES:
            raise FormatError("a proof is too large once its local definitions are put in place")

    def instantiate(body: Expr, value: Expr) -> Expr:
        """`body` with bound variable 0 replaced by `value`."""
        return shifted(body, 0, lambda depth: shifted(value, 0, None, depth))

    def shifted(e: Expr, start: int, by: Callable[[int], Expr] | None, up: int = 0) -> Expr:
        """With `by`: variable `start` replaced, those above one lower. Without: those from `start` on `up` higher."""
        done: dict[tuple[Expr, int], Expr] = {}
        stack = [(e, start)]
        while stack:
            node, depth = stack[-1]
            if (node, depth) in done:
                stack.pop()
                continue
            if node.loose <= depth:
                done[node, depth] = node
                continue
            if node.tag == BVAR:
                index = int(str(node.args[0]))
                if by is None:
                    done[node, depth] = t.bvar(index + up)
                else:
                    done[node, depth] = by(depth - start) if index == depth else t.bvar(index - 1)
                count()
                continue
            inner = [(c, depth + (i == 1 and node.tag in (LAM, PI))) for i, c in enumerate(node.children())]
            if waiting := [key for key in inner if key not in done]:
                stack.extend(waiting)
                continue
            count()
            done[node, depth] = _rebuilt(t, node, [done[key] for key in inner])
        return done[e, start]

    for node in postorder(e):
        count()
        children = [plainly[c] for c in node.children()]
        plainly[node] = instantiate(children[2], children[1]) if node.tag == LET else _rebuilt(t, node, children)
    return plainly[e]


def _hint(binder: object) -> str:
    """The name that a person gave a variable. What the elaborator adds to it differs from run to run."""
    first = binder[0] if isinstance(binder, tuple) and binder else None
    return first if isinstance(first, str) and first.isidentifier() and first.isascii() else "x"


def _rebuilt(t: Terms, node: Expr, children: list[Expr]) -> Expr:
    """`node` over other children, with a plain binder."""
    match node.tag:
        case tag if tag in (LAM, PI):
            binder = _hint(node.args[0])
            type_, body = children
            return (t.lam if tag == LAM else t.pi)(binder, type_, body)
        case tag if tag == APP:
            return t.app(*children)
        case tag if tag == PROJ:
            structure, index, _ = node.args
            assert isinstance(structure, tuple) and isinstance(index, int)
            return t.proj(structure, index, *children)
    return node
