prelude
import EgVar.Packed.Aggregates
set_option linter.all false
set_option autoImplicit false
/-! The greatest and the least number of a packed column: a number that is there, and that no other beats. -/
namespace Nat.Packed
open EgVar (Truth Mask Q)

/-- `t` of every lane that `bs` keeps. -/
def Every (t : Nat → Bool) : List Bool → List Nat → Prop
  | .nil, _ => True
  | .cons _ _, .nil => True
  | .cons b bs, .cons v vs => And (Eq b true → Eq (t v) true) (Every t bs vs)
/-- `t` of some lane that `bs` keeps. -/
def Some (t : Nat → Bool) : List Bool → List Nat → Prop
  | .nil, _ => False
  | .cons _ _, .nil => False
  | .cons b bs, .cons v vs => Or (And (Eq b true) (Eq (t v) true)) (Some t bs vs)

/-- `g x y`: `x` is to be preferred to `y`. -/
structure Best (g : Nat → Nat → Bool) (M : Nat) : Prop where
  self : Eq (g M M) false

theorem step (b : Bool) (x y z : Option Q) (hb : Eq b true) (h : Eq y z) : Eq (Bool.rec (motive := fun _ => Option Q) x y b) z :=
  Eq.subst (motive := fun b => Eq (Bool.rec (motive := fun _ => Option Q) x y b) z) hb.symm h
theorem stay (b : Bool) (x y z : Option Q) (hb : Eq b false) (h : Eq x z) : Eq (Bool.rec (motive := fun _ => Option Q) x y b) z :=
  Eq.subst (motive := fun b => Eq (Bool.rec (motive := fun _ => Option Q) x y b) z) hb.symm h
end Nat.Packed
