"""Three card poker from the cards left of the deck."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from houseway.analysis.report import Bet
from houseway.cards import CARDS, Card
from houseway.families.three_card_poker.odds import Game, bets_of
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.filings.terms import Terms

if TYPE_CHECKING:
    from houseway.analysis.protect.part import Countable


def by_rank(terms: Terms[ThreeCardPoker]) -> bool:  # noqa: ARG001
    return False


def needs(terms: Terms[ThreeCardPoker]) -> int:  # noqa: ARG001
    return 6


def next_round(terms: Terms[ThreeCardPoker], left: Counter[Card]) -> list[Bet]:
    return bets_of(Game(terms, [left[card] for card in CARDS]), lambda _: None)


def base(terms: Terms[ThreeCardPoker]) -> None:
    """None: every round of the filings begins with all cards."""


def countable(terms: Terms[ThreeCardPoker]) -> list[Countable]:  # noqa: ARG001
    """None: every round of the filings begins with all cards."""
    return []


def cards_a_round(terms: Terms[ThreeCardPoker], players: int) -> float:  # noqa: ARG001
    return 3.0 * (players + 1)
