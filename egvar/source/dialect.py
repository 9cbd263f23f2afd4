"""What a reading may say of a file's bytes: encodings, delimiters, and bounds on what is read.

May import: the standard library, `egvar.errors`.

Python knows encodings that are programs more than encodings (punycode, utf-7, unicode_escape): bytes that an editor
shows as one table would be another one here. So there is a list.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from egvar.errors import ReadingError

_ENCODINGS: Final = """utf-8 utf-8-sig utf-16 utf-16-le utf-16-be utf-32 ascii iso8859-1 iso8859-2 iso8859-3 iso8859-4
    iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 iso8859-10 iso8859-13 iso8859-14 iso8859-15 iso8859-16 cp1250
    cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp850 cp852 cp866 cp874 mac-roman koi8-r koi8-u
    shift_jis cp932 euc_jp gb2312 gbk gb18030 big5 big5hkscs euc_kr cp949""".split()
MAX_HEADER_ROWS: Final = 64
MAX_HEADER: Final = 2000
"""Characters of one header."""
MAX_COLUMNS: Final = 1 << 20
MAX_CELLS: Final = 1 << 25
MAX_NUMBER: Final = 1000
"""Characters of a cell that can be a number or a day; the digits of a longer one are nobody's measurement."""
MAX_NULLS: Final = 1000
MAX_SCALE: Final = re.compile(r"[0-9]{1,40}(?:/[0-9]{1,40}|(?:\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,2})?)")


def check_dialect(encoding: str, delimiter: str, header_rows: int) -> None:
    """Raises ReadingError for an encoding, delimiter or number of header rows that a reading cannot have; "" stands for
    what is to be found out."""
    if encoding and not _known(encoding):
        raise ReadingError(f"{encoding[:40]} is not an encoding that is known", hint="utf-8, utf-16, cp1252, latin-1")
    if delimiter and (len(delimiter) != 1 or delimiter.isalnum() or delimiter in '"\r\n\0'):
        raise ReadingError("a delimiter is one character, such as , or ; or | or a tab")
    if type(header_rows) is not int or not 1 <= header_rows <= MAX_HEADER_ROWS:
        raise ReadingError(f"header_rows is 1 to {MAX_HEADER_ROWS}")


def _known(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name in _ENCODINGS
    except (LookupError, ValueError):
        return False
