"""Poker: one engine for every filing of the family and for the general rules of PHH files.

`table_rules` makes the rules of a hand under a filing, `play` the procedure that deals it; the
general variants stand in `general`. Betting, dealing, pots and the showdown each have a module,
and `session` has what goes on from hand to hand.
"""

from houseway.games.poker.deck import PokerDeck
from houseway.games.poker.procedure import play, run
from houseway.games.poker.rules import Rules, Stakes, table_rules
from houseway.games.poker.state import UNKNOWN, Award, Hand, HandResult

__all__ = [
    "UNKNOWN", "Award", "Hand", "HandResult", "PokerDeck", "Rules", "Stakes", "play", "run",
    "table_rules",
]  # fmt: skip
