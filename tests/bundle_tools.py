"""Rewriting a bundle as somebody would who means to deceive: every digest in it is right again afterwards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from egvar.bundle import envelope
from egvar.bundle.write import SUMS, dumps, sums


def rewrite(bundle: Path, change: Callable[[Any], object]) -> None:
    """Changes the statement in verdict.json, and the sums with it."""
    data = json.loads((bundle / "verdict.json").read_bytes())
    change(data)
    (bundle / "verdict.json").write_bytes(dumps(data))
    (bundle / SUMS).write_bytes(sums({p.name: p.read_bytes() for p in bundle.iterdir()}))


def reseal(bundle: Path) -> None:
    """Makes verdict.json and the sums name the files as they now are."""
    left_out = ("verdict.json", SUMS, envelope.NAME)
    files = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in bundle.iterdir() if p.name not in left_out}
    rewrite(bundle, lambda statement: statement["predicate"].update(files=files))
