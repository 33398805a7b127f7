"""Checking a log: a tampered line is found and named; the rounds are played again."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from houseway.filings.loader import load
from houseway.histories.event_log import START, EventLog, read_log, seal_of
from houseway.histories.verify import verify
from houseway.table.evening import start_evening, usual_setup
from houseway.table.records import write_entry

FILINGS = (
    "casino-club/pure-21.5-blackjack",
    "500-club/texas-holdem",
    "500-club/face-up-chinese-poker",
)


@pytest.fixture(scope="module", params=FILINGS)
def log(request: Any, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a closed log of a few rounds."""
    path = tmp_path_factory.mktemp("log") / "log"
    with EventLog(path, durable=False) as written:
        game = load(request.param)
        evening = start_evening(usual_setup(game), written, random.Random(6), seats=3)
        for _ in evening.play(8):
            pass
        evening.table.close()
    return path.read_bytes()


def check(tmp_path: Path, lines: list[bytes]) -> Any:
    path = tmp_path / "tampered"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return verify(path)


def test_an_honest_log_is_found_whole(log: bytes, tmp_path: Path) -> None:
    found = check(tmp_path, log.splitlines())
    assert found.ok
    assert found.replayed
    assert found.closed
    assert found.rounds == 8
    assert found.seal == json.loads(log.splitlines()[-1])["hash"]
    assert found.as_json()["ok"] is True
    assert found.status == found.as_json()["status"] == "verified"


def test_each_kind_of_tampering_has_its_name(log: bytes, tmp_path: Path) -> None:
    lines = log.splitlines()
    other = lines[12].replace(b'"n":12', b'"n":12 ')
    for after, code, line in (
        ([*lines[:12], other, *lines[13:]], "changed", 13),
        ([*lines[:12], *lines[13:]], "dropped", 13),
        ([*lines[:12], lines[5], *lines[12:]], "added", 13),
        ([*lines[:12], b"{}", *lines[12:]], "added", 13),
        ([*lines[:12], lines[14], lines[13], lines[12], *lines[15:]], "reordered", 13),
        (lines[:-1], "dropped", len(lines)),
    ):
        found = check(tmp_path, after)
        assert (found.findings[0].code, found.findings[0].line) == (code, line)


def test_several_dropped_lines_and_a_cut_end(log: bytes, tmp_path: Path) -> None:
    lines = log.splitlines()
    found = check(tmp_path, lines[:10] + lines[14:])
    assert (found.findings[0].code, found.findings[0].line) == ("dropped", 11)
    found = check(tmp_path, lines[:20])
    assert not found.ok
    assert found.findings[0].line == 21
    found = check(tmp_path, [])
    assert found.findings[0].code == "empty"


def test_a_running_table_has_no_last_line_yet(log: bytes, tmp_path: Path) -> None:
    path = tmp_path / "running"
    path.write_bytes(b"".join(line + b"\n" for line in log.splitlines()[:-1]) + b'{"n":')
    assert verify(path, running=True).ok
    codes = {finding.code for finding in verify(path).findings}
    assert codes == {"torn", "dropped"}  # everybody's cashing out and the closing are one command


# A forger who seals every line anew is caught by the rules.


def forge(log: bytes, tmp_path: Path, change: Any) -> Any:
    """Change entries and seal the whole log again."""
    before, lines = START, []
    for line in log.splitlines():
        written = json.loads(line)
        del written["hash"]
        change(written)
        body = json.dumps(written, ensure_ascii=False, separators=(",", ":"))[:-1].encode()
        before = seal_of(before, body)
        lines.append(body + f',"hash":"{before}"}}'.encode())
    return check(tmp_path, lines)


def test_forging_without_a_change_is_no_forgery(log: bytes, tmp_path: Path) -> None:
    assert forge(log, tmp_path, lambda _: None).ok


def test_a_forged_settlement_does_not_replay(log: bytes, tmp_path: Path) -> None:
    def change(written: dict[str, Any]) -> None:
        kind = written["kind"]
        if kind == "settled" and written["round"] == 3:
            written["net"] = dict.fromkeys(written["net"], "0.00")
        elif kind in ("hand_settled", "points_settled") and written["round"] == 3:
            written["stacks"] = written["stacks"][::-1]
            written["stacks"][0] = "1.00"

    found = forge(log, tmp_path, change)
    assert found.findings[0].code == "replay"
    assert "and should be" in found.findings[0].message


def test_a_forged_card_does_not_replay(log: bytes, tmp_path: Path) -> None:
    seen: list[Any] = []

    def change(written: dict[str, Any]) -> None:
        event = written.get("event", {})
        if event.get("did") == "dealt" and not seen:
            seen.append(event)
            event["cards"] = "2c" if event["cards"] != "2c" else "3c"

    found = forge(log, tmp_path, change)
    assert found.findings[0].code == "replay"


