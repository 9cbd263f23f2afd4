"""How many numeric-looking columns are read with no declaration: `python benchmarks/readings.py FILE…`.

A column looks numeric when at least half of its cells that are not empty begin like a number: an optional sign,
currency or bracket, then a digit. It is read when no such cell is
left without a value: each is a number, a day, or a text in a form that has typed parts (a range, a season, a score).
Also writes a sample of 200 cells with
the values they were given, drawn by a fixed seed, for checking by hand: benchmarks/results/readings_sample.tsv.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

from egvar.errors import EgvarError
from egvar.source.cell import Kind
from egvar.source.parts import forms_of
from egvar.source.source import Column, from_rows
from egvar.tools.base import decimal, show_exact

RESULTS = Path(__file__).with_name("results")
_LOOKS = re.compile(r"[(\s]*[-+−–~<>≈]?\s*[$€£¥]?\s*[-+−]?\.?[0-9]")


def looks_numeric(column: Column) -> bool:
    given = [c for c in column.cells if c.kind is not Kind.NULL]
    return bool(given) and 2 * sum(bool(_LOOKS.match(c.raw)) for c in given) >= len(given)


def main() -> None:
    figures, sample, unread = [], [], Counter[str]()
    for name in sys.argv[1:]:
        path = Path(name)
        seen: set[str] = set()
        total = read = dates = parts = 0
        for line in path.read_text(encoding="utf-8").splitlines():
            table = json.loads(line)["table"]
            key = json.dumps(table, sort_keys=True)
            if key in seen:
                continue
            seen.add(key)
            try:
                source = from_rows([str(c) for c in table["columns"]], [[str(x) for x in r] for r in table["data"]])
            except EgvarError:
                continue
            for column in source.columns:
                if not looks_numeric(column):
                    continue
                total += 1
                left = [c for c in column.cells if c.kind in (Kind.UNREADABLE, Kind.TEXT) and _LOOKS.match(c.raw)]
                plain = not left
                left = [c for c in left if not forms_of(c.text)]
                read += not left
                parts += not left and not plain
                dates += not left and column.kind is Kind.DATE
                unread.update(re.sub("[0-9]+", "9", c.raw)[:30] for c in left)
                sample += [(path.parent.name, column.label, c.raw, c) for c in column.cells if c.number is not None]
        share = decimal(Fraction(100 * read, total), 1) if total else "-"
        figures.append({"file": "/".join(path.parts[-2:]), "tables": len(seen), "numeric_looking": total, "read": read,
                        "of_these_days": dates, "of_these_with_parts": parts, "percent": share})  # fmt: skip
        print(figures[-1], file=sys.stderr)
    for form, count in unread.most_common(40):
        print(f"{count:6} {form!r}", file=sys.stderr)
    (RESULTS / "readings.json").write_text(json.dumps({"command": "python benchmarks/readings.py FILE…",
                                                       "results": figures}, indent=1) + "\n")  # fmt: skip
    chosen = random.Random(20261201).sample(sample, min(200, len(sample)))
    rows = [
        f"{s}\t{label}\t{raw}\t{show_exact(c.number)}\t{c.unit or ''}"
        for s, label, raw, c in chosen
        if c.number is not None
    ]
    (RESULTS / "readings_sample.tsv").write_text("set\tcolumn\traw\tvalue\tunit\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
