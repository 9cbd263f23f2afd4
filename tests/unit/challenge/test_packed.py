"""Packed columns: the same verdicts as over lists, whatever the table holds."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from egvar.bundle.audit import audit
from egvar.bundle.write import write
from egvar.challenge import packed
from egvar.challenge.check import Checked, check
from egvar.engine import run
from egvar.goal import parse
from egvar.kernel.replay import KernelWorker
from egvar.solver.prover import prove
from egvar.source.source import Source, from_rows

CITY = {"op": "text_is", "column": "city", "value": "Rome"}


def over(name: str, cmp: str, value: str) -> dict[str, Any]:
    return {"op": "number_is", "column": name, "cmp": cmp, "value": value}


def claim(left: dict[str, Any], cmp: str, right: str) -> Any:
    number = {"op": "number", "value": right}
    return parse({"kind": "claim", "claim": {"op": "compare", "left": left, "cmp": cmp, "right": number}})


def is_packed(checked: Checked) -> bool:
    assert checked.challenge is not None
    return checked.challenge.judged.packed


def table(rows: int = 600) -> Source:
    """`n` counts in tenths, `signed` is negative or missing now and then, `id` is a column that cannot be packed."""
    signed = ["" if i % 11 == 0 else str((i * 37) % 101 - 50) for i in range(rows)]
    return from_rows(
        ["city", "id", "n", "signed"],
        [[["Rome", "Oslo", "Lima"][i % 3], f"row {i}", f"{i // 10}.{i % 10}", signed[i]] for i in range(rows)],
    )


FILTERS: list[dict[str, Any]] = [
    {"op": "all_rows"},
    CITY,
    over("n", ">=", "17.35"),
    over("n", ">", "17.3"),
    over("n", "<", "1/3"),
    over("n", "<=", "59.9"),
    over("n", "=", "4.2"),
    over("n", "=", "4.25"),
    over("n", ">", "-3"),
    over("n", ">=", "1000000000000000000000"),
    {"op": "not", "of": CITY},
    {"op": "and", "left": CITY, "right": over("n", ">", "10")},
    {"op": "or", "left": CITY, "right": over("n", "<", "3")},
]


@pytest.mark.parametrize("where", FILTERS, ids=range(len(FILTERS)))
def test_a_long_table_is_packed_and_decided(worker: KernelWorker, where: dict[str, Any]) -> None:
    source = table()
    count = {"op": "count", "where": where}
    asked = check(source, parse({"kind": "question", "ask": count}), worker, prove)
    assert is_packed(asked) and asked.verdict.answer is not None, asked.verdict.why
    rows = int(asked.verdict.answer[0])
    assert check(source, claim(count, "=", str(rows + 1)), worker, prove).verdict.status == "Refuted"
    for op, column in (("sum", "n"), ("mean", "n"), ("sum", "signed"), ("mean", "signed")):
        if not rows or (where.get("cmp"), column) == ("=", "n"):
            continue  # there is no value, or the mean of what is 4.2 is 4.2 in every table
        ask = parse({"kind": "question", "ask": {"op": op, "column": column, "where": where}})
        found = check(source, ask, worker, prove)
        assert found.verdict.status == "Verified" and is_packed(found), found.verdict.why
    assert "packed" in " ".join(asked.verdict.lines())


def test_numbers_are_right(worker: KernelWorker) -> None:
    source = table()
    n = sum(Fraction(i, 10) for i in range(600) if i % 3 == 0 and i >= 100)
    where = {"op": "and", "left": CITY, "right": over("n", ">=", "10")}
    total = {"op": "sum", "column": "n", "where": where}
    assert check(
        source, claim(total, "=", str(Decimal(n.numerator) / n.denominator)), worker, prove
    ).verdict.status == ("Verified")


@pytest.mark.parametrize(
    "ask",
    [
        {"op": "median", "column": "n"},
        {"op": "distinct", "column": "city"},
        {"op": "count", "where": {"op": "text_is", "column": "id", "value": "row 7"}},
        {"op": "sum", "column": "n", "where": {"op": "present", "column": "signed"}},
    ],
)
def test_what_has_no_rule_is_made_of_lists(worker: KernelWorker, ask: dict[str, Any]) -> None:
    found = check(table(), parse({"kind": "question", "ask": ask}), worker, prove)
    assert found.verdict.status == "Verified" and not is_packed(found), found.verdict.why
    assert "packed" not in " ".join(found.verdict.lines())


def test_a_short_table_is_made_of_lists(worker: KernelWorker) -> None:
    found = check(
        table(packed.MIN_ROWS - 1), parse({"kind": "question", "ask": {"op": "sum", "column": "n"}}), worker, prove
    )
    assert found.verdict.status == "Verified" and not is_packed(found)


def test_readings_of_different_length_are_packed(worker: KernelWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "MIN_ROWS", 1)
    source = from_rows(["k", "x", "y"], [["a", "1", "1"], ["b", "2", "2"], ["c", "4", "5"], ["total", "4", "3"]])
    where = {"op": "or", "left": over("y", "=", "1"), "right": over("y", "=", "2")}
    found = check(source, claim({"op": "sum", "column": "x", "where": where}, "=", "3"), worker, prove)
    assert found.verdict.status == "Verified" and is_packed(found), found.verdict.why
    assert found.challenge is not None
    assert len({s.n_rows for s in found.challenge.sources}) == 2


_ROW = st.tuples(
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from(["0", "1", "7", "2.5", "0.125", "1000000", "123456789012345678901234567890"]),
    st.sampled_from(["", "0", "-1", "3", "-2.5", "99999999999999999999"]),
)
_MASK = st.recursive(
    st.one_of(
        st.just({"op": "all_rows"}),
        st.builds(lambda v: {"op": "text_is", "column": "k", "value": v}, st.sampled_from(["a", "b"])),
        st.builds(
            lambda c, v: over("x", c, v),
            st.sampled_from(["=", "<", "<=", ">", ">="]),
            st.sampled_from(["0", "1", "2.5", "-1", "1/3", "1000000", "123456789012345678901234567891"]),
        ),
    ),
    lambda inner: st.one_of(
        st.builds(lambda m: {"op": "not", "of": m}, inner),
        st.builds(lambda op, a, b: {"op": op, "left": a, "right": b}, st.sampled_from(["and", "or"]), inner, inner),
    ),
    max_leaves=4,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(_ROW, min_size=1, max_size=9),
    _MASK,
    st.sampled_from([("sum", "x"), ("mean", "x"), ("sum", "y"), ("mean", "y"), ("count", None)]),
)
def test_the_verdict_is_that_over_lists(
    worker: KernelWorker, rows: list[tuple[str, str, str]], where: dict[str, Any], ask: tuple[str, str | None]
) -> None:
    source = from_rows(["k", "x", "y"], [list(r) for r in rows] + [["b", "4", "2"], ["a", "1", "-7"]])
    goal = parse({"kind": "question", "ask": {"op": ask[0], "where": where, **({"column": ask[1]} if ask[1] else {})}})
    lists = check(source, goal, worker, prove).verdict
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed, "MIN_ROWS", 1)
        found = check(source, goal, worker, prove).verdict
    assert (found.status, found.reason, found.answer) == (lists.status, lists.reason, lists.answer), found.why


@given(st.lists(st.integers(0, 2**16 - 1), min_size=1, max_size=20), st.sampled_from([16, 32, 64, 128]))
def test_packing_is_the_sum_of_shifted_lanes(lanes: list[int], width: int) -> None:
    assert packed.pack(lanes, width) == sum(x << (width * i) for i, x in enumerate(lanes))


def test_a_lane_that_is_too_wide_is_no_number() -> None:
    for width in (16, 128):
        with pytest.raises(OverflowError):
            packed.pack([1 << width], width)


def test_a_bundle_of_packed_columns_is_rebuilt_and_accepted(worker: KernelWorker, tmp_path: Path) -> None:
    goal = {"kind": "question", "ask": {"op": "sum", "column": "signed", "where": CITY}}
    done = run("x", table(), "question", goal=goal, worker=worker)
    write(done, tmp_path / "b")
    assert audit(tmp_path / "b", worker=worker).outcome == "accepted"
