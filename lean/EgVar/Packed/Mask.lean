prelude
import EgVar.Packed.Lanes
set_option linter.all false
set_option autoImplicit false
/-! Comparing every lane with a number, and keeping the lanes that pass. -/
namespace Nat.Packed

noncomputable def b01 (b : Bool) : Nat := Bool.rec (motive := fun _ => Nat) .zero (.succ .zero) b
noncomputable def keep (b : Bool) (v : Nat) : Nat := Bool.rec (motive := fun _ => Nat) .zero v b
noncomputable def ge01 (c x : Nat) : Nat := b01 (ble c x)
noncomputable def eq01 (c x : Nat) : Nat := b01 (beq x c)

theorem b01_lt (b : Bool) : Lt (b01 b) two := bool_lt b
theorem lane_ge (h c thr x : Nat) (hx : Lt x (pow two h)) (ht : Eq (add thr c) (pow two h)) :
    Exists (fun r => And (Lt r (pow two h)) (Eq (add x thr) (add r (mul (pow two h) (ge01 c x))))) :=
  bool_cases (ble c x)
    (fun t => match le_of_ble c x t with
      | ⟨k, hk⟩ =>
        have e1 : Eq (add x thr) (add k (pow two h)) :=
          (addL thr (hk.symm.trans (add_comm c k))).trans ((add_assoc k c thr).trans (addR k ((add_comm c thr).trans ht)))
        have e2 : Eq (mul (pow two h) (ge01 c x)) (pow two h) :=
          (mulR (pow two h) (congrArg b01 t)).trans (mul_one (pow two h))
        ⟨k, ⟨Le.trans (Le.succ ⟨c, (add_comm k c).trans hk⟩) hx, e1.trans (addR k e2.symm)⟩⟩)
    (fun f =>
      have e2 : Eq (mul (pow two h) (ge01 c x)) .zero := mulR (pow two h) (congrArg b01 f)
      ⟨add x thr, ⟨Le.rw (Le.add (lt_of_not_ble c x f) (Le.refl thr)) (succ_add x thr) ((add_comm c thr).trans ht),
        addR (add x thr) e2.symm⟩⟩)

theorem ge_cert (h c thr a k : Nat) (ht : Eq (add thr c) (pow two h)) (ha : Eq (succ a) (pow two h)) : (n x : Nat) →
    Wf (.succ h) h n x →
    Eq (add x (rep (.succ h) thr n))
      (add (landF (fuel (.succ h) k n) (add x (rep (.succ h) thr n)) (rep (.succ h) a n))
        (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x)))))
  | .zero, x, wf => Eq.trans wf (and_zero k x .zero (low_zero k)).symm
  | .succ n, x, wf =>
    have lane := mod x (pow two (.succ h))
    match lane_ge h c thr (mod x (pow two (.succ h))) wf.left ht with
    | ⟨r, ⟨hr, er⟩⟩ =>
      have B := pow two (.succ h)
      have ih := ge_cert h c thr a k ht ha n (div x (pow two (.succ h))) wf.right
      have d1 : Eq (add x (rep (.succ h) thr (.succ n)))
          (add (add (mod x (pow two (.succ h))) thr) (mul (pow two (.succ h)) (add (div x (pow two (.succ h))) (rep (.succ h) thr n)))) :=
        (addL (rep (.succ h) thr (.succ n)) (div_eq' (.succ h) x).symm).trans
          ((add_add_comm (mod x (pow two (.succ h))) (mul (pow two (.succ h)) (div x (pow two (.succ h)))) thr
            (mul (pow two (.succ h)) (rep (.succ h) thr n))).trans
            (addR (add (mod x (pow two (.succ h))) thr) (mul_add (pow two (.succ h)) (div x (pow two (.succ h))) (rep (.succ h) thr n)).symm))
      have dlt : Lt (add (mod x (pow two (.succ h))) thr) (pow two (.succ h)) :=
        Lt.rw (digit_lt hr (b01_lt (ble c (mod x (pow two (.succ h)))))) er.symm (Eq.refl (mul (pow two h) two))
      have dv : Eq (div (add x (rep (.succ h) thr (.succ n))) (pow two (.succ h))) (add (div x (pow two (.succ h))) (rep (.succ h) thr n)) :=
        div_of' (.succ h) dlt d1.symm
      have lo : Eq (low h (add x (rep (.succ h) thr (.succ n)))) r :=
        (mod_low h (add x (rep (.succ h) thr (.succ n)))).symm.trans
          (mod_of' h (q := add (ge01 c (mod x (pow two (.succ h)))) (mul two (add (div x (pow two (.succ h))) (rep (.succ h) thr n)))) hr
            ((addR r (mul_add (pow two h) (ge01 c (mod x (pow two (.succ h)))) (mul two (add (div x (pow two (.succ h))) (rep (.succ h) thr n))))).trans
              ((add_assoc r (mul (pow two h) (ge01 c (mod x (pow two (.succ h))))) (mul (pow two h) (mul two (add (div x (pow two (.succ h))) (rep (.succ h) thr n))))).symm.trans
                ((addLR er.symm (mul_assoc (pow two h) two (add (div x (pow two (.succ h))) (rep (.succ h) thr n))).symm).trans d1.symm))))
      have hw : Eq (add one h) (.succ h) := add_comm one h
      have e : Eq (landF (fuel (.succ h) k (.succ n)) (add x (rep (.succ h) thr (.succ n))) (rep (.succ h) a (.succ n)))
          (add r (mul (pow two (.succ h)) (landF (fuel (.succ h) k n) (add (div x (pow two (.succ h))) (rep (.succ h) thr n)) (rep (.succ h) a n)))) :=
        (land_cons (.succ h) h one (fuel (.succ h) k n) (add x (rep (.succ h) thr (.succ n))) a (rep (.succ h) a n) hw ha (ones_lt hw ha)).trans
          (addLR lo (mulR (pow two (.succ h)) (congrArg (fun z => landF (fuel (.succ h) k n) z (rep (.succ h) a n)) dv)))
      d1.trans ((addLR er ((mulR (pow two (.succ h)) ih).trans
        (mul_add (pow two (.succ h)) (landF (fuel (.succ h) k n) (add (div x (pow two (.succ h))) (rep (.succ h) thr n)) (rep (.succ h) a n))
          (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n (div x (pow two (.succ h)))))))))).trans
        ((add_add_comm r (mul (pow two h) (ge01 c (mod x (pow two (.succ h)))))
          (mul (pow two (.succ h)) (landF (fuel (.succ h) k n) (add (div x (pow two (.succ h))) (rep (.succ h) thr n)) (rep (.succ h) a n)))
          (mul (pow two (.succ h)) (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n (div x (pow two (.succ h))))))))).trans
          (addLR e.symm
            ((addR (mul (pow two h) (ge01 c (mod x (pow two (.succ h)))))
              (mul_left_comm (pow two (.succ h)) (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n (div x (pow two (.succ h)))))))).trans
              (mul_add (pow two h) (ge01 c (mod x (pow two (.succ h))))
                (mul (pow two (.succ h)) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n (div x (pow two (.succ h)))))))).symm))))

