"""How a hand of ultimate hold'em goes, in six lines from its filing."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.wording.base import listed
from houseway.rounds.felt import extra_spots


def lines(filing: UltimateHoldem) -> tuple[str, ...]:
    game = filing.game
    before, flop, river = game.street
    bets = [_bets(street.bets) for street in (before, flop, river)]
    kind = game.qualifies.minimum.replace("-", " ")
    last = "fold" if river.may_fold else "check"
    return (
        f"Bet ante and blind, the same on each.{extra_spots(filing)}",
        "You get two cards, the bank two face down. Five cards come on the board for both.",
        f"Before the board: bet your ante {bets[0]}, or check and wait.",
        f"After three cards of it: bet it {bets[1]}, or check again.",
        f"With all five there: bet it {bets[2]}, or {last}. You bet once in a hand.",
        f"The best five of seven cards win. The bank qualifies with {kind}; the blind pays more "
        "for the hands on its pay table.",
    )


def _bets(times: Sequence[int]) -> str:
    return listed(["once" if n == 1 else f"{n} times" for n in sorted(times, reverse=True)], "or")
