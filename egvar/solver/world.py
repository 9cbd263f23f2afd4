"""The built-in prover for statements about the world.

May import: anything of egvar but the command line. Not trusted.
"""

from __future__ import annotations

from egvar.challenge.terms import Builder, text_code
from egvar.challenge.world import WorldChallenge, readable_prop, row_prop
from egvar.challenge.world_rows import Fact, needs_closed_world
from egvar.kernel.judge import ANSWER, GOAL
from egvar.kernel.term import Expr, Theorem
from egvar.lifts.file import GRADES
from egvar.solver.prover import Joint, Solution, joint_evidence


def prove_world(challenge: WorldChallenge, facts: tuple[Fact, ...]) -> Solution:
    """The proof of a world challenge. `facts` are the rows it uses, the greater one of two first.

    Always gives a term. Whether it is a proof is for the kernel to say.
    """
    t = challenge.terms
    b = Builder(t)
    joint = joint_evidence(b, challenge.constants, challenge.columns)
    p = t.const(challenge.predicate)
    steps = [_fact(b, challenge, joint, p, fact) for fact in facts]
    k, a = b.nat(text_code(facts[0].key)), b.q(facts[0].value)
    claim, polarity = challenge.claim, challenge.polarity
    if needs_closed_world(claim, polarity):
        steps += _closed(b, challenge, joint, p, a)
    grade, prop, evidence = _all(b, steps)
    goal = challenge.goal
    parts = _conjuncts(b, steps, prop)
    c = challenge.complete
    match claim.op, polarity:
        case "fact", "verify":
            body = parts[0]
        case ("highest" | "lowest") as op, "verify":
            assert c is not None
            theorem = f"EgVar.Lift.{op}_of_rows"
            body = b.call(theorem, p, c.mask, c.key, c.value, k, a, parts[0], parts[1], parts[2])
        case "fact", "refute":
            assert claim.value is not None
            differs = b.refl(t.const("Bool"), t.const("Bool.false"))
            body = b.call("EgVar.Lift.differs_of_fact", p, k, b.q(claim.value), a, parts[0], differs)
        case _:
            high, low = facts
            kh, kl = b.nat(text_code(high.key)), b.nat(text_code(low.key))
            truth = "Bool.false" if (claim.op, polarity) == ("exceeds", "refute") else "Bool.true"
            theorem = "not_exceeds_of_facts" if truth == "Bool.false" else "exceeds_of_facts"
            order = b.refl(t.const("Bool"), t.const(truth))
            body = b.call(
                f"EgVar.Lift.{theorem}", p, kh, kl, b.q(high.value), b.q(low.value), parts[0], parts[1], order
            )
    proof = b.call("EgVar.map", t.const(f"EgVar.Grade.{grade}"), prop, goal, t.lam("h", prop, body), evidence)
    return Solution({ANSWER: Theorem(ANSWER, (), t.const(GOAL), proof, (ANSWER,))}, None)


Step = tuple[str, Expr, Expr]
"""(grade, proposition, its evidence)"""


def _fact(b: Builder, challenge: WorldChallenge, joint: Joint, p: Expr, fact: Fact) -> Step:
    t, c = b.terms, challenge.rows[fact.at]
    k, x = b.nat(text_code(fact.key)), b.q(fact.value)
    return c.grade, t.app(p, k, x), t.app(t.const(c.axiom), k, x, joint.prove(row_prop(b, c, k, x)))


def _closed(b: Builder, challenge: WorldChallenge, joint: Joint, p: Expr, a: Expr) -> list[Step]:
    t, c = b.terms, challenge.complete
    assert c is not None
    bool_, true, q = t.const("Bool"), t.const("Bool.true"), t.const("EgVar.Q")
    sides = (t.bvar(0), a) if challenge.claim.op == "highest" else (a, t.bvar(0))
    keep = t.lam("x", q, b.call("EgVar.Q.le", *sides))
    bounded = b.eq(bool_, b.call("EgVar.Lift.bounded", keep, c.mask, c.key, c.value), true)
    closed = b.call("EgVar.Lift.Complete", p, c.mask, c.key, c.value)
    return [
        (c.grade, closed, t.app(t.const(c.axiom), joint.prove(readable_prop(b, c)))),
        ("verified", bounded, joint.prove(bounded)),
    ]


def _all(b: Builder, steps: list[Step]) -> Step:
    """The conjunction of the steps, at the least of their grades."""
    t = b.terms
    grade, prop, evidence = steps[-1]
    for g, q, e in reversed(steps[:-1]):
        evidence = b.call(
            "EgVar.both", t.const(f"EgVar.Grade.{g}"), t.const(f"EgVar.Grade.{grade}"), q, prop, e, evidence
        )
        prop = b.call("And", q, prop)
        grade = GRADES[min(GRADES.index(g), GRADES.index(grade))]
    return grade, prop, evidence


def _conjuncts(b: Builder, steps: list[Step], prop: Expr) -> list[Expr]:
    """A proof of each step's proposition from the conjunction, which is bound variable 0."""
    t = b.terms
    out, rest = [], t.bvar(0)
    tails = [steps[-1][1]]
    for _, q, _ in reversed(steps[:-1]):
        tails.append(b.call("And", q, tails[-1]))
    tails.reverse()
    for i, (_, q, _) in enumerate(steps[:-1]):
        out.append(b.call("And.left", q, tails[i + 1], rest))
        rest = b.call("And.right", q, tails[i + 1], rest)
    return [*out, rest]
