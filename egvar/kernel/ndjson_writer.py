"""Deterministic writer of declarations as text: lean4export's NDJSON, format version 3.1.0.

May import: the standard library, `egvar.errors`, `egvar.kernel.term`, `egvar.kernel.library`, `egvar.kernel.numerals`.

The output is a function of the declarations and their order: each node once, right before its first use, keys in
alphabetical order as lean4export has them, ASCII. What the reader would refuse is not written.
"""

from __future__ import annotations

from collections.abc import Iterable
from json.encoder import encode_basestring_ascii as _quote
from typing import Any, BinaryIO, Final

from egvar.errors import FormatError
from egvar.kernel import term as t
from egvar.kernel.library import LEAN_GITHASH, LEAN_VERSION
from egvar.kernel.numerals import to_decimal
from egvar.kernel.term import BINDER_INFO, KIND, Constant, Expr, Level, Name

FORMAT_VERSION: Final = "3.1.0"
EXPORTER_VERSION: Final = "1"  # of what this module writes for given declarations
MAX_NAME_PARTS: Final = 128
_FLUSH_LINES: Final = 1 << 14


def write(constants: Iterable[Constant], out: BinaryIO) -> None:
    """Write `constants` to `out`, in their order; an inductive block where the first of its members stands.

    Raises FormatError if a name occurs twice, a member of an inductive block is missing, or a declaration holds
    what the format or the reader does not allow. Then `out` may hold part of an export.
    """
    writer = _Writer(out)
    writer.line(
        f'{{"meta":{{"exporter":{{"name":"egvar","version":"{EXPORTER_VERSION}"}},'
        f'"format":{{"version":"{FORMAT_VERSION}"}},'
        f'"lean":{{"githash":"{LEAN_GITHASH}","version":"{LEAN_VERSION}"}}}}}}'
    )
    by_name: dict[Name, Constant] = {}
    recursors: dict[tuple[Name, ...], list[t.Recursor]] = {}
    for c in constants:
        if c.name in by_name:
            raise FormatError(f"{t.show_name(c.name)} is declared twice")
        by_name[c.name] = c
        if isinstance(c, t.Recursor):
            recursors.setdefault(c.all, []).append(c)
    written: set[Name] = set()
    for c in by_name.values():
        if c.name in written:
            continue
        if isinstance(c, t.InductiveType | t.Constructor | t.Recursor):
            written.update(writer.block(_block(c, by_name, recursors)))
        else:
            writer.declaration(c)
    writer.flush()


def _block(
    c: t.InductiveType | t.Constructor | t.Recursor,
    by_name: dict[Name, Constant],
    recursors: dict[tuple[Name, ...], list[t.Recursor]],
) -> tuple[list[t.InductiveType], list[t.Constructor], list[t.Recursor]]:
    """The inductive block that `c` belongs to, complete."""
    owner = by_name.get(c.inductive) if isinstance(c, t.Constructor) else c
    all_ = owner.all if isinstance(owner, t.InductiveType | t.Recursor) else ()
    types = [m for n in all_ if isinstance(m := by_name.get(n), t.InductiveType) and m.all == all_]
    wanted = [(n, i, m) for m in types for i, n in enumerate(m.constructors)]
    ctors = [
        d
        for n, i, m in wanted
        if isinstance(d := by_name.get(n), t.Constructor)
        and (d.inductive, d.index, d.num_params, d.levels) == (m.name, i, m.num_params, types[0].levels)
    ]
    block = (types, ctors, recursors.get(all_, []))
    complete = all_ and len(types) == len(all_) and len(ctors) == len(wanted) and len(set(all_)) == len(all_)
    if (
        not complete
        or not any(c is m for part in block for m in part)
        or any(m.levels != types[0].levels for m in types)
    ):
        raise FormatError(f"the inductive block of {t.show_name(c.name)} is not complete")
    return block


