"""What somebody's declaration changes in how a file is read, in words and counts: never silent.

May import: the standard library, `egvar.errors`, `egvar.source`.

The lines are made from bytes and reading alone, so whoever re-does a verdict gets the same. Each says what is otherwise
than in the reading that egvar finds by itself; a reading that is that one has no lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields

from egvar.errors import EgvarError
from egvar.source.alternatives import suspected_totals
from egvar.source.forms import NULLS
from egvar.source.reading import Reading, Rule
from egvar.source.source import Column, Source, by_itself, structured

SHOWN = 12
_USUAL = Rule()
_WORDED = {"delimiter", "encoding", "columns", "parentheses", "dropped", "dash_is_zero", "settled", "version"}
_WORDED |= {"header_rows", "nulls", "rules", "structure"}


def declarations(source: Source) -> tuple[str, ...]:
    """Every way in which the reading of a source is another than the one that its bytes get by themselves."""
    found = by_itself(source)
    if found == source.reading:
        return ()
    return tuple(_lines(source, found))


def _under_dialect(source: Source) -> Reading | None:
    """The same where encoding, delimiter and header rows are told."""
    from egvar.source.declared import _unread

    r = source.reading
    try:
        return _unread(source.data, source.name, Reading(r.delimiter, r.encoding, header_rows=r.header_rows)).reading
    except EgvarError:
        return None


def _lines(source: Source, found: Reading | None) -> Iterator[str]:
    r = source.reading
    if found is None:
        yield "without a declaration this file is no table that can be read"
    usual = found or Reading()
    if r.encoding != usual.encoding:
        yield f"bytes are {r.encoding}, not {usual.encoding}"
    if r.delimiter != usual.delimiter:
        yield f"cells end at {_mark(r.delimiter)}, not at {_mark(usual.delimiter)}"
    if r.header_rows != usual.header_rows:
        yield f"the first {r.header_rows} rows are the header"
    if found is None or (r.encoding, r.delimiter, r.header_rows) != (
        usual.encoding,
        usual.delimiter,
        usual.header_rows,
    ):
        usual = _under_dialect(source) or usual
    if r.dropped:
        rows = [i + r.header_rows + 1 for i in r.dropped]
        yield f"{'row' if len(rows) == 1 else 'rows'} {_some(map(str, rows))} left out"
    if "total_rows" in r.settled and (kept := suspected_totals(source)):
        yield f"rows {_some(str(source.row_numbers[i]) for i in kept)} kept, which may be totals"
    elif "total_rows" in r.settled:
        yield "total rows are settled: none is suspected any more"
    own = structured(source).reading.structure
    if r.structure.statement != own.statement:
        yield f"rows are {'' if r.structure.statement else 'not '}taken for measures that make no sum"
    for what, mine, found_there in (
        ("labels carried down in columns", r.structure.carried, own.carried),
        ("headings are rows", r.structure.headings, own.headings),
    ):
        if mine != found_there:
            shift = 1 if what[0] == "l" else r.first_row
            ways = [_some(str(i + shift) for i in x) or "none" for x in (mine, found_there)]
            yield f"{what} {ways[0]}, and the file alone says {ways[1]}"
    if r.structure.totals != own.totals:
        taken, settled = ({t.row + r.first_row for t in s.totals} for s in (r.structure, own))
        named = [_some(map(str, sorted(x))) or "none" for x in (taken, settled)]
        yield f"taken for totals are rows {named[0]}, and the numbers settle rows {named[1]}"
    if r.nulls is not None:
        yield from _nulls(source)
    if "dash" in r.settled or r.dash_is_zero:
        yield from _dashes(source)
    same = len(usual.columns) == len(r.columns)
    for c in source.columns:
        if same and c.kind is not usual.columns[c.index]:
            yield f'"{c.label}" is read as {c.kind.value}, not as {usual.columns[c.index].value}'
        if same and r.parentheses[c.index : c.index + 1] != usual.parentheses[c.index : c.index + 1]:
            yield f'"{c.label}": numbers in parentheses are {"" if r.parentheses[c.index] else "not "}negative'
        if (rule := r.rule(c.index)) is not None:
            yield from _rule(c, rule)
    for f in fields(Reading):
        if f.name not in _WORDED and getattr(r, f.name) != getattr(usual, f.name):
            yield f"{f.name.replace('_', ' ')} is declared otherwise than it is found in the file"


def _nulls(source: Source) -> Iterator[str]:
    cells = [x for c in source.columns for x in c.cells]
    out = Counter(x.text for x in cells if x.form == "missing" and x.text.lower() not in NULLS)
    kept = Counter(x.text for x in cells if x.form != "missing" and x.text.lower() in NULLS)
    if out:
        yield f"no value: {_some(f'“{t}” ({_cells(n)})' for t, n in out.most_common())}"
    if kept:
        yield f"not taken for a missing value: {_some(f'“{t}” ({_cells(n)})' for t, n in kept.most_common())}"
    if not out and not kept:
        yield "which texts mean no value is declared; no cell is read otherwise for it"


def _dashes(source: Source) -> Iterator[str]:
    zero = [(c.label, sum(x.form == "dash_zero" for x in c.cells)) for c in source.columns]
    said = [f'"{label}" ({_cells(n)})' for label, n in zero if n]
    yield f"a lone dash is zero in {_some(said)}" if said else "a lone dash is no value"


def _rule(c: Column, rule: Rule) -> Iterator[str]:
    read = sum(x.form == "declared" for x in c.cells)
    said = []
    if rule.scale != _USUAL.scale:
        said.append(f"every number is multiplied by {rule.scale}")
    if (rule.decimal, rule.thousands) != (_USUAL.decimal, _USUAL.thousands):
        groups = f", {_mark(rule.thousands)} between groups" if rule.thousands else ", nothing between groups"
        said.append(f"{_mark(rule.decimal)} is the decimal mark{groups}")
    if rule.unit:
        said.append(f"numbers are in {rule.unit}")
    if rule.footnotes:
        said.append("footnote marks are no part of a number")
    if rule.dates:
        said.append(f"dates are written {rule.dates}")
    if rule.leave_out:
        left = sum(x.form == "left_out" for x in c.cells)
        said.append(f"cells that cannot be read are left out ({_cells(left)})")
    yield f'"{c.label}": {"; ".join(said) or "numbers as a rule says"} ({_cells(read)} read so)'


def _cells(n: int) -> str:
    return "1 cell" if n == 1 else f"{n} cells"


def _mark(mark: str) -> str:
    return {"\t": "a tab", " ": "a space"}.get(mark, f"“{mark}”")


def _some(texts: Iterable[str]) -> str:
    """The first few, and how many there are."""
    every = list(texts)
    more = f", … ({len(every)} in all)" if len(every) > SHOWN else ""
    return ", ".join(every[:SHOWN]) + more
