"""Challenges in the world's words: lifts as axioms (B4), world predicates, and their model.

May import: the standard library, pydantic, `egvar.errors`, `egvar.source`, `egvar.tools`, `egvar.lifts`,
`egvar.kernel`, `egvar.challenge`.

Beside what `egvar.challenge.statement` declares, such a challenge has

- `World.<file>.<predicate> : Nat → Q → Prop`, an opaque constant for the predicate of the claim (`World.<predicate>` if
  lift files share it);
- `Lift.<file>.<lift>`, one axiom for each of its lifts. A `rows` lift: Verified evidence that a row has key s and value
  x is evidence, of the lift's effective grade, of the predicate at s and x. A `complete` lift: Verified evidence that
  every row can be read is evidence that every fact of the predicate is a row.

In the model, a predicate is the least one that the reviewed lifts force on the attested rows: a row of one of them. So
reviewed lifts hold by construction and unreviewed ones assert nothing. Facts of several sources are taken together
without their closed worlds, and a closed world is taken with its own source alone: another reviewed source that
contradicts it would leave no model. Sources that disagree are told apart before, see `egvar.challenge.world_rows`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from egvar.challenge.statement import AttestedColumn, Interpreted, add_model, attest, declare_source
from egvar.challenge.terms import Builder, encode, text_code
from egvar.challenge.world_rows import Lifted, WorldPolarity, needs_closed_world, same_predicate
from egvar.errors import LiftError
from egvar.kernel.judge import GOAL, JudgedChallenge
from egvar.kernel.term import PI, Axiom, Constant, Definition, Expr, Name, Terms
from egvar.kernel.trusted import library
from egvar.lifts.file import GRADES, Grade, Lift, LiftFile, WorldClaim
from egvar.source.source import Source
from egvar.tools.base import Context, show_exact
from egvar.tools.ledger import Ledger


@dataclass(frozen=True)
class CompiledLift:
    """A lift of a file and its table, with its effective grade, its reviewer, its axiom, and the terms of its rows:
    mask, key column, value column. `number` counts the lifts of all files of the challenge, in their order."""

    source: Source
    file: LiftFile
    lift: Lift
    number: int
    grade: Grade
    reviewer: str | None
    axiom: Name
    mask: Expr
    key: Expr
    value: Expr


@dataclass(frozen=True)
class WorldChallenge:
    """A statement about the world with everything that it rests on. `grade` is the goal's, the least of its lifts'.

    `rows` are the row lifts that it uses, one for each source; `complete` is the closed world of the first; `lifts` are
    all that are declared.
    """

    file: LiftFile
    claim: WorldClaim
    polarity: WorldPolarity
    grade: Grade
    predicate: Name
    rows: tuple[CompiledLift, ...]
    complete: CompiledLift | None
    lifts: tuple[CompiledLift, ...]
    terms: Terms
    constants: dict[Name, Constant]
    columns: tuple[AttestedColumn, ...]
    goal: Expr
    judged: JudgedChallenge = field(repr=False)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The tables, in the order of their rows' lifts."""
        return tuple(c.source for c in self.rows)


