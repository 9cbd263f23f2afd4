"""Function words: what they are in a sentence, by kind.

May import: nothing.
"""

from __future__ import annotations

DET = frozenset("the a an its their our his her this that these those".split())
PREPS = frozenset(
    """in on at of for to from by with among across during within under between over into per throughout
    through inside via as""".split()
)
# Comparisons with a number, before it.
CMP: dict[tuple[str, ...], str] = {}
_CMP = """
> | more than;greater than;larger than;higher than;bigger than;longer than;over;above;exceeding;in excess of;upwards of;north of;better than;older than;heavier than
< | less than;fewer than;lower than;smaller than;shorter than;under;below;cheaper than;short of
>= | at least;no less than;not less than;no fewer than;not fewer than;a minimum of;minimum of;greater than or equal to;more than or equal to
<= | at most;no more than;not more than;up to;a maximum of;maximum of;less than or equal to;not over
= | exactly;precisely;equal to;just;only
"""
for _line in _CMP.strip().splitlines():
    _op, _, _forms = _line.partition("|")
    for _form in _forms.split(";"):
        CMP[tuple(_form.split())] = _op.strip()
# After the number.
TAIL: dict[tuple[str, ...], str] = {
    tuple(f.split()): op
    for op, forms in {
        ">=": "or more;or above;or higher;or greater;or over;or better;and above;and over;and more;or longer;or later",
        "<=": "or less;or fewer;or lower;or below;or under;or cheaper;or earlier",
    }.items()
    for f in forms.split(";")
}
ABOUT = frozenset("about around roughly approximately nearly almost circa some approx".split())
ABOUT_AFTER = frozenset("roughly approximately about".split())
# Adverbs that leave a sentence's truth as it is where they stand beside a verb or at its start.
ADVERBS = frozenset(
    """also overall altogether respectively however meanwhile then now still already again indeed too
    consistently ever actually currently""".split()
)
# Adverbs that change nothing at the start of a sentence or between commas.
CONNECT = frozenset("overall meanwhile however also altogether".split())
AGG: dict[tuple[str, ...], str] = {
    tuple(f.split()): op
    for op, forms in {
        "sum": "total number of;total amount of;combined number of;sum of;total of;combined;total;overall;sum;grand total of;aggregate;total value of;total sum of",
        "mean": "average number of;mean number of;average;mean;on average;average of;mean of;average value of;arithmetic mean of",
        "median": "median;median of;median number of",
        "max": "maximum;maximum of;maximum number of",
        "min": "minimum;minimum number of",
    }.items()
    for f in forms.split(";")
}
# Whole-table owners: "the company", with a definite article, where the table names no such thing.
OWNERS = frozenset(
    """company firm group business site website organisation organization team club school shop store department
    university council charity hospital hotel network agency ministry bank library museum""".split()
)
# Those who do what a table counts, as a bare plural: "readers borrowed 4,710 books".
ACTORS = frozenset("guest reader customer client visitor passenger user shopper borrower buyer diner".split())
# Nouns for what a table's rows are, whatever its key column is called, by the words of that header.
ROW_WORDS = frozenset("row entry record item one listing line".split())
# Headers that name no kind of thing: any plural noun may stand for the rows.
GENERIC_HEADERS = frozenset("name title item id address label description model entry no number ref code key".split())
SAME_THING: tuple[frozenset[str], ...] = tuple(
    frozenset(g.split())
    for g in (
        "country nation state member",
        "player athlete name person",
        "driver rider pilot racer",
        "game match fixture",
        "film movie title",
        "episode title",
        "team club side squad",
        "school institution college university",
        "mountain peak summit",
        "company firm business corporation supplier vendor",
        "city town place municipality",
        "region area district territory",
        "staff employee worker person",
        "customer client",
        "product item article good model",
        "candidate person politician",
        "song single track title",
        "album title record",
        "station stop",
        "department team unit division",
        "branch store shop outlet location site",
        "year season",
        "quarter period",
        "month period",
        "pupil student",
        "subject course",
        "ship vessel boat",
        "airline carrier",
        "hotel property",
        "ward department unit",
        "campaign channel",
        "library package tool",
        "dish meal recipe food",
        "building tower structure skyscraper",
        "crop plant",
        "line route",
        "author writer",
        "competition tournament event",
        "venue stadium ground",
        "member participant",
        "party group",
        "race grand prix event",
        "category type kind class group",
        "vehicle car model",
        "donor giver",
        "house property home building address",
    )
)
# Nouns that name a kind of thing: one of them stands for rows of its own kind only.
KINDS = frozenset().union(*SAME_THING)
# What counts can be of, in tables whose cells count persons or things that no header names.
COUNT_NOUNS = frozenset(
    """patient participant person people respondent subject case unit piece resident inhabitant employee student pupil
    visitor customer voter commuter user member passenger""".split()
)
# Nouns for what the cells of a table of one measure are, by the kind of its unit; "" for any.
MEASURE_NOUNS: dict[str, frozenset[str]] = {
    "percent": frozenset(
        "share percent percentage proportion contribution portion rate use usage figure level".split()
    ),
    "money": frozenset("cost spending expenditure amount sum outlay figure level sale revenue".split()),
    "": frozenset("figure level number value use usage".split()),
}
MONTHS = "january february march april may june july august september october november december".split()
MONTH_NUMBER = {m: i for i, m in enumerate(MONTHS, 1)} | {m[:3]: i for i, m in enumerate(MONTHS, 1)} | {"sept": 9}
ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
NUMBER_WORDS = {w: i for i, w in enumerate(ONES)} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
ORDINALS = {
    w: i
    for i, w in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 1
    )
}
FRACTIONS = {
    "half": (1, 2), "third": (1, 3), "quarter": (1, 4), "fifth": (1, 5), "tenth": (1, 10), "sixth": (1, 6),
}  # fmt: skip
TIMES = {"twice": (2, 1), "double": (2, 1), "triple": (3, 1), "thrice": (3, 1), "treble": (3, 1), "half": (1, 2)}
