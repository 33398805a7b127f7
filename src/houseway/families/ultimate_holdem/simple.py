"""A way to play ultimate hold'em that a person can keep in mind, and what it gives up.

Before the flop as the chart says. On the flop bet two pair or better (not three alike on the board
alone), a pair with an own card (not twos in the hand alone), or four to a flush with an own card
of it from the ten up. On the river bet a better kind of hand than the board's, or any hand against
fewer than 21 cards that alone would beat it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.analysis.suits import FLOP_CLASSES, HOLES, flop_classes
from houseway.families.ultimate_holdem.board import Small
from houseway.families.ultimate_holdem.counting import CHECK
from houseway.hands.kernels import HIGH_5, HIGH_CATEGORIES, category, evaluate

OUTS: Final = 21
WORDS: Final = {
    "on the flop": "bet two pair or better, but not three alike on the board alone; a pair with an "
    "own card, but not twos in the hand alone; four to a flush with an own card of it from the "
    "ten up",
    "on the river": "bet a better kind of hand than the board's; any hand if fewer than "
    f"{OUTS} cards, each alone with the board, would beat it",
}
_TWO_PAIR: Final = HIGH_CATEGORIES.index("two-pair")
_ONE_PAIR: Final = HIGH_CATEGORIES.index("one-pair")
_THREE_ALIKE: Final = HIGH_CATEGORIES.index("three-of-a-kind")
_TEN: Final = 8  # a ten's place among the ranks


def simple_flops(bet: int) -> Small:
    """[flop class, hole pair]: that bet where the rule asks for it, else a check."""
    choice = np.full((FLOP_CLASSES, HOLES), CHECK, np.uint8)
    high, low = np.tril_indices(52, -1)  # in the order of `hole_index`
    holes = np.stack([low, high], axis=1).astype(np.uint8)
    for number, flop in enumerate(flop_classes()[2]):
        choice[number, _raised(holes, np.array(flop, np.uint8))] = bet
    return choice


def _raised(holes: Small, flop: Small) -> npt.NDArray[np.bool_]:
    ranks, suits = holes // 4, holes % 4
    dealt = np.concatenate([holes, np.broadcast_to(flop, (len(holes), 3))], axis=1)
    made = category(evaluate(HIGH_5, dealt))
    pocket = ranks[:, 0] == ranks[:, 1]
    paired = pocket | np.isin(ranks, flop // 4).any(axis=1)
    twos = pocket & (ranks[:, 0] == 0)
    # Three alike on the board are everybody's.
    better = (made >= _TWO_PAIR) & (paired | (made != _THREE_ALIKE))
    raised = better | ((made == _ONE_PAIR) & paired & ~twos)
    for suit in range(4):
        own = suits == suit
        four = own.sum(axis=1) + np.count_nonzero(flop % 4 == suit) == 4
        # A made hand of a pair keeps to the rule for pairs.
        draws = four & (own & (ranks >= _TEN)).any(axis=1)
        raised |= draws & ~((made == _ONE_PAIR) & paired)
    taken = np.isin(holes, flop).any(axis=1)
    return np.asarray(raised & ~taken)
