"""Records: what a citation tag stands for, to be compared with a sentence that cites it.

May import: the standard library, `egvar.source`, `egvar.proof`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from egvar.proof.tree import ProofTree
from egvar.proof.values import days, plain, values

LONG = 15
_QUOTED = re.compile(r"“([^”]*)”")


@dataclass(frozen=True)
class Record:
    """What one tag stands for.

    `numbers` may be stated with it, each with the unit that goes with it (None for a bare number, "?" where none is
    tracked); `days` are ordinals; `names` may be named; `needs` has to be named where a number of the record is stated
    (whose number it is); `says` is its text, for words such as "highest"; `phrases` may be repeated word for word.
    """

    tag: str
    says: str
    numbers: tuple[tuple[Fraction, str | None], ...] = ()
    days: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    phrases: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Records:
    """The records of a proof, by tag (several may share a rule's tag), and every name of the table."""

    by_tag: Mapping[str, tuple[Record, ...]] = field(default_factory=dict)
    names: frozenset[str] = frozenset()

    @classmethod
    def of_tree(cls, tree: ProofTree, names: Iterable[str] = ()) -> Records:
        """The records of a proof tree. `names`: what the table calls things, beside what the tree cites."""
        found: dict[str, list[Record]] = {}
        known = set(names)
        for node in tree.nodes:
            for key in ("hedge_tag", "obs_tag", "step_tag", "rule_tag"):
                if key in node:
                    record = _record(str(node[key]), node)
                    found.setdefault(record.tag, []).append(record)
                    known |= record.names
        return cls({t: tuple(rs) for t, rs in found.items()}, frozenset(n for n in known if n.strip()))


def _record(tag: str, node: Mapping[str, Any]) -> Record:
    fact = str(node["fact"])
    value, unit = node.get("value"), node.get("unit")
    if node["kind"] == "evidence" and node.get("evidence_type") == "cell":
        number = _number(value)
        numbers = () if number is None else ((number, unit),)
        entity = str(node.get("entity") or "")
        text = "" if number is not None else str(value)
        dates = frozenset(d.ordinal for d in days(str(node.get("args", ["", "", ""])[2])))
        names = frozenset(x for x in (entity, text) if x)
        needs = frozenset({entity}) if entity and entity != text else frozenset()
        return Record(tag, fact, numbers, dates, names, needs)
    stated: list[tuple[Fraction, str | None]] = []
    number = _number(value)
    if number is not None:
        stated.append((number, unit))
    stated += [(v.number, v.unit or "?") for v in values(plain(fact))]
    for a in node.get("args", ()):
        if (found := _number(a)) is not None:
            stated.append((found, "?"))
    named = frozenset(_QUOTED.findall(fact))
    shown = [v for v in str(value).split(", ") if number is None and value not in (None, "true", "false") and v]
    texts = {str(a) for a in node.get("args", ()) if isinstance(a, str) and node["kind"] == "evidence"}
    return Record(
        tag,
        fact,
        tuple(dict.fromkeys(stated)),
        frozenset(d.ordinal for d in days(fact)),
        frozenset({*named, *shown, *texts}),
        named if node["kind"] == "conclusion" else frozenset(),
        frozenset(plain(x) for x in (fact, *map(str, node.get("args", ()))) if len(x) >= LONG),
    )


def _number(value: object) -> Fraction | None:
    if isinstance(value, bool) or value is None:
        return None
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None
