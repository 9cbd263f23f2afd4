"""The memory image in `.olean` files: reads the parts of one module and finds every object's extent.

May import: the standard library, `egvar.errors`, `egvar.kernel.library`.

An `.olean` is a 96-byte header and then objects without gaps, each a multiple of 8 bytes. Lean maps it and believes
it; we do not. `Image` walks it once, so that `olean.py` can follow a pointer only to the start of an object whose
extent lies inside the file. A module of Lean's module system is stored as `X.olean`, `X.olean.server` and
`X.olean.private`, whose addresses follow each other: one address space here.
"""

from __future__ import annotations

import os
import stat
import struct
import sys
from pathlib import Path
from typing import Final, NoReturn

from egvar.errors import FormatError, Position
from egvar.kernel.library import LEAN_VERSION

MAX_BYTES: Final = 256 << 20  # of one module, all parts
FIRST: Final = 12  # word index of the first object: the file header is 96 bytes
MAX_COUNT: Final = 1 << 20  # of parameters, fields, minor premises and the like
MAX_CELLS: Final = 1 << 22  # of names and lists together: the file shares their tails, our tuples do not

_ARRAY, _SCALAR_ARRAY, _STRING, _BIGNUM = 246, 248, 249, 250

_FILE_HEADER: Final = struct.Struct("<5sBB33s40sQQ")
_PART_ALIGN: Final = 1 << 16
_WORDS_OF: Final = {244: 2, 251: 3, 252: 3, 253: 2}  # promise, thunk, task, reference: in extension entries only


