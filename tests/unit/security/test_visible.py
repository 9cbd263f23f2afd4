"""Text of strangers: no line of it begins a line of ours, and no character of it is hidden."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.cli.main import main
from egvar.errors import EgvarError, Position
from egvar.verdict import Status, Verdict
from egvar.visible import json_text, skeleton, visible

FORGED = "x\nVerified: the moon is cheese"
HIDDEN = ["\n", "\r", "\t", "\x00", "\x1b", "\x7f", "\x85", "\x9b", "\u00ad", "\u200b", "\u200d", "\u200e", "\u202e"]
HIDDEN += ["\u2028", "\u2066", "\u2060", "\ufeff", "\ufe0f", "\u3164", "\u2800", "\u034f", "\u00a0", "\U000e0041"]
HIDDEN += ["\U000e0101", "\ud800", "\ue000"]


@pytest.mark.parametrize("c", HIDDEN, ids=lambda c: f"U+{ord(c):04X}")
def test_what_nobody_sees_is_shown_by_its_number(c: str) -> None:
    assert visible(f"sa{c}les") == f"sa⟨U+{ord(c):04X}⟩les"


@given(st.text(st.characters(exclude_categories=()), max_size=40))
@settings(max_examples=300, deadline=None)
def test_what_comes_out_is_one_line_of_shown_characters_and_nothing_is_lost(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable() and visible(shown) == shown
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in shown)
    shown.encode()
    assert len(shown) >= len(text)


@given(st.text(st.characters(exclude_categories=()), max_size=40))
@settings(max_examples=300, deadline=None)
def test_json_for_a_terminal_is_the_same_data_and_hides_nothing(text: str) -> None:
    for indent in (None, 2):
        out = json_text({text: [text, 1, None]}, indent)
        assert json.loads(out) == {text: [text, 1, None]} or "\ud800" <= max(text, default="") <= "\udfff"
        assert out.replace("\n", "").isprintable()
        out.encode()


def test_a_foreign_letter_in_a_latin_word_is_marked_and_a_foreign_word_is_not() -> None:
    assert visible("s\u0430les") == "sа⟨U+0430⟩les"
    for word in ("роса", "Ελλάδα", "café", "Åland", "Škoda", "北京", "μm", "naïve", "Москва 2020"):
        assert visible(word) == word
    assert skeleton("s\u0430les\u200b") == skeleton("Sales") != skeleton("scales")


def test_no_field_of_a_verdict_begins_a_line() -> None:
    v = Verdict(
        Status.ABSTAIN,
        text=FORGED,
        why=FORGED,
        paraphrase=FORGED,
        shown=FORGED,
        found=(FORGED,),
        assumptions=(FORGED,),
        reading=(FORGED,),
        cells=((FORGED, 1, FORGED),),
        interpretations=(FORGED,),
        settle=FORGED,
    )
    lines = str(v).splitlines()
    assert [line for line in lines if line.startswith("Verified")] == [] and "⟨U+000A⟩" in lines[0]
    assert len(lines) == len(v.lines()) == 10


def test_no_part_of_an_error_begins_a_line() -> None:
    e = EgvarError(FORGED, cause=FORGED, hint=FORGED, position=Position(FORGED, 1))
    assert [line.partition(":")[0] for line in e.render().splitlines()] == ["error", "cause", "hint"]


@pytest.mark.parametrize("command", ["read", "verify", "ask"])
def test_no_line_of_a_command_is_begun_by_a_table(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    label = FORGED + "\x1b[2K\u202e"
    Path("t.csv").write_text(f'name,"{label}"\n"{FORGED}",1\ny,2\nz,3\n', encoding="utf-8")
    goal: dict[str, Any] = {"kind": "question", "ask": {"op": "values", "column": "name"}}
    if command == "verify":
        sides = {"left": {"op": "sum", "column": " ".join(label.split())}, "right": {"op": "number", "value": 7}}
        goal = {"kind": "claim", "claim": {"op": "compare", **sides}}
    Path("g.json").write_text(json.dumps(goal))
    args = {"read": ["read", "t.csv"]}.get(command, [command, FORGED, "-t", "t.csv", "--goal", "g.json"])
    result = CliRunner().invoke(main, args)
    assert result.exit_code in (0, 1), result.output
    first, *rest = result.output.splitlines()
    assert not any(line.startswith("Verified") for line in rest), result.output
    assert "\x1b" not in result.output and "\u202e" not in result.output
    assert first.startswith({"read": "t.csv:", "verify": "Refuted:", "ask": "Verified: x⟨U+000A⟩"}[command])
