"""Unknown is not no: over missing condition cells a claim is decided only if it holds or fails whatever they are."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from egvar.challenge.check import check
from egvar.goal import ClaimGoal, parse
from egvar.kernel.replay import KernelWorker
from egvar.solver.prover import prove
from egvar.source.source import Source, from_rows
from egvar.tools.base import Context, NoValue

LIBRARIES = from_rows(
    ["library", "streaming", "stars"],
    [["a", "yes", "5"], ["b", "yes", "9"], ["c", "yes", "7"], ["d", "no", "2"], ["e", "n/a", "4"]],
    "libraries",
)
YES = {"op": "text_is", "column": "streaming", "value": "yes"}
NO = {"op": "text_is", "column": "streaming", "value": "no"}
COUNT = {"op": "count", "where": YES}
OF_NO = {"op": "values", "column": "library", "where": NO}
OF_YES = OF_NO | {"where": YES}
TWICE = {"op": "multiply", "left": {"op": "number", "value": 2}, "right": COUNT}


def compare(left: dict[str, Any], cmp: str, value: int | dict[str, Any]) -> dict[str, Any]:
    right = {"op": "number", "value": value} if isinstance(value, int) else value
    return {"op": "compare", "left": left, "cmp": cmp, "right": right}


def stars(above: int) -> dict[str, Any]:
    return {"op": "number_is", "column": "stars", "cmp": ">", "value": above}


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (compare(COUNT, "=", 3), "Abstain"),
        (compare(COUNT, "=", 4), "Abstain"),
        (compare(COUNT, "=", 2), "Refuted"),
        (compare(COUNT, "=", 5), "Refuted"),
        (compare(COUNT, "!=", 5), "Verified"),
        (compare(COUNT, ">=", 2), "Verified"),
        (compare(COUNT, ">=", 4), "Abstain"),
        (compare(COUNT, ">=", 5), "Refuted"),
        (compare(COUNT, "<", 4), "Abstain"),
        (compare(COUNT, "<=", 4), "Verified"),
        (compare(COUNT, "<", 3), "Refuted"),
        (compare(TWICE, ">", {"op": "count"}), "Verified"),  # most of them
        ({"op": "rounds", "of": {"op": "divide", "left": COUNT, "right": {"op": "count"}}, "to": "0.7"}, "Abstain"),
        ({"op": "rounds", "of": {"op": "divide", "left": COUNT, "right": {"op": "count"}}, "to": "0.9"}, "Refuted"),
        ({"op": "only", "of": OF_NO, "value": "d"}, "Abstain"),
        ({"op": "only", "of": OF_NO, "value": "a"}, "Refuted"),
        ({"op": "among", "of": OF_YES, "value": "a"}, "Verified"),
        ({"op": "among", "of": OF_YES, "value": "d"}, "Refuted"),
        ({"op": "among", "of": OF_YES, "value": "e"}, "Abstain"),
        ({"op": "all", "have": YES}, "Refuted"),
        ({"op": "all", "where": stars(3), "have": YES}, "Abstain"),
        ({"op": "all", "where": stars(4), "have": YES}, "Verified"),
        ({"op": "all", "where": YES, "have": stars(4)}, "Abstain"),
        ({"op": "all", "where": YES, "have": stars(3)}, "Verified"),
        (compare({"op": "sum", "column": "stars", "where": YES}, "=", 21), "Abstain"),
        (compare({"op": "max", "column": "stars", "where": YES}, "=", 9), "Verified"),
        (compare({"op": "min", "column": "stars", "where": YES}, "=", 5), "Abstain"),
    ],
)  # fmt: skip
def test_a_missing_condition_cell_is_neither_yes_nor_no(
    worker: KernelWorker, claim: dict[str, Any], status: str
) -> None:
    verdict = check(LIBRARIES, parse({"kind": "claim", "claim": claim}), worker, prove).verdict
    assert verdict.status == status, verdict
    if status == "Abstain":
        assert ("streaming", 6, "n/a") in verdict.cells


def test_a_missing_number_among_the_rows_is_left_out_and_said(worker: KernelWorker) -> None:
    table = from_rows(["k", "x"], [["a", "1"], ["b", ""], ["c", "3"]], "t")
    claim = compare({"op": "sum", "column": "x"}, "=", 4)
    verdict = check(table, parse({"kind": "claim", "claim": claim}), worker, prove).verdict
    assert (verdict.status, verdict.rows_missing) == ("Verified", 1)
    only = {
        "op": "only",
        "of": {"op": "values", "column": "k", "where": {"op": "highest", "column": "x"}},
        "value": "c",
    }
    assert check(table, parse({"kind": "claim", "claim": only}), worker, prove).verdict.status == "Verified"


@pytest.mark.parametrize("word", ["TBA", "pending", "n / a", "no data†", "current", "?", "nil", "not yet reported"])
def test_a_word_for_a_value_that_is_not_told_leaves_it_open(worker: KernelWorker, word: str) -> None:
    table = from_rows(["k", "x"], [["a", "1"], ["b", word], ["c", "30"], ["d", "4"]], "t")
    claim = compare({"op": "count", "where": {"op": "number_is", "column": "x", "cmp": ">", "value": 5}}, "=", 1)
    verdict = check(table, parse({"kind": "claim", "claim": claim}), worker, prove).verdict
    assert (verdict.status, verdict.cells) == ("Abstain", (("x", 3, word),))


@pytest.mark.parametrize("word", ["dnf", "total", "accident", "Representing Spain", "*German imports"])
def test_a_word_that_is_no_number_fulfils_no_condition_on_one(worker: KernelWorker, word: str) -> None:
    table = from_rows(["k", "x"], [["a", "1"], ["b", word], ["c", "30"], ["d", "4"]], "t")
    claim = compare({"op": "count", "where": {"op": "number_is", "column": "x", "cmp": ">", "value": 5}}, "=", 1)
    assert check(table, parse({"kind": "claim", "claim": claim}), worker, prove).verdict.status == "Verified"


KEYS = ("a", "b", "z")
WHERE = st.recursive(
    st.sampled_from(["a", "b"]).map(lambda v: {"op": "text_is", "column": "k", "value": v}),
    lambda f: st.one_of(
        f.map(lambda x: {"op": "not", "of": x}),
        st.builds(lambda o, x, y: {"op": o, "left": x, "right": y}, st.sampled_from(["and", "or"]), f, f),
        st.builds(lambda o, x: {"op": o, "column": "y", "where": x}, st.sampled_from(["highest", "lowest"]), f),
        st.builds(
            lambda o, n, x: {"op": o, "count": n, "where": x}, st.sampled_from(["first", "last"]), st.integers(1, 2), f
        ),
        st.builds(
            lambda o, n, x: {"op": o, "column": "y", "count": n, "where": x},
            st.sampled_from(["top", "bottom"]),
            st.integers(1, 2),
            f,
        ),
    ),
    max_leaves=3,
)  # fmt: skip
NUMBER = st.recursive(
    st.one_of(
        WHERE.map(lambda w: {"op": "count", "where": w}),
        WHERE.map(lambda w: {"op": "distinct", "column": "y", "where": w}),
        st.builds(
            lambda o, w: {"op": o, "column": "y", "where": w},
            st.sampled_from(["cell", "sum", "mean", "max", "min", "median"]),
            WHERE,
        ),
        st.integers(-1, 4).map(lambda v: {"op": "number", "value": v}),
    ),
    lambda n: st.one_of(
        st.builds(
            lambda o, x, y: {"op": o, "left": x, "right": y},
            st.sampled_from(["add", "subtract", "multiply", "divide"]),
            n,
            n,
        ),
        n.map(lambda x: {"op": "abs", "of": x}),
    ),
    max_leaves=3,
)
SETS = WHERE.map(lambda w: {"op": "values", "column": "y", "where": w})
CLAIMS = st.one_of(
    st.builds(compare, NUMBER, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), NUMBER),
    st.builds(lambda n, t: {"op": "rounds", "of": n, "to": t}, NUMBER, st.sampled_from(["0", "1", "-2", "0.5"])),
    st.builds(
        lambda o, s, v: {"op": o, "of": s, "value": {"number": v}},
        st.sampled_from(["only", "among"]),
        SETS,
        st.integers(1, 3),
    ),
    st.builds(lambda a, b: {"op": "all", "where": a, "have": b}, WHERE, WHERE),
)
ROWS = st.lists(st.tuples(st.sampled_from([*KEYS, "", ""]), st.sampled_from(["1", "2", "3", "-2", ""])), max_size=5)
FULL = [("a", "1"), ("b", "2"), ("z", "3")]


def outcome(claim: dict[str, Any], source: Source) -> bool | None:
    goal = parse({"kind": "claim", "claim": claim})
    assert isinstance(goal, ClaimGoal)
    try:
        return goal.claim.holds(Context(source))
    except NoValue:
        return None


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(ROWS, CLAIMS)
def test_what_is_decided_is_so_whatever_the_missing_cells_are(
    rows: list[tuple[str, str]], claim: dict[str, Any]
) -> None:
    table = [*FULL, *rows]
    decided = outcome(claim, from_rows(["k", "y"], table, "t"))
    if decided is None:
        return
    open_rows = [i for i, (k, _) in enumerate(table) if not k]
    for filled in product(KEYS, repeat=len(open_rows)):
        complete = list(table)
        for i, k in zip(open_rows, filled, strict=True):
            complete[i] = (k, complete[i][1])
        assert outcome(claim, from_rows(["k", "y"], complete, "t")) in (decided, None), filled
