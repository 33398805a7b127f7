"""How the page draws Super Pan 9 and asks for its rounds."""

from __future__ import annotations

from houseway.cards import CARDS
from houseway.hands.baccarat import card_points
from houseway.rounds.felt import FeltHints, Kind, Move
from super_pan_9.schema import HELD

_MOVES = (Move("draw", "Draw a card", "draws", "D"), Move("stand"))

FELT = FeltHints(
    kinds=(
        Kind(
            key="super-pan-9",
            name="Super Pan 9",
            what="Three cards, one more if you like. Nearer to nine than the bank wins.",
            cards=("5h", "4s", "Kd"),
            place=65,
        ),
    ),
    how=(
        "Bet against the bank, which another player holds; you get three cards.",
        "Draw one card or stand. Pictures count nothing, and of a sum only the last digit.",
        "More points than the bank win, equal points are returned.",
    ),
    bank_cards=HELD + 1,
    points={card.text[0]: card_points(card) for card in CARDS},
    asks={
        "draw-or-stand": (
            "Draw or stand?",
            "You may take one more card. Tens are dropped, so a good hand can become a bad one.",
        ),
    },
    moves=lambda _: _MOVES,
)
