"""Models of OpenAI, and any server that speaks its Chat Completions, by the official SDK.

May import: the standard library, `egvar.errors`, `egvar.llm`, and the SDK where it is first used.

Replies are streamed. OpenAI's own models call tools; a compatible server (vLLM, Ollama, llama.cpp) is asked for JSON
that fits a schema instead, which all of them can constrain their output to.
"""

from __future__ import annotations

import os
import time
import urllib.parse
from typing import Any

from egvar.errors import ModelSettingError
from egvar.llm.model import Reply, Request, Usage, arguments_of, call_in_text, call_schema
from egvar.llm.retry import Incomplete, TooLate, repeated, without_refused

KEY, COMPATIBLE_KEY = "OPENAI_API_KEY", "EGVAR_API_KEY"
READ_SECONDS = 120.0
OPTIONAL = frozenset({"temperature", "tool_choice", "parallel_tool_calls", "stream_options", "seed", "response_format"})


class OpenAIModel:
    """`openai:MODEL`, or `openai-compatible:MODEL@URL` with `base_url`.

    The key comes from OPENAI_API_KEY, or EGVAR_API_KEY for a compatible server, which may need none. Raises
    ModelSettingError for a missing key, or a URL that is none or holds a password.
    """

    def __init__(self, model: str, base_url: str | None = None, read_seconds: float = READ_SECONDS) -> None:
        self._compatible = base_url is not None
        self.name = f"openai:{model}"
        if base_url is not None:
            parts = urllib.parse.urlsplit(base_url)
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise ModelSettingError(f"{base_url} is not the URL of a server", hint="http://HOST:PORT/v1")
            if parts.username or parts.password or parts.query:
                raise ModelSettingError("a server's URL holds no user, password or query", hint=f"set {COMPATIBLE_KEY}")
            self.name = f"openai-compatible:{model}@{base_url}"
        key = os.environ.get(COMPATIBLE_KEY if self._compatible else KEY, "")
        if not key and not self._compatible:
            raise ModelSettingError("there is no key for OpenAI", hint=f"set {KEY} in the environment")
        self._model, self._key, self._base_url, self._read_seconds = model, key, base_url, read_seconds
        self._refused: set[str] = set()
        self._form = "json_schema"
        self._client: Any = None

    def card(self) -> dict[str, Any]:
        temperature = None if "temperature" in self._refused else 0
        return {"model": self.name, "temperature": temperature, "interface": "chat.completions"}

    def complete(self, request: Request, seconds: float) -> Reply:
        return repeated(lambda left: self._send(request, left), seconds, self.name, (self._key,))

    def _send(self, request: Request, left: float) -> Reply:
        import openai

        if self._client is None:
            self._client = openai.OpenAI(api_key=self._key or "none", base_url=self._base_url, max_retries=0)
        deadline = time.monotonic() + left
        while True:
            parameters = {k: v for k, v in self._parameters(request).items() if k not in self._refused}
            try:
                stream = self._client.chat.completions.create(**parameters, timeout=min(left, self._read_seconds))
                with stream:
                    return self._reply(request, stream, deadline)
            except openai.APIStatusError as e:
                refused = without_refused(parameters, OPTIONAL, e)
                if refused is None:
                    raise
                if refused == "response_format" and self._compatible and self._form == "json_schema":
                    self._form = "json_object"  # as llama.cpp's own server writes it
                else:
                    self._refused.add(refused)

    def _parameters(self, request: Request) -> dict[str, Any]:
        out: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}],
            "temperature": 0,
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_tokens" if self._compatible else "max_completion_tokens": request.max_tokens,
        }
        if self._compatible:
            out["seed"] = 0
        if self._compatible or request.structured:
            schema = call_schema(request)
            if self._form == "json_object":
                return out | {"response_format": {"type": "json_object", "schema": schema}}
            form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
            return out | {"response_format": form}
        tools = [
            {"type": "function", "function": {"name": t.name, "description": t.description, "parameters": t.schema}}
            for t in request.tools
        ]
        return out | {"tools": tools, "tool_choice": "required", "parallel_tool_calls": False}

    def _reply(self, request: Request, stream: Any, deadline: float) -> Reply:
        text, refusal, name, arguments = "", "", "", ""
        finish: str | None = None
        usage = Usage()
        for chunk in stream:
            if time.monotonic() > deadline:
                raise TooLate
            if chunk.usage is not None:
                usage = Usage(chunk.usage.prompt_tokens, chunk.usage.completion_tokens)
            for choice in chunk.choices or ():
                delta = choice.delta
                text += delta.content or ""
                refusal += delta.refusal or ""
                for call in delta.tool_calls or ():
                    if call.index == 0 and call.function is not None:
                        name += call.function.name or ""
                        arguments += call.function.arguments or ""
                finish = choice.finish_reason or finish
        if finish is None:
            raise Incomplete("the stream has no end")
        common: dict[str, Any] = {"text": text or refusal, "usage": usage, "dropped": tuple(sorted(self._refused))}
        if refusal or finish == "content_filter":
            return Reply("refused", **common)
        if finish == "length":
            return Reply("truncated", **common)
        if name:
            found = arguments_of(arguments)
            return Reply("malformed", **common) if found is None else Reply("call", name, found, **common)
        if self._compatible or request.structured:
            call_found = call_in_text(request, text)
            return Reply("malformed", **common) if call_found is None else Reply("call", *call_found, **common)
        return Reply("text", **common)
