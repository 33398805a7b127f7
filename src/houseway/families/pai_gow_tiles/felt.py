"""How the page draws pai gow tiles and asks for its rounds."""

from __future__ import annotations

from houseway.families.pai_gow_tiles.how import lines
from houseway.rounds.felt import FeltHints, Kind, Setting, moves
from houseway.rounds.piles import PILE, PILE_HELP

FELT = FeltHints(
    kinds=(
        Kind(
            key="tiles",
            name="Pai gow tiles",
            what="Four Chinese dominoes, two hands of two. The house way sets them if you like.",
            cards=("66", "11", "42"),
            place=50,
        ),
    ),
    how=lines,
    seat_cards=4,
    bank_cards=4,
    sets=Setting("Low hand", "High hand"),
    asks={
        PILE: PILE_HELP,
        "set": (
            "Set your tiles",
            "Choose two tiles for the low hand. The other two are the high hand.",
        ),
        "set-bank": (
            "Set the bank's hand",
            "You hold the bank. Choose the two tiles for the low hand, or let the house way set "
            "it.",
        ),
    },
    moves=moves(),
)
