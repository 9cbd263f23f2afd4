"""Comparison: goals and second readings."""

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
    given,
    greatest,
    highest,
    last,
    least,
    lowest,
    mean,
    minus,
    no,
    num,
    one_of,
    text,
    together,
    values,
)

AGES = "POPULATION (by age group in 2002)"
MALES = both(text("SPECIFICATION (4)", "Males"), text("Measure unit", "person"))
RATE = "Metabolic rate"
FEMALE = both(given("Sex"), text("Sex", "Female"))
GDP = "gdp per capita (us)"
DENSITY = "population density 2012 (km 2 )"
PREMIER = both(text("Club", "Liverpool"), text("League", "Premier League"))


def growth(column):
    """The growth of a column over the year before, as a fraction of it."""
    before = {"op": "previous", "of": column, "key": "year"}
    return cols_over(cols_minus(column, before), before)


DOMESTIC, FOREIGN = growth("domestic s ton"), growth("foreign total s ton")
PERSONA, EFFIGIE = "Executions in persona", "Executions in effigie"


def executions(tribunal):
    return add(cell(PERSONA, text("Tribunal", tribunal)), cell(EFFIGIE, text("Tribunal", tribunal)))


def steel(t):
    by = {r["year"]: r for r in t.rows}
    out = []
    for year, r in by.items():
        old = by.get(str(int(year) - 1))
        if old is not None:
            ours, theirs = (r(c) / old(c) - 1 for c in ("domestic s ton", "foreign total s ton"))
            if ours > 0 and ours > theirs:
                out.append(year)
    return out


ITEMS = [
    Item(
        "a0d08384",
        minus(
            add(cell(f"{AGES} (3)", MALES), cell(f"{AGES} (4)", MALES)),
            add(*(cell(f"{AGES} ({k})", MALES) for k in (8, 9, 10))),
        ),
        lambda t: (
            sum(t.one(i, lambda r: r[3] == "Males") for i in (8, 9))
            - sum(t.one(i, lambda r: r[3] == "Males") for i in (13, 14, 15))
        ),
        "21 + 12 against 6 + 8 + 3",
    ),
    Item(
        "371bc736",
        minus(greatest("points"), least("points", best("points", 2))),
        lambda t: sorted(t.n("points"))[-1] - sorted(t.n("points"))[-2],
        "118 and 79",
    ),
    Item(
        "ba50a0e8",
        minus(greatest(RATE, FEMALE), least(RATE, FEMALE)),
        lambda t: max(t.n(RATE, lambda r: r["Sex"] == "Female")) - min(t.n(RATE, lambda r: r["Sex"] == "Female")),
        "six females",
    ),
    Item(
        "63c61fb7",
        minus(*(cell("agricultural panel", text("party", p)) for p in ("fianna fáil", "fine gael"))),
        lambda t: t.at("agricultural panel", "party", "fianna fáil") - t.at("agricultural panel", "party", "fine gael"),
        "3 and 2",
    ),
    Item(
        "8457a259",
        together(
            values("member countries", highest(GDP, no(text("member countries", "ec6 (1958)")))),
            minus(
                greatest(GDP, no(text("member countries", "ec6 (1958)"))),
                cell(GDP, text("member countries", "ec6 (1958)")),
            ),
        ),
        lambda t: ("luxembourg", max(t.n(GDP)) - t.at(GDP, 0, "ec6 (1958)")),
        "the region is no country",
    ),
    Item(
        "2cc20a5d",
        minus(*(cell("dp / da", text("event", f"{y} election")) for y in (2004, 1999))),
        lambda t: t.at("dp / da", "event", "2004 election") - t.at("dp / da", "event", "1999 election"),
        "12 and 5",
    ),
    Item(
        "2b3b7a53",
        values("year", both(no(lowest("year")), num(DOMESTIC, ">", 0), num(cols_minus(DOMESTIC, FOREIGN), ">", 0))),
        steel,
        "years in which domestic tonnage rose, and by more percent than foreign tonnage did",
    ),
    Item(
        "5c2f583f",
        minus(
            greatest("length (in km)", text("passes through - district (s", "sirmour")),
            least("length (in km)", text("passes through - district (s", "sirmour")),
        ),
        lambda t: max(t.n(3, lambda r: r[2] == "sirmour")) - min(t.n(3, lambda r: r[2] == "sirmour")),
        "127 and 13; the road that is also in solan, 98 km, is neither",
    ),
    Item(
        "4fbaad0b",
        minus(executions("Córdoba"), executions("Valencia")),
        lambda t: sum(t.at(i, 0, "Córdoba") - t.at(i, 0, "Valencia") for i in (2, 3)),
        "17 + 19 against 2 + 0",
    ),
    Item(
        "7982e29a",
        values("ensemble", highest("total medals", one_of("ensemble", "ayala high school", "franklin central hs"))),
        lambda t: max((r for r in t.rows if r[0] in ("ayala high school", "franklin central hs")), key=lambda r: r(4))[
            0
        ],
        "7 and 6",
    ),
    Item(
        "6d5a29c8",
        values("Season", highest("League (3)", PREMIER)),
        lambda t: max((r for r in t.rows if r[0] == "Liverpool" and r[2] == "Premier League"), key=lambda r: r(4))[1],
        "11 league goals in 1997–98; with the cups it is that season too (12)",
        gold="1997–98",
        why="1994–95 has 7 league goals and 9 in all, 1997–98 has 11 and 12",
    ),
    Item(
        "58c12f5c",
        minus(mean("july (avg high degree)"), mean("january (avg high degree)")),
        lambda t: avg(t.n(3)) - avg(t.n(1)),
        "nineteen cities; the table gives January without signs",
    ),
    Passed("bb90b881", "form", "the country is only part of a cell, “botswana (2001)”"),
    Item(
        "7185f1c0",
        values("year", highest(cols_minus("property taxes", "investment earnings"))),
        lambda t: max(t.rows, key=lambda r: abs(r(1) - r(2)))["year"],
        "taxes are the larger in every year",
    ),
    Item("977fbcfd", minus(greatest(DENSITY), least(DENSITY)), lambda t: max(t.n(6)) - min(t.n(6)), "588 and 101"),
    Passed("64f31b68", "form", "the country is the header of a column"),
    Passed(
        "ab5b14ac",
        "ambiguous",
        "which ambassadors belong to which period, and whether chargés d'affaires count, is open",
    ),
    Passed("a3910953", "unreadable", "two cells give a clock speed and another “(turbo)”; they have no one value"),
    Passed("9ea49f48", "form", "the municipality is the header of a column"),
    Item(
        "158a8706",
        together(
            values("election", highest("% of national vote")),
            minus(greatest("% of national vote"), cell("% of national vote", last(1, num("election", "<", 1965)))),
        ),
        lambda t: ("1965", t.at(4, 0, "1965") - t.at(4, 0, "1962")),
        "47.2 in 1965, 46.4 at the election before",
    ),
]
