"""Several steps: goals and second readings."""

from itertools import pairwise

from words import (
    Item,
    Passed,
    add,
    avg,
    best,
    both,
    cell,
    cols_minus,
    cols_over,
    greatest,
    least,
    mean,
    minus,
    num,
    number,
    one_of,
    part,
    text,
    times,
    total,
)

COSTS = ("200 / kwp", "600 / kwp", "1000 / kwp", "1400 / kwp")
YIELDS = ("2400 kwh / kwp y", "2200 kwh / kwp y", "2000 kwh / kwp y")
LOST = "weight lost (kg)"
PERIODS = ("jul 1940 - jun 1950", "jul 1950 - jun 1960")


def before(column):
    return {"op": "previous", "of": column, "key": "year"}


def mintages(t):
    rows = [r for r in t.rows if r["issue price"] == "34.95"]
    return avg([(b(5) / a(5) - 1) * 100 for a, b in pairwise(rows)])


ITEMS = [
    Item(
        "73a06f4d",
        add(*(total(y, one_of("cost", *COSTS)) for y in YIELDS)),
        lambda t: sum(r(i) for r in t.rows if r(0) <= 1400 for i in (1, 2, 3)),
        "three columns of four rows",
    ),
    Passed(
        "8bbcb834", "ambiguous", "the top scorer in the league and the one over all competitions are different players"
    ),
    Item(
        "9294abdf",
        minus(greatest("PSI"), least("PSI")),
        lambda t: max(t.n("PSI")) - min(t.n("PSI")),
        "14.3 and 7.9; the row of the region, 10.6, is neither",
    ),
    Passed("1882bbbc", "language", "rows above the median of all rows: no query compares a row with an aggregate"),
    Passed(
        "c04b6bee", "ambiguous", "an event has one value, so neither its average nor additional values mean anything"
    ),
    Item(
        "7dcf69b8",
        total("bills originally cosponsored", num("all bills sponsored", ">", 50)),
        lambda t: sum(t.n(5, lambda r: r(1) > 50)),
        "eight congresses",
    ),
    Item(
        "4b4ff8f1",
        total("wins", num("win pct", ">", "0.7")),
        lambda t: sum(t.n("wins", lambda r: r(4) * 10 > 7)),
        "0.7 itself is not greater",
    ),
    Item(
        "7a156d05",
        minus(greatest("points"), mean("points", best("points", 3))),
        lambda t: max(t.n(3)) - avg(sorted(t.n(3))[-3:]),
        "118 against the mean of 118, 79 and 75",
    ),
    Passed(
        "8869ae21", "ambiguous", "west germany already has more; that no increase is needed is no number of the table"
    ),
    Passed("17e82bd1", "unreadable", "frequencies are written 1, 1k and 1 m in one column"),
    Item(
        "c804d4f1",
        mean("percentage lost", best(LOST, 3)),
        lambda t: avg([r("percentage lost") for r in sorted(t.rows, key=lambda r: r(LOST))[-3:]]),
        "75.4, 66.4, 54.6 kg",
    ),
    Passed("7905cb93", "language", "months without a day are texts; no query counts the months between two"),
    Item(
        "5eb7d24a",
        times(
            mean(
                cols_over(cols_minus("total mintage", before("total mintage")), before("total mintage")),
                both(num("issue price", "=", "34.95"), num(before("issue price"), "=", "34.95")),
            ),
            number(100),
        ),
        mintages,
        "2003 to 2006; from one of these coins to the next",
    ),
    Passed("78f78dcb", "ambiguous", "top 5 by the rank of the table (270.52) or by market value (276.06)"),
    Item(
        "85e54c42",
        mean(
            "prominence (m)",
            both(text("country", "morocco"), num("elevation (m)", ">=", 3000), num("col (m)", ">", 1500)),
        ),
        lambda t: avg(t.n(3, lambda r: r[1] == "morocco" and r(2) >= 3000 and r(4) > 1500)),
        "1904, 1642 and 1609",
    ),
    Item(
        "42761f06",
        mean("Episodes", both(num("Episodes", ">=", 40), num(part("Season Premiere", "month"), ">=", 10))),
        lambda t: avg(t.n(1, lambda r: r(1) >= 40 and r[2].split()[0] in ("October", "November", "December"))),
        "seasons 2 to 5, all in October",
    ),
    Item(
        "566c9200",
        total("intake", both(text("type", "primary"), num("dcsf number", "<", 2200))),
        lambda t: sum(t.n("intake", lambda r: r["type"] == "primary" and r(4) < 2200)),
        "boxmoor and south hill",
    ),
    Item(
        "6e909081",
        total("population", text("most spoken language", "afrikaans")),
        lambda t: sum(t.n("population", lambda r: r[4] == "afrikaans")),
        "four places",
    ),
    Item(
        "251b26a4",
        total("2012 employees (total)", one_of("industry", "healthcare", "education")),
        lambda t: sum(t.n(4, lambda r: r["industry"] in ("healthcare", "education"))),
        "the industries as quoted; public education is another",
    ),
    Passed("a79cd8ec", "ambiguous", "whether “second chance >final” counts as having made it: 37 with it, 30 without"),
    Item(
        "e1c02ab4",
        minus(*(cell("Poland and Danzig", num("-", "=", y)) for y in (1939, 1934))),
        lambda t: t.at(2, 0, "1939") - t.at(2, 0, "1934"),
        "78.1 to 140.8",
    ),
    Item(
        "540d28c2",
        mean(
            "population density ( / km 2 )",
            both(num("area (km 2 )", ">", 700), num("human development index (2000)", ">", "0.7")),
        ),
        lambda t: avg(t.n(5, lambda r: r(3) > 700 and r(6) * 10 > 7)),
        "seven municipalities, unweighted",
    ),
    Item(
        "ca00171f",
        add(*(total(c, one_of("date of sterilization", *PERIODS)) for c in ("age 20 - 29", "age 30 - 39"))),
        lambda t: sum(r(i) for r in t.rows if r[0] in PERIODS for i in (2, 3)),
        "593 + 249 + 1201 + 745",
    ),
]
