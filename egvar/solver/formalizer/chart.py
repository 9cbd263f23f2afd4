"""A chart parser over typed phrases: rules say which phrases, in which order, make a new one, and what it means.

May import: the standard library, `egvar.solver.formalizer.tokens`.

An edge covers tokens `start` to `end` and has a category, a meaning, a cost and a note for each word that it used.
A rule's pattern is a sequence of categories and of literal words; between them, tokens may be passed over at the cost
that the sentence gives them (none where it forbids it). Positions are worked off from right to left, so that
everything to the right of an edge is complete when a rule looks there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

BEAM = 24
MAX_COST = 400


@dataclass(frozen=True, slots=True)
class Edge:
    """A phrase. `words`: (what was written, what it was read as)."""

    start: int
    end: int
    cat: str
    sem: Any
    cost: int
    words: tuple[tuple[str, str], ...] = ()


Built = Iterable[tuple[Any, int]]
Builder = Callable[..., Built]


@dataclass(frozen=True)
class Rule:
    """`pattern`: categories (upper case) and sets of literal words; `build` gets the sentence and the phrases of the
    categories, and returns meanings with their extra cost."""

    name: str
    cat: str
    pattern: tuple[str | frozenset[str], ...]
    build: Builder


RULES: list[Rule] = []


def rule(cat: str, *patterns: str) -> Callable[[Builder], Builder]:
    """Registers rules. A pattern is words separated by blanks: CATEGORY, or a|b for literal words; [x] is optional."""

    def register(build: Builder) -> Builder:
        for text in patterns:
            for variant in _variants(text.split()):
                RULES.append(Rule(build.__name__, cat, tuple(variant), build))
        return build

    return register


def _variants(parts: Sequence[str]) -> Iterator[list[str | frozenset[str]]]:
    if not parts:
        yield []
        return
    head = parts[0]
    optional = head.startswith("[") and head.endswith("]") and len(head) > 2
    for rest in _variants(parts[1:]):
        if optional:
            yield rest
            head = parts[0][1:-1]
        yield [head if head.isupper() else frozenset(head.split("|")), *rest]


class Chart:
    """The edges of one sentence. `skip(i)` is the cost to pass over token i, or None."""

    def __init__(
        self,
        words: Sequence[str],
        stems: Sequence[str],
        lexical: Iterable[Edge],
        skip: Callable[[int], int | None],
        ctx: Any,
    ) -> None:
        self.words, self.stems, self.skip, self.ctx = words, stems, skip, ctx
        self.pruned = False
        self.edges: dict[int, dict[str, list[Edge]]] = defaultdict(lambda: defaultdict(list))
        self._best: dict[tuple[int, int, str, Any], int] = {}
        self._count: dict[tuple[int, int, str], int] = defaultdict(int)
        self._by_first: dict[str, list[Rule]] = defaultdict(list)
        self._literal: list[Rule] = []
        for r in RULES:
            if isinstance(r.pattern[0], str):
                self._by_first[r.pattern[0]].append(r)
            else:
                self._literal.append(r)
        starts: dict[int, list[Edge]] = defaultdict(list)
        for e in lexical:
            starts[e.start].append(e)
        for i in range(len(words) - 1, -1, -1):
            self._complete(i, starts.get(i, []))

    def _complete(self, i: int, lexical: list[Edge]) -> None:
        agenda = sorted(lexical, key=lambda e: -e.cost)
        for r in self._literal:
            first = r.pattern[0]
            assert isinstance(first, frozenset)
            if self.words[i] in first or self.stems[i] in first:
                agenda.extend(self._finish(r, 1, i, i + 1, (), 0, ()))
        while agenda:
            edge = agenda.pop()
            if not self._add(edge):
                continue
            for r in self._by_first[edge.cat]:
                agenda.extend(self._finish(r, 1, i, edge.end, (edge,), edge.cost, edge.words))

    def _add(self, edge: Edge) -> bool:
        if edge.cost > MAX_COST:
            return False
        key = (edge.start, edge.end, edge.cat, edge.sem)
        if key in self._best and self._best[key] <= edge.cost:
            return False
        spot = (edge.start, edge.end, edge.cat)
        same = self.edges[edge.start][edge.cat]
        if key in self._best:
            same[:] = [e for e in same if not (e.end == edge.end and e.sem == edge.sem)]
        elif self._count[spot] >= BEAM:
            worst = max((e for e in same if e.end == edge.end), key=lambda e: e.cost)
            self.pruned = True
            if worst.cost <= edge.cost:
                return False
            same.remove(worst)
            del self._best[(worst.start, worst.end, worst.cat, worst.sem)]
        else:
            self._count[spot] += 1
        self._best[key] = edge.cost
        same.append(edge)
        return True

    def _finish(
        self,
        r: Rule,
        k: int,
        start: int,
        at: int,
        found: tuple[Edge, ...],
        cost: int,
        words: tuple[tuple[str, str], ...],
    ) -> Iterator[Edge]:
        """The edges that rule `r` makes, its first `k` elements being matched up to token `at`."""
        if cost > MAX_COST:
            return
        if k == len(r.pattern):
            for sem, extra in r.build(self.ctx, *found):
                yield Edge(start, at, r.cat, sem, cost + extra, words)
            return
        element = r.pattern[k]
        for position, passed in self.from_(at):
            if isinstance(element, frozenset):
                if position < len(self.words) and (self.words[position] in element or self.stems[position] in element):
                    yield from self._finish(r, k + 1, start, position + 1, found, cost + passed, words)
            else:
                for e in tuple(self.edges[position][element]) if position in self.edges else ():
                    yield from self._finish(
                        r, k + 1, start, e.end, (*found, e), cost + passed + e.cost, words + e.words
                    )

    def from_(self, at: int) -> Iterator[tuple[int, int]]:
        """Positions that can be reached from `at` by passing over tokens, with the cost."""
        cost = 0
        while True:
            yield at, cost
            if at >= len(self.words):
                return
            step = self.skip(at)
            if step is None:
                return
            cost, at = cost + step, at + 1
            if cost > MAX_COST:
                return

    def whole(self, cat: str) -> Iterator[Edge]:
        """Edges of a category that cover the sentence but for tokens that can be passed over."""
        n = len(self.words)
        for start, before in self.from_(0):
            for e in list(self.edges[start][cat]) if start in self.edges else ():
                for end, after in self.from_(e.end):
                    if end == n:
                        yield Edge(e.start, e.end, e.cat, e.sem, e.cost + before + after, e.words)
