"""Notebooks: the cell magic `%%egvar`, after `%load_ext egvar`.

May import: anything of egvar but the command line; IPython, which is there when this is loaded.

    %%egvar df sales.csv --total-rows drop
    The mean elevation is 2085.67. Mount Ida has the highest elevation.
"""

from __future__ import annotations

import argparse
import shlex
from typing import Any

from egvar.errors import EgvarError


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise EgvarError(f"%%egvar: {message}", hint="%%egvar TABLE … [--total-rows keep|drop] [--into NAME]")


def _parser() -> _Parser:
    parser = _Parser(prog="%%egvar", add_help=False)
    parser.add_argument("tables", nargs="*")
    parser.add_argument("--total-rows", choices=["keep", "drop"])
    parser.add_argument("--dash", choices=["missing", "zero"])
    parser.add_argument("--decimal", choices=["point", "comma"])
    parser.add_argument("--floats", choices=["refuse", "shortest"], default="refuse")
    parser.add_argument("--policy")
    parser.add_argument("--into", metavar="NAME")
    return parser


def load_ipython_extension(shell: Any) -> None:
    """What `%load_ext egvar` calls."""

    def egvar(line: str, cell: str) -> Any:
        """Checks the text of a cell against tables: variables that are DataFrames, or paths."""
        given = vars(_parser().parse_args(shlex.split(line)))
        into = given.pop("into")
        from egvar.api import check

        tables = {t: shell.user_ns.get(t, t) for t in given.pop("tables")}
        done = check(cell.encode(), tables, name="cell.md", **given)
        if into:
            shell.user_ns[into] = done
        return done

    shell.register_magic_function(egvar, "cell", "egvar")
    from importlib import import_module

    import_module("egvar.accessor")
