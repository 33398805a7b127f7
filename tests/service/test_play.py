"""People at one table over the network: rounds of every family to their settlement."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

from houseway.errors import Refused
from houseway.filings.schema.base import cents
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import parse_round
from houseway.service.client import Cardroom, Seat
from tests.browser.cardroom import Arranged
from tests.service.playing import Player
from tests.service.running import Running, eventually, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
FAMILIES = (
    THREE_CARD,
    "generic/ultimate-texas-holdem",
    "500-club/pure-spanish-21.5",
    "500-club/ez-baccarat",
    "500-club/face-up-pai-gow-poker",
    "napa-valley/double-hand-poker",
    "napa-valley/pai-gow-tiles",
    "500-club/texas-holdem",
    "500-club/crazy-pineapple",
    "500-club/mexican-poker",
    "outlaws/draw-poker-hi-lo",
    "500-club/face-up-chinese-poker",
)


async def _two(running: Running, filing: str) -> tuple[Seat, Seat]:
    ann, bob = await running.guest("Ann"), await running.guest("Bob")
    first = await ann.quick_seat(filing=filing)
    second = await bob.quick_seat(filing=filing)
    assert first.table == second.table, "both are led to the same table"
    return first, second


@pytest.mark.parametrize("filing", FAMILIES)
def test_two_people_play_rounds_to_settlement(filing: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=2) as running:
            ann, bob = await _two(running, filing)
            source = random.Random(5)
            players = [Player(ann, source), Player(bob, source)]
            await asyncio.gather(*(player.play(3) for player in players))
            room = running.parts.lobby.rooms[ann.table]
            room.table.state.ledger.check()
            state = room.table.state
            await eventually(
                lambda: (
                    ann.number == state.count - 1
                    and sum(map(cents, ann.now["accounts"].values())) == -state.ledger["cage"]
                )
            )
            for seat in (ann, bob):
                await seat.do("leave")
                await seat.close()
            # What they brought, less what they lost or with what they won, lies in the accounts.
            for name in ("Ann", "Bob"):
                account = await running.parts.accounts.by_name(name)
                chips = account.chips
                kept = await asyncio.wrap_future(running.parts.store.chips_of(account.id))
                assert kept == chips

    run(test())


def test_a_round_of_two_people_downloaded_is_adjudicated_to_the_same_result(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _two(running, THREE_CARD)
            await ann.until(ann.offered)
            await ann.do("take_bank", wager="300")
            await bob.until(lambda: bob.phase == "wagers")
            await bob.do("wager", wagers={"ante": "10", "pair_plus": "5"})
            await bob.do("ready")
            ask = await bob.next_ask()
            assert ask["kind"] == "play-or-fold"
            await bob.do("answer", ask=ask["id"], move="play")
            await ann.until(ann.settled)
            heard = ann.settled()[0]
            cardroom = await running.guest("Cyd")
            path = f"/api/tables/{ann.table}/rounds/1"
            with pytest.raises(Refused) as refusal:
                await cardroom.request("GET", "/api/tables/nowhere/rounds/1/file")
            assert refusal.value.code == "no-such-table"
            file = await cardroom.request("GET", f"{path}/file")
            settled = adjudicate(parse_round(file)).as_json()
            assert settled["net"] == heard["net"]
            assert [line["because"] for line in settled["lines"]] == [
                line["because"] for line in heard["lines"]
            ]
            history = await cardroom.request("GET", f"/api/tables/{ann.table}/history")
            assert [(line["round"], line["outcome"]) for line in history] == [(1, "settled")]
            await ann.close()
            await bob.close()

    run(test())


def test_a_folded_hand_stays_unseen_in_the_file_too(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _two(running, THREE_CARD)
            await ann.until(ann.offered)
            await ann.do("take_bank", wager="300")
            await bob.until(lambda: bob.phase == "wagers")
            await bob.do("wager", wagers={"ante": "10"})
            await bob.do("ready")
            await bob.next_ask()
            await bob.do("answer", move="fold")
            await ann.until(ann.settled)
            stranger = await running.guest("Cyd")
            with pytest.raises(Refused) as refusal:
                await stranger.request("GET", f"/api/tables/{ann.table}/rounds/1/file")
            assert refusal.value.code == "hidden-cards"
            # Disputed, the hand is there with what each may know, and settles the same.
            path = f"/api/tables/{ann.table}/rounds/1/dispute"
            seen = (await stranger.request("GET", path))["file"]
            assert seen["seat"][0]["cards"] == "?? ?? ??"
            known = Cardroom(running.address, token=bob._token)
            own = (await known.request("GET", path))["file"]
            assert "?" not in own["seat"][0]["cards"]
            for file in (seen, own):
                settled = await stranger.request("POST", "/api/adjudicate", file)
                assert settled["ruling"] == "settled"
                assert settled["net"] == ann.settled()[0]["net"]
            await ann.close()
            await bob.close()

    run(test())


def test_a_lone_newcomer_finds_a_game_and_may_hold_the_bank(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(family="three-card-poker")
            player = Player(seat, random.Random(1), banks=100)
            await player.play(8)
            lines = map(json.loads, running.parts.store.lines(seat.table))
            names = {line["name"] for line in lines if line["kind"] == "bank_taken"}
            assert "Ann" in names
            assert names - {"Ann"}, "bots hold it too"
            tables = await ann.tables()
            assert tables[0]["people"] == 1
            assert tables[0]["bots"] == 3
            await seat.close()

    run(test())


def test_a_person_takes_a_bots_seat_between_hands(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann, bob = await running.guest("Ann"), await running.guest("Bob")
            first = await ann.quick_seat(filing=THREE_CARD)
            await first.until(lambda: first.phase == "wagers" or first.offered())
            room = running.parts.lobby.rooms[first.table]
            taken = next(p.seat for p in room.table.state.patrons.values() if p.bot)
            assert taken is not None
            second = await bob.table(first.table)
            if first.offered():
                await second.do("sit", seat=taken)
                assert room.table.state.seats[taken] == "Bob"
            else:
                with pytest.raises(Refused, match="makes room"):
                    await second.do("sit", seat=taken)
            await first.close()
            await second.close()

    run(test())


def test_spectators_hear_of_a_hand_when_it_is_over(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _two(running, THREE_CARD)
            cyd = await running.guest("Cyd")
            watching = await cyd.table(ann.table, keep=True)
            assert watching.snapshot["spectator"] is True
            await ann.until(ann.offered)
            await ann.do("take_bank", wager="300")
            await bob.until(lambda: bob.phase == "wagers")
            await bob.do("wager", wagers={"ante": "10"})
            await watching.until(lambda: "felt:2" in watching.now["accounts"])
            await bob.do("ready")
            await bob.next_ask()
            before = watching.number
            await watching.until(lambda: '{"running":1}' in watching.heard)
            late = await cyd.table(ann.table)  # comes in the middle of the hand
            assert late.number == before
            assert late.phase == "wagers"
            await late.do("resync")
            assert late.number == before
            await bob.do("answer", move="play")
            await watching.until(watching.settled)
            await late.until(late.settled)
            kinds = [record["kind"] for record in watching.records]
            assert kinds.index("no_more_bets") < kinds.index("happened") < kinds.index("settled")
            for seat in (ann, bob, watching, late):
                await seat.close()

    run(test())


def test_baccarat_has_its_scoreboard(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(filing="napa-valley/ez-baccarat-panda-8")
            await Player(seat, random.Random(2), banks=0).play(5)
            board = seat.scoreboard
            assert board is not None
            assert [one["round"] for one in board["shoe"]][:5] == [1, 2, 3, 4, 5]
            for one in board["shoe"]:
                higher = "player" if one["player"] > one["banker"] else "banker"
                assert one["winner"] == ("tie" if one["player"] == one["banker"] else higher)
            assert board["min"] is not None
            assert board["offers"] == ["dragon_7", "panda_8"]
            await seat.close()

    run(test())


@pytest.mark.parametrize(
    ("filing", "said"),
    [
        # Three card poker of 000 does not mention them, 000:590 permits them.
        (THREE_CARD, "of whom the filing says nothing"),
        ("casino-club/ultimate-texas-holdem", "permitted: "),
    ],
)
def test_a_third_partys_player_is_announced_with_what_the_text_says(
    filing: str, said: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            table = (await running.house().open_table(filing))["id"]
            prop = await (await running.guest("Prop")).table(table)
            eve = await (await running.guest("Eve")).table(table)
            await prop.do("sit", seat=1, buy_in="100", third_party=True)
            heard = await eve.until(lambda: [one for one in eve.records if one["kind"] == "sat"])
            assert said in " ".join(heard[0]["told"])
            for seat in (prop, eve):
                await seat.close()

    run(test())


def test_a_settlement_says_which_other_reading_would_have_changed_it(tmp_path: Path) -> None:
    """table-games 100: as filed a three-card seven of the banker pays, read otherwise it pushes."""

    async def test() -> None:
        cards = ("4c", "2s", "2d", "3h", "2c")  # six against two and three, and a two drawn
        async with serving(tmp_path, bots=0, source=lambda: Arranged(cards)) as running:
            ann, bob = await _two(running, "500-club/ez-baccarat")
            await ann.until(ann.offered)
            await ann.do("take_bank", wager="300")
            await bob.until(bob.can_bet)
            await bob.do("wager", wagers={"banker": "10"})
            await bob.do("ready")
            await bob.until(bob.settled)
            seat, table = str(bob.seat), bob.snapshot["table"]
            assert table["options"] == {}  # chosen at this table, of those the filing leaves open
            assert table["left_open"] == ["natural_ends_drawing", "banker_three_card_seven"]
            assert bob.settled()[0]["net"] == {seat: "10.00", "bank": "-10.00"}
            told = await (await running.guest("Cyd")).request(
                "GET", f"/api/tables/{bob.table}/rounds/1/readings"
            )
            (one,) = told["readings"]
            assert (one["reading"], one["option"]) == ("table-games 100", "banker_three_card_seven")
            assert (one["value"], one["title"]) == ("push", "Banker line on a dragon 7")
            assert one["net"] == {seat: "0.00", "bank": "0.00"}
            await ann.close()
            await bob.close()

    run(test())


def test_who_had_how_much_of_a_pot_is_told_of_hands_that_were_shown(tmp_path: Path) -> None:
    """Kings against queens, both shown: on the turn two of 44 cards are queens."""

    async def test() -> None:
        # One at a time from the seat after the button; a burn before flop, turn and river.
        cards = ("Kc", "Qc", "Kd", "Qd", "2s", "3h", "7d", "9c", "4s", "Jh", "5s", "8d")
        async with serving(tmp_path, bots=0, source=lambda: Arranged(cards)) as running:
            ann, bob = await _two(running, "500-club/texas-holdem")
            while not ann.settled():
                await ann.until(lambda: ann.asks or bob.asks or ann.settled())
                for seat in (ann, bob):
                    if seat.asks:
                        owed = float(seat.asks[0]["facts"]["to_call"])
                        await seat.do("answer", move="call" if owed else "check")
            path = f"/api/tables/{ann.table}/rounds/1/equity"
            told = await (await running.guest("Cyd")).request("GET", path)
            assert [len(step["shares"]) for step in told["steps"]] == [2, 2, 2]
            queens = min(told["steps"][-1]["shares"].values())
            assert queens == round(2 / 44, 4)
            await ann.close()
            await bob.close()

    run(test())
