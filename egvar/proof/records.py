"""Records: what a citation tag stands for, to be compared with a sentence that cites it.

May import: the standard library, `egvar.proof`, `egvar.source`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from egvar.proof.characters import plain
from egvar.proof.spots import labelled, named
from egvar.proof.tree import TAGS, ProofTree
from egvar.proof.values import days, values

if TYPE_CHECKING:
    from egvar.source.source import Source

LONG = 15
_QUOTED = re.compile(r"“([^”]*)”")
_LABEL = re.compile(r'"([^"]*)"')
_ROUNDED = re.compile(r" to the digits given, that is [^:]*? x [<≤] [-0-9./]+")
_COMPARES = re.compile(
    r'(?:where|and|or|not|\(|row,)\s*\(*(?:the \w+ of )?"(_*)"\)* is( not)?'
    r"(?: more than| less than| at least| at most)? ?$"
)
_TURNED = re.compile(r"\bnot \(|\bit is not so that\b| is not “| is not [0-9\"-]")
_DERIVED = ("evidence:", "comparison:", "query:", "rows:", "reading:")
_ROWS = re.compile(r"(?:\brows? )([0-9]+(?:(?:, |–| and )[0-9]+)*)(?: and [0-9]+ more)?")


@dataclass(frozen=True)
class Number:
    """A number of a record. `unit` None for a bare one. `compared`: the sign that the record puts before it ("" for
    none). `label`: the column that the record compares with it, or a word that has to stand beside it: such a number is
    a condition, not a result. `rounded`: it is known to its own digits only."""

    value: Fraction
    unit: str | None = None
    compared: str = ""
    label: str = ""
    rounded: bool = False

    @property
    def condition(self) -> bool:
        return bool(self.compared or self.label)


@dataclass(frozen=True)
class Record:
    """What one tag stands for.

    `numbers` may be stated with it; `days` (ordinals) likewise; `names` may be named; `needs` have to be named where a
    number is stated (whose number it is); `answers` have to be named all or none; `columns` are what it is about;
    `phrases` may be repeated word for word; `false` says that it is the proof of the contrary of what it quotes;
    `ordered` that its numbers stand in an order (the arguments of a stored fact); `derived` that it is no cell but a
    conclusion; `weak` that it is supported and not verified; `opaque` that it turns what it quotes into something else
    (not, or), so that it may only be repeated word for word.
    """

    tag: str
    says: str
    numbers: tuple[Number, ...] = ()
    days: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()
    columns: frozenset[str] = frozenset()
    phrases: frozenset[str] = frozenset()
    false: bool = False
    ordered: bool = False
    derived: bool = False
    weak: bool = False
    opaque: bool = False


@dataclass(frozen=True)
class Records:
    """The records of a proof, by tag (several may share a rule's tag); every name of the table; its columns' labels,
    without the `key` column, which says what rows are about."""

    by_tag: Mapping[str, tuple[Record, ...]] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    columns: frozenset[str] = frozenset()
    key: str = ""

    @classmethod
    def of_tree(cls, tree: ProofTree, source: Source | None = None) -> Records:
        """The records of a proof tree; `source` tells what the table calls things, beside what the tree cites.

        A leaf that is not verified is no record, nor is what holds only in another reading of the file.
        """
        found: dict[str, list[Record]] = {}
        known: set[str] = set()
        columns: set[str] = set()
        key = ""
        if source is not None:
            known = {c.text for column in source.columns for c in column.cells if c.number is None and c.text}
            columns = {c.label for c in source.columns}
            key = _key(source)
        nodes = {n["id"]: n for n in tree.nodes}
        for node in _vouched(tree):
            said = nodes[node["premises"][0]] if node.get("rule") == "reading:as_read" else node
            for name in TAGS:
                if name in node:
                    record = _record(str(node[name]), said, key)
                    found.setdefault(record.tag, []).append(record)
                    known |= record.names
                    columns |= record.columns
        names, labels = frozenset(n for n in known if n.strip()), frozenset(columns - {key})
        by_tag = {t: tuple(_plainly(r, names, labels) for r in rs) for t, rs in found.items()}
        return cls(by_tag, names, labels, key)


def _plainly(r: Record, names: frozenset[str], columns: frozenset[str]) -> Record:
    """A record whose text quotes nothing, as facts of the world do: whatever it names, it is about."""
    if not r.derived or r.columns or _QUOTED.search(r.says):
        return r
    own = frozenset(s.what for s in named(r.says, names))
    about = frozenset(s.what for s in labelled(r.says, columns))
    return replace(r, names=r.names | own, needs=r.needs | own, columns=about)


def _key(source: Source) -> str:
    """The column that says what rows are about: the first that holds a text."""
    from egvar.source.cell import Kind

    named = next((c for c in source.columns if any(x.kind is Kind.TEXT for x in c.cells)), None)
    return named.label if named is not None else ""


def _vouched(tree: ProofTree) -> Iterator[Mapping[str, Any]]:
    """The nodes that an answer may rest on: reached from the root by none but the reading as the file stands, and
    verified where they are leaves."""
    nodes = {n["id"]: n for n in tree.nodes}
    todo, seen = ([tree.root["id"]] if tree.root is not None else []), set()
    while todo:
        node = nodes[todo.pop()]
        if node["id"] in seen or node.get("rule") == "reading:other":
            continue
        seen.add(node["id"])
        todo += node.get("premises", ())
    for node in tree.nodes:
        if node["id"] in seen and node.get("provenance", {}).get("verified", True) is True:
            yield node


def _record(tag: str, node: Mapping[str, Any], key: str) -> Record:
    fact = str(node["fact"])
    if node.get("evidence_type") == "cell":
        return _cell(tag, node, fact, key)
    columns = frozenset(_LABEL.findall(fact))
    quoted = frozenset(_QUOTED.findall(fact))
    false = fact.startswith("Refuted:") or node.get("value") == "false"
    opaque = _TURNED.search(fact) is not None or (" or " in fact and " and " in fact)
    numbers = list(_numbers(fact, columns))
    answers: set[str] = set()
    if node["predicate"] == "values":
        numbers, answers = _answers(node, numbers)
    elif (result := _number(node.get("value"))) is not None and not fact.startswith("rows where"):
        numbers = [n for n in numbers if n.condition] + [Number(result, node.get("unit"))]
    says = fact
    stored = node["kind"] == "evidence" or not str(node.get("rule", "")).startswith(_DERIVED)
    texts: frozenset[str] = frozenset()
    if stored:
        numbers += [Number(Fraction(x)) for x in node.get("args", ()) if isinstance(x, int) and not isinstance(x, bool)]
        texts = frozenset(x for x in node.get("args", ()) if isinstance(x, str) and _number(x) is None)
        says = " ".join([fact, str(node.get("predicate", "")), str(node.get("provenance", {}).get("table", ""))])
        if node["kind"] == "conclusion" and (confidence := _number(node.get("confidence"))) is not None:
            numbers.append(Number(confidence, None, "", "confidence"))
            says += " confidence"
    needs = texts | (quoted if node["kind"] == "conclusion" else frozenset())
    weak = (not stored and node.get("confidence") != 1.0) or node.get("grade", "verified") != "verified"
    flat = not false and not weak
    args_said = [str(a) for a in node.get("args", ()) if isinstance(a, str) and flat]
    return Record(
        tag,
        says,
        tuple(dict.fromkeys(numbers)),
        frozenset(d.ordinal for d in days(fact) if d.ordinal is not None),
        frozenset({*quoted, *answers, *texts}),
        needs,
        frozenset(answers),
        columns - {key},
        frozenset(plain(x) for x in (fact, *args_said) if len(x) >= LONG),
        false,
        stored,
        node["kind"] == "conclusion",
        weak,
        opaque,
    )


def _cell(tag: str, node: Mapping[str, Any], fact: str, key: str) -> Record:
    label, row, raw = node["args"][:3]
    number, entity = _number(node.get("value")), str(node.get("entity") or "")
    own = () if number is None else (Number(number, node.get("unit")),)
    text = str(node.get("value") or "") if number is None else ""
    return Record(
        tag,
        fact,
        (*own, Number(Fraction(row), None, "", "row")),
        frozenset(d.ordinal for d in days(str(raw)) if d.ordinal is not None),
        frozenset(x for x in (entity, text) if x),
        frozenset({entity}) if entity and entity != text else frozenset(),
        columns=frozenset({str(label)}) - {key},
        phrases=frozenset({plain(text)}) if values(text) and not days(text) else frozenset(),
    )


def _answers(node: Mapping[str, Any], numbers: list[Number]) -> tuple[list[Number], set[str]]:
    """What a step found: its numbers, and its texts."""
    shown = [x.strip() for x in str(node.get("value") or "").split(", ") if x.strip()]
    found = [Number(v.number, v.unit) for x in shown for v in values(plain(x)) if v.said == plain(x).strip()]
    return [n for n in numbers if n.condition] + found, {x for x in shown if not values(plain(x))}


def _numbers(fact: str, columns: Iterable[str]) -> Iterator[Number]:
    """The numbers of a step's text, each with what the text compares it with."""
    rounded = _ROUNDED.search(fact) is not None
    text = _ROUNDED.sub("", fact)
    for m in _ROWS.finditer(text):
        yield from (Number(Fraction(x), None, "", "row") for x in re.findall("[0-9]+", m[1]))
    text = _ROWS.sub(lambda m: " " * len(m.group()), text)
    text = _QUOTED.sub(lambda m: " " * len(m.group()), text)
    hidden = _LABEL.sub(lambda m: '"' + "_" * len(m[1]) + '"', text)
    for v in values(hidden):
        before = _COMPARES.search(hidden[: v.start])
        label = text[before.start(1) : before.end(1)] if before else ""
        if not before and re.search(r"one of the $", hidden[: v.start]):
            label = "one of the"
        sign = "!=" if before and before[2] else "" if v.compared == "~" else v.compared
        yield Number(v.number, v.unit, sign, label, rounded and not sign and not label)


def _number(value: object) -> Fraction | None:
    if isinstance(value, bool) or value is None:
        return None
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None
