"""The official `lean` command line, run out of Lean's shared library in this process (console script `egvar-lean`).

May import: the standard library, `egvar.errors`, `egvar.kernel.library`.

It serves the untrusted side: compiling the Lean sources, the solver's elaboration, `lean --server`. No verdict comes
from its exit code or its output.
"""

from __future__ import annotations

import os
import shlex
import signal
import sys
from pathlib import Path

from egvar.errors import EgvarError, LibraryError
from egvar.kernel.library import LEAN_VERSION, cache_folder, find_library, read_private, write_private


def lean_command() -> list[str]:
    """The start of an argument list that runs `lean` as a process of its own; the arguments of `lean` follow.

    `-P` keeps the working folder, which may hold what a solver wrote, out of Python's module search.
    """
    return [sys.executable, "-P", "-m", "egvar.kernel.leanmain"]


def worker_executable() -> Path:
    """One executable file that acts as `lean`, as `lean --server` needs it in LEAN_WORKER_PATH.

    It is the console script beside the running Python, or else a script in the user's cache, written if need be.
    Raises LibraryError if there is none and the cache cannot be written.
    """
    script = Path(sys.executable).parent / "egvar-lean"
    if script.is_file() and os.access(script, os.X_OK):
        return script
    import hashlib

    text = f'#!/bin/sh\nexec {shlex.join(lean_command())} "$@"\n'.encode()
    folder = cache_folder()
    if folder is not None:
        script = folder / f"egvar-lean-{hashlib.sha256(text).hexdigest()[:16]}"
        if read_private(script, len(text)) == text and os.access(script, os.X_OK):
            return script
        if write_private(script, text, 0o700):
            return script
    raise LibraryError(
        "there is no executable for the workers of `lean --server`",
        cause="no console script egvar-lean beside Python, and the cache folder cannot be written",
        hint="pip install egvar in this environment, or make XDG_CACHE_HOME writable",
    )


def main() -> int:
    """Run `lean` with this process's arguments; its exit code. A library that is missing or refused is 3."""
    try:
        identity = find_library()
        import ctypes

        try:
            lean_main = ctypes.CDLL(str(identity.path)).lean_main
        except OSError as e:
            raise LibraryError("Lean's shared library cannot be loaded", cause=str(e)) from None
        except AttributeError:
            raise LibraryError(
                "Lean's shared library has no `lean` command line",
                cause=f"{identity.path.name} exports the kernel only, as the macOS wheels do",
                hint=f"install Lean {LEAN_VERSION} with elan (https://github.com/leanprover/elan)",
            ) from None
    except EgvarError as e:
        print(e.render(), file=sys.stderr)
        return e.exit_code
    # Python would only note these and wait for lean_main to return.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    argv = [b"lean", *map(os.fsencode, sys.argv[1:])]
    lean_main.restype = ctypes.c_int
    lean_main.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]
    code: int = lean_main(len(argv), (ctypes.c_char_p * (len(argv) + 1))(*argv, None))
    return code


if __name__ == "__main__":
    sys.exit(main())
