prelude
import EgVar.Core.Data
set_option linter.all false
set_option autoImplicit false
/-!
Exact rational numbers, cells and columns.

A number is `(pos - neg) / den`. It is canonical when `pos` or `neg` is zero, `den > 0`, and the fraction is in
lowest terms; every function below that returns a number returns it canonical, so two equal numbers are the same term.
Text is the natural number whose bytes (most significant first) are 0x01 followed by the text's UTF-8 bytes.
-/
namespace EgVar

structure Q where
  pos : Nat
  neg : Nat
  den : Nat

namespace Q
/-- The canonical form; truncated subtraction leaves exactly one of the two sides. -/
noncomputable def canon (p n d : Nat) : Q :=
  let g := Nat.gcd (Nat.add (Nat.sub p n) (Nat.sub n p)) d
  .mk (Nat.div (Nat.sub p n) g) (Nat.div (Nat.sub n p) g) (Nat.div d g)
noncomputable def add (a b : Q) : Q :=
  canon (Nat.add (Nat.mul a.pos b.den) (Nat.mul b.pos a.den))
    (Nat.add (Nat.mul a.neg b.den) (Nat.mul b.neg a.den)) (Nat.mul a.den b.den)
noncomputable def negate (a : Q) : Q := canon a.neg a.pos a.den
noncomputable def sub (a b : Q) : Q := add a (negate b)
noncomputable def mul (a b : Q) : Q :=
  canon (Nat.add (Nat.mul a.pos b.pos) (Nat.mul a.neg b.neg))
    (Nat.add (Nat.mul a.pos b.neg) (Nat.mul a.neg b.pos)) (Nat.mul a.den b.den)
noncomputable def abs (a : Q) : Q :=
  canon (Nat.add (Nat.sub a.pos a.neg) (Nat.sub a.neg a.pos)) .zero a.den
noncomputable def isZero (a : Q) : Bool := Nat.beq a.pos a.neg
/-- `none` for a divisor of zero. Both sides of the fraction are multiplied by the divisor's numerator, so that its
sign moves up and its square stays below. -/
noncomputable def div (a b : Q) : Option Q :=
  let up := Nat.sub b.pos b.neg
  let down := Nat.sub b.neg b.pos
  let size := Nat.add up down
  Bool.rec (motive := fun _ => Option Q)
    (some (canon
      (Nat.mul (Nat.add (Nat.mul a.pos up) (Nat.mul a.neg down)) b.den)
      (Nat.mul (Nat.add (Nat.mul a.neg up) (Nat.mul a.pos down)) b.den)
      (Nat.mul a.den (Nat.mul size size))))
    none (isZero b)
noncomputable def le (a b : Q) : Bool :=
  Nat.ble (Nat.add (Nat.mul a.pos b.den) (Nat.mul b.neg a.den)) (Nat.add (Nat.mul b.pos a.den) (Nat.mul a.neg b.den))
noncomputable def lt (a b : Q) : Bool := Bool.not (le b a)
noncomputable def eq (a b : Q) : Bool :=
  Nat.beq (Nat.add (Nat.mul a.pos b.den) (Nat.mul b.neg a.den)) (Nat.add (Nat.mul b.pos a.den) (Nat.mul a.neg b.den))
end Q

/-- What a reading says about one cell. `num n` and `neg n` count in units of the column's `den`. -/
inductive Cell where
  /-- The cell holds no value. -/
  | null
  /-- The reading does not cover the cell; its text is known, its value is not. -/
  | unreadable (t : Nat)
  | text (t : Nat)
  | num (n : Nat)
  | neg (n : Nat)
  /-- A day, as its proleptic Gregorian ordinal (0001-01-01 is 1). -/
  | date (n : Nat)

/-- A column: a common denominator of its numbers, its unit as text (zero for none), its cells from top to bottom. -/
structure Col where
  den : Nat
  unit : Nat
  cells : List Cell

/-- What a cell is worth outside its column. -/
inductive Value where
  | null
  | unreadable (t : Nat)
  | text (t : Nat)
  | num (q : Q)
  | date (n : Nat)

noncomputable def Value.beq (a b : Value) : Bool :=
  a.rec (motive := fun _ => Bool)
    (b.rec (motive := fun _ => Bool) true (fun _ => false) (fun _ => false) (fun _ => false) (fun _ => false))
    (fun t => b.rec (motive := fun _ => Bool) false (fun u => Nat.beq t u) (fun _ => false) (fun _ => false) (fun _ => false))
    (fun t => b.rec (motive := fun _ => Bool) false (fun _ => false) (fun u => Nat.beq t u) (fun _ => false) (fun _ => false))
    (fun q => b.rec (motive := fun _ => Bool) false (fun _ => false) (fun _ => false) (fun r => Q.eq q r) (fun _ => false))
    (fun n => b.rec (motive := fun _ => Bool) false (fun _ => false) (fun _ => false) (fun _ => false) (fun m => Nat.beq n m))

noncomputable def Cell.value (den : Nat) (c : Cell) : Value :=
  c.rec (motive := fun _ => Value) .null .unreadable .text
    (fun n => .num (Q.canon n .zero den)) (fun n => .num (Q.canon .zero n den)) .date

/-- The number in a cell, where there is one. -/
noncomputable def Cell.number (den : Nat) (c : Cell) : Option Q :=
  c.rec (motive := fun _ => Option Q) none (fun _ => none) (fun _ => none)
    (fun n => some (Q.canon n .zero den)) (fun n => some (Q.canon .zero n den)) (fun _ => none)
end EgVar
