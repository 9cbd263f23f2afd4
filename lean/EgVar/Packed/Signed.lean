prelude
import EgVar.Packed.Column
set_option linter.all false
set_option autoImplicit false
/-! Masks as lists of booleans, their conjunction, and columns with missing cells and negative numbers. -/
namespace Nat.Packed

/-- `k` is the packed form of the mask `bs`. -/
abbrev IsM (w : Nat) (bs : List Bool) (k : Nat) : Prop := Eq k (packL w (List.map b01 bs))
noncomputable def keepL (bs : List Bool) (vs : List Nat) : List Nat := List.zipWith keep bs vs
noncomputable def andL (bs cs : List Bool) : List Bool := List.zipWith Bool.and bs cs

theorem isM_of (t : Nat → Bool) (w n x k : Nat) (h : IsMask t w n x k) : IsM w (List.map t (unpack w n x)) k :=
  h.trans (congrArg (packL w) (map_map b01 t (unpack w n x)).symm)
theorem length_unpack (w : Nat) : (n x : Nat) → Eq (List.length (unpack w n x)) n
  | .zero, x => rfl
  | .succ n, x => congrArg succ (length_unpack w n (div x (pow two w)))
theorem length_map {α β : Type} (f : α → β) (l : List α) : Eq (List.length (List.map f l)) (List.length l) :=
  l.rec (motive := fun l => Eq (List.length (List.map f l)) (List.length l)) rfl (fun _ _ ih => congrArg succ ih)

theorem masked_step (w m k v : Nat) (hm : Eq (pow two w) (succ m)) (b : Bool) (K R : Nat)
    (e : Eq (landF k (div v (pow two w)) (mul m K)) R) :
    Eq (landF (add k w) v (mul m (add (b01 b) (mul (pow two w) K)))) (add (keep b (mod v (pow two w))) (mul (pow two w) R)) :=
  have ml : Lt m (pow two w) := Lt.rw (Le.refl (succ m)) rfl hm.symm
  have pos : Lt .zero (pow two w) := Lt.rw (Le.succ (Le.zero m)) rfl hm.symm
  have sp : Eq (mul m (add (b01 b) (mul (pow two w) K))) (add (mul m (b01 b)) (mul (pow two w) (mul m K))) :=
    (mul_add m (b01 b) (mul (pow two w) K)).trans (addR (mul m (b01 b)) (mul_left_comm m (pow two w) K))
  have go : Eq (landF (add k w) v (add (mul m (b01 b)) (mul (pow two w) (mul m K)))) (add (keep b (mod v (pow two w))) (mul (pow two w) R)) :=
    Bool.rec (motive := fun b => Eq (landF (add k w) v (add (mul m (b01 b)) (mul (pow two w) (mul m K)))) (add (keep b (mod v (pow two w))) (mul (pow two w) R)))
      ((land_cons w .zero w k v .zero (mul m K) rfl (Eq.refl one) pos).trans (addR .zero (mulR (pow two w) e)))
      ((congrArg (fun z => landF (add k w) v (add z (mul (pow two w) (mul m K)))) (mul_one m)).trans
        ((land_cons w w .zero k v m (mul m K) (zero_add w) hm.symm ml).trans
          (addLR (mod_low w v).symm (mulR (pow two w) e))))
      b
  (congrArg (landF (add k w) v) sp).trans go
theorem masked2 (w m k : Nat) (hm : Eq (pow two w) (succ m)) : (bs : List Bool) → (v : Nat) →
    Eq (landF (fuel w k (List.length bs)) v (mul m (packL w (List.map b01 bs))))
      (packL w (keepL bs (unpack w (List.length bs) v)))
  | .nil, v => and_zero k v .zero (low_zero k)
  | .cons b bs, v => masked_step w m (fuel w k (List.length bs)) v hm b (packL w (List.map b01 bs))
      (packL w (keepL bs (unpack w (List.length bs) (div v (pow two w))))) (masked2 w m k hm bs (div v (pow two w)))

