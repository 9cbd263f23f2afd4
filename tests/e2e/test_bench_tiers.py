"""`egvar bench tier1`, `tier1.5` and `tier2`, with a model on this machine that answers from memory."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "unit" / "llm"), str(HERE.parent / "unit" / "solver" / "agent")]

from loopback import Answer, Loopback, anthropic_message, loopback  # noqa: E402
from scripted import honest_solver  # noqa: E402

from egvar.bench.counterfactual import panel  # noqa: E402
from egvar.cli.main import main  # noqa: E402
from egvar.llm.model import Request  # noqa: E402

MEMORY = {i.text: i.prior for i in panel("extreme")}
GOALS = {i.text: i.goal for i in panel("extreme")}


def remembering(wire: dict[str, Any]) -> Answer:
    """What a model answers that believes its memory more than a table, but proves what it is given to prove."""
    system, user = str(wire["system"]), str(wire["messages"][0]["content"])
    text = next((t for t in MEMORY if f": {t}\n" in user), "")
    if "You answer a question" in system:
        return anthropic_message([{"name": "answer", "input": {"parts": [MEMORY[text]]}}])
    if "You plan" in system:
        guide = dict.fromkeys(("columns", "rows", "computation", "doubts"), "-")
        return anthropic_message([{"text": json.dumps(guide)}], "end_turn")
    if "You translate" in system:
        return anthropic_message([{"name": "propose", "input": {"goals": [GOALS[text]]}}])
    reply = honest_solver(Request("solver", system, user, ()))
    return anthropic_message([{"name": reply.call, "input": reply.arguments}])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Loopback]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test-0123456789abcdef")
    with loopback(remembering) as found:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", found.url)
        yield found


def bench(*args: str) -> Result:
    result = CliRunner().invoke(main, ["bench", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def summary(folder: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(Path(folder, "results.json").read_text())["summary"]
    return found


def counts(entry: dict[str, Any]) -> dict[str, int]:
    return {k: v["count"] for k, v in entry["outcomes"].items() if v["count"]}


def test_memory_is_found_out_below_egvar_and_has_no_say_in_it(server: Loopback) -> None:
    """All four rungs over one model; then the same from the recording, without a request."""
    args = ("tier1.5", "--panel", "extreme", "--limit", "2", "--solver", "anthropic:m")
    done = bench(*args, "-o", "one", "--yes")
    assert done.exit_code == 0, done.output
    assert "anthropic:m: about" in done.stderr and "no price is set" in done.stderr
    found = {e["rung"]: e for e in summary("one")}
    for rung in ("table_only", "tools_open", "tools_curated"):
        assert counts(found[rung]) == {"prior": 2} and found[rung]["lookups"]["prior"]["of"] == 0
    assert counts(found["egvar"]) == {"source": 2}
    assert found["egvar"]["replies"] > 0 and found["egvar"]["cost"] is None

    models = json.loads(Path("one", "results.json").read_text())["models"]
    assert models["anthropic:m"]["model"] == "anthropic:m"

    asked = len(server.requests)
    again = bench(*args, "--replay", "one", "-o", "two")
    assert again.exit_code == 0, again.output
    assert len(server.requests) == asked
    one, two = ([json.loads(r) for r in Path(f, "rows.jsonl").read_text().splitlines()] for f in ("one", "two"))
    assert [{**r, "seconds": 0} for r in one] == [{**r, "seconds": 0} for r in two]
    assert json.loads(Path("two", "results.json").read_text())["models"] == models
    assert bench(*args, "--reply-tokens", "99", "--replay", "one").exit_code == 2  # it would have asked something else


def test_a_model_that_formalizes_well_is_source_faithful_whatever_it_remembers(server: Loopback) -> None:
    done = bench("tier2", "--panel", "extreme", "--limit", "2", "--solver", "anthropic:m", "--yes", "-o", "out")
    assert done.exit_code == 0, done.output
    (entry,) = summary("out")
    assert entry["categories"]["correct"]["count"] == 2 and counts(entry) == {"source": 2}


def test_nothing_is_sent_before_somebody_agrees(server: Loopback) -> None:
    done = bench("tier1", "--limit", "1", "--solver", "anthropic:m")
    assert done.exit_code == 2 and "--yes" in done.output and not server.requests


def test_rungs_without_a_model_say_that_they_were_not_run(tmp_path: Path) -> None:
    done = bench("tier1", "--solver", "builtin", "--limit", "4", "-o", str(tmp_path / "out"))
    assert done.exit_code == 0, done.output
    assert done.stdout.count("not run") == 6 and "| EG-VAR | builtin | 4/4, 100.0 %" in done.stdout
    page = (tmp_path / "out" / "results.html").read_text()
    picture = (tmp_path / "out" / "ladder.svg").read_text()
    assert page.count("<td>not run</td>") == 6 and picture.count(">not run<") == 3
    data = json.loads((tmp_path / "out" / "results.json").read_text())
    assert data["environment"]["prompts"]["table_only"]["sha256"] and data["seeds"] and data["items_sha256"]
    (entry,) = [e for e in data["summary"] if e["run"]]
    assert entry["formal"]["count"] == 4 and entry["gold_claims_verified"]["percent"] == 100
    assert entry["changed_claims_verified"]["count"] == 0 < entry["changed_claims_verified"]["of"]


def test_a_run_that_was_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "out"
    args = ("tier1.5", "--solver", "prior", "--panel", "subtle", "--limit", "6", "-o", str(out))
    assert bench(*args).exit_code == 0
    rows = (out / "rows.jsonl").read_text().splitlines(keepends=True)
    marked = json.loads(rows[0]) | {"outcome": "other"}
    (out / "rows.jsonl").write_text(json.dumps(marked) + "\n" + rows[1] + rows[2][:40])
    again = bench(*args, "--resume")
    assert again.exit_code == 0, again.output
    (entry,) = [e for e in summary(str(out)) if e["run"]]
    assert counts(entry) == {"prior": 3, "other": 1}  # the first row was taken over, not made again
    assert bench(*args).exit_code == 2  # there are results
    assert bench(*args[:-4], "--limit", "5", "-o", str(out), "--resume").exit_code == 2  # of another run


def test_the_cue_and_the_size_are_parameters() -> None:
    args = ("--panel", "subtle", "--solver", "builtin", "--limit", "3", "--json")
    found = json.loads(bench("tier1.5", "--cue", "both", "--size", "0.24", *args).stdout)
    ran = [e for e in found["summary"] if e["run"]]
    assert len(found["summary"]) == len(ran) + 2 * 3  # the rungs below EG-VAR have no model
    assert [(e["cue"], counts(e)) for e in ran] == [(False, {"source": 2}), (True, {"source": 2})]
    refused = bench("tier1.5", "--size", "0.01", *args)
    assert refused.exit_code == 2 and "does not come below" in refused.output


def test_repetitions_and_several_solvers_stand_side_by_side() -> None:
    args = ("--solver", "builtin", "--solver", "prior", "--panel", "extreme", "--limit", "3", "--reps", "2", "--json")
    found = json.loads(bench("tier1.5", *args).stdout)["summary"]
    assert [(e["solver"], counts(e)) for e in found if e["run"]] == [
        ("builtin", {"source": 4}),
        ("prior", {"prior": 4}),
    ]


def test_goals_by_chance_are_told_from_the_built_in_formalizer(tmp_path: Path) -> None:
    args = ("tier2", "--solver", "builtin", "--solver", "random", "--panel", "tier1", "--limit", "12")
    assert bench(*args, "-o", str(tmp_path / "out")).exit_code == 0
    own, chance = summary(str(tmp_path / "out"))
    assert own["categories"]["correct"]["count"] >= 3 and own["categories"]["semantic_error"]["count"] <= 2
    assert chance["categories"]["correct"]["count"] <= 1 and chance["decided"]["count"] >= 8
    assert chance["supported_of_decided"]["percent"] == chance["formal_of_decided"]["percent"] == 100
    assert len(list((tmp_path / "out").glob("categories_*.svg"))) == 2


@pytest.mark.parametrize(
    "args", [("tier1", "--solver", "prior"), ("tier2", "--solver", "prior"), ("tier1", "--solver", "x:y")]
)
def test_a_solver_that_is_not_known_is_an_error(args: tuple[str, ...]) -> None:
    done = bench(*args)
    assert done.exit_code == 2 and "error:" in done.output


@pytest.mark.parametrize("tier", ["tier1", "tier1.5", "tier2"])
def test_the_committed_results_are_of_these_panels_and_hide_nothing(tier: str) -> None:
    from fractions import Fraction

    from egvar.bench.tiers import Options

    folder = HERE.parents[1] / "benchmarks" / "results" / tier
    data = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    size = None if data["size"] is None else Fraction(data["size"])
    options = Options(tier, tuple(data["solvers"]), 1, data["limit"], tuple(data["panels"]), tuple(data["cues"]), size)
    assert options.card()["items_sha256"] == data["items_sha256"], "the panels have changed: measure again"
    rows = [json.loads(line) for line in (folder / "rows.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [r["key"] for r in rows] == [u.key for u in options.units()]
    assert data["command"].startswith(f"egvar bench {tier} ") and data["command"] in (folder / "results.md").read_text()
