"""Mexican poker: 41 cards, no 8, 9 or 10, one joker; the 7 stands next to the jack.

A joker dealt face down is wild, and stays so when it is turned up; one dealt face up is an ace or
completes a straight or flush. A flush beats a full house (ruling poker M-3).
"""

from __future__ import annotations

from typing import Final, Literal

from houseway.hands.five_high import runs_of
from houseway.hands.joker import JokerHigh
from houseway.hands.value import Category

JokerDealt = Literal["face-up", "face-down"]

MEXICAN_RANKS: Final = (14, 13, 12, 11, 7, 6, 5, 4, 3, 2)
MEXICAN_ORDER: Final[tuple[Category, ...]] = (
    "five-of-a-kind", "royal-flush", "straight-flush", "four-of-a-kind", "flush", "full-house",
    "straight", "three-of-a-kind", "two-pair", "one-pair", "high-card",
)  # fmt: skip


class Mexican(JokerHigh):
    """The ranking of five cards; `joker_dealt` says how the hand's joker came, if it has one.

    >>> from houseway.cards import parse_cards
    >>> Mexican(joker_dealt="face-down").value(parse_cards("Kd Kc 4h 4s Jk")).name
    'Kings full of fours'
    """

    sizes = (5,)

    def __init__(self, *, joker_dealt: JokerDealt = "face-up") -> None:
        super().__init__(
            joker="wild" if joker_dealt == "face-down" else "ace-straight-flush",
            order=MEXICAN_ORDER,
            runs=runs_of(MEXICAN_RANKS),
        )
