"""A document as a page: each sentence underlined by its verdict, and for each what was checked, cells and proof.

May import: anything of egvar but the command line; jinja2 and markupsafe inside the functions that need them.

There is no script on the page: a sentence is a link to its panel, and the panel that is linked to is the one shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from egvar import __version__
from egvar.documents.check import NOT_ABOUT, STATUSES, Checked, Report, counted
from egvar.documents.model import Block
from egvar.kernel.library import LEAN_VERSION
from egvar.report import words
from egvar.report.page import context, environment
from egvar.report.shown import of_run
from egvar.verdict import Reason

if TYPE_CHECKING:
    from markupsafe import Markup

MAX_ROWS = 15
"""Rows of a table that a panel shows: those that matter come first."""
NAMES = {NOT_ABOUT: "not about the tables"}
_ANCHOR = re.compile(r'((?:\bid|\bfor|\baria-labelledby)="|\bhref="#|url\(#)(?=[A-Za-z])')


@dataclass(frozen=True)
class Part:
    """A piece of a block: plain text, or a sentence with the number of its panel."""

    text: str
    status: str = ""
    number: int = 0
    tip: str = ""


@dataclass(frozen=True)
class Piece:
    """A block of the document with its parts; of a table its header and rows."""

    kind: str
    level: int
    parts: tuple[Part, ...]
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def render_document(reports: Sequence[Report]) -> str:
    """The page of these documents."""
    from markupsafe import Markup

    def prefixed(text: str, prefix: str) -> Markup:
        """HTML whose anchors, and the links to them, get a prefix; text in it is escaped and has none."""
        return Markup(_ANCHOR.sub(lambda m: m[1] + prefix, str(text)))

    env = environment()
    env.filters["prefixed"] = prefixed
    numbers = {id(c): n for n, c in enumerate((c for r in reports for c in r.checked), 1)}
    counts = counted(reports)
    documents = [
        {
            "name": r.document.name.replace("\\", "/").rsplit("/", 1)[-1],
            "pieces": list(_pieces(r, numbers)),
            "refused": [f"{e.message}: {e.cause}" for e in r.refused],
        }
        for r in reports
    ]
    panels = [_panel(r, c, numbers[id(c)]) for r in reports for c in r.checked if c.status != NOT_ABOUT]
    return env.get_template("document.html").render(
        version=__version__,
        lean=LEAN_VERSION,
        title=", ".join(d["name"] for d in documents),  # type: ignore[misc]
        documents=documents,
        panels=panels,
        counts=[(s, NAMES.get(s, s), counts[s]) for s in STATUSES if counts[s]],
        signs={s.value: sign for s, sign in words.SIGNS.items()},
    )


def _pieces(report: Report, numbers: dict[int, int]) -> Iterator[Piece]:
    by_block: dict[int, list[Checked]] = {}
    for c in report.checked:
        by_block.setdefault(c.sentence.block, []).append(c)
    for i, block in enumerate(report.document.blocks):
        if block.kind == "table":
            t = report.document.tables[block.number - 1]
            yield Piece("table", 0, (), t.header, t.rows)
        elif block.kind == "code":
            yield Piece("code", 0, (Part(block.text),))
        else:
            yield Piece(block.kind, min(block.level + 1, 6), tuple(_parts(block, by_block.get(i, []), numbers)))


def _parts(block: Block, checked: list[Checked], numbers: dict[int, int]) -> Iterator[Part]:
    at = 0
    for c in checked:
        start, end = c.sentence.span
        if block.text[at:start]:
            yield Part(block.text[at:start])
        about = c.status != NOT_ABOUT
        yield Part(block.text[start:end], c.status if about else "", numbers[id(c)] if about else 0, _tip(c))
        at = end
    if block.text[at:]:
        yield Part(block.text[at:])


def _tip(c: Checked) -> str:
    """What is shown while the pointer is over a sentence."""
    if c.values:
        return f"found {c.values[1]}, claimed {c.values[0]}"
    if c.unplaced:
        return "not placed: " + ", ".join(c.unplaced)
    return c.why or c.paraphrase


def _panel(report: Report, c: Checked, number: int) -> dict[str, Any]:
    line, column = report.document.place(c.sentence.at[0])
    shown = context(of_run(c.run)) if c.run is not None else {}
    tables = []
    for t in shown.get("tables", ()):
        wanted = [r for r in t.rows if r.state]
        tables.append({"name": t.name, "labels": t.labels, "rows": wanted[:MAX_ROWS], "more": len(wanted[MAX_ROWS:])})
    return {
        "number": number,
        "checked": c,
        "status": c.status,
        "place": f"line {line}, column {column}",
        "table": c.table.replace("\\", "/").rsplit("/", 1)[-1],
        "reason": words.REASONS[Reason(c.reason)] if c.reason else "",
        "found": [words.with_decimals(f) for f in c.found],
        "tables": tables,
        "proof": {k: shown[k] for k in ("drawn", "steps", "leaves", "steps_left_out", "anchors", "back")}
        if shown
        else None,
    }
