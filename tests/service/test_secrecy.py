"""Every byte sent to each seat, a spectator and a stranger, held against the table's full log."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.filings.catalogue import filing_ids
from houseway.filings.loader import load
from houseway.histories.event_log import write_log
from houseway.service.client import Cardroom
from houseway.service.tables.wire import Telling, records_for
from houseway.table import records as r
from houseway.table.evening import NAMES, start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.told import Teller
from houseway.table.views import visible
from tests.catalogue import some
from tests.service.oracle import Oracle, words_of_cards
from tests.service.playing import Player
from tests.service.running import Running, eventually, run, serving

_NO_FILE = ("hidden-cards", "no-round-file")


async def _listen_in(
    running: Running, filing: str, rounds: int, seed: int
) -> tuple[int, list[str]]:
    """Play rounds with two people, bots, a spectator and a stranger; what leaked."""
    house = running.house()
    table = (await house.open_table(filing, **_usual(filing), bots=3))["id"]
    people = [await running.guest(f"{name} {seed}") for name in ("Ann", "Bob", "Cyd")]
    seats = [await one.table(table, keep=True) for one in people]
    stranger = await Cardroom(running.address).table(table, keep=True)
    source = random.Random(seed)
    for place, seat in enumerate(seats[:2], 1):
        await seat.do("sit", seat=place)
    players = [Player(seat, source) for seat in seats[:2]]
    looking = asyncio.create_task(_look_in(running, table))
    await asyncio.gather(*(player.play(rounds) for player in players))
    looking.cancel()
    room = running.parts.lobby.rooms[table]
    for seat in seats[:2]:
        await seat.do("leave")
    await house.request("POST", f"/api/tables/{table}/close")
    await eventually(lambda: room.table.state.closed)
    told = [list(seat.heard) for seat in (*seats, stranger)]
    oracle = Oracle(await asyncio.to_thread(running.parts.store.lines, table))
    names = [seat.you for seat in seats]
    found: list[str] = []
    heard = 0
    for name, texts in zip([*names, None], told, strict=True):
        heard += sum(map(len, texts))
        # Before somebody sat down, and for spectators, only hands that are over.
        found += oracle.all_leaks(name, texts, live=name in names[:2])
    for text in await looking:
        found += [f"cards in the lobby: {text}"] if set(oracle.tokens(json.loads(text))) else []
    for viewer, name in zip([*people, Cardroom(running.address)], [*names, None], strict=True):
        found += await _read_back(viewer, name, table, oracle)
    for one in (*seats, stranger):
        await one.close()
    return heard, found


async def _look_in(running: Running, table: str) -> list[str]:
    """What the lobby says of a table, as long as hands are played there."""
    heard: list[str] = []
    stranger = Cardroom(running.address)
    with suppress(asyncio.CancelledError):
        while True:
            heard.append(json.dumps(await stranger.request("GET", f"/api/tables/{table}")))
            heard.append(json.dumps(await stranger.tables()))
            await asyncio.sleep(1)
    return heard


def _usual(filing: str) -> dict[str, Any]:
    setup = usual_setup(load(filing))
    return {"schedule": list(setup.schedule), "stakes": dict(setup.stakes)}


async def _read_back(viewer: Cardroom, name: str | None, table: str, oracle: Oracle) -> list[str]:
    """History, log and files, as the same person gets them afterwards."""
    found: list[str] = []
    lines = await viewer.request("GET", f"/api/tables/{table}/history", limit=3)
    for line in lines:
        number, last = line["round"], line["last"]
        answer = await viewer.round(table, number)
        message = {"number": last, "from": line["first"], "records": answer["records"]}
        found += oracle.leaks(name, json.dumps(message), live=True)
        for how in ("file", "dispute"):
            try:
                file = await viewer.request("GET", f"/api/tables/{table}/rounds/{number}/{how}")
            except Refused as refusal:
                found += [] if refusal.code in _NO_FILE else [str(refusal)]
                continue
            hand = oracle.hand_at(last)
            assert hand is not None
            if oracle.tiles:
                continue
            strange = set(oracle.tokens(file)) - hand.known(name, last)
            found += [f"{name}: {sorted(strange)} in the {how} of round {number}"] * bool(strange)
    log = await viewer.request("GET", f"/api/tables/{table}/log", rounds=3)
    for text in log.splitlines()[1:]:
        record = json.loads(text)
        message = {"number": 10**9, "from": 0, "records": [record]}
        found += oracle.leaks(name, json.dumps(message), live=True)
    return found


@pytest.mark.parametrize("filing", some(filing_ids()))
def test_nobody_is_told_what_they_may_not_know(filing: str, standing: Running) -> None:
    async def test() -> None:
        heard, found = await _listen_in(standing, filing, rounds=2, seed=len(filing))
        assert not found, found[:5]
        assert heard > 5_000

    run(test())


@pytest.mark.long
@pytest.mark.parametrize("filing", filing_ids())
def test_nobody_is_told_over_many_rounds(filing: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            for seed in range(4):
                heard, found = await _listen_in(running, filing, rounds=250, seed=seed)
                assert not found, found[:5]
                assert heard > 250_000

    run(test())


def _commands(entries: list[r.Entry]) -> Iterator[list[r.Entry]]:
    command: list[r.Entry] = []
    for entry in entries:
        command.append(entry)
        if not entry.more:
            yield command
            command = []


def _told_to_all(filing: str, rounds: int, seed: int) -> tuple[int, list[str]]:
    """Every record of an evening as each seat and a stranger gets it; settlements heard, leaks."""
    journal = MemoryJournal()
    game = load(filing)
    evening = start_evening(usual_setup(game), journal, random.Random(seed), seats=4)
    for _ in evening.play(rounds):
        pass
    teller = Teller(game)
    oracle = Oracle(write_log(journal.entries))
    found: list[str] = []
    last, settled = journal.entries[-1].number, 0
    for viewer in (*NAMES[:4], None):
        for command in _commands(journal.entries):
            records = records_for(command, viewer, teller)
            settled += sum("settled" in record["kind"] for record in records)
            told = {"from": 0, "number": command[-1].number, "records": records}
            found += oracle.leaks(viewer, json.dumps(told), live=True)
        live = Telling(journal.entries, teller).to(viewer)
        told = {"from": 0, "number": last, "records": json.loads(live)}
        found += oracle.leaks(viewer, json.dumps(told), live=True)
    return settled, found


@pytest.mark.parametrize("filing", some(filing_ids()))
def test_no_word_tells_of_cards_that_were_not_shown(filing: str) -> None:
    settled, found = _told_to_all(filing, rounds=10, seed=3)
    assert not found, found[:5]
    assert settled == 5 * 10


@pytest.mark.long
@pytest.mark.parametrize("filing", filing_ids())
def test_no_word_tells_of_cards_over_many_rounds(filing: str) -> None:
    for seed in range(5):
        settled, found = _told_to_all(filing, rounds=200, seed=seed)
        assert not found, found[:5]
        assert settled == 5 * 200


ULTIMATE = [filing for filing in filing_ids() if "ultimate" in filing]


@pytest.mark.parametrize("filing", ULTIMATE)
def test_a_folded_hand_with_a_bonus_bet_is_described_to_its_owner_and_in_the_log(
    filing: str,
) -> None:
    """Trips and bad beat stay alive after a fold; the cards go back face down."""
    journal = MemoryJournal()
    evening = start_evening(usual_setup(load(filing)), journal, random.Random(1), seats=4)
    for _ in evening.play(60):
        pass
    owner: dict[int, str] = {}
    seen = 0
    for entry in journal.entries:
        record = entry.record
        if isinstance(record, r.NoMoreBets):
            owner = {seat.number: seat.player for seat in record.layout.seats}
        if not isinstance(record, r.Settled) or not record.unshown:
            continue
        for place, line in enumerate(record.lines):
            if str(line.seat) not in record.unshown or line.because == "folded":
                continue
            seen += 1
            assert words_of_cards(line.because)  # the log has all
            for viewer in (*NAMES[:4], None):
                told = visible(entry, viewer)
                assert told is not None
                assert isinstance(told.record, r.Settled)
                words = told.record.lines[place].because
                mine = viewer == owner[line.seat]
                assert words == (line.because if mine else "the hand was not shown")
                assert told.record.lines[place]._replace(because="") == line._replace(because="")
    assert seen > 5


def test_the_oracle_reads_words() -> None:
    """The check can fail: a folded hand described, a word called before its card is seen."""
    lines = [
        {"n": 0, "kind": "opened", "hash": "a" * 64},
        {"n": 1, "kind": "sat", "name": "Ann", "seat": 1, "hash": "b" * 64},
        {"n": 2, "kind": "bank_taken", "name": "Bob", "seat": 2, "hash": "c" * 64},
        {"n": 3, "kind": "no_more_bets", "hash": "d" * 64, "round": 1,
         "layout": {"bank": 2, "seats": [{"seat": 1, "player": "Ann"}]}},
        {"n": 4, "kind": "happened", "hash": "e" * 64,
         "event": {"did": "dealt", "place": 1, "cards": "Ah Qd", "private_to": [1]}},
        {"n": 5, "kind": "happened", "hash": "f" * 64,
         "event": {"did": "dealt", "place": "bank", "cards": "Kc 7c"}},
        {"n": 6, "kind": "settled", "round": 1, "hash": "0" * 64},
    ]  # fmt: skip
    oracle = Oracle(map(json.dumps, lines))

    def leaks(viewer: str | None, **record: Any) -> list[str]:
        message = {"from": 6, "number": 6, "records": [{"n": 6, **record}]}
        return list(oracle.leaks(viewer, json.dumps(message), live=True))

    for words in ("Ace high, queen", "Pair of kings: not on the pay table", "a flush", "21"):
        line = {"bettor": "1", "because": words}
        told = f"  seat 1: pair plus $5 loses $5: {words} [Pay tables, pair plus]"
        assert leaks("Bob", kind="settled", lines=[line])
        assert leaks("Bob", kind="settled", told=[told])
        assert leaks(None, kind="settled", lines=[line])
        assert leaks("Bob", kind="hand_settled", awards=[{"seat": 1, "hand": words}])
        other = {"first": 1, "second": 3, "because": words}
        assert leaks("Bob", kind="points_settled", points=[other])
        assert leaks("Bob", kind="settled", house_way={"1": words})
        assert not leaks("Ann", kind="settled", lines=[line], told=[told])
    line = {"bettor": "1", "because": "the hand was not shown"}
    plain = "  seat 1: pair plus $5 loses $5: folded [Pay tables, pair plus]"
    assert not leaks("Bob", kind="settled", lines=[line], told=[plain])
    assert leaks("Bob", kind="settled", warnings=["the reading decided"])
    assert leaks("Ann", kind="settled", unshown={})
    assert leaks("Bob", kind="round_voided", reason="two queens lay there")
    assert leaks(None, kind="round_voided", told=["The hand is void: a heart was boxed"])
    assert not leaks("Bob", kind="round_voided", reason="a king of clubs was boxed")
    assert not leaks("Ann", kind="round_voided", reason="a queen of hearts was boxed")


def test_the_oracle_finds_a_card_that_was_shown_to_the_wrong_person() -> None:
    """The check can fail: the same log, one message that gives a folded card away."""
    lines = [
        {"n": 0, "kind": "opened", "hash": "a" * 64},
        {"n": 1, "kind": "sat", "name": "Ann", "seat": 1, "hash": "b" * 64},
        {"n": 2, "kind": "bank_taken", "name": "Bob", "seat": 2, "hash": "c" * 64},
        {"n": 3, "kind": "no_more_bets", "hash": "d" * 64, "round": 1,
         "layout": {"bank": 2, "seats": [{"seat": 1, "player": "Ann"}]}},
        {"n": 4, "kind": "shuffled", "order": "Ah Kd 7c 2s 3s 4s 5s 6s 8s 9s", "hash": "e" * 64},
        {"n": 5, "kind": "happened", "hash": "f" * 64,
         "event": {"did": "dealt", "place": 1, "cards": "Ah Kd", "private_to": [1]}},
    ]  # fmt: skip
    oracle = Oracle(map(json.dumps, lines))
    told = {"n": 5, "kind": "happened", "event": {"did": "dealt", "place": 1, "cards": "Ah Kd"}}
    push = json.dumps({"from": 5, "number": 5, "records": [told]})
    assert not list(oracle.leaks("Ann", push, live=True))
    assert list(oracle.leaks("Bob", push, live=True))
    assert list(oracle.leaks(None, push, live=False))
    early = json.dumps({"from": 4, "number": 4, "records": [told]})
    assert list(oracle.leaks("Ann", early, live=True)), "before it was dealt nobody knows it"
    seal = json.dumps({"now": {"phase": "f" * 64}})
    assert list(oracle.leaks("Ann", seal, live=True))
    assert list(oracle.leaks("Ann", json.dumps({"now": {"next": "7c"}}), live=True))
    refusal = json.dumps({"re": "1", "error": {"message": "seat 1 holds Ah"}})
    assert list(oracle.leaks("Bob", refusal, live=True, at=5))
    assert not list(oracle.leaks("Ann", refusal, live=True, at=5))
    ask = json.dumps({"from": 5, "number": 5, "records": [], "asks": [{"seat": 1, "cards": ""}]})
    assert list(oracle.leaks("Bob", ask, live=True))
    assert not list(oracle.leaks("Ann", ask, live=True))
    chose = {"did": "chose", "seat": 1, "kind": "draw", "move": "stand pat", "secret": True}
    secret = json.dumps({"from": 6, "number": 6, "records": [{"n": 6, "kind": "happened",
                                                              "event": chose}]})  # fmt: skip
    assert list(oracle.leaks("Bob", secret, live=True))
    assert not list(oracle.leaks("Ann", secret, live=True))
