"""Ultimate hold'em in compiled code, as `houseway.families.ultimate_holdem.procedure` deals it.

The players follow the plans of `houseway.families.ultimate_holdem.plays`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

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
    has_wager,
    net_pays,
    order_of,
    spots_of,
)
from houseway.analysis.suits import flop_classes, hole_moves
from houseway.families.ultimate_holdem import strategy
from houseway.families.ultimate_holdem.counting import Pays
from houseway.families.ultimate_holdem.outcomes import Outcomes
from houseway.families.ultimate_holdem.plays import plan_of, river_times
from houseway.families.ultimate_holdem.procedure import deal_order, one_by_one
from houseway.families.ultimate_holdem.rules import CATEGORIES
from houseway.families.ultimate_holdem.rules import Rules as UltimateRules
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.terms import Terms
from houseway.hands.arrays import Indexes, Integers, Small
from houseway.hands.kernels import (
    BITS,
    HIGH_5,
    HIGH_6,
    HIGH_7,
    KEYS,
    STRENGTHS,
    Table,
    category,
    leaf,
    strength,
    sums_of,
    tables,
)
from houseway.rounds.order import left_of

ORDER: Final = ("ante", "play", "blind", "trips", "bad_beat")
MEASURED_BY: Final = ("ante", "ante", "blind", "trips", "bad_beat")  # the spot of each
_HOW: Final = ("lower", "equal", "higher")
_PLAY: Final = 1
_KINDS: Final = len(CATEGORIES)
_WAGERS, _ENDS = len(ORDER), 3 * len(CATEGORIES) ** 2
BOARD: Final = 2  # rows of the cards after the players': the bank's, the board


calls_on_river = leaf(strategy.calls_on_river)


class Plans(NamedTuple):
    """What each way to play bets, in antes; 0 to wait."""

    starts: Small  # [way, hole pair]
    flops: Small  # [way, flop class, hole pair]
    best_river: Small  # [way]
    class_of: Indexes  # [flop]
    order_of: Indexes
    moves: npt.NDArray[np.uint16]  # [order of suits, hole pair]
    pays: Pays


def plans_of(terms: Terms[UltimateHoldem], skills: Sequence[str]) -> Plans:
    plans = [plan_of(terms, skill) for skill in skills]
    class_of, order_of, _ = flop_classes()
    return Plans(
        np.array([plan.starts for plan in plans]),
        np.array([plan.flops for plan in plans]),
        np.array([plan.best_river for plan in plans], np.uint8),
        class_of,
        order_of,
        hole_moves(),
        UltimateRules(terms.filing).pays(),
    )


class Rules(NamedTuple):
    """Pays are for one, as numerator and denominator, tabulated from the procedure's verdicts."""

    dealing: Integers  # seats in the order they get their cards
    board: int  # 0: dealt first, 1: after the hands, 2: street by street
    burns: bool
    rounds: int  # of cards to everybody: two of one card, or one of two
    river: int  # what a bet there is by the simple rule, in antes
    category: Small  # [strength]
    # [wager, own category, the bank's, and lower, equal or higher], in one row
    played: Integers
    folded: Integers  # the same with the board's category in place of the bank's
    spots: Integers  # [wager]; -1: not offered
    order: Integers


def has_kernel(terms: Terms[UltimateHoldem]) -> bool:
    """Nobody folds before the river, and the spots are those known here."""
    filing = terms.filing
    checks = all(street.may_check and street.bets for street in filing.game.street[:2])
    river = filing.game.street[2]
    known = {s.name for s in filing.spot} <= {*MEASURED_BY} and not filing.bonus_bets(terms.decks)
    known = known and filing.game.qualifies.from_rank is None
    return checks and bool(river.bets) and river.may_fold and known


def rules_of(terms: Terms[UltimateHoldem], bank_seat: int) -> Rules:
    filing, game = terms.filing, terms.filing.game
    others = left_of(bank_seat, terms.seats)
    dealing = others if game.deal.starts == "left-of-bank" else sorted(others)
    if game.deal.direction == "counter-clockwise":
        dealing = dealing[:1] + dealing[:0:-1]
    order = deal_order(terms)
    outcomes = Outcomes(filing)
    ends = [(one, two, how) for one in CATEGORIES for two in CATEGORIES for how in _HOW]
    played = [outcomes.played(how, own, bank) for own, bank, how in ends]
    folded = [outcomes.folded(how, own, board) for own, board, how in ends]
    return Rules(
        np.array(dealing, np.int64),
        ("face-down-first", "face-down-at-once", "street-by-street").index(order.board),
        game.deal.burns,
        2 if one_by_one(order) else 1,
        game.street[2].bets[0],
        category(np.arange(STRENGTHS + 1, dtype=np.uint16)).astype(np.uint8),
        np.concatenate([net_pays(played, wager) for wager in ORDER]),
        np.concatenate([net_pays(folded, wager) for wager in ORDER]),
        spots_of(filing, MEASURED_BY),
        order_of(filing, ORDER),
    )


@leaf
def _block(
    table: Table, rules: Rules, plans: Plans, felt: Felt, habits: Habits, first: First,
    shoe: Shoe, state: State, hands: int, hand: Hand, cards: Integers, times: Integers,
    totals: Totals,
) -> None:  # fmt: skip
    bank = cards.shape[0] - BOARD
    for _ in range(hands):
        session_bank = next_hand(felt, habits, totals, hand, shoe, state)
        _deal_round(rules, felt, shoe, state, hand, cards)
        _decide(table, rules, plans, habits.skill, hand, cards, times)
        _judge(table, rules, hand, cards, times)
        card = cards[bank, first.by_card] if first.by_card >= 0 else 0
        seat = first_seat(first, felt, hand.wagers, card)
        settle_and_book(felt, habits, totals, hand, seat, session_bank)


