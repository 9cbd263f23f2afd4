"""The built-in formalizer: words to goals over a table's own vocabulary. Untrusted, needs no key and no network."""

from egvar.solver.formalizer.decide import Decision
from egvar.solver.formalizer.front import Found, decide, find, formalize
from egvar.solver.formalizer.grammar import Interpretation

__all__ = ["Decision", "Found", "Interpretation", "decide", "find", "formalize"]
