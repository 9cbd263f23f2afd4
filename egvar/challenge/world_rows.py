"""What the rows of one or more sources say about a world claim, before any proof: facts, rivals, conflicts.

May import: the standard library, `egvar.errors`, `egvar.source`, `egvar.tools`, `egvar.lifts`, `egvar.verdict`.

Several sources may support one predicate, if their lift files share it. The first that has an entity speaks for it;
where another says something else there is a conflict, and nothing about it is Verified or Refuted any more. Where an
entity may have several values, another value is no conflict, and refutes nothing either.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from egvar.errors import LiftError
from egvar.lifts.file import GRADES, Grade, Lift, LiftFile, Predicate, WorldClaim
from egvar.lifts.lint import Fault
from egvar.lifts.review import Review
from egvar.source.alternatives import alternatives
from egvar.source.cell import Kind
from egvar.source.source import Source
from egvar.tools.base import CellRef, Context, NoValue, Truth
from egvar.verdict import Conflict, ConflictSide, SourceId

WorldPolarity = Literal["verify", "refute"]


class Fact(NamedTuple):
    """A fact of the predicate that settles a claim. `at` is the place of its row lift in the challenge."""

    key: str
    value: Fraction
    at: int = 0


@dataclass(frozen=True)
class Lifted:
    """A lift file with its table. `grades` gives effective grade and reviewer of each lift; `text` is that of the file,
    `declared` that of the reading declared beside its table, and `reviews` are those that were given, valid or not."""

    source: Source
    file: LiftFile
    grades: Mapping[str, tuple[Grade, str | None]]
    text: str = ""
    declared: str | None = None
    reviews: tuple[Review, ...] = ()

    @property
    def identity(self) -> SourceId:
        return SourceId(self.source.name.rsplit("/", 1)[-1], self.source.bytes_digest, self.source.reading_digest)

    def best(self, predicate: str, kind: str) -> Lift | None:
        """The lift of that kind with the highest effective grade, None if there is none."""
        found = self.file.lifts_of(predicate, kind)
        return max(found, key=lambda x: GRADES.index(self.grades[x.id][0]), default=None)


@dataclass(frozen=True)
class Entry:
    """What a row says of its entity; `others` are rows with other values, where the predicate is not functional."""

    value: Fraction
    cell: CellRef
    others: tuple[Entry, ...] = ()

    @property
    def rows(self) -> tuple[Entry, ...]:
        return (self, *self.others)


Entries = dict[str, Entry]


@dataclass(frozen=True)
class Support:
    """A source that supports the predicate, with what its rows say."""

    lifted: Lifted
    lift: Lift
    complete: Lift | None
    entries: Entries

    def side(self, key: str) -> ConflictSide:
        """This source's side in a conflict about an entity. Row 0 where it has no row."""
        return self.side_of(self.entries.get(key))

    def side_of(self, entry: Entry | None) -> ConflictSide:
        """The same for one of its rows."""
        cell = entry.cell if entry else CellRef(self.lift.value.name, 0, "")
        return ConflictSide(self.lifted.identity, cell.column, cell.row, cell.raw)


@dataclass(frozen=True)
class Decision:
    """How a claim comes out. `used` are the supports that its proof rests on, and each fact's `at` a place among
    them; `closed` says whether the first of them is needed as a closed world."""

    polarity: WorldPolarity
    used: tuple[Support, ...]
    facts: tuple[Fact, ...]
    rival: str | None
    conflicts: tuple[Conflict, ...]
    closed: bool


def needs_closed_world(claim: WorldClaim, polarity: WorldPolarity) -> bool:
    """Whether the statement says something about every entity. A greater value elsewhere refutes without it."""
    return polarity == "verify" and claim.op in ("highest", "lowest")


def same_predicate(predicate: Predicate, other: LiftFile) -> bool:
    """Whether the file supports this predicate, as a shared one. Raises LiftError if it means something else by it."""
    found = next((p for p in other.predicate if p.id == predicate.id and p.shared), None)
    if found is None or not predicate.shared:
        return False
    if found != predicate:
        raise LiftError(
            f'{other.id} means something else by the shared predicate "{predicate.id}"',
            cause="sentence, key, measure, unit and functional are the same wherever a predicate is shared",
        )
    return True


