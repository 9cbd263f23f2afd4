prelude
import EgVar.Query.Count
set_option linter.all false
set_option autoImplicit false
/-!
Columns made from columns, row by row: sums, differences, products, quotients, and the value of the row before.

A row in which a part is missing has no value there; one in which a part is no number, or where nothing can be divided
by, is unreadable, so that no aggregate passes over it.
-/
namespace EgVar
namespace Derive
noncomputable def broken : Cell := .unreadable (.succ .zero)
noncomputable def signed (p n : Nat) : Cell :=
  Bool.rec (motive := fun _ => Cell) (.neg (Nat.sub n p)) (.num (Nat.sub p n)) (Nat.ble n p)

/-- `f p n p' n'` for two cells that are numbers `p - n` and `p' - n'` in units of their columns. -/
noncomputable def zipCell (f : Nat → Nat → Nat → Nat → Cell) (a b : Cell) : Cell :=
  let right := fun (p n : Nat) => b.rec (motive := fun _ => Cell) .null (fun _ => broken) (fun _ => broken)
    (fun x => f p n x .zero) (fun y => f p n .zero y) (fun _ => broken)
  let other := b.rec (motive := fun _ => Cell) .null (fun _ => broken) (fun _ => broken) (fun _ => broken)
    (fun _ => broken) (fun _ => broken)
  a.rec (motive := fun _ => Cell) .null (fun _ => other) (fun _ => other) (fun x => right x .zero)
    (fun y => right .zero y) (fun _ => other)

noncomputable def zip (den : Nat) (f : Nat → Nat → Nat → Nat → Cell) (a b : Col) : Col :=
  .mk den .zero (List.zipWith (zipCell f) a.cells b.cells)
noncomputable def add (a b : Col) : Col :=
  zip (Nat.mul a.den b.den) (fun p n x y => signed
    (Nat.add (Nat.mul p b.den) (Nat.mul x a.den)) (Nat.add (Nat.mul n b.den) (Nat.mul y a.den))) a b
noncomputable def sub (a b : Col) : Col :=
  zip (Nat.mul a.den b.den) (fun p n x y => signed
    (Nat.add (Nat.mul p b.den) (Nat.mul y a.den)) (Nat.add (Nat.mul n b.den) (Nat.mul x a.den))) a b
noncomputable def mul (a b : Col) : Col :=
  zip (Nat.mul a.den b.den) (fun p n x y => signed
    (Nat.add (Nat.mul p x) (Nat.mul n y)) (Nat.add (Nat.mul p y) (Nat.mul n x))) a b

/-- The least common multiple of the numbers of a column that are not zero, in its units. -/
noncomputable def multiple (l : List Cell) : Nat :=
  let lcm := fun (x m : Nat) => Bool.rec (motive := fun _ => Nat) (Nat.div (Nat.mul x m) (Nat.gcd x m)) m (Nat.beq x .zero)
  l.rec (motive := fun _ => Nat) (.succ .zero)
    (fun c _ ih => c.rec (motive := fun _ => Nat) ih (fun _ => ih) (fun _ => ih) (fun x => lcm x ih) (fun y => lcm y ih)
      (fun _ => ih))
noncomputable def div (a b : Col) : Col :=
  (fun (m : Nat) => zip (Nat.mul a.den m) (fun p n x y => Bool.rec (motive := fun _ => Cell)
    ((fun (k : Nat) => Bool.rec (motive := fun _ => Cell) (signed (Nat.mul n k) (Nat.mul p k))
      (signed (Nat.mul p k) (Nat.mul n k)) (Nat.beq y .zero)) (Nat.mul b.den (Nat.div m (Nat.add x y))))
    broken (Nat.beq (Nat.add x y) .zero)) a b) (multiple b.cells)

/-- The cell of the one row whose `key` is one less; missing where there is none, unreadable where there are several. A
text as key, such as “total”, has no row before it. -/
noncomputable def before (c key : Col) (k : Q) : Cell :=
  List.rec (motive := fun _ => Cell) .null
    (fun x rest _ => List.rec (motive := fun _ => Cell) x (fun _ _ _ => broken) rest)
    (pick (Filter.numEq key (Q.sub k (Q.mk (.succ .zero) .zero (.succ .zero)))) c.cells)
noncomputable def previous (c key : Col) : Col :=
  .mk c.den c.unit (List.map (fun k => Cell.rec (motive := fun _ => Cell) .null (fun _ => broken) (fun _ => .null)
    (fun n => before c key (Q.canon n .zero key.den)) (fun n => before c key (Q.canon .zero n key.den))
    (fun _ => broken) k) key.cells)
end Derive
end EgVar
