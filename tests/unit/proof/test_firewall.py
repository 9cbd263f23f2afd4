"""The firewall's outcomes, its switches, streaming and narration. Which sentences pass and which do not is in
`test_firewall_sentences.py`."""

from __future__ import annotations

import hashlib
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import test_checked
from hypothesis import given, settings
from hypothesis import strategies as st

from egvar.engine import Run, run
from egvar.errors import ModelError
from egvar.kernel.replay import KernelWorker
from egvar.llm.model import Reply, Request
from egvar.proof import Fact, FactBase, HallucinationFirewall, Hyperedge, ProofTree, Rule, build_proof
from egvar.proof.facts import Atom, Var
from egvar.proof.firewall import ABSTAIN
from egvar.proof.narrate import narrate, speaking
from egvar.proof.records import Number, Record, Records
from egvar.source.source import from_rows

FIREWALL = HallucinationFirewall()


def cell(n: int, entity: str, column: str, raw: str, value: str, unit: str | None) -> Record:
    return Record(
        f"OBS-{n}",
        f'row {n}, "{column}": “{raw}”',
        (Number(Fraction(value), unit),),
        names=frozenset({entity}),
        needs=frozenset({entity}),
        columns=frozenset({column}),
    )


EXCEEDS = {"op": "exceeds", "key": "Borca", "other": "Arden"}
HIGHEST = {"op": "highest", "key": "Borca"}
WRONG = {"op": "fact", "key": "Celm", "value": "8"}
CELLS = (cell(1, "Norland", "GDP", "2.50%", "5/2", "%"), cell(2, "Sudland", "GDP", "7%", "7", "%"))
BEST = Record(
    "STEP-2",
    '"country" where "GDP" is the highest: Sudland',
    names=frozenset({"Sudland"}),
    answers=frozenset({"Sudland"}),
    columns=frozenset({"GDP"}),
)
RECORDS = Records(
    {r.tag: (r,) for r in (*CELLS, BEST)}, frozenset({"Norland", "Sudland"}), frozenset({"GDP"}), "country"
)
TAGS = frozenset(RECORDS.by_tag)


def test_a_wrong_sentence_among_right_ones_goes_alone() -> None:
    text = "Norland has 2.5% [OBS-1]. Sudland has 90% [OBS-2]. Sudland has the most GDP [STEP-2]."
    result = FIREWALL.check(text, TAGS, proved=True, records=RECORDS)
    assert result.answer == "Norland has 2.5% [OBS-1]. Sudland has the most GDP [STEP-2]."
    assert result.as_dict() == {
        "outcome": "stripped",
        "abstained": False,
        "coverage": 2 / 3,
        "supported_count": 2,
        "stripped_count": 1,
        "stripped": ["Sudland has 90% [OBS-2]."],
    }


def test_at_most_ten_stripped_sentences_are_reported() -> None:
    result = FIREWALL.check("Norland has 90%. " * 12, TAGS, proved=True, records=RECORDS)
    assert (len(result.stripped), len(result.as_dict()["stripped"])) == (12, 10)


def test_nothing_supported_is_an_abstention() -> None:
    result = FIREWALL.check("Well. GDP fell by 90%. It is 7%.", TAGS, proved=True, records=RECORDS)
    assert (result.outcome, result.abstained, result.answer) == ("abstained", True, ABSTAIN)
    assert ABSTAIN == "Insufficient verifiable evidence to answer this question."


def test_a_proof_can_be_required_and_the_message_chosen() -> None:
    result = HallucinationFirewall(abstain_message="nothing").check(
        "Norland has 2.5% [OBS-1].", TAGS, proved=False, require_proof=True, records=RECORDS
    )
    assert (result.outcome, result.answer, result.supported) == ("abstained", "nothing", [])


def test_without_factual_sentences_coverage_is_one() -> None:
    result = FIREWALL.check("Here we go.", TAGS, proved=True, records=RECORDS)
    assert (result.coverage, result.outcome, result.answer) == (1.0, "supported", "Here we go.")


def test_a_tag_that_has_no_record_vouches_for_nothing() -> None:
    result = FIREWALL.check("Threat 42 is coordinated [STEP-1].", {"STEP-1"}, proved=True)
    assert [r.reason for r in result.reasons] == ["no_record"]
    result = FIREWALL.check("Norland has 2.5% [OBS-1][STEP-1].", TAGS | {"STEP-1"}, proved=True, records=RECORDS)
    assert [(r.reason, r.detail) for r in result.reasons] == [("no_record", "STEP-1")]


