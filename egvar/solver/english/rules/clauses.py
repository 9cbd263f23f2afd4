"""Clauses and sentences.

May import: the standard library, `egvar.source.units`, `egvar.solver.english`.
"""

from __future__ import annotations

from dataclasses import replace

from egvar.solver.english.chart import Built, Edge
from egvar.solver.english.rules.common import _period, _test, joined, rule
from egvar.solver.english.rules.limits import with_place
from egvar.solver.english.rules.sems import Both, Clause, Pred
from egvar.solver.english.sentence import Sentence
from egvar.solver.english.terms import Term


@rule("CL", "T P", "T , P")
def clause(s: Sentence, t: Edge, p: Edge) -> Built:
    m = t.sem
    if m.pronoun or (s.words[t.end : t.end + 1] == [","] and p.start > t.end and not m.points):
        return
    yield Clause(m, p.sem), 0


@rule("CL", "there VB T", "there VB VT T")
def there_is(s: Sentence, verb: Edge, *t: Edge) -> Built:
    m = t[-1].sem
    if m.test or m.quant:
        yield Clause(m, Pred(verb="exist")), 0


@rule("CL", "CL PP")
def placed_after(s: Sentence, c: Edge, pp: Edge) -> Built:
    """“14 rides were late on C West”"""
    if isinstance(c.sem, Both) and isinstance(c.sem.left, Clause) and isinstance(c.sem.right, Clause):
        t = pp.sem[1]
        if t.points and not t.measure and not t.test and s.words[pp.start - 1] == "respectively":
            left, right = (replace(x, scope=(*x.scope, t)) for x in (c.sem.left, c.sem.right))
            yield replace(c.sem, left=left, right=right), 0
    if isinstance(c.sem, Clause) and c.sem.pred.verb in ("exist", "share", "sharerows"):
        for p, cost in with_place(s, Edge(c.start, c.end, "P", c.sem.pred, 0), pp):
            yield replace(c.sem, pred=p), cost


@rule("CL", "by|in T , CL", "in terms of T , CL", "ranked by T , CL", "measured by T , CL")
def rank_by(s: Sentence, t: Edge, c: Edge) -> Built:
    """“By membership, Eastgate comes second”"""
    if isinstance(c.sem, Clause) and c.sem.pred.verb == "rank" and not c.sem.pred.term.measure and not t.sem.test:
        if (t.sem.measure or t.sem.axis) and not t.sem.ents and not t.sem.quant and not t.sem.sup:
            yield replace(c.sem, pred=replace(c.sem.pred, term=t.sem)), 0


@rule("P", "account for T", "add up to V", "amount to V", "come in at V", "add up to TV", "total V", "total TV")
def adds_up_to(s: Sentence, e: Edge) -> Built:
    """“accounted for 4,588 nights”, “added up to 740.1 million”"""
    if e.cat == "T":
        if e.sem.test and e.sem.measure and e.sem.test.value is not None and e.sem.test.value.unit != "%":
            yield Pred(e.sem, "have"), 1
    else:
        yield Pred(Term(test=_test(e)), "amount"), 1


@rule("CL", "by T , CL", "by T CL", "by V , CL", "by V CL")
def by_then(s: Sentence, t: Edge, c: Edge) -> Built:
    """“By 2023, …”: at that time"""
    when = _period(s, t)
    if when is not None and isinstance(c.sem, Clause) and (when.axis or s.profile.order or t.cat == "V"):
        if c.sem.pred.change is None and len(c.sem.scope) < 2:
            yield replace(c.sem, scope=(*c.sem.scope, when)), 1


@rule("CL", "PP , CL", "PP CL")
def fronted(s: Sentence, pp: Edge, c: Edge) -> Built:
    prep, t = pp.sem
    if isinstance(c.sem, Clause) and prep not in ("with", "by", "to", "as", "from", "than") and len(c.sem.scope) < 2:
        if t.points or t.quant or (t.sup is None and t.conds) or (t.measure and not t.test and not t.sup):
            yield replace(c.sem, scope=(*c.sem.scope, t)), 1


@rule(
    "CL",
    "overall|altogether , CL",
    "overall|altogether CL",
    "in total|all , CL",
    "in total|all CL",
    "however|meanwhile , CL",
    "however|meanwhile CL",
)
def connected(s: Sentence, c: Edge) -> Built:
    if isinstance(c.sem, Clause):
        word = s.words[c.start - 1] if s.words[c.start - 1] != "," else s.words[c.start - 2]
        if word in ("total", "all", "altogether", "overall"):
            if not c.sem.subject.agg:
                yield replace(c.sem, scope=(*c.sem.scope, Term(agg="sum"))), 1
            elif c.sem.subject.agg == "sum":
                yield c.sem, 1
        else:
            yield c.sem, 1


@rule("P", "P in total|all", "P overall|altogether|combined|together")
def in_total(s: Sentence, p: Edge) -> Built:
    if len(p.sem.scope) < 2:
        yield replace(p.sem, scope=(*p.sem.scope, Term(agg="sum"))), 0


@rule("P", "P on average", "on average P")
def on_average(s: Sentence, p: Edge) -> Built:
    yield replace(p.sem, scope=(*p.sem.scope, Term(agg="mean"))), 0


@rule("CL", "on average , CL", "on average CL")
def average_clause(s: Sentence, c: Edge) -> Built:
    if isinstance(c.sem, Clause):
        yield replace(c.sem, scope=(*c.sem.scope, Term(agg="mean"))), 0


@rule(
    "T",
    "T together",
    "T combined",
    "between them , T",
    "T between them",
    "together , T",
    "T in total",
    "T taken together",
    "T put together",
)
def together(s: Sentence, t: Edge) -> Built:
    if (len(t.sem.ents) > 1 or len(t.sem.axis) > 1) and t.sem.join in ("and", ""):
        yield replace(t.sem, join="sum"), 0
    elif t.sem.measure and not t.sem.agg and not t.sem.sup and s.words[t.end : t.end + 1] in (["in"], ["combined"]):
        yield replace(t.sem, agg="sum"), 1


@rule("CL", "CL and|but|while|whereas|; CL", "CL , and|but|while|whereas CL", "CL ; CL")
def two_clauses(s: Sentence, a: Edge, b: Edge) -> Built:
    if not isinstance(a.sem, Both):
        yield Both(a.sem, b.sem), 1


@rule("CL", "CL , which|who in turn P", "CL , which|who P")
def relative(s: Sentence, c: Edge, p: Edge) -> Built:
    """“…, which in turn is faster than sheetly”: said of what was named last"""
    if isinstance(c.sem, Clause):
        last = c.sem.pred.term.test.other if c.sem.pred.term.test else None
        if last is not None and last.ents:
            yield Both(c.sem, Clause(Term(ents=last.ents), p.sem)), 1


@rule("S", "CL", "CL .")
def sentence(s: Sentence, c: Edge) -> Built:
    yield c.sem, 0


@rule("T", "T that|which|who P", "T where P")
def whose(s: Sentence, t: Edge, p: Edge) -> Built:
    """“libraries that support streaming”: a condition on rows"""
    m, q = t.sem, p.sem
    if q.change or q.rank or q.more or q.neg or q.scope or m.measure or m.test or m.sup or m.ents:
        return
    if (m.noun or m.conds or m.answer) and (q.term.conds or q.term.test) and not q.term.ents and not q.term.quant:
        yield from joined(m, q.term, 0)
