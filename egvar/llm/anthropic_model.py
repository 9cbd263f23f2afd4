"""Models of Anthropic, by their official SDK: streamed messages with forced tool use, or structured output.

May import: the standard library, `egvar.errors`, `egvar.llm`, and the SDK where it is first used.

The API no longer takes a temperature (it refuses one), so none is sent.
"""

from __future__ import annotations

import os
import time
from typing import Any

from egvar.errors import ModelSettingError
from egvar.llm.model import Reply, Request, Usage, arguments_of
from egvar.llm.retry import Incomplete, TooLate, repeated, without_refused

KEY = "ANTHROPIC_API_KEY"
READ_SECONDS = 120.0
OPTIONAL = frozenset({"tool_choice", "output_config"})


class AnthropicModel:
    """`anthropic:MODEL`. The key comes from ANTHROPIC_API_KEY. Raises ModelSettingError if there is none."""

    def __init__(self, model: str, read_seconds: float = READ_SECONDS) -> None:
        key = os.environ.get(KEY, "")
        if not key:
            raise ModelSettingError("there is no key for Anthropic", hint=f"set {KEY} in the environment")
        self.name = f"anthropic:{model}"
        self._model, self._key, self._read_seconds = model, key, read_seconds
        self._refused: set[str] = set()
        self._client: Any = None

    def card(self) -> dict[str, Any]:
        return {"model": self.name, "temperature": None, "interface": "messages"}

    def complete(self, request: Request, seconds: float) -> Reply:
        return repeated(lambda left: self._send(request, left), seconds, self.name, (self._key,))

    def _send(self, request: Request, left: float) -> Reply:
        import anthropic

        if self._client is None:
            self._client = anthropic.Anthropic(api_key=self._key, max_retries=0)
        deadline = time.monotonic() + left
        while True:
            parameters = {k: v for k, v in self._parameters(request).items() if k not in self._refused}
            try:
                with self._client.messages.stream(**parameters, timeout=min(left, self._read_seconds)) as stream:
                    for _ in stream:
                        if time.monotonic() > deadline:
                            raise TooLate
                    return self._reply(request, stream.get_final_message())
            except anthropic.APIStatusError as e:
                refused = without_refused(parameters, OPTIONAL, e)
                if refused is None:
                    raise
                self._refused.add(refused)

    def _parameters(self, request: Request) -> dict[str, Any]:
        out: dict[str, Any] = {
            "model": self._model,
            "max_tokens": request.max_tokens,
            "system": request.system,
            "messages": [{"role": "user", "content": request.user}],
        }
        if request.structured and "output_config" not in self._refused:
            schema = request.tools[0].schema
            return out | {"output_config": {"format": {"type": "json_schema", "schema": schema}}}
        tools = [{"name": t.name, "description": t.description, "input_schema": t.schema} for t in request.tools]
        return out | {"tools": tools, "tool_choice": {"type": "any", "disable_parallel_tool_use": True}}

    def _reply(self, request: Request, message: Any) -> Reply:
        if message.stop_reason is None:
            raise Incomplete("the message has no end")
        usage = Usage(message.usage.input_tokens, message.usage.output_tokens)
        text = "".join(b.text for b in message.content if b.type == "text")
        common: dict[str, Any] = {"text": text, "usage": usage, "dropped": tuple(sorted(self._refused))}
        if message.stop_reason == "refusal":
            return Reply("refused", **common)
        if message.stop_reason in ("max_tokens", "model_context_window_exceeded"):
            return Reply("truncated", **common)
        for block in message.content:
            if block.type == "tool_use":
                if not isinstance(block.input, dict):
                    return Reply("malformed", **common)
                return Reply("call", block.name, block.input, **common)
        if request.structured and text:
            found = arguments_of(text)
            return (
                Reply("malformed", **common) if found is None else Reply("call", request.tools[0].name, found, **common)
            )
        return Reply("text", **common)
