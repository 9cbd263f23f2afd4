"""Several sources for one predicate: joins, agreement, disagreement, and what they may never do."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from egvar.challenge.world import build
from egvar.challenge.world_check import WorldChecked, check_world, open_lifted, outcome_of
from egvar.challenge.world_rows import Fact, Lifted, lint_together
from egvar.cli.main import main
from egvar.errors import LiftError
from egvar.kernel.judge import Judged, judge
from egvar.kernel.replay import KernelWorker
from egvar.lifts.examples import flips
from egvar.lifts.file import parse_claim
from egvar.lifts.review import library_folder, trusted_reviewers
from egvar.solver.world import prove_world
from egvar.solver.world_words import claims_of
from egvar.tools.ledger import Ledger

LIFT = """schema = "egvar/lift/1"
id = "{id}"
title = "Lengths of rivers"
[source]
file = "{id}.csv"
sha256 = "{sha}"
[[predicate]]
id = "river_length"
sentence = "the {{key}} is {{value}} km long"
key = "river"
measure = "length"
shared = {shared}
[[lift]]
id = "rows"
kind = "rows"
predicate = "river_length"
key = "river"
value = "length"
author = "Ada"
reason = "one row for each river, from a survey"
"""
COMPLETE = """[[lift]]
id = "every"
kind = "complete"
predicate = "river_length"
key = "river"
value = "length"
author = "Ada"
reason = "the survey covers every river of the island"
"""
Make = Callable[..., Lifted]


@pytest.fixture()
def make(tmp_path: Path) -> Make:
    """A lift file over rows "name,length", reviewed or not, as a Lifted."""

    def made(
        name: str, rows: str, complete: bool = False, reviewed: bool = True, shared: bool = True, **edit: str
    ) -> Lifted:
        csv = "river,length\n" + rows.replace(" ", "\n") + "\n"
        at = tmp_path / name
        at.mkdir()
        (at / f"{name}.csv").write_text(csv, encoding="utf-8")
        sha = hashlib.sha256(csv.encode()).hexdigest()
        text = LIFT.format(id=name, sha=sha, shared=str(shared).lower()) + (COMPLETE if complete else "")
        for old, new in edit.items():
            text = text.replace(old, new)
        (at / "lift.toml").write_text(text, encoding="utf-8")
        lifted = open_lifted(at, {})
        if not reviewed:
            return lifted
        return replace(lifted, grades=dict.fromkeys(lifted.grades, ("verified", "Rev")))

    return made


def check(worker: KernelWorker, first: Lifted, *others: Lifted, **claim: Any) -> WorldChecked:
    wanted = parse_claim({"predicate": "river_length", **claim})
    return check_world(first, wanted, worker, prove_world, others=others)


def test_two_sources_are_joined(make: Make, worker: KernelWorker) -> None:
    a, b = make("a", "Ouse,51 Tees,137"), make("b", "Wear,96 Avon,154")
    v = check(worker, a, b, op="exceeds", key="Avon", other="Tees").verdict
    assert v.status == "Verified"
    assert {"Lift.a.rows", "Lift.b.rows"} <= set(v.axioms["B4"])
    assert [s.source for s in v.further] == ["b.csv"]
    assert check(worker, a, b, op="exceeds", key="Tees", other="Avon").verdict.status == "Refuted"
    assert check(worker, a, b, op="highest", key="Tees").verdict.status == "Refuted"
    assert check(worker, a, op="exceeds", key="Avon", other="Tees").verdict.reason == "not_in_table"


def test_a_library_join_needs_both_of_its_lifts(worker: KernelWorker) -> None:
    trusted = trusted_reviewers()
    both = [open_lifted(library_folder() / n, trusted) for n in ("peaks", "east_africa_peaks")]
    text = "Mount Kilimanjaro has a higher elevation than Mount Ida"
    (claim,) = claims_of(text, both)
    assert check_world(both[0], claim, worker, prove_world, text, both[1:]).verdict.status == "Verified"
    for i in range(2):
        bare = list(both)
        lifts = tuple(x for x in bare[i].file.lift if x.id != "peak_elevation_rows")
        bare[i] = replace(bare[i], file=bare[i].file.model_copy(update={"lift": lifts}))
        v = check_world(bare[0], claim, worker, prove_world, text, bare[1:]).verdict
        assert (v.status, v.reason) == ("Abstain", "not_in_table")


def test_the_grade_of_a_join_is_the_least(make: Make, worker: KernelWorker) -> None:
    a, b = make("a", "Ouse,51 Tees,137"), make("b", "Wear,96", reviewed=False)
    v = check(worker, a, b, op="exceeds", key="Tees", other="Wear").verdict
    assert (v.status, v.grade) == ("Supported", "supported")
    assert check(worker, a, b, op="exceeds", key="Tees", other="Ouse").verdict.status == "Verified"


def test_agreement_keeps_the_grade_and_is_told(make: Make, worker: KernelWorker) -> None:
    a, b = make("a", "Ouse,51 Tees,137"), make("b", "Tees,137.0 Wear,96")
    v = check(worker, a, b, op="fact", key="Tees", value="137").verdict
    assert (v.status, v.conflicts) == ("Verified", ())
    assert b.source.bytes_digest[:16] in v.found[0] and "b.csv" in v.found[0]


def test_a_disagreement_leaves_supported_and_names_cells_and_digests(make: Make, worker: KernelWorker) -> None:
    a, b = make("a", "Ouse,51 Tees,137"), make("b", "Tees,138 Wear,96")
    checked = check(worker, a, b, op="fact", key="Tees", value="137")
    v = checked.verdict
    assert (v.status, v.grade) == ("Supported", "supported")
    (conflict,) = v.conflicts
    assert [(s.source.source, s.column, s.row, s.raw) for s in conflict.sides] == [
        ("a.csv", "length", 3, "137"),
        ("b.csv", "length", 2, "138"),
    ]
    assert [s.source.source_sha256 for s in conflict.sides] == [x.source.bytes_digest for x in (a, b)]
    assert [s.source.reading_sha256 for s in conflict.sides] == [x.source.reading_digest for x in (a, b)]
    for x in (a, b):
        assert x.source.bytes_digest[:16] in str(v)
    # What they agree on is as good as before, and what the first says no more is not refuted either.
    assert check(worker, a, b, op="fact", key="Ouse", value="51").verdict.status == "Verified"
    v = check(worker, a, b, op="fact", key="Tees", value="138").verdict
    assert (v.status, v.reason, len(v.conflicts)) == ("Abstain", "ambiguous", 1)


def test_a_closed_world_is_held_against_every_other_source(make: Make, worker: KernelWorker) -> None:
    a = make("a", "Ouse,51 Tees,137", complete=True)
    top = {"op": "highest", "key": "Tees"}
    assert check(worker, a, make("b", "Ouse,51"), **top).verdict.status == "Verified"
    v = check(worker, a, make("c", "Ouse,52"), **top).verdict
    assert (v.status, v.conflicts[0].entity) == ("Supported", "Ouse")
    v = check(worker, a, make("d", "Wear,96"), **top).verdict
    assert (v.status, v.conflicts[0].entity) == ("Supported", "Wear")
    assert "no row in a.csv" in str(v)


def test_the_closed_world_may_be_the_other_source(make: Make, worker: KernelWorker) -> None:
    a, b = make("a", "Tees,137"), make("b", "Ouse,51 Tees,137", complete=True)
    v = check(worker, a, b, op="highest", key="Tees").verdict
    assert v.status == "Verified" and "Lift.b.every" in v.axioms["B4"]
    assert check(worker, a, op="highest", key="Tees").verdict.reason == "no_lift"


def test_a_predicate_is_shared_only_by_those_who_say_so_and_mean_the_same(make: Make, worker: KernelWorker) -> None:
    a, b = make("a", "Tees,137"), make("b", "Wear,96", shared=False)
    assert check(worker, a, b, op="exceeds", key="Tees", other="Wear").verdict.reason == "not_in_table"
    c = make("c", "Wear,60", **{"km long": "miles long"})
    with pytest.raises(LiftError, match="something else"):
        check(worker, a, c, op="exceeds", key="Tees", other="Wear")
    assert [f.code for f in lint_together((a, c))] == ["shared_meaning"]


SEVERAL = {"shared = true": "shared = true\nfunctional = false"}


@pytest.mark.parametrize(
    ("claim", "status", "reason"),
    [
        ({"op": "fact", "key": "Tees", "value": "137"}, "Verified", None),
        ({"op": "fact", "key": "Tees", "value": "5"}, "Verified", None),
        ({"op": "fact", "key": "Tees", "value": "6"}, "Abstain", "not_in_table"),
        ({"op": "highest", "key": "Tees"}, "Verified", None),
        ({"op": "lowest", "key": "Tees"}, "Verified", None),
        ({"op": "highest", "key": "Ouse"}, "Abstain", "not_in_table"),
        ({"op": "exceeds", "key": "Tees", "other": "Ouse"}, "Abstain", "ambiguous"),
        ({"op": "exceeds", "key": "Ouse", "other": "Tees"}, "Abstain", "ambiguous"),
        ({"op": "exceeds", "key": "Wear", "other": "Ouse"}, "Verified", None),
        ({"op": "exceeds", "key": "Ouse", "other": "Wear"}, "Abstain", "not_in_table"),
    ],
)
def test_where_an_entity_may_have_several_values_another_value_refutes_nothing(
    make: Make, worker: KernelWorker, claim: dict[str, str], status: str, reason: str | None
) -> None:
    for rows in ("Tees,137 Ouse,51 Tees,5 Wear,96", "Wear,96 Tees,5 Ouse,51 Tees,137"):
        lifted = make(f"a{len(rows)}{rows[0].lower()}", rows, complete=True, **SEVERAL)
        v = check(worker, lifted, **claim).verdict
        assert (v.status, v.reason) == (status, reason), (rows, v)
        wrong = [f for f in flips(lifted.file, lifted.source, parse_claim({"predicate": "river_length", **claim}),
                                  outcome_of(lifted)) if not f.right]  # fmt: skip
        assert wrong == []


def test_of_several_values_a_closed_world_has_each(make: Make, worker: KernelWorker, tmp_path: Path) -> None:
    a = make("a", "Ouse,51 Tees,137", complete=True, **SEVERAL)
    top = {"op": "highest", "key": "Tees"}
    assert check(worker, a, make("b", "Ouse,51", **SEVERAL), **top).verdict.status == "Verified"
    lower = make("c", "Ouse,52", **SEVERAL)
    v = check(worker, a, lower, **top).verdict
    assert (v.status, v.conflicts[0].entity) == ("Supported", "Ouse")
    assert "52" in str(v) and "51" in str(v)
    assert [f.code for f in lint_together((a, lower))] == ["closed_world_contradicted"]
    more = make("d", "Tees,138", **SEVERAL)
    for pair in ((a, more), (more, a)):
        assert check(worker, *pair, **top).verdict.reason == "ambiguous"
    v = check(worker, a, more, op="fact", key="Tees", value="138").verdict
    assert (v.status, [s.raw for s in v.conflicts[0].sides]) == ("Supported", ["138", "137"])


def test_a_closed_world_denies_the_facts_of_others(make: Make, worker: KernelWorker) -> None:
    a, b = make("a", "Ouse,51 Tees,137"), make("b", "Ouse,51", complete=True)
    v = check(worker, a, b, op="fact", key="Tees", value="137").verdict
    assert (v.status, v.conflicts[0].entity, v.conflicts[0].sides[1].row) == ("Supported", "Tees", 0)
    assert check(worker, a, b, op="fact", key="Tees", value="138").verdict.reason == "ambiguous"
    assert check(worker, a, b, op="exceeds", key="Tees", other="Ouse").verdict.status == "Supported"
    assert check(worker, b, a, op="highest", key="Ouse").verdict.reason == "ambiguous"
    assert check(worker, a, b, op="fact", key="Ouse", value="51").verdict.status == "Verified"


def test_three_sources_have_a_model(make: Make, worker: KernelWorker) -> None:
    three = [make("a", "Ouse,51"), make("b", "Tees,137"), make("c", "Wear,96")]
    claim = parse_claim({"op": "exceeds", "predicate": "river_length", "key": "Tees", "other": "Wear"})
    challenge = build(three, claim, "verify", None, Ledger())
    solution = prove_world(challenge, (Fact("Tees", Fraction(137), 1), Fact("Wear", Fraction(96), 2)))
    assert isinstance(judge(challenge.judged, solution.constants, worker), Judged)


def test_a_closed_world_is_never_compiled_beside_another_source(make: Make) -> None:
    a, b = make("a", "Ouse,51 Tees,137", complete=True), make("b", "Wear,996")
    claim = parse_claim({"op": "highest", "predicate": "river_length", "key": "Tees"})
    with pytest.raises(LiftError, match="completeness"):
        build((a, b), claim, "verify", None, Ledger())


def test_lint_finds_each_fault_across_sources(make: Make, tmp_path: Path) -> None:
    a = make("a", "Ouse,51 Tees,137", complete=True)
    make("agrees", "Ouse,51")
    make("other_value", "Ouse,52")
    make("other_entity", "Wear,96")
    codes = {"agrees": [], "other_value": ["contradiction_across"], "other_entity": ["closed_world_contradicted"]}
    for name, expected in codes.items():
        assert [f.code for f in lint_together((a, open_lifted(tmp_path / name, {})))] == expected
        done = CliRunner().invoke(main, ["lift", "lint", str(tmp_path / "a"), "--with", str(tmp_path / name)])
        assert (done.exit_code, all(c in done.output for c in expected)) == (int(bool(expected)), True)
