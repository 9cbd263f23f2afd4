import Lake
open Lake DSL

package egvar where
  srcDir := "lean"

/-- The trusted library and the syntax for solutions. Init-free: every file starts with `prelude`. -/
@[default_target]
lean_lib EgVar where
  roots := #[`EgVar, `EgVar.Packed, `EgVar.Tactic]
