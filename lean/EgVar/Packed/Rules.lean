prelude
import EgVar.Packed.Table
set_option linter.all false
set_option autoImplicit false
/-!
The rules that a proof over packed columns is made of. A mask is held as one number with a 0 or 1 in each lane; each rule
gives the number of a mask, or the value of an aggregate, in a few operations on such numbers. Lanes are `h + 1` bits.
-/
namespace Nat.Packed
open EgVar (Truth Mask)

/-- `k` holds the mask `m`, which has `n` rows, each of them in it or not. -/
def Is (h n k : Nat) (m : Mask) : Prop :=
  Exists (fun (bs : List Bool) => And (Eq (List.length bs) n) (And (Eq m (List.map Truth.ofBool bs)) (IsM (.succ h) bs k)))

theorem Is.of (h n x k : Nat) (t : Nat → Bool) (m : Mask) (e : Eq m (rows t (.succ h) n x)) (hk : IsMask t (.succ h) n x k) :
    Is h n k m :=
  ⟨List.map t (unpack (.succ h) n x), ⟨length_rows t (.succ h) n x, ⟨e.trans (rows_map t (.succ h) n x), isM_of t (.succ h) n x k hk⟩⟩⟩

/-! Every row. -/
theorem Is.all_num (h n den unit v : Nat) : Is h n (ones (.succ h) n) (EgVar.Filter.all (numCol den unit (.succ h) n v)) :=
  Is.of h n v (ones (.succ h) n) (fun _ => true) (EgVar.Filter.all (numCol den unit (.succ h) n v)) (all_rows den unit (.succ h) n v) (all_mask h n v)
theorem Is.all_text (h n x : Nat) (d : List Nat) : Is h n (ones (.succ h) n) (EgVar.Filter.all (textCol (at d) (.succ h) n x)) :=
  Is.of h n x (ones (.succ h) n) (fun _ => true) (EgVar.Filter.all (textCol (at d) (.succ h) n x))
    (map_map (fun _ => Truth.yes) (fun c => EgVar.Cell.text (at d c)) (unpack (.succ h) n x)) (all_mask h n x)
theorem all_signed (w : Nat) : (n ts v : Nat) →
    Eq (List.map (fun _ => Truth.yes) (List.zipWith cellOf (unpack w n ts) (unpack w n v))) (rows (fun _ => true) w n ts)
  | .zero, _, _ => rfl
  | .succ n, ts, v => congrArg (List.cons Truth.yes) (all_signed w n (div ts (pow two w)) (div v (pow two w)))
theorem Is.all_signed (h n den unit ts v : Nat) :
    Is h n (ones (.succ h) n) (EgVar.Filter.all (signedCol den unit (.succ h) n ts v)) :=
  Is.of h n ts (ones (.succ h) n) (fun _ => true) (EgVar.Filter.all (signedCol den unit (.succ h) n ts v))
    (Packed.all_signed (.succ h) n ts v) (all_mask h n ts)

/-! Rows with a text: `c` is its code. -/
noncomputable def textOk (h n x s c : Nat) (d : List Nat) : Bool := Bool.and (unique s d c) (eqOk h c n x)
theorem Is.text (h n x s c : Nat) (d : List Nat) (ok : Eq (textOk h n x s c d) true) :
    Is h n (eqMask h c n x) (EgVar.Filter.textIs (textCol (at d) (.succ h) n x) s) :=
  Is.of h n x (eqMask h c n x) (fun y => beq y c) (EgVar.Filter.textIs (textCol (at d) (.succ h) n x) s)
    (textIs_rows (at d) (.succ h) n x s c (unique_sound s d c (and_left ok))) (eq_mask h c n x (and_right ok))

/-! Rows with a number: `c` is the least lane that is enough. -/
noncomputable def boundOk (A D B c : Nat) : Bool :=
  Bool.and (ble A (add (mul c D) B)) (c.rec (motive := fun _ => Bool) true (fun c' _ => Bool.not (ble A (add (mul c' D) B))))
theorem mul_le (D : Nat) {a b : Nat} (h : Le a b) : Le (mul a D) (mul b D) :=
  Le.rw (mul_le_mul D h) (mul_comm D a) (mul_comm D b)
