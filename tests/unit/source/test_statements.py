"""Tables whose rows are measures tied by plus and minus: nothing is added up, averaged, counted or ranked down them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from egvar.challenge.check import check
from egvar.errors import ReadingError
from egvar.goal import parse
from egvar.kernel.replay import KernelWorker
from egvar.solver.prover import prove
from egvar.source.alternatives import suspected_totals
from egvar.source.declared import parse as declare
from egvar.source.reading import Reading
from egvar.source.saved import dump as declaration
from egvar.source.source import Source, from_rows, load_bytes
from egvar.verdict import Verdict


def table(text: str) -> Source:
    header, *rows = [line.split(",") for line in text.strip().splitlines()]
    return from_rows(header, rows, "t")


INCOME = table("""
Item,Spring,Summer,Autumn
Tickets,310,420,275
Snacks,45,96,38
Revenue,355,516,313
Cost of shows,190,233,171
Gross profit,165,283,142
Wages,60,71,58
Rent,22,22,22
Operating profit,83,190,62
""")
SUMS = {
    "balance sheet": "Item,2022,2023\nCash,140,155\nReceivables,83,97\nTotal assets,223,252\nLoans,120,131\n"
    "Equity,103,121\nTotal equity and liabilities,223,252",
    "costs in brackets": ",2022,2023\nSales,912,1011\nCost of sales,(604),(655)\nGross profit,308,356\n"
    "Overheads,(120),(131)\nNet income,188,225",
    "units": "Indicator,North,South\nPopulation,310,522\nArea,40 km2,51 km2\nUnemployment,4.1%,5.5%",
}
ADDITIVE = {
    "depots": "Depot,Jan,Feb\nKai,31,44\nLund,12,19\nMo,25,29\nTotal,68,92",
    "signed": "Branch,Jan,Feb\nKai,31,-44\nLund,12,19\nMo,-25,29",
    "ladder": "Team,Won,Lost,Net\nKai,9,4,5\nLund,7,3,4\nMo,2,1,1",
    "money": "Branch,Sales,Share\nKai,$31,12%\nLund,$12,9%\nMo,$25,7%",
}


def claim(left: dict[str, Any], value: str) -> Any:
    right = {"op": "number", "value": value}
    return parse({"kind": "claim", "claim": {"op": "compare", "left": left, "cmp": "=", "right": right}})


def verdict(source: Source, goal: Any, worker: KernelWorker) -> Verdict:
    return check(source, goal, worker, prove).verdict


def item(value: str) -> dict[str, Any]:
    return {"op": "text_is", "column": "Item", "value": value}


@pytest.mark.parametrize("name", SUMS)
def test_a_statement_is_told(name: str) -> None:
    assert table(SUMS[name]).structure.statement
    assert INCOME.structure.statement


@pytest.mark.parametrize("name", ADDITIVE)
def test_a_table_of_entities_is_none(name: str) -> None:
    assert not table(ADDITIVE[name]).structure.statement


@pytest.mark.parametrize(
    "number",
    [
        *({"op": op, "column": "Spring"} for op in ("sum", "mean", "max", "min", "median")),
        {"op": "count", "where": {"op": "number_is", "column": "Spring", "cmp": ">", "value": 100}},
        {"op": "cell", "column": "Summer", "where": {"op": "highest", "column": "Spring"}},
    ],
)
def test_nothing_is_added_up_down_a_statement(number: dict[str, Any], worker: KernelWorker) -> None:
    said = verdict(INCOME, claim(number, "355"), worker)
    assert (said.status, said.reason) == ("Abstain", "not_additive")
    assert "row 6 is row 4 less row 5; row 9 is row 6 less rows 7, 8" in said.why
    assert "statement = false" in said.settle


@pytest.mark.parametrize(
    ("number", "value"),
    [
        ({"op": "cell", "column": "Spring", "where": item("Revenue")}, "355"),
        ({"op": "sum", "column": "Spring", "where": {"op": "or", "left": item("Wages"), "right": item("Rent")}}, "82"),
        ({"op": "sum", "column": {"op": "add_columns", "left": "Spring", "right": "Summer"}, "where": item("Rent")},
         "44"),
    ],
)  # fmt: skip
def test_rows_that_are_named_are_read(number: dict[str, Any], value: str, worker: KernelWorker) -> None:
    assert verdict(INCOME, claim(number, value), worker).status == "Verified"


def test_a_person_says_otherwise(worker: KernelWorker) -> None:
    text = declaration(INCOME).replace("[table]", "[table]\nstatement = false")
    reading = declare(text, INCOME, INCOME.data)
    source = load_bytes(INCOME.data, "t", reading)
    assert not source.structure.statement
    wages = {"op": "sum", "column": "Autumn"}
    assert verdict(source, claim(wages, "768"), worker).status == "Verified"
    assert declare(declaration(source), INCOME, INCOME.data) == reading


def test_a_reading_with_differences_comes_back_and_false_ones_are_refused() -> None:
    text = INCOME.reading.canonical()
    assert load_bytes(INCOME.data, "t", Reading.parse(text.encode())).structure == INCOME.structure
    with pytest.raises(ReadingError):
        load_bytes(INCOME.data, "t", Reading.parse(text.replace("[4,2,[3],", "[4,1,[3],").encode()))


AMOUNTS = st.integers(101, 9999)
YEARS = st.lists(st.tuples(*[AMOUNTS] * 5), min_size=2, max_size=4, unique=True)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(YEARS, st.booleans())
def test_a_statement_without_names_is_told_by_its_arithmetic(years: list[tuple[int, ...]], split: bool) -> None:
    """a + b = c, c − d = e and e − f = g, with d perhaps in two parts: told, or at least open."""
    assume(len({x for year in years for x in year}) == 5 * len(years))
    columns = []
    for one, two, three, four, five in years:
        whole = one + two + three + four + five
        columns.append([whole - one, one, whole, *([two, three] if split else [two + three]), whole - two - three])
        columns[-1] += [four, whole - two - three - four]
    rows = [[f"row {i}", *map(str, row)] for i, row in enumerate(zip(*columns, strict=True))]
    source = from_rows(["what", *(f"c{i}" for i in range(len(years)))], rows)
    assert source.structure.statement or suspected_totals(source)
