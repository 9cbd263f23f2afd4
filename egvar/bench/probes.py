"""Claims made of a question: that its answer is the gold one (to be Verified), and that it is another (never to be).

May import: the standard library, `egvar.bench.items`.
"""

from __future__ import annotations

import re
from typing import Any

from egvar.bench.items import Item


def claim(item: Item, answer: str) -> dict[str, Any]:
    """The goal of the claim that the answer is `answer`."""
    ask = item.goal["ask"]
    if ask["op"] != "values":
        return {"kind": "claim", "claim": {"op": "rounds", "of": ask, "to": answer}}
    value: Any = {"number": answer} if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", answer) else answer
    return {"kind": "claim", "claim": {"op": "only", "of": ask, "value": value}}


def answers(item: Item) -> tuple[str, list[str]] | None:
    """The gold answer as a claim states it, and wrong ones: a number one unit up and down in its last digit, other
    entries of the same column. None where the answer has several parts."""
    ask = item.goal["ask"]
    if ask["op"] == "together":
        return None
    if ask["op"] != "values":
        text = re.sub(r"[,%$\s]", "", item.gold).rstrip(".")
        if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
            return None
        places = len(text.partition(".")[2])
        unit = int(text.replace(".", ""))
        return text, [_decimal(unit + d, places) for d in (1, -1)]
    labels = [" ".join(str(c).split()) for c in item.table["columns"]]
    if ask["column"] not in labels:
        return None
    entries = [row[labels.index(ask["column"])].strip() for row in item.table["data"]]
    right = next((e for e in entries if e.lower() == item.gold.lower()), None)
    if right is None:
        return None
    return right, list(dict.fromkeys(e for e in entries if e and e.lower() != right.lower()))[:2]


def _decimal(unit: int, places: int) -> str:
    sign, text = "-" if unit < 0 else "", str(abs(unit)).rjust(places + 1, "0")
    return sign + (f"{text[:-places]}.{text[-places:]}" if places else text)
