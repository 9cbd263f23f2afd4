"""Footnote marks after a number, taken off from the end, each character looked at once.

May import: the standard library.
"""

from __future__ import annotations

_MARKS = "*∗†‡§¶#^¹²³⁴⁵⁶⁷⁸⁹⁰"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def without_notes(text: str) -> str:
    """A text without the footnote marks at its end: `*`, `†`, raised digits, `[3]`, `(a)`, and one or two small letters
    right after a digit."""
    kept = end = len(text)
    while True:
        while end and text[end - 1].isspace():
            end -= 1
        if kept < len(text):
            kept = end
        cut = _one_off(text, end)
        if cut == end:
            return text[:kept]
        kept = end = cut


def _one_off(text: str, end: int) -> int:
    """Where the mark that ends at `end` begins; `end` if there is none."""
    last = text[end - 1] if end else ""
    if last and last in _MARKS:
        while end and text[end - 1] in _MARKS:
            end -= 1
        return end
    if last in ("]", ")"):
        start = text.rfind("[" if last == "]" else "(", max(0, end - 15), end)
        inside = text[start + 1 : end - 1]
        if start >= 0 and (last == "]" or (inside[:1].isascii() and inside[:1].isalpha())):
            return start
        return end
    for n in (2, 1):
        if end > n and all(c in _LETTERS for c in text[end - n : end]) and text[end - n - 1] in "0123456789":
            return end - n
    return end
