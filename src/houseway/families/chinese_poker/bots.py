"""Face-up Chinese poker placed by the quick rule: few fouls, and draws that are worth something.

In Fantasy Land the setting with most bonus points is taken, and a clean sweep is declared where
that brings more than the rows compared.
"""

from __future__ import annotations

import random

from houseway.families.chinese_poker.playouts import declarations, lying_at
from houseway.families.chinese_poker.procedure import write_placing
from houseway.families.chinese_poker.quick import EMPTY, quick_way, set_for_points, ways
from houseway.families.chinese_poker.schema import NAMES, ChinesePoker
from houseway.rounds.steps import Ask
from houseway.table.bot import Bot
from houseway.table.views import View

BOTTOMS = 60  # tried in Fantasy Land: nobody waits for a bot


class ChineseBot(Bot):
    """Plays every filing alike and leaves nothing to chance."""

    def __init__(self, filing: ChinesePoker, source: random.Random) -> None:  # noqa: ARG002
        self._game = filing.game

    def choose(self, ask: Ask, view: View, /) -> str:
        sight = view.sight()
        if ask.kind == "clean-sweep":
            found = declarations(self._game, ask.choices, sight, ask.seat)
            return max(found, key=lambda move: found[move])
        held = sight.cards(ask.seat)
        if ask.kind == "fantasy-land":
            placed = set_for_points(self._game, held, bottoms=BOTTOMS)[0]
        else:
            lying = lying_at(sight, ask.seat)
            placed = quick_way(ways(held, ask.facts["count"], lying), lying).onto(EMPTY)
        return write_placing(dict(zip(NAMES, placed, strict=True)))
