"""The error that proofs and the firewall raise.

May import: `egvar.errors`.
"""

from __future__ import annotations

from egvar.errors import EgvarError


class ProofError(EgvarError):
    """A fact, rule, hyperedge or record is malformed, or two of them would share one citation tag."""

    code = "EGV501"
