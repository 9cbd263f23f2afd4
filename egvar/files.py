"""Files of strangers, read whole within a limit: a regular file and nothing else, and no more of it than that.

May import: the standard library only (every other module may import this one).

A pipe would wait for ever, a device has no end, and a link that came with somebody else's folder leads where they want.
The file is opened once and looked at then, so it cannot be exchanged between the look and the reading.
"""

from __future__ import annotations

import errno
import os
import stat
import tomllib
from pathlib import Path
from typing import Any, Final

MAX_SMALL: Final = 1 << 20
"""Bytes of a declaration, policy, lift file, list of keys or reviews."""
MAX_TOML: Final = 1 << 18
MAX_DOTS: Final = 100


class Unfit(OSError):
    """A file that is not read: no regular file, a link where none may be, or too large. `strerror` says which."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.EINVAL, why)


def read_whole(path: Path, limit: int, links: bool = True) -> bytes:
    """The bytes of a regular file, at most `limit`. Without `links`, a symbolic link is refused. Raises OSError."""
    follow = 0 if links else os.O_NOFOLLOW
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | follow)
    except ValueError as e:  # a name with a zero byte, or half a character
        raise Unfit("its name cannot be one") from e
    except OSError as e:
        if not links and e.errno in (errno.ELOOP, errno.EMLINK):
            raise Unfit("it is a link") from e
        raise
    with open(handle, "rb") as file:
        status = os.fstat(file.fileno())
        if stat.S_ISDIR(status.st_mode):
            raise Unfit("it is a folder")
        if not stat.S_ISREG(status.st_mode):
            raise Unfit("it is no regular file")
        if status.st_size > limit:
            raise Unfit(f"it is larger than {_size(limit)}")
        data = file.read(limit + 1)
    if len(data) > limit:
        raise Unfit(f"it is larger than {_size(limit)}")
    return data


def _size(limit: int) -> str:
    for unit, bits in (("GB", 30), ("MB", 20), ("kB", 10)):
        if limit >> bits:
            return f"{limit >> bits} {unit}"
    return f"{limit} bytes"


def read_text(path: Path, limit: int = MAX_SMALL, links: bool = True) -> str:
    """The same as UTF-8 text. Raises OSError, UnicodeDecodeError."""
    return read_whole(path, limit, links).decode("utf-8")


def parse_toml(text: str) -> dict[str, Any]:
    """TOML of a stranger, bounded before it is parsed. Raises ValueError."""
    if len(text) > MAX_TOML:
        raise ValueError(f"it is larger than {_size(MAX_TOML)}")
    for i, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MAX_DOTS:  # the parser's time and memory grow with the square of a key's parts
            raise ValueError(f"line {i} has more than {MAX_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
