"""The tools of the table that a model may call before it commits itself: look at a column, evaluate an expression.

May import: anything of egvar but the command line. They only read; nothing that they say becomes an observation.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from egvar import goal as goals
from egvar.challenge.statement import root_of
from egvar.errors import GoalError
from egvar.llm.model import Tool
from egvar.solver.agent import describe
from egvar.source.source import Source
from egvar.tools.base import Context, NoValue, show_exact

ENTRIES = 60


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TEXT = {"type": "string"}
OBJECT = {"type": "object"}
LOOK = Tool("look", "Show the different entries of a column.", _object(["column"], column=TEXT))
EVALUATE = Tool(
    "evaluate",
    "Let the trusted tools compute a goal: its value, and how it reads in words.",
    _object(["goal"], goal=OBJECT),
)
GIVE_UP = Tool("give_up", "Stop without a proof.", _object(["why"], why=TEXT))
PROPOSE = Tool(
    "propose",
    "Propose goals, each {kind, claim} or {kind, ask}; more than one only if the words can be meant in several ways.",
    _object(["goals"], goals={"type": "array", "items": OBJECT}),
)
CANNOT = Tool("cannot_express", "Say that no goal says what the words say.", _object(["why"], why=TEXT))
TACTICS = Tool("tactics", "Try tactics as the whole proof, one on each line.", _object(["text"], text=TEXT))
TERM = Tool("term", "Try a term as the whole proof.", _object(["text"], text=TEXT))
GUIDE = Tool(
    "guide",
    "The analyst's guide.",
    _object(["columns", "rows", "computation", "doubts"], columns=TEXT, rows=TEXT, computation=TEXT, doubts=TEXT),
)


def use(call: str, arguments: dict[str, Any], source: Source) -> str | None:
    """The answer of one of the tools here; None if `call` is another's."""
    if call == LOOK.name:
        return look(source, arguments.get("column"))
    if call == EVALUATE.name:
        return evaluate(source, arguments.get("goal"))
    return None


def look(source: Source, label: Any) -> str:
    """The entries of a column, or which columns there are."""
    found = next((c for c in source.columns if c.label == label), None)
    if found is None:
        return "There is no such column. There are: " + ", ".join(describe.quoted(c.label) for c in source.columns)
    return describe.column(found, ENTRIES)


def evaluate(source: Source, data: Any) -> str:
    """What a goal says and is worth over the table, or why it is worth nothing."""
    try:
        goal = goals.parse(data if isinstance(data, dict) else "")
        goals.canonical(goal).encode()
        root = root_of(goal)
        said = root.say(Context(source))
        value = root.holds(Context(source)) if goal.kind == "claim" else root.value(Context(source))  # type: ignore[attr-defined]
    except UnicodeEncodeError:
        return "It holds text that is no Unicode."
    except GoalError as e:
        return problem(e)
    except NoValue as e:
        return f"It has no value ({e.reason}): {e.why}"
    if isinstance(value, bool):
        return f"“{said}” {'holds' if value else 'fails'}"
    shown = show_exact(value) if isinstance(value, Fraction) else describe.brief(str(value), 400)
    return f"{said} = {shown}"


def problem(e: GoalError) -> str:
    """What is wrong with a goal, in the words of the error."""
    return " ".join(filter(None, [f"{e.message}.", e.cause and f"{e.cause}.", e.hint]))
