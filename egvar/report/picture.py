"""A proof tree as a picture: boxes and lines with places, to be drawn as SVG.

May import: the standard library, `egvar.proof`; networkx inside the functions that need it.

The root is on the left; each box follows from the boxes to its right. A conclusion that rests on many cells shows the
first few and one box for the rest.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any

from egvar.proof.export import citation
from egvar.proof.tree import ProofTree
from egvar.report.words import with_decimals

MAX_CELLS = 7
"""Cells drawn for one conclusion."""
MAX_BOXES = 120
"""Boxes drawn at all; a larger proof has its list of steps only."""
GAP, ROW_GAP = 46, 12
WIDTHS = {"evidence": 130, "reading": 150, "cell": 176, "more": 176}
WIDTH = 222
LINE, PAD, HEAD = 17, 9, 18
LETTER = 7.0
MAX_LINES = 6


@dataclass(frozen=True)
class Box:
    """One box: `head` a small line, `lines` the text as broken, `full` the whole text for its title."""

    id: str
    kind: str
    href: str
    head: str
    lines: tuple[str, ...]
    full: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Picture:
    """Boxes in reading order, and the paths of the lines from premise to conclusion."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    paths: tuple[str, ...]


@dataclass
class _Item:
    id: str
    kind: str
    href: str
    head: str
    full: str
    below: list[str]
    lines: tuple[str, ...] = ()
    width: int = WIDTH
    height: int = 0
    layer: int = 0
    y: int = 0


def picture(tree: ProofTree, hrefs: dict[str, str]) -> Picture | None:
    """The picture of a tree, `hrefs` being what each node leads to; None for no nodes or too many."""
    if not tree.nodes:
        return None
    items = _items(tree, hrefs)
    if len(items) > MAX_BOXES:
        return None
    for item in items.values():
        item.width = WIDTHS.get(item.kind, WIDTH)
        item.lines = broken(item.full, int((item.width - 2 * PAD) / LETTER), MAX_LINES)
        item.height = HEAD + LINE * len(item.lines) + PAD
    _layers(items)
    root = next(iter(items))
    height = _place(items, root, 0, [])
    lefts = _lefts(items)
    boxes = tuple(
        Box(i.id, i.kind, i.href, i.head, i.lines, i.full, lefts[i.layer], i.y, i.width, i.height)
        for i in items.values()
    )
    at = {b.id: b for b in boxes}
    paths = tuple(_path(at[p], at[i.id]) for i in items.values() for p in i.below)
    return Picture(max(b.x + b.width for b in boxes), height, boxes, paths)


def _items(tree: ProofTree, hrefs: dict[str, str]) -> dict[str, _Item]:
    nodes = {n["id"]: n for n in tree.nodes}
    drawn: set[str] = set()
    for node in tree.nodes:
        cells = [p for p in node.get("premises", ()) if nodes[p]["kind"] == "evidence"]
        drawn.update(cells if len(cells) <= MAX_CELLS else cells[: MAX_CELLS - 1])
    items: dict[str, _Item] = {}
    for node in tree.nodes:
        if node["kind"] == "evidence" and node["id"] not in drawn and node["id"] != tree.goal["root"]:
            continue
        below = [p for p in node.get("premises", ()) if nodes[p]["kind"] == "conclusion" or p in drawn]
        item = _Item(node["id"], kind_of(node), hrefs[node["id"]], _head(node), _words(node), below)
        items[item.id] = item
        hidden = len(node.get("premises", ())) - len(below)
        if hidden:
            more = f"{item.id}-more"
            item.below = [*below, more]
            items[more] = _Item(more, "more", hrefs[item.id], "cells", f"and {hidden} more cells", [])
    return items


def kind_of(node: dict[str, Any]) -> str:
    """What a node is, in one word: evidence, reading, comparison, query, rows, lift, or cell."""
    return "cell" if node["kind"] == "evidence" else str(node["rule"]).partition(":")[0]


