"""The firewall on real proofs: honest sentences pass, hostile ones are stripped, each for its reason. The sentences are
in `firewall_sentences.toml`; a tag in braces is looked up in the proof."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from egvar.engine import Run, run
from egvar.kernel.replay import KernelWorker
from egvar.proof import HallucinationFirewall, ProofTree
from egvar.proof.records import Records
from egvar.source.source import Source, load_bytes

DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("firewall_sentences.toml").read_text(encoding="utf-8"))
PROOFS: list[dict[str, Any]] = DATA["proof"]
FIREWALL = HallucinationFirewall()
TABLE: Source = load_bytes(DATA["table"].strip().encode(), "lands.csv")


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(i, case, id=f"{i}-{(case if isinstance(case, str) else case[0])[:60]!a}")
        for i, proof in enumerate(PROOFS)
        for case in proof.get(kind, ())
    ]


@pytest.fixture(scope="module")
def proved(worker: KernelWorker) -> Any:
    @cache
    def of(i: int) -> tuple[ProofTree, Records]:
        kind = "question" if "question" in PROOFS[i] else "claim"
        done: Run = run(PROOFS[i][kind], TABLE, kind, worker=worker)
        tree = ProofTree.from_verdict(done.checked)
        assert tree.status == "proved", PROOFS[i][kind]
        return tree, Records.of_tree(tree, TABLE)

    return of


def filled(text: str, tree: ProofTree) -> str:
    """The sentence with its tags."""

    def tag(m: re.Match[str]) -> str:
        name = m[1]
        if name == "root":
            return "STEP-1"
        for node in tree.nodes:
            if ":" in name and node.get("evidence_type") == "cell" and name == f"{node['args'][0]}:{node['entity']}":
                return str(node["obs_tag"])
            if node["kind"] == "conclusion" and node["predicate"] == name:
                return str(node["step_tag"])
        raise AssertionError(f"no node for {name}")

    return re.sub(r"\{([^}]+)\}", tag, text)


def outcome(i: int, text: str, proved: Any) -> tuple[str, list[tuple[str, str]], int]:
    tree, records = proved(i)
    result = FIREWALL.check(filled(text, tree), tree, proved=True, require_proof=True, records=records)
    return result.outcome, [(r.reason, r.detail) for r in result.reasons], len(result.supported)


@pytest.mark.parametrize(("i", "text"), cases("honest"))
def test_honest_sentences_pass(i: int, text: str, proved: Any) -> None:
    found = outcome(i, text, proved)
    assert found[:2] == ("supported", []) and found[2] >= 1, found


@pytest.mark.parametrize(("i", "text"), cases("glue"))
def test_what_says_nothing_stays(i: int, text: str, proved: Any) -> None:
    assert outcome(i, text, proved) == ("supported", [], 0)


@pytest.mark.parametrize(("i", "case"), cases("hostile"))
def test_hostile_sentences_are_stripped_for_their_reason(i: int, case: list[str], proved: Any) -> None:
    found = outcome(i, case[0], proved)
    assert found[0] == "abstained" and {r for r, _ in found[1]} == {case[1]}, found


def test_there_are_enough_of_them() -> None:
    assert len(cases("honest")) >= 40
    assert len(cases("hostile")) >= 150
