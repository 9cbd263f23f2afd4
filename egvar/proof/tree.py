"""Proof trees: directed acyclic graphs whose root is what was derived and whose leaves are stored evidence.

May import: the standard library, `egvar.proof`; networkx inside the functions that need it.

A proof tree is for reading and citing. It explains how something was derived; that it was derived at all is the word of
the fact base, or of the kernel for a tree made from a verdict.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from egvar.errors import ProofError
from egvar.proof.facts import Argument, Fact, FactBase
from egvar.tools.base import show_exact

if TYPE_CHECKING:
    import networkx as nx

    from egvar.challenge.check import Checked
    from egvar.challenge.world_check import WorldChecked
    from egvar.engine import Run

Resolver = Callable[[dict[str, object]], Mapping[str, object]]
Key = Hashable
TAGS = ("hedge_tag", "rule_tag", "step_tag", "obs_tag")


@dataclass(frozen=True)
class Conclusion:
    """A step before it has a number: `premises` are the keys of other steps, `extra` fields go at the node's end."""

    fact: str
    predicate: str
    args: tuple[Argument, ...]
    rule: str
    rule_tag: str
    confidence: Fraction
    premises: tuple[Key, ...]
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Evidence:
    """A leaf before it has a number. `tag` is the field that holds the citation tag, and the tag."""

    evidence_type: str
    fact: str
    predicate: str
    args: tuple[Argument, ...]
    confidence: Fraction
    tag: tuple[str, str]
    provenance: Mapping[str, object]
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class ProofTree:
    """Why a goal holds.

    `goal` is the fact as `{predicate, args, root}` (no `root` where it is unproved); `confidence` the root's, 0 where
    unproved; `depth` the longest chain of premises; `rules_fired` the ids of the rules used, as first seen from the
    root; `nodes` conclusions (S1, S2, …) and evidence (L1, L2, …), the root first; `edges` go from each conclusion to
    its premises. Confidences are shown as floats; the fact base holds them exactly.
    """

    proof_id: str
    goal: dict[str, Any]
    status: Literal["proved", "unproved"]
    confidence: float = 0.0
    depth: int = 0
    rules_fired: list[str] = field(default_factory=list)
    nodes: list[dict[str, Any]] = field(default_factory=list)
    edges: list[dict[str, str]] = field(default_factory=list)

    @property
    def evidence_tags(self) -> set[str]:
        """Every citation tag in the tree: HEDGE-n, RULE-n, STEP-n, and OBS-n and LIFT-n for tables."""
        return {str(node[name]) for node in self.nodes for name in TAGS if name in node}

    @property
    def root(self) -> dict[str, Any] | None:
        """The node of the goal, None where it is unproved."""
        return self.nodes[0] if self.nodes else None

    def as_dict(self) -> dict[str, Any]:
        """The tree as JSON data."""
        return {
            "proof_id": self.proof_id,
            "goal": dict(self.goal),
            "status": self.status,
            "confidence": self.confidence,
            "depth": self.depth,
            "rules_fired": list(self.rules_fired),
            "nodes": [dict(n) for n in self.nodes],
            "edges": [dict(e) for e in self.edges],
        }

    def to_json(self) -> str:
        """The tree as JSON text, keys in the order of `as_dict`."""
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2)

    def graph(self) -> nx.DiGraph:
        """The tree as a networkx graph: nodes by id with their fields, edges from conclusion to premise."""
        from egvar.proof.export import graph

        return graph(self)

    def to_dot(self) -> str:
        """The tree in Graphviz's language."""
        from egvar.proof.export import dot

        return dot(self)

    def to_prov(self) -> dict[str, Any]:
        """The tree in the terms of W3C PROV, as PROV-JSON data."""
        from egvar.proof.export import prov

        return prov(self)

    def cited(self, tag: str) -> list[dict[str, Any]]:
        """The nodes that a citation tag names: one, but for the tag of a rule, a lift, or a record of several facts."""
        return [node for node in self.nodes if any(node.get(name) == tag for name in TAGS)]

    @staticmethod
    def from_verdict(
        made: Run | Checked | WorldChecked, proof_id: str = "proof", provenance_resolver: Resolver | None = None
    ) -> ProofTree:
        """The tree of a verdict, derived from the terms that the kernel checked: leaves are cells of the table, inner
        nodes lifts, queries and comparisons. Unproved where the run ended without an accepted proof.

        `made` is the verdict with what it was made from: `egvar.engine.run(…)`, or what the checks return.
        `provenance_resolver` gets the provenance of a leaf with its `obs_tag`, and does as for `build_proof`.
        """
        from egvar.proof.checked import tree_of

        return tree_of(made, proof_id, provenance_resolver)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ProofTree:
        """The tree whose `as_dict` this is, such as a bundle's `dag.json`.

        Raises ProofError for anything else: other fields, an edge or a root without its node, a node twice, a circle.
        That the data are those of a proof is for an audit to say.
        """
        import networkx as nx

        try:
            tree = cls(**data)
            drawn = tree.graph()
            known = {node["id"] for node in tree.nodes}
            whole = len(known) == len(tree.nodes) and known == set(drawn)
            rooted = tree.goal["root"] == tree.nodes[0]["id"] if tree.nodes else "root" not in tree.goal
            whole = whole and rooted and tree.status == ("proved" if tree.nodes else "unproved")
            kinds = all(node["kind"] in ("conclusion", "evidence") and str(node["fact"]) for node in tree.nodes)
        except (TypeError, KeyError, AttributeError, nx.NetworkXError) as e:
            raise ProofError("this is no proof tree", cause=f"{type(e).__name__}: {e}") from e
        if not (whole and kinds and nx.is_directed_acyclic_graph(drawn)):
            raise ProofError("this is no proof tree", cause="its nodes, edges and root do not fit together")
        return tree


