prelude
import EgVar.Query.Arith
import EgVar.Query.Claim
import EgVar.Query.Pick
set_option linter.all false
set_option autoImplicit false
/-!
Numbers known within bounds, and claims about them: a claim holds or fails only if it does whatever the numbers are.

Bounds come from counting rows whose condition meets a missing or unreadable cell. A missing cell is not a no.
-/
namespace EgVar
namespace Range
noncomputable def exact (a : Option Q) : Option Range := Option.map (fun q => .mk q q) a
noncomputable def count (m : Mask) : Option Range := some (bounds m)
/-- The rows that are known to be meant, and no other. -/
noncomputable def sure (m : Mask) : Mask :=
  List.map (fun t => Truth.rec (motive := fun _ => Truth) .no .yes .no .unreadable t) m
noncomputable def distinct (c : Col) (m : Mask) : Option Range :=
  Option.bind (EgVar.distinct c (sure m)) (fun a => Option.map (fun b => .mk a b) (EgVar.distinct c (possible m)))

noncomputable def lift2 (f : Range → Range → Option Range) (a b : Option Range) : Option Range :=
  Option.bind a (fun x => Option.bind b (fun y => f x y))
noncomputable def least (a b : Q) : Q := Bool.rec (motive := fun _ => Q) b a (Q.le a b)
noncomputable def greatest (a b : Q) : Q := Bool.rec (motive := fun _ => Q) a b (Q.le a b)
noncomputable def hull (a b c d : Q) : Range :=
  .mk (least (least a b) (least c d)) (greatest (greatest a b) (greatest c d))
noncomputable def add (a b : Option Range) : Option Range :=
  lift2 (fun x y => some (.mk (Q.add x.low y.low) (Q.add x.high y.high))) a b
noncomputable def sub (a b : Option Range) : Option Range :=
  lift2 (fun x y => some (.mk (Q.sub x.low y.high) (Q.sub x.high y.low))) a b
noncomputable def mul (a b : Option Range) : Option Range :=
  lift2 (fun x y => some (hull (Q.mul x.low y.low) (Q.mul x.low y.high) (Q.mul x.high y.low) (Q.mul x.high y.high))) a b
noncomputable def zero : Q := .mk .zero .zero (.succ .zero)
/-- `none` where the divisor may be zero. -/
noncomputable def div (a b : Option Range) : Option Range :=
  lift2 (fun x y => Bool.rec (motive := fun _ => Option Range) none
    (Option.bind (Q.div x.low y.low) (fun p => Option.bind (Q.div x.low y.high) (fun q =>
      Option.bind (Q.div x.high y.low) (fun r => Option.map (fun s => hull p q r s) (Q.div x.high y.high)))))
    (Bool.or (Q.lt zero y.low) (Q.lt y.high zero))) a b
noncomputable def abs (a : Option Range) : Option Range :=
  Option.map (fun x => (fun (r : Range) => Bool.rec (motive := fun _ => Range) r (.mk zero r.high)
    (Bool.and (Q.le x.low zero) (Q.le zero x.high))) (hull (Q.abs x.low) (Q.abs x.low) (Q.abs x.high) (Q.abs x.high))) a

/-- `some true` if `yes`, otherwise `some false` if `no`, otherwise none. -/
noncomputable def decide (yes no : Bool) : Option Bool :=
  Bool.rec (motive := fun _ => Option Bool) (Bool.rec (motive := fun _ => Option Bool) none (some false) no) (some true) yes
noncomputable def test (yes no : Range → Range → Bool) (a b : Option Range) : Option Bool :=
  Option.bind a (fun x => Option.bind b (fun y => decide (yes x y) (no x y)))
noncomputable def below (x y : Range) : Bool := Q.lt x.high y.low
noncomputable def notAbove (x y : Range) : Bool := Q.le x.high y.low
noncomputable def eq (a b : Option Range) : Option Bool :=
  test (fun x y => Bool.and (Q.le x.high y.low) (Q.le y.high x.low)) (fun x y => Bool.or (below x y) (below y x)) a b
noncomputable def ne (a b : Option Range) : Option Bool := Claim.not (eq a b)
noncomputable def lt (a b : Option Range) : Option Bool := test below (fun x y => notAbove y x) a b
noncomputable def le (a b : Option Range) : Option Bool := test notAbove (fun x y => below y x) a b
noncomputable def gt (a b : Option Range) : Option Bool := lt b a
noncomputable def ge (a b : Option Range) : Option Bool := le b a

/-- Whether the number, rounded half away from zero to a multiple of `step`, is `v`: it holds if it does at both
bounds, and fails if it does at neither and `v` does not lie between them. -/
noncomputable def rounds (a : Option Range) (v step : Q) : Option Bool :=
  Option.bind a (fun x => Option.bind (Claim.rounds (some x.low) v step) (fun l =>
    Option.bind (Claim.rounds (some x.high) v step) (fun h =>
      decide (Bool.and l h) (Bool.not (Bool.or (Bool.or l h) (Bool.and (Q.le x.low v) (Q.le v x.high)))))))
end Range

/-- The values of the rows that are known to be meant, and of all that may be. -/
structure Span where
  sure : List Value
  possible : List Value
namespace Span
noncomputable def listed (c : Col) (m : Mask) : List Value := List.dedup Value.beq (List.map (Cell.value c.den) (pick m c.cells))
/-- `none` when no row may be meant, or a row is undecided because of an unreadable cell. -/
noncomputable def values (c : Col) (m : Mask) : Option Span :=
  Option.map (fun all => .mk (listed c (Range.sure m)) all) (EgVar.values c (EgVar.possible m))
/-- Whether the values are `v` and nothing else: fails if a row that is meant has another one. -/
noncomputable def only (s : Option Span) (v : Value) : Option Bool :=
  Option.bind s (fun s => Range.decide
    (Bool.and (Claim.isIn v s.sure) (List.all (fun x => Value.beq x v) s.possible))
    (List.any (fun x => Bool.and (Claim.comparable v x) (Bool.not (Value.beq x v))) s.sure))
/-- Whether `v` is one of the values: fails only if there are any, and no row that may be meant has it, or might. -/
noncomputable def among (s : Option Span) (v : Value) : Option Bool :=
  Option.bind s (fun s => Range.decide (Claim.isIn v s.sure)
    (Bool.and (Bool.not (List.all (fun _ => false) s.sure))
      (Bool.and (Claim.allComparable v s.possible) (Bool.not (Claim.isIn v s.possible)))))
end Span
end EgVar
