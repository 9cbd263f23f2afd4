"""The firewall: what is let through, what is stripped and for which reason, and that it can be got round in no known
way. Every hostile sentence differs from an honest one by what it smuggles in."""

from __future__ import annotations

import datetime
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.engine import run
from egvar.kernel.replay import KernelWorker
from egvar.llm.model import Reply, Request
from egvar.proof import Fact, FactBase, HallucinationFirewall, Hyperedge, ProofTree, build_proof
from egvar.proof.firewall import ABSTAIN
from egvar.proof.records import Record, Records
from egvar.source.source import from_rows

DAY = datetime.date(2010, 2, 9).toordinal()
OBS1 = Record(
    "OBS-1",
    'row 2, "GDP": “2.50%”',
    ((Fraction(5, 2), "%"),),
    names=frozenset({"Norland"}),
    needs=frozenset({"Norland"}),
)
OBS2 = Record(
    "OBS-2", 'row 3, "GDP": “7%”', ((Fraction(7), "%"),), names=frozenset({"Sudland"}), needs=frozenset({"Sudland"})
)
OBS3 = Record(
    "OBS-3",
    'row 2, "Area": “1,200 km”',
    ((Fraction(1200), "km"),),
    names=frozenset({"Norland"}),
    needs=frozenset({"Norland"}),
)
OBS4 = Record(
    "OBS-4",
    'row 2, "Founded": “9 February 2010”',
    (),
    frozenset({DAY}),
    frozenset({"Norland"}),
    frozenset({"Norland"}),
)
OBS5 = Record(
    "OBS-5", 'row 2, "Price": “$40”', ((Fraction(40), "$"),), names=frozenset({"Norland"}), needs=frozenset({"Norland"})
)
STEP1 = Record("STEP-1", 'the mean of "GDP" = 19/4', ((Fraction(19, 4), "%"),))
STEP2 = Record("STEP-2", '"Country" where "GDP" is the highest: Sudland', names=frozenset({"Sudland"}))
STEP3 = Record(
    "STEP-3",
    'the sum of "Area" where "Country" is “Norland” = 1200',
    ((Fraction(1200), "km"),),
    names=frozenset({"Norland"}),
    needs=frozenset({"Norland"}),
)
ALL = (OBS1, OBS2, OBS3, OBS4, OBS5, STEP1, STEP2, STEP3)
RECORDS = Records({r.tag: (r,) for r in ALL}, frozenset({"Norland", "Sudland", "Estmark", "New Norland"}))
TAGS = frozenset(r.tag for r in ALL)
FIREWALL = HallucinationFirewall()

HONEST = [
    "The GDP of Norland is 2.50% [OBS-1].",
    "Norland: 2.5 percent [OBS-1].",
    "Norland has 2.5 per cent [OBS-1], and Sudland has 7% [OBS-2].",
    "The GDP of Sudland is seven percent [OBS-2].",
    "In Norland the area is 1,200 km [OBS-3].",
    "In Norland the area is 1200 [OBS-3].",
    "In Norland the area is twelve hundred [OBS-3].",
    "In Norland the area is 1.2 thousand km [OBS-3].",
    "Norland was founded on 9 February 2010 [OBS-4].",
    "Norland was founded on February 9, 2010 [OBS-4].",
    "Norland was founded on 2010-02-09 [OBS-4].",
    "The price in Norland is $40 [OBS-5].",
    "The price in Norland is 40 dollars [OBS-5].",
    "The mean is 4.75% [STEP-1].",
    "The average is 4.8% [STEP-1].",
    "The country with the highest GDP is Sudland [STEP-2].",
    "Sudland has the most [STEP-2].",
    "The sum for Norland is 1,200 km [STEP-3].",
    "The total area of Norland is 1200 km [STEP-3].",
    "This follows from the table as it was read [STEP-1].",
    "One of the countries stands out, Sudland, with the highest GDP [STEP-2].",
    "**Norland** has a GDP of 2.5% [OBS-1].",
    "Norland (see e.g. the first column) has 2.5% [OBS-1]." .replace("first ", ""),
    "Norland's value, according to J. Smith, is 2.5% [OBS-1].",
    "２.５% is Norland's GDP [OBS-1].",
    "Norland has 2.5% [OBS-1]. Sudland has 7% [OBS-2].",
    "Norland has 2.5% [OBS-1, OBS-3].",
    "Norland has 2.5%. [OBS-1]",
    "In short:",
    "Yes.",
    "Here we go.",
    "Indeed so",
    "# Result",
    "---",
    "On the other hand, [UNVERIFIED] the reasons are not known to us at all.",
    "Thank you!",
    "OK",
    "And so on.",
    "In Norland, 1\u00a0200 km [OBS-3].",
]  # fmt: skip

