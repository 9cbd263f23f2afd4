"""Arithmetic: goals and second readings."""

from fractions import Fraction

from words import Item, Passed, add, both, cell, either, mean, minus, no, num, number, one_of, size, text, times, total

ELEVEN = ("11:8", "15:11", "14:11", "11:9", "13:11", "12:11")
AGES = "POPULATION (by age group in 2002)"
MALES = both(text("SPECIFICATION (4)", "Males"), text("Measure unit", "person"))
ITEMS = [
    Item("8342f8f8", None, lambda t: t.at("wins", "year", "2008") + t.at("wins", "year", "2009"), "9 and 8"),
    Item(
        "1c1d3753",
        times(cell("of national votes", num("election", "=", 1965)), number("1.1")),
        lambda t: t.at("of national votes", "election", "1965") * Fraction(110, 100),
        "17583490 and a tenth of it",
    ),
    Item(
        "020c4e86",
        times(cell("gdp per cap (2003 , in )", text("province", "flevoland")), number("0.63")),
        lambda t: t.at(5, 0, "flevoland") * (1 - Fraction(37, 100)),
        "63 % of 19439 are left",
    ),
    Item(
        "0b5b0370",
        mean("size (cents)", one_of("just ratio", *ELEVEN)),
        lambda t: sum(r(2) for r in t.rows if "11" in r[3].split(":")) / sum("11" in r[3].split(":") for r in t.rows),
        "six ratios have 11 as one of their two numbers",
    ),
    Item(
        "9c3b3255",
        total("average", num("rank", "<=", 5)),
        lambda t: sum(r("average") for r in t.rows[:5]),
        "ranks 1 to 5, which are the first five rows",
    ),
    Item(
        "eae1a64a",
        total("total", num("obama%", ">", 60)),
        lambda t: sum(t.n("total", lambda r: r("obama%") > 60)),
        "all votes of those counties, not Obama's alone",
    ),
    Item(
        "aec52e67",
        size(minus(cell("population", text("rank", "6th")), cell("population", text("city", "acqui terme")))),
        lambda t: abs(t.at(2, 0, "6th") - t.at(2, 1, "acqui terme")),
        "20282 and 20426",
    ),
    Passed("e067a40a", "duplicate", "the same question stands in another stratum and is in the panel from there"),
    Item(
        "c1636b31",
        total("12 - inch", no(text("ship", "total"))),
        lambda t: sum(t.n("12 - inch", lambda r: r["ship"] != "total")),
        "8, 3 and 1; the row total is not a ship",
        gold="12",
        why="the published 24 adds the row total, 12, to the ships that it is the total of",
    ),
    Passed(
        "1eeb4d90",
        "ambiguous",
        "whether zzz bucharest is a county is open, and the published 2844677 is the sum of no "
        "five of them: the five most populous have 3323516, without it 2818409",
    ),
    Passed("7bec36f0", "ambiguous", "four earthquakes share the lowest magnitude, 7.0, at three depths"),
    Item(
        "2be360d4",
        total("research funding (000)", text("location", "london")),
        lambda t: sum(t.n(6, lambda r: r["location"] == "london")),
        "location says london, not the name",
    ),
    Item(
        "aa9a6535",
        times(cell("total passengers", text("airport", "glasgow international")), number("1.15")),
        lambda t: t.at(2, 1, "glasgow international") * Fraction(115, 100),
        "10115086.05, asked approximately",
    ),
    Item(
        "5c61003f",
        total("diameter (km)", num("diameter (km)", ">", 40)),
        lambda t: sum(x for x in t.n("diameter (km)") if x > 40),
        "the diameters above 40 km added",
    ),
    Item(
        "d30106ae",
        total("Episodes", either(*(num("Season", "=", s) for s in (1, 2, 3)))),
        lambda t: sum(t.at(1, 0, s) for s in "123"),
        "20, 52, 44",
    ),
    Item(
        "ac040e96",
        minus(cell("reg gp", text("player", "harold snepsts")), number(300)),
        lambda t: t.at("reg gp", "player", "harold snepsts") - 300,
        "the average is given in the question",
    ),
    Item(
        "0e6bfa74",
        add(cell(f"{AGES} (4)", MALES), cell(f"{AGES} (5)", MALES)),
        lambda t: t.one(9, lambda r: r[3] == "Males") + t.one(10, lambda r: r[3] == "Males"),
        "row Males in persons; the fourth and fifth population columns are 20–29 and 30–39",
    ),
    Item(
        "80ec4722",
        mean("viewers (millions)", num("no in season", "<=", 5)),
        lambda t: sum(r("viewers (millions)") for r in t.rows[:5]) / 5,
        "the first five that the table has",
    ),
]
