"""Every function that the kernel computes by name means what its definition says.

The kernel evaluates these functions on literals with GMP, whatever their definitions. Here each is evaluated twice: on
literals under its own name, and unfolded: the library's definitions are declared again under other names, which the
kernel does not accelerate. Both must give what Python's integers give.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product

import pytest

from egvar.kernel.closure import closure, in_order
from egvar.kernel.replay import Accepted, KernelWorker, Refused
from egvar.kernel.term import Definition, Expr, Name, Terms, Theorem
from egvar.kernel.trusted import library
from egvar.kernel.wire import encode

BINARY: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: max(a - b, 0),
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b if b else 0,
    "mod": lambda a, b: a % b if b else a,
    "gcd": math.gcd,
    "beq": lambda a, b: int(a == b),
    "ble": lambda a, b: int(a <= b),
    "land": lambda a, b: a & b,
    "lor": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shiftLeft": lambda a, b: a << b,
    "shiftRight": lambda a, b: a >> b,
    "pow": lambda a, b: a**b,
}
SMALL = [0, 1, 2, 3, 5, 6]
LARGE = [0, 1, 7, 2**63 - 1, 2**63, 2**64 + 3, 3**80]
PREFIX: Name = ("Unfolded",)


def log2(a: int) -> int:
    return max(a.bit_length() - 1, 0)


class Maker:
    """Theorems that say what a function's value is."""

    def __init__(self) -> None:
        self.terms = Terms(library().terms)
        self.count = 0

    def equation(self, f: Name, args: list[Expr], value: int, boolean: bool) -> Theorem:
        t = self.terms
        one = t.succ(t.zero)
        type_ = t.const("Bool" if boolean else "Nat")
        right = t.const("Bool.true" if value else "Bool.false") if boolean else t.nat(value)
        left = t.app(t.const(f), *args)
        self.count += 1
        statement = t.app(t.const("Eq", [one]), type_, left, right)
        return Theorem(("Check", self.count), (), statement, t.app(t.const("Eq.refl", [one]), type_, right))

    def unary(self, value: int) -> Expr:
        """A number as `succ (succ … zero)`, which is no literal."""
        t = self.terms
        e = t.const((*PREFIX, "zero"))
        for _ in range(value):
            e = t.app(t.const((*PREFIX, "succ")), e)
        return e


def unfolded(terms: Terms) -> tuple[list[Definition], dict[Name, Name]]:
    """The definitions of all primitives and of what they use, with every `Nat` function under another name."""
    names = [("Nat", n) for n in (*BINARY, "log2")]
    reached, missing = closure(names, library().constants.get)
    assert not missing
    rename: dict[Name, Name] = {n: (*PREFIX, *n) for n, c in reached.items() if isinstance(c, Definition)}
    rename |= {("Nat", "zero"): (*PREFIX, "zero"), ("Nat", "succ"): (*PREFIX, "succ")}
    out = []
    t = terms
    nat = t.const("Nat")
    succ = t.lam("n", nat, t.app(t.const("Nat.succ"), t.bvar(0)))
    zero = Definition((*PREFIX, "zero"), (), nat, t.const("Nat.zero"))
    out += [zero, Definition((*PREFIX, "succ"), (), t.pi("n", nat, nat), succ)]
    for c in in_order(reached):
        if isinstance(c, Definition):
            out.append(Definition(rename[c.name], c.levels, terms.adopt(c.type, rename), terms.adopt(c.value, rename)))
    return out, rename


@pytest.mark.parametrize("name", [*BINARY, "log2"])
def test_literals_are_computed_as_python_does(name: str, worker: KernelWorker) -> None:
    m = Maker()
    boolean = name in ("beq", "ble")
    checks = []
    for a, b in product(LARGE, LARGE):
        if name in ("shiftLeft", "pow") and b > 100:
            continue
        args, value = ([a], log2(a)) if name == "log2" else ([a, b], BINARY[name](a, b))
        if name == "shiftRight" and b > 2**20:
            continue
        checks.append(m.equation(("Nat", name), [m.terms.nat(x) for x in args], value, boolean))
    assert isinstance(worker.check([encode(checks)]), Accepted)
    wrong = m.equation(("Nat", name), [m.terms.nat(x) for x in arguments(name)], wrong_value(name), boolean)
    assert isinstance(worker.check([encode([wrong])]), Refused)


def arguments(name: str) -> list[int]:
    return [5] if name == "log2" else [5, 3]


def wrong_value(name: str) -> int:
    """Something that the function at `arguments` is not."""
    right = log2(5) if name == "log2" else BINARY[name](5, 3)
    return 1 - right if name in ("beq", "ble") else right + 1


@pytest.mark.parametrize("name", [*BINARY, "log2"])
def test_the_definitions_mean_the_same(name: str, worker: KernelWorker) -> None:
    m = Maker()
    definitions, rename = unfolded(m.terms)
    boolean = name in ("beq", "ble")
    checks = []
    for a, b in product(SMALL, SMALL):
        if name in ("shiftLeft", "pow") and (a > 3 or b > 3):
            continue
        args, value = ([a], log2(a)) if name == "log2" else ([a, b], BINARY[name](a, b))
        checks.append(m.equation(rename["Nat", name], [m.unary(x) for x in args], value, boolean))
    assert isinstance(worker.check([encode(definitions), encode(checks)]), Accepted)
    wrong = m.equation(rename["Nat", name], [m.unary(x) for x in arguments(name)], wrong_value(name), boolean)
    assert isinstance(worker.check([encode(definitions), encode([wrong])]), Refused)


def test_the_export_is_what_the_sources_compile_to() -> None:
    from egvar.kernel import export, trusted

    assert export.build() == (trusted.EXPORT.read_bytes(), trusted.PACKED_EXPORT.read_bytes())


def test_recursors_in_the_export_are_those_that_the_kernel_makes(worker: KernelWorker) -> None:
    """Each recursor and constructor, as the kernel made it, is of the type that the export says."""
    from egvar.kernel.term import Constructor, Recursor

    t = Terms(library().terms)
    definitions = []
    for i, c in enumerate(library().constants.values()):
        if isinstance(c, Constructor | Recursor):
            levels = [t.param(u) for u in c.levels]
            definitions.append(Definition(("Same", i), c.levels, t.adopt(c.type), t.const(c.name, levels)))
    assert len(definitions) > 50
    assert isinstance(worker.check([encode(definitions)]), Accepted)
