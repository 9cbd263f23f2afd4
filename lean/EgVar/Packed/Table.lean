prelude
import EgVar.Packed.Signed
set_option linter.all false
set_option autoImplicit false
/-! Sums over signed columns with missing cells; text columns with a dictionary. -/
namespace Nat.Packed

noncomputable def smallOk (w b n : Nat) : Bool :=
  Bool.and (ble (succ (mul (pow two b) n)) (sub (pow two w) one)) (ble (succ n) (sub (pow two w) one))
theorem rows_map (t : Nat → Bool) (w n x : Nat) : Eq (rows t w n x) (List.map EgVar.Truth.ofBool (List.map t (unpack w n x))) :=
  (map_map EgVar.Truth.ofBool t (unpack w n x)).symm
theorem length_rows (t : Nat → Bool) (w n x : Nat) : Eq (List.length (List.map t (unpack w n x))) n :=
  (length_map t (unpack w n x)).trans (length_unpack w n x)

theorem fold_signed_where (F : Nat → Nat → Nat → Option EgVar.Q) (h b n ts v k k1 k2 k3 l1 l2 l3 : Nat) (bs : List Bool)
    (hl : Eq (List.length bs) n) (hk : IsM (.succ h) bs k)
    (h1 : IsMask isNum (.succ h) n ts k1) (h2 : IsMask isNeg (.succ h) n ts k2) (h3 : IsMask isThere (.succ h) n ts k3)
    (e1 : Eq (only (.succ h) k1 k) l1) (e2 : Eq (only (.succ h) k2 k) l2) (e3 : Eq (only (.succ h) k3 k) l3)
    (wf : Wf (.succ h) b n v) (sm : Eq (smallOk (.succ h) b n) true) :
    Eq (EgVar.fold F (EgVar.meant (List.map EgVar.Truth.ofBool bs) (List.zipWith cellOf (unpack (.succ h) n ts) (unpack (.succ h) n v))) .zero .zero .zero)
      (F (maskSum (.succ h) v l1) (maskSum (.succ h) v l2) (mod l3 (sub (pow two (.succ h)) one))) :=
  have len : (f : Nat → Bool) → Eq (List.length (andL bs (List.map f (unpack (.succ h) n ts)))) n :=
    fun f => length_and bs (List.map f (unpack (.succ h) n ts)) n hl (length_rows f (.succ h) n ts)
  have m : (f : Nat → Bool) → (kf l : Nat) → IsMask f (.succ h) n ts kf → Eq (only (.succ h) kf k) l →
      IsM (.succ h) (andL bs (List.map f (unpack (.succ h) n ts))) l :=
    fun f kf l hf e => e.symm.trans (and_mask' h n kf k (List.map f (unpack (.succ h) n ts)) bs (length_rows f (.succ h) n ts) hl
      (isM_of f (.succ h) n ts kf hf) hk)
  (fold_signed F bs (unpack (.succ h) n ts) (unpack (.succ h) n v) ((length_unpack (.succ h) n ts).trans (length_unpack (.succ h) n v).symm) .zero .zero .zero).trans
    (fold_cong F
      ((zero_add (sumBy isNum bs (unpack (.succ h) n ts) (unpack (.succ h) n v))).trans
        (maskSum2 (.succ h) b n v l1 (andL bs (List.map isNum (unpack (.succ h) n ts))) (len isNum) (m isNum k1 l1 h1 e1) wf (and_left sm)).symm)
      ((zero_add (sumBy isNeg bs (unpack (.succ h) n ts) (unpack (.succ h) n v))).trans
        (maskSum2 (.succ h) b n v l2 (andL bs (List.map isNeg (unpack (.succ h) n ts))) (len isNeg) (m isNeg k2 l2 h2 e2) wf (and_left sm)).symm)
      ((zero_add (countBy isThere bs (unpack (.succ h) n ts))).trans
        (maskCount2 (.succ h) n l3 (andL bs (List.map isThere (unpack (.succ h) n ts))) (len isThere) (m isThere k3 l3 h3 e3) (and_right sm)).symm))

/-! A dictionary: the text of a code; 0, which is no text, beyond its end. -/
noncomputable def at (d : List Nat) : Nat → Nat :=
  d.rec (motive := fun _ => Nat → Nat) (fun _ => .zero) (fun t _ ih y => y.rec (motive := fun _ => Nat) t (fun y _ => ih y))
noncomputable def absent (s : Nat) (d : List Nat) : Bool :=
  d.rec (motive := fun _ => Bool) (Bool.not (beq .zero s)) (fun t _ ih => Bool.and (Bool.not (beq t s)) ih)
noncomputable def unique (s : Nat) (d : List Nat) : Nat → Bool :=
  d.rec (motive := fun _ => Nat → Bool) (fun _ => false)
    (fun t d ih c => c.rec (motive := fun _ => Bool) (Bool.and (beq t s) (absent s d)) (fun c _ => Bool.and (Bool.not (beq t s)) (ih c)))
theorem not_true {b : Bool} : Eq (Bool.not b) true → Eq b false :=
  b.rec (motive := fun b => Eq (Bool.not b) true → Eq b false) (fun _ => rfl) (fun h => (Bool.false_ne_true h).elim)
theorem absent_sound (s : Nat) : (d : List Nat) → Eq (absent s d) true → (y : Nat) → Eq (beq (at d y) s) false
  | .nil, h, y => not_true h
  | .cons t d, h, .zero => not_true (and_left h)
  | .cons t d, h, .succ y => absent_sound s d (and_right h) y
theorem unique_sound (s : Nat) : (d : List Nat) → (c : Nat) → Eq (unique s d c) true → (y : Nat) → Eq (beq (at d y) s) (beq y c)
  | .nil, c, h, y => (Bool.false_ne_true h).elim
  | .cons t d, .zero, h, .zero => and_left h
  | .cons t d, .zero, h, .succ y => absent_sound s d (and_right h) y
  | .cons t d, .succ c, h, .zero => not_true (and_left h)
  | .cons t d, .succ c, h, .succ y => unique_sound s d c (and_right h) y
end Nat.Packed
