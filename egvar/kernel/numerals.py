"""Exact conversion between int and decimal text of any length, below quadratic time.

May import: the standard library, `egvar.errors`.

Python refuses to convert more than 4,300 digits (a limit of the process that a user may lower to 640), because its
own conversion takes quadratic time. A cell's text is one number here, so longer ones are usual. Both directions cut
the number into pieces that are always allowed and join neighbours, with powers that are squared at each step.
"""

from __future__ import annotations

from typing import Final

from egvar.errors import FormatError

MAX_DIGITS: Final = 1 << 20
_PIECE_DIGITS: Final = 512  # below 640, the lowest limit that can be set
_PIECE_BYTES: Final = 192


def from_decimal(text: str) -> int:
    """The natural number that `text` is the canonical decimal numeral of: ASCII digits, no sign, no leading zero.

    Raises FormatError for any other text, and for more than `MAX_DIGITS` digits.
    """
    if not (text.isascii() and text.isdigit()) or (text[0] == "0" and text != "0"):
        raise FormatError("a number is not a decimal numeral")
    if len(text) > MAX_DIGITS:
        raise FormatError(f"a number has more than {MAX_DIGITS} digits")
    first = len(text) % _PIECE_DIGITS or _PIECE_DIGITS
    pieces = [int(text[:first])]
    pieces += [int(text[i : i + _PIECE_DIGITS]) for i in range(first, len(text), _PIECE_DIGITS)]
    power = 0
    while len(pieces) > 1:
        power = power * power if power else 10**_PIECE_DIGITS
        if len(pieces) % 2:
            pieces.insert(0, 0)
        pieces = [pieces[i] * power + pieces[i + 1] for i in range(0, len(pieces), 2)]
    return pieces[0]


def to_decimal(n: int) -> str:
    """The canonical decimal numeral of the natural number `n`.

    Raises FormatError if `n` is negative or has more than `MAX_DIGITS` digits.
    """
    if n < 0:
        raise FormatError("a number is negative")
    if n.bit_length() <= 8 * _PIECE_BYTES:
        return str(n)
    if n.bit_length() > 4 * MAX_DIGITS:
        raise FormatError(f"a number has more than {MAX_DIGITS} digits")
    # Integer division takes quadratic time, multiplication of decimals does not. Precision is unbounded and a
    # result that is not exact would raise.
    import decimal

    context = decimal.Context(
        prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[decimal.Inexact, decimal.Rounded]
    )
    data = n.to_bytes((n.bit_length() + 7) // 8, "little")
    pieces = [
        decimal.Decimal(int.from_bytes(data[i : i + _PIECE_BYTES], "little")) for i in range(0, len(data), _PIECE_BYTES)
    ]
    power = decimal.Decimal(0)
    while len(pieces) > 1:
        power = context.multiply(power, power) if power else decimal.Decimal(1 << 8 * _PIECE_BYTES)
        if len(pieces) % 2:
            pieces.append(decimal.Decimal(0))
        pieces = [context.fma(pieces[i + 1], power, pieces[i]) for i in range(0, len(pieces), 2)]
    text = str(pieces[0])
    if len(text) > MAX_DIGITS:
        raise FormatError(f"a number has more than {MAX_DIGITS} digits")
    return text
