"""The 21-type games by basic strategy, within what the chart of the game leaves open.

The customary table for shoes and a bank that draws to soft 17, with the late surrenders it
knows; insurance is declined. The games' own twists (hands over 21 that push, jokers) are not
played for; against the customary rules the table is the best play.
"""

from __future__ import annotations

from houseway.families.twenty_one.schema import TwentyOne
from houseway.hands.twenty_one import card_count
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight

# By the bank's card: 2 to 10, 11 for an ace. Where nothing is said the hand is hit.
_STAND_HARD = {12: range(4, 7), **{total: range(2, 7) for total in range(13, 17)}}
_DOUBLE_HARD = {9: range(3, 7), 10: range(2, 10), 11: range(2, 12)}
_DOUBLE_SOFT = {
    13: range(5, 7), 14: range(5, 7), 15: range(4, 7), 16: range(4, 7), 17: range(3, 7),
    18: range(2, 7), 19: range(6, 7),
}  # fmt: skip
_SURRENDER = {15: (10, 11), 16: (9, 10, 11), 17: (11,)}
_SPLIT = {
    2: range(2, 8), 3: range(2, 8), 4: range(5, 7), 6: range(2, 7), 7: range(2, 8),
    8: range(2, 12), 9: (2, 3, 4, 5, 6, 8, 9), 11: range(2, 12),
}  # fmt: skip


def choose(ask: Ask, sight: Sight, filing: TwentyOne) -> str:
    if ask.kind == "insurance":
        return "decline"
    up = up_card(sight)
    cards = ask.facts.get("cards", ())
    if ask.kind == "early-surrender":
        cards = sight.cards(ask.seat)
    if not cards:  # two split aces
        return "split" if "split" in ask.choices else "stand"
    total = filing.game.rules.total(cards, split=ask.hand > 1)
    points = total.points
    if ask.kind == "early-surrender":
        given_up = not total.is_soft and 14 <= points <= 16 and up >= 10
        return "surrender" if given_up else "play on"
    if ask.kind == "after-double":
        return "rescue" if not total.is_soft and points < 17 and up >= 8 else "stand"
    wanted = _wanted(tuple(card_count(c) for c in cards), points, total.is_soft, up)
    return next(move for move in (*wanted, "hit", "stand") if move in ask.choices)


def up_card(sight: Sight) -> int:
    """What the bank's open card counts, an ace eleven, a joker too."""
    shown = sight.cards("bank")
    count = card_count(shown[0])
    return 11 if count == 1 else count


def _wanted(counts: tuple[int, ...], points: int, soft: bool, up: int) -> tuple[str, ...]:
    """Moves in the order they are wished for."""
    wanted: list[str] = []
    if not soft and up in _SURRENDER.get(points, ()) and counts != (8, 8):
        wanted.append("surrender")
    if len(counts) == 2 and counts[0] == counts[1]:
        pair = 11 if counts[0] == 1 else counts[0]
        if up in _SPLIT.get(pair, ()):
            wanted.append("split")
    if up in (_DOUBLE_SOFT if soft else _DOUBLE_HARD).get(points, ()):
        wanted.append("double")
    if soft:
        stands = points >= 19 or (points == 18 and up <= 8)
    else:
        stands = points >= 17 or up in _STAND_HARD.get(points, ())
    wanted.append("stand" if stands else "hit")
    return tuple(wanted)
