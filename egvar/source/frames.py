"""The texts of a pandas DataFrame.

May import: the standard library, `egvar.errors`.

Numbers keep their digits; floats are refused unless asked for, since theirs are not the published ones. What is missing
(None, NaN, NaT, pandas.NA) is an empty cell.
"""

from __future__ import annotations

import datetime
from collections import Counter
from decimal import Decimal
from typing import Any

from egvar.errors import Position, SourceError


def texts(df: Any, name: str, floats: str) -> tuple[list[str], list[list[str]]]:
    """Header and rows. Raises SourceError for what is no flat table with a name for each column."""
    if not all(hasattr(df, a) for a in ("columns", "index", "iloc")):
        raise SourceError(
            f"a table is a path or a pandas DataFrame, not {_a(type(df).__name__)}",
            hint="pandas.DataFrame(…) makes one; cells are best given as texts",
        )
    if floats not in ("refuse", "shortest"):
        raise SourceError(f"floats is “refuse” or “shortest”, not {floats!r}")
    if df.columns.nlevels > 1:
        raise SourceError(
            f"{name} has headers of {df.columns.nlevels} levels", hint="join them to one: df.columns = […]"
        )
    header = [str(c) for c in df.columns]
    if twice := [c for c, n in Counter(header).items() if n > 1]:
        raise SourceError(f"{name} has two columns “{twice[0]}”", hint="rename one: df.columns = […]")
    columns = [_index(df.index, i, label, name) for i, label in enumerate(df.index.names) if label is not None]
    if not columns and df.index.nlevels == 1 and any(isinstance(v, str) for v in df.index[:50]):
        raise SourceError(
            f"the index of {name} holds texts and has no name",
            cause="whether they belong to the table is not known",
            hint='df.rename_axis("city") makes a column of it, df.reset_index(drop=True) leaves it out',
        )
    labels = [str(label) for label in df.index.names if label is not None]
    if shared := set(labels) & set(header):
        raise SourceError(f"{name} has “{min(shared)}” as a column and as its index", hint="df.reset_index(drop=True)")
    columns += [_column(df.iloc[:, i].tolist(), label, name, floats) for i, label in enumerate(header)]
    return [*labels, *header], [list(row) for row in zip(*columns, strict=True)]


def _index(index: Any, level: int, label: Any, name: str) -> list[str]:
    return _column(index.get_level_values(level).tolist(), str(label), name, "refuse")


def _column(values: list[Any], label: str, name: str, floats: str) -> list[str]:
    return [_text(v, label, Position(name, i + 2), floats) for i, v in enumerate(values)]


def _text(v: Any, label: str, where: Position, floats: str) -> str:
    if v is None or type(v).__name__ in ("NAType", "NaTType"):
        return ""
    if hasattr(v, "dtype") and hasattr(v, "item") and getattr(v, "ndim", 1) == 0:
        v = v.item()  # a number of numpy
    match v:
        case str():
            return v
        case float():
            if v != v:
                return ""
            if floats != "shortest":
                raise SourceError(
                    f'column "{label}" holds floats',
                    cause="a float is not the number that was published",
                    hint='read the column as text (dtype=str), or pass floats="shortest"',
                    position=where,
                )
            return repr(v)
        case Decimal():
            return "" if v.is_nan() else format(v, "f")
        case datetime.datetime():
            plain = v.time() == datetime.time() and v.tzinfo is None
            return v.date().isoformat() if plain else v.isoformat(" ")
        case bool() | int() | datetime.date() | datetime.time():
            return str(v)
    if isinstance(v, list | tuple | dict | set | bytes) or hasattr(v, "__len__"):
        kind = _a(type(v).__name__)
        raise SourceError(f'column "{label}" holds {kind}, which is not one value', hint="flatten it", position=where)
    return str(v)


def _a(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
