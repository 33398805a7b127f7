"""Baccarat rounds in compiled code, as `houseway.families.baccarat.procedure` deals them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.simulate.booking import (
    Felt,
    Hand,
    Totals,
    new_hand,
    open_hand,
    settle_and_book,
)
from houseway.analysis.simulate.chance import (
    Habits,
    Integers,
    Shoe,
    State,
    deal,
    draw_wagers,
    open_round,
)
from houseway.analysis.simulate.payments import (
    LOSES,
    PUSHES,
    First,
    Run,
    due,
    first_of,
    first_seat,
    pays,
)
from houseway.families.baccarat.procedure import third_card_rule
from houseway.families.baccarat.schema import Baccarat
from houseway.filings.terms import Terms
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
    ends = bool(terms.options.get(game.naturals.option, game.naturals.ends_drawing))
    draws = third_card_rule(filing, natural_ends_drawing=ends)
    chart = np.zeros((10, 10), np.int64)
    for total, values in enumerate(draws.banker_draws_on):
        chart[total, list(values)] = 1
    pay = np.zeros((400 * len(filing.spot), 2), np.int64)
    for p in range(10):
        for p_cards in (2, 3):
            for b in range(10):
                for b_cards in (2, 3):
                    for s, spot in enumerate(filing.spot):
                        found = _pay(terms, spot.name, p, p_cards, b, b_cards)
                        pay[len(filing.spot) * _end(p, p_cards, b, b_cards) + s] = found
    places = filing.settlement.wager_order
    return Rules(
        game.deal.first == "player",
        draws.player_draws_to,
        draws.banker_draws_to,
        chart,
        ends,
        pay,
        np.array([places.index(spot.name) for spot in filing.spot], np.int64),
    )


@leaf
def _end(player: int, player_cards: int, banker: int, banker_cards: int) -> int:
    return ((player * 2 + player_cards - 2) * 10 + banker) * 2 + banker_cards - 2


def _pay(
    terms: Terms[Baccarat],
    spot: str,
    player: int,
    player_cards: int,
    banker: int,
    banker_cards: int,
) -> tuple[int, int]:
    """What a spot pays when the hands end so."""
    game = terms.filing.game
    if spot in ("player", "banker"):
        if player == banker:
            return PUSHES if game.tied.lines == "push" else LOSES
        if (player > banker) != (spot == "player"):
            return LOSES
        if spot == "player":
            return pays(game.player_line.pays)
        line = game.banker_line
        seven = banker == 7 and banker_cards == 3
        if seven and terms.options.get(line.option, line.three_card_seven) == "push":
            return PUSHES
        return pays(line.pays)
    table = terms.filing.pays(spot)
    if spot == "tie":
        made = player == banker
    else:
        rule = next(rule for rule in game.bonus if rule.wager == spot)
        own, cards, other = (
            (player, player_cards, banker)
            if rule.hand == "player"
            else (banker, banker_cards, player)
        )
        made = own == rule.total and cards == rule.cards and other <= rule.other_at_most
    if made:
        return pays(table.rows[0].pays)
    return LOSES if table.otherwise == "lose" else PUSHES


@leaf
def _block(
    rules: Rules, felt: Felt, habits: Habits, first: First, shoe: Shoe, state: State,
    hands: int, hand: Hand, totals: Totals,
) -> None:  # fmt: skip
    for _ in range(hands):
        session_bank = open_hand(felt, totals, state)
        draw_wagers(habits, state, hand.drawn, hand.wagers)
        open_round(shoe)
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
        return _end(player, 2, banker, 2)
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
    return _end(player, player_cards, banker, banker_cards)


def has_kernel(terms: Terms[Any]) -> bool:  # noqa: ARG001
    """Every rule of the family is compiled."""
    return True


def prepare(terms: Terms[Any], felt: Felt, habits: Habits) -> Run:
    """Rounds at this table."""
    filing, rules, first = terms.filing, rules_of(terms), first_of(terms, felt.bank_seat)
    hand = new_hand(len(felt.players), len(filing.spot), len(filing.settlement.wager_order))

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        _block(rules, felt, habits, first, shoe, state, hands, hand, totals)

    return run
