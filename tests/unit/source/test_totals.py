"""Total rows: found by arithmetic, left out of what they add up, read by their own key, and never a matter of names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from egvar.bundle.audit import audit
from egvar.bundle.write import write
from egvar.challenge.check import check
from egvar.challenge.leaves import over_leaves
from egvar.engine import run
from egvar.errors import ReadingError
from egvar.goal import dump, parse
from egvar.kernel.replay import KernelWorker
from egvar.solver.prover import prove
from egvar.source.alternatives import settle, suspected_totals
from egvar.source.declared import parse as declare
from egvar.source.reading import Reading
from egvar.source.saved import dump as declaration
from egvar.source.source import Source, from_rows, load_bytes
from egvar.source.structure.model import Structure, Total
from egvar.verdict import Verdict

HEADER = ["Line", "Station", "Trains", "Delays"]
LINES = from_rows(
    HEADER,
    [
        ["North", "Aven", "1210", "31"],
        ["North", "Bole", "940", "12"],
        ["All North", "", "2150", "43"],
        ["South", "Crix", "1700", "8"],
        ["South", "Dorn", "1450", "27"],
        ["All South", "", "3150", "35"],
        ["Network", "", "5300", "78"],
    ],
    "lines",
)


def table(text: str) -> Source:
    header, *rows = [line.split(",") for line in text.strip().splitlines()]
    return from_rows(header, rows, "t")


def totals(source: Source) -> dict[int, tuple[int, ...]]:
    """Row number in the file to those of the rows without totals under it."""
    numbers, structure = source.row_numbers, source.structure
    return {numbers[t.row]: tuple(numbers[r] for r in structure.leaves(t.row)) for t in structure.totals}


def over(op: str, column: str = "Trains", where: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"op": op, "column": column} | ({"where": where} if where else {})


def entry(column: str, value: str) -> dict[str, Any]:
    return {"op": "text_is", "column": column, "value": value}


def equal(number: dict[str, Any], value: str) -> Any:
    right = {"op": "number", "value": value}
    return parse({"kind": "claim", "claim": {"op": "compare", "left": number, "cmp": "=", "right": right}})


def among(where: dict[str, Any], column: str, value: str) -> Any:
    values = {"op": "values", "column": column, "where": where}
    return parse({"kind": "claim", "claim": {"op": "among", "of": values, "value": value}})


def test_totals_of_every_level_are_found() -> None:
    assert totals(LINES) == {4: (2, 3), 7: (5, 6), 8: (2, 3, 5, 6)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Item,Cost\nPaper,120\nInk,80\nOffice Total,200\nVans,60\nFuel,40\nFleet Total,100\nGrand Total,300",
         {4: (2, 3), 7: (5, 6), 8: (2, 3, 5, 6)}),
        ("Area,Staff,Budget\nEverywhere,61,9120\nEast,17,3310\nWest,19,2704\nMid,25,3106", {2: (3, 4, 5)}),
        ("Area,Staff,Budget\nEast,17,3310\nWest,19,2704\nMid,25,3106\nTogether,61,9120", {5: (2, 3, 4)}),
        ("Team,P,Goals\nA,12,31\nB,14,29\nTotal,26,60\nShare,26,12%", {4: (2, 3)}),
        ("Depot,Load\nKai,412.5\nLund,97.25\nMo,310.5\nSum,820.3", {5: (2, 3, 4)}),
        ("Place,Beds,Mean age\nOslo,120,61.2\nBergen,77,58.9\nMoss,36,64.0\nTotal,233,61.0", {5: (2, 3, 4)}),
        ("Zone,Town,Calls\nA,Ry,310\nA,Total,310\nB,Vo,97\nB,Ko,51\nB,Total,148\nTotal,,458",
         {3: (2,), 6: (4, 5), 7: (2, 4, 5)}),
    ],
)  # fmt: skip
def test_a_total_is_found(text: str, found: dict[int, tuple[int, ...]]) -> None:
    assert totals(table(text)) == found


@pytest.mark.parametrize(
    "text",
    [
        "Rank,Name\n1,a\n2,b\n3,c",
        "Year,Wins\n2001,1\n2002,2\n2003,3\n2004,6",
        "Team,W,D,L,Pts\na,1,2,3,5\nb,2,1,3,7\nc,3,3,0,12\nd,4,0,2,12",
        "Hand,One,Two,Three\nPair,1,2,3\nThree,3,6,9\nStraight,4,8,12\nFlush,5,10,15\nFull,9,18,27",
        "Date,Event,Crowd\n1 May 2001,World Cup,2000\n3 May 2001,World Cup,2000\n9 May 2001,Friendly,4000",
        "Poll,A,B\nfirst,28%,22%\nsecond,13%,9%\nthird,15%,14%\nfourth,7%,6%",
        "Sum,Year\nFirst Sum,2001\nNo Sum,2002\nSum Sum,4003",
    ],
)
def test_what_is_no_total_is_not_settled(text: str) -> None:
    assert not table(text).structure.totals


def verdict(source: Source, goal: Any, worker: KernelWorker) -> Verdict:
    return check(source, goal, worker, prove).verdict


@pytest.mark.parametrize(
    ("goal", "status"),
    [
        (equal(over("sum"), "5300"), "Verified"),
        (equal(over("sum"), "15900"), "Refuted"),
        (equal(over("sum", "Trains", entry("Line", "North")), "2150"), "Verified"),
        (equal(over("mean"), "1325"), "Verified"),
        (equal({"op": "count"}, "4"), "Verified"),
        (equal({"op": "count", "where": {"op": "number_is", "column": "Trains", "cmp": ">", "value": 1500}}, "1"),
         "Verified"),
        (equal(over("distinct", "Line"), "2"), "Verified"),
        (equal(over("cell", "Trains", entry("Line", "Network")), "5300"), "Verified"),
        (among({"op": "highest", "column": "Trains"}, "Line", "Network"), "Refuted"),
        (among({"op": "highest", "column": "Trains"}, "Station", "Crix"), "Verified"),
        (among({"op": "last", "count": 1}, "Station", "Dorn"), "Verified"),
        (among({"op": "top", "count": 2, "column": "Trains"}, "Station", "Dorn"), "Verified"),
        (parse({"kind": "claim", "claim": {"op": "all", "have":
                {"op": "number_is", "column": "Trains", "cmp": "<", "value": 2000}}}), "Verified"),
        (equal(over("cell", "Delays", {"op": "or", "left": entry("Line", "Network"), "right": entry("Line", "x")}),
               "78"), "Abstain"),
    ],
)  # fmt: skip
def test_totals_are_no_part_of_what_they_add_up(goal: Any, status: str, worker: KernelWorker) -> None:
    assert verdict(LINES, goal, worker).status == status


def test_the_verdict_says_which_rows_are_totals_and_that_they_are_left_out(worker: KernelWorker) -> None:
    said = verdict(LINES, equal(over("sum"), "5300"), worker)
    assert said.paraphrase == 'the sum of "Trains" where the row is no total is 5300'
    assert said.reading[:3] == (
        "row 4 is the total of rows 2, 3",
        "row 7 is the total of rows 5, 6",
        "row 8 is the total of rows 2, 3, 5, 6",
    )


def test_a_total_that_is_not_its_sum_is_named_with_it(worker: KernelWorker) -> None:
    text = "Site,Visits,Orders\nA,512,33\nB,498,41\nC,601,29\nTotal,1611,104"
    said = verdict(table(text), equal(over("sum", "Orders"), "103"), worker)
    assert (said.status, said.reason) == ("Abstain", "ambiguous")
    assert "is 103, but row 5, their total, says 104" in said.why
    assert verdict(table(text), equal(over("sum", "Visits"), "1611"), worker).status == "Verified"


def test_a_goal_is_restricted_once_and_only_where_there_are_totals() -> None:
    goal = equal(over("sum"), "5300")
    once = over_leaves(goal, LINES)
    assert over_leaves(once, LINES) == once != goal
    assert parse(dump(once)) == once
    plain = from_rows(HEADER, [["North", "Aven", "1210", "31"], ["North", "Bole", "940", "12"]])
    assert over_leaves(goal, plain) is goal
    assert "structure" not in plain.reading.canonical()


def test_totals_are_kept_or_dropped_as_a_person_says(worker: KernelWorker) -> None:
    kept, dropped = settle(LINES, "keep", None), settle(LINES, "drop", None)
    assert verdict(kept, equal(over("sum"), "15900"), worker).status == "Verified"
    assert verdict(dropped, equal(over("sum"), "5300"), worker).status == "Verified"
    assert dropped.n_rows == 4
    assert not suspected_totals(LINES)


@pytest.mark.parametrize("how", [None, "keep", "drop"])
def test_a_declaration_says_the_same(how: str | None) -> None:
    source = settle(LINES, how, None)
    assert declare(declaration(source), load_bytes(LINES.data, "lines"), LINES.data) == source.reading


def test_a_reading_comes_back_and_a_total_that_does_not_hold_is_refused() -> None:
    again = Reading.parse(LINES.reading.canonical().encode())
    assert again == LINES.reading
    assert load_bytes(LINES.data, "lines", again).structure == LINES.structure
    for total in (Total(6, (0, 1), (2,)), Total(6, (2, 5), (1,)), Total(5, (3,), (2, 3))):
        forged = replace(LINES.reading, structure=Structure((total,)))
        with pytest.raises(ReadingError):
            load_bytes(LINES.data, "lines", forged)


@pytest.mark.parametrize("data", [{"totals": [[1]]}, {"totals": 3}, {"statement": False}, {"carried": ["x"]}, []])
def test_a_structure_that_is_not_in_its_form_is_refused(data: Any) -> None:
    with pytest.raises(ReadingError):
        Structure.parse(data)


def test_a_bundle_with_totals_is_audited(worker: KernelWorker, tmp_path: Path) -> None:
    done = run("The sum of Trains is 5300", LINES, "claim", goal=equal(over("sum"), "5300"), worker=worker)
    write(done, tmp_path / "b")
    assert audit(tmp_path / "b", worker).outcome == "accepted"


def test_a_long_table_is_looked_at_where_its_ends_differ() -> None:
    rows = [[f"s{i}", str(i % 97 + 1), str(i % 31)] for i in range(6000)]
    whole = [str(sum(int(r[k]) for r in rows)) for k in (1, 2)]
    assert totals(from_rows(["Site", "A", "B"], [*rows, ["Total", *whole]])) == {6002: tuple(range(2, 6002))}
    assert not from_rows(["Site", "A", "B"], rows).structure.totals


# --- every layout of a table of leaves -------------------------------------------------------------------------

NUMBERS = st.integers(101, 9999)
GROUPS = st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=2, max_size=4), min_size=2, max_size=3)
NAMES = ["Avon", "Brix", "Cole", "Dane", "Esk", "Fal", "Gare", "Holm", "Isar", "Jura", "Kent", "Lune"]


def built(groups: list[list[tuple[int, int]]], head: bool, grand: str, labels: str) -> tuple[Source, Source]:
    """The leaves alone, and the same with a total for each group and perhaps one for all, at the head or the end."""
    names = iter(NAMES)
    leaves: list[list[str]] = []
    rows: list[list[str]] = []
    for g, numbers in enumerate(groups):
        zone = f"Zone{'ABC'[g]}"
        own = [[zone, next(names), *map(str, pair)] for pair in numbers]
        said = {"word": [zone, "Subtotal"], "name": [f"All {zone}", ""], "none": [zone, ""]}[labels]
        total = [*said, *(str(sum(p[k] for p in numbers)) for k in (0, 1))]
        leaves += own
        rows += [total, *own] if head else [*own, total]
    if grand != "no":
        said = ["Total", ""] if labels == "word" else ["Anywhere", ""]
        total = [*said, *(str(sum(p[k] for g in groups for p in g)) for k in (0, 1))]
        rows = [total, *rows] if grand == "head" else [*rows, total]
    header = ["Zone", "Place", "Trains", "Delays"]
    return from_rows(header, leaves, "leaves"), from_rows(header, rows, "built")


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    GROUPS, st.booleans(), st.sampled_from(["no", "head", "end"]), st.sampled_from(["word", "name", "none"]), NUMBERS
)
def test_a_table_with_totals_says_what_its_leaves_say_or_nothing(
    worker: KernelWorker, groups: list[list[tuple[int, int]]], head: bool, grand: str, labels: str, limit: int
) -> None:
    numbers = [p for g in groups for p in g]
    assume(len({x for p in numbers for x in p}) == 2 * len(numbers))  # equal numbers look like chance without a label
    leaves, whole = built(groups, head, grand, labels)
    first = groups[0]
    above = {"op": "number_is", "column": "Trains", "cmp": ">", "value": limit}
    top = max(range(len(numbers)), key=lambda i: numbers[i][0])
    goals = [
        equal(over("sum"), str(sum(a for a, _ in numbers))),
        equal(over("sum", "Delays", entry("Zone", "ZoneA")), str(sum(b for _, b in first))),
        equal(over("max"), str(numbers[top][0])),
        equal({"op": "count"}, str(len(numbers))),
        equal({"op": "count", "where": above}, str(len([1 for a, _ in numbers if a > limit]) + 1)),
        among({"op": "highest", "column": "Trains"}, "Place", NAMES[top]),
        among({"op": "lowest", "column": "Delays"}, "Zone", "ZoneB"),
        parse({"kind": "claim", "claim": {"op": "all", "have": above}}),
    ]
    for goal in goals:
        wanted = verdict(leaves, goal, worker).status
        got = verdict(whole, goal, worker).status
        assert "Abstain" in (got, wanted) or got == wanted, (dump(goal), whole.data.decode())
