"""Benchmarks: what the formalizer and the whole run get right on files of questions and claims. Untrusted."""
