"""`egvar mcp` and `egvar serve`: egvar for agents, and in a browser.

May import: click at the top; everything else inside the commands.
"""

from __future__ import annotations

import contextlib
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


@click.command()
@click.option(
    "--port", "-p", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 takes a free one."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where it listens; others can reach all but this.")
@click.option("--name", "names", multiple=True, help="A name that browsers may call it by, beside those of loopback.")
@click.option("--jobs", "-j", type=click.IntRange(1, 64), default=2, show_default=True, help="Requests done at once.")
@click.option("--seconds", type=click.IntRange(1, 3600), default=30, show_default=True, help="What one may take.")
@click.option("--megabytes", type=click.IntRange(1, 512), default=8, show_default=True, help="Its largest size.")
def serve(port: int, host: str, names: tuple[str, ...], jobs: int, seconds: int, megabytes: int) -> None:
    """Serve a page on which tables are dropped and sentences typed, and the same over HTTP (/api/openapi.json).

    It listens on this machine only, keeps nothing, writes nothing, and opens no file for a request. There are no
    accounts: who can reach it can use it.

    \b
    Examples:
      egvar serve                       then open http://127.0.0.1:8765/
      curl http://127.0.0.1:8765/api/verify -H 'Content-Type: application/json' -d
        '{"claim": "The sum of x is 3", "table": {"name": "t.csv", "text": "k,x\\na,1\\nb,2\\n"}}'
    """
    import ipaddress

    from egvar.errors import RootsError
    from egvar.serving.http import LOOPBACK, Limits, app

    try:
        import uvicorn
    except ImportError as e:
        raise RootsError("the server needs the package uvicorn", hint="pip install 'egvar[serve]'") from e
    local = host == "localhost"
    with contextlib.suppress(ValueError):
        local = local or ipaddress.ip_address(host).is_loopback
    if not local:
        click.echo("warning: whoever reaches this machine can use it; it has no accounts and no encryption", err=True)
    limits = Limits(size=megabytes << 20, seconds=seconds)
    made = app(limits, jobs, (*LOOPBACK, *names, *(() if local else (host,))))
    config = uvicorn.Config(
        made,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=5,
        limit_concurrency=512,
    )
    server = uvicorn.Server(config)
    listening = config.bind_socket()
    listening.listen(128)  # who reads the address below may call at once
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"http://{shown}:{listening.getsockname()[1]}/")
    server.run(sockets=[listening])
