"""Proof trees of verdicts, derived from the terms that the kernel checked.

May import: the standard library, `egvar.verdict`, `egvar.source`, `egvar.tools`, `egvar.lifts`, `egvar.challenge`,
`egvar.kernel`, `egvar.proof`.

The statement is read back from the challenge's own term, never from the goal that made it. What it rests on is read
from the term of `answer`: which observations it reaches, and which lifts it applies to what. The kernel evaluates a
query in one step, by computation; how its parts come together is shown by the trusted tools, part by part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from egvar.challenge.check import Checked, SolutionLike
from egvar.challenge.statement import Challenge, root_of
from egvar.challenge.terms import code_text, const_name_of, read_q
from egvar.challenge.world import CompiledLift, WorldChallenge
from egvar.challenge.world_check import WorldChecked
from egvar.errors import FormatError
from egvar.kernel.closure import closure
from egvar.kernel.judge import ANSWER
from egvar.kernel.term import NAT, Constant, Expr, Name, expressions, postorder, show_name, spine
from egvar.lifts.file import GRADES
from egvar.proof.cells import Leaves, Place, behind, columns_in, deciding, given, rows_of
from egvar.proof.tree import Conclusion, Key, ProofTree, Resolver, assemble
from egvar.source.alternatives import alternatives
from egvar.source.source import Source
from egvar.tools.base import ClaimNode, Context, FilterNode, Node, NoValue, NumberNode, ValuesNode, show_exact
from egvar.tools.queries.arith import Number
from egvar.tools.queries.claims import AllHave
from egvar.tools.queries.filters import AllRows
from egvar.tools.queries.numbers import Count
from egvar.verdict import Status

if TYPE_CHECKING:
    from egvar.engine import Run

ROOT: Key = ("root",)
SHOWN_ROWS = 6


def tree_of(
    checked: Run | Checked | WorldChecked, proof_id: str, provenance_resolver: Resolver | None = None
) -> ProofTree:
    """The tree of a verdict; unproved where no proof was accepted."""
    made = checked if isinstance(checked, Checked | WorldChecked) else checked.checked
    verdict, challenge, solution = made.verdict, made.challenge, made.solution
    predicate = verdict.status.value.lower()
    goal: dict[str, Any] = {"predicate": predicate, "args": [verdict.paraphrase]}
    if verdict.status is Status.ABSTAIN or challenge is None or solution is None:
        return ProofTree(proof_id, goal, "unproved")
    reached, _ = closure([ANSWER], lambda n: solution.constants.get(n) or challenge.constants.get(n))
    leaves = Leaves(challenge.columns, reached, provenance_resolver)
    deriver = _Deriver(leaves)
    if isinstance(challenge, Challenge):
        premises = deriver.readings(challenge)
    else:
        premises = _World(deriver, challenge, solution, set(reached)).premises()
    said = verdict.paraphrase
    rule = f"evidence:{verdict.grade or 'verified'}"
    deriver.conclude(ROOT, f"{verdict.status}: {said}", predicate, (said,), rule, premises)
    return assemble(proof_id, goal, ROOT, leaves.steps)


def trust(grade: str) -> Fraction:
    """A grade as a confidence. It is a rank, not a probability: the least of two grades is the least of two ranks."""
    names: tuple[str, ...] = GRADES
    return Fraction(names.index(grade) + 1, len(names))


class _Deriver:
    """Adds steps to the leaves' table; `conclude` numbers the rules as they first come."""

    def __init__(self, leaves: Leaves) -> None:
        self.leaves = leaves
        self.steps = leaves.steps
        self._rules: dict[str, str] = {}

    def conclude(
        self,
        key: Key,
        fact: str,
        predicate: str,
        args: tuple[Any, ...],
        rule: str,
        premises: tuple[Key, ...],
        extra: Mapping[str, object] | None = None,
        tag: str = "",
        grade: str = "verified",
    ) -> Key:
        """Adds a conclusion: its confidence is the rule's times the least of its premises'."""
        tag = tag or self._rules.setdefault(rule, f"RULE-{len(self._rules)}")
        least = min((self.steps[p].confidence for p in premises), default=Fraction(1))
        self.steps[key] = Conclusion(fact, predicate, args, rule, tag, trust(grade) * least, premises, extra or {})
        return key

    def readings(self, challenge: Challenge) -> tuple[Key, ...]:
        """The goal under each reading of the table, as read back from the term."""
        root, sources = root_of(challenge.decoded()), challenge.sources
        said = {a.source.reading_digest: a.what for a in alternatives(sources[0])}
        found: list[Key] = []
        for i, source in enumerate(sources):
            key = self.node(i, root, Context(source, strict=i == 0))
            if key is None:
                continue
            if len(sources) > 1:
                what = "as the file is read" if i == 0 else said.get(source.reading_digest, f"in reading {i + 1}")
                rule = "reading:as_read" if i == 0 else "reading:other"
                fact = f"{what}: {self.steps[key].fact}"
                key = self.conclude(("reading", i), fact, "reading", (what,), rule, (key,))
            found.append(key)
        return tuple(found)

    def node(self, reading: int, node: Node, ctx: Context) -> Key | None:
        """The step of a query or comparison, None for a constant and for what has no value."""
        if isinstance(node, Number | AllRows):
            return None
        key: Key = ("node", reading, node)
        if key in self.steps:
            return key
        try:
            if isinstance(node, FilterNode):
                return self._filter(key, node, ctx)
            fact, args, extra = _said(node, ctx)
        except NoValue:
            return None
        parts = [self.node(reading, child, ctx) for child in _parts(node)]
        premises = tuple(dict.fromkeys([*(p for p in parts if p is not None), *self._own(node, ctx)]))
        kind = "comparison" if isinstance(node, ClaimNode) else "query"
        return self.conclude(key, fact, _op(node), args, f"{kind}:{node.lean_constant()}", premises, extra)

    def _filter(self, key: Key, node: FilterNode, ctx: Context) -> Key:
        rows = rows_of(node.mask(ctx))
        fact = f"rows where {node.say(ctx)}: {_rows_text(ctx.source, rows)}"
        premises = self.leaves.keys(ctx.source, deciding(ctx, node, rows))
        args, rule = (node.say(ctx), len(rows)), f"rows:{node.lean_constant()}"
        return self.conclude(key, fact, _op(node), args, rule, premises, {"value": str(len(rows))})

    def _own(self, node: Node, ctx: Context) -> tuple[Key, ...]:
        """The cells that a node reads by itself, beside those of the queries in it."""
        places: set[Place] = set()
        where = getattr(node, "where", None)
        if isinstance(node, AllHave):
            rows = rows_of(node.where.mask(ctx))
            for column in columns_in(node.have):
                places |= {
                    place for i in rows for place in (behind(ctx, column, i) if column is not None else [(0, i)])
                }
        elif isinstance(node, Count):
            if isinstance(node.where, AllRows):
                places = {(0, i) for i in range(ctx.source.n_rows)}
        elif isinstance(where, FilterNode) and (column := getattr(node, "column", None)) is not None:
            places = given(ctx, column, rows_of(where.mask(ctx)))
        return self.leaves.keys(ctx.source, places)


