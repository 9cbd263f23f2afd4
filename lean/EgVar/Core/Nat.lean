prelude
import EgVar.Core.Logic
set_option linter.all false
set_option autoImplicit false
/-!
Natural numbers, and every function on them that Lean's kernel computes by name.

The kernel evaluates `Nat.add`, `sub`, `mul`, `div`, `mod`, `gcd`, `beq`, `ble`, `land`, `lor`, `xor`, `shiftLeft`,
`shiftRight`, `pow` and `log2` on literals with GMP, whatever their definitions say. So each of them has to be
defined, here, and to mean what GMP computes: `tests/lean` evaluates every one both ways. Functions that recurse on
something other than their argument's structure carry fuel, always enough of it.
-/
universe u

set_option genCtorIdx false in
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat

class OfNat (α : Type u) (x : Nat) where
  ofNat : α
instance instOfNatNat (n : Nat) : OfNat Nat n := ⟨n⟩

namespace Nat

set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_dec_eq"] def beq : Nat → Nat → Bool
  | .zero, .zero => true
  | .zero, .succ _ => false
  | .succ _, .zero => false
  | .succ n, .succ m => Nat.beq n m
set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_dec_le"] def ble : Nat → Nat → Bool
  | .zero, .zero => true
  | .zero, .succ _ => true
  | .succ _, .zero => false
  | .succ n, .succ m => Nat.ble n m

noncomputable def pred (n : Nat) : Nat := n.rec (motive := fun _ => Nat) .zero (fun m _ => m)
noncomputable def add (n m : Nat) : Nat := m.rec (motive := fun _ => Nat) n (fun _ ih => .succ ih)
noncomputable def sub (n m : Nat) : Nat := m.rec (motive := fun _ => Nat) n (fun _ ih => pred ih)
noncomputable def mul (n m : Nat) : Nat := m.rec (motive := fun _ => Nat) .zero (fun _ ih => add ih n)
noncomputable def pow (n m : Nat) : Nat := m.rec (motive := fun _ => Nat) (.succ .zero) (fun _ ih => mul ih n)

/-- Whether `m` can still be taken away from `n`: `0 < m ≤ n`. -/
noncomputable def fits (m n : Nat) : Bool :=
  Bool.rec (motive := fun _ => Bool) false (ble m n) (ble (.succ .zero) m)
noncomputable def divFuel (m fuel : Nat) : Nat → Nat :=
  fuel.rec (motive := fun _ => Nat → Nat) (fun _ => .zero)
    (fun _ ih n => Bool.rec (motive := fun _ => Nat) .zero (.succ (ih (sub n m))) (fits m n))
/-- Quotient; `div n 0 = 0`. -/
noncomputable def div (n m : Nat) : Nat := divFuel m n n
noncomputable def modFuel (m fuel : Nat) : Nat → Nat :=
  fuel.rec (motive := fun _ => Nat → Nat) (fun n => n)
    (fun _ ih n => Bool.rec (motive := fun _ => Nat) n (ih (sub n m)) (fits m n))
/-- Remainder; `mod n 0 = n`. -/
noncomputable def mod (n m : Nat) : Nat := modFuel m n n
noncomputable def gcdFuel (fuel : Nat) : Nat → Nat → Nat :=
  fuel.rec (motive := fun _ => Nat → Nat → Nat) (fun _ n => n)
    (fun _ ih m n => Bool.rec (motive := fun _ => Nat) (ih (mod n m) m) n (beq m .zero))
/-- Greatest common divisor by Euclid; the first argument shrinks in each step, so it is fuel enough. -/
noncomputable def gcd (m n : Nat) : Nat := gcdFuel m m n

noncomputable def two : Nat := .succ (.succ .zero)
noncomputable def bitFuel (f : Bool → Bool → Bool) (fuel : Nat) : Nat → Nat → Nat :=
  fuel.rec (motive := fun _ => Nat → Nat → Nat) (fun _ _ => .zero)
    (fun _ ih n m => add (mul two (ih (div n two) (div m two)))
      (Bool.rec (motive := fun _ => Nat) .zero (.succ .zero)
        (f (beq (mod n two) (.succ .zero)) (beq (mod m two) (.succ .zero)))))
noncomputable def land (n m : Nat) : Nat :=
  bitFuel (fun a b => Bool.rec (motive := fun _ => Bool) false b a) (add n m) n m
noncomputable def lor (n m : Nat) : Nat :=
  bitFuel (fun a b => Bool.rec (motive := fun _ => Bool) b true a) (add n m) n m
noncomputable def xor (n m : Nat) : Nat :=
  bitFuel (fun a b => Bool.rec (motive := fun _ => Bool) b (Bool.rec (motive := fun _ => Bool) true false b) a)
    (add n m) n m
noncomputable def shiftLeft (n m : Nat) : Nat := mul n (pow two m)
noncomputable def shiftRight (n m : Nat) : Nat := m.rec (motive := fun _ => Nat) n (fun _ ih => div ih two)
noncomputable def log2Fuel (fuel : Nat) : Nat → Nat :=
  fuel.rec (motive := fun _ => Nat → Nat) (fun _ => .zero)
    (fun _ ih n => Bool.rec (motive := fun _ => Nat) .zero (.succ (ih (div n two))) (ble two n))
/-- Binary logarithm, rounded down; `log2 0 = 0`. -/
noncomputable def log2 (n : Nat) : Nat := log2Fuel n n

end Nat

theorem noConfusion_of_Nat.aux : (a : Nat) → (Nat.beq a a).rec False True
  | Nat.zero => True.intro
  | Nat.succ n => noConfusion_of_Nat.aux n
theorem noConfusion_of_Nat {α : Sort u} (f : α → Nat) {a b : α} (h : Eq a b) : (Nat.beq (f a) (f b)).rec False True :=
  Eq.rec (motive := fun x _ => Bool.rec (motive := fun _ => Prop) False True (Nat.beq (f a) (f x)))
    (noConfusion_of_Nat.aux (f a)) h

theorem Nat.eq_of_beq_eq_true : {n m : Nat} → Eq (Nat.beq n m) true → Eq n m
  | .zero, .zero, _ => rfl
  | .zero, .succ _, h => (Bool.false_ne_true h).elim
  | .succ _, .zero, h => (Bool.false_ne_true h).elim
  | .succ _, .succ _, h => congrArg Nat.succ (Nat.eq_of_beq_eq_true h)
theorem Nat.beq_refl : (n : Nat) → Eq (Nat.beq n n) true
  | .zero => rfl
  | .succ n => Nat.beq_refl n
theorem Nat.ne_of_beq_eq_false {n m : Nat} (h : Eq (Nat.beq n m) false) : Not (Eq n m) := fun e =>
  Bool.false_ne_true (Eq.rec (motive := fun b _ => Eq false b) h.symm
    (Eq.rec (motive := fun x _ => Eq (Nat.beq n x) true) (Nat.beq_refl n) e))
@[reducible, extern "lean_nat_dec_eq"] def Nat.decEq (n m : Nat) : Decidable (Eq n m) :=
  match h : Nat.beq n m with
  | true => .isTrue (Nat.eq_of_beq_eq_true h)
  | false => .isFalse (Nat.ne_of_beq_eq_false h)
