"""Attacks that lean's elaborator would not write: made from the accepted terms by changing one thing.

One function a case, under the name of its folder. `Bench` is in `case_runner.py`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from unittest import mock

from case_runner import ORIGINAL, Attempt, Bench

from egvar.bundle import write
from egvar.challenge.columns import column_definitions
from egvar.challenge.statement import Challenge, build
from egvar.challenge.terms import Builder
from egvar.goal import parse
from egvar.kernel import ndjson, replay
from egvar.kernel.judge import ANSWER, GOAL, MODEL
from egvar.kernel.olean import read_module
from egvar.kernel.term import Axiom, Constant, Definition, Expr, Name, Quot, Terms, Theorem, spine
from egvar.kernel.trusted import library
from egvar.solver.prover import Solution, prove
from egvar.source.source import load_bytes
from egvar.tools.ledger import Ledger

Attack = Callable[[Bench], Attempt]
ATTACKS: dict[str, Attack] = {}
"""Every attack that is a function, by its name; `world_attacks.py` adds its own."""


def case(attack: Attack) -> Attack:
    assert attack.__name__ not in ATTACKS
    ATTACKS[attack.__name__] = attack
    return attack


def value_of(constants: Mapping[Name, Constant], n: Name = ANSWER) -> Expr:
    c = constants[n]
    assert isinstance(c, Theorem | Definition)
    return c.value


def with_answer(solution: Solution, value: Expr, *more: Constant) -> dict[Name, Constant]:
    """The solution with another proof term, and further constants."""
    answer = solution.constants[ANSWER]
    assert isinstance(answer, Theorem | Definition)
    return {**solution.constants, ANSWER: replace(answer, value=value), **{c.name: c for c in more}}


def beside(t: Terms, extra: Expr, type_: Expr, proof: Expr) -> Expr:
    """The proof, in a form that also mentions `extra` of type `type_`."""
    return t.app(t.lam("unused", type_, proof), extra)


def library_definition(n: str) -> Definition:
    found = library().constants[tuple(n.split("."))]
    assert isinstance(found, Definition)
    return found


def changed_challenge(c: Challenge, *constants: Constant, without: Name | None = None) -> Challenge:
    """The challenge with constants added or replaced, or one left out, for the judge as well."""
    changed = {n: d for n, d in c.constants.items() if n != without} | {d.name: d for d in constants}
    return replace(c, constants=changed, judged=replace(c.judged, constants=changed))


# --- trusted constants, with another type or value ---


@case
def interface_axiom_of_another_type(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    false = t.const("False")
    axiom = Axiom(("EgVar", "mkVerified"), (), false)
    proof = t.app(t.const("False.elim", [t.zero]), t.const(GOAL), t.const(axiom.name))
    return bench.attempt(challenge, with_answer(solution, proof, axiom))


@case
def observation_of_another_type(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    own = challenge.constants["Challenge", "observed1"]
    axiom = Axiom(own.name, (), t.adopt(own.type, {("Challenge", "column1"): ("Challenge", "column0")}))
    return bench.attempt(challenge, with_answer(solution, value_of(solution.constants), axiom))


def redefined(bench: Bench, c: Constant) -> Attempt:
    challenge, solution = bench.solved("claim")
    return bench.attempt(challenge, {**solution.constants, c.name: c})


@case
def redefined_primitive(bench: Bench) -> Attempt:
    t, nat = Terms(library().terms), library().terms.const("Nat")
    seven = t.lam("a", nat, t.lam("b", nat, t.nat(7)))
    return redefined(bench, replace(library_definition("Nat.land"), value=seven))


@case
def redefined_query(bench: Bench) -> Attempt:
    return redefined(bench, replace(library_definition("EgVar.sum"), value=library_definition("EgVar.max").value))


@case
def redefined_grade_min(bench: Bench) -> Attempt:
    t = Terms(library().terms)
    renamed = {("EgVar", "Grade", "min"): ("EgVar", "Grade", "max")}
    minimum = library_definition("EgVar.Grade.min")
    value = t.adopt(minimum.value, {**renamed, ("Nat", "ble"): ("Nat", "beq")})
    return redefined(bench, replace(minimum, value=value))


@case
def redefined_goal(bench: Bench) -> Attempt:
    challenge = bench.challenge("claim")
    goal = challenge.constants[GOAL]
    assert isinstance(goal, Definition)
    return redefined(bench, replace(goal, value=challenge.terms.const("True")))


@case
def redefined_column(bench: Bench) -> Attempt:
    challenge = bench.challenge("claim")
    (*_, column) = column_definitions(Builder(challenge.terms), bench.tables["table.csv"].columns[5], ("x",))
    own = challenge.constants["Challenge", "column1"]
    assert isinstance(own, Definition)
    return redefined(bench, replace(own, value=column.value))


# --- kinds of declarations ---


@case
def partial_definition(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    spin = Definition(("spin",), (), t.const("Nat"), t.const("spin"), "opaque", "partial")
    return bench.attempt(challenge, {**solution.constants, spin.name: spin})


@case
def unsafe_definition(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    spin = Definition(("spin",), (), t.const("Nat"), t.const("spin"), "opaque", "unsafe")
    return bench.attempt(challenge, {**solution.constants, spin.name: spin})


@case
def quotient(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    return bench.attempt(challenge, {**solution.constants, ("Quot",): Quot(("Quot",), (), t.const("True"), "type")})


# --- goal and answer ---


@case
def negated_goal(bench: Bench) -> Attempt:
    challenge = bench.challenge("claim")
    t = challenge.terms
    proof = t.lam("h", t.const(GOAL), beside(t, t.const(("Challenge", "observed0")), t.const("True"), t.bvar(1)))
    answer = Theorem(ANSWER, (), t.app(t.const("Not"), t.const(GOAL)), proof)
    return bench.attempt(challenge, {ANSWER: answer})


@case
def missing_entity(bench: Bench) -> Attempt:
    height = {"op": "cell", "column": "height", "where": {"op": "text_is", "column": "lighthouse", "value": "Atlantis"}}
    claim = {"op": "compare", "left": height, "cmp": ">", "right": {"op": "number", "value": 10}}
    challenge = bench.build(bench.tables["table.csv"], parse({"kind": "claim", "claim": claim}), "refute")
    return bench.attempt(challenge, prove(challenge).constants)


@case
def universe_parameter(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    answer = solution.constants[ANSWER]
    return bench.attempt(challenge, {ANSWER: replace(answer, levels=(("u",),))})


@case
def theorem_for_a_definition(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("question")
    answer = Theorem(ANSWER, (), challenge.terms.const(GOAL), value_of(solution.constants))
    return bench.attempt(challenge, {ANSWER: answer}, solution.witness)


@case
def confusable_answer(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    name: Name = ("\N{CYRILLIC SMALL LETTER A}nswer",)
    return bench.attempt(challenge, {name: replace(solution.constants[ANSWER], name=name)})


def claim_for(bench: Bench, goal: dict[str, object]) -> Challenge:
    return bench.build(bench.tables["table.csv"], parse({"kind": "claim", "claim": goal}), "verify")


@case
def answer_of_another_claim(bench: Bench) -> Attempt:
    _, solution = bench.solved("claim")
    where = {"op": "text_is", "column": "coast", "value": "south"}
    left = {"op": "sum", "column": "height", "where": where}
    other = claim_for(bench, {"op": "compare", "left": left, "right": {"op": "number", "value": 53}})
    return bench.attempt(other, solution.constants)


@case
def other_table(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    data = bench.tables["table.csv"].data.replace(b"38 m", b"37 m", 1)
    other = bench.build(load_bytes(data, "table.csv"), challenge.goal, "verify")
    return bench.attempt(other, solution.constants)


@case
def off_by_one(bench: Bench) -> Attempt:
    where = {"op": "text_is", "column": "coast", "value": "north"}
    left = {"op": "sum", "column": "height", "where": where}
    challenge = claim_for(bench, {"op": "compare", "left": left, "right": {"op": "number", "value": 63}})
    return bench.attempt(challenge, prove(challenge).constants)


@case
def off_by_one_decimal(bench: Bench) -> Attempt:
    where = {"op": "text_is", "column": "coast", "value": "west"}
    left = {"op": "mean", "column": "range", "where": where}
    challenge = claim_for(bench, {"op": "compare", "left": left, "right": {"op": "number", "value": "20.26"}})
    return bench.attempt(challenge, prove(challenge).constants)


# --- evidence ---


def accepted_map(bench: Bench) -> tuple[Challenge, Solution, list[Expr]]:
    """The accepted claim, and the arguments of its `EgVar.map grade known goal f evidence`."""
    challenge, solution = bench.solved("claim")
    return challenge, solution, spine(value_of(solution.constants))[1]


@case
def weaken_upwards(bench: Bench) -> Attempt:
    challenge, solution, (verified, known, goal, f, joint) = accepted_map(bench)
    b = Builder(challenge.terms)
    supported, refl = b.call("EgVar.Grade.supported"), b.refl(b.call("Bool"), b.call("Bool.true"))
    down = b.call("EgVar.weaken", verified, supported, known, refl, joint)
    up = b.call("EgVar.weaken", supported, verified, known, refl, down)
    return bench.attempt(challenge, with_answer(solution, b.call("EgVar.map", verified, known, goal, f, up)))


@case
def evidence_eliminated(bench: Bench) -> Attempt:
    challenge, solution, (verified, known, goal, f, joint) = accepted_map(bench)
    b = Builder(challenge.terms)
    taken_apart = b.call("EgVar.Evidence.rec", verified, known, joint)
    return bench.attempt(challenge, with_answer(solution, b.call("EgVar.map", verified, known, goal, f, taken_apart)))


@case
def minted_from_evidence(bench: Bench) -> Attempt:
    challenge, solution, (verified, known, goal, f, joint) = accepted_map(bench)
    b = Builder(challenge.terms)
    _, (source, view, column) = spine(challenge.constants["Challenge", "observed0"].type)
    down = b.call(
        "EgVar.weaken",
        verified,
        b.call("EgVar.Grade.supported"),
        known,
        b.refl(b.call("Bool"), b.call("Bool.true")),
        joint,
    )
    ignored = b.terms.lam(
        "h", b.eq(b.call("EgVar.Col"), b.call("EgVar.tableOf", source, view), column), b.terms.bvar(0)
    )
    minted = b.call("EgVar.mkVerified", source, view, column, known, down, ignored)
    return bench.attempt(challenge, with_answer(solution, b.call("EgVar.map", verified, known, goal, f, minted)))


@case
def both_upgrades(bench: Bench) -> Attempt:
    challenge, solution, (verified, known, goal, f, joint) = accepted_map(bench)
    b = Builder(challenge.terms)
    _, (_, _, first, second, one, two) = spine(joint)
    supported, refl = b.call("EgVar.Grade.supported"), b.refl(b.call("Bool"), b.call("Bool.true"))
    down = b.call("EgVar.weaken", verified, supported, first, refl, one)
    upgraded = b.call("EgVar.both", supported, verified, first, second, down, two)
    return bench.attempt(challenge, with_answer(solution, b.call("EgVar.map", verified, known, goal, f, upgraded)))


@case
def forged_attestation(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    b = Builder(challenge.terms)
    (*_, forged) = column_definitions(b, bench.tables["table.csv"].columns[5], ("forged",))
    chunks = {d.name: d for d in column_definitions(b, bench.tables["table.csv"].columns[5], ("forged",))}
    _, (source, view, _) = spine(challenge.constants["Challenge", "observed1"].type)
    type_ = b.call("EgVar.Attested_T", source, view, b.terms.const(forged.name))
    fake = Theorem(("fake",), (), type_, b.terms.const(("Challenge", "observed1")))
    proof = beside(b.terms, b.terms.const(fake.name), type_, value_of(solution.constants))
    return bench.attempt(challenge, with_answer(solution, proof, *chunks.values(), fake))


@case
def unlisted_observation(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    axiom = replace(challenge.constants["Challenge", "observed0"], name=("Challenge", "observed9"))
    t = challenge.terms
    proof = beside(t, t.const(axiom.name), axiom.type, value_of(solution.constants))
    return bench.attempt(changed_challenge(challenge, axiom), with_answer(solution, proof))


@case
def swapped_readings(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("readings")
    assert len(challenge.sources) == 2 and len(challenge.columns) == 4
    observed: list[Name] = [("Challenge", f"observed{i}") for i in range(4)]
    exchanged = dict(zip(observed, observed[2:] + observed[:2], strict=True))
    proof = challenge.terms.adopt(value_of(solution.constants), exchanged)
    return bench.attempt(challenge, with_answer(solution, proof))


@case
def one_reading_only(bench: Bench) -> Attempt:
    challenge = bench.challenge("readings")
    alone = build(challenge.sources[:1], challenge.goal, "verify", Ledger())
    return bench.attempt(challenge, prove(alone).constants)


# --- witnesses ---


def question_with(
    bench: Bench, literal: Callable[[Builder], Expr | None], proved: Callable[[Builder], Expr] | None = None
) -> Attempt:
    """The question with `literal` claimed as its answer; the proof is the right one, or made for `proved`."""
    challenge, solution = bench.solved("question")
    b = Builder(challenge.terms)
    constants = solution.constants if proved is None else prove(challenge, proved(b)).constants
    return bench.attempt(challenge, constants, literal(b))


def q(b: Builder, numerator: int, denominator: int) -> Expr:
    return b.call("EgVar.Q.mk", b.nat(numerator), b.nat(0), b.nat(denominator))


@case
def zero_over_zero(bench: Bench) -> Attempt:
    return question_with(bench, lambda b: q(b, 0, 0), lambda b: q(b, 0, 0))


@case
def witness_zero_over_zero(bench: Bench) -> Attempt:
    return question_with(bench, lambda b: q(b, 0, 0))


@case
def witness_unreduced(bench: Bench) -> Attempt:
    return question_with(bench, lambda b: q(b, 162, 8))


@case
def unreduced_answer(bench: Bench) -> Attempt:
    return question_with(bench, lambda b: q(b, 162, 8), lambda b: q(b, 162, 8))


@case
def witness_off_by_one(bench: Bench) -> Attempt:
    return question_with(bench, lambda b: q(b, 82, 4))


@case
def witness_stuck(bench: Bench) -> Attempt:
    return question_with(bench, lambda b: b.call("EgVar.tableOf", b.terms.const(("Challenge", "source0")), b.nat(0)))


@case
def witness_computed(bench: Bench) -> Attempt:
    return question_with(bench, lambda b: b.call("EgVar.Q.add", b.q(Fraction(20)), b.q(Fraction(1, 4))))


@case
def witness_unary(bench: Bench) -> Attempt:
    return question_with(bench, lambda b: b.call("EgVar.Q.mk", b.nat(81), b.call("Nat.zero"), b.nat(4)))


@case
def witness_missing(bench: Bench) -> Attempt:
    return question_with(bench, lambda b: None)


@case
def stuck_answer(bench: Bench) -> Attempt:
    """⟨the mean, or 0 if there is none; proof⟩: the evidence holds by rewriting, the answer itself is no number."""
    challenge = bench.challenge("question")
    t, b = challenge.terms, Builder(challenge.terms)
    q_type = t.const("EgVar.Q")
    motive = t.lam("o", b.option(q_type), q_type)
    or_zero = t.app(
        t.const("Option.rec", [b.one, b.zero]), q_type, motive, b.q(Fraction(0)), t.lam("x", q_type, t.bvar(0))
    )
    stuck = t.app(or_zero, challenge.parts[0])
    return bench.attempt(challenge, prove(challenge, stuck).constants, bench.answer(challenge))


# --- malformed terms ---


@case
def free_variable(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    return bench.attempt(challenge, with_answer(solution, t.app(value_of(solution.constants), t.bvar(3))))


@case
def misfiled_constant(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    return bench.attempt(challenge, {**solution.constants, ("other",): solution.constants[ANSWER]})


@case
def not_a_constant(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    return bench.attempt(challenge, {**solution.constants, ("other",): "theorem other : True"})  # type: ignore[dict-item]


@case
def string_literal(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    proof = beside(t, t.string("north"), t.const("String"), value_of(solution.constants))
    return bench.attempt(challenge, with_answer(solution, proof))


@case
def circular(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    other = Theorem(("other",), (), t.const(GOAL), t.const(ANSWER))
    proof = beside(
        t, t.const(("Challenge", "observed0")), challenge.constants["Challenge", "observed0"].type, t.const(other.name)
    )
    return bench.attempt(challenge, with_answer(solution, proof, other))


@case
def undeclared_universe(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    sort = t.sort(t.param(("u",)))
    proof = beside(t, t.lam("x", sort, t.bvar(0)), t.pi("x", sort, sort), value_of(solution.constants))
    return bench.attempt(challenge, with_answer(solution, proof))


# --- malformed files ---


def from_olean(bench: Bench, change: Callable[[bytes], bytes], name: str) -> Attempt:
    challenge = bench.challenge("claim")
    accepted = bench.compile(ORIGINAL / "solution.lean")
    file = accepted.with_name(f"{name}.olean")
    file.write_bytes(change(accepted.read_bytes()))
    return bench.attempt(challenge, lambda: read_module(file, challenge.terms).constants)


@case
def truncated_olean(bench: Bench) -> Attempt:
    return from_olean(bench, lambda data: data[:-64], "truncated")


@case
def bit_flipped_olean(bench: Bench) -> Attempt:
    return from_olean(bench, lambda data: data[:96] + bytes([data[96] ^ 1]) + data[97:], "flipped")


@case
def wrong_version_olean(bench: Bench) -> Attempt:
    return from_olean(bench, lambda data: data[:7] + data[7:40].replace(b"4.35.0", b"4.34.0") + data[40:], "version")


def from_ndjson(bench: Bench, change: Callable[[bytes], bytes]) -> Attempt:
    challenge, solution = bench.solved("claim")
    data = change(write.export(challenge, solution.constants))
    return bench.attempt(challenge, lambda: ndjson.read(data, challenge.terms)[1])


def once(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data
    return data.replace(old, new, 1)


@case
def truncated_ndjson(bench: Bench) -> Attempt:
    return from_ndjson(bench, lambda data: data[:-1])


@case
def bit_flipped_ndjson(bench: Bench) -> Attempt:
    return from_ndjson(bench, lambda data: once(data, b'"ie":0', b'"ie":1'))


@case
def duplicate_in_ndjson(bench: Bench) -> Attempt:
    return from_ndjson(bench, lambda data: data + data.splitlines(keepends=True)[-1])


@case
def negative_number_in_ndjson(bench: Bench) -> Attempt:
    return from_ndjson(bench, lambda data: once(data, b'"natVal":"62"', b'"natVal":"-62"'))


# --- the challenge ---

OBSERVED: Name = ("Challenge", "observed1")
INSIDE: Name = (*MODEL, *OBSERVED)


@case
def model_missing(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    return bench.attempt(changed_challenge(challenge, without=INSIDE), solution.constants)


@case
def model_of_another_type(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    other = Theorem(INSIDE, (), t.const("True"), t.const("True.intro"))
    return bench.attempt(changed_challenge(challenge, other), solution.constants)


@case
def model_on_an_axiom(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    t = challenge.terms
    inside = challenge.constants[INSIDE]
    assert isinstance(inside, Theorem)
    sorry = t.app(t.const("sorryAx", [t.zero]), inside.type, t.const("Bool.true"))
    return bench.attempt(changed_challenge(challenge, replace(inside, value=sorry)), solution.constants)


@case
def contradictory_observations(bench: Bench) -> Attempt:
    challenge, solution = bench.solved("claim")
    b = Builder(challenge.terms)
    contrary: Name = ("Challenge", "observed9")
    names = {OBSERVED: contrary, ("Challenge", "column1"): ("Challenge", "column0")}
    inside = challenge.constants[INSIDE]
    assert isinstance(inside, Theorem)
    axiom = Axiom(contrary, (), b.terms.adopt(challenge.constants[OBSERVED].type, names))
    model = Theorem((*MODEL, *contrary), (), b.terms.adopt(inside.type, names), b.terms.adopt(inside.value, names))
    changed = changed_challenge(challenge, axiom, model)
    judged = replace(changed.judged, observations=changed.judged.observations | {contrary})
    return bench.attempt(changed, solution.constants, judged=judged)


def with_statement(bench: Bench, change: Callable[[Builder, Expr, Expr], Expr]) -> Attempt:
    """The challenge with another statement, made from the grade and the proposition of its own."""
    challenge, solution = bench.solved("claim")
    goal = challenge.constants[GOAL]
    assert isinstance(goal, Definition)
    _, (grade, prop) = spine(goal.value)
    changed = replace(goal, value=change(Builder(challenge.terms), grade, prop))
    return bench.attempt(changed_challenge(challenge, changed), solution.constants)


@case
def vacuous_challenge(bench: Bench) -> Attempt:
    return with_statement(bench, lambda b, grade, prop: b.call("EgVar.Evidence", grade, b.call("True")))


@case
def lowered_goal(bench: Bench) -> Attempt:
    return with_statement(bench, lambda b, grade, prop: b.call("EgVar.Evidence", b.call("EgVar.Grade.supported"), prop))


@case
def weaker_statement(bench: Bench) -> Attempt:
    return with_statement(
        bench, lambda b, grade, prop: b.call("EgVar.Evidence", grade, b.call("Or", prop, b.call("True")))
    )


# --- resources ---


def needing(bench: Bench, make: Callable[[Builder], tuple[Expr, Expr]]) -> tuple[Challenge, dict[Name, Constant]]:
    """The accepted solution, which also uses a theorem that two numbers are equal by `Eq.refl`."""
    challenge, solution = bench.solved("claim")
    t, b = challenge.terms, Builder(challenge.terms)
    left, right = make(b)
    nat = t.const("Nat")
    costly = Theorem(("costly",), (), b.eq(nat, left, right), b.refl(nat, right))
    proof = beside(t, t.const(costly.name), costly.type, value_of(solution.constants))
    return challenge, with_answer(solution, proof, costly)


def countdown(b: Builder) -> tuple[Expr, Expr]:
    t = b.terms
    nat = t.const("Nat")
    step = t.lam("n", nat, t.lam("ih", nat, t.bvar(0)))
    return t.app(t.const("Nat.rec", [b.one]), t.lam("n", nat, nat), b.nat(0), step, b.nat(1 << 40)), b.nat(0)


@case
def endless(bench: Bench) -> Attempt:
    challenge, solution = needing(bench, countdown)
    return bench.attempt(challenge, solution, worker=bench.limited)


@case
def huge_memory(bench: Bench) -> Attempt:
    def many(b: Builder) -> tuple[Expr, Expr]:
        total = b.nat(0)
        for k in range(700):
            total = b.call("Nat.add", b.call("Nat.pow", b.nat(2), b.nat((1 << 24) - 1 - k)), total)
        return total, b.nat(0)

    challenge, solution = needing(bench, many)
    return bench.attempt(challenge, solution, worker=bench.limited)


@case
def huge_number(bench: Bench) -> Attempt:
    def tower(b: Builder) -> tuple[Expr, Expr]:
        big = b.call("Nat.pow", b.nat(2), b.nat((1 << 24) - 1))
        return b.call("Nat.pow", big, b.nat(1 << 12)), b.nat(0)

    challenge, solution = needing(bench, tower)
    return bench.attempt(challenge, solution)


@case
def deep_recursion(bench: Bench) -> Attempt:
    def nested(b: Builder) -> tuple[Expr, Expr]:
        e = b.call("Nat.zero")
        for _ in range(300_000):
            e = b.call("Nat.succ", e)
        return e, b.nat(300_000)

    challenge, solution = needing(bench, nested)
    return bench.attempt(challenge, solution, worker=bench.limited)


@contextlib.contextmanager
def signalled(bench: Bench, number: signal.Signals) -> Iterator[None]:
    """Sends the worker a signal once the check has begun, and waits only a little longer than its wall limit."""
    bench.limited.wait_ready()
    process = bench.limited._process
    assert process is not None
    timer = threading.Timer(0.2, os.killpg, (process.pid, number))
    with mock.patch.object(replay, "GRACE_SECONDS", 0.2):
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


@case
def worker_killed(bench: Bench) -> Attempt:
    challenge, solution = needing(bench, countdown)
    meanwhile = signalled(bench, signal.SIGKILL)
    return bench.attempt(challenge, solution, worker=bench.limited, meanwhile=meanwhile)


@case
def worker_stopped(bench: Bench) -> Attempt:
    challenge, solution = needing(bench, countdown)
    meanwhile = signalled(bench, signal.SIGSTOP)
    return bench.attempt(challenge, solution, worker=bench.limited, meanwhile=meanwhile)
