"""A chart parser in which every token counts: rules say which phrases, side by side, make a new one.

May import: the standard library.

An edge covers tokens `start` to `end` and has a category, a meaning, a cost, and a note for each word that it used.
Nothing is passed over: the elements of a rule touch one another. Positions are worked off from right to left, so that
everything to the right of an edge is complete when a rule looks there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

BEAM = 12
MAX_EDGES = 6000
MAX_COST = 300


@dataclass(frozen=True, slots=True)
class Edge:
    """A phrase. `words`: (first token, last token + 1, what it was read as)."""

    start: int
    end: int
    cat: str
    sem: Any
    cost: int
    words: tuple[tuple[int, int, str], ...] = ()


Built = Iterable[tuple[Any, int]]
Builder = Callable[..., Built]
Element = str | frozenset[str]


@dataclass(frozen=True)
class Rule:
    """`pattern`: categories (upper case) and sets of literal words; `build` gets the sentence and the phrases of the
    categories, and returns meanings with their extra cost."""

    cat: str
    pattern: tuple[Element, ...]
    build: Builder


class Grammar:
    """A set of rules, indexed by their first element."""

    def __init__(self) -> None:
        self.by_category: dict[str, list[Rule]] = defaultdict(list)
        self.by_word: dict[str, list[Rule]] = defaultdict(list)

    def rule(self, cat: str, *patterns: str) -> Callable[[Builder], Builder]:
        """Registers rules. A pattern is words separated by blanks: CATEGORY, or a|b for literal words; [x] may be
        left out."""

        def register(build: Builder) -> Builder:
            for text in patterns:
                for variant in _variants(text.split()):
                    r = Rule(cat, tuple(variant), build)
                    first = r.pattern[0]
                    if isinstance(first, str):
                        self.by_category[first].append(r)
                    else:
                        for word in first:
                            self.by_word[word].append(r)
            return build

        return register


def _variants(items: Sequence[str]) -> Iterator[list[Element]]:
    if not items:
        yield []
        return
    head = items[0]
    optional = head.startswith("[") and head.endswith("]") and len(head) > 2
    for rest in _variants(items[1:]):
        if optional:
            yield rest
        word = head[1:-1] if optional else head
        yield [word if word.isupper() and word.isalpha() else frozenset(word.split("|")), *rest]


class Chart:
    """The edges of one sentence."""

    def __init__(
        self, grammar: Grammar, words: Sequence[str], stems: Sequence[str], lexical: Iterable[Edge], ctx: Any
    ) -> None:
        self.grammar, self.words, self.stems, self.ctx = grammar, words, stems, ctx
        self.made = 0
        self.edges: dict[int, dict[str, list[Edge]]] = defaultdict(lambda: defaultdict(list))
        self._best: dict[tuple[int, int, str, Any], int] = {}
        self._count: dict[tuple[int, int, str], int] = defaultdict(int)
        starts: dict[int, list[Edge]] = defaultdict(list)
        for e in lexical:
            starts[e.start].append(e)
        for i in range(len(words) - 1, -1, -1):
            self._complete(i, starts.get(i, []))

    def _complete(self, i: int, lexical: list[Edge]) -> None:
        agenda = sorted(lexical, key=lambda e: -e.cost)
        for word in {self.words[i], self.stems[i]}:
            for r in self.grammar.by_word.get(word, ()):
                agenda.extend(self._finish(r, 1, i, i + 1, (), 0, ()))
        while agenda and self.made < MAX_EDGES:
            edge = agenda.pop()
            if not self._add(edge):
                continue
            for r in self.grammar.by_category.get(edge.cat, ()):
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
            if worst.cost <= edge.cost:
                return False
            same.remove(worst)
            del self._best[(worst.start, worst.end, worst.cat, worst.sem)]
        else:
            self._count[spot] += 1
        self.made += 1
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
        words: tuple[tuple[int, int, str], ...],
    ) -> Iterator[Edge]:
        """The edges that rule `r` makes, its first `k` elements being matched up to token `at`."""
        if cost > MAX_COST:
            return
        if k == len(r.pattern):
            self.ctx.span = (start, at)
            for sem, extra in r.build(self.ctx, *found):
                yield Edge(start, at, r.cat, sem, cost + extra, words)
            return
        if at >= len(self.words):
            return
        element = r.pattern[k]
        if isinstance(element, frozenset):
            if self.words[at] in element or self.stems[at] in element:
                yield from self._finish(r, k + 1, start, at + 1, found, cost, words)
            return
        if at in self.edges:
            for e in tuple(self.edges[at].get(element, ())):
                yield from self._finish(r, k + 1, start, e.end, (*found, e), cost + e.cost, words + e.words)

    def whole(self, cat: str) -> list[Edge]:
        """Edges of a category that cover the sentence."""
        n = len(self.words)
        return [e for e in self.edges[0][cat] if e.end == n] if 0 in self.edges else []

    def covered(self, cats: frozenset[str]) -> set[int]:
        """Tokens that some phrase of these categories of two or more tokens uses, or that name something."""
        out: set[int] = set()
        for by_cat in self.edges.values():
            for cat, edges in by_cat.items():
                if cat in cats:
                    for e in edges:
                        out.update(range(e.start, e.end))
        return out
