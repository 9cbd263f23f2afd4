"""Attacks on grades: lifts that nobody reviewed, and proofs that would raise what they give.

One function a case, under the name of its folder, as in `attacks.py`. The originals are `world`, `own_lifts` and
`two_sources`, see `WORLD` in `case_runner.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from attacks import beside, case, value_of
from case_runner import Attempt, Bench

from egvar.challenge.terms import Builder
from egvar.challenge.world import WorldChallenge, build
from egvar.challenge.world_rows import Fact
from egvar.kernel.judge import ANSWER, GOAL, MODEL
from egvar.kernel.term import Axiom, Constant, Definition, Expr, Name, Theorem, spine
from egvar.lifts.file import parse_claim
from egvar.solver.world import prove_world
from egvar.tools.ledger import Ledger

ROWS: Name = ("Lift", "rates", "rows")
EVERY: Name = ("Lift", "rates", "every")
RATE: Name = ("World", "rate")
FACT = {"op": "fact", "predicate": "rate", "key": "Borca", "value": "30.25"}
JOIN = {"op": "exceeds", "predicate": "rate", "key": "Dorn", "other": "Arden"}
JOINED = (Fact("Dorn", Fraction(44), 1), Fact("Arden", Fraction("12.5"), 0))
HIGHEST = {"op": "highest", "predicate": "rate", "key": "Borca"}


def proved(challenge: WorldChallenge, value: str = "30.25", key: str = "Borca") -> dict[Name, Constant]:
    """The built-in proof from one fact."""
    return dict(prove_world(challenge, (Fact(key, Fraction(value)),)).constants)


def original(base: str, bench: Bench) -> Attempt:
    """What is accepted."""
    if base == "two_sources":
        challenge = bench.world(JOIN, base)
        return bench.attempt(challenge, prove_world(challenge, JOINED).constants)
    challenge = bench.world(HIGHEST, base)
    return bench.attempt(challenge, proved(challenge))


def as_if_reviewed(bench: Bench, claim: dict[str, str]) -> WorldChallenge:
    """The challenge that there would be if the author's own review counted."""
    lifted = bench.lifted("own_lifts")
    believed = replace(lifted, grades=dict.fromkeys(lifted.grades, ("verified", "Rev")))
    return build((believed,), parse_claim(claim), "verify", None, Ledger())


def answering(constants: Mapping[Name, Constant], value: Expr, *more: Constant) -> dict[Name, Constant]:
    answer = constants[ANSWER]
    assert isinstance(answer, Theorem)
    return {ANSWER: replace(answer, value=value), **{c.name: c for c in more}}


def raised(c: WorldChallenge) -> WorldChallenge:
    """The challenge with the goal at grade verified, whatever its lifts give."""
    goal = c.constants[GOAL]
    assert isinstance(goal, Definition)
    b = Builder(c.terms)
    constants = {**c.constants, GOAL: replace(goal, value=b.call("EgVar.Evidence", verified(b), c.goal))}
    return replace(c, constants=constants, judged=replace(c.judged, constants=constants))


def verified(b: Builder) -> Expr:
    return b.call("EgVar.Grade.verified")


def supported(b: Builder) -> Expr:
    return b.call("EgVar.Grade.supported")


def true(b: Builder) -> Expr:
    return b.refl(b.call("Bool"), b.call("Bool.true"))


# --- lifts that nobody reviewed ---


@case
def own_lift_posing_as_reviewed(bench: Bench) -> Attempt:
    """The proof is made as if the author's own review counted."""
    challenge = bench.world(FACT, "own_lifts")
    pretended = as_if_reviewed(bench, FACT)
    return bench.attempt(raised(challenge), proved(pretended))


@case
def own_lift_at_a_goal_as_it_is(bench: Bench) -> Attempt:
    challenge = bench.world(HIGHEST, "own_lifts")
    pretended = as_if_reviewed(bench, HIGHEST)
    return bench.attempt(challenge, proved(pretended))


@case
def own_lift_raised(bench: Bench) -> Attempt:
    challenge = bench.world(FACT, "own_lifts")
    pretended = as_if_reviewed(bench, FACT)
    return bench.attempt(raised(challenge), {**proved(pretended), ROWS: pretended.constants[ROWS]})


@case
def own_lift_added(bench: Bench) -> Attempt:
    challenge = bench.world(FACT, "own_lifts")
    pretended = as_if_reviewed(bench, FACT)
    mine: Name = ("Lift", "rates", "mine")
    constants = proved(pretended)
    proof = pretended.terms.adopt(value_of(constants), {ROWS: mine})
    return bench.attempt(raised(challenge), answering(constants, proof, replace(pretended.constants[ROWS], name=mine)))


