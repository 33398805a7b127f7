"""The house signs its logs: at the opening, at the end of every hand, at the closing, and every
line of the cage.

A line that is signed carries `signed` before its hash: the name of a key, and its Ed25519
signature over the hash that the line would have without it. That hash stands for everything
before it, so a signature holds for the whole log up to its line; and the line's own hash, and so
the chain, is over the signature too. Logs of 0.1.0 have none.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from houseway.errors import HousewayError
from houseway.reading import read_text
from houseway.table import records as r

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

SIGNED = (
    r.Opened, r.Settled, r.HandSettled, r.PointsSettled, r.RoundVoided, r.Closed,
    r.CageOpened, r.AccountMoved,
)  # fmt: skip

_MARK = ',"signed":{{"key":"{key}","sig":"{sig}"}}'
_SIGNED = re.compile(rb',"signed":\{"key":"([0-9a-f]{16})","sig":"([0-9a-f]{128})"\}\Z')
_KINDS = re.compile(
    rb'\{"n":\d+,(?:"v":\d+,)?"at":"[^"]*",(?:"more":true,)?(?:"author":"(?:[^"\\]|\\.)*",)?"kind":"(?:'
    + b"|".join(kind.kind.encode() for kind in SIGNED)
    + rb')"'
)


class Signer:
    """The house's secret key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.name = key_name(key.public_key())

    def mark(self, seal: str) -> bytes:
        """What a line carries that has this hash without it."""
        return _MARK.format(key=self.name, sig=self._key.sign(_message(seal)).hex()).encode()


class Signature(NamedTuple):
    key: str
    value: bytes


def take_off(body: bytes) -> tuple[bytes, Signature | None]:
    """A line's body without its signature, and that; only lines that are signed may have one."""
    found = _SIGNED.search(body)
    if found is None or not is_signed_kind(body):
        return body, None
    return body[: found.start()], Signature(found[1].decode(), bytes.fromhex(found[2].decode()))


def is_signed_kind(body: bytes) -> bool:
    """Whether a line is of those that the house signs."""
    return _KINDS.match(body) is not None


class Keys:
    """Public keys of a house, present and past, by name."""

    def __init__(self, keys: Mapping[str, Ed25519PublicKey]) -> None:
        self._keys = keys

    def objection(self, signature: Signature, seal: str) -> str:
        """Why a signature does not hold for a hash, or nothing."""
        from cryptography.exceptions import InvalidSignature

        key = self._keys.get(signature.key)
        if key is None:
            known = ", ".join(self._keys)
            return f"it is signed by key {signature.key}, and the keys given are {known}"
        try:
            key.verify(signature.value, _message(seal))
        except InvalidSignature:
            return f"the signature of key {signature.key} does not hold"
        return ""


def _message(seal: str) -> bytes:
    return f"houseway log 1 {seal}".encode()


def key_name(key: Ed25519PublicKey) -> str:
    """The first half of a key's fingerprint."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()[:16]


_PEM = re.compile("-----BEGIN PUBLIC KEY-----.+?-----END PUBLIC KEY-----", re.DOTALL)


def read_keys(path: Path) -> Keys:
    """The public keys of a file: one or more in PEM, as `houseway key` prints them."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    found: dict[str, Ed25519PublicKey] = {}
    for text in _PEM.findall(read_text(path)):
        try:
            key = load_pem_public_key(text.encode())
        except ValueError:
            key = None
        if not isinstance(key, Ed25519PublicKey):
            raise _bad_key(path, "a key in it is none of Ed25519")
        found[key_name(key)] = key
    if not found:
        raise _bad_key(path, "there is no public key in it")
    return Keys(found)


def _bad_key(path: Path, why: str) -> HousewayError:
    said = f"{why}; give the file that `houseway key` writes"
    return HousewayError("bad-key", said, where=str(path))
