"""Lifts from file to verdict: grades, closed worlds, reviews, and the ways around them that must not exist."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from egvar.challenge.world import build
from egvar.challenge.world_check import check_world, open_lifted, outcome_of
from egvar.challenge.world_rows import Fact, Lifted
from egvar.errors import LiftError
from egvar.kernel.judge import ANSWER, GOAL, Judged, Rejected, judge
from egvar.kernel.replay import KernelWorker
from egvar.kernel.term import Theorem
from egvar.lifts.examples import flips
from egvar.lifts.file import GRADES, parse_claim, read, table
from egvar.lifts.lint import UNWRITTEN, Fault, lint
from egvar.lifts.review import sign, trusted_reviewers
from egvar.signing import new_key
from egvar.solver.world import prove_world
from egvar.solver.world_words import claims_of
from egvar.tools.ledger import Ledger

CSV = "state,rate (per 100k),year\nArden,12.5,2018\nBorca,30.25,2018\nCelm,7,2018\nBorca,99,2017\n"
LIFT = """schema = "egvar/lift/1"
id = "rates"
title = "Rates by state"
[source]
file = "rates.csv"
sha256 = "{sha}"
[[predicate]]
id = "rate"
sentence = "{{key}} has an incidence rate of {{value}}"
key = "state"
measure = "incidence rate"
[[lift]]
id = "rows"
kind = "rows"
predicate = "rate"
key = "state"
value = "rate (per 100k)"
where = {{op = "number_is", column = "year", cmp = "=", value = 2018}}
author = "Ada"
reason = "one row for each state and year, from the registry"
{complete}"""
COMPLETE = """[[lift]]
id = "every"
kind = "complete"
predicate = "rate"
key = "state"
value = "rate (per 100k)"
where = {op = "number_is", column = "year", cmp = "=", value = 2018}
author = "Ada"
reason = "the registry covers every state of the union"
"""


def folder(tmp: Path, csv: str = CSV, complete: str = COMPLETE, lift: str = LIFT) -> Path:
    at = tmp / "rates"
    at.mkdir(exist_ok=True)
    (at / "rates.csv").write_text(csv, encoding="utf-8")
    sha = hashlib.sha256(csv.encode()).hexdigest()
    (at / "lift.toml").write_text(lift.format(sha=sha, complete=complete), encoding="utf-8")
    return at


def review(at: Path, tmp: Path, trust: bool = True, name: str = "k.pem") -> Path:
    """Reviews every lift with a new key; returns the list of trusted reviewers."""
    key = new_key(tmp / name)
    sign(read(at), at, tmp / name, "Rev", ())
    path = tmp / f"{name}.reviewers.json"
    path.write_text(json.dumps({"reviewers": [{"name": "Rev", "key": key}] if trust else []}))
    return path


def verdict(at: Path, reviewers: Path | None, worker: KernelWorker, **claim: Any) -> Any:
    lifted = open_lifted(at, trusted_reviewers(reviewers) if reviewers else {})
    return check_world(lifted, parse_claim({"predicate": "rate", **claim}), worker, prove_world).verdict


CASES = [
    ({"op": "fact", "key": "Borca", "value": "30.25"}, "Verified"),
    ({"op": "fact", "key": "Borca", "value": "30.26"}, "Refuted"),
    ({"op": "highest", "key": "Borca"}, "Verified"),
    ({"op": "highest", "key": "Arden"}, "Refuted"),
    ({"op": "lowest", "key": "Celm"}, "Verified"),
    ({"op": "lowest", "key": "Arden"}, "Refuted"),
    ({"op": "exceeds", "key": "Arden", "other": "Celm"}, "Verified"),
    ({"op": "exceeds", "key": "Celm", "other": "Arden"}, "Refuted"),
    ({"op": "exceeds", "key": "Celm", "other": "Celm"}, "Refuted"),
    ({"op": "fact", "key": "Dorn", "value": "1"}, "Abstain"),
]


@pytest.mark.parametrize(("claim", "status"), CASES)
def test_reviewed_lifts_verify(tmp_path: Path, worker: KernelWorker, claim: dict[str, str], status: str) -> None:
    at = folder(tmp_path)
    result = verdict(at, review(at, tmp_path), worker, **claim)
    assert result.status == status, result
    if status == "Verified":
        assert result.grade == "verified"
        assert "Lift.rates.rows" in result.axioms["B4"]


@pytest.mark.parametrize(("claim", "status"), CASES)
def test_unreviewed_lifts_give_at_most_supported(
    tmp_path: Path, worker: KernelWorker, claim: dict[str, str], status: str
) -> None:
    result = verdict(folder(tmp_path), None, worker, **claim)
    assert result.status == ("Supported" if status == "Verified" else "Abstain"), result


def test_a_superlative_needs_the_closed_world_and_its_refutation_does_not(tmp_path: Path, worker: KernelWorker) -> None:
    at = folder(tmp_path, complete="")
    trusted = review(at, tmp_path)
    result = verdict(at, trusted, worker, op="highest", key="Borca")
    assert (result.status, result.reason) == ("Abstain", "no_lift")
    assert "completeness lift" in result.why
    assert verdict(at, trusted, worker, op="highest", key="Arden").status == "Refuted"


def test_without_a_row_lift_there_is_no_bridge(tmp_path: Path, worker: KernelWorker) -> None:
    at = folder(tmp_path, lift=LIFT.replace('kind = "rows"', 'kind = "complete"'), complete="")
    result = verdict(at, review_unlinted(at, tmp_path), worker, op="fact", key="Borca", value="30.25")
    assert (result.status, result.reason) == ("Abstain", "no_lift")


def review_unlinted(at: Path, tmp: Path) -> Path:
    return review(at, tmp)


def test_a_key_that_nobody_trusts_reviews_nothing(tmp_path: Path, worker: KernelWorker) -> None:
    at = folder(tmp_path)
    assert verdict(at, review(at, tmp_path, trust=False), worker, op="highest", key="Borca").status == "Supported"


@pytest.mark.parametrize("field", ["content", "signature", "key", "reviewer", "date", "lift"])
def test_an_edited_review_is_none(tmp_path: Path, worker: KernelWorker, field: str) -> None:
    at = folder(tmp_path)
    trusted = review(at, tmp_path)
    data = json.loads((at / "review.json").read_text())
    for r in data["reviews"]:
        old = r[field]
        r[field] = old[:-1] + ("0" if old[-1] != "0" else "1")
    (at / "review.json").write_text(json.dumps(data))
    assert verdict(at, trusted, worker, op="fact", key="Borca", value="30.25").status == "Supported"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from the registry", "from a survey"),
        ("rate of {{value}}", "rate near {{value}}"),
        ("value = 2018", "value = 2017"),
    ],
)
def test_a_changed_lift_loses_its_review(tmp_path: Path, worker: KernelWorker, old: str, new: str) -> None:
    at = folder(tmp_path)
    trusted = review(at, tmp_path)
    folder(tmp_path, lift=LIFT.replace(old, new))
    result = verdict(at, trusted, worker, op="exceeds", key="Borca", other="Borca")
    assert result.status == "Abstain"


def test_a_changed_table_is_refused(tmp_path: Path) -> None:
    at = folder(tmp_path)
    (at / "rates.csv").write_text(CSV.replace("30.25", "31.25"))
    with pytest.raises(LiftError):
        table(read(at), at)


def test_a_reading_declared_beside_a_reviewed_table_is_refused_unless_reviewed(
    tmp_path: Path, worker: KernelWorker
) -> None:
    at = folder(tmp_path)
    trusted = review(at, tmp_path)
    declared = "version = 1\n[table]\ndrop_rows = [3]\n"
    (at / "rates.csv.egvar.toml").write_text(declared)
    with pytest.raises(LiftError, match="not read as"):
        open_lifted(at, {})
    sha = hashlib.sha256(declared.encode()).hexdigest()
    text = (at / "lift.toml").read_text()
    (at / "lift.toml").write_text(text.replace("[[predicate]]", f'declared = "{sha}"\n[[predicate]]', 1))
    claim = {"op": "highest", "key": "Arden"}  # row 3, Borca's, is dropped
    assert verdict(at, trusted, worker, **claim).status == "Supported"
    assert verdict(at, review(at, tmp_path, name="again.pem"), worker, **claim).status == "Verified"


@pytest.mark.parametrize("rows", GRADES)
@pytest.mark.parametrize("every", GRADES)
def test_every_grade_has_a_model_and_the_least_one_counts(
    tmp_path: Path, worker: KernelWorker, rows: Any, every: Any
) -> None:
    at = folder(tmp_path)
    file = read(at)
    claim = parse_claim({"op": "highest", "predicate": "rate", "key": "Borca"})
    lifted = Lifted(table(file, at), file, {"rows": (rows, None), "every": (every, None)})
    challenge = build((lifted,), claim, "verify", None, Ledger())
    assert challenge.grade == GRADES[min(GRADES.index(rows), GRADES.index(every))]
    solution = prove_world(challenge, (Fact("Borca", Fraction("30.25")),))
    assert isinstance(judge(challenge.judged, solution.constants, worker), Judged)


def test_grade_arithmetic_in_a_proof_leads_nowhere_up(tmp_path: Path, worker: KernelWorker) -> None:
    """A proof at grade supported does not fit a goal at grade verified, weakened or not."""
    at = folder(tmp_path)
    file = read(at)
    claim = parse_claim({"op": "fact", "predicate": "rate", "key": "Borca", "value": "30.25"})
    lifted = Lifted(table(file, at), file, {"rows": ("supported", None), "every": ("supported", None)})
    low = build((lifted,), claim, "verify", None, Ledger())
    proof = prove_world(low, (Fact("Borca", Fraction("30.25")),)).constants[ANSWER]
    assert isinstance(proof, Theorem)
    t = low.terms
    goal = low.constants[GOAL]
    raised = t.app(t.const("EgVar.Evidence"), t.const("EgVar.Grade.verified"), low.goal)
    constants = {**low.constants, GOAL: replace(goal, value=raised)}
    high = replace(low.judged, constants=constants)
    one = t.succ(t.zero)
    true = t.const("Bool.true")
    weakened = t.app(
        t.const("EgVar.weaken"), t.const("EgVar.Grade.supported"), t.const("EgVar.Grade.verified"), low.goal,
        t.app(t.const("Eq.refl", [one]), t.const("Bool"), true), proof.value,
    )  # fmt: skip
    for value in (proof.value, weakened):
        result = judge(high, {ANSWER: replace(proof, value=value)}, worker)
        assert isinstance(result, Rejected), result
        assert (result.step, result.reason) == (7, "kernel_refused")


def test_words(tmp_path: Path) -> None:
    at = folder(tmp_path)
    lifted = (open_lifted(at, {}),)
    ops = {
        "Borca has the highest incidence rate": "highest",
        "celm has the lowest incidence rate.": "lowest",
        "Arden has a higher incidence rate than Celm": "exceeds",
        "Borca has an incidence rate of 30.25": "fact",
    }
    for text, op in ops.items():
        assert [c.op for c in claims_of(text, lifted)] == [op], text
    for text in ("Dorn has the highest incidence rate", "Borca has the highest income", "", "Borca"):
        assert claims_of(text, lifted) == []


FAULTS = {
    "contradiction": (CSV.replace("Celm,7,2018", "Arden,7,2018"), COMPLETE, LIFT),
    "duplicate_key": (CSV.replace("Celm,7,2018", "Arden,12.5,2018"), COMPLETE, LIFT),
    "unreadable_row": (CSV.replace("Celm,7,2018", "Celm,7*,2018"), COMPLETE, LIFT),
    "unit_mismatch": (re.sub(r",([0-9.]+),", r",\1%,", CSV), COMPLETE, LIFT),
    "closed_world_over_other_rows": (CSV, COMPLETE.replace("value = 2018", "value = 2017"), LIFT),
    "two_row_lifts": (CSV, COMPLETE.replace('kind = "complete"', 'kind = "rows"'), LIFT),
    "unknown_column": (CSV, COMPLETE.replace('"state"', '"land"'), LIFT),
    "no_rows": (CSV, COMPLETE, LIFT.replace("value = 2018", "value = 1999")),
    "unsupported_predicate": (CSV, COMPLETE, LIFT.replace('kind = "rows"', 'kind = "complete"')),
    "unwritten_reason": (CSV, COMPLETE.replace("the registry", f"{UNWRITTEN}: the registry"), LIFT),
    "unsettled_reading": (CSV + "total,49.75,2018\n", "", LIFT),
}  # fmt: skip


@pytest.mark.parametrize("code", FAULTS)
def test_lint_finds_each_planted_fault(tmp_path: Path, code: str) -> None:
    csv, complete, lift = FAULTS[code]
    at = folder(tmp_path, csv, complete, lift)
    file = read(at)
    assert code in {f.code for f in lint(file, table(file, at))}


def test_every_kind_of_fault_is_planted_somewhere() -> None:
    alone, across = (Fault.__doc__ or "").split("across sources")
    assert set(re.findall(r"[a-z]+(?:_[a-z]+)+|contradiction", alone)) == set(FAULTS)
    assert set(re.findall(r"[a-z]+(?:_[a-z]+)+", across)) == {  # planted in test_lift_sources
        "shared_meaning", "contradiction_across", "closed_world_contradicted",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("header", "unit", "found"),
    [
        ("height (m)", "ft", True),
        ("height (m)", "m", False),
        ("area (km²)", "km2", False),
        ("area (km2)", "ha", True),
        ("area (sq mi)", "km²", True),
        ("height (feet)", "ft", False),
        ("height (ft)", "furlongs", True),
        ("share (men)", "%", False),
        ("share (men) (%)", "%", False),
        ("height (m)", "", False),
        ("(m) height", "ft", False),
    ],
)
def test_the_header_speaks_for_a_unit(tmp_path: Path, header: str, unit: str, found: bool) -> None:
    lift = LIFT.replace("rate (per 100k)", header).replace("[[lift]]", f'unit = "{unit}"\n[[lift]]')
    at = folder(tmp_path, CSV.replace("rate (per 100k)", header), "", lift)
    codes = [f.code for f in lint(read(at), table(read(at), at))]
    assert codes == (["unit_mismatch"] if found else [])


@pytest.mark.parametrize("sentence", ["{{key}} has a rate", "the rate is {{value}}"])
def test_a_sentence_that_leaves_out_an_argument_is_refused(tmp_path: Path, sentence: str) -> None:
    at = folder(tmp_path, lift=LIFT.replace("{{key}} has an incidence rate of {{value}}", sentence))
    with pytest.raises(LiftError, match=r"predicate\.0\.sentence") as e:
        read(at)
    assert "{key} and {value}" in e.value.cause


def test_lint_finds_nothing_in_a_sound_file(tmp_path: Path) -> None:
    at = folder(tmp_path)
    assert lint(read(at), table(read(at), at)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{{value}}", "x"),
        ('file = "rates.csv"', 'file = "../rates.csv"'),
        ('kind = "rows"', 'kind = "axiom"'),
        ('reason = "one row for each state and year, from the registry"', 'reason = "so"'),
        ('id = "rates"', 'id = "Rates»"'),
        ("[[predicate]]", "[[predicat]]"),
        ('predicate = "rate"', 'predicate = "ratio"'),
    ],
)
def test_malformed_files_are_refused(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(LiftError):
        read(folder(tmp_path, lift=LIFT.replace(old, new)))


@pytest.mark.parametrize(("claim", "status"), [c for c in CASES if c[1] != "Abstain" and c[0].get("other") != "Celm"])
def test_exactly_the_statements_that_depend_on_a_cell_change(
    tmp_path: Path, claim: dict[str, str], status: str
) -> None:
    at = folder(tmp_path, csv=CSV.replace("Borca,99,2017\n", ""))
    file = read(at)
    lifted = open_lifted(at, {})
    found = list(flips(file, lifted.source, parse_claim({"predicate": "rate", **claim}), outcome_of(lifted)))
    assert len(found) == 3
    assert all(f.right for f in found), found
    assert any(f.depends for f in found)
