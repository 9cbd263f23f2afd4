"""Labels that continue below, and rows that are headings of others."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from egvar.challenge.check import check
from egvar.errors import ReadingError
from egvar.goal import dump, parse
from egvar.kernel.replay import KernelWorker
from egvar.solver.prover import prove
from egvar.source.alternatives import alternatives, settle
from egvar.source.declared import parse as declare
from egvar.source.reading import Reading
from egvar.source.saved import dump as declaration
from egvar.source.source import Source, from_rows, load_bytes
from egvar.verdict import Verdict


def table(text: str) -> Source:
    header, *rows = [line.split(",") for line in text.strip().splitlines()]
    return from_rows(header, rows, "t")


PORTS = table("""
Coast,Port,Ferries,Cars
West,Aven,120,3300
,Bole,75,1910
,Subtotal,195,5210
East,Crix,64,2075
,Dorn,88,2990
,Elm,31,905
,Subtotal,183,5970
All,,378,11180
""")
SECTIONS = table("Clerk,Open,Closed\nClaims,,\nAnn,31,12\nBo,22,9\nLetters,,\nCy,57,8\nDi,14,3\nEd,20,6")


def claim(left: dict[str, Any], value: str) -> Any:
    right = {"op": "number", "value": value}
    return parse({"kind": "claim", "claim": {"op": "compare", "left": left, "cmp": "=", "right": right}})


def entry(column: str, value: str) -> dict[str, Any]:
    return {"op": "text_is", "column": column, "value": value}


def verdict(source: Source, goal: Any, worker: KernelWorker) -> Verdict:
    return check(source, goal, worker, prove).verdict


def test_a_label_goes_on_until_the_next() -> None:
    cells = PORTS.columns[0].cells
    assert [c.text for c in cells] == ["West"] * 3 + ["East"] * 4 + ["All"]
    assert [c.raw for c in cells] == ["West", "", "", "East", "", "", "", "All"]
    assert 'an empty cell in "Coast" continues the label above it' in PORTS.structure_lines
    assert "row 9 is the total of rows 2, 3, 5, 6, 7" in PORTS.structure_lines


@pytest.mark.parametrize(
    ("left", "value", "status"),
    [
        ({"op": "sum", "column": "Ferries", "where": entry("Coast", "East")}, "183", "Verified"),
        ({"op": "sum", "column": "Ferries", "where": entry("Coast", "West")}, "120", "Refuted"),
        ({"op": "count", "where": entry("Coast", "East")}, "3", "Verified"),
        ({"op": "cell", "column": "Cars", "where": entry("Coast", "East")}, "2075", "Abstain"),
        ({"op": "cell", "column": "Cars", "where":
          {"op": "and", "left": entry("Coast", "East"), "right": entry("Port", "Subtotal")}}, "5970", "Verified"),
        ({"op": "distinct", "column": "Coast"}, "2", "Verified"),
    ],
)  # fmt: skip
def test_groups_and_their_subtotals_go_together(
    left: dict[str, Any], value: str, status: str, worker: KernelWorker
) -> None:
    assert verdict(PORTS, claim(left, value), worker).status == status


def test_a_total_of_several_groups_has_the_label_of_none() -> None:
    source = table("Coast,Port,Cars\nWest,Aven,3300\n,Bole,1910\nEast,Crix,2075\n,Dorn,2990\n,Total,10275")
    assert source.columns[0].cells[-1].text == ""
    assert source.structure.totals[-1].row == 4


@pytest.mark.parametrize(
    "text",
    [
        "Name,Job,Age\nAnn,cook,31\nBo,clerk,40\n,clerk,22\nCy,driver,57\nDi,cook,44\nEd,smith,61",
        "Rank,Name,Points\n1,Ann,9\n,Bo,9\n3,Cy,7\n4,Di,6",
        "Team,Player,Goals\nReds,Al,3\n,Bo,4\nBlues,Cy,6\n,Di,1\nReds,Ed,9",
    ],
)
def test_what_is_not_regular_is_not_carried(text: str, worker: KernelWorker) -> None:
    source = table(text)
    assert not source.structure.carried
    assert [c.raw for c in source.columns[0].cells] == [c.text for c in source.columns[0].cells]


def test_what_may_continue_is_open(worker: KernelWorker) -> None:
    source = table("Name,Job,Age\nAnn,cook,31\nBo,clerk,40\n,clerk,22\nCy,driver,57\nDi,cook,44\nEd,smith,61")
    assert [a.what for a in alternatives(source)] == ['with the labels in "Name" carried down']
    carried, kept = (settle(source, None, None, labels=x) for x in ("carry", "keep"))
    assert carried.columns[0].cells[2].text == "Bo" and not alternatives(carried)
    assert kept.columns[0].cells[2].text == "" and not alternatives(kept)
    for said in (carried, kept):
        assert declare(declaration(said), source, source.data) == said.reading


def test_headings_count_for_no_rows(worker: KernelWorker) -> None:
    assert SECTIONS.structure.headings == (0, 3)
    said = verdict(SECTIONS, claim({"op": "count"}, "5"), worker)
    assert (said.status, said.paraphrase) == (
        "Verified",
        "the number of rows where the row is no total is 5",
    )
    assert "rows 2, 5 say what the rows below are, and count for none" in said.reading
    kept = settle(SECTIONS, None, None, labels="keep")
    assert verdict(kept, claim({"op": "count"}, "7"), worker).status == "Verified"


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("Event,2001,2002\nIndoor,Indoor,Indoor\nBowls,3,4\nChess,1,5\nOutdoor,Outdoor,Outdoor\nGolf,2,2", (0, 3)),
        ("Name,Born,Died\nAnn,1901,1977\nName,Born,Died\nBo,1911,1990", (1,)),
        ("Town,Hall,Pool\nAvon,yes,yes\nBole,no,yes\nCrix,no,no\nno,no,no\nyes,yes,yes\nDorn,no,yes", ()),
        ("Cost,A,B\nRooms:,,\nSmall,3,9\nLarge,4,11", (0,)),
        ("Name,A,B\nAnn,3,4\nBo,,\nCy,5,6", ()),
        ("Name,A,B\nAnn,3,4\nBo,5,6\nCy,,", ()),
    ],
)
def test_a_heading_is_told(text: str, headings: tuple[int, ...]) -> None:
    assert table(text).structure.headings == headings


def test_a_row_without_values_may_be_a_heading(worker: KernelWorker) -> None:
    source = table("Name,A,B\nAnn,3,4\nBo,,\nCy,5,6")
    said = verdict(source, claim({"op": "count"}, "3"), worker)
    assert (said.status, said.reason) == ("Abstain", "ambiguous")
    assert 'labels = "keep"' in said.settle


def test_a_reading_comes_back_and_false_headings_are_refused() -> None:
    for source in (PORTS, SECTIONS):
        again = load_bytes(source.data, source.name, Reading.parse(source.reading.canonical().encode()))
        assert again == source
    for old, new in (('"headings":[0,3]', '"headings":[1,3]'), ('"headings":[0,3]', '"carried":[1]')):
        forged = Reading.parse(SECTIONS.reading.canonical().replace(old, new).encode())
        with pytest.raises(ReadingError):
            load_bytes(SECTIONS.data, "t", forged)


NUMBERS = st.integers(11, 9999)
GROUPS = st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=2, max_size=3), min_size=2, max_size=3)
LAYOUTS = st.sampled_from(["blank", "blank and totals", "section", "section and totals", "spread"])


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(GROUPS, LAYOUTS, NUMBERS)
def test_a_grouped_table_says_what_its_leaves_say_or_nothing(
    worker: KernelWorker, groups: list[list[tuple[int, int]]], layout: str, limit: int
) -> None:
    leaves: list[list[str]] = []
    rows: list[list[str]] = []
    names = iter("Avon Brix Cole Dane Esk Fal Gare Holm Isar".split())
    for zone, numbers in zip(("North", "South", "Middle"), groups, strict=False):
        own = [[zone, next(names), *map(str, pair)] for pair in numbers]
        sums = [str(sum(p[k] for p in numbers)) for k in (0, 1)]
        leaves += own
        if "blank" in layout:
            rows += [own[0], *(["", *r[1:]] for r in own[1:])]
            rows += [["", "Subtotal", *sums]] * ("totals" in layout)
        else:
            rows += [[zone] * 3 if layout == "spread" else [zone, "", ""], *(r[1:] for r in own)]
            rows += [["Total " + zone, *sums]] * ("totals" in layout)
    header = ["Zone", "Place", "Trains", "Delays"]
    wide = "blank" in layout
    plain, built = from_rows(header, leaves, "leaves"), from_rows(header if wide else header[1:], rows, "built")
    numbers = [p for g in groups for p in g]
    above = {"op": "number_is", "column": "Trains", "cmp": ">", "value": limit}
    goals = [
        claim({"op": "sum", "column": "Trains"}, str(sum(a for a, _ in numbers))),
        claim({"op": "count"}, str(len(numbers))),
        claim({"op": "count", "where": above}, str(len([a for a, _ in numbers if a > limit]))),
        claim({"op": "distinct", "column": "Place"}, str(len(numbers))),
        claim({"op": "min", "column": "Delays"}, str(min(b for _, b in numbers) + 1)),
    ]
    if wide:
        north = entry("Zone", "North")
        goals += [
            claim({"op": "sum", "column": "Trains", "where": north}, str(sum(a for a, _ in groups[0]))),
            claim({"op": "count", "where": north}, str(len(groups[0]))),
            claim({"op": "count", "where": north}, "1"),
        ]
    for goal in goals:
        wanted = verdict(plain, goal, worker).status
        got = verdict(built, goal, worker).status
        assert "Abstain" in (got, wanted) or got == wanted, (dump(goal), built.data.decode())
