"""What a language model is to egvar: a request goes in, a reply comes out, and nothing is kept between two requests.

May import: the standard library, `egvar.errors`.

Every request is whole: the history of a run is written into it. So a reply depends on its request alone, a run can be
recorded and replayed, and every provider is used the same way: one turn, which ends in the call of a tool.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Protocol

from egvar.errors import ReplayError

Stop = Literal["call", "text", "truncated", "refused", "malformed"]


@dataclass(frozen=True)
class Tool:
    """Something that a model may call; `schema` is the JSON schema of the arguments, an object."""

    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True)
class Request:
    """One question to a model. `role` says on whose behalf (analyst, formalizer, solver). With `structured`, the one
    tool in `tools` is not called but its arguments are the answer, as the provider's structured output."""

    role: str
    system: str
    user: str
    tools: tuple[Tool, ...]
    max_tokens: int = 4096
    structured: bool = False

    def digest(self) -> str:
        """SHA-256 over the whole request."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True, ensure_ascii=True).encode()).hexdigest()


@dataclass(frozen=True)
class Usage:
    """Tokens, as the provider counts them."""

    input: int = 0
    output: int = 0


@dataclass(frozen=True)
class Reply:
    """What a model said. `stop`: `call` (of the tool `call` with `arguments`), or why there is none: `text` (words
    only), `truncated`, `refused`, or `malformed` (arguments that are not a JSON object). `retries`: how often the
    request was sent again; `dropped`: settings that the provider refused and that were left out."""

    stop: Stop
    call: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    usage: Usage = Usage()
    retries: int = 0
    dropped: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"dropped": list(self.dropped)}

    @classmethod
    def from_dict(cls, data: Any) -> Reply:
        """The inverse of `as_dict`. Raises ReplayError for data that it did not make."""
        try:
            reply = cls(**(data | {"usage": Usage(**data["usage"]), "dropped": tuple(data["dropped"])}))
            if reply.as_dict() != data or reply.stop not in ("call", "text", "truncated", "refused", "malformed"):
                raise ValueError("unknown values")
            if not isinstance(reply.arguments, dict) or not all(
                isinstance(n, int) and n >= 0 for n in (reply.usage.input, reply.usage.output)
            ):
                raise ValueError("values of other types")
        except (TypeError, KeyError, ValueError, AttributeError) as e:
            raise ReplayError("a recorded reply is malformed", cause=str(e)) from e
        return reply


class Model(Protocol):
    """A language model. `name` is how the command line names it, without any secret."""

    @property
    def name(self) -> str: ...

    def complete(self, request: Request, seconds: float) -> Reply:
        """The reply to a request, within `seconds`. Raises ModelError if none can be had, ModelSettingError if none
        ever will without another key or setting."""
        ...

    def card(self) -> dict[str, Any]:
        """What is set: temperature and the like, for the trail."""
        ...


def arguments_of(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is; None if it is anything else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def call_in_text(request: Request, text: str) -> tuple[str, dict[str, Any]] | None:
    """The call that a JSON text stands for, for models that call tools by writing JSON; None if it stands for none."""
    value = arguments_of(text)
    if value is None:
        return None
    if request.structured:
        return request.tools[0].name, value
    name, arguments = value.get("tool"), value.get("arguments")
    if not isinstance(arguments, dict) or name not in {t.name for t in request.tools}:
        return None
    return str(name), arguments


def call_schema(request: Request) -> dict[str, Any]:
    """The JSON schema of a text that stands for a call of one of the request's tools."""
    if request.structured:
        return request.tools[0].schema
    return {
        "type": "object",
        "properties": {"tool": {"enum": [t.name for t in request.tools]}, "arguments": {"type": "object"}},
        "required": ["tool", "arguments"],
        "additionalProperties": False,
    }
