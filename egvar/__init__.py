"""egvar: claims about tables, verified by the Lean kernel or not at all.

    import egvar
    egvar.verify("Alabama has the highest rate", "states.csv")   # a Verdict
    egvar.ask("What is the mean rate?", "states.csv")

Importing this package imports nothing else; the functions load what they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from egvar.engine import ask, verify
    from egvar.errors import EgvarError
    from egvar.verdict import Reason, Status, Verdict

__version__ = "0.1.0"
__all__ = ["EgvarError", "Reason", "Status", "Verdict", "ask", "verify"]

_HOME = {
    "ask": "egvar.engine",
    "verify": "egvar.engine",
    "EgvarError": "egvar.errors",
    "Verdict": "egvar.verdict",
    "Status": "egvar.verdict",
    "Reason": "egvar.verdict",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'egvar' has no attribute {name!r}")