HOSTILE = [
    ("GDP fell by 90%.", "uncited"),
    ("It is 90.", "uncited"),
    ("Norland won.", "uncited"),
    ("7%!", "uncited"),
    ("Half.", "uncited"),
    ("Ninety percent.", "uncited"),
    ("On 3 May 2011.", "uncited"),
    ("[UNVERIFIED] GDP is 90%.", "uncited"),
    ("[UNVERIFIED: a guess] Norland leads.", "uncited"),
    ("[UNVERIFIED] Norland has 90% [OBS-1].", "value_not_in_record"),
    ("The GDP of Norland is 90% [OBS-1].", "value_not_in_record"),
    ("The GDP of Norland is 25% [OBS-1].", "value_not_in_record"),
    ("The GDP of Norland is 2.4% [OBS-1].", "value_not_in_record"),
    ("The GDP of Norland is 2.51% [OBS-1].", "value_not_in_record"),
    ("The GDP of Norland is −2.5% [OBS-1].", "value_not_in_record"),
    ("The GDP of Norland is -2.5% [OBS-1].", "value_not_in_record"),
    ("The GDP of Norland is 2.5 [OBS-1].", "wrong_unit"),
    ("The GDP of Norland is $2.5 [OBS-1].", "wrong_unit"),
    ("The price in Norland is 40 [OBS-5].", "wrong_unit"),
    ("The price in Norland is €40 [OBS-5].", "wrong_unit"),
    ("The price in Norland is 40% [OBS-5].", "wrong_unit"),
    ("The price in Norland is $40 million [OBS-5].", "value_not_in_record"),
    ("The price in Norland is $40k [OBS-5].", "value_not_in_record"),
    ("The area of Norland is 1,200 million km [OBS-3].", "value_not_in_record"),
    ("The area of Norland is 1,200 miles [OBS-3].", "wrong_unit"),
    ("The GDP of Sudland is 2.5% [OBS-1].", "name_not_in_record"),
    ("The GDP of Norland is 7% [OBS-2].", "name_not_in_record"),
    ("Its GDP is 2.5% [OBS-1].", "wrong_entity"),
    ("The sum of the area is 1200 km [STEP-3].", "wrong_entity"),
    ("Norland has 7% [OBS-1].", "value_not_in_record"),
    ("Norland has 2.5% and 7% [OBS-1].", "value_not_in_record"),
    ("Norland has 7% and Sudland has 2.5% [OBS-1, OBS-2].", "wrong_entity"),
    ("Norland has 2.5% [OBS-1] and Estmark follows.", "name_not_in_record"),
    ("New Norland has 2.5% [OBS-1].", "name_not_in_record"),
    ("Norland has 2.5% [OBS-99].", "unknown_tag"),
    ("Norland has 2.5% [OBS-1][OBS-99].", "unknown_tag"),
    ("Norland has 2.5% [OBS-1, OBS-99].", "unknown_tag"),
    ("Norland has 2.5% [[OBS-1].", "supported"),
    ("Norland has 2.5% [obs-1].", "uncited"),
    ("Norland has 2.5% (OBS-1).", "uncited"),
    ("Norland has 2.5% [OBS- 1].", "uncited"),
    ("Norland has 2.5% [OBS-\u200b1].", "hidden_characters"),
    ("Nor\u200bland has 90% [OBS-1].", "hidden_characters"),
    ("Norland has \u202e%09\u202c [OBS-1].", "hidden_characters"),
    ("Nоrland has 2.5% [OBS-1].", "confusable"),  # Cyrillic о
    ("Ѕudland has 7% [OBS-2].", "confusable"),
    ("Norland does not have 2.5% [OBS-1].", "negated"),
    ("Norland never had 2.5% [OBS-1].", "negated"),
    ("No country but Norland has 2.5% [OBS-1].", "negated"),
    ("Norland doesn't have 2.5% [OBS-1].", "negated"),
    ("Norland has about 2.5% [OBS-1].", "inexact"),
    ("Norland has more than 2.5% [OBS-1].", "inexact"),
    ("Norland has at least 2.5% [OBS-1].", "inexact"),
    ("Norland has almost 2.5% [OBS-1].", "inexact"),
    ("Norland has the highest GDP, 2.5% [OBS-1].", "relation_not_in_record"),
    ("Norland's GDP fell by 2.5% [OBS-1].", "relation_not_in_record"),
    ("Norland's GDP rose by 2.5% [OBS-1].", "relation_not_in_record"),
    ("Only Norland has 2.5% [OBS-1].", "relation_not_in_record"),
    ("All of Norland has 2.5% [OBS-1].", "relation_not_in_record"),
    ("The average of Norland is 2.5% [OBS-1].", "relation_not_in_record"),
    ("Sudland has the lowest GDP [STEP-2].", "relation_not_in_record"),
    ("Norland has the highest GDP [STEP-2].", "name_not_in_record"),
    ("The mean is 4.7% [STEP-1].", "value_not_in_record"),
    ("The mean is 5.1% [STEP-1].", "value_not_in_record"),
    ("The median is 4.75% [STEP-1].", "relation_not_in_record"),
    ("Norland was founded on 10 February 2010 [OBS-4].", "value_not_in_record"),
    ("Norland was founded in 2011 [OBS-4].", "value_not_in_record"),
    ("Norland's GDP is three halves percent [OBS-1].", "value_not_in_record"),
    ("Norland's GDP is twice that, 5% [OBS-1].", "value_not_in_record"),
    ("Norland's GDP is two thirds [OBS-1].", "value_not_in_record"),
    ("Norland's GDP is ９０% [OBS-1].", "value_not_in_record"),
    ("Norland's GDP is ⑨% [OBS-1].", "value_not_in_record"),
    ("Norland's GDP is ½ [OBS-1].", "value_not_in_record"),
    ("| Norland | 90% | [OBS-1] |", "value_not_in_record"),
    ("- Norland: 90% [OBS-1]", "value_not_in_record"),
    ("# Norland at 90% [OBS-1]", "value_not_in_record"),
    ("```\nNorland = 90\n```", "uncited"),
    ("Norland is the country that everybody should by now have heard of.", "uncited"),
    ("The reasons for this are well understood by the experts in the field.", "uncited"),
]  # fmt: skip


