"""Proof DAGs over stored facts, and the firewall that lets through only what they support."""
