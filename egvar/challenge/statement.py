"""The challenge: sources, observations, the statement to be proved, and the model of its axioms.

May import: the standard library, `egvar.errors`, `egvar.source`, `egvar.tools`, `egvar.kernel`.

A challenge is what the judge trusts. It is made here from a source, its alternatives (readings that the file does
not settle) and a goal, and it is rebuilt from the same data by an audit. Its constants are, in order:

- `Challenge.source<i>`: the identity of each reading of the source;
- `Challenge.column<k>`: each column that the goal reads, as attested: a list, or packed (`egvar.challenge.packed`);
- `Challenge.observed<k>`: the B1 axioms, one for each column: `Attested_T source view column`;
- `Goal`: the statement. A claim is `Evidence .verified (P₀ ∧ P₁ ∧ …)`, one part for each reading, where Pᵢ says that
  the claim's value is `some true` (or `some false`, to refute it). A question is a Σ-type over its answer;
- `Challenge.model.*`: an interpretation of every axiom above and of the whole trust interface, by closed terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from egvar.challenge.columns import column_definitions, unit_code
from egvar.challenge.packed import PackedColumn, packed_definitions, packing
from egvar.challenge.terms import Builder, arguments, const_name_of, decode, encode
from egvar.errors import FormatError
from egvar.goal import ClaimGoal, Goal, QuestionGoal
from egvar.kernel.judge import B2, GOAL, MODEL, JudgedChallenge
from egvar.kernel.term import APP, LAM, Axiom, Constant, Definition, Expr, Name, Terms, Theorem, spine
from egvar.kernel.trusted import library, packed_library
from egvar.source.parts import split_view_code
from egvar.source.source import Column, Source, view
from egvar.tools.base import Context, Node, ValuesNode
from egvar.tools.ledger import Ledger, Observation

Polarity = Literal["verify", "refute", "ask"]


@dataclass(frozen=True)
class AttestedColumn:
    """One observation of the challenge and where it is declared."""

    observation: Observation
    column: Name
    axiom: Name
    packed: PackedColumn | None = None


@dataclass(frozen=True)
class Challenge:
    """A statement with everything that it is about. `constants` are in dependency order.

    `columns` are the observations; `answer_type` is the Lean type of a question's answer, None for a claim.
    """

    sources: tuple[Source, ...]
    goal: Goal
    polarity: Polarity
    terms: Terms
    constants: dict[Name, Constant]
    columns: tuple[AttestedColumn, ...]
    parts: tuple[Expr, ...]
    answer_type: Expr | None
    judged: JudgedChallenge = field(repr=False)

    def decoded(self) -> Goal:
        """The goal as read back from the term that the kernel gets, the same for every reading.

        Raises FormatError if the term is not that of a goal, if its parts differ, or if it says anything besides.
        """
        b = Builder(self.terms)
        declared = self.constants[GOAL]
        if not isinstance(declared, Definition) or declared.levels:
            raise FormatError("the goal is not a plain definition")
        try:
            goals = [_decode_part(self, declared.value, i) for i in range(len(self.sources))]
        except RecursionError as e:
            raise FormatError("the goal's term is nested too deeply") from e
        if any(g != goals[0] for g in goals):
            raise FormatError("the parts of the goal say different things")
        # The way back, so that nothing of the term goes unread: grade, truth value, universes, further conjuncts.
        if (self.polarity == "ask") != isinstance(goals[0], QuestionGoal):
            raise FormatError("the goal is a question where a claim was expected, or a claim for a question")
        parts = [
            encode(root_of(goals[0]), b, b.terms.const(_source_name(i)), Context(s)) for i, s in enumerate(self.sources)
        ]
        _, value, type_ = _statement(b, goals[0], self.polarity, parts)
        if declared.value is not value or declared.type is not type_:
            raise FormatError("the goal's term says something besides its goal")
        return goals[0]


def root_of(goal: Goal) -> Node:
    return goal.claim if isinstance(goal, ClaimGoal) else goal.ask


def build(sources: tuple[Source, ...], goal: Goal, polarity: Polarity, ledger: Ledger) -> Challenge:
    """The challenge for `goal` under every reading in `sources`, the main one first.

    Every column that the goal reads is observed through `ledger`. Raises GoalError if a source lacks a column.
    """
    if (polarity == "ask") != isinstance(goal, QuestionGoal):
        raise ValueError("questions are asked, claims are verified or refuted")
    plans = packing(root_of(goal), sources)
    terms = Terms((library() if plans is None else packed_library()).terms)
    b = Builder(terms)
    out: dict[Name, Constant] = {}
    attested: list[AttestedColumn] = []
    parts: list[Expr] = []

    def add(c: Constant) -> None:
        out[c.name] = c

    for i, source in enumerate(sources):
        ctx = Context(source)
        at = declare_source(b, out, source, i)
        parts.append(encode(root_of(goal), b, terms.const(at), ctx))
        attest(b, out, attested, ledger, source, at, ctx.views, {} if plans is None else plans[i])
    answer_type, statement, goal_type = _statement(b, goal, polarity, parts)
    add(Definition(GOAL, (), goal_type, statement, "abbrev", "safe", (GOAL,)))
    add_model(b, out, attested)
    observations = frozenset(a.axiom for a in attested)
    judged = JudgedChallenge(dict(out), observations, frozenset(), polarity == "ask", terms, plans is not None)
    return Challenge(sources, goal, polarity, terms, out, tuple(attested), tuple(parts), answer_type, judged)


def declare_source(b: Builder, out: dict[Name, Constant], source: Source, i: int) -> Name:
    """Declares the identity of the source numbered `i`; returns its name."""
    at = _source_name(i)
    identity = b.call("EgVar.Source.mk", b.nat(int(source.bytes_digest, 16)), b.nat(int(source.reading_digest, 16)))
    out[at] = Definition(at, (), b.terms.const("EgVar.Source"), identity, "abbrev", "safe", (at,))
    return at


def attest(
    b: Builder,
    out: dict[Name, Constant],
    attested: list[AttestedColumn],
    ledger: Ledger,
    source: Source,
    at: Name,
    views: set[int],
    packed: Mapping[int, PackedColumn] | None = None,
) -> None:
    """Observes the views of a source through the ledger, and declares each column with its axiom; `packed`: how those
    are held that are no lists."""
    for code in sorted(views):
        k = len(attested)
        column_at, axiom_at = ("Challenge", f"column{k}"), ("Challenge", f"observed{k}")
        column = column_of(source, code)
        observation = ledger.observe(source, code, column)
        how = (packed or {}).get(code)
        if how is None:
            definitions = column_definitions(b, column, column_at)
        else:
            definitions = packed_definitions(b, column, how, unit_code(column), column_at)
        for d in definitions:
            out[d.name] = d
        type_ = b.call("EgVar.Attested_T", b.terms.const(at), b.nat(code), b.terms.const(column_at))
        out[axiom_at] = Axiom(axiom_at, (), type_)
        attested.append(AttestedColumn(observation, column_at, axiom_at, how))


def _source_name(i: int) -> Name:
    return ("Challenge", f"source{i}")


def column_of(source: Source, code: int) -> Column:
    index, part = split_view_code(code)
    return view(source, index, part)


def _statement(b: Builder, goal: Goal, polarity: Polarity, parts: list[Expr]) -> tuple[Expr | None, Expr, Expr]:
    """(type of the answer, the statement, the statement's type)."""
    t = b.terms
    verified = t.const("EgVar.Grade.verified")
    if polarity != "ask":
        value = t.const("Bool.true" if polarity == "verify" else "Bool.false")
        bool_ = t.const("Bool")
        props = [b.eq(b.option(bool_), p, b.some(bool_, value)) for p in parts]
        return None, b.call("EgVar.Evidence", verified, conjunction(b, props)), b.prop
    assert isinstance(goal, QuestionGoal)
    is_set = isinstance(goal.ask, ValuesNode)
    answer = b.list_of(t.const("EgVar.Value")) if is_set else t.const("EgVar.Q")
    props = [b.eq(b.option(answer), p, b.some(answer, t.bvar(0))) for p in parts]
    body = t.lam("answer", answer, b.call("EgVar.Evidence", verified, conjunction(b, props)))
    return answer, t.app(t.const("PSigma", [b.one, b.zero]), answer, body), b.type


def conjunction(b: Builder, props: list[Expr]) -> Expr:
    """`P₀ ∧ (P₁ ∧ …)`"""
    out = props[-1]
    for p in reversed(props[:-1]):
        out = b.call("And", p, out)
    return out


def _decode_part(challenge: Challenge, statement: Expr, i: int) -> Goal:
    """The goal that the part for source `i` says."""
    asks = statement.tag == APP and const_name_of(statement) == ("PSigma",)
    if asks:
        _, body = arguments(statement, ("PSigma",), 2)
        inner = body.args[2] if body.tag == LAM else None
        if not isinstance(inner, Expr):
            raise FormatError("a question is not a pair of an answer and its evidence")
        statement = inner
    _, prop = arguments(statement, ("EgVar", "Evidence"), 2)
    for _ in range(i):
        _, prop = arguments(prop, ("And",), 2)
    if i < len(challenge.sources) - 1:
        prop, _ = arguments(prop, ("And",), 2)
    _, query, value = arguments(prop, ("Eq",), 3)
    source, table = challenge.terms.const(_source_name(i)), challenge.sources[i]
    try:
        if not asks:
            return ClaimGoal.model_validate({"claim": decode(query, "claim", source, table)})
        type_, _ = arguments(value, ("Option", "some"), 2)
        is_set = const_name_of(type_) == ("List",)
        return QuestionGoal.model_validate({"ask": decode(query, "values" if is_set else "number", source, table)})
    except ValueError as e:
        raise FormatError("a goal's term does not fit its query", cause=str(e)) from e


@dataclass(frozen=True)
class Interpreted:
    """How the model reads an axiom that is neither of the trust interface nor an observation: `value` is given in the
    words of the axioms themselves, and is rewritten into those of the model. `is_predicate`: a definition, no proof."""

    axiom: Name
    value: Expr
    is_predicate: bool


def add_model(
    b: Builder,
    out: dict[Name, Constant],
    attested: list[AttestedColumn],
    others: tuple[Interpreted, ...] = (),
) -> None:
    """Adds `Challenge.model.<axiom>` for every axiom of the challenge and of the trust interface (B2), and the theorem
    that Verified evidence of False is impossible."""
    t = b.terms
    axioms = (*B2, *(a.axiom for a in attested), *(o.axiom for o in others))
    names: dict[Name, Name] = {n: (*MODEL, *n) for n in axioms}
    table: Expr = t.const("EgVar.Model.nowhere")
    for a in reversed(attested):
        declared = out[a.axiom]
        assert isinstance(declared, Axiom)
        _, (source, code, column) = spine(declared.type)
        table = b.call("EgVar.Model.entry", source, code, column, table)

    def interpreted(e: Expr) -> Expr:
        return t.adopt(e, names)

    def define(n: Name, type_: Expr, value: Expr) -> None:
        at = names[n]
        out[at] = Definition(at, (), type_, value, "abbrev", "safe", (at,))

    def prove(at: Name, type_: Expr, value: Expr) -> None:
        out[at] = Theorem(at, (), type_, value, (at,))

    trusted: Mapping[Name, Constant] = library().constants
    lookup = t.const(names["EgVar", "tableOf"])
    parametric = {"Attested_T", "mkVerified"}
    for n in B2:
        short = str(n[-1])
        type_ = interpreted(trusted[n].type)
        if short == "tableOf":
            define(n, type_, table)
        elif short in ("Attested_T", "Evidence"):
            value = b.call(f"EgVar.Model.{short}", *([lookup] if short in parametric else []))
            define(n, type_, value)
        else:
            value = b.call(f"EgVar.Model.{short}", *([lookup] if short in parametric else []))
            prove(names[n], type_, value)
    for a in attested:
        declared = out[a.axiom]
        column = t.const(a.column)
        prove(names[a.axiom], interpreted(declared.type), b.refl(t.const("EgVar.Col"), column))
    for o in others:
        type_, value = interpreted(out[o.axiom].type), interpreted(o.value)
        if o.is_predicate:
            define(o.axiom, type_, value)
        else:
            prove(names[o.axiom], type_, value)
    false = t.const("False")
    evidence = b.call(".".join(map(str, names["EgVar", "Evidence"])), t.const("EgVar.Grade.verified"), false)
    statement = b.call("Not", evidence)
    not_false = t.lam("impossible", false, t.bvar(0))
    prove((*MODEL, "consistent"), statement, b.call("EgVar.Model.no_upcast", false, not_false))
