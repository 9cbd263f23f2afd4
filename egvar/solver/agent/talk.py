"""Talking to models in one run: every reply is counted against the budget and written into the trail.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NoReturn

from egvar.challenge.check import GaveUp
from egvar.errors import EgvarError, ModelError, ModelSettingError
from egvar.llm import account
from egvar.llm.account import Account, Budget, Spent
from egvar.llm.model import Model, Reply, Request, Tool
from egvar.llm.prompts import prompt
from egvar.solver.agent.describe import brief
from egvar.tools.base import show_exact
from egvar.verdict import Reason

HISTORY = 24_000
"""How many characters of what happened so far a request holds; older steps are left out."""
NO_CALL = {
    "text": "You called no tool. Call one.",
    "truncated": "Your reply was cut off before it ended. Be shorter.",
    "malformed": "Your call could not be read: its arguments are not a JSON object of the tool's.",
    "refused": "You declined. Call give_up or cannot_express if you will not go on.",
}
MAX_REFUSALS = 3


class Talk:
    """One run's conversation with its models, and its trail."""

    def __init__(self, budget: Budget, trail: list[dict[str, Any]]) -> None:
        self.account = Account(budget)
        self.trail = trail
        self._cost: Fraction | None = Fraction(0)

    def ask(self, model: Model, role: str, tools: tuple[Tool, ...], structured: bool = False, **values: str) -> Reply:
        """The reply to the prompt of `role`, filled with `values`. Raises GaveUp when the budget is used up, and when
        the model cannot be reached; ModelSettingError when it refuses the very first request of a run."""
        system, user = prompt(role).fill(**values)
        request = Request(role, system, user, tools, self.account.budget.reply_tokens, structured)
        try:
            seconds = self.account.left()
            reply = model.complete(request, seconds)
        except Spent as e:
            raise GaveUp(Reason.BUDGET, str(e)) from None
        except ModelSettingError as e:
            if not self.account.steps:  # it never worked: the user has to set something right
                raise
            self._no_reply(role, e)
        except ModelError as e:
            self._no_reply(role, e)
        self.account.add(reply)
        price = account.cost(model.card().get("price"), reply.usage.input, reply.usage.output)
        self._cost = None if price is None or self._cost is None else self._cost + price
        self.trail.append({"step": "reply", "role": role, "request": request.digest(), "reply": reply.as_dict()})
        return reply

    def _no_reply(self, role: str, e: EgvarError) -> NoReturn:
        self.trail.append({"step": "no_reply", "role": role, "error": e.as_dict()})
        raise GaveUp(Reason.NOT_CHECKED, f"{e.message}: {e.cause}" if e.cause else e.message) from None

    def close(self) -> None:
        """Writes the account into the trail."""
        self.trail.append(self.account.entry(None if self._cost is None else show_exact(self._cost)))


class History:
    """What happened so far in one role, as the model is told it. Each step is also a step of the trail."""

    def __init__(self, talk: Talk, role: str) -> None:
        self._talk, self._role = talk, role
        self._steps: list[str] = []
        self._refusals = 0

    def no_call(self, reply: Reply) -> None:
        """A reply that calls nothing. Raises GaveUp for a model that keeps declining."""
        if reply.stop == "refused":
            self._refusals += 1
            if self._refusals >= MAX_REFUSALS:
                raise GaveUp(Reason.NOT_EXPRESSIBLE, f"the {self._role} declines: {brief(reply.text, 300)}")
        self.add(f"({brief(reply.text, 400)})" if reply.text else "(nothing)", NO_CALL.get(reply.stop, ""), reply.stop)

    def add(self, action: str, feedback: str, outcome: str) -> None:
        self._steps.append(f"## Step {len(self._steps) + 1}\n{action}\n-- Answer:\n{feedback}")
        self._talk.trail.append(
            {"step": "feedback", "role": self._role, "number": len(self._steps), "outcome": outcome, "text": feedback}
        )

    def __str__(self) -> str:
        if not self._steps:
            return "Nothing yet."
        shown: list[str] = []
        room = HISTORY
        for step in reversed(self._steps):
            room -= len(step)
            if room < 0 and shown:
                break
            shown.append(step)
        left_out = len(self._steps) - len(shown)
        head = [f"({left_out} earlier steps are left out.)"] if left_out else []
        return "\n\n".join([*head, *reversed(shown)])
