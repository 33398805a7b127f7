"""Baccarat rounds in compiled code, as `houseway.families.baccarat.procedure` deals them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

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
from houseway.analysis.simulate.payments import (
    First,
    Run,
    due,
    first_of,
    first_seat,
    net_pays,
    order_of,
)
from houseway.families.baccarat.procedure import goes_by_points, nets, third_card_rule
from houseway.families.baccarat.schema import Baccarat
from houseway.filings.terms import Terms
from houseway.hands.arrays import Integers
from houseway.hands.baccarat import hand_of
from houseway.hands.kernels import leaf


class Rules(NamedTuple):
    """Drawing rules, and what becomes of each spot at each end of a round.

    An end is numbered by player points, player cards, banker points, banker cards. `pay` holds
    what a spot pays for one, as numerator and denominator; 0/1 is a push, -1/1 a loss.
    """

    player_first: bool
    player_draws_to: int
    banker_draws_to: int
    chart: Integers  # [banker points, value of the player's third card]
    natural_ends: bool
    pay: Integers  # [number of spots times end, and spot]
    order: Integers  # [spot]: its place in the order of settlement


POINTS = np.array([*(2, 3, 4, 5, 6, 7, 8, 9), 0, 0, 0, 0, 1], np.int64)  # by rank from the deuce


def rules_of(terms: Terms[Baccarat]) -> Rules:
    filing, game = terms.filing, terms.filing.game
    natural_ends = bool(terms.options.get(game.naturals.option, game.naturals.ends_drawing))
    draws = third_card_rule(filing, natural_ends_drawing=natural_ends)
    chart = np.zeros((10, 10), np.int64)
    for total, values in enumerate(draws.banker_draws_on):
        chart[total, list(values)] = 1
    ends = all_ends(terms)
    # A row for each spot of an end; spots lie beside each other.
    pay = np.stack([net_pays(ends, spot.name) for spot in filing.spot], axis=1).reshape(-1, 2)
    return Rules(
        game.deal.first == "player",
        draws.player_draws_to,
        draws.banker_draws_to,
        chart,
        natural_ends,
        pay,
        order_of(filing, [spot.name for spot in filing.spot]),
    )


def all_ends(terms: Terms[Baccarat]) -> list[dict[str, Fraction]]:
    """What a unit on each spot nets, by the number of the end."""
    return [
        nets(terms, hand_of(player, player_cards), hand_of(banker, banker_cards))
        for player in range(10)
        for player_cards in (2, 3)
        for banker in range(10)
        for banker_cards in (2, 3)
    ]


@leaf
def end_of(player: int, player_cards: int, banker: int, banker_cards: int) -> int:
    return ((player * 2 + player_cards - 2) * 10 + banker) * 2 + banker_cards - 2


@leaf
def _block(
    rules: Rules, felt: Felt, habits: Habits, first: First, shoe: Shoe, state: State,
    hands: int, hand: Hand, totals: Totals,
) -> None:  # fmt: skip
    for _ in range(hands):
        session_bank = next_hand(felt, habits, totals, hand, shoe, state)
        end = _deal_round(rules, shoe, state)
        players, spots = hand.wagers.shape
        for player in range(players):
            for spot in range(spots):
                hand.due[player, rules.order[spot]] = due(
                    hand.wagers[player, spot], rules.pay, spots * end + spot
                )
        seat = first_seat(first, felt, hand.wagers, 0)
        settle_and_book(felt, habits, totals, hand, seat, session_bank)


@leaf
def _deal_round(rules: Rules, shoe: Shoe, state: State) -> int:
    one = POINTS[deal(shoe, state) >> 2]
    two = POINTS[deal(shoe, state) >> 2]
    one = (one + POINTS[deal(shoe, state) >> 2]) % 10
    two = (two + POINTS[deal(shoe, state) >> 2]) % 10
    player, banker = (one, two) if rules.player_first else (two, one)
    player_cards = banker_cards = 2
    if rules.natural_ends and (player >= 8 or banker >= 8):
        return end_of(player, 2, banker, 2)
    if player <= rules.player_draws_to:
        third = POINTS[deal(shoe, state) >> 2]
        player = (player + third) % 10
        player_cards = 3
        draws = rules.chart[banker, third] == 1
    else:
        draws = banker <= rules.banker_draws_to
    if draws:
        banker = (banker + POINTS[deal(shoe, state) >> 2]) % 10
        banker_cards = 3
    return end_of(player, player_cards, banker, banker_cards)


def has_kernel(terms: Terms[Baccarat]) -> bool:
    """Every rule of the family is compiled; of bonus bets by data those that go by points."""
    bets = terms.filing.bonus_bets(terms.decks)
    return all(goes_by_points(bet) and not bet.paid_on for bet in bets)


def prepare(
    terms: Terms[Any],
    felt: Felt,
    habits: Habits,
    skills: Sequence[str],  # noqa: ARG001  (the game leaves no choice)
) -> Run:
    """Rounds at this table."""
    filing, rules, first = terms.filing, rules_of(terms), first_of(terms, felt.bank_seat)
    hand = new_hand(len(felt.players), len(filing.spot), len(filing.settlement.wager_order))

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        _block(rules, felt, habits, first, shoe, state, hands, hand, totals)

    return run
