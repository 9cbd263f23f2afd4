"""A server on this machine that speaks the wire protocols of Anthropic's Messages and OpenAI's Chat Completions.

It answers each request with the next of `answers` (the last one again and again), and keeps what it was sent.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Events = list[tuple[str | None, Any]]


@dataclass
class Answer:
    """One answer: a status with JSON, server-sent events, raw bytes, or silence. `cut`: the end is missing."""

    status: int = 200
    body: Any = None
    events: Events | None = None
    raw: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    stall: float = 0.0
    stall_after: int = 10**9
    cut: bool = False


@dataclass
class Loopback:
    url: str
    answers: list[Answer | Callable[[dict[str, Any]], Answer]]
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)


@contextmanager
def loopback(*answers: Answer | Callable[[dict[str, Any]], Answer]) -> Iterator[Loopback]:
    stopping = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            found.requests.append(request)
            found.headers.append({k.lower(): v for k, v in self.headers.items()})
            found.paths.append(self.path)
            at = min(len(found.requests), len(found.answers)) - 1
            answer = found.answers[at]
            self._answer(answer if isinstance(answer, Answer) else answer(request))
            self.close_connection = True

        def _answer(self, answer: Answer) -> None:
            kind = "text/event-stream" if answer.events is not None else "application/json"
            pieces = [answer.raw or b""]
            if answer.events is not None:
                pieces = [_event(name, data) for name, data in answer.events]
            elif answer.raw is None:
                pieces = [json.dumps(answer.body).encode()]
            self.send_response(answer.status)
            for name, value in {"content-type": kind, "connection": "close", **answer.headers}.items():
                self.send_header(name, value)
            length = sum(map(len, pieces)) + (1000 if answer.cut else 0)
            if answer.events is None or answer.cut:
                self.send_header("content-length", str(length))
            self.end_headers()
            for i, piece in enumerate(pieces):
                if i >= answer.stall_after:
                    stopping.wait(answer.stall)
                try:
                    self.wfile.write(piece)
                    self.wfile.flush()
                except OSError:
                    return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found = Loopback(f"http://127.0.0.1:{server.server_port}", list(answers))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _event(name: str | None, data: Any) -> bytes:
    text = data if isinstance(data, str) else json.dumps(data)
    return (f"event: {name}\n" if name else "").encode() + f"data: {text}\n\n".encode()


# --- Anthropic ---


def anthropic_message(blocks: list[dict[str, Any]], stop: str | None = "tool_use", pieces: int = 3) -> Answer:
    """A streamed message of text (`{"text": …}`) and tool (`{"name": …, "input": … or "raw": …}`) blocks."""
    start = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None}
    start |= {"stop_sequence": None, "usage": {"input_tokens": 11, "output_tokens": 1}}
    events: Events = [("message_start", {"type": "message_start", "message": start}), ("ping", {"type": "ping"})]
    for i, block in enumerate(blocks):
        if "text" in block:
            opened, whole, kind, key = {"type": "text", "text": ""}, block["text"], "text_delta", "text"
        else:
            opened = {"type": "tool_use", "id": f"toolu_{i}", "name": block["name"], "input": {}}
            whole = block.get("raw", json.dumps(block.get("input")))
            kind, key = "input_json_delta", "partial_json"
        events.append(("content_block_start", {"type": "content_block_start", "index": i, "content_block": opened}))
        for part in _pieces(whole, pieces):
            delta = {"type": kind, key: part}
            events.append(("content_block_delta", {"type": "content_block_delta", "index": i, "delta": delta}))
        events.append(("content_block_stop", {"type": "content_block_stop", "index": i}))
    if stop is not None:
        ended = {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}}
        events.append(("message_delta", ended | {"usage": {"output_tokens": 7}}))
        events.append(("message_stop", {"type": "message_stop"}))
    return Answer(events=events)


def anthropic_error(status: int, kind: str, message: str = "no", **headers: str) -> Answer:
    body = {"type": "error", "error": {"type": kind, "message": message}}
    return Answer(status, body, headers={k.replace("_", "-"): v for k, v in headers.items()})


# --- OpenAI ---


def openai_message(
    text: str = "", call: tuple[str, str] | None = None, finish: str | None = "stop", refusal: str = "", pieces: int = 3
) -> Answer:
    """A streamed completion: text, a refusal, or the call of a tool with its arguments as text."""

    def chunk(delta: dict[str, Any], end: str | None = None) -> tuple[None, dict[str, Any]]:
        choice = {"index": 0, "delta": delta, "finish_reason": end, "logprobs": None}
        return None, _chunk([choice])

    events: Events = [chunk({"role": "assistant", "content": ""})]
    events += [chunk({"content": part}) for part in _pieces(text, pieces)]
    events += [chunk({"refusal": part}) for part in _pieces(refusal, pieces)]
    if call is not None:
        name, arguments = call
        head = {"index": 0, "id": "call_1", "type": "function", "function": {"name": name, "arguments": ""}}
        events.append(chunk({"tool_calls": [head]}))
        for part in _pieces(arguments, pieces):
            events.append(chunk({"tool_calls": [{"index": 0, "function": {"arguments": part}}]}))
    if finish is not None:
        events.append(chunk({}, finish))
        usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
        events += [(None, _chunk([]) | {"usage": usage}), (None, "[DONE]")]
    return Answer(events=events)


def _chunk(choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": int(time.time()),
        "model": "m",
        "choices": choices,
    }


def openai_error(status: int, code: str, message: str = "no", **headers: str) -> Answer:
    body = {"error": {"message": message, "type": code, "param": None, "code": code}}
    return Answer(status, body, headers={k.replace("_", "-"): v for k, v in headers.items()})


def _pieces(text: str, count: int) -> list[str]:
    size = max(1, -(-len(text) // count))
    return [text[i : i + size] for i in range(0, len(text), size)]
