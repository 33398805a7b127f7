"""Who had a hand and what it brought, whoever sits there when it is told."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from houseway.cards import parse_cards
from houseway.filings.catalogue import index
from houseway.filings.loader import load
from houseway.filings.schema.base import cents
from houseway.rounds.events import Dealt, Shown
from houseway.service.tables.describe import played_for
from houseway.service.tables.whose import WhoseTeller
from houseway.table import records as r
from houseway.table.evening import usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.opening import open_table
from tests.service.playing import Player
from tests.service.running import run, serving

HOLDEM = "500-club/texas-holdem"
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"


def _followed(filing: str, *records: r.Record) -> list[Any]:
    teller = WhoseTeller(load(filing))
    entries = [r.Entry(n, "2025-01-01T18:00:00.000+00:00", one) for n, one in enumerate(records)]
    teller.follow(entries)
    return [teller.more(entry) for entry in entries]


def test_a_hand_belongs_to_who_played_it_not_to_who_sits_there_now() -> None:
    more = _followed(
        HOLDEM,
        r.Sat("Ann", 1),
        r.Sat("Bob", 2, bot=True),
        r.HandStarted(1, 1, (1, 2), (100_00, 100_00)),
        r.HandSettled(1, 5_00, (), (110_00, 85_00), ()),
        r.Left("Bob"),
        r.Sat("Cleo", 2),
    )
    assert more[3]["names"] == {"1": "Ann", "2": "Bob"}
    assert more[3]["bots"] == [2]


def test_net_in_poker_is_what_the_stack_changed_by_so_the_collection_is_in_it() -> None:
    """Ann puts in 15 and takes a pot of 30 less a collection of 5: 110 of 100 is left to her."""
    more = _followed(
        HOLDEM,
        r.Sat("Ann", 1),
        r.Sat("Bob", 2),
        r.HandStarted(1, 1, (1, 2), (100_00, 100_00)),
        r.HandSettled(1, 5_00, (), (110_00, 85_00), ()),
    )
    assert more[3]["net"] == {"1": "10.00", "2": "-15.00"}


def test_the_collection_of_each_bettor_and_of_the_bank_is_told_with_the_settlement() -> None:
    more = _followed(
        THREE_CARD,
        r.Sat("Ann", 1),
        r.FeesTaken(1, "1", 30_00, 2_00, {"1": 1_00}, jackpot={"1": 50}),
        r.Settled(1, None, (), {"1": -10_00, "bank": 10_00}, 0, ()),
    )
    assert more[2]["fees"] == {"bank": "2.00", "1": "1.50"}


def test_what_a_live_table_tells_agrees_with_the_chips(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=2) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(filing=HOLDEM)
            await Player(seat, random.Random(3)).play(1)
            line = await ann.request("GET", f"/api/tables/{seat.table}/history?limit=1")
            told = await ann.request("GET", f"/api/tables/{seat.table}/rounds/{line[0]['round']}")
            (settled,) = (one for one in told["records"] if one["kind"] == "hand_settled")
            assert settled["names"][str(seat.seat)] == "Ann"
            taken = cents(settled["fee"]) + cents(settled.get("jackpot", "0"))
            assert sum(map(cents, settled["net"].values())) == -taken
            await seat.close()

    run(test())


@pytest.mark.parametrize("filing", [line["id"] for line in index()])
def test_every_table_says_what_is_bet_there(filing: str) -> None:
    """Limits of the schedule where none are posted (napa-valley/pai-gow-tiles: no maximum)."""
    setup = usual_setup(load(filing))
    said = played_for(open_table(setup, MemoryJournal(), random.Random(1)))
    assert said
    known = {
        "napa-valley/pai-gow-tiles": "from $10",
        "napa-valley/ez-baccarat-panda-8": "$1 to $100",
        "casino-club/pure-21.5-blackjack": "$5 to $500",
        "generic/ultimate-texas-holdem": "no limits",
    }
    assert said == known.get(filing, said)


def _showdown(filing: str, hand: str, board: str, *awards: r.Award) -> Any:
    """What is told of a hand that seat 1 has shown."""
    cards = parse_cards(hand)
    lies = [r.Happened(Dealt("board", 1, 5, parse_cards(board), None), None)] if board else []
    records: list[r.Record] = [
        r.Sat("Ann", 1), r.Sat("Bob", 2), r.HandStarted(1, 1, (1, 2), (100_00, 100_00)), *lies,
        r.Happened(Dealt(1, 1, len(cards), cards, (1,)), ("Ann",)),
    ]  # fmt: skip
    if awards[0].hand:
        records.append(r.Happened(Shown(1, cards), None))
    records.append(r.HandSettled(1, 0, awards, (110_00, 90_00), ()))
    return _followed(filing, *records)[-1].get("plays")


@pytest.mark.parametrize(
    ("filing", "hand", "board", "awards", "cards"),
    [
        # Aces and nines play, and the seven beside them (004: cards of hand and board, any five).
        (HOLDEM, "As 7d", "Ah 9c 9d 5s 2h", ("high",), "As Ah 9c 9d 7d"),
        # Omaha: exactly two of the hand, however good three of them would be.
        ("500-club/omaha", "As Ah Ad 2c", "Kh Kd 9c 5s 3h", ("high",), "As Ah Kh Kd 9c"),
        # Both halves: the straight to the nine and the low of seven play, all that is in either.
        (
            "500-club/omaha-hi-lo", "As 2h 9c 8d", "7h 6d 5c Ks Kh", ("high", "low"),
            "9c 8d 7h 6d 5c As 2h",
        ),
        # Razz: the two kings do not play.
        ("500-club/razz", "As 2h 3d 4c 8s Kh Kd", "", ("high",), "As 2h 3d 4c 8s"),
        ("500-club/badugi", "As 2h 3d 3s", "", ("high",), "As 2h 3d"),
    ],
)  # fmt: skip
def test_the_cards_that_won_are_named_with_the_settlement(
    filing: str, hand: str, board: str, awards: tuple[str, ...], cards: str
) -> None:
    won = [r.Award(1, half, 10_00, "shown") for half in awards]
    found = _showdown(filing, hand, board, *won)
    assert set(found["1"]) == set(cards.split())


def test_of_a_hand_that_was_not_shown_no_card_is_named() -> None:
    assert _showdown(HOLDEM, "As 7d", "Ah 9c 9d 5s 2h", r.Award(1, "pot", 10_00)) is None


def test_hands_that_were_shown_and_lost_are_named_with_the_settlement() -> None:
    """A board of five, seven, eight, nine: the straight needs the six that seat 2 has."""
    board = "9h 5c Ks 7s 8d"
    more = _followed(
        HOLDEM,
        r.Sat("Ann", 1),
        r.Sat("Bob", 2),
        r.Sat("Cleo", 3),
        r.HandStarted(1, 1, (1, 2, 3), (100_00, 100_00, 100_00)),
        r.Happened(Dealt("board", 1, 5, parse_cards(board), None), None),
        r.Happened(Shown(1, parse_cards("Tc 3s")), None),
        r.Happened(Shown(2, parse_cards("6h Qs")), None),
        r.HandSettled(
            1, 0, (r.Award(2, "high", 20_00, "Nine-high straight"),), (90_00, 110_00), ()
        ),
    )
    assert more[-1]["hands"] == {"1": "King high, ten-nine-eight-seven", "2": "Nine-high straight"}
