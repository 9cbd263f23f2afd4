"""What tests of the agent share: a table, challenges about it, and texts that prove them or do not."""

from __future__ import annotations

from typing import Any

from egvar.challenge import statement
from egvar.challenge.statement import Challenge
from egvar.goal import parse
from egvar.source.alternatives import alternatives
from egvar.source.source import Source, load_bytes
from egvar.tools.ledger import Ledger

TABLE = b"""lighthouse,coast,height,range,lit,built,order,opened
Skerry Point,north,38,21.5,1862,1860,1,"march 3, 1862"
Gull Ness,north,24,17,1871,1869,2,"june 12, 1871"
Long Bar,south,41,23.5,1858,1857,3,"may 1, 1858"
Old Mole,south,12,,1834,1834,4,"april 9, 1834"
Tarn Head,west,38,22,1903,1901,5,"july 30, 1903"
Whin Rock,west,29,18.5,1911,1908,6,"august 2, 1911"
"""
NORTH = {"op": "text_is", "column": "coast", "value": "north"}


def height_in_the_north_is(value: int) -> dict[str, Any]:
    total = {"op": "sum", "column": "height", "where": NORTH}
    number = {"op": "number", "value": value}
    return {"kind": "claim", "claim": {"op": "compare", "left": total, "cmp": "=", "right": number}}


EVIDENCE = (
    "(EgVar.both .verified .verified _ _ (EgVar.mkVerified _ _ _ _ Challenge.observed0 (fun h => h)) "
    "(EgVar.mkVerified _ _ _ _ Challenge.observed1 (fun h => h)))"
)
OPENING = f"refine EgVar.map .verified _ _ ?_ {EVIDENCE}"
PROOF = f"{OPENING}\nintro h\nexact h.left ▸ (h.right ▸ rfl)"


def table() -> Source:
    return load_bytes(TABLE, "lighthouses.csv")


def challenge(value: int = 62, polarity: statement.Polarity = "verify") -> Challenge:
    """That the heights in the north add up to `value`, which they do for 62."""
    source = table()
    readings = (source, *(a.source for a in alternatives(source)))
    return statement.build(readings, parse(height_in_the_north_is(value)), polarity, Ledger())
