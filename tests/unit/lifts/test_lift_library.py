"""Every source of the lift library: nothing to lint, every example as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from egvar.challenge.world_check import check_world, grades_of
from egvar.kernel.replay import KernelWorker
from egvar.lifts.file import parse_claim, read, table
from egvar.lifts.lint import lint
from egvar.lifts.review import library_folder, reviews, trusted_reviewers
from egvar.solver.world import prove_world

SOURCES = sorted(p.parent for p in library_folder().glob("*/lift.toml"))


@pytest.mark.parametrize("folder", SOURCES, ids=lambda p: p.name)
def test_the_library_holds_what_it_says(folder: Path, worker: KernelWorker) -> None:
    file = read(folder)
    source = table(file, folder)
    assert lint(file, source) == []
    assert len(file.example) >= 10
    grades = grades_of(file, reviews(folder), trusted_reviewers())
    for e in file.example:
        verdict = check_world(source, file, grades, parse_claim(dict(e.claim)), worker, prove_world).verdict
        assert verdict.status == e.outcome, (e, verdict)


def test_there_is_a_library() -> None:
    assert SOURCES
