"""Proofs written plainly: local definitions put in place under binders, binders made plain, names kept simple."""

from __future__ import annotations

import pytest

from egvar.errors import FormatError
from egvar.kernel.term import LAM, LET, Terms, postorder
from egvar.solver.agent import proof
from egvar.solver.agent.describe import brief
from egvar.solver.agent.talk import HISTORY, History, Talk


def test_a_local_definition_is_put_in_place_under_binders() -> None:
    t = Terms()
    nat, f = t.const("Nat"), t.const("f")
    # fun a => let x := f a; fun b => x b a      becomes      fun a => fun b => (f a) b a
    value = t.app(f, t.bvar(0))
    body = t.lam("b", nat, t.app(t.bvar(1), t.bvar(0), t.bvar(2)))
    term = t.lam("a", nat, t.let("x", nat, value, body))
    expected = t.lam("a", nat, t.lam("b", nat, t.app(t.app(f, t.bvar(1)), t.bvar(0), t.bvar(1))))
    assert proof.plain(t, term) is expected


def test_definitions_inside_definitions() -> None:
    t = Terms()
    nat, f = t.const("Nat"), t.const("f")
    inner = t.let("y", nat, t.app(f, t.bvar(0)), t.app(f, t.bvar(0), t.bvar(1)))  # let y := f x; f y x
    term = t.let("x", nat, t.const("c"), inner)
    c = t.const("c")
    assert proof.plain(t, term) is t.app(f, t.app(f, c), c)


def test_binders_are_plain_and_have_simple_names() -> None:
    t = Terms()
    nat = t.const("Nat")
    term = t.lam(("a", "_@", "Solution", 3), nat, t.pi("«x»", nat, t.lam((), nat, t.bvar(1), 2), 1), 3)
    assert proof.plain(t, term) is t.lam("a", nat, t.pi("x", nat, t.lam("x", nat, t.bvar(1))))


def test_a_term_that_would_be_out_of_proportion_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "MAX_NODES", 2000)
    t = Terms()
    nat, f = t.const("Nat"), t.const("f")
    term = t.bvar(0)
    for _ in range(300):
        term = t.let("x", nat, t.app(f, t.bvar(0), t.bvar(0)), term)
        term = t.app(f, term, t.lam("b", nat, term))
    assert any(e.tag == LET for e in postorder(term)) and any(e.tag == LAM for e in postorder(term))
    with pytest.raises(FormatError, match="too large"):
        proof.plain(t, t.lam("a", nat, term))


def test_a_long_history_loses_its_beginning_and_says_so() -> None:
    from egvar.llm.account import Budget

    history = History(Talk(Budget(), []), "solver")
    assert str(history) == "Nothing yet."
    for i in range(40):
        history.add(f"action {i}", "x" * 1000, "refused")
    shown = str(history)
    assert len(shown) < HISTORY + 2000 and "action 39" in shown and "action 0\n" not in shown
    assert shown.startswith("(") and "earlier steps are left out" in shown


def test_a_models_words_are_shown_printable_and_short() -> None:
    assert brief("a\x1b[2J\u202eb\ud800\nc") == "a\ufffd[2J\ufffdb\ufffd\nc"
    assert brief("x" * 5000, 10) == "x" * 10 + " …"