@case
def own_lift_in_the_challenge(bench: Bench) -> Attempt:
    """The unreviewed lift's axiom at grade verified, over the model in which it forces nothing."""
    challenge = raised(bench.world(FACT, "own_lifts"))
    pretended = as_if_reviewed(bench, FACT)
    axiom = pretended.constants[ROWS]
    constants = {**challenge.constants, ROWS: Axiom(ROWS, (), challenge.terms.adopt(axiom.type))}
    judged = replace(challenge.judged, constants=constants)
    return bench.attempt(replace(challenge, constants=constants, judged=judged), proved(pretended))


@case
def unlisted_lift(bench: Bench) -> Attempt:
    challenge = bench.world(FACT)
    constants = proved(challenge)
    other = replace(challenge.constants[ROWS], name=("Lift", "rates", "other"))
    more = {**challenge.constants, other.name: other}
    t = challenge.terms
    proof = beside(t, t.const(other.name), other.type, value_of(constants))
    judged = replace(challenge.judged, constants=more)
    return bench.attempt(replace(challenge, constants=more, judged=judged), answering(constants, proof))


@case
def redefined_world(bench: Bench) -> Attempt:
    """The world predicate as a definition by which everything is so."""
    challenge = bench.world(FACT)
    t, b = challenge.terms, Builder(challenge.terms)
    everything = t.lam("s", t.const("Nat"), t.lam("x", t.const("EgVar.Q"), b.call("True")))
    world = Definition(RATE, (), challenge.constants[RATE].type, everything, "abbrev", "safe", (RATE,))
    return bench.attempt(challenge, {**proved(challenge), RATE: world})


# --- what lifts do not say ---


@case
def closed_world_by_nobody(bench: Bench) -> Attempt:
    """The highest of all, without the lift that says there are no others."""
    challenge = bench.world(HIGHEST)
    constants = {n: c for n, c in challenge.constants.items() if EVERY not in (n, n[2:])}
    judged = replace(challenge.judged, constants=constants, lifts=challenge.judged.lifts - {EVERY})
    return bench.attempt(replace(challenge, constants=constants, judged=judged), proved(challenge))


@case
def row_that_the_lift_leaves_out(bench: Bench) -> Attempt:
    """The row of another year, which the lift's `where` leaves out."""
    claim = {"op": "fact", "predicate": "rate", "key": "Borca", "value": "99"}
    challenge = bench.world(claim)
    return bench.attempt(challenge, proved(challenge, "99"))


@case
def highest_of_another(bench: Bench) -> Attempt:
    challenge = bench.world({"op": "highest", "predicate": "rate", "key": "Arden"})
    return bench.attempt(challenge, proved(challenge, "12.5", "Arden"))


# --- grade arithmetic in a proof ---


def fact_of(bench: Bench, base: str) -> tuple[WorldChallenge, Expr, Expr, Expr]:
    """The fact with its goal at grade verified; its accepted proof, the grade of that, and the proposition."""
    challenge = bench.world(FACT, base)
    b = Builder(challenge.terms)
    grade = verified(b) if base == "world" else supported(b)
    return raised(challenge), value_of(proved(challenge)), grade, challenge.goal


def weakened(bench: Bench, base: str) -> Attempt:
    challenge, evidence, grade, goal = fact_of(bench, base)
    b = Builder(challenge.terms)
    proof = b.call("EgVar.weaken", grade, verified(b), goal, true(b), evidence)
    return bench.attempt(challenge, answering(proved(challenge), proof))


def in_company(bench: Bench, base: str) -> Attempt:
    """`both` with Verified evidence of something else, and then the first part of the conjunction."""
    challenge, evidence, grade, goal = fact_of(bench, base)
    b, t = Builder(challenge.terms), challenge.terms
    (_, known, _, _, joint) = _row_evidence(challenge, evidence)
    pair = b.call("And", goal, known)
    both = b.call("EgVar.both", grade, verified(b), goal, known, evidence, joint)
    first = t.lam("h", pair, b.call("And.left", goal, known, t.bvar(0)))
    proof = b.call("EgVar.map", verified(b), pair, goal, first, both)
    return bench.attempt(challenge, answering(proved(challenge), proof))


def mapped(bench: Bench, base: str) -> Attempt:
    """`map` at grade verified, over the evidence as it is."""
    challenge, evidence, _, goal = fact_of(bench, base)
    b, t = Builder(challenge.terms), challenge.terms
    proof = b.call("EgVar.map", verified(b), goal, goal, t.lam("h", goal, t.bvar(0)), evidence)
    return bench.attempt(challenge, answering(proved(challenge), proof))


