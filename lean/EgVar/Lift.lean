prelude
import EgVar.Query.Filter
set_option linter.all false
set_option autoImplicit false
/-!
Statements about the world, and what a table's rows say about them.

A world predicate relates an entity, a text, to a number. A lift says that the rows of a source support it (`row`), or
that every fact of it is a row (completeness: the closed world that "the highest" needs). `bounded` is what the kernel
computes over the rows; `highest_of_rows` and `lowest_of_rows` carry it to the world.
-/
namespace EgVar

abbrev WorldPredicate := Nat → Q → Prop

noncomputable def Q.same (a b : Q) : Bool :=
  Bool.and (Nat.beq a.pos b.pos) (Bool.and (Nat.beq a.neg b.neg) (Nat.beq a.den b.den))

namespace Lift

noncomputable def isText (k : Cell) (s : Nat) : Bool :=
  k.rec (motive := fun _ => Bool) false (fun _ => false) (fun t => Nat.beq t s) (fun _ => false) (fun _ => false)
    (fun _ => false)
noncomputable def isNumber (o : Option Q) (x : Q) : Bool := o.rec (motive := fun _ => Bool) false (fun q => Q.same q x)

noncomputable def pairIn (den s : Nat) (x : Q) (ks : List Cell) : List Cell → Bool :=
  ks.rec (motive := fun _ => List Cell → Bool) (fun _ => false)
    (fun k _ ih vs => vs.rec (motive := fun _ => Bool) false
      (fun v vs' _ => Bool.or (Bool.and (isText k s) (isNumber (Cell.number den v) x)) (ih vs')))
/-- A row of `m` has the text `s` as its key and the number `x` as its value. -/
noncomputable def row (m : Mask) (key value : Col) (s : Nat) (x : Q) : Bool :=
  pairIn value.den s x (pick m key.cells) (pick m value.cells)

/-- Every row of `m` can be read: its key is a text, its value a number, and whether it is in `m` is known. -/
noncomputable def readable (m : Mask) (key value : Col) : Bool :=
  Bool.and (decided m) (Bool.and
    (List.all (fun k => Cell.rec (motive := fun _ => Bool) false (fun _ => false) (fun _ => true) (fun _ => false)
      (fun _ => false) (fun _ => false) k) (pick m key.cells))
    (List.all (fun v => Cell.rec (motive := fun _ => Bool) false (fun _ => false) (fun _ => false) (fun _ => true)
      (fun _ => true) (fun _ => false) v) (pick m value.cells)))

noncomputable def keeps (p : Q → Bool) (o : Option Q) : Bool := o.rec (motive := fun _ => Bool) true p
noncomputable def allKeep (p : Q → Bool) (den : Nat) (ks : List Cell) : List Cell → Bool :=
  ks.rec (motive := fun _ => List Cell → Bool) (fun _ => true)
    (fun _ _ ih vs => vs.rec (motive := fun _ => Bool) true
      (fun v vs' _ => Bool.and (keeps p (Cell.number den v)) (ih vs')))
/-- Every number among the values of the rows of `m` satisfies `p`. -/
noncomputable def bounded (p : Q → Bool) (m : Mask) (key value : Col) : Bool :=
  allKeep p value.den (pick m key.cells) (pick m value.cells)

/-! What is claimed of the world. -/

/-- `k` has a value, and no entity has a greater one. -/
def Highest (P : WorldPredicate) (k : Nat) : Prop :=
  Exists (fun a : Q => And (P k a) ((s : Nat) → (x : Q) → P s x → Eq (Q.le x a) true))
/-- `k` has a value, and no entity has a smaller one. -/
def Lowest (P : WorldPredicate) (k : Nat) : Prop :=
  Exists (fun a : Q => And (P k a) ((s : Nat) → (x : Q) → P s x → Eq (Q.le a x) true))
/-- `k` has a value that is greater than a value of `l`. -/
def Exceeds (P : WorldPredicate) (k l : Nat) : Prop :=
  Exists (fun a : Q => Exists (fun c : Q => And (P k a) (And (P l c) (Eq (Q.lt c a) true))))
/-- `k` has a value that is not greater than a value of `l`. -/
def NotExceeds (P : WorldPredicate) (k l : Nat) : Prop :=
  Exists (fun a : Q => Exists (fun c : Q => And (P k a) (And (P l c) (Eq (Q.lt c a) false))))
/-- `k` has a value other than `x`. -/
def Differs (P : WorldPredicate) (k : Nat) (x : Q) : Prop :=
  Exists (fun a : Q => And (P k a) (Eq (Q.eq a x) false))
/-- Every fact of `P` is a row. -/
def Complete (P : WorldPredicate) (m : Mask) (key value : Col) : Prop :=
  (s : Nat) → (x : Q) → P s x → Eq (row m key value s x) true

/-! The way from rows to the world. -/

