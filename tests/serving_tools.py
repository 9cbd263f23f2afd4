"""A server of this process on loopback, and requests to it by the standard library."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

from egvar.serving.http import Limits, app


@contextlib.contextmanager
def serving(limits: Limits, jobs: int = 2) -> Iterator[int]:
    """The port of a server that runs until the end."""
    import uvicorn

    config = uvicorn.Config(app(limits, jobs), host="127.0.0.1", port=0, log_level="error", access_log=False)
    server = uvicorn.Server(config)
    listening = config.bind_socket()
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until = time.monotonic() + 30
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


def send(
    port: int, path: str, body: Any = None, headers: dict[str, str] | None = None, method: str | None = None
) -> tuple[int, dict[str, str], Any]:
    """Status, headers and data of one request; a body that is no bytes is sent as JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    sent = {"Content-Type": "application/json"} if body is not None else {}
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # refused before all of the body was sent
        connection.request(method or ("GET" if body is None else "POST"), path, data, sent | (headers or {}))
    answer = connection.getresponse()
    got = answer.read()
    kind = answer.headers.get("content-type", "")
    connection.close()
    return answer.status, dict(answer.headers), json.loads(got) if kind.startswith("application/json") else got.decode()
