"""Bundles of claims about the world: made again from tables, lifts, claim and proof, under the auditor's own trust."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bundle_tools import reseal as name_again
from bundle_tools import rewrite
from click.testing import CliRunner

from egvar.bundle.audit import audit
from egvar.bundle.world import WorldRun, write_world
from egvar.bundle.write import dumps
from egvar.challenge.world_check import check_world, open_lifted
from egvar.cli.main import main
from egvar.kernel.replay import KernelWorker
from egvar.lifts.file import parse_claim
from egvar.lifts.review import library_folder, trusted_reviewers
from egvar.solver.world import prove_world

TOP = {"op": "highest", "predicate": "women", "key": "manipur"}
LOW = {"op": "highest", "predicate": "women", "key": "kerala"}
JOIN = {"op": "exceeds", "predicate": "peak_elevation", "key": "mount kilimanjaro", "other": "mount ida"}
NO_LIFT = {"op": "highest", "predicate": "peak_elevation", "key": "mount kilimanjaro"}
PEAKS = ("peaks", "east_africa_peaks")


def make(at: Path, worker: KernelWorker, claim: dict[str, str], names: tuple[str, ...], trust: bool = True) -> Path:
    """The bundle of a claim over sources of the lift library."""
    trusted = trusted_reviewers() if trust else {}
    first, *others = (open_lifted(library_folder() / n, trusted) for n in names)
    wanted = parse_claim(dict(claim))
    checked = check_world(first, wanted, worker, prove_world, "words", others)
    write_world(WorldRun(checked, wanted, first, tuple(others)), at)
    return at


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, worker: KernelWorker) -> Path:
    return make(tmp_path_factory.mktemp("world") / "b", worker, JOIN, PEAKS)


@pytest.fixture()
def bundle(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "b"))


def reseal(bundle: Path, change: Callable[[dict[str, Any]], None] = lambda _: None) -> None:
    """Makes verdict.json and the sums name the files as they are, as somebody would who rewrites a bundle."""
    rewrite(bundle, lambda statement: change(statement["predicate"]["verdict"]))
    name_again(bundle)


@pytest.mark.parametrize(
    ("claim", "names", "status"),
    [
        (TOP, ("hiv_awareness",), "Verified"),
        (LOW, ("hiv_awareness",), "Refuted"),
        (JOIN, PEAKS, "Verified"),
        (NO_LIFT, PEAKS, "Abstain"),
        ({**NO_LIFT, "key": "mont blanc"}, PEAKS, "Abstain"),
    ],
)
def test_a_bundle_is_accepted(
    tmp_path: Path, worker: KernelWorker, claim: dict[str, str], names: tuple[str, ...], status: str
) -> None:
    result = audit(make(tmp_path / "b", worker, claim, names), worker)
    assert (result.outcome, result.status) == ("accepted", status), result


def test_what_an_auditor_does_not_trust_is_not_accepted(tmp_path: Path, bundle: Path, worker: KernelWorker) -> None:
    result = audit(bundle, worker, reviewers={})
    assert result.outcome == "rejected"
    assert "counts as supported, reviewed by nobody you trust" in result.findings[-1].detail
    unreviewed = make(tmp_path / "u", worker, JOIN, PEAKS, trust=False)
    result = audit(unreviewed, worker, reviewers={})
    assert (result.outcome, result.status) == ("accepted", "Supported")


def test_a_disagreement_is_in_the_bundle(tmp_path: Path, worker: KernelWorker) -> None:
    other = tmp_path / "other"
    shutil.copytree(library_folder() / "peaks", other)
    (other / "peaks.csv").write_text((other / "peaks.csv").read_text().replace("2404", "2405"))
    text = (other / "lift.toml").read_text().replace('id = "peaks"', 'id = "other"')
    old = hashlib.sha256((library_folder() / "peaks" / "peaks.csv").read_bytes()).hexdigest()
    new = hashlib.sha256((other / "peaks.csv").read_bytes()).hexdigest()
    (other / "lift.toml").write_text(text.replace(old, new))
    command = ["lift", "verify", str(library_folder() / "peaks"), "Taygetus is 2404 metres high", "--with", str(other)]
    done = CliRunner().invoke(main, [*command, "-o", str(tmp_path / "b")])
    assert (done.exit_code, done.output.split(":")[0]) == (1, "Supported"), done.output
    result = audit(tmp_path / "b", worker)
    assert (result.outcome, result.status) == ("accepted", "Supported"), result
    said = json.loads((tmp_path / "b" / "verdict.json").read_bytes())["predicate"]["verdict"]["conflicts"]
    assert [(s["raw"], s["source"]["source_sha256"]) for s in said[0]["sides"]] == [("2404", old), ("2405", new)]


def test_a_declared_reading_goes_with_its_bundle(tmp_path: Path, worker: KernelWorker) -> None:
    at = tmp_path / "peaks"
    shutil.copytree(library_folder() / "peaks", at)
    declared = "version = 1\n[table]\ndrop_rows = [2]\n"
    (at / "peaks.csv.egvar.toml").write_text(declared)
    digest = hashlib.sha256(declared.encode()).hexdigest()
    text = (at / "lift.toml").read_text().replace("licence =", f'declared = "{digest}"\nlicence =', 1)
    (at / "lift.toml").write_text(text)
    lifted, wanted = open_lifted(at, {}), parse_claim({**JOIN, "key": "taygetus", "other": "dikti"})
    write_world(WorldRun(check_world(lifted, wanted, worker, prove_world), wanted, lifted), tmp_path / "b")
    result = audit(tmp_path / "b", worker, reviewers={})
    assert (result.outcome, result.status) == ("accepted", "Supported"), result
    swap("lifts.lock", "drop_rows = [2]", "drop_rows = [3]")(tmp_path / "b")
    reseal(tmp_path / "b")
    assert audit(tmp_path / "b", worker, reviewers={}).outcome == "rejected"


def test_one_changed_byte_anywhere_is_noticed(whole: Path, bundle: Path, worker: KernelWorker) -> None:
    for path in sorted(whole.iterdir()):
        data = path.read_bytes()
        for at in {0, len(data) // 2, len(data) - 1}:
            (bundle / path.name).write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            assert audit(bundle, worker).outcome == "rejected", (path.name, at)
            (bundle / path.name).write_bytes(data)
    assert audit(bundle, worker).outcome == "accepted"


def swap(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(bundle: Path) -> None:
        data = (bundle / name).read_text(encoding="utf-8")
        assert old in data
        (bundle / name).write_text(data.replace(old, new), encoding="utf-8")

    return change


def regrade(bundle: Path) -> None:
    data = json.loads((bundle / "lifts.lock").read_bytes())
    for x in data["lifts"]:
        x["reviews"] = []
    (bundle / "lifts.lock").write_bytes(dumps(data))


ATTACKS: dict[str, Callable[[Path], None]] = {
    "a taller peak in the table": swap("source.csv", "2456", "9456"),
    "a taller peak in the other table": swap("source1.csv", "5895", "9895"),
    "another claim": swap("goal.json", "mount ida", "dikti"),
    "another sentence in a reviewed lift": swap("lifts.lock", "metres high", "feet high"),
    "grades without their reviews": regrade,
    "another reviewer's name": swap("lifts.lock", "egvar project", "Somebody Known"),
    "another reading": swap("reading1.json", '"columns"', '"dropped": [0], "columns"'),
    "another challenge": swap("Challenge.lean", "axiom", "axiom "),
    "another proof tree": swap("dag.json", "kilimanjaro", "kenya"),
    "another trail": swap("trail.jsonl", "Verified", "Refuted"),
    "a table more": lambda b: (b / "source2.csv").write_text("a\n1\n") and None,
    "a table less": lambda b: (b / "source1.csv").unlink(),
    "no proof": lambda b: (b / "export.ndjson").unlink(),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_rewritten_bundle_with_right_digests_is_rejected(bundle: Path, worker: KernelWorker, name: str) -> None:
    ATTACKS[name](bundle)
    reseal(bundle)
    assert audit(bundle, worker).outcome == "rejected"


@pytest.mark.parametrize(
    ("field", "value"), [("status", "Refuted"), ("grade", "supported"), ("assumptions", []), ("conflicts", [{}])]
)
def test_a_rewritten_verdict_is_rejected(bundle: Path, worker: KernelWorker, field: str, value: object) -> None:
    reseal(bundle, lambda v: v.update({field: value}))
    assert audit(bundle, worker).outcome == "rejected"


def test_the_command_line_writes_audits_and_reports(tmp_path: Path) -> None:
    lifts, b = str(library_folder() / "hiv_awareness"), str(tmp_path / "b")
    invoke = CliRunner().invoke
    done = invoke(main, ["lift", "verify", lifts, "Manipur has the highest HIV awareness rate among women", "-o", b])
    assert done.exit_code == 0, done.output
    assert invoke(main, ["audit", b]).exit_code == 0
    nobody = tmp_path / "reviewers.json"
    nobody.write_text('{"reviewers": []}')
    assert invoke(main, ["audit", b, "--reviewers", str(nobody)]).exit_code == 1
    assert invoke(main, ["report", b, "-o", str(tmp_path / "r.html")]).exit_code == 0
    refused = invoke(main, ["lift", "verify", lifts, "Nobody knows", "-o", str(tmp_path / "c")])
    assert refused.exit_code == 2 and not (tmp_path / "c").exists()
