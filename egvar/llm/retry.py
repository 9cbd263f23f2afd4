"""Sending a request again: which errors deserve it, how long to wait, and when to stop.

May import: the standard library, tenacity, `egvar.errors`, `egvar.llm.model`.

The SDKs' own retries are off, so that every repetition is counted, and no more than these are made.
"""

from __future__ import annotations

import email.utils
import re
import time
from collections.abc import Callable
from typing import Any

from egvar.errors import EgvarError, ModelError, ModelSettingError
from egvar.llm.model import Reply

ATTEMPTS = 5
LONGEST_WAIT = 60.0
"""Seconds. A server that asks for more patience is not waited for."""
RETRYABLE_STATUS = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
RETRYABLE_TYPES = frozenset({"overloaded_error", "rate_limit_error", "api_error", "timeout_error", "server_error"})
SETTING_STATUS = frozenset({400, 401, 403, 404, 405, 413, 422})
sleep: Callable[[float], None] = time.sleep


class Incomplete(Exception):
    """A stream ended before its message did."""


class TooLate(Exception):
    """The time for a reply is over."""


def is_retryable(error: BaseException) -> bool:
    """Whether the same request may well succeed later: time-outs, lost connections, overload, rate limits."""
    if isinstance(error, Incomplete):
        return True
    if isinstance(error, EgvarError | TooLate):
        return False
    if _kind(error) in RETRYABLE_TYPES:
        return True
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return status in RETRYABLE_STATUS
    # Both SDKs wrap what fails before the answer; what fails while it streams comes as the HTTP client's own error.
    names = {c.__name__ for c in type(error).__mro__}
    return bool(names & {"APIConnectionError", "TransportError"})


def _kind(error: BaseException) -> str:
    """The provider's own name of an error, such as `overloaded_error`."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    kind = inner.get("type") if isinstance(inner, dict) else None
    return kind if isinstance(kind, str) else ""


def retry_after(error: BaseException) -> float | None:
    """The seconds that the server asks us to wait, by `retry-after-ms` or `retry-after` (a number or a date)."""
    headers = getattr(getattr(error, "response", None), "headers", None)
    if headers is None:
        return None
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = str(headers.get(name, "")).strip()
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value):
            return float(value) * scale
    try:
        date = email.utils.parsedate_to_datetime(str(headers.get("retry-after")))
        return max(date.timestamp() - time.time(), 0.0)
    except (TypeError, ValueError, OverflowError):
        return None


def repeated(send: Callable[[float], Reply], seconds: float, name: str, secrets: tuple[str, ...]) -> Reply:
    """The reply of `send`, which is given the seconds that are left, sent again where that is worth it.

    Raises ModelError, or ModelSettingError where the request can never succeed as it stands; neither has a secret.
    """
    import tenacity

    deadline = time.monotonic() + seconds

    def wait(state: tenacity.RetryCallState) -> float:
        assert state.outcome is not None
        error = state.outcome.exception()
        asked = retry_after(error) if error is not None else None
        return asked if asked is not None else float(min(2 ** (state.attempt_number - 1), 16))

    def stop(state: tenacity.RetryCallState) -> bool:
        pause = wait(state)
        return state.attempt_number >= ATTEMPTS or pause > LONGEST_WAIT or time.monotonic() + pause >= deadline

    def once() -> Reply:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TooLate
        return send(left)

    retrying = tenacity.Retrying(
        retry=tenacity.retry_if_exception(is_retryable), wait=wait, stop=stop, sleep=lambda s: sleep(s), reraise=True
    )
    try:
        reply = retrying(once)
    except EgvarError:
        raise
    except Exception as e:
        raise _as_error(e, name, retrying.statistics.get("attempt_number", 1), secrets) from None
    tries = int(retrying.statistics.get("attempt_number", 1))
    return Reply(**{**reply.__dict__, "retries": tries - 1})


def _as_error(error: Exception, name: str, tries: int, secrets: tuple[str, ...]) -> EgvarError:
    status = getattr(error, "status_code", None)
    cause = redacted(f"{type(error).__name__}: {error}"[:2000], secrets)
    cause += f" ({tries} tries)" if tries > 1 else ""
    if isinstance(status, int) and status in SETTING_STATUS:
        hint = {
            401: "set the key in the environment (see egvar verify --help)",
            403: "the key has no right to this model",
            404: "name a model that the provider has",
        }.get(status, "")
        return ModelSettingError(f"{name} refuses the request", cause=cause, hint=hint)
    if isinstance(error, TooLate):
        return ModelError(f"{name} did not answer in time")
    return ModelError(f"{name} cannot be reached or answers wrongly", cause=cause)


def redacted(text: str, secrets: tuple[str, ...]) -> str:
    """`text` without any of the secrets, nor anything that looks like a key."""
    for secret in secrets:
        if len(secret) >= 4:
            text = text.replace(secret, "[secret]")
    return re.sub(r"\b(sk|key|xoxb|ghp)-[A-Za-z0-9_*.-]{6,}", "[secret]", text)


def without_refused(parameters: dict[str, Any], optional: frozenset[str], error: Exception) -> str | None:
    """The optional parameter that a refusal names as its reason, so that it is left out; None if it names none sent."""
    if getattr(error, "status_code", None) not in (400, 422, 500):  # llama.cpp's own server says 500
        return None
    text = str(error)
    return next((p for p in sorted(optional, key=len, reverse=True) if p in parameters and p in text), None)
