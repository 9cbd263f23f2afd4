prelude
import EgVar.Packed.Rules
set_option linter.all false
set_option autoImplicit false
/-! The value of a count, a sum and a mean over packed columns. -/
namespace Nat.Packed
open EgVar (Truth Mask Q)

noncomputable abbrev full (h : Nat) : Nat := sub (pow two (.succ h)) one

theorem count_list : (bs : List Bool) → (k : Nat) →
    Eq (EgVar.countFrom (List.map Truth.ofBool bs) k) (some (Q.mk (add k (sumL (List.map b01 bs))) .zero one))
  | .nil, k => rfl
  | .cons b bs, k =>
    Bool.rec (motive := fun b => Eq (EgVar.countFrom (.cons (Truth.ofBool b) (List.map Truth.ofBool bs)) k)
        (some (Q.mk (add k (add (b01 b) (sumL (List.map b01 bs)))) .zero one)))
      ((count_list bs k).trans (congrArg (fun z => some (Q.mk z .zero one)) (skip k (sumL (List.map b01 bs)))))
      ((count_list bs (.succ k)).trans (congrArg (fun z => some (Q.mk z .zero one)) (add_assoc k one (sumL (List.map b01 bs)))))
      b
noncomputable def countOk (h n : Nat) : Bool := ble (.succ n) (full h)
theorem count (h n k : Nat) (m : Mask) (i : Is h n k m) (ok : Eq (countOk h n) true) :
    Eq (EgVar.count m) (some (Q.mk (mod k (full h)) .zero one)) :=
  match i with
  | ⟨bs, ⟨len, ⟨e, p⟩⟩⟩ =>
    (congrArg EgVar.count e).trans ((count_list bs .zero).trans (congrArg (fun z => some (Q.mk z .zero one))
      ((zero_add (sumL (List.map b01 bs))).trans (maskCount2 (.succ h) n k bs len p ok).symm)))

theorem bounds_list : (bs : List Bool) → (j k : Nat) →
    Eq (EgVar.boundsFrom (List.map Truth.ofBool bs) j k)
      (EgVar.Range.mk (Q.mk (add j (sumL (List.map b01 bs))) .zero one) (Q.mk (add k (sumL (List.map b01 bs))) .zero one))
  | .nil, j, k => rfl
  | .cons b bs, j, k =>
    Bool.rec (motive := fun b => Eq (EgVar.boundsFrom (.cons (Truth.ofBool b) (List.map Truth.ofBool bs)) j k)
        (EgVar.Range.mk (Q.mk (add j (add (b01 b) (sumL (List.map b01 bs)))) .zero one)
          (Q.mk (add k (add (b01 b) (sumL (List.map b01 bs)))) .zero one)))
      ((bounds_list bs j k).trans (mk_cong (skip j (sumL (List.map b01 bs))) (skip k (sumL (List.map b01 bs)))))
      ((bounds_list bs (.succ j) (.succ k)).trans
        (mk_cong (add_assoc j one (sumL (List.map b01 bs))) (add_assoc k one (sumL (List.map b01 bs)))))
      b
where
  mk_cong {a b c d : Nat} (h : Eq a b) (k : Eq c d) :
      Eq (EgVar.Range.mk (Q.mk a .zero one) (Q.mk c .zero one)) (EgVar.Range.mk (Q.mk b .zero one) (Q.mk d .zero one)) :=
    (congrArg (fun z => EgVar.Range.mk (Q.mk z .zero one) (Q.mk c .zero one)) h).trans
      (congrArg (fun z => EgVar.Range.mk (Q.mk b .zero one) (Q.mk z .zero one)) k)
