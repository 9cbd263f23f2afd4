prelude
import EgVar.Query.Filter
set_option linter.all false
set_option autoImplicit false
/-! Sum and mean of a column over the rows of a mask. Missing cells are left out; an unreadable cell, text or a day
among the rows gives `none`, and so does the absence of any number, or one in a row that may be meant or not. -/
namespace EgVar
noncomputable def fold (finish : Nat → Nat → Nat → Option Q) (cs : List Cell) : Nat → Nat → Nat → Option Q :=
  cs.rec (motive := fun _ => Nat → Nat → Nat → Option Q) finish
    (fun c _ ih p n k => c.rec (motive := fun _ => Option Q) (ih p n k) (fun _ => none) (fun _ => none)
      (fun x => ih (Nat.add p x) n (.succ k)) (fun x => ih p (Nat.add n x) (.succ k)) (fun _ => none))
noncomputable def unlessEmpty (k : Nat) (o : Q) : Option Q :=
  Bool.rec (motive := fun _ => Option Q) (some o) none (Nat.beq k .zero)
noncomputable def sum (c : Col) (m : Mask) : Option Q :=
  fold (fun p n k => unlessEmpty k (Q.canon p n c.den)) (meant m c.cells) .zero .zero .zero
noncomputable def mean (c : Col) (m : Mask) : Option Q :=
  fold (fun p n k => unlessEmpty k (Q.canon p n (Nat.mul c.den k))) (meant m c.cells) .zero .zero .zero
end EgVar