def check(text: str) -> tuple[str, list[str]]:
    result = FIREWALL.check(text, TAGS, proved=True, records=RECORDS)
    return result.outcome, [r.reason for r in result.reasons]


@pytest.mark.parametrize("text", HONEST)
def test_honest_sentences_pass(text: str) -> None:
    assert check(text) == ("supported", []), check(text)


@pytest.mark.parametrize(("text", "reason"), HOSTILE)
def test_hostile_sentences_are_stripped_for_their_reason(text: str, reason: str) -> None:
    outcome, reasons = check(text)
    assert (reason == "supported" and outcome == "supported") or reasons == [reason], (outcome, reasons)


def test_a_wrong_sentence_among_right_ones_goes_alone() -> None:
    text = "Norland has 2.5% [OBS-1]. Sudland has 90% [OBS-2]. Sudland has the most [STEP-2]."
    result = FIREWALL.check(text, TAGS, proved=True, records=RECORDS)
    assert result.answer == "Norland has 2.5% [OBS-1]. Sudland has the most [STEP-2]."
    assert result.as_dict() == {
        "outcome": "stripped",
        "abstained": False,
        "coverage": 2 / 3,
        "supported_count": 2,
        "stripped_count": 1,
        "stripped": ["Sudland has 90% [OBS-2]."],
    }


