"""egvar: claims about tables, verified by the Lean kernel or not at all.

    import egvar
    egvar.verify("Alabama has the highest rate", "states.csv")          # a Verdict, true only if Verified
    egvar.ask("What is the mean rate?", "states.csv")
    egvar.verify_many(["Alabama has …", "The mean rate is …"], df)      # a DataFrame of results
    egvar.check("report.md", "states.csv")                              # a document, sentence by sentence

Importing this package imports nothing else; the functions load what they need. With pandas loaded before,
`df.egvar.verify("…")` works too (else `import egvar.accessor`); in a notebook `%load_ext egvar` brings `%%egvar`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from egvar.api import CheckedDocument, ask, check, verify, verify_many
    from egvar.errors import EgvarError
    from egvar.notebook import load_ipython_extension
    from egvar.verdict import Reason, Status, Verdict

__version__ = "0.1.0"
__all__ = ["CheckedDocument", "EgvarError", "Reason", "Status", "Verdict", "ask", "check"]
__all__ += ["load_ipython_extension", "verify", "verify_many"]

_HOME = {
    "ask": "egvar.api",
    "verify": "egvar.api",
    "verify_many": "egvar.api",
    "check": "egvar.api",
    "CheckedDocument": "egvar.api",
    "EgvarError": "egvar.errors",
    "Verdict": "egvar.verdict",
    "Status": "egvar.verdict",
    "Reason": "egvar.verdict",
    "load_ipython_extension": "egvar.notebook",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'egvar' has no attribute {name!r}")


if "pandas" in sys.modules:
    from importlib import import_module

    import_module("egvar.accessor")
