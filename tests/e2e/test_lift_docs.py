"""docs/lifts.md does what it says: each of its commands is run, in order, and its output compared."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from egvar.cli.main import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "lifts.md").read_text(encoding="utf-8")
FILE = "hiv/lift.toml"


def blocks() -> list[tuple[str, str]]:
    return re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)


def commands(block: str) -> list[tuple[str, str]]:
    """Each command with the output that the page shows."""
    return [(c, out) for c, out in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)]


def fits(shown: str, output: str) -> bool:
    """Whether the output is the one shown, where a line of “…” is any lines and “…” in a line is any text."""
    pattern = ""
    for line in shown.splitlines():
        pattern += r"(?:.*\n)*" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n"
    return re.fullmatch(pattern, output) is not None


def test_every_command_of_the_page_gives_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lifts").symlink_to(ROOT / "lifts")
    ran = 0
    for kind, block in blocks():
        if kind == "toml":
            (tmp_path / FILE).write_text(block, encoding="utf-8")
            continue
        assert kind == "console"
        for command, shown in commands(block):
            program, *args = shlex.split(command)
            assert program == "egvar"
            done = CliRunner().invoke(main, args)
            assert fits(shown, done.output), (command, done.output, done.exception)
            ran += 1
    assert ran == PAGE.count("\n$ ") >= 12


def test_the_comparison_sees_a_difference() -> None:
    assert fits("a …\n…\nz\n", "a b\nc\nd\nz\n")
    assert not fits("a …\nz\n", "a b\nc\nz\n")
    assert not fits("a\n", "a\nb\n")
