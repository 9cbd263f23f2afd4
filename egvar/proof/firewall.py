"""The hallucination firewall: of an answer in prose, only what a proof supports is let through.

May import: the standard library, `egvar.proof`.

The plain firewall keeps a sentence that cites an allowed tag, and everything short. Its holes are closed here, by
default: a sentence with a number, a date or a name of the table is factual however short it is and whatever it says of
itself; what it states has to be what the cited record holds: value, unit, column and whose value it is; and every word
in it comes from the record or states nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from egvar.proof.characters import obstacle, plain
from egvar.proof.compare import Comparison
from egvar.proof.records import Records
from egvar.proof.sentences import TAG, Piece, pieces, prose, row_said
from egvar.proof.spots import blanked, labelled, named
from egvar.proof.tree import ProofTree
from egvar.proof.values import days, values
from egvar.proof.words import AFFIRMED, CONNECTIVE, DENIED, NEGATION, RELATIONS, stems, unknown

ABSTAIN = "Insufficient verifiable evidence to answer this question."
GLUE = 20
_UNVERIFIED = re.compile(r"\[UNVERIFIED[^\]]*\]", re.I)
_ONE_TAG = re.compile(r"(?:HEDGE|RULE|STEP|PATTERN|OBS|LIFT)-[0-9]+")


@dataclass(frozen=True)
class Stripped:
    """A removed sentence and why.

    It cites nothing or nothing that is allowed: `uncited`, `unknown_tag`, `no_record`. Its values are not the record's:
    `value_not_in_record`, `unread_number`, `inexact` (about, more than), `wrong_role` (a bound said as a result),
    `wrong_unit`, `wrong_column`, `wrong_entity`, `incomplete` (a result without its condition). It says more than the
    record: `name_not_in_record`, `relation_not_in_record`, `word_not_in_record`, `negated`, `supposed`, `refuted`.
    It cannot be read for sure: `hidden_characters`, `confusable`, `markup`, `uneven_row`.
    """

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
    """Gates an answer.

    Three rules go beyond the plain design, and each can be switched off: `short_facts` (a short sentence that states
    something is factual, and a mark of doubt exempts none with values), `match_values` (what is stated is compared with
    the cited records), `closed_words` (so is every other word; `neutral` adds words that state nothing). `strict=False`
    switches off all three.
    """

    def __init__(
        self,
        abstain_message: str = ABSTAIN,
        strict: bool = True,
        *,
        short_facts: bool | None = None,
        match_values: bool | None = None,
        closed_words: bool | None = None,
        neutral: Iterable[str] = (),
    ) -> None:
        self.abstain_message = abstain_message
        self.short_facts = strict if short_facts is None else short_facts
        self.match_values = strict if match_values is None else match_values
        self.closed_words = strict if closed_words is None else closed_words
        self._neutral = stems(" ".join(neutral))

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
        careful = self.short_facts or self.match_values or self.closed_words
        if careful and (fault := obstacle(text, records.names)) is not None:
            return Stripped(text, *fault)
        tags = tags_in(text)
        said = plain(TAG.sub(" ", text))
        doubted = _UNVERIFIED.search(said) is not None
        said = re.sub(r"\[UNVERIFIED", " ", said, flags=re.I)
        states = bool(values(said) or days(said) or named(said, records.names))
        bare = re.sub(r"[\s#>*_`|:.!?-]+", " ", said).strip()
        if not (self.short_facts and states):
            if doubted or (not bare and not tags):
                return False
            short = len(text.strip() if not self.short_facts else bare) < GLUE and not (tags and self.short_facts)
            if short and not (self.short_facts and self._claims(said, records)):
                return False
        if not tags:
            return Stripped(text, "uncited")
        if careful and not bare and set(tags) <= allowed:
            return False  # a citation of nothing
        if not careful:
            return True if set(tags) & allowed else Stripped(text, "unknown_tag", ", ".join(tags))
        if strange := [t for t in tags if t not in allowed]:
            return Stripped(text, "unknown_tag", ", ".join(strange))
        if not self.match_values:
            return True
        cited = [r for t in tags for r in records.by_tag.get(t, ())]
        if not cited or any(t not in records.by_tag for t in tags):
            return Stripped(text, "no_record", ", ".join(t for t in tags if t not in records.by_tag))
        fault = Comparison(CONNECTIVE.sub("", said), list(dict.fromkeys(cited)), records, self._neutral).fault(
            self.closed_words
        )
        return Stripped(text, *fault) if fault is not None else True

    def _claims(self, said: str, records: Records) -> bool:
        """Whether a short sentence without values says something all the same: "It doubled."."""
        outside = blanked(said, [(s.start, s.end) for s in labelled(said, records.columns)])
        outside = re.sub(r"on the other hand|in all|that is all", " ", outside, flags=re.I)
        if any(w.search(outside) for w in (NEGATION, AFFIRMED, DENIED, *(said for said, _, _ in RELATIONS))):
            return True
        return self.closed_words and unknown(outside, stems(records.key) | self._neutral, glue=True) is not None


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
        self._items = {1}

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
        return shown if self.supported else self._glue

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
                verdict = self._judge(p)
                if isinstance(verdict, Stripped):
                    self.reasons.append(verdict)
                    continue
                if verdict:
                    self.supported.append(p.text.strip())
                if not self.supported:
                    self._glue += p.text  # nothing is shown before something is supported
                    continue
                if self._head is not None and self._head.block == p.block:
                    out.append(self._glue + self._head.text)
                    self._head, self._glue = None, ""
                out.append(self._glue + p.text)
                self._glue = ""
        return "".join(out)

    def _judge(self, p: Piece) -> Stripped | bool:
        """A row of a table is judged with its header: each cell as what the column says of it."""
        text = self._unnumbered(p.text)
        if self._firewall.match_values and p.head:
            joined = row_said(p.head, p.text)
            if joined is None:
                return Stripped(p.text, "uneven_row")
            text = joined
        verdict = self._firewall.judge(text, self._allowed, self._records)
        return Stripped(p.text, verdict.reason, verdict.detail) if isinstance(verdict, Stripped) else verdict

    def _unnumbered(self, text: str) -> str:
        """A list's item without its mark. A number is one if it is the next: any other may be a statement."""
        text = re.sub(r"^\s*[-*+•]\s+", "", text)
        m = re.match(r"\s*([0-9]{1,3})[.)]\s+", text)
        if m is None or int(m[1]) not in self._items:
            return text
        self._items.add(int(m[1]) + 1)
        return text[m.end() :]

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


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, as the firewall takes them."""
    return (p.text for p in pieces(text) if p.kind == "sentence")
