"""What came of documents, line by line as linters say it.

May import: the standard library, `egvar.visible`, `egvar.documents`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from egvar.documents.check import NOT_ABOUT, Checked, Report
from egvar.visible import visible


def shown(text: str) -> str:
    """A text on one line, without characters that could rearrange it."""
    return visible(" ".join(text.split()))


def lines(reports: Sequence[Report], quiet: bool = False) -> Iterator[str]:
    """A line for each sentence that is about a table; with `quiet` for those that are Refuted or Supported."""
    for report in reports:
        for c in report.checked:
            if c.status == NOT_ABOUT or (quiet and c.status not in ("Refuted", "Supported")):
                continue
            line, column = report.document.place(c.sentence.at[0])
            label = c.status if c.reason is None else f"{c.status} ({c.reason})"
            over = f" over {c.table}:" if len(report.tables) > 1 and c.table else ""
            yield shown(f"{report.document.name}:{line}:{column} {label} “{c.sentence.text}”{over} {message(c)}")


def message(c: Checked) -> str:
    """What there is to say about a sentence, in one line."""
    out = []
    if c.values:
        out.append(f"found {c.values[1]} (claimed {c.values[0]})")
    elif c.status == "Refuted":
        out += [f"checked: {c.paraphrase}", *(f"found: {f}" for f in c.found)]
    elif c.status == "Supported":
        out.append(f"checked: {c.paraphrase}")
    if c.unplaced:
        out.append("not placed: " + ", ".join(f"“{w}”" for w in c.unplaced))
    elif c.status == "Abstain":
        out.append(c.why)
    out += [f"assumes: {a}" for a in c.assumptions if a.startswith(("“It", "it is about"))]
    if c.fix:
        out.append(f"fix: {c.fix.replacement}")
    return "; ".join(out)


def summary(counts: dict[str, int]) -> str:
    """The counts of all sentences in one line."""
    names = {NOT_ABOUT: "not about the tables"}
    return " · ".join(f"{names.get(k, k)} {n}" for k, n in counts.items() if n) or "no sentences"
