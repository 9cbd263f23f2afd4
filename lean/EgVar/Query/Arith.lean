prelude
import EgVar.Value
set_option linter.all false
set_option autoImplicit false
/-! Arithmetic between results: `none` when a part is. -/
namespace EgVar
noncomputable def lit (q : Q) : Option Q := some (Q.canon q.pos q.neg q.den)
noncomputable def lift2 (f : Q → Q → Option Q) (a b : Option Q) : Option Q :=
  Option.bind a (fun x => Option.bind b (fun y => f x y))
noncomputable def add (a b : Option Q) : Option Q := lift2 (fun x y => some (Q.add x y)) a b
noncomputable def sub (a b : Option Q) : Option Q := lift2 (fun x y => some (Q.sub x y)) a b
noncomputable def mul (a b : Option Q) : Option Q := lift2 (fun x y => some (Q.mul x y)) a b
/-- `none` for a divisor of zero. -/
noncomputable def div (a b : Option Q) : Option Q := lift2 Q.div a b
noncomputable def abs (a : Option Q) : Option Q := Option.map Q.abs a
end EgVar
