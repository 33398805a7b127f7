"""How a hand of pai gow poker goes, in six lines from its filing."""

from __future__ import annotations

from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.rounds.felt import extra_spots

_ENDS = {"win": "wins", "push": "is a push", "lose": "loses"}
_JOKER = {
    "ace-straight": "The joker is an ace, or completes a straight.",
    "ace-straight-flush": "The joker is an ace, or completes a straight or a flush.",
}


def lines(filing: PaiGowPoker) -> tuple[str, ...]:
    game = filing.game
    pays = game.both_higher.pays
    odds = f"{pays.numerator} to {pays.denominator}" if pays else "1 to 1"
    chart = "The house way sets it for you by its chart." if game.house_way else ""
    seen = game.bank_sets.opened == "before-players-set"
    order = "The bank's hands are set and seen first." if seen else "The bank sets after everybody."
    push = " With only an ace-high in the bank all game wagers push." if game.ace_high_push else ""
    return (
        f"Bet against the bank, which another player holds.{extra_spots(filing)}",
        f"You get seven cards. {_JOKER.get(game.joker.use, 'A joker is in the deck.')}",
        f"Set two in front and five behind; the five must be the higher hand. {chart}".rstrip(),
        f"A hand set the other way round is foul and {_ENDS[game.foul.outcome]}. {order}",
        f"Front meets front and back meets back. With both higher you win {odds}; one higher "
        f"{_ENDS[game.one_higher.outcome]}; none {_ENDS[game.both_lower.outcome]}.",
        f"A hand equal to the bank's is a copy, and the bank's.{push}",
    )
