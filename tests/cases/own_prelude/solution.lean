prelude
set_option linter.all false

inductive True : Prop where
  | intro : True

noncomputable def Goal : Prop := True

theorem answer : Goal := True.intro
