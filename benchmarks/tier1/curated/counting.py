"""Counting: goals and second readings."""

from words import Item, Passed, between, both, count, no, num, one_of, text

SOURCE = "Source: http://www.stat.go.jp/data/chouki/27.htm"
STATES = ("united states", "new mexico")
ITEMS = [
    Item("f72902b0", None, lambda t: sum(r(2) <= 3 for r in t.rows), "1862, 1864, 1865, 1868"),
    Item(
        "4f1d7654",
        count(num("total goals", ">", 3)),
        lambda t: sum(r("total goals") > 3 for r in t.rows),
        "one row each",
    ),
    Passed("79c7100e", "unreadable", "some years of building are “march 1950”, so the column has cells without a year"),
    Item(
        "fc54ee44",
        count(both(between("per capita income", 18000, 27000), no(text("county", "new mexico")))),
        lambda t: sum(18000 <= r(1) <= 27000 for r in t.rows if r[0] not in STATES),
        "united states and new mexico are not counties; the first is above 27000 anyway",
        gold="21",
        why="the published 22 counts the row new mexico, which is the whole state",
    ),
    Passed("a5de47ae", "unreadable", "one cell is “nm (1)”, and some rows are totals of others"),
    Item("07f3911a", None, lambda t: sum(x > 25000 for x in t.n("indians admitted")), "thirteen years, nine above"),
    Item(
        "ebcf933b",
        count(num("semifinalists", ">=", 1)),
        lambda t: sum(x > 0 for x in t.n("semifinalists")),
        "all but slovakia and morocco",
    ),
    Item("0a53ffc6", None, lambda t: sum(r[1] == "diesel" for r in t.rows), "rows with fuel type diesel"),
    Item("b60f4200", None, lambda t: sum(r(4) > 1000 for r in t.rows), "four of seven"),
    Item(
        "101130aa",
        count(both(text("Club", "Liverpool"), text("League", "Premier League"))),
        lambda t: sum(r[0] == "Liverpool" and r[2] == "Premier League" for r in t.rows),
        "1992–93 to 1998–99",
    ),
    Item(
        "75ce633d",
        count(both(num("population", ">", 40000000), no(text("member countries", "ec6 (1958)")))),
        lambda t: sum(r(1) > 40000000 and not r[0].startswith("ec6") for r in t.rows),
        "france, west germany, italy",
        gold="3",
        why="the published 4 counts ec6 (1958), which is the six countries together",
    ),
    Item("62910314", None, lambda t: sum(x >= 1 for x in t.n("Gold")), "three nations"),
    Item(
        "6b91092d",
        count(both(num("%", ">", 10), no(text("Party", "Total")), no(text("Party", SOURCE)))),
        lambda t: sum(r[0] != "Total" and r(2) > 10 for r in t.rows[:-1]),
        "46.9, 21.9 and 10.5",
    ),
    Item(
        "1b9948ab",
        count(both(num("Natural change", ">", 150), num("Deaths", "<", 350))),
        lambda t: sum(r(4) > 150 and r(3) < 350 for r in t.rows),
        "1970, 1975, 1980, 1991, 2004, 2006",
    ),
    Item("66ea61b9", None, lambda t: sum(x >= 75 for x in t.n("seats")), "one row for each election"),
    Item(
        "66ba5aa7",
        count(one_of("Month", "September", "August, September", "September, October")),
        lambda t: sum("September" in r[2] for r in t.rows),
        "also those that began in August or ended in October",
    ),
    Item(
        "03ef349b",
        count(num("win pct", ">=", "0.7")),
        lambda t: sum(r("win pct") * 10 >= 7 for r in t.rows),
        "atlanta and cincinnati have exactly 0.7",
    ),
]