def _parts(node: Node) -> tuple[Node, ...]:
    return (node.where,) if isinstance(node, AllHave) else node.children()


def _op(node: Node) -> str:
    return str(getattr(node, "op", type(node).__name__.lower()))


def _said(node: Node, ctx: Context) -> tuple[str, tuple[Any, ...], dict[str, object]]:
    """What a node says with its value; its arguments as a fact; and the value on its own. Raises NoValue."""
    phrase = node.say(ctx)
    if isinstance(node, ClaimNode):
        holds = node.holds(ctx)
        word = "true" if holds else "false"
        return f"{phrase}: {word}", (phrase, word), {"value": word}
    if isinstance(node, NumberNode):
        (low, high), unit = node.bounds(ctx), node.unit(ctx)
        number = show_exact(low) + ("" if low == high else f" to {show_exact(high)}")
        shown = number + (f" {unit}" if unit and unit != "?" else "")
        args = (phrase, low) if low == high else (phrase, low, high)
        return f"{phrase} = {shown}", args, {"value": number, "unit": unit if unit != "?" else None}
    assert isinstance(node, ValuesNode)
    cells = ", ".join(c.raw.strip() for c in node.value(ctx))
    return f"{phrase}: {cells}", (phrase, cells), {"value": cells}


def _rows_text(source: Source, rows: list[int]) -> str:
    if not rows:
        return "none"
    shown = ", ".join(str(source.row_numbers[i]) for i in rows[:SHOWN_ROWS])
    more = f" and {len(rows) - SHOWN_ROWS} more" if len(rows) > SHOWN_ROWS else ""
    return f"row{'s' if len(rows) > 1 else ''} {shown}{more}"


