"""The coach of Chinese poker: a placing that is not foul, what each row would be, and why.

The best of thousands of placings is not counted; the coach goes by the rule the bots go by, safe
before strong, and says what a foul would cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from houseway.cards import Card
from houseway.families.chinese_poker.bots import SEGMENTS, SIZES, best_placing, set_thirteen
from houseway.families.chinese_poker.procedure import read_placing
from houseway.hands.chinese import FRONT
from houseway.hands.rankings import ranking
from houseway.table.coach import Advice, Seen


def advise(seen: Seen) -> Advice:
    game = seen.terms.filing.game
    if seen.kind == "clean-sweep":
        best = next(move for move in seen.choices if move.startswith("declare"))
        return Advice(best=best, why="A sweep is paid only where it is declared.",
                      cite=str(game.points.cite))  # fmt: skip
    lying = {name: list(seen.sight.cards(seen.seat, n)) for n, name in enumerate(SEGMENTS, 2)}
    if seen.kind == "fantasy-land":
        best = set_thirteen(seen.cards)
    else:
        best = best_placing(seen.cards, seen.facts["count"], seen.facts["room"], lying)
    added = {str(name): list(cards) for name, cards in read_placing(best).items()}
    after = {name: [*lying[name], *added.get(name, [])] for name in SEGMENTS}
    rows = tuple((name.capitalize(), words) for name in SEGMENTS if (words := _row(after, name)))
    return Advice(
        best=best,
        facts=rows,
        why="Bottom above middle above top, or the hand is foul: strength goes down first.",
        how="By a rule of thumb: thousands of placings are not counted.",
        cite=str(game.points.cite),
    )


def _row(rows: Mapping[str, Sequence[Card]], name: str) -> str:
    """What a row is once it is full."""
    cards = rows[name]
    if len(cards) < SIZES[name]:
        return ""
    return (FRONT if name == "top" else ranking("high")).value(cards).name
