"""`egvar mcp` and `egvar serve`: egvar for agents, and in a browser.

May import: click at the top; everything else inside the commands.
"""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("--root", "roots", multiple=True, type=click.Path(path_type=Path), help="A folder with tables (several).")
@click.option("--bundles", type=click.Path(path_type=Path), help="Leave a bundle of each verdict in this folder.")
def mcp(roots: tuple[Path, ...], bundles: Path | None) -> None:
    """Serve the Model Context Protocol on standard input and output, so that an agent can check itself.

    Tools: list_tables, read_table, verify, ask, check_document, audit. Only files below the roots are opened; without
    --root the working folder is the root. docs/mcp.md says how an agent's answer is kept behind it.

    \b
    Examples:
      egvar mcp --root data
      claude mcp add egvar -- egvar mcp --root data --bundles evidence
    """
    from egvar.engine import shared_worker
    from egvar.serving.mcp import server
    from egvar.serving.roots import Roots

    made = server(Roots.of(list(roots) or [Path.cwd()]), bundles)
    shared_worker().start()
    made.run()
