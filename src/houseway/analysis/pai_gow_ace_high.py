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
from houseway.hands.fortune import seven_card_ace_high

_LOWER: Final = range(2, 14)  # ranks below the ace
_ACE: Final = 14
_SUITS: Final = range(4)
HANDS: Final = comb(53, 7)
DEALS: Final = HANDS * comb(46, 7)

Ranks = tuple[int, ...]
_Held = tuple[int, int, int, int]  # cards of each suit


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
    """Ways to give suits to ranks that both hands have, never the same, and to the others."""
    states: Counter[tuple[_Held, _Held]] = Counter({((0, 0, 0, 0), (0, 0, 0, 0)): 1})
    steps = (
        [[(a, b) for a, b in product(_SUITS, _SUITS) if a != b]] * both
        + [[(a, None) for a in _SUITS]] * one
        + [[(None, b) for b in _SUITS]] * other
    )
    for step in steps:
        following: Counter[tuple[_Held, _Held]] = Counter()
        for (first, second), ways in states.items():
            for a, b in step:
                mine, yours = _with(first, a), _with(second, b)
                if max(mine) <= most[0] and max(yours) <= most[1]:
                    following[mine, yours] += ways
        states = following
    return states.total()


def _with(held: _Held, suit: int | None) -> _Held:
    if suit is None:
        return held
    counts = list(held)
    counts[suit] += 1
    return counts[0], counts[1], counts[2], counts[3]


def hands_ace_high(joker: bool) -> int:
    """Of the 154,143,080 hands, those that are only ace-high, with the joker or without."""
    ranks = 6 if joker else 7
    return len(rank_sets(joker)) * _suited(0, ranks, 0, (_most_of_a_suit(joker), 0))


def deals_both_ace_high() -> int:
    """Deals of seven cards to the bank and seven to the player, both only ace-high."""
    total = 0
    for bank_joker, player_joker in ((False, False), (True, False), (False, True)):
        most = _most_of_a_suit(bank_joker), _most_of_a_suit(player_joker)
        shared: Counter[tuple[int, int, int]] = Counter()
        player_sets = [frozenset(ranks) for ranks in rank_sets(player_joker)]
        for ranks in rank_sets(bank_joker):
            bank = frozenset(ranks)
            for player in player_sets:
                both = len(bank & player)
                shared[both, len(bank) - both, len(player) - both] += 1
        for (both, one, other), pairs in shared.items():
            total += pairs * _suited(both, one, other, most)
    return total


def ace_high_counts() -> dict[str, int]:
    """Deals to bank and player by the row of the pay table they are for; "" for none."""
    others = comb(46, 7)
    with_joker, without = hands_ace_high(True) * others, hands_ace_high(False) * others
    both = deals_both_ace_high()
    joker_and_player = _both_with_bank_joker()
    return {
        "player-and-bank-ace-high": both,
        "bank-ace-high-joker": with_joker - joker_and_player,
        "bank-ace-high": without - (both - joker_and_player),
        "": DEALS - with_joker - without,
    }


def _both_with_bank_joker() -> int:
    most = _most_of_a_suit(True), _most_of_a_suit(False)
    total = 0
    players = [frozenset(ranks) for ranks in rank_sets(False)]
    for ranks in rank_sets(True):
        bank = frozenset(ranks)
        for player in players:
            both = len(bank & player)
            total += _suited(both, len(bank) - both, len(player) - both, most)
    return total