def test_the_plain_design_keeps_its_holes_when_asked_for() -> None:
    plain = HallucinationFirewall(strict=False)
    allowed = {"HEDGE-42", "RULE-0", "STEP-1"}
    kept = plain.check("GDP fell by 90%. The threat is coordinated by several parties [STEP-1].", allowed, proved=True)
    assert kept.outcome == "supported" and kept.answer.startswith("GDP fell by 90%.")
    assert plain.check("[UNVERIFIED] perhaps 90% of them agree with this.", allowed, proved=True).outcome == "supported"
    gone = plain.check("The threat is coordinated by several parties.", allowed, proved=True)
    assert (gone.outcome, gone.answer) == ("abstained", ABSTAIN)
    one_of_two = "The threat is coordinated by several parties [STEP-1][STEP-9]."
    assert plain.check(one_of_two, allowed, proved=True).outcome == "supported"
    assert plain.check("A pattern of this kind was seen [PATTERN-3].", {"PATTERN-3"}, proved=True).supported


def test_each_rule_can_be_switched_off_alone() -> None:
    def reasons(text: str, **switches: bool) -> list[str]:
        firewall = HallucinationFirewall(**switches)
        return [r.reason for r in firewall.check(text, TAGS, proved=True, records=RECORDS).reasons]

    assert reasons("It is 90.") == ["uncited"]
    assert reasons("It is 90.", short_facts=False) == []
    assert reasons("Norland has a GDP of 90% [OBS-1].", short_facts=False) == ["value_not_in_record"]
    assert reasons("Norland has a GDP of 90% [OBS-1].", match_values=False) == []
    assert reasons("It is 90.", match_values=False) == ["uncited"]
    assert reasons("Norland recently had a GDP of 2.5% [OBS-1].") == ["word_not_in_record"]
    assert reasons("Norland recently had a GDP of 2.5% [OBS-1].", closed_words=False) == []
    assert reasons("Norland had a GDP of 3.5% [OBS-1].", closed_words=False) == ["value_not_in_record"]
    told = HallucinationFirewall(neutral=["recently"]).check(
        "Norland recently had a GDP of 2.5% [OBS-1].", TAGS, proved=True, records=RECORDS
    )
    assert told.outcome == "supported"


def test_a_fact_base_proof_brings_its_records() -> None:
    rule = Rule("rule:threat", Atom("coordinated_threat", (Var("A"),)), (Atom("member", (Var("A"), Var("B"))),), 0.9)
    base = FactBase([rule])
    base.add_hyperedge(Hyperedge("DRONES", 42, (42, 7), event_ts=1700000000))
    tree = build_proof(Fact("coordinated_threat", (42,)), base, proof_id="p")

    def reasons(text: str) -> list[str]:
        return [r.reason for r in FIREWALL.check(text, tree, proved=True).reasons]

    assert reasons("Drone 42 has the member 7 [HEDGE-42].") == []
    assert reasons("The threat 42 is coordinated, with a confidence of 0.9 [STEP-1].") == []
    assert reasons("Drone 42 has the member 8 [HEDGE-42].") == ["value_not_in_record"]
    assert reasons("Drone 7 has the member 42 [HEDGE-42].") == ["wrong_entity"]
    assert reasons("The threat 42 is coordinated, with a confidence of 0.95 [STEP-1].") == ["value_not_in_record"]
    assert reasons("The threat 42 is imminent [STEP-1].") == ["word_not_in_record"]


def test_an_unverified_leaf_vouches_for_nothing() -> None:
    base = FactBase()
    base.add_hyperedge(Hyperedge("DRONES", 42, (42, 7), event_ts=1700000000))

    def broken(reference: dict[str, object]) -> dict[str, object]:
        raise LookupError("no index")

    tree = build_proof(Fact("member", (42, 7)), base, proof_id="p", provenance_resolver=broken)
    result = FIREWALL.check("Drone 42 has the member 7 [HEDGE-42].", tree, proved=True)
    assert [r.reason for r in result.reasons] == ["no_record"]


