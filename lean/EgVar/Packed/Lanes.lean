prelude
import EgVar.Packed.Bits
set_option linter.all false
set_option autoImplicit false
/-! Columns of natural numbers held in one number, `w` bits a row: lanes, sums, bounds, comparisons, masks. -/
namespace Nat.Packed

/-- The lanes of `x`, row 0 in the lowest bits. -/
noncomputable def unpack (w n : Nat) : Nat → List Nat :=
  n.rec (motive := fun _ => Nat → List Nat) (fun _ => .nil)
    (fun _ ih x => .cons (mod x (pow two w)) (ih (div x (pow two w))))
noncomputable def packL (w : Nat) (l : List Nat) : Nat :=
  l.rec (motive := fun _ => Nat) .zero (fun x _ ih => add x (mul (pow two w) ih))
noncomputable def sumL (l : List Nat) : Nat := l.rec (motive := fun _ => Nat) .zero (fun x _ ih => add x ih)
/-- All lanes are below `2^b`, and nothing follows the last one. -/
noncomputable def Wf (w b n : Nat) : Nat → Prop :=
  n.rec (motive := fun _ => Nat → Prop) (fun x => Eq x .zero)
    (fun _ ih x => And (Lt (mod x (pow two w)) (pow two b)) (ih (div x (pow two w))))

/-! Casting out: `2^w` is 1 modulo `2^w - 1`. -/
theorem cast_out (w m : Nat) (hm : Eq (pow two w) (succ m)) (l : List Nat) :
    Exists (fun t => Eq (add (sumL l) (mul m t)) (packL w l)) :=
  l.rec (motive := fun l => Exists (fun t => Eq (add (sumL l) (mul m t)) (packL w l))) ⟨.zero, rfl⟩
    (fun x l ih => match ih with
      | ⟨t, ht⟩ => ⟨add t (packL w l),
        (addR (add x (sumL l)) (mul_add m t (packL w l))).trans
          ((add_assoc x (sumL l) (add (mul m t) (mul m (packL w l)))).trans (addR x
            ((add_assoc (sumL l) (mul m t) (mul m (packL w l))).symm.trans
              ((addL (mul m (packL w l)) ht).trans ((add_comm (packL w l) (mul m (packL w l))).trans
                ((succ_mul m (packL w l)).symm.trans (mulL (packL w l) hm.symm)))))))⟩)
theorem pred_of (w m : Nat) (hm : Eq (pow two w) (succ m)) : Eq (sub (pow two w) one) m := congrArg pred hm
theorem mod_packL (w : Nat) (l : List Nat) (h : Lt (sumL l) (sub (pow two w) one)) :
    Eq (mod (packL w l) (sub (pow two w) one)) (sumL l) :=
  match pow_pos w with
  | ⟨m, hm⟩ => match cast_out w m hm l with
    | ⟨t, ht⟩ =>
      have h' : Lt (sumL l) m := Lt.rw h rfl (pred_of w m hm)
      match m, h', ht, pred_of w m hm with
      | .zero, h', _, _ => (not_succ_le_zero h').elim
      | .succ m, h', ht, e => (congrArg (mod (packL w l)) e).trans (mod_of m h' ht)

