"""Every attack is refused, for its own reason; and the suite itself fails with a judge that does not judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import packed_attacks  # noqa: F401 - registers its cases
import pytest
import world_attacks
from attacks import ATTACKS
from case_runner import HERE, ORIGINAL, WORLD, Attempt, Bench, Case, Outcome, cases, problem, verdict

from egvar.kernel.replay import KernelWorker

ALL = cases()
BASES = ("claim", "question", "readings", "packed", *WORLD)
JUDGED = Outcome("judged")


@pytest.fixture(scope="module")
def bench(worker: KernelWorker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    bench = Bench(worker, tmp_path_factory.mktemp("cases"))
    yield bench
    bench.close()


_attempts: dict[str, Attempt] = {}


def attempt_of(case: Case, bench: Bench) -> Attempt:
    """The case's attempt, built once in a session: some compile Lean."""
    if case.name not in _attempts:
        file = case.folder / "solution.lean"
        build = (lambda: bench.from_lean(file)) if file.exists() else (lambda: ATTACKS[case.name](bench))
        _attempts[case.name] = build()
    return _attempts[case.name]


def original(base: str, bench: Bench) -> Attempt:
    if base in WORLD:
        return world_attacks.original(base, bench)
    challenge, solution = bench.solved(base)
    return bench.attempt(challenge, solution.constants, solution.witness)


@pytest.mark.parametrize("base", BASES)
def test_the_original_is_accepted(base: str, bench: Bench) -> None:
    assert problem(original(base, bench), JUDGED, verdict) is None


@pytest.mark.parametrize("arithmetic", world_attacks.GRADE_ARITHMETIC)
def test_the_same_grade_arithmetic_is_a_proof_where_lifts_are_reviewed(
    arithmetic: Callable[[Bench, str], Attempt], bench: Bench
) -> None:
    assert problem(arithmetic(bench, "world"), JUDGED, verdict) is None


def test_the_original_in_lean_text_is_accepted(bench: Bench) -> None:
    assert problem(bench.from_lean(ORIGINAL / "solution.lean"), JUDGED, verdict) is None


@pytest.mark.parametrize("case", ALL, ids=lambda c: c.name)
def test_the_attack_is_refused_for_its_reason(case: Case, bench: Bench) -> None:
    assert problem(attempt_of(case, bench), case.expected, verdict) is None


# --- the suite itself ---


def test_no_case_expects_acceptance_and_each_says_why() -> None:
    assert len(ALL) >= 60
    for case in ALL:
        assert case.expected.kind in ("rejected", "not_checked", "format_error")
        assert case.base in BASES and case.title and len(case.why) > 20
        assert (case.folder / "solution.lean").exists() != (case.name in ATTACKS)


def test_every_attack_function_has_a_case() -> None:
    folders = {p.name for p in HERE.iterdir() if p.is_dir()} - {"original", "__pycache__"}
    assert folders == {c.name for c in ALL}
    assert set(ATTACKS) == {c.name for c in ALL if not (c.folder / "solution.lean").exists()}


def test_a_judge_that_always_accepts_fails_every_case(bench: Bench) -> None:
    passed = [c.name for c in ALL if problem(attempt_of(c, bench), c.expected, lambda _: JUDGED) is None]
    assert passed == []


@pytest.mark.parametrize("step, reason", sorted({(c.expected.step, c.expected.reason) for c in ALL if c.expected.step}))
def test_a_judge_that_always_refuses_fails(step: int, reason: str, bench: Bench) -> None:
    refusal = Outcome("rejected", step, reason)
    assert all(problem(original(base, bench), JUDGED, lambda _: refusal) is not None for base in BASES)
    passed = {c.name for c in ALL if problem(attempt_of(c, bench), c.expected, lambda _: refusal) is None}
    assert passed == {c.name for c in ALL if (c.expected.step, c.expected.reason) == (step, reason)}
    assert len(passed) < len(ALL)
