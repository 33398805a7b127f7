"""What the lines of the card are worth, held to a count by the readable ranking."""

from __future__ import annotations

from itertools import combinations, product
from statistics import fmean

from houseway.analysis.odds import odds, strategy_cards
from houseway.cards import CARDS
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.families.three_card_poker.worth import worth
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.rounds.judging import judge

CASINO = "casino-club/three-card-poker-6-card-bonus"
_RANKS = "23456789TJQKA"
# How Each Wager Wins, Loses or Pushes, item 1: a bank that does not qualify pays every ante and
# returns the play wagers.
_QUALIFIED = {1: 2, 0: 0, -1: -2}


def _by_hand(ranks: str, shown: str) -> float:
    """Play with every hand of these ranks that is no flush, its first suit fixed, against every
    bank that shows a card of a rank and qualifies from queen high."""
    three, found = judge("three-card"), []
    for suits in product(range(4), repeat=2):
        own = [
            CARDS[4 * _RANKS.index(rank) + suit]
            for rank, suit in zip(ranks, (0, *suits), strict=True)
        ]
        if len(set(suits)) == 1 and suits[0] == 0:
            continue
        left = [card for card in CARDS if card not in own]
        mine = three(own).strength
        up = [card for card in left if card.rank == _RANKS.index(shown) + 2]
        for seen in up:
            for more in combinations([card for card in left if card != seen], 2):
                bank = three((seen, *more))
                qualifies = bank.category != "high-card" or bank.ranks[0] >= 12
                how = (mine > bank.strength) - (mine < bank.strength)
                found.append(_QUALIFIED[how] if qualifies else 1)
    return fmean(found)


def test_the_lowest_hand_against_a_shown_king_and_the_next_lower_one() -> None:
    report = odds(CASINO)
    (card,) = strategy_cards(report)
    rows = card.covers["K"]
    filing = load(CASINO)
    assert isinstance(filing, ThreeCardPoker)
    found = worth(make_terms(filing), card.columns[0], rows)
    lowest, lower = (found[row] for row in rows)
    assert card.rows["K"][0].text == "King high, nine-two"
    assert abs(lowest["play"] - _by_hand("K92", "K")) < 1e-12
    assert abs(lower["play"] - _by_hand("K87", "K")) < 1e-12
    assert lowest["play"] > lowest["fold"] == -1
    assert lower["play"] < lower["fold"] == -1
    assert "J" not in card.covers  # any hand is played