theorem up (D B : Nat) {a b : Nat} (h : Le a b) : Le (add (mul a D) B) (add (mul b D) B) := Le.add (mul_le D h) (Le.refl B)
theorem below (A D B y : Nat) : (c : Nat) → Eq (boundOk A D B c) true → Lt y c → Lt (add (mul y D) B) A
  | .zero, _, l => (not_succ_le_zero l).elim
  | .succ c, ok, l =>
    Le.trans (Le.succ (up D B (Le.pred l))) (lt_of_not_ble A (add (mul c D) B) (not_true (and_right ok)))
theorem bound (A D B c : Nat) (ok : Eq (boundOk A D B c) true) (y : Nat) : Eq (ble A (add (mul y D) B)) (ble c y) :=
  bool_cases (ble c y)
    (fun t => (ble_of_le A (add (mul y D) B) (Le.trans (le_of_ble A (add (mul c D) B) (and_left ok)) (up D B (le_of_ble c y t)))).trans t.symm)
    (fun f => (ble_false_of_lt A (add (mul y D) B) (below A D B y c ok (lt_of_not_ble c y f))).trans f.symm)
theorem not_ble : (a b : Nat) → Eq (Bool.not (ble a b)) (ble (.succ b) a)
  | .zero, b => congrArg Bool.not (zero_ble b)
  | .succ a, .zero => ((ble_succ .zero a).trans (zero_ble a)).symm
  | .succ a, .succ b => (congrArg Bool.not (ble_succ a b)).trans ((not_ble a b).trans (ble_succ (.succ b) a).symm)
