"""The Lean sources that come with egvar, compiled to `.olean` files by the official `lean`.

May import: the standard library, `egvar.errors` and `egvar.kernel`.

What is compiled here serves the untrusted side only (solutions, the solver's elaboration) and the maintainers, who
export the trusted library from it (`egvar.kernel.export`). The judge never reads these files.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from egvar.errors import LibraryError
from egvar.kernel.leanmain import lean_command
from egvar.kernel.library import cache_folder, find_library
from egvar.kernel.term import Name

ROOT: Name = ("EgVar",)
TACTIC: Name = ("EgVar", "Tactic")
PACKED: Name = ("EgVar", "Packed")
_IMPORT = re.compile(r"^import\s+([\w.]+)\s*$", re.M)


def folder() -> Path:
    """The folder that holds `EgVar.lean`: inside an installed package, or `lean/` of a checkout."""
    package = Path(__file__).resolve().parent.parent
    for candidate in (package / "_lean", package.parent / "lean"):
        if (candidate / "EgVar.lean").is_file():
            return candidate
    raise LibraryError("the Lean sources of egvar are missing", hint="install egvar again")


def modules(*roots: Name) -> list[Name]:
    """`roots` (by default all there are) and all that they import, each after its imports."""
    base, out, done = folder(), [], set()

    def visit(module: Name) -> None:
        if module in done:
            return
        done.add(module)
        text = (base / module_file(module)).read_text(encoding="utf-8")
        for line in _IMPORT.findall(text):
            visit(tuple(line.split(".")))
        out.append(module)

    for root in roots or (TACTIC, PACKED):
        visit(root)
    return out


def module_file(module: Name, suffix: str = ".lean") -> Path:
    return Path(*map(str, module[:-1]), f"{module[-1]}{suffix}")


def compile_into(target: Path, *roots: Name) -> None:
    """Compiles `roots` (by default all there are) and their imports into `target`. Raises LibraryError with lean's own
    words if one fails."""
    base = folder()
    for module in modules(*roots):
        out = target / module_file(module, ".olean")
        out.parent.mkdir(parents=True, exist_ok=True)
        run_lean(["-o", str(out), str(module_file(module))], search_path=[target], cwd=base)
        if not out.is_file():
            raise LibraryError(f"lean wrote no {out.name}")


def run_lean(args: list[str], search_path: list[Path], cwd: Path, timeout: float = 120) -> str:
    """Runs `lean ARGS` in its own process and returns what it printed; raises LibraryError unless it ended well.

    For our own sources and for showing messages. No verdict comes from here.
    """
    env = {**os.environ, "LEAN_PATH": os.pathsep.join(map(str, search_path)), "LEAN_ABORT_ON_PANIC": "1"}
    try:
        done = subprocess.run(
            [*lean_command(), *args], cwd=cwd, env=env, capture_output=True, text=True, timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired as e:
        raise LibraryError("lean took too long", cause=" ".join(args)) from e
    if done.returncode != 0:
        raise LibraryError("lean refused a file", cause=(done.stdout + done.stderr).strip())
    return done.stdout


def fingerprint() -> str:
    """SHA-256 over every source file and the identity of the Lean library: what a compiled cache depends on."""
    digest = hashlib.sha256(find_library().sha256.encode())
    base = folder()
    for module in modules():
        data = (base / module_file(module)).read_bytes()
        digest.update(f"\0{'.'.join(map(str, module))}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def compiled() -> Path:
    """A folder with the compiled sources for the untrusted side, made on first use in the user's cache."""
    cache = cache_folder()
    if cache is None:
        raise LibraryError("there is no cache folder to compile the Lean library into", hint="set XDG_CACHE_HOME")
    target = cache / f"olean-{fingerprint()[:16]}"
    if (target / "complete").is_file():
        return target
    cache.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=cache, prefix="olean-new-"))
    try:
        compile_into(scratch)
        (scratch / "complete").touch()
        try:
            scratch.rename(target)
        except OSError:  # another process was faster
            if not (target / "complete").is_file():
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return target
