"""Deterministic queries over tables (L1). Trusted."""
