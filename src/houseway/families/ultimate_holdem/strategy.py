"""The simple strategy of ultimate hold'em, in one place for bots, simulation and odds.

Before the flop raise pairs from threes, any ace, and kings, queens and jacks with a fair card
beside them. On the flop two pair or better (not three alike on the board alone), a pair with an own
card (not twos in the hand), or four to a flush with an own card from the ten up. On the river a
better kind of hand than the board's, or fewer than 21 cards that let the bank beat it. Counted over
all deals it gives up a fifth of a hundredth of the ante against the best play, which
`houseway odds` shows as the cost of the simple rule.

Cards are numbers, four times the rank from the deuce plus the suit, so that simulation compiles
these very functions.
"""

from __future__ import annotations

from typing import Final

MOST_OUTS: Final = 21  # as many cards that beat a hand on the river, and it is folded
WORDS: Final = {
    "on the flop": "bet two pair or better, but not three alike on the board alone; a pair with an "
    "own card, but not twos in the hand alone; four to a flush with an own card of it from the "
    "ten up",
    "on the river": "bet a better kind of hand than the board's; any hand if fewer than "
    f"{MOST_OUTS} cards, each alone with the board, would beat it",
}
_WHEEL: Final = 0b1000000001111
_DEUCE, _THREE, _TEN, _JACK, _QUEEN, _KING, _ACE = 0, 1, 8, 9, 10, 11, 12


def raises_before_flop(one: int, other: int) -> bool:
    high, low = max(one >> 2, other >> 2), min(one >> 2, other >> 2)
    suited = one & 3 == other & 3
    if high == low:
        return high >= _THREE
    if high == _ACE:
        return True
    if high == _KING:
        return suited or low >= 3  # a five
    if high == _QUEEN:
        return low >= (4 if suited else 6)  # a six, an eight
    return high == _JACK and low >= (6 if suited else 8)  # an eight, a ten


def raises_on_flop(one: int, other: int, a: int, b: int, c: int) -> bool:
    """The own two cards, then the flop's three."""
    ranks = suits = 0
    for card in (one, other, a, b, c):
        ranks |= 1 << (card >> 2)
        suits |= 1 << (card & 3)
    if suits & (suits - 1) == 0 or ranks == _WHEEL:
        return True  # a flush, or ace to five
    for low in range(9):
        if ranks == 0b11111 << low:
            return True
    # Pairs of cards alike: one is a pair, two are two pair, three are three alike.
    shared = (a >> 2 == b >> 2) + (a >> 2 == c >> 2) + (b >> 2 == c >> 2)
    pocket = int(one >> 2 == other >> 2)
    own = pocket
    for card in (one, other):
        own += (card >> 2 == a >> 2) + (card >> 2 == b >> 2) + (card >> 2 == c >> 2)
    if own == 1 and shared == 0:
        return not (pocket and one >> 2 == _DEUCE)
    if own + shared > 1 and (own or shared != 3):  # three alike on the board are everybody's
        return True
    for suit in range(4):
        held = (one & 3 == suit) + (other & 3 == suit)
        on_flop = (a & 3 == suit) + (b & 3 == suit) + (c & 3 == suit)
        if held + on_flop == 4:
            return (one & 3 == suit and one >> 2 >= _TEN) or (
                other & 3 == suit and other >> 2 >= _TEN
            )
    return False


def calls_on_river(better_than_board: bool, outs: int) -> bool:
    """`outs` are the unseen cards with which the bank, by that card and the board, is ahead."""
    return better_than_board or outs < MOST_OUTS