def build(
    lifted: Sequence[Lifted],
    claim: WorldClaim,
    polarity: WorldPolarity,
    rival: str | None,
    ledger: Ledger,
    cap: Grade = "verified",
) -> WorldChallenge:
    """The challenge for `claim` over the tables of `lifted`, each of which has rows for it; the first may be needed as
    a closed world. `rival` is the entity that refutes a superlative; no lift counts for more than `cap`.

    Raises LiftError if there is no lift for it, or if the lifts have no model.
    """
    terms = Terms(library().terms)
    b = Builder(terms)
    out: dict[Name, Constant] = {}
    attested: list[AttestedColumn] = []
    first = lifted[0].file
    declared = first.find(claim.predicate)
    predicate: Name = ("World", claim.predicate) if declared.shared else ("World", first.id, claim.predicate)
    type_ = terms.pi("s", b.terms.const("Nat"), terms.pi("x", terms.const("EgVar.Q"), b.prop))
    if len({x.file.id for x in lifted}) < len(lifted):
        raise LiftError("two lift files have the same id", hint="name them apart, by the id in lift.toml")
    if not all(same_predicate(declared, x.file) for x in lifted[1:]):
        raise LiftError(f'the predicate "{claim.predicate}" is not shared by all of these lift files')
    closed = needs_closed_world(claim, polarity)
    lifts: list[CompiledLift] = []
    rows: list[CompiledLift] = []
    for i, x in enumerate(lifted):
        before = sum(len(y.file.lift) for y in lifted[:i])
        own = _compile(b, out, attested, x, i, before, claim.predicate, ledger, cap, alone=len(lifted) == 1)
        best = _best([c for c in own if c.lift.kind == "rows"])
        if best is None:
            raise LiftError(
                f'no lift supports the predicate "{claim.predicate}"', hint="add a rows lift, then review it"
            )
        rows.append(best)
        lifts += own
    out[predicate] = Axiom(predicate, (), type_)
    for c in lifts:
        out[c.axiom] = Axiom(c.axiom, (), lift_type(b, c, predicate))
    complete = _best([c for c in lifts if c.lift.kind == "complete"])
    if closed and complete is None:
        raise LiftError(f'the predicate "{claim.predicate}" has no completeness lift')
    used = [*(c.grade for c in rows), *([complete.grade] if closed and complete else [])]
    grade = GRADES[min(GRADES.index(g) for g in used)]
    goal = statement(b, terms.const(predicate), claim, polarity, rival)
    evidence = b.call("EgVar.Evidence", terms.const(f"EgVar.Grade.{grade}"), goal)
    out[GOAL] = Definition(GOAL, (), b.prop, evidence, "abbrev", "safe", (GOAL,))
    add_model(b, out, attested, _model(b, predicate, lifts, out))
    axioms = frozenset({predicate, *(c.axiom for c in lifts)})
    judged = JudgedChallenge(dict(out), frozenset(a.axiom for a in attested), axioms, False, terms)
    return WorldChallenge(
        first,
        claim,
        polarity,
        grade,
        predicate,
        tuple(rows),
        complete,
        tuple(lifts),
        terms,
        out,
        tuple(attested),
        goal,
        judged,
    )


def _compile(
    b: Builder,
    out: dict[Name, Constant],
    attested: list[AttestedColumn],
    lifted: Lifted,
    i: int,
    first: int,
    predicate: str,
    ledger: Ledger,
    cap: Grade,
    alone: bool,
) -> list[CompiledLift]:
    """Declares the source numbered `i` with the columns that its lifts of the predicate read; the lifts as terms."""
    source, file = lifted.source, lifted.file
    at = declare_source(b, out, source, i)
    here = b.terms.const(at)
    ctx = Context(source)
    kinds = ("rows", "complete") if alone else ("rows",)
    found: list[CompiledLift] = []
    for lift in (x for kind in kinds for x in file.lifts_of(predicate, kind)):
        mask = encode(lift.where, b, here, ctx)
        ctx.views.update((ctx.code(lift.key), ctx.code(lift.value)))
        key, value = b.column(here, ctx.code(lift.key)), b.column(here, ctx.code(lift.value))
        own, reviewer = lifted.grades[lift.id]
        grade = GRADES[min(GRADES.index(own), GRADES.index(cap))]
        axiom = ("Lift", file.id, lift.id)
        number = first + file.lift.index(lift)
        found.append(CompiledLift(source, file, lift, number, grade, reviewer, axiom, mask, key, value))
    attest(b, out, attested, ledger, source, at, ctx.views)
    return found


