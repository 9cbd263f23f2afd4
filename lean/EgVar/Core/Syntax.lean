prelude
import EgVar.Core.Data
set_option linter.all false
set_option autoImplicit false
/-!
Raw number literals and the tactics that a solution may use.

Not trusted: nothing here is reachable from a challenge or an accepted proof. Lean's elaborator finds the shapes of
`Name` and `ParserDescr` and each syntax by name (its parser's compiled form must exist in Lean under that very name); what they do is built
into Lean.
-/

inductive String where
  | dummy

namespace Lean
inductive Name where
  | anonymous : Name
  | str (pre : Name) (str : String)
  | num (pre : Name) (i : Nat)
attribute [extern "lean_name_mk_string"] Name.str
attribute [extern "lean_name_mk_numeral"] Name.num
abbrev SyntaxNodeKind := Name
abbrev Name.mkStr (p : Name) (s : String) : Name := Name.str p s
abbrev Name.mkSimple (s : String) : Name := Name.str .anonymous s
abbrev Name.mkStr1 (s₁ : String) : Name := .str .anonymous s₁
abbrev Name.mkStr2 (s₁ s₂ : String) : Name := .str (.str .anonymous s₁) s₂
abbrev Name.mkStr3 (s₁ s₂ s₃ : String) : Name := .str (.str (.str .anonymous s₁) s₂) s₃
abbrev Name.mkStr4 (s₁ s₂ s₃ s₄ : String) : Name := .str (.str (.str (.str .anonymous s₁) s₂) s₃) s₄

inductive ParserDescr where
  | const (name : Name)
  | unary (name : Name) (p : ParserDescr)
  | binary (name : Name) (p₁ p₂ : ParserDescr)
  | node (kind : SyntaxNodeKind) (prec : Nat) (p : ParserDescr)
  | trailingNode (kind : SyntaxNodeKind) (prec lhsPrec : Nat) (p : ParserDescr)
  | symbol (val : String)
  | nonReservedSymbol (val : String) (includeIdent : Bool)
  | cat (catName : Name) (rbp : Nat)
  | parser (declName : Name)
  | nodeWithAntiquot (name : String) (kind : SyntaxNodeKind) (p : ParserDescr)
  | sepBy (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool := false)
  | sepBy1 (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool := false)
  | unicodeSymbol (val asciiVal : String) (preserveForPP : Bool)
abbrev TrailingParserDescr := ParserDescr
end Lean

syntax (name := rawNatLit) "nat_lit " num : term

namespace Lean.Parser.Tactic
syntax (name := exact) "exact " term : tactic
syntax (name := apply) "apply " term : tactic
syntax (name := refine) "refine " term : tactic
syntax (name := constructor) "constructor" : tactic
syntax (name := intro) "intro" many(colGt term:1024) : tactic
syntax (name := assumption) "assumption" : tactic
syntax (name := eqRefl) "eq_refl" : tactic
end Lean.Parser.Tactic
