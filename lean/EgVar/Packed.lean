prelude
import EgVar.Packed.Aggregates
/-!
Columns held in one number each, and the rules by which the kernel computes with them. Exported to
`egvar/kernel/packed.ndjson`, which is loaded where a challenge has such columns.

What a packed column means are the definitions `unpack`, `numCol`, `signedCol`, `at` and `textCol`; all else is proved.
-/