/-! A packed column that is well-formed is the packing of its lanes. -/
theorem pack_unpack (w b : Nat) : (n x : Nat) → Wf w b n x → Eq (packL w (unpack w n x)) x
  | .zero, x, h => Eq.symm h
  | .succ n, x, h => (addR (mod x (pow two w)) (mulR (pow two w) (pack_unpack w b n (div x (pow two w)) h.right))).trans (div_eq' w x)
theorem sum_le (w b : Nat) : (n x : Nat) → Wf w b n x → Le (sumL (unpack w n x)) (mul (pow two b) n)
  | .zero, x, h => Le.refl .zero
  | .succ n, x, h => Le.rw (Le.add (Lt.le h.left) (sum_le w b n (div x (pow two w)) h.right)) rfl (add_comm (pow two b) (mul (pow two b) n))

/-! Repetition of one lane. -/
noncomputable def rep (w a n : Nat) : Nat := n.rec (motive := fun _ => Nat) .zero (fun _ ih => add a (mul (pow two w) ih))
theorem rep_mul (w a : Nat) : (n : Nat) → Eq (mul a (rep w one n)) (rep w a n)
  | .zero => rfl
  | .succ n => (mul_add a one (mul (pow two w) (rep w one n))).trans
    (addLR (mul_one a) ((mul_left_comm a (pow two w) (rep w one n)).trans (mulR (pow two w) (rep_mul w a n))))
theorem pow_add (a b : Nat) : (c : Nat) → Eq (pow a (add b c)) (mul (pow a b) (pow a c))
  | .zero => (mul_one (pow a b)).symm
  | .succ c => (mulL a (pow_add a b c)).trans (mul_assoc (pow a b) (pow a c) a)
theorem rep_pow (w m : Nat) (hm : Eq (pow two w) (succ m)) : (n : Nat) →
    Eq (succ (mul m (rep w one n))) (pow two (mul w n))
  | .zero => rfl
  | .succ n =>
    -- succ (m * (1 + B r)) = succ (m + B (m r)) = B + B (m r) = B * succ (m r)
    ((congrArg succ ((mul_add m one (mul (pow two w) (rep w one n))).trans
      ((addLR (mul_one m) (mul_left_comm m (pow two w) (rep w one n))).trans
        (add_comm m (mul (pow two w) (mul m (rep w one n))))))).trans
      ((addR (mul (pow two w) (mul m (rep w one n))) hm.symm).trans
        ((mulR (pow two w) (rep_pow w m hm n)).trans (mul_comm (pow two w) (pow two (mul w n)))))).trans
      (pow_add two (mul w n) w).symm
/-- `n` lanes of 1, in three operations. -/
noncomputable def ones (w n : Nat) : Nat := div (sub (shiftLeft one (mul w n)) one) (sub (pow two w) one)
theorem ones_eq (w n : Nat) : Eq (ones (.succ w) n) (rep (.succ w) one n) :=
  match pow_pos w with
  | ⟨m, hm⟩ =>
    have h1 := congrArg succ (succ_add m m)
    have h2 : Eq (add (succ m) (succ m)) (succ (add (succ m) m)) := Eq.refl (add (succ m) (succ m))
    have hb : Eq (pow two (.succ w)) (succ (succ (add m m))) :=
      (mul_comm (pow two w) two).trans ((mulR two hm).trans ((two_mul (succ m)).trans (h2.trans h1)))
    have e : Eq (sub (shiftLeft one (mul (.succ w) n)) one) (mul (succ (add m m)) (rep (.succ w) one n)) :=
      congrArg pred ((one_mul (pow two (mul (.succ w) n))).trans (rep_pow (.succ w) (succ (add m m)) hb n).symm)
    ((congrArg (fun x => div x (sub (pow two (.succ w)) one)) e).trans
      (congrArg (div (mul (succ (add m m)) (rep (.succ w) one n))) (pred_of (.succ w) (succ (add m m)) hb))).trans
      (div_of (add m m) (a := .zero) (Le.succ (Le.zero (add m m))) (zero_add (mul (succ (add m m)) (rep (.succ w) one n))))
noncomputable def fill (w a n : Nat) : Nat := mul a (ones w n)
theorem fill_eq (w a n : Nat) : Eq (fill (.succ w) a n) (rep (.succ w) a n) :=
  (mulR a (ones_eq w n)).trans (rep_mul (.succ w) a n)

/-! Conjunction, lane by lane. -/
noncomputable def fuel (w k n : Nat) : Nat := n.rec (motive := fun _ => Nat) k (fun _ ih => add ih w)
theorem fuel_add (w k : Nat) : (n : Nat) → Eq (add k (mul w n)) (fuel w k n)
  | .zero => rfl
  | .succ n => (add_assoc k (mul w n) w).symm.trans (addL w (fuel_add w k n))
noncomputable def landF (k x y : Nat) : Nat := bitFuel both k x y
theorem half_succ (t s k : Nat) (e : Eq t (succ s)) (h : Le (add t t) (succ k)) : Le t k :=
  have h' : Le (add t (succ s)) (succ k) := Le.rw h (addR t e) rfl
  Le.trans (Le.add_right t s) (@Le.pred (add t s) k h')
theorem half_le : (s k : Nat) → Le (add s s) (succ k) → Le s k
  | .zero, k, _ => Le.zero k
  | .succ s, k, h => half_succ (succ s) s k rfl h
theorem twice_le (x : Nat) : Le (add (div x two) (div x two)) x :=
  ⟨mod x two, (add_comm (add (div x two) (div x two)) (mod x two)).trans
    ((addR (mod x two) (two_mul (div x two)).symm).trans (half_eq x))⟩
theorem zero_of_add : (a b : Nat) → Eq (add a b) .zero → Eq b .zero
  | a, .zero, _ => rfl
  | a, .succ b, h => (succ_ne_zero h).elim
/-- More fuel than enough changes nothing. -/
theorem land_more (j : Nat) : (k x y : Nat) → Le (add x y) k → Eq (landF (add k j) x y) (landF k x y)
  | .zero, x, y, h => match h with
    | ⟨r, hr⟩ =>
      have z : Eq y .zero := zero_of_add x y (zero_of_add r (add x y) ((add_comm r (add x y)).trans hr))
      (congrArg (landF (add .zero j) x) z).trans ((and_zero (add .zero j) x .zero (low_zero (add .zero j))).trans
        ((and_zero .zero x .zero (low_zero .zero)).symm.trans (congrArg (landF .zero x) z.symm)))
  | .succ k, x, y, h =>
    have le : Le (add (div x two) (div y two)) k :=
      half_le (add (div x two) (div y two)) k (Le.trans (Le.rw (Le.add (twice_le x) (twice_le y))
        (add_add_comm (div x two) (div x two) (div y two) (div y two)) rfl) h)
    (congrArg (fun f => landF f x y) (succ_add k j)).trans
      ((bitFuel_succ both (add k j) x y).trans
        ((addL (bit both x y) (mulR two (land_more j k (div x two) (div y two) le))).trans (bitFuel_succ both k x y).symm))
theorem land_fuel (w n x y : Nat) : Exists (fun k => Eq (land x y) (landF (fuel w k n) x y)) :=
  ⟨add x y, (land_more (mul w n) (add x y) x y (Le.refl (add x y))).symm.trans
    (congrArg (fun f => landF f x y) (fuel_add w (add x y) n))⟩
theorem mod_cons (w : Nat) {a q : Nat} (h : Lt a (pow two w)) : Eq (mod (add a (mul (pow two w) q)) (pow two w)) a :=
  mod_of' w h rfl
theorem div_cons (w : Nat) {a q : Nat} (h : Lt a (pow two w)) : Eq (div (add a (mul (pow two w) q)) (pow two w)) q :=
  div_of' w h rfl
/-- One lane and the rest of `x ∧ y`, when the lane of `y` is `b` ones. -/
theorem land_cons (w b c k x a q : Nat) (hw : Eq (add c b) w) (ha : Eq (succ a) (pow two b)) (hl : Lt a (pow two w)) :
    Eq (landF (add k w) x (add a (mul (pow two w) q)))
      (add (low b x) (mul (pow two w) (landF k (div x (pow two w)) q))) :=
  have y := add a (mul (pow two w) q)
  have lo : Eq (succ (low (add c b) (add a (mul (pow two w) q)))) (pow two b) :=
    (congrArg succ ((congrArg (fun v => low v (add a (mul (pow two w) q))) hw).trans
      ((mod_low w (add a (mul (pow two w) q))).symm.trans (mod_cons w hl)))).trans ha
  have m : Eq (bitFuel both w x (add a (mul (pow two w) q))) (low b x) :=
    (congrArg (fun v => bitFuel both v x (add a (mul (pow two w) q))) hw.symm).trans
      (and_mask c b x (add a (mul (pow two w) q)) lo)
  (bitFuel_split both k w x (add a (mul (pow two w) q))).trans
    (addLR m (mulR (pow two w) ((congrArg (fun z => bitFuel both k z (shr w (add a (mul (pow two w) q)))) (div_shr w x).symm).trans
      (congrArg (fun z => bitFuel both k (div x (pow two w)) z) ((div_shr w (add a (mul (pow two w) q))).symm.trans (div_cons w hl))))))

theorem pow_le (b : Nat) : (c : Nat) → Le (pow two b) (pow two (add c b))
  | .zero => Le.rw (Le.refl (pow two b)) rfl (congrArg (pow two) (zero_add b).symm)
  | .succ c => Le.trans (pow_le b c) (Le.rw (Le.add_right (pow two (add c b)) (pow two (add c b))) rfl
      ((mul_two (pow two (add c b))).symm.trans (congrArg (pow two) (succ_add c b).symm)))
theorem ones_lt {w b c a : Nat} (hw : Eq (add c b) w) (ha : Eq (succ a) (pow two b)) : Lt a (pow two w) :=
  Le.rw (pow_le b c) ha.symm (congrArg (pow two) hw)

/-- The test for well-formedness: conjunction with the mask changes nothing. -/
theorem wf_of (w b c k a : Nat) (hw : Eq (add c b) w) (ha : Eq (succ a) (pow two b)) : (n x : Nat) →
    Eq (landF (fuel w k n) x (rep w a n)) x → Wf w b n x
  | .zero, x, h => h.symm.trans (and_zero k x .zero (low_zero k))
  | .succ n, x, h =>
    have e := (land_cons w b c (fuel w k n) x a (rep w a n) hw ha (ones_lt hw ha)).symm.trans h
    have lb : Lt (low b x) (pow two w) := Le.trans (low_lt b x) (Le.rw (pow_le b c) rfl (congrArg (pow two) hw))
    ⟨Lt.rw (low_lt b x) (mod_of' w lb e).symm rfl, wf_of w b c k a hw ha n (div x (pow two w)) (div_of' w lb e).symm⟩

noncomputable def wf (w b n x : Nat) : Bool :=
  Bool.and (ble b w) (beq (land x (fill w (sub (pow two b) one) n)) x)
theorem and_left {a b : Bool} : Eq (Bool.and a b) true → Eq a true :=
  a.rec (motive := fun a => Eq (Bool.and a b) true → Eq a true) (fun h => h) (fun _ => rfl)
theorem and_right {a b : Bool} : Eq (Bool.and a b) true → Eq b true :=
  a.rec (motive := fun a => Eq (Bool.and a b) true → Eq b true) (fun h => (Bool.false_ne_true h).elim) (fun h => h)
theorem wf_sound (w b n x : Nat) (h : Eq (wf (.succ w) b n x) true) : Wf (.succ w) b n x :=
  match le_of_ble b (.succ w) (and_left h), pow_pos b with
  | ⟨c, hc⟩, ⟨p, hp⟩ =>
    match land_fuel (.succ w) n x (fill (.succ w) (sub (pow two b) one) n) with
    | ⟨k, hk⟩ =>
      have e : Eq (landF (fuel (.succ w) k n) x (fill (.succ w) (sub (pow two b) one) n)) x :=
        hk.symm.trans (eq_of_beq_eq_true (and_right h))
      have f : Eq (fill (.succ w) (sub (pow two b) one) n) (rep (.succ w) p n) :=
        (fill_eq w (sub (pow two b) one) n).trans (congrArg (fun z => rep (.succ w) z n) (pred_of b p hp))
      wf_of (.succ w) b c k p ((add_comm c b).trans hc) hp.symm n x
        (Eq.subst (motive := fun z => Eq (landF (fuel (.succ w) k n) x z) x) f e)
end Nat.Packed
