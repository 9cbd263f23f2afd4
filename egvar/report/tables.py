"""The tables of a report: which cells the proof uses, which have no value, which are to blame.

May import: anything of egvar but the command line.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from egvar.proof.export import citation
from egvar.report.shown import Shown
from egvar.source.cell import Kind
from egvar.source.source import Source

MAX_ROWS = 400
"""Rows of a table that a page shows; those that matter come first."""


@dataclass
class CellShown:
    """One cell. `state` is "", "used", "missing" or "blamed"; `tags` are its citations, each with its node."""

    raw: str
    id: str
    state: str = ""
    tags: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class RowShown:
    """One row with its number in the file. `state` is "missing" for one left out whole, "used" if a cell matters."""

    number: int
    id: str
    cells: list[CellShown]
    state: str


@dataclass
class TableShown:
    """One table; `hidden` rows are left out of it."""

    name: str
    labels: list[str]
    rows: list[RowShown]
    hidden: int
    source: Source

    @property
    def idle(self) -> int:
        """How many of its rows do not matter."""
        return sum(not r.state for r in self.rows)


def tables(shown: Shown) -> list[TableShown]:
    """The tables of a verdict, the main one first."""
    return [_table(shown, source, number) for number, source in enumerate((shown.source, *shown.further))]


def _table(shown: Shown, source: Source, number: int) -> TableShown:
    states: dict[tuple[int, int], str] = {}
    tags: dict[tuple[int, int], list[tuple[str, str]]] = {}
    whole: set[int] = set()
    if number == 0:
        whole = {row for column, row in shown.missing if column < 0}
        # A row is left out for the cell without a value; its other cells have theirs.
        gone = {(column, row) for column, row in shown.missing if column >= 0}
        states = {(c, row): "missing" for c, row in gone if source.columns[c].cells[row].kind is Kind.NULL}
    columns = {c.label: c.index for c in source.columns}
    at = {n: i for i, n in enumerate(source.row_numbers)}
    for node in shown.tree.nodes:
        if node["kind"] != "evidence" or node["provenance"].get("source_sha256") != source.bytes_digest:
            continue
        label, n, _ = node["args"]
        if label in columns and n in at:
            states[columns[label], at[n]] = "used"
            tags.setdefault((columns[label], at[n]), []).append((citation(node), node["id"]))
    if number == 0:
        states |= {
            (columns[label], at[n]): "blamed" for label, n, _ in shown.verdict.cells if label in columns and n in at
        }
    wanted = {row for _, row in states} | whole
    prefix = f"t{number}-" if number else ""
    rows = []
    for i in sorted(_kept(source, wanted)):
        n = source.row_numbers[i]
        cells = []
        for c in source.columns:
            at_cell = (c.index, i)
            id_ = f"cell-{prefix}{n}-{c.index}"
            cells.append(CellShown(c.cells[i].raw, id_, states.get(at_cell, ""), tags.get(at_cell, [])))
        rows.append(RowShown(n, f"row-{prefix}{n}", cells, "missing" if i in whole else "used" if i in wanted else ""))
    name = source.name.rsplit("/", 1)[-1]
    return TableShown(name, [c.label for c in source.columns], rows, source.n_rows - len(rows), source)


def _kept(source: Source, wanted: set[int]) -> set[int]:
    kept = set(sorted(wanted)[:MAX_ROWS])
    for i in range(source.n_rows):
        if len(kept) >= MAX_ROWS:
            break
        kept.add(i)
    return kept


def places(shown: list[TableShown]) -> dict[str, str]:
    """The anchor of each leaf's cell, for the leaves whose rows are shown."""
    return {node: f"#{c.id}" for t in shown for r in t.rows for c in r.cells for _, node in c.tags}