@pytest.mark.parametrize(
    ("goal", "sentence", "reason"),
    [
        (EXCEEDS, "Borca has a rate of 30.25 [LIFT-0].", None),
        (EXCEEDS, "Arden has a rate of 12.5 and Borca has a rate of 30.25 [LIFT-0].", None),
        (EXCEEDS, "Borca has a higher rate than Arden [STEP-1].", None),
        (EXCEEDS, "Arden has a higher rate than Borca [STEP-1].", "wrong_entity"),
        (EXCEEDS, "Borca has a rate of 12.5 [LIFT-0].", "wrong_entity"),
        (EXCEEDS, "Borca has a rate of 30.25, and Arden as well [LIFT-0].", "wrong_entity"),
        (EXCEEDS, "Its rate is 30.25 [LIFT-0].", "wrong_entity"),
        (EXCEEDS, "Borca has a rate of 30.25 [LIFT-1].", "unknown_tag"),
        (HIGHEST, "It is supported that Borca has the highest rate [STEP-1].", None),
        (HIGHEST, "Borca has the highest rate [STEP-1].", "incomplete"),
        (HIGHEST, "Borca has the highest rate [STEP-2].", "incomplete"),
        (HIGHEST, "Verified: Borca has the highest rate [STEP-1].", "relation_not_in_record"),
        (WRONG, "Refuted: Celm has a rate of 8 [STEP-1].", None),
        (WRONG, "Celm has a rate of 8 [STEP-1].", "refuted"),
        (WRONG, "Celm has a rate of 8 [STEP-2].", "negated"),
    ],
)
def test_claims_about_the_world(
    goal: dict[str, str], sentence: str, reason: str | None, tmp_path: Path, worker: KernelWorker
) -> None:
    data = b"state,rate\nArden,12.5\nBorca,30.25\nCelm,7\n"
    (tmp_path / "rates.csv").write_bytes(data)
    (tmp_path / "lift.toml").write_text(test_checked.LIFT.replace("SHA", hashlib.sha256(data).hexdigest()))
    result = FIREWALL.check(sentence, test_checked.world(tmp_path, worker, **goal), proved=True)
    assert [r.reason for r in result.reasons] == ([reason] if reason else [])


def test_what_holds_in_another_reading_only_vouches_for_nothing(worker: KernelWorker) -> None:
    table = from_rows(["region", "sales"], [["North", "10"], ["South", "20"], ["West", "30"], ["Total", "75"]], "t")
    lowest = {"op": "values", "column": "region", "where": {"op": "lowest", "column": "sales"}}
    done: Run = run("x", table, "question", goal={"kind": "question", "ask": lowest}, worker=worker)
    tree = ProofTree.from_verdict(done.checked)
    own, other = (next(n for n in tree.nodes if n.get("rule") == f"reading:{r}") for r in ("as_read", "other"))
    records = Records.of_tree(tree, table)
    for node, reasons in ((own, []), (other, ["no_record"])):
        said = f"The region with the lowest sales is North [{node['step_tag']}]."
        assert [r.reason for r in FIREWALL.check(said, tree, proved=True, records=records).reasons] == reasons
    assert narrate(done.verdict, tree, table).result.outcome == "supported"


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("In 2011 the sales were 7 [{sales}].", None),
        ("The sales in 2011 were 7 [{step}].", None),
        ("2011: 7 [{sales}]", None),
        ("In 7 the sales were 2011 [{sales}].", "wrong_entity"),
        ("The sales in 2012 were 7 [{step}].", "value_not_in_record"),
        ("The sales were 7 [{step}].", "incomplete"),
    ],
)
def test_rows_that_are_about_years(sentence: str, reason: str | None, worker: KernelWorker) -> None:
    table = from_rows(["year", "sales"], [["2010", "5"], ["2011", "7"], ["2012", "9"]], "t")
    done: Run = run("What were the sales in 2011?", table, "question", worker=worker)
    tree = ProofTree.from_verdict(done.checked)
    text = sentence.format(
        sales=next(n["obs_tag"] for n in tree.nodes if n["args"][0] == "sales" and "obs_tag" in n),
        step=next(n["step_tag"] for n in tree.nodes if n["predicate"] == "cell" and "step_tag" in n),
    )
    result = FIREWALL.check(text, tree, proved=True, records=Records.of_tree(tree, table))
    assert [r.reason for r in result.reasons] == ([reason] if reason else [])


