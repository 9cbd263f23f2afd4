"""Questions that define a term first: goals and second readings."""

from words import (
    Item,
    Passed,
    both,
    cell,
    change,
    cols_add,
    cols_minus,
    cols_over,
    count,
    greatest,
    highest,
    lowest,
    num,
    one_of,
    text,
    values,
)

TRIALS = both(text("competition", "olympic trials"), num("year", "=", 2008))
COUNTRIES = ("denmark", "ireland", "united kingdom")


def most(t, column, f, where=lambda r: True):
    """The entries of `column` in the rows with the greatest `f`."""
    rows = [r for r in t.rows if where(r)]
    best = max(f(r) for r in rows)
    return list(dict.fromkeys(r[column] for r in rows if f(r) == best))


ITEMS = [
    Item(
        "e5309753",
        values("place", lowest(cols_over("population", "area (km 2 )"))),
        lambda t: most(t, 0, lambda r: -r(3) / r(2)),
        "15218 on 3491.83 km²",
    ),
    Item(
        "f4292e39",
        count(num("max mach", ">", "5.5")),
        lambda t: sum(x * 2 > 11 for x in t.n("max mach")),
        "eight of eleven pilots",
    ),
    Item(
        "106f3d50",
        change(cell("total revenue", num("year", "=", 2001)), cell("total revenue", num("year", "=", 2002))),
        lambda t: (t.at(5, 0, "2002") / t.at(5, 0, "2001") - 1) * 100,
        "28498037 to 32539572",
    ),
    Item(
        "6bc66e61",
        values("event", highest(cols_add("final - score", "qualifying score"), TRIALS)),
        lambda t: most(
            t,
            "event",
            lambda r: (r(5) + r(7)) / 2,
            lambda r: r["year"] == "2008" and r["competition"] == "olympic trials",
        ),
        "the greatest average of two is the greatest sum",
    ),
    Passed("5876f5ea", "form", "the year is only part of a cell, “botswana (2001)”"),
    Passed("c8223578", "form", "the answer is that there is none"),
    Item("d277ebc4", values("episode", highest("share (%)")), lambda t: most(t, 0, lambda r: r("share (%)")), "48.9"),
    Item(
        "decc298d",
        values("series", highest(cols_over("wins", "races"), num("races", ">", 0))),
        lambda t: most(t, "series", lambda r: r("wins") / r("races"), lambda r: r("races") > 0),
        "4 of 9; the row without a race has no rate",
    ),
    Item(
        "6b1d72a6",
        values("airline / holding", highest(cols_over("current destinations", "passenger fleet"))),
        lambda t: most(t, 1, lambda r: r(3) / r(2)),
        "destinations for each aircraft",
    ),
    Item(
        "13268aef",
        greatest(cols_minus("withdrawn", "entered service")),
        lambda t: max(r(6) - r(5) for r in t.rows),
        "locomotive 2020, 1834 to 1955 as the table has it",
    ),
    Item(
        "ce293030",
        values("metropolitan ring", highest(cols_over("arabs", "total"))),
        lambda t: most(t, 0, lambda r: r("arabs") / r("total")),
        "the northern section of the outer ring, 215600 of 362800",
    ),
    Item(
        "f07268ae",
        values(
            "member countries",
            highest(cols_over("gdp (billion us)", "area (km square)"), one_of("member countries", *COUNTRIES)),
        ),
        lambda t: most(t, 0, lambda r: r(3) / r(2), lambda r: r[0] in COUNTRIES),
        "the other rows are groups of countries",
    ),
    Item(
        "3b8eafab",
        values("Canal", highest(cols_over("Locks", "Length (miles)"))),
        lambda t: most(t, 0, lambda r: r(2) / r(1), lambda r: r[1] != "None"),
        "15 locks in 9 miles",
    ),
    Item(
        "27f4204a",
        values("location", highest(cols_over("total passengers", "capacity"))),
        lambda t: most(t, 1, lambda r: r(2) / r(4)),
        "passengers over capacity, which the last column gives in percent",
        gold="vitória",
        why="the capacity in use is 650.50 % at vitória and 207.96 % at belo horizonte",
    ),
    Passed("894156fd", "form", "the date is only part of a cell, “30 april 1945 (peak overseas size)”"),
    Item(
        "9906ab81",
        values("artist", highest(cols_over("total votes", "televotes"))),
        lambda t: most(t, "artist", lambda r: r("total votes") / r("televotes")),
        "9 ÷ 3",
        gold="roel",
        why="total votes ÷ televotes is 9 ÷ 3 = 3 for roel and 9 ÷ 5 for ángeles vela",
    ),
    Passed(
        "dcee3efa", "ambiguous", "a rank higher than 10 may be a better one or a greater number; the answers differ"
    ),
    Item(
        "56fb46be",
        values("building", highest(cols_over("floors", "height"), text("city", "winnipeg"))),
        lambda t: most(t, 0, lambda r: r("floors") / r("height"), lambda r: r["city"] == "winnipeg"),
        "12 ÷ 45",
    ),
    Item(
        "ef1ef441",
        values(
            "year",
            highest(
                cols_over(cols_add("number of hurricanes", "number of major hurricanes"), "number of tropical storms")
            ),
        ),
        lambda t: most(t, "year", lambda r: (r(2) + r(3)) / r(1)),
        "(5 + 1) ÷ 1 in both years",
    ),
]
