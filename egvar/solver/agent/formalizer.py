"""The analyst and the formalizer: from words to goals, each checked against the schema and the table's vocabulary.

May import: anything of egvar but the command line. Not trusted: what a goal says is shown with the verdict.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Literal

from egvar import goal as goals
from egvar.challenge.check import GaveUp
from egvar.challenge.statement import root_of
from egvar.errors import GoalError
from egvar.goal import Goal
from egvar.llm.model import Model
from egvar.solver.agent import describe, look
from egvar.solver.agent.talk import History, Talk
from egvar.solver.formalizer.grammar import Interpretation
from egvar.source.source import Source
from egvar.tools.base import Context, NoValue
from egvar.verdict import Reason

TOOLS = (look.LOOK, look.EVALUATE, look.PROPOSE, look.CANNOT)
MAX_GOALS = 8


def guide(talk: Talk, model: Model, text: str, source: Source, kind: str) -> str:
    """The analyst's guide; whatever it is, it is only words to the others."""
    reply = talk.ask(
        model, "analyst", (look.GUIDE,), structured=True, kind=kind, text=text, table=describe.table(source)
    )
    if reply.stop != "call":
        return "(none)"
    return describe.brief(reply.arguments, 4000)


def formalize(
    talk: Talk, model: Model, text: str, source: Source, kind: Literal["claim", "question"], plan: str
) -> list[Interpretation]:
    """The goals that the model proposes, best first; none if it says that there are none.

    A proposal that does not fit the schema or the table is given back with what is wrong. One without a value is given
    back once: the table may not have what the words name, and then that is the answer. Raises GaveUp.
    """
    history = History(talk, "formalizer")
    doubted: set[str] = set()
    while True:
        reply = talk.ask(
            model,
            "formalizer",
            TOOLS,
            kind=kind,
            text=text,
            table=describe.table(source),
            language=describe.language(),
            guide=plan,
            history=str(history),
        )
        if reply.stop != "call":
            history.no_call(reply)
            continue
        action = f"{reply.call} {describe.brief(reply.arguments, 2000)}"
        if reply.call == look.CANNOT.name:
            history.add(action, "", "cannot_express")
            why = describe.brief(str(reply.arguments.get("why", "")), 300)
            raise GaveUp(Reason.NOT_EXPRESSIBLE, f"the formalizer says that no goal says it: {why}")
        if (answer := look.use(reply.call, reply.arguments, source)) is not None:
            history.add(action, answer, reply.call)
            continue
        if reply.call != look.PROPOSE.name:
            history.add(action, "There is no such tool.", "no_such_tool")
            continue
        found, complaint, outcome = _proposed(reply.arguments, source, kind, doubted)
        history.add(action, complaint or "Accepted.", outcome)
        if found:
            return found


def _proposed(
    arguments: dict[str, Any], source: Source, kind: str, doubted: set[str]
) -> tuple[list[Interpretation], str, str]:
    """The goals proposed if all of them can be used; else what is to be said to the model, and a code for it."""
    data = arguments.get("goals")
    if not isinstance(data, list) or not 1 <= len(data) <= MAX_GOALS:
        return [], f'"goals" is a list of 1 to {MAX_GOALS} goals.', "malformed"
    found: list[Goal] = []
    for i, d in enumerate(data, 1):
        try:
            goal = goals.parse(d if isinstance(d, dict) else json.dumps(d))
            goals.canonical(goal).encode()
            if goal.kind != kind:
                return [], f'Goal {i} is a {goal.kind}; a {kind} is wanted: "kind": "{kind}".', "wrong_kind"
            root = root_of(goal)
            root.say(Context(source))
            value_of(goal, source)
        except GoalError as e:
            return [], f"Goal {i}: {look.problem(e)}", "does_not_fit"
        except UnicodeEncodeError:
            return [], f"Goal {i} holds text that is no Unicode.", "malformed"
        except NoValue as e:
            key = goals.canonical(goal)
            if key not in doubted:
                doubted.add(key)
                note = "Propose it again if that is what the words say, else another."
                return [], f"Goal {i} has no value over this table ({e.reason}): {e.why}. {note}", "no_value"
        if goal not in found:
            found.append(goal)
    # One score for all: which of them is meant is for `decide`, and for the user, to say.
    return [Interpretation(g, Fraction(1), g.kind) for g in found], "", "accepted"


def value_of(goal: Goal, source: Source) -> object:
    """The value of a goal by the trusted tools. Raises NoValue, and GoalError for names that the table lacks."""
    from egvar.challenge.vacuity import value_of as value

    return value(root_of(goal), Context(source))
