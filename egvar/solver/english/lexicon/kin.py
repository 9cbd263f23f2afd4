"""Words of one family, and headers by other words: what may name a column that is called otherwise.

May import: nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Each line: words that name the same measure or property, in a header and in a sentence.
_KIN = """
attendance crowd spectator attend gate
population inhabitant resident people person
price cost
headcount employee staff worker workforce people person
employee worker staff workforce
salary pay wage
punctuality punctual
cancel cancelled canceled cancellation
late delay delayed
turnout participation
temperature temp temp.
rain rainfall precipitation
revenue turnover
revenue sale
earning income
first_elected elected
founded established establish found
opened opening open
built construct constructed completed
release released
launch launched
draw tie
stock inventory
game match
visit visitor
download downloaded
language spoken
license licence licensed
type kind
share percentage percent proportion
surface court
winner champion won win
loser runner-up
director directed
writer written
author written wrote
architect designed design
manufacturer made maker manufactured
nationality country nation
location place city
position finish
date day
result outcome
score result
distance length
population pop
calorie energy kcal
expense spending expenditure
quantity unit amount
donation gift
""".strip()
KIN: dict[str, frozenset[str]] = {}
for _line in _KIN.splitlines():
    _group = frozenset(_line.split())
    for _w in _group:
        KIN[_w] = KIN.get(_w, frozenset()) | (_group - {_w})


@lru_cache(maxsize=8192)
def root(word: str) -> str:
    """What the words of one family share: cancelled and cancellation, employee and employment, visitor and visit."""
    if len(word) < 6 or not word.isalpha():
        return word
    for end in ("ations", "ation", "ions", "ion", "ments", "ment", "ings", "ing", "ed", "ers", "er", "ors", "or", "es"):
        if word.endswith(end) and len(word) - len(end) >= 4:
            word = word[: -len(end)]
            break
    return re.sub("y$", "i", re.sub(r"([b-df-hj-np-tv-z])\1$", r"\1", word).rstrip("e"))


# Countries and peoples: an adjective that stands for an entry.
DEMONYM = {
    d: c
    for c, d in (
        pair.split(":")
        for pair in """france:french germany:german spain:spanish italy:italian portugal:portuguese england:english
    scotland:scottish ireland:irish wales:welsh netherlands:dutch belgium:belgian austria:austrian switzerland:swiss
    sweden:swedish norway:norwegian denmark:danish finland:finnish poland:polish russia:russian greece:greek
    turkey:turkish brazil:brazilian argentina:argentine mexico:mexican canada:canadian australia:australian
    japan:japanese north:northern south:southern east:eastern west:western china:chinese india:indian hungary:hungarian romania:romanian croatia:croatian""".split()
    )
}
