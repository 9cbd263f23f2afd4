"""Views of a column: its cells, and typed parts of them. View code = column index * 64 + part code.

May import: the standard library. The codes are part of every attestation: never change one, only add.
"""

from __future__ import annotations

PARTS: dict[str | None, int] = {None: 0, "year": 1, "month": 2, "day": 3}
_NAMES = {code: part for part, code in PARTS.items()}
WIDTH = 64


def view_code(column_index: int, part: str | None) -> int:
    """The view code of a part of a column. Raises KeyError for a part that is not known."""
    return column_index * WIDTH + PARTS[part]


def split_view_code(code: int) -> tuple[int, str | None]:
    """The inverse of `view_code`. Raises KeyError for a code without a part."""
    return code // WIDTH, _NAMES[code % WIDTH]
