"""Ultimate hold'em in compiled code, as `houseway.families.ultimate_holdem.procedure` deals it.

The players' strategy is that of `houseway.families.ultimate_holdem.bots`, decision by decision.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

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
    First,
    Run,
    by_category,
    due,
    first_of,
    first_seat,
    has_wager,
    outcome_pays,
)
from houseway.cards import CARDS
from houseway.families.ultimate_holdem.bots import raises_before_flop
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.schema.common import Compared
from houseway.filings.terms import Terms
from houseway.hands.kernels import (
    BITS,
    EMPTY,
    HIGH_5,
    HIGH_6,
    HIGH_7,
    HIGH_CATEGORIES,
    KEYS,
    STRENGTHS,
    Table,
    category,
    leaf,
    strength,
    tables,
)
from houseway.rounds.order import left_of

Flags = npt.NDArray[np.uint8]

WAGERS: Final = ("ante", "blind", "trips", "bad_beat")
ORDER: Final = ("ante", "play", "blind", "trips", "bad_beat")
_ANTE, _BLIND, _TRIPS, _BAD_BEAT = range(4)
BOARD: Final = 2  # rows of the cards after the players': the bank's, the board
MOST_OUTS: Final = 21  # as many cards that beat a hand on the river, and it is folded
_PAIR, _THREE, _TEN, _DEUCE = 1, 3, 8, 0


class Rules(NamedTuple):
    """Pays are for one, as numerator and denominator, by category unless said otherwise."""

    dealing: Integers  # seats in the order they get their cards
    board: int  # 0: dealt first, 1: after the hands, 2: street by street
    burns: bool
    raises: Flags  # [card, card] before the flop
    times: Integers  # [street]: what a raise is, in antes
    category: Flags  # [strength]
    ante: Integers  # [three times bank qualifies, and lower, equal or higher]
    play: Integers  # [lower, equal or higher]
    blind: Integers  # of the winner
    blind_equal: Integers
    trips: Integers
    bad_beat: Integers
    needs_qualified: bool  # the bad beat bet
    fold_takes: Integers  # [wager]
    fold_trips_by_board: bool
    fold_bad_beat_paid: bool
    spots: Integers  # [wager]; -1: not offered
    order: Integers


def has_kernel(terms: Terms[UltimateHoldem]) -> bool:
    """Nobody folds before the river, and the spots are those known here."""
    filing = terms.filing
    checks = all(street.may_check and street.bets for street in filing.game.street[:2])
    river = filing.game.street[2]
    known = {spot.name for spot in filing.spot} <= {*WAGERS}
    return checks and bool(river.bets) and river.may_fold and known


def rules_of(terms: Terms[UltimateHoldem], bank_seat: int) -> Rules:
    filing, game = terms.filing, terms.filing.game
    others = left_of(bank_seat, terms.seats)
    dealing = others if game.deal.starts == "left-of-bank" else sorted(others)
    if game.deal.direction == "counter-clockwise":
        dealing = dealing[:1] + dealing[:0:-1]
    raises = np.zeros((52, 52), np.uint8)
    for one in CARDS:
        for other in CARDS:
            if one is not other:
                raises[one.index, other.index] = raises_before_flop((one, other))
    paid = {table.wager: table for table in filing.pay_table}
    lost = np.full((len(HIGH_CATEGORIES), 2), LOSES, np.int64)
    blind = lost
    if "blind" in paid:
        blind = by_category(paid["blind"], HIGH_CATEGORIES)
        for code, name in enumerate(HIGH_CATEGORIES):
            if paid["blind"].find(name) is None:
                blind[code] = outcome_pays(game.blind.below_pay_table)
    names = [spot.name for spot in filing.spot]
    places = filing.settlement.wager_order
    return Rules(
        np.array(dealing, np.int64),
        ("face-down-first", "face-down-at-once", "street-by-street").index(game.deal.board),
        game.deal.burns,
        raises,
        np.array([street.bets[0] for street in game.street], np.int64),
        category(np.arange(STRENGTHS + 1, dtype=np.uint16)).astype(np.uint8),
        np.concatenate([_compared(game.ante_unqualified), _compared(game.ante_qualified)]),
        _compared(game.play),
        blind,
        np.array([outcome_pays(game.blind.equal)], np.int64),
        by_category(paid["trips"], HIGH_CATEGORIES) if "trips" in paid else lost,
        by_category(paid["bad_beat"], HIGH_CATEGORIES) if "bad_beat" in paid else lost,
        game.bad_beat is not None and game.bad_beat.bank_unqualified == "lose",
        np.array([name in game.fold.forfeits for name in WAGERS], np.int64),
        game.fold.trips == "board-only",
        game.fold.bad_beat == "paid-if-bank-higher",
        np.array([names.index(name) if name in names else -1 for name in WAGERS], np.int64),
        np.array([places.index(name) if name in places else 0 for name in ORDER], np.int64),
    )


def _compared(rule: Compared) -> Integers:
    return np.array(
        [outcome_pays(outcome) for outcome in (rule.lower, rule.equal, rule.higher)], np.int64
    )


@leaf
def _block(
    table: Table, rules: Rules, felt: Felt, habits: Habits, first: First, shoe: Shoe,
    state: State, hands: int, hand: Hand, cards: Integers, times: Integers, totals: Totals,
) -> None:  # fmt: skip
    bank = cards.shape[0] - BOARD
    for _ in range(hands):
        session_bank = open_hand(felt, totals, state)
        draw_wagers(habits, state, hand.drawn, hand.wagers)
        open_round(shoe)
        _deal_round(rules, felt, shoe, state, hand, cards)
        _decide(table, rules, hand, cards, times)
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
    for step in range(rules.dealing.shape[0]):
        player = felt.player_at[rules.dealing[step]]
        if player >= 0 and has_wager(hand.wagers, player):
            cards[player, 0] = deal(shoe, state)
            cards[player, 1] = deal(shoe, state)
    cards[bank, 0] = deal(shoe, state)
    cards[bank, 1] = deal(shoe, state)
    if rules.board:
        for i in range(5):
            if rules.board == 2 and rules.burns and i % 3 == 0:
                deal(shoe, state)
            cards[board, i] = deal(shoe, state)


@leaf
def _decide(table: Table, rules: Rules, hand: Hand, cards: Integers, times: Integers) -> None:
    """How many antes each player raises, 0 for a fold; -1 where nothing lies."""
    board = cards.shape[0] - 1
    common, suits = EMPTY, np.uint64(0)
    for i in range(5):
        common += KEYS[cards[board, i]]
        suits += BITS[cards[board, i]]
    on_board = rules.category[strength(table, HIGH_5, common, suits)]
    for player in range(times.shape[0]):
        times[player] = -1
        if not has_wager(hand.wagers, player):
            continue
        one, other = cards[player, 0], cards[player, 1]
        if rules.raises[one, other]:
            times[player] = rules.times[0]
            continue
        if _raises_on_flop(table, rules, cards, player):
            times[player] = rules.times[1]
            continue
        key = common + KEYS[one] + KEYS[other]
        bits = suits + BITS[one] + BITS[other]
        value = strength(table, HIGH_7, key, bits)
        calls = rules.category[value] != on_board
        if not calls:
            outs = 0
            for card in range(52):
                if BITS[card] & bits:
                    continue
                six = strength(table, HIGH_6, common + KEYS[card], suits + BITS[card])
                outs += 1 if six > value else 0
            calls = outs < MOST_OUTS
        times[player] = rules.times[2] if calls else 0


@leaf
def _pairs(cards: Integers, player: int, up: int) -> bool:
    """An own pair, or an own card of a rank that lies on the board."""
    one, other, board = cards[player, 0] >> 2, cards[player, 1] >> 2, cards.shape[0] - 1
    found = one == other
    for i in range(up):
        rank = cards[board, i] >> 2
        found |= rank in (one, other)
    return bool(found)


@leaf
def _raises_on_flop(table: Table, rules: Rules, cards: Integers, player: int) -> bool:
    one, other, board = cards[player, 0], cards[player, 1], cards.shape[0] - 1
    key, bits = EMPTY + KEYS[one] + KEYS[other], BITS[one] + BITS[other]
    for i in range(3):
        key += KEYS[cards[board, i]]
        bits += BITS[cards[board, i]]
    made = rules.category[strength(table, HIGH_5, key, bits)]
    paired = _pairs(cards, player, 3)
    if made == _PAIR and paired:
        return not (one >> 2 == _DEUCE and other >> 2 == _DEUCE)
    if made > _PAIR and (paired or made != _THREE):  # three alike on the board are everybody's
        return True
    for suit in range(4):
        held = (one & 3 == suit) + (other & 3 == suit)
        for i in range(3):
            held += cards[board, i] & 3 == suit
        if held == 4:
            return bool(
                (one & 3 == suit and one >> 2 >= _TEN) or (other & 3 == suit and other >> 2 >= _TEN)
            )
    return False


@leaf
def _judge(table: Table, rules: Rules, hand: Hand, cards: Integers, times: Integers) -> None:
    """What the bank owes on each wager."""
    wagers, dues, order, spots = hand.wagers, hand.due, rules.order, rules.spots
    bank, board = cards.shape[0] - 2, cards.shape[0] - 1
    common, suits = EMPTY, np.uint64(0)
    for i in range(5):
        common += KEYS[cards[board, i]]
        suits += BITS[cards[board, i]]
    against = strength(
        table, HIGH_7,
        common + KEYS[cards[bank, 0]] + KEYS[cards[bank, 1]],
        suits + BITS[cards[bank, 0]] + BITS[cards[bank, 1]],
    )  # fmt: skip
    qualifies = 1 if rules.category[against] >= _PAIR else 0
    for player in range(times.shape[0]):
        for place in range(dues.shape[1]):
            dues[player, place] = 0
        if times[player] < 0:
            continue
        ante = wagers[player, spots[_ANTE]]
        blind = wagers[player, spots[_BLIND]] if spots[_BLIND] >= 0 else 0
        trips = wagers[player, spots[_TRIPS]] if spots[_TRIPS] >= 0 else 0
        bad_beat = wagers[player, spots[_BAD_BEAT]] if spots[_BAD_BEAT] >= 0 else 0
        value = strength(
            table, HIGH_7,
            common + KEYS[cards[player, 0]] + KEYS[cards[player, 1]],
            suits + BITS[cards[player, 0]] + BITS[cards[player, 1]],
        )  # fmt: skip
        code = rules.category[value]
        if times[player] == 0:
            dues[player, order[0]] = -ante if rules.fold_takes[_ANTE] else 0
            dues[player, order[2]] = -blind if rules.fold_takes[_BLIND] else 0
            if trips:
                counted = code
                if rules.fold_trips_by_board:
                    counted = rules.category[strength(table, HIGH_5, common, suits)]
                taken = rules.fold_takes[_TRIPS]
                dues[player, order[3]] = -trips if taken else due(trips, rules.trips, counted)
            if bad_beat:
                alive = not rules.fold_takes[_BAD_BEAT] and rules.fold_bad_beat_paid
                paid = alive and against > value
                dues[player, order[4]] = due(bad_beat, rules.bad_beat, code) if paid else -bad_beat
            continue
        how = 2 if value > against else 1 if value == against else 0
        dues[player, order[0]] = due(ante, rules.ante, 3 * qualifies + how)
        dues[player, order[1]] = due(ante * times[player], rules.play, how)
        if how == 0:
            dues[player, order[2]] = -blind
        elif how == 1:
            dues[player, order[2]] = due(blind, rules.blind_equal, 0)
        else:
            dues[player, order[2]] = due(blind, rules.blind, code)
        dues[player, order[3]] = due(trips, rules.trips, code)
        if bad_beat:
            owed = -bad_beat
            if how != 1 and (qualifies or not rules.needs_qualified):
                beaten = code if how == 0 else rules.category[against]
                owed = due(bad_beat, rules.bad_beat, beaten)
            dues[player, order[4]] = owed


def prepare(terms: Terms[Any], felt: Felt, habits: Habits) -> Run:
    """Rounds at this table."""
    filing, table, rules = terms.filing, tables(), rules_of(terms, felt.bank_seat)
    first, players = first_of(terms, felt.bank_seat), len(felt.players)
    hand = new_hand(players, len(filing.spot), len(filing.settlement.wager_order))
    cards, times = np.zeros((players + BOARD, 5), np.int64), np.zeros(players, np.int64)

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        _block(table, rules, felt, habits, first, shoe, state, hands, hand, cards, times, totals)

    return run
