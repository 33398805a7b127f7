"""Super Pan 9 by one line: draw to five points, stand on six."""

from __future__ import annotations

from houseway.hands.baccarat import points
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight

DRAWS_TO = 5


def choose(ask: Ask, sight: Sight, filing: object) -> str:  # noqa: ARG001
    return "draw" if points(sight.cards(ask.seat)) <= DRAWS_TO else "stand"
