"""Binding to Lean's official kernel, and the judge. Trusted."""
