"""The real SDKs against a server on this machine: streaming, tools, limits, refusals, and every kind of failure."""

from __future__ import annotations

import email.utils
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import loopback as lb
import pytest
from loopback import Answer, Loopback, loopback

from egvar.errors import ModelError, ModelSettingError
from egvar.llm import retry
from egvar.llm.model import Model, Reply, Request, Tool, Usage
from egvar.llm.spec import model

TOOLS = (Tool("tactics", "Try tactics.", {"type": "object", "properties": {"text": {"type": "string"}}}),)
TOOLS += (Tool("give_up", "Stop.", {"type": "object", "properties": {}}),)
REQUEST = Request("solver", "You prove.", "⊢ Goal", TOOLS, max_tokens=99)
GUIDE = Tool("guide", "A plan.", {"type": "object", "properties": {"plan": {"type": "string"}}, "required": ["plan"]})
STRUCTURED = Request("analyst", "You plan.", "claim", (GUIDE,), structured=True)
ARGUMENTS = {"text": "exact h.left ▸ rfl\n"}
SECRET = "sk-test-0123456789abcdef"

PROVIDERS = ("anthropic", "openai", "openai-compatible")


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """No test waits: what would be waited is kept."""
    kept: list[float] = []
    monkeypatch.setattr(retry, "sleep", kept.append)
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "EGVAR_API_KEY"):
        monkeypatch.setenv(name, SECRET)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    yield kept


Connect = Callable[..., Model]


@pytest.fixture
def connect(monkeypatch: pytest.MonkeyPatch) -> Connect:
    def made(provider: str, server: Loopback, read_seconds: float | None = None) -> Model:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        found = model(f"{provider}:m" + (f"@{server.url}/v1" if provider == "openai-compatible" else ""))
        assert found is not None
        if read_seconds is not None:
            found._read_seconds = read_seconds  # type: ignore[attr-defined]
        return found

    return made


def calling(provider: str, name: str = "tactics", arguments: Any = ARGUMENTS) -> Answer:
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
    match provider:
        case "anthropic":
            return lb.anthropic_message([{"text": "I try this."}, {"name": name, "raw": raw}])
        case "openai":
            return lb.openai_message(call=(name, raw), finish="tool_calls")
    return lb.openai_message(text=f'{{"tool": {json.dumps(name)}, "arguments": {raw}}}')


def error(provider: str, status: int, kind: str, message: str = "no", **headers: str) -> Answer:
    make = lb.anthropic_error if provider == "anthropic" else lb.openai_error
    return make(status, kind, message, **headers)


# --- what is sent and what comes back ---


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_streamed_tool_call(provider: str, connect: Connect) -> None:
    with loopback(calling(provider)) as server:
        reply = connect(provider, server).complete(REQUEST, 30)
    assert (reply.stop, reply.call, reply.arguments, reply.usage) == ("call", "tactics", ARGUMENTS, Usage(11, 7))
    assert reply.retries == 0 and reply.dropped == ()
    (sent,) = server.requests
    assert sent["model"] == "m" and sent["stream"] is True
    assert SECRET in json.dumps(server.headers[0]) and SECRET not in json.dumps(sent)


def test_what_anthropic_is_sent(connect: Connect) -> None:
    with loopback(calling("anthropic")) as server:
        connect("anthropic", server).complete(REQUEST, 30)
    sent = server.requests[0]
    assert server.paths == ["/v1/messages"]
    assert sent["system"] == "You prove." and sent["messages"] == [{"role": "user", "content": "⊢ Goal"}]
    assert [t["name"] for t in sent["tools"]] == ["tactics", "give_up"] and sent["max_tokens"] == 99
    assert sent["tool_choice"] == {"type": "any", "disable_parallel_tool_use": True}
    assert "temperature" not in sent  # which the API refuses


def test_what_openai_is_sent(connect: Connect) -> None:
    with loopback(calling("openai")) as server:
        connect("openai", server).complete(REQUEST, 30)
    sent = server.requests[0]
    assert server.paths == ["/v1/chat/completions"]
    assert sent["temperature"] == 0 and sent["tool_choice"] == "required" and sent["parallel_tool_calls"] is False
    assert [t["function"]["name"] for t in sent["tools"]] == ["tactics", "give_up"]
    assert sent["max_completion_tokens"] == 99 and "response_format" not in sent


