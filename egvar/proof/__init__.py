"""Proof DAGs over stored evidence: why a fact holds, down to the records that it rests on.

May import: anything of egvar but the command line and the report. Not trusted: a proof tree explains a verdict, it
never makes one.
"""

from egvar.proof.facts import Atom, Fact, FactBase, Guard, Hyperedge, Rule, Var
from egvar.proof.firewall import FirewallResult, HallucinationFirewall
from egvar.proof.tree import ProofTree, build_proof

__all__ = [
    "Atom",
    "Fact",
    "FactBase",
    "FirewallResult",
    "Guard",
    "HallucinationFirewall",
    "Hyperedge",
    "ProofTree",
    "Rule",
    "Var",
    "build_proof",
]
