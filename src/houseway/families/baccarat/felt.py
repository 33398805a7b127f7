"""How the page draws baccarat and asks for its rounds."""

from __future__ import annotations

from houseway.cards import CARDS
from houseway.families.baccarat.how import lines
from houseway.hands.baccarat import card_points
from houseway.rounds.felt import FeltHints, Kind, Shared, moves

FELT = FeltHints(
    kinds=(
        Kind(
            key="baccarat",
            name="Baccarat",
            what="Bet on Player or Banker and watch. No decisions to make.",
            cards=("9c", "Kh"),
            place=60,
        ),
    ),
    how=lines,
    seat_cards=0,
    bank_cards=0,
    shared=(Shared("player", "Player", 3), Shared("banker", "Banker", 3)),
    points={card.text[0]: card_points(card) for card in CARDS},
    moves=moves(),
)