/-- The packed mask of the lanes that are at least `c`: lanes 0 and 1. -/
noncomputable def geSum (h c n x : Nat) : Nat := add x (fill (.succ h) (sub (pow two h) c) n)
noncomputable def geMask (h c n x : Nat) : Nat :=
  div (sub (geSum h c n x) (land (geSum h c n x) (fill (.succ h) (sub (pow two h) one) n))) (pow two h)
noncomputable def geOk (h c : Nat) : Bool := ble c (pow two h)
theorem geMask_eq (h c n x : Nat) (wf : Wf (.succ h) h n x) (ok : Eq (geOk h c) true) :
    Eq (geMask h c n x) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x))) :=
  match pow_pos h, land_fuel (.succ h) n (geSum h c n x) (fill (.succ h) (sub (pow two h) one) n) with
  | ⟨p, hp⟩, ⟨k, hk⟩ =>
    have ht : Eq (add (sub (pow two h) c) c) (pow two h) := sub_add (pow two h) c (le_of_ble c (pow two h) ok)
    have f1 : Eq (rep (.succ h) (sub (pow two h) c) n) (fill (.succ h) (sub (pow two h) c) n) := (fill_eq h (sub (pow two h) c) n).symm
    have f2 : Eq (rep (.succ h) p n) (fill (.succ h) (sub (pow two h) one) n) :=
      ((fill_eq h (sub (pow two h) one) n).trans (congrArg (fun z => rep (.succ h) z n) (pred_of h p hp))).symm
    have cert := ge_cert h c (sub (pow two h) c) p k ht hp.symm n x wf
    have cert1 : Eq (geSum h c n x) (add (landF (fuel (.succ h) k n) (geSum h c n x) (rep (.succ h) p n))
        (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x))))) :=
      Eq.subst (motive := fun z => Eq (add x z) (add (landF (fuel (.succ h) k n) (add x z) (rep (.succ h) p n))
        (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x)))))) f1 cert
    have cert2 : Eq (geSum h c n x) (add (landF (fuel (.succ h) k n) (geSum h c n x) (fill (.succ h) (sub (pow two h) one) n))
        (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x))))) :=
      Eq.subst (motive := fun z => Eq (geSum h c n x) (add (landF (fuel (.succ h) k n) (geSum h c n x) z)
        (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x)))))) f2 cert1
    have cert3 : Eq (geSum h c n x) (add (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x))))
        (land (geSum h c n x) (fill (.succ h) (sub (pow two h) one) n))) :=
      (cert2.trans (addL (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x)))) hk.symm)).trans
        (add_comm (land (geSum h c n x) (fill (.succ h) (sub (pow two h) one) n)) (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x)))))
    have diff : Eq (sub (geSum h c n x) (land (geSum h c n x) (fill (.succ h) (sub (pow two h) one) n)))
        (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x)))) :=
      (congrArg (fun z => sub z (land (geSum h c n x) (fill (.succ h) (sub (pow two h) one) n))) cert3).trans
        (add_sub (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x)))) (land (geSum h c n x) (fill (.succ h) (sub (pow two h) one) n)))
    have pos : Lt .zero (pow two h) := Lt.rw (Le.succ (Le.zero p)) rfl hp.symm
    (congrArg (fun z => div z (pow two h)) diff).trans
      (div_of' h pos (zero_add (mul (pow two h) (packL (.succ h) (List.map (ge01 c) (unpack (.succ h) n x))))))

theorem packL_add (w : Nat) (f g : Nat → Nat) (l : List Nat) :
    Eq (add (packL w (List.map f l)) (packL w (List.map g l))) (packL w (List.map (fun x => add (f x) (g x)) l)) :=
  l.rec (motive := fun l => Eq (add (packL w (List.map f l)) (packL w (List.map g l))) (packL w (List.map (fun x => add (f x) (g x)) l))) rfl
    (fun x l ih => (add_add_comm (f x) (mul (pow two w) (packL w (List.map f l))) (g x) (mul (pow two w) (packL w (List.map g l)))).trans
      (addR (add (f x) (g x)) ((mul_add (pow two w) (packL w (List.map f l)) (packL w (List.map g l))).symm.trans (mulR (pow two w) ih))))
theorem map_congr {α β : Type} (f g : α → β) (e : (x : α) → Eq (f x) (g x)) (l : List α) : Eq (List.map f l) (List.map g l) :=
  l.rec (motive := fun l => Eq (List.map f l) (List.map g l)) rfl
    (fun x l ih => (congrArg (fun y => List.cons y (List.map f l)) (e x)).trans (congrArg (List.cons (g x)) ih))
theorem map_map {α β γ : Type} (f : β → γ) (g : α → β) (l : List α) : Eq (List.map f (List.map g l)) (List.map (fun x => f (g x)) l) :=
  l.rec (motive := fun l => Eq (List.map f (List.map g l)) (List.map (fun x => f (g x)) l)) rfl
    (fun x l ih => congrArg (List.cons (f (g x))) ih)
theorem ble_succ (a b : Nat) : Eq (ble (succ a) (succ b)) (ble a b) := rfl
theorem beq_succ (a b : Nat) : Eq (beq (succ a) (succ b)) (beq a b) := rfl
theorem eq_ge : (c x : Nat) → Eq (add (b01 (beq x c)) (b01 (ble (.succ c) x))) (b01 (ble c x))
  | .zero, .zero => rfl
  | .zero, .succ x => (zero_add (b01 (ble .zero x))).trans (congrArg b01 (zero_ble x))
  | .succ c, .zero => rfl
  | .succ c, .succ x => (addLR (congrArg b01 (beq_succ x c)) (congrArg b01 (ble_succ (.succ c) x))).trans
      ((eq_ge c x).trans (congrArg b01 (ble_succ c x)).symm)
noncomputable def eqMask (h c n x : Nat) : Nat := sub (geMask h c n x) (geMask h (.succ c) n x)
theorem eqMask_eq (h c n x : Nat) (wf : Wf (.succ h) h n x) (ok : Eq (geOk h c) true) (ok' : Eq (geOk h (.succ c)) true) :
    Eq (eqMask h c n x) (packL (.succ h) (List.map (fun y => b01 (beq y c)) (unpack (.succ h) n x))) :=
  have e : Eq (geMask h c n x) (add (packL (.succ h) (List.map (eq01 c) (unpack (.succ h) n x))) (geMask h (.succ c) n x)) :=
    (geMask_eq h c n x wf ok).trans
      (((congrArg (packL (.succ h)) (map_congr (fun y => add (eq01 c y) (ge01 (.succ c) y)) (ge01 c) (eq_ge c) (unpack (.succ h) n x))).symm.trans
        (packL_add (.succ h) (eq01 c) (ge01 (.succ c)) (unpack (.succ h) n x)).symm).trans
        (addR (packL (.succ h) (List.map (eq01 c) (unpack (.succ h) n x))) (geMask_eq h (.succ c) n x wf ok').symm))
  (congrArg (fun z => sub z (geMask h (.succ c) n x)) e).trans
    (add_sub (packL (.succ h) (List.map (eq01 c) (unpack (.succ h) n x))) (geMask h (.succ c) n x))

theorem keep_le (b : Bool) (v : Nat) : Le (keep b v) v := b.rec (motive := fun b => Le (keep b v) v) (Le.zero v) (Le.refl v)
/-- Sum over a mask: one conjunction and one remainder. -/
noncomputable def maskSum (w v k : Nat) : Nat := mod (land v (mul (sub (pow two w) one) k)) (sub (pow two w) one)
end Nat.Packed
