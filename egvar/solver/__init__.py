"""Untrusted: formalizers and provers. Whatever they produce is judged."""
