"""Language models as formalizer and prover: tactic text, Lean sessions, roles and the loop. Untrusted throughout."""
