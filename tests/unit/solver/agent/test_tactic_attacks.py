"""Every attack class that reaches through tactic text: stopped by the allow-list, and again by the judge without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from agent_bench import PROOF, challenge
from tactic_attacks import ALLOWED_BUT_HARMLESS, ATTACKS

from egvar.kernel.judge import Judged, judge
from egvar.kernel.replay import KernelWorker
from egvar.solver.agent import proof
from egvar.solver.agent.tactic_text import TextRefused, checked
from egvar.solver.agent.workshop import Workshop


@pytest.fixture(scope="module")
def false_claim() -> Iterator[Workshop]:
    """The workshop of a false claim, so that whatever is accepted is wrong."""
    with Workshop(challenge(63), seconds=10) as bench:
        yield bench


@pytest.mark.parametrize("name", [n for n in ATTACKS if n not in ALLOWED_BUT_HARMLESS])
def test_the_allow_list_refuses(name: str, false_claim: Workshop) -> None:
    with pytest.raises(TextRefused):
        checked(ATTACKS[name][0], false_claim.known)


@pytest.mark.parametrize("name", ATTACKS)
def test_past_the_allow_list_nothing_is_verified(name: str, false_claim: Workshop, worker: KernelWorker) -> None:
    if name == "sleep":
        pytest.skip("only a time-out would end it; test_tactic_sessions has those")
    attempt, constants = false_claim.compile(ATTACKS[name][0])
    if constants is None:
        assert attempt.outcome in ("refused", "not_checked")
        return
    solution = proof.solution(false_claim.challenge, constants, None)
    assert not isinstance(judge(false_claim.challenge.judged, solution.constants, worker), Judged), name


def test_some_attacks_get_past_lean(false_claim: Workshop) -> None:
    """The judge is not idle in the test above: `lean` itself is content with some of these texts."""
    names = ["sorry_ax", "sorry_in_have", "sorry_then_exit", "sorry_then_axiom", "sorry_then_type", "sorry_quietly"]
    assert [n for n in names if false_claim.compile(ATTACKS[n][0])[1] is None] == []


def test_the_same_way_leads_to_a_verdict_for_a_true_claim(worker: KernelWorker) -> None:
    with Workshop(challenge(62)) as bench:
        _, constants = bench.compile(PROOF)
        assert constants is not None
        solution = proof.solution(bench.challenge, constants, None)
        assert isinstance(judge(bench.challenge.judged, solution.constants, worker), Judged)
