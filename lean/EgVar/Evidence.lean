prelude
import EgVar.Value
set_option linter.all false
set_option autoImplicit false
/-!
Attestations, grades and evidence: the whole trust interface (bucket B2).

`tableOf`, `Attested_T` and `Evidence` are constants without a definition. As an inductive type, Evidence could be
taken apart and put together again at a higher grade; an Attested_T without constructors would prove anything.
-/
namespace EgVar

/-- A table's identity: SHA-256 of its bytes, and SHA-256 of the reading that gives them a meaning. -/
structure Source where
  bytes : Nat
  reading : Nat

inductive Grade where
  | speculative
  | plausible
  | supported
  | verified

noncomputable def Grade.rank (g : Grade) : Nat :=
  g.rec (motive := fun _ => Nat) .zero (.succ .zero) (.succ (.succ .zero)) (.succ (.succ (.succ .zero)))
noncomputable def Grade.min (g h : Grade) : Grade :=
  Bool.rec (motive := fun _ => Grade) h g (Nat.ble g.rank h.rank)

/-- The column of a source that has this view number. -/
axiom tableOf : Source → Nat → Col
/-- The runtime read column `c` of source `s` and found `t`. Only the observation ledger makes such axioms (B1). -/
axiom Attested_T : (s : Source) → (c : Nat) → (t : Col) → Prop
axiom Evidence : Grade → Prop → Prop

/-- The only way to a Verified: an attestation, and a proof that what it says implies `P`. -/
axiom mkVerified : (s : Source) → (c : Nat) → (t : Col) → (P : Prop) →
  Attested_T s c t → (Eq (tableOf s c) t → P) → Evidence .verified P
/-- Downwards only. -/
axiom weaken : (g h : Grade) → (P : Prop) → Eq (Nat.ble h.rank g.rank) true → Evidence g P → Evidence h P
/-- Two pieces of evidence are as good as the weaker one. -/
axiom both : (g h : Grade) → (P Q : Prop) → Evidence g P → Evidence h Q → Evidence (g.min h) (And P Q)
axiom map : (g : Grade) → (P Q : Prop) → (P → Q) → Evidence g P → Evidence g Q
end EgVar
