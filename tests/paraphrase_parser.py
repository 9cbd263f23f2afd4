"""Reads a paraphrase back: every goal whose paraphrase over a table is a given text.

The grammar is the `phrase` of each query, so a query that is added is read back too. Parsing goes on to all readings;
that there is one only is what the tests ask for.
"""

from __future__ import annotations

import re
from typing import Any

from egvar.challenge.terms import NODES
from egvar.source.parts import PARTS
from egvar.source.source import Source
from egvar.tools.base import Context, Node
from egvar.tools.say import PLACE, column_name

Found = list[tuple[Any, int]]
TEXT = re.compile(r"“((?:[^“”\\]|\\.)*)”")
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+|/[0-9]+)?(?![0-9-])")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
CHAINS = {"filter": {"and": " and ", "or": " or "}, "claim": {"and": ", and ", "or": ", or "}}


def plain(text: str) -> str:
    return re.sub(r"\\(?:u\{([0-9a-f]+)\}|(.))", lambda m: chr(int(m[1], 16)) if m[1] else m[2], text)


class Parser:
    def __init__(self, text: str, source: Source) -> None:
        self.text, self.ctx = text, Context(source)
        self.columns = {column_name(source, c): c.label for c in source.columns}
        self.memo: dict[tuple[str, int], Found] = {}

    def goals(self, sort: str) -> list[dict[str, Any]]:
        out: list[dict[str, Any]] = []
        for data, end in self.full(sort, 0):
            if end == len(self.text) and data not in out:
                out.append(data)
        return out

    def full(self, sort: str, at: int) -> Found:
        """Every phrase of a sort that begins here, chains of and, or included."""
        if (sort, at) not in self.memo:
            self.memo[sort, at] = []
            found = self.single(sort, at)
            for op, word in CHAINS.get(sort, {}).items():
                chain = self.part(sort, at)
                while chain:
                    longer = [
                        ({"op": op, "left": left, "right": right}, end)
                        for left, middle in chain
                        if self.text.startswith(word, middle)
                        for right, end in self.part(sort, middle + len(word))
                    ]
                    found += longer
                    chain = longer
            self.memo[sort, at] = found
        return self.memo[sort, at]

    def part(self, sort: str, at: int) -> Found:
        """A phrase as a part of another: one that is not made of several, or any in brackets."""
        out = [(d, e) for d, e in self.single(sort, at) if not self.model(sort, d).is_compound()]
        if self.text.startswith("(", at):
            inner = self.full(sort, at + 1)
            out += [(d, e + 1) for d, e in inner if self.text.startswith(")", e) and self.model(sort, d).is_compound()]
        return out

    def single(self, sort: str, at: int) -> Found:
        key = ("single " + sort, at)
        if key not in self.memo:
            self.memo[key] = []
            self.memo[key] = [
                found
                for cls in NODES[sort]
                if not (sort in CHAINS and cls.model_fields["op"].default in CHAINS[sort])
                for found in self.of_class(sort, cls, at)
            ]
        return self.memo[key]

    def of_class(self, sort: str, cls: type[Node], at: int) -> Found:
        out: Found = []
        ops = cls.lean if cls.variant == "op" and isinstance(cls.lean, dict) else {cls.model_fields["op"].default: ""}
        variants = list(cls.lean) if isinstance(cls.lean, dict) else [None]
        for variant in variants:
            data: dict[str, Any] = {"op": variant if cls.variant == "op" else next(iter(ops))}
            if variant is not None:
                data[cls.variant] = variant
            states = [(data, at)]
            last = 0
            for m in PLACE.finditer(cls.phrase):
                states = self.literal(states, cls.phrase[last : m.start()])
                states = [s for state in states for s in self.place(cls, variant, m, *state)]
                last = m.end()
            out += self.literal(states, cls.phrase[last:])
        said = [(self.model(sort, d), d, e) for d, e in out]
        return [(d, e) for node, d, e in said if node is not None and node.say(self.ctx) == self.text[at:e]]

    def literal(self, states: Found, text: str) -> Found:
        return [(d, e + len(text)) for d, e in states if self.text.startswith(text, e)]

    def place(self, cls: type[Node], variant: str | None, m: re.Match[str], data: Any, at: int) -> Found:
        name, before = m[1], m[2]
        if name == "=":
            assert variant is not None
            return self.literal([(data, at)], cls.words[variant])
        field = name if name in cls.model_fields else name + "_"
        if field not in cls.model_fields:  # derived: checked once the node is there
            rest = self.text[at:]
            ends = {0, *(k for k in range(1, min(len(rest), 400) + 1) if k == len(rest) or not rest[k].isalnum())}
            return [(data, at + k) for k in sorted(ends)]
        kind = dict(cls.signature)[field]
        if before is not None:
            out = [(data | {name: {"op": "all_rows"}}, at)]
            if self.text.startswith(before, at):
                out += [(data | {name: d}, e) for d, e in self.part("filter", at + len(before))]
            return out
        return [(data | {name: d}, e) for d, e in self.field(kind, at)]

    def field(self, kind: str, at: int) -> Found:
        match kind:
            case "filter" | "claim":
                return self.part(kind, at)
            case "col":
                return self.column(at) + self.full("column", at)
            case "text":
                return [(plain(m[1]), m.end())] if (m := TEXT.match(self.text, at)) else []
            case "day":
                return [(m.group(), m.end())] if (m := DAY.match(self.text, at)) else []
            case "q" | "nat" | "decimal":
                return [(m.group(), m.end())] if (m := NUMBER.match(self.text, at)) else []
            case "value":
                if m := TEXT.match(self.text, at):
                    return [(plain(m[1]), m.end())]
                if m := DAY.match(self.text, at):
                    return [({"day": m.group()}, m.end())]
                return [({"number": m.group()}, m.end())] if (m := NUMBER.match(self.text, at)) else []
            case "span":
                return self.full("values", at)
        return self.full(kind, at)

    def column(self, at: int) -> Found:
        out: Found = []
        for part in PARTS:
            prefix = f"the {part} of " if part else ""
            if self.text.startswith(prefix, at):
                for name, label in self.columns.items():
                    if self.text.startswith(name, at + len(prefix)):
                        ref: Any = {"name": label, "part": part} if part else label
                        out.append((ref, at + len(prefix) + len(name)))
        return out

    def model(self, sort: str, data: Any) -> Any:
        for cls in NODES[sort]:
            ops = cls.lean if cls.variant == "op" else [cls.model_fields["op"].default]
            if data["op"] in ops:
                try:
                    return cls.model_validate(data)
                except ValueError:
                    return None
        return None


def readings(text: str, source: Source, sort: str) -> list[Any]:
    """The nodes of a sort, as models, whose paraphrase is `text`."""
    parser = Parser(text, source)
    nodes = [parser.model(sort, d) for d in parser.goals(sort)]
    return [n for i, n in enumerate(nodes) if n is not None and n not in nodes[:i] and n.say(parser.ctx) == text]
