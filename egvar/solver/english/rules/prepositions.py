"""Prepositional phrases.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.nodes import node
from egvar.solver.english.rules.common import rule, year_terms
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Quant, Term, Test


@rule(
    "PP",
    "in|on|at|of|for|from|with|among|during|across|within|under|by|through|throughout|per|into|between|to|over T",
)
def prepositional(s: Sentence, t: Edge) -> Built:
    word = s.words[t.start - 1]
    if t.sem.pronoun or (t.sem.quant and t.sem.quant.kind == "all" and word in ("across", "among", "over", "of")):
        return
    if t.sem.noun and not t.sem.quant and not t.sem.sup and not t.sem.conds and not t.sem.test and not t.sem.each:
        # "of the libraries", "across lines": all rows, nothing more
        if word in ("of", "among", "across", "in", "for", "over") and s.words[t.start] in ("the", "all", "these"):
            yield (word, replace(t.sem, noun="")), 1
        return
    yield (word, t.sem), 0


@rule(
    "PP",
    "on|in the list|table|data|dataset|chart|sample|survey",
    "of the lot",
    "so far",
    "to date",
    "in total",
    "in all",
    "at all",
)
def nothing_more(s: Sentence) -> Built:
    """Words that leave a sentence's truth as it is, where a table is all that there is."""
    words = s.words[slice(*s.span)]
    yield ("of", Term(agg="sum") if words[-1] in ("total", "all") and words[0] == "in" else Term()), 1


@rule("PP", "at|by|since the end of T", "at year - end T", "at the start|beginning of T")
def at_the_end(s: Sentence, t: Edge) -> Built:
    """“at the end of 2024”: a balance sheet's date"""
    if t.sem.axis and not t.sem.measure and "end" in s.words[s.span[0] : t.start]:
        kinds = {k[0] for k in s.names.periods}
        yield ("in", t.sem), 0 if "day" in kinds else 3


@rule("PP", "per V")
def per_hundred(s: Sentence, n: Edge) -> Built:
    """“per 100 g”, as the caption says of all numbers"""
    said = " ".join(s.words[slice(*s.span)])
    if said in " ".join(s.profile.caption_text.lower().split()):
        yield ("of", Term()), 0


@rule("T", "V K")
def counted_in_caption(s: Sentence, n: Edge, k: Edge) -> Built:
    """“76 marks”, where the caption says what the numbers are"""
    if n.sem.unit in (None, "%"):
        yield replace(k.sem, test=Test("=", n.sem)), 1


@rule(
    "PP",
    "over|in|of|during|across|throughout the [whole] year|period|season",
    "of|in the league|division|season|competition",
)
def whole_time(s: Sentence) -> Built:
    """“over the year”, where the table's periods are parts of one"""
    if s.words[s.span[1] - 1] in ("year", "period", "season"):
        kinds = {k[0] for k in s.names.periods}
        if "year" in kinds or not kinds:
            return
    yield ("of", Term(quant=Quant("whole"))), 2


@rule("PP", "on|in the list|table|data", "of the lot")
def furniture(s: Sentence) -> Built:
    """“on the list”: the table, and nothing more"""
    yield ("of", Term()), 1


@rule("T", "gap|difference|margin between T and T", "the gap|difference in M between T and T")
def gap(s: Sentence, *t: Edge) -> Built:
    """“the gap between Veronia and Sudmark”"""
    a, b = t[-2].sem, t[-1].sem
    if (a.points or a.measure) and (b.points or b.measure) and a != b and not (a.test or b.test or a.sup or b.sup):
        m = t[0].sem if len(t) == 3 else Term()
        yield replace(m, pair=("gap", a, b)), 1


@rule("T", "ratio of T to T", "ratio between T and T")
def ratio(s: Sentence, a: Edge, b: Edge) -> Built:
    if (a.sem.measure or a.sem.ents or a.sem.axis) and (b.sem.measure or b.sem.ents or b.sem.axis):
        yield Term(pair=("ratio", a.sem, b.sem)), 1


@rule("T", "T a|per|each N", "T a|per|each D")
def per_row(s: Sentence, t: Edge, n: Edge) -> Built:
    """“581 orders a month”: each row's, on average"""
    key = n.sem.noun or n.sem.answer == s.profile.key
    if key and (t.sem.measure or t.sem.said) and not t.sem.each and not t.sem.quant and n.sem.noun != "period":
        yield replace(t.sem, each=True), 0


@rule("PP", "in|on|during|of|from DATE", "in the month of DATE")
def on_day(s: Sentence, d: Edge) -> Built:
    """“on 8 January 2024”, “in March”"""
    yield ("in", d.sem), 0


@rule("PP", "before|after|since|until DATE", "before|after|since V")
def around_day(s: Sentence, d: Edge) -> Built:
    """“before January 2024”, “after 2020”"""
    word = s.words[s.span[0]]
    if d.cat == "V":
        if d.sem.year:
            cmp = {"before": "<", "after": ">", "since": ">="}[word]
            for term, cost in year_terms(s, d.sem, cmp):
                yield ("in", term), cost + 1
        return
    conds = list(d.sem.conds)
    if len(conds) == 1 and conds[0].op == "day_is" and word in ("since", "until"):
        yield (
            (
                "in",
                Term(
                    conds=frozenset(
                        {
                            node(
                                "day_is",
                                column=conds[0].get("column"),
                                cmp=">=" if word == "since" else "<=",
                                value=conds[0].get("value"),
                            )
                        }
                    )
                ),
            ),
            1,
        )


@rule(
    "PP",
    "in|during|for|of|from|by|since|until V",
    "in|during|of the year|season V",
    "in|during year|season V",
    "in|on|for|of the V X",
)
def in_year(s: Sentence, *n: Edge) -> Built:
    """A year, where a column of years names the time of a row."""
    v = n[0].sem
    if v.year and len(n) == 1:
        word = s.words[n[0].start - 1]
        for term, cost in year_terms(s, v, "="):
            yield (word if word in ("of", "from", "since") else "in", term), cost


@rule(
    "PP",
    "among|of|in|for|at|on|across all [the] T",
    "across|in|for|over the V T",
    "among|across|in|over all V T",
    "of the V T",
)
def all_of(s: Sentence, *e: Edge) -> Built:
    """“across all lines”, “over the six months”: the whole table; how many there are is checked."""
    t = e[-1].sem
    if t.quant or t.measure or t.ents or t.test or t.sup or t.axis or not (t.noun or t.answer):
        return
    of = None
    if len(e) == 2:
        v = e[0].sem
        if v.about or v.unit is not None or v.value.denominator != 1 or (not v.word and v.value > 1000):
            return
        of = int(v.value)
    yield ("of", replace(t, noun="", answer="", quant=Quant("whole", None, of))), 1
