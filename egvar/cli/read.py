"""`egvar read`: what the reading of a table is, cell form by cell form.

May import: anything of egvar.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import click

from egvar.errors import ReadingError
from egvar.source.advice import advice
from egvar.source.alternatives import alternatives
from egvar.source.cell import Kind
from egvar.source.declared import load_declared
from egvar.source.forms import NULLS
from egvar.source.said import declarations
from egvar.source.saved import dump
from egvar.source.source import DECLARED, Column, Source
from egvar.source.source import beside as declaration_of
from egvar.visible import json_text, visible

SHOWN = 12


def _say(line: str) -> None:
    click.echo(visible(line))


def _without_value(source: Source, column: Column) -> list[tuple[int, str]]:
    """Rows and raw texts of cells that the column's reading does not cover."""
    return [
        (source.row_numbers[i], x.raw)
        for i, x in enumerate(column.cells)
        if x.kind is Kind.UNREADABLE or (x.kind is Kind.TEXT and column.kind is not Kind.TEXT)
    ]


def _write(path: Path, text: str) -> None:
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        scratch.write_text(text, encoding="utf-8")
        os.replace(scratch, path)
    except OSError as e:
        scratch.unlink(missing_ok=True)
        raise ReadingError(f"{path} cannot be written", cause=e.strerror or str(e)) from e


def _frictionless(source: Source) -> dict[str, object]:
    """The columns in the words of Frictionless Table Schema; numbers are decimals, units and readings our own keys."""
    kinds = {Kind.NUMBER: "number", Kind.DATE: "date"}
    return {
        "fields": [
            {"name": c.label, "type": kinds.get(c.kind, "string"), **({"egvar:unit": c.unit} if c.unit else {})}
            for c in source.columns
        ],
        "missingValues": list(source.reading.nulls) if source.reading.nulls is not None else sorted(NULLS),
        "egvar:reading_sha256": source.reading_digest,
    }


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--reading", type=click.Path(path_type=Path), help="A declaration, instead of the one beside FILE.")
@click.option("--save", is_flag=True, help="Write the reading to FILE.egvar.toml, to be changed and used from then on.")
@click.option("--force", is_flag=True, help="With --save: replace a declaration that is there.")
@click.option("--schema", is_flag=True, help="Print the reading as a Frictionless Table Schema.")
@click.option("--profile", is_flag=True, help="Print what sentences are taken to speak of: keys, measures, periods.")
@click.option("--context", default="", help="With --profile: the caption of the table.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def read(
    file: Path,
    reading: Path | None,
    save: bool,
    force: bool,
    schema: bool,
    profile: bool,
    context: str,
    as_json: bool,
) -> None:
    """Show how the table in FILE is read: columns, cell forms, cells without a value, and what the file leaves open."""
    beside = file.with_name(file.name + DECLARED) if save else declaration_of(file)
    if save and beside.exists() and not force:
        raise ReadingError(f"{beside} exists", hint="--force replaces it")
    source = load_declared(file, reading, ignore_beside=save and force)
    if save:
        _write(beside, dump(source))
        click.echo(visible(f"wrote {beside}"), err=True)
    if schema:
        click.echo(json_text(_frictionless(source)))
        return
    if profile:
        from egvar.solver.english.profile import profile as profile_of

        found = profile_of(source, context).lines()
        click.echo(json_text({"profile": found})) if as_json else [_say(line) for line in found]
        return
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
    found = source.structure_lines
    changed = declarations(source)
    options = [{"reading": a.what, "settled_by": a.flag} for a in alternatives(source)]
    advised = advice(source)
    if as_json:
        digests = {"source_sha256": source.bytes_digest, "reading_sha256": source.reading_digest}
        data = {
            "schema_version": 1,
            "rows": source.n_rows,
            **digests,
            "columns": columns,
            "structure": found,
            "declared": list(changed),
            "alternatives": options,
            "advice": [asdict(a) for a in advised],
        }
        click.echo(json_text(data))
        return
    _say(f"{source.name}: {source.n_rows} rows, {len(columns)} columns")
    if reading is not None or (beside.exists() and not save):
        _say(f"as declared in {reading or beside}")
    for line in changed:
        _say(f"declared: {line}")
    for c, bad in zip(source.columns, without, strict=True):
        unit = " in mixed units" if c.mixed_units else f" in {c.unit}" if c.unit else ""
        forms = ", ".join(f"{n} {form}" for form, n in Counter(x.form for x in c.cells).most_common())
        _say(f'"{c.label}": {c.kind.value}{unit} ({forms})')
        texts = sorted({x.text for x in c.cells})
        if c.kind is Kind.TEXT:
            more = f", … {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
            _say("  entries: " + ", ".join(f"“{t}”" for t in texts[:SHOWN]) + more)
        for row, raw in bad[:SHOWN]:
            _say(f"  no value: row {row}: “{raw}”")
        if len(bad) > SHOWN:
            _say(f"  no value: {len(bad) - SHOWN} more cells")
    for line in found:
        _say(f"settled: {line}")
    for a in alternatives(source):
        _say(f"left open: {a.what}; settled by {a.flag}")
    for told in advised:
        _say(f"to declare: {told}")
