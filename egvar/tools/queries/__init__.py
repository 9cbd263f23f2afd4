"""The queries: each module holds schema, Python meaning, Lean name and paraphrase of its queries."""
