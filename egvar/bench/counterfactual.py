"""Tier 1.5: tables in which one cell was turned round, and claims about it that memory and table answer differently.

May import: anything of egvar but the command line.

Each panel has 5 domains × 2 entity pairs × 3 shapes. In the table of a pair (a, b), where a really has more, the cell
of a is replaced so that b has more. What is replaced is recorded; nothing else in the table changes. All of it is
deterministic.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from egvar.bench.items import HOME, Item, digest, read
from egvar.errors import GoalError
from egvar.tools.base import decimal

PANELS = ("extreme", "subtle")
SHAPES = ("compare", "direction", "lookup")
REPORTED = ("compare", "direction")
CUE = "According to the table, "
SEED = "egvar tier 1.5, 2026-12"
SUBTLE = (Fraction(10, 100), Fraction(25, 100))
EXTREME = Fraction(1, 20)


@dataclass(frozen=True)
class Domain:
    """A table with the columns that name entities and measure them, the measure's words, and the pairs of a panel."""

    name: str
    id: str
    entity: str
    measure: str
    words: str
    pairs: dict[str, list[list[str]]]
    columns: list[str]
    data: list[list[str]]

    @classmethod
    def of(cls, r: dict[str, Any]) -> Domain:
        table = r["table"]
        columns = [" ".join(str(c).split()) for c in table["columns"]]
        data = [[str(x) for x in row] for row in table["data"]]
        return cls(
            r["domain"], r["id"], r["entity"], r["measure"], r["words"], {p: r[p] for p in PANELS}, columns, data
        )

    def row(self, entity: str) -> int:
        at = self.columns.index(self.entity)
        found = [i for i, row in enumerate(self.data) if row[at] == entity]
        if len(found) != 1:
            raise ValueError(f"{entity} stands in {len(found)} rows of {self.name}")
        return found[0]

    def cell(self, entity: str) -> str:
        return self.data[self.row(entity)][self.columns.index(self.measure)]


def domains(path: Path | None = None) -> list[Domain]:
    """The five domains."""
    return read(path or HOME / "tier1.5" / "domains.jsonl", Domain.of)


def injected(d: Domain, a: str, b: str, panel: str, size: Fraction | None = None) -> str:
    """The text that stands in for a's value.

    Extreme: a twentieth of b's value, or `size` times it. Subtle: a's value less 10 to 25 %, or less `size`; drawn by
    seed among those that turn the order round. Written with as many decimals as before. Raises GoalError if the order
    is not turned round.
    """
    old, other = Fraction(d.cell(a)), Fraction(d.cell(b))
    if panel == "extreme":
        new = other * (EXTREME if size is None else size)
    else:
        low, high = SUBTLE
        least = max(low, 1 - other / old + Fraction(1, 100))
        seeded = int(hashlib.sha256(f"{SEED}\n{d.name}\n{a}\n{b}".encode()).hexdigest()[:8], 16)
        drawn = least + (high - least) * Fraction(seeded, 0xFFFFFFFF)
        new = old * (1 - (drawn if size is None else size))
    places = len(d.cell(a).partition(".")[2])
    text = decimal(new, places)
    if not 0 < Fraction(text) < other:
        raise GoalError(
            f"{d.name}: with {text} in place of {d.cell(a)}, {a} does not come below {b} ({d.cell(b)})",
            hint="another --size",
        )
    return text


def panel(
    which: str, size: Fraction | None = None, cue: bool = False, found: Sequence[Domain] | None = None
) -> list[Item]:
    """The 30 claims of a panel; `cue`: each begins with "According to the table"."""
    return [
        item
        for d in (found if found is not None else domains())
        for a, b in d.pairs[which]
        for item in _items(d, a, b, which, size, cue)
    ]


def _items(d: Domain, a: str, b: str, which: str, size: Fraction | None, cue: bool) -> list[Item]:
    old, new = d.cell(a), injected(d, a, b, which, size)
    column = d.columns.index(d.measure)
    data = [[*row] for row in d.data]
    data[d.row(a)][column] = new
    table = {"columns": d.columns, "data": data}
    more = {
        "domain": d.name,
        "panel": which,
        "cue": cue,
        "from": d.id,
        "injected": {"row": d.row(a) + 2, "column": d.measure, "was": old, "is": new},
        "table_sha256": digest(table),
    }

    def where(e: str) -> dict[str, Any]:
        return {"op": "text_is", "column": d.entity, "value": e}

    def cell(e: str) -> dict[str, Any]:
        return {"op": "cell", "column": d.measure, "where": where(e)}

    either = {"op": "or", "left": where(a), "right": where(b)}
    highest = {"op": "highest", "column": d.measure, "where": either}
    compare = {"op": "values", "column": d.entity, "where": highest}
    more_than = {"op": "compare", "left": cell(a), "cmp": ">", "right": cell(b)}
    shapes = {
        "compare": (f"Which has the higher {d.words}, {a} or {b}?", compare, b, a),
        "direction": (f"{a} has a higher {d.words} than {b}", more_than, "false", "true"),
        "lookup": (f"What is the {d.words} of {a}?", cell(a), new, old),
    }
    out = []
    for shape, (text, body, gold, prior) in shapes.items():
        kind, key = ("claim", "claim") if shape == "direction" else ("question", "ask")
        goal = {"schema": "egvar/goal/1", "kind": kind, key: body}
        said = CUE + text[:1].lower() + text[1:] if cue else text
        name = f"{which}:{d.name}:{a}:{b}:{shape}{':cue' if cue else ''}"
        out.append(Item(name, said, kind, table, goal, gold, shape, None, prior, more))  # type: ignore[arg-type]
    return out
