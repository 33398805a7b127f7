"""Pai gow tiles in compiled code, as `procedure` deals them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from houseway.analysis.simulate.booking import (
    Felt,
    Hand,
    Totals,
    new_hand,
    next_hand,
    settle_and_book,
)
from houseway.analysis.simulate.chance import Habits, Shoe, State, deal
from houseway.analysis.simulate.payments import Run, dice_seats, due, next_wagering, roll
from houseway.analysis.two_hands import pays_of, stands
from houseway.cards import TILE_SET
from houseway.families.pai_gow_tiles.counting import HANDS, TILES, all_hands, hand_index
from houseway.families.pai_gow_tiles.outcomes import verdicts
from houseway.families.pai_gow_tiles.plays import setter
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.terms import Terms
from houseway.hands.arrays import Integers
from houseway.hands.kernels import leaf

PILE: Final = 4


class Rules(NamedTuple):
    named: Integers  # [total of the dice]: the position with the first pile
    way_round: int  # of the piles
    chosen: Integers  # [place, tile]: what a tile adds to the place of a hand among all
    strength: Integers  # [way to play, hand, low or high]; the last way is the bank's chart
    pay: Integers  # [how the low hand stands, and the high one]


def rules_of(terms: Terms[PaiGowTiles], felt: Felt, skills: Sequence[str]) -> Rules:
    filing = terms.filing
    ways = (*skills, "bot")  # the bank sets the house way
    strength = np.zeros((len(ways), HANDS, 2), np.int64)
    for way, skill in enumerate(ways):
        set_hand = setter(terms, skill)
        kept: dict[tuple[str, ...], tuple[int, int]] = {}
        for number, tiles in enumerate(all_hands()):
            faces = tuple(TILE_SET[tile].text for tile in tiles)
            if faces not in kept:
                setting = set_hand([TILE_SET[tile] for tile in tiles])
                kept[faces] = setting.low_hand.strength, setting.high_hand.strength
            strength[way, number] = kept[faces]
    chosen = np.array(
        [[hand_index((0,) * place + (tile,)) for tile in range(TILES)] for place in range(PILE)],
        np.int64,
    )
    counter = filing.game.piles.direction == "counter-clockwise"
    return Rules(
        dice_seats(terms, felt),
        -1 if counter else 1,
        chosen,
        strength,
        pays_of(verdicts(filing)),
    )


@leaf
def _block(
    rules: Rules, felt: Felt, habits: Habits, shoe: Shoe, state: State, hands: int, hand: Hand,
    pile: Integers, dealt: Integers, totals: Totals,
) -> None:  # fmt: skip
    players = hand.wagers.shape[0]
    for _ in range(hands):
        session_bank = next_hand(felt, habits, totals, hand, shoe, state)
        named = rules.named[roll(state)]
        seat = named
        for _ in range(felt.seats):
            player = players if seat == felt.bank_seat else felt.player_at[seat]
            for i in range(PILE):
                pile[i] = deal(shoe, state)
            if player >= 0:
                dealt[player] = _place(rules, pile)
            seat += rules.way_round
            seat = 1 if seat > felt.seats else felt.seats if seat == 0 else seat
        low, high = rules.strength[-1, dealt[players], 0], rules.strength[-1, dealt[players], 1]
        for player in range(players):
            own = rules.strength[habits.skill[hand.drawn[player]], dealt[player]]
            first, second = stands(own[0], low), stands(own[1], high)
            hand.due[player, 0] = due(hand.wagers[player, 0], rules.pay[first], second)
        if named == felt.bank_seat:
            named = felt.bank_seat % felt.seats + 1
        settle_and_book(
            felt, habits, totals, hand, next_wagering(felt, hand.wagers, named), session_bank
        )


@leaf
def _place(rules: Rules, pile: Integers) -> int:
    """The place of four tiles among all hands; they are sorted for it."""
    for i in range(1, PILE):
        j = i
        while j and pile[j - 1] > pile[j]:
            pile[j - 1], pile[j] = pile[j], pile[j - 1]
            j -= 1
    found = 0
    for i in range(PILE):
        found += rules.chosen[i, pile[i]]
    return found


def has_kernel(terms: Terms[Any]) -> bool:  # noqa: ARG001
    """Every rule of the family is compiled."""
    return True


def prepare(terms: Terms[Any], felt: Felt, habits: Habits, skills: Sequence[str]) -> Run:
    """Rounds at this table."""
    rules, players = rules_of(terms, felt, skills), len(felt.players)
    hand = new_hand(players, len(terms.filing.spot), 1)
    pile, dealt = np.zeros(PILE, np.int64), np.zeros(players + 1, np.int64)

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        _block(rules, felt, habits, shoe, state, hands, hand, pile, dealt, totals)

    return run
