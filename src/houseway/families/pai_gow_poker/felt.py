"""How the page draws pai gow poker and asks for its rounds."""

from __future__ import annotations

from houseway.families.pai_gow_poker.how import lines
from houseway.rounds.felt import FeltHints, Kind, Setting, moves
from houseway.rounds.piles import PILE, PILE_HELP

FELT = FeltHints(
    kinds=(
        Kind(
            key="paigow",
            name="Pai gow poker",
            what="Split seven cards into a hand of five and a hand of two. Slow and sociable.",
            cards=("Jk", "Ac", "9h"),
            place=40,
        ),
    ),
    how=lines,
    seat_cards=7,
    bank_cards=7,
    sets=Setting("Front: 2 cards", "Back: 5 cards"),
    asks={
        PILE: PILE_HELP,
        "set": (
            "Set your hand",
            "Choose the two cards for the small hand in front. It must not beat the big hand "
            "behind.",
        ),
        "set-bank": (
            "Set the bank's hand",
            "You hold the bank. Choose the two cards for the small hand, or let the house way set "
            "it.",
        ),
    },
    moves=moves(),
)
