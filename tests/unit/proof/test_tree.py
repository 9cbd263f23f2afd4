"""Proof trees over a fact base: the shapes that the interface promises, field for field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from egvar.errors import ProofError
from egvar.proof import Atom, Fact, FactBase, Guard, Hyperedge, ProofTree, Rule, Var, build_proof

E, X, Y = Var("E"), Var("X"), Var("Y")
THREAT = Rule(
    "rule:coordinated_threat",
    Atom("coordinated_threat", (E,)),
    (Atom("member", (E, X)), Atom("member", (E, Y))),
    0.9,
    (Guard(X, "<", Y),),
)
GOAL = Fact("coordinated_threat", (42,))


def base() -> FactBase:
    return FactBase([THREAT], [Hyperedge("DRONES", 42, (7, 9), 1700000000)])


def leaf(id_: str, member: int, **provenance: Any) -> dict[str, Any]:
    return {
        "id": id_,
        "kind": "evidence",
        "evidence_type": "hyperedge",
        "fact": f"member(42, {member})",
        "predicate": "member",
        "args": [42, member],
        "confidence": 1.0,
        "hedge_tag": "HEDGE-42",
        "provenance": {
            "source": "hyperedge",
            "table": "DRONES",
            "edge_idx": 42,
            "event_ts": 1700000000,
            "verified": True,
        }
        | provenance,
    }


def test_the_example_comes_out_field_for_field() -> None:
    proof = build_proof(GOAL, base(), proof_id="proof-1", provenance_resolver=None)
    conclusion = {
        "id": "S1",
        "kind": "conclusion",
        "fact": "coordinated_threat(42)",
        "predicate": "coordinated_threat",
        "args": [42],
        "rule": "rule:coordinated_threat",
        "rule_tag": "RULE-0",
        "step_tag": "STEP-1",
        "confidence": 0.9,
        "premises": ["L1", "L2"],
    }
    assert proof.as_dict() == {
        "proof_id": "proof-1",
        "goal": {"predicate": "coordinated_threat", "args": [42], "root": "S1"},
        "status": "proved",
        "confidence": 0.9,
        "depth": 1,
        "rules_fired": ["rule:coordinated_threat"],
        "nodes": [conclusion, leaf("L1", 7), leaf("L2", 9)],
        "edges": [
            {"from": "S1", "to": "L1", "role": "premise"},
            {"from": "S1", "to": "L2", "role": "premise"},
        ],
    }
    assert [list(n) for n in proof.nodes] == [list(conclusion), list(leaf("L1", 7)), list(leaf("L2", 9))]
    assert proof.evidence_tags == {"HEDGE-42", "RULE-0", "STEP-1"}
    assert proof.confidence == 0.9 and proof.status == "proved"
    assert json.loads(proof.to_json()) == proof.as_dict()


def test_an_unproved_goal_has_no_nodes() -> None:
    proof = build_proof(Fact("coordinated_threat", (43,)), base(), "p")
    assert proof.as_dict() == {
        "proof_id": "p",
        "goal": {"predicate": "coordinated_threat", "args": [43]},
        "status": "unproved",
        "confidence": 0.0,
        "depth": 0,
        "rules_fired": [],
        "nodes": [],
        "edges": [],
    }
    assert proof.evidence_tags == set() and proof.root is None


def test_a_stored_fact_is_its_own_proof() -> None:
    proof = build_proof(Fact("member", (42, 9)), base(), "p")
    assert (proof.status, proof.depth, proof.rules_fired, proof.nodes) == ("proved", 0, [], [leaf("L1", 9)])


def test_shared_premises_are_one_node() -> None:
    a, b, top = (Rule(n, Atom(n, (E,)), tuple(Atom(p, (E,)) for p in ps)) for n, ps in RULES.items())
    shared = FactBase([a, b, top])
    shared.add(Fact("seen", (1,)), Hyperedge("T", 0))
    proof = build_proof(Fact("top", (1,)), shared, "p")
    assert [(n["id"], n["fact"], n.get("premises")) for n in proof.nodes] == [
        ("S1", "top(1)", ["S2", "S3"]),
        ("S2", "a(1)", ["L1"]),
        ("L1", "seen(1)", None),
        ("S3", "b(1)", ["L1"]),
    ]
    assert proof.depth == 2 and proof.rules_fired == ["top", "a", "b"]


RULES = {"a": ("seen",), "b": ("seen",), "top": ("a", "b")}


def test_a_resolver_adds_to_the_provenance() -> None:
    seen: list[dict[str, object]] = []

    def resolver(edge: dict[str, object]) -> dict[str, object]:
        seen.append(dict(edge))
        edge.clear()
        return {"source_id": "doc-9", "digest": "ab"}

    proof = build_proof(GOAL, base(), "p", provenance_resolver=resolver)
    assert proof.nodes[1:] == [
        leaf("L1", 7, source_id="doc-9", digest="ab"),
        leaf("L2", 9, source_id="doc-9", digest="ab"),
    ]
    reference = {
        "table": "DRONES",
        "edge_idx": 42,
        "event_ts": 1700000000,
        "member_ids": [7, 9],
        "hedge_tag": "HEDGE-42",
    }
    assert seen == [reference, reference]


def _raises(edge: dict[str, object]) -> dict[str, object]:
    raise KeyError("no such document")


@pytest.mark.parametrize(
    "resolver", [_raises, lambda e: None, lambda e: {"verified": False}, lambda e: {"verified": 1}]
)
def test_a_resolver_that_fails_leaves_its_leaf_unverified(resolver: Any) -> None:
    proof = build_proof(GOAL, base(), "p", provenance_resolver=resolver)
    assert proof.status == "proved"
    assert [n["provenance"]["verified"] for n in proof.nodes[1:]] == [False, False]


def test_a_resolver_cannot_move_a_leaf() -> None:
    proof = build_proof(GOAL, base(), "p", provenance_resolver=lambda e: {"edge_idx": 1, "table": "OTHER"})
    assert proof.nodes[1:] == [leaf("L1", 7), leaf("L2", 9)]


def test_a_long_chain_does_not_recurse() -> None:
    step = Rule("step", Atom("reach", (X,)), (Atom("next", (E, X)), Atom("reach", (E,))), 0.999)
    chain = FactBase([step])
    chain.add(Fact("reach", (0,)), Hyperedge("T", 9999))
    for i in range(2000):
        chain.add(Fact("next", (i, i + 1)), Hyperedge("T", i))
    proof = build_proof(Fact("reach", (2000,)), chain, "p")
    assert proof.depth == 2000 and len(proof.nodes) == 4001
    by_id = {n["id"]: n for n in proof.nodes}
    assert all(by_id[e["from"]]["confidence"] <= by_id[e["to"]]["confidence"] for e in proof.edges)


def test_the_graph_is_the_tree() -> None:
    proof = build_proof(GOAL, base(), "p")
    graph = proof.graph()
    assert set(graph.edges) == {("S1", "L1"), ("S1", "L2")}
    assert graph.nodes["L1"]["hedge_tag"] == "HEDGE-42" and graph.edges["S1", "L1"]["role"] == "premise"


def test_graphviz_quotes_what_it_is_given() -> None:
    odd = FactBase()
    odd.add(Fact("says", ('a "b" \\ c\n}',)), Hyperedge("T", 0))
    text = build_proof(Fact("says", ('a "b" \\ c\n}',)), odd, 'p"').to_dot()
    assert text.startswith('digraph "p\\"" {') and text.count("\n") == 5
    assert '\\"a \\\\\\"b\\\\\\" \\\\\\\\ c\\\\n}\\"' in text


def test_prov_says_what_was_made_from_what() -> None:
    prov = build_proof(GOAL, base(), "p").to_prov()
    assert prov["wasGeneratedBy"] == {"_:made-S1": {"prov:entity": "proof:S1", "prov:activity": "proof:STEP-1"}}
    assert prov["used"]["_:used-S1-L1"] == {"prov:activity": "proof:STEP-1", "prov:entity": "proof:L1"}
    assert prov["wasDerivedFrom"]["_:quoted-L2"]["prov:usedEntity"] == "proof:source-DRONES"
    named = {*prov["entity"], *prov["activity"], *prov["agent"]}
    for relation in ("wasGeneratedBy", "used", "wasDerivedFrom", "wasAssociatedWith"):
        for record in prov[relation].values():
            ends = {v for k, v in record.items() if k != "prov:type"}
            assert ends <= named
    json.dumps(prov)


def test_an_empty_tree_exports() -> None:
    nothing = ProofTree("p", {"predicate": "q", "args": []}, "unproved")
    assert not nothing.graph().nodes and nothing.to_dot().endswith("}\n") and nothing.to_prov()["entity"] == {}


@pytest.mark.parametrize(
    "change",
    [
        {"nodes": []},
        {"edges": [{"from": "S1", "to": "L9", "role": "premise"}]},
        {"edges": [{"from": "S1", "to": "L1", "role": "premise"}, {"from": "L1", "to": "S1", "role": "premise"}]},
        {"edges": [{"from": "S1"}]},
        {"goal": {"predicate": "x", "args": [], "root": "L1"}},
        {"status": "unproved"},
        {"nodes": [{"id": "S1"}]},
        {"nodes": 3},
        {"surprise": 1},
    ],
)
def test_other_data_is_no_tree(change: dict[str, Any]) -> None:
    data = build_proof(GOAL, base(), "p").as_dict()
    assert ProofTree.from_dict(json.loads(json.dumps(data))).as_dict() == data
    with pytest.raises(ProofError, match="no proof tree"):
        ProofTree.from_dict(data | change)
    with pytest.raises(ProofError):
        ProofTree.from_dict({k: v for k, v in data.items() if k != "goal"})


def test_an_unproved_tree_comes_back_too() -> None:
    data = build_proof(Fact("coordinated_threat", (43,)), base(), "p").as_dict()
    assert ProofTree.from_dict(data).status == "unproved"
