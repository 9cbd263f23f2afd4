prelude
import EgVar
set_option linter.all false
set_option autoImplicit false
/-! Elementary arithmetic on `Nat`, as far as packed columns need it. -/
namespace Nat
abbrev one : Nat := .succ .zero

theorem zero_add : (n : Nat) → Eq (add .zero n) n
  | .zero => rfl
  | .succ n => congrArg succ (zero_add n)
theorem succ_add (n : Nat) : (m : Nat) → Eq (add (.succ n) m) (.succ (add n m))
  | .zero => rfl
  | .succ m => congrArg succ (succ_add n m)
theorem add_comm (n : Nat) : (m : Nat) → Eq (add n m) (add m n)
  | .zero => (zero_add n).symm
  | .succ m => (congrArg succ (add_comm n m)).trans (succ_add m n).symm
theorem add_assoc (a b : Nat) : (c : Nat) → Eq (add (add a b) c) (add a (add b c))
  | .zero => rfl
  | .succ c => congrArg succ (add_assoc a b c)
theorem addL {a b : Nat} (c : Nat) (h : Eq a b) : Eq (add a c) (add b c) := congrArg (fun x => add x c) h
theorem addR {a b : Nat} (c : Nat) (h : Eq a b) : Eq (add c a) (add c b) := congrArg (fun x => add c x) h
theorem addLR {a b c d : Nat} (h : Eq a b) (k : Eq c d) : Eq (add a c) (add b d) := (addL c h).trans (addR b k)
theorem mulL {a b : Nat} (c : Nat) (h : Eq a b) : Eq (mul a c) (mul b c) := congrArg (fun x => mul x c) h
theorem mulR {a b : Nat} (c : Nat) (h : Eq a b) : Eq (mul c a) (mul c b) := congrArg (fun x => mul c x) h
theorem add_right_comm (a b c : Nat) : Eq (add (add a b) c) (add (add a c) b) :=
  (add_assoc a b c).trans ((addR a (add_comm b c)).trans (add_assoc a c b).symm)
theorem add_add_comm (a b c d : Nat) : Eq (add (add a b) (add c d)) (add (add a c) (add b d)) :=
  (add_assoc (add a b) c d).symm.trans ((addL d (add_right_comm a b c)).trans (add_assoc (add a c) b d))
theorem zero_mul : (n : Nat) → Eq (mul .zero n) .zero
  | .zero => rfl
  | .succ n => zero_mul n
theorem succ_mul (n : Nat) : (m : Nat) → Eq (mul (.succ n) m) (add (mul n m) m)
  | .zero => rfl
  | .succ m => congrArg succ ((addL n (succ_mul n m)).trans (add_right_comm (mul n m) m n))
theorem mul_comm (n : Nat) : (m : Nat) → Eq (mul n m) (mul m n)
  | .zero => (zero_mul n).symm
  | .succ m => (addL n (mul_comm n m)).trans (succ_mul m n).symm
theorem mul_add (a b : Nat) : (c : Nat) → Eq (mul a (add b c)) (add (mul a b) (mul a c))
  | .zero => rfl
  | .succ c => (addL a (mul_add a b c)).trans (add_assoc (mul a b) (mul a c) a)
theorem add_mul (a b c : Nat) : Eq (mul (add a b) c) (add (mul a c) (mul b c)) :=
  (mul_comm (add a b) c).trans ((mul_add c a b).trans (addLR (mul_comm c a) (mul_comm c b)))
theorem mul_assoc (a b : Nat) : (c : Nat) → Eq (mul (mul a b) c) (mul a (mul b c))
  | .zero => rfl
  | .succ c => (addL (mul a b) (mul_assoc a b c)).trans (mul_add a (mul b c) b).symm
theorem mul_left_comm (a b c : Nat) : Eq (mul a (mul b c)) (mul b (mul a c)) :=
  (mul_assoc a b c).symm.trans ((mulL c (mul_comm a b)).trans (mul_assoc b a c))
