"""`egvar mcp`: a server of the Model Context Protocol, by which an agent checks itself.

May import: anything of egvar but the command line; the SDK `mcp` inside the functions that need it (extra `mcp`).

Only files below the folders named at the start are opened. One request is worked on at a time, since there is one
kernel worker.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from egvar import __version__
from egvar.errors import EgvarError, RootsError, unforeseen
from egvar.serving.roots import Roots

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from egvar.source.source import Source

T = TypeVar("T")
MAX_TEXT = 4 << 20
INSTRUCTIONS = """Checks claims about tables with the Lean kernel. Before you state a number, a ranking or a
comparison that comes from a table, call verify with the sentence as you would say it; call check_document with a whole
answer. Verified and Refuted are proved. Abstain is neither yes nor no: say it in other words, pick one of the
interpretations by its number, or leave it out. Always read `paraphrase`: it says what was checked, and whether that is
what you meant is yours to judge."""


def server(roots: Roots, bundles: Path | None = None) -> MCPServer:
    """The server with its tools. `bundles` is a folder in which each verdict leaves its bundle. Raises RootsError where
    the SDK is missing."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp.types import ToolAnnotations
    except ImportError as e:
        raise RootsError("the MCP server needs the package mcp", hint="pip install 'egvar[mcp]'") from e
    from egvar.engine import open_table, shared_worker
    from egvar.serving import work

    made = MCPServer("egvar", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    lock = threading.Lock()

    def done(act: Callable[[], T]) -> T:
        """What a tool gives, one at a time; what is wrong with a request, in the words of the command line."""
        try:
            with lock:
                return act()
        except EgvarError as e:
            raise ToolError(e.render()) from e
        except Exception as e:
            raise ToolError(unforeseen(e).render()) from e

    def opened(table: str, total_rows: str | None, dash: str | None, decimal: str | None) -> Source:
        return open_table(roots.find(table), total_rows=total_rows, dash=dash, decimal=decimal)

    def kept(write: Callable[[Path], None]) -> dict[str, Any]:
        """Writes a bundle where that was asked for, and says its name."""
        if bundles is None:
            return {}
        number = 1 + sum(1 for p in bundles.iterdir() if p.name.isdecimal()) if bundles.is_dir() else 1
        while (bundles / str(number)).exists():
            number += 1
        write(bundles / str(number))
        return {"bundle": str(number)}

    looks = ToolAnnotations(
        read_only_hint=bundles is None, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )

    @made.tool(annotations=looks)
    def list_tables() -> dict[str, Any]:
        """The tables that there are, by the names that the other tools take."""
        return done(lambda: {"schema_version": work.SCHEMA_VERSION, "tables": list(roots.tables())})

    @made.tool(annotations=looks)
    def read_table(table: str, rows: int = 20) -> dict[str, Any]:
        """How a table is read: its columns with kinds and units, cells without a value, and its first rows. Do this
        before you speak of a table."""
        return done(lambda: work.described(opened(table, None, None, None), rows))

    def verdict(kind: Any, text: str, table: str, goal: dict[str, Any] | None, pick: int | None, how: Any) -> Any:
        def act() -> dict[str, Any]:
            if len(text) > MAX_TEXT:
                raise RootsError("the text is too long")
            run, data = work.asked(text, opened(table, *how), kind, shared_worker(), goal, pick)
            from egvar.bundle.write import write

            return data | kept(lambda target: write(run, target))

        return done(act)

    @made.tool(annotations=looks)
    def verify(
        claim: str,
        table: str,
        goal: dict[str, Any] | None = None,
        interpretation: int | None = None,
        total_rows: str | None = None,
        dash: str | None = None,
        decimal: str | None = None,
    ) -> dict[str, Any]:
        """Whether a table bears out a claim, one sentence in plain words. The status is Verified, Refuted, Supported or
        Abstain. `total_rows` (keep, drop), `dash` (missing, zero) and `decimal` (point, comma) settle how the table is
        read, `interpretation` which of several readings is meant, `goal` (JSON) exactly what is meant."""
        return verdict("claim", claim, table, goal, interpretation, (total_rows, dash, decimal))  # type: ignore[no-any-return]

    @made.tool(annotations=looks)
    def ask(
        question: str,
        table: str,
        goal: dict[str, Any] | None = None,
        interpretation: int | None = None,
        total_rows: str | None = None,
        dash: str | None = None,
        decimal: str | None = None,
    ) -> dict[str, Any]:
        """The answer to a question from a table, proved, or Abstain. Options as for verify."""
        return verdict("question", question, table, goal, interpretation, (total_rows, dash, decimal))  # type: ignore[no-any-return]

    @made.tool(annotations=looks)
    def check_document(text: str, tables: list[str], html: bool = False) -> dict[str, Any]:
        """An answer or report (Markdown, or HTML if `html`), sentence by sentence against tables and those that it
        holds itself: each sentence with its place, status, what was found, and the right number where one is wrong."""

        def act() -> dict[str, Any]:
            from egvar.documents.tables import of_file

            if len(text) > MAX_TEXT:
                raise RootsError("the text is too long")
            known = [of_file(t, opened(t, None, None, None)) for t in tables]
            name = "answer.html" if html else "answer.md"
            report, data = work.checked(text.encode("utf-8", "replace"), name, known, shared_worker())
            from egvar.bundle.documents import write_documents

            return data | kept(lambda target: write_documents([report], target))

        return done(act)

    @made.tool(annotations=looks)
    def audit(bundle: str) -> dict[str, Any]:
        """Re-does a bundle, one that this server wrote or one below its folders: digests, tools, challenge, kernel."""

        def act() -> dict[str, Any]:
            own = bundles is not None and bundle.isdecimal() and (bundles / bundle).is_dir()
            folder = bundles / bundle if own and bundles is not None else roots.find(bundle)
            return work.audited(folder, shared_worker())

        return done(act)

    return made
