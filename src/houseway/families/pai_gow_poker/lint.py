"""What lint knows of pai gow poker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from houseway.analysis.favours import check_bets
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.filings.lint.family import FamilyLint, always
from houseway.filings.lint.finding import Defect, error
from houseway.filings.schema.base import Cited


def _check(filing: PaiGowPoker) -> Iterator[Defect]:
    piles, cards = filing.game.piles, len(filing.deck.cards())
    if piles.piles * piles.cards + piles.left_over != cards:
        yield error(
            "deck-and-piles",
            f"{piles.piles} piles of {piles.cards} and {piles.left_over} left over are not the "
            f"{cards} cards of the deck",
            "game.piles",
            piles.cite,
        )


def _later_wagers(filing: PaiGowPoker) -> Mapping[str, Cited]:
    return {} if filing.game.envy is None else {"envy": filing.game.envy}


LINT = FamilyLint(
    check=_check,
    bets=check_bets,
    cards_held=7,
    later_wagers=_later_wagers,
    words={
        r"house way": always,
        r"envy": lambda filing: filing.find_spot("fortune") is not None,
    },
)
