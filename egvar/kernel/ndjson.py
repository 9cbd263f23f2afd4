"""Strict reader of declarations as text: lean4export's NDJSON, format version 3.1.0. (Writer: `ndjson_writer`.)

May import: the standard library, `egvar.errors`, `egvar.kernel.term`, `numerals`, `strict_json`, `ndjson_writer`.

One JSON object a line: first `meta`, then names, levels and expressions, each with the next free index (`in`, `il`,
`ie`; name 0 is the anonymous one and level 0 is zero), and declarations. A line refers to earlier lines only. The
reader accepts exactly the documented keys, in any order; anything else is a `FormatError` that names the line, and
nothing of the file is used. `mdata` is dropped.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from egvar.errors import FormatError, Position
from egvar.kernel import term as t
from egvar.kernel.ndjson_writer import FORMAT_VERSION, MAX_NAME_PARTS, write
from egvar.kernel.numerals import from_decimal
from egvar.kernel.strict_json import array, count, flag, no_key_twice, object_of, one_of, parser, single, text_of
from egvar.kernel.term import BINDER_INFO, Constant, Expr, Level, Name, Terms

__all__ = ["Meta", "read", "write"]

MAX_BYTES: Final = 256 << 20
MAX_NAME_CELLS: Final = 1 << 22  # of all names together: the file shares their prefixes, our tuples do not
MAX_LONG_DIGITS: Final = 1 << 24  # of all numerals together that are too long for Python's own conversion
_LONG: Final = 4300

_SAFETY: Final = ("safe", "unsafe", "partial")
_QUOT_KINDS: Final = ("type", "ctor", "lift", "ind")
_INFO: Final = {text: k for k, text in enumerate(BINDER_INFO)}

# Most lines are applications, binders and numbers, written as lean4export writes them: those need no JSON parser.
_COMMON: Final = re.compile(
    r'\{"app":\{"arg":N,"fn":N\},"ie":N\}'
    r'|\{"forallE":\{"binderInfo":"([a-zA-Z]+)","body":N,"name":N,"type":N\},"ie":N\}'
    r'|\{"ie":N,"lam":\{"binderInfo":"([a-zA-Z]+)","body":N,"name":N,"type":N\}\}'
    r'|\{"ie":N,"natVal":"(0|[1-9][0-9]{0,499})"\}'.replace("N", "(0|[1-9][0-9]{0,8})")
)

_HEAD = ("name", "levelParams", "type")
_STR_FIELDS, _NUM_FIELDS = object_of("pre", "str"), object_of("pre", "i")
_CONST_FIELDS, _APP_FIELDS = object_of("name", "us"), object_of("fn", "arg")
_BINDER_FIELDS = object_of("name", "type", "body", "binderInfo")
_LET_FIELDS = object_of("name", "type", "value", "body", "nondep")
_PROJ_FIELDS, _MDATA_FIELDS = object_of("typeName", "idx", "struct"), object_of("expr", "data")
_AXIOM_FIELDS, _QUOT_FIELDS = object_of(*_HEAD, "isUnsafe"), object_of(*_HEAD, "kind")
_DEF_FIELDS = object_of(*_HEAD, "value", "hints", "safety", "all")
_OPAQUE_FIELDS, _THM_FIELDS = object_of(*_HEAD, "value", "isUnsafe", "all"), object_of(*_HEAD, "value", "all")
_BLOCK_FIELDS = object_of("types", "ctors", "recs")
_TYPE_FIELDS = object_of(
    *_HEAD, "numParams", "numIndices", "all", "ctors", "numNested", "isRec", "isReflexive", "isUnsafe"
)
_CTOR_FIELDS = object_of(*_HEAD, "induct", "cidx", "numParams", "numFields", "isUnsafe")
_REC_FIELDS = object_of(*_HEAD, "all", "numParams", "numIndices", "numMotives", "numMinors", "rules", "k", "isUnsafe")
_RULE_FIELDS = object_of("ctor", "nfields", "rhs")
_META_FIELDS, _PROGRAM_FIELDS = object_of("exporter", "lean", "format"), object_of("name", "version")
_LEAN_FIELDS = object_of("githash", "version")


@dataclass(frozen=True, slots=True)
class Meta:
    """What the first line says of the file's origin. Anyone can write anything there."""

    exporter: str
    exporter_version: str
    lean_githash: str
    lean_version: str


