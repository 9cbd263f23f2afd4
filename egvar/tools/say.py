"""Paraphrases: what a goal says, such that two different goals never say the same.

May import: the standard library, `egvar.source`, `egvar.tools.exact`.

A query's `phrase` is a text with places in braces: a field's name, `{=}` for the word of its variant, or a name that
`derived` gives. `{where| among rows where }` is left out where `where` is all rows, otherwise put after those words.
A part that is made of several is in brackets; "A and B and C" is "(A and B) and C". Labels and texts from the table are
quoted and escaped; a column whose label is not its header, or looks like another's, is said with its number.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

from egvar.source.source import Column, Source
from egvar.tools.exact import show_exact

PLACE = re.compile(r"\{([a-z_=]+)(?:\|([^}]*))?\}")
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕКМНОРСТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν", "aeopcyxijshdqwABEKMHOPCTXYABEZHIKMNOPTYXoav"
)
_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"})
_UNSEEN = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180e\u00ad\u034f")


def quoted(label: str) -> str:
    """A column's label in a sentence."""
    return '"' + escaped(label, '"') + '"'


def spoken(text: str) -> str:
    """A text of the table in a sentence."""
    return "“" + escaped(text, "“”") + "”"


def escaped(text: str, marks: str) -> str:
    """The text with a backslash before `marks` and before backslashes; a character that nobody sees, or of another
    alphabet than the Latin letters of its word, as its number."""
    return "".join(_escaped(c, word, marks) for word in re.findall(r"\w+|\W", text) for c in word)


def _escaped(c: str, word: str, marks: str) -> str:
    if _unseen(c) or (_alphabet(c) not in ("", "LATIN") and "LATIN" in map(_alphabet, word)):
        return f"\\u{{{ord(c):x}}}"
    return "\\" + c if c == "\\" or c in marks else c


def _alphabet(c: str) -> str:
    """Of the alphabets whose letters look alike, the one of a letter."""
    name = unicodedata.name(c, "?").split()[0] if c.isalpha() else ""
    return name if name in _ALPHABETS else ""


def _unseen(c: str) -> bool:
    hidden = unicodedata.category(c) in ("Cf", "Cc", "Co", "Cn", "Cs", "Zl", "Zp")
    return hidden or c in _UNSEEN or (c.isspace() and c != " ")


@lru_cache(maxsize=4096)
def skeleton(text: str) -> str:
    """What a text looks like: without what nobody sees, letters of other alphabets as the Latin ones they resemble."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if not _unseen(c) and not unicodedata.combining(c))
    return " ".join(
        seen.translate(_LOOKALIKES).casefold().replace("l", "i").replace("1", "i").replace("0", "o").split()
    )


def column_name(source: Source, column: Column) -> str:
    """How a column is named in a sentence."""
    header = " ".join(column.header.split())
    own = skeleton(header)
    if not header:
        return f"column {column.index + 1}"
    if header != column.label or any(
        c is not column and own in (skeleton(c.header), skeleton(c.label)) for c in source.columns
    ):
        return f"{quoted(header)} (column {column.index + 1})"
    return quoted(header)


def render(node: Any, ctx: Any) -> str:
    """The phrase of a node."""

    def place(m: re.Match[str]) -> str:
        name, before = m[1], m[2]
        if name == "=":
            return str(node.words[getattr(node, node.variant)])
        field = name if name in type(node).model_fields else name + "_"
        if field not in type(node).model_fields:
            return str(node.derived(name, ctx))
        value, kind = getattr(node, field), _kind(node, field)
        if kind == "filter" and before is not None:
            return "" if value.op == "all_rows" else before + part(value, node, field, ctx)
        if kind in ("filter", "claim"):
            return part(value, node, field, ctx)
        return say_value(value, kind, ctx)

    said: str = PLACE.sub(place, node.phrase)
    return said


def _kind(node: Any, field: str) -> str:
    kind: str = dict(node.signature).get(field, "")
    return kind


def part(value: Any, node: Any, field: str, ctx: Any) -> str:
    """A condition or claim as a part of another: in brackets if it is made of several."""
    chained = field == "left" and type(value) is type(node)
    said: str = value.say(ctx)
    return f"({said})" if value.is_compound() and not chained else said


def say_value(value: Any, kind: str, ctx: Any) -> str:
    """A field of a node."""
    match kind:
        case "col":
            return str(ctx.say_column(value))
        case "text":
            return spoken(value)
        case "nat" | "day" | "decimal":
            return str(value)
        case "q":
            return show_exact(value)
        case "value":
            return str(value)
    return str(value.say(ctx))