GRADE_ARITHMETIC = (weakened, in_company, mapped)
"""Each is a proof where the lifts are reviewed, so that it is the grade for which the cases below are refused."""


@case
def lift_weakened_upwards(bench: Bench) -> Attempt:
    return weakened(bench, "own_lifts")


@case
def lift_upgraded_by_company(bench: Bench) -> Attempt:
    return in_company(bench, "own_lifts")


@case
def lift_mapped_upwards(bench: Bench) -> Attempt:
    return mapped(bench, "own_lifts")


@case
def lift_minted_from_an_observation(bench: Bench) -> Attempt:
    """`mkVerified`, with the lift's evidence in the place of the proof that the observation implies the fact."""
    challenge, evidence, _, goal = fact_of(bench, "own_lifts")
    b, t = Builder(challenge.terms), challenge.terms
    _, (source, view, column) = spine(challenge.constants["Challenge", "observed0"].type)
    attested = t.const(("Challenge", "observed0"))
    read = b.eq(b.call("EgVar.Col"), b.call("EgVar.tableOf", source, view), column)
    minted = b.call("EgVar.mkVerified", source, view, column, goal, attested, t.lam("h", read, evidence))
    return bench.attempt(challenge, answering(proved(challenge), minted))


@case
def lift_evidence_eliminated(bench: Bench) -> Attempt:
    challenge, evidence, grade, goal = fact_of(bench, "own_lifts")
    b = Builder(challenge.terms)
    return bench.attempt(challenge, answering(proved(challenge), b.call("EgVar.Evidence.rec", grade, goal, evidence)))


def _row_evidence(challenge: WorldChallenge, proof: Expr) -> tuple[Expr, ...]:
    """The arguments of the innermost `EgVar.map` of the proof: the Verified evidence that the row is there."""
    found: list[tuple[Expr, ...]] = []
    stack: list[Expr] = [proof]
    while stack:
        head, args = spine(stack.pop())
        if head is challenge.terms.const("EgVar.map"):
            found.append(tuple(args))
        stack += args
    return found[-1]


# --- two sources ---


@case
def row_of_another_source(bench: Bench) -> Attempt:
    """Dorn's row, by the lift of the source that does not have it."""
    challenge = bench.world(JOIN, "two_sources")
    facts = tuple(fact._replace(at=0) for fact in JOINED)
    return bench.attempt(challenge, prove_world(challenge, facts).constants)


@case
def conflict_ignored(bench: Bench) -> Attempt:
    """The sources disagree on Borca, so nothing is more than Supported; the proof is made as if they did not."""
    borca = JOIN | {"other": "Borca"}
    both = [bench.lifted(n) for n in ("world", "survey")]
    challenge = build(both, parse_claim(borca), "verify", None, Ledger(), cap="supported")
    uncapped = build(both, parse_claim(borca), "verify", None, Ledger())
    facts = (JOINED[0], Fact("Borca", Fraction("30.25"), 0))
    return bench.attempt(raised(challenge), prove_world(uncapped, facts).constants)


@case
def closed_world_beside_another_source(bench: Bench) -> Attempt:
    """The completeness lift of one source, put beside the rows of another that it does not have."""
    challenge = bench.world(JOIN, "two_sources")
    alone = bench.world(HIGHEST)
    axiom = alone.constants[EVERY]
    own = Axiom(EVERY, (), challenge.terms.adopt(axiom.type))
    constants = {**challenge.constants, EVERY: own}
    judged = replace(challenge.judged, constants=constants, lifts=challenge.judged.lifts | {EVERY})
    proof = prove_world(challenge, JOINED).constants
    return bench.attempt(replace(challenge, constants=constants, judged=judged), proof)


@case
def closed_world_with_a_borrowed_model(bench: Bench) -> Attempt:
    """The same, with the interpretation that the lift has where its source is alone."""
    before = closed_world_beside_another_source(bench)
    challenge = before.challenge
    assert isinstance(challenge, WorldChallenge)
    inside = bench.world(HIGHEST).constants[*MODEL, *EVERY]
    assert isinstance(inside, Theorem)
    t = challenge.terms
    borrowed = replace(inside, type=t.adopt(inside.type), value=t.adopt(inside.value))
    constants = {**challenge.constants, borrowed.name: borrowed}
    judged = replace(before.judged, constants=constants)
    return bench.attempt(replace(challenge, constants=constants, judged=judged), before.read())
