"""Language models from the command line: the real SDKs against a server on this machine, recorded and replayed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "unit" / "llm"), str(HERE.parent / "unit" / "solver" / "agent")]

from agent_bench import TABLE, height_in_the_north_is  # noqa: E402
from loopback import Answer, Loopback, anthropic_message, loopback, openai_error, openai_message  # noqa: E402
from scripted import honest_formalizer, honest_solver  # noqa: E402

from egvar.cli.main import main  # noqa: E402
from egvar.llm.model import Request  # noqa: E402

CLAIM = "in the north the heights add up to 62"
SECRET = "sk-test-0123456789abcdef"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "t.csv").write_bytes(TABLE)
    (tmp_path / "goal.json").write_text(json.dumps(height_in_the_north_is(62)))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "EGVAR_API_KEY"):
        monkeypatch.setenv(name, SECRET)
    return tmp_path


def egvar(*args: str) -> Result:
    result = CliRunner().invoke(main, args)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


GOAL = json.loads(json.dumps(height_in_the_north_is(62)).replace("height", "tallness"))


def honest(wire: dict[str, Any]) -> Answer:
    """What an honest model answers, out of what came over the wire and nothing else."""
    messages = wire["messages"]
    user = next(m["content"] for m in messages if m["role"] == "user")
    system = wire.get("system") or next(m["content"] for m in messages if m["role"] == "system")
    role = "analyst" if "You plan" in system else "formalizer" if "You translate" in system else "solver"
    request = Request(role, str(system), str(user), ())
    reply = honest_solver(request) if role == "solver" else honest_formalizer(GOAL, "tallness", "height")(request)
    if "max_completion_tokens" in wire and role != "analyst":
        return openai_message(call=(reply.call, json.dumps(reply.arguments)), finish="tool_calls")
    if "max_completion_tokens" in wire or "response_format" in wire:
        whole: Any = reply.arguments if role == "analyst" else {"tool": reply.call, "arguments": reply.arguments}
        return openai_message(json.dumps(whole))
    if role == "analyst":
        return anthropic_message([{"text": json.dumps(reply.arguments)}], "end_turn")
    return anthropic_message([{"name": reply.call, "input": reply.arguments}])


Serve = Callable[[str], str]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    with loopback(honest) as found:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", found.url)
        monkeypatch.setenv("OPENAI_BASE_URL", f"{found.url}/v1")
        yield found


def spec(provider: str, server: Loopback) -> str:
    return f"{provider}:m" + (f"@{server.url}/v1" if provider == "openai-compatible" else "")


@pytest.mark.parametrize("provider", ["anthropic", "openai", "openai-compatible"])
def test_a_whole_run_is_recorded_audited_and_replayed(provider: str, folder: Path, server: Loopback) -> None:
    name = spec(provider, server)
    done = egvar("verify", CLAIM, "-t", "t.csv", "--solver", name, "-o", "one")
    assert done.exit_code == 0 and done.output.startswith("Verified"), done.output
    assert f"the goal was proposed by {name}" in done.output
    asked = len(server.requests)
    assert asked == 5  # a guide; a goal that does not fit and one that does; an opening and a proof
    assert egvar("audit", "one").output.splitlines()[-1].startswith("accepted")

    again = egvar("verify", CLAIM, "-t", "t.csv", "--replay", "one/trail.jsonl", "-o", "two")
    assert again.exit_code == 0, again.output
    assert len(server.requests) == asked  # nothing was sent
    files = sorted(p.name for p in (folder / "one").iterdir())
    assert files == sorted(p.name for p in (folder / "two").iterdir())
    for file in files:
        assert (folder / "one" / file).read_bytes() == (folder / "two" / file).read_bytes(), file
        assert SECRET.encode() not in (folder / "one" / file).read_bytes()

    trail = [json.loads(line) for line in (folder / "one" / "trail.jsonl").read_text().splitlines()]
    card = next(t["card"] for t in trail if t["step"] == "solver")
    assert card["formalizer"]["model"] == card["prover"]["model"] == name
    assert card["formalizer"]["temperature"] == (None if provider == "anthropic" else 0)
    assert set(card["prompts"]) == {"analyst", "formalizer", "solver"} and card["budget"]["steps"] == 40
    (account,) = [t for t in trail if t["step"] == "account"]
    assert account == {"step": "account", "replies": 5, "input_tokens": 55, "output_tokens": 35, "cost": None}


def test_a_goal_of_a_model_is_proved_by_the_built_in_prover_and_the_other_way_round(
    folder: Path, server: Loopback
) -> None:
    name = spec("openai", server)
    done = egvar("verify", CLAIM, "-t", "t.csv", "--formalizer", name, "--json")
    verdict = json.loads(done.output)["verdicts"][0]
    assert (verdict["status"], verdict["solver"]) == ("Verified", f"formalizer {name}, prover builtin")
    assert len(server.requests) == 3
    done = egvar("verify", "--goal", "goal.json", "-t", "t.csv", "--prover", name, "--json")
    verdict = json.loads(done.output)["verdicts"][0]
    assert (verdict["status"], verdict["solver"]) == ("Verified", f"formalizer builtin, prover {name}")
    assert len(server.requests) == 5


def test_prices_make_a_cost_that_a_replay_gives_too(
    folder: Path, server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "prices.toml").write_text('["openai:m"]\ninput = "2.50"\noutput = "10"\n')
    monkeypatch.setenv("EGVAR_LLM_PRICES", "prices.toml")
    args = ("verify", "--goal", "goal.json", "-t", "t.csv")
    assert egvar(*args, "--prover", "openai:m", "-o", "one").exit_code == 0
    monkeypatch.delenv("EGVAR_LLM_PRICES")
    assert egvar(*args, "--replay", "one/trail.jsonl", "-o", "two").exit_code == 0
    trail = (folder / "one" / "trail.jsonl").read_bytes()
    assert b'"cost": "0.000195"' in trail and trail == (folder / "two" / "trail.jsonl").read_bytes()


@pytest.mark.parametrize("content", ['["openai:m"]\ninput = 2.5\noutput = "1"', "= =", '["openai:m"]\ninput = "2"'])
def test_prices_that_are_none(content: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "prices.toml").write_text(content)
    monkeypatch.setenv("EGVAR_LLM_PRICES", "prices.toml")
    done = egvar("verify", "--goal", "goal.json", "-t", "t.csv", "--prover", "openai:m")
    assert done.exit_code == 2 and "EGV602" in done.output


# --- replay of what was not recorded ---


@pytest.fixture
def recorded(folder: Path, server: Loopback) -> Path:
    args = ("verify", CLAIM, "-t", "t.csv", "--formalizer", "openai:m", "-o", "one")
    assert egvar(*args).exit_code == 0
    server.requests.clear()
    return folder / "one" / "trail.jsonl"


def replayed(trail: Path, claim: str = CLAIM) -> Result:
    return egvar("verify", claim, "-t", "t.csv", "--replay", str(trail))


def test_other_words_are_not_answered_from_a_recording(recorded: Path, server: Loopback) -> None:
    done = replayed(recorded, "in the north the heights add up to 63")
    assert done.exit_code == 2 and "EGV603" in done.output and "asked something else" in done.output
    assert not server.requests


def test_another_table_is_not_answered_from_a_recording(recorded: Path, folder: Path) -> None:
    (folder / "t.csv").write_bytes(TABLE.replace(b"38", b"39"))
    assert "EGV603" in replayed(recorded).output


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"step": "reply"', '"step": "lost"'),
        ('"stop": "call"', '"stop": "won"'),
        ('"retries": 0', '"retries": 0, "more": 1'),
        ('"step": "solver"', '"step": "nobody"'),
        ('"prompts": {', '"prompts": {"x": 1, '),
        ('"steps": 40', '"steps": 40, "patience": 1'),
        ('{"', "{'"),
        ('{"', '[{"'),
    ],
)
def test_a_recording_that_was_changed_is_refused(old: str, new: str, recorded: Path, server: Loopback) -> None:
    text = recorded.read_text()
    assert old in text
    changed = recorded.with_name("changed.jsonl")
    changed.write_text(text.replace(old, new))
    done = replayed(changed)
    assert done.exit_code == 2 and "EGV603" in done.output and not server.requests


def test_a_lie_in_a_recording_is_no_verdict(recorded: Path) -> None:
    """A recorded reply may be anything that a model could say; it is believed no more than a model."""
    changed = recorded.with_name("changed.jsonl")
    changed.write_text(recorded.read_text().replace('"value": 62', '"value": 63'))
    done = replayed(changed)
    assert done.exit_code != 0 and not done.output.startswith("Verified")


@pytest.mark.parametrize("trail", ["missing.jsonl", "t.csv", "goal.json"])
def test_what_is_no_recording_is_refused(trail: str, folder: Path) -> None:
    done = replayed(folder / trail)
    assert done.exit_code == 2 and "EGV603" in done.output


# --- options ---


@pytest.mark.parametrize(
    "options",
    [
        ("--dry-run",),
        ("--steps", "3"),
        ("--replay", "x", "--solver", "openai:m"),
        ("--replay", "x", "--steps", "3"),
        ("--solver", "openai:m", "--steps", "0"),
        ("--solver", "gpt"),
        ("--solver", "openai-compatible:m@http://user:pass@host/v1"),
    ],
)
def test_options_that_do_not_go_together(options: tuple[str, ...], folder: Path) -> None:
    done = egvar("verify", CLAIM, "-t", "t.csv", *options)
    assert done.exit_code == 2 and "pass@" not in done.output


def test_a_dry_run_shows_the_prompts_and_sends_nothing(
    folder: Path, server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    done = egvar("verify", CLAIM, "-t", "t.csv", "--solver", "openai:m", "--dry-run")
    assert done.exit_code == 0 and not server.requests
    assert "=== analyst → openai:m" in done.output and "=== formalizer → openai:m" in done.output
    assert CLAIM in done.output and '"lighthouse": text' in done.output
    done = egvar("verify", "--goal", "goal.json", "-t", "t.csv", "--prover", "anthropic:m", "--dry-run")
    assert "=== solver → anthropic:m" in done.output and "Challenge.observed1 : EgVar.Attested_T" in done.output


def test_a_key_that_the_server_repeats_is_not_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with loopback(openai_error(401, "invalid_api_key", f"Incorrect API key provided: {SECRET}")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        done = egvar("verify", CLAIM, "-t", "t.csv", "--solver", "openai:m", "-o", "one")
    assert done.exit_code == 2 and "EGV602" in done.output and SECRET not in done.output
    assert not (folder / "one").exists()


def test_a_server_that_fails_leaves_a_bundle_that_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from egvar.llm import retry

    monkeypatch.setattr(retry, "sleep", lambda seconds: None)
    with loopback(openai_error(503, "server_error", f"{SECRET} is busy")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        done = egvar("verify", CLAIM, "-t", "t.csv", "--solver", "openai:m", "-o", "one")
    assert done.exit_code == 3 and "not_checked" in done.output
    assert SECRET not in done.output and all(SECRET not in p.read_text() for p in (folder / "one").iterdir())


def test_no_sdk_is_loaded_without_a_model(folder: Path) -> None:
    code = "import sys; from egvar.api import verify; "
    code += "print(verify('x', 't.csv', goal=open('goal.json').read()).status, "
    code += "[m for m in sys.modules if m.split('.')[0] in ('openai', 'anthropic', 'tenacity') or 'agent' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Verified []\n"


def test_the_doctor_says_what_confines_a_models_tactics() -> None:
    findings = json.loads(egvar("doctor", "--json").output)["findings"]
    (sandbox,) = [f for f in findings if f["check"] == "sandbox"]
    assert "limits" in sandbox["what"] and sandbox["status"] in ("ok", "warn")
    assert (sandbox["status"] == "warn") == bool(sandbox["mend"])
