"""How far the bots of the 21-type games are from the best play, counted over all deals."""

from __future__ import annotations

import numpy as np
import pytest

from houseway.analysis.odds import odds
from houseway.cards import Card, parse_cards
from houseway.families.twenty_one import bots as twenty_one
from houseway.families.twenty_one.counting import (
    MOST_DOUBLES,
    RESCUE,
    Engine,
    Worth,
    check_of,
    make_engine,
)
from houseway.families.twenty_one.play import Play, UpCard, first_deals, play_out, value_of
from houseway.families.twenty_one.rules import (
    ACE_PLACE,
    DEALT,
    DOUBLE,
    FROM_ACES,
    FROM_SPLIT,
    HIT,
    JOKER_PLACE,
    SPLIT,
    STAND,
    SURRENDER,
    Tables,
    Values,
)
from houseway.families.twenty_one.schema import TwentyOne
from houseway.families.twenty_one.splits import Policy
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.hands.arrays import Small
from houseway.rounds.events import Dealt
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight

MOVES = {"stand": STAND, "hit": HIT, "double": DOUBLE, "surrender": SURRENDER, "split": SPLIT,
         "rescue": RESCUE}  # fmt: skip


def card(place: int, suit: int = 0) -> Card:
    text = "Jk" if place == JOKER_PLACE else "A23456789T"[place] + "shdc"[suit % 4]
    return parse_cards(text)[0]


def cards(values: Values) -> tuple[Card, ...]:
    return tuple(card(value, place) for place, value in enumerate(values))


class BotPlay:
    """The bot asked for its choice with every hand against every up card."""

    def __init__(self, engine: Engine, filing: TwentyOne) -> None:
        self.engine, self.tables, self.filing = engine, engine.tables, filing

    def play(self) -> Play:
        return Play(self.engine, [self.against(up) for up in range(self.tables.places)])

    def against(self, up: int) -> UpCard:
        sight = Sight([Dealt("bank", 1, 1, (card(up),), None)])
        chosen, after = self.choices(sight, DEALT), self.after_a_double(sight)
        splits = {
            pair: Policy(
                self.choices(sight, FROM_ACES if pair == ACE_PLACE else FROM_SPLIT, split=False),
                after,
            )
            for pair in range(self.tables.places)
            if chosen[self.tables.index[pair, pair]] == SPLIT
        }
        unsplit = self.choices(sight, DEALT, split=False)
        worth = Worth(np.zeros((len(chosen), 5)), unsplit, after)
        return UpCard(up, worth, {}, splits, chosen, self.given_up_early(sight, up))

    def ask(self, kind: str, moves: int, sight: Sight, values: Values, hand: int) -> int:
        choices = tuple(name for name, move in MOVES.items() if moves & move)
        if not choices:
            return STAND
        ask = Ask(2, kind, choices, hand=hand, facts={"cards": cards(values)})
        return MOVES[twenty_one.choose(ask, sight, self.filing)]

    def choices(self, sight: Sight, kind: int, *, split: bool = True) -> Small:
        chosen = np.full(len(self.tables.hands), STAND, np.uint8)
        for number, values in enumerate(self.tables.hands):
            if not self.engine.hands.over[number]:
                moves = int(self.engine.open[kind, number]) & ~RESCUE
                moves = moves if split else moves & ~SPLIT
                hand = 1 if kind == DEALT else 2
                chosen[number] = self.ask("play", moves, sight, values, hand)
        return chosen

    def after_a_double(self, sight: Sight) -> Small:
        after = np.zeros((MOST_DOUBLES + 1, len(self.tables.hands)), np.uint8)
        after[1:] = STAND
        if self.tables.game.rescue is not None:
            for number, values in enumerate(self.tables.hands):
                if not self.engine.hands.over[number]:
                    move = self.ask("after-double", STAND | RESCUE, sight, values, 2)
                    after[1:, number] = move
        return after

    def given_up_early(self, sight: Sight, up: int) -> set[Values]:
        if not self.tables.house.early_surrender or check_of(self.engine, up) < 0:
            return set()
        given_up = set()
        for deal, _ in first_deals(self.engine, up):
            seen = Sight([*sight.events, Dealt(2, 1, 2, cards(deal), (2,))])
            ask = Ask(2, "early-surrender", ("surrender", "play on"))
            choice = twenty_one.choose(ask, seen, self.filing)
            if choice == "surrender" and not self.tables.total(deal, DEALT).is_natural:
                given_up.add(deal)
        return given_up


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("500-club/pure-21.5-blackjack", 0.0001),
        ("casino-club/pure-21.5-blackjack", 0.0001),
        ("outlaws/pure-21.5-blackjack", 0.0001),
        ("napa-valley/21st-century-blackjack-8.0", 0.001),
        ("napa-valley/no-bust-21st-century-blackjack-4.3", 0.001),
        ("napa-valley/no-bust-21st-century-blackjack", 0.007),
        ("500-club/pure-spanish-21.5", 0.008),
    ],
)
def test_the_bot_gives_up_no_more_of_the_wager_than_is_stated(name: str, most: float) -> None:
    filing = load(name)
    assert isinstance(filing, TwentyOne)
    engine = make_engine(Tables(make_terms(filing)))
    value = value_of(play_out(BotPlay(engine, filing).play()))
    assert 0 <= float(odds(name).bets["game"].ev) - value <= most