noncomputable def atLeastOk (h n x c A D B : Nat) : Bool := Bool.and (boundOk A D B c) (geOk' h c n x)
theorem atLeast (h n x c A D B : Nat) (ok : Eq (atLeastOk h n x c A D B) true) :
    IsMask (fun y => ble A (add (mul y D) B)) (.succ h) n x (geMask h c n x) :=
  (ge_mask h c n x (and_right ok)).trans (congrArg (packL (.succ h))
    (map_congr (fun y => b01 (ble c y)) (fun y => b01 (ble A (add (mul y D) B)))
      (fun y => congrArg b01 (bound A D B c (and_left ok) y).symm) (unpack (.succ h) n x)))
theorem Is.ge (h n x c den unit : Nat) (q : EgVar.Q) (ok : Eq (atLeastOk h n x c (mul q.pos den) q.den (mul q.neg den)) true) :
    Is h n (geMask h c n x) (EgVar.Filter.numGe (numCol den unit (.succ h) n x) q) :=
  Is.of h n x (geMask h c n x) (fun y => ble (mul q.pos den) (add (mul y q.den) (mul q.neg den)))
    (EgVar.Filter.numGe (numCol den unit (.succ h) n x) q)
    (numTest_rows (fun a b => ble b a) den unit (.succ h) n x q)
    (atLeast h n x c (mul q.pos den) q.den (mul q.neg den) ok)
theorem rows_congr (w n x : Nat) (t u : Nat → Bool) (e : (y : Nat) → Eq (t y) (u y)) : Eq (rows t w n x) (rows u w n x) :=
  map_congr (fun y => Truth.ofBool (t y)) (fun y => Truth.ofBool (u y)) (fun y => congrArg Truth.ofBool (e y)) (unpack w n x)
theorem Is.gt (h n x c den unit : Nat) (q : EgVar.Q)
    (ok : Eq (atLeastOk h n x c (.succ (mul q.pos den)) q.den (mul q.neg den)) true) :
    Is h n (geMask h c n x) (EgVar.Filter.numGt (numCol den unit (.succ h) n x) q) :=
  Is.of h n x (geMask h c n x) (fun y => ble (.succ (mul q.pos den)) (add (mul y q.den) (mul q.neg den)))
    (EgVar.Filter.numGt (numCol den unit (.succ h) n x) q)
    ((numTest_rows (fun a b => Bool.not (ble a b)) den unit (.succ h) n x q).trans
      (rows_congr (.succ h) n x (fun y => Bool.not (ble (add (mul y q.den) (mul q.neg den)) (mul q.pos den)))
        (fun y => ble (.succ (mul q.pos den)) (add (mul y q.den) (mul q.neg den)))
        (fun y => not_ble (add (mul y q.den) (mul q.neg den)) (mul q.pos den))))
    (atLeast h n x c (.succ (mul q.pos den)) q.den (mul q.neg den) ok)

/-! Rows that are not in a mask. -/
theorem complement (h : Nat) : (bs : List Bool) →
    Eq (add (packL (.succ h) (List.map b01 (List.map Bool.not bs))) (packL (.succ h) (List.map b01 bs)))
      (rep (.succ h) one (List.length bs))
  | .nil => rfl
  | .cons b bs =>
    (add_add_comm (b01 (Bool.not b)) (mul (pow two (.succ h)) (packL (.succ h) (List.map b01 (List.map Bool.not bs))))
      (b01 b) (mul (pow two (.succ h)) (packL (.succ h) (List.map b01 bs)))).trans
      (addLR (b.rec (motive := fun b => Eq (add (b01 (Bool.not b)) (b01 b)) one) rfl rfl)
        ((mul_add (pow two (.succ h)) (packL (.succ h) (List.map b01 (List.map Bool.not bs))) (packL (.succ h) (List.map b01 bs))).symm.trans
          (mulR (pow two (.succ h)) (complement h bs))))
theorem not_ofBool (bs : List Bool) : Eq (List.map Truth.not (List.map Truth.ofBool bs)) (List.map Truth.ofBool (List.map Bool.not bs)) :=
  (map_map Truth.not Truth.ofBool bs).trans ((map_congr (fun b => Truth.not (Truth.ofBool b)) (fun b => Truth.ofBool (Bool.not b))
    (fun b => b.rec (motive := fun b => Eq (Truth.not (Truth.ofBool b)) (Truth.ofBool (Bool.not b))) rfl rfl) bs).trans
    (map_map Truth.ofBool Bool.not bs).symm)
theorem Is.not (h n k : Nat) (m : Mask) (i : Is h n k m) : Is h n (sub (ones (.succ h) n) k) (EgVar.Filter.not m) :=
  match i with
  | ⟨bs, ⟨len, ⟨e, p⟩⟩⟩ =>
    ⟨List.map Bool.not bs, ⟨(length_map Bool.not bs).trans len, ⟨(congrArg (List.map Truth.not) e).trans (not_ofBool bs),
      have sum : Eq (add (packL (.succ h) (List.map b01 (List.map Bool.not bs))) k) (ones (.succ h) n) :=
        (addR (packL (.succ h) (List.map b01 (List.map Bool.not bs))) p).trans
          ((complement h bs).trans ((congrArg (rep (.succ h) one) len).trans (ones_eq h n).symm))
      (congrArg (fun z => sub z k) sum.symm).trans (add_sub (packL (.succ h) (List.map b01 (List.map Bool.not bs))) k)⟩⟩⟩
theorem Is.rw (h n k : Nat) (m m' : Mask) (e : Eq m' m) (i : Is h n k m) : Is h n k m' :=
  Eq.subst (motive := fun z => Is h n k z) e.symm i
theorem not_rows (t : Nat → Bool) (w n x : Nat) : Eq (EgVar.Filter.not (rows t w n x)) (rows (fun y => Bool.not (t y)) w n x) :=
  (map_map Truth.not (fun y => Truth.ofBool (t y)) (unpack w n x)).trans
    (map_congr (fun y => Truth.not (Truth.ofBool (t y))) (fun y => Truth.ofBool (Bool.not (t y)))
      (fun y => (t y).rec (motive := fun b => Eq (Truth.not (Truth.ofBool b)) (Truth.ofBool (Bool.not b))) rfl rfl) (unpack w n x))

theorem Is.lt (h n x c den unit : Nat) (q : EgVar.Q) (ok : Eq (atLeastOk h n x c (mul q.pos den) q.den (mul q.neg den)) true) :
    Is h n (sub (ones (.succ h) n) (geMask h c n x)) (EgVar.Filter.numLt (numCol den unit (.succ h) n x) q) :=
  Is.rw h n (sub (ones (.succ h) n) (geMask h c n x)) (EgVar.Filter.not (EgVar.Filter.numGe (numCol den unit (.succ h) n x) q))
    (EgVar.Filter.numLt (numCol den unit (.succ h) n x) q)
    ((numTest_rows (fun a b => Bool.not (ble b a)) den unit (.succ h) n x q).trans
      ((not_rows (fun y => ble (mul q.pos den) (add (mul y q.den) (mul q.neg den))) (.succ h) n x).symm.trans
        (congrArg EgVar.Filter.not (numTest_rows (fun a b => ble b a) den unit (.succ h) n x q).symm)))
    (Is.not h n (geMask h c n x) (EgVar.Filter.numGe (numCol den unit (.succ h) n x) q) (Is.ge h n x c den unit q ok))
theorem not_not (b : Bool) : Eq (Bool.not (Bool.not b)) b := b.rec (motive := fun b => Eq (Bool.not (Bool.not b)) b) rfl rfl
theorem Is.le (h n x c den unit : Nat) (q : EgVar.Q)
    (ok : Eq (atLeastOk h n x c (.succ (mul q.pos den)) q.den (mul q.neg den)) true) :
    Is h n (sub (ones (.succ h) n) (geMask h c n x)) (EgVar.Filter.numLe (numCol den unit (.succ h) n x) q) :=
  Is.rw h n (sub (ones (.succ h) n) (geMask h c n x)) (EgVar.Filter.not (EgVar.Filter.numGt (numCol den unit (.succ h) n x) q))
    (EgVar.Filter.numLe (numCol den unit (.succ h) n x) q)
    ((numTest_rows ble den unit (.succ h) n x q).trans
      ((rows_congr (.succ h) n x (fun y => ble (add (mul y q.den) (mul q.neg den)) (mul q.pos den))
          (fun y => Bool.not (Bool.not (ble (add (mul y q.den) (mul q.neg den)) (mul q.pos den))))
          (fun y => (not_not (ble (add (mul y q.den) (mul q.neg den)) (mul q.pos den))).symm)).trans
        ((not_rows (fun y => Bool.not (ble (add (mul y q.den) (mul q.neg den)) (mul q.pos den))) (.succ h) n x).symm.trans
          (congrArg EgVar.Filter.not (numTest_rows (fun a b => Bool.not (ble a b)) den unit (.succ h) n x q).symm))))
    (Is.not h n (geMask h c n x) (EgVar.Filter.numGt (numCol den unit (.succ h) n x) q) (Is.gt h n x c den unit q ok))
/-- `c` lanes are at least the number, `e` lanes more than it. -/
theorem Is.eq (h n x c e den unit : Nat) (q : EgVar.Q) (ok : Eq (atLeastOk h n x c (mul q.pos den) q.den (mul q.neg den)) true)
    (ok' : Eq (atLeastOk h n x e (.succ (mul q.pos den)) q.den (mul q.neg den)) true) :
    Is h n (sub (geMask h c n x) (geMask h e n x)) (EgVar.Filter.numEq (numCol den unit (.succ h) n x) q) :=
  have z := fun (y : Nat) => add (mul y q.den) (mul q.neg den)
  have A := mul q.pos den
  have sum : Eq (add (packL (.succ h) (List.map (fun y => b01 (beq (add (mul y q.den) (mul q.neg den)) (mul q.pos den))) (unpack (.succ h) n x)))
      (geMask h e n x)) (geMask h c n x) :=
    (addR (packL (.succ h) (List.map (fun y => b01 (beq (add (mul y q.den) (mul q.neg den)) (mul q.pos den))) (unpack (.succ h) n x)))
      (atLeast h n x e (.succ (mul q.pos den)) q.den (mul q.neg den) ok')).trans
      ((packL_add (.succ h) (fun y => b01 (beq (add (mul y q.den) (mul q.neg den)) (mul q.pos den)))
          (fun y => b01 (ble (.succ (mul q.pos den)) (add (mul y q.den) (mul q.neg den)))) (unpack (.succ h) n x)).trans
        ((congrArg (packL (.succ h)) (map_congr
          (fun y => add (b01 (beq (add (mul y q.den) (mul q.neg den)) (mul q.pos den))) (b01 (ble (.succ (mul q.pos den)) (add (mul y q.den) (mul q.neg den)))))
          (fun y => b01 (ble (mul q.pos den) (add (mul y q.den) (mul q.neg den))))
          (fun y => eq_ge (mul q.pos den) (add (mul y q.den) (mul q.neg den))) (unpack (.succ h) n x))).trans
          (atLeast h n x c (mul q.pos den) q.den (mul q.neg den) ok).symm))
  Is.of h n x (sub (geMask h c n x) (geMask h e n x)) (fun y => beq (add (mul y q.den) (mul q.neg den)) (mul q.pos den))
    (EgVar.Filter.numEq (numCol den unit (.succ h) n x) q) (numTest_rows beq den unit (.succ h) n x q)
    ((congrArg (fun v => sub v (geMask h e n x)) sum.symm).trans
      (add_sub (packL (.succ h) (List.map (fun y => b01 (beq (add (mul y q.den) (mul q.neg den)) (mul q.pos den))) (unpack (.succ h) n x))) (geMask h e n x)))

/-! Both, and either. -/
theorem and_ofBool : (cs bs : List Bool) →
    Eq (List.zipWith Truth.and (List.map Truth.ofBool cs) (List.map Truth.ofBool bs)) (List.map Truth.ofBool (andL cs bs))
  | .nil, _ => rfl
  | .cons c cs, .nil => rfl
  | .cons c cs, .cons b bs =>
    (congrArg (fun z => List.cons z (List.zipWith Truth.and (List.map Truth.ofBool cs) (List.map Truth.ofBool bs)))
      (c.rec (motive := fun c => Eq (Truth.and (Truth.ofBool c) (Truth.ofBool b)) (Truth.ofBool (Bool.and c b))) rfl rfl)).trans
      (congrArg (List.cons (Truth.ofBool (Bool.and c b))) (and_ofBool cs bs))
theorem Is.and (h n k l : Nat) (m m' : Mask) (i : Is h n k m) (j : Is h n l m') :
    Is h n (only (.succ h) l k) (EgVar.Filter.and m m') :=
  match i, j with
  | ⟨cs, ⟨lc, ⟨ec, pc⟩⟩⟩, ⟨bs, ⟨lb, ⟨eb, pb⟩⟩⟩ =>
    ⟨andL cs bs, ⟨length_and cs bs n lc lb,
      ⟨((congrArg (fun z => List.zipWith Truth.and z m') ec).trans
        (congrArg (List.zipWith Truth.and (List.map Truth.ofBool cs)) eb)).trans (and_ofBool cs bs),
        and_mask' h n l k bs cs lb lc pb pc⟩⟩⟩
theorem or_not : (m m' : Mask) →
    Eq (EgVar.Filter.or m m') (EgVar.Filter.not (EgVar.Filter.and (EgVar.Filter.not m) (EgVar.Filter.not m')))
  | .nil, _ => rfl
  | .cons a m, .nil => rfl
  | .cons a m, .cons b m' => congrArg (List.cons (Truth.or a b)) (or_not m m')
noncomputable def orMask (h n k l : Nat) : Nat :=
  sub (ones (.succ h) n) (only (.succ h) (sub (ones (.succ h) n) l) (sub (ones (.succ h) n) k))
theorem Is.or (h n k l : Nat) (m m' : Mask) (i : Is h n k m) (j : Is h n l m') :
    Is h n (orMask h n k l) (EgVar.Filter.or m m') :=
  Is.rw h n (orMask h n k l) (EgVar.Filter.not (EgVar.Filter.and (EgVar.Filter.not m) (EgVar.Filter.not m'))) (EgVar.Filter.or m m') (or_not m m')
    (Is.not h n (only (.succ h) (sub (ones (.succ h) n) l) (sub (ones (.succ h) n) k)) (EgVar.Filter.and (EgVar.Filter.not m) (EgVar.Filter.not m'))
      (Is.and h n (sub (ones (.succ h) n) k) (sub (ones (.succ h) n) l) (EgVar.Filter.not m) (EgVar.Filter.not m')
        (Is.not h n k m i) (Is.not h n l m' j)))
end Nat.Packed