def read(data: bytes, terms: Terms, source: str = "export") -> tuple[Meta, dict[Name, Constant]]:
    """The declarations in `data`, in file order, with the members of an inductive block one after the other.

    `source` names the file in errors. Raises FormatError for anything but a complete, well-formed export.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(f"an export may have {MAX_BYTES} bytes", position=Position(source))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as e:
        row = data.count(b"\n", 0, e.start) + 1
        raise FormatError(f"line {row}: the text is not UTF-8", position=Position(source, row)) from None
    lines = text.split("\n")
    row = len(lines)
    reader = _Reader(terms)
    parse = parser(text)
    # What is built here is many objects and no cycle: looking for cycles meanwhile takes a third of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        if lines.pop():
            raise FormatError("the last line is cut off")
        meta: Meta | None = None
        for row, line in enumerate(lines, 1):  # noqa: B007 - the handler below names the line
            if meta is not None and (common := _COMMON.fullmatch(line)):
                reader.common(common)
                continue
            value = parse(line)
            if type(value) is not tuple:
                raise FormatError("this is not a JSON object")
            if meta is None:
                meta = _meta(value)
            elif len(value) == 2:
                reader.node(value)
            elif len(value) == 1:
                reader.declaration(*value[0])
            else:
                raise FormatError("this is neither a node nor a declaration")
        if meta is None:
            raise FormatError("the file is empty")
    except FormatError as e:
        raise FormatError(f"line {row}: {e.message}", position=Position(source, row)) from None
    finally:
        if collecting:
            gc.enable()
    return meta, reader.constants


def _meta(value: object) -> Meta:
    exporter, lean, form = _META_FIELDS(single(value, "meta"))
    if single(form, "version") != FORMAT_VERSION:
        raise FormatError(f"only format version {FORMAT_VERSION} can be read")
    return Meta(*map(text_of, _PROGRAM_FIELDS(exporter)), *map(text_of, _LEAN_FIELDS(lean)))


class _Reader:
    """The tables of what the lines so far have given an index, and the declarations."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.names: list[Name] = [()]
        self.levels: list[Level] = [terms.zero]
        self.exprs: list[Expr] = []
        self.constants: dict[Name, Constant] = {}
        self.cells = self.digits = 0
        self.nodes: dict[str, tuple[str, list[Any], Callable[[Any], object]]] = {
            "str": ("in", self.names, self.name_str),
            "num": ("in", self.names, self.name_num),
            "succ": ("il", self.levels, lambda v: terms.succ(self.level(v))),
            "max": ("il", self.levels, lambda v: terms.max(*self.two_levels(v))),
            "imax": ("il", self.levels, lambda v: terms.imax(*self.two_levels(v))),
            "param": ("il", self.levels, lambda v: terms.param(self.declared(v))),
            "bvar": ("ie", self.exprs, lambda v: terms.bvar(count(v))),
            "sort": ("ie", self.exprs, lambda v: terms.sort(self.level(v))),
            "const": ("ie", self.exprs, self.const),
            "app": ("ie", self.exprs, self.app),
            "lam": ("ie", self.exprs, lambda v: terms.lam(*self.binder(v))),
            "forallE": ("ie", self.exprs, lambda v: terms.pi(*self.binder(v))),
            "letE": ("ie", self.exprs, self.let),
            "proj": ("ie", self.exprs, self.proj),
            "natVal": ("ie", self.exprs, self.nat),
            "strVal": ("ie", self.exprs, lambda v: terms.string(text_of(v))),
            "mdata": ("ie", self.exprs, self.mdata),
        }

    # --- references ---

    def name(self, index: object) -> Name:
        if type(index) is not int or not 0 <= index < len(self.names):
            raise FormatError("this must be the index of an earlier name")
        return self.names[index]

    def declared(self, index: object) -> Name:
        """A name that is not the anonymous one."""
        if index == 0:
            raise FormatError("a name is missing")
        return self.name(index)

    def name_list(self, value: object) -> tuple[Name, ...]:
        return tuple(self.declared(i) for i in array(value))

    def level(self, index: object) -> Level:
        if type(index) is not int or not 0 <= index < len(self.levels):
            raise FormatError("this must be the index of an earlier level")
        return self.levels[index]

    def expr(self, index: object) -> Expr:
        if type(index) is not int or not 0 <= index < len(self.exprs):
            raise FormatError("this must be the index of an earlier expression")
        return self.exprs[index]

    def closed(self, index: object) -> Expr:
        e = self.expr(index)
        if e.loose:
            raise FormatError("a bound variable is free in a declaration")
        return e

    # --- names, levels and expressions ---

    def node(self, pairs: tuple[tuple[str, Any], tuple[str, Any]]) -> None:
        (kind, value), (key, index) = pairs
        found = self.nodes.get(kind)
        if found is None:
            (key, index), (kind, value) = pairs
            found = self.nodes.get(kind)
        if found is None or key != found[0]:
            raise FormatError("this is neither a node nor a declaration")
        _, table, make = found
        if type(index) is not int or index != len(table):
            raise FormatError(f"the next {key} is {len(table)}")
        table.append(make(value))

    def common(self, line: re.Match[str]) -> None:
        """What `node` does, for a line that `_COMMON` matched."""
        index: int
        if line.lastindex == 3:
            arg, fn, index = map(int, line.group(1, 2, 3))
            e = self.terms.app(self.expr(fn), self.expr(arg))
        elif line.lastindex == 8:
            body, name, type_, index = map(int, line.group(5, 6, 7, 8))
            e = self.terms.pi(self.name(name), self.expr(type_), self.expr(body), _INFO[one_of(line[4], BINDER_INFO)])
        elif line.lastindex == 15:
            index, value = map(int, line.group(14, 15))
            e = self.terms.nat(value)
        else:
            index, body, name, type_ = map(int, line.group(9, 11, 12, 13))
            e = self.terms.lam(self.name(name), self.expr(type_), self.expr(body), _INFO[one_of(line[10], BINDER_INFO)])
        if index != len(self.exprs):
            raise FormatError(f"the next ie is {len(self.exprs)}")
        self.exprs.append(e)

    def name_str(self, value: object) -> Name:
        prefix, component = _STR_FIELDS(value)
        return self.longer(self.name(prefix), text_of(component))

    def name_num(self, value: object) -> Name:
        prefix, component = _NUM_FIELDS(value)
        return self.longer(self.name(prefix), count(component, (1 << 63) - 1))

    def longer(self, prefix: Name, component: str | int) -> Name:
        self.cells += len(prefix) + 1
        if len(prefix) == MAX_NAME_PARTS or self.cells > MAX_NAME_CELLS:
            raise FormatError("names are too long")
        return (*prefix, component)

    def two_levels(self, value: object) -> tuple[Level, Level]:
        if type(value) is not list or len(value) != 2:
            raise FormatError("this must be an array of two levels")
        return self.level(value[0]), self.level(value[1])

    def const(self, value: object) -> Expr:
        n, levels = _CONST_FIELDS(value)
        return self.terms.const(self.declared(n), [self.level(u) for u in array(levels)])

    def app(self, value: object) -> Expr:
        fn, arg = _APP_FIELDS(value)
        return self.terms.app(self.expr(fn), self.expr(arg))

    def binder(self, value: object) -> tuple[Name, Expr, Expr, int]:
        n, type_, body, info = _BINDER_FIELDS(value)
        return self.name(n), self.expr(type_), self.expr(body), _INFO[one_of(info, BINDER_INFO)]

    def let(self, value: object) -> Expr:
        n, type_, bound, body, nondep = _LET_FIELDS(value)
        return self.terms.let(self.name(n), self.expr(type_), self.expr(bound), self.expr(body), flag(nondep))

    def proj(self, value: object) -> Expr:
        n, index, of = _PROJ_FIELDS(value)
        return self.terms.proj(self.declared(n), count(index), self.expr(of))

    def nat(self, value: object) -> Expr:
        text = text_of(value)
        self.digits += len(text) if len(text) > _LONG else 0
        if self.digits > MAX_LONG_DIGITS:
            raise FormatError("numbers are too long")
        return self.terms.nat(from_decimal(text))

    def mdata(self, value: object) -> Expr:
        e, data = _MDATA_FIELDS(value)
        if type(data) is not tuple:
            raise FormatError("the data of mdata must be an object")
        no_key_twice(data)
        return self.expr(e)

    # --- declarations ---

    def declaration(self, kind: str, value: object) -> None:
        if kind == "inductive":
            self.inductive(value)
        elif kind == "axiom":
            *head, unsafe = _AXIOM_FIELDS(value)
            self.add(t.Axiom(*self.head(*head), flag(unsafe)))
        elif kind == "def":
            *head, v, hints, safety, all_ = _DEF_FIELDS(value)
            h, s = _hints(hints), one_of(safety, _SAFETY)
            self.add(t.Definition(*self.head(*head), self.closed(v), h, s, self.name_list(all_)))
        elif kind == "opaque":
            *head, v, unsafe, all_ = _OPAQUE_FIELDS(value)
            self.add(t.Opaque(*self.head(*head), self.closed(v), flag(unsafe), self.name_list(all_)))
        elif kind == "thm":
            *head, v, all_ = _THM_FIELDS(value)
            self.add(t.Theorem(*self.head(*head), self.closed(v), self.name_list(all_)))
        elif kind == "quot":
            *head, quot_kind = _QUOT_FIELDS(value)
            self.add(t.Quot(*self.head(*head), one_of(quot_kind, _QUOT_KINDS)))
        else:
            raise FormatError("this is neither a node nor a declaration")

    def add(self, constant: Constant) -> None:
        if constant.name in self.constants:
            raise FormatError(f"{t.show_name(constant.name)} is declared twice")
        self.constants[constant.name] = constant

    def head(self, n: object, levels: object, type_: object) -> tuple[Name, tuple[Name, ...], Expr]:
        params = self.name_list(levels)
        if len(set(params)) != len(params):
            raise FormatError("two universe parameters have one name")
        return self.declared(n), params, self.closed(type_)

    def inductive(self, value: object) -> None:
        """A block of inductive types, with the constructors in the order of the types, and their recursors."""
        types, ctors, recs = (array(v) for v in _BLOCK_FIELDS(value))
        types_ = [self.inductive_type(v) for v in types]
        ctors_ = [self.constructor(v) for v in ctors]
        recs_ = [self.recursor(v) for v in recs]
        all_ = tuple(c.name for c in types_)
        if not types_ or any(c.all != all_ for c in types_) or any(r.all != all_ for r in recs_):
            raise FormatError("`all` must list the types of the block")
        expected = [(n, c.name, i, c.num_params) for c in types_ for i, n in enumerate(c.constructors)]
        if [(c.name, c.inductive, c.index, c.num_params) for c in ctors_] != expected:
            raise FormatError("the constructors must be those that the types list")
        block: list[t.InductiveType | t.Constructor] = [*types_, *ctors_]
        if any(c.levels != types_[0].levels for c in block):
            raise FormatError("the types and constructors of a block have the same universe parameters")
        for constant in (*block, *recs_):
            self.add(constant)

    def inductive_type(self, value: object) -> t.InductiveType:
        *head, params, indices, all_, ctors, nested, rec, reflexive, unsafe = _TYPE_FIELDS(value)
        names = (self.name_list(all_), self.name_list(ctors))
        flags = (flag(rec), flag(reflexive), flag(unsafe))
        return t.InductiveType(*self.head(*head), count(params), count(indices), *names, count(nested), *flags)

    def constructor(self, value: object) -> t.Constructor:
        *head, induct, index, params, fields, unsafe = _CTOR_FIELDS(value)
        counts = (count(index), count(params), count(fields))
        return t.Constructor(*self.head(*head), self.declared(induct), *counts, flag(unsafe))

    def recursor(self, value: object) -> t.Recursor:
        *head, all_, params, indices, motives, minors, rules, k, unsafe = _REC_FIELDS(value)
        counts = (count(params), count(indices), count(motives), count(minors))
        rules_ = tuple(self.rule(r) for r in array(rules))
        return t.Recursor(*self.head(*head), self.name_list(all_), *counts, rules_, flag(k), flag(unsafe))

    def rule(self, value: object) -> t.RecursorRule:
        ctor, fields, rhs = _RULE_FIELDS(value)
        return t.RecursorRule(self.declared(ctor), count(fields), self.closed(rhs))


def _hints(value: object) -> str | int:
    if type(value) is tuple:
        return count(single(value, "regular"), (1 << 32) - 1)
    return one_of(value, ("opaque", "abbrev"))