def statement(b: Builder, p: Expr, claim: WorldClaim, polarity: WorldPolarity, rival: str | None) -> Expr:
    """The proposition of a claim, or of its refutation, about the predicate `p`."""
    key = b.nat(text_code(claim.key))
    other = b.nat(text_code(claim.other or rival or ""))
    match claim.op, polarity:
        case "fact", "verify":
            assert claim.value is not None
            return b.terms.app(p, key, b.q(claim.value))
        case "fact", "refute":
            assert claim.value is not None
            return b.call("EgVar.Lift.Differs", p, key, b.q(claim.value))
        case "highest", "verify":
            return b.call("EgVar.Lift.Highest", p, key)
        case "lowest", "verify":
            return b.call("EgVar.Lift.Lowest", p, key)
        case "highest", "refute":
            return b.call("EgVar.Lift.Exceeds", p, other, key)
        case "lowest", "refute":
            return b.call("EgVar.Lift.Exceeds", p, key, other)
        case "exceeds", "verify":
            return b.call("EgVar.Lift.Exceeds", p, key, other)
        case _:
            return b.call("EgVar.Lift.NotExceeds", p, key, other)


def paraphrase(file: LiftFile, claim: WorldClaim) -> str:
    """The claim as a sentence, from the predicate's template."""
    p = file.find(claim.predicate)
    match claim.op:
        case "fact":
            assert claim.value is not None
            return p.say(claim.key, show_exact(claim.value))
        case "highest":
            return f"{claim.key} has the highest {p.measure}: no {p.key} has a higher one"
        case "lowest":
            return f"{claim.key} has the lowest {p.measure}: no {p.key} has a lower one"
        case _:
            return f"{claim.key} has a higher {p.measure} than {claim.other}"


def row_prop(b: Builder, c: CompiledLift, s: Expr, x: Expr) -> Expr:
    """That a row of the lift has key `s` and value `x`."""
    t = b.terms
    return b.eq(t.const("Bool"), b.call("EgVar.Lift.row", c.mask, c.key, c.value, s, x), t.const("Bool.true"))


def readable_prop(b: Builder, c: CompiledLift) -> Expr:
    """That every row of the lift can be read."""
    t = b.terms
    return b.eq(t.const("Bool"), b.call("EgVar.Lift.readable", c.mask, c.key, c.value), t.const("Bool.true"))


def lift_type(b: Builder, c: CompiledLift, predicate: Name) -> Expr:
    """The type of a lift's axiom."""
    t = b.terms
    p = t.const(predicate)
    verified, grade = t.const("EgVar.Grade.verified"), t.const(f"EgVar.Grade.{c.grade}")
    if c.lift.kind == "complete":
        readable = readable_prop(b, c)
        closed = b.call("EgVar.Lift.Complete", p, c.mask, c.key, c.value)
        return t.pi("h", b.call("EgVar.Evidence", verified, readable), b.call("EgVar.Evidence", grade, closed))
    premise = b.call("EgVar.Evidence", verified, row_prop(b, c, t.bvar(1), t.bvar(0)))
    conclusion = b.call("EgVar.Evidence", grade, t.app(p, t.bvar(2), t.bvar(1)))
    return t.pi("s", t.const("Nat"), t.pi("x", t.const("EgVar.Q"), t.pi("h", premise, conclusion)))


def _best(lifts: list[CompiledLift]) -> CompiledLift | None:
    return max(lifts, key=lambda c: GRADES.index(c.grade), default=None)


def _model(
    b: Builder, predicate: Name, lifts: list[CompiledLift], out: Mapping[Name, Constant]
) -> tuple[Interpreted, ...]:
    """The least predicate that the reviewed rows force, and each lift's proof in it."""
    t = b.terms
    nat, q = t.const("Nat"), t.const("EgVar.Q")
    forcing = [c for c in lifts if c.lift.kind == "rows" and c.grade == "verified"]
    if len({c.file.id for c in forcing}) < len(forcing):
        raise LiftError("two reviewed row lifts support one predicate", hint="join their rows in one lift with `or`")
    body = _any(b, forcing)
    items = [Interpreted(predicate, t.lam("s", nat, t.lam("x", q, body)), True)]
    for c in lifts:
        axiom = out[c.axiom]
        trivial = t.const("True.intro")
        binders: list[tuple[str, Expr]] = []
        type_ = axiom.type
        while type_.tag == PI:
            name, domain, rest, _ = type_.args
            assert isinstance(name, tuple) and isinstance(domain, Expr) and isinstance(rest, Expr)
            binders.append((str(name[-1]), domain))
            type_ = rest
        if c.grade != "verified":
            value = trivial
        elif c.lift.kind == "rows":
            value = _is_one(b, c, forcing)
        else:
            value = _closed_world(b, c, forcing)
        for name_, domain in reversed(binders):
            value = t.lam(name_, domain, value)
        items.append(Interpreted(c.axiom, value, False))
    return tuple(items)


