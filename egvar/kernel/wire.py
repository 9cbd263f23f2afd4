"""How declarations travel from the judge to its own kernel worker.

May import: the standard library and `egvar.kernel.term`.

A batch is a marshalled tuple (names, levels, nodes, declarations). Levels and nodes are flat lists: a tag, then its
operands, which are values or positions of earlier entries. Only our own processes speak this format, in both
directions; what comes from outside is read by `olean` and `ndjson`.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from typing import Any

from egvar.kernel.term import (
    APP,
    BVAR,
    CONST,
    LAM,
    LET,
    NAT,
    PI,
    SORT,
    STR,
    Axiom,
    Constant,
    Constructor,
    Definition,
    Expr,
    InductiveType,
    Level,
    Name,
    Opaque,
    Quot,
    Recursor,
    Theorem,
)

LEVEL_TAGS = ("zero", "succ", "max", "imax", "param")

Declaration = tuple[Any, ...]
Batch = tuple[list[Name], list[Any], list[Any], list[Declaration]]


class _Encoder:
    def __init__(self) -> None:
        self.names: list[Name] = []
        self.levels: list[Any] = []
        self.nodes: list[Any] = []
        self._name_at: dict[Name, int] = {}
        self._level_at: dict[Level, int] = {}
        self._node_at: dict[Expr, int] = {}

    def name(self, n: Name) -> int:
        at = self._name_at.get(n)
        if at is None:
            at = self._name_at[n] = len(self.names)
            self.names.append(n)
        return at

    def level(self, level: Level) -> int:
        at = self._level_at.get(level)
        if at is None:
            args = [self.level(a) if isinstance(a, Level) else self.name(a) for a in level.args]
            at = self._level_at[level] = len(self._level_at)
            self.levels.append(LEVEL_TAGS.index(level.tag))
            self.levels.extend(args)
        return at

    def expr(self, root: Expr) -> int:
        at, nodes = self._node_at, self.nodes
        stack = [root]
        while stack:
            e = stack[-1]
            if e in at:
                stack.pop()
                continue
            waiting = [a for a in e.args if type(a) is Expr and a not in at]
            if waiting:
                stack.extend(waiting)
                continue
            stack.pop()
            tag, args = e.tag, e.args
            nodes.append(tag)
            if tag == APP:
                nodes.append(at[args[0]])  # type: ignore[index]
                nodes.append(at[args[1]])  # type: ignore[index]
            elif tag in (BVAR, NAT, STR):
                nodes.append(args[0])
            elif tag == CONST:
                nodes.append(self.name(args[0]))  # type: ignore[arg-type]
                nodes.append([self.level(u) for u in args[1]])  # type: ignore[attr-defined]
            elif tag in (LAM, PI):
                nodes.extend((self.name(args[0]), at[args[1]], at[args[2]], args[3]))  # type: ignore[arg-type,index]
            elif tag == LET:
                nodes.extend((self.name(args[0]), *(at[a] for a in args[1:4]), args[4]))  # type: ignore[arg-type,index]
            elif tag == SORT:
                nodes.append(self.level(args[0]))  # type: ignore[arg-type]
            else:
                nodes.extend((self.name(args[0]), args[1], at[args[2]]))  # type: ignore[arg-type,index]
            at[e] = len(at)
        return at[root]


def encode(constants: Iterable[Constant]) -> bytes:
    """A batch that declares `constants` in the order given. Constructors, recursors and three of the four quotient
    constants are left out: the kernel makes them when their block is added."""
    given = list(constants)
    by_name = {c.name: c for c in given}
    enc, out = _Encoder(), []
    blocks: set[Name] = set()
    for c in given:
        match c:
            case Constructor() | Recursor():
                continue
            case Quot():
                if c.kind == "type":
                    out.append(("quot", enc.name(c.name)))
                continue
            case InductiveType():
                if c.name in blocks:
                    continue
                types = []
                for n in c.all:
                    block = by_name[n]
                    assert isinstance(block, InductiveType)
                    blocks.add(n)
                    made = [(enc.name(k), enc.expr(by_name[k].type)) for k in block.constructors]
                    types.append((enc.name(n), enc.expr(block.type), made))
                body: tuple[Any, ...] = (c.num_params, types, c.unsafe)
                kind = "inductive"
            case Axiom():
                body, kind = (enc.expr(c.type), c.unsafe), "axiom"
            case Definition():
                all_ = [enc.name(n) for n in c.all]
                body, kind = (enc.expr(c.type), enc.expr(c.value), c.hints, all_), "definition"
            case Theorem():
                body, kind = (enc.expr(c.type), enc.expr(c.value), [enc.name(n) for n in c.all]), "theorem"
            case Opaque():
                all_ = [enc.name(n) for n in c.all]
                body, kind = (enc.expr(c.type), enc.expr(c.value), c.unsafe, all_), "opaque"
        out.append((kind, enc.name(c.name), [enc.name(n) for n in c.levels], *body))
    return marshal.dumps((enc.names, enc.levels, enc.nodes, out))


def decode(batch: bytes) -> Batch:
    names, levels, nodes, declarations = marshal.loads(batch)
    return names, levels, nodes, declarations