def test_chips_out_of_nowhere_are_found(log: bytes, tmp_path: Path) -> None:
    seen: list[Any] = []

    def change(written: dict[str, Any]) -> None:
        if written["kind"] == "cashed_out" and not seen:
            seen.append(written)
            written["amount"] = written["moves"][0][2] = "99999.00"

    found = forge(log, tmp_path, change)
    assert found.findings[0].code == "replay"
    assert 'amount is "99999.00" and should be' in found.findings[0].message


def test_another_version_cannot_be_replayed_and_says_so(log: bytes, tmp_path: Path) -> None:
    def other_program(written: dict[str, Any]) -> None:
        if written["kind"] == "opened":
            written["version"] = "0.0.1"

    found = forge(log, tmp_path, other_program)
    assert (found.ok, found.replayed, found.status) == (False, False, "not-replayed")
    assert "version 0.0.1" in found.notes[0]


def test_a_hash_whose_rules_nobody_has_is_said_and_not_replayed(log: bytes, tmp_path: Path) -> None:
    """As logs of version 2 of the format were, with a filing that was not one of ours."""

    def hash_only(written: dict[str, Any]) -> None:
        written["v"] = 2
        if written["kind"] == "opened":
            del written["rules"]

    found = forge(log, tmp_path, hash_only)
    assert not found.findings  # the chain is whole, and that is all that can be said
    assert found.status == found.as_json()["status"] == "not-replayed"
    assert not found.ok
    assert not found.replayed
    assert "have changed" in found.notes[0]


def test_a_log_that_carries_another_filing_than_it_names_is_found(
    log: bytes, tmp_path: Path
) -> None:
    def no_filing(written: dict[str, Any]) -> None:
        if written["kind"] == "opened":
            written["setup"]["filing"] = "nowhere/nothing"

    found = forge(log, tmp_path, no_filing)
    assert found.status == "forged"
    assert "is not the one its hash pins" in found.findings[0].message


def test_a_bank_out_of_turn_is_found(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with EventLog(path, durable=False) as written:
        game = load("casino-club/three-card-poker-6-card-bonus")
        evening = start_evening(usual_setup(game), written, random.Random(6), seats=3)
        for _ in evening.play(4):
            pass
        evening.table.close()

    def change(written: dict[str, Any]) -> None:
        if written["kind"] == "bank_offered" and written["turn"] == 2:
            written["turn"] = 1

    found = forge(path.read_bytes(), tmp_path, change)
    assert found.findings[0].code == "replay"
    assert "turn is 1 and should be 2" in found.findings[0].message


@pytest.mark.parametrize("filing", ["casino-club/pure-21.5-blackjack", "500-club/texas-holdem"])
def test_a_void_hand_that_keeps_a_chip_is_found(filing: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    with EventLog(path, durable=False) as written:
        setup = usual_setup(load(filing))
        evening: Any = start_evening(setup, written, random.Random(6), seats=3)
        while evening.table.state.phase != "play":
            for _ in evening.step():
                pass
        evening.table.void("misdeal")
        evening.table.close()
    assert verify(path).ok

    def change(written: dict[str, Any]) -> None:
        if written["kind"] == "round_voided":
            written["moves"][0][0] = "cage"

    found = forge(path.read_bytes(), tmp_path, change)
    assert found.findings[0].code == "replay"
    assert "void" in found.findings[0].message


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("name", "Cleo", "behind a seat without a wager|by is"),
        ("wagers", {"ante": "5000.00"}, "outside the limits"),
        ("moves", [], r"moves is \[\] and should be"),
    ],
)
def test_a_wager_with_somebody_elses_chips_is_found(
    key: str, value: Any, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "log"
    with EventLog(path, durable=False) as written:
        game = load("casino-club/three-card-poker-6-card-bonus")
        evening = start_evening(usual_setup(game), written, random.Random(6), seats=3)
        for _ in evening.play(2):
            pass
        evening.table.close()
    seen: list[Any] = []

    def change(written: dict[str, Any]) -> None:
        if written["kind"] == "wagered" and written["name"] != "Cleo" and not seen:
            seen.append(written)
            written[key] = value

    found = forge(path.read_bytes(), tmp_path, change)
    assert found.findings[0].code == "replay"
    assert re.search(message, found.findings[0].message)


@pytest.mark.parametrize("kind", ["bought_in", "cashed_out"])
def test_chips_that_pass_the_cage_by_are_found(log: bytes, tmp_path: Path, kind: str) -> None:
    seen: list[Any] = []

    def change(written: dict[str, Any]) -> None:
        if written["kind"] == kind and not seen:
            seen.append(written)
            written["amount"] = "1.00"

    found = forge(log, tmp_path, change)
    assert found.findings[0].code == "replay"
    assert re.search("and should be|sits down with", found.findings[0].message)


def test_entries_of_a_verified_log_are_those_that_were_made(log: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(log)
    for line, entry in zip(log.splitlines(), read_log(path), strict=True):
        written = json.loads(line)
        del written["hash"]
        assert json.loads(json.dumps(write_entry(entry))) == written
