"""docs/mcp.md: its loop is run as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def test_nothing_unproved_comes_through() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "mcp.md").read_text(), re.S)
    names: dict[str, Any] = {}
    exec(code, names)
    said: list[str] = []

    def agent(question: str, notes: str) -> str:
        said.append(notes)
        found = re.search(r"found ([0-9.]+)", notes)
        return f"The mean elevation is {found[1] if found else '2085.60'} m."

    table = ROOT / "examples" / "peaks.csv"
    assert names["answered"](agent, "How high?", table) == "The mean elevation is 2085.67 m."
    assert len(said) == 2 and "Refuted" in said[1]
    assert names["answered"](lambda q, n: "It is high.", "How high?", table) is None
    assert names["answered"](lambda q, n: "The mean elevation is 5 m.", "How high?", table) is None
