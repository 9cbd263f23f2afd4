"""The judge: whether an untrusted solution proves a challenge, by Lean's official kernel and an axiom whitelist.

May import: the standard library, `egvar.errors` and `egvar.kernel`. It knows nothing of tables.

The steps, in order; each is a function below, and each refusal carries the step and a stable reason code:

1. *Parse.* The solution's constants come from the strict readers (`olean`, `ndjson`) or from the built-in prover. All
   expressions are rebuilt in the challenge's arena, so equal structures are one object; all are closed.
2. *Additions.* What the challenge does not already have, the solution may add: theorems and safe definitions only,
   and under no name that is reserved by the kernel.
3. *Trusted constants.* What the solution repeats of the library and the challenge is identical as a structure.
4. *Answer.* `answer` is a theorem (a definition, for a question) of type exactly the constant `Goal`, without
   universe parameters.
5. *Axioms.* Everything that `answer` reaches, through types and values, exists; every axiom among it is one of B1
   (this run's observations), B2 (the trust interface), B3 (Lean's core axioms) or B4 (this source's lifts), as a
   structure and not only by name; at least one is B1.
6. *Model.* Every axiom that the challenge may use is interpreted by a closed term of the interpreted type, without any
   axiom, so the axioms are consistent.
7. *Kernel.* The official kernel accepts the challenge, the model, and what the solution adds, from an environment that
   holds the trusted library and nothing else. A crash, a time-out or a limit is `NotChecked`.
8. *Witness.* For a question, the answer is a closed canonical literal, and the kernel accepted
   `answer.1 = literal` by `Eq.refl`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from egvar.errors import FormatError
from egvar.kernel import replay, wire
from egvar.kernel.closure import closure, in_order
from egvar.kernel.replay import NotChecked
from egvar.kernel.term import (
    APP,
    CONST,
    NAT,
    Axiom,
    Constant,
    Constructor,
    Definition,
    Expr,
    InductiveType,
    Name,
    Opaque,
    Quot,
    Recursor,
    Terms,
    Theorem,
    const_name,
    expressions,
    postorder,
    show_name,
    spine,
)
from egvar.kernel.trusted import Library, library, packed_library

GOAL: Name = ("Goal",)
ANSWER: Name = ("answer",)
MODEL: Name = ("Challenge", "model")
WITNESS: Name = ("Challenge", "witness")

_INTERFACE = ("tableOf", "Attested_T", "Evidence", "mkVerified", "weaken", "both", "map")
B2: tuple[Name, ...] = tuple(("EgVar", n) for n in _INTERFACE)
"""The trust interface, an explicit list: `sorryAx` and `lcProof` exist for the elaborator and are not on it."""
B3: tuple[Name, ...] = (("propext",), ("Quot", "sound"), ("Classical", "choice"))
"""Lean's core axioms. The library is Init-free and declares none of them, so this bucket is empty in practice."""

_NAT = ["add", "sub", "mul", "div", "mod", "gcd", "beq", "ble", "land", "lor", "xor", "shiftLeft", "shiftRight"]
_NAT += ["pow", "log2", "zero", "succ", "rec", "pred"]
RESERVED: frozenset[Name] = frozenset(
    [("Nat", n) for n in _NAT]
    + [(n,) for n in ("Nat", "Bool", "Eq", "Quot", "Char", "String", "List", "propext", "eagerReduce", "sorryAx")]
    + [("Bool", "true"), ("Bool", "false"), ("Eq", "refl"), ("List", "nil"), ("List", "cons")]
    + [("Quot", n) for n in ("mk", "lift", "ind", "sound")]
    + [("Char", "ofNat"), ("Char", "mk"), ("String", "ofList"), ("String", "mk"), ("String", "ofByteArray")]
    + [("Lean", n) for n in ("reduceBool", "reduceNat", "trustCompiler", "ofReduceBool", "ofReduceNat", "eagerReduce")]
    + [("Classical", "choice"), ("outParam",), ("OfNat", "ofNat"), ("Bool", "rec"), ("Eq", "rec"), ("List", "rec")]
    + [("dontcare",)]  # stands for a variable that does not occur, inside the kernel
)
"""Names to which the kernel or this judge gives a meaning, whatever is declared under them."""
RESERVED_ROOTS = frozenset({"Challenge", "EgVar", "Lean", "Goal", "World", "Lift", "Nat"})


