"""Names, universe levels, expressions and declarations of Lean's kernel, immutable and shared.

May import: the standard library and `egvar.errors`.

Everything that the judge compares is one of these values. A `Name` is a tuple of strings and numbers, never a
dotted string, so that `a.b` and `«a.b»` differ. Levels and expressions are made by a `Terms` arena only, which
keeps one object per structure: within an arena (and its parent) two expressions are equal as structures exactly
when they are the same object. There are no free variables and no metavariables; `loose` is recomputed here and
never read from a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from egvar.errors import FormatError

Name: TypeAlias = tuple["str | int", ...]

MAX_LEVEL_DEPTH = 64
MAX_BVAR = 1 << 20


def name(dotted: str) -> Name:
    """The name with the components of `dotted`, split at full stops. For names written in our own code."""
    return tuple(dotted.split(".")) if dotted else ()


def show_name(n: Name) -> str:
    """`n` for a person to read. Never compare what this returns."""
    return ".".join(
        f"«{p}»" if isinstance(p, str) and not p.replace("_", "a").replace("'", "a").isalnum() else str(p) for p in n
    )


class Level:
    """A universe level: tag `zero`, `succ`, `max`, `imax` or `param`, and its arguments."""

    __slots__ = ("args", "depth", "tag")
    tag: str
    args: tuple[Level | Name, ...]
    depth: int

    def __init__(self, tag: str, args: tuple[Level | Name, ...], depth: int) -> None:
        object.__setattr__(self, "tag", tag)
        object.__setattr__(self, "args", args)
        object.__setattr__(self, "depth", depth)

    def __setattr__(self, key: str, value: object) -> None:
        raise AttributeError("levels are immutable")

    def __repr__(self) -> str:
        return f"({self.tag} {' '.join(map(str, self.args))})" if self.args else self.tag


BVAR, SORT, CONST, APP, LAM, PI, LET, NAT, STR, PROJ = range(10)
KIND = ("bvar", "sort", "const", "app", "lam", "forallE", "letE", "natVal", "strVal", "proj")
BINDER_INFO = ("default", "implicit", "strictImplicit", "instImplicit")


class Expr:
    """An expression. `tag` is one of the constants above, `args` by tag:

    BVAR (index,) · SORT (level,) · CONST (name, levels) · APP (fn, arg) · LAM and PI (binder name, type, body,
    binder info 0..3) · LET (name, type, value, body, nondep 0/1) · NAT (int,) · STR (str,) · PROJ (structure
    name, index, expression). `loose` is one more than the largest free de Bruijn index, 0 when closed.
    """

    __slots__ = ("args", "loose", "tag")
    tag: int
    args: tuple[object, ...]
    loose: int

    def __init__(self, tag: int, args: tuple[object, ...], loose: int) -> None:
        _set_tag(self, tag)
        _set_args(self, args)
        _set_loose(self, loose)

    def __setattr__(self, key: str, value: object) -> None:
        raise AttributeError("expressions are immutable")

    def __repr__(self) -> str:
        return f"<{KIND[self.tag]} {self.args[0] if self.tag in (BVAR, CONST, NAT) else ''}>"

    def children(self) -> tuple[Expr, ...]:
        """The direct sub-expressions, in order."""
        return tuple(a for a in self.args if isinstance(a, Expr))


_set_tag = Expr.__dict__["tag"].__set__
_set_args = Expr.__dict__["args"].__set__
_set_loose = Expr.__dict__["loose"].__set__


class Terms:
    """An arena: makes levels and expressions, one object per structure.

    A child arena (`Terms(parent)`) finds what its parent already has, so a claim's terms share the library's and
    go away with the claim. The parent must not grow while a child is in use: seal it with `seal()`.
    """

    def __init__(self, parent: Terms | None = None) -> None:
        self._levels: dict[tuple[object, ...], Level] = {}
        self._exprs: dict[tuple[object, ...], Expr] = {}
        self._parent = parent
        self._sealed = False
        if parent is not None:
            parent._sealed = True
            self._up_levels, self._up_exprs = parent._all_levels(), parent._all_exprs()
        else:
            self._up_levels, self._up_exprs = {}, {}
        self.zero = self._level("zero", (), 0)

    def _all_levels(self) -> dict[tuple[object, ...], Level]:
        return {**self._up_levels, **self._levels} if self._up_levels else self._levels

    def _all_exprs(self) -> dict[tuple[object, ...], Expr]:
        return {**self._up_exprs, **self._exprs} if self._up_exprs else self._exprs

    def __len__(self) -> int:
        return len(self._exprs)

    def _level(self, tag: str, args: tuple[Level | Name, ...], depth: int) -> Level:
        key = (tag, *args)
        found = self._up_levels.get(key) or self._levels.get(key)
        if found is None:
            if self._sealed:
                raise RuntimeError("this arena has a child and is sealed")
            if depth > MAX_LEVEL_DEPTH:
                raise FormatError("a universe level is nested too deeply")
            found = self._levels[key] = Level(tag, args, depth)
        return found

    def succ(self, level: Level) -> Level:
        return self._level("succ", (level,), level.depth + 1)

    def max(self, a: Level, b: Level) -> Level:
        return self._level("max", (a, b), max(a.depth, b.depth) + 1)

    def imax(self, a: Level, b: Level) -> Level:
        return self._level("imax", (a, b), max(a.depth, b.depth) + 1)

    def param(self, n: Name) -> Level:
        return self._level("param", (n,), 0)

    def _expr(self, tag: int, args: tuple[object, ...], loose: int) -> Expr:
        key = (tag, *args)
        found = self._exprs.get(key)
        if found is None:
            found = self._up_exprs.get(key)
        if found is None:
            if self._sealed:
                raise RuntimeError("this arena has a child and is sealed")
            found = self._exprs[key] = Expr(tag, args, loose)
        return found

    def bvar(self, index: int) -> Expr:
        if not 0 <= index < MAX_BVAR:
            raise FormatError("a bound variable index is out of range")
        return self._expr(BVAR, (index,), index + 1)

    def sort(self, level: Level) -> Expr:
        return self._expr(SORT, (level,), 0)

    def const(self, n: Name | str, levels: Iterable[Level] = ()) -> Expr:
        return self._expr(CONST, (name(n) if isinstance(n, str) else n, tuple(levels)), 0)

    def app(self, fn: Expr, *args: Expr) -> Expr:
        for a in args:
            fn = self._expr(APP, (fn, a), fn.loose if fn.loose > a.loose else a.loose)
        return fn

    def lam(self, n: str | Name, type_: Expr, body: Expr, info: int = 0) -> Expr:
        return self._binder(LAM, n, type_, body, info)

    def pi(self, n: str | Name, type_: Expr, body: Expr, info: int = 0) -> Expr:
        return self._binder(PI, n, type_, body, info)

    def _binder(self, tag: int, n: str | Name, type_: Expr, body: Expr, info: int) -> Expr:
        if not 0 <= info < 4:
            raise FormatError(f"unknown binder information {info}")
        binder = (n,) if isinstance(n, str) else n
        return self._expr(tag, (binder, type_, body, info), max(type_.loose, body.loose - 1, 0))

    def let(self, n: str | Name, type_: Expr, value: Expr, body: Expr, nondep: int = 0) -> Expr:
        binder = (n,) if isinstance(n, str) else n
        loose = max(type_.loose, value.loose, body.loose - 1, 0)
        return self._expr(LET, (binder, type_, value, body, int(bool(nondep))), loose)

    def nat(self, value: int) -> Expr:
        if value < 0:
            raise FormatError("a natural-number literal is negative")
        return self._expr(NAT, (value,), 0)

    def string(self, value: str) -> Expr:
        return self._expr(STR, (value,), 0)

    def proj(self, structure: Name, index: int, of: Expr) -> Expr:
        if not 0 <= index < MAX_BVAR:
            raise FormatError("a projection index is out of range")
        return self._expr(PROJ, (structure, index, of), of.loose)

    def adopt(self, e: Expr, rename: dict[Name, Name] | None = None) -> Expr:
        """`e`, made by any arena, as an expression of this one, with constants renamed by `rename`."""
        done: dict[Expr, Expr] = {}
        levels: dict[Level, Level] = {}
        for node in postorder(e):
            args = tuple(done[a] if isinstance(a, Expr) else a for a in node.args)
            if node.tag == CONST:
                args = (renamed(args[0], rename), tuple(self.adopt_level(u, levels) for u in levels_of(node)))
            elif node.tag == SORT:
                args = (self.adopt_level(sort_level(node), levels),)
            elif node.tag == PROJ:
                args = (renamed(args[0], rename), *args[1:])
            done[node] = self._expr(node.tag, args, node.loose)
        return done[e]

    def adopt_level(self, level: Level, done: dict[Level, Level] | None = None) -> Level:
        # `done` remembers what was adopted: `max u u` of `max u u` and so on has 2^depth occurrences of u.
        done = {} if done is None else done
        if level not in done:
            args = tuple(self.adopt_level(a, done) if isinstance(a, Level) else a for a in level.args)
            done[level] = self._level(level.tag, args, level.depth)
        return done[level]


def renamed(n: object, rename: dict[Name, Name] | None) -> Name:
    assert isinstance(n, tuple)
    return rename.get(n, n) if rename else n


def levels_of(e: Expr) -> tuple[Level, ...]:
    """The universe arguments of a CONST."""
    levels = e.args[1]
    assert e.tag == CONST and isinstance(levels, tuple)
    return levels


def sort_level(e: Expr) -> Level:
    level = e.args[0]
    assert e.tag == SORT and isinstance(level, Level)
    return level


def const_name(e: Expr) -> Name:
    """The name of a CONST."""
    n = e.args[0]
    assert e.tag == CONST and isinstance(n, tuple)
    return n


def postorder(*roots: Expr) -> Iterator[Expr]:
    """Every distinct sub-expression of `roots`, children before parents, without recursion."""
    seen: set[Expr] = set()
    stack: list[tuple[Expr, bool]] = [(r, False) for r in reversed(roots)]
    while stack:
        e, ready = stack.pop()
        if ready:
            yield e
        elif e not in seen:
            seen.add(e)
            stack.append((e, True))
            stack.extend((a, False) for a in reversed(e.args) if type(a) is Expr and a not in seen)


def constants_in(*roots: Expr, seen: set[Expr] | None = None) -> set[Name]:
    """Names of all constants in `roots`: CONST, structure names of PROJ, and the type that a literal names.

    Pass one `seen` set to several calls to visit shared sub-expressions once (the answer then holds only what
    this call saw for the first time).
    """
    seen = set() if seen is None else seen
    out: set[Name] = set()
    stack = list(roots)
    while stack:
        e = stack.pop()
        if e in seen:
            continue
        seen.add(e)
        tag = e.tag
        if tag in (CONST, PROJ):
            out.add(e.args[0])  # type: ignore[arg-type]
        elif tag == NAT:
            out.update((("Nat",), ("Nat", "zero"), ("Nat", "succ")))
            continue
        elif tag == STR:
            out.update((("String",), ("String", "ofList"), ("Char", "ofNat")))
            continue
        for a in e.args:
            if type(a) is Expr:
                stack.append(a)
    return out


def spine(e: Expr) -> tuple[Expr, list[Expr]]:
    """Head and arguments of an application."""
    args: list[Expr] = []
    while e.tag == APP:
        fn, arg = e.args
        args.append(arg)  # type: ignore[arg-type]
        e = fn  # type: ignore[assignment]
    args.reverse()
    return e, args


# --- declarations ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Axiom:
    name: Name
    levels: tuple[Name, ...]
    type: Expr
    unsafe: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """`hints` is "opaque", "abbrev" or the height of a regular definition; `safety` is "safe" for all we accept."""

    name: Name
    levels: tuple[Name, ...]
    type: Expr
    value: Expr
    hints: str | int = "abbrev"
    safety: str = "safe"
    all: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class Theorem:
    name: Name
    levels: tuple[Name, ...]
    type: Expr
    value: Expr
    all: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class Opaque:
    name: Name
    levels: tuple[Name, ...]
    type: Expr
    value: Expr
    unsafe: bool = False
    all: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class Quot:
    """One of the four constants of the quotient package; `kind` is type, ctor, lift or ind."""

    name: Name
    levels: tuple[Name, ...]
    type: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Constructor:
    name: Name
    levels: tuple[Name, ...]
    type: Expr
    inductive: Name
    index: int
    num_params: int
    num_fields: int
    unsafe: bool = False


@dataclass(frozen=True, slots=True)
class InductiveType:
    name: Name
    levels: tuple[Name, ...]
    type: Expr
    num_params: int
    num_indices: int
    all: tuple[Name, ...]
    constructors: tuple[Name, ...]
    num_nested: int = 0
    is_rec: bool = False
    is_reflexive: bool = False
    unsafe: bool = False


@dataclass(frozen=True, slots=True)
class RecursorRule:
    constructor: Name
    num_fields: int
    rhs: Expr


@dataclass(frozen=True, slots=True)
class Recursor:
    name: Name
    levels: tuple[Name, ...]
    type: Expr
    all: tuple[Name, ...]
    num_params: int
    num_indices: int
    num_motives: int
    num_minors: int
    rules: tuple[RecursorRule, ...]
    k: bool = False
    unsafe: bool = False


Constant: TypeAlias = Axiom | Definition | Theorem | Opaque | Quot | InductiveType | Constructor | Recursor


def expressions(c: Constant) -> Iterator[Expr]:
    """Every expression that `c` holds: type, value, and recursor rules."""
    yield c.type
    if isinstance(c, Definition | Theorem | Opaque):
        yield c.value
    elif isinstance(c, Recursor):
        for rule in c.rules:
            yield rule.rhs


def mentions(c: Constant, seen: set[Expr] | None = None) -> set[Name]:
    """Names that `c` reaches directly, itself excluded: in its expressions, and the rest of its inductive block."""
    out = constants_in(*expressions(c), seen=seen)
    if isinstance(c, InductiveType):
        out.update(c.all, c.constructors)
    elif isinstance(c, Constructor):
        out.add(c.inductive)
    elif isinstance(c, Recursor):
        out.update(c.all)
        out.update(rule.constructor for rule in c.rules)
    out.discard(c.name)
    return out
