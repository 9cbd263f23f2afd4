"""Lean text of challenges and solutions, printed from their kernel terms.

May import: the standard library, `egvar.errors`, `egvar.kernel`.

The text serves readers and replay with plain `lean`; a test elaborates it and compares the constants with the terms.
No data reaches the text but numbers and, in line comments, JSON strings in ASCII: no cell can close a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from egvar.errors import FormatError
from egvar.kernel.term import (
    BINDER_INFO,
    BVAR,
    CONST,
    LAM,
    NAT,
    PI,
    SORT,
    Axiom,
    Constant,
    Definition,
    Expr,
    Level,
    Name,
    Theorem,
    const_name,
    levels_of,
    postorder,
    sort_level,
    spine,
)
from egvar.kernel.trusted import library, packed_library

INFERRED: frozenset[str] = frozenset(
    ["Eq", "Eq.refl", "Option.some", "List.cons", "List.nil", "And.intro", "And.left", "And.right", "PSigma"]
)
"""Constants whose implicit arguments the elaborator finds again without help."""


MAX_NODES = 1 << 22  # of one term, as a tree
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")
_QUOTABLE = re.compile(r"[ -~]+")


def quoted(text: str) -> str:
    """`text` for a line comment: a JSON string in ASCII, on one line."""
    return json.dumps(text, ensure_ascii=True)


def identifier(n: Name) -> str:
    """`n` as Lean writes it. Raises FormatError for a name that cannot be written, or not on one line.

    A solution's names come from outside; no name may end the declaration that it stands in.
    """
    if not n:
        raise FormatError("a constant without a name cannot be written as text")
    return ".".join(map(_component, n))


def _component(part: str | int) -> str:
    if isinstance(part, str) and _PLAIN.fullmatch(part):
        return part
    if isinstance(part, str) and _QUOTABLE.fullmatch(part):
        return f"«{part}»"
    raise FormatError(f"the name component {part!r} cannot be written as text")


def declaration(c: Constant, comments: Iterable[str] = ()) -> str:
    """One declaration, preceded by line comments (already safe). Raises FormatError for what no text is there for."""
    head = "".join(f"-- {line}\n" for line in comments)
    if c.levels:
        raise FormatError("constants with universe parameters are not printed")
    match c:
        case Axiom():
            return f"{head}axiom {identifier(c.name)} : {show(c.type)}\n"
        case Definition():
            return f"{head}noncomputable abbrev {identifier(c.name)} : {show(c.type)} :=\n  {show(c.value)}\n"
        case Theorem():
            return f"{head}theorem {identifier(c.name)} : {show(c.type)} :=\n  {show(c.value)}\n"
    raise FormatError(f"challenges hold no {type(c).__name__}")


def module(imports: Iterable[str], constants: Iterable[Constant], comments: Mapping[Name, list[str]]) -> str:
    """A whole file: header, then each constant with its comments."""
    lines = ["prelude", *(f"import {m}" for m in imports), "set_option linter.all false", ""]
    return "\n".join(lines) + "\n" + "\n".join(declaration(c, comments.get(c.name, ())) for c in constants)


def show(e: Expr) -> str:
    """The text of a closed expression. Raises FormatError for one that has none, or none of a reasonable size.

    Text shares nothing: a term of 60 nodes can be a tree of 2⁶⁰, and a solution's terms come from outside.
    """
    size: dict[Expr, int] = {}
    for node in postorder(e):
        size[node] = 1 + sum(size[a] for a in node.children())
    if size[e] > MAX_NODES:
        raise FormatError("a term is too large to be written as text")
    try:
        return _show(e, [])
    except RecursionError as error:
        raise FormatError("a term is nested too deeply to be written as text") from error


def _show(e: Expr, bound: list[str]) -> str:
    head, args = spine(e)
    if not args:
        return _atom(e, bound)
    if head.tag == CONST:
        dotted = identifier(const_name(head))
        implicit = _implicit(const_name(head), len(args))
        if not any(implicit):
            text = dotted
        elif dotted in INFERRED:
            text, args = dotted, [a for a, hidden in zip(args, implicit, strict=True) if not hidden]
        else:
            text = f"@{dotted}{_levels(levels_of(head))}"
    else:
        text = _argument(head, bound)
    return " ".join([text, *(_argument(a, bound) for a in args)])


def _argument(e: Expr, bound: list[str]) -> str:
    text = _show(e, bound)
    simple = e.tag in (BVAR, CONST) or (e.tag == SORT and " " not in text)
    return text if simple or " " not in text else f"({text})"


def _atom(e: Expr, bound: list[str]) -> str:
    if e.tag == BVAR:
        index = e.args[0]
        assert isinstance(index, int)
        return bound[-1 - index]
    if e.tag == CONST:
        return identifier(const_name(e))
    if e.tag == NAT:
        value = e.args[0]
        assert isinstance(value, int)
        return f"nat_lit {value}" if value < 1 << 64 else f"nat_lit {value:#x}"
    if e.tag == SORT:
        level = sort_level(e)
        return "Prop" if level.tag == "zero" else "Type" if _level(level) == "1" else f"Sort {_level(level)}"
    if e.tag in (LAM, PI):
        name, type_, body, info = e.args
        assert isinstance(type_, Expr) and isinstance(body, Expr) and isinstance(name, tuple)
        if BINDER_INFO[int(str(info))] != "default":
            raise FormatError("only plain binders are printed")
        hint = next((p for p in name if isinstance(p, str) and p.isidentifier() and p.isascii()), "x")
        # Without its own digits: `a1` at depth 0 and `a` at depth 10 must not both become a10.
        fresh = f"{hint.rstrip('0123456789')}{len(bound)}"
        kind = _show(type_, bound)
        inner = _show(body, [*bound, fresh])
        return f"fun ({fresh} : {kind}) => {inner}" if e.tag == LAM else f"({fresh} : {kind}) → {inner}"
    raise FormatError("challenges hold no such expression")


def _implicit(n: Name, count: int) -> list[bool]:
    """Which of the first `count` arguments of a library constant are implicit."""
    constant = library().constants.get(n)
    if constant is None and n[:1] == ("Nat",):
        constant = packed_library().constants.get(n)
    out: list[bool] = []
    type_ = constant.type if constant is not None else None
    while len(out) < count:
        if type_ is None or type_.tag != PI:
            out.append(False)
            continue
        out.append(type_.args[3] != 0)
        body = type_.args[2]
        assert isinstance(body, Expr)
        type_ = body
    return out


def _levels(levels: tuple[Level, ...]) -> str:
    return f".{{{', '.join(map(_level, levels))}}}" if levels else ""


def _level(level: Level) -> str:
    depth = 0
    while level.tag == "succ":
        inner = level.args[0]
        assert isinstance(inner, Level)
        depth, level = depth + 1, inner
    if level.tag != "zero":
        raise FormatError("challenges have no universe parameters")
    return str(depth)
