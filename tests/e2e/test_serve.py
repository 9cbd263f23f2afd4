"""`egvar serve` on loopback: what it answers, under load, to slow clients, and to hostile ones."""

from __future__ import annotations

import base64
import io
import json
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from serving_tools import send, serving

from egvar.serving.http import Limits
from egvar.serving.openapi import REQUESTS, description

pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install 'egvar[serve]'")
PEAKS = (Path(__file__).parents[2] / "examples" / "peaks.csv").read_text()
TABLE = {"name": "peaks.csv", "text": PEAKS}
CLAIM = {"claim": "The mean elevation is 2085.67", "table": TABLE}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(Limits(size=1 << 20, arrival=2, seconds=20, waiting=60)) as found:
        yield found


def small(n: int) -> dict[str, str]:
    return {"name": "t.csv", "text": f"k,x\na,{n}\nb,{n + 1}\nc,{n + 2}\n"}


def error(reply: tuple[int, Any, Any]) -> tuple[int, str]:
    status, _, data = reply
    assert set(data) == {"schema_version", "error"} and "Traceback" not in json.dumps(data)
    return status, f"{data['error']['code']} {data['error']['message']} {data['error']['cause']}"


# --- what it answers -----------------------------------------------------------------------------------------------


def test_verify_ask_check_and_read(port: int) -> None:
    status, _, data = send(port, "/api/verify", CLAIM | {"page": True})
    assert (status, data["verdict"]["status"]) == (200, "Verified")
    assert "The table bears this out" in data["page"]
    data = send(port, "/api/ask", {"question": "What is the highest elevation?", "table": TABLE})[2]
    assert (data["verdict"]["answer"], "page" in data) == (["2456"], False)
    document = {"name": "r.md", "text": "The mean elevation is 2,085.68 m."}
    data = send(port, "/api/check", {"document": document, "tables": [TABLE], "page": True})[2]
    assert (data["counts"]["Refuted"], data["sentences"][0]["fix"]) == (1, "2,085.67")
    assert 'class="s Refuted"' in data["page"]
    data = send(port, "/api/read", {"table": TABLE})[2]
    assert (data["rows"], data["columns"][2]["read_as"]) == (9, "number")


def test_how_a_table_is_read_can_be_settled(port: int) -> None:
    table = {"name": "t.csv", "text": "city,people\nAster,10\nBirch,20\nCedar,30\nTotal,60\n"}
    sides = {"left": {"op": "sum", "column": "people"}, "right": {"op": "number", "value": "60"}}
    request = {"claim": "", "goal": {"kind": "claim", "claim": {"op": "compare", **sides}}, "table": table}
    assert send(port, "/api/verify", request | {"total_rows": "drop"})[2]["verdict"]["status"] == "Verified"
    assert send(port, "/api/verify", request | {"total_rows": "keep"})[2]["verdict"]["status"] == "Refuted"


def test_excel_and_word_files(port: int) -> None:
    import docx
    import openpyxl

    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in (["k", "x"], ["a", 1], ["b", 2], ["c", 4]):
        book.active.append(row)
    book.save(out)
    table = {"name": "t.xlsx", "base64": base64.b64encode(out.getvalue()).decode()}
    made, out = docx.Document(), io.BytesIO()
    made.add_paragraph("The sum of x is 7.")
    made.save(out)
    document = {"name": "r.docx", "base64": base64.b64encode(out.getvalue()).decode()}
    assert send(port, "/api/check", {"document": document, "tables": [table]})[2]["counts"]["Verified"] == 1


def test_the_page_loads_nothing_from_elsewhere(port: int) -> None:
    status, headers, text = send(port, "/")
    assert status == 200 and "http" not in text.replace("http-equiv", "")
    policy = headers["content-security-policy"]
    assert (
        policy.startswith("default-src 'none'") and "unsafe-eval" not in policy and "frame-ancestors 'none'" in policy
    )
    assert headers["cache-control"] == "no-store"
    for path in ("/app.js", "/app.css"):
        status, _, text = send(port, path)
        assert status == 200 and "//" not in text.replace("// ", "").replace("{  //", "")


