"""A first lift file for a table: what can be known from its columns is filled in, the rest is marked to be written.

May import: the standard library, `egvar.source`, `egvar.lifts`.
"""

from __future__ import annotations

import json
import re
from functools import partial

from egvar.lifts.lint import UNWRITTEN
from egvar.source.source import Source


def identifier(words: str) -> str:
    """The words as an id: lower-case ASCII letters, digits and underscores."""
    plain = re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")[:60] or "table"
    return plain if plain[0].isalpha() else f"t_{plain}"


def draft(
    source: Source, declared: str | None, name: str, key: str, value: str, measure: str, entity: str, author: str
) -> str:
    """The text of `lift.toml` for one predicate, from the labels of its two columns. `declared` is the SHA-256 of the
    reading declared beside the table."""
    unit = next(c.unit for c in source.columns if c.label == value) or ""
    file = source.name.rsplit("/", 1)[-1]
    q = partial(json.dumps, ensure_ascii=False)
    sentence = "{key} has a " + measure + " of {value}" + (" " + unit if unit else "")
    return f"""schema = "egvar/lift/1"
id = {q(name)}
title = {q(file.rpartition(".")[0] or file)}

[source]
file = {q(file)}
sha256 = "{source.bytes_digest}"
{f'declared = "{declared}"' if declared else "# declared: the SHA-256 of FILE.egvar.toml, if the reading is declared"}
# total_rows = "drop"   # or "keep", if the table has suspected total rows
# dash = "missing"      # or "zero", if a lone dash could be either
# decimal = "point"     # or "comma", if 1,510 could be either

[[predicate]]
id = {q(identifier(measure))}
sentence = {q(sentence)}
key = {q(entity)}
measure = {q(measure)}
unit = {q(unit)}

# If some rows are no {entity}, leave them out by this line, below each value:
# where = {{op = "not", of = {{op = "text_is", column = {q(key)}, value = "total"}}}}
[[lift]]
id = "rows"
kind = "rows"
predicate = {q(identifier(measure))}
key = {q(key)}
value = {q(value)}
author = {q(author)}
reason = "{UNWRITTEN}: why a row of this table tells what is so in the world"

# "The highest" and "the lowest" need the lift below: somebody's word that the table lists every {entity}.
# Use it only if that is so, and with the same key, value and where as above.
# [[lift]]
# id = "every"
# kind = "complete"
# predicate = {q(identifier(measure))}
# key = {q(key)}
# value = {q(value)}
# author = {q(author)}
# reason = "{UNWRITTEN}: why no {entity} is missing"
"""