theorem count_range (h n k : Nat) (m : Mask) (i : Is h n k m) (ok : Eq (countOk h n) true) :
    Eq (EgVar.Range.count m)
      (some (EgVar.Range.mk (Q.mk (mod k (full h)) .zero one) (Q.mk (mod k (full h)) .zero one))) :=
  match i with
  | ⟨bs, ⟨len, ⟨e, p⟩⟩⟩ =>
    have s : Eq (add .zero (sumL (List.map b01 bs))) (mod k (full h)) :=
      (zero_add (sumL (List.map b01 bs))).trans (maskCount2 (.succ h) n k bs len p ok).symm
    (congrArg EgVar.Range.count e).trans ((congrArg some (bounds_list bs .zero .zero)).trans
      (congrArg (fun z => some (EgVar.Range.mk (Q.mk z .zero one) (Q.mk z .zero one))) s))

theorem fold_num (F : Nat → Nat → Nat → Option Q) : (bs : List Bool) → (vs : List Nat) → Eq (List.length bs) (List.length vs) →
    (p q k : Nat) →
    Eq (EgVar.fold F (EgVar.meant (List.map Truth.ofBool bs) (List.map EgVar.Cell.num vs)) p q k)
      (F (add p (sumL (keepL bs vs))) q (add k (sumL (List.map b01 bs))))
  | .nil, vs, _, p, q, k => rfl
  | .cons b bs, .nil, h, p, q, k => (succ_ne_zero h).elim
  | .cons b bs, .cons v vs, h, p, q, k =>
    have ih := fold_num F bs vs (succ_inj h)
    Bool.rec (motive := fun b => Eq (EgVar.fold F (EgVar.meant (.cons (Truth.ofBool b) (List.map Truth.ofBool bs)) (.cons (EgVar.Cell.num v) (List.map EgVar.Cell.num vs))) p q k)
        (F (add p (add (keep b v) (sumL (keepL bs vs)))) q (add k (add (b01 b) (sumL (List.map b01 bs))))))
      ((ih p q k).trans (fold_cong F (skip p (sumL (keepL bs vs))) rfl (skip k (sumL (List.map b01 bs)))))
      ((ih (add p v) q (.succ k)).trans (fold_cong F (add_assoc p v (sumL (keepL bs vs))) rfl (add_assoc k one (sumL (List.map b01 bs)))))
      b
/-- `b` bits are enough for a value. -/
noncomputable def valuesOk (h b n v : Nat) : Bool := Bool.and (wf (.succ h) b n v) (smallOk (.succ h) b n)
theorem fold_is (F : Nat → Nat → Nat → Option Q) (h b n v k : Nat) (m : Mask) (i : Is h n k m) (ok : Eq (valuesOk h b n v) true) :
    Eq (EgVar.fold F (EgVar.meant m (List.map EgVar.Cell.num (unpack (.succ h) n v))) .zero .zero .zero)
      (F (maskSum (.succ h) v k) .zero (mod k (full h))) :=
  match i with
  | ⟨bs, ⟨len, ⟨e, p⟩⟩⟩ =>
    (congrArg (fun z => EgVar.fold F (EgVar.meant z (List.map EgVar.Cell.num (unpack (.succ h) n v))) .zero .zero .zero) e).trans
      ((fold_num F bs (unpack (.succ h) n v) (len.trans (length_unpack (.succ h) n v).symm) .zero .zero .zero).trans
        (fold_cong F
          ((zero_add (sumL (keepL bs (unpack (.succ h) n v)))).trans
            (maskSum2 (.succ h) b n v k bs len p (wf_sound h b n v (and_left ok)) (and_left (and_right ok))).symm)
          rfl
          ((zero_add (sumL (List.map b01 bs))).trans (maskCount2 (.succ h) n k bs len p (and_right (and_right ok))).symm)))
theorem sum_num (h b n v k den unit : Nat) (m : Mask) (i : Is h n k m) (ok : Eq (valuesOk h b n v) true) :
    Eq (EgVar.sum (numCol den unit (.succ h) n v) m)
      (EgVar.unlessEmpty (mod k (full h)) (Q.canon (maskSum (.succ h) v k) .zero den)) :=
  fold_is (fun p n k => EgVar.unlessEmpty k (Q.canon p n den)) h b n v k m i ok
