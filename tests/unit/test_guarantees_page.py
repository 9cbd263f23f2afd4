"""docs/guarantees.md names every attack case under the step that refuses it, and no other."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
CASES = {p.parent.name: tomllib.loads(p.read_text())["expect"] for p in ROOT.glob("tests/cases/*/case.toml")}
ROWS = [line.split("|") for line in (ROOT / "docs" / "guarantees.md").read_text().splitlines() if line.startswith("| ")]


def named() -> dict[str, str]:
    """Case to the cell that says what enforces it."""
    found: dict[str, str] = {}
    for _, _, step, cases, _ in (r for r in ROWS if len(r) == 5):
        for name in re.findall(r"[a-z0-9_]+", cases):
            if name in CASES:
                assert name not in found, name
                found[name] = step
    return found


def test_every_case_is_on_the_page_and_every_name_on_it_is_a_case() -> None:
    assert set(named()) == set(CASES)
    words = {w for r in ROWS if len(r) == 5 and "in" not in r[3].split() for w in r[3].split() if "_" in w}
    assert words <= set(CASES), words - set(CASES)


def test_the_step_is_the_one_that_refuses() -> None:
    for name, step in named().items():
        expected = CASES[name].get("step")
        numbers = [int(n) for n in re.findall(r"step ([0-9])", step)]
        assert expected is None or not numbers or expected in numbers, (name, step, expected)
