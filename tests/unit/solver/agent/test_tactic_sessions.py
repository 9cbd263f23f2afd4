"""The same conformance tests on the cold and the warm session; and servers that send garbage, stall and die."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from agent_bench import EVIDENCE, OPENING, PROOF, challenge

from egvar.bundle.write import solution_text
from egvar.kernel.judge import Judged, judge
from egvar.kernel.replay import KernelWorker
from egvar.kernel.term import LET, Theorem, postorder
from egvar.solver.agent import proof, workshop
from egvar.solver.agent.session import ColdSession, TacticSession
from egvar.solver.agent.warm import WarmSession
from egvar.solver.agent.workshop import Attempt, Workshop

SESSIONS: dict[str, Callable[[Workshop], TacticSession]] = {"cold": ColdSession, "warm": WarmSession}


@pytest.fixture(scope="module")
def bench() -> Iterator[Workshop]:
    with Workshop(challenge()) as shared:
        yield shared
        assert not list(shared.scratch.iterdir()), "an attempt left something behind"


@pytest.fixture(scope="module", params=SESSIONS)
def session(request: pytest.FixtureRequest, bench: Workshop) -> Iterator[TacticSession]:
    running = SESSIONS[request.param](bench)
    yield running
    running.close()


def texts(attempt: Attempt) -> str:
    return "\n".join(m.text for m in attempt.messages)


# --- conformance ---


def test_a_proof_is_clean(session: TacticSession) -> None:
    attempt = session.attempt(PROOF)
    assert (attempt.outcome, attempt.messages) == ("clean", ())


def test_an_open_goal_is_shown_with_what_is_known(session: TacticSession) -> None:
    attempt = session.attempt(f"{OPENING}\nintro h")
    assert attempt.outcome == "refused"
    (message,) = attempt.messages
    assert (message.line, message.severity) == (0, "error")
    assert "unsolved goals" in message.text and "h :\n  And (Eq (EgVar.tableOf" in message.text
    assert "⊢ Eq" in message.text and "EgVar.Q.mk 62 0 1" in message.text


def test_an_error_has_its_place(session: TacticSession) -> None:
    attempt = session.attempt(f"{OPENING}\nintro h\nexact h.left")
    assert attempt.outcome == "refused"
    assert any((m.line, m.column) == (3, 1) and "ype mismatch" in m.text for m in attempt.messages), attempt


def test_false_is_not_clean(session: TacticSession) -> None:
    attempt = session.attempt("exact rfl")
    assert attempt.outcome == "refused" and "ype mismatch" in texts(attempt)


def test_attempts_do_not_see_one_another(session: TacticSession) -> None:
    alone = [session.attempt(t) for t in ("intro h", PROOF, "exact h")]
    again = [session.attempt(t) for t in ("exact h", PROOF, "intro h")]
    assert [(a.outcome, a.messages) for a in alone] == [(a.outcome, a.messages) for a in reversed(again)]


def test_text_that_is_not_allowed_does_not_reach_lean(session: TacticSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "solution_file", pytest.fail)
    attempt = session.attempt("exact sorry")
    assert (attempt.outcome, attempt.why) == ("refused", "name_not_allowed")
    assert "sorry" in texts(attempt)


def test_both_sessions_say_the_same(bench: Workshop) -> None:
    bodies = [
        PROOF,
        "intro h",
        "exact rfl",
        OPENING,
        f"{OPENING}\nintro h\nexact rfl",
        f"exact {EVIDENCE}",
        "constructor",
    ]
    bodies += ["exact (", "apply EgVar.map", "refine ?_", "eq_refl", "assumption", "exact Eq.refl (nat_lit 3)"]
    cold, warm = ColdSession(bench), WarmSession(bench)
    try:
        for body in bodies:
            one, other = cold.attempt(body), warm.attempt(body)
            assert (one.outcome, one.messages) == (other.outcome, other.messages), body
        assert warm.restarts == 0
    finally:
        warm.close()


# --- what is made of a clean text ---


def test_a_clean_text_is_judged_and_a_false_one_never_is(bench: Workshop, worker: KernelWorker) -> None:
    attempt, constants = bench.compile(PROOF)
    assert attempt.outcome == "clean" and constants is not None
    solution = proof.solution(bench.challenge, constants, None)
    assert isinstance(judge(bench.challenge.judged, solution.constants, worker), Judged)
    with Workshop(challenge(63)) as other:
        attempt, constants = other.compile(PROOF)
        assert attempt.outcome == "refused" and constants is None


def test_local_definitions_are_put_in_place(bench: Workshop, worker: KernelWorker) -> None:
    body = f"{OPENING}\nintro h\nexact (let x := h.right; have y := h.left; y ▸ (x ▸ rfl))"
    attempt, constants = bench.compile(body)
    assert constants is not None, attempt
    solution = proof.solution(bench.challenge, constants, None)
    assert isinstance(judge(bench.challenge.judged, solution.constants, worker), Judged)
    answer = constants["answer",]
    assert isinstance(answer, Theorem) and any(e.tag == LET for e in postorder(answer.value))
    assert b"theorem answer : Goal" in solution_text(solution.constants)  # which refuses to print a `let`


# --- the server fails ---


def fake(behaviour: str) -> list[str]:
    return [sys.executable, str(Path(__file__).with_name("fake_server.py")), behaviour]


def test_the_fake_server_can_do_well(bench: Workshop) -> None:
    session = WarmSession(bench, lambda: fake("well"))
    assert [session.attempt("exact rfl").outcome for _ in range(3)] == ["clean"] * 3
    session.close()


BAD = (
    "garbage not_json not_an_object huge negative deep no_header_end cut die silent other_version error malformed null"
)


@pytest.mark.parametrize("behaviour", [*BAD.split(), "no_session"])
def test_a_server_that_fails_is_not_checked(behaviour: str, bench: Workshop) -> None:
    session = WarmSession(bench, lambda: fake(behaviour))
    attempt = session.attempt(PROOF)
    assert attempt.outcome == "not_checked" and attempt.why and not attempt.messages
    assert session.restarts == 2
    session.close()


@pytest.mark.parametrize("behaviour", ["stall", "flood"])
def test_a_server_that_is_late_is_not_checked(behaviour: str, bench: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "seconds", 0.5)
    session = WarmSession(bench, lambda: fake(behaviour))
    start = time.monotonic()
    assert session.attempt(PROOF).outcome == "not_checked"
    assert time.monotonic() - start < 5
    session.close()


def test_a_server_that_cannot_be_started(bench: Workshop) -> None:
    session = WarmSession(bench, lambda: ["/nonexistent/lean"])
    attempt = session.attempt(PROOF)
    assert attempt.outcome == "not_checked" and "cannot be started" in attempt.why


def test_a_good_server_takes_over_from_a_bad_one(bench: Workshop) -> None:
    commands = iter([fake("die"), bench.command("--server", "-Dserver.reportDelayMs=0")])
    session = WarmSession(bench, lambda: next(commands))
    assert session.attempt(PROOF).outcome == "clean"
    assert session.restarts == 1
    session.close()


def test_a_killed_server_is_started_again(bench: Workshop) -> None:
    session = WarmSession(bench)
    assert session.attempt("exact rfl").outcome == "refused"
    assert session._server is not None
    os.killpg(session._server.process.pid, signal.SIGKILL)
    assert session.attempt(PROOF).outcome == "clean"
    assert session.restarts == 1
    session.close()


def test_a_server_is_renewed_after_many_texts(bench: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    from egvar.solver.agent import warm

    monkeypatch.setattr(warm, "MAX_ATTEMPTS", 2)
    session = WarmSession(bench, lambda: fake("well"))
    assert [session.attempt("exact rfl").outcome for _ in range(5)] == ["clean"] * 5
    assert session.restarts == 2
    session.close()


def test_a_cold_lean_that_is_late_is_not_checked(bench: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "seconds", 0.01)
    assert ColdSession(bench).attempt(PROOF).outcome == "not_checked"


@pytest.mark.parametrize("script", ["import sys; sys.exit(0)", "print('{}')", "print('answer: Goal')", "1/0"])
def test_a_cold_lean_that_says_something_else_is_not_checked(
    script: str, bench: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "command", lambda *args: [sys.executable, "-c", script])
    attempt, constants = bench.compile(PROOF)
    assert attempt.outcome == "not_checked" and constants is None


def test_nothing_of_a_session_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Workshop(challenge()) as own:
        session = WarmSession(own)
        session.attempt(PROOF)
        assert session._server is not None
        process = session._server.process
        session.close()
    assert not list(tmp_path.iterdir()) and process.returncode is not None
