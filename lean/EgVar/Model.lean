prelude
import EgVar.Evidence
set_option linter.all false
set_option autoImplicit false
/-!
The model of the trust interface: what `Attested_T` and `Evidence` stand for once every table is known.

For any assignment of columns to sources, all B2 axioms hold, an attestation says what the column is, Verified
evidence is truth, and evidence of a lower grade asserts nothing. A challenge instantiates this with the columns it
attests; its axioms are therefore consistent, and nothing Verified about these tables is false.
-/
namespace EgVar.Model

noncomputable def Attested_T (table : Source → Nat → Col) (s : Source) (c : Nat) (t : Col) : Prop := Eq (table s c) t
noncomputable def Evidence (g : Grade) (P : Prop) : Prop := g.rec (motive := fun _ => Prop) True True True P

theorem mkVerified (table : Source → Nat → Col) (s : Source) (c : Nat) (t : Col) (P : Prop)
    (a : Attested_T table s c t) (f : Eq (table s c) t → P) : Evidence .verified P := f a

theorem weaken (g h : Grade) (P : Prop) : Eq (Nat.ble h.rank g.rank) true → Evidence g P → Evidence h P :=
  g.rec (motive := fun g => Eq (Nat.ble h.rank g.rank) true → Evidence g P → Evidence h P)
    (h.rec (motive := fun h => Eq (Nat.ble h.rank (Grade.rank .speculative)) true → True → Evidence h P)
      (fun _ x => x) (fun _ x => x) (fun _ x => x) (fun e _ => (Bool.false_ne_true e).elim))
    (h.rec (motive := fun h => Eq (Nat.ble h.rank (Grade.rank .plausible)) true → True → Evidence h P)
      (fun _ x => x) (fun _ x => x) (fun _ x => x) (fun e _ => (Bool.false_ne_true e).elim))
    (h.rec (motive := fun h => Eq (Nat.ble h.rank (Grade.rank .supported)) true → True → Evidence h P)
      (fun _ x => x) (fun _ x => x) (fun _ x => x) (fun e _ => (Bool.false_ne_true e).elim))
    (h.rec (motive := fun h => Eq (Nat.ble h.rank (Grade.rank .verified)) true → P → Evidence h P)
      (fun _ _ => True.intro) (fun _ _ => True.intro) (fun _ _ => True.intro) (fun _ x => x))

theorem both (g h : Grade) (P Q : Prop) : Evidence g P → Evidence h Q → Evidence (g.min h) (And P Q) :=
  g.rec (motive := fun g => Evidence g P → Evidence h Q → Evidence (g.min h) (And P Q))
    (h.rec (motive := fun h => True → Evidence h Q → Evidence (Grade.min .speculative h) (And P Q))
      (fun _ _ => True.intro) (fun _ _ => True.intro) (fun _ _ => True.intro) (fun _ _ => True.intro))
    (h.rec (motive := fun h => True → Evidence h Q → Evidence (Grade.min .plausible h) (And P Q))
      (fun _ _ => True.intro) (fun _ _ => True.intro) (fun _ _ => True.intro) (fun _ _ => True.intro))
    (h.rec (motive := fun h => True → Evidence h Q → Evidence (Grade.min .supported h) (And P Q))
      (fun _ _ => True.intro) (fun _ _ => True.intro) (fun _ _ => True.intro) (fun _ _ => True.intro))
    (h.rec (motive := fun h => P → Evidence h Q → Evidence (Grade.min .verified h) (And P Q))
      (fun _ _ => True.intro) (fun _ _ => True.intro) (fun _ _ => True.intro) (fun p q => ⟨p, q⟩))

theorem map (g : Grade) (P Q : Prop) (f : P → Q) : Evidence g P → Evidence g Q :=
  g.rec (motive := fun g => Evidence g P → Evidence g Q) (fun x => x) (fun x => x) (fun x => x) f

/-- In the model, Verified is true. -/
theorem sound (P : Prop) (e : Evidence .verified P) : P := e
/-- In the model, no statement that is false is Verified, whatever lower evidence there is for it: no upcast. -/
theorem no_upcast (P : Prop) (n : Not P) : Not (Evidence .verified P) := n
/-- Lower grades assert nothing: they hold of every statement in the model. -/
theorem lower (P : Prop) : And (Evidence .speculative P) (And (Evidence .plausible P) (Evidence .supported P)) :=
  ⟨True.intro, True.intro, True.intro⟩

/-- The table that has column `t` as view `c` of source `s`, and is `rest` elsewhere. -/
noncomputable def entry (s : Source) (c : Nat) (t : Col) (rest : Source → Nat → Col) (s' : Source) (c' : Nat) : Col :=
  Bool.rec (motive := fun _ => Col) (rest s' c') t
    (Bool.and (Nat.beq s'.bytes s.bytes) (Bool.and (Nat.beq s'.reading s.reading) (Nat.beq c' c)))
noncomputable def nowhere (_ : Source) (_ : Nat) : Col := .mk (.succ .zero) .zero .nil
end EgVar.Model
