"""Bots that play poker: each in its style, none of them a fool, at stakes worth playing for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from types import SimpleNamespace
from typing import cast

import pytest

from houseway.cards import parse_cards
from houseway.families.poker.bots import STYLES, PokerBot
from houseway.families.poker.schema import Poker
from houseway.filings.catalogue import index
from houseway.filings.loader import load
from houseway.filings.schedules import by_day
from houseway.rounds.events import Chose, Dealt, Event
from houseway.rounds.steps import Ask, Beyond
from houseway.table import records as r
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.sight import Sight
from houseway.table.views import View
from tests.catalogue import some

POKER = [line["id"] for line in index() if line["family"] == "poker"]

# The best hand there is, by the ranking of the high or only half: hand, board.
BEST = {
    "high": ("As Ks", "Qs Js Ts 2d 3c"),
    "high-joker": ("As Ks Qs Js Ts", ""),
    "high-two-jokers": ("As Ks Qs Js Ts", ""),
    "mexican": ("As Ah Ad Ac Jk", ""),
    "razz": ("As 2h 3d 4c 5s Kh Kd", ""),
    "deuce-to-seven": ("7s 5h 4d 3c 2s", ""),
    "badugi": ("As 2h 3d 4c", ""),
}
# A hand of nothing on the last street.
WORST = {
    "high": ("3d 2c", "Ks Qs Js 9h 6h"),
    "high-joker": ("Td 9c 7h 3s 2d", ""),
    "high-two-jokers": ("Td 9c 7h 3s 2d", ""),
    "mexican": ("7d 5c 4h 3s 2d", ""),
    "razz": ("Ks Kh Kd Qc Qs Jh Jd", ""),
    "deuce-to-seven": ("As Ah Ad Ac 2s", ""),
    "badugi": ("Ks Kh Kd Kc", ""),
}


def _held(game: Poker, cards: dict[str, tuple[str, str]]) -> tuple[str, str]:
    hand, board = cards[game.game.high.ranking]
    streets = game.game.street
    if sum(street.board for street in streets) == 0:
        size = sum(len(street.cards) for street in streets)
        if game.game.high.ranking == "high":
            hand, board = f"{hand} {board}", ""
        return " ".join(hand.split()[:size]), board
    extra = {"As Ks": "7h 7d 8c", "3d 2c": "2h 3h 4h"}[hand].split()
    size = 2 if game.game.high.hole == "any" else len(streets[0].cards)
    return " ".join([*hand.split(), *extra][:size]), board


def _facing(
    game: Poker, hand: str, board: str, *, to_call: int, pot: int = 100_00
) -> tuple[Ask, View]:
    """The last round: seat 2 has bet, or checked, and seat 1 is to act with 500 behind."""
    cards = parse_cards(hand)
    before: list[Event] = [
        Dealt(1, 1, len(cards), cards, (1,)), Dealt(2, 1, len(cards), None, ()),
    ]  # fmt: skip
    if board:
        before.append(Dealt("board", 1, 5, parse_cards(board), None))
    before.append(Chose(2, "bet", 1, f"bet {to_call}" if to_call else "check"))
    facts = {
        "street": game.game.street[-1].label, "pot": pot + to_call, "to_call": to_call,
        "least": 2 * to_call or 10_00, "most": 500_00, "bets": {1: 0, 2: to_call},
        "stacks": {1: 500_00, 2: 500_00}, "board": (),
    }  # fmt: skip
    verb = "raise" if to_call else "bet"
    choices = ("fold", "call") if to_call else ("fold", "check")
    ask = Ask(1, "bet", choices, facts=facts, beyond=Beyond(lambda _: None, (verb,)))
    # Nothing else of a table is looked at.
    view = SimpleNamespace(
        sight=lambda: Sight(before), table=SimpleNamespace(public=lambda: {"in_hand": [1, 2]})
    )
    return ask, cast(View, view)


def _poker(name: str) -> Poker:
    filing = load(name)
    assert isinstance(filing, Poker)
    return filing


def _moves(game: Poker, style: str, ask: Ask, view: View, times: int) -> Counter[str]:
    bot = PokerBot(game, random.Random(7), style=style)
    return Counter(bot.choose(ask, view).split()[0] for _ in range(times))


@pytest.mark.parametrize("name", POKER)
def test_no_bot_folds_the_best_hand_there_is(name: str) -> None:
    game = _poker(name)
    ask, view = _facing(game, *_held(game, BEST), to_call=400_00)
    for style in STYLES:
        moves = _moves(game, style, ask, view, 15)
        assert "fold" not in moves
        assert moves["raise"], "and it is raised"


@pytest.mark.parametrize("name", POKER)
def test_no_bot_calls_off_with_nothing_most_of_the_time(name: str) -> None:
    game = _poker(name)
    ask, view = _facing(game, *_held(game, WORST), to_call=100_00)
    for style in STYLES:
        assert _moves(game, style, ask, view, 15)["fold"] > 7


def test_a_lively_bot_bluffs_more_than_a_tight_one() -> None:
    game = _poker("500-club/texas-holdem")
    ask, view = _facing(game, *_held(game, WORST), to_call=0)
    bets = {style: _moves(game, style, ask, view, 300)["bet"] for style in STYLES}
    assert 0 < bets["tight"] < bets["lively"] / 2
    assert bets["lively"] < 150, "and not most of the time"


def _evening(game: Poker, hands: int, seed: int) -> tuple[list[str], Iterator[r.Record]]:
    """The style of each seat from 1 up, and the records of so many hands of six players."""
    source, styles = random.Random(seed), cycle(STYLES)
    journal = MemoryJournal()
    seats = min(6, game.table.seats)
    evening = start_evening(
        usual_setup(game), journal, source, seats=seats, stack=500_00,
        make_bot=lambda: PokerBot(game, source, style=next(styles)),
    )  # fmt: skip
    for _ in evening.play(hands):
        assert sum(evening.table.state.ledger.balances().values()) == 0
    return [*STYLES, *STYLES][:seats], (entry.record for entry in journal.entries)


def _entered(game: Poker, hands: int, seed: int) -> dict[str, float]:
    """How often each style puts chips in of its own will before the second street, of hands."""
    styles, records = _evening(game, hands, seed)
    dealt, entered = Counter(styles), set[tuple[int, int]]()
    number, first = 0, True
    for record in records:
        match record:
            case r.HandStarted():
                number, first = number + 1, True
            case r.Happened(Chose(seat, "bet", _, str(move))) if first and move not in (
                "fold", "check",
            ):  # fmt: skip
                entered.add((number, seat))
            case r.Happened(Dealt("board")):
                first = False
    by_style = Counter(styles[seat - 1] for _, seat in entered)
    return {style: by_style[style] / (dealt[style] * number) for style in STYLES}


def _check_styles(part: dict[str, float]) -> None:
    assert part["tight"] < part["solid"] < part["loose"]
    assert part["tight"] < 0.35 < part["loose"]
    assert part["lively"] - part["tight"] > 0.15


def test_styles_enter_pots_as_often_as_their_names_say() -> None:
    _check_styles(_entered(_poker("500-club/texas-holdem"), 200, 11))


@pytest.mark.long
@pytest.mark.parametrize("name", ["500-club/texas-holdem", "500-club/omaha", "outlaws/holdem"])
def test_styles_enter_pots_as_often_as_their_names_say_in_2000_hands(name: str) -> None:
    _check_styles(_entered(_poker(name), 2000, 12))


@pytest.mark.parametrize("name", some(POKER))
def test_bots_bet_raise_call_and_fold_and_the_fee_leaves_most_of_the_pot(name: str) -> None:
    game = _poker(name)
    _, records = _evening(game, 12, 5)
    done: Counter[str] = Counter()
    for record in records:
        match record:
            case r.Happened(Chose(_, "bet", _, str(move))):
                done[move.split()[0]] += 1
            case r.HandSettled() if by_day(game) is None:  # else the day sets what is played for
                assert sum(award.amount for award in record.awards) >= record.fee
    assert {"call", "fold"} <= set(done)
    assert done["bet"] + done["raise"] >= 6


def test_the_same_seed_plays_the_same_hands() -> None:
    game = _poker("500-club/razz")
    first, again = (list(_evening(game, 3, 9)[1]) for _ in range(2))
    assert first == again
