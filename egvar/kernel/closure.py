"""What a declaration reaches, and an order in which the kernel can be given what it reaches.

May import: the standard library and `egvar.kernel`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from egvar.kernel.term import Constant, Constructor, Expr, InductiveType, Name, Quot, Recursor, mentions

QUOTIENTS: tuple[Name, ...] = (("Quot",), ("Quot", "mk"), ("Quot", "lift"), ("Quot", "ind"))


def closure(
    roots: Iterable[Name], find: Callable[[Name], Constant | None], stop: Collection[Name] = ()
) -> tuple[dict[Name, Constant], set[Name]]:
    """Every constant that `roots` reach through types, values, constructors and recursor rules, roots included.

    `find` looks a name up. Names in `stop` are listed but not followed. Returns the constants found and the names
    that `find` does not know.
    """
    found: dict[Name, Constant] = {}
    missing: set[Name] = set()
    seen: set[Expr] = set()
    todo = list(roots)
    while todo:
        n = todo.pop()
        if n in found or n in missing:
            continue
        constant = find(n)
        if constant is None:
            missing.add(n)
            continue
        found[n] = constant
        if n not in stop:
            todo.extend(m for m in mentions(constant, seen) if m not in found)
    return found, missing


def in_order(constants: Mapping[Name, Constant]) -> list[Constant]:
    """`constants` with each after what it mentions (names outside are taken as given); inductive blocks together.

    Deterministic for a given set. Raises ValueError for a cycle other than an inductive block's own.
    """
    block_of: dict[Name, Name] = {}
    for n, c in constants.items():
        if isinstance(c, InductiveType):
            block_of[n] = c.all[0]
        elif isinstance(c, Constructor):
            block_of[n] = _first(constants, c.inductive)
        elif isinstance(c, Recursor):
            block_of[n] = _first(constants, c.all[0])
        elif isinstance(c, Quot):
            block_of[n] = QUOTIENTS[0]
    members: dict[Name, list[Name]] = {}
    for n in sorted(constants, key=_key):
        members.setdefault(block_of.get(n, n), []).append(n)
    needs: dict[Name, list[Name]] = {}
    for block, names in members.items():
        wanted = {block_of.get(m, m) for n in names for m in mentions(constants[n]) if m in constants}
        if block == QUOTIENTS[0] and ("Eq",) in constants:
            wanted.add(block_of.get(("Eq",), ("Eq",)))
        wanted.discard(block)
        needs[block] = sorted(wanted, key=_key)
    out: list[Constant] = []
    done: set[Name] = set()
    open_: set[Name] = set()
    for start in members:
        stack = [(start, iter(needs[start]))]
        while stack:
            block, waiting = stack[-1]
            if block in done:
                stack.pop()
                continue
            open_.add(block)
            for want in waiting:
                if want in done:
                    continue
                if want in open_:
                    raise ValueError("declarations depend on each other in a circle")
                stack.append((want, iter(needs[want])))
                break
            else:
                stack.pop()
                open_.discard(block)
                done.add(block)
                out.extend(constants[n] for n in sorted(members[block], key=lambda n: _rank(constants[n])))
    return out


def _first(constants: Mapping[Name, Constant], inductive: Name) -> Name:
    c = constants.get(inductive)
    return c.all[0] if isinstance(c, InductiveType) else inductive


def _rank(c: Constant) -> tuple[int, tuple[tuple[int, str], ...]]:
    kinds: tuple[type, ...] = (InductiveType, Constructor, Recursor)
    return next((i for i, k in enumerate(kinds) if isinstance(c, k)), 3), _key(c.name)


def _key(n: Name) -> tuple[tuple[int, str], ...]:
    return tuple((0, p) if isinstance(p, str) else (1, f"{p:020d}") for p in n)
