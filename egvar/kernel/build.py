"""Turns a batch of declarations into kernel objects and adds them, in a worker process.

May import: the standard library and `egvar.kernel`.
"""

from __future__ import annotations

from typing import Any

from egvar.kernel.ffi import Kernel, KernelRejection, box
from egvar.kernel.term import APP, BVAR, CONST, LAM, LET, NAT, PI, PROJ, SORT, STR, Name, show_name
from egvar.kernel.wire import LEVEL_TAGS, decode

_ARITY = {BVAR: 1, SORT: 1, CONST: 2, APP: 2, LAM: 4, PI: 4, LET: 5, NAT: 1, STR: 1, PROJ: 3}
_CHILDREN = {APP: (0, 1), LAM: (1, 2), PI: (1, 2), LET: (1, 2, 3), PROJ: (2,)}


class Refused(Exception):
    """The kernel refused `declaration` with an exception of this `kind`."""

    def __init__(self, kind: str, declaration: Name) -> None:
        super().__init__(f"{kind} at {show_name(declaration)}")
        self.kind, self.declaration = kind, declaration


def add_batch(kernel: Kernel, batch: bytes) -> int:
    """Adds every declaration of `batch`, in order; returns how many. Raises Refused at the first refusal."""
    names, levels, nodes, declarations = decode(batch)
    name_at = [kernel.name(n) for n in names]
    level_at = _levels(kernel, levels, name_at)
    uses = _uses(nodes, declarations)
    node_at = _nodes(kernel, nodes, uses, name_at, level_at)
    for declaration in declarations:
        try:
            _declare(kernel, declaration, names, node_at)
        except KernelRejection as e:
            raise Refused(e.kind, names[declaration[1]]) from e
    return len(declarations)


def _levels(kernel: Kernel, flat: list[Any], name_at: list[int]) -> list[int]:
    out: list[int] = []
    it = iter(flat)
    for tag in it:
        kind = LEVEL_TAGS[tag]
        if kind == "zero":
            made = kernel.zero
        elif kind == "succ":
            made = kernel.level_succ(out[next(it)])
        elif kind == "param":
            made = kernel.level_param(name_at[next(it)])
        else:
            a, b = out[next(it)], out[next(it)]
            made = (kernel.level_max if kind == "max" else kernel.level_imax)(a, b)
        out.append(kernel.own(made))
    return out


def _uses(flat: list[Any], declarations: list[Any]) -> list[int]:
    """How often each node is referred to; a node used more than once is made immortal."""
    uses: list[int] = []
    i, end = 0, len(flat)
    while i < end:
        tag = flat[i]
        if tag == APP:
            uses[flat[i + 1]] += 1
            uses[flat[i + 2]] += 1
        else:
            for k in _CHILDREN.get(tag, ()):
                uses[flat[i + 1 + k]] += 1
        uses.append(0)
        i += 1 + _ARITY[tag]
    for kind, _, _, *body in (d for d in declarations if len(d) > 2):
        if kind == "inductive":
            for _, type_, constructors in body[1]:
                uses[type_] += 1
                for _, ctype in constructors:
                    uses[ctype] += 1
        else:
            for at in body[:1] if kind == "axiom" else body[:2]:
                uses[at] += 1
    return uses


def _nodes(kernel: Kernel, flat: list[Any], uses: list[int], name_at: list[int], level_at: list[int]) -> list[int]:
    out: list[int] = []
    app, own = kernel.e_app, kernel.own
    i, end = 0, len(flat)
    while i < end:
        tag = flat[i]
        if tag == APP:
            made = app(out[flat[i + 1]], out[flat[i + 2]])
            i += 3
        else:
            a = flat[i + 1 : i + 1 + _ARITY[tag]]
            i += 1 + _ARITY[tag]
            if tag == NAT:
                made = kernel.e_lit(kernel.constructor(0, [kernel.nat(a[0])]))
            elif tag == BVAR:
                made = kernel.e_bvar(box(a[0]))
            elif tag == CONST:
                made = kernel.e_const(name_at[a[0]], kernel.list_of([level_at[u] for u in a[1]]))
            elif tag == LAM:
                made = kernel.e_lam(name_at[a[0]], out[a[1]], out[a[2]], a[3])
            elif tag == PI:
                made = kernel.e_pi(name_at[a[0]], out[a[1]], out[a[2]], a[3])
            elif tag == SORT:
                made = kernel.e_sort(level_at[a[0]])
            elif tag == LET:
                made = kernel.e_let(name_at[a[0]], out[a[1]], out[a[2]], out[a[3]], a[4])
            elif tag == STR:
                made = kernel.e_lit(kernel.constructor(1, [kernel.string(a[0])]))
            elif tag == PROJ:
                made = kernel.e_proj(name_at[a[0]], box(a[1]), out[a[2]])
            else:
                raise ValueError(f"unknown expression tag {tag}")
        if uses[len(out)] != 1:
            own(made)
        out.append(made)
    return out


def _declare(kernel: Kernel, declaration: tuple[Any, ...], names: list[Name], node_at: list[int]) -> None:
    if declaration[0] == "quot":
        kernel.add_quotients()
        return
    kind, at, level_names, *body = declaration
    n, levels = names[at], tuple(names[k] for k in level_names)
    match kind, body:
        case "axiom", [type_, unsafe]:
            kernel.add_axiom(n, levels, node_at[type_], unsafe)
        case "definition", [type_, value, hints, all_]:
            kernel.add_definition(n, levels, node_at[type_], node_at[value], hints, tuple(names[k] for k in all_))
        case "theorem", [type_, value, all_]:
            kernel.add_theorem(n, levels, node_at[type_], node_at[value], tuple(names[k] for k in all_))
        case "opaque", [type_, value, unsafe, all_]:
            kernel.add_opaque(n, levels, node_at[type_], node_at[value], unsafe, tuple(names[k] for k in all_))
        case "inductive", [num_params, types, unsafe]:
            blocks = [
                (names[t], node_at[type_], [(names[c], node_at[ctype]) for c, ctype in constructors])
                for t, type_, constructors in types
            ]
            kernel.add_inductive(levels, num_params, blocks, unsafe)
        case _:
            raise ValueError(f"unknown declaration {kind}")
