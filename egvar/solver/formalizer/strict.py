"""Which readings of the older rules may stand: those in which no word was passed over that could have meant something.

May import: the standard library, `egvar.source`, `egvar.solver.formalizer`, `egvar.solver.english`.

The rules of this package may pass over words at a cost. What they find counts only where the newer grammar finds
nothing, and only if no unknown word was passed over and an unknown noun that stands for the rows is no place or name.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from egvar.goal import dump
from egvar.solver.english.lexicon import function as f
from egvar.solver.english.lexicon import verbs as v
from egvar.solver.english.profile import Profile
from egvar.solver.english.rules.common import PERSON
from egvar.solver.english.tokens import stem, tokenize
from egvar.source.units import units_of_word

LEAST = Fraction(935, 1000)  # above it no unknown word was passed over
# Words that change what is meant even where a rule might have used one like them.
_NEVER = frozenset("his her my your our count unique no not before after called".split())
# Verbs that the older rules pass over, though they say something of their own.
_TELLING = frozenset("host issue admit construct serve win lose draw build direct write hold name call".split())
_DOUBT = frozenset("never hardly barely scarcely rarely seldom allegedly supposedly reportedly".split())
_MONTHS = frozenset(f.MONTHS) | frozenset("monday tuesday wednesday thursday friday saturday sunday i".split())
# Nouns for some of the rows, not for all of them.
_SOME = frozenset("woman man girl boy child adult youth manager foreigner female male veteran rookie senior".split())


def stands(candidate: Any, text: str, p: Profile) -> bool:
    """Whether every word of `text` is accounted for in a reading of the older rules."""
    if candidate.score < LEAST:
        return False
    words = [t.text for t in tokenize(text) if t.text not in f.DET]
    strange = {
        said
        for said, what in candidate.explain
        if what == "rows of the table" and not (stem(said) in p.nouns or stem(said) in f.ROW_WORDS)
    }
    timely = p.key is not None and (bool(p.order) or p.col(p.key).role in ("year", "date"))
    if len(strange) > 1 or (strange and timely):
        return False  # rows that are years are no managers
    for said in strange:
        if not _heads(said, text, candidate):
            return False
        entries = {w[:6] for c in p.source.columns for x in c.cells for w in x.text.lower().split() if len(w) > 5}
        if said[:6] in entries:
            return False  # "democrats" beside "Democratic": some of the rows
        if stem(said) in _SOME:
            return False
    used = {w for said, _ in candidate.explain for w in said.split()}
    if set(words) & _DOUBT:
        return False
    if "how many times" in text.lower():
        return False  # a count of rows that no column named Time is
    if any(w in _NEVER and w not in used for w in words):
        return False
    if not _names_used(text, used):
        return False
    goal = dump(candidate.goal)
    if goal["kind"] == "claim" and not (_fits(text, goal, p) and _verbs_used(text, used)):
        return False
    return _sound(goal, p) and _answers(text, goal, p) and _times(text, goal, p) and _one_column(text, goal, p)


def _heads(said: str, text: str, candidate: Any) -> bool:
    """Whether an unknown noun is the head of a phrase for rows: right after which or what, or a plural after "how
    many", "all", "number of" and the like; and no word beside it names a column or an entry."""
    words = [t.text for t in tokenize(text)]
    named = {w for span, what in candidate.explain if what.startswith(("column", '"')) for w in span.split()}
    for i, w in enumerate(words):
        if w != said:
            continue
        before, after = words[max(0, i - 2) : i], words[i + 1 : i + 2]
        if set(before[-1:]) & named or set(after) & named:
            return False
        plural = stem(said) != said and said.endswith("s")
        if before[-1:] in (["which"], ["what"]) and (plural or stem(said) in f.KINDS):
            continue
        if plural and (before[-1:] in (["many"], ["all"], ["every"], ["of"], ["different"]) or before == ["of", "the"]):
            continue
        return False
    return said in words


def _names_used(text: str, used: set[str]) -> bool:
    """Whether every name, a word with a capital within the sentence or all in capitals, is in the reading."""
    if text.isupper() or text.istitle():
        return True
    tokens = tokenize(text)
    for i, t in enumerate(tokens):
        inside = i > 0 and tokens[i - 1].text not in (".", "?", "!", ":")
        capital = (t.raw.isupper() and len(t.raw) > 1) or (inside and t.name)
        if capital and t.raw[0].isalpha() and t.text not in used and t.stem not in used and t.text not in _MONTHS:
            return False
    return True


def _verbs_used(text: str, used: set[str]) -> bool:
    """Whether no verb of a claim that says something by itself was passed over."""
    return not any(t.stem in _TELLING and t.text not in used and t.stem not in used for t in tokenize(text))


def _answers(text: str, goal: Any, p: Profile) -> bool:
    """Whether the column that is answered with is of the kind that is asked for."""
    ask = goal.get("ask")
    first = text.split()[0].lower() if text.split() else ""
    if goal["kind"] == "claim":
        return _somebody(goal["claim"], p)
    if not isinstance(ask, dict) or ask.get("op") not in ("values", "cell") or not isinstance(ask.get("column"), str):
        return first not in ("who", "when", "where")
    role = p.col(ask["column"]).role
    if first in ("who", "whose"):
        return role in ("key", "text", "category") and bool(set(p.col(ask["column"]).words) & PERSON)
    if first == "when":
        return role in ("year", "date") or ask["column"] == p.key
    return not (first == "where" and role in ("year", "date", "measure", "rank"))


