"""Inputs that other tools were reported to read wrongly: each with its right verdict, or Abstain where it is not to be
had. A test is named after what went wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import egvar
from egvar.cli.main import exit_code
from egvar.source.cell import Kind
from egvar.source.source import from_rows, load_bytes
from egvar.tools.base import decimal

CELL = {"op": "cell"}


def where(column: str, value: str) -> dict[str, Any]:
    return {"op": "text_is", "column": column, "value": value}


def equal(left: dict[str, Any], value: str, cmp: str = "=") -> dict[str, Any]:
    return {
        "kind": "claim",
        "claim": {"op": "compare", "left": left, "cmp": cmp, "right": {"op": "number", "value": value}},
    }


def over(op: str, column: str, **more: Any) -> dict[str, Any]:
    return {"op": op, "column": column, **more}


def status(data: str, goal: dict[str, Any], name: str = "t.csv") -> str:
    return str(egvar.verify("", load_bytes(data.encode(), name), goal=goal).status)


def decided(data: str, goal: dict[str, Any], *wrong: dict[str, Any]) -> None:
    """The goal is Verified, and those that other readings would bear out are Refuted."""
    assert status(data, goal) == "Verified"
    for other in wrong:
        assert status(data, other) == "Refuted"


METERS = 'hour,east line (kW),west line (kW)\n07:00,"1412,35","801,10"\n07:15,"1398,05","812,45"\n'
BILLS = "bill,paid,sum\nB1,04/06/2022,10.00\nB2,27/06/2022,20.50\nB3,12/07/2022,30.00\nB4,09/06/2022,5.25\n"
CODES = "code,land,posts\nKE,Kenya,14\nNA,Namibia,6\nTG,Togo,9\nML,Mali,11\n"
GIRO = "day,text,sum\n2024-03-01,Wages,$+1500.00\n2024-03-02,Rent,($820.40)\n2024-03-05,Food,($79.60)\n"
TILL = "day,text,sum\n2024-01-02,Tea,3.75-\n2024-01-05,Wages,1500.00\n2024-01-08,Rent,900.00-\n"
NORTH = "area;cases;per 100k\nAland;3.410;17,25\nBeland;1.296;31,40\nCeland;812;9,75\n"
GROUPS = "Line,Team,Sales\nBoats,East,70\nBoats,West,50\nBoats Total,,120\nTrains,East,30\nTrains,West,40\n"
GROUPS += "Trains Total,,70\nGrand Total,,190\n"


def test_decimal_commas_in_quotes_are_no_thousands() -> None:
    decided(METERS, equal(over("max", "east line (kW)"), "1412.35"), equal(over("max", "east line (kW)"), "141235"))


def test_days_of_one_column_have_one_order() -> None:
    june = {"op": "number_is", "column": {"name": "paid", "part": "month"}, "cmp": "=", "value": "6"}
    decided(BILLS, equal({"op": "count", "where": june}, "3"), equal({"op": "count", "where": june}, "1"))


def test_na_among_codes_is_a_code() -> None:
    decided(CODES, equal({"op": "count", "where": where("code", "NA")}, "1"))
    lone = "name,iso\nNamibia,NA\n"  # nothing beside it says that these are codes
    assert status(lone, equal({"op": "count", "where": where("iso", "NA")}, "1")) == "Abstain"


def test_a_trailing_delimiter_never_moves_columns() -> None:
    data = "Fund,Price,Units\nOak,99.5,310,\nElm,87.75,420,\n"
    goal = {"op": "cell", "column": "Price", "where": where("Fund", "Elm")}
    try:
        assert status(data, equal(goal, "87.75")) in ("Verified", "Abstain")
        assert status(data, equal(goal, "420")) in ("Refuted", "Abstain")
    except egvar.errors.EgvarError as e:
        assert "4 cells" in e.message


def test_accounting_signs() -> None:
    decided(GIRO, equal(over("sum", "sum"), "600"), equal(over("sum", "sum"), "2400"))
    rent = over("cell", "sum", where=where("text", "Rent"))
    decided(GIRO, equal(rent, "-820.40"), equal(rent, "820.40"))


def test_a_minus_after_the_number() -> None:
    decided(TILL, equal(over("sum", "sum"), "596.25"), equal(over("sum", "sum"), "2403.75"))
    decided(TILL, equal(over("cell", "sum", where=where("text", "Rent")), "-900"))


def test_points_group_beside_decimal_commas() -> None:
    decided(NORTH, equal(over("max", "cases"), "3410"), equal(over("max", "cases"), "812"))
    decided(NORTH, equal(over("max", "per 100k"), "31.4"))


@pytest.mark.parametrize("wrong", ["380", "570", "760"])
def test_subtotals_are_not_counted_again(wrong: str) -> None:
    assert status(GROUPS, equal(over("sum", "Sales"), "190")) in ("Verified", "Abstain")
    assert status(GROUPS, equal(over("sum", "Sales"), wrong)) in ("Refuted", "Abstain")
    lines = "line,n\na,1\nb,1\nsubtotal,2\nc,1\nd,1\nsubtotal,2\ntotal,4\n"
    for value in ("8", "12"):
        assert status(lines, equal(over("sum", "n"), value)) in ("Refuted", "Abstain")


def test_blank_cells_below_a_label_are_not_left_out() -> None:
    data = "Farm,Crop,Tonnes\nHill,Wheat,11\n,Peas,6\n,Oats,4\nMarsh,Wheat,8\n,Peas,3\n"
    assert status(data, equal(over("sum", "Tonnes", where=where("Farm", "Hill")), "11")) != "Verified"


def test_a_lone_dash_is_not_zero() -> None:
    data = "city,reports\n" + "".join(f"c{i},{i + 2}\n" for i in range(9)) + "z,-\n"
    source = load_bytes(data.encode(), "t.csv")
    assert source.columns[1].cells[-1].kind is Kind.NULL
    decided(data, equal(over("sum", "reports"), "54"))
    assert status(data, equal(over("min", "reports"), "0")) == "Abstain"


READ = [
    (["1.399,95", "2,50"], ["1399.95", "2.5"]),
    (["$4,321.50", "($876.25)", "(123.00)"], ["4321.5", "-876.25", "-123"]),
    (["12.5%", "-4.25%"], ["12.5", "-4.25"]),
    (["2\u00a0345,67", "8\u202f901,20"], ["2345.67", "8901.2"]),
    (["2,5", "3,0", "\u22124,5", "11,98", "\u22120,75"], ["2.5", "3", "-4.5", "11.98", "-0.75"]),
    (["-$4", "($6)", "$7"], ["-4", "-6", "7"]),
    (["(888.75)", "12.00"], ["-888.75", "12"]),
    (["31\u00a0000", "450"], ["31000", "450"]),
    (["14,000", "260", "8500", "900"], ["14000", "260", "8500", "900"]),
]


@pytest.mark.parametrize(("cells", "values"), READ)
def test_numbers_that_were_cut_dropped_or_kept_as_text(cells: list[str], values: list[str]) -> None:
    column = from_rows(["x", "k"], [[c, "a"] for c in cells]).columns[0]
    assert [c.number for c in column.cells] == [Fraction(v) for v in values]
    assert [c.raw for c in column.cells] == cells


def test_a_percent_sign_is_kept() -> None:
    (cell,) = from_rows(["share"], [["3%"]]).columns[0].cells
    assert (cell.number, cell.unit, cell.raw) == (3, "%", "3%")


def test_grouped_digits_are_not_cut_at_their_first_comma() -> None:
    rows = 'year,plain,grouped\n2021,2000000,"2,000,000"\n2022,1250000,"1,250,000"\n2023,4100000,"4,100,000"\n'
    decided(rows, equal(over("sum", "grouped"), "7350000"), equal(over("sum", "grouped"), "7"))
    decided(rows, equal(over("sum", "plain"), "7350000"))
    assert load_bytes(b'k,v\na_1,"2,000"\n', "t").columns[1].cells[0].number == 2000


def test_a_true_claim_is_verified_and_a_false_one_refuted_and_their_codes_differ() -> None:
    data = "k,v\na,1\nb,2\n"
    assert [status(data, equal({"op": "count"}, n)) for n in ("2", "3")] == ["Verified", "Refuted"]
    assert [exit_code([s], [""]) for s in ("Verified", "Refuted")] == [0, 1]


@pytest.mark.parametrize(("value", "shown"), [("-0.025", "-0.03"), ("0.025", "0.03"), ("-0.024", "-0.02")])
def test_halves_are_rounded_away_from_zero(value: str, shown: str) -> None:
    assert decimal(Fraction(value), 2) == shown


def test_a_byte_order_mark_is_no_part_of_a_name() -> None:
    data = b"\xef\xbb\xbfid,name\n7,Ann\n8,Ben\n"
    assert [c.label for c in load_bytes(data, "t").columns] == ["id", "name"]


def test_columns_of_one_name_are_told_apart() -> None:
    source = load_bytes(b"id,id,name\n5,6,Ann\n", "t")
    assert [(c.label, c.cells[0].raw) for c in source.columns[:2]] == [("id", "5"), ("id (2)", "6")]
    four = load_bytes(b"v;v;v;v_1\n1;2;3;4\n", "t")
    assert len({c.label for c in four.columns}) == 4
    assert [c.cells[0].raw for c in four.columns] == ["1", "2", "3", "4"]


def test_an_entry_in_other_case_is_not_zero_rows() -> None:
    data = "borough,inspections\nQueens,12\nBronx,7\n"
    assert status(data, equal({"op": "count", "where": where("borough", "QUEENS")}, "0")) == "Abstain"


def test_digits_at_the_end_of_a_name_are_no_footnote() -> None:
    assert load_bytes(b"Stage 2,Note a\n5,6\n", "t").columns[0].label == "Stage 2"


def test_missing_records_count_in_a_share_of_all() -> None:
    data = "id,ok\n1,yes\n2,yes\n3,no\n4,yes\n5,\n"
    yes = {"op": "count", "where": where("ok", "yes")}
    share = {"op": "divide", "left": yes, "right": {"op": "count"}}
    verdicts = {n: status(data, equal(share, n, ">=")) for n in ("0.6", "0.61")}
    assert verdicts["0.61"] in ("Refuted", "Abstain")
    assert verdicts["0.6"] in ("Verified", "Abstain")


def test_leading_zeros_are_kept() -> None:
    column = load_bytes(b"school,ZIP\na,04210\nb,10027\n", "t").columns[1]
    assert [(c.kind, c.text) for c in column.cells] == [(Kind.TEXT, "04210"), (Kind.TEXT, "10027")]


def test_an_answer_is_no_suffix_of_a_number() -> None:
    for right, wrong in (("822", "22"), ("157", "57")):
        data = f"task,answer\nx,{right}\ny,3\n"
        goal = over("cell", "answer", where=where("task", "x"))
        decided(data, equal(goal, right), equal(goal, wrong))


def test_one_is_a_number_and_no_truth_value() -> None:
    assert [(c.kind, c.raw) for c in load_bytes(b"x,y\na,1\n", "t").columns[1].cells] == [(Kind.NUMBER, "1")]


def test_a_change_is_over_the_earlier_value() -> None:
    data = "bird,week 1,week 2\nRobin,640,320\nWren,10,12\n"
    old, new = (over("cell", f"week {n}", where=where("bird", "Robin")) for n in (1, 2))
    change = {"op": "divide", "left": {"op": "subtract", "left": new, "right": old}, "right": old}
    decided(data, equal(change, "-0.5"), equal(change, "-1"))


def test_a_row_that_begins_like_a_footnote_is_a_row() -> None:
    data = "item,2022,2023\n1) Heat,140,150\n2) Power,80,95\n"
    decided(data, equal({"op": "count"}, "2"), equal({"op": "count"}, "1"))


def test_the_greatest_is_by_number_and_not_by_letters() -> None:
    data = "group,loss\na,4512\na,987\nb,63\nb,4512\nc,2180\n"
    decided(data, equal(over("max", "loss"), "4512"), equal(over("max", "loss"), "987"))
