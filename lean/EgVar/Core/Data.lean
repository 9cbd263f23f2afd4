prelude
import EgVar.Core.Nat
set_option linter.all false
set_option autoImplicit false
/-! Booleans, options and lists, each function written with the recursor, which is what the kernel runs fastest. -/
universe u v

inductive Option (α : Type u) where
  | none : Option α
  | some (val : α) : Option α
export Option (none some)
inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α

noncomputable def Bool.and (a b : Bool) : Bool := a.rec (motive := fun _ => Bool) false b
noncomputable def Bool.or (a b : Bool) : Bool := a.rec (motive := fun _ => Bool) b true
noncomputable def Bool.not (a : Bool) : Bool := a.rec (motive := fun _ => Bool) true false

noncomputable def Option.bind {α : Type u} {β : Type v} (o : Option α) (f : α → Option β) : Option β :=
  o.rec (motive := fun _ => Option β) none f
noncomputable def Option.map {α : Type u} {β : Type v} (f : α → β) (o : Option α) : Option β :=
  o.rec (motive := fun _ => Option β) none (fun a => some (f a))

namespace List
noncomputable def map {α : Type u} {β : Type v} (f : α → β) (l : List α) : List β :=
  l.rec (motive := fun _ => List β) .nil (fun a _ ih => .cons (f a) ih)
/-- Elementwise `f`; stops with the shorter list. -/
noncomputable def zipWith {α β γ : Type} (f : α → β → γ) (l : List α) : List β → List γ :=
  l.rec (motive := fun _ => List β → List γ) (fun _ => .nil)
    (fun a _ ih m => m.rec (motive := fun _ => List γ) .nil (fun b m' _ => .cons (f a b) (ih m')))
noncomputable def length {α : Type u} (l : List α) : Nat :=
  l.rec (motive := fun _ => Nat) .zero (fun _ _ ih => .succ ih)
noncomputable def append {α : Type u} (l m : List α) : List α :=
  l.rec (motive := fun _ => List α) m (fun a _ ih => .cons a ih)
noncomputable def any {α : Type u} (p : α → Bool) (l : List α) : Bool :=
  l.rec (motive := fun _ => Bool) false (fun a _ ih => Bool.or (p a) ih)
noncomputable def all {α : Type u} (p : α → Bool) (l : List α) : Bool :=
  l.rec (motive := fun _ => Bool) true (fun a _ ih => Bool.and (p a) ih)
noncomputable def filter {α : Type u} (p : α → Bool) (l : List α) : List α :=
  l.rec (motive := fun _ => List α) .nil (fun a _ ih => Bool.rec (motive := fun _ => List α) ih (.cons a ih) (p a))
/-- Without repetitions in the sense of `eq`; the last of equal elements stays where it is. -/
noncomputable def dedup {α : Type u} (eq : α → α → Bool) (l : List α) : List α :=
  l.rec (motive := fun _ => List α) .nil
    (fun a _ ih => Bool.rec (motive := fun _ => List α) (.cons a ih) ih (any (eq a) ih))
end List