def _row(b: Builder, c: CompiledLift, up: int) -> Expr:
    """Whether a row of the lift has the key and the value that are the bound variables `up + 1` and `up`."""
    return b.call("EgVar.Lift.row", c.mask, c.key, c.value, b.terms.bvar(up + 1), b.terms.bvar(up))


def _or(b: Builder, lifts: Sequence[CompiledLift], up: int) -> Expr:
    """Whether a row of any of the lifts has them."""
    out = _row(b, lifts[-1], up)
    for c in reversed(lifts[:-1]):
        out = b.call("Bool.or", _row(b, c, up), out)
    return out


def _any(b: Builder, forcing: Sequence[CompiledLift]) -> Expr:
    """The least predicate that the lifts force, of the bound variables 1 and 0."""
    t = b.terms
    return b.eq(t.const("Bool"), _or(b, forcing, 0), t.const("Bool.true")) if forcing else t.const("False")


def _is_one(b: Builder, c: CompiledLift, forcing: Sequence[CompiledLift]) -> Expr:
    """In the model, a row of `c` (bound variable 0 says so, 2 and 1 are its key and value) is a fact."""
    t = b.terms
    bool_, true = t.const("Bool"), t.const("Bool.true")
    place = forcing.index(c)
    value = t.bvar(0)
    if after := forcing[place + 1 :]:
        # `true or …` is true by computation; carried from `true` to the row along the proof that it is one.
        motive = t.lam("r", bool_, b.eq(bool_, b.call("Bool.or", t.bvar(0), _or(b, after, 2)), true))
        symm = t.app(t.const("Eq.symm", [b.one]), bool_, _row(b, c, 1), true, value)
        start = b.refl(bool_, true)
        value = t.app(t.const("Eq.subst", [b.one]), bool_, motive, true, _row(b, c, 1), symm, start)
    for k in reversed(range(place)):
        # Whether the row before is one or not: then the whole is true by computation, or it is what is proved already.
        motive = t.lam("r", bool_, b.eq(bool_, b.call("Bool.or", t.bvar(0), _or(b, forcing[k + 1 :], 2)), true))
        value = t.app(t.const("Bool.rec", [b.zero]), motive, value, b.refl(bool_, true), _row(b, forcing[k], 1))
    return value


def _closed_world(b: Builder, c: CompiledLift, forcing: list[CompiledLift]) -> Expr:
    """In the model, every fact of the predicate is a row of `c`: because it is one by definition, or there is none."""
    t = b.terms
    nat, q = t.const("Nat"), t.const("EgVar.Q")
    if not forcing:
        false = t.const("False")
        inner = row_prop(b, c, t.bvar(3), t.bvar(2))
        absurd = t.app(t.const("False.rec", [t.zero]), t.lam("f", false, inner), t.bvar(0))
        return t.lam("s", nat, t.lam("x", q, t.lam("fact", false, absurd)))
    f = forcing[0]
    if (f.mask, f.key, f.value) != (c.mask, c.key, c.value):
        raise LiftError(
            f"the lifts {f.lift.id} and {c.lift.id} have no model",
            cause="a closed world over other rows than those that support the predicate can contradict them",
            hint="give both lifts the same key, value and where",
        )
    premise = row_prop(b, c, t.bvar(1), t.bvar(0))
    return t.lam("s", nat, t.lam("x", q, t.lam("fact", premise, t.bvar(0))))