@pytest.mark.parametrize(
    ("goal", "sentence", "reason"),
    [
        ("not", 'It is not so that (the sum of "wins" is 20) [STEP-2].', None),
        ("not", "The sum of the wins is 20 [STEP-2].", "negated"),
        ("or", "The number of rows with more than 5 wins or fewer than 10 races is 1 [{count}].", None),
        ("or", "The number of rows with more than 5 wins and fewer than 10 races is 1 [{count}].", "incomplete"),
        (
            "and",
            "The number of rows with more than 2 wins or more than 11 races is 1 [{count}].",
            "relation_not_in_record",
        ),
        ("and", "The number of rows with more than 2 wins and more than 11 races is 1 [{count}].", None),
        ("and", "The number of rows with more than 11 wins and more than 2 races is 1 [{count}].", "wrong_column"),
    ],
)
def test_what_a_record_turns_round(goal: str, sentence: str, reason: str | None, worker: KernelWorker) -> None:
    def more(column: str, value: str, op: str = "number_is", cmp: str = ">") -> dict[str, Any]:
        return {"op": op, "column": column, "cmp": cmp, "value": value}

    picked = {
        "or": {"op": "or", "left": more("wins", "5"), "right": more("races", "10", cmp="<")},
        "and": {"op": "and", "left": more("wins", "2"), "right": more("races", "11")},
    }
    if goal == "not":
        total = {"op": "sum", "column": "wins"}
        of = {"op": "compare", "left": total, "cmp": "=", "right": {"op": "number", "value": "20"}}
        root: dict[str, Any] = {"kind": "claim", "claim": {"op": "not", "of": of}}
    else:
        root = {"kind": "question", "ask": {"op": "count", "where": picked[goal]}}
    done: Run = run("x", TABLE, root["kind"], goal=root, worker=worker)
    tree = ProofTree.from_verdict(done.checked)
    assert tree.status == "proved"
    count = next((n["step_tag"] for n in tree.nodes if n["predicate"] == "count"), "")
    text = sentence.replace("{count}", count)
    result = FIREWALL.check(text, tree, proved=True, records=Records.of_tree(tree, TABLE))
    assert [r.reason for r in result.reasons] == ([reason] if reason else []), result.reasons


STREAMED = (
    "Well. Norland has 2.5% [OBS-1]. Sudland has 90% [OBS-2]. Sudland has the most GDP [STEP-2].\n\n"
    "| country | GDP |\n| --- | --- |\n| Norland | 2.5% [OBS-1] |\n| Sudland | 8% [OBS-2] |\n\n"
    "| 90 | GDP |\n| --- | --- |\n| Norland | 2.5% [OBS-1] |\n\n"
    "```\nx = 90\n```\n\n1. Sudland: 7% [OBS-2]\n2. Norland: 7% [OBS-2]\n\n3. Norland: 2.5% [OBS-1]\n"
)


@pytest.mark.parametrize("size", [1, 3, 7, 40, 1000])
def test_streaming_gives_what_checking_gives_and_earlier(size: int) -> None:
    gate = FIREWALL.stream(TAGS, proved=True, records=RECORDS)
    shown, first = "", None
    for i in range(0, len(STREAMED), size):
        shown += gate.feed(STREAMED[i : i + size])
        if shown and first is None:
            first = i
    shown += gate.finish()
    whole = FIREWALL.check(STREAMED, TAGS, proved=True, records=RECORDS)
    assert gate.result(shown) == whole
    assert "90" not in shown and "8%" not in shown and "| Norland | 2.5% [OBS-1] |" in shown
    assert "3. Norland: 2.5% [OBS-1]" in shown
    assert size == 1000 or (first is not None and first < 130)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.randoms(use_true_random=False), st.integers(1, 30))
def test_where_a_stream_is_cut_does_not_matter(rng: random.Random, size: int) -> None:
    parts = re.findall(r"(?s).+?(?:\n\n|\Z)", STREAMED)
    rng.shuffle(parts)
    text = "".join(p if p.endswith("\n\n") else p + "\n" for p in parts)
    gate = FIREWALL.stream(TAGS, proved=True, records=RECORDS)
    shown = "".join(gate.feed(text[i : i + size]) for i in range(0, len(text), size)) + gate.finish()
    assert gate.result(shown) == FIREWALL.check(text, TAGS, proved=True, records=RECORDS)