def supports(lifted: Sequence[Lifted], claim: WorldClaim) -> tuple[Support, ...]:
    """The sources that support the claim's predicate, which is one of the first file's.

    Raises NoValue for a table with an unsettled reading, an unreadable cell, or a key with two values.
    """
    first, *others = lifted
    predicate = first.file.find(claim.predicate)
    out = []
    for x in (first, *(o for o in others if same_predicate(predicate, o.file))):
        lift = x.best(predicate.id, "rows")
        if lift is None:
            continue
        if unsettled := alternatives(x.source):
            raise NoValue("ambiguous", f"the table has readings that {x.file.id} does not settle: {unsettled[0].what}")
        complete = x.best(predicate.id, "complete")
        out.append(Support(x, lift, complete, entries(x.source, lift, claim, predicate.functional)))
    return tuple(out)


def entries(source: Source, lift: Lift, claim: WorldClaim, functional: bool) -> Entries:
    """Key to the row that speaks for it in the claim. Raises NoValue for an unreadable cell, or a functional predicate
    of which a key has two values."""
    ctx = Context(source)
    keys, values = ctx.column(lift.key), ctx.column(lift.value)
    found: dict[str, list[Entry]] = {}
    totals = {t.row for t in source.structure.totals}
    for i, t in enumerate(lift.where.mask(ctx)):
        if t is Truth.NO or t is Truth.UNKNOWN:
            continue
        if i in totals:
            where = CellRef(keys.label, source.row_numbers[i], keys.cells[i].raw)
            raise NoValue(
                "ambiguous", f"row {where.row} is a total, and the lift does not say that it is one", (where,)
            )
        k, v = keys.cells[i], values.cells[i]
        row = source.row_numbers[i]
        if t is Truth.UNREADABLE or k.kind is not Kind.TEXT or v.kind is not Kind.NUMBER or v.number is None:
            bad, column = (k, keys) if k.kind is not Kind.TEXT else (v, values)
            where = CellRef(column.label, row, bad.raw)
            raise NoValue("unreadable_cell", f"row {row} has no {lift.key} with a {lift.value}", (where,))
        entry = Entry(v.number, CellRef(values.label, row, v.raw))
        rows = found.setdefault(k.text, [])
        if functional and rows and rows[0].value != v.number:
            raise NoValue("ambiguous", f"“{k.text}” has two values", (rows[0].cell, entry.cell))
        if all(e.value != v.number for e in rows):
            rows.append(entry)
    out: Entries = {}
    for key, rows in found.items():
        first = _speaking(rows, claim)
        out[key] = replace(first, others=tuple(e for e in rows if e is not first))
    return out


def _speaking(rows: Sequence[Entry], claim: WorldClaim) -> Entry:
    """The row of an entity that settles the claim, if it has several: the value that is claimed, or the extreme one."""
    if claim.op == "fact":
        return next((e for e in rows if e.value == claim.value), rows[0])
    return (min if claim.op == "lowest" else max)(rows, key=lambda e: e.value)


def decide(claim: WorldClaim, given: tuple[Support, ...], functional: bool) -> Decision:
    """How the claim comes out over all rows.

    Raises NoValue for an entity that no source has; and where the predicate is not functional, for an entity with
    several values in a comparison, and for whatever could only be refuted: that there is another value refutes nothing.
    """
    speaker: dict[str, int] = {}
    for key in dict.fromkeys(k for s in given for k in s.entries):
        have = [i for i, s in enumerate(given) if key in s.entries]
        best = given[have[0]].entries[key] if functional else _speaking([given[i].entries[key] for i in have], claim)
        speaker[key] = next(i for i in have if given[i].entries[key] is best)
    table = {key: given[i].entries[key].value for key, i in speaker.items()}
    for entity in (claim.key, claim.other):
        if entity is not None and entity not in table:
            raise NoValue("not_in_table", f"the rows of the lift have no “{entity}”")
    polarity, keys, rival = settle(claim, table)
    if not functional:
        _several(claim, given, polarity)
    closed = needs_closed_world(claim, polarity)
    conflicts = disagreements(given, table if closed else keys) if functional else []
    conflicts += denials(given, {k: given[speaker[k]] for k in keys}, functional)
    if closed:
        whole = next((i for i, s in enumerate(given) if s.complete is not None and claim.key in s.entries), None)
        if whole is not None:
            conflicts += outside(given, given[whole], functional)
            if not functional and given[whole].entries[claim.key].value != table[claim.key]:
                raise NoValue(
                    "ambiguous",
                    f"“{claim.key}” has a value in one source that the complete one has not",
                )
            speaker[claim.key] = whole
    places = list(dict.fromkeys(speaker[k] for k in keys))
    facts = tuple(Fact(k, given[speaker[k]].entries[k].value, places.index(speaker[k])) for k in keys)
    distinct = tuple(dict.fromkeys(conflicts))
    return Decision(polarity, tuple(given[i] for i in places), facts, rival, distinct, closed)


