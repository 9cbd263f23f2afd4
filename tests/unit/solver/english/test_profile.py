"""The profile: what a table is about, before any word is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from egvar.cli.main import main
from egvar.solver.english.profile import Profile, period_key, profile
from egvar.source.source import from_rows


def of(columns: str, *rows: str, context: str = "") -> Profile:
    return profile(from_rows(columns.split("|"), [r.split("|") for r in rows], "t"), context)


def test_roles() -> None:
    p = of(
        "Rank|Team|Founded|Stadium|Open air|Points|Licence no|Colour",
        "1|Owls|1901|North Park|yes|55|7001|red",
        "2|Bears|1888|East End|no|48|7002|blue",
        "3|Foxes|1920|Old Yard|yes|48|7003|red",
    )
    roles = {c.label: c.role for c in p.columns}
    assert roles == {
        "Rank": "rank",
        "Team": "key",
        "Founded": "year",
        "Stadium": "text",
        "Open air": "boolean",
        "Points": "measure",
        "Licence no": "identifier",
        "Colour": "category",
    }
    assert (p.col("Open air").yes, p.col("Open air").no) == ("yes", "no")
    assert p.key == "Team" and {"team", "club", "side"} <= p.nouns


def test_units_and_scales_of_headers_and_captions() -> None:
    p = of("Country|Population (thousands)|GDP (bn €)|Turnout", "A|8,900|400.5|61%", "B|11,500|520.1|72%")
    assert [(c.unit, int(c.scale)) for c in p.columns[1:]] == [(None, 1000), ("€", 10**9), ("%", 1)]
    assert [c.additive for c in p.columns[1:]] == [True, True, False]
    years = of("Area|2019|2020", "A|4.1|6.3", "B|7.2|9.8", context="Unemployment rate, % of labour force")
    assert years.axis == ("2019", "2020") and years.time and all(years.col(a).unit == "%" for a in years.axis)


def test_columns_that_are_periods_or_groups() -> None:
    assert of("Item|Q2|Q1|Q3|Total", "Ale|2|1|3|6", "Rum|1|1|1|3").axis == ("Q1", "Q2", "Q3")
    groups = of("Characteristic|Placebo (n=20)|Drug (n=22)", "Women|8|11", "Mean age (years)|54.1|53.8")
    assert groups.axis == ("Placebo (n=20)", "Drug (n=22)") and groups.rows_measure and not groups.time
    families = of("Crop|Yield 2022 (t/ha)|Yield 2023 (t/ha)|Price 2023", "Rye|7.4|6.9|10", "Oats|6.5|6.6|12")
    assert families.families[0] == ((2022, "Yield 2022 (t/ha)"), (2023, "Yield 2023 (t/ha)"))


def test_totals_and_sums() -> None:
    p = of("Line|Trips|Late|On time", "A|40|4|36", "B|25|5|20", "C|35|1|34", "All lines|100|10|90")
    assert p.total_rows == (3,)
    assert ("Trips", ("Late", "On time")) in p.sums
    assert p.part_of("Late", "Trips") and not p.part_of("Trips", "Late")


def test_initials_say_what_they_do_in_company() -> None:
    p = of("Team|P|W|D|L|Pts", "Owls|10|6|2|2|20", "Bears|10|5|2|3|17")
    assert ("win",) in p.col("W").extra and ("point",) in p.col("Pts").extra
    assert of("Team|W|Place", "Owls|10|x", "Bears|7|y").col("W").extra == ()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2021", ("year", (2021,))),
        ("FY2023", ("year", (2023,))),
        ("Q3", ("quarter", (0, 3))),
        ("Q1 2024", ("quarter", (2024, 1))),
        ("March", ("month", (0, 3))),
        ("Mar 2021", ("month", (2021, 3))),
        ("31 Dec 2024", ("day", (2024, 12, 31))),
        ("Week 4", ("week", (4,))),
        ("Monday", ("weekday", (1,))),
        ("Paris", None),
        ("12", None),
    ],
)
def test_names_of_periods(text: str, key: object) -> None:
    assert period_key(text) == key


def test_it_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("Line,Trips,Late\nA,40,4\nB,25,5\nC,35,1\nAll,100,10\n")
    done = CliRunner().invoke(main, ["read", str(file), "--profile"])
    assert done.exit_code == 0
    assert 'rows are named by "Line"' in done.output and "totals of other rows: row 5" in done.output
