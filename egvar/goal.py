"""Goals: what a claim or question means, as data. The JSON schema is `egvar/goal.schema.json`.

May import: the standard library, pydantic, `egvar.errors`, `egvar.tools`.

A goal comes from people, the built-in formalizer or a language model; none of them is trusted. What a goal means is
fixed by `egvar.tools.queries` and, in the kernel, by `lean/EgVar/Query`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from egvar.errors import GoalError, Position
from egvar.tools.queries.claims import Claim
from egvar.tools.queries.numbers import NumberExpr, Together, Values

SCHEMA = "egvar/goal/1"
MAX_DEPTH = 64


class ClaimGoal(BaseModel):
    """A statement: Verified if it holds, Refuted if it fails."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)
    schema_: Literal["egvar/goal/1"] = Field("egvar/goal/1", alias="schema")
    kind: Literal["claim"] = "claim"
    claim: Claim


class QuestionGoal(BaseModel):
    """A question: answered by a number or a set of values."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)
    schema_: Literal["egvar/goal/1"] = Field("egvar/goal/1", alias="schema")
    kind: Literal["question"] = "question"
    ask: Annotated[NumberExpr | Values | Together, Field()]


Goal = ClaimGoal | QuestionGoal


def parse(data: str | bytes | dict[str, Any], file: str = "goal") -> Goal:
    """A goal from its JSON. Raises GoalError with the place of the fault. JSON floats are refused."""
    if isinstance(data, str | bytes):
        if len(data) > 1 << 20:
            raise GoalError("a goal is longer than 1 MB")
        try:
            data = json.loads(data, parse_float=_no_float, parse_constant=_no_float)
        except json.JSONDecodeError as e:
            raise GoalError("a goal is not JSON", cause=e.msg, position=Position(file, e.lineno, e.colno)) from e
        except (RecursionError, ValueError) as e:
            raise GoalError("a goal is not JSON that can be used", cause=str(e), position=Position(file)) from e
    if not isinstance(data, dict) or _depth(data) > MAX_DEPTH:
        raise GoalError("a goal is an object that is not nested too deeply", position=Position(file))
    try:
        json.dumps(data, ensure_ascii=False, default=str).encode()
    except (UnicodeEncodeError, ValueError) as e:
        raise GoalError("a goal holds what is no text or number that can be used", position=Position(file)) from e
    models: dict[str, type[ClaimGoal] | type[QuestionGoal]] = {"claim": ClaimGoal, "question": QuestionGoal}
    model = models.get(str(data.get("kind")))
    if model is None:
        raise GoalError('a goal has "kind": "claim" or "question"', position=Position(file))
    try:
        return model.model_validate(data)
    except ValidationError as e:
        first = e.errors()[0]
        where = ".".join(str(p) for p in first["loc"]) or "goal"
        raise GoalError(
            f"a goal does not fit the schema at {where}", cause=first["msg"], position=Position(file)
        ) from e


def dump(goal: Goal) -> dict[str, Any]:
    """The goal as JSON data; `parse(dump(g)) == g`."""
    return goal.model_dump(mode="json", by_alias=True)


def canonical(goal: Goal) -> str:
    """The goal as canonical JSON text."""
    return json.dumps(dump(goal), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def schema() -> dict[str, Any]:
    """The JSON schema of goals."""
    from pydantic import TypeAdapter

    adapter: TypeAdapter[Any] = TypeAdapter(Annotated[Goal, Field(discriminator="kind")])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        **adapter.json_schema(by_alias=True),
    }


def main() -> None:
    """Writes the schema file: `python -m egvar.goal`."""
    path = Path(__file__).with_name("goal.schema.json")
    path.write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _no_float(text: str) -> Any:
    raise ValueError(f'{text} is written with quotes, as "{text}": JSON numbers lose digits')


def _depth(value: object) -> int:
    deepest, stack = 0, [(value, 1)]
    while stack:
        v, d = stack.pop()
        deepest = max(deepest, d)
        children = v.values() if isinstance(v, dict) else v if isinstance(v, list) else ()
        stack.extend((c, d + 1) for c in children)
    return deepest


if __name__ == "__main__":
    main()
