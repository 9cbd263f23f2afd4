"""The built-in formalizer: words to goals over a table's own vocabulary. Untrusted, needs no key and no network."""

from egvar.solver.formalizer.decide import Decision, decide
from egvar.solver.formalizer.grammar import Interpretation, formalize

__all__ = ["Decision", "Interpretation", "decide", "formalize"]