def test_nothing_supported_is_an_abstention() -> None:
    result = FIREWALL.check("GDP fell by 90%. It is 7%.", TAGS, proved=True, records=RECORDS)
    assert (result.outcome, result.abstained, result.answer) == ("abstained", True, ABSTAIN)
    assert ABSTAIN == "Insufficient verifiable evidence to answer this question."


def test_a_proof_can_be_required_and_the_message_chosen() -> None:
    result = HallucinationFirewall(abstain_message="nothing").check(
        "Norland has 2.5% [OBS-1].", TAGS, proved=False, require_proof=True, records=RECORDS
    )
    assert (result.outcome, result.answer, result.supported) == ("abstained", "nothing", [])


def test_without_factual_sentences_coverage_is_one() -> None:
    assert FIREWALL.check("Yes.", TAGS, proved=True, records=RECORDS).coverage == 1.0


def test_a_value_with_a_tag_that_has_no_record_is_stripped() -> None:
    result = FIREWALL.check("Threat 42 is coordinated [STEP-1].", {"STEP-1"}, proved=True)
    assert [r.reason for r in result.reasons] == ["no_record"]


def test_the_plain_design_keeps_its_holes_when_asked_for() -> None:
    plain = HallucinationFirewall(strict=False)
    allowed = {"HEDGE-42", "RULE-0", "STEP-1"}
    kept = plain.check("GDP fell by 90%. The threat is coordinated by several parties [STEP-1].", allowed, proved=True)
    assert kept.outcome == "supported" and kept.answer.startswith("GDP fell by 90%.")
    assert plain.check("[UNVERIFIED] perhaps 90% of them agree with this.", allowed, proved=True).outcome == "supported"
    gone = plain.check("The threat is coordinated by several parties.", allowed, proved=True)
    assert (gone.outcome, gone.answer) == ("abstained", ABSTAIN)


def test_a_fact_base_proof_brings_its_records() -> None:
    base = FactBase()
    base.add_hyperedge(Hyperedge("DRONES", 42, (42, 7), event_ts=1700000000))
    tree = build_proof(Fact("member", (42, 7)), base, proof_id="p")
    assert tree.evidence_tags == {"HEDGE-42"}
    assert FIREWALL.check("Drone 42 has the member 7 [HEDGE-42].", tree, proved=True).outcome == "supported"
    assert FIREWALL.check("Drone 42 has the member 8 [HEDGE-42].", tree, proved=True).outcome == "abstained"


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_streaming_gives_what_checking_gives_and_earlier(size: int) -> None:
    text = (
        "Norland has 2.5% [OBS-1]. Sudland has 90% [OBS-2]. Sudland has the most [STEP-2].\n\n"
        "| country | GDP |\n| --- | --- |\n| Norland | 2.5% [OBS-1] |\n| Sudland | 8% [OBS-2] |\n\n"
        "```\nx = 90\n```\n\n- Sudland: 7% [OBS-2]\n- Norland: 7% [OBS-2]\n"
    )
    gate = FIREWALL.stream(TAGS, proved=True, records=RECORDS)
    shown, first = "", None
    for i in range(0, len(text), size):
        shown += gate.feed(text[i : i + size])
        if shown and first is None:
            first = i
    shown += gate.finish()
    whole = FIREWALL.check(text, TAGS, proved=True, records=RECORDS)
    assert gate.result(shown) == whole
    assert "90" not in shown and "8%" not in shown and "| Norland | 2.5% [OBS-1] |" in shown
    assert size == 1000 or (first is not None and first < 120)


