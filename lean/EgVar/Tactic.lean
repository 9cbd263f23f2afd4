prelude
import EgVar
import EgVar.Core.Syntax
/-! What challenges and solutions import: the trusted library, and the syntax that their text uses. -/
