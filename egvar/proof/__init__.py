"""Proof DAGs over stored evidence: why a fact holds, down to the records that it rests on.

May import: anything of egvar but the command line and the report. Not trusted: a proof tree explains a verdict, it
never makes one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from egvar.proof.facts import Atom, Fact, FactBase, Guard, Hyperedge, Rule, Var
    from egvar.proof.firewall import FirewallResult, HallucinationFirewall
    from egvar.proof.tree import ProofTree, build_proof

_HOMES = {
    **dict.fromkeys(("Atom", "Fact", "FactBase", "Guard", "Hyperedge", "Rule", "Var"), "facts"),
    **dict.fromkeys(("FirewallResult", "HallucinationFirewall"), "firewall"),
    **dict.fromkeys(("ProofTree", "build_proof"), "tree"),
}

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


def __getattr__(name: str) -> Any:
    """Loads what is asked for, so that a proof costs no firewall and a firewall no rule engine."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
