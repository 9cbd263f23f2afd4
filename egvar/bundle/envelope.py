"""The signature of a bundle: `verdict.dsse.json`, a DSSE envelope around the bytes of `verdict.json`.

May import: the standard library, `egvar.errors`, `egvar.signing`.

`verdict.json` is the in-toto statement itself and stays readable; the envelope repeats its bytes as the payload, as
the DSSE specification wants it, and a signature is over those. So an unsigned bundle and a signed one differ by one
file, and the same input gives the same bytes but for that file.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from egvar.signing import load_private, public_of, signed

NAME = "verdict.dsse.json"
PAYLOAD_TYPE = "application/vnd.in-toto+json"
MAX_SIGNATURES = 16


@dataclass(frozen=True)
class Signer:
    """A key whose signature holds, with its name in the list of trusted keys, if it is there."""

    key: str
    name: str | None


class BadEnvelope(Exception):
    """An envelope that is malformed, is about other bytes, or has a signature that does not hold."""


def encoded(payload: bytes) -> bytes:
    """What is signed: DSSE's pre-authentication encoding."""
    kind = PAYLOAD_TYPE.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def sign(payload: bytes, key_file: Path) -> bytes:
    """The envelope of `payload`, signed. Raises SigningKeyError."""
    key = load_private(key_file)
    signature = base64.b64encode(key.sign(encoded(payload))).decode()
    body = {
        "payload": base64.b64encode(payload).decode(),
        "payloadType": PAYLOAD_TYPE,
        "signatures": [{"keyid": public_of(key), "sig": signature}],
    }
    return (json.dumps(body, sort_keys=True, indent=2) + "\n").encode()


def signers(envelope: bytes, payload: bytes, trusted: Mapping[str, str]) -> list[Signer]:
    """Whose signatures an envelope carries. Raises BadEnvelope unless it is about `payload` and every one holds."""
    try:
        body = json.loads(envelope)
        if set(body) != {"payload", "payloadType", "signatures"} or body["payloadType"] != PAYLOAD_TYPE:
            raise BadEnvelope("it is no in-toto envelope")
        inside = base64.b64decode(body["payload"], validate=True)
        given = [(str(s["keyid"]).lower(), base64.b64decode(s["sig"], validate=True)) for s in body["signatures"]]
        # Made anew from what was decoded: base64 has unused bits and hexadecimal two cases.
        signatures = [{"keyid": k, "sig": base64.b64encode(s).decode()} for k, s in given]
        again = {**body, "payload": base64.b64encode(inside).decode(), "signatures": signatures}
        canonical = (json.dumps(again, sort_keys=True, indent=2) + "\n").encode()
    except (ValueError, KeyError, TypeError, RecursionError) as e:
        raise BadEnvelope("it is malformed") from e
    if canonical != envelope:
        raise BadEnvelope("it is not in its canonical form")
    if inside != payload:
        raise BadEnvelope("it is about another verdict.json")
    if not 1 <= len(given) <= MAX_SIGNATURES:
        raise BadEnvelope("it has no signature, or too many")
    for key, signature in given:
        if not signed(key, signature, encoded(payload)):
            raise BadEnvelope(f"the signature of key {key[:16]} does not hold")
    return [Signer(key, trusted.get(key)) for key, _ in given]
