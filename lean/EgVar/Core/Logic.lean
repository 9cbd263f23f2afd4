prelude
set_option linter.all false
/-!
The logic that certificates need, and the constants that Lean's elaborator looks up by name.

Nothing is imported: a reader of this folder has read everything that a Verified rests on besides the kernel.
Names and statement shapes in this file are dictated by the elaborator. The `unsafe axiom`s and `sorryAx` exist
for it alone (`sorryAx` lets it recover from an error and go on); the judge refuses every proof that reaches one.
-/
universe u v w

@[macro_inline] def id {α : Sort u} (a : α) : α := a
abbrev outParam (α : Sort u) : Sort u := α

unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
unsafe axiom lcProof {α : Prop} : α
set_option bootstrap.inductiveCheckResultingUniverse false in
inductive PUnit : Sort u where
  | unit : PUnit
abbrev Unit : Type := PUnit
abbrev Unit.unit : Unit := PUnit.unit
unsafe axiom lcUnreachable {α : Sort u} : α

@[reducible] def optParam (α : Sort u) (default : α) : Sort u := α
@[reducible] def autoParam.{q} (α : Sort q) (tactic : α) : Sort q := α
@[reducible] def wfParam {α : Sort u} (a : α) : α := a

inductive True : Prop where
  | intro : True
inductive False : Prop
inductive Empty : Type

def Not (a : Prop) : Prop := a → False
@[macro_inline] def False.elim {C : Sort u} (h : False) : C := h.rec
@[macro_inline] def absurd {a : Prop} {b : Sort v} (h₁ : a) (h₂ : Not a) : b := (h₂ h₁).rec

inductive Eq {α : Sort u} : α → α → Prop where
  | refl (a : α) : Eq a a
abbrev Eq.ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : Eq a b) : motive b :=
  h.rec m
def rfl {α : Sort u} {a : α} : Eq a a := Eq.refl a
theorem Eq.subst {α : Sort u} {motive : α → Prop} {a b : α} (h₁ : Eq a b) (h₂ : motive a) : motive b := Eq.ndrec h₂ h₁
theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a := h.rec rfl
theorem Eq.trans {α : Sort u} {a b c : α} (h₁ : Eq a b) (h₂ : Eq b c) : Eq a c := h₂.rec h₁
theorem congrArg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : Eq a₁ a₂) : Eq (f a₁) (f a₂) := h.rec rfl
def cast {α β : Sort u} (h : Eq α β) (a : α) : β := h.rec a

inductive HEq : {α : Sort u} → α → {β : Sort u} → β → Prop where
  | refl (a : α) : HEq a a
theorem eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : Eq a a' :=
  have : (α β : Sort u) → (a : α) → (b : β) → HEq a b → (h : Eq α β) → Eq (cast h a) b :=
    fun _ _ _ _ h₁ => h₁.rec (fun _ => rfl)
  this α α a a' h rfl
theorem heq_of_eq {α : Sort u} {a a' : α} (h : Eq a a') : HEq a a' := h.rec (HEq.refl a)

structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β
structure Prod (α : Type u) (β : Type v) where
  fst : α
  snd : β
structure MProd (α β : Type u) where
  fst : α
  snd : β
structure And (a b : Prop) : Prop where
  intro ::
  left : a
  right : b
inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b
inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p

/-- Dependent pairs: a question's answer is the first component of one (Martin-Löf's Σ). -/
structure PSigma {α : Sort u} (β : α → Sort v) where
  fst : α
  snd : β fst
structure Subtype {α : Sort u} (p : α → Prop) where
  val : α
  property : p val
structure ULift.{r, s} (α : Type s) : Type (max s r) where
  up ::
  down : α
structure PULift.{r, s} (α : Sort s) : Sort (max s r 1) where
  up ::
  down : α
structure PLift (α : Sort u) : Type u where
  up ::
  down : α

inductive Bool : Type where
  | false : Bool
  | true : Bool
export Bool (false true)
axiom sorryAx (α : Sort u) (synthetic : Bool) : α
class inductive Decidable (p : Prop) where
  | isFalse (h : Not p) : Decidable p
  | isTrue (h : p) : Decidable p
abbrev DecidableEq (α : Sort u) := (a b : α) → Decidable (Eq a b)
@[macro_inline] def dite {α : Sort u} (c : Prop) [h : Decidable c] (t : c → α) (e : Not c → α) : α :=
  match h with
  | .isTrue hc => t hc
  | .isFalse hc => e hc
@[macro_inline] def cond {α : Sort u} (c : Bool) (x y : α) : α :=
  match c with
  | true => x
  | false => y
theorem Bool.false_ne_true (h : Eq false true) : False :=
  @Eq.rec Bool false (fun b _ => @Bool.rec (fun _ => Prop) True False b) True.intro true h
