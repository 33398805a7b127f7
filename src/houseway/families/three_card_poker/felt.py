"""How the page draws three card poker and asks for its rounds."""

from __future__ import annotations

from houseway.families.three_card_poker.how import lines
from houseway.rounds.felt import FeltHints, Kind, Move

FELT = FeltHints(
    kinds=(
        Kind(
            key="three",
            name="Three cards",
            what="Three cards each. Look, then play on or fold. The quickest game to learn.",
            cards=("Qh", "Qs", "7d"),
            place=20,
        ),
    ),
    for_newcomers=True,
    how=lines,
    seat_cards=3,
    bank_cards=3,
    later=("play",),
    asks={
        "play-or-fold": (
            "Play or fold?",
            "Play puts another wager, as much as your ante, against the bank's three cards. Fold "
            "gives up your ante.",
        ),
    },
    moves=lambda filing: tuple(map(Move, (*filing.game.play.moves, "fold"))),
)
