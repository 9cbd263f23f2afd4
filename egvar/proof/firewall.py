"""The hallucination firewall: of an answer in prose, only what a proof supports is let through.

May import: the standard library, `egvar.proof`.

The plain firewall keeps a sentence that cites an allowed tag, and everything short. Two holes of it are closed here, by
default: a sentence with a number, a date or a name of the table is factual however short it is and whatever it says of
itself; and what it states has to be what the cited record holds: value, unit and whose value it is. What a sentence
means beyond that (a "because", a comparison in other words) no firewall of this kind can know; words that claim an
order, a change or a whole are kept only where the record says as much.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from egvar.proof.records import Record, Records
from egvar.proof.sentences import TAG, Piece, pieces, prose
from egvar.proof.tree import ProofTree
from egvar.proof.values import Value, days, plain, states, values

ABSTAIN = "Insufficient verifiable evidence to answer this question."
GLUE = 20
_UNVERIFIED = re.compile(r"\[UNVERIFIED[^\]]*\]", re.I)
_ONE_TAG = re.compile(r"(?:HEDGE|RULE|STEP|PATTERN|OBS|LIFT)-[0-9]+")
_NEGATION = re.compile(r"\b(?:not|never|no|none|neither|nor|without|cannot|\w+n['’]t)\b", re.I)
# Words that claim more than a value, and what the cited record has to say for them.
_RELATIONS: tuple[tuple[re.Pattern[str], re.Pattern[str] | None], ...] = tuple(
    (re.compile(rf"\b(?:{said})\b", re.I), re.compile(needed, re.I) if needed else None)
    for said, needed in (
        (r"highest|most|largest|greatest|biggest|maximum|best|top|longest|tallest|leads?|peak",
         r"highest|greatest|most|top|maximum"),
        (r"lowest|least|smallest|fewest|minimum|worst|shortest|bottom", r"lowest|least|smallest|bottom|minimum"),
        (r"more|higher|larger|greater|bigger|better|exceeds?|exceeded|outnumbers?|fewer|less|lower|smaller|beats?",
         r"more than|less than|at least|at most|−"),
        (r"average|mean|averaged|averages", r"\bmean\b"),
        (r"total|sum|altogether|combined|in all", r"\bsum\b|number of"),
        (r"median", r"median"),
        (r"only|sole|solely|alone|exclusively", r"no other|only"),
        (r"all|every|each|everyone|always|both", r"every|all rows|each"),
        (r"rose|risen|rises|fell|fallen|falls|grew|grown|grows|increased?|increases|decreased?|decreases|dropped|drops"
         r"|declined?|declines|doubled|tripled|halved|gained|lost|shrank|soared|plunged|surged|improved|worsened|up|down",
         r"−|increase|decrease"),
        (r"between|difference|gap|ratio|times|per", r"−|÷|×|at least"),
        (r"refuted|false|wrong", r"refuted|false"),
    )
)  # fmt: skip


@dataclass(frozen=True)
class Stripped:
    """A removed sentence and why: uncited, unknown_tag, no_record, value_not_in_record, wrong_unit, wrong_entity,
    name_not_in_record, relation_not_in_record, inexact, negated, hidden_characters, confusable."""

    text: str
    reason: str
    detail: str = ""


@dataclass(frozen=True)
class FirewallResult:
    """`answer` is what may be shown; `coverage` the supported share of the factual sentences, 1.0 if there are none."""

    answer: str
    outcome: Literal["supported", "stripped", "abstained"]
    abstained: bool
    coverage: float
    supported: list[str] = field(default_factory=list)
    stripped: list[str] = field(default_factory=list)
    reasons: list[Stripped] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """What is reported of a check; at most ten of the stripped sentences."""
        return {
            "outcome": self.outcome,
            "abstained": self.abstained,
            "coverage": self.coverage,
            "supported_count": len(self.supported),
            "stripped_count": len(self.stripped),
            "stripped": self.stripped[:10],
        }


class HallucinationFirewall:
    """Gates an answer. `strict=False` gives the plain design, with its two holes, for compatibility."""

    def __init__(self, abstain_message: str = ABSTAIN, strict: bool = True) -> None:
        self.abstain_message, self.strict = abstain_message, strict

    def check(
        self,
        answer: str,
        allowed_tags: Collection[str] | ProofTree,
        proved: bool,
        require_proof: bool = False,
        records: Records | None = None,
    ) -> FirewallResult:
        """What of `answer` may be shown.

        `allowed_tags`: citation tags, or a proof tree, which brings its records; `records` what tags stand for. A
        sentence that states a value and cites a tag without a record is stripped: nothing vouches for the value.
        """
        gate = self.stream(allowed_tags, proved, require_proof, records)
        shown = gate.feed(answer) + gate.finish()
        return gate.result(shown)

    def stream(
        self,
        allowed_tags: Collection[str] | ProofTree,
        proved: bool,
        require_proof: bool = False,
        records: Records | None = None,
    ) -> Gate:
        """A gate that sentences are fed to as they come and that releases them as they pass."""
        if isinstance(allowed_tags, ProofTree):
            records = records or Records.of_tree(allowed_tags)
            allowed_tags = allowed_tags.evidence_tags
        return Gate(self, frozenset(allowed_tags), records or Records(), require_proof and not proved)

    def judge(self, text: str, allowed: frozenset[str], records: Records) -> Stripped | bool:
        """Whether a sentence is supported (True), says nothing (False), or why it is stripped."""
        return _strict(text, allowed, records) if self.strict else _plain(text, allowed)


class Gate:
    """One answer on its way through. Text is released in order; a table's header only with its first row."""

    def __init__(
        self, firewall: HallucinationFirewall, allowed: frozenset[str], records: Records, refused: bool
    ) -> None:
        self._firewall, self._allowed, self._records, self._refused = firewall, allowed, records, refused
        self._pending = ""
        self._said = False
        self._head: Piece | None = None
        self.supported: list[str] = []
        self.reasons: list[Stripped] = []
        self._glue = ""

    def feed(self, text: str) -> str:
        """Takes more of the answer; returns what may be shown of it by now."""
        self._pending += text
        cut = self._settled()
        done, self._pending = self._pending[:cut], self._pending[cut:]
        return self._release(done)

    def finish(self) -> str:
        """The end of the answer: what is left of it, or the abstain message where nothing passed."""
        rest, self._pending = self._pending, ""
        shown = self._release(rest)
        if self._refused or (self.reasons and not self.supported):
            return self._firewall.abstain_message
        return shown

    def _settled(self) -> int:
        """How much of the pending text cannot change any more: blocks that an empty line ended, and the sentences of a
        paragraph but for its last two."""
        text, end = self._pending, 0
        fences = [m.start() for m in re.finditer(r"(?m)^\s*(?:```|~~~)", text)]
        for m in re.finditer(r"\n[ \t]*\n", text):
            if sum(f < m.end() for f in fences) % 2 == 0:
                end = m.end()
        rest = text[end:]
        if any(f >= end for f in fences) or re.search(r"(?m)^\s*(?:[#|>*+•-]|[0-9]{1,3}[.)])|\|", rest):
            return end
        return end + sum(len(p.text) for p in list(prose(rest))[:-2])

    def _release(self, text: str) -> str:
        if self._refused or not text:
            return ""
        out = []
        for p in pieces(text):
            if p.kind == "glue":
                self._glue += p.text
            elif p.kind == "head":
                self._head = p
            else:
                verdict = self._firewall.judge(p.text, self._allowed, self._records)
                if isinstance(verdict, Stripped):
                    self.reasons.append(verdict)
                    continue
                if verdict:
                    self.supported.append(p.text.strip())
                if self._head is not None and self._head.block == p.block:
                    out.append(self._glue + self._head.text)
                    self._head, self._glue = None, ""
                out.append(self._glue + p.text)
                self._glue = ""
        return "".join(out)

    def result(self, shown: str) -> FirewallResult:
        """The result, `shown` being all that was released."""
        stripped = [r.text.strip() for r in self.reasons]
        factual = len(self.supported) + len(stripped)
        abstained = self._refused or bool(stripped and not self.supported)
        coverage = len(self.supported) / factual if factual else 1.0
        if self._refused:
            coverage = 0.0 if factual else 1.0
        outcome: Literal["supported", "stripped", "abstained"] = (
            "abstained" if abstained else "stripped" if stripped else "supported"
        )
        answer = self._firewall.abstain_message if abstained else shown.strip()
        return FirewallResult(answer, outcome, abstained, coverage, self.supported, stripped, self.reasons)


