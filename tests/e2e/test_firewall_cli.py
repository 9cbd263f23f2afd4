"""`egvar firewall` and `egvar ask --narrate`, from the shell's side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from egvar.cli.main import main

CSV = "series,races,wins\nFormula A,10,5\nFormula B,12,3\nCup C,9,6\n"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    table, out = tmp_path / "t.csv", tmp_path / "b"
    table.write_text(CSV)
    done = CliRunner().invoke(main, ["ask", "Which series has the highest wins?", "-t", str(table), "-o", str(out)])
    assert done.exit_code == 0, done.output
    return out


def test_what_the_proof_supports_stays(bundle: Path, tmp_path: Path) -> None:
    answer = tmp_path / "a.md"
    answer.write_text("Cup C has 6 wins [OBS-3]. Formula A has 6 wins [OBS-1].\n")
    done = CliRunner().invoke(main, ["firewall", str(answer), "--bundle", str(bundle)])
    assert done.exit_code == 1
    assert done.stdout.strip() == "Cup C has 6 wins [OBS-3]."
    assert "removed (value_not_in_record: 6" in done.stderr
    answer.write_text("Cup C has 6 wins [OBS-3].\n")
    assert CliRunner().invoke(main, ["firewall", str(answer), "-b", str(bundle)]).exit_code == 0


def test_json_and_nothing_left(bundle: Path) -> None:
    done = CliRunner().invoke(main, ["firewall", "-", "-b", str(bundle), "--json"], input="GDP fell by 90%.")
    data = json.loads(done.stdout)
    assert done.exit_code == 4
    assert (data["outcome"], data["reasons"][0]["reason"]) == ("abstained", "uncited")


def test_a_bundle_that_does_not_stand_vouches_for_nothing(bundle: Path) -> None:
    source = bundle / "source.csv"
    source.write_text(source.read_text().replace("Cup C,9,6", "Cup C,9,7"))
    done = CliRunner().invoke(main, ["firewall", "-", "-b", str(bundle)], input="Cup C has 6 wins [OBS-3].")
    assert done.exit_code == 3 and done.stdout == "" and "does not stand" in done.stderr


def test_a_narration_is_gated_prose(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(CSV)
    done = CliRunner().invoke(main, ["ask", "Which series has the highest wins?", "-t", str(table), "--narrate"])
    assert "Cup C [STEP-2]" in done.stdout and "Cup C, wins: 6 [OBS-3]" in done.stdout
    done = CliRunner().invoke(main, ["ask", "Which series has the best food?", "-t", str(table), "--narrate"])
    assert "Insufficient verifiable evidence" in done.stdout
