"""What a model is told: the table, the goal language, the statement. All of it made from the code that defines it.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, get_args, get_origin

from egvar.challenge import text
from egvar.challenge.statement import Challenge
from egvar.kernel.judge import GOAL
from egvar.kernel.term import Axiom, Definition
from egvar.source.cell import Kind
from egvar.source.source import Column, Source
from egvar.tools.base import Node

ENTRIES = 12
LONGEST_ENTRY = 80
COLUMNS = 60
_KINDS = {"col": "COLUMN", "filter": "ROWS", "number": "NUMBER", "values": "VALUES", "claim": "CLAIM", "q": "a number"}
_KINDS |= {"nat": "a whole number", "text": "a text", "day": "an ISO date", "decimal": "a decimal as a string"}
_KINDS |= {"value": 'a text, or {"number": …}, or {"day": …}'}
_SORTS = {"filter": "ROWS", "number": "NUMBER", "values": "VALUES", "claim": "CLAIM", "column": "COLUMN"}


def quoted(value: str) -> str:
    """A cell or name as a JSON string, cut where it is long: no table can pass for words of ours."""
    return json.dumps(value if len(value) <= LONGEST_ENTRY else value[: LONGEST_ENTRY - 1] + "…", ensure_ascii=False)


def table(source: Source) -> str:
    """The columns with their kinds and first entries."""
    out = [f"{source.n_rows} rows, {len(source.columns)} columns"]
    out += [f"- {quoted(c.label)}: {column(c)}" for c in source.columns[:COLUMNS]]
    if len(source.columns) > COLUMNS:
        out.append(f"- and {len(source.columns) - COLUMNS} more")
    return "\n".join(out)


def column(c: Column, entries: int = ENTRIES) -> str:
    """The kind and the first different entries of a column."""
    different = list(dict.fromkeys(cell.raw for cell in c.cells))
    shown = ", ".join(map(quoted, different[:entries]))
    more = f", and {len(different) - entries} more" if len(different) > entries else ""
    unreadable = sum(cell.kind is Kind.UNREADABLE for cell in c.cells)
    notes = [c.kind.value, f"in {c.unit}" if c.unit else "", f"{unreadable} unreadable" if unreadable else ""]
    return f"{', '.join(filter(None, notes))}; {shown}{more}"


def _all(base: type[Node]) -> Iterator[type[Node]]:
    for c in base.__subclasses__():
        yield c
        yield from _all(c)


@cache
def language() -> str:
    """The goal language, one line for each operation."""
    import egvar.goal  # noqa: F401  # which defines every operation

    lines: dict[str, list[str]] = {"CLAIM": [], "NUMBER": [], "VALUES": [], "ROWS": [], "COLUMN": []}
    for node in _all(Node):
        if "op" not in node.model_fields:
            continue
        ops = get_args(node.model_fields["op"].annotation)
        kinds = {name.rstrip("_"): _KINDS.get(kind, kind) for name, kind in node.signature}
        parts = []
        for name, info in node.model_fields.items():
            name = name.rstrip("_")
            if name == "op":
                continue
            kind = kinds.get(name, "")
            if get_origin(info.annotation) is Literal:
                kind = " or ".join(f'"{a}"' for a in get_args(info.annotation))
            parts.append(f'"{name}"{"" if info.is_required() else "?"}: {kind}')
        about = " ".join((node.__doc__ or "").split())
        lines[_SORTS[node.sort]].append(f"- {' or '.join(ops)} {{{', '.join(parts)}}}: {about}")
    return "\n".join(f"{sort}:\n" + "\n".join(rows) for sort, rows in lines.items())


def goal(challenge: Challenge) -> str:
    """The statement, in Lean."""
    declared = challenge.constants[GOAL]
    assert isinstance(declared, Definition)
    return text.declaration(declared).strip()


def observations(challenge: Challenge) -> str:
    """The axioms that a proof may use, each with the column that it is about."""
    out = []
    for a in challenge.columns:
        axiom = challenge.constants[a.axiom]
        assert isinstance(axiom, Axiom)
        about = f"column {quoted(a.observation.label)}, {a.observation.rows} rows"
        out.append(f"{text.declaration(axiom).strip().removeprefix('axiom ')}    ({about})")
    return "\n".join(out)


def brief(value: Any, limit: int = 3000) -> str:
    """A value as printable text, cut where it is long: it may be a model's words, and a person may read them."""
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    shown = "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in shown[: limit + 1])
    return shown if len(shown) <= limit else shown[:limit] + " …"
