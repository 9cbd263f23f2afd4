"""The prompts: files with a version, each known by its SHA-256.

May import: the standard library.

A prompt file is Markdown: a first line `version: N`, then the sections `# system` and `# user`; `${name}` is filled in.
"""

from __future__ import annotations

import hashlib
import string
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("prompts")


@dataclass(frozen=True)
class Prompt:
    """One prompt file."""

    name: str
    version: int
    sha256: str
    system: str
    user: str

    def fill(self, **values: str) -> tuple[str, str]:
        """The system's and the user's part with their places filled. Raises KeyError if one has no value."""
        return string.Template(self.system).substitute(values), string.Template(self.user).substitute(values)

    def card(self) -> dict[str, str | int]:
        return {"version": self.version, "sha256": self.sha256}


@cache
def prompt(name: str) -> Prompt:
    """The prompt of this name."""
    data = (FOLDER / f"{name}.md").read_bytes()
    head, _, rest = data.decode().partition("\n")
    system, _, user = rest.partition("\n# user\n")
    return Prompt(
        name,
        int(head.removeprefix("version:")),
        hashlib.sha256(data).hexdigest(),
        system.partition("# system\n")[2].strip(),
        user.strip(),
    )
