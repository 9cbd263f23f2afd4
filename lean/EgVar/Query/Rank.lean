prelude
import EgVar.Query.Count
set_option linter.all false
set_option autoImplicit false
/-! Rows by their place: the first or last few, the few with the greatest or least numbers; and the median. -/
namespace EgVar
namespace Rank
noncomputable def undecided (m : Mask) : Mask := List.map (fun _ => Truth.unreadable) m
/-- `m` if `k` rows are known to be in it, and none is undecided because of an unreadable cell; undecided otherwise. -/
noncomputable def exactly (k : Nat) (m : Mask) : Mask :=
  Bool.rec (motive := fun _ => Mask) (undecided m) m
    (Bool.and (decided m) (Q.eq (bounds m).low (Q.mk k .zero (.succ .zero))))
/-- The first `k` rows; a row before the last of them that may be meant or not leaves open which they are. -/
noncomputable def take (m : Mask) : Nat → Mask :=
  m.rec (motive := fun _ => Nat → Mask) (fun _ => .nil)
    (fun t _ ih k => t.rec (motive := fun _ => Mask) (.cons .no (ih k))
      (Bool.rec (motive := fun _ => Mask) (.cons .yes (ih (Nat.pred k))) (.cons .no (ih .zero)) (Nat.beq k .zero))
      (Bool.rec (motive := fun _ => Mask) (.cons .unreadable (ih k)) (.cons .no (ih .zero)) (Nat.beq k .zero))
      (.cons .unreadable (ih k)))
noncomputable def reverse (m : Mask) : Mask :=
  m.rec (motive := fun _ => Mask → Mask) (fun l => l) (fun t _ ih l => ih (.cons t l)) .nil
/-- The first `k` rows of `m`, from the top; undecided when it has fewer. -/
noncomputable def first (m : Mask) (k : Nat) : Mask := exactly k (take m k)
noncomputable def last (m : Mask) (k : Nat) : Mask := exactly k (reverse (take (reverse m) k))

/-- Rows of `m` with a number that fewer than `k` numbers of `m` beat, whichever of its open rows are meant; undecided
unless they are `k`. A row without a number is none of them. -/
noncomputable def best (beats : Col → Q → Mask) (c : Col) (m : Mask) (k : Nat) : Mask :=
  let few := fun (n : Q) => Q.lt n (Q.mk k .zero (.succ .zero))
  let place := fun (q : Q) => (fun (r : Range) => Bool.rec (motive := fun _ => Truth)
    (Bool.rec (motive := fun _ => Truth) .no .unreadable (few r.low)) .yes (few r.high))
    (bounds (Filter.and (Filter.and m (Filter.present c)) (beats c q)))
  exactly k (List.zipWith Truth.and m (List.map (fun x => Cell.rec (motive := fun _ => Truth) .no
    (fun _ => .unreadable) (fun _ => .unreadable) (fun n => place (Q.canon n .zero c.den))
    (fun n => place (Q.canon .zero n c.den)) (fun _ => .unreadable) x) c.cells))
noncomputable def top (c : Col) (m : Mask) (k : Nat) : Mask := best Filter.numGt c m k
noncomputable def bottom (c : Col) (m : Mask) (k : Nat) : Mask := best Filter.numLt c m k

noncomputable def insert (x : Q) (l : List Q) : List Q :=
  l.rec (motive := fun _ => List Q) (.cons x .nil)
    (fun y l' ih => Bool.rec (motive := fun _ => List Q) (.cons y ih) (.cons x (.cons y l')) (Q.le x y))
/-- The numbers in ascending order, missing cells left out; `none` for a cell that is anything else. -/
noncomputable def sorted (den : Nat) (cs : List Cell) : Option (List Q) :=
  cs.rec (motive := fun _ => Option (List Q)) (some .nil)
    (fun c _ ih => c.rec (motive := fun _ => Option (List Q)) ih (fun _ => none) (fun _ => none)
      (fun n => Option.map (insert (Q.canon n .zero den)) ih) (fun n => Option.map (insert (Q.canon .zero n den)) ih)
      (fun _ => none))
noncomputable def at (l : List Q) : Nat → Option Q :=
  l.rec (motive := fun _ => Nat → Option Q) (fun _ => none)
    (fun x _ ih k => Bool.rec (motive := fun _ => Option Q) (ih (Nat.pred k)) (some x) (Nat.beq k .zero))
/-- The middle number, or the mean of the two in the middle. -/
noncomputable def middle (l : List Q) : Option Q :=
  let two := Nat.succ (Nat.succ .zero)
  let n := List.length l
  Option.bind (at l (Nat.div (Nat.pred n) two)) (fun a => Option.map (fun b =>
    Q.mul (Q.add a b) (Q.mk (.succ .zero) .zero two)) (at l (Nat.div n two)))
end Rank
noncomputable def median (c : Col) (m : Mask) : Option Q := Option.bind (Rank.sorted c.den (meant m c.cells)) Rank.middle
end EgVar
