"""Proof DAGs over stored evidence, and the firewall that lets a model repeat only what they support."""
