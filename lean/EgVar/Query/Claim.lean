prelude
import EgVar.Query.Count
import EgVar.Query.Arith
set_option linter.all false
set_option autoImplicit false
/-!
Claims: `some true` where one holds, `some false` where it fails, `none` where a part has no value.

A claim is Verified by `claim = some true` and Refuted by `claim = some false`, so a missing entity refutes nothing.
-/
namespace EgVar
namespace Claim
noncomputable def test (f : Q → Q → Bool) (a b : Option Q) : Option Bool :=
  Option.bind a (fun x => Option.map (f x) b)
noncomputable def eq (a b : Option Q) : Option Bool := test Q.eq a b
noncomputable def ne (a b : Option Q) : Option Bool := test (fun x y => Bool.not (Q.eq x y)) a b
noncomputable def lt (a b : Option Q) : Option Bool := test Q.lt a b
noncomputable def le (a b : Option Q) : Option Bool := test Q.le a b
noncomputable def gt (a b : Option Q) : Option Bool := test (fun x y => Q.lt y x) a b
noncomputable def ge (a b : Option Q) : Option Bool := test (fun x y => Q.le y x) a b

/-- Whether `a`, rounded half away from zero to a multiple of `step` (a positive number), is `v`. -/
noncomputable def rounds (a : Option Q) (v step : Q) : Option Bool :=
  Option.map (fun x =>
    let half := Q.mul step (Q.mk (.succ .zero) .zero (.succ (.succ .zero)))
    Bool.rec (motive := fun _ => Bool)
      (Bool.rec (motive := fun _ => Bool)
        (Bool.and (Q.le (Q.sub v half) x) (Q.lt x (Q.add v half)))
        (Bool.and (Q.lt (Q.sub v half) x) (Q.lt x (Q.add v half)))
        (Q.isZero v))
      (Bool.and (Q.lt (Q.sub v half) x) (Q.le x (Q.add v half)))
      (Q.lt v (Q.mk .zero .zero (.succ .zero)))) a

/-- Whether `x` can be told from `v`: both are texts, both numbers or both days. What a missing cell or one that could
not be read would be worth is not known. -/
noncomputable def comparable (v x : Value) : Bool :=
  v.rec (motive := fun _ => Bool) false (fun _ => false)
    (fun _ => x.rec (motive := fun _ => Bool) false (fun _ => false) (fun _ => true) (fun _ => false) (fun _ => false))
    (fun _ => x.rec (motive := fun _ => Bool) false (fun _ => false) (fun _ => false) (fun _ => true) (fun _ => false))
    (fun _ => x.rec (motive := fun _ => Bool) false (fun _ => false) (fun _ => false) (fun _ => false) (fun _ => true))
noncomputable def isIn (v : Value) (l : List Value) : Bool := List.any (fun x => Value.beq x v) l
noncomputable def allComparable (v : Value) (l : List Value) : Bool := List.all (comparable v) l
/-- Whether the set is exactly `{v}`; `none` where that depends on a value that cannot be told from `v`. -/
noncomputable def only (l : Option (List Value)) (v : Value) : Option Bool :=
  Option.bind l (fun l => Bool.rec (motive := fun _ => Option Bool)
    (Bool.rec (motive := fun _ => Option Bool) none (some (isIn v l)) (allComparable v l))
    (some false)
    (List.any (fun x => Bool.and (comparable v x) (Bool.not (Value.beq x v))) l))
/-- Whether `v` is in the set; `none` where it is not, but a value that cannot be told from `v` is. -/
noncomputable def among (l : Option (List Value)) (v : Value) : Option Bool :=
  Option.bind l (fun l => Bool.rec (motive := fun _ => Option Bool)
    (Bool.rec (motive := fun _ => Option Bool) none (some false) (allComparable v l))
    (some true) (isIn v l))

/-- Whether every row of `m` is in `n`: fails as soon as a row is known not to be, holds if none can fail. `none` when
no row is known to be in `m`, and otherwise when a missing or unreadable cell leaves one open. -/
noncomputable def all (m n : Mask) : Option Bool :=
  (fun (fail : Range) => Bool.rec (motive := fun _ => Option Bool)
    (Bool.rec (motive := fun _ => Option Bool) (some false)
      (Bool.rec (motive := fun _ => Option Bool) none (some true) (Q.isZero fail.high)) (Q.isZero fail.low))
    none (Q.isZero (bounds m).low)) (bounds (Filter.and m (Filter.not n)))

noncomputable def not (a : Option Bool) : Option Bool := Option.map Bool.not a
/-- Fails when one part fails, holds when both hold. -/
noncomputable def and (a b : Option Bool) : Option Bool :=
  a.rec (motive := fun _ => Option Bool)
    (b.rec (motive := fun _ => Option Bool) none (fun y => Bool.rec (motive := fun _ => Option Bool) (some false) none y))
    (fun x => Bool.rec (motive := fun _ => Option Bool) (some false) b x)
noncomputable def or (a b : Option Bool) : Option Bool := not (and (not a) (not b))
end Claim
end EgVar
