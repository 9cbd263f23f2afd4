prelude
import EgVar.Query.Filter
set_option linter.all false
set_option autoImplicit false
/-! The number in the one row of a mask, and the set of what the rows of a mask hold. -/
namespace EgVar
/-- The number in the only row of `m`; `none` for no row, several rows, or a cell that is not a number. -/
noncomputable def cell (c : Col) (m : Mask) : Option Q :=
  List.rec (motive := fun _ => Option Q) none
    (fun x rest _ => List.rec (motive := fun _ => Option Q) (Cell.number c.den x) (fun _ _ _ => none) rest)
    (meant m c.cells)
/-- The distinct values in the rows of `m`; `none` when a row is not decided or there is no row. -/
noncomputable def values (c : Col) (m : Mask) : Option (List Value) :=
  Bool.rec (motive := fun _ => Option (List Value)) none
    (List.rec (motive := fun _ => Option (List Value)) none
      (fun x rest _ => some (List.dedup Value.beq (List.map (Cell.value c.den) (.cons x rest))))
      (pick m c.cells))
    (settled m)
/-- How many distinct values the rows of `m` hold, missing ones left out. -/
noncomputable def distinct (c : Col) (m : Mask) : Option Q :=
  Option.map (fun l => Q.mk (List.length l) .zero (.succ .zero)) (values c (Filter.and m (Filter.present c)))
/-- Values and, after them, a number: an answer in two parts. -/
noncomputable def together (a : Option (List Value)) (b : Option Q) : Option (List Value) :=
  Option.bind a (fun l => Option.map (fun q => List.append l (.cons (.num q) .nil)) b)
end EgVar
