"""Aggregation: goals and second readings."""

from words import Item, Passed, add, avg, best, cell, mean, no, number, over, text, total

T = "transparency international"
CX = "c_x ( metre )"
ITEMS = [
    Item(
        "f05eecdc",
        None,
        lambda t: sum(t.n("mintage", lambda r: 2002 <= r("year") <= 2012)),
        "every row lies in 2002 to 2012; the mintage column is added up",
    ),
    Item("c83997f5", total("camp mates"), lambda t: sum(t.n("camp mates")), "twelve series, no total row"),
    Item("e067a40a", None, lambda t: avg(t.n("Age")), "nine executives, ages 40 to 71"),
    Passed(
        "b71bb2ae",
        "ambiguous",
        "asks for goals in the Premier League (41 in the league columns); the published answer "
        "adds all competitions of those seasons (55)",
    ),
    Item(
        "9a6f45b5",
        total("Length [km]", text("Position", "left")),
        lambda t: sum(r("Length [km]") for r in t.rows if r["Position"] == "left"),
        "rows whose position is left",
    ),
    Item(
        "8b7282ee",
        over(
            add(*(cell(c, text("commodity", "wheat")) for c in ("2002 - 03", "2003 - 04", "2004 - 05", "2005 - 06"))),
            number(4),
        ),
        lambda t: avg([r(i) for r in t.rows if r[0] == "wheat" for i in (2, 3, 4, 5)]),
        "four seasons of the wheat row",
    ),
    Item(
        "9f6acb3e", None, lambda t: avg(t.n("rank", lambda r: r["organization"] == T)), "two indices, ranks 19 and 37"
    ),
    Item("c195eb76", None, lambda t: avg(t.n("time")), "sixteen swimmers, times in seconds"),
    Item("0150c6f2", mean(CX), lambda t: avg(t.n(CX)), "seven rows; a region that has several counts each time"),
    Passed(
        "70d9755a",
        "ambiguous",
        "the published 80 counts both end years and the chargés d'affaires; ambassadors alone "
        "served 55 years by difference",
    ),
    Item(
        "b6219d25",
        mean("males (%)", no(text("states", "india"))),
        lambda t: avg(t.n("males (%)", lambda r: r["states"] != "india")),
        "the row india is the country, not a state",
        gold="12.86",
        why="the mean of the 27 states is 347.1 ÷ 27 = 12.86; 12.82 is near 12.829, the mean with the row of "
        "the whole country",
    ),
    Item(
        "1274eebb",
        total("population", best("population", 5)),
        lambda t: sum(sorted(t.n("population"))[-5:]),
        "the five most populous, which are also the first five ranks",
    ),
    Passed(
        "a4f6d7cb",
        "ambiguous",
        "the column season counts the episodes of season 6; the published answer is that of its first episode",
    ),
    Item(
        "d4089b01",
        total("number of students", text("subject", "mathematics")),
        lambda t: t.one(4, lambda r: r[0].endswith("level 1")) + t.one(4, lambda r: r[0].endswith("level 2")),
        "the two mathematics tests, levels 1 and 2",
    ),
    Item(
        "463ca07b", None, lambda t: avg(t.n("% of national vote")), "twenty elections; a leader counts once each time"
    ),
    Item("7341c70d", None, lambda t: avg(t.n("weight (kg / m)")), "seven beams"),
    Item("767d183a", None, lambda t: avg(t.n("population density ( / km 2 )")), "seventeen municipalities, unweighted"),
    Item("c2d0e0b5", None, lambda t: sum(t.n("of seats won")), "all elections listed"),
]