def test_what_a_compatible_server_is_sent(connect: Connect) -> None:
    with loopback(calling("openai-compatible")) as server:
        connect("openai-compatible", server).complete(REQUEST, 30)
    sent = server.requests[0]
    schema = sent["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["tool"]["enum"] == ["tactics", "give_up"]
    assert "tools" not in sent and sent["max_tokens"] == 99 and (sent["temperature"], sent["seed"]) == (0, 0)


def test_a_compatible_server_needs_no_key(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EGVAR_API_KEY")
    with loopback(calling("openai-compatible")) as server:
        assert connect("openai-compatible", server).complete(REQUEST, 30).stop == "call"
    assert SECRET not in json.dumps(server.headers)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_structured_output(provider: str, connect: Connect) -> None:
    text = json.dumps({"plan": "add up"})
    answer = lb.anthropic_message([{"text": text}], "end_turn") if provider == "anthropic" else lb.openai_message(text)
    with loopback(answer) as server:
        reply = connect(provider, server).complete(STRUCTURED, 30)
    assert (reply.stop, reply.call, reply.arguments) == ("call", "guide", {"plan": "add up"})
    sent = server.requests[0]
    form = sent["output_config"]["format"] if provider == "anthropic" else sent["response_format"]["json_schema"]
    assert form["schema"] == GUIDE.schema and "tools" not in sent


# --- replies without a call ---


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_refusal(provider: str, connect: Connect) -> None:
    anthropic = lb.anthropic_message([{"text": "I will not."}], "refusal")
    answer = anthropic if provider == "anthropic" else lb.openai_message(refusal="I will not.")
    with loopback(answer) as server:
        reply = connect(provider, server).complete(REQUEST, 30)
    assert (reply.stop, reply.text) == ("refused", "I will not.")


def test_a_content_filter_is_a_refusal(connect: Connect) -> None:
    with loopback(lb.openai_message("I", finish="content_filter")) as server:
        assert connect("openai", server).complete(REQUEST, 30).stop == "refused"


@pytest.mark.parametrize("provider", PROVIDERS)
def test_output_that_is_cut_off(provider: str, connect: Connect) -> None:
    half = '{"tool": "tactics", "argu'
    if provider == "anthropic":
        answer = lb.anthropic_message([{"name": "tactics", "raw": '{"text": "exa'}], "max_tokens")
    elif provider == "openai":
        answer = lb.openai_message(call=("tactics", '{"text": "exa'), finish="length")
    else:
        answer = lb.openai_message(half, finish="length")
    with loopback(answer) as server:
        reply = connect(provider, server).complete(REQUEST, 30)
    assert reply.stop == "truncated" and not reply.arguments


@pytest.mark.parametrize("provider", ["openai", "openai-compatible"])
@pytest.mark.parametrize("raw", ["{text: 1}", "[1]", "", "null", '"text"', "[" * 100_000])
def test_arguments_that_are_no_json_object(provider: str, raw: str, connect: Connect) -> None:
    with loopback(calling(provider, arguments=raw)) as server:
        assert connect(provider, server).complete(REQUEST, 30).stop == "malformed"


def test_anthropic_arguments_that_are_no_json_object(connect: Connect) -> None:
    with loopback(calling("anthropic", arguments="{text: 1}")) as server:
        try:
            reply = connect("anthropic", server).complete(REQUEST, 30)
        except ModelError:
            return  # the SDK itself may refuse to read them
    assert reply.stop == "malformed"


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_words_without_a_call(provider: str, connect: Connect) -> None:
    answer = (
        lb.anthropic_message([{"text": "Well."}], "end_turn") if provider == "anthropic" else lb.openai_message("Well.")
    )
    with loopback(answer) as server:
        reply = connect(provider, server).complete(REQUEST, 30)
    assert (reply.stop, reply.text) == ("text", "Well.")


def test_json_for_a_tool_that_was_not_offered(connect: Connect) -> None:
    with loopback(calling("openai-compatible", "rm")) as server:
        assert connect("openai-compatible", server).complete(REQUEST, 30).stop == "malformed"


# --- what is tried again ---

OVERLOAD = [
    (429, "rate_limit_error"),
    (500, "api_error"),
    (503, "api_error"),
    (529, "overloaded_error"),
    (408, "timeout"),
]


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(("status", "kind"), OVERLOAD)
def test_an_overload_is_waited_for(provider: str, status: int, kind: str, connect: Connect, waits: list[float]) -> None:
    bad = error(provider, status, kind)
    with loopback(bad, bad, calling(provider)) as server:
        reply = connect(provider, server).complete(REQUEST, 100)
    assert (reply.stop, reply.retries, waits) == ("call", 2, [1, 2])


@pytest.mark.parametrize("provider", PROVIDERS)
def test_retry_after_is_kept(provider: str, connect: Connect, waits: list[float]) -> None:
    date = email.utils.format_datetime(email.utils.datetime.datetime.now(email.utils.datetime.timezone.utc))
    answers = [
        error(provider, 429, "rate_limit_error", retry_after="7"),
        error(provider, 429, "rate_limit_error", retry_after_ms="250"),
        error(provider, 429, "rate_limit_error", retry_after=date.replace("+0000", "GMT")),
    ]
    with loopback(*answers, calling(provider)) as server:
        assert connect(provider, server).complete(REQUEST, 100).retries == 3
    assert waits == [7, 0.25, 0]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_server_that_wants_too_much_patience_is_given_up(provider: str, connect: Connect, waits: list[float]) -> None:
    with (
        loopback(error(provider, 429, "rate_limit_error", retry_after="3600")) as server,
        pytest.raises(ModelError),
    ):
        connect(provider, server).complete(REQUEST, 10_000)
    assert len(server.requests) == 1 and not waits


@pytest.mark.parametrize("provider", PROVIDERS)
def test_patience_ends(provider: str, connect: Connect) -> None:
    with (
        loopback(error(provider, 503, "api_error")) as server,
        pytest.raises(ModelError, match="cannot be reached") as e,
    ):
        connect(provider, server).complete(REQUEST, 10_000)
    assert len(server.requests) == retry.ATTEMPTS and f"({retry.ATTEMPTS} tries)" in e.value.cause


@pytest.mark.parametrize("provider", PROVIDERS)
def test_no_wait_goes_past_the_time_that_is_left(provider: str, connect: Connect, waits: list[float]) -> None:
    with loopback(error(provider, 429, "rate_limit_error", retry_after="30")) as server, pytest.raises(ModelError):
        connect(provider, server).complete(REQUEST, 20)
    assert not waits


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_other_refusals_are_not_repeated(provider: str, status: int, connect: Connect) -> None:
    with (
        loopback(error(provider, status, "invalid_request_error", f"the key {SECRET} is bad")) as server,
        pytest.raises(ModelSettingError) as e,
    ):
        connect(provider, server).complete(REQUEST, 30)
    assert len(server.requests) == 1
    assert SECRET not in e.value.render() and "[secret]" in e.value.render()


def test_an_overload_in_the_middle_of_a_stream(connect: Connect) -> None:
    events = lb.anthropic_message([{"text": "I"}]).events
    assert events is not None
    broken = Answer(events=[*events[:3], ("error", lb.anthropic_error(529, "overloaded_error").body)])
    with loopback(broken, calling("anthropic")) as server:
        reply = connect("anthropic", server).complete(REQUEST, 30)
    assert (reply.stop, reply.retries) == ("call", 1)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("cut", [True, False])
def test_a_stream_without_its_end(provider: str, cut: bool, connect: Connect) -> None:
    events = calling(provider).events
    assert events is not None
    with loopback(Answer(events=events[:3], cut=cut), calling(provider)) as server:
        reply = connect(provider, server).complete(REQUEST, 30)
    assert (reply.stop, reply.retries, reply.arguments) == ("call", 1, ARGUMENTS)


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("after", [0, 2])
def test_a_stalled_socket(provider: str, after: int, connect: Connect) -> None:
    events = calling(provider).events
    stalled = Answer(events=events, stall=30, stall_after=after)
    start = time.monotonic()
    with loopback(stalled, calling(provider)) as server:
        reply = connect(provider, server, read_seconds=0.3).complete(REQUEST, 30)
    assert (reply.stop, reply.retries) == ("call", 1) and time.monotonic() - start < 15


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_dripping_stream_ends_with_the_time(provider: str, connect: Connect) -> None:
    events = calling(provider).events
    with loopback(Answer(events=events, stall=0.4, stall_after=0)) as server, pytest.raises(ModelError):
        connect(provider, server, read_seconds=5).complete(REQUEST, 1.0)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_server_that_is_not_there(provider: str, connect: Connect, waits: list[float]) -> None:
    with loopback(calling(provider)) as server:
        pass
    with pytest.raises(ModelError):
        connect(provider, server).complete(REQUEST, 1000)
    assert len(waits) == retry.ATTEMPTS - 1


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("raw", [b"data: {{{\n\n", b"<html>hello</html>", b"\xff\xfe\x00", b"event: x\ndata: [1]\n\n"])
def test_malformed_answers_are_no_reply(provider: str, raw: bytes, connect: Connect) -> None:
    kind = {"content-type": "text/event-stream"}
    with loopback(Answer(raw=raw, headers=kind)) as server, pytest.raises(ModelError):
        connect(provider, server).complete(REQUEST, 30)


# --- settings that a model does not take ---


@pytest.mark.parametrize(
    ("provider", "setting"),
    [("openai", "temperature"), ("openai-compatible", "seed"), ("anthropic", "tool_choice")],
)
def test_a_refused_setting_is_left_out_and_told(provider: str, setting: str, connect: Connect) -> None:
    refusal = error(provider, 400, "invalid_request_error", f"Unsupported value: '{setting}' does not support 0")
    with loopback(refusal, calling(provider)) as server:
        used = connect(provider, server)
        assert used.complete(REQUEST, 30).dropped == (setting,)
        assert used.complete(REQUEST, 30).dropped == (setting,)
    assert [setting in r for r in server.requests] == [True, False, False]
    if setting == "temperature":
        assert used.card()["temperature"] is None


def test_the_form_of_json_that_a_server_takes_is_found(connect: Connect) -> None:
    """One schema, written as OpenAI does, as llama.cpp does, or not at all."""
    refusals = [error("openai-compatible", status, "x", "body: response_format: type") for status in (500, 422)]
    with loopback(*refusals, calling("openai-compatible")) as server:
        used = connect("openai-compatible", server)
        assert used.complete(REQUEST, 30).stop == "call"
        assert used.complete(REQUEST, 30).dropped == ("response_format",)
    kinds = [r.get("response_format", {}).get("type") for r in server.requests]
    assert kinds == ["json_schema", "json_object", None, None]
    assert "tool" in server.requests[1]["response_format"]["schema"]["properties"]


def test_the_model_itself_is_never_left_out(connect: Connect) -> None:
    with (
        loopback(error("openai", 400, "invalid_request_error", "no such model, messages, tools")) as server,
        pytest.raises(ModelSettingError),
    ):
        connect("openai", server).complete(REQUEST, 30)
    assert len(server.requests) == 1


# --- names, keys, recorded replies ---


@pytest.mark.parametrize(
    "spec",
    ["", "gpt", "openai", "openai:", "anthropic:", "mistral:m", "openai-compatible:m", "openai-compatible:m@",
     "openai-compatible:@http://x", "openai-compatible:m@ftp://x", "openai-compatible:m@http://u:p@x/v1",
     "openai-compatible:m@http://x/v1?key=1", "builtin:x"],
)  # fmt: skip
def test_names_that_name_nothing(spec: str) -> None:
    with pytest.raises(ModelSettingError):
        model(spec)


@pytest.mark.parametrize("spec", ["anthropic:m", "openai:m"])
def test_a_missing_key_is_told_before_anything_is_sent(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name)
    with pytest.raises(ModelSettingError, match="no key") as e:
        model(spec)
    assert "_API_KEY" in e.value.hint


def test_naming_a_model_imports_no_sdk() -> None:
    code = "import sys; from egvar.llm.spec import model; [model(s) for s in sys.argv[1:]]; "
    code += "print([m for m in ('anthropic', 'openai', 'tenacity') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code, "anthropic:m", "openai:m"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_reply_survives_being_written_down() -> None:
    reply = Reply("call", "tactics", ARGUMENTS, "x", Usage(1, 2), 3, ("temperature",))
    assert Reply.from_dict(json.loads(json.dumps(reply.as_dict()))) == reply


def test_secrets_and_what_looks_like_keys_are_left_out() -> None:
    text = retry.redacted(f"Bearer {SECRET}; sk-other123456 and hunter2!", (SECRET, "hunter2!"))
    assert text == "Bearer [secret]; [secret] and [secret]"
