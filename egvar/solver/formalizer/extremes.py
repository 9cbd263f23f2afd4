"""Phrases of extremes and ranks: “the highest density”, “the second largest”, “the top 5 albums”.

May import: the standard library, `egvar.solver.formalizer`.

EXTREME is (highest or lowest, column): the rows of an extreme, or the extreme number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from egvar.solver.formalizer.chart import Edge, rule
from egvar.solver.formalizer.columns import Made
from egvar.solver.formalizer.conditions import PLACES
from egvar.solver.formalizer.sem import ALL, node
from egvar.solver.formalizer.sentence import Sentence

Built = Iterator[tuple[Any, int]]
ASKED = "\0"  # the column that is asked about, where a phrase leaves it open


@rule(
    "EXTREME",
    "SUP COLX",
    "SUP number of COLX",
    "SUP total COLX",
    "SUP total number of COLX",
    "SUP value of|in|for COLX",
)
def extreme(s: Sentence, sup: Edge, col: Edge) -> Built:
    way, about = sup.sem
    c: Made = col.sem
    if about is None or c.words & set(about):
        yield (way, c.column), 0
        if c.words & PLACES and s.words[sup.start] in (
            "highest",
            "best",
            "top",
            "lowest",
        ):  # the best place is number 1
            yield ("lowest" if way == "highest" else "highest", c.column), 0


@rule("EXTREME", "SUP")
def named_extreme(s: Sentence, sup: Edge) -> Built:
    way, about = sup.sem
    if about is not None:
        for c in s.vocabulary.columns:
            if c.numeric and (c.words & set(about)):
                yield (way, c.label), 20


@rule("COND", "ORD SUP COLX", "ORD - SUP COLX", "ORD SUP number of COLX", "ORD - SUP number of COLX")
def ranked(s: Sentence, n: Edge, sup: Edge, col: Edge) -> Built:
    """“the second highest”: the highest of those that are not the highest one."""
    way, about = sup.sem
    if about is None and 2 <= n.sem <= 100:
        ahead = node("top" if way == "highest" else "bottom", column=col.sem.column, count=n.sem - 1, where=ALL)
        yield node(way, column=col.sem.column, where=node("not", of=ahead)), 0


@rule("EXTREME", "COLX is|was|be SUP", "COLX the most|least")
def is_extreme(s: Sentence, col: Edge, sup: Edge | None = None) -> Built:
    if sup is not None and sup.sem[1] is None:
        yield (sup.sem[0], col.sem.column), 5


@rule("EXTREME", "EXTREME ANY", "EXTREME AMONG")
def among_all(s: Sentence, e: Edge, rows: Edge) -> Built:
    if rows.cat == "ANY" or rows.sem == ALL:
        yield e.sem, 0


@rule("EXTREME", "EXTREME of any|all ROWSX", "EXTREME among any|all ROWSX")
def of_any(s: Sentence, e: Edge, rows: Edge) -> Built:
    if rows.sem[1] == ALL:
        yield e.sem, 0


@rule("COND", "EXTREME")
def extreme_rows(s: Sentence, e: Edge) -> Built:
    way, column = e.sem
    yield node(way, column=column, where=ALL), 0


@rule("ROWSX", "top|bottom NUM ROWSX by COLX", "top|bottom NUM ROWSX in terms of COLX")
def best_by(s: Sentence, n: Edge, rows: Edge, col: Edge) -> Built:
    if n.sem.value.denominator == 1 and 1 <= n.sem.value <= 1000:
        word = (
            "bottom" if ("bottom" in s.words[max(0, n.start - 1) : n.start]) != bool(col.sem.words & PLACES) else "top"
        )
        yield (rows.sem[0], node(word, column=col.sem.column, count=int(n.sem.value), where=rows.sem[1])), 0


@rule("ROWSX", "NUM ROWSX EXTREME", "top|bottom NUM ROWSX EXTREME")
def best_with(s: Sentence, n: Edge, rows: Edge, e: Edge) -> Built:
    """“the 3 painters with the highest expression”"""
    if n.sem.value.denominator == 1 and 1 <= n.sem.value <= 1000 and not n.sem.year:
        word = "top" if e.sem[0] == "highest" else "bottom"
        yield (rows.sem[0], node(word, column=e.sem[1], count=int(n.sem.value), where=rows.sem[1])), 0


@rule("ROWSX", "first|last|top|bottom NUM ROWSX")
def placed(s: Sentence, n: Edge, rows: Edge) -> Built:
    """The first few: by a column that ranks the rows, or from the top of the table."""
    if n.sem.value.denominator != 1 or not 1 <= n.sem.value <= 1000 or n.sem.year:
        return
    word, k = s.words[n.start - 1], int(n.sem.value)
    ranks = [c for c in s.vocabulary.columns if c.rank]
    if word in ("top", "first"):
        for c in ranks[:1]:
            yield (rows.sem[0], node("bottom", column=c.label, count=k, where=rows.sem[1])), 5
    if word == "top" and not ranks:
        yield (rows.sem[0], node("top", column=ASKED, count=k, where=rows.sem[1])), 5
    if word in ("first", "last"):
        yield (rows.sem[0], node(word, count=k, where=rows.sem[1])), 5