def _head(node: dict[str, Any]) -> str:
    tag = node["rule_tag"] if kind_of(node) == "lift" else citation(node)
    return f"{KINDS[kind_of(node)]} · {tag}"


KINDS = {
    "evidence": "kernel",
    "reading": "reading",
    "comparison": "comparison",
    "query": "query",
    "rows": "choice of rows",
    "lift": "lift",
    "cell": "cell",
}


def _words(node: dict[str, Any]) -> str:
    if kind_of(node) == "evidence":  # what it says stands in the box beside it
        return str(node["predicate"]).capitalize()
    if kind_of(node) == "reading":
        return str(node["args"][0])
    if node["kind"] != "evidence":
        return with_decimals(str(node["fact"]))
    column, row, raw = node["args"]
    return f"row {row}, {column}: {raw}"


def letters(text: str) -> int:
    """How many columns of a terminal a text takes: wide letters count twice, marks not at all."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def broken(text: str, width: int, most: int) -> tuple[str, ...]:
    """The text in lines of at most `width` letters, at most `most` of them; what is left out shows as an ellipsis."""
    lines: list[str] = [""]
    for word in text.split():
        while word:
            line = f"{lines[-1]} {word}".strip()
            if letters(line) <= width:
                lines[-1], word = line, ""
            elif letters(word) <= width:
                lines.append("")
            else:
                room = width - letters(lines[-1]) - (1 if lines[-1] else 0)
                if room < 4:
                    lines.append("")
                    continue
                head = _fitting(word, room)
                lines[-1] = f"{lines[-1]} {head}".strip()
                word = word[len(head) :]
                lines.append("")
    lines = [line for line in lines if line] or [""]
    if len(lines) > most:
        lines = [*lines[: most - 1], _fitting(lines[most - 1], width - 1) + "…"]
    return tuple(lines)


def _fitting(text: str, width: int) -> str:
    end = len(text)
    while end > 1 and letters(text[:end]) > width:
        end -= 1
    return text[:end]


def _layers(items: dict[str, _Item]) -> None:
    """Each box one layer right of the rightmost that rests on it."""
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(items)
    graph.add_edges_from((i.id, p) for i in items.values() for p in i.below)
    for id_ in nx.topological_sort(graph):
        for premise in graph.successors(id_):
            items[premise].layer = max(items[premise].layer, items[id_].layer + 1)


def _place(items: dict[str, _Item], id_: str, top: int, placed: list[str]) -> int:
    """Places a box and what it rests on below `top`, each box beside the middle of those; returns where it ends."""
    item = items[id_]
    placed.append(id_)
    before = len(placed)
    end, centres = top, []
    for premise in item.below:
        if premise in placed:
            continue
        end = _place(items, premise, end, placed) + ROW_GAP
        centres.append(items[premise].y + items[premise].height // 2)
    if not centres:
        item.y = top
        return top + item.height
    item.y = (centres[0] + centres[-1]) // 2 - item.height // 2
    if item.y < top:  # taller than what it rests on: that moves down beside its middle
        for below in placed[before:]:
            items[below].y += top - item.y
        end, item.y = end + top - item.y, top
    return max(end - ROW_GAP, item.y + item.height)


def _lefts(items: dict[str, _Item]) -> dict[int, int]:
    left, out = 0, {}
    for layer in range(max(i.layer for i in items.values()) + 1):
        out[layer] = left
        left += max((i.width for i in items.values() if i.layer == layer), default=0) + GAP
    return out


def _path(premise: Box, conclusion: Box) -> str:
    x1, y1 = premise.x, premise.y + premise.height // 2
    x2, y2 = conclusion.x + conclusion.width + 10, conclusion.y + conclusion.height // 2
    bend = x2 + GAP // 2
    return f"M{x1} {y1} C{bend} {y1} {bend} {y2} {x2} {y2}"
