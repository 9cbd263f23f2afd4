"""Ranking: goals and second readings."""

from words import (
    Item,
    Passed,
    best,
    cols_over,
    greatest,
    highest,
    least,
    lowest,
    minus,
    no,
    num,
    text,
    together,
    values,
)

FUNDING = "research funding (000)"
FEMALES = "females (%)"
TORSION = "moment of inertia in torsion (j) (cm 4 )"
TOTAL = "Total terrestrial vertebrates"
MEP = "inhabitants per mep"
BIRTHS = "Crude birth rate (per 1000)"


def top(t, column, key, where=lambda r: True):
    """The entry of `column` in the one row with the greatest `key`."""
    rows = sorted((r for r in t.rows if where(r)), key=key)
    if len(rows) > 1 and key(rows[-1]) == key(rows[-2]):
        raise ValueError("a tie")
    return rows[-1][column]


ITEMS = [
    Item(
        "cb0e9191",
        values("party", highest("total", no(text("party", "total")))),
        lambda t: top(t, 0, lambda r: r("total"), lambda r: r[0] != "total"),
        "14 seats; the row total is no party",
    ),
    Item(
        "682533d2",
        values("year", highest("success rate", no(text("year", "total")))),
        lambda t: top(t, 0, lambda r: r(6), lambda r: r[0] != "total"),
        "68.75 %",
    ),
    Item(
        "da3b0679",
        values("state", highest(FEMALES, no(text("state", "whole india")))),
        lambda t: top(t, "state", lambda r: r(FEMALES), lambda r: r["state"] != "whole india"),
        "99 %",
    ),
    Item(
        "2db548f4",
        together(values("institution", highest(FUNDING)), minus(greatest(FUNDING), least(FUNDING))),
        lambda t: (top(t, 0, lambda r: r(6)), max(t.n(6)) - min(t.n(6))),
        "22398 and 7238",
    ),
    Item(
        "d3ff0f65",
        values("member state", best(MEP, 3)),
        lambda t: [r[0] for r in sorted(t.rows, key=lambda r: r(MEP))[-3:]],
        "no tie for the third place",
    ),
    Item("f99e2389", values("election", highest("% of popular vote")), lambda t: top(t, 0, lambda r: r(4)), "53.56 %"),
    Item("87d27673", None, lambda t: top(t, 0, lambda r: r(TORSION)), "273.6"),
    Item(
        "f51a77d4",
        values("Animal", highest("Metabolic rate", text("Sex", "Female"))),
        lambda t: top(t, 0, lambda r: r(2), lambda r: r["Sex"] == "Female"),
        "1956.1",
    ),
    Item(
        "b878f1ad",
        values("Election year", highest("% of party list votes")),
        lambda t: top(t, 0, lambda r: r("% of party list votes")),
        "4.3 %",
    ),
    Item("86e19cb3", values("episode", lowest("rating")), lambda t: top(t, 0, lambda r: -r("rating")), "5.9"),
    Item(
        "0a593de4", values("title", lowest("us viewers (millions)")), lambda t: top(t, "title", lambda r: -r(7)), "2.8"
    ),
    Item(
        "f2b0448d",
        values("manager", highest(cols_over("wins", "games"), num("games", ">", 0))),
        lambda t: top(t, 0, lambda r: r("wins") / r("games"), lambda r: r("games") > 0),
        "178 of 286; a row is a tenure",
    ),
    Item("5d0f2b30", values("Unnamed: 0", highest(BIRTHS)), lambda t: top(t, 0, lambda r: r(BIRTHS)), "21.7"),
    Passed("2a01a624", "language", "asks for an order; an answer of several values is a set"),
    Item(
        "07e37842",
        together(values("Country", highest(TOTAL)), minus(greatest(TOTAL), least(TOTAL))),
        lambda t: (top(t, 0, lambda r: r(TOTAL)), max(t.n(TOTAL)) - min(t.n(TOTAL))),
        "1569 and 707",
    ),
    Item(
        "9bd2405b",
        values("city", lowest("gdp per capita id k")),
        lambda t: top(t, "city", lambda r: -r("gdp per capita id k")),
        "14.2",
    ),
]
