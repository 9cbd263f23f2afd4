"""Policies: each rule refuses what it is for and nothing else, and none makes a verdict better."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from egvar.cli.main import main
from egvar.errors import PolicyError
from egvar.policy import Facts, Policy, age_in_days, load
from egvar.verdict import Reason, Status, Verdict

GOOD = Verdict(Status.VERIFIED, grade="verified", evidence_mode="recomputed", answer=("3",), shown="3")
FACTS = Facts(goal_given=True, steps=0, source_age_days=1)


@pytest.mark.parametrize(
    ("rule", "worse", "facts"),
    [
        ({"statuses": ["Verified"]}, {"status": Status.REFUTED}, {}),
        ({"minimum_grade": "verified"}, {"grade": "supported"}, {}),
        ({"minimum_grade": "supported"}, {"grade": "plausible"}, {}),
        ({"minimum_grade": "speculative"}, {"grade": None, "status": Status.REFUTED}, {}),
        ({"evidence_modes": ["recomputed"]}, {"evidence_mode": "attested"}, {}),
        ({"reviewers": ["me"]}, {}, {"lifts": (("peaks.rows", "you"),)}),
        ({"reviewers": ["me"]}, {}, {"lifts": (("peaks.rows", None),)}),
        ({"evidence_modes": ["recomputed"]}, {"evidence_mode": None}, {}),
        ({"assumptions": "none"}, {"assumptions": ("“towns” means column “town”",)}, {}),
        ({"alternatives": "none"}, {"reading": ("without row 5, a suspected total row: same result either way",)}, {}),
        ({"goals": "given"}, {}, {"goal_given": False}),
        ({"solvers": ["builtin"]}, {"solver": "openai:x"}, {}),
        ({"maximum_steps": 3}, {}, {"steps": 4}),
        ({"maximum_rows_missing": 0}, {"rows_missing": 1}, {}),
        ({"maximum_source_age_days": 30}, {}, {"source_age_days": 31}),
        ({"maximum_source_age_days": 30}, {}, {"source_age_days": None}),
        ({"maximum_source_age_days": 30}, {}, {"source_age_days": -1}),
    ],
)
def test_each_rule_refuses_what_it_is_for(rule: dict[str, Any], worse: dict[str, Any], facts: dict[str, Any]) -> None:
    policy = Policy.model_validate(rule)
    assert policy.applied(GOOD, FACTS) == GOOD
    refused = policy.applied(replace(GOOD, **worse), FACTS.model_copy(update=facts))
    assert (refused.status, refused.reason, refused.answer) == (Status.ABSTAIN, Reason.POLICY, None)
    named = "statuses" if worse.get("status") is Status.REFUTED else next(iter(rule))
    assert f"{named}:" in refused.why


def test_an_abstention_stays_what_it_is() -> None:
    nothing = Verdict(Status.ABSTAIN, reason=Reason.AMBIGUOUS)
    assert Policy(minimum_grade="verified").applied(nothing, FACTS) is nothing


def test_models_can_be_named_by_their_beginning() -> None:
    policy = Policy(solvers=("openai:*",))
    assert policy.applied(replace(GOOD, solver="openai:gpt"), FACTS).status is Status.VERIFIED
    assert policy.applied(replace(GOOD, solver="not-openai:gpt"), FACTS).reason is Reason.POLICY


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("statuses = ['Abstain']", "statuses"),
        ("minimum_grad = 'x'", "minimum_grad"),
        ("maximum_steps = -1", "maximum_steps"),
        ("statuses = [", "read as a policy"),
    ],
)
def test_a_malformed_policy_is_one_clear_error(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "p.toml").write_text(text)
    with pytest.raises(PolicyError) as e:
        load(tmp_path / "p.toml")
    assert said in e.value.message


def test_the_age_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("x")
    assert age_in_days(file) == 0
    assert age_in_days(file, datetime.date.today() + datetime.timedelta(9)) == 9
    assert age_in_days(tmp_path / "no") is None


def test_the_example_policies_at_work(tmp_path: Path) -> None:
    table, goal = tmp_path / "t.csv", tmp_path / "g.json"
    table.write_text("town,people\nAa,10\nBb,30\n")
    goal.write_text('{"kind": "claim", "claim": {"op": "compare", "left": {"op": "sum", "column": "people"}, '
                    '"cmp": "=", "right": {"op": "number", "value": "40"}}}')  # fmt: skip
    examples = Path(__file__).parents[2] / "examples" / "policies"
    policies = sorted(examples.glob("*.toml"))
    assert len(policies) == 3

    def verify(claim: str, policy: str, *more: str) -> Any:
        command = ["verify", claim, "-t", str(table), "--policy", str(examples / f"{policy}.toml"), *more]
        return CliRunner().invoke(main, command)

    assert verify("the total people be 40", "publish", "--goal", str(goal)).exit_code == 0
    refused = verify("the total people be 40", "publish", "-o", str(tmp_path / "b"))
    assert refused.exit_code == 4 and "publish refuses what was Verified: " in refused.output
    assert "goals: a formalizer made the goal" in refused.output
    assert "bundle says Verified" in CliRunner().invoke(main, ["audit", str(tmp_path / "b")]).output
    assert verify("the total people be 41", "screening").exit_code == 1
    assert verify("the total people be 41", "publish", "--goal", str(goal)).exit_code == 0
    assert verify("the total people be 40", "models").exit_code == 0


def test_grades_and_reviewers_of_claims_about_the_world(tmp_path: Path) -> None:
    peaks = Path(__file__).parents[2] / "lifts" / "peaks"
    nobody = tmp_path / "reviewers.json"
    nobody.write_text('{"reviewers": []}')

    def verify(*more: str) -> Any:
        command = ["lift", "verify", str(peaks), "taygetus has a higher elevation than dikti", *more]
        return CliRunner().invoke(main, command)

    assert verify("--grade", "verified").exit_code == 0
    assert verify("--reviewers", str(nobody)).exit_code == 1
    refused = verify("--reviewers", str(nobody), "--grade", "verified")
    assert refused.exit_code == 4 and "--grade refuses what was Supported: minimum_grade: supported" in refused.output
    assert verify("--reviewers", str(nobody), "--grade", "supported").exit_code == 1
    (tmp_path / "p.toml").write_text('reviewers = ["somebody else"]\n')
    refused = verify("--policy", str(tmp_path / "p.toml"))
    assert refused.exit_code == 4
    assert "the lift peaks.peak_elevation_rows was reviewed by egvar project" in refused.output
    (tmp_path / "p.toml").write_text('reviewers = ["egvar project"]\n')
    assert verify("--policy", str(tmp_path / "p.toml")).exit_code == 0
    assert verify("--key", "x.pem").exit_code == 2
    key = CliRunner().invoke(main, ["keys", "new", str(tmp_path / "k.pem")]).output.strip()
    assert verify("-o", str(tmp_path / "b"), "--key", str(tmp_path / "k.pem")).exit_code == 0
    (tmp_path / "k.hex").write_text(key)
    told = CliRunner().invoke(main, ["audit", str(tmp_path / "b"), "--key", str(tmp_path / "k.hex")])
    assert told.exit_code == 0 and "signed by k" in told.output
