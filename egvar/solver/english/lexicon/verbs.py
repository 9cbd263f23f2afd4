"""Verbs by what they say of their subject. Entries are stems (see `tokens.stem`).

May import: nothing.
"""

from __future__ import annotations

BE = frozenset("be".split())
# Having an amount: subject + verb + amount of a measure. They add nothing to the measure that is named.
HAVE = frozenset(
    """have record see post report register show log boast enjoy note experience exhibit display achieve reach
    attain amass tally accumulate get receive obtain gain contain include feature offer hold carry take bring
    contribute deliver generate attract welcome clock book count chalk rack hit manage possess own provide
    notch supply provide operate donate give fly pick report win_back house hire own host_ cast poll""".split()
)
PHRASAL = frozenset(
    {
        ("bring", "in"),
        ("take", "in"),
        ("pull", "in"),
        ("rack", "up"),
        ("clock", "up"),
        ("notch", "up"),
        ("make", "up"),
        ("take", "on"),
        ("pick", "up"),
        ("turn", "over"),
        ("carry", "out"),
    }
)
# What is done by or to those who are counted ("was reported by 25 patients").
EVENT = frozenset("report experience suffer have cite name choose prefer select mention record".split())
# "reached 70" may be 70 or at least 70: both are run.
REACHING = frozenset("reach hit attain manage".split())
# Amounts that a measure comes to: measure + verb + amount.
COME_TO = frozenset("be total reach stand amount come average equal number read measure hit remain stay sit".split())
# Verbs that name their measure: verb stem -> header words (any of them), and nouns that may be their object.
MEASURE: dict[str, tuple[str, ...]] = {}
_MEASURE = """
cost | price cost fee fare rent tariff
sell | sold sell sale unit revenue copy
earn | revenue income earning salary profit pay wage sale
make | revenue profit sale income production output
employ | employee staff headcount worker workforce personnel
spend | spending spend expense expenditure cost budget outlay
score | score goal point gf
concede | concede conceded ga against
win | win won w
lose | lose lost loss l
draw | draw tie d
play | play played game match p gp pld mp app
weigh | weight mass
last | duration length runtime
run | train run service
pay | salary pay wage paid price
produce | production output yield produce
yield | yield
house | capacity resident bed
seat | capacity seat
charge | price fee rate
raise | raise raised donation fund amount
donate | donation donate donated amount gift
collect | collected collect donation revenue
ship | shipped ship shipment
deliver | delivery delivered deliver
serve | served serve meal customer
handle | handled handle call ticket case passenger
process | processed process order application
cancel | cancel cancelled canceled cancellation
close | close closed
open | open opened
resolve | resolved resolve
attend | attendance attend attended attendee
invest | investment invest invested
publish | publish published publication
export | export
import | import
build | built build
use | usage use used consumption
consume | consumption consume consumed
rent | rental rent rented
borrow | loan borrowed borrow
lend | loan lent
miss | missed miss
fail | failed fail
pass | passed pass
enrol | enrolment enrolled
train | trained
treat | treated treat patient
admit | admitted admission
discharge | discharged discharge
receive | received receive
complete | completed complete
join | joined join
measure | height length area
worth | value worth amount price
climb | ascent
"""
for _line in _MEASURE.strip().splitlines():
    _v, _, _h = _line.partition("|")
    MEASURE[_v.strip()] = tuple(_h.split())
# Going up and down: with by, to, from … to, a percentage, or alone.
UP = frozenset(
    """rise grow increase climb gain jump soar surge expand improve advance rebound recover swell strengthen accelerate
    rocket""".split()
)
DOWN = frozenset(
    """fall drop decrease decline shrink dip sink slip slide plunge plummet tumble contract reduce weaken slump ease
    diminish""".split()
)
UP_NOUNS = frozenset("increase rise growth gain jump improvement surge climb".split())
DOWN_NOUNS = frozenset("decrease decline drop fall reduction dip loss slump".split())
# What a thing can do without saying more than its place or time ("the fewest orders came in February").
OCCUR = frozenset("come occur happen fall take be record register see find observe report achieve set post".split())
PEAK = {"peak": "highest", "max": "highest", "bottom": "lowest", "trough": "lowest"}
# Text properties: verb + preposition + entry ("is written in C", "comes from Spain", "is based in Oslo").
TEXT = frozenset(
    """write base locate situate come live work belong play make be lie stand find produce publish list make
    originate operate reside speak use run hold house build design direct license release sit own manage
    classify categorise label begin start launch open arrive ship count join found establish store keep stock supply
    power cast collect""".split()
)
