"""From a goal to a verdict: the only place where Verified and Refuted are made, from what the judge returns.

May import: the standard library, pydantic, `egvar.errors`, `egvar.verdict`, `egvar.goal`, `egvar.source`,
`egvar.tools`, `egvar.kernel`, `egvar.challenge`. The prover is passed in and not trusted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from egvar.challenge import statement, terms, vacuity
from egvar.challenge.leaves import over_leaves, require_additive, require_published
from egvar.challenge.statement import Challenge, Polarity
from egvar.challenge.terms import Builder
from egvar.errors import FormatError, GoalError
from egvar.goal import Goal, QuestionGoal, dump
from egvar.kernel.judge import Judged, Rejected, judge
from egvar.kernel.replay import KernelWorker, NotChecked
from egvar.kernel.term import Constant, Expr, Name, show_name, spine
from egvar.source.advice import advice_on
from egvar.source.alternatives import Alternative, alternatives
from egvar.source.cell import Cell, Kind
from egvar.source.said import declarations
from egvar.source.source import Column, Source
from egvar.tools.base import ColumnRef, Context, NoValue, Truth, ValuesNode, decimal, show_exact
from egvar.tools.ledger import Ledger
from egvar.tools.queries.claims import Compare, Rounds
from egvar.tools.queries.numbers import CellOf
from egvar.verdict import Reason, Status, Verdict
from egvar.visible import skeleton


class SolutionLike(Protocol):
    """What a prover returns: untrusted constants, and for a question the literal that it claims as its answer."""

    @property
    def constants(self) -> dict[Name, Constant]: ...

    @property
    def witness(self) -> Expr | None: ...


class GaveUp(Exception):
    """A prover that ends without a solution: the run abstains, for its reason. Raised by provers, not here."""

    def __init__(self, reason: Reason, why: str) -> None:
        super().__init__(why)
        self.reason, self.why = reason, why


MAX_DIGITS = 100
Prover = Callable[[Challenge, Expr | None], SolutionLike]


@dataclass(frozen=True)
class Checked:
    """A verdict with what it was made from; `challenge` and `solution` are None where no statement was judged."""

    verdict: Verdict
    challenge: Challenge | None = None
    solution: SolutionLike | None = None
    ledger: Ledger = field(default_factory=Ledger)


def check(source: Source, goal: Goal, worker: KernelWorker, prover: Prover, text: str = "", digits: int = 2) -> Checked:
    """The verdict on `goal` over `source` and every reading of it that the file does not rule out.

    1. The goal is restricted to rows that are no totals, and the trusted tools evaluate it under each reading; no
       value, differing values, or a total that is not its sum end in Abstain.
    2. A goal that no change of the table changes is `vacuous`.
    3. The challenge is built, and its goal read back from the term: it must be the goal again.
    4. The prover's solution is judged; a prover that gives up makes the run abstain.
    5. The verdict is minted from `Judged`; a question's answer is read from the literal that the kernel accepted.

    Raises GoalError for a goal that names what the table does not have, and for a number of `digits` out of range.
    """
    if not 0 <= digits <= MAX_DIGITS:
        raise GoalError(f"an answer is shown with 0 to {MAX_DIGITS} decimals, not {digits}")
    goal = over_leaves(goal, source)
    root = statement.root_of(goal)
    ctx = Context(source)
    paraphrase = root.say(ctx)
    base: dict[str, Any] = {
        "text": text,
        "paraphrase": paraphrase,
        "source": source.name,
        "source_sha256": source.bytes_digest,
        "reading_sha256": source.reading_digest,
        "declared": declarations(source),
        "goal": dump(goal),
        "digits": digits,
        "reading": source.structure_lines,
    }
    used = Context(source)
    try:
        require_additive(root, source)
        value = _evaluate(goal, used)
        require_published(root, source)
    except NoValue as e:
        return Checked(_abstain(base, Reason(e.reason), e.why, e, settle=_advised(source, e)))
    others = _relevant(source, used)
    try:
        _agreeing(goal, source, value, others)
    except NoValue as e:
        return Checked(_abstain(base, Reason.AMBIGUOUS, e.why, e, settle=others[0].flag))
    if vacuity.is_vacuous(root, source):
        return Checked(_abstain(base, Reason.VACUOUS, "no change of the table would change it"))

    asks = isinstance(goal, QuestionGoal)
    polarity: Polarity = "ask" if asks else "verify" if value is True else "refute"
    ledger = Ledger()
    sources = (source, *(a.source for a in others))
    challenge = statement.build(sources, goal, polarity, ledger)
    try:
        decoded = challenge.decoded()
    except FormatError as e:
        return Checked(_abstain(base, Reason.NOT_CHECKED, f"the goal's term cannot be read back: {e.message}"))
    if decoded != goal:
        return Checked(_abstain(base, Reason.NOT_CHECKED, "the goal's term says something else than the goal"))
    base["paraphrase"] = statement.root_of(decoded).say(ctx)

    witness = literal(challenge, value) if asks else None
    try:
        solution = prover(challenge, witness)
    except GaveUp as e:
        return Checked(_abstain(base, e.reason, e.why))
    judged = judge(challenge.judged, solution.constants, worker, solution.witness)
    base |= {
        "reading": _reading_lines(used, others),
        "rows_used": _rows(used.used),
        "rows_missing": _rows(used.missing),
    }
    verdict = _mint(judged, challenge, solution, base, digits, used)
    return Checked(verdict, challenge, solution, ledger)


def _mint(
    judged: Judged | Rejected | NotChecked,
    challenge: Challenge,
    solution: SolutionLike,
    base: dict[str, Any],
    digits: int,
    ctx: Context,
) -> Verdict:
    """The verdict for a judgement. Verified and Refuted come from `Judged` and from nothing else."""
    if isinstance(judged, NotChecked):
        return _abstain(base, Reason.NOT_CHECKED, judged.reason)
    if isinstance(judged, Rejected):
        return _abstain(base, Reason.REJECTED, f"step {judged.step}, {judged.reason}: {judged.detail}")
    base = base | {
        "grade": "verified",
        "evidence_mode": "recomputed",
        "axioms": {k: tuple(show_name(n) for n in v) for k, v in judged.axioms.items()},
        "kernel": {"declarations": judged.declarations} | ({"columns": "packed"} if challenge.judged.packed else {}),
        "found": _found(challenge.goal, ctx, digits),
    }
    if challenge.polarity != "ask":
        return Verdict(Status.VERIFIED if challenge.polarity == "verify" else Status.REFUTED, **base)
    assert judged.witness is not None
    answer, shown = _answer(judged.witness, challenge, digits, ctx)
    return Verdict(Status.VERIFIED, answer=answer, shown=shown, **base)


def _evaluate(goal: Goal, ctx: Context) -> object:
    root = statement.root_of(goal)
    return root.value(ctx) if isinstance(goal, QuestionGoal) else root.holds(ctx)  # type: ignore[attr-defined]


def _relevant(source: Source, used: Context) -> list[Alternative]:
    """The alternatives in which a column that the goal reads is another."""
    out = []
    for a in alternatives(source):
        columns = [(statement.column_of(source, v), statement.column_of(a.source, v)) for v in used.views or {0}]
        if any(x.cells != y.cells for x, y in columns):
            out.append(a)
    return out


def _agreeing(goal: Goal, source: Source, value: object, others: list[Alternative]) -> None:
    """Raises NoValue unless the goal has the same value under every alternative."""
    expected = vacuity.value_of(statement.root_of(goal), Context(source))
    for a in others:
        try:
            own = vacuity.value_of(statement.root_of(goal), Context(a.source, strict=False))
        except NoValue as e:
            raise NoValue("ambiguous", f"as read it has a value, but {a.what} it has none: {e.why}") from e
        if own != expected:
            theirs = _plain(_evaluate(goal, Context(a.source, strict=False)))
            raise NoValue("ambiguous", f"as read it is {_plain(value)}, but {a.what} it is {theirs}")


def _plain(value: object) -> str:
    if isinstance(value, Fraction):
        return show_exact(value)
    if isinstance(value, tuple):
        return ", ".join(c.raw for c in value)
    return "true" if value is True else "false"


def literal(challenge: Challenge, value: object) -> Expr:
    """The term of an answer, a number or a tuple of cells."""
    b = Builder(challenge.terms)
    if isinstance(value, Fraction):
        return b.q(value)
    assert isinstance(value, tuple)
    return b.list(challenge.terms.const("EgVar.Value"), [_value_term(b, c) for c in value])


def _value_term(b: Builder, c: Cell) -> Expr:
    match c.kind:
        case Kind.NULL:
            return b.call("EgVar.Value.null")
        case Kind.NUMBER:
            assert c.number is not None
            return b.call("EgVar.Value.num", b.q(c.number))
        case Kind.DATE:
            assert c.date is not None
            return b.call("EgVar.Value.date", b.nat(c.date))
        case _:
            which = "EgVar.Value.text" if c.kind is Kind.TEXT else "EgVar.Value.unreadable"
            return b.call(which, b.nat(terms.text_code(c.text)))


def _answer(witness: Expr, challenge: Challenge, digits: int, ctx: Context) -> tuple[tuple[str, ...], str]:
    """The answer read from the literal: exact texts, and one line for a person."""
    goal = challenge.goal
    assert isinstance(goal, QuestionGoal)
    if isinstance(goal.ask, ValuesNode):
        values = [terms.read_value(v) for v in _elements(witness)]
        told = [
            show_exact(v) if isinstance(v, Fraction) else str(v if v is not None else "(missing)") for _, v in values
        ]
        cells = goal.ask.value(ctx)
        if [c.number for c in cells] != [v if isinstance(v, Fraction) else None for _, v in values]:
            return tuple(told), ", ".join(told)
        stated = [t if c.number is None else c.text for c, t in zip(cells, told, strict=True)]
        return tuple(told), ", ".join(stated)
    q = terms.read_q(witness)
    unit = goal.ask.unit(ctx)
    suffix = f" {unit}" if unit and unit != "?" else ""
    exact = show_exact(q)
    if published := _published(goal.ask, q, ctx):
        return (exact,), published
    if "/" in exact or len(exact.partition(".")[2]) > digits:
        return (exact,), f"{decimal(q, digits)}{suffix} (exactly {exact})"
    return (exact,), f"{exact}{suffix}"


_PLAIN_FORMS = ("integer", "decimal", "thousands_comma")


def _published(ask: object, q: Fraction, ctx: Context) -> str:
    """A number that one cell of the table is, as it stands there; with what it was read as, unless that is plain."""
    if not isinstance(ask, CellOf) or not isinstance(ask.column, ColumnRef) or ask.column.part is not None:
        return ""
    cells = [c for c, t in zip(ctx.column(ask.column).cells, ask.where.mask(ctx), strict=True) if t is Truth.YES]
    if len(cells) != 1 or cells[0].number != q:
        return ""
    (c,) = cells
    return c.text if c.form in _PLAIN_FORMS else f"{c.text} (read as {show_exact(q)}{f' {c.unit}' if c.unit else ''})"


def _number(q: Fraction, digits: int) -> str:
    """An exact number; a fraction with its decimals beside it, as many as were asked for, or two that are not zeros."""
    exact = show_exact(q)
    if "/" not in exact:
        return exact
    while abs(q) * 10**digits < 5 and digits < MAX_DIGITS:
        digits += 1
    return f"{exact} (about {decimal(q, digits)})"


def _elements(e: Expr) -> list[Expr]:
    out: list[Expr] = []
    while True:
        _, args = spine(e)
        if len(args) != 3:
            return out
        out.append(args[1])
        e = args[2]


def _found(goal: Goal, ctx: Context, digits: int) -> tuple[str, ...]:
    """What the numbers in a claim are, for a person."""
    out: list[str] = []
    stack: list[Any] = [statement.root_of(goal)]
    while stack:
        node = stack.pop()
        if isinstance(node, Compare | Rounds):
            numbers = [node.left, node.right] if isinstance(node, Compare) else [node.of]
            for n in numbers:
                if n.op != "number":
                    try:
                        low, high = n.bounds(ctx)
                        to = "" if low == high else f" to {_number(high, digits)}"
                        out.append(f"{n.say(ctx)} = {_number(low, digits)}{to}")
                    except NoValue:
                        continue
        stack.extend(reversed(node.children()))
    return tuple(dict.fromkeys(out))


def _abstain(base: dict[str, Any], reason: Reason, why: str, e: NoValue | None = None, settle: str = "") -> Verdict:
    cells = tuple((c.column, c.row, c.raw) for c in e.cells) if e else ()
    hint = settle or _SETTLE.get(reason, "")
    return Verdict(Status.ABSTAIN, reason=reason, why=why, cells=cells, settle=hint, **base)


def _advised(source: Source, e: NoValue) -> str:
    """The line of a declaration that would give the first cell to blame a value, if one would."""
    if e.reason != Reason.UNREADABLE_CELL or not e.cells:
        return ""
    found = next((c for c in source.columns if c.label == e.cells[0].column), None)
    told = advice_on(source, found) if found is not None else None
    return f"in {Path(source.name).name}.egvar.toml (egvar read --save): {told.line}" if told is not None else ""


_SETTLE = {
    Reason.UNREADABLE_CELL: "egvar read FILE shows what each cell was read as",
    Reason.NOT_IN_TABLE: "egvar read FILE lists the columns and their entries",
    Reason.NOT_ADDITIVE: "ask about one row, or compare columns; statement = false in FILE.egvar.toml says otherwise",
    Reason.MIXED_UNITS: "ask about one unit at a time",
    Reason.NOT_CHECKED: "egvar doctor",
    Reason.REJECTED: "-o BUNDLE keeps the proof that was refused",
    Reason.BUDGET: "--steps, --tokens or --seconds allow more",
    Reason.VACUOUS: "state a claim that the table could contradict",
    Reason.AMBIGUOUS: "--interpretation N, or --goal goal.json",
}


def _rows(pairs: set[tuple[int, int]]) -> int:
    return len({row for _, row in pairs})


_MARKED = {
    "thousands_comma": "commas as thousands",
    "thousands_point": "points as thousands",
    "thousands_space": "spaces as thousands",
    "thousands_apostrophe": "apostrophes as thousands",
    "lakh_comma": "commas as lakhs and crores",
    "decimal_comma": "decimal commas",
    "trailing_minus": "a minus after the number",
    "parentheses": "parentheses as negative",
}


def _alike(source: Source, used: set[int]) -> list[str]:
    """Where a column that is used could be taken for another: which one it is."""
    looks: dict[str, list[Column]] = {}
    for c in source.columns:
        for look in {skeleton(c.label), skeleton(c.header)} - {""}:
            looks.setdefault(look, []).append(c)
    out = []
    for group in looks.values():
        for c in group if len(group) > 1 else ():
            if c.index in used:
                others = ", ".join(str(o.index + 1) for o in group if o is not c)
                out.append(f'"{c.label}" is column {c.index + 1}, not column {others}, whose name looks like it')
    return sorted(set(out))


def _reading_lines(used: Context, others: list[Alternative]) -> tuple[str, ...]:
    """What the reading decided about the columns used, and the alternatives that gave the same result."""
    out = list(used.source.structure_lines)
    for code in sorted(used.views):
        column = statement.column_of(used.source, code)
        forms = Counter(c.form for c in column.cells)
        numbers = sum(c.kind is Kind.NUMBER for c in column.cells)
        for form, words in _MARKED.items():
            if forms[form]:
                out.append(f'"{column.label}" {words} ({forms[form]}/{numbers} cells)')
        if column.unit:
            out.append(f'"{column.label}" in {column.unit}')
    out += _alike(used.source, {code // 64 for code in used.views})
    out += [f"{a.what}: same result either way" for a in others]
    return tuple(out)
