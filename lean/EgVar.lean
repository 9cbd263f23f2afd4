prelude
import EgVar.Core.Data
import EgVar.Value
import EgVar.Query.Filter
import EgVar.Query.Count
import EgVar.Query.Sum
import EgVar.Query.Extreme
import EgVar.Query.Pick
import EgVar.Query.Arith
import EgVar.Query.Claim
import EgVar.Query.Range
import EgVar.Query.Derive
import EgVar.Query.Rank
import EgVar.Lift
import EgVar.Evidence
import EgVar.Model
/-! Everything that a claim can mean. Trusted; exported to `egvar/kernel/egvar.ndjson`. -/
