"""Sessions that try tactic texts: a protocol, and the one that starts a process for each text.

May import: anything of egvar but the command line. Not trusted: `clean` is a hint, the judge decides.

Every session passes the text through the allow-list first. The warm session is `egvar.solver.agent.warm`.
"""

from __future__ import annotations

from typing import Protocol

from egvar.solver.agent.tactic_text import TextRefused, checked
from egvar.solver.agent.workshop import Attempt, Message, Workshop


class TacticSession(Protocol):
    """Tries tactic texts for one challenge. An attempt depends on its text alone, never on those before it."""

    def attempt(self, body: str) -> Attempt:
        """What Lean says to a text; never raises for anything that is in the text or that the server does."""
        ...

    def close(self) -> None:
        """Ends everything that the session started."""
        ...


def screened(body: str, workshop: Workshop) -> str | Attempt:
    """The text as it may reach Lean, or the attempt that says why it may not."""
    try:
        return checked(body, workshop.known)
    except TextRefused as e:
        message = Message(e.line, e.column, "error", f"not allowed ({e.reason}): {e.detail}")
        return Attempt("refused", (message,), e.reason)


class ColdSession:
    """A `lean` process for each text."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop

    def attempt(self, body: str) -> Attempt:
        text = screened(body, self._workshop)
        return text if isinstance(text, Attempt) else self._workshop.compile(text)[0]

    def close(self) -> None:
        """There is nothing left to end."""