def ctor(tag: int, pointers: int, scalars: int = 0) -> int:
    """The header word of a stored constructor object with so many pointer fields and scalar bytes."""
    return (8 + 8 * pointers + (scalars + 7) // 8 * 8) << 32 | pointers << 48 | tag << 56


_CONS: Final = ctor(1, 2)


class Image:
    """All parts of one module as one address space, in words of 8 bytes, with the starts of objects marked."""

    def __init__(self, path: Path) -> None:
        self.parts: list[tuple[int, int, Path]] = []  # first word, end word, file
        self.path = path
        if sys.byteorder != "little":
            raise FormatError(".olean files are read on little-endian machines only")
        if not path.name.endswith(".olean"):
            self.fail(0, "a module's file is named X.olean")
        files = [path, path.with_name(path.name + ".server"), path.with_name(path.name + ".private")]
        contents = [c for c in map(_read, files) if c is not None]
        if not path.is_file():
            self.fail(0, "there is no such file")
        if len(contents) not in (1, 3):
            self.fail(0, f"a module is one file or three, here are {len(contents)}")
        if sum(map(len, contents)) > MAX_BYTES:
            self.fail(0, f"a module may have {MAX_BYTES} bytes")
        buffer = bytearray()
        first_header: tuple[object, ...] = ()
        self.base = 0
        for file, data in zip(files, contents, strict=False):
            first = len(buffer) >> 3
            self.parts.append((first, first + (len(data) >> 3), file))
            if len(data) % 8 or len(data) < 8 * FIRST:
                self.fail(first, "the file is truncated")
            magic, header_version, flags, version, githash, base, self.root = _FILE_HEADER.unpack_from(data)
            if magic != b"olean" or header_version != 2 or flags != 1:
                self.fail(first, "this is no .olean file of header version 2 with GMP numbers")
            self.lean_version, self.githash = self._ascii(first, version), self._ascii(first, githash)
            if self.lean_version != LEAN_VERSION:
                self.fail(first, f"the file was written by Lean {self.lean_version!r}, not {LEAN_VERSION}")
            self.base = self.base or base
            if base % _PART_ALIGN or not 0 < base < 1 << 62 or base != self.base + len(buffer):
                self.fail(first + 10, "the base address is out of line")
            if first_header not in ((), (version, githash)):
                self.fail(first, "the parts are from different builds of Lean")
            first_header = (version, githash)
            buffer += data
            buffer += bytes(-len(buffer) % _PART_ALIGN)
        self.bytes = bytes(buffer)
        self.words = memoryview(self.bytes).cast("Q")
        self.starts = bytearray(len(self.words))
        self.cells = 0
        for first, end, _ in self.parts:
            self._walk(first + FIRST, end)

    def fail(self, word: int, what: str) -> NoReturn:
        """Refuse the module because of what stands at `word`."""
        for first, end, file in reversed(self.parts):
            if word >= first:
                raise FormatError(
                    f"{what} ({file.name}, byte {min(word, end) - first << 3})", position=Position(str(file))
                )
        raise FormatError(f"{what} ({self.path.name})", position=Position(str(self.path)))

    def _ascii(self, word: int, field: bytes) -> str:
        text = field.rstrip(b"\0")
        if not text or not all(33 <= c < 127 for c in text):
            self.fail(word, "the version in the header is not text")
        return text.decode("ascii")

    def _walk(self, i: int, end: int) -> None:
        """Mark the starts of the objects from word `i`; they must fill the part up to `end` exactly."""
        words, starts = self.words, self.starts
        while i < end:
            header = words[i]
            size, tag = header >> 32 & 0xFFFF, header >> 56
            if header & 0xFFFFFFFF:
                self.fail(i, "a stored object has a reference count")
            if tag < 244:
                if size & 7 or size < 8 + 8 * (header >> 48 & 0xFF):
                    self.fail(i, f"a constructor object has {size} bytes")
                n = size >> 3
            elif tag in (_ARRAY, _SCALAR_ARRAY, _STRING):
                if i + 3 > end:
                    self.fail(i, "an object is cut off")
                count, capacity, element = words[i + 1], words[i + 2], header >> 48 & 0xFF
                if size != 1 or count != capacity or element not in ((1, 2, 4, 8) if tag == _SCALAR_ARRAY else (0,)):
                    self.fail(i, "an array's or string's sizes contradict each other")
                n = 3 + count if tag == _ARRAY else 3 + (count * element + 7 >> 3) if element else 4 + (count + 7 >> 3)
            elif tag == _BIGNUM:
                if i + 3 > end:
                    self.fail(i, "an object is cut off")
                allocated, limbs = struct.unpack_from("<ii", self.bytes, 8 * (i + 1))
                n = 3 + abs(limbs)
                if allocated != abs(limbs) or size != (8 * n & 0xFFFF) or words[i + 2] != self.base + 8 * (i + 3):
                    self.fail(i, "a big number's sizes contradict each other")
            elif tag in _WORDS_OF:
                n = _WORDS_OF[tag]
            else:
                self.fail(i, f"object kind {tag} cannot be stored")
            if n > end - i:
                self.fail(i, "an object is cut off")
            starts[i] = 1
            i += n

    # --- objects ---

    def pointer(self, at: int, field: int) -> int:
        """The object that pointer field `field` (from 1) of the object `at` points at, which lies before it."""
        offset = self.words[at + field] - self.base
        target = offset >> 3
        if offset & 7 or not FIRST <= target < at or not self.starts[target]:
            self.fail(at, f"field {field} is not a pointer to an earlier object")
        return target

    def fields(self, at: int, header: int, what: str) -> int:
        """`at`, which must be the constructor object that `header` describes."""
        if self.words[at] != header:
            self.fail(at, f"this is no {what}")
        return at

    def scalars(self, at: int, field: int, *limits: int) -> list[int]:
        """The bytes of scalar word `field` of `at`, each below its limit; the others must be zero."""
        word = self.words[at + field]
        out = [word >> 8 * k & 0xFF for k in range(len(limits))]
        if word >> 8 * len(limits) or any(b >= limit for b, limit in zip(out, limits, strict=True)):
            self.fail(at, "a flag is out of range")
        return out

    def spend(self, at: int, cells: int) -> None:
        """Account for a tuple of so many elements."""
        self.cells += cells
        if self.cells > MAX_CELLS:
            self.fail(at, "names and lists are too large")

    def array(self, at: int, field: int) -> list[int]:
        """The objects that the array in a field points at."""
        a = self.pointer(at, field)
        if self.words[a] >> 56 != _ARRAY:
            self.fail(a, "this is no array")
        return [self.pointer(a, 3 + k) for k in range(self.words[a + 1])]

    def list(self, at: int, field: int) -> list[tuple[int, int]]:
        """The list in a field, as the (object, field) pairs in which its elements stand."""
        out: list[tuple[int, int]] = []
        while self.words[at + field] != 1:
            at, field = self.fields(self.pointer(at, field), _CONS, "list"), 2
            out.append((at, 1))
            self.spend(at, 1)
        return out

    # --- leaves ---

    def string(self, at: int, field: int) -> str:
        s = self.pointer(at, field)
        if self.words[s] >> 56 != _STRING:
            self.fail(s, "this is no string")
        size, length = self.words[s + 1], self.words[s + 3]
        data = self.bytes[8 * (s + 4) : 8 * (s + 4) + size]
        try:
            text = data[:-1].decode("utf-8")
        except UnicodeDecodeError:
            self.fail(s, "a string is not UTF-8")
        if data[-1:] != b"\0" or len(text) != length:
            self.fail(s, "a string's lengths contradict each other")
        return text

    def nat(self, at: int, field: int) -> int:
        """A natural number of any size: unboxed below 2^63, else limbs."""
        word = self.words[at + field]
        if word & 1:
            return word >> 1
        n = self.pointer(at, field)
        if self.words[n] >> 56 != _BIGNUM or self.words[n] >> 48 & 0xFF:
            self.fail(n, "this is no natural number")
        (limbs,) = struct.unpack_from("<i", self.bytes, 8 * (n + 1) + 4)
        if limbs <= 0:
            self.fail(n, "a natural number is negative")
        value = int.from_bytes(self.words[n + 3 : n + 3 + limbs].tobytes(), "little")
        if value < 1 << 63 or not self.words[n + 2 + limbs]:
            self.fail(n, "a number is not stored in its one canonical way")
        return value

    def count(self, at: int, field: int) -> int:
        n = self.nat(at, field)
        if n > MAX_COUNT:
            self.fail(at, f"field {field} counts {n if n < 1 << 64 else 'far too many'}")
        return n


def _read(path: Path) -> bytes | None:
    """The content of `path`, or None if there is no such file."""
    try:
        # Not blocking, so that a pipe in a file's place is refused instead of waited for.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise FormatError(f"{path.name} is not a regular file", position=Position(str(path)))
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as e:
        raise FormatError(f"{path.name} cannot be read: {e}", position=Position(str(path))) from None
