"""The picture of a proof: nothing lies on anything, and every text fits its box."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.proof import Atom, Fact, FactBase, Hyperedge, ProofTree, Rule, Var, build_proof
from egvar.report.picture import LETTER, MAX_CELLS, PAD, broken, letters, picture

X = Var("X")


def tree(rules: dict[str, tuple[str, ...]], stored: int) -> ProofTree:
    base = FactBase(
        [Rule(f"query:{n}", Atom(n, (X,)), tuple(Atom(b, (X,)) for b in body)) for n, body in rules.items()]
    )
    for i in range(stored):
        base.add(Fact(f"c{i}", (1,)), Hyperedge("T", i))
    return build_proof(Fact("top", (1,)), base, "p")


def as_cells(proof: ProofTree) -> ProofTree:
    for n in proof.nodes:
        if n["kind"] == "evidence":
            n["args"] = ["a column", 2, n["fact"]]
    return proof


def drawn(proof: ProofTree) -> list[tuple[int, int, int, int]]:
    got = picture(as_cells(proof), {n["id"]: "#x" for n in proof.nodes})
    assert got is not None
    for box in got.boxes:
        assert box.x >= 0 and box.y >= 0 and box.x + box.width <= got.width and box.y + box.height <= got.height
        assert all(letters(line) * LETTER <= box.width - 2 * PAD for line in box.lines)
    return [(b.x, b.y, b.width, b.height) for b in got.boxes]


def clear(boxes: list[tuple[int, int, int, int]]) -> bool:
    return not any(
        a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]
        for a, b in combinations(boxes, 2)
    )


@given(st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=5), min_size=1, max_size=7))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_boxes_do_not_overlap(bodies: list[list[int]]) -> None:
    # Rule i rests on cells and on rules after it, so premises are shared across layers.
    names = ["top", *(f"r{i}" for i in range(1, len(bodies)))]
    rules = {
        names[i]: tuple(names[i + k] if 0 < k < len(bodies) - i else f"c{k}" for k in body)
        for i, body in enumerate(bodies)
    }
    assert clear(drawn(tree(rules, 10)))


def test_many_cells_are_drawn_as_a_few_and_the_rest() -> None:
    assert len(drawn(tree({"top": tuple(f"c{i}" for i in range(MAX_CELLS))}, MAX_CELLS))) == 1 + MAX_CELLS
    assert len(drawn(tree({"top": tuple(f"c{i}" for i in range(50))}, 50))) == 1 + MAX_CELLS


def test_no_proof_has_no_picture() -> None:
    assert picture(ProofTree("p", {}, "unproved"), {}) is None


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ("",)),
        ("a short one", ("a short", "one")),
        ("abcdefghijklmnopqr", ("abcdefgh", "ijklmnop", "qr")),
        ("x abcdefghijkl", ("x abcdef", "ghijkl")),
        ("one two three four five six", ("one two", "three", "four…")),
        ("高い山の名前", ("高い山の", "名前")),
    ],
)
def test_lines_break_where_they_must(text: str, lines: tuple[str, ...]) -> None:
    assert broken(text, 8, 3) == lines


@given(st.text(max_size=60), st.integers(6, 20), st.integers(1, 5))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_no_line_is_too_long(text: str, width: int, most: int) -> None:
    lines = broken(text, width, most)
    assert 1 <= len(lines) <= most and all(letters(line) <= width for line in lines)
