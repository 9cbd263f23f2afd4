prelude
import Challenge
set_option linter.all false

/-- What the two observations say. -/
noncomputable abbrev Known : Prop :=
  And (Eq (EgVar.tableOf Challenge.source0 (nat_lit 64)) Challenge.column0)
    (Eq (EgVar.tableOf Challenge.source0 (nat_lit 128)) Challenge.column1)

theorem known : EgVar.Evidence .verified Known :=
  EgVar.both .verified .verified _ _
    (EgVar.mkVerified Challenge.source0 (nat_lit 64) Challenge.column0 _ Challenge.observed0 (fun h => h))
    (EgVar.mkVerified Challenge.source0 (nat_lit 128) Challenge.column1 _ Challenge.observed1 (fun h => h))

/-- The claim about any two columns: the heights where the coast is “north” (0x016e6f727468) add up to 62. -/
noncomputable abbrev Says (coast height : EgVar.Col) : Prop :=
  Eq (EgVar.Claim.eq (EgVar.sum height (EgVar.Filter.textIs coast (nat_lit 0x016e6f727468)))
    (EgVar.lit (EgVar.Q.mk (nat_lit 62) (nat_lit 0) (nat_lit 1)))) (some true)

theorem says (h : Known) :
    Says (EgVar.tableOf Challenge.source0 (nat_lit 64)) (EgVar.tableOf Challenge.source0 (nat_lit 128)) :=
  Eq.subst (motive := fun x => Says x (EgVar.tableOf Challenge.source0 (nat_lit 128))) h.left.symm
    (Eq.subst (motive := fun y => Says Challenge.column0 y) h.right.symm (Eq.refl (some true)))

noncomputable def answer : Goal :=
  EgVar.map .verified Known _ says known