theorem one_mul (n : Nat) : Eq (mul one n) n := (succ_mul .zero n).trans ((addL n (zero_mul n)).trans (zero_add n))
theorem mul_one (n : Nat) : Eq (mul n one) n := zero_add n
theorem mul_two (n : Nat) : Eq (mul n two) (add n n) := addL n (zero_add n)
theorem two_mul (n : Nat) : Eq (mul two n) (add n n) := (mul_comm two n).trans (mul_two n)

theorem succ_inj {a b : Nat} (h : Eq (succ a) (succ b)) : Eq a b := congrArg pred h
theorem succ_ne_zero {a : Nat} (h : Eq (succ a) .zero) : False :=
  Bool.false_ne_true (congrArg (fun x => beq x .zero) h)
theorem add_right_cancel {a b : Nat} : (c : Nat) → Eq (add a c) (add b c) → Eq a b
  | .zero, h => h
  | .succ c, h => add_right_cancel c (succ_inj h)
theorem add_left_cancel {a b : Nat} (c : Nat) (h : Eq (add c a) (add c b)) : Eq a b :=
  add_right_cancel c ((add_comm a c).trans (h.trans (add_comm c b)))

/-- Order by a difference. -/
def Le (a b : Nat) : Prop := Exists (fun k => Eq (add a k) b)
def Lt (a b : Nat) : Prop := Le (succ a) b
theorem Le.refl (a : Nat) : Le a a := ⟨.zero, rfl⟩
theorem Le.zero (a : Nat) : Le .zero a := ⟨a, zero_add a⟩
theorem Le.add_right (a b : Nat) : Le a (add a b) := ⟨b, rfl⟩
theorem Le.trans {a b c : Nat} : Le a b → Le b c → Le a c
  | ⟨k, hk⟩, ⟨l, hl⟩ => ⟨add k l, (add_assoc a k l).symm.trans ((addL l hk).trans hl)⟩
theorem Le.succ {a b : Nat} : Le a b → Le (succ a) (succ b)
  | ⟨k, hk⟩ => ⟨k, (succ_add a k).trans (congrArg Nat.succ hk)⟩
theorem Le.pred {a b : Nat} : Le (.succ a) (.succ b) → Le a b
  | ⟨k, hk⟩ => ⟨k, succ_inj ((succ_add a k).symm.trans hk)⟩
theorem Le.step {a b : Nat} : Le a b → Le a (.succ b)
  | ⟨k, hk⟩ => ⟨.succ k, congrArg Nat.succ hk⟩
theorem Le.add {a b c d : Nat} : Le a b → Le c d → Le (Nat.add a c) (Nat.add b d)
  | ⟨k, hk⟩, ⟨l, hl⟩ => ⟨Nat.add k l, (add_add_comm a c k l).trans (addLR hk hl)⟩
theorem Lt.le {a b : Nat} : Lt a b → Le a b
  | ⟨k, hk⟩ => ⟨.succ k, (succ_add a k).symm.trans hk⟩
theorem not_succ_le_zero {a : Nat} : Le (succ a) .zero → False
  | ⟨k, hk⟩ => succ_ne_zero ((succ_add a k).symm.trans hk)
theorem Lt.irrefl : (a : Nat) → Lt a a → False
  | .zero, h => not_succ_le_zero h
  | .succ a, h => Lt.irrefl a (Le.pred h)
