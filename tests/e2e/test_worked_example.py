"""The worked example of EG-VAR, an argmax over states' rates, from a table to a Verified claim about the world.

The table is a real one: the share of women who know of HIV, in each state of India.
"""

from __future__ import annotations

import json
import re
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from egvar.cli.main import main

TABLE = Path(__file__).parents[2] / "lifts" / "hiv_awareness" / "hiv_awareness.csv"
WHERE = 'where = {op = "not", of = {op = "text_is", column = "state", value = "whole india"}}'
CLAIM = "Manipur has the highest HIV awareness rate"


def egvar(at: Path, *args: str) -> Result:
    """One command, in this process, with the folder as the place of relative names."""
    with chdir(at):
        return CliRunner().invoke(main, ["lift", *args])


def verdict(at: Path, claim: str, code: int) -> dict[str, Any]:
    done = egvar(at, "verify", "hiv", claim, "--reviewers", "reviewers.json", "--json")
    assert done.exit_code == code, done.output
    (found,) = json.loads(done.stdout)["verdicts"]
    return dict(found)


def written(text: str, complete: bool) -> str:
    """The draft with what a curator adds: the rows that count, reasons, and the closed world where it is meant."""
    text = text.replace("a HIV awareness rate of {value}", "a HIV awareness rate of {value} percent among women")
    if complete:
        text = re.sub(r"^# (?=\[\[lift\]\]|[a-z]+ = (?!\{))", "", text, flags=re.M)
        text = text.replace('total_rows = "drop"', '# total_rows = "drop"').replace("dash =", "# dash =")
    text = re.sub(r"^# where = .*\n", "", text, flags=re.M)
    text = re.sub(r'^(value = "females \(%\)")$', rf"\1\n{WHERE}", text, flags=re.M)
    text = text.replace("TO BE WRITTEN: why a row", "one row for each state, from a survey: so a row")
    return text.replace("TO BE WRITTEN: why no", "there were 28 states until 2014, all listed: no")


@pytest.fixture(scope="module")
def curated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `hiv`, drafted, written, linted and reviewed, without a closed world."""
    at = tmp_path_factory.mktemp("worked")
    new = ["--key", "state", "--value", "females (%)", "--measure", "HIV awareness rate", "--entity", "state"]
    assert egvar(at, "new", str(TABLE), "hiv", *new, "--author", "Ada").exit_code == 0
    assert "unwritten_reason" in egvar(at, "lint", "hiv").stdout
    (at / "draft.toml").write_text((at / "hiv" / "lift.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert egvar(at, "keys", "key.pem", "--trust", "reviewers.json", "--name", "Rita").exit_code == 0
    return at


def curate(at: Path, complete: bool) -> None:
    text = written((at / "draft.toml").read_text(encoding="utf-8"), complete)
    (at / "hiv" / "lift.toml").write_text(text, encoding="utf-8")
    lint = egvar(at, "lint", "hiv")
    assert (lint.exit_code, lint.stdout) == (0, "0 findings in hiv\n"), lint
    assert egvar(at, "review", "hiv", "--key", "key.pem", "--reviewer", "Rita").exit_code == 0


def test_without_a_closed_world_nothing_is_the_highest(curated: Path) -> None:
    curate(curated, complete=False)
    v = verdict(curated, CLAIM, 4)
    assert (v["status"], v["reason"]) == ("Abstain", "no_lift")
    assert "completeness lift" in v["why"] and "hiv_awareness_rate" in v["why"]
    assert verdict(curated, "Manipur has a HIV awareness rate of 99 percent among women", 0)["status"] == "Verified"


def test_the_highest_rate_is_verified_with_its_axioms_by_bucket(curated: Path) -> None:
    curate(curated, complete=True)
    v = verdict(curated, CLAIM, 0)
    assert (v["status"], v["grade"], v["rows_used"]) == ("Verified", "verified", 28)
    assert v["paraphrase"] == "manipur has the highest HIV awareness rate: no state has a higher one"
    axioms = {k: set(a) for k, a in v["axioms"].items()}
    assert axioms["B1"] == {"Challenge.observed0", "Challenge.observed1"}
    assert axioms["B2"] == {f"EgVar.{n}" for n in ("Attested_T", "Evidence", "both", "map", "mkVerified", "tableOf")}
    assert axioms["B3"] == set()
    assert axioms["B4"] == {"Lift.hiv.rows", "Lift.hiv.every", "World.hiv.hiv_awareness_rate"}
    assert verdict(curated, "Kerala has the highest HIV awareness rate", 1)["status"] == "Refuted"
    assert verdict(curated, "Whole India has the highest HIV awareness rate", 4)["reason"] == "not_in_table"
