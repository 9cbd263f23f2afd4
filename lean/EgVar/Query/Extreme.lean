prelude
import EgVar.Query.Filter
set_option linter.all false
set_option autoImplicit false
/-! The greatest and the least number of a column over the rows of a mask, and the rows that hold it (all of them:
ties are sets). Missing cells are left out; anything else that is not a number gives `none`. -/
namespace EgVar
/-- `better p n p' n'`: the number `p - n` is to be preferred to `p' - n'`. -/
noncomputable def greater (p n p' n' : Nat) : Bool := Bool.not (Nat.ble (Nat.add p n') (Nat.add p' n))
noncomputable def less (p n p' n' : Nat) : Bool := greater p' n' p n

noncomputable def bestFrom (better : Nat → Nat → Nat → Nat → Bool) (den : Nat) (cs : List Cell) :
    Bool → Nat → Nat → Option Q :=
  cs.rec (motive := fun _ => Bool → Nat → Nat → Option Q)
    (fun found p n => Bool.rec (motive := fun _ => Option Q) none (some (Q.canon p n den)) found)
    (fun c _ ih found p n =>
      let offer := fun (x y : Nat) =>
        Bool.rec (motive := fun _ => Option Q) (ih true p n) (ih true x y)
          (Bool.or (Bool.not found) (better x y p n))
      c.rec (motive := fun _ => Option Q) (ih found p n) (fun _ => none) (fun _ => none)
        (fun x => offer x .zero) (fun y => offer .zero y) (fun _ => none))
/-- The best number of the rows of `m`, if it is the best too of all rows that may be meant. -/
noncomputable def best (better : Nat → Nat → Nat → Nat → Bool) (c : Col) (m : Mask) : Option Q :=
  Option.bind (bestFrom better c.den (pick m c.cells) false .zero .zero) (fun a =>
    Bool.rec (motive := fun _ => Option Q)
      (Option.bind (bestFrom better c.den (pick (possible m) c.cells) false .zero .zero) (fun b =>
        Bool.rec (motive := fun _ => Option Q) none (some a) (Q.eq a b)))
      (some a) (settled m))
noncomputable def max (c : Col) (m : Mask) : Option Q := best greater c m
noncomputable def min (c : Col) (m : Mask) : Option Q := best less c m

/-- The rows of `m` whose cell is the number `best`, a row without a number being none of them; undecided throughout
when there is no such number. -/
noncomputable def rowsAt (best : Option Q) (c : Col) (m : Mask) : Mask :=
  best.rec (motive := fun _ => Mask) (List.map (fun _ => Truth.unreadable) m)
    (fun q => Filter.and m (Filter.and (Filter.present c) (Filter.numEq c q)))
noncomputable def argmax (c : Col) (m : Mask) : Mask := rowsAt (max c m) c m
noncomputable def argmin (c : Col) (m : Mask) : Mask := rowsAt (min c m) c m
end EgVar
