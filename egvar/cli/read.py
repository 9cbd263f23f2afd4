"""`egvar read`: what the reading of a table is, cell form by cell form.

May import: anything of egvar.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from egvar.source.alternatives import alternatives
from egvar.source.cell import Kind
from egvar.source.source import Column, Source, load

SHOWN = 12


def _without_value(source: Source, column: Column) -> list[tuple[int, str]]:
    """Rows and raw texts of cells that the column's reading does not cover."""
    return [
        (source.row_numbers[i], x.raw)
        for i, x in enumerate(column.cells)
        if x.kind is Kind.UNREADABLE or (x.kind is Kind.TEXT and column.kind is not Kind.TEXT)
    ]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def read(file: Path, as_json: bool) -> None:
    """Show how the table in FILE is read: columns, cell forms, cells without a value, and what the file leaves open."""
    source = load(file)
    without = [_without_value(source, c) for c in source.columns]
    columns = [
        {
            "column": c.label,
            "read_as": c.kind.value,
            "unit": "mixed" if c.mixed_units else c.unit,
            "forms": dict(Counter(x.form for x in c.cells)),
            "without_value": [{"row": row, "raw": raw} for row, raw in bad],
            "entries": sorted({x.text for x in c.cells}) if c.kind is Kind.TEXT else [],
        }
        for c, bad in zip(source.columns, without, strict=True)
    ]
    options = [{"reading": a.what, "settled_by": a.flag} for a in alternatives(source)]
    if as_json:
        import json

        digests = {"source_sha256": source.bytes_digest, "reading_sha256": source.reading_digest}
        data = {"schema_version": 1, "rows": source.n_rows, **digests, "columns": columns, "alternatives": options}
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    click.echo(f"{source.name}: {source.n_rows} rows, {len(columns)} columns")
    for c, bad in zip(source.columns, without, strict=True):
        unit = " in mixed units" if c.mixed_units else f" in {c.unit}" if c.unit else ""
        forms = ", ".join(f"{n} {form}" for form, n in Counter(x.form for x in c.cells).most_common())
        click.echo(f'"{c.label}": {c.kind.value}{unit} ({forms})')
        texts = sorted({x.text for x in c.cells})
        if c.kind is Kind.TEXT:
            more = f", … {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
            click.echo("  entries: " + ", ".join(f"“{t}”" for t in texts[:SHOWN]) + more)
        for row, raw in bad[:SHOWN]:
            click.echo(f"  no value: row {row}: “{raw}”")
        if len(bad) > SHOWN:
            click.echo(f"  no value: {len(bad) - SHOWN} more cells")
    for a in alternatives(source):
        click.echo(f"left open: {a.what}; settled by {a.flag}")
