"""Units of headers: each form with the name, unit, scale and kind that it must have, and what is left in the name."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egvar.source.source import from_rows
from egvar.source.units import HeaderUnits, Unit, header_units, scale_of_word, unit_of_word, units_of_word

K, M, B = 10**3, 10**6, 10**9
FORMS = [
    ("Price (€)", "Price", "€", 1, "money"),
    ("Area (sq m)", "Area", "m²", 1, "area"),
    ("Population (thousands)", "Population", None, K, "count"),
    ("GDP (bn €)", "GDP", "€", B, "money"),
    ("Throughput (MB/s)", "Throughput", "MB/s", 1, "data rate"),
    ("Bounce rate", "Bounce rate", None, 1, "rate"),
    ("$ thousands", "", "$", K, "money"),
    ("Amount (USD thousand)", "Amount", "$", K, "money"),
    ("Turnout (%)", "Turnout", "%", 1, "percent"),
    ("Height [ft]", "Height", "ft", 1, "length"),
    ("Elevation (m)", "Elevation", "m", 1, "length"),
    ("Revenue (m)", "Revenue", None, M, "money"),
    ("Revenue ($m)", "Revenue", "$", M, "money"),
    ("Revenue (€ m)", "Revenue", "€", M, "money"),
    ("Revenue ($ in millions)", "Revenue", "$", M, "money"),
    ("Revenue (in millions of dollars)", "Revenue", "$", M, "money"),
    ("Net income (dollars in thousands)", "Net income", "$", K, "money"),
    ("Sales (£000s)", "Sales", "£", K, "money"),
    ("Sales (€'000)", "Sales", "€", K, "money"),
    ("Sales ('000)", "Sales", None, K, "money"),
    ("Cost (k€)", "Cost", "€", K, "money"),
    ("Market cap (US$ bn)", "Market cap", "$", B, "money"),
    ("GDP (current US$)", "GDP (current)", "$", 1, "money"),
    ("GDP (2023, € bn)", "GDP (2023)", "€", B, "money"),
    ("GDP (billion EUR)", "GDP", "€", B, "money"),
    ("Budget (CHF million)", "Budget", "CHF", M, "money"),
    ("Budget (A$)", "Budget", "A$", 1, "money"),
    ("Salary (GBP)", "Salary", "£", 1, "money"),
    ("Fees (pounds)", "Fees", "£", 1, "money"),
    ("Weight (pounds)", "Weight", "lb", 1, "mass"),
    ("Weight (lbs)", "Weight", "lb", 1, "mass"),
    ("Turnover (₹ crore)", "Turnover", "₹", 10**7, "money"),
    ("Area (km²)", "Area", "km²", 1, "area"),
    ("Area (km2)", "Area", "km²", 1, "area"),
    ("Area (square kilometres)", "Area", "km²", 1, "area"),
    ("area ( sq mi )", "area", "mi²", 1, "area"),
    ("Land area, ha", "Land area", "ha", 1, "area"),
    ("Area in km²", "Area", "km²", 1, "area"),
    ("Population in millions", "Population", None, M, "count"),
    ("Population (millions)", "Population", None, M, "count"),
    ("Production (thousand tonnes)", "Production", "t", K, "mass"),
    ("Speed (km/h)", "Speed", "km/h", 1, "speed"),
    ("Top speed (mph)", "Top speed", "mph", 1, "speed"),
    ("Wind (m/s)", "Wind", "m/s", 1, "speed"),
    ("Temperature (°C)", "Temperature", "°C", 1, "temperature"),
    ("Temperature (K)", "Temperature", "K", 1, "temperature"),
    ("Height (in)", "Height", "in", 1, "length"),
    ("Duration (min)", "Duration", "min", 1, "time"),
    ("Latency (ms)", "Latency", "ms", 1, "time"),
    ("Time (s)", "Time", "s", 1, "time"),
    ("Age (years)", "Age", "yr", 1, "time"),
    ("frequency (mhz)", "frequency", "MHz", 1, "frequency"),
    ("power (kw)", "power", "kW", 1, "power"),
    ("Consumption (kWh)", "Consumption", "kWh", 1, "energy"),
    ("Link (Mbps)", "Link", "Mbit/s", 1, "data rate"),
    ("Disk (GB)", "Disk", "GB", 1, "data"),
    ("Rent (€/m²)", "Rent", "€/m²", 1, "rate"),
    ("Oil ($ per barrel)", "Oil", "$/bbl", 1, "rate"),
    ("Density (people/km²)", "Density", "people/km²", 1, "rate"),
    ("Mortality (per 1,000 live births)", "Mortality", "per 1,000", 1, "rate"),
    ("Cases per 100k", "Cases per 100k", "per 100,000", 1, "rate"),
    ("cases per 100,000", "cases per 100,000", "per 100,000", 1, "rate"),
    ("Per capita income", "Per capita income", None, 1, "rate"),
    ("Yards per attempt", "Yards per attempt", None, 1, "rate"),
    ("£m", "", "£", M, "money"),
    ("(in thousands)", "", None, K, None),
    ("2018 (dollars in thousands)", "2018", "$", K, "money"),
    ("Costs (in thousands, except per share)", "Costs (except per share)", None, K, "money"),
    ("Weight (kg / m)", "Weight", "kg/m", 1, "rate"),
    ("Pop. density (km 2)", "Pop. density", "per km²", 1, "rate"),
    ("GDP per capita (USD)", "GDP per capita", "$", 1, "rate"),
    ("2017 $", "2017", "$", 1, "money"),
    ("Pop. density (per km²)", "Pop. density", "per km²", 1, "rate"),
    ("GDP per capita", "GDP per capita", None, 1, "rate"),
    ("Change (percentage points)", "Change", "pp", 1, "points"),
    ("Change (pp)", "Change", "pp", 1, "points"),
    ("Spread (bps)", "Spread", "bp", 1, "points"),
    ("Share (percent)", "Share", "%", 1, "percent"),
    ("Turnout %", "Turnout", "%", 1, "percent"),
    ("% change", "change", "%", 1, "percent"),
    ("% of votes", "% of votes", "%", 1, "percent"),
    ("Price, €", "Price", "€", 1, "money"),
    ("price_eur", "price", "€", 1, "money"),
    ("area_km2", "area", "km²", 1, "area"),
    ("weight_kg", "weight", "kg", 1, "mass"),
    ("Weight kg", "Weight", "kg", 1, "mass"),
    ("Price in euros", "Price", "€", 1, "money"),
    ("Number of employees", "Number of employees", None, 1, "count"),
    ("€", "", "€", 1, "money"),
    ("Miles", "Miles", "mi", 1, "length"),
    ("Feet", "Feet", "ft", 1, "length"),
]


@pytest.mark.parametrize(("header", "name", "unit", "scale", "kind"), FORMS)
def test_headers(header: str, name: str, unit: str | None, scale: int, kind: str | None) -> None:
    assert header_units(header) == HeaderUnits(name, unit, Fraction(scale), kind)


NOT_UNITS = """Name|Revenue (2019)|Player(s)|Record (W-L)|Athletes (M)|Gold (G)|Temperature (min)|Best lap (d)|Barrel
City, State|Revenue (net)|Score (home)|Height (max)|Time (first half)|Notes (in German)|Sets (5)|Team (k)|Points
Year|Week|Months|Second|W|L|Min|h / a|height ft (m)|Area km² (sq mi)|Distance Miles (km)|gdp (billion us)|()|(
W (mm) × H (mm)|Speed [km/h (mph)]|Theme song (ST)|just (cents)|lost (pp)|rank (week)|Games behind (GB)|199 kg
Assets (usd) millions|M2|Torque (nm)|(m) and fairest|Total (a)"""


@pytest.mark.parametrize("header", NOT_UNITS.replace("\n", "|").split("|"))
def test_what_is_no_unit_stays_in_the_name(header: str) -> None:
    assert header_units(header) == HeaderUnits(header)


WORDS = {
    "euros": "€", "€": "€", "EUR": "€", "percent": "%", "per cent": "%", "%": "%", "percentage points": "pp",
    "feet": "ft", "ft": "ft", "km": "km", "Kilometres": "km", "dollars": "$", "USD": "$", "kg": "kg", "hours": "h",
    "square kilometres": "km²", "sq mi": "mi²", "MW": "MW", "mw": "MW", "Mb": "Mb", "eur": "€", "miles per hour": "mph",
}  # fmt: skip


@pytest.mark.parametrize(("word", "text"), WORDS.items())
def test_words_of_a_sentence(word: str, text: str) -> None:
    unit = unit_of_word(word)
    assert unit is not None
    assert unit.text == text


def test_a_word_with_two_meanings_has_none_alone() -> None:
    assert unit_of_word("pounds") is None
    assert set(units_of_word("pounds")) == {Unit("£", "money"), Unit("lb", "mass")}
    assert unit_of_word("elephants") is None
    assert unit_of_word("in") is None
    assert unit_of_word("won") is None


@pytest.mark.parametrize(("one", "other"), [("MB", "Mb"), ("MB/s", "Mb/s"), ("mW", "MW"), ("Mt", "t"), ("K", "k")])
def test_case_tells_units_apart(one: str, other: str) -> None:
    first, second = header_units(f"temp memory output ({one})"), header_units(f"temp memory output ({other})")
    assert first.unit is not None
    assert first != second


def test_case_is_not_ignored_where_it_tells_units_apart() -> None:
    assert [unit_of_word(w) for w in ("MBps", "mt", "G")] == [None, None, None]


@pytest.mark.parametrize(
    ("word", "factor"),
    [("million", M), ("bn", B), ("k", K), ("thousands", K), ("'000", K), ("m", M), ("lakh", 10**5), ("mn.", M)],
)
def test_scales(word: str, factor: int) -> None:
    assert scale_of_word(word) == factor


@pytest.mark.parametrize("word", ["", "percent", "dozenth", "0", "1000", "thous and"])
def test_what_is_no_scale(word: str) -> None:
    assert scale_of_word(word) is None


@given(st.text(max_size=30))
def test_any_header_has_units_or_none(header: str) -> None:
    said = header_units(header)
    assert said.scale > 0
    assert said.unit is not None or said.scale != 1 or said.name == " ".join(header.split())


def test_a_header_never_changes_how_its_cells_are_read() -> None:
    plain, scaled = (from_rows([h], [["1,510"], ["12,450,000"]]) for h in ("Sales", "Sales ($ thousands)"))
    assert plain.columns[0].cells == scaled.columns[0].cells
