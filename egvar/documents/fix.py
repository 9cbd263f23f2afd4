"""The right number for a Refuted sentence, as a proposal: a diff, never a change.

May import: anything of egvar but the command line.

A number is proposed only if the sentence with it is Verified, and says the same as before but for the number.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from egvar.documents.model import Document, Sentence
from egvar.errors import EgvarError
from egvar.tools.base import Context, NoValue, decimal, show_exact
from egvar.verdict import Status

if TYPE_CHECKING:
    from egvar.engine import Run

_NUMBER = re.compile(r"(?<![\w.,])[-−+]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?(?![0-9]|[.,][0-9])")


@dataclass(frozen=True)
class Fix:
    """A change of the document's text from `start` to `end` (offsets), and the sentence as it would be."""

    start: int
    end: int
    replacement: str
    text: str


def claimed(run: Run) -> tuple[Any, str, str] | None:
    """For a claim that something is a number: the goal's node, the number claimed, the one found."""
    from egvar.tools.queries.claims import Compare, Rounds
    from egvar.tools.queries.numbers import Number

    if run.goal is None or run.goal.kind != "claim":
        return None
    node = run.goal.claim
    try:
        if isinstance(node, Rounds):
            places = len(node.to.partition(".")[2])
            return node, node.to, decimal(node.of.value(Context(run.source)), places)
        if isinstance(node, Compare) and node.cmp == "=" and isinstance(node.right, Number):
            value = node.left.value(Context(run.source))
            shown = _exact(value)
            return (node, _exact(node.right.value(Context(run.source))) or "", shown) if shown is not None else None
    except NoValue:
        return None
    return None


def _exact(value: Fraction) -> str | None:
    """A number as a decimal, where it has one."""
    text = show_exact(value)
    return None if "/" in text else text


def proposed(
    s: Sentence,
    run: Run,
    values: tuple[Any, str, str],
    again: Callable[[str], Run],
    document: Document,
) -> Fix | None:
    """The change that makes a sentence hold; None where there is not exactly one."""
    _, said, found = values
    if not document.editable:
        return None
    out = []
    for m in _NUMBER.finditer(s.text):
        plain = m.group().replace(",", "").replace("−", "-")
        if Fraction(plain) != Fraction(said):
            continue
        start, end = s.at[m.start()], s.at[m.end() - 1] + 1
        if document.raw[start:end] != m.group():
            continue  # it is written otherwise in the file, such as with marks inside
        new = _like(found, m.group())
        text = s.text[: m.start()] + new + s.text[m.end() :]
        try:
            done = again(text)
        except EgvarError:
            continue
        if done.verdict.status is Status.VERIFIED and _same(run, said, done, found):
            out.append(Fix(start, end, new, text))
    return out[0] if len(out) == 1 else None


def _like(number: str, written: str) -> str:
    """A number written as another is: with its group separators, its sign for minus, and no fewer decimals."""
    negative = number.startswith("-")
    whole, _, rest = number.lstrip("-").partition(".")
    wanted = len(written.partition(".")[2])
    if len(rest) < wanted:
        rest = rest.ljust(wanted, "0")
    if "," in written:
        whole = f"{int(whole):,}"
    sign = ("−" if "−" in written else "-") if negative else "+" if written.startswith("+") else ""
    return sign + whole + (f".{rest}" if rest else "")


def _same(before: Run, said: str, after: Run, found: str) -> bool:
    """Whether two claims differ in the number alone."""
    from egvar.tools.queries.claims import Rounds

    assert before.goal is not None and before.goal.kind == "claim"
    if after.goal is None or after.goal.kind != "claim" or type(before.goal.claim) is not type(after.goal.claim):
        return False
    one, other = before.goal.claim.model_dump(), after.goal.claim.model_dump()
    for d in (one, other):
        d.pop("to" if isinstance(before.goal.claim, Rounds) else "right")
    return one == other


def diff(document: Document, fixes: Sequence[Fix], width: int = 3) -> str:
    """The changes of a document as a unified diff, which `patch` and `git apply` take."""
    new = document.raw
    for f in sorted(fixes, key=lambda f: -f.start):
        new = new[: f.start] + f.replacement + new[f.end :]
    name = document.name
    return "".join(
        line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(
            _lines(document.raw), _lines(new), f"a/{name.lstrip('/')}", f"b/{name.lstrip('/')}", n=width
        )
    )


def _lines(text: str) -> list[str]:
    return [line for line in re.split(r"(?<=\n)", text) if line]