def test_the_description_is_openapi_and_fits_what_is_there(port: int) -> None:
    from openapi_spec_validator import validate

    data = send(port, "/api/openapi.json")[2]
    assert data == json.loads(json.dumps(description()))
    validate(data)
    assert set(data["paths"]) == {f"/api/{name}" for name in REQUESTS}
    for name in REQUESTS:
        assert send(port, f"/api/{name}", {})[0] == 422


# --- what it refuses -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (CLAIM, {"Origin": "http://evil.example"}, 403),
        (CLAIM, {"Origin": "null"}, 403),
        (CLAIM, {"Sec-Fetch-Site": "cross-site"}, 403),
        (CLAIM, {"Content-Type": "text/plain"}, 415),
        (CLAIM, {"Host": "evil.example"}, 400),
        (b"{", {}, 400),
        (b"[" * 100_000, {}, 400),
        (b"\xff\xfe", {}, 400),
        (b"[]", {}, 422),
        (b"null", {}, 422),
        (b" " * (2 << 20), {}, 413),
    ],
)
def test_requests_that_are_refused(port: int, body: Any, headers: dict[str, str], status: int) -> None:
    reply = send(port, "/api/verify", body, headers)
    assert reply[0] == status
    if "Host" not in headers:
        assert error(reply)[1].startswith("EGV703")


def test_its_own_page_is_not_refused(port: int) -> None:
    own = {"Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}
    assert send(port, "/api/verify", CLAIM, own)[0] == 200
    assert send(port, "/api/verify", method="GET")[0] == 405
    assert send(port, "/../../etc/passwd")[0] == 404
    assert send(port, "/page/index.html")[0] == 404


def zip_bomb() -> str:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * (300 << 20))
        packed.writestr("word/document.xml", b"0")
    return base64.b64encode(out.getvalue()).decode()


