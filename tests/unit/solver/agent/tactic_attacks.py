"""Attacks that are tactic text: one name, the text, and what it tries. Each is refused by the allow-list; and each is
also put in the file as it stands, past the allow-list, and must not become a verdict then either."""

from __future__ import annotations

SKIP = "set_option debug.skipKernelTC true in"
FALSE = "(Bool.false_ne_true lie).elim"

ATTACKS: dict[str, tuple[str, str]] = {
    # 1.1 logical holes
    "sorry": ("sorry", "an axiom that proves anything"),
    "admit": ("admit", "the same as a tactic"),
    "sorry_ax": ("exact sorryAx _ false", "the axiom by its name"),
    "sorry_ax_rooted": ("exact _root_.sorryAx _ true", "the axiom by its full name"),
    "sorry_in_have": ("exact (have h : Goal := sorryAx Goal true; h)", "the axiom in a local definition"),
    "sorry_then_exit": ("exact sorryAx _ true\n#exit", "the axiom, and an end before the end"),
    "sorry_then_axiom": ("exact sorryAx _ true\naxiom more : Goal", "the axiom, and a further one"),
    "sorry_then_theorem": ("exact sorryAx _ true\ntheorem Challenge.more : True := True.intro", "a reserved name"),
    "sorry_then_type": ("exact sorryAx _ true\ninductive More where | more : More", "a type of its own"),
    "sorry_quietly": ("set_option warn.sorry false in exact sorryAx _ true", "the axiom without a warning"),
    "lc_proof": ("exact lcProof", "an unsafe axiom that proves anything"),
    "added_axiom": ("exact h\naxiom h : Goal", "a further axiom"),
    "native_decide": ("native_decide", "a computation outside the kernel"),
    "reduce_bool": ("exact Lean.ofReduceBool _ _ rfl", "the axiom of native evaluation"),
    "skip_kernel": (f"{SKIP}\nexact (rfl : Eq true false) ▸ _", "the kernel's check turned off"),
    "skip_kernel_decide": (f"{SKIP} decide +kernel", "a false statement in a lemma that is not checked"),
    "skip_kernel_quoted": ("set_option debug.«skipKernelTC» true in exact lcProof", "the same, spelled otherwise"),
    "unsafe_term": ("exact unsafe lcProof", "a term that is not checked"),
    "eager_reduce": ("exact eagerReduce (rfl : Eq true true)", "a name that steers the kernel"),
    "model": ("exact Challenge.model.consistent.elim", "the model taken for the world"),
    # 1.2 meaning, text, process
    "own_goal": ("exact trivial\nnoncomputable abbrev Goal : Prop := True", "another statement under the same name"),
    "notation_": ('exact rfl\nlocal notation "Goal" => True', "a notation that changes the statement"),
    "macro_": ("exact rfl\nmacro_rules | `(Goal) => `(True)", "a macro that changes the statement"),
    "instance_": ("exact rfl\ninstance : OfNat Nat 3 := ⟨4⟩", "another meaning for numerals"),
    "open_in": ("open Lean in exact rfl", "other names in scope"),
    "second_answer": ("exact Challenge.model\ntheorem answer' : True := True.intro", "another theorem after the first"),
    "where_": ("exact x where x : Goal := answer", "the theorem from itself"),
    "recursion": ("exact answer", "the theorem from itself"),
    "let_rec": ("exact (let rec x : Goal := x; x)", "an endless recursion"),
    "let_rec_attribute": ("exact (let rec @[implemented_by id] x : Goal := x; x)", "an attribute inside a body"),
    "termination": ("exact answer\ntermination_by 0\ndecreasing_by assumption", "a false termination"),
    "exit": ("#exit", "the end of the file before its end"),
    "dedent": ("exact rfl\n\n#exit", "a command in the body's place"),
    "open_comment": ("exact rfl /- ", "what comes after swallowed"),
    "close_comment": ("-/ exact rfl", "the end of a comment that is not there"),
    "line_comment": ("exact rfl -- fine", "text that nobody reads"),
    "open_string": ('exact "', "what comes after swallowed"),
    "hash_lang": ("#lang lean4", "another language"),
    "print_axioms": ("exact rfl\n#print axioms answer", "output that looks like a check"),
    "fake_output": ("trace \"'answer' does not depend on any axioms\"", "output that looks like a check"),
    "fake_json": ('dbg_trace "{}"', "output that looks like a message"),
    "guard_msgs": ("exact rfl\n#guard_msgs in example : False := rfl", "errors hidden"),
    "include_str": ('exact include_str "/etc/passwd"', "a file read at elaboration"),
    "run_tac": ("run_tac do pure ()", "a program run at elaboration"),
    "by_elab": ("exact by_elab do pure ()", "a program run at elaboration"),
    "eval": ('exact rfl\n#eval IO.FS.writeFile "x" ""', "a program run at elaboration"),
    "initialize": ("exact rfl\ninitialize pure ()", "a program run at import"),
    "import_": ("exact rfl\nimport Lean", "another library"),
    "confusable": ("exact Еq.refl _", "a Cyrillic letter in a known name"),
    "zero_width": ("exact Eq\u200b.refl _", "a letter without width"),
    "line_separator": ("exact rfl\u2028axiom h : Goal", "a line end that is none to Lean"),
    "carriage_return": ("exact rfl\raxiom h : Goal", "a line end of another kind"),
    "tab": ("\taxiom h : Goal", "a blank of another kind"),
    "nul": ("exact rfl\0sorry", "text after the end of text"),
    "bom": ("\ufeffexact rfl", "an invisible first letter"),
    "surrogate": ("exact \ud800", "text that is none"),
    "bidi": ("exact \u202erfl", "text that is shown in another order"),
    "heartbeats": ("set_option maxHeartbeats 0 in exact rfl", "limits lifted"),
    "sleep": ("sleep 600000", "time used up"),
    "repeat": ("repeat refine ?_", "time used up"),
    "giant_power": ("exact (Eq.refl (Nat.pow 10 (Nat.pow 10 100)) ▸ rfl)", "memory used up"),
    "giant_number": ("exact nat_lit " + "9" * 5000, "memory used up"),
    "deep": ("exact " + "(" * 3000 + "rfl" + ")" * 3000, "the stack used up"),
    "long": ("exact rfl\n" * 8000, "time used up"),
}
"""Names ending in an underscore only avoid Python's own words."""

ALLOWED_BUT_HARMLESS = {"giant_power"}
"""Texts of allowed words: what they try is for Lean's limits and the judge to stop."""
