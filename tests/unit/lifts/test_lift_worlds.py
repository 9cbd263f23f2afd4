"""Verdicts on claims about the world against what they mean: true, or false, in every world that the sources allow.

The oracle below knows nothing of polarity, speakers or proofs. A world is a set of (entity, value) pairs. Reviewed
sources allow it if it has all their rows and nothing beside those of a source with a closed world; and, where the
predicate is functional, one value for each entity. Sources that contradict each other allow none together; what some
say without the others must not be the contrary of the verdict.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from egvar.challenge.world_check import check_world, open_lifted
from egvar.challenge.world_rows import Lifted
from egvar.kernel.replay import KernelWorker
from egvar.lifts.file import WorldClaim, parse_claim
from egvar.solver.world import prove_world

ENTITIES, VALUES = ("Ayr", "Bude"), (2, 3)
Pairs = frozenset[tuple[str, int]]
EVERYTHING: Pairs = frozenset({*product(ENTITIES, (1, *VALUES, 4)), ("Cobh", 1), ("Cobh", 4)})
"""What may be in a world. No source has its ends or its last town: more than what is in a table is always possible."""
HEAD = """schema = "egvar/lift/1"
id = "{id}"
title = "Made up"
[source]
file = "{id}.csv"
sha256 = "{sha}"
[[predicate]]
id = "score"
sentence = "{{key}} has a score of {{value}}"
key = "town"
measure = "score"
shared = true
functional = {functional}
"""
BODY = """[[lift]]
id = "{kind}"
kind = "{kind}"
predicate = "score"
key = "town"
value = "score"
author = "Ada"
reason = "made up for this test"
"""


def lifted(at: Path, name: str, rows: list[tuple[str, int]], complete: bool, functional: bool) -> Lifted:
    csv = "town,score\n" + "".join(f"{k},{v}\n" for k, v in rows)
    folder = at / hashlib.sha256(f"{name}{csv}{complete}{functional}".encode()).hexdigest()[:16]
    if not folder.exists():
        folder.mkdir()
        (folder / f"{name}.csv").write_text(csv)
        sha = hashlib.sha256(csv.encode()).hexdigest()
        text = HEAD.format(id=name, sha=sha, functional=str(functional).lower())
        kinds = ("rows", "complete") if complete else ("rows",)
        (folder / "lift.toml").write_text(text + "".join(BODY.format(kind=k) for k in kinds))
    found = open_lifted(folder, {})
    return replace(found, grades=dict.fromkeys(found.grades, ("verified", "Rev")))


@cache
def worlds(sources: tuple[tuple[Pairs, bool], ...], functional: bool) -> list[Pairs]:
    """Every world that the sources allow."""
    out = []
    for world in map(frozenset, chain.from_iterable(combinations(EVERYTHING, n) for n in range(len(EVERYTHING) + 1))):
        ok = all(rows <= world and (not complete or world <= rows) for rows, complete in sources)
        if ok and not (functional and len({k for k, _ in world}) < len(world)):
            out.append(world)
    return out


def true_in(world: Pairs, claim: WorldClaim) -> bool:
    """What the claim says, in its own words."""
    own = [v for k, v in world if k == claim.key]
    if claim.op == "fact":
        return claim.value in own
    if claim.op == "exceeds":
        return bool(own) and any(v < max(own) for k, v in world if k == claim.other)
    end = (min if claim.op == "lowest" else max)(v for _, v in world) if world else None
    return end in own


CLAIMS = st.one_of(
    st.fixed_dictionaries({"op": st.just("fact"), "key": st.sampled_from(ENTITIES), "value": st.sampled_from("1234")}),
    st.fixed_dictionaries({"op": st.sampled_from(["highest", "lowest"]), "key": st.sampled_from(ENTITIES)}),
    st.fixed_dictionaries(
        {"op": st.just("exceeds"), "key": st.sampled_from(ENTITIES), "other": st.sampled_from(ENTITIES)}
    ),
)
SOURCE = st.tuples(
    st.lists(st.tuples(st.sampled_from(ENTITIES), st.sampled_from(VALUES)), min_size=1, max_size=4, unique=True),
    st.booleans(),
)


@pytest.mark.parametrize("functional", [True, False])
def test_a_verdict_holds_in_every_world_that_the_sources_allow(
    functional: bool, worker: KernelWorker, tmp_path: Path
) -> None:
    seen = set()

    @settings(max_examples=50, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @example(sources=[([("Ayr", 2)], False), ([("Ayr", 3)], False)], data={"op": "fact", "key": "Ayr", "value": "2"})
    @example(sources=[([("Ayr", 3)], True), ([("Bude", 2)], False)], data={"op": "highest", "key": "Ayr"})
    @example(sources=[([("Ayr", 3)], False), ([("Bude", 2)], True)], data={"op": "fact", "key": "Ayr", "value": "3"})
    @example(sources=[([("Ayr", 3)], False), ([("Bude", 2)], True)], data={"op": "fact", "key": "Ayr", "value": "2"})
    @example(sources=[([("Ayr", 3)], False), ([("Bude", 2)], True)], data={"op": "highest", "key": "Bude"})
    @example(sources=[([("Ayr", 2), ("Ayr", 3)], True)], data={"op": "fact", "key": "Ayr", "value": "2"})
    @given(sources=st.lists(SOURCE, min_size=1, max_size=3), data=CLAIMS)
    def run(sources: list[tuple[list[tuple[str, int]], bool]], data: dict[str, str]) -> None:
        claim = parse_claim({"predicate": "score", **data})
        first, *others = [lifted(tmp_path, f"s{i}", *s, functional) for i, s in enumerate(sources)]
        v = check_world(first, claim, worker, prove_world, others=others).verdict
        seen.add(v.status)
        said = (sources, data, str(v))
        assert v.reason not in ("rejected", "not_checked"), said
        assert v.status != "Supported" or v.conflicts, said
        said_by = [(frozenset(rows), complete) for rows, complete in sources]
        parts = chain.from_iterable(combinations(said_by, n) for n in range(1, len(said_by) + 1))
        truths = [[true_in(w, claim) for w in found] for part in parts if (found := worlds(part, functional))]
        held, failed = any(all(t) for t in truths), any(not any(t) for t in truths)
        assert v.status != "Verified" or (held and not failed), said
        assert v.status != "Refuted" or (failed and not held), said
        if len(sources) == 1 and functional and data["key"] in dict(sources[0][0]):
            assert not (held or failed) or v.status in ("Verified", "Refuted"), said

    run()
    assert seen >= {"Verified", "Supported", "Abstain"} | ({"Refuted"} if functional else set())