class _Writer:
    def __init__(self, out: BinaryIO) -> None:
        self.out = out
        self.lines: list[str] = []
        self.names: dict[Name, int] = {(): 0}
        self.levels: dict[Level, int] = {}
        self.exprs: dict[Expr, int] = {}

    def line(self, text: str) -> None:
        self.lines.append(text)
        if len(self.lines) >= _FLUSH_LINES:
            self.flush()

    def flush(self) -> None:
        if self.lines:
            self.out.write(("\n".join(self.lines) + "\n").encode("ascii"))
            self.lines.clear()

    # --- nodes: the index of one, written first if it is new ---

    def name(self, n: Name) -> int:
        index = self.names.get(n)
        if index is None:
            if len(n) > MAX_NAME_PARTS:
                raise FormatError("a name is too long")
            prefix, last, index = self.name(n[:-1]), n[-1], len(self.names)
            if isinstance(last, str):
                self.line(f'{{"in":{index},"str":{{"pre":{prefix},"str":{_string(last)}}}}}')
            elif 0 <= last < 1 << 63:
                self.line(f'{{"in":{index},"num":{{"i":{last},"pre":{prefix}}}}}')
            else:
                raise FormatError("a number in a name is out of range")
            self.names[n] = index
        return index

    def declared(self, n: Name) -> int:
        if not n:
            raise FormatError("a name is missing")
        return self.name(n)

    def level(self, u: Level) -> int:
        if u.tag == "zero":
            return 0
        index = self.levels.get(u)
        if index is None:  # the depth of levels is bounded
            if u.tag == "param":
                value = str(self.declared(u.args[0]))  # type: ignore[arg-type]
            else:
                args = [self.level(a) for a in u.args if isinstance(a, Level)]
                value = str(args[0]) if u.tag == "succ" else f"[{args[0]},{args[1]}]"
            index = self.levels[u] = len(self.levels) + 1
            self.line(f'{{"il":{index},"{u.tag}":{value}}}')
        return index

    def expr(self, root: Expr) -> int:
        exprs = self.exprs
        stack = [root]
        while stack:
            e = stack[-1]
            if e in exprs:
                stack.pop()
                continue
            new = [a for a in e.args if type(a) is Expr and a not in exprs]
            if new:
                stack.extend(reversed(new))
                continue
            text = self.node(e)
            index = exprs[e] = len(exprs)
            # Keys in alphabetical order: the kinds from "lam" on follow "ie".
            kind = KIND[e.tag]
            self.line(f'{{"{kind}":{text},"ie":{index}}}' if kind < "ie" else f'{{"ie":{index},"{kind}":{text}}}')
            stack.pop()
        return exprs[root]

    def node(self, e: Expr) -> str:
        """The JSON value of `e`, whose parts have been written."""
        exprs, tag = self.exprs, e.tag
        a: tuple[Any, ...] = e.args
        if tag == t.APP:
            return f'{{"arg":{exprs[a[1]]},"fn":{exprs[a[0]]}}}'
        if tag == t.BVAR:
            return str(a[0])
        if tag == t.CONST:
            return f'{{"name":{self.declared(a[0])},"us":[{",".join([str(self.level(u)) for u in a[1]])}]}}'
        if tag in (t.LAM, t.PI):
            body, type_ = exprs[a[2]], exprs[a[1]]
            return f'{{"binderInfo":"{BINDER_INFO[a[3]]}","body":{body},"name":{self.name(a[0])},"type":{type_}}}'
        if tag == t.SORT:
            return str(self.level(a[0]))
        if tag == t.NAT:
            return f'"{to_decimal(a[0])}"'
        if tag == t.STR:
            return _string(a[0])
        if tag == t.PROJ:
            return f'{{"idx":{a[1]},"struct":{exprs[a[2]]},"typeName":{self.declared(a[0])}}}'
        body, type_, value = exprs[a[3]], exprs[a[1]], exprs[a[2]]
        nondep = _bool(a[4])
        return f'{{"body":{body},"name":{self.name(a[0])},"nondep":{nondep},"type":{type_},"value":{value}}}'

    # --- declarations ---

    def closed(self, e: Expr) -> int:
        if e.loose:
            raise FormatError("a bound variable is free in a declaration")
        return self.expr(e)

    def name_list(self, names: tuple[Name, ...]) -> str:
        return f"[{','.join([str(self.declared(n)) for n in names])}]"

    def declaration(self, c: Constant) -> None:
        kind, fields = self.fields(c)
        self.line(f'{{"{kind}":{_object(fields)}}}')

    def fields(self, c: Constant) -> tuple[str, dict[str, str]]:
        """Kind and JSON fields of any declaration; those of an inductive block have no kind of their own."""
        if len(set(c.levels)) != len(c.levels):
            raise FormatError(f"two universe parameters of {t.show_name(c.name)} have one name")
        f = {
            "name": str(self.declared(c.name)),
            "levelParams": self.name_list(c.levels),
            "type": str(self.closed(c.type)),
        }
        kind = ""
        if isinstance(c, t.Definition | t.Theorem | t.Opaque):
            f |= {"value": str(self.closed(c.value)), "all": self.name_list(c.all)}
        if isinstance(c, t.Axiom | t.Opaque | t.InductiveType | t.Constructor | t.Recursor):
            f["isUnsafe"] = _bool(c.unsafe)
        if isinstance(c, t.Axiom):
            kind = "axiom"
        elif isinstance(c, t.Definition):
            kind = "def"
            f["hints"] = _word(c.hints, "opaque", "abbrev") if isinstance(c.hints, str) else f'{{"regular":{c.hints}}}'
            f["safety"] = _word(c.safety, "safe", "unsafe", "partial")
        elif isinstance(c, t.Theorem):
            kind = "thm"
        elif isinstance(c, t.Opaque):
            kind = "opaque"
        elif isinstance(c, t.Quot):
            kind = "quot"
            f["kind"] = _word(c.kind, "type", "ctor", "lift", "ind")
        elif isinstance(c, t.InductiveType):
            f |= {"numParams": str(c.num_params), "numIndices": str(c.num_indices), "numNested": str(c.num_nested)}
            f |= {"all": self.name_list(c.all), "ctors": self.name_list(c.constructors)}
            f |= {"isRec": _bool(c.is_rec), "isReflexive": _bool(c.is_reflexive)}
        elif isinstance(c, t.Constructor):
            f |= {"induct": str(self.declared(c.inductive)), "cidx": str(c.index)}
            f |= {"numParams": str(c.num_params), "numFields": str(c.num_fields)}
        else:
            f |= {"numParams": str(c.num_params), "numIndices": str(c.num_indices)}
            f |= {"numMotives": str(c.num_motives), "numMinors": str(c.num_minors)}
            f |= {"all": self.name_list(c.all), "k": _bool(c.k)}
            f["rules"] = f"[{','.join([self.rule(r) for r in c.rules])}]"
        return kind, f

    def rule(self, r: t.RecursorRule) -> str:
        ctor = self.declared(r.constructor)
        return _object({"ctor": str(ctor), "nfields": str(r.num_fields), "rhs": str(self.closed(r.rhs))})

    def block(self, members: tuple[list[t.InductiveType], list[t.Constructor], list[t.Recursor]]) -> list[Name]:
        """Write an inductive block; the names of its members."""
        parts = [f"[{','.join([_object(self.fields(m)[1]) for m in part])}]" for part in members]
        self.line(f'{{"inductive":{_object(dict(zip(("types", "ctors", "recs"), parts, strict=True)))}}}')
        return [m.name for part in members for m in part]


def _object(fields: dict[str, str]) -> str:
    return "{" + ",".join([f'"{k}":{fields[k]}' for k in sorted(fields)]) + "}"


def _bool(value: object) -> str:
    return "true" if value else "false"


def _word(value: str, *choices: str) -> str:
    if value not in choices:
        raise FormatError(f"this must be one of {', '.join(choices)}")
    return f'"{value}"'


def _string(text: str) -> str:
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise FormatError("a string has half of a surrogate pair") from None
    return _quote(text)
