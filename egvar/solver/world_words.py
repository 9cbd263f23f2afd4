"""Words to world claims: sentences in the vocabulary of a lift file's predicates. Untrusted.

May import: the standard library, `egvar.lifts`, `egvar.source`, `egvar.tools`, `egvar.challenge`.

Understood are the predicate's own sentence with an entity and a number in it; "ENTITY has the highest (lowest, …)
MEASURE"; and "ENTITY has a higher (lower, …) MEASURE than ENTITY". A sentence that is none of these gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from egvar.challenge.world_rows import Lifted
from egvar.lifts.file import WorldClaim
from egvar.source.cell import Kind
from egvar.tools.base import exact

_TOP = {"highest": "highest", "largest": "highest", "greatest": "highest", "lowest": "lowest", "smallest": "lowest"}
_MORE = {"higher": False, "larger": False, "greater": False, "lower": True, "smaller": True}


def claims_of(text: str, lifted: Sequence[Lifted]) -> list[WorldClaim]:
    """Every world claim that `text` can be: of a predicate of the first file, about entities of any."""
    plain = " ".join(text.strip().rstrip(".").split())
    out: list[WorldClaim] = []
    for p in lifted[0].file.predicate:
        entities = _entities(lifted, p.id)
        measure = re.escape(p.measure)
        number = r"(?P<value>-?[0-9][0-9,]*(?:\.[0-9]+)?)"
        sentence = re.escape(p.sentence.rstrip(".")).replace(re.escape("{key}"), "(?P<key>.+?)")
        patterns = {
            "fact": sentence.replace(re.escape("{value}"), number),
            "top": rf"(?P<key>.+?) (?:has|had|have) the (?P<word>{'|'.join(_TOP)}) {measure}",
            "more": rf"(?P<key>.+?) (?:has|had|have) an? (?P<word>{'|'.join(_MORE)}) {measure} than (?P<other>.+)",
        }
        for form, pattern in patterns.items():
            m = re.fullmatch(pattern, plain, re.I)
            key = entities.get(m["key"].casefold()) if m else None
            if m is None or key is None:
                continue
            if form == "fact":
                value = exact(m["value"].replace(",", ""))
                out.append(WorldClaim(op="fact", predicate=p.id, key=key, value=value))
            elif form == "top":
                op = "highest" if _TOP[m["word"].lower()] == "highest" else "lowest"
                out.append(WorldClaim(op=op, predicate=p.id, key=key))  # type: ignore[arg-type]
            elif (other := entities.get(m["other"].casefold())) is not None:
                a, b = (other, key) if _MORE[m["word"].lower()] else (key, other)
                out.append(WorldClaim(op="exceeds", predicate=p.id, key=a, other=b))
    return out


def _entities(lifted: Sequence[Lifted], predicate: str) -> dict[str, str]:
    """Case-folded entity to the text of its cell, for entities that folding keeps apart."""
    out: dict[str, str] = {}
    twice: set[str] = set()
    for x in lifted:
        for lift in x.file.lifts_of(predicate, "rows"):
            try:
                column = x.source.column(lift.key.name)
            except KeyError:
                continue
            for c in column.cells:
                folded = c.text.casefold()
                if c.kind is Kind.TEXT and out.setdefault(folded, c.text) != c.text:
                    twice.add(folded)
    return {k: v for k, v in out.items() if k not in twice}
