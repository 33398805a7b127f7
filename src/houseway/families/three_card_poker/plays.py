"""Players of three card poker who follow what was counted, and the bots, as tables of hands.

`table_of` has what a player of a skill does with every hand against every card of the bank that
may be seen; simulation compiles it, the procedure's players look it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np

from houseway.analysis.odds import counted
from houseway.cards import Card
from houseway.errors import HousewayError
from houseway.families.three_card_poker.counting import KINDS, all_hands, player_hands
from houseway.families.three_card_poker.lines import bot_rows, chart_rows
from houseway.families.three_card_poker.odds import best_choices
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.filings.terms import Terms
from houseway.hands.arrays import Small
from houseway.rounds.steps import Ask
from houseway.table.bot import Strategy
from houseway.table.sight import Sight


@lru_cache(maxsize=8)
def _best(decks: int, choices: bytes, groups: int) -> Small:
    """[card seen, kind, kind, kind], from the choices of hands that stand for all suits."""
    found = np.zeros((groups, KINDS, KINDS, KINDS), np.uint8)
    by_hand = np.frombuffer(choices, np.uint8).reshape(-1, groups)
    hands = player_hands(decks)[0]
    kinds = np.arange(KINDS)
    for order in permutations(range(4)):
        moved = 4 * (kinds // 4) + np.array(order)[kinds % 4]
        places = np.sort(moved[hands], axis=1)
        cards = moved if groups == KINDS else np.zeros(1, np.int64)
        for card in range(groups):
            found[cards[card], places[:, 0], places[:, 1], places[:, 2]] = by_hand[:, card]
    return found


def table_of(terms: Terms[ThreeCardPoker], skill: str) -> Small:
    """[card seen, kind, kind, kind]: whether a hand is played, its kinds rising; one row of cards
    where none is seen."""
    seen = terms.filing.game.deal.bank_cards_seen
    if len(seen) > 1 or len(terms.filing.game.play.times) > 1:
        raise HousewayError(
            "no-counted-play",
            "with several cards of the bank seen, or several sizes of the play wager, there is no "
            "one line to follow; "
            'say `skill = "bot"`',
            where=f"{terms.filing.id}: game.deal",
        )
    if skill == "best":
        choices = best_choices(terms)
        return _best(terms.decks, choices.tobytes(), choices.shape[1])
    if skill == "chart":
        (ante,) = (bet for bet in counted(terms)[0] if bet.name == "ante")
        rows = chart_rows(terms, ante)
    else:
        rows = bot_rows(terms)
    by_rank = rows[:, all_hands().strengths]
    return by_rank.repeat(4, axis=0) if len(rows) > 1 else by_rank


def strategy(terms: Terms[ThreeCardPoker], skill: str) -> Strategy:
    table = table_of(terms, skill)
    play, *_ = terms.filing.game.play.moves

    def choose_by_table(ask: Ask, sight: Sight, filing: Any) -> str:  # noqa: ARG001
        kinds = sorted(card.index for card in sight.cards(ask.seat))
        return play if table[(_seen(sight.cards("bank")), *kinds)] else "fold"

    return choose_by_table


def _seen(cards: Sequence[Card]) -> int:
    return cards[0].index if cards else 0


def ready(terms: Terms[ThreeCardPoker], skill: str) -> None:
    if skill == "chart":
        counted(terms)
