"""How the page draws ultimate hold'em and asks for its rounds."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.families.ultimate_holdem.how import lines
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.rounds.felt import FeltHints, Kind, Move


def _moves(filing: UltimateHoldem) -> Sequence[Move]:
    bets = {bet for street in filing.game.street for bet in street.bets}
    return [Move("check"), *(Move(f"bet {bet}") for bet in sorted(bets)[::-1]), Move("fold")]


FELT = FeltHints(
    kinds=(
        Kind(
            key="ultimate",
            name="Hold'em against the bank",
            what="Two cards and a shared board. Raise early for more, late for less.",
            cards=("Ad", "Kd"),
            place=30,
        ),
    ),
    how=lines,
    seat_cards=2,
    bank_cards=2,
    board=5,
    later=("play",),
    asks={
        "bet": (
            "Raise or check?",
            "You raise once in the hand: the earlier, the more you may bet. Checking waits for "
            "more of the board. At the end you bet or fold.",
        ),
        "bet-or-fold": (
            "Bet or fold?",
            "The whole board lies there. Bet once your ante to stay in, or fold.",
        ),
    },
    moves=_moves,
)