@dataclass(frozen=True)
class JudgedChallenge:
    """What is to be proved. `constants` are the challenge's own, in dependency order; `observations` (B1) and `lifts`
    (B4) name the axioms among them; `asks` says that `Goal` is a Σ-type over an answer; `packed`, that the library is
    the one with the rules for columns that are held in one number each."""

    constants: Mapping[Name, Constant]
    observations: frozenset[Name]
    lifts: frozenset[Name]
    asks: bool
    terms: Terms
    packed: bool = False

    @property
    def library(self) -> Library:
        return packed_library() if self.packed else library()


@dataclass(frozen=True)
class Judged:
    """The kernel accepted, and every axiom is whitelisted. The only value from which a Verified is made.

    `axioms` by bucket B1 to B4; `witness` is the answer's literal for a question; `declarations` and `seconds` are
    the kernel's.
    """

    axioms: Mapping[str, tuple[Name, ...]]
    witness: Expr | None
    declarations: int
    seconds: float


@dataclass(frozen=True)
class Rejected:
    """Refused in `step` for `reason` (a stable code); `detail` is for people."""

    step: int
    reason: str
    detail: str


Judgement = Judged | Rejected | NotChecked


class _Refuse(Exception):
    def __init__(self, step: int, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.rejected = Rejected(step, reason, detail)


def judge(
    challenge: JudgedChallenge,
    solution: Mapping[Name, Constant],
    worker: replay.KernelWorker,
    witness: Expr | None = None,
) -> Judgement:
    """Judges `solution`; for a question, `witness` is the literal that it claims as its answer."""
    try:
        parsed = _step_1_parse(challenge, solution)
        added = _step_2_additions(challenge, parsed)
        _step_3_trusted(challenge, parsed)
        answer = _step_4_answer(challenge, added)
        reached, axioms = _step_5_axioms(challenge, added, answer)
        _step_6_model(challenge)
        literal = _step_8_witness(challenge, witness)
        outcome = _step_7_kernel(challenge, reached, literal, worker)
    except _Refuse as e:
        return e.rejected
    if isinstance(outcome, NotChecked):
        return outcome
    if isinstance(outcome, replay.Refused):
        name = show_name(outcome.declaration)
        step, reason = (8, "wrong_witness") if outcome.declaration == WITNESS else (7, "kernel_refused")
        return Rejected(step, reason, f"{outcome.kind} at {name}")
    answer_literal = None if literal is None else spine(literal.value)[1][-1]
    return Judged(axioms, answer_literal, outcome.declarations, outcome.seconds)


def _step_1_parse(challenge: JudgedChallenge, solution: Mapping[Name, Constant]) -> dict[Name, Constant]:
    """Every constant rebuilt in the challenge's arena."""
    out: dict[Name, Constant] = {}
    try:
        for n, c in solution.items():
            if not isinstance(c, Constant) or not n:
                raise _Refuse(1, "malformed", "something that is not a constant, or has no name")
            if n != c.name:
                raise _Refuse(1, "malformed", f"a constant is filed under another name: {show_name(n)}")
            rebuilt = _rebuilt(challenge.terms, c)
            if any(e.loose for e in expressions(rebuilt)):
                raise _Refuse(1, "malformed", f"{show_name(n)} has an unbound variable")
            out[n] = rebuilt
    except (FormatError, RecursionError) as e:
        raise _Refuse(1, "malformed", str(e)) from e
    return out


def _rebuilt(terms: Terms, c: Constant) -> Constant:
    if isinstance(c, Definition | Theorem | Opaque):
        return replace(c, type=terms.adopt(c.type), value=terms.adopt(c.value))
    if isinstance(c, Recursor):
        rules = tuple(replace(r, rhs=terms.adopt(r.rhs)) for r in c.rules)
        return replace(c, type=terms.adopt(c.type), rules=rules)
    return replace(c, type=terms.adopt(c.type))


def _step_2_additions(challenge: JudgedChallenge, parsed: Mapping[Name, Constant]) -> dict[Name, Constant]:
    """What the solution adds, each a theorem or a safe definition under a free name."""
    trusted = challenge.library.constants
    added = {n: c for n, c in parsed.items() if n not in trusted and n not in challenge.constants}
    for n, c in added.items():
        shown = show_name(n)
        if n in RESERVED or (n and n[0] in RESERVED_ROOTS):
            raise _Refuse(2, "reserved_name", f"{shown} is a name with a meaning of its own")
        match c:
            case Theorem():
                pass
            case Definition():
                if c.safety != "safe":
                    raise _Refuse(2, "unsafe", f"{shown} is {c.safety}")
            case Axiom():
                raise _Refuse(2, "added_axiom", f"{shown} is an axiom that the challenge does not have")
            case InductiveType() | Constructor() | Recursor():
                raise _Refuse(2, "added_inductive", f"{shown} belongs to an inductive type of the solution's own")
            case Opaque():
                raise _Refuse(2, "added_opaque", f"{shown} is opaque")
            case Quot():
                raise _Refuse(2, "added_quotient", f"{shown} is a quotient constant")
    return added


def _step_3_trusted(challenge: JudgedChallenge, parsed: Mapping[Name, Constant]) -> None:
    """What is repeated of the trusted constants is identical, and the challenge itself does not shadow the library."""
    trusted = challenge.library.constants
    for n in challenge.constants:
        if n in trusted:
            raise _Refuse(3, "changed_constant", f"the challenge declares {show_name(n)} of the library again")
    for n, c in parsed.items():
        own = challenge.constants.get(n) or trusted.get(n)
        if own is not None and not _identical(own, c):
            raise _Refuse(3, "changed_constant", f"{show_name(n)} is not what the challenge or the library says")


def _identical(a: Constant, b: Constant) -> bool:
    """The same declaration; `all` of a lone definition may be left out, and heights of definitions are hints only."""
    if isinstance(a, Definition) and isinstance(b, Definition):
        return (a.name, a.levels, a.type, a.value, a.safety) == (b.name, b.levels, b.type, b.value, b.safety)
    if isinstance(a, Theorem) and isinstance(b, Theorem):
        return (a.name, a.levels, a.type, a.value) == (b.name, b.levels, b.type, b.value)
    return a == b


def _step_4_answer(challenge: JudgedChallenge, added: Mapping[Name, Constant]) -> Constant:
    """`answer`, of type exactly `Goal`."""
    answer = added.get(ANSWER)
    if answer is None:
        raise _Refuse(4, "no_answer", "the solution has no constant `answer`")
    expected = Definition if challenge.asks else Theorem
    if not isinstance(answer, expected):
        raise _Refuse(4, "wrong_kind", f"`answer` is not a {expected.__name__.lower()}")
    if answer.levels or answer.type is not challenge.terms.const(GOAL):
        raise _Refuse(4, "wrong_type", "`answer` is not of type exactly `Goal`")
    return answer


def _step_5_axioms(
    challenge: JudgedChallenge, added: Mapping[Name, Constant], answer: Constant
) -> tuple[dict[Name, Constant], dict[str, tuple[Name, ...]]]:
    """What the answer reaches of the additions, and its axioms by bucket."""
    trusted = challenge.library.constants

    def find(n: Name) -> Constant | None:
        return challenge.constants.get(n) or trusted.get(n) or added.get(n)

    reached, missing = _closure(challenge.library, [answer.name], find)
    buckets: dict[str, list[Name]] = {"B1": [], "B2": [], "B3": [], "B4": []}
    for n in sorted(reached, key=str):
        c = reached[n]
        if getattr(c, "unsafe", False) or (isinstance(c, Definition) and c.safety != "safe"):
            raise _Refuse(5, "unsafe", f"{show_name(n)} is unsafe")
        if not isinstance(c, Axiom):
            continue
        if n in challenge.observations:
            buckets["B1"].append(n)
        elif n in B2:
            buckets["B2"].append(n)
        elif n in B3:
            buckets["B3"].append(n)
        elif n in challenge.lifts:
            buckets["B4"].append(n)
        else:
            raise _Refuse(5, "forbidden_axiom", f"the proof rests on {show_name(n)}")
    if missing:
        raise _Refuse(5, "unknown_constant", f"{show_name(sorted(missing, key=str)[0])} is not declared anywhere")
    if not buckets["B1"]:
        raise _Refuse(5, "no_observation", "the proof rests on no observation")
    return {n: c for n, c in reached.items() if n in added}, {k: tuple(v) for k, v in buckets.items()}


def _closure(
    lib: Library, roots: Iterable[Name], find: Callable[[Name], Constant | None]
) -> tuple[dict[Name, Constant], set[Name]]:
    """`closure`, with what the library's own constants reach looked up, since it is the same in every run."""
    reached, missing = closure(roots, find, lib.constants)
    for n in [n for n in reached if n in lib.constants]:
        for m in lib.reach(n):
            reached.setdefault(m, lib.constants[m])
    return reached, missing


def _step_6_model(challenge: JudgedChallenge) -> None:
    """Each axiom that the challenge allows has an interpretation, and no interpretation needs an axiom."""
    trusted, terms = challenge.library.constants, challenge.terms
    allowed = [*B2, *sorted(challenge.observations | challenge.lifts, key=str)]
    names: dict[Name, Name] = {n: (*MODEL, *n) for n in allowed}
    for n in allowed:
        axiom = challenge.constants.get(n) or trusted.get(n)
        inside = challenge.constants.get(names[n])
        if not isinstance(axiom, Axiom) or axiom.levels or not isinstance(inside, Definition | Theorem):
            raise _Refuse(6, "no_model", f"{show_name(n)} has no interpretation")
        if inside.levels or inside.type is not terms.adopt(axiom.type, names):
            raise _Refuse(6, "no_model", f"the interpretation of {show_name(n)} is of another type")
    reached, missing = _closure(
        challenge.library, names.values(), lambda n: challenge.constants.get(n) or trusted.get(n)
    )
    axioms = [n for n, c in reached.items() if isinstance(c, Axiom)]
    if axioms or missing:
        raise _Refuse(6, "no_model", f"the model rests on {show_name((*axioms, *missing)[0])}")


def _step_7_kernel(
    challenge: JudgedChallenge, reached: Mapping[Name, Constant], literal: Theorem | None, worker: replay.KernelWorker
) -> replay.Outcome:
    """The official kernel's word on the challenge and what the answer reaches of the solution."""
    try:
        ordered = in_order(reached)
    except ValueError as e:
        raise _Refuse(7, "circular", str(e)) from e
    batches = [wire.encode(challenge.constants.values()), wire.encode(ordered)]
    if literal is not None:
        batches.append(wire.encode([literal]))
    return worker.check(batches, challenge.packed)


def _step_8_witness(challenge: JudgedChallenge, witness: Expr | None) -> Theorem | None:
    """The theorem that says what the answer is; the kernel checks it last."""
    if not challenge.asks:
        return None
    if witness is None:
        raise _Refuse(8, "no_witness", "a question's solution says what its answer is")
    terms = challenge.terms
    literal = terms.adopt(witness)
    for e in postorder(literal):
        made = challenge.library.constants.get(const_name(e)) if e.tag == CONST else None
        plain = e.tag in (APP, NAT) or isinstance(made, Constructor | InductiveType)
        unary = isinstance(made, Constructor) and made.inductive == ("Nat",)  # a number is written in one way only
        if not plain or unary or e.loose:
            raise _Refuse(8, "witness_not_literal", "the answer is not a closed literal")
    goal = challenge.constants[GOAL]
    assert isinstance(goal, Definition)
    head, (alpha, beta) = spine(goal.value)
    first = terms.app(terms.const("PSigma.fst", head.args[1]), alpha, beta, terms.const(ANSWER))  # type: ignore[arg-type]
    one = terms.succ(terms.zero)
    statement = terms.app(terms.const("Eq", [one]), alpha, first, literal)
    return Theorem(WITNESS, (), statement, terms.app(terms.const("Eq.refl", [one]), alpha, literal), (WITNESS,))
