prelude
import EgVar.Query.Filter
set_option linter.all false
set_option autoImplicit false
namespace EgVar
noncomputable def countFrom (m : Mask) : Nat → Option Q :=
  m.rec (motive := fun _ => Nat → Option Q) (fun k => some (Q.mk k .zero (.succ .zero)))
    (fun t _ ih k => t.rec (motive := fun _ => Option Q) (ih k) (ih (.succ k)) (ih k) none)
/-- How many rows are in `m`; `none` when a row could not be decided. -/
noncomputable def count (m : Mask) : Option Q := countFrom m .zero
end EgVar
