"""A model that answers from a recorded run.

May import: the standard library, `egvar.errors`, `egvar.llm`.

The trail of a run holds each reply with the digest of its request. Replayed, every request must be the one that was
recorded: then the run is the same, byte for byte, with no network. Anything else is an error, not another run.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from egvar.errors import ReplayError
from egvar.files import read_text
from egvar.llm.model import Reply, Request

MAX_TRAIL = 256 << 20


class Recorded:
    """The replies of a trail, in their order, for every role."""

    def __init__(self, trail: list[dict[str, Any]]) -> None:
        self.trail = trail
        self._replies = [t for t in trail if t.get("step") == "reply"]
        self._next = 0

    @classmethod
    def load(cls, path: Path) -> Recorded:
        """Reads `trail.jsonl`. Raises ReplayError for a file that is none."""
        try:
            trail = [json.loads(line) for line in read_text(path, MAX_TRAIL).splitlines()]
        except OSError as e:
            raise ReplayError(f"{path} cannot be read", cause=e.strerror or str(e)) from e
        except (ValueError, RecursionError) as e:
            raise ReplayError(f"{path} is not a trail", cause=str(e)) from e
        if not all(isinstance(t, dict) for t in trail):
            raise ReplayError(f"{path} is not a trail")
        return cls(trail)

    def card(self) -> dict[str, Any]:
        """The solver card of the recorded run. Raises ReplayError if there was no model in it."""
        for t in self.trail:
            if t.get("step") == "solver" and isinstance(t.get("card"), dict):
                card: dict[str, Any] = t["card"]
                return card
        raise ReplayError("no language model took part in the recorded run", hint="--replay BUNDLE/trail.jsonl")

    def reply(self, request: Request) -> Reply:
        if self._next >= len(self._replies):
            raise ReplayError("the recorded run has no further reply", cause=f"the {request.role} asks once more")
        recorded = self._replies[self._next]
        self._next += 1
        if recorded.get("role") != request.role or recorded.get("request") != request.digest():
            raise ReplayError(
                "the recorded run asked something else",
                cause=f"reply {self._next}: the {request.role}'s request is not the recorded one",
                hint="replay with the same table, words, goal and version of egvar",
            )
        return Reply.from_dict(recorded.get("reply"))


class ReplayedModel:
    """A model of a recorded run."""

    def __init__(self, recorded: Recorded, card: dict[str, Any]) -> None:
        self._recorded, self._card = recorded, card
        self.name = str(card.get("model"))

    def complete(self, request: Request, seconds: float) -> Reply:
        return self._recorded.reply(request)

    def card(self) -> dict[str, Any]:
        return self._card