@leaf
def _deal_round(
    rules: Rules, felt: Felt, shoe: Shoe, state: State, hand: Hand, cards: Integers
) -> None:
    bank, board = cards.shape[0] - 2, cards.shape[0] - 1
    if rules.board == 0:
        for i in range(5):
            cards[board, i] = deal(shoe, state)
    each = 2 // rules.rounds
    for first in range(0, 2, each):
        for step in range(rules.dealing.shape[0]):
            player = felt.player_at[rules.dealing[step]]
            if player >= 0 and has_wager(hand.wagers, player):
                for i in range(first, first + each):
                    cards[player, i] = deal(shoe, state)
        for i in range(first, first + each):
            cards[bank, i] = deal(shoe, state)
    if rules.board:
        for i in range(5):
            if rules.board == 2 and rules.burns and i % 3 == 0:
                deal(shoe, state)
            cards[board, i] = deal(shoe, state)


@leaf
def _decide(
    table: Table, rules: Rules, plans: Plans, skill: Integers, hand: Hand, cards: Integers,
    times: Integers,
) -> None:  # fmt: skip
    """How many antes each player raises, 0 for a fold; -1 where nothing lies."""
    board = cards.shape[0] - 1
    common, suits = sums_of(cards[board], 5)
    on_board = rules.category[strength(table, HIGH_5, common, suits)]
    low = min(cards[board, 0], cards[board, 1], cards[board, 2])
    high = max(cards[board, 0], cards[board, 1], cards[board, 2])
    middle = cards[board, 0] + cards[board, 1] + cards[board, 2] - low - high
    flop = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    moves = plans.moves[plans.order_of[flop]]
    for player in range(times.shape[0]):
        times[player] = -1
        if not has_wager(hand.wagers, player):
            continue
        way, one, other = skill[hand.drawn[player]], cards[player, 0], cards[player, 1]
        hole = max(one, other) * (max(one, other) - 1) // 2 + min(one, other)
        times[player] = plans.starts[way, hole]
        if not times[player]:
            times[player] = plans.flops[way, plans.class_of[flop], moves[hole]]
        if times[player]:
            continue
        if plans.best_river[way]:
            times[player] = river_times(
                table, rules.category, plans.pays, cards[player], cards[board]
            )
            continue
        key = common + KEYS[one] + KEYS[other]
        bits = suits + BITS[one] + BITS[other]
        value = strength(table, HIGH_7, key, bits)
        better, outs = rules.category[value] != on_board, 0
        if not better:
            for card in range(52):
                if BITS[card] & bits:
                    continue
                six = strength(table, HIGH_6, common + KEYS[card], suits + BITS[card])
                outs += 1 if six > value else 0
        times[player] = rules.river if calls_on_river(better, outs) else 0


@leaf
def _judge(table: Table, rules: Rules, hand: Hand, cards: Integers, times: Integers) -> None:
    """What the bank owes on each wager."""
    wagers, dues, order, spots = hand.wagers, hand.due, rules.order, rules.spots
    bank, board = cards.shape[0] - 2, cards.shape[0] - 1
    common, suits = sums_of(cards[board], 5)
    against = strength(
        table, HIGH_7,
        common + KEYS[cards[bank, 0]] + KEYS[cards[bank, 1]],
        suits + BITS[cards[bank, 0]] + BITS[cards[bank, 1]],
    )  # fmt: skip
    on_board = rules.category[strength(table, HIGH_5, common, suits)]
    for player in range(times.shape[0]):
        for place in range(dues.shape[1]):
            dues[player, place] = 0
        if times[player] < 0:
            continue
        value = strength(
            table, HIGH_7,
            common + KEYS[cards[player, 0]] + KEYS[cards[player, 1]],
            suits + BITS[cards[player, 0]] + BITS[cards[player, 1]],
        )  # fmt: skip
        how = 2 if value > against else 1 if value == against else 0
        stayed = times[player] > 0
        other = rules.category[against] if stayed else on_board
        end = 3 * (_KINDS * rules.category[value] + other) + how
        for wager in range(_WAGERS):
            spot = spots[wager]
            stake = wagers[player, spot] if spot >= 0 else 0
            if wager == _PLAY:
                stake *= times[player]
            if stake:
                pays = rules.played if stayed else rules.folded
                dues[player, order[wager]] = due(stake, pays, _ENDS * wager + end)


def prepare(terms: Terms[Any], felt: Felt, habits: Habits, skills: Sequence[str]) -> Run:
    """Rounds at this table."""
    plans = plans_of(terms, skills)
    filing, table, rules = terms.filing, tables(), rules_of(terms, felt.bank_seat)
    first, players = first_of(terms, felt.bank_seat), len(felt.players)
    hand = new_hand(players, len(filing.spot), len(filing.settlement.wager_order))
    cards, times = np.zeros((players + BOARD, 5), np.int64), np.zeros(players, np.int64)

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        _block(
            table, rules, plans, felt, habits, first, shoe, state, hands, hand, cards, times, totals
        )

    return run