def tags_in(text: str) -> list[str]:
    """The citation tags of a sentence, in order."""
    return [t for group in TAG.findall(text) for t in _ONE_TAG.findall(group)]


def _plain(text: str, allowed: frozenset[str]) -> Stripped | bool:
    if len(text.strip()) < GLUE or _UNVERIFIED.search(text):
        return False
    if set(tags_in(text)) & allowed:
        return True
    return Stripped(text, "uncited" if not tags_in(text) else "unknown_tag")


def _strict(text: str, allowed: frozenset[str], records: Records) -> Stripped | bool:
    """1 characters, 2 whether it says anything, 3 citations, 4 values, 5 names, 6 words that claim more."""
    hidden = [c for c in text if unicodedata.category(c) in ("Cf", "Co", "Cn") and c not in "\u00ad"]
    if hidden:
        return Stripped(text, "hidden_characters", f"U+{ord(hidden[0]):04X}")
    if word := _confusable(text, records):
        return Stripped(text, "confusable", word)
    tags = tags_in(text)
    said = plain(_UNVERIFIED.sub(" ", TAG.sub(" ", text)))
    stated, dates = values(said), list(days(said))
    named = _named(said, records.names)
    bare = re.sub(r"[\s#>*_`|:\-.!?]+", " ", said).strip()
    if not (stated or dates or named):
        if not tags and (len(bare) < GLUE or _UNVERIFIED.search(text)):
            return False
        if _UNVERIFIED.search(text):
            return False
    if not tags:
        return Stripped(text, "uncited")
    if unknown := [t for t in tags if t not in allowed]:
        return Stripped(text, "unknown_tag", ", ".join(unknown))
    cited = [r for t in tags for r in records.by_tag.get(t, ())]
    if not cited:
        return Stripped(text, "no_record", ", ".join(tags)) if stated or dates or named else True
    return _against(text, said, stated, [d.ordinal for d in dates], named, cited) or True


