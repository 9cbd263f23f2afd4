"""Irregular forms of words, and words that only look inflected.

May import: nothing.
"""

from __future__ import annotations

_VERBS = """
win won winning winner winners wins victory victories|lose lost losing losses loss|draw drew drawn|sell sold|buy bought
build built|make made making|take took taken taking|come came coming|go went gone|grow grew grown growth|rise rose risen
fall fell fallen|rank ranked ranking|begin began begun|give gave given|see saw seen|spend spent|earn earned
lead led|hold held|get got gotten|run ran running|have had has having|write wrote written|know known|beat beaten|shrink shrank shrunk
pay paid|stand stood|bring brought|keep kept|send sent|meet met|find found|drive drove driven|speak spoke spoken
be is are was were been being|do does did done doing|leave left|choose chose chosen|break broke broken|sink sank sunk
set|cost|lend lent|teach taught|catch caught|fly flew flown|swim swam swum|sing sang sung|say said|lie lay lain
score scored scoring scores|cancel cancelled canceled cancelling cancels cancellation cancellations|travel travelled traveled
label labelled labeled|total totalled totaled|level levelled|fuel fuelled|model modelled|cut|quit|split|put|become became|forget forgot|hire hired hiring|release released releasing
"""
_NOUNS = """
child children|man men|woman women|person people persons|foot feet|percent percentage % pct percentages|number no. №
average avg|metre meter metres meters|kilometre kilometer kilometres kilometers|population pop|square sq|litre liter
litres liters|month months|goal gls goals|centre center|colour color|programme program|theatre theater|half halves
tonne ton tonnes tons|licence license licenses licences licensed licensing|life lives|shelf shelves|hectare ha hectares
"""
IRREGULAR: dict[str, str] = {}
for _group in (_VERBS + _NOUNS).replace("\n", "|").split("|"):
    _words = _group.split()
    for _w in _words:
        IRREGULAR[_w] = _words[0]
IRREGULAR |= {"best": "best", "found": "found", "founded": "found", "lay": "lay"}
KEEP = frozenset(
    """series species news always less unless across plus minus his its this thus is was as us bus gas
    chess business hundred need speed feed seed red bed shed united during evening morning building spring string king
    ring wing thing nothing anything everything something sibling ceiling rating ratings united indeed paris james texas
    dallas kansas athens brussels naples wales lens mars class glass mass pass loss press process access address
    physics mathematics economics politics athletics tennis bronze sing bring sting sling bling outstanding standing
    bedding wedding pudding beijing boeing ming ping being viking""".split()
)
