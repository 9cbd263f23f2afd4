prelude
import EgVar.Value
set_option linter.all false
set_option autoImplicit false
/-!
Which rows a query is about.

A mask has one `Truth` for each row. `unknown` comes from a missing cell: the row may be meant or not, and a query has
a value only if that makes no difference. `unreadable` comes from a cell that the reading does not cover, and leaves
open more than one row: only a count is bounded over such a mask, every other query has no value.
-/
namespace EgVar

inductive Truth where
  | no
  | yes
  | unknown
  | unreadable

namespace Truth
noncomputable def ofBool (b : Bool) : Truth := b.rec (motive := fun _ => Truth) .no .yes
noncomputable def not (a : Truth) : Truth := a.rec (motive := fun _ => Truth) .yes .no .unknown .unreadable
/-- `no` wins; then `unreadable`; then `unknown`. -/
noncomputable def and (a b : Truth) : Truth :=
  a.rec (motive := fun _ => Truth) .no b
    (b.rec (motive := fun _ => Truth) .no .unknown .unknown .unreadable)
    (b.rec (motive := fun _ => Truth) .no .unreadable .unreadable .unreadable)
noncomputable def or (a b : Truth) : Truth := not (and (not a) (not b))
end Truth

abbrev Mask := List Truth

namespace Filter
/-- Every row. -/
noncomputable def all (c : Col) : Mask := List.map (fun _ => Truth.yes) c.cells
noncomputable def not (m : Mask) : Mask := List.map Truth.not m
noncomputable def and (m n : Mask) : Mask := List.zipWith Truth.and m n
noncomputable def or (m n : Mask) : Mask := List.zipWith Truth.or m n

/-- Rows whose cell is the text `t`. The text of an unreadable cell is known. -/
noncomputable def textIs (c : Col) (t : Nat) : Mask :=
  List.map (fun x => Cell.rec (motive := fun _ => Truth) .unknown (fun u => Truth.ofBool (Nat.beq u t))
    (fun u => Truth.ofBool (Nat.beq u t)) (fun _ => .no) (fun _ => .no) (fun _ => .no) x) c.cells

/-- Rows whose cell is a day that satisfies `test` with the day `n`. A text is no day; a number might be meant as one. -/
noncomputable def dayTest (test : Nat → Nat → Bool) (c : Col) (n : Nat) : Mask :=
  List.map (fun x => Cell.rec (motive := fun _ => Truth) .unknown (fun _ => .unreadable) (fun _ => .no)
    (fun _ => .unreadable) (fun _ => .unreadable) (fun d => Truth.ofBool (test d n)) x) c.cells

/-- Rows whose cell `x` and the number `q` satisfy `test (x * d) (q * d)`, `d` being positive. A text is no number; a
word that may stand for one, such as “pending”, is read as unreadable. -/
noncomputable def numTest (test : Nat → Nat → Bool) (c : Col) (q : Q) : Mask :=
  List.map (fun x => Cell.rec (motive := fun _ => Truth) .unknown (fun _ => .unreadable) (fun _ => .no)
    (fun n => Truth.ofBool (test (Nat.add (Nat.mul n q.den) (Nat.mul q.neg c.den)) (Nat.mul q.pos c.den)))
    (fun n => Truth.ofBool (test (Nat.mul q.neg c.den) (Nat.add (Nat.mul q.pos c.den) (Nat.mul n q.den))))
    (fun _ => .unreadable) x) c.cells

noncomputable def numEq (c : Col) (q : Q) : Mask := numTest Nat.beq c q
noncomputable def numLe (c : Col) (q : Q) : Mask := numTest Nat.ble c q
noncomputable def numGe (c : Col) (q : Q) : Mask := numTest (fun a b => Nat.ble b a) c q
noncomputable def numLt (c : Col) (q : Q) : Mask := numTest (fun a b => Bool.not (Nat.ble b a)) c q
noncomputable def numGt (c : Col) (q : Q) : Mask := numTest (fun a b => Bool.not (Nat.ble a b)) c q
/-- Rows that are no totals and no headings: their kind is zero. -/
noncomputable def leaf (kinds : Col) : Mask := numEq kinds (.mk .zero .zero (.succ .zero))
noncomputable def dayEq (c : Col) (n : Nat) : Mask := dayTest Nat.beq c n
noncomputable def dayLe (c : Col) (n : Nat) : Mask := dayTest Nat.ble c n
noncomputable def dayGe (c : Col) (n : Nat) : Mask := dayTest (fun a b => Nat.ble b a) c n

/-- Rows whose cell is not empty. -/
noncomputable def present (c : Col) : Mask :=
  List.map (fun x => Cell.rec (motive := fun _ => Truth) .no (fun _ => .yes) (fun _ => .yes) (fun _ => .yes)
    (fun _ => .yes) (fun _ => .yes) x) c.cells
end Filter

/-- The cells of the rows in `m`, top to bottom; a row that could not be decided gives an unreadable cell. -/
noncomputable def pick (m : Mask) : List Cell → List Cell :=
  m.rec (motive := fun _ => List Cell → List Cell) (fun _ => .nil)
    (fun t _ ih cs => cs.rec (motive := fun _ => List Cell) .nil
      (fun c cs' _ => t.rec (motive := fun _ => List Cell) (ih cs') (.cons c (ih cs')) (ih cs')
        (.cons (.unreadable .zero) (ih cs'))))

/-- Whether no row of `m` is undecided because of an unreadable cell. -/
noncomputable def decided (m : Mask) : Bool :=
  List.all (fun t => Truth.rec (motive := fun _ => Bool) true true true false t) m
/-- Whether every row is known to be in `m` or not to be. -/
noncomputable def settled (m : Mask) : Bool :=
  List.all (fun t => Truth.rec (motive := fun _ => Bool) true true false false t) m

/-- As `pick`, but a row that may be meant or not is passed over only if its cell is missing: it adds nothing either
way. Any other gives an unreadable cell. -/
noncomputable def meant (m : Mask) : List Cell → List Cell :=
  m.rec (motive := fun _ => List Cell → List Cell) (fun _ => .nil)
    (fun t _ ih cs => cs.rec (motive := fun _ => List Cell) .nil
      (fun c cs' _ =>
        let open_ := List.cons (Cell.unreadable .zero) (ih cs')
        t.rec (motive := fun _ => List Cell) (ih cs') (.cons c (ih cs'))
          (c.rec (motive := fun _ => List Cell) (ih cs') (fun _ => open_) (fun _ => open_) (fun _ => open_)
            (fun _ => open_) (fun _ => open_)) open_))

/-- Every row that may be meant. -/
noncomputable def possible (m : Mask) : Mask :=
  List.map (fun t => Truth.rec (motive := fun _ => Truth) .no .yes .yes .unreadable t) m
end EgVar
