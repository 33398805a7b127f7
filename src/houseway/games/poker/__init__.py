"""Poker: one engine for every filing of the family and for the general rules of PHH files.

`table_rules` (or `general_rules`) makes the rules of a hand, `play` the procedure that deals it.
Betting, dealing, pots and the showdown each have a module; a session's button and blinds too.
"""

from houseway.games.poker.procedure import play, run
from houseway.games.poker.rules import Rules, Stakes, table_rules
from houseway.games.poker.state import UNKNOWN, Award, Hand, HandResult

__all__ = [
    "UNKNOWN", "Award", "Hand", "HandResult", "Rules", "Stakes", "play", "run", "table_rules",
]  # fmt: skip
