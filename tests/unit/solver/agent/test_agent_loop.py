"""The loop with scripted models: the honest one proves, the adversary gets nothing, noise helps nobody."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from agent_bench import challenge, height_in_the_north_is, table
from goal_kinds import GOALS
from scripted import Answer, Scripted, adversary, anything, call, honest_formalizer, honest_solver
from tactic_attacks import ATTACKS

from egvar import goal as goals
from egvar.challenge.check import GaveUp
from egvar.engine import Run, run
from egvar.errors import ModelError, ModelSettingError
from egvar.kernel.replay import KernelWorker
from egvar.llm.account import Budget
from egvar.llm.model import Reply, Request
from egvar.solver.agent import prover
from egvar.solver.agent.describe import language
from egvar.solver.agent.solver import Solver
from egvar.solver.agent.talk import MAX_REFUSALS, Talk
from egvar.verdict import Reason

RIGHT, WRONG = height_in_the_north_is(62), height_in_the_north_is(63)


def proved(goal: dict[str, Any], answer: Answer, worker: KernelWorker, budget: Budget | None = None) -> Run:
    """The run for a goal with a scripted prover."""
    solver = Solver(None, Scripted(answer), budget or Budget(steps=6))
    kind: Any = goals.parse(goal).kind
    return run("a claim", table(), kind, goal=goal, worker=worker, solver=solver)


def formalized(text: str, answer: Answer, worker: KernelWorker, budget: Budget | None = None) -> Run:
    """The run for some words with a scripted formalizer and the built-in prover."""
    solver = Solver(Scripted(answer), None, budget or Budget(steps=8))
    return run(text, table(), "claim", worker=worker, solver=solver)


def steps(done: Run, kind: str) -> list[dict[str, Any]]:
    return [t for t in done.trail if t["step"] == kind]


# --- the honest model ---


@pytest.mark.parametrize("name", GOALS)
def test_the_honest_model_proves_goals_of_every_kind(name: str, worker: KernelWorker) -> None:
    goal, expected = GOALS[name]
    done = proved(goal, honest_solver, worker)
    assert done.verdict.status == expected, f"{done.verdict}\n{done.trail[-4:]}"
    assert done.verdict == run("a claim", table(), goals.parse(goal).kind, goal=goal, worker=worker).verdict or (
        done.verdict.solver == "formalizer builtin, prover scripted"
    )
    assert [t["outcome"] for t in steps(done, "feedback")] == ["refused", "accepted"]


def test_the_goals_use_the_whole_language() -> None:
    known = set(re.findall(r"^- ([a-z_]+)(?: or ([a-z_]+))? \{", language(), re.M))
    used = set(re.findall(r'"op": "([a-z_]+)"', json.dumps([g for g, _ in GOALS.values()])))
    assert {op for pair in known for op in pair if op} == used


@pytest.mark.parametrize("noise", ["No errors.", "error: unsolved goals\n⊢ Goal", "error: line 1, column 1: ?"])
def test_noise_in_place_of_feedback_ends_the_success(
    noise: str, worker: KernelWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def success() -> int:
        return sum(proved(GOALS[n][0], honest_solver, worker).verdict.status == "Verified" for n in ("mean", "values"))

    assert success() == 2
    monkeypatch.setattr(prover, "feedback_of", lambda attempt: noise)
    assert success() == 0


def test_the_formalizer_corrects_itself_by_the_error(worker: KernelWorker) -> None:
    goal = json.loads(json.dumps(RIGHT).replace("height", "tallness"))
    done = formalized("in the north it is 62", honest_formalizer(goal, "tallness", "height"), worker)
    assert done.verdict.status == "Verified"
    assert [t["outcome"] for t in steps(done, "feedback")] == ["does_not_fit", "accepted"]
    assert any("proposed by scripted" in a for a in done.verdict.assumptions)
    assert done.verdict.solver == "formalizer scripted, prover builtin"


def test_goals_that_come_out_differently_are_ambiguous(worker: KernelWorker) -> None:
    done = formalized("it is 62", lambda r: call("propose", goals=[RIGHT, WRONG]), worker)
    assert (done.verdict.status, done.verdict.reason) == ("Abstain", "ambiguous")
    assert len(done.verdict.interpretations) == 2


def test_a_formalizer_may_say_that_it_cannot(worker: KernelWorker) -> None:
    done = formalized("it is nice", lambda r: call("cannot_express", why="taste"), worker)
    assert (done.verdict.reason, done.goal) == ("not_expressible", None) and "taste" in done.verdict.why


def test_a_goal_without_a_value_is_doubted_once(worker: KernelWorker) -> None:
    goal = json.loads(json.dumps(RIGHT).replace("north", "east"))
    done = formalized("in the east it is 62", lambda r: call("propose", goals=[goal]), worker)
    assert [t["outcome"] for t in steps(done, "feedback")] == ["no_value", "accepted"]
    assert (done.verdict.status, done.verdict.reason) == ("Abstain", "not_in_table")


def test_a_goal_that_no_table_could_change_is_vacuous(worker: KernelWorker) -> None:
    one = {"op": "number", "value": 1}
    goal = {"kind": "claim", "claim": {"op": "compare", "left": one, "cmp": "=", "right": one}}
    done = formalized("in the north it is 63", lambda r: call("propose", goals=[goal]), worker)
    assert done.verdict.reason == "vacuous"


def test_a_solver_may_look_and_evaluate_and_use_a_term(worker: KernelWorker) -> None:
    def answer(request: Request) -> Reply:
        step = request.user.count("## Step")
        if step < 3:
            return [call("look", column="coast"), call("evaluate", goal=WRONG), call("look", column="?")][step]
        joined = "(EgVar.both .verified .verified _ _ (EgVar.mkVerified _ _ _ _ Challenge.observed0 (fun h => h)) "
        joined += "(EgVar.mkVerified _ _ _ _ Challenge.observed1 (fun h => h)))"
        return call("term", text=f"EgVar.map .verified _ _ \n (by intro h; exact h.left ▸ (h.right ▸ rfl)) {joined}")

    done = proved(RIGHT, answer, worker)
    said = [t["text"] for t in steps(done, "feedback")]
    assert '"north"' in said[0] and "fails" in said[1] and '"coast"' in said[2]
    assert done.verdict.status == "Verified" and [t["outcome"] for t in steps(done, "feedback")][-1] == "accepted"


# --- what ends a run ---


def test_a_solver_may_give_up(worker: KernelWorker) -> None:
    done = proved(RIGHT, lambda r: call("give_up", why="too hard"), worker)
    assert (done.verdict.reason, done.goal is not None) == ("rejected", True) and "too hard" in done.verdict.why


@pytest.mark.parametrize(
    ("budget", "why"),
    [
        (Budget(steps=3), "3 steps were not enough"),
        (Budget(tokens=300), "300 tokens were not enough"),
        (Budget(seconds=0), "0 seconds were not enough"),
    ],
)
def test_a_budget_that_is_used_up_ends_in_abstain(budget: Budget, why: str, worker: KernelWorker) -> None:
    done = proved(RIGHT, lambda r: call("tactics", text="exact rfl"), worker, budget)
    assert (done.verdict.status, done.verdict.reason, done.verdict.why) == ("Abstain", "budget", why)
    assert done.verdict.paraphrase and "--steps" in done.verdict.settle


def test_a_model_that_cannot_be_reached_is_not_checked(worker: KernelWorker) -> None:
    def answer(request: Request) -> Reply:
        raise ModelError("m cannot be reached", cause="refused")

    done = proved(RIGHT, answer, worker)
    assert (done.verdict.reason, done.verdict.why) == ("not_checked", "m cannot be reached: refused")
    assert steps(done, "no_reply")


def test_a_request_that_is_refused_later_on_is_not_checked(worker: KernelWorker) -> None:
    """Such as one that has outgrown the model's context; the first one is the user's to set right."""

    def answer(request: Request) -> Reply:
        if "## Step 2" in request.user:
            raise ModelSettingError("m refuses the request", cause="too long")
        return call("tactics", text="exact rfl")

    done = proved(RIGHT, answer, worker)
    assert (done.verdict.reason, len(steps(done, "reply"))) == ("not_checked", 2)

    def never(request: Request) -> Reply:
        raise ModelSettingError("m refuses the request")

    with pytest.raises(ModelSettingError):
        proved(RIGHT, never, worker)


def test_a_model_that_keeps_declining_is_let_go(worker: KernelWorker) -> None:
    done = proved(RIGHT, lambda r: Reply("refused", text="No."), worker)
    assert done.verdict.reason == "not_expressible" and len(steps(done, "reply")) == MAX_REFUSALS


def test_replies_without_a_call_are_answered(worker: KernelWorker) -> None:
    stops = ["text", "truncated", "malformed", "refused"]

    def answer(request: Request) -> Reply:
        step = request.user.count("## Step")
        return Reply(stops[step]) if step < 4 else call("give_up", why="")  # type: ignore[arg-type]

    done = proved(RIGHT, answer, worker)
    assert [t["outcome"] for t in steps(done, "feedback")] == [*stops, "gave_up"]


# --- the adversary ---


def test_the_adversary_ends_in_abstain_for_a_false_claim(worker: KernelWorker) -> None:
    done = proved(WRONG, adversary(), worker, Budget(steps=200))
    assert (done.verdict.status, done.verdict.reason) == ("Abstain", "budget")
    assert len(steps(done, "reply")) == 200


def test_the_adversary_proves_no_false_challenge(worker: KernelWorker) -> None:
    """Past the engine, which would not even state it: the challenge itself is false, and 200 steps do not prove it."""
    trail: list[dict[str, Any]] = []
    talk = Talk(Budget(steps=200), trail)
    with pytest.raises(GaveUp) as e:
        prover.prove(talk, Scripted(adversary()), challenge(63), None, worker, "")
    assert e.value.reason is Reason.BUDGET
    outcomes = [t["outcome"] for t in trail if t["step"] == "feedback"]
    assert len(outcomes) == 200 and "accepted" not in outcomes
    assert {t["step"] for t in trail} == {"reply", "feedback"}
    assert len(ATTACKS) >= 50


def test_the_same_steps_find_an_honest_proof_when_there_is_one(worker: KernelWorker) -> None:
    """So that the adversary fails because the claim is false, not because nothing works."""
    trick = adversary()

    def answer(request: Request) -> Reply:
        if request.user.count("-- Answer:") < 20:
            return trick(request)
        text = str(honest_solver(request).arguments["text"]).partition("\nexact")[0]
        return call("tactics", text=f"{text}\nexact h.left ▸ (h.right ▸ rfl)")

    assert proved(RIGHT, answer, worker, Budget(steps=22)).verdict.status == "Verified"


# --- anything at all ---


@pytest.mark.parametrize("seed", range(4))
def test_a_random_model_never_breaks_the_loop(seed: int, worker: KernelWorker) -> None:
    budget = Budget(steps=40)
    solver = Solver(Scripted(anything(seed)), Scripted(anything(seed + 100)), budget)
    done = run("in the north it is 63", table(), "claim", worker=worker, solver=solver)
    assert done.verdict.status == "Abstain" and done.verdict.lines()
    done = proved(WRONG, anything(seed + 200), worker, budget)
    assert (done.verdict.status, done.verdict.reason) == ("Abstain", "budget")
    from egvar.bundle.write import contents

    assert contents(done)["trail.jsonl"]
