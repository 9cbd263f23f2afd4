"""`egvar keys`: Ed25519 keys for signing bundles.

May import: click at the top; everything else inside the commands.
"""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def keys() -> None:
    """Keys that bundles are signed with."""


@keys.command()
@click.argument("path", type=click.Path(path_type=Path))
def new(path: Path) -> None:
    """Make a key pair: the private key goes to the new file PATH, the public key is printed."""
    from egvar.signing import new_key

    click.echo(new_key(path))


@keys.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
def public(path: Path) -> None:
    """Print the public key of the private key in PATH."""
    from egvar.signing import load_private, public_of

    click.echo(public_of(load_private(path)))