def build_proof(
    goal: Fact, fact_base: FactBase, proof_id: str, provenance_resolver: Resolver | None = None
) -> ProofTree:
    """Why `goal` holds in `fact_base`; unproved, without nodes, where it does not.

    `provenance_resolver` gets a leaf's `{table, edge_idx, event_ts, member_ids, hedge_tag}` and returns what to add to
    the leaf's provenance. Where it raises, returns no mapping, or says `verified: False`, the leaf is not verified. It
    cannot vouch for a leaf that is not stored, nor change what the leaf says of itself.
    """
    described = {"predicate": goal.predicate, "args": list(map(plain, goal.args))}
    steps: dict[Key, Conclusion | Evidence] = {}
    waiting = [goal] if goal in fact_base else []
    while waiting:
        fact = waiting.pop()
        entry = fact_base.entry(fact)
        if fact in steps or entry is None:
            continue
        if entry.rule is None:
            assert entry.edge is not None
            provenance = {**entry.edge.provenance(), "verified": fact_base.holds(entry.edge)}
            if provenance_resolver is not None:
                provenance = resolved(provenance, entry.edge.reference(), provenance_resolver)
            tag = ("hedge_tag", entry.edge.tag)
            kind = entry.edge.evidence_type
            steps[fact] = Evidence(kind, str(fact), fact.predicate, fact.args, entry.confidence, tag, provenance)
        else:
            rule_tag = f"RULE-{fact_base.rule_number(entry.rule)}"
            premises = tuple(dict.fromkeys(entry.premises))
            steps[fact] = Conclusion(
                str(fact), fact.predicate, fact.args, entry.rule.id, rule_tag, entry.confidence, premises
            )
            waiting.extend(premises)
    return assemble(proof_id, described, goal, steps)


def resolved(own: dict[str, object], reference: dict[str, object], resolver: Resolver) -> dict[str, object]:
    """A leaf's provenance with what a resolver adds: it changes nothing that is there, and can only take `verified`
    away, by raising, by returning no mapping, or by saying so."""
    try:
        found = dict(resolver(reference))
    except Exception:  # whatever a resolver does wrong, the proof stands without its word
        return own | {"verified": False}
    verified = own["verified"] is True and found.get("verified", True) is True
    return {**{str(k): v for k, v in found.items()}, **own, "verified": verified}


def assemble(proof_id: str, goal: dict[str, Any], root: Key, steps: Mapping[Key, Conclusion | Evidence]) -> ProofTree:
    """The tree of `steps` below `root`: each step one node, however often it is a premise, numbered as first met."""
    if root not in steps:
        return ProofTree(proof_id, goal, "unproved")
    ids: dict[Key, str] = {}
    depth: dict[Key, int] = {}
    conclusions = leaves = 0
    order: list[Key] = []
    for key in _preorder(root, steps):
        if isinstance(steps[key], Conclusion):
            conclusions += 1
            ids[key] = f"S{conclusions}"
        else:
            leaves += 1
            ids[key] = f"L{leaves}"
        order.append(key)
    for key in _postorder(root, steps):
        step = steps[key]
        below = [depth[p] for p in step.premises] if isinstance(step, Conclusion) else []
        depth[key] = 1 + max(below, default=0) if isinstance(step, Conclusion) else 0
    nodes = [_node(ids[key], steps[key], ids) for key in order]
    edges = [{"from": n["id"], "to": p, "role": "premise"} for n in nodes for p in n.get("premises", ())]
    rules = list(dict.fromkeys(n["rule"] for n in nodes if "rule" in n))
    described = {**goal, "root": ids[root]}
    return ProofTree(proof_id, described, "proved", float(steps[root].confidence), depth[root], rules, nodes, edges)


def _node(id_: str, step: Conclusion | Evidence, ids: Mapping[Key, str]) -> dict[str, Any]:
    common = {"fact": step.fact, "predicate": step.predicate, "args": list(map(plain, step.args))}
    if isinstance(step, Conclusion):
        return {
            "id": id_,
            "kind": "conclusion",
            **common,
            "rule": step.rule,
            "rule_tag": step.rule_tag,
            "step_tag": f"STEP-{id_[1:]}",
            "confidence": float(step.confidence),
            "premises": [ids[p] for p in step.premises],
            **step.extra,
        }
    name, tag = step.tag
    return {
        "id": id_,
        "kind": "evidence",
        "evidence_type": step.evidence_type,
        **common,
        "confidence": float(step.confidence),
        name: tag,
        "provenance": dict(step.provenance),
        **step.extra,
    }


def plain(value: Argument) -> int | str:
    """An argument of a fact as JSON data; a fraction as its exact text."""
    return show_exact(value) if isinstance(value, Fraction) else value


def _preorder(root: Key, steps: Mapping[Key, Conclusion | Evidence]) -> Iterator[Key]:
    seen: set[Key] = set()
    stack = [root]
    while stack:
        key = stack.pop()
        if key in seen:
            continue
        seen.add(key)
        yield key
        step = steps[key]
        if isinstance(step, Conclusion):
            stack.extend(reversed(step.premises))


def _postorder(root: Key, steps: Mapping[Key, Conclusion | Evidence]) -> Iterator[Key]:
    done: set[Key] = set()
    stack: list[tuple[Key, bool]] = [(root, False)]
    while stack:
        key, ready = stack.pop()
        if key in done:
            continue
        step = steps[key]
        if ready or not isinstance(step, Conclusion):
            done.add(key)
            yield key
        else:
            stack.append((key, True))
            stack.extend((p, False) for p in step.premises if p not in done)