HOSTILE: dict[str, dict[str, Any]] = {
    "no bytes": {"name": "t.csv", "text": ""},
    "text and bytes": {"name": "t.csv", "text": "a", "base64": "YQ=="},
    "neither": {"name": "t.csv"},
    "bad base64": {"name": "t.csv", "base64": "!!"},
    "a path": {"name": "../../../../etc/passwd", "text": ""},
    "a device": {"name": "/dev/zero.xlsx", "base64": ""},
    "a database by path": {"name": "/etc/x.duckdb", "base64": "YQ=="},
    "a broken workbook": {"name": "t.xlsx", "base64": base64.b64encode(b"PK\3\4" + b"x" * 99).decode()},
    "a broken parquet": {"name": "t.parquet", "base64": base64.b64encode(b"PAR1" + b"\xff" * 99 + b"PAR1").decode()},
    "a broken database": {
        "name": "t.sqlite",
        "base64": base64.b64encode(b"SQLite format 3\0" + b"\xff" * 999).decode(),
    },
    "deep json": {"name": "t.json", "text": "[" * 50_000},
    "a half character": {"name": "t.csv", "text": "k,x\na,\ud800\n"},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_tables_are_one_error_and_hurt_nobody(port: int, name: str) -> None:
    status, said = error(send(port, "/api/verify", {"claim": "The sum of x is 3", "table": HOSTILE[name]}))
    assert status == 422, said
    assert "root:" not in said
    assert send(port, "/api/verify", CLAIM)[2]["verdict"]["status"] == "Verified"


@pytest.mark.parametrize("name", ["t.xlsx", "r.docx"])
def test_files_that_unpack_to_too_much(port: int, name: str) -> None:
    packed = {"name": name, "base64": zip_bomb()}
    began = time.monotonic()
    if name == "t.xlsx":
        reply = send(port, "/api/read", {"table": packed})
    else:
        reply = send(port, "/api/check", {"document": packed})
    assert reply[0] == 422 and time.monotonic() - began < 15
    assert send(port, "/api/verify", CLAIM)[0] == 200


def test_what_a_document_names_is_not_opened(port: int) -> None:
    for text in ("---\negvar: {tables: [/etc/passwd]}\n---\nx", "<!-- egvar: table=/etc/passwd -->\n\nThe x is 5."):
        reply = send(port, "/api/check", {"document": {"name": "r.md", "text": text}, "tables": [TABLE]})
        assert "no files are opened here" in error(reply)[1]


def test_markup_of_strangers_stays_text_on_the_page(port: int) -> None:
    evil = "<script>alert(1)</script>"
    document = {"name": f"{evil}.md", "text": f"`{evil}` has 5. The total of x is 12."}
    table = {"name": f"{evil}.csv", "text": f"k,x{evil}\n{evil},5\nb,7\nc,9\n"}
    page = send(port, "/api/check", {"document": document, "tables": [table], "page": True})[2]["page"]
    assert evil not in page and "&lt;script&gt;" in page


# --- under load ----------------------------------------------------------------------------------------------------


def test_fifty_at_once_and_nothing_crosses(port: int) -> None:
    """Every request has a table of the same name and its own sum; each is told its own."""

    def one(n: int) -> tuple[int, str, str]:
        data = send(port, "/api/ask", {"question": "What is the sum of x?", "table": small(n)})[2]
        return n, data["verdict"]["answer"][0], data["verdict"]["source_sha256"]

    with ThreadPoolExecutor(50) as pool:
        found = list(pool.map(one, range(100, 150)))
    assert [answer for _, answer, _ in found] == [str(3 * n + 3) for n in range(100, 150)]
    assert len({digest for _, _, digest in found}) == 50


def test_slow_clients_cost_the_others_nothing(port: int) -> None:
    slow = []
    for _ in range(30):
        s = socket.create_connection(("127.0.0.1", port), timeout=30)
        s.sendall(b"POST /api/verify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n")
        s.sendall(b"Content-Length: 1000\r\n\r\n{")
        slow.append(s)
    began = time.monotonic()
    assert send(port, "/api/verify", CLAIM)[2]["verdict"]["status"] == "Verified"
    assert time.monotonic() - began < 10
    replies = [s.recv(4096) for s in slow]  # they are told, and let go
    assert {r.split(b" ", 2)[1] for r in replies} == {b"408"}
    for s in slow:
        s.close()


def test_too_many_and_too_long() -> None:
    with serving(Limits(seconds=0.001, waiting=2), 1) as port:
        status, said = error(send(port, "/api/verify", CLAIM))
        assert (status, "longer than" in said) == (504, True)
    with serving(Limits(waiting=1), 1) as port:
        send(port, "/api/verify", CLAIM)

        def one(n: int) -> int:
            status, headers, _ = send(port, "/api/verify", {"claim": "The sum of x is 3", "table": small(n)})
            assert status == 200 or headers["retry-after"] == "2"
            return status

        with ThreadPoolExecutor(20) as pool:
            found = list(pool.map(one, range(20)))
        assert set(found) == {200, 503}
        assert send(port, "/api/verify", CLAIM)[0] == 200


def test_a_worker_that_dies_is_replaced() -> None:
    import multiprocessing

    with serving(Limits(), 1) as port:
        assert send(port, "/api/verify", CLAIM)[0] == 200
        for child in multiprocessing.active_children():
            child.kill()
        assert send(port, "/api/verify", CLAIM)[0] == 500
        assert send(port, "/api/verify", CLAIM)[2]["verdict"]["status"] == "Verified"


def test_the_command_listens_on_loopback_only(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "egvar.cli.main", "serve", "--port", "0", "-j", "1"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(url, timeout=20) as page:
            assert b"<title>egvar</title>" in page.read()
        number = int(url.rstrip("/").rsplit(":", 1)[1])
        table = Path("/proc/net/tcp").read_text() if Path("/proc/net/tcp").exists() else ""
        lines = [line.split() for line in table.splitlines()[1:]]
        bound = [x[1] for x in lines if x[3] == "0A" and x[1].endswith(f":{number:04X}")]
        assert bound in ([f"0100007F:{number:04X}"], [])
        server.terminate()
        assert server.wait(20) is not None
    finally:
        server.kill()
    assert list(tmp_path.iterdir()) == []
