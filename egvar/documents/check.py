"""Checks a document: each of its sentences against the table that it is about.

May import: anything of egvar but the command line. Not trusted: every verdict is one of `egvar.engine`.

A verdict stands only if nothing around the sentence speaks against it: no other table that it could as well be about,
no heading or phrase that may restrict it, no word that stands for something that was said elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from egvar.documents.context import bare, filled, frames, within
from egvar.documents.fix import Fix, claimed, proposed
from egvar.documents.model import Document, Sentence
from egvar.documents.read import sentences
from egvar.documents.tables import Known, about, in_document, named_paths, of_file
from egvar.documents.words import COMPARED, FUNCTION, NUMBERS, counts_or_compares, fold, referring, stems, telling
from egvar.errors import DocumentError, EgvarError
from egvar.files import MAX_SMALL, read_whole
from egvar.verdict import Reason, Status, Verdict

if TYPE_CHECKING:
    from egvar.engine import Run

NOT_ABOUT = "not_about_tables"
STATUSES = (*(s.value for s in Status), NOT_ABOUT)
MAX_FRAMES = 4
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Checked:
    """One sentence and what came of it. `run` is there where a verdict was reached that stands, `read_as` where it was
    read in other words than its own, `values` are the number that it claims and the one that was found."""

    sentence: Sentence
    status: str
    reason: str | None = None
    why: str = ""
    table: str = ""
    run: Run | None = None
    read_as: str = ""
    assumptions: tuple[str, ...] = ()
    interpretations: tuple[str, ...] = ()
    unplaced: tuple[str, ...] = ()
    settle: str = ""
    paraphrase: str = ""
    values: tuple[str, str] | None = None
    fix: Fix | None = None

    @property
    def found(self) -> tuple[str, ...]:
        return self.run.verdict.found if self.run is not None else ()


@dataclass
class Report:
    """A document with its sentences as checked, its tables, and what of it could not be used and why."""

    document: Document
    tables: list[Known]
    checked: list[Checked] = field(default_factory=list)
    refused: list[EgvarError] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        """How many sentences ended how, those that did not occur included."""
        found = Counter(c.status for c in self.checked)
        return {s: found[s] for s in STATUSES}


Opener = Callable[[Path], Known]


def check_document(
    document: Document,
    tables: Sequence[Known] = (),
    *,
    opener: Opener | None = None,
    decide: Callable[[Run, bool], Run] = lambda run, goal_given: run,
    fix: bool = False,
    worker: Any = None,
) -> Report:
    """The document with a verdict for each sentence that can have one.

    `tables` beside those that it holds and names; `opener` opens those that it names (without one, naming any is an
    error). `decide` is what a policy makes of a run, told whether its goal was given. Raises EgvarError for a document
    that asks for what is not there.
    """
    held, refused = in_document(document)
    known = [*tables, *held]
    path = Path(document.name)

    def opened(name: str, where: int) -> Known:
        position = document.position(where)
        if opener is None:
            raise DocumentError(
                f"the document names {name}", cause="no files are opened here for a document", position=position
            )
        found = named_paths([name], path, position)[0]
        return next((t for t in known if Path(t.label).resolve() == found.resolve()), None) or opener(found)

    for name in document.tables_named:
        if (one := opened(name, 0)) not in known:
            known.append(one)
    report = Report(document, known, refused=refused)
    earlier: list[str] = []
    block = -1
    checker = _Checker(document, decide, fix, worker)
    for s in sentences(document):
        earlier = earlier if s.block == block else []
        block = s.block
        own, goal = known, None
        if s.directive is not None and s.directive.table:
            own = [opened(s.directive.table, s.directive.where)]
        if s.directive is not None and s.directive.goal:
            where = document.position(s.directive.where)
            if opener is None:
                raise DocumentError(f"the document names {s.directive.goal}", position=where)
            goal = _read(named_paths([s.directive.goal], path, where)[0], where)
        try:
            report.checked.append(checker.check(s, own, goal, earlier))
        except EgvarError as e:
            if goal is not None and e.position is None:
                e.position = document.position(s.at[0])
            raise
        earlier.append(s.text)
    return report


def _read(path: Path, where: Any) -> bytes:
    try:
        return read_whole(path, MAX_SMALL)
    except OSError as e:
        raise DocumentError(f"{path} cannot be read", cause=e.strerror or str(e), position=where) from e


class _Checker:
    def __init__(self, document: Document, decide: Callable[[Run, bool], Run], fix: bool, worker: Any) -> None:
        self.document, self.decide, self.fix, self.worker = document, decide, fix, worker

    def run(self, text: str, table: Known, goal: bytes | None = None) -> Run:
        from egvar.engine import run

        return run(text, table.source, "claim", goal=goal, context=table.caption, worker=self.worker)

    def check(self, s: Sentence, tables: Sequence[Known], goal: bytes | None, earlier: list[str]) -> Checked:
        if goal is not None:
            if len(tables) != 1:
                raise DocumentError(
                    "a goal is about one table",
                    cause=f"there are {len(tables)}",
                    hint="<!-- egvar: table=FILE goal=FILE -->",
                    position=self.document.position(s.at[0]),
                )
            return self.ended(s, s.text, tables[0], self.run(s.text, tables[0], goal), goal)
        named = any(t.mentioned(s.text) or telling(s.text) & t.words for t in tables)
        if not tables or not (counts_or_compares(s.text) or named):
            return Checked(s, NOT_ABOUT)
        if s.text.rstrip("\"'”’)").endswith("?"):
            return Checked(s, NOT_ABOUT, why="a question claims nothing")
        candidates = about(s, tables)
        return self.chosen(s, [self.over(s, t, earlier) for t in candidates])

    def chosen(self, s: Sentence, results: list[Checked]) -> Checked:
        """The one result of those over the tables that the sentence can be about."""
        decided = [c for c in results if c.run is not None]
        unsure = [c for c in results if c.run is None and c.reason not in ("not_expressible", "not_in_table")]
        if not decided:
            if len(results) > 1 and all(set(c.unplaced) and not c.interpretations for c in results):
                results = [replace(c, table="") for c in results]  # none of them is what it is about
            return min(results, key=lambda c: (c.reason == "not_expressible", len(c.unplaced)))
        first = decided[0]
        if unsure or any(c.status != first.status or c.paraphrase != first.paraphrase for c in decided[1:]):
            tables = tuple(f"over {c.table}: {c.status}: {c.paraphrase or c.why}" for c in (*decided, *unsure))
            why = "it can be about several tables, and they do not agree"
            settle = "<!-- egvar: table=FILE --> before it"
            return Checked(s, "Abstain", "ambiguous", why, "", interpretations=tables, settle=settle)
        same = tuple(f"the same over {c.table}" for c in decided[1:])
        return replace(first, assumptions=(*first.assumptions, *same))

    def over(self, s: Sentence, table: Known, earlier: list[str]) -> Checked:
        """What comes of a sentence over one table."""
        text, assumed = bare(s.text), ()
        if (f := filled(s, table)) is not None:
            text, assumed = bare(f[0]), (f"“{s.text.split()[0]}” stands for “{f[1]}”, named in the sentence before",)  # type: ignore[assignment]
        elif words := referring(text):
            why = f"“{words[0]}” stands for something outside of the sentence"
            alone = self.run(text, table)
            if alone.verdict.status is not Status.ABSTAIN:
                return Checked(s, "Abstain", "not_expressible", why, table.label, unplaced=(words[0],))
            return self.ended(s, text, table, alone)
        done = self.ended(s, text, table, self.run(text, table), assumed=assumed)
        framed = frames(s, earlier, table)[:MAX_FRAMES]
        if not framed:
            return done
        inside = [(e, self.run(within(text, e), table)) for e in framed]
        return self.framed(s, table, text, done, inside, assumed)

    def framed(
        self,
        s: Sentence,
        table: Known,
        text: str,
        done: Checked,
        inside: list[tuple[str, Run]],
        assumed: tuple[str, ...],
    ) -> Checked:
        """What comes of a sentence that may be about a part of the table only."""
        decided = [(e, r) for e, r in inside if r.verdict.status is not Status.ABSTAIN]
        if done.run is None and len(inside) == 1 and decided and done.reason != "ambiguous":
            entry, run = decided[0]
            said = (*assumed, f"it is about “{entry}”, which stands over it")
            return self.ended(s, within(text, entry), table, run, assumed=said)
        same = done.run is not None and len(decided) == len(inside)
        if done.run is None or (same and all(r.verdict.status == done.status for _, r in decided)):
            return replace(done, fix=None)  # which number is right depends on what is meant
        names = ", ".join(f"“{e}”" for e, _ in inside)
        readings = [
            f"alone: {done.paraphrase}",
            *(f"in {e}: {r.verdict.paraphrase or r.verdict.why}" for e, r in inside),
        ]
        why = f"it may be about {names} only, which stands over it or before it"
        return Checked(s, "Abstain", "ambiguous", why, table.label, interpretations=tuple(readings))

    def ended(
        self,
        s: Sentence,
        text: str,
        table: Known,
        run: Run,
        goal: bytes | None = None,
        assumed: tuple[str, ...] = (),
    ) -> Checked:
        """A run over one table as a result."""
        run = self.decide(run, goal is not None)
        v = run.verdict
        stands = v.status is not Status.ABSTAIN
        values = claimed(run) if v.status is Status.REFUTED else None
        fix = None
        if self.fix and values is not None and text == s.text:
            fix = proposed(s, run, values, lambda t: self.run(t, table), self.document)
        return Checked(
            s,
            v.status.value,
            v.reason.value if v.reason else None,
            v.why,
            table.label,
            run if stands else None,
            "" if text == s.text else text,
            (*v.assumptions, *assumed),
            v.interpretations,
            _unplaced(v, s.text, table),
            v.settle,
            v.paraphrase,
            values[1:] if values else None,
            fix,
        )


def _unplaced(verdict: Verdict, text: str, table: Known) -> tuple[str, ...]:
    """The words that could not be placed, as the formalizer says; else those that the table does not know."""
    if verdict.reason is not Reason.NOT_EXPRESSIBLE:
        return ()
    if said := tuple(getattr(verdict, "unplaced", ())):
        return said
    known = table.words | table.named
    words = [w for w in text.replace("’", "'").split() if w.strip(".,;:!?()[]\"'“”")]
    out = []
    for w in words:
        plain = w.strip(".,;:!?()[]\"'“”")
        parts = [p for p in stems(plain) if p not in known and not p[0].isdecimal()]
        if parts and fold(plain) not in FUNCTION | NUMBERS | COMPARED:
            out.append(plain)
    return tuple(dict.fromkeys(out))


def counted(reports: Sequence[Report]) -> dict[str, int]:
    """The counts of several documents together."""
    return {s: sum(r.counts[s] for r in reports) for s in STATUSES}


def records(reports: Sequence[Report]) -> Iterator[dict[str, Any]]:
    """Each sentence as JSON data."""
    for report in reports:
        for c in report.checked:
            line, column = report.document.place(c.sentence.at[0])
            end_line, end_column = report.document.place(c.sentence.at[-1])
            yield {
                "file": report.document.name,
                "line": line,
                "column": column,
                "end_line": end_line,
                "end_column": end_column + 1,
                "text": c.sentence.text,
                "read_as": c.read_as or None,
                "status": c.status,
                "reason": c.reason,
                "why": c.why,
                "table": c.table or None,
                "paraphrase": c.paraphrase,
                "found": list(c.found),
                "claimed_value": c.values[0] if c.values else None,
                "found_value": c.values[1] if c.values else None,
                "assumptions": list(c.assumptions),
                "interpretations": list(c.interpretations),
                "unplaced": list(c.unplaced),
                "settle": c.settle,
                "fix": c.fix.replacement if c.fix else None,
            }


__all__ = ["Checked", "Known", "Report", "check_document", "counted", "of_file", "records"]
