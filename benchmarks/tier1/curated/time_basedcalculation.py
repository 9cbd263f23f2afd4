"""Questions about time: goals and second readings."""

from words import (
    Item,
    Passed,
    avg,
    cell,
    change,
    cols_minus,
    either,
    highest,
    lowest,
    mean,
    minus,
    no,
    num,
    number,
    over,
    total,
    values,
)

PRICE = "issue price"
TON = "total s ton"
PASSED = "number of passed students"


def rise(column):
    """By how much a column rose over the year before."""
    return cols_minus(column, {"op": "previous", "of": column, "key": "year"})


def steepest(t, column):
    """The year whose `column` rose most over the year before."""
    by = {int(r["year"]): r(column) for r in t.rows if r["year"].isdigit()}
    rises = {y: v - by[y - 1] for y, v in by.items() if y - 1 in by}
    (year,) = [y for y, v in rises.items() if v == max(rises.values())]
    return str(year)


ITEMS = [
    Item(
        "73a54b17",
        None,
        lambda t: (t.at(PASSED, "year", "2010") / t.at(PASSED, "year", "2005") - 1) * 100,
        "239 to 322",
    ),
    Passed(
        "8d8faa04", "language", "the most frequent entry of a column: no query groups rows; and “most works” is unclear"
    ),
    Item("fbd83f8d", None, lambda t: avg(t.n(PRICE, lambda r: 2002 <= r("year") <= 2005)), "four coins"),
    Passed(
        "d8ac38ac", "ambiguous", "the column numbers single episodes that were written; what is to be averaged is open"
    ),
    Item(
        "e22a374e",
        total("Quantity", either(lowest("Year"), lowest("Year", no(lowest("Year"))))),
        lambda t: sum(t.n("Quantity", lambda r: r["Year"] in sorted({x["Year"] for x in t.rows})[:2])),
        "1893 and 1894",
    ),
    Item("681a7859", None, lambda t: (t.at(1, 0, "2005") - t.at(1, 0, "2000")) / 5, "five steps from 2000 to 2005"),
    Item("3c12603d", None, lambda t: sum(t.n("mintage", lambda r: r["year"] == "2004")), "three coins"),
    Passed("e9e9a6d7", "ambiguous", "the years are not consecutive and one is 191822"),
    Item("64b77c1e", None, lambda t: avg(t.n("floors", lambda r: 1895 <= r("year") <= 1980)), "seven buildings"),
    Item(
        "afa6ff00", None, lambda t: sum(t.n("mintage", lambda r: 2002 <= r("year") <= 2006)), "four coins, none in 2003"
    ),
    Item("3f6993cc", values("year", highest(rise("wins"))), lambda t: steepest(t, "wins"), "11 to 19"),
    Passed("a9c67600", "ambiguous", "the years are five to ten apart; only two have a year before in the table"),
    Item(
        "6ba14be1",
        change(total("trailers", num("year", "=", 1923)), total("trailers", num("year", "=", 1927))),
        lambda t: (
            (sum(t.n("trailers", lambda r: r[0] == "1927")) / sum(t.n("trailers", lambda r: r[0] == "1923")) - 1) * 100
        ),
        "80 to 197; a dash is no trailer",
    ),
    Passed("21ed2d8a", "ambiguous", "years have one or more vessels, years are missing, and a speed is written 18 , 5"),
    Item(
        "a6b444f9",
        over(minus(cell(PRICE, num("year", "=", 2010)), cell(PRICE, num("year", "=", 2005))), number(5)),
        lambda t: (t.at(PRICE, "year", "2010") - t.at(PRICE, "year", "2005")) / 5,
        "489.95 to 999.95 in five years",
    ),
    Passed(
        "8c08ad04",
        "ambiguous",
        "per year of the period or of the table; the published answer averages locomotive numbers",
    ),
    Passed(
        "f523566e",
        "ambiguous",
        "there are no data of 2002, and 2003 compares with 2001; 2006 rose most over the year before",
    ),
    Item(
        "9ed3912e", None, lambda t: avg([r(1) for r in t.rows if r[0].isdigit() and int(r[0]) <= 2010]), "eleven years"
    ),
    Item("12419b5c", cell(TON, highest(rise(TON))), lambda t: t.at(TON, "year", steepest(t, TON)), "2005"),
    Item("8dcdb337", values("year", highest(rise("bötzow"))), lambda t: steepest(t, "bötzow"), "2.785 to 2.904"),
    Item(
        "ea5ef854",
        values("year", highest(rise("number of tropical storms"))),
        lambda t: steepest(t, "number of tropical storms"),
        "2 to 4",
    ),
    Item(
        "56035c27",
        over(minus(mean(PRICE, num("year", "=", 2011)), mean(PRICE, num("year", "=", 2007))), number(4)),
        lambda t: (avg(t.n(PRICE, lambda r: r["year"] == "2011")) - avg(t.n(PRICE, lambda r: r["year"] == "2007"))) / 4,
        "all coins of a year have one price; four years",
    ),
]
