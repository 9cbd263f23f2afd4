"""The fixed words of the grammar, by what they do. None of them comes from a table.

May import: nothing. To teach the grammar a new word for something that it can say, add it here.
"""

from __future__ import annotations

_BE = "is was are were be been being"
_HAVE = "has had have having with"
# Free: they say how words hang together, which the grammar reads from the order of what is left.
SKIP = frozenset(
    f"""{_BE} {_HAVE} do does did a an the of in at on for to by from as that which who whom whose where when there it
    its their they them he she his her this these those into onto will would can could you please also then so s
    according table shown given provided data dataset listed list following respective based
    , . ? ! ; ( ) [ ] /""".split()
)
# Nearly free: verbs and nouns that a table's sentence can hardly do without, and that change nothing.
LIGHT = frozenset(
    """play earn receive get achieve show hold make take occur happen participate compete serve feature include contain
    belong locate located situate situated release released air aired broadcast come go give recorded record achieved
    reach reached obtain obtained gain gained hosted host see seen saw played earned received made took taken held named
    call called name issued issue admitted constructed experience experienced individual value across among within
    during throughout amount quantity figure represent represented present appear appeared accord use used run ran
    work worked know known came exhibited exhibit shown whole entire particular specific published publish produced
    scored awarded having did involve involved fall fell column field cell
    period""".split()
)
# Outcomes: light where the table has no such column or entry.
OUTCOMES = frozenset("win finish end start begin score".split())
WEEKDAYS = frozenset(
    f"{d}{s}" for d in "monday tuesday wednesday thursday friday saturday sunday".split() for s in ("", "s")
)
UNITS = frozenset(
    """meter metre meters metres m km kilometer kilometre kilometers kilometres mile miles foot feet ft second seconds
    minute minutes hour hours day days year years
    kg kilogram kilograms gram grams ton tons tonne tonnes million millions
    billion billions thousand thousands dollar dollars usd us euro euros percent degree degrees point points""".split()
)
# Never skipped: a reading that does not use them says something else.
FIRM = frozenset(
    """not no never none without except only than more less fewer over under before after between or neither nor every
    most least first last next previous same different other another if double twice half per nobody nothing but
    top bottom until since however although though increase decrease change difference ratio average mean median
    sum combined percent and all any each both about approximately around nearly almost times consecutive either
    gold silver bronze
    minus plus squared cubed multiplied product root neighbour neighbor excluding including without besides
    total result time lead overall out majority minority often frequently always usually mostly partly entirely month
    straight twice thrice quarter third fourth only just even still again opposite reverse respectively reversed : than
    """.split()
)
COMPARISONS: dict[tuple[str, ...], str] = {
    ("more", "than"): ">",
    ("greater", "than"): ">",
    ("larger", "than"): ">",
    ("higher", "than"): ">",
    ("bigger", "than"): ">",
    ("longer", "than"): ">",
    ("taller", "than"): ">",
    ("better", "than"): "?",
    ("over",): ">",
    ("above",): ">",
    ("exceeding",): ">",
    ("exceed",): ">",
    ("exceeds",): ">",
    ("less", "than"): "<",
    ("fewer", "than"): "<",
    ("lower", "than"): "<",
    ("smaller", "than"): "<",
    ("shorter", "than"): "<",
    ("under",): "<",
    ("below",): "<",
    ("at", "least"): ">=",
    ("no", "less", "than"): ">=",
    ("not", "less", "than"): ">=",
    ("no", "fewer", "than"): ">=",
    ("minimum", "of"): ">=",
    ("at", "most"): "<=",
    ("no", "more", "than"): "<=",
    ("not", "more", "than"): "<=",
    ("up", "to"): "<=",
    ("exactly",): "=",
    ("equal", "to"): "=",
    ("equals",): "=",
    ("greater", "than", "or", "equal", "to"): ">=",
    ("less", "than", "or", "equal", "to"): "<=",
    ("more", "than", "or", "equal", "to"): ">=",
}
# After the number: "3 or more", "10 or fewer".
TAILS: dict[tuple[str, ...], str] = {
    ("or", "more"): ">=",
    ("or", "above"): ">=",
    ("or", "higher"): ">=",
    ("or", "greater"): ">=",
    ("or", "over"): ">=",
    ("or", "less"): "<=",
    ("or", "fewer"): "<=",
    ("or", "lower"): "<=",
    ("or", "below"): "<=",
    ("and", "above"): ">=",
    ("and", "over"): ">=",
}
AGGREGATES: dict[tuple[str, ...], str] = {
    ("total", "number", "of"): "sum",
    ("total", "amount", "of"): "sum",
    ("combined", "number", "of"): "sum",
    ("total", "combined"): "sum",
    ("combined", "total"): "sum",
    ("sum", "total"): "sum",
    ("total", "value", "of"): "sum",
    ("sum", "of"): "sum",
    ("overall", "number", "of"): "sum",
    ("total",): "sum",
    ("sum",): "sum",
    ("combined",): "sum",
    ("average", "number", "of"): "mean",
    ("mean", "number", "of"): "mean",
    ("average", "value", "of"): "mean",
    ("mean", "value", "of"): "mean",
    ("average",): "mean",
    ("mean",): "mean",
    ("averaged",): "mean",
    ("median",): "median",
    ("median", "number", "of"): "median",
    ("median", "value", "of"): "median",
}
HIGH = """highest most largest greatest maximum biggest max best top peak""".split()
LOW = """lowest least smallest minimum fewest min""".split()
# Superlatives that name what they are about: (which end, words that a header must hold one of).
NAMED: dict[str, tuple[str, tuple[str, ...]]] = {
    "longest": ("highest", ("length", "long", "duration", "distance", "run", "day", "span")),
    "shortest": ("lowest", ("length", "duration", "distance", "height", "run", "day", "span")),
    "tallest": ("highest", ("height", "elevation")),
    "oldest": ("lowest", ("founded", "established", "year", "built", "opened", "completed", "born")),
    "newest": ("highest", ("founded", "established", "year", "built", "opened", "completed")),
    "earliest": ("lowest", ("year", "date", "season", "built", "founded", "established", "opened", "election")),
    "latest": ("highest", ("year", "date", "season", "built", "founded", "established", "opened", "election")),
    "widest": ("highest", ("width",)),
    "deepest": ("highest", ("depth",)),
    "heaviest": ("highest", ("weight", "mass")),
    "lightest": ("lowest", ("weight", "mass")),
    "fastest": ("lowest", ("time",)),
    "slowest": ("highest", ("time",)),
    "richest": ("highest", ("wealth", "gdp", "income", "earnings")),
    "cheapest": ("lowest", ("price", "cost")),
}
MORE = {"more": ">", "higher": ">", "greater": ">", "larger": ">", "bigger": ">", "longer": ">", "taller": ">"}
LESS = {"less": "<", "fewer": "<", "lower": "<", "smaller": "<", "shorter": "<"}
# Nouns that mean a row of any table.
ROWS = frozenset("row entry record item one".split())
# Nouns that mean the same in a header and in a sentence; each group is one meaning. A match by it is weaker.
SYNONYMS: tuple[frozenset[str], ...] = tuple(
    frozenset(g.split())
    for g in (
        "country nation nationality",
        "crowd attendance spectator",
        "player name athlete driver rider swimmer golfer contestant competitor skater runner",
        "game match",
        "film movie",
        "episode title",
        "venue stadium ground location",
        "city town",
        "opponent opposition",
        "team club",
        "school institution college university",
        "mountain peak",
        "position pos",
        "year season",
        "song title track",
        "album title",
        "rating score",
        "airport location",
        "company circuit",
        "candidate name",
        "people person name",
        "viewer viewership",
        "goal gls",
        "population inhabitant",
        "director directed",
        "writer written",
        "date day",
        "win victory",
        "lose defeat",
        "vehicle car",
        "lap laps",
        "money prize earnings",
        "constructor manufacturer",
        "party politic",
    )
)
FIRM |= frozenset([*HIGH, *LOW, *NAMED, *MORE, *LESS, "lose", "draw", "tie"])
LEADS_ROWS = frozenset("all every each no only different of these those other".split())
ASKING = frozenset("what which who whom how much many when where".split())
