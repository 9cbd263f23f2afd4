prelude
import EgVar.Query.Filter
set_option linter.all false
set_option autoImplicit false
/-! How many rows a mask has: exactly, and within what bounds where some rows may be meant or not. -/
namespace EgVar
noncomputable def countFrom (m : Mask) : Nat → Option Q :=
  m.rec (motive := fun _ => Nat → Option Q) (fun k => some (Q.mk k .zero (.succ .zero)))
    (fun t _ ih k => t.rec (motive := fun _ => Option Q) (ih k) (ih (.succ k)) none none)
/-- How many rows are in `m`; `none` when a row may be in it or not. -/
noncomputable def count (m : Mask) : Option Q := countFrom m .zero

/-- A number that lies between two, which it may be equal to. -/
structure Range where
  low : Q
  high : Q

noncomputable def boundsFrom (m : Mask) : Nat → Nat → Range :=
  m.rec (motive := fun _ => Nat → Nat → Range)
    (fun low high => .mk (Q.mk low .zero (.succ .zero)) (Q.mk high .zero (.succ .zero)))
    (fun t _ ih low high => t.rec (motive := fun _ => Range) (ih low high) (ih (.succ low) (.succ high))
      (ih low (.succ high)) (ih low (.succ high)))
/-- How many rows are in `m` at least and at most, whatever its missing and unreadable cells are. -/
noncomputable def bounds (m : Mask) : Range := boundsFrom m .zero .zero
end EgVar