def _against(
    text: str, said: str, stated: list[Value], dates: list[int], named: set[str], cited: list[Record]
) -> Stripped | None:
    known = {n.casefold() for r in cited for n in r.names}
    if stranger := [n for n in sorted(named) if n.casefold() not in known]:
        return Stripped(text, "name_not_in_record", stranger[0])
    quoted = [m for r in cited for p in r.phrases for m in re.finditer(re.escape(p), said)]
    stated = [v for v in stated if not any(m.start() <= v.start and v.end <= m.end() for m in quoted)]
    for m in quoted:
        said = said[: m.start()] + " " * (m.end() - m.start()) + said[m.end() :]
    if (stated or dates) and (negation := _NEGATION.search(said)):
        return Stripped(text, "negated", negation.group())
    owners = {n for r in cited for n in r.needs}
    for v in stated:
        if any(v.start >= m.start() and v.end <= m.end() for n in named for m in _spots(n, said)):
            continue  # a number inside a name
        if v.vague:
            return Stripped(text, "inexact", v.said)
        fits = [(r, unit) for r in cited for number, unit in r.numbers if states(v, number)]
        if not fits:
            return Stripped(text, "value_not_in_record", v.said)
        units = [r for r, unit in fits if _unit_fits(v, unit, r)]
        if not units:
            return Stripped(text, "wrong_unit", v.said)
        if not any(_owned(v, r, owners, said) for r in units):
            return Stripped(text, "wrong_entity", v.said)
    if missing := [d for d in dates if not any(d in r.days for r in cited)]:
        return Stripped(text, "value_not_in_record", str(missing[0]))
    facts = " ".join(r.says for r in cited)
    outside = said
    for n in sorted(named, key=len, reverse=True):
        outside = re.sub(re.escape(n), " ", outside, flags=re.I)
    for word, needed in _RELATIONS:
        claims = word.search(outside)
        if claims is None or (needed and needed.search(facts)):
            continue
        if not re.search(rf"\b{re.escape(claims.group())}\b", facts, re.I):
            return Stripped(text, "relation_not_in_record", claims.group())
    return None


