"""The built-in prover: from a challenge to its proof term, directly.

May import: anything of egvar but the command line. Not trusted: the judge checks what comes out of here.

For each attested column it takes `mkVerified` at the equation `tableOf source view = column`, joins the equations with
`both`, and maps them to the goal: every part of the goal is `Eq.refl` once the tables are replaced by the attested
columns, and `Eq.subst` carries it back. The kernel does the arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from egvar.challenge.statement import AttestedColumn, Challenge
from egvar.challenge.terms import Builder
from egvar.kernel.judge import ANSWER, GOAL
from egvar.kernel.term import Axiom, Constant, Definition, Expr, Name, Terms, Theorem, postorder, spine
from egvar.solver.packed import PackedProver


@dataclass(frozen=True)
class Solution:
    """An untrusted proof: its constants, and for a question the literal that it claims as its answer."""

    constants: dict[Name, Constant]
    witness: Expr | None


def prove(challenge: Challenge, witness: Expr | None = None) -> Solution:
    """The proof of `challenge`; for a question, `witness` is the answer as a literal.

    Always gives a term. Whether it is a proof is for the kernel to say.
    """
    t = challenge.terms
    b = Builder(t)
    joint = joint_evidence(b, challenge.constants, challenge.columns)
    if challenge.judged.packed:
        columns = {a.column: a.packed for a in challenge.columns}
        joint = replace(joint, packed=PackedProver(b, challenge.constants, columns))
    props = _parts(challenge, witness)
    evident = joint.prove_all(props)
    if witness is None:
        answer: Constant = Theorem(ANSWER, (), t.const(GOAL), evident, (ANSWER,))
    else:
        definition = challenge.constants[GOAL]
        assert isinstance(definition, Definition)
        _, (alpha, beta) = spine(definition.value)
        pair = t.app(t.const("PSigma.mk", [b.one, b.zero]), alpha, beta, witness, evident)
        answer = Definition(ANSWER, (), t.const(GOAL), pair, "abbrev", "safe", (ANSWER,))
    return Solution({ANSWER: answer}, witness)


@dataclass(frozen=True)
class Joint:
    """Verified evidence of everything that was attested: `known` is the conjunction of `equations`, each saying what a
    column of a source is, and `evidence` the evidence of it."""

    builder: Builder
    equations: list[Expr]
    known: Expr
    evidence: Expr
    packed: PackedProver | None = None

    def prove(self, prop: Expr) -> Expr:
        """Verified evidence of an equation that holds by computation once the tables are known."""
        return self.prove_all([prop])

    def prove_all(self, props: list[Expr]) -> Expr:
        """The same for `P₀ ∧ (P₁ ∧ …)`."""
        b, goal = self.builder, props[-1]
        proof = _proof_of(b, self.equations, self.known, goal, self.packed)
        for p in reversed(props[:-1]):
            proof = b.call("And.intro", p, goal, _proof_of(b, self.equations, self.known, p, self.packed), proof)
            goal = b.call("And", p, goal)
        step = b.terms.lam("h", self.known, proof)
        return b.call("EgVar.map", b.terms.const("EgVar.Grade.verified"), self.known, goal, step, self.evidence)


def joint_evidence(b: Builder, constants: Mapping[Name, Constant], columns: tuple[AttestedColumn, ...]) -> Joint:
    """`mkVerified` at each attested column, joined by `both`."""
    t = b.terms
    verified, col = t.const("EgVar.Grade.verified"), t.const("EgVar.Col")
    equations, evidence = [], []
    for a in columns:
        axiom = constants[a.axiom]
        assert isinstance(axiom, Axiom)
        _, (source, view, column) = spine(axiom.type)
        equation = b.eq(col, b.call("EgVar.tableOf", source, view), column)
        same = t.lam("h", equation, t.bvar(0))
        equations.append(equation)
        evidence.append(b.call("EgVar.mkVerified", source, view, column, equation, t.const(a.axiom), same))
    known, joint = equations[-1], evidence[-1]
    for equation, e in zip(reversed(equations[:-1]), reversed(evidence[:-1]), strict=True):
        joint = b.call("EgVar.both", verified, verified, equation, known, e, joint)
        known = b.call("And", equation, known)
    return Joint(b, equations, known, joint)


def _parts(challenge: Challenge, witness: Expr | None) -> list[Expr]:
    """The equations of the goal, with the witness in place of the answer."""
    t, b = challenge.terms, Builder(challenge.terms)
    if witness is None:
        bool_ = t.const("Bool")
        value = b.some(bool_, t.const("Bool.true" if challenge.polarity == "verify" else "Bool.false"))
        return [b.eq(b.option(bool_), p, value) for p in challenge.parts]
    type_ = challenge.answer_type
    assert type_ is not None
    return [b.eq(b.option(type_), p, b.some(type_, witness)) for p in challenge.parts]


def _proof_of(b: Builder, equations: list[Expr], known: Expr, prop: Expr, packed: PackedProver | None = None) -> Expr:
    """A proof of `prop` under one hypothesis, the conjunction `known` of `equations`, as bound variable 0."""
    t = b.terms
    occurring = set(postorder(prop))
    used = []
    for k, equation in enumerate(equations):
        _, (_, table, column) = spine(equation)
        if table in occurring:
            used.append((table, column, _conjunct(b, equations, k)))
    current = _replace(t, prop, {table: column for table, column, _ in used})
    _, (type_, _, value) = spine(current)
    proof = b.refl(type_, value)
    if packed is not None:
        proof = _by_rules(b, packed, current, proof)
    col = t.const("EgVar.Col")
    for table, column, equation_proof in used:
        back = _replace(t, current, {column: table})
        motive = t.lam("x", col, _replace(t, current, {column: t.bvar(0)}))
        reverse = t.app(t.const("Eq.symm", [b.one]), col, table, column, equation_proof)
        proof = t.app(t.const("Eq.subst", [b.one]), col, motive, column, table, reverse, proof)
        current = back
    return proof


def _by_rules(b: Builder, packed: PackedProver, prop: Expr, proof: Expr) -> Expr:
    """`proof` proves `prop` with the value in place of each aggregate; the proof of `prop` itself."""
    t = b.terms
    found = packed.aggregates(prop)
    for i, w in enumerate(found):
        later = {o.aggregate: o.value for o in found[i + 1 :]}
        motive = t.lam("x", w.type, _replace(t, prop, {**later, w.aggregate: t.bvar(0)}))
        back = t.app(t.const("Eq.symm", [b.one]), w.type, w.aggregate, w.value, w.proof)
        proof = t.app(t.const("Eq.subst", [b.one]), w.type, motive, w.value, w.aggregate, back, proof)
    return proof


def _conjunct(b: Builder, equations: list[Expr], k: int) -> Expr:
    """The proof of equation `k` from the conjunction of all, which is bound variable 0."""
    t = b.terms
    tails = [equations[-1]]
    for equation in reversed(equations[:-1]):
        tails.append(b.call("And", equation, tails[-1]))
    tails.reverse()
    proof = t.bvar(0)
    for i in range(k):
        proof = b.call("And.right", equations[i], tails[i + 1], proof)
    return proof if k == len(equations) - 1 else b.call("And.left", equations[k], tails[k + 1], proof)


def _replace(t: Terms, e: Expr, by: dict[Expr, Expr]) -> Expr:
    """`e`, which has no binders, with sub-terms replaced."""
    done: dict[Expr, Expr] = {}
    for node in postorder(e):
        found = by.get(node)
        if found is None and any(isinstance(a, Expr) and done[a] is not a for a in node.args):
            fn, arg = (done[a] for a in node.args if isinstance(a, Expr))
            found = t.app(fn, arg)
        done[node] = node if found is None else found
    return done[e]
