"""Environments: their own checkers, what a seat may know, and money."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from houseway.cards import CARDS, JOKER, TILE_SET
from houseway.env import ACTIONS, Seat, Table
from houseway.env.games import BankedGame, Game, HandGame, make_game
from houseway.env.playing import KINDS, PLACES, Playing
from houseway.errors import HousewayError
from houseway.filings.catalogue import own_ids
from houseway.filings.loader import load
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.rounds.events import Dealt, Declared, Event, Shown, Taken
from houseway.settlement.ledger import DROP, JACKPOT

GAMES = own_ids()
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
BACCARAT = "500-club/ez-baccarat"


def test_there_is_an_environment_of_every_game() -> None:
    assert len(GAMES) == 47


@pytest.mark.parametrize("filing", GAMES)
def test_gymnasium_finds_nothing_wrong(filing: str) -> None:
    check_env(Seat(filing, render_mode="ansi"), skip_render_check=True)


# Of PettingZoo's own games those with a mask are excused from these by name.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("filing", GAMES)
def test_pettingzoo_finds_nothing_wrong(filing: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(Table(filing), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


# What a seat may know


def _events(game: Game) -> list[Event]:
    """Everything that happened, hidden cards and all."""
    if isinstance(game, BankedGame):
        return list(game._round.events) if game._round else []
    assert isinstance(game, HandGame)
    return list(game._table.state.events)


def _may_know(events: list[Event], seat: int) -> tuple[set[Any], set[Any]]:
    """The cards shown to a seat, and those that lie where it cannot see them."""
    known: set[Any] = set()
    dealt: set[Any] = set()
    for event in events:
        if isinstance(event, Dealt):
            dealt |= set(event.cards or ())
            if event.private_to is None or seat in event.private_to:
                known |= set(event.cards or ())
        elif isinstance(event, Shown | Taken | Declared):
            known |= set(event.cards)
    return known, dealt - known


def _played(playing: Playing, rounds: int) -> Iterator[int]:
    """Rounds of random moves; yields at every decision whose it is."""
    source, chance = random.Random(7), random.Random(8)
    for _ in range(rounds):
        playing.reset(chance)
        while (seat := playing.to_act()) is not None:
            yield seat
            playing.act(seat, source.choice(sorted(playing.open(seat))))
        yield 0


def _cards_in(playing: Playing, seen: Any) -> set[Any]:
    pieces = TILE_SET if playing.game.filing.deck.kind == "tiles-32" else (*CARDS, JOKER)
    ordered = list(dict.fromkeys(pieces))
    found: set[Any] = set()
    for name in PLACES:
        row = seen[playing.layout[name]]
        assert len(row) == len(ordered)
        found |= {ordered[at] for at in np.flatnonzero(row)}
    return found


# Where every card is dealt face up; the bank's second one after the players, Napa's text 142-143.
OPEN = {
    BACCARAT, "napa-valley/ez-baccarat-panda-8", "napa-valley/no-bust-21st-century-blackjack",
}  # fmt: skip


@pytest.mark.parametrize("filing", GAMES)
def test_no_seat_sees_a_card_it_may_not(filing: str) -> None:
    """Every card of every observation has been shown to its seat. Of as few decks as may be, so
    that hardly another card can stand for a hidden one."""
    opened = load(filing)
    decks = opened.deck.decks[0] if isinstance(opened, PlayerDealerFiling) else None
    game = make_game(opened, players=3, decks=decks)
    playing = Playing(game)
    hidden = 0
    for _ in _played(playing, 4):
        events = _events(game)
        for seat in game.seats:
            known, dark = _may_know(events, seat)
            assert _cards_in(playing, playing.observe(seat)["observation"]) <= known
            hidden += bool(dark)
    assert bool(hidden) == (filing not in OPEN)


@pytest.mark.parametrize("filing", [THREE_CARD, "casino-club/pure-21.5-blackjack"])
def test_what_is_hidden_changes_nothing_that_is_seen(filing: str) -> None:
    """The bank's down cards are exchanged for others: every player's view stays as it was."""
    playing = Playing(make_game(filing))
    for number in range(30):
        playing.reset(random.Random(number))
        playing.act(1, ACTIONS.index("wager 1"))
        before = playing.observe(1)["observation"]
        game = playing.game
        assert isinstance(game, BankedGame)
        assert game._round is not None
        events = game._round.events
        known, dark = _may_know(events, 1)
        for place, event in enumerate(events):
            if isinstance(event, Dealt) and event.as_seen(1).cards is None:
                others = [card for card in CARDS if card not in known | dark]
                events[place] = event._replace(cards=tuple(others[: event.count]))
        game._sights.clear()
        assert (playing.observe(1)["observation"] == before).all()


# Actions


def test_actions_mean_the_same_everywhere() -> None:
    assert len(set(ACTIONS)) == len(ACTIONS)
    env = Seat("casino-club/pure-21.5-blackjack")
    env.reset(seed=3)
    env.step(ACTIONS.index("wager 1"))
    assert {"hit", "double", "surrender"} == set(env.moves().values())  # eleven or less


@pytest.mark.parametrize("filing", GAMES)
def test_every_word_of_a_game_has_an_action_of_its_own(filing: str) -> None:
    """`choice 1` and so on are for families from elsewhere, a declared sweep and piles."""
    playing = Playing(make_game(filing))
    for seat in _played(playing, 5):
        names = {ACTIONS[action] for action in playing.open(seat)} if seat else set()
        kinds = {ask.kind for ask in playing.game.waiting_for()}
        assert kinds <= set(KINDS)
        if not kinds & {"clean-sweep", "pile"}:
            assert not any(name.startswith("choice") for name in names)


def test_an_action_that_is_not_open_counts_as_silence() -> None:
    env = Seat(THREE_CARD)
    env.reset(seed=1)
    env.step(ACTIONS.index("wager 1"))
    assert list(env.moves().values()) == ["play", "fold"]
    _, reward, over, _, info = env.step(ACTIONS.index("hit"))
    assert info["refused"]
    assert over
    assert reward == -1.0  # folded: the ante is lost


def test_wagers_of_ones_own() -> None:
    env = Seat(THREE_CARD, wagers=[{"ante": 25}, {"ante": 25, "pair_plus": 5}])
    env.reset(seed=1)
    assert list(env.moves().values()) == ["wager 1", "wager 2"]
    with pytest.raises(HousewayError):
        Seat(THREE_CARD, wagers={"pair_plus": 5})  # needs an ante
    with pytest.raises(HousewayError) as refused:
        Seat(THREE_CARD, players=9)
    assert refused.value.code == "bad-seats"
    with pytest.raises(HousewayError) as refused:
        Seat("500-club/texas-holdem", wagers={"ante": 5})
    assert refused.value.code == "no-wagers"


# Money


@pytest.mark.parametrize("filing", GAMES)
def test_no_chip_is_made_or_lost(filing: str) -> None:
    """What seats gain, others lose, or the house takes as its collection."""
    game = make_game(filing, players=3)
    playing = Playing(game)
    before = 0.0
    for seat in _played(playing, 4):
        if not seat:
            taken = _taken(game)
            assert sum(game.net().values()) == pytest.approx(before - taken, abs=1e-9)
            before = taken


def _taken(game: Game) -> float:
    """What the house has collected so far, in units; against a bank nothing is."""
    if not isinstance(game, HandGame):
        return 0.0
    ledger = game._table.state.ledger
    return float(ledger[DROP] + ledger[JACKPOT]) / game.unit


def test_the_player_line_of_baccarat_returns_what_is_published() -> None:
    """-1.2351% by Wizard of Odds; the spread of a result is 0.9512."""
    env = Seat(BACCARAT, wagers={"player": 10})
    rounds, total = 4_000, 0.0
    for number in range(rounds):
        env.reset(seed=1 if number == 0 else None)
        total += env.step(ACTIONS.index("wager 1"))[1]
    assert abs(total / rounds + 0.012351) < 4 * 0.9512 / rounds**0.5


def test_a_seed_gives_the_same_rounds_again() -> None:
    for filing in (THREE_CARD, "500-club/texas-holdem", "500-club/badugi"):
        found = []
        for _ in range(2):
            env = Seat(filing, render_mode="ansi")
            told: list[object] = []
            for number in range(3):
                seen, _ = env.reset(seed=11 if number == 0 else None)
                over = False
                while not over:
                    action = int(np.flatnonzero(seen["action_mask"])[0])
                    seen, reward, over, _, _ = env.step(action)
                    told.append((action, reward))
                told.append(env.render())
            found.append(told)
        assert found[0] == found[1]
