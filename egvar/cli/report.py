"""`egvar report` and `egvar proof`: a verdict as a page, and its proof as a graph.

May import: anything of egvar.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import click

from egvar.errors import ReportError
from egvar.visible import json_text, visible


def write_new(path: Path, text: str, force: bool) -> None:
    """Writes a file whole or not at all. Raises ReportError; an existing file is replaced only with `force`."""
    if path.exists() and not force:
        raise ReportError(f"{path} exists", hint="--force replaces it, or name another file")
    try:
        handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
                out.write(text)
            Path(scratch).chmod(0o644)
            os.replace(scratch, path)
        except OSError:
            Path(scratch).unlink(missing_ok=True)
            raise
    except OSError as e:
        raise ReportError(f"{path} cannot be written", cause=e.strerror or str(e)) from e


def write_folder(path: Path, pages: dict[str, str], force: bool) -> None:
    """Writes a folder of pages whole or not at all. Raises ReportError; `force` replaces pages, and keeps what else is
    there."""
    if path.exists() and not force:
        raise ReportError(f"{path} exists", hint="--force replaces its pages, or name another folder")
    if path.exists():
        for name, text in pages.items():
            write_new(path / name, text, force)
        return
    scratch = None
    try:
        scratch = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}-"))
        for name, text in pages.items():
            write_new(scratch / name, text, force)
        scratch.chmod(0o755)
        os.rename(scratch, path)
    except OSError as e:
        raise ReportError(f"{path} cannot be written", cause=e.strerror or str(e)) from e
    finally:
        if scratch is not None:
            shutil.rmtree(scratch, ignore_errors=True)


@click.command()
@click.argument("what", type=click.Path(path_type=Path))
@click.option("--output", "-o", required=True, type=click.Path(path_type=Path), help="The page, a new HTML file.")
@click.option("--force", is_flag=True, help="Replace the page if it exists.")
def report(what: Path, output: Path, force: bool) -> None:
    """Write a page that shows a verdict to people who know no Lean.

    WHAT is a bundle, which is audited first; or the output of egvar batch (JSON lines), for an overview with filters;
    or a folder of bundles, as egvar verify writes for several claims: then OUTPUT is a new folder, with an overview and
    a page for each. A page is one file, with nothing from elsewhere and no need of a network. Exit codes: 0 written,
    1 a bundle does not pass its audit, 3 one could not be audited.
    """
    if output.exists() and not force:
        raise ReportError(f"{output} exists", hint="--force replaces it, or name another file")
    if what.is_dir():
        from egvar.engine import shared_worker
        from egvar.report.page import render
        from egvar.report.shown import bundles_in, of_bundle

        if bundles := bundles_in(what):
            from egvar.report.overview import of_shown, render_overview

            shown = [of_bundle(b, shared_worker()) for b in bundles]
            names = [f"{i}.html" for i in range(1, len(shown) + 1)]
            pages = {n: render(s, overview="index.html") for n, s in zip(names, shown, strict=True)}
            pages["index.html"] = render_overview(of_shown(shown, names), "Verdicts", audited=True)
            write_folder(output, pages, force)
            click.echo(visible(f"wrote {output / 'index.html'}"))
            return
        text = render(of_bundle(what, shared_worker()))
    else:
        from egvar.report.overview import of_results, render_overview

        text = render_overview(of_results(what))
    write_new(output, text, force)
    click.echo(visible(f"wrote {output}"))


@click.command()
@click.argument("bundle", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "-f",
    "kind",
    type=click.Choice(["json", "dot", "prov"]),
    default="json",
    show_default=True,
    help="JSON, Graphviz, or W3C PROV as JSON.",
)
def proof(bundle: Path, kind: str) -> None:
    """Print the proof of a BUNDLE, audited first, as a graph from the verdict down to cells of the table."""
    from egvar.engine import shared_worker
    from egvar.report.shown import of_bundle

    tree = of_bundle(bundle, shared_worker()).tree
    if kind == "dot":
        click.echo(visible(tree.to_dot(), keep="\n"), nl=False)
    else:
        click.echo(json_text(tree.as_dict() if kind == "json" else tree.to_prov()))
