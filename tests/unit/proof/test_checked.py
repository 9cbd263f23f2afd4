"""Proof trees of kernel-checked verdicts: from the root down to the cells."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from egvar.challenge.check import Checked
from egvar.challenge.world_check import check_world, open_lifted
from egvar.engine import run
from egvar.kernel.judge import ANSWER, GOAL
from egvar.kernel.replay import KernelWorker
from egvar.kernel.term import Theorem
from egvar.lifts.file import parse_claim, read
from egvar.lifts.review import sign, trusted_reviewers
from egvar.proof import ProofTree
from egvar.signing import new_key
from egvar.solver.prover import Solution
from egvar.solver.world import prove_world
from egvar.source.alternatives import settle
from egvar.source.source import Source, from_rows

PEAKS = settle(
    from_rows(
        ["peak", "country", "height", "year"],
        [
            ["Ida", "Greece", "2,456 m", "2001"],
            ["Taygetus", "Greece", "2,404 m", "2002"],
            ["Olympus", "Cyprus", "1,952 m", "2003"],
            ["Dirfi", "Greece", "", "2004"],
        ],
        "data/peaks.csv",
    ),
    total_rows=None,
    dash=None,
    decimal="point",  # nothing in the file says whether 2,456 is two thousand or two
)


def claim(**goal: Any) -> dict[str, Any]:
    return {"kind": "claim", "claim": goal}


def number(value: str) -> dict[str, Any]:
    return {"op": "number", "value": value}


GREEK = {"op": "text_is", "column": "country", "value": "Greece"}
MEAN = {"op": "mean", "column": "height", "where": GREEK}


def tree(goal: dict[str, Any], worker: KernelWorker, source: Source = PEAKS) -> ProofTree:
    return ProofTree.from_verdict(run("x", source, goal["kind"], goal=goal, worker=worker), "p")


def shape(proof: ProofTree) -> list[tuple[str, list[str]]]:
    """Every conclusion with its rule and the facts of its premises."""
    facts = {n["id"]: n["fact"] for n in proof.nodes}
    return [(n["rule"], [facts[p] for p in n["premises"]]) for n in proof.nodes if n["kind"] == "conclusion"]


def leaves(proof: ProofTree) -> list[tuple[str, int, str]]:
    return sorted(tuple(n["args"]) for n in proof.nodes if n["kind"] == "evidence")


def test_a_claim_goes_down_to_its_cells(worker: KernelWorker) -> None:
    proof = tree(claim(op="compare", left=MEAN, cmp="=", right=number("2430")), worker)
    said = 'the mean of "height" where "country" is “Greece” is 2430'
    mean = 'the mean of "height" where "country" is “Greece” = 2430 m'
    greek = 'rows where "country" is “Greece”: rows 2, 3, 5'
    assert (proof.status, proof.depth, proof.confidence) == ("proved", 4, 1.0)
    assert proof.goal == {"predicate": "verified", "args": [said], "root": "S1"}
    assert shape(proof) == [
        ("evidence:verified", [f"{said}: true"]),
        ("comparison:EgVar.Claim.eq", [mean]),
        ("query:EgVar.mean", [greek, 'row 2, "height": “2,456 m”', 'row 3, "height": “2,404 m”']),
        ("rows:EgVar.Filter.textIs", [f'row {i}, "country": “Greece”' for i in (2, 3, 5)]),
    ]
    assert proof.rules_fired == [rule for rule, _ in shape(proof)]
    assert {"STEP-1", "RULE-0", "OBS-1", "OBS-5"} <= proof.evidence_tags


def test_a_leaf_names_its_cell(worker: KernelWorker) -> None:
    proof = tree(claim(op="compare", left=MEAN, cmp="=", right=number("2430")), worker)
    node = next(n for n in proof.nodes if n["fact"] == 'row 3, "height": “2,404 m”')
    own = node["provenance"]
    assert (node["kind"], node["evidence_type"], node["args"]) == ("evidence", "cell", ["height", 3, "2,404 m"])
    assert (node["value"], node["unit"], node["entity"]) == ("2404", "m", "Taygetus")
    assert (own["table"], own["row"], own["column"], own["raw"]) == ("peaks.csv", 3, "height", "2,404 m")
    assert own["source_sha256"] == PEAKS.bytes_digest == hashlib.sha256(PEAKS.data).hexdigest()
    assert own["digest"] == hashlib.sha256(b"2,404 m").hexdigest()
    assert own["verified"] is True and own["axiom"] == f"Challenge.observed{own['observation']}"


def test_a_shared_query_and_a_shared_cell_are_one_node(worker: KernelWorker) -> None:
    both = {"op": "and", "left": {"op": "compare", "left": MEAN, "cmp": "=", "right": number("2430")}}
    proof = tree(claim(**both, right={"op": "compare", "left": MEAN, "cmp": "<", "right": number("3000")}), worker)
    means = [n for n in proof.nodes if n.get("rule") == "query:EgVar.mean"]
    assert len(means) == 1 and sum(e["to"] == means[0]["id"] for e in proof.edges) == 2
    assert len(leaves(proof)) == len(set(leaves(proof))) == 5


def test_a_refutation_is_a_proof(worker: KernelWorker) -> None:
    proof = tree(claim(op="compare", left={"op": "count", "where": GREEK}, cmp="=", right=number("4")), worker)
    assert proof.status == "proved" and proof.goal["predicate"] == "refuted"
    assert proof.nodes[1]["fact"] == 'the number of rows where "country" is “Greece” is 4: false'


def test_the_rows_that_speak_against_an_all_are_there(worker: KernelWorker) -> None:
    late = {"op": "number_is", "column": "year", "cmp": ">=", "value": "2002"}
    proof = tree(claim(op="all", where=GREEK, have=late), worker)
    assert proof.goal["predicate"] == "refuted"
    assert ("year", 2, "2001") in leaves(proof) and ("year", 4, "2003") not in leaves(proof)


def test_an_answer_has_its_tree(worker: KernelWorker) -> None:
    highest = {"op": "highest", "column": "height"}
    proof = tree({"kind": "question", "ask": {"op": "values", "column": "peak", "where": highest}}, worker)
    assert [n["fact"] for n in proof.nodes[1:3]] == [
        '"peak" where "height" is the highest: Ida',
        'rows where "height" is the highest: row 2',
    ]
    assert [x for x in leaves(proof) if x[0] == "height"] == [
        ("height", 2, "2,456 m"),
        ("height", 3, "2,404 m"),
        ("height", 4, "1,952 m"),
    ]


def test_a_column_of_columns_ends_in_the_cells_of_the_file(worker: KernelWorker) -> None:
    rows = [["1", "10"], ["2", "14"], ["3", "15"]]
    source = from_rows(["n", "x"], rows, "t.csv")
    change = {"op": "subtract_columns", "left": "x", "right": {"op": "previous", "of": "x", "key": "n"}}
    goal = claim(op="compare", left={"op": "max", "column": change}, cmp="=", right=number("4"))
    proof = tree(goal, worker, source)
    assert leaves(proof) == [(c, i, r[k]) for k, c in enumerate("nx") for i, r in enumerate(rows, 2)]


def test_each_reading_is_under_the_root_and_its_cells_are_shared(worker: KernelWorker) -> None:
    source = from_rows(["k", "x"], [["a", "1"], ["b", "2"], ["total", "3"]], "t.csv")
    proof = tree(claim(op="compare", left={"op": "max", "column": "x"}, cmp="<", right=number("9")), worker, source)
    least = 'the greatest "x" is less than 9: true'
    without = f"without row 4, a suspected total row: {least}"
    assert shape(proof)[0] == ("evidence:verified", [f"as the file is read: {least}", without])
    assert [n["rule"] for n in proof.nodes if n["fact"] in (least, without)].count("reading:other") == 1
    assert leaves(proof) == [("x", 2, "1"), ("x", 3, "2"), ("x", 4, "3")]
    assert all(n["provenance"]["verified"] for n in proof.nodes if n["kind"] == "evidence")


def test_that_no_row_is_meant_rests_on_every_row(worker: KernelWorker) -> None:
    later = {"op": "number_is", "column": "year", "cmp": ">", "value": "2004"}
    proof = tree(claim(op="compare", left={"op": "count", "where": later}, cmp="=", right=number("0")), worker)
    assert [x[1] for x in leaves(proof)] == [2, 3, 4, 5]


def test_a_resolver_adds_to_a_cell_and_its_failure_stays_with_the_cell(worker: KernelWorker) -> None:
    seen: list[dict[str, Any]] = []

    def resolver(ref: dict[str, Any]) -> dict[str, Any]:
        seen.append(ref)
        if ref["row"] == 3:
            raise OSError("the archive is down")
        return {"document": "atlas", "raw": "9", "verified": True}

    highest = {"op": "compare", "left": {"op": "max", "column": "height"}, "cmp": "=", "right": number("2456")}
    done = run("x", PEAKS, "claim", goal=claim(**highest), worker=worker)
    proof = ProofTree.from_verdict(done, "p", resolver)
    assert proof.status == "proved" and {"table", "row", "column", "raw", "digest", "obs_tag"} <= set(seen[0])
    cells = {n["args"][1]: n["provenance"] for n in proof.nodes if n["kind"] == "evidence"}
    assert [cells[r]["verified"] for r in (2, 3, 4)] == [True, False, True]
    assert cells[2]["document"] == "atlas" and cells[2]["raw"] == "2,456 m" and "document" not in cells[3]


def test_the_nodes_behind_a_tag_are_found(worker: KernelWorker) -> None:
    proof = tree(claim(op="compare", left=MEAN, cmp="=", right=number("2430")), worker)
    (leaf,) = proof.cited("OBS-1")
    assert leaf["obs_tag"] == "OBS-1" and proof.cited("OBS-99") == []
    assert [n["id"] for n in proof.cited("STEP-2")] == ["S2"]
    assert ProofTree.from_dict(json.loads(proof.to_json())) == proof


COLUMN = st.sampled_from(["x", "y", {"op": "add_columns", "left": "x", "right": "y"}])
SIMPLE = st.one_of(
    st.sampled_from(["a", "b"]).map(lambda v: {"op": "text_is", "column": "k", "value": v}),
    st.builds(lambda c, v: {"op": "number_is", "column": c, "cmp": ">", "value": v}, COLUMN, st.integers(-2, 5)),
    st.builds(lambda o, c: {"op": o, "column": c}, st.sampled_from(["highest", "lowest"]), COLUMN),
)
ROWS_MEANT = st.one_of(
    SIMPLE,
    SIMPLE.map(lambda f: {"op": "not", "of": f}),
    st.builds(lambda a, b: {"op": "or", "left": a, "right": b}, SIMPLE, SIMPLE),
)
NUMBERS = st.one_of(
    st.builds(
        lambda o, c, f: {"op": o, "column": c, "where": f}, st.sampled_from(["sum", "mean", "max"]), COLUMN, ROWS_MEANT
    ),
    ROWS_MEANT.map(lambda f: {"op": "count", "where": f}),
)


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=6),
    NUMBERS,
    NUMBERS,
    st.sampled_from(["<", ">="]),
)
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_step_of_a_proof_rests_on_attested_cells(
    worker: KernelWorker, rows: list[tuple[str, int, int]], left: Any, right: Any, cmp: str
) -> None:
    source = from_rows(["k", "x", "y"], [list(map(str, r)) for r in rows], "t.csv")
    proof = tree(claim(op="compare", left=left, cmp=cmp, right=right), worker, source)
    if proof.status == "unproved":
        return
    assert {n["id"] for n in proof.nodes} == {"S1"} | {e["to"] for e in proof.edges}
    assert all(n["premises"] if n["kind"] == "conclusion" else n["provenance"]["verified"] for n in proof.nodes)
    columns = dict(zip("kxy", zip(*rows, strict=True), strict=True))
    assert all(str(columns[c][row - 2]) == raw for c, row, raw in leaves(proof))


def test_an_abstention_has_no_proof(worker: KernelWorker) -> None:
    proof = tree(claim(op="compare", left={"op": "count"}, cmp=">=", right=number("0")), worker)
    assert (proof.status, proof.nodes, proof.goal["predicate"]) == ("unproved", [], "abstain")


def test_cells_that_the_proof_does_not_reach_are_not_verified(worker: KernelWorker) -> None:
    goal = claim(op="compare", left=MEAN, cmp="=", right=number("2430"))
    done = run("x", PEAKS, "claim", goal=goal, worker=worker)
    challenge = done.checked.challenge
    assert challenge is not None
    term = challenge.terms.const(GOAL)
    empty = Solution({ANSWER: Theorem(ANSWER, (), term, term, (ANSWER,))}, None)
    proof = ProofTree.from_verdict(replace(done.checked, solution=empty))
    assert not any(n["provenance"]["verified"] for n in proof.nodes if n["kind"] == "evidence")


def test_without_a_solution_nothing_is_proved(worker: KernelWorker) -> None:
    done = run("x", PEAKS, "claim", goal=claim(op="compare", left=MEAN, cmp="=", right=number("2430")), worker=worker)
    assert ProofTree.from_verdict(Checked(done.verdict)).status == "unproved"


LIFT = """schema = "egvar/lift/1"
id = "rates"
title = "Rates by state"
[source]
file = "rates.csv"
sha256 = "SHA"
[[predicate]]
id = "rate"
sentence = "{key} has a rate of {value}"
key = "state"
measure = "rate"
[[lift]]
id = "rows"
kind = "rows"
predicate = "rate"
key = "state"
value = "rate"
author = "Ada"
reason = "one row for each state, from the registry"
[[lift]]
id = "every"
kind = "complete"
predicate = "rate"
key = "state"
value = "rate"
grade = "supported"
author = "Ada"
reason = "the registry covers every state of the union"
"""


@pytest.fixture
def lifts(tmp_path: Path) -> Path:
    data = b"state,rate\nArden,12.5\nBorca,30.25\nCelm,7\n"
    (tmp_path / "rates.csv").write_bytes(data)
    (tmp_path / "lift.toml").write_text(LIFT.replace("SHA", hashlib.sha256(data).hexdigest()))
    return tmp_path


def world(folder: Path, worker: KernelWorker, **goal: Any) -> ProofTree:
    key = new_key(folder / "key.pem")
    sign(read(folder), folder, folder / "key.pem", "Rev", ())
    trusted = folder / "reviewers.json"
    trusted.write_text(json.dumps({"reviewers": [{"name": "Rev", "key": key}]}))
    wanted = parse_claim({"predicate": "rate", **goal})
    lifted = open_lifted(folder, trusted_reviewers(trusted))
    return ProofTree.from_verdict(check_world(lifted, wanted, worker, prove_world))


def test_a_lift_is_a_step_with_its_row(lifts: Path, worker: KernelWorker) -> None:
    proof = world(lifts, worker, op="exceeds", key="Borca", other="Arden")
    assert proof.goal["predicate"] == "verified" and proof.confidence == 1.0
    steps = shape(proof)
    assert steps[1][0] == "comparison:EgVar.Lift.Exceeds"
    assert steps[1][1] == ["Borca has a rate of 30.25", "Arden has a rate of 12.5"]
    assert ("lift:rates.rows", ['row 3, "state": “Borca”', 'row 3, "rate": “30.25”']) in steps
    assert "LIFT-0" in proof.evidence_tags and "LIFT-1" not in proof.evidence_tags
    assert all(n["provenance"]["verified"] for n in proof.nodes if n["kind"] == "evidence")


def test_a_closed_world_lowers_the_grade_and_uses_every_row(lifts: Path, worker: KernelWorker) -> None:
    proof = world(lifts, worker, op="highest", key="Borca")
    assert (proof.goal["predicate"], proof.confidence) == ("supported", 0.75)
    closed = next(n for n in proof.nodes if n.get("rule") == "lift:rates.every")
    assert (closed["rule_tag"], closed["grade"], closed["confidence"]) == ("LIFT-1", "supported", 0.75)
    assert closed["fact"] == "the rows list every state with a rate" and len(closed["premises"]) == 6
    assert "no row has a higher rate: true" in {n["fact"] for n in proof.nodes}


def test_a_fact_of_the_world_is_the_lift_itself(lifts: Path, worker: KernelWorker) -> None:
    proof = world(lifts, worker, op="fact", key="Celm", value="7")
    assert [rule for rule, _ in shape(proof)] == ["evidence:verified", "lift:rates.rows"]
    assert leaves(proof) == [("rate", 4, "7"), ("state", 4, "Celm")]
