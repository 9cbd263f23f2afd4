"""Reviews of lifts: an Ed25519 signature of a trusted reviewer over a lift's content hash.

May import: the standard library, cryptography, `egvar.errors`, `egvar.lifts`.

`review.json` beside the lift file holds the reviews. A review counts only if its signature verifies, its key is in a
list of trusted reviewers (`reviewers.json`, not part of what a lift's author hands in), and the content hash is still
the lift's: a changed lift loses its review. An unreviewed lift gives at most `supported`.
"""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from egvar.errors import LiftError
from egvar.files import read_text
from egvar.lifts.file import GRADES, Grade, Lift, LiftFile
from egvar.signing import load_private, public_of, signed


@dataclass(frozen=True)
class Review:
    """One review. `key` and `signature` are hexadecimal."""

    lift: str
    content: str
    reviewer: str
    date: str
    key: str
    signature: str

    def message(self) -> bytes:
        """What is signed."""
        return "\0".join(("egvar/review/1", self.lift, self.content, self.reviewer, self.date)).encode()


def trusted_reviewers(path: Path | None = None) -> dict[str, str]:
    """Public key to name. The default list is the one that comes with egvar's own lift library."""
    path = path or library_folder() / "reviewers.json"
    try:
        data = json.loads(read_text(path)) if path.exists() else {"reviewers": []}
        return {str(r["key"]).lower(): str(r["name"]) for r in data["reviewers"]}
    except (ValueError, KeyError, TypeError, OSError, RecursionError) as e:
        raise LiftError(f"{path} is not a list of reviewers", cause=str(e)) from e


def add_trusted(path: Path, name: str, key: str) -> None:
    """Adds a public key to the list of trusted reviewers at `path`, which need not exist. Raises LiftError."""
    known = trusted_reviewers(path) if path.exists() else {}
    text = json.dumps({"reviewers": [{"name": n, "key": k} for k, n in (known | {key: name}).items()]}, indent=2)
    _replace(path, text + "\n")


def _replace(path: Path, text: str) -> None:
    """Writes a file whole or not at all. Raises LiftError."""
    scratch = path.with_name(f".{path.name}.new")
    try:
        scratch.write_text(text, encoding="utf-8")
        scratch.replace(path)
    except OSError as e:
        raise LiftError(f"{path} cannot be written", cause=e.strerror or str(e)) from e


def library_folder() -> Path:
    """The folder with egvar's own lifts: inside an installed package, or `lifts/` of a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_lifts"
    return installed if installed.is_dir() else package.parent / "lifts"


def reviews(folder: Path) -> list[Review]:
    """The reviews beside a lift file, unverified. Raises LiftError if the file is malformed."""
    path = folder / "review.json"
    if not os.path.lexists(path):
        return []
    try:
        return [
            Review(**{k: str(v) for k, v in r.items()}) for r in json.loads(read_text(path, links=False))["reviews"]
        ]
    except (ValueError, KeyError, TypeError, AttributeError, OSError, RecursionError) as e:
        raise LiftError(f"{path} is malformed", cause=str(e)) from e


def reviewer_of(file: LiftFile, lift: Lift, given: Sequence[Review], trusted: Mapping[str, str]) -> str | None:
    """The trusted reviewer whose signature stands for this lift as it is now, or None."""
    content = file.content_hash(lift)
    for r in given:
        if r.lift == lift.id and r.content == content and r.key.lower() in trusted and _signed(r):
            return trusted[r.key.lower()]
    return None


def effective_grade(lift: Lift, reviewer: str | None) -> Grade:
    """The grade that a lift gives: its own if it is reviewed, otherwise at most `supported`."""
    cap = GRADES.index("verified" if reviewer else "supported")
    return GRADES[min(GRADES.index(lift.grade), cap)]


def _signed(review: Review) -> bool:
    try:
        return signed(review.key, bytes.fromhex(review.signature), review.message())
    except ValueError:
        return False


def sign(file: LiftFile, folder: Path, key_file: Path, reviewer: str, lift_ids: tuple[str, ...] = ()) -> list[Review]:
    """Signs the lifts (all, or those named) as they are now, and records that in `review.json`."""
    key = load_private(key_file)
    public = public_of(key)
    today = datetime.date.today().isoformat()
    kept = [r for r in reviews(folder) if lift_ids and r.lift not in lift_ids]
    for lift in file.lift:
        if lift_ids and lift.id not in lift_ids:
            continue
        bare = Review(lift.id, file.content_hash(lift), reviewer, today, public, "")
        kept.append(replace(bare, signature=key.sign(bare.message()).hex()))
    text = json.dumps({"reviews": [asdict(r) for r in kept]}, indent=2) + "\n"
    _replace(folder / "review.json", text)
    return kept