def _somebody(claim: Any, p: Profile) -> bool:
    """Whether a claim that some row is so names the row: "Berg was built in 1985" is of no row."""
    left = claim.get("left") if isinstance(claim, dict) else None
    if not isinstance(left, dict) or left.get("op") != "count" or claim.get("cmp") != ">=":
        return True
    return (claim.get("right") != {"op": "number", "value": 1} and str(claim["right"].get("value")) != "1") or (
        p.key is not None and p.key in _columns(left)
    )


def _times(text: str, goal: Any, p: Profile) -> bool:
    """Whether a year that picks rows does so by a column of time, or by one that the sentence names."""
    said = {t.stem for t in tokenize(text)}
    for c in p.columns:
        timely = set(c.words) & {"year", "season", "date", "day", "month", "week"} or c.label == p.key
        if c.role in ("year", "date") and not timely and c.label in _columns(goal):
            telling = [x for x in c.words if x.isalpha()]
            if not all(x in said for x in telling):
                return False
    return True


def _one_column(text: str, goal: Any, p: Profile) -> bool:
    """Whether no entry that picks rows is one of another column too, which the sentence does not rule out."""
    stack = [goal]
    while stack:
        n = stack.pop()
        if isinstance(n, dict):
            if n.get("op") == "text_is" and isinstance(n.get("column"), str):
                named = set(p.col(n["column"]).words) <= {t.stem for t in tokenize(text)}
                others = [
                    c for c in p.source.columns if c.label != n["column"] and any(x.text == n["value"] for x in c.cells)
                ]
                if others and not named:
                    return False
            stack.extend(n.values())
        elif isinstance(n, list):
            stack.extend(n)
    return True


def _fits(text: str, goal: Any, p: Profile) -> bool:
    """Whether a claim's numbers are in the units of the columns that it is about, and nothing in it says that something
    changed: the older rules know neither."""
    tokens = tokenize(text)
    if any(t.stem in v.UP | v.DOWN for t in tokens):
        return False
    columns = [c for c in p.columns if c.label in _columns(goal)]
    if any(c.scale != 1 and c.numeric for c in columns):
        return False
    units = {c.unit for c in columns} | {w for c in columns for w in c.words}
    said = set()
    for i, t in enumerate(tokens[:-1]):
        after = tokens[i + 1]
        if t.number is not None and after.text not in units and after.stem not in units:
            said.update(u.text for u in units_of_word(after.text) if after.text not in ("in", "to", "at", "a", "no"))
    if said and not said & units:
        return False
    percent = any(c.percent and c.label in _compared(goal) for c in columns)
    return not percent or any(t.text in ("%", "percent", "percentage") for t in tokens)


def _columns(goal: Any) -> set[str]:
    """The columns that a goal reads."""
    out: set[str] = set()
    stack = [goal]
    while stack:
        n = stack.pop()
        if isinstance(n, dict):
            name = n.get("column")
            out.update(
                [name] if isinstance(name, str) else [name["name"]] if isinstance(name, dict) and "name" in name else []
            )
            stack.extend(n.values())
        elif isinstance(n, list):
            stack.extend(n)
    return out


def _compared(goal: Any) -> set[str]:
    """The columns whose numbers a goal compares with a number of the sentence."""
    out: set[str] = set()
    stack = [goal]
    while stack:
        n = stack.pop()
        if isinstance(n, dict):
            if n.get("op") == "number_is" and isinstance(n.get("column"), str):
                out.add(n["column"])
            sides = [n.get("left"), n.get("right"), n.get("of")]
            if (
                n.get("op") in ("compare", "rounds")
                and any(isinstance(x, dict) and x.get("op") == "number" for x in sides)
            ) or n.get("op") == "rounds":
                out |= {x["column"] for x in sides if isinstance(x, dict) and isinstance(x.get("column"), str)}
            stack.extend(n.values())
        elif isinstance(n, list):
            stack.extend(n)
    return out


def _sound(goal: Any, p: Profile) -> bool:
    """Whether the goal asks nothing of columns that makes no sense of them: the highest of a text, a count of cells
    that are merely there."""
    stack = [goal]
    while stack:
        n = stack.pop()
        if isinstance(n, dict):
            op, column = n.get("op"), n.get("column")
            if op == "present":
                return False
            if op in ("count", "distinct") and n.get("where", {}).get("op", "all_rows") == "all_rows":
                return False
            if op in ("highest", "lowest", "max", "min", "sum", "mean") and isinstance(column, str):
                role = p.col(column).role
                if role in ("text", "category", "key", "boolean") or (op in ("sum", "mean") and role != "measure"):
                    return False
                if op == "sum" and (p.col(column).percent or p.col(column).rate):
                    return False
            stack.extend(n.values())
        elif isinstance(n, list):
            stack.extend(n)
    return True