/-- `x`, where the mask `k` has a row; zero elsewhere. -/
noncomputable def only (w x k : Nat) : Nat := land x (mul (sub (pow two w) one) k)
theorem only_eq (w n v k : Nat) (bs : List Bool) (hl : Eq (List.length bs) n) (hk : IsM w bs k) :
    Eq (only w v k) (packL w (keepL bs (unpack w n v))) :=
  match pow_pos w, land_fuel w n v (mul (sub (pow two w) one) k) with
  | ⟨m, hm⟩, ⟨f, hf⟩ =>
    Eq.subst (motive := fun n => Eq (landF (fuel w f n) v (mul m (packL w (List.map b01 bs)))) (packL w (keepL bs (unpack w n v))) →
        Eq (land v (mul (sub (pow two w) one) k)) (landF (fuel w f n) v (mul (sub (pow two w) one) k)) →
        Eq (only w v k) (packL w (keepL bs (unpack w n v)))) hl
      (fun e hf => hf.trans ((congrArg (landF (fuel w f (List.length bs)) v) ((mulL k (pred_of w m hm)).trans (mulR m hk))).trans e))
      (Eq.subst (motive := fun n => Eq (landF (fuel w f n) v (mul m (packL w (List.map b01 bs)))) (packL w (keepL bs (unpack w n v)))) hl (masked2 w m f hm bs v))
      hf

theorem b01_fits (h : Nat) (b : Bool) : Lt (b01 b) (pow two (.succ h)) :=
  Le.trans (b01_lt b) (Le.rw (pow_le one h) (Eq.refl two) (congrArg (pow two) (Eq.refl (succ h))))
theorem unpack_mask (h : Nat) : (bs : List Bool) → Eq (unpack (.succ h) (List.length bs) (packL (.succ h) (List.map b01 bs))) (List.map b01 bs)
  | .nil => rfl
  | .cons b bs =>
    (congrArg (fun z => List.cons z (unpack (.succ h) (List.length bs) (div (packL (.succ h) (List.map b01 (.cons b bs))) (pow two (.succ h)))))
      (mod_cons (.succ h) (q := packL (.succ h) (List.map b01 bs)) (b01_fits h b))).trans
      (congrArg (List.cons (b01 b)) ((congrArg (unpack (.succ h) (List.length bs))
        (div_cons (.succ h) (q := packL (.succ h) (List.map b01 bs)) (b01_fits h b))).trans (unpack_mask h bs)))
theorem keep_b01 (b c : Bool) : Eq (keep c (b01 b)) (b01 (Bool.and c b)) :=
  c.rec (motive := fun c => Eq (keep c (b01 b)) (b01 (Bool.and c b))) rfl rfl
theorem keep_masks : (cs bs : List Bool) → Eq (keepL cs (List.map b01 bs)) (List.map b01 (andL cs bs))
  | .nil, _ => rfl
  | .cons c cs, .nil => rfl
  | .cons c cs, .cons b bs => (congrArg (fun z => List.cons z (keepL cs (List.map b01 bs))) (keep_b01 b c)).trans
      (congrArg (List.cons (b01 (Bool.and c b))) (keep_masks cs bs))
theorem length_and : (cs bs : List Bool) → (n : Nat) → Eq (List.length cs) n → Eq (List.length bs) n → Eq (List.length (andL cs bs)) n
  | .nil, _, _, h, _ => h
  | .cons c cs, .nil, .zero, h, _ => (succ_ne_zero h).elim
  | .cons c cs, .nil, .succ n, _, h => (succ_ne_zero h.symm).elim
  | .cons c cs, .cons b bs, .zero, h, _ => (succ_ne_zero h).elim
  | .cons c cs, .cons b bs, .succ n, h, k => congrArg succ (length_and cs bs n (succ_inj h) (succ_inj k))
/-- Conjunction of masks. -/
theorem and_mask' (h n k l : Nat) (bs cs : List Bool) (hb : Eq (List.length bs) n) (hc : Eq (List.length cs) n)
    (hk : IsM (.succ h) bs k) (hl : IsM (.succ h) cs l) :
    IsM (.succ h) (andL cs bs) (only (.succ h) k l) :=
  have u : Eq (unpack (.succ h) n k) (List.map b01 bs) :=
    (congrArg (unpack (.succ h) n) hk).trans
      (Eq.subst (motive := fun n => Eq (unpack (.succ h) n (packL (.succ h) (List.map b01 bs))) (List.map b01 bs)) hb (unpack_mask h bs))
  (only_eq (.succ h) n k l cs hc hl).trans
    (congrArg (packL (.succ h)) ((congrArg (keepL cs) u).trans (keep_masks cs bs)))

theorem keepL_le : (bs : List Bool) → (vs : List Nat) → Le (sumL (keepL bs vs)) (sumL vs)
  | .nil, vs => Le.zero (sumL vs)
  | .cons b bs, .nil => Le.refl .zero
  | .cons b bs, .cons v vs => Le.add (keep_le b v) (keepL_le bs vs)
