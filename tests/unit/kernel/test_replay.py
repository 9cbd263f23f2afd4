"""The worker at its limits: what does not end in a whole answer is not checked."""

from __future__ import annotations

import marshal
import os
import signal
import threading
import time
from collections.abc import Callable

import pytest

from egvar.errors import WorkerError
from egvar.kernel import replay
from egvar.kernel.ffi import KERNEL_EXCEPTIONS, RESOURCE_EXCEPTIONS
from egvar.kernel.replay import Accepted, KernelWorker, Limits, NotChecked, Refused
from egvar.kernel.term import Expr, Terms, Theorem
from egvar.kernel.trusted import library
from egvar.kernel.wire import encode


def theorem(make: Callable[[Terms], tuple[Expr, int]]) -> bytes:
    """A batch with `left = right` by `Eq.refl`, over natural numbers."""
    t = Terms(library().terms)
    one, nat = t.succ(t.zero), t.const("Nat")
    left, right = make(t)
    statement = t.app(t.const("Eq", [one]), nat, left, t.nat(right))
    return encode([Theorem(("T",), (), statement, t.app(t.const("Eq.refl", [one]), nat, t.nat(right)))])


def add(t: Terms) -> Expr:
    return t.app(t.const("Nat.add"), t.nat(2), t.nat(3))


GOOD = theorem(lambda t: (add(t), 5))
BAD = theorem(lambda t: (add(t), 6))


def slow(t: Terms) -> tuple[Expr, int]:
    """A number that the kernel reaches by counting: the definition unfolded over a fuel that is no literal."""
    fuel = t.nat(1 << 60)
    count = t.lam("n", t.const("Nat"), t.lam("ih", t.const("Nat"), t.app(t.const("Nat.succ"), t.bvar(0))))
    motive = t.lam("n", t.const("Nat"), t.const("Nat"))
    return t.app(t.const("Nat.rec", [t.succ(t.zero)]), motive, t.nat(0), count, fuel), 1 << 60


def test_accepted_and_refused(worker: KernelWorker) -> None:
    assert worker.check([GOOD]) == Accepted(1, pytest.approx(0, abs=5))
    outcome = worker.check([BAD])
    assert isinstance(outcome, Refused)
    assert (outcome.kind, outcome.declaration) == ("declTypeMismatch", ("T",))


def test_checks_do_not_see_each_other(worker: KernelWorker) -> None:
    for _ in range(3):
        assert isinstance(worker.check([GOOD]), Accepted)
        assert isinstance(worker.check([BAD]), Refused)
    assert isinstance(worker.check([GOOD, GOOD]), Refused)


def test_time_stack_and_memory_run_out_as_not_checked() -> None:
    with KernelWorker(Limits(wall_seconds=2, cpu_seconds=5, memory_bytes=1 << 30)) as small:
        assert isinstance(small.check([theorem(slow)]), NotChecked)
        assert isinstance(small.check([GOOD]), Accepted)


def test_a_worker_that_is_killed_is_replaced() -> None:
    with KernelWorker() as own:
        own.wait_ready()
        assert own._process is not None
        os.killpg(own._process.pid, signal.SIGKILL)
        assert isinstance(own.check([GOOD]), NotChecked)
        assert isinstance(own.check([GOOD]), Accepted)


def test_a_worker_that_is_killed_in_a_check_is_not_an_answer() -> None:
    with KernelWorker(Limits(wall_seconds=30, cpu_seconds=30)) as own:
        own.wait_ready()
        assert own._process is not None
        pid = own._process.pid
        threading.Timer(0.3, lambda: os.killpg(pid, signal.SIGKILL)).start()
        start = time.monotonic()
        assert isinstance(own.check([theorem(slow)]), NotChecked)
        assert time.monotonic() - start < 20


@pytest.mark.parametrize(
    "answer",
    [
        None,
        (),
        ("accepted",),
        ("accepted", b"another token 16", 1, 0.1),
        ("accepted", "TOKEN", True, 0.1, 5),
        ("refused", "TOKEN", "noSuchException", ("T",), 0.1),
        ("perhaps", "TOKEN"),
    ],
)
def test_any_other_answer_is_not_checked(monkeypatch: pytest.MonkeyPatch, answer: object) -> None:
    """Answers of another shape, kind or token. TOKEN stands for the request's own."""
    with KernelWorker() as own:
        own.wait_ready()
        sent: list[bytes] = []
        monkeypatch.setattr(replay, "_send", lambda fd, data, _: sent.append(marshal.loads(data)[0]))

        def forged(*_: object) -> object:
            if isinstance(answer, tuple):
                return tuple(sent[0] if a == "TOKEN" else a for a in answer)
            return answer

        monkeypatch.setattr(own, "_answer", forged)
        assert isinstance(own.check([GOOD]), NotChecked)


def test_a_worker_that_does_not_come_up_says_so() -> None:
    with KernelWorker(start_seconds=0.001) as own, pytest.raises(WorkerError):
        own.wait_ready()


@pytest.mark.parametrize("memory", [0, -1, 16 << 30])
def test_the_memory_limit_is_below_what_lean_can_count(memory: int) -> None:
    with pytest.raises(ValueError):
        Limits(memory_bytes=memory)


def test_the_self_test_provokes_every_exception_that_a_declaration_can(worker: KernelWorker) -> None:
    _, seen = worker.wait_ready()
    assert set(KERNEL_EXCEPTIONS) - set(seen) == {"letTypeMismatch", "exprTypeMismatch", *RESOURCE_EXCEPTIONS}
