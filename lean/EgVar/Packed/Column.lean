prelude
import EgVar.Packed.Mask
set_option linter.all false
set_option autoImplicit false
/-! What packed columns are in the language of queries, and what queries over them are worth. -/
namespace Nat.Packed

/-- A column of natural numbers in units of `1/den`, `w` bits a row. -/
noncomputable def numCol (den unit w n v : Nat) : EgVar.Col := .mk den unit (List.map EgVar.Cell.num (unpack w n v))
/-- A column of texts, each given by a code of `w` bits, which `dec` decodes. -/
noncomputable def textCol (dec : Nat → Nat) (w n x : Nat) : EgVar.Col :=
  .mk one .zero (List.map (fun c => EgVar.Cell.text (dec c)) (unpack w n x))
/-- The mask of the rows whose lane passes `t`. -/
noncomputable def rows (t : Nat → Bool) (w n x : Nat) : EgVar.Mask :=
  List.map (fun y => EgVar.Truth.ofBool (t y)) (unpack w n x)

theorem textIs_rows (dec : Nat → Nat) (w n x s c : Nat) (e : (y : Nat) → Eq (beq (dec y) s) (beq y c)) :
    Eq (EgVar.Filter.textIs (textCol dec w n x) s) (rows (fun y => beq y c) w n x) :=
  (map_map (fun z => EgVar.Cell.rec (motive := fun _ => EgVar.Truth) .unknown (fun u => EgVar.Truth.ofBool (beq u s))
    (fun u => EgVar.Truth.ofBool (beq u s)) (fun _ => .no) (fun _ => .no) (fun _ => .no) z) (fun c => EgVar.Cell.text (dec c)) (unpack w n x)).trans
    (map_congr (fun y => EgVar.Truth.ofBool (beq (dec y) s)) (fun y => EgVar.Truth.ofBool (beq y c))
      (fun y => congrArg EgVar.Truth.ofBool (e y)) (unpack w n x))
theorem numTest_rows (test : Nat → Nat → Bool) (den unit w n x : Nat) (q : EgVar.Q) :
    Eq (EgVar.Filter.numTest test (numCol den unit w n x) q)
      (rows (fun y => test (add (mul y q.den) (mul q.neg den)) (mul q.pos den)) w n x) :=
  map_map (fun z => EgVar.Cell.rec (motive := fun _ => EgVar.Truth) .unknown (fun _ => .unreadable) (fun _ => .no)
    (fun n => EgVar.Truth.ofBool (test (add (mul n q.den) (mul q.neg den)) (mul q.pos den)))
    (fun n => EgVar.Truth.ofBool (test (mul q.neg den) (add (mul q.pos den) (mul n q.den))))
    (fun _ => .unreadable) z) EgVar.Cell.num (unpack w n x)
theorem all_rows (den unit w n v : Nat) : Eq (EgVar.Filter.all (numCol den unit w n v)) (rows (fun _ => true) w n v) :=
  map_map (fun _ => EgVar.Truth.yes) EgVar.Cell.num (unpack w n v)

/-- `k` is the packed mask of `t`: what `geMask_eq` and `eqMask_eq` give. -/
abbrev IsMask (t : Nat → Bool) (w n x k : Nat) : Prop := Eq k (packL w (List.map (fun y => b01 (t y)) (unpack w n x)))

theorem map_true (w : Nat) (v : Nat) : (n x : Nat) → Eq (packL w (List.map (fun y => b01 true) (unpack w n x))) (rep w one n)
  | .zero, _ => rfl
  | .succ n, x => addR one (mulR (pow two w) (map_true w v n (div x (pow two w))))
/-- The mask of all rows. -/
theorem all_mask (h n x : Nat) : IsMask (fun _ => true) (.succ h) n x (ones (.succ h) n) :=
  (ones_eq h n).trans (map_true (.succ h) .zero n x).symm

/-- Everything that has to be computed for “rows whose code is `c`”. -/
noncomputable def eqOk (h c n x : Nat) : Bool :=
  Bool.and (wf (.succ h) h n x) (Bool.and (geOk h c) (geOk h (.succ c)))
theorem eq_mask (h c n x : Nat) (ok : Eq (eqOk h c n x) true) : IsMask (fun y => beq y c) (.succ h) n x (eqMask h c n x) :=
  eqMask_eq h c n x (wf_sound h h n x (and_left ok)) (and_left (and_right ok)) (and_right (and_right ok))
/-- Numeric columns with whole bounds: `numGe` with a bound `c` in the column's units. -/
noncomputable def geOk' (h c n x : Nat) : Bool := Bool.and (wf (.succ h) h n x) (geOk h c)
theorem ge_mask (h c n x : Nat) (ok : Eq (geOk' h c n x) true) : IsMask (fun y => ble c y) (.succ h) n x (geMask h c n x) :=
  geMask_eq h c n x (wf_sound h h n x (and_left ok)) (and_right ok)
end Nat.Packed
