"""The coach of ultimate hold'em: by the counted chart before the flop, counted out after it.

Bonus bets are left out: the best play is that of ante, blind and play.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from houseway.analysis.odds import kept
from houseway.cards import Card
from houseway.cards.card import RANK_NAMES, RANKS
from houseway.families.ultimate_holdem import bots
from houseway.families.ultimate_holdem.rules import Rules
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.terms import Terms
from houseway.hands.value import plural
from houseway.rounds.judging import judge
from houseway.table.coach import Advice, Seen, Worth, best_of, once_for_terms

if TYPE_CHECKING:
    from houseway.families.ultimate_holdem.counting import Pays


def advise(seen: Seen) -> Advice:
    hole, board = seen.sight.cards(seen.seat), seen.sight.cards("board")
    if not board:
        return _before_flop(seen, hole)
    from houseway.families.ultimate_holdem.deciding import value_of

    rules, pays = _rules(seen.terms)
    found = value_of(pays, _indexes(hole), _boards(hole, board))
    ante, whole = seen.wagers.get("ante", 0), rules.scale * found.cases
    worth = []
    for move in seen.choices:
        if move == "fold":
            value = pays.fold * found.cases
        elif move == "check":
            value = found.check
        else:
            value = found.stakes + int(move.removeprefix("bet ")) * found.play
        worth.append(Worth(move, ante * int(value) / whole))
    hand = judge(seen.terms.filing.game.ranking)(hole, board)
    return Advice(
        hand=hand.name,
        best=best_of(worth),
        worth=tuple(worth),
        unit="ante",
        why=f"Against all the bank can have you end ahead {found.higher / found.cases:.0%} of the "
        f"time and behind {found.lower / found.cases:.0%}.",
        how=f"Every board and bank hand still possible was counted: {found.cases:,}.",
        cite=seen.terms.filing.game.street[-1 if len(board) == 5 else 1].cite.at,
    )


def _before_flop(seen: Seen, hole: Sequence[Card]) -> Advice:
    name, ante = _start_words(hole), seen.wagers.get("ante", 0)
    counted = kept(seen.terms)
    chart = counted["ante"].strategy["before the flop"] if counted else None
    cite = seen.terms.filing.game.street[0].cite.at
    if chart is None:
        raises = bots.raises_before_flop(hole)
        best = next(move for move in seen.choices if move.startswith("bet") is raises)
        return Advice(
            hand=name, best=best, cite=cite,
            why=f"The simple rule {'raises' if raises else 'checks'} this hand before the flop.",
            how="This game has not been counted; what the other choices cost is not known.",
        )  # fmt: skip
    row = chart[start_name(hole)]
    worth = tuple(Worth(move, ante * row[move]) for move in seen.choices if move in row)
    raised = sum(one["choice"] != "check" for one in chart.values())
    best = best_of(worth)
    return Advice(
        hand=name,
        best=best,
        worth=worth,
        unit="ante",
        why=f"{name} is {'one' if best != 'check' else 'none'} of the {raised} of 169 starting "
        "hands that are raised at once, when a raise may be largest.",
        how="Every board and bank hand was counted.",
        cite=cite,
    )


def start_name(hole: Sequence[Card]) -> str:
    """As charts write it: "AKs", "T9o", "77"."""
    low, high = sorted(card.rank for card in hole)
    name = RANKS[high - 2] + RANKS[low - 2]
    if high == low:
        return name
    return name + ("s" if hole[0].suit == hole[1].suit else "o")


def _start_words(hole: Sequence[Card]) -> str:
    low, high = sorted(card.rank for card in hole)
    if high == low:
        return f"Pair of {plural(high)}"
    suited = "suited" if hole[0].suit == hole[1].suit else "offsuit"
    return f"{RANK_NAMES[high].capitalize()}-{RANK_NAMES[low]} {suited}"


def _boards(hole: Sequence[Card], board: Sequence[Card]) -> list[list[int]]:
    known = _indexes((*hole, *board))
    rest = [card for card in range(52) if card not in known]
    shown = _indexes(board)
    return [[*shown, *more] for more in combinations(rest, 5 - len(shown))]


def _indexes(cards: Sequence[Card]) -> list[int]:
    return [card.index for card in cards]


def _counted_rules(terms: Terms[UltimateHoldem]) -> tuple[Rules, Pays]:
    from houseway.families.ultimate_holdem.deciding import value_of

    rules = Rules(terms.filing)
    pays = rules.pays()
    value_of(pays, [0, 1], [[2, 3, 4, 5, 6]])  # compiled, if it is not yet
    return rules, pays


_rules = once_for_terms(_counted_rules)
