"""Three card poker in compiled code, as `procedure` deals it; what is paid is tabulated from it."""

from __future__ import annotations

from itertools import combinations_with_replacement
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
    First,
    Run,
    due,
    first_of,
    first_seat,
    has_wager,
    net_pays,
)
from houseway.cards import CARDS, Card
from houseway.families.three_card_poker.bots import choose
from houseway.families.three_card_poker.outcomes import Outcomes
from houseway.families.three_card_poker.procedure import bank_qualifies
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.filings.terms import Terms
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
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight

Flags = npt.NDArray[np.uint8]

STRENGTHS: Final = 742
UNSEEN: Final = 13  # in place of the rank of the bank's card


class Rules(NamedTuple):
    """Rules by strengths of three cards. Pays are for one, as numerator and denominator."""

    seen: int  # the bank's card that is seen, from 0; -1: none
    plays: Flags  # [rank of the card seen, strength]
    qualifies: Flags  # [strength]
    category: Flags  # [strength]
    six_category: Flags  # [strength of six cards]
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


def rules_of(terms: Terms[ThreeCardPoker]) -> Rules:
    filing, game = terms.filing, terms.filing.game
    hands = _hands()
    qualifies = np.zeros(STRENGTHS, np.uint8)
    plays = np.zeros((UNSEEN + 1, STRENGTHS), np.uint8)
    three = judge(game.ranking)
    seen = game.deal.bank_cards_seen
    for value, cards in hands.items():
        qualifies[value] = bank_qualifies(filing, three(cards))
        for rank in range(UNSEEN) if seen else (UNSEEN,):
            plays[rank, value] = _plays(filing, cards, rank)
    outcomes = Outcomes(filing)
    (times,) = game.play.times
    played = [
        outcomes.played(how, qualified, times=times) for qualified in (False, True) for how in _HOW
    ]
    three_made = [outcomes.played("higher", True, own) for own in THREE_CATEGORIES]
    three_folded = [outcomes.folded(own) for own in THREE_CATEGORIES]
    six_made = [outcomes.played("higher", True, six=six) for six in HIGH_CATEGORIES]
    six_folded = [outcomes.folded(six=six) for six in HIGH_CATEGORIES]
    names = [spot.name for spot in filing.spot]
    places = filing.settlement.wager_order
    return Rules(
        seen[0] - 1 if seen else -1,
        plays,
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
        np.array([names.index(name) if name in names else -1 for name in WAGERS], np.int64),
        np.array(
            [
                places.index(name) if name in places else 0
                for name in ("ante", "play", "pair_plus", "six_card_bonus")
            ],
            np.int64,
        ),
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


def _plays(filing: ThreeCardPoker, cards: tuple[Card, ...], seen: int) -> bool:
    """What the simple strategy does with a hand."""
    sight = Sight()
    sight.hands[1] = [list(cards)]
    sight.hands["bank"] = [[] if seen == UNSEEN else [CARDS[4 * seen]]]
    return choose(Ask(1, "play-or-fold", ("play", "fold")), sight, filing) != "fold"


@leaf
def _block(
    table: Table, rules: Rules, felt: Felt, habits: Habits, first: First, shoe: Shoe,
    state: State, hands: int, hand: Hand, cards: Integers, totals: Totals,
) -> None:  # fmt: skip
    for _ in range(hands):
        session_bank = open_hand(felt, totals, state)
        draw_wagers(habits, state, hand.drawn, hand.wagers)
        open_round(shoe)
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
        _judge(table, rules, cards, against, hand)
        card = bank[first.by_card] if first.by_card >= 0 else 0
        seat = first_seat(first, felt, hand.wagers, card)
        settle_and_book(felt, habits, totals, hand, seat, session_bank)


@leaf
def _judge(table: Table, rules: Rules, cards: Integers, against: np.uint16, hand: Hand) -> None:
    """What the bank owes on each wager. One call a hand: so many arrays are slow to pass on."""
    wagers, dues, order = hand.wagers, hand.due, rules.order
    bank = cards.shape[0] - 1
    shown = cards[bank, rules.seen] >> 2 if rules.seen >= 0 else UNSEEN
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
        folded = ante > 0 and rules.plays[shown, value] == 0
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


def prepare(terms: Terms[Any], felt: Felt, habits: Habits) -> Run:
    """Rounds at this table."""
    filing, table, rules = terms.filing, tables(), rules_of(terms)
    first, players = first_of(terms, felt.bank_seat), len(felt.players)
    hand = new_hand(players, len(filing.spot), len(filing.settlement.wager_order))
    cards = np.zeros((players + 1, 3), np.int64)

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        _block(table, rules, felt, habits, first, shoe, state, hands, hand, cards, totals)

    return run