theorem b01_le : (bs : List Bool) → Le (sumL (List.map b01 bs)) (List.length bs)
  | .nil => Le.refl .zero
  | .cons b bs => Le.rw (Le.add (Le.pred (b01_lt b)) (b01_le bs)) rfl (add_comm one (List.length bs))
theorem maskSum2 (w b n v k : Nat) (bs : List Bool) (hl : Eq (List.length bs) n) (hk : IsM w bs k) (wf : Wf w b n v)
    (small : Eq (ble (succ (mul (pow two b) n)) (sub (pow two w) one)) true) :
    Eq (maskSum w v k) (sumL (keepL bs (unpack w n v))) :=
  (congrArg (fun z => mod z (sub (pow two w) one)) (only_eq w n v k bs hl hk)).trans
    (mod_packL w (keepL bs (unpack w n v)) (Le.trans (Le.succ (Le.trans (keepL_le bs (unpack w n v)) (sum_le w b n v wf)))
      (le_of_ble (succ (mul (pow two b) n)) (sub (pow two w) one) small)))
theorem maskCount2 (w n k : Nat) (bs : List Bool) (hl : Eq (List.length bs) n) (hk : IsM w bs k)
    (small : Eq (ble (succ n) (sub (pow two w) one)) true) : Eq (mod k (sub (pow two w) one)) (sumL (List.map b01 bs)) :=
  (congrArg (fun z => mod z (sub (pow two w) one)) hk).trans
    (mod_packL w (List.map b01 bs) (Le.trans (Le.succ (Le.rw (b01_le bs) rfl hl)) (le_of_ble (succ n) (sub (pow two w) one) small)))

/-! Signed columns: the tag 0 is a missing cell, 1 a number, anything else a negative number. -/
noncomputable def cellOf (tag v : Nat) : EgVar.Cell :=
  tag.rec (motive := fun _ => EgVar.Cell) .null (fun tag _ => tag.rec (motive := fun _ => EgVar.Cell) (.num v) (fun _ _ => .neg v))
noncomputable def signedCol (den unit w n tags v : Nat) : EgVar.Col :=
  .mk den unit (List.zipWith cellOf (unpack w n tags) (unpack w n v))
