"""How a hand of baccarat goes, in six lines from its filing."""

from __future__ import annotations

from houseway.families.baccarat.schema import Baccarat, Line
from houseway.rounds.felt import extra_spots


def lines(filing: Baccarat) -> tuple[str, ...]:
    game = filing.game
    player, banker = (_pays(line) for line in (game.player_line, game.banker_line))
    seven = game.banker_line.three_card_seven == "push"
    draw = game.player_hand.draws_to
    ties = "come back" if game.tied.lines == "push" else "are lost"
    return (
        f"Bet on Player or Banker before the cards.{extra_spots(filing)}",
        "Two hands are dealt face up, two cards each. They belong to nobody.",
        "Ace counts 1, tens and pictures nothing; of the sum the last digit counts. Nine is best.",
        f"A third card comes by rule: Player draws up to {draw}, Banker by its chart. You decide "
        "nothing.",
        f"The hand nearer nine wins: Player pays {player}, Banker {banker}"
        + (", but a winning seven of three cards gives the Banker bet back." if seven else "."),
        f"Where both are equal, bets on Player and Banker {ties}.",
    )


def _pays(line: Line) -> str:
    text = f"{line.pays.numerator} to {line.pays.denominator}"
    return f"{text} less a commission" if line.commission else text
