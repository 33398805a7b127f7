"""The key with which the house signs its logs: made at the first start, kept beside the store.

The secret key is a file for its owner alone. All public keys, those of the past too, stand in a
file beside it: logs are verified by the key they were signed with.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine
from sqlalchemy.engine.url import URL

from houseway.errors import HousewayError
from houseway.folders import write_whole
from houseway.histories.signing import Signer
from houseway.reading import read_text
from houseway.service.settings import data_folder

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def key_file(url: URL) -> Path:
    """Where the secret key of a store is kept."""
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database).with_suffix(".signing-key")
    return data_folder() / "signing-key"


def public_file(path: Path) -> Path:
    return path.with_name(path.name + ".pub")


def open_keys(path: Path, *, rotate: bool = False) -> Signer:
    """The house's key, made where there is none, or anew to `rotate`: the one before is gone, and
    its public half stays."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    if rotate or not path.exists():
        key = Ed25519PrivateKey.generate()
        _write_secret(path, key)
    else:
        try:
            found = load_pem_private_key(read_text(path).encode(), None)
        except (TypeError, ValueError):
            raise _bad_key(path) from None
        if not isinstance(found, Ed25519PrivateKey):
            raise _bad_key(path)
        key = found
    _publish(public_file(path), key)
    return Signer(key)


def public_keys(path: Path) -> str:
    """The public keys of a house, present and past, in PEM."""
    open_keys(path)
    return read_text(public_file(path))


def _bad_key(path: Path) -> HousewayError:
    return HousewayError(
        "bad-key",
        "this is no secret key of Ed25519 in PEM; bring it back, or move it away to have a new "
        "one made",
        where=str(path),
    )


def _write_secret(path: Path, key: Ed25519PrivateKey) -> None:
    from cryptography.hazmat.primitives import serialization as s

    text = key.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption())
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(path, text)


def _publish(path: Path, key: Ed25519PrivateKey) -> None:
    """Add a public key to those of the house, unless it stands there."""
    from cryptography.hazmat.primitives import serialization as s

    text = key.public_key().public_bytes(s.Encoding.PEM, s.PublicFormat.SubjectPublicKeyInfo)
    known = read_text(path) if path.exists() else ""
    if text.decode() not in known:
        fresh = path.with_name(path.name + ".new")
        fresh.write_text(known + text.decode(), encoding="utf-8")
        fresh.replace(path)


# The key belongs to the open store: whatever writes a line there finds it.


def sign_with(engine: Engine, signer: Signer) -> None:
    engine.update_execution_options(houseway_signer=signer)


def signer_of(store: Engine | Connection) -> Signer | None:
    signer: Signer | None = store.get_execution_options().get("houseway_signer")
    return signer
