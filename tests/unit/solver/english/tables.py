"""Made-up tables that the tests of the grammar speak about, and what a sentence comes to over one."""

from __future__ import annotations

from egvar.challenge.statement import root_of
from egvar.solver.formalizer import decide, find
from egvar.source.source import Source, from_rows
from egvar.tools.base import ClaimNode, Context, NoValue, show_exact

SHOPS = from_rows(
    ["Shop", "City", "Staff", "Sales (€)", "Opened", "Parking", "Returns"],
    [
        ["Alder", "Brno", "12", "310,000", "1998", "yes", "410"],
        ["Beech", "Brno", "7", "205,500", "2011", "no", "120"],
        ["Cedar", "Graz", "21", "498,000", "2004", "yes", "655"],
        ["Dogwood", "Graz", "9", "310,500", "2019", "no", "300"],
        ["Elm", "Linz", "5", "120,000", "2015", "yes", "95"],
    ],
    "shops",
)
UNITS = from_rows(
    ["Department", "Site", "Heads", "Cost"],
    [
        ["IT", "Oslo", "12", "300"],
        ["Sales", "Oslo", "40", "900"],
        ["HR", "Rome", "10", "150"],
        ["US", "Rome", "5", "70"],
    ],
    "units",
)
RATES = from_rows(
    ["Region", "2019", "2020", "2021"],
    [["Ostland", "4.0", "6.5", "5.5"], ["Westmark", "8.0", "9.0", "7.0"], ["Sudau", "3.0", "3.5", "4.0"]],
    "rates",
)
MONTHS = from_rows(
    ["Month", "Calls", "Solved (%)", "Complaints"],
    [["January", "1,200", "81", "40"], ["February", "1,500", "84", "30"], ["March", "1,350", "90", "24"]],
    "months",
)
LINES = from_rows(
    ["Route", "Rides", "Late", "Punctuality"],
    [
        ["A North", "400", "40", "90.0%"],
        ["B South", "250", "50", "80.0%"],
        ["C West", "350", "14", "96.0%"],
        ["All routes", "1,000", "104", "89.6%"],
    ],
    "lines",
)
POPULATION = from_rows(
    ["Country", "Population (thousands)", "Share (%)"],
    [["Avia", "8,900", "12.5"], ["Belia", "11,500", "20.0"], ["Cosia", "5,800", "35.0"]],
    "population",
)
TABLES = {"shops": SHOPS, "units": UNITS, "rates": RATES, "months": MONTHS, "lines": LINES, "population": POPULATION}
CAPTIONS = {"rates": "Unemployment rate, % of labour force", "months": "Help desk", "lines": "Punctuality in May"}


def comes_to(text: str, table: str) -> object:
    """True, False or an answer; the reason of the Abstain where there is none."""
    source: Source = TABLES[table]
    kind = "question" if text.endswith("?") else "claim"
    found = find(text, source, kind, CAPTIONS.get(table, ""))  # type: ignore[arg-type]
    decision = decide(list(found.candidates), source, None, found.unplaced)
    if decision.chosen is None:
        return decision.reason
    root = root_of(decision.chosen.goal)
    try:
        value = root.holds(Context(source)) if isinstance(root, ClaimNode) else root.value(Context(source))  # type: ignore[attr-defined]
    except NoValue as e:
        return e.reason
    if isinstance(value, tuple):
        return [c.text if c.number is None else show_exact(c.number) for c in value]
    return value if isinstance(value, bool) else show_exact(value)
