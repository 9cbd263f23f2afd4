"""`egvar mcp` with the SDK's own client, in one process and over standard input and output."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

mcp = pytest.importorskip("mcp", reason="the SDK mcp is not installed: pip install 'egvar[mcp]'")

PEAKS = Path(__file__).parents[2] / "examples" / "peaks.csv"
GOAL = {"kind": "claim", "claim": {"op": "rounds", "of": {"op": "mean", "column": "elevation (m)"}, "to": "2085.67"}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("served")
    (made / "data").mkdir()
    shutil.copy(PEAKS, made / "data")
    (made / "secret.csv").write_text("k,x\na,1\n")
    return made


def within(folder: Path, act: Callable[[Any], Awaitable[None]]) -> None:
    """Runs `act` with a client of a server in this process."""
    from egvar.serving.mcp import server
    from egvar.serving.roots import Roots

    made = server(Roots.of([folder / "data"]), folder / "evidence")

    async def go() -> None:
        async with mcp.Client(made) as client:
            await act(client)

    anyio.run(go)


def data(result: Any) -> dict[str, Any]:
    assert not result.is_error, result.content
    return dict(result.structured_content or json.loads(result.content[0].text))


def test_the_tools_and_what_they_give(folder: Path) -> None:
    async def act(client: Any) -> None:
        tools = {t.name for t in (await client.list_tools()).tools}
        assert tools == {"list_tables", "read_table", "verify", "ask", "check_document", "audit"}
        assert data(await client.call_tool("list_tables", {}))["tables"] == ["peaks.csv"]
        read = data(await client.call_tool("read_table", {"table": "peaks.csv", "rows": 2}))
        assert (read["rows"], len(read["first_rows"]), read["columns"][2]["read_as"]) == (9, 2, "number")
        done = data(await client.call_tool("verify", {"claim": "The mean elevation is 2085.68", "table": "peaks.csv"}))
        assert (done["verdict"]["status"], done["verdict"]["source"]) == ("Refuted", "peaks.csv")
        assert done["said"].startswith("Refuted: The mean elevation is 2085.68\n")
        given = {"claim": "", "table": "peaks.csv", "goal": GOAL}
        assert data(await client.call_tool("verify", given))["verdict"]["status"] == "Verified"
        answer = await client.call_tool("ask", {"question": "What is the highest elevation?", "table": "peaks.csv"})
        assert data(answer)["verdict"]["answer"] == ["2456"]

    within(folder, act)


def test_an_answer_is_checked_and_its_bundle_audited(folder: Path) -> None:
    async def act(client: Any) -> None:
        text = "The mean elevation is 2,085.68 m. The elevation of Taygetus is 2404."
        done = data(await client.call_tool("check_document", {"text": text, "tables": ["peaks.csv"]}))
        assert [s["status"] for s in done["sentences"]] == ["Refuted", "Verified"]
        assert done["sentences"][0]["fix"] == "2,085.67"
        again = data(await client.call_tool("audit", {"bundle": done["bundle"]}))
        assert again["outcome"] == "accepted"

    within(folder, act)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("read_table", {"table": "../secret.csv"}, "EGV702"),
        ("read_table", {"table": "/etc/passwd"}, "EGV702"),
        ("verify", {"claim": "x", "table": "../secret.csv"}, "EGV702"),
        ("check_document", {"text": "x is 5.", "tables": ["../secret.csv"]}, "EGV702"),
        ("check_document", {"text": "---\negvar: {tables: [peaks.csv]}\n---\nx is 5.", "tables": []}, "EGV701"),
        ("check_document", {"text": "<!-- egvar: table=../secret.csv -->\n\nx is 5.", "tables": []}, "EGV701"),
        ("audit", {"bundle": "peaks.csv"}, "EGV401"),
        ("audit", {"bundle": "../.."}, "EGV702"),
        ("verify", {"claim": "x", "table": "peaks.csv", "goal": {"kind": "claim"}}, "EGV201"),
        ("verify", {"claim": "x", "table": "peaks.csv", "total_rows": "burn"}, "total_rows"),
        ("verify", {"table": "peaks.csv"}, "claim"),
    ],
)
def test_what_is_refused_is_said(folder: Path, tool: str, arguments: dict[str, Any], words: str) -> None:
    async def act(client: Any) -> None:
        result = await client.call_tool(tool, arguments)
        assert result.is_error
        said = result.content[0].text
        assert words in said and "Traceback" not in said

    within(folder, act)


def test_it_speaks_over_standard_input_and_output(folder: Path) -> None:
    command = [sys.executable, "-m", "egvar.cli.main", "mcp", "--root", str(folder / "data")]
    parameters = mcp.StdioServerParameters(command=command[0], args=command[1:])

    async def go() -> None:
        async with mcp.Client(parameters) as client:
            assert client.server_info.name == "egvar"
            assert "Lean kernel" in (client.instructions or "")
            given = {"claim": "The mean elevation is 2085.67", "table": "peaks.csv"}
            async with anyio.create_task_group() as group:
                results: list[Any] = []

                async def one() -> None:
                    results.append(data(await client.call_tool("verify", given)))

                for _ in range(3):
                    group.start_soon(one)
            assert [r["verdict"]["status"] for r in results] == ["Verified"] * 3
            assert "bundle" not in results[0]

    anyio.run(go)
