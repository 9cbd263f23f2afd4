"""From the words of a sentence to goals: every reading that accounts for all of its words, best first.

May import: the standard library, `egvar.goal`, `egvar.source`, `egvar.solver.english`.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from egvar.errors import GoalError
from egvar.goal import Goal, parse
from egvar.solver.english import rules
from egvar.solver.english.asked import Asked
from egvar.solver.english.chart import Chart
from egvar.solver.english.meaning import Meaning, Out
from egvar.solver.english.names import Names
from egvar.solver.english.nodes import Node, to_json
from egvar.solver.english.profile import Profile, profile
from egvar.solver.english.rules.common import G
from egvar.solver.english.sentence import Sentence
from egvar.source.source import Source

RULES = rules.__all__
MAX_TOKENS = 60
_CACHE: OrderedDict[str, tuple[Profile, Names]] = OrderedDict()


@dataclass(frozen=True)
class Interpretation:
    """One reading: its goal, a score in [0, 1], what it takes for granted, and which words were read as what."""

    goal: Goal
    score: Fraction
    kind: str
    readings: tuple[str, ...] = ()
    explain: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Read:
    """What came of a sentence: its readings, and the words that none of them could place."""

    readings: tuple[Interpretation, ...]
    unplaced: tuple[str, ...] = ()


def names_of(source: Source, context: str = "") -> Names:
    """The vocabulary of a source; the last few are kept."""
    key = source.bytes_digest + source.reading_digest + context
    if key not in _CACHE:
        p = profile(source, context)
        _CACHE[key] = (p, Names(p))
        if len(_CACHE) > 64:
            _CACHE.popitem(last=False)
    return _CACHE[key][1]


def read(text: str, source: Source, kind: Literal["claim", "question"] | None = None, context: str = "") -> Read:
    """Every reading of `text` over `source`. `context`: words on what the whole table is about (its caption)."""
    wanted = kind or ("question" if text.rstrip().endswith("?") else "claim")
    names = names_of(source, context)
    s = Sentence(text, names)
    if not s.tokens or len(s.tokens) > MAX_TOKENS:
        return Read(())
    chart = Chart(G, s.words, s.stems, s.lexical(), s)
    meaning = Meaning(names.p)
    best: dict[Node, tuple[Out, int, tuple[tuple[int, int, str], ...]]] = {}
    for e in sorted(chart.whole("Z" if wanted == "question" else "S"), key=lambda e: e.cost)[:40]:
        outs = Asked(meaning).of(e.sem) if wanted == "question" else meaning.of(e.sem)
        for o in outs:
            cost = e.cost + o.cost
            if o.node not in best or cost < best[o.node][1]:
                best[o.node] = (o, cost, e.words)
    out: list[Interpretation] = []
    for n, (o, cost, words) in best.items():
        try:
            goal = parse({"kind": wanted, "ask" if wanted == "question" else "claim": to_json(n)})
        except GoalError:
            continue
        shown = tuple((" ".join(t.raw for t in s.tokens[a:b]), what) for a, b, what in sorted(words))
        out.append(Interpretation(goal, Fraction(max(0, 100 - cost), 100), wanted, tuple(sorted(o.notes)), shown))
    out.sort(key=lambda i: (-i.score, repr(i.goal)))
    return Read(tuple(out), () if out else unplaced(s, chart))


def unplaced(s: Sentence, chart: Chart) -> tuple[str, ...]:
    """The words that no phrase uses."""
    used = chart.covered(frozenset({"T", "PP", "P", "CL", "Q", "THAN", "CH", "TIMES", "V", "TV"}))
    return tuple(t.raw for i, t in enumerate(s.tokens) if i not in used and t.text[0].isalnum() and i not in s.named)
