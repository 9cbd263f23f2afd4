"""A language server that does as its first argument says: it speaks the protocol, up to a point."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any


def receive() -> dict[str, Any]:
    length = 0
    while line := sys.stdin.buffer.readline().strip():
        length = int(line.partition(b":")[2])
    if not length:
        sys.exit(0)
    message: dict[str, Any] = json.loads(sys.stdin.buffer.read(length))
    return message


def send(message: Any) -> None:
    body = json.dumps(message).encode()
    os.write(1, b"Content-Length: %d\r\n\r\n" % len(body) + body)


def diagnostics(document: dict[str, Any], version: int, found: Any) -> None:
    params = {"uri": document["uri"], "version": version, "diagnostics": found}
    send({"method": "textDocument/publishDiagnostics", "params": params})


RAW = {
    "garbage": b"\x00\xffHTTP/1.1 200 OK\r\n\r\n<html>",
    "not_json": b"Content-Length: 5\r\n\r\n{{{{{",
    "not_an_object": b"Content-Length: 2\r\n\r\n[]",
    "huge": b"Content-Length: 99999999999\r\n\r\n",
    "negative": b"Content-Length: -4\r\n\r\n",
    "deep": b"Content-Length: 200000\r\n\r\n" + b"[" * 200_000,
    "no_header_end": b"A" * 10_000,
    "cut": b"Content-Length: 500\r\n\r\n{",
}


def main() -> None:
    behaviour = sys.argv[1]
    while True:
        message = receive()
        match message.get("method"):
            case "initialize":
                send({"id": 0, "error": {"code": 1}} if behaviour == "no_session" else {"id": 0, "result": {}})
            case "textDocument/didOpen" | "textDocument/didChange":
                document = message["params"]["textDocument"]
            case "textDocument/waitForDiagnostics":
                version, answer = document["version"], {"id": message["id"], "result": {}}
                if behaviour in RAW:
                    os.write(1, RAW[behaviour])
                    if behaviour == "cut":
                        sys.exit(0)
                elif behaviour == "die":
                    os.kill(os.getpid(), 9)
                elif behaviour == "stall":
                    time.sleep(600)
                elif behaviour == "silent":  # no diagnostics at all must not pass for no errors
                    send(answer)
                elif behaviour == "other_version":
                    diagnostics(document, version - 1, [])
                    send(answer)
                elif behaviour == "error":
                    diagnostics(document, version, [])
                    send({"id": message["id"], "error": {"code": 1, "message": "no"}})
                elif behaviour == "malformed":
                    diagnostics(document, version, [{"severity": 7}])
                    send(answer)
                elif behaviour == "null":
                    diagnostics(document, version, None)
                    send(answer)
                elif behaviour == "flood":
                    while True:
                        diagnostics(document, version - 1, [])
                else:
                    assert behaviour == "well"
                    diagnostics(document, version, [])
                    send(answer)


main()