theorem and_left {a b : Bool} : Eq (Bool.and a b) true → Eq a true :=
  a.rec (motive := fun a => Eq (Bool.and a b) true → Eq a true) (fun h => h) (fun _ => rfl)
theorem and_right {a b : Bool} : Eq (Bool.and a b) true → Eq b true :=
  a.rec (motive := fun a => Eq (Bool.and a b) true → Eq b true) (fun h => (Bool.false_ne_true h).elim) (fun h => h)
theorem or_elim {a b : Bool} {C : Prop} (f : Eq a true → C) (g : Eq b true → C) : Eq (Bool.or a b) true → C :=
  a.rec (motive := fun a => (Eq a true → C) → Eq (Bool.or a b) true → C) (fun _ h => g h) (fun f _ => f rfl) f

theorem eq_of_same {a b : Q} : Eq (Q.same a b) true → Eq a b :=
  a.rec (motive := fun a => Eq (Q.same a b) true → Eq a b) (fun p n d =>
    b.rec (motive := fun b => Eq (Q.same (.mk p n d) b) true → Eq (Q.mk p n d) b) (fun p' n' d' h =>
      have hp : Eq p p' := Nat.eq_of_beq_eq_true (and_left h)
      have hn : Eq n n' := Nat.eq_of_beq_eq_true (and_left (and_right h))
      have hd : Eq d d' := Nat.eq_of_beq_eq_true (and_right (and_right h))
      hp.rec (motive := fun x _ => Eq (Q.mk p n d) (Q.mk x n' d'))
        (hn.rec (motive := fun x _ => Eq (Q.mk p n d) (Q.mk p x d'))
          (hd.rec (motive := fun x _ => Eq (Q.mk p n d) (Q.mk p n x)) rfl))))

theorem keeps_of_isNumber {p : Q → Bool} {x : Q} (o : Option Q) :
    Eq (isNumber o x) true → Eq (keeps p o) true → Eq (p x) true :=
  o.rec (motive := fun o => Eq (isNumber o x) true → Eq (keeps p o) true → Eq (p x) true)
    (fun h _ => (Bool.false_ne_true h).elim)
    (fun _ h k => Eq.subst (motive := fun y => Eq (p y) true) (eq_of_same h) k)

theorem keep_of_pairIn {p : Q → Bool} {den s : Nat} {x : Q} (ks : List Cell) :
    (vs : List Cell) → Eq (allKeep p den ks vs) true → Eq (pairIn den s x ks vs) true → Eq (p x) true :=
  ks.rec (motive := fun ks => (vs : List Cell) → Eq (allKeep p den ks vs) true → Eq (pairIn den s x ks vs) true →
      Eq (p x) true)
    (fun _ _ h => (Bool.false_ne_true h).elim)
    (fun k ks' ih vs => vs.rec (motive := fun vs => Eq (allKeep p den (.cons k ks') vs) true →
        Eq (pairIn den s x (.cons k ks') vs) true → Eq (p x) true)
      (fun _ h => (Bool.false_ne_true h).elim)
      (fun v vs' _ b h => or_elim
        (fun here => keeps_of_isNumber (Cell.number den v) (and_right here) (and_left b))
        (fun there => ih vs' (and_right b) there) h))

theorem highest_of_rows (P : WorldPredicate) (m : Mask) (key value : Col) (k : Nat) (a : Q) (fact : P k a)
    (complete : Complete P m key value) (b : Eq (bounded (fun x => Q.le x a) m key value) true) : Highest P k :=
  .intro a (.intro fact (fun s x h =>
    keep_of_pairIn (p := fun x => Q.le x a) (pick m key.cells) (pick m value.cells) b (complete s x h)))
theorem lowest_of_rows (P : WorldPredicate) (m : Mask) (key value : Col) (k : Nat) (a : Q) (fact : P k a)
    (complete : Complete P m key value) (b : Eq (bounded (fun x => Q.le a x) m key value) true) : Lowest P k :=
  .intro a (.intro fact (fun s x h =>
    keep_of_pairIn (p := fun x => Q.le a x) (pick m key.cells) (pick m value.cells) b (complete s x h)))
theorem exceeds_of_facts (P : WorldPredicate) (k l : Nat) (a c : Q) (p : P k a) (q : P l c)
    (h : Eq (Q.lt c a) true) : Exceeds P k l := .intro a (.intro c (.intro p (.intro q h)))
theorem not_exceeds_of_facts (P : WorldPredicate) (k l : Nat) (a c : Q) (p : P k a) (q : P l c)
    (h : Eq (Q.lt c a) false) : NotExceeds P k l := .intro a (.intro c (.intro p (.intro q h)))
theorem differs_of_fact (P : WorldPredicate) (k : Nat) (x a : Q) (p : P k a) (h : Eq (Q.eq a x) false) : Differs P k x :=
  .intro a (.intro p h)

end Lift
end EgVar
