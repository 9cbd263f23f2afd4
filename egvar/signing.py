"""Ed25519 keys in files, and signatures with them.

May import: the standard library, cryptography, `egvar.errors`. Imported by trusted packages.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from egvar.errors import SigningKeyError
from egvar.files import MAX_SMALL, read_text, read_whole

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def new_key(path: Path) -> str:
    """Writes a new private key (PEM, readable by its owner only) and returns the public key in hexadecimal.

    Raises SigningKeyError if the file exists or cannot be written.
    """
    from cryptography.hazmat.primitives import serialization as s
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    data = key.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption())
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as e:
        raise SigningKeyError(f"{path} cannot be written", cause=e.strerror or str(e)) from e
    with os.fdopen(fd, "wb") as out:
        out.write(data)
    return public_of(key)


def load_private(path: Path) -> Ed25519PrivateKey:
    """The private key in a PEM file. Raises SigningKeyError."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(read_whole(path, MAX_SMALL), None)
    except (OSError, ValueError, TypeError) as e:
        raise SigningKeyError(f"{path} is not a private key", cause=str(e), hint="egvar keys new FILE makes one") from e
    if not isinstance(key, Ed25519PrivateKey):
        raise SigningKeyError(f"{path} is not an Ed25519 key", hint="egvar keys new FILE makes one")
    return key


def public_of(key: Ed25519PrivateKey) -> str:
    """The public key in hexadecimal."""
    return key.public_key().public_bytes_raw().hex()


def signed(key: str, signature: bytes, message: bytes) -> bool:
    """Whether `signature` is the one of the public key `key` (hexadecimal) over `message`."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def trusted_keys(path: Path) -> dict[str, str]:
    """Public key to name, from `{"keys": [{"name": …, "key": …}]}`, or one key in hexadecimal or PEM.

    Raises SigningKeyError.
    """
    try:
        text = read_text(path).strip()
        if text.startswith("{"):
            return {_hex(str(k["key"])): str(k["name"]) for k in json.loads(text)["keys"]}
        return {_hex(_of_pem(text) if text.startswith("-----") else text): path.stem}
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as e:
        raise SigningKeyError(
            f"{path} is not a list of trusted keys", cause=str(e), hint='{"keys": [{"name": "me", "key": "<hex>"}]}'
        ) from e


def asked_keys(said: str) -> dict[str, str]:
    """Public key to name, from a public key in hexadecimal, or from a file as `trusted_keys` takes it. Raises
    SigningKeyError."""
    if re.fullmatch(r"[0-9A-Fa-f]{64}", said) and not Path(said).exists():
        return {said.lower(): "the key that was asked for"}
    return trusted_keys(Path(said))


def _hex(text: str) -> str:
    if len(bytes.fromhex(text)) != 32:
        raise ValueError("an Ed25519 public key has 32 bytes")
    return text.lower()


def _of_pem(text: str) -> str:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    key = load_pem_public_key(text.encode())
    if not isinstance(key, Ed25519PublicKey):
        raise ValueError("not an Ed25519 public key")
    return key.public_bytes_raw().hex()