def test_a_table_whose_rows_are_all_stripped_loses_its_head() -> None:
    text = "Sudland has the most [STEP-2].\n\n| country | GDP |\n| --- | --- |\n| Norland | 90% [OBS-1] |\n"
    assert FIREWALL.check(text, TAGS, proved=True, records=RECORDS).answer == "Sudland has the most [STEP-2]."


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="Norland 2.5%7[]OBS-12\n|`.UNVERIFIED#", max_size=60))
def test_whatever_is_kept_was_written_and_states_nothing_else(text: str) -> None:
    result = FIREWALL.check(text, TAGS, proved=True, records=RECORDS)
    assert result.answer == ABSTAIN or "".join(result.answer.split()) in "".join(text.split()) or result.stripped
    for kept in result.supported:
        assert any(t in kept for t in TAGS)


def test_a_verdicts_own_narration_passes(worker: KernelWorker) -> None:
    from egvar.proof.narrate import narrate

    table = from_rows(
        ["series", "races", "wins"], [["Formula A", "10", "5"], ["Formula B", "12", "3"], ["Cup C", "9", "6"]], "t"
    )
    names = ["Formula A", "Formula B", "Cup C"]
    for question in (
        "What is the average number of races?",
        "Which series has the highest wins?",
        "What is the number of wins of Formula B?",
        "How many series have more than 4 wins?",
    ):
        done = run(question, table, "question", worker=worker)
        tree = ProofTree.from_verdict(done.checked)
        told = narrate(done.verdict, tree, names)
        assert told.result.outcome == "supported", (told.text, told.result.reasons)
        lies = narrate(done.verdict, tree, names, lambda prompt: "Formula B has 99 wins [OBS-1]. It won 4 races.")
        assert lies.shown == ABSTAIN and "Question:" not in lies.shown
    nothing = run("Which series has the best driver?", table, "question", worker=worker)
    assert narrate(nothing.verdict, ProofTree.from_verdict(nothing.checked), names).shown == ABSTAIN


class _Writer:
    """A model that answers every request in the same way, and keeps the request."""

    name = "fake"

    def __init__(self, reply: Reply) -> None:
        self.reply, self.requests = reply, list[Request]()

    def complete(self, request: Request, seconds: float) -> Reply:
        self.requests.append(request)
        return self.reply

    def card(self) -> dict[str, object]:
        return {}


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        (
            Reply("call", "write", {"text": "Cup C has 6 wins [OBS-3]. Cup C has 9 wins [OBS-3]."}),
            "Cup C has 6 wins [OBS-3].",
        ),
        (Reply("call", "write", {"text": 7}), ABSTAIN),
        (Reply("text", text="Cup C has 6 wins [OBS-3]."), ABSTAIN),
        (Reply("refused"), ABSTAIN),
    ],
)
def test_a_model_writes_and_the_firewall_decides(worker: KernelWorker, reply: Reply, shown: str) -> None:
    from egvar.proof.narrate import by_model, narrate

    table = from_rows(["series", "wins"], [["Formula A", "5"], ["Formula B", "3"], ["Cup C", "6"]], "t")
    done = run("Which series has the highest wins?", table, "question", worker=worker)
    writer = _Writer(reply)
    told = narrate(done.verdict, ProofTree.from_verdict(done.checked), ["Cup C"], by_model(writer))
    assert told.shown == shown
    assert "Which series has the highest wins?" in writer.requests[0].user and "[OBS-3]" in writer.requests[0].user
