"""How a hand of pai gow tiles goes, in six lines from its filing."""

from __future__ import annotations

from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.rounds.felt import extra_spots


def lines(filing: PaiGowTiles) -> tuple[str, ...]:
    game = filing.game
    pays = f"{game.compared.pays.numerator} to {game.compared.pays.denominator}"
    way = " The house way sets them for you by its chart." if game.players_set.house_way else ""
    return (
        f"Bet against the bank, which another player holds.{extra_spots(filing)}",
        "The tiles are piled in fours; the dice say who gets the first pile.",
        f"You get four dominoes and set a low hand and a high hand of two.{way}",
        "A pair is best; then wong, gong and nine downwards: of the sum of the pips the last digit "
        "counts.",
        f"Low meets low and high meets high. With both higher you win {pays}, with one it is a "
        "push, with none you lose.",
        "A hand equal to the bank's is a copy, and the bank's.",
    )