theorem mean_num (h b n v k den unit : Nat) (m : Mask) (i : Is h n k m) (ok : Eq (valuesOk h b n v) true) :
    Eq (EgVar.mean (numCol den unit (.succ h) n v) m)
      (EgVar.unlessEmpty (mod k (full h)) (Q.canon (maskSum (.succ h) v k) .zero (mul den (mod k (full h))))) :=
  fold_is (fun p n k => EgVar.unlessEmpty k (Q.canon p n (mul den k))) h b n v k m i ok

/-! Columns with missing cells and negative numbers: the masks of the numbers that are not negative, of those that are,
and of both, each within the mask `k`. -/
noncomputable def plus (h n ts k : Nat) : Nat := only (.succ h) (eqMask h one n ts) k
noncomputable def minus (h n ts k : Nat) : Nat := only (.succ h) (geMask h two n ts) k
noncomputable def there (h n ts k : Nat) : Nat := only (.succ h) (geMask h one n ts) k
noncomputable def signedOk (h b n ts v : Nat) : Bool :=
  Bool.and (Bool.and (eqOk h one n ts) (geOk h two)) (valuesOk h b n v)
theorem fold_signed_is (F : Nat → Nat → Nat → Option Q) (h b n ts v k : Nat) (m : Mask) (i : Is h n k m) (ok : Eq (signedOk h b n ts v) true) :
    Eq (EgVar.fold F (EgVar.meant m (List.zipWith cellOf (unpack (.succ h) n ts) (unpack (.succ h) n v))) .zero .zero .zero)
      (F (maskSum (.succ h) v (plus h n ts k)) (maskSum (.succ h) v (minus h n ts k)) (mod (there h n ts k) (full h))) :=
  match i with
  | ⟨bs, ⟨len, ⟨e, p⟩⟩⟩ =>
    have tests := and_left ok
    have values := and_right ok
    have tw := wf_sound h h n ts (and_left (and_left tests))
    (congrArg (fun z => EgVar.fold F (EgVar.meant z (List.zipWith cellOf (unpack (.succ h) n ts) (unpack (.succ h) n v))) .zero .zero .zero) e).trans
      (fold_signed_where F h b n ts v k (eqMask h one n ts) (geMask h two n ts) (geMask h one n ts) (plus h n ts k) (minus h n ts k) (there h n ts k)
        bs len p (eq_mask h one n ts (and_left tests)) (geMask_eq h two n ts tw (and_right tests))
        (geMask_eq h one n ts tw (and_left (and_right (and_left tests)))) rfl rfl rfl
        (wf_sound h b n v (and_left values)) (and_right values))
theorem sum_signed (h b n ts v k den unit : Nat) (m : Mask) (i : Is h n k m) (ok : Eq (signedOk h b n ts v) true) :
    Eq (EgVar.sum (signedCol den unit (.succ h) n ts v) m)
      (EgVar.unlessEmpty (mod (there h n ts k) (full h)) (Q.canon (maskSum (.succ h) v (plus h n ts k)) (maskSum (.succ h) v (minus h n ts k)) den)) :=
  fold_signed_is (fun p n k => EgVar.unlessEmpty k (Q.canon p n den)) h b n ts v k m i ok
theorem mean_signed (h b n ts v k den unit : Nat) (m : Mask) (i : Is h n k m) (ok : Eq (signedOk h b n ts v) true) :
    Eq (EgVar.mean (signedCol den unit (.succ h) n ts v) m)
      (EgVar.unlessEmpty (mod (there h n ts k) (full h))
        (Q.canon (maskSum (.succ h) v (plus h n ts k)) (maskSum (.succ h) v (minus h n ts k)) (mul den (mod (there h n ts k) (full h))))) :=
  fold_signed_is (fun p n k => EgVar.unlessEmpty k (Q.canon p n (mul den k))) h b n ts v k m i ok
end Nat.Packed
