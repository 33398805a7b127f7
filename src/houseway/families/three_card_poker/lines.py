"""Which hands of three card poker are played, by the chart that the odds print and by the bots."""

from __future__ import annotations

import numpy as np

from houseway.analysis.report import Bet
from houseway.cards import CARDS
from houseway.cards.card import RANKS
from houseway.families.three_card_poker.bots import choose
from houseway.families.three_card_poker.counting import KINDS, all_hands
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.filings.terms import Terms
from houseway.hands.arrays import Small
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight


def _rows(terms: Terms[ThreeCardPoker]) -> int:
    """A row for each rank of the card seen; one where none is."""
    return len(RANKS) if terms.filing.game.deal.bank_cards_seen else 1


def bot_rows(terms: Terms[ThreeCardPoker]) -> Small:
    """[rank of the card seen, strength]: whether the bots play the hand."""
    hands = all_hands()
    example: dict[int, tuple[int, int, int]] = {}
    for kinds in _sorted_kinds():
        example.setdefault(int(hands.strengths[kinds]), kinds)
    found = np.zeros((_rows(terms), len(hands.judged)), np.uint8)
    for row in range(len(found)):
        for strength, kinds in example.items():
            sight = Sight()
            sight.hands[1] = [[CARDS[kind] for kind in kinds]]
            sight.hands["bank"] = [[CARDS[4 * row]] if len(found) > 1 else []]
            ask = Ask(1, "play-or-fold", ("play", "fold"))
            found[row, strength] = choose(ask, sight, terms.filing) != "fold"
    return found


def chart_rows(terms: Terms[ThreeCardPoker], ante: Bet) -> Small:
    """The same by the chart that the odds print: a line for each card seen."""
    names = {hand.name: strength for strength, hand in enumerate(all_hands().judged)}
    names["any hand"] = 0
    found = np.zeros((_rows(terms), len(all_hands().judged)), np.uint8)
    for seen, line in ante.strategy["chart"].items():
        row = RANKS.index(seen) if len(found) > 1 else 0
        if line["play from"] is not None:
            found[row, names[line["play from"]] :] = 1
    return found


def _sorted_kinds() -> list[tuple[int, int, int]]:
    return [(i, j, k) for i in range(KINDS) for j in range(i, KINDS) for k in range(j, KINDS)]