def test_a_stream_shows_no_glue_before_something_is_supported() -> None:
    gate = FIREWALL.stream(TAGS, proved=True, records=RECORDS)
    text = "Sure.\n\nHere we go.\n\nNorland has 90% [OBS-1].\n\n"
    assert gate.feed(text) == ""
    assert gate.finish() == ABSTAIN


def test_a_table_whose_rows_are_all_stripped_loses_its_head() -> None:
    text = "Sudland has the most GDP [STEP-2].\n\n| country | GDP |\n| --- | --- |\n| Norland | 90% [OBS-1] |\n"
    assert FIREWALL.check(text, TAGS, proved=True, records=RECORDS).answer == "Sudland has the most GDP [STEP-2]."


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(alphabet="Norland 2.5%7[]OBS-12\n|`.UNVERIFIED#", max_size=60))
def test_whatever_is_kept_was_written_and_states_nothing_else(text: str) -> None:
    result = FIREWALL.check(text, TAGS, proved=True, records=RECORDS)
    assert result.answer == ABSTAIN or "".join(result.answer.split()) in "".join(text.split()) or result.stripped
    for kept in result.supported:
        assert any(t in kept for t in TAGS)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.decimals(0, 99, places=2), st.sampled_from(["%", " percent", " per cent", ""]))
def test_only_the_recorded_number_passes(number: Any, unit: str) -> None:
    result = FIREWALL.check(f"Norland has {number}{unit} [OBS-1].", TAGS, proved=True, records=RECORDS)
    assert (result.outcome == "supported") == (number == 5 / 2 and unit != "")


QUESTIONS = (
    "What is the average number of races?",
    "Which series has the highest wins?",
    "What is the number of wins of Formula B?",
    "How many series have more than 4 wins?",
    "What is the total number of wins?",
)
TABLE = from_rows(
    ["series", "races", "wins"], [["Formula A", "10", "5"], ["Formula B", "12", "3"], ["Cup C", "9", "6"]], "t"
)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_template_passes_its_own_firewall_whole(question: str, worker: KernelWorker) -> None:
    done: Run = run(question, TABLE, "question", worker=worker)
    tree = ProofTree.from_verdict(done.checked)
    told = narrate(done.verdict, tree, TABLE)
    assert told.result.outcome == "supported" and told.result.supported, (told.text, told.result.reasons)


class Liar:
    """A model that writes what it was not told, and what it was."""

    name = "liar"

    def __init__(self, reply: Reply) -> None:
        self.reply, self.asked = reply, ""

    def complete(self, request: Request, seconds: float) -> Reply:
        self.asked = request.user
        return self.reply

    def card(self) -> dict[str, Any]:
        return {}


def test_a_narrator_that_makes_things_up_is_cut_to_what_is_proved(worker: KernelWorker) -> None:
    done: Run = run("Which series has the highest wins?", TABLE, "question", worker=worker)
    tree = ProofTree.from_verdict(done.checked)
    said = "Cup C has the highest wins [STEP-2]. It won 40 races, more than Ferrari. Formula B has 99 wins [OBS-2]."
    model = Liar(Reply("call", "narrate", {"text": said}))
    told = narrate(done.verdict, tree, TABLE, speaking(model))
    assert told.shown == "Cup C has the highest wins [STEP-2]." and told.result.outcome == "stripped"
    assert "[OBS-2] row 3" in model.asked and "Which series has the highest wins?" in model.asked
    assert narrate(done.verdict, tree, TABLE, lambda prompt: "Formula B has 99 wins [OBS-1].").shown == ABSTAIN
    with pytest.raises(ModelError, match="wrote no prose"):
        narrate(done.verdict, tree, TABLE, speaking(Liar(Reply("truncated"))))


def test_without_a_proof_nothing_is_told(worker: KernelWorker) -> None:
    nothing: Run = run("Which series has the best driver?", TABLE, "question", worker=worker)
    tree = ProofTree.from_verdict(nothing.checked)
    assert narrate(nothing.verdict, tree, TABLE).shown == ABSTAIN
    assert narrate(nothing.verdict, tree, TABLE, lambda prompt: "Formula A has 5 wins.").shown == ABSTAIN
