"""Three card poker in compiled code, as `procedure` deals it; what is paid is tabulated from it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
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
from houseway.cards import CARDS, Card
from houseway.families.three_card_poker.outcomes import Outcomes
from houseway.families.three_card_poker.plays import table_of
from houseway.families.three_card_poker.procedure import bank_qualifies
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.filings.terms import Terms
from houseway.hands.arrays import Integers, Small
from houseway.hands.kernels import (
    BITS,
    EMPTY,
    HIGH_6,
    HIGH_CATEGORIES,
    KEYS,
    THREE_CATEGORIES,
    Table,
    category,
    evaluate_three,
    leaf,
    strength,
    tables,
    three_cards,
    three_category,
)
from houseway.hands.kernels import (
    STRENGTHS as HIGH_STRENGTHS,
)
from houseway.rounds.judging import judge

STRENGTHS: Final = 742


class Rules(NamedTuple):
    """Rules by strengths of three cards. Pays are for one, as numerator and denominator."""

    seen: int  # the bank's card that is seen, from 0; -1: none
    plays: Small  # [way to play, card seen, and the own cards in order]
    qualifies: Small  # [strength]
    category: Small  # [strength]
    six_category: Small  # [strength of six cards]
    ante: Integers  # [three times bank qualifies, and lower, equal or higher]
    play: Integers
    ante_folded: Integers  # [0]
    pair_plus: Integers  # [category]
    pair_plus_folded: Integers
    six_card: Integers  # [category of six cards]
    six_card_folded: Integers
    spots: Integers  # of ante, pair plus, six card bonus; -1: not offered
    order: Integers  # places of ante, play, pair plus, six card bonus


WAGERS: Final = ("ante", "pair_plus", "six_card_bonus")
_HOW: Final = ("lower", "equal", "higher")


def has_kernel(terms: Terms[ThreeCardPoker]) -> bool:
    """One card of the bank seen at the most, and no bonus bets but those known here."""
    filing = terms.filing
    known = {s.name for s in filing.spot} <= {*WAGERS} and not filing.bonus_bets(terms.decks)
    known = known and len(filing.game.play.times) == 1
    return len(filing.game.deal.bank_cards_seen) <= 1 and known


def rules_of(terms: Terms[ThreeCardPoker], skills: Sequence[str]) -> Rules:
    filing, game = terms.filing, terms.filing.game
    hands = _hands()
    qualifies = np.zeros(STRENGTHS, np.uint8)
    three = judge(game.ranking)
    seen = game.deal.bank_cards_seen
    for value, cards in hands.items():
        qualifies[value] = bank_qualifies(filing, three(cards))
    outcomes = Outcomes(filing)
    (times,) = game.play.times
    played = [
        outcomes.played(how, qualified, times=times) for qualified in (False, True) for how in _HOW
    ]
    three_made = [outcomes.played("higher", True, own) for own in THREE_CATEGORIES]
    three_folded = [outcomes.folded(own) for own in THREE_CATEGORIES]
    six_made = [outcomes.played("higher", True, six=six) for six in HIGH_CATEGORIES]
    six_folded = [outcomes.folded(six=six) for six in HIGH_CATEGORIES]
    return Rules(
        seen[0] - 1 if seen else -1,
        np.array([table_of(terms, skill) for skill in skills]),
        qualifies,
        three_category(np.arange(STRENGTHS, dtype=np.uint16)).astype(np.uint8),
        category(np.arange(HIGH_STRENGTHS + 1, dtype=np.uint16)).astype(np.uint8),
        net_pays(played, "ante"),
        net_pays(played, "play"),
        net_pays([outcomes.folded()], "ante"),
        net_pays(three_made, "pair_plus"),
        net_pays(three_folded, "pair_plus"),
        net_pays(six_made, "six_card_bonus"),
        net_pays(six_folded, "six_card_bonus"),
        spots_of(filing, WAGERS),
        order_of(filing, ("ante", "play", "pair_plus", "six_card_bonus")),
    )


def _hands() -> dict[int, tuple[Card, ...]]:
    """One hand of each strength."""
    found: dict[int, tuple[Card, ...]] = {}
    for ranks in combinations_with_replacement(range(13), 3):
        for suits in ((0, 1, 2), (0, 0, 0)):
            if suits == (0, 0, 0) and len(set(ranks)) < 3:
                continue
            indexes = [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            value = int(evaluate_three([indexes])[0])
            found.setdefault(value, tuple(CARDS[i] for i in indexes))
    return found


@leaf
def _block(
    table: Table, rules: Rules, felt: Felt, habits: Habits, first: First, shoe: Shoe,
    state: State, hands: int, hand: Hand, cards: Integers, totals: Totals,
) -> None:  # fmt: skip
    for _ in range(hands):
        session_bank = next_hand(felt, habits, totals, hand, shoe, state)
        players = hand.wagers.shape[0]
        for step in range(1, felt.seats):
            player = felt.player_at[(felt.bank_seat - 1 + step) % felt.seats + 1]
            if player >= 0 and has_wager(hand.wagers, player):
                for i in range(3):
                    cards[player, i] = deal(shoe, state)
        bank = cards[players]
        for i in range(3):
            bank[i] = deal(shoe, state)
        against = three_cards(table, bank[0], bank[1], bank[2])
        _judge(table, rules, habits.skill, cards, against, hand)
        card = bank[first.by_card] if first.by_card >= 0 else 0
        seat = first_seat(first, felt, hand.wagers, card)
        settle_and_book(felt, habits, totals, hand, seat, session_bank)


@leaf
def _judge(
    table: Table, rules: Rules, skill: Integers, cards: Integers, against: np.uint16, hand: Hand
) -> None:
    """What the bank owes on each wager. One call a hand: so many arrays are slow to pass on."""
    wagers, dues, order = hand.wagers, hand.due, rules.order
    bank = cards.shape[0] - 1
    shown = cards[bank, rules.seen] if rules.seen >= 0 else 0
    qualifies = rules.qualifies[against]
    for player in range(bank):
        for place in range(dues.shape[1]):
            dues[player, place] = 0
        ante = wagers[player, rules.spots[0]]
        pair_plus = wagers[player, rules.spots[1]] if rules.spots[1] >= 0 else 0
        six_card = wagers[player, rules.spots[2]] if rules.spots[2] >= 0 else 0
        if not ante + pair_plus + six_card:
            continue
        value = three_cards(table, cards[player, 0], cards[player, 1], cards[player, 2])
        low = min(cards[player, 0], cards[player, 1], cards[player, 2])
        high = max(cards[player, 0], cards[player, 1], cards[player, 2])
        middle = cards[player, 0] + cards[player, 1] + cards[player, 2] - low - high
        plays = rules.plays[skill[hand.drawn[player]], shown, low, middle, high]
        folded = ante > 0 and plays == 0
        if folded:
            dues[player, order[0]] = due(ante, rules.ante_folded, 0)
        elif ante:
            how = 2 if value > against else 1 if value == against else 0
            dues[player, order[0]] = due(ante, rules.ante, 3 * qualifies + how)
            dues[player, order[1]] = due(ante, rules.play, 3 * qualifies + how)
        if pair_plus:
            pays = rules.pair_plus_folded if folded else rules.pair_plus
            dues[player, order[2]] = due(pair_plus, pays, rules.category[value])
        if six_card:
            key, suits = EMPTY, np.uint64(0)
            for i in range(3):
                key += KEYS[cards[player, i]] + KEYS[cards[bank, i]]
                suits += BITS[cards[player, i]] + BITS[cards[bank, i]]
            code = rules.six_category[strength(table, HIGH_6, key, suits)]
            pays = rules.six_card_folded if folded else rules.six_card
            dues[player, order[3]] = due(six_card, pays, code)


def prepare(terms: Terms[Any], felt: Felt, habits: Habits, skills: Sequence[str]) -> Run:
    """Rounds at this table."""
    filing, table, rules = terms.filing, tables(), rules_of(terms, skills)
    first, players = first_of(terms, felt.bank_seat), len(felt.players)
    hand = new_hand(players, len(filing.spot), len(filing.settlement.wager_order))
    cards = np.zeros((players + 1, 3), np.int64)

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        _block(table, rules, felt, habits, first, shoe, state, hands, hand, cards, totals)

    return run
