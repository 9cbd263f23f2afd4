"""The power-on self-test of the kernel binding: the kernel accepts what it must and refuses what it must.

May import: the standard library, `egvar.errors` and `egvar.kernel`. Runs in the worker before anything else, on an
environment that holds the trusted library; every declaration it adds is under the name `EgVar.SelfTest`.

One probe for every kind of `Lean.Kernel.Exception` that a declaration can provoke. Not provoked: `letTypeMismatch`
and `exprTypeMismatch` (this kernel reports them as another kind), `declHasMVars` and `declHasFVars` have probes;
`deterministicTimeout`, `excessiveMemory`, `interrupted` and `deepRecursion` depend on limits and are covered by tests.
"""

from __future__ import annotations

from collections.abc import Callable

from egvar.errors import LibraryError
from egvar.kernel.ffi import Kernel, KernelRejection, box
from egvar.kernel.term import Name

_ROOT: Name = ("EgVar", "SelfTest")


def run(kernel: Kernel) -> list[str]:
    """Runs every probe; returns the kinds seen. Raises LibraryError at the first that ends otherwise."""
    k = kernel
    one = k.own(k.level_succ(k.zero))
    prop, type_ = k.own(k.e_sort(k.zero)), k.own(k.e_sort(one))
    counter = iter(range(1000))

    def fresh() -> Name:
        return (*_ROOT, next(counter))

    def const(dotted: str, *levels: int) -> int:
        return k.own(k.e_const(k.name(tuple(dotted.split("."))), k.list_of(list(levels))))

    def app(f: int, *args: int) -> int:
        for a in args:
            f = k.own(k.e_app(f, a))
        return f

    def nat(value: int) -> int:
        return k.own(k.e_lit(k.constructor(0, [k.nat(value)])))

    def eq(a: int, b: int) -> int:
        return app(const("Eq", one), const("Nat"), a, b)

    def refl(a: int) -> int:
        return app(const("Eq.refl", one), const("Nat"), a)

    def theorem(statement: int, proof: int, n: Name | None = None) -> None:
        k.add_theorem(n or fresh(), (), statement, proof, ())

    def define(ty: int, value: int) -> None:
        k.add_definition(fresh(), (), ty, value, "abbrev", ())

    big, first = (1 << 200) + 12345, fresh()
    five = app(const("Nat.add"), nat(2), nat(3))
    accept: list[tuple[str, Callable[[], None]]] = [
        ("a theorem", lambda: theorem(const("True"), const("True.intro"), first)),
        ("arithmetic", lambda: theorem(eq(five, nat(5)), refl(nat(5)))),
        (
            "large numbers",
            lambda: theorem(eq(app(const("Nat.mul"), nat(big), nat(big)), nat(big * big)), refl(nat(big * big))),
        ),
        (
            "remainders of large numbers",
            lambda: theorem(eq(app(const("Nat.mod"), nat(big), nat(1 << 64)), nat(12345)), refl(nat(12345))),
        ),
        ("succ of a literal", lambda: theorem(eq(app(const("Nat.succ"), nat(4)), nat(5)), refl(nat(5)))),
        ("a name with a NUL", lambda: theorem(const("True"), const("True.intro"), (*_ROOT, "a\0b"))),
        ("the same name up to the NUL", lambda: theorem(const("True"), const("True.intro"), (*_ROOT, "a"))),
    ]
    refuse: list[tuple[str, str, Callable[[], None]]] = [
        (
            "unknownConstant",
            "an unknown constant",
            lambda: theorem(const("EgVar.SelfTest.absent"), const("True.intro")),
        ),
        ("alreadyDeclared", "a second theorem of one name", lambda: theorem(const("True"), const("True.intro"), first)),
        ("declTypeMismatch", "a proof of something else", lambda: theorem(const("False"), const("True.intro"))),
        ("declTypeMismatch", "a sum off by one", lambda: theorem(eq(five, nat(6)), refl(nat(6)))),
        (
            "declTypeMismatch",
            "a large product off by one",
            lambda: theorem(
                eq(app(const("Nat.mul"), nat(big), nat(big)), nat(big * big + 1)), refl(nat(big * big + 1))
            ),
        ),
        ("thmTypeIsNotProp", "a theorem that is no proposition", lambda: theorem(const("Nat"), nat(0))),
        ("funExpected", "an application of a number", lambda: define(const("Nat"), app(nat(0), nat(0)))),
        ("typeExpected", "a type that is a number", lambda: define(nat(0), nat(0))),
        (
            "appTypeMismatch",
            "an argument of another type",
            lambda: define(const("Nat"), app(const("Nat.succ"), const("True.intro"))),
        ),
        (
            "invalidProj",
            "a projection of a number",
            lambda: define(const("Nat"), k.own(k.e_proj(k.name(("Nat",)), box(0), nat(0)))),
        ),
        ("declHasFVars", "a free variable", lambda: define(k.own(k.e_fvar(k.name(("x",)))), nat(0))),
        ("declHasMVars", "a metavariable", lambda: define(const("Nat"), k.own(k.e_mvar(k.name(("x",)))))),
        (
            "other",
            "a universe parameter that was not declared",
            lambda: define(k.own(k.e_sort(k.own(k.level_succ(k.own(k.level_param(k.name(("u",)))))))), prop),
        ),
        ("declTypeMismatch", "a universe in itself", lambda: define(type_, type_)),
        ("declTypeMismatch", "an expression that is not of its type", lambda: define(const("Bool"), nat(0))),
    ]
    for what, probe in accept:
        try:
            probe()
        except KernelRejection as e:
            raise _failed(what, f"refused with {e.kind}") from e
    seen = []
    for kind, what, probe in refuse:
        try:
            probe()
        except KernelRejection as e:
            if e.kind != kind:
                raise _failed(what, f"refused with {e.kind}, expected {kind}") from e
            seen.append(kind)
        else:
            raise _failed(what, f"accepted, expected {kind}")
    return seen


def _failed(what: str, outcome: str) -> LibraryError:
    return LibraryError("the kernel failed its self-test", cause=f"{what}: {outcome}", hint="egvar doctor")