def _owned(v: Value, r: Record, owners: set[str], said: str) -> bool:
    """Whether a number is said of whom its record says it: everybody that the record needs is named, and where several
    are named, the last one before the number (or the first after it) is one of the record's."""
    if not all(_spots(n, said) for n in r.needs):
        return False
    named = sorted((m.start(), n) for n in owners for m in _spots(n, said))
    if not r.needs or len({n for _, n in named}) < 2:
        return True
    before = [n for at, n in named if at < v.start]
    return (before[-1] if before else named[0][1]) in r.needs


_STRICT_UNITS = frozenset("%$€£¥")
_KNOWN_UNITS = frozenset(
    """km m cm mm mi mile miles metre metres meter meters foot feet ft inch inches kilometre kilometres kilometer
    kilometers kg g t ton tons tonne tonnes pound pounds lb lbs second seconds s minute minutes hour hours h day
    days week weeks month
    months year years km² m² ha acre acres litre litres l gallon gallons mph kmh km/h degrees""".split()
)


def _unit_fits(v: Value, unit: str | None, r: Record) -> bool:
    if unit == "?":
        return True
    if unit in _STRICT_UNITS or v.unit in _STRICT_UNITS:
        return v.unit == unit or (v.unit == "%" and unit is None and "%" in r.says)
    if unit is None or v.unit is None:
        return True
    return v.unit.casefold() == unit.casefold() or v.unit.casefold() not in _KNOWN_UNITS


def _spots(name: str, text: str) -> list[re.Match[str]]:
    return list(re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.I)) if name else []


def _named(text: str, names: Collection[str]) -> set[str]:
    """The names of the table that a sentence uses, none inside a longer one."""
    low = text.casefold()
    found = [n for n in names if n.casefold() in low and any(c.isalpha() for c in n) and _spots(n, text)]
    return {
        n
        for n in found
        if not any(
            o != n and len(o) > len(n) and all(_covered(m, _spots(o, text)) for m in _spots(n, text)) for o in found
        )
    }


def _covered(m: re.Match[str], others: list[re.Match[str]]) -> bool:
    return any(o.start() <= m.start() and m.end() <= o.end() for o in others)


_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕКМНОРСТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν", "aeopcyxijshdqwABEKMHOPCTXYABEZHIKMNOPTYXoav"
)


def _confusable(text: str, records: Records) -> str | None:
    """A word that mixes alphabets, or that looks like a name of the table without being it."""
    names = {w.casefold() for n in records.names for w in re.findall(r"\w+", n)}
    word: str
    for word in re.findall(r"\w+", text):
        scripts = {unicodedata.name(c, "?").split()[0] for c in word if c.isalpha()}
        scripts &= {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}
        folded: str = word.translate(_LOOKALIKES)
        if len(scripts) > 1 or (folded != word and folded.casefold() in names and word.casefold() not in names):
            return word
    return None


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, as the firewall takes them."""
    return (p.text for p in pieces(text) if p.kind == "sentence")