noncomputable abbrev isNum (tag : Nat) : Bool := beq tag one
noncomputable abbrev isNeg (tag : Nat) : Bool := ble two tag
noncomputable abbrev isThere (tag : Nat) : Bool := ble one tag
noncomputable def sumBy (f : Nat → Bool) (bs : List Bool) (ts vs : List Nat) : Nat := sumL (keepL (andL bs (List.map f ts)) vs)
noncomputable def countBy (f : Nat → Bool) (bs : List Bool) (ts : List Nat) : Nat := sumL (List.map b01 (andL bs (List.map f ts)))
theorem fold_cong (F : Nat → Nat → Nat → Option EgVar.Q) {a a' b b' c c' : Nat} (h : Eq a a') (k : Eq b b') (l : Eq c c') :
    Eq (F a b c) (F a' b' c') :=
  (congrArg (fun z => F z b c) h).trans ((congrArg (fun z => F a' z c) k).trans (congrArg (fun z => F a' b' z) l))
theorem skip (p S : Nat) : Eq (add p S) (add p (add .zero S)) := addR p (zero_add S).symm
theorem fold_neg (F : Nat → Nat → Nat → Option EgVar.Q) (bs : List Bool) (ts vs : List Nat) (v t p q k : Nat)
    (ih : (p q k : Nat) → Eq (EgVar.fold F (EgVar.meant (List.map EgVar.Truth.ofBool bs) (List.zipWith cellOf ts vs)) p q k)
      (F (add p (sumBy isNum bs ts vs)) (add q (sumBy isNeg bs ts vs)) (add k (countBy isThere bs ts))))
    (h1 : Eq (isNum t) false) (h2 : Eq (isNeg t) true) (h3 : Eq (isThere t) true) (hc : Eq (cellOf t v) (EgVar.Cell.neg v)) :
    Eq (EgVar.fold F (EgVar.meant (.cons (EgVar.Truth.ofBool true) (List.map EgVar.Truth.ofBool bs)) (.cons (cellOf t v) (List.zipWith cellOf ts vs))) p q k)
      (F (add p (add (keep (Bool.and true (isNum t)) v) (sumBy isNum bs ts vs))) (add q (add (keep (Bool.and true (isNeg t)) v) (sumBy isNeg bs ts vs)))
        (add k (add (b01 (Bool.and true (isThere t))) (countBy isThere bs ts)))) :=
  (congrArg (fun c => EgVar.fold F (EgVar.meant (.cons (EgVar.Truth.ofBool true) (List.map EgVar.Truth.ofBool bs)) (.cons c (List.zipWith cellOf ts vs))) p q k) hc).trans
    ((ih p (add q v) (succ k)).trans (fold_cong F
      ((skip p (sumBy isNum bs ts vs)).trans (addR p (addL (sumBy isNum bs ts vs) (congrArg (fun z => keep (Bool.and true z) v) h1.symm))))
      ((add_assoc q v (sumBy isNeg bs ts vs)).trans (addR q (addL (sumBy isNeg bs ts vs) (congrArg (fun z => keep (Bool.and true z) v) h2.symm))))
      ((add_assoc k one (countBy isThere bs ts)).trans (addR k (addL (countBy isThere bs ts) (congrArg (fun z => b01 (Bool.and true z)) h3.symm))))))
theorem there1 (t : Nat) : Eq (ble one (succ t)) true := (ble_succ .zero t).trans (zero_ble t)
theorem neg1 (t : Nat) : Eq (ble two (succ t)) (ble one t) := ble_succ one t
theorem neg2 (t : Nat) : Eq (ble two (succ (succ t))) true := have e := (neg1 (succ t)).trans (there1 t); e
theorem no21 (h : Eq (ble two one) true) : False := Bool.false_ne_true h
theorem num_of_neg (t : Nat) (h : Eq (ble two t) true) : Eq (beq t one) false :=
  bool_cases (beq t one) (fun e => (no21 (Eq.subst (motive := fun z => Eq (ble two z) true) (eq_of_beq_eq_true e) h)).elim) (fun f => f)
noncomputable def cellPos (v t : Nat) : EgVar.Cell := t.rec (motive := fun _ => EgVar.Cell) (.num v) (fun _ _ => .neg v)
theorem cell1 (t v : Nat) : Eq (cellOf (succ t) v) (cellPos v t) := rfl
theorem cellP (t v : Nat) : Eq (cellPos v (succ t)) (EgVar.Cell.neg v) := rfl
theorem cell2 (t v : Nat) : Eq (cellOf (succ (succ t)) v) (EgVar.Cell.neg v) := have e := (cell1 (succ t) v).trans (cellP t v); e
theorem fold_signed (F : Nat → Nat → Nat → Option EgVar.Q) : (bs : List Bool) → (ts vs : List Nat) → Eq (List.length ts) (List.length vs) →
    (p q k : Nat) →
    Eq (EgVar.fold F (EgVar.meant (List.map EgVar.Truth.ofBool bs) (List.zipWith cellOf ts vs)) p q k)
      (F (add p (sumBy isNum bs ts vs)) (add q (sumBy isNeg bs ts vs)) (add k (countBy isThere bs ts)))
  | .nil, ts, vs, _, p, q, k => rfl
  | .cons b bs, .nil, vs, _, p, q, k => rfl
  | .cons b bs, .cons t ts, .nil, h, p, q, k => (succ_ne_zero h).elim
  | .cons b bs, .cons t ts, .cons v vs, h, p, q, k =>
    have ih := fold_signed F bs ts vs (succ_inj h)
    Bool.rec (motive := fun b => Eq (EgVar.fold F (EgVar.meant (.cons (EgVar.Truth.ofBool b) (List.map EgVar.Truth.ofBool bs)) (.cons (cellOf t v) (List.zipWith cellOf ts vs))) p q k)
        (F (add p (add (keep (Bool.and b (isNum t)) v) (sumBy isNum bs ts vs))) (add q (add (keep (Bool.and b (isNeg t)) v) (sumBy isNeg bs ts vs)))
          (add k (add (b01 (Bool.and b (isThere t))) (countBy isThere bs ts)))))
      ((ih p q k).trans (fold_cong F (skip p (sumBy isNum bs ts vs)) (skip q (sumBy isNeg bs ts vs)) (skip k (countBy isThere bs ts))))
      (match t with
        | .zero => (ih p q k).trans (fold_cong F (skip p (sumBy isNum bs ts vs)) (skip q (sumBy isNeg bs ts vs)) (skip k (countBy isThere bs ts)))
        | .succ .zero => (ih (add p v) q (succ k)).trans (fold_cong F (add_assoc p v (sumBy isNum bs ts vs)) (skip q (sumBy isNeg bs ts vs)) (add_assoc k one (countBy isThere bs ts)))
        | .succ (.succ t) => fold_neg F bs ts vs v (succ (succ t)) p q k ih (num_of_neg (succ (succ t)) (neg2 t)) (neg2 t) (there1 (succ t)) (cell2 t v))
      b
end Nat.Packed
