"""What goals name: columns, and constants that a cell can hold.

May import: the standard library, pydantic, `egvar.tools.exact`, `egvar.tools.say`.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, model_serializer, model_validator

from egvar.tools.exact import Exact, day_ordinal, show_exact
from egvar.tools.say import quoted, spoken


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)


class _OrText(Model):
    """A model for which plain text is short. Its JSON schema says so."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> Any:
        shape = handler.resolve_ref_schema(handler(core))
        written = dict(shape)
        shape.clear()
        shape["description"] = written.pop("description", "")
        shape["anyOf"] = [{"type": "string"}, written]
        return shape


class ColumnRef(_OrText):
    """A column by its label, or a typed part of its cells (`part`, see `egvar.source.parts`). Plain text is a label."""

    name: str
    part: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"name": value} if isinstance(value, str) else value

    @model_serializer
    def _as_text(self) -> Any:
        return self.name if self.part is None else {"name": self.name, "part": self.part}

    def __str__(self) -> str:
        return quoted(self.name) if self.part is None else f"the {self.part} of {quoted(self.name)}"


class ValueConst(_OrText):
    """A constant that a cell can hold: exactly one of text, number or day (ISO date). Plain text is text."""

    text: str | None = None
    number: Exact | None = None
    day: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"text": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _one(self) -> ValueConst:
        if sum(x is not None for x in (self.text, self.number, self.day)) != 1:
            raise ValueError("a value is one of text, number and day")
        if self.day is not None:
            day_ordinal(self.day)
        return self

    @model_serializer
    def _short(self) -> Any:
        if self.text is not None:
            return self.text
        return {"number": show_exact(self.number)} if self.number is not None else {"day": self.day}

    def __str__(self) -> str:
        if self.text is not None:
            return spoken(self.text)
        return show_exact(self.number) if self.number is not None else str(self.day)