class _World:
    """The steps of a claim about the world: what the proof applies its lifts to, and the cells of those rows."""

    def __init__(
        self, deriver: _Deriver, challenge: WorldChallenge, solution: SolutionLike, reached: set[Name]
    ) -> None:
        self.deriver, self.challenge, self.reached = deriver, challenge, reached
        self.lifts = {c.axiom: c for c in (*challenge.rows, challenge.complete) if c is not None}
        self.terms = [
            e for n in sorted(reached, key=str) if n in solution.constants for e in _all(solution.constants[n])
        ]

    def premises(self) -> tuple[Key, ...]:
        challenge = self.challenge
        found: list[Key] = []
        for e in self.terms:
            head = const_name_of(e)
            lift = self.lifts.get(head) if head is not None else None
            if lift is not None:
                key = self._applied(lift, spine(e)[1])
                if key is not None and key not in found:
                    found.append(key)
        if any(const_name_of(e) == ("EgVar", "Lift", "bounded") for e in self.terms):
            found.append(self._bounded())
        head = const_name_of(challenge.goal)
        if head is None or head == challenge.predicate:
            return tuple(found)
        said = f"{_world_words(challenge)}: true"
        rule = f"comparison:{show_name(head)}"
        key = self.deriver.conclude(
            ("world",), said, challenge.claim.op, (said,), rule, tuple(found), {"value": "true"}
        )
        return (key,)

    def _applied(self, lift: CompiledLift, args: list[Expr]) -> Key | None:
        """The step of a lift where it is applied in full."""
        file, kind, ctx = lift.file, lift.lift.kind, Context(lift.source)
        if len(args) != (3 if kind == "rows" else 1):
            return None
        predicate = file.find(lift.lift.predicate)
        rows = rows_of(lift.lift.where.mask(ctx))
        arguments: tuple[Any, ...]
        if kind == "rows":
            try:
                entity, number = _text(args[0]), read_q(args[1])
            except (FormatError, ValueError):
                fact, arguments = f"rows of lift {lift.lift.id}", (lift.lift.id,)
            else:
                fact, arguments = predicate.say(entity, show_exact(number)), (entity, number)
                keys, values = ctx.column(lift.lift.key).cells, ctx.column(lift.lift.value).cells
                rows = [i for i in rows if keys[i].text == entity and values[i].number == number]
        else:
            fact, arguments = f"the rows list every {predicate.key} with a {predicate.measure}", (predicate.key,)
        return self.deriver.conclude(
            ("lift", lift.axiom, arguments),
            fact,
            lift.lift.predicate,
            arguments,
            f"lift:{file.id}.{lift.lift.id}",
            self._cells(lift, rows),
            {"grade": lift.grade, "axiom": show_name(lift.axiom)},
            f"LIFT-{lift.number}",
            lift.grade,
        )

    def _bounded(self) -> Key:
        lift = self.challenge.complete
        assert lift is not None
        word = "higher" if self.challenge.claim.op == "highest" else "lower"
        measure = self.challenge.file.find(lift.lift.predicate).measure
        fact = f"no row has a {word} {measure}: true"
        ctx = Context(lift.source)
        places = {p for i in rows_of(lift.lift.where.mask(ctx)) for p in behind(ctx, lift.lift.value, i)}
        leaves = self.deriver.leaves.keys(lift.source, places)
        rule = "comparison:EgVar.Lift.bounded"
        return self.deriver.conclude(("bounded",), fact, "bounded", (measure,), rule, leaves, {"value": "true"})

    def _cells(self, lift: CompiledLift, rows: list[int]) -> tuple[Key, ...]:
        columns = [lift.lift.key, lift.lift.value, *(c for c in columns_in(lift.lift.where) if c is not None)]
        ctx = Context(lift.source)
        places = {place for i in rows for c in columns for place in behind(ctx, c, i)}
        return self.deriver.leaves.keys(lift.source, places)


def _world_words(challenge: WorldChallenge) -> str:
    from egvar.challenge.world import paraphrase

    said = paraphrase(challenge.file, challenge.claim)
    return said if challenge.polarity == "verify" else f"it is not so that {said}"


def _all(constant: Constant) -> Iterator[Expr]:
    for e in expressions(constant):
        yield from postorder(e)


def _text(e: Expr) -> str:
    value = e.args[0]
    if e.tag != NAT or not isinstance(value, int):
        raise FormatError("a text was expected")
    return code_text(value)
