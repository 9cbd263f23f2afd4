"""Adjectives with the dimension that they measure: `positive comparative superlative | end | header words`.

May import: `egvar.solver.english.tokens`. `+` the greater number has more of it, `-` the smaller one. Header words are stems of names of
columns; of several alternatives in one line the first group that a table has is meant. `*`: of any measure that is
named beside it ("the highest price").
"""

from __future__ import annotations

from dataclasses import dataclass

from egvar.solver.english.tokens import stem

_TABLE = """
high higher highest | + | * height elevation altitude
low lower lowest | - | * height elevation altitude
great greater greatest | + | *
large larger largest | + | * area size population capacity acreage surface footprint,budget revenue sale turnover
big bigger biggest | + | * area size population capacity acreage surface footprint,budget revenue sale turnover
small smaller smallest | - | * area size population capacity acreage surface footprint,budget revenue sale turnover
many more most | + | *
much more most | + | *
few fewer fewest | - | *
little less least | - | *
numerous - - | + | *
expensive - - | + | price cost fee fare rent premium tariff
costly costlier costliest | + | price cost fee fare rent premium
pricey pricier priciest | + | price cost fee fare rent
dear dearer dearest | + | price cost fee fare rent
cheap cheaper cheapest | - | price cost fee fare rent premium tariff
affordable - - | - | price cost fee fare rent premium
old older oldest | - | built founded found established establish opened open completed complete year born commissioned launched launch first_release creation,release released
old older oldest | + | age
new newer newest | + | built founded found established establish opened open completed complete year commissioned launched launch first_release,release released date
young younger youngest | - | age
young younger youngest | + | born birth
recent - - | + | year date released release built opened founded latest_release first_release launched
early earlier earliest | - | date year time opened founded built season start departure
late later latest | + | date year time opened founded built season start departure
long longer longest | + | length duration distance runtime running_time time stay minute hour wait lasting span
short shorter shortest | - | length duration distance runtime running_time time stay minute hour wait span,height
tall taller tallest | + | height
deep deeper deepest | + | depth
wide wider widest | + | width
heavy heavier heaviest | + | weight mass
light lighter lightest | - | weight mass
fast faster fastest | + | speed throughput velocity pace mph km/h rate bandwidth
fast faster fastest | - | time lap duration latency response
quick quicker quickest | - | time lap duration latency response
quick quicker quickest | + | speed
slow slower slowest | - | speed throughput velocity bandwidth
slow slower slowest | + | time lap duration latency response
busy busier busiest | + | visit visitor passenger trip traffic ride journey flight footfall call order ticket night movement customer guest loan
quiet quieter quietest | - | visit visitor passenger trip traffic ride journey flight footfall call order ticket night movement customer guest loan
popular - - | + | star vote download visitor visit attendance follower subscriber view loan borrow sale sold order rental like
populous - - | + | population inhabitant resident
crowded - - | + | attendance visitor passenger occupancy density
dense denser densest | + | density
punctual - - | + | punctuality
productive - - | + | yield output production productivity
profitable - - | + | profit margin net_income
efficient - - | + | efficiency
hot hotter hottest | + | temperature high
warm warmer warmest | + | temperature high
cold colder coldest | - | temperature low
cool cooler coolest | - | temperature
wet wetter wettest | + | rain rainfall precipitation
rainy rainier rainiest | + | rain rainfall precipitation
dry drier driest | - | rain rainfall precipitation
sunny sunnier sunniest | + | sun sunshine
windy windier windiest | + | wind
rich richer richest | + | gdp income wealth earning
poor poorer poorest | - | gdp income wealth earning
bright brighter brightest | - | magnitude
caloric - - | + | calorie energy kcal
salty saltier saltiest | + | salt sodium
sweet sweeter sweetest | + | sugar
fat fatter fattest | + | fat
generous - - | + | donation amount gift
common - - | + | !
frequent - - | + | !
prevalent - - | + | !
widespread - - | + | !
rare rarer rarest | - | !
strong stronger strongest | + | *
weak weaker weakest | - | *
steep steeper steepest | + | gradient slope
good better best | b | *
bad worse worst | w | *
"""


@dataclass(frozen=True)
class Dimension:
    """`end`: "+" or "-" (which numbers have more of it), "b" or "w" (the better or worse end of the measure);
    `headers`: groups of stems in order; `any`: of any measure named beside it; `counts`: of what cells count."""

    end: str
    headers: tuple[tuple[str, ...], ...]
    any: bool
    counts: bool
    kinds: tuple[str, ...] = ()


# Kinds of unit that an adjective measures, whatever the column is called: "the longest wait" of a column in weeks.
OF_KIND = {
    "long": ("time", "length"), "short": ("time", "length"), "late": ("time",), "fast": ("speed",), "slow": ("speed",),
    "expensive": ("money",), "costly": ("money",), "cheap": ("money",), "pricey": ("money",), "dear": ("money",),
    "heavy": ("mass",), "light": ("mass",), "hot": ("temperature",), "cold": ("temperature",), "warm": ("temperature",),
    "cool": ("temperature",), "tall": ("length",), "wide": ("length",), "deep": ("length",),
}  # fmt: skip
POSITIVE: dict[str, list[Dimension]] = {}
COMPARATIVE: dict[str, list[Dimension]] = {}
SUPERLATIVE: dict[str, list[Dimension]] = {}
for _line in _TABLE.strip().splitlines():
    _forms, _end, _words = (x.strip() for x in _line.split("|"))
    _groups = tuple(
        tuple("_".join(stem(x) for x in h.split("_")) for h in g.split())
        for g in _words.replace("*", "").replace("!", "").split(",")
    )
    _d = Dimension(
        _end, tuple(g for g in _groups if g), "*" in _words, "!" in _words, OF_KIND.get(_forms.split()[0], ())
    )
    for _form, _into in zip(_forms.split(), (POSITIVE, COMPARATIVE, SUPERLATIVE), strict=True):
        if _form != "-":
            _into.setdefault(_form, []).append(_d)
for _w, _d2 in (
    ("top", Dimension("+", (), True, False)),
    ("maximum", Dimension("+", (), True, False)),
    ("minimum", Dimension("-", (), True, False)),
    ("record", Dimension("+", (), True, False)),
    ("leading", Dimension("+", (), True, False)),
    ("main", Dimension("+", (), False, True)),
    ("dominant", Dimension("+", (), True, False)),
):
    SUPERLATIVE[_w] = [_d2]
