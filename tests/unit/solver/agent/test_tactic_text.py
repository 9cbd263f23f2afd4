"""The allow-list: what proofs need passes, everything else does not reach Lean."""

from __future__ import annotations

import string

import pytest
from agent_bench import EVIDENCE, PROOF
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.solver.agent.tactic_text import MAX_DEPTH, MAX_LENGTH, SYMBOLS, WORDS, TextRefused, checked, vocabulary

KNOWN = vocabulary([("Goal",), ("Challenge", "source0"), ("Challenge", "observed0"), ("Challenge", "observed1")])


@pytest.mark.parametrize(
    "text",
    [
        PROOF,
        f"exact {EVIDENCE}",
        "exact fun h => h.left.symm",
        "exact @Eq.subst.{1} EgVar.Col (fun (x0 : EgVar.Col) => Eq x0 x0) _ _ (Eq.refl _) (Eq.refl _)",
        "exact PSigma.mk (EgVar.Q.mk (nat_lit 0x1fe) 0 1) ⟨h, h'⟩",
        "refine (by exact ?_)\nassumption",
        "exact Nat.rec (motive := fun _ => Nat) 0 (fun x hX => x) (nat_lit 3)",
        "exact (have h1 : Nat := 3; h1)",
    ],
)
def test_what_proofs_are_written_with_passes(text: str) -> None:
    assert checked(text, KNOWN) == text


def test_blanks_at_the_ends_go() -> None:
    assert checked("\n\nexact  rfl  \n\n  intro h \n \n", KNOWN) == "exact  rfl\n\n  intro h"


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("empty", " \n "),
        ("too_long", "exact rfl" + " " * MAX_LENGTH),
        ("too_deep", "exact " + "(" * (MAX_DEPTH + 1) + "rfl" + ")" * (MAX_DEPTH + 1)),
        ("unbalanced", "exact (rfl"),
        ("unbalanced", "exact rfl)"),
        ("unbalanced", "exact (rfl⟩"),
        ("number_too_long", "exact nat_lit " + "9" * 4001),
        ("character_not_allowed", "exact 1٣"),
        ("character_not_allowed", "exact 12h"),
        ("character_not_allowed", "exact\trfl"),
        ("character_not_allowed", "exact rfl\r\nexact rfl"),
        ("character_not_allowed", "exact rfl\u2028#exit"),
        ("character_not_allowed", "\ufeffexact rfl"),
        ("character_not_allowed", "exact rfl -- and so on"),
        ("character_not_allowed", "exact h.left.«right»"),
        ("character_not_allowed", "exact Εq.refl _"),  # a Greek capital epsilon
        ("character_not_allowed", "exact h\u200b"),
        ("name_not_allowed", "exact Eq.refl'"),
        ("name_not_allowed", "exact Challenge.model.consistent"),
        ("name_not_allowed", "exact h.nobody"),
        ("name_not_allowed", "exact .nobody"),
        ("name_not_allowed", "exact answer"),
        ("name_not_allowed", "exact _root_.sorryAx _ false"),
        ("name_not_allowed", "exact rec"),
    ],
)
def test_what_is_not_on_the_list_is_refused(reason: str, text: str) -> None:
    with pytest.raises(TextRefused) as e:
        checked(text, KNOWN)
    assert e.value.reason == reason


def test_the_place_is_named() -> None:
    with pytest.raises(TextRefused, match="line 2, column 9: “sorry” is neither") as e:
        checked("intro h\n  exact sorry", KNOWN)
    assert (e.value.line, e.value.column) == (2, 9)


# Lean's own commands, tactics and term words, by hand from its reference; those that proofs here need are allowed.
LEAN_WORDS = """abbrev admit all_goals any_goals aesop at attribute axiom bv_decide by_cases by_elab calc class congr
constructor' cases class_abbrev conv coinductive dbg_trace decide declare_syntax_cat decreasing_by def deriving do
dsimp elab elab_rules else end erw eval exact? example export extends finally for forall haveI hiding if import in
include include_str induction inductive infix infixl infixr init_quot initialize instance letI let_fun local
macro macro_rules match meta module mutual namespace native_decide nofun noncomputable nomatch nonrec notation omit
opaque open partial postfix prefix precedence private protected public prelude register_simp_attr renaming repeat return
rename rw run_cmd run_elab run_meta run_tac scoped section set_option simp simp_all simproc sleep sorry split stop
structure suffices syntax termination_by theorem then trace trace_state try universe unsafe unreachable! using variable
where whnf with without_expected_type nofun rfl' unfold elab_rules binder_predicate in rec""".split()


@pytest.mark.parametrize("word", LEAN_WORDS)
def test_other_words_of_lean_are_refused(word: str) -> None:
    assert word not in WORDS
    with pytest.raises(TextRefused):
        checked(f"exact {word} h", KNOWN)


@settings(max_examples=400, derandomize=True, deadline=None)
@given(st.text(alphabet=string.printable + "→▸⟨⟩«»λ∀≤‹›\u2028\u200b\0é٣", max_size=40))
def test_text_that_passes_is_made_of_listed_tokens(text: str) -> None:
    try:
        passed = checked(text, KNOWN)
    except TextRefused:
        return
    assert set(passed) <= set(string.ascii_letters + string.digits + "_'. \n" + "".join(SYMBOLS))
    assert "--" not in passed and "@[" not in passed and '"' not in passed
