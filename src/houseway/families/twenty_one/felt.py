"""How the page draws the 21 games and asks for their rounds."""

from __future__ import annotations

from houseway.families.twenty_one.how import lines
from houseway.rounds.felt import FeltHints, Kind, Move, moves

_WORDS = ("hit", "stand", "double", "split", "surrender", "rescue")


FELT = FeltHints(
    kinds=(
        Kind(
            key="21",
            name="21",
            what="Draw towards the best total without going over, against the bank's hand.",
            cards=("As", "Jh"),
            place=10,
        ),
    ),
    how=lines,
    asks={
        "play": (
            "Your hand",
            "Hit takes a card, stand keeps what you have. Come closer to the best total than the "
            "bank does.",
        ),
        "after-double": (
            "After doubling",
            "Stand keeps the hand. Rescue gives up the first half and takes the doubled half back.",
        ),
        "insurance": (
            "Insurance?",
            "The bank shows an ace. Insurance is a side wager that wins if the bank has a natural.",
        ),
        "early-surrender": (
            "Surrender now?",
            "Before the bank looks, you may give up half of your wager instead of playing.",
        ),
    },
    moves=lambda _: (
        *moves(*_WORDS)(None),
        Move("double", "Double for less", amount=True),
        Move("insure", amount=True),
    ),
    hands=4,
)