def _several(claim: WorldClaim, given: Sequence[Support], polarity: WorldPolarity) -> None:
    """Raises NoValue for what several values for an entity leave open."""
    for key in (claim.key, claim.other) if claim.op == "exceeds" else ():
        rows = {e.value: e for s in given if key in s.entries for e in s.entries[key].rows}
        if len(rows) > 1:
            raise NoValue("ambiguous", f"“{key}” has several values", tuple(e.cell for e in rows.values())[:2])
    if polarity == "refute":
        why = f"“{claim.key}” may have other values than those of the rows, so that they refute nothing"
        raise NoValue("not_in_table", why)


def denials(given: Sequence[Support], speaking: Mapping[str, Support], functional: bool) -> list[Conflict]:
    """The facts, each an entity with the source that speaks for it, that a source said to be complete does not have."""
    out = []
    for key, speaker in speaking.items():
        entry = speaker.entries[key]
        for s in (s for s in given if s.complete is not None and not _has(s, key, entry, functional)):
            out.append(Conflict(key, (speaker.side_of(entry), s.side(key))))
    return out


def _has(s: Support, key: str, entry: Entry, functional: bool) -> bool:
    """Whether the source has the fact. Other values are for `disagreements`, where there is only one."""
    own = s.entries.get(key)
    return own is not None and (functional or any(e.value == entry.value for e in own.rows))


def outside(given: Sequence[Support], whole: Support, functional: bool) -> list[Conflict]:
    """What other sources have and `whole`, said to be complete, has not: entities; of several values, each."""
    out: dict[tuple[str, Fraction | None], Conflict] = {}
    for s in given:
        for key, entry in s.entries.items():
            for e in entry.rows:
                if not _has(whole, key, e, functional):
                    conflict = Conflict(key, (s.side_of(e), whole.side(key)))
                    out.setdefault((key, None if functional else e.value), conflict)
    return list(out.values())


def settle(claim: WorldClaim, table: Mapping[str, Fraction]) -> tuple[WorldPolarity, tuple[str, ...], str | None]:
    """Polarity, the entities whose facts settle the claim, and the rival of a superlative that fails."""
    own = table[claim.key]
    if claim.op == "fact":
        return ("verify" if own == claim.value else "refute"), (claim.key,), None
    if claim.op == "exceeds":
        assert claim.other is not None
        return ("verify" if own > table[claim.other] else "refute"), (claim.key, claim.other), None
    sign = 1 if claim.op == "highest" else -1
    rival = max(table, key=lambda k: (sign * table[k], k))
    if sign * table[rival] <= sign * own:
        return "verify", (claim.key,), None
    return "refute", ((rival, claim.key) if sign == 1 else (claim.key, rival)), rival


def disagreements(given: Sequence[Support], keys: Sequence[str] | Mapping[str, object]) -> list[Conflict]:
    """Entities among `keys` to which two sources give different values, with both cells."""
    out = []
    for key in keys:
        have = [s for s in given if key in s.entries]
        for s in have[1:]:
            if s.entries[key].value != have[0].entries[key].value:
                out.append(Conflict(key, (have[0].side(key), s.side(key))))
    return out


def lint_together(lifted: Sequence[Lifted]) -> list[Fault]:
    """What is wrong with sources taken together, for each predicate that they share: other meanings, entities with two
    values, and entities that a source with a closed world does not list. Raises NoValue as `supports` does."""
    out: list[Fault] = []
    first, *others = lifted
    for p in first.file.predicate:
        claim = WorldClaim(op="highest", predicate=p.id, key="")
        try:
            given = supports((first, *others), claim)
        except LiftError as e:
            out.append(Fault("shared_meaning", p.id, e.message))
            continue
        table: dict[str, object] = {k: None for s in given for k in s.entries}
        found = [("contradiction_across", c) for c in (disagreements(given, table) if p.functional else [])]
        for s in given:
            if s.complete is not None:
                found += [("closed_world_contradicted", c) for c in outside(given, s, p.functional)]
        for code, c in found:
            out.append(Fault(code, p.id, f"“{c.entity}”: {c.sides[0]}; {c.sides[1]}"))
    return out
