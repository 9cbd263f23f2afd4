"""Every source of the lift library: reviewed, nothing to lint, every example and every flipped cell as it should be."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from egvar.challenge.world_check import check_world, open_lifted, outcome_of
from egvar.kernel.replay import KernelWorker
from egvar.lifts.examples import flips
from egvar.lifts.file import LiftFile
from egvar.lifts.lint import lint
from egvar.lifts.review import library_folder, trusted_reviewers
from egvar.solver.world import prove_world
from egvar.solver.world_words import claims_of
from egvar.verdict import Verdict

LIBRARY = library_folder()
SOURCES = sorted(p.parent for p in LIBRARY.glob("*/lift.toml"))
BY_NAME = pytest.mark.parametrize("folder", SOURCES, ids=lambda p: p.name)


@BY_NAME
def test_every_lift_is_reviewed_and_clean(folder: Path) -> None:
    lifted = open_lifted(folder, trusted_reviewers())
    assert lifted.file.id == folder.name
    assert "Apache-2.0" in lifted.file.source.licence
    assert lint(lifted.file, lifted.source) == []
    assert all(by for _, by in lifted.grades.values())


@BY_NAME
def test_every_example_comes_out_as_it_says(folder: Path, worker: KernelWorker) -> None:
    lifted = open_lifted(folder, trusted_reviewers())
    file = lifted.file
    outcomes = [e.outcome for e in file.example]
    assert outcomes.count("Verified") >= 5
    assert len(outcomes) - outcomes.count("Verified") >= 5
    for e in file.example:
        verdict = check_world(lifted, e.claim, worker, prove_world).verdict
        assert verdict.status == e.outcome, (e, verdict)
        wrong = [f for f in flips(file, lifted.source, e.claim, outcome_of(lifted)) if not f.right]
        assert wrong == [], (e, wrong)


def test_the_library_spans_domains_and_its_readme_names_each_source() -> None:
    assert len(SOURCES) >= 10
    rows = [
        r[1].strip() for r in csv.reader((LIBRARY / "README.md").open(encoding="utf-8"), delimiter="|") if len(r) > 4
    ]
    assert rows[2:] == [s.name for s in SOURCES]


def test_no_private_key_is_in_the_library() -> None:
    for path in LIBRARY.rglob("*"):
        assert path.is_dir() or b"PRIVATE KEY" not in path.read_bytes(), path
    data = json.loads((LIBRARY / "reviewers.json").read_text())
    assert [set(r) for r in data["reviewers"]] == [{"name", "key"}]


BEYOND = [
    ("nyagatare", "area_every", "Karangazi has the highest area"),
    ("nyagatare", "population_every", "Rwimiyaga has the highest population in 2012"),
    ("central_america", "plants_every", "Costa Rica has the highest number of vascular plant species"),
    ("eurovision_1962", "points_every", "isabelle aubret had the highest score at the Eurovision Song Contest 1962"),
    ("ec_founders", "population_every", "Luxembourg had the lowest population in 1958"),
    ("venezuela_league", "points_every", "ua maracaibo has the highest points total in the tournament"),
    ("co2", "emissions_rows", "china emitted 6103 million tonnes of carbon dioxide in 2006"),
    ("city_gdp", "gdp_rows", "paris has a GDP of 731 billion international dollars"),
]


@pytest.mark.parametrize(("name", "lift", "text"), BEYOND, ids=[f"{n}.{i}" for n, i, _ in BEYOND])
def test_a_lift_says_what_the_bare_table_cannot(name: str, lift: str, text: str, worker: KernelWorker) -> None:
    """Verified with the lift, through its axiom; without it Abstain, for want of a lift."""
    folder = LIBRARY / name
    lifted = open_lifted(folder, trusted_reviewers())
    (claim,) = claims_of(text, (lifted,))

    def verdict(f: LiftFile) -> Verdict:
        return check_world(replace(lifted, file=f), claim, worker, prove_world, text).verdict

    with_it = verdict(lifted.file)
    assert with_it.status == "Verified"
    assert f"Lift.{name}.{lift}" in with_it.axioms["B4"]
    without = verdict(lifted.file.model_copy(update={"lift": tuple(x for x in lifted.file.lift if x.id != lift)}))
    assert (without.status, without.reason) == ("Abstain", "no_lift"), without
