"""Strict reader of Lean 4.35 `.olean` files: bytes in, `term.py` declarations out, or a `FormatError`.

May import: the standard library, `egvar.errors`, `egvar.kernel.term`, `egvar.kernel.olean_image`.

The constants are decoded from the root of the image. A pointer is followed only to the start of an object that lies
before the one that points, and only to the kind of object that is expected there. Hashes, loose-variable ranges and
flags that Lean caches in its objects are not read. Nothing recurses, and what is built is bounded by the file's size
and `MAX_CELLS`. Of a module of Lean's module system only the last of the three parts knows every constant as the
kernel does. Names of bound variables are kept, `mdata` is dropped, extension entries are not looked at.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from egvar.errors import FormatError
from egvar.kernel import term as t
from egvar.kernel.olean_image import FIRST, Image, ctor
from egvar.kernel.term import Constant, Expr, Level, Name, Terms

MAX_MODULES: Final = 4096  # in one import closure
MAX_NAME_PARTS: Final = 128

_NAME: Final = {ctor(1, 2, 8): str, ctor(2, 2, 8): int}
_LEVEL: Final = {ctor(tag, 2 if tag in (2, 3) else 1, 8): tag for tag in range(1, 6)}
_E_BVAR, _E_FVAR, _E_MVAR, _E_SORT, _E_CONST, _E_APP, _E_LAM, _E_PI, _E_LET, _E_LIT, _E_MDATA, _E_PROJ = range(12)
_EXPR_POINTERS: Final = (1, 1, 1, 1, 2, 2, 3, 3, 4, 1, 2, 3)
_EXPR: Final = {ctor(k, n, 9 if k in (_E_LAM, _E_PI, _E_LET) else 8): k for k, n in enumerate(_EXPR_POINTERS)}
_EXPR_CHILDREN: Final = {
    _E_APP: (1, 2),
    _E_LAM: (2, 3),
    _E_PI: (2, 3),
    _E_LET: (2, 3, 4),
    _E_MDATA: (2,),
    _E_PROJ: (3,),
}
_LITERAL: Final = {ctor(0, 1): int, ctor(1, 1): str}
_CONSTANT_INFO: Final = {ctor(tag, 1): tag for tag in range(8)}
_SAFETY: Final = ("unsafe", "safe", "partial")
_QUOT_KIND: Final = ("type", "ctor", "lift", "ind")


@dataclass(frozen=True, slots=True)
class OleanModule:
    """One module: direct imports and constants, both in file order, and which Lean wrote it."""

    imports: tuple[Name, ...]
    constants: dict[Name, Constant]
    lean_version: str
    githash: str
    is_module: bool


def read_module(path: Path, terms: Terms) -> OleanModule:
    """The module stored at `path` (`X.olean`) and beside it (`X.olean.server`, `X.olean.private`).

    Raises FormatError, with file and byte offset, if any part is missing, unreadable or malformed.
    """
    return _Decoder(path, terms).module()


def read_closure(root: Name, search_path: list[Path], terms: Terms) -> dict[Name, tuple[Name, Constant]]:
    """Every constant of module `root` and of all that it imports, as name -> (module, constant), imports first.

    A module is the first file of its name in `search_path`. Raises FormatError if one is missing or malformed, if
    imports are circular, if the modules are from different builds of Lean, or if two modules have a constant of
    the same name (Lean tolerates that for theorems of one type, and does not compare their proofs).
    """
    constants: dict[Name, tuple[Name, Constant]] = {}
    loaded: dict[Name, OleanModule] = {}
    done: set[Name] = set()
    stack = [root]
    while stack:
        current = stack[-1]
        shown = t.show_name(current)
        if current in done:
            stack.pop()
        elif current in loaded:
            for n, constant in loaded[current].constants.items():
                other, _ = constants.setdefault(n, (current, constant))
                if other != current:
                    raise FormatError(f"modules {t.show_name(other)} and {shown} both have {t.show_name(n)}")
            done.add(current)
            stack.pop()
        else:
            if len(loaded) == MAX_MODULES:
                raise FormatError(f"more than {MAX_MODULES} modules are imported")
            module = loaded[current] = read_module(_locate(current, search_path), terms)
            if module.githash != loaded[root].githash:
                raise FormatError(f"modules {t.show_name(root)} and {shown} are from different builds of Lean")
            for imported in module.imports:
                if imported in loaded and imported not in done:
                    raise FormatError(f"module {shown} imports {t.show_name(imported)}, which imports it")
            stack.extend(m for m in reversed(module.imports) if m not in done)
    return constants


def _locate(module: Name, search_path: list[Path]) -> Path:
    # A component is a file name: nothing that could lead out of the search path.
    if not module or any(not isinstance(c, str) or c in ("", ".", "..") or set(c) & set("/\\\0") for c in module):
        raise FormatError(f"module name {t.show_name(module)!r} cannot be a file")
    for folder in search_path:
        path = folder.joinpath(*map(str, module[:-1]), f"{module[-1]}.olean")
        if os.path.isfile(path):  # unlike Path.is_file, False for any path that the system refuses
            return path
    raise FormatError(f"module {t.show_name(module)} is not in the search path")


class _Decoder(Image):
    """Reads the constants out of an image."""

    def __init__(self, path: Path, terms: Terms) -> None:
        super().__init__(path)
        self.terms = terms
        self.names: dict[int, Name] = {}
        self.levels: dict[int, Level] = {}
        self.exprs: dict[int, Expr] = {}

    def name(self, at: int, field: int, *, anonymous: bool = False) -> Name:
        """A name; the empty one only where `anonymous` says so."""
        path: list[int] = []
        start = at
        found: Name = ()
        while self.words[at + field] != 1:
            at, field = self.pointer(at, field), 1
            if at in self.names:
                found = self.names[at]
                break
            if self.words[at] not in _NAME:
                self.fail(at, "this is no name")
            path.append(at)
            if len(path) + len(found) > MAX_NAME_PARTS:
                self.fail(at, f"a name has more than {MAX_NAME_PARTS} components")
        for part in reversed(path):
            component: str | int
            if _NAME[self.words[part]] is str:
                component = self.string(part, 2)
            elif (component := self.nat(part, 2)) >> 63:
                self.fail(part, "a name has a number of more than 63 bits")
            found = (*found, component)
            self.spend(part, len(found))
            if len(found) > MAX_NAME_PARTS:
                self.fail(part, f"a name has more than {MAX_NAME_PARTS} components")
            self.names[part] = found
        if not found and not anonymous:
            self.fail(start, "a name is missing")
        return found

    # --- levels and expressions: what is reachable and new, sorted by position, is in the order to build it ---

    def level(self, at: int, field: int) -> Level:
        if self.words[at + field] == 1:
            return self.terms.zero
        root = self.pointer(at, field)
        if root not in self.levels:
            stack, new = [root], {root}
            while stack:
                at = stack.pop()
                tag = _LEVEL.get(self.words[at])
                if tag is None or tag == 5:
                    self.fail(at, "this is no level" if tag is None else "a level metavariable is stored")
                for field in (1, 2)[: (1, 2, 2, 0)[tag - 1]]:
                    if self.words[at + field] == 1:
                        continue
                    child = self.pointer(at, field)
                    if child not in self.levels and child not in new:
                        new.add(child)
                        stack.append(child)
            for at in sorted(new):
                self.levels[at] = self._build_level(at)
        return self.levels[root]

    def _build_level(self, at: int) -> Level:
        terms, tag = self.terms, _LEVEL[self.words[at]]
        if tag == 4:
            return terms.param(self.name(at, 1))
        args = [
            terms.zero if self.words[at + k] == 1 else self.levels[self.pointer(at, k)] for k in (1, 2)[: min(tag, 2)]
        ]
        try:
            return terms.succ(args[0]) if tag == 1 else terms.max(*args) if tag == 2 else terms.imax(*args)
        except FormatError as e:
            self.fail(at, e.message)

    def expr(self, at: int, field: int) -> Expr:
        root = self.pointer(at, field)
        if root not in self.exprs:
            exprs, words, starts, base = self.exprs, self.words, self.starts, self.base
            stack, new = [root], {root}
            while stack:
                at = stack.pop()
                kind = _EXPR.get(words[at])
                if kind is None or kind in (_E_FVAR, _E_MVAR):
                    self.fail(
                        at, "this is no expression" if kind is None else "a free variable or metavariable is stored"
                    )
                for field in _EXPR_CHILDREN.get(kind, ()):
                    # `pointer`, in place: this is the inner loop.
                    offset = words[at + field] - base
                    child = offset >> 3
                    if offset & 7 or not FIRST <= child < at or not starts[child]:
                        self.fail(at, f"field {field} is not a pointer to an earlier object")
                    if child not in exprs and child not in new:
                        new.add(child)
                        stack.append(child)
            try:
                for at in sorted(new):
                    exprs[at] = self._build(at, _EXPR[words[at]])
            except FormatError as e:
                if e.position is None:
                    self.fail(at, e.message)  # the arena's refusal, which knows no position
                raise
        return self.exprs[root]

    def _build(self, at: int, kind: int) -> Expr:
        terms, words, exprs, base = self.terms, self.words, self.exprs, self.base
        if kind == _E_APP:
            return terms.app(exprs[words[at + 1] - base >> 3], exprs[words[at + 2] - base >> 3])
        if kind == _E_BVAR:
            return terms.bvar(self.count(at, 1))
        if kind == _E_CONST:
            return terms.const(self.name(at, 1), [self.level(*where) for where in self.list(at, 2)])
        if kind in (_E_LAM, _E_PI):
            (info,) = self.scalars(at, 5, 4)
            make = terms.lam if kind == _E_LAM else terms.pi
            binder = self.name(at, 1, anonymous=True)
            return make(binder, exprs[words[at + 2] - base >> 3], exprs[words[at + 3] - base >> 3], info)
        if kind == _E_LET:
            (nondep,) = self.scalars(at, 6, 2)
            type_, value, body = (exprs[words[at + k] - base >> 3] for k in (2, 3, 4))
            return terms.let(self.name(at, 1, anonymous=True), type_, value, body, nondep)
        if kind == _E_SORT:
            return terms.sort(self.level(at, 1))
        if kind == _E_MDATA:
            return exprs[words[at + 2] - base >> 3]
        if kind == _E_PROJ:
            return terms.proj(self.name(at, 1), self.count(at, 2), exprs[words[at + 3] - base >> 3])
        literal = self.pointer(at, 1)
        if words[literal] not in _LITERAL:
            self.fail(literal, "this is no literal")
        if _LITERAL[words[literal]] is int:
            return terms.nat(self.nat(literal, 1))
        return terms.string(self.string(literal, 1))

    def closed(self, at: int, field: int) -> Expr:
        e = self.expr(at, field)
        if e.loose:
            self.fail(at, "a bound variable is free in a declaration")
        return e

    # --- declarations ---

    def module(self) -> OleanModule:
        end = len(self.words)
        root = self.root - self.base
        if root & 7 or not FIRST <= root >> 3 < end or not self.starts[root >> 3]:
            self.fail(end, "the root is not an object")
        at = self.fields(root >> 3, ctor(0, 5, 1), "module")
        (is_module,) = self.scalars(at, 6, 2)
        if is_module != (len(self.parts) == 3):
            self.fail(at, "a module of the module system is three files, another module one")
        imports = []
        for i in self.array(at, 1):
            self.scalars(self.fields(i, ctor(0, 1, 3), "import"), 2, 2, 2, 2)
            imports.append(self.name(i, 1))
        constants: dict[Name, Constant] = {}
        for i in self.array(at, 3):
            constant = self.constant(i)
            if constant.name in constants:
                self.fail(i, f"{t.show_name(constant.name)} is declared twice")
            constants[constant.name] = constant
        names = self.pointer(at, 2)
        if [self.name(names, 3 + k) for k in range(len(self.array(at, 2)))] != list(constants):
            self.fail(names, "the list of names does not match the constants")
        self.array(at, 4), self.array(at, 5)
        return OleanModule(tuple(dict.fromkeys(imports)), constants, self.lean_version, self.githash, bool(is_module))

    def name_list(self, at: int, field: int) -> tuple[Name, ...]:
        return tuple(self.name(*where) for where in self.list(at, field))

    def constant(self, info: int) -> Constant:
        tag = _CONSTANT_INFO.get(self.words[info])
        if tag is None:
            self.fail(info, "this is no constant")
        at = self.pointer(info, 1)
        pointers, scalars = ((1, 1), (4, 1), (3, 0), (3, 1), (1, 1), (6, 3), (5, 1), (7, 2))[tag]
        self.fields(at, ctor(0, pointers, scalars), "constant of its kind")
        flags = (
            self.scalars(at, pointers + 1, *((2,) if tag not in (1, 4) else (3 + tag // 4,)) * scalars)
            if scalars
            else []
        )
        value = self.fields(self.pointer(at, 1), ctor(0, 3), "constant's name and type")
        n, levels, type_ = self.name(value, 1), self.name_list(value, 2), self.closed(value, 3)
        if len(set(levels)) != len(levels):
            self.fail(value, f"{t.show_name(n)} has two universe parameters of one name")
        if tag == 0:
            return t.Axiom(n, levels, type_, bool(flags[0]))
        if tag == 1:
            return t.Definition(
                n, levels, type_, self.closed(at, 2), self.hints(at), _SAFETY[flags[0]], self.name_list(at, 4)
            )
        if tag == 2:
            return t.Theorem(n, levels, type_, self.closed(at, 2), self.name_list(at, 3))
        if tag == 3:
            return t.Opaque(n, levels, type_, self.closed(at, 2), bool(flags[0]), self.name_list(at, 3))
        if tag == 4:
            return t.Quot(n, levels, type_, _QUOT_KIND[flags[0]])
        if tag == 5:
            rec, unsafe, reflexive = map(bool, flags)
            params, indices, nested = self.count(at, 2), self.count(at, 3), self.count(at, 6)
            all_, ctors = self.name_list(at, 4), self.name_list(at, 5)
            return t.InductiveType(n, levels, type_, params, indices, all_, ctors, nested, rec, reflexive, unsafe)
        if tag == 6:
            index, params, fields = (self.count(at, k) for k in (3, 4, 5))
            return t.Constructor(n, levels, type_, self.name(at, 2), index, params, fields, bool(flags[0]))
        params, indices, motives, minors = (self.count(at, k) for k in (3, 4, 5, 6))
        rules = tuple(self.rule(*where) for where in self.list(at, 7))
        all_, (k, unsafe) = self.name_list(at, 2), map(bool, flags)
        return t.Recursor(n, levels, type_, all_, params, indices, motives, minors, rules, k, unsafe)

    def rule(self, at: int, field: int) -> t.RecursorRule:
        rule = self.fields(self.pointer(at, field), ctor(0, 3), "recursor rule")
        return t.RecursorRule(self.name(rule, 1), self.count(rule, 2), self.closed(rule, 3))

    def hints(self, at: int) -> str | int:
        """Reducibility of a definition: opaque and abbreviation are unboxed 0 and 1, a height is an object."""
        word = self.words[at + 3]
        if word & 1:
            if word >> 1 > 1:
                self.fail(at, "unknown reducibility")
            return ("opaque", "abbrev")[word >> 1]
        height = self.words[self.fields(self.pointer(at, 3), ctor(2, 0, 4), "reducibility") + 1]
        if height >> 32:
            self.fail(at, "a definition's height is out of range")
        return height
