"""What playing and folding bring with the lowest hand of the card and with the next below it."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

import numpy as np

from houseway.analysis.odds import kept
from houseway.cards.card import RANKS
from houseway.families.three_card_poker import counting
from houseway.families.three_card_poker.card import BELOW, LOWEST
from houseway.families.three_card_poker.lines import chart_rows
from houseway.families.three_card_poker.odds import OF_BANK, Game
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.filings.terms import Terms
from houseway.hands.arrays import Integers


def worth(
    terms: Terms[ThreeCardPoker], column: str, rows: Collection[str]
) -> dict[str, dict[str, float]]:
    """By some rows, `lowest played, K`: in units of the ante, the mean of all suits of the hand."""
    del column
    bets = kept(terms)
    seen = len(terms.filing.game.deal.bank_cards_seen)
    if "ante" not in bets or not bets["ante"].strategy["chart"] or seen > 1:
        return {}
    played = chart_rows(terms, bets["ante"])
    game = Game(terms)
    found: dict[str, dict[str, float]] = {}
    for shown in bets["ante"].strategy["chart"]:
        rank = RANKS.index(shown) if seen else None
        line = int(played[rank or 0].argmax())
        for words, strength in ((LOWEST, line), (BELOW, line - 1)):
            if (name := f"{words}, {shown}") in rows and line:
                found[name] = _worth(game, strength, rank, seen)
    return found


def _worth(game: Game, strength: int, rank: int | None, seen: int) -> dict[str, float]:
    """With all hands of a strength, against a card of a rank."""
    standings = np.zeros(counting.STANDINGS, np.int64)
    pack = np.full(counting.KINDS, game.terms.decks, np.int64)
    strengths, qualifies = game.hands.strengths, np.array(game.qualifies)
    for hand, weight in zip(*counting.player_hands(game.terms.decks), strict=True):
        if strengths[tuple(hand)] != strength:
            continue
        left: Integers = pack.copy()
        np.subtract.at(left, hand, 1)
        groups = np.zeros((counting.GROUPS[seen] + 1, counting.STANDINGS), np.int64)
        counting.bank_hands(strengths, qualifies, strength, left, seen, groups)
        shown = groups if rank is None else groups[4 * rank : 4 * rank + 4]
        standings += int(weight) * shown.sum(axis=0)
    cases = int(standings.sum())
    values = {
        move: sum(
            (game.base(how, qualified, times) * int(n)
             for (how, qualified), n in zip(OF_BANK, standings, strict=True)),
            Fraction(0),
        ) / cases
        for move, times in zip(game.moves, game.sizes, strict=True)
    }  # fmt: skip
    return {move: float(value) for move, value in values.items()} | {"fold": float(game.fold)}
