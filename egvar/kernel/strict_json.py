"""JSON text as Python values without any latitude: a key given twice is seen, and every shape is checked.

May import: the standard library, `egvar.errors`.

Objects are parsed as tuples of (key, value) pairs and arrays as lists. The functions below give what a value must
be, or raise FormatError, which knows no position: the caller adds it. Numbers are int only, and a bool is none.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final

from egvar.errors import FormatError

MAX_COUNT: Final = 1 << 20  # of parameters, fields, minor premises and the like


def parser(text: str) -> Callable[[str], object]:
    """A function that parses pieces of `text`, each one JSON value without space around it."""
    # "-0" is an integer to Python; only a text that has it somewhere is read with the slower check.
    parse_int = _no_negative_zero if "-0" in text else None
    raw_decode = json.JSONDecoder(object_pairs_hook=tuple, parse_int=parse_int).raw_decode

    def parse(piece: str) -> object:
        try:
            value, end = raw_decode(piece)
        except (ValueError, RecursionError):
            raise FormatError("this is not JSON") from None
        if end != len(piece):
            raise FormatError("this is not one JSON value")
        return value

    return parse


def _no_negative_zero(digits: str) -> int:
    if digits == "-0":
        raise ValueError
    return int(digits)


def object_of(*keys: str) -> Callable[[object], tuple[Any, ...]]:
    """A function: the values of a JSON object that has exactly these keys, two or more, in this order."""
    get, size = itemgetter(*keys), len(keys)

    def fields(value: object) -> tuple[Any, ...]:
        if type(value) is tuple and len(value) == size:
            found = dict(value)
            if len(found) == size:
                try:
                    values: tuple[Any, ...] = get(found)
                    return values
                except KeyError:
                    pass
        raise FormatError(f"this must be an object with the keys {', '.join(keys)}")

    return fields


def single(value: object, key: str) -> Any:
    """The value of a JSON object that has exactly this key."""
    if type(value) is tuple and len(value) == 1 and value[0][0] == key:
        return value[0][1]
    raise FormatError(f"this must be an object with the key {key}")


def text_of(value: object) -> str:
    if type(value) is not str:
        raise FormatError("this must be a string")
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise FormatError("a string has half of a surrogate pair") from None
    return value


def flag(value: object) -> bool:
    if type(value) is not bool:
        raise FormatError("this must be true or false")
    return value


def count(value: object, limit: int = MAX_COUNT) -> int:
    if type(value) is not int or not 0 <= value <= limit:
        raise FormatError(f"this must be a whole number from 0 to {limit}")
    return value


def one_of(value: object, choices: tuple[str, ...]) -> str:
    if type(value) is not str or value not in choices:
        raise FormatError(f"this must be one of {', '.join(choices)}")
    return value


def array(value: object) -> list[object]:
    if type(value) is not list:
        raise FormatError("this must be an array")
    return value


def no_key_twice(value: object) -> None:
    """Refuse a JSON value in which an object has a key twice."""
    stack = [value]
    while stack:
        v = stack.pop()
        if type(v) is tuple:
            if len(dict(v)) != len(v):
                raise FormatError("a key is given twice")
            stack.extend(x for _, x in v)
        elif type(v) is list:
            stack.extend(v)
