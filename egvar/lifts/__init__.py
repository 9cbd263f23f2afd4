"""Lifts (L2): the audited bridge from rows of a table to statements about the world. Trusted."""
