"""The ace-high bet of pai gow poker, counted: who of bank and player holds nothing but an ace.

Such a hand has seven different ranks (the joker counting as the ace) that make no straight, and
suits that make no flush. So pairs of hands are counted by their ranks, and for each number of
ranks they share by the ways to give them suits without using a card twice.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Final

from houseway.cards import CARDS, JOKER
from houseway.families.pai_gow_poker.procedure import ace_high_row
from houseway.hands.fortune import seven_card_ace_high

_LOWER: Final = range(2, 14)  # ranks below the ace
_ACE: Final = 14
_SUITS: Final = range(4)
HANDS: Final = comb(53, 7)
DEALS: Final = HANDS * comb(46, 7)

Ranks = tuple[int, ...]
_Held = tuple[tuple[int, int], ...]  # cards of each suit in either hand


@cache
def rank_sets(joker: bool) -> tuple[Ranks, ...]:
    """The ranks of hands that are only ace-high, whatever their suits allow."""
    found = []
    for lower in combinations(_LOWER, 6):
        # Suits in turn: at most two of each, so there is no flush even with the joker.
        ranks = lower if joker else (*lower, _ACE)
        cards = [CARDS[4 * (rank - 2) + number % 4] for number, rank in enumerate(ranks)]
        if seven_card_ace_high([*cards, JOKER] if joker else cards):
            found.append(ranks)
    return tuple(found)


def _most_of_a_suit(joker: bool) -> int:
    return 3 if joker else 4  # one more makes a flush


@cache
def _suited(both: int, one: int, other: int, most: tuple[int, int]) -> int:
    """Ways to give suits to ranks that both hands have, never the same, and to the others.

    The suits are alike, so the cards of each suit in the two hands are kept in order.
    """
    states: Counter[_Held] = Counter({((0, 0),) * 4: 1})
    steps = (
        [[(a, b) for a, b in product(_SUITS, _SUITS) if a != b]] * both
        + [[(a, None) for a in _SUITS]] * one
        + [[(None, b) for b in _SUITS]] * other
    )
    for step in steps:
        following: Counter[_Held] = Counter()
        for held, ways in states.items():
            for a, b in step:
                after = tuple(
                    (mine + (suit == a), yours + (suit == b))
                    for suit, (mine, yours) in enumerate(held)
                )
                if all(mine <= most[0] and yours <= most[1] for mine, yours in after):
                    following[tuple(sorted(after))] += ways
        states = following
    return states.total()


def hands_ace_high(joker: bool) -> int:
    """Of the 154,143,080 hands, those that are only ace-high, with the joker or without."""
    ranks = 6 if joker else 7
    return len(rank_sets(joker)) * _suited(0, ranks, 0, (_most_of_a_suit(joker), 0))


def deals_both_ace_high(bank_joker: bool, player_joker: bool) -> int:
    """Deals of seven cards to the bank and seven to the player, both only ace-high."""
    if bank_joker and player_joker:
        return 0
    most = _most_of_a_suit(bank_joker), _most_of_a_suit(player_joker)
    players = [frozenset(ranks) for ranks in rank_sets(player_joker)]
    shared: Counter[tuple[int, int, int]] = Counter()
    for ranks in rank_sets(bank_joker):
        bank = frozenset(ranks)
        for player in players:
            both = len(bank & player)
            shared[both, len(bank) - both, len(player) - both] += 1
    return sum(pairs * _suited(*key, most) for key, pairs in shared.items())


def ace_high_counts() -> dict[str, int]:
    """Deals to bank and player by the row of the pay table they are for; "" for none."""
    others = comb(46, 7)
    with_joker, without = hands_ace_high(True) * others, hands_ace_high(False) * others
    both_with_joker = deals_both_ace_high(True, False)
    both_without = deals_both_ace_high(False, False) + deals_both_ace_high(False, True)
    return {
        ace_high_row(own=True, joker=False): both_with_joker + both_without,
        ace_high_row(own=False, joker=True): with_joker - both_with_joker,
        ace_high_row(own=False, joker=False): without - both_without,
        "": DEALS - with_joker - without,
    }
