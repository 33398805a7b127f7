"""Signed logs: what a signature covers, who can have made it, and what its absence means."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from houseway.errors import HousewayError
from houseway.histories.event_log import START, seal_of, write_log
from houseway.histories.findings import Verified
from houseway.histories.signing import Signer, read_keys
from houseway.histories.verify import verify
from tests.table.test_commitment import play

HOLDEM = "500-club/texas-holdem"
CLUB = "casino-club/three-card-poker-6-card-bonus"
KEY = Ed25519PrivateKey.from_private_bytes(b"\5" * 32)
OTHER = Ed25519PrivateKey.from_private_bytes(b"\6" * 32)


@cache
def lines(filing: str = HOLDEM) -> tuple[str, ...]:
    return tuple(write_log(play(filing, 2), Signer(KEY)))


def pem(*keys: Ed25519PrivateKey) -> bytes:
    return b"".join(
        key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        for key in keys
    )


def check(tmp_path: Path, log: list[str] | tuple[str, ...], *keys: Ed25519PrivateKey) -> Verified:
    path, key = tmp_path / "log", tmp_path / "key.pub"
    path.write_text("".join(line + "\n" for line in log), encoding="utf-8")
    key.write_bytes(pem(*keys))
    return verify(path, keys=key if keys else None)


def resealed(log: list[dict[str, Any]]) -> list[str]:
    before, made = START, []
    for record in log:
        plain = {key: value for key, value in record.items() if key != "hash"}
        body = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))[:-1]
        before = seal_of(before, body.encode())
        made.append(f'{body},"hash":"{before}"}}')
    return made


def parsed(filing: str = HOLDEM) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines(filing)]


@pytest.mark.parametrize("filing", [HOLDEM, CLUB, "500-club/face-up-chinese-poker"])
def test_a_signed_log_is_verified_by_its_key(filing: str, tmp_path: Path) -> None:
    found = check(tmp_path, lines(filing), KEY)
    assert (found.status, found.signatures) == ("verified", "good"), found.findings
    assert found.signed_to == found.lines
    assert found.signed == 1 + 2 + 1  # the opening, two hands, the closing


def test_without_a_key_the_chain_is_verified_and_the_signatures_said_to_be_unchecked(
    tmp_path: Path,
) -> None:
    found = check(tmp_path, lines())
    assert (found.status, found.signatures) == ("verified", "unchecked")
    assert any("not checked" in note for note in found.notes)
    assert found.as_json()["signatures"] == "unchecked"


def test_a_signature_made_by_hand_as_it_is_documented(tmp_path: Path) -> None:
    """Ed25519 over `houseway log 1 ` and the hash that the line has without its signature."""
    first = lines()[0]
    at = first.index(',"signed"')
    plain = seal_of(START, first[:at].encode())
    mark = json.loads(first)["signed"]
    public: Ed25519PublicKey = KEY.public_key()
    public.verify(bytes.fromhex(mark["sig"]), f"houseway log 1 {plain}".encode())
    assert check(tmp_path, lines(), KEY).ok


def test_a_log_sealed_anew_is_found_by_its_signatures(tmp_path: Path) -> None:
    log = parsed()
    log[0]["setup"]["seconds_to_act"] = 31  # which verify alone cannot know
    assert check(tmp_path, resealed(log)).status == "verified"
    found = check(tmp_path, resealed(log), KEY)
    assert (found.status, found.signatures) == ("forged", "bad")
    assert (found.findings[0].code, found.findings[0].line) == ("signature", 1)


def test_signatures_taken_off_behind_a_change_are_missed(tmp_path: Path) -> None:
    log = parsed()
    for record in log[len(log) // 2 :]:
        record.pop("signed", None)
    found = check(tmp_path, resealed(log), KEY)
    assert found.status == "forged"
    assert "missing" in found.findings[0].message
    assert check(tmp_path, resealed(log)).status == "forged"  # without a key too


def test_a_log_without_any_signature_is_called_unsigned_and_not_verified(tmp_path: Path) -> None:
    plain = tuple(write_log(play(HOLDEM, 1)))
    found = check(tmp_path, plain, KEY)
    assert (found.status, found.ok, found.signatures) == ("unsigned", False, "none")
    assert check(tmp_path, plain).status == "verified"


def test_a_log_that_begins_to_be_signed_later_is_covered_from_its_beginning(
    tmp_path: Path,
) -> None:
    """A table or a cage begun by an earlier version: the first signature covers what is before."""
    entries = play(HOLDEM, 2)
    early = list(write_log(entries[:20]))
    before = json.loads(early[-1])["hash"]
    late = []
    from houseway.histories.event_log import write_line

    for entry in entries[20:]:
        line, before = write_line(entry, before, Signer(KEY))
        late.append(line.decode())
    assert check(tmp_path, early + late, KEY).status == "verified"


def test_another_key_signs_nothing_of_this_house(tmp_path: Path) -> None:
    found = check(tmp_path, lines(), OTHER)
    assert found.status == "forged"
    assert Signer(KEY).name in found.findings[0].message


def test_old_keys_stay_good_for_old_logs(tmp_path: Path) -> None:
    assert check(tmp_path, lines(), OTHER, KEY).status == "verified"


def test_a_signature_where_none_belongs_is_a_strange_key(tmp_path: Path) -> None:
    log = parsed()
    place = next(n for n, one in enumerate(log) if one["kind"] == "sat")
    log[place]["signed"] = log[0]["signed"]
    assert check(tmp_path, resealed(log)).status == "forged"


def test_a_cut_log_is_unfinished_however_it_is_signed(tmp_path: Path) -> None:
    assert check(tmp_path, lines()[:-3], KEY).status == "unfinished"


@pytest.mark.parametrize(
    "text", ["", "no key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"]
)
def test_a_file_without_a_key_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "key.pub"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HousewayError) as caught:
        read_keys(path)
    assert caught.value.code == "bad-key"