theorem Le.rw {a b a' b' : Nat} (h : Le a b) (ha : Eq a a') (hb : Eq b b') : Le a' b' :=
  Eq.subst (motive := fun x => Le x b') ha (Eq.subst (motive := fun x => Le a x) hb h)
theorem Lt.rw {a b a' b' : Nat} (h : Lt a b) (ha : Eq a a') (hb : Eq b b') : Lt a' b' :=
  Le.rw h (congrArg succ ha) hb
theorem zero_ble : (n : Nat) → Eq (ble .zero n) true
  | .zero => rfl
  | .succ _ => rfl
theorem le_of_ble : (a b : Nat) → Eq (ble a b) true → Le a b
  | .zero, b, _ => Le.zero b
  | .succ a, .zero, h => (Bool.false_ne_true h).elim
  | .succ a, .succ b, h => Le.succ (le_of_ble a b h)
theorem lt_of_not_ble : (a b : Nat) → Eq (ble a b) false → Lt b a
  | .zero, b, h => (Bool.false_ne_true (h.symm.trans (zero_ble b))).elim
  | .succ a, .zero, _ => Le.succ (Le.zero a)
  | .succ a, .succ b, h => @Le.succ (.succ b) a (lt_of_not_ble a b h)
theorem ble_of_le : (a b : Nat) → Le a b → Eq (ble a b) true
  | .zero, b, _ => zero_ble b
  | .succ a, .zero, h => (not_succ_le_zero h).elim
  | .succ a, .succ b, h => ble_of_le a b (Le.pred h)
theorem bool_cases {C : Prop} (b : Bool) (t : Eq b true → C) (f : Eq b false → C) : C :=
  (Bool.rec (motive := fun x => Eq b x → C) f t b) rfl
theorem ble_false_of_lt (a b : Nat) (h : Lt b a) : Eq (ble a b) false :=
  bool_cases (ble a b) (fun t => (Lt.irrefl b (Le.trans h (le_of_ble a b t))).elim) (fun f => f)

theorem sub_succ (a b : Nat) : Eq (sub a (succ b)) (pred (sub a b)) := Eq.refl (pred (sub a b))
theorem pred_sub (a : Nat) : (b : Nat) → Eq (sub (succ a) (succ b)) (sub a b)
  | .zero => Eq.refl a
  | .succ c => (sub_succ (succ a) (succ c)).trans ((congrArg pred (pred_sub a c)).trans (sub_succ a c).symm)
theorem sub_add : (a b : Nat) → Le b a → Eq (add (sub a b) b) a
  | a, .zero, _ => rfl
  | .zero, .succ b, h => (not_succ_le_zero h).elim
  | .succ a, .succ b, h => congrArg succ ((addL b (pred_sub a b)).trans (sub_add a b (Le.pred h)))
theorem add_sub (a b : Nat) : Eq (sub (add a b) b) a :=
  add_right_cancel b (sub_add (add a b) b ⟨a, add_comm b a⟩)
theorem sub_le (a : Nat) : (b : Nat) → Le (sub a b) a
  | .zero => Le.refl a
  | .succ b => Le.trans (pred_le (sub a b)) (sub_le a b)
where
  pred_le : (x : Nat) → Le (pred x) x
    | .zero => Le.refl .zero
    | .succ x => Le.step (Le.refl x)

/-! Quotient and remainder. -/
theorem fits_succ (m n : Nat) : Eq (fits (succ m) n) (ble (succ m) n) :=
  congrArg (fun b => Bool.rec (motive := fun _ => Bool) false (ble (succ m) n) b) (zero_ble m)
theorem fuel_eq (m : Nat) : (fuel n : Nat) → Eq (add (modFuel (succ m) fuel n) (mul (succ m) (divFuel (succ m) fuel n))) n
  | .zero, n => rfl
  | .succ f, n =>
    bool_cases (fits (succ m) n)
      (fun t =>
        have le : Le (succ m) n := le_of_ble (succ m) n ((fits_succ m n).symm.trans t)
        have e : Eq (add (modFuel (succ m) f (sub n (succ m))) (mul (succ m) (succ (divFuel (succ m) f (sub n (succ m)))))) n :=
          (add_assoc (modFuel (succ m) f (sub n (succ m))) (mul (succ m) (divFuel (succ m) f (sub n (succ m)))) (succ m)).symm.trans
            ((addL (succ m) (fuel_eq m f (sub n (succ m)))).trans (sub_add n (succ m) le))
        Eq.subst (motive := fun b => Eq (add (Bool.rec (motive := fun _ => Nat) n (modFuel (succ m) f (sub n (succ m))) b)
          (mul (succ m) (Bool.rec (motive := fun _ => Nat) .zero (.succ (divFuel (succ m) f (sub n (succ m)))) b))) n) t.symm e)
      (fun t => Eq.subst (motive := fun b => Eq (add (Bool.rec (motive := fun _ => Nat) n (modFuel (succ m) f (sub n (succ m))) b)
          (mul (succ m) (Bool.rec (motive := fun _ => Nat) .zero (.succ (divFuel (succ m) f (sub n (succ m)))) b))) n) t.symm rfl)
theorem fuel_lt (m : Nat) : (fuel n : Nat) → Le n fuel → Lt (modFuel (succ m) fuel n) (succ m)
  | .zero, .zero, _ => Le.succ (Le.zero m)
  | .zero, .succ n, h => (not_succ_le_zero h).elim
  | .succ f, n, h =>
    bool_cases (fits (succ m) n)
      (fun t =>
        have le : Le (succ m) n := le_of_ble (succ m) n ((fits_succ m n).symm.trans t)
        have small : Le (sub n (succ m)) f :=
          Le.pred (Le.trans ⟨m, (succ_add (sub n (succ m)) m).trans (sub_add n (succ m) le)⟩ h)
        Eq.subst (motive := fun b => Lt (Bool.rec (motive := fun _ => Nat) n (modFuel (succ m) f (sub n (succ m))) b) (succ m))
          t.symm (fuel_lt m f (sub n (succ m)) small))
      (fun t => Eq.subst (motive := fun b => Lt (Bool.rec (motive := fun _ => Nat) n (modFuel (succ m) f (sub n (succ m))) b) (succ m))
          t.symm (lt_of_not_ble (succ m) n ((fits_succ m n).symm.trans t)))
theorem div_eq (m n : Nat) : Eq (add (mod n (succ m)) (mul (succ m) (div n (succ m)))) n := fuel_eq m n n
theorem mod_lt (m n : Nat) : Lt (mod n (succ m)) (succ m) := fuel_lt m n n (Le.refl n)

/-- Digits are unique. -/
theorem digits (b : Nat) : (q p : Nat) → {a c : Nat} → Lt a b → Lt c b →
    Eq (add a (mul b q)) (add c (mul b p)) → And (Eq a c) (Eq q p)
  | .zero, .zero, a, c, _, _, e => ⟨e, rfl⟩
  | .succ q, .zero, a, c, _, hc, e => (Lt.irrefl c (Le.trans hc
      ⟨add a (mul b q), (add_comm b (add a (mul b q))).trans ((add_assoc a (mul b q) b).trans e)⟩)).elim
  | .zero, .succ p, a, c, ha, _, e => (Lt.irrefl a (Le.trans ha
      ⟨add c (mul b p), (add_comm b (add c (mul b p))).trans ((add_assoc c (mul b p) b).trans e.symm)⟩)).elim
  | .succ q, .succ p, a, c, ha, hc, e =>
    have ih := digits b q p ha hc (add_right_cancel b
      ((add_assoc a (mul b q) b).trans (e.trans (add_assoc c (mul b p) b).symm)))
    ⟨ih.left, congrArg succ ih.right⟩
theorem mod_of (m : Nat) {a q n : Nat} (h : Lt a (succ m)) (e : Eq (add a (mul (succ m) q)) n) : Eq (mod n (succ m)) a :=
  (digits (succ m) (div n (succ m)) q (mod_lt m n) h ((div_eq m n).trans e.symm)).left
theorem div_of (m : Nat) {a q n : Nat} (h : Lt a (succ m)) (e : Eq (add a (mul (succ m) q)) n) : Eq (div n (succ m)) q :=
  (digits (succ m) (div n (succ m)) q (mod_lt m n) h ((div_eq m n).trans e.symm)).right
end Nat
