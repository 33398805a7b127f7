"""Poker played tight and passively: good hands are seen to the end, the rest is given up early.

A hand is graded from 0 (hopeless) to 3 (strong) for high and for low by rules of thumb that hold
for all the games of the family; two or better calls, a three bets now and then, one calls small
bets only. That is far from the best play, which no short rule gives; it is what keeps a table
going for people who learn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from houseway.cards import Card, write
from houseway.families.poker.openers import openers
from houseway.families.poker.schema import Poker, PokerGame
from houseway.rounds.judging import judge
from houseway.rounds.steps import Ask
from houseway.table.bot import Bot
from houseway.table.stakes import quiet_move
from houseway.table.views import View

_STRONG = frozenset(
    {"straight", "flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush",
     "five-aces", "five-of-a-kind"}
)  # fmt: skip
_LOWS = frozenset({"ace-to-five-8", "ace-to-five-8-joker-ace", "razz", "ace-to-five-joker"})
_LOWBALL = frozenset({"razz", "ace-to-five-joker", "deuce-to-seven"})


class PokerBot(Bot):
    """Tight and passive; bets a strong hand `bets` times in a hundred."""

    def __init__(self, filing: Any, source: random.Random, *, bets: int = 60) -> None:
        assert isinstance(filing, Poker)
        self._game: PokerGame = filing.game
        self._random, self.bets = source, bets

    def choose(self, ask: Ask, view: View, /) -> str:
        sight = view.sight()
        held, board = sight.cards(ask.seat), sight.cards("board")
        if ask.kind == "draw":
            thrown = discards(self._game, held, ask.facts["most"])
            return f"draw {write(thrown)}" if thrown else "stand pat"
        if ask.kind == "discard":
            return f"discard {write(worst(held, ask.facts['least']))}"
        if ask.kind == "bet":
            worth = grade(self._game, held, board)
            if self._game.double_board is not None:
                worth = max(worth, grade(self._game, held, sight.cards("second board")))
            if ask.facts.get("openers"):  # a hand that may open does, or nobody would
                worth = 3 if self._opens(held) else 0
            return self._bet(ask, worth)
        return quiet_move(ask, held)

    def _opens(self, held: Sequence[Card]) -> bool:
        rule = self._game.openers
        return rule is None or bool(openers(self._game, rule, held))

    def _bet(self, ask: Ask, worth: int) -> str:
        to_call, pot, least = (ask.facts[name] for name in ("to_call", "pot", "least"))
        if worth == 3 and least is not None and self._random.randrange(100) < self.bets:
            return f"{ask.beyond.verbs[0]} {least}"
        if not to_call:
            return "check"
        return "call" if worth >= 2 or (worth == 1 and 3 * to_call <= 2 * pot) else "fold"


def grade(game: PokerGame, held: Sequence[Card], board: Sequence[Card]) -> int:
    """From 0 to 3, the better half counting where there are two."""
    ranking = game.high.ranking
    if ranking in _LOWBALL or ranking == "badugi":
        return _grade_low(ranking, held)
    high = _grade_high(held, board, exactly_two=game.high.hole == "exactly-two")
    if game.low is None:
        return high
    return max(high, _grade_low(game.low.ranking, [*held, *board][:7]))


def _grade_high(held: Sequence[Card], board: Sequence[Card], *, exactly_two: bool) -> int:
    ranks = Counter(_rank(card) for card in held)
    most = max(ranks.values(), default=0)
    high = sum(rank >= 10 for rank in ranks.elements())
    if len(held) + len(board) < 5:
        if most >= 2 and max(r for r, n in ranks.items() if n == most) >= 9:
            return 3 if len(held) < 4 else 2
        return 2 if most >= 2 or high >= 2 else 1 if high else 0
    category = _category(held, board, exactly_two)
    if category in _STRONG:
        return 3
    if category in ("three-of-a-kind", "two-pair"):
        return 2
    common = {_rank(card) for card in board}
    paired = most >= 2 or any(rank in common for rank in ranks)
    return 1 if category == "one-pair" and paired else 0


def _category(held: Sequence[Card], board: Sequence[Card], exactly_two: bool) -> str:
    known = [card for card in (*held, *board) if not card.is_joker]
    if len(known) < 5:
        return "one-pair"  # a joker makes a pair at least
    if exactly_two and len(board) >= 3:
        return judge("omaha-high")(tuple(held), tuple(board)).category
    return judge("high")(tuple(known[:7])).category


def _grade_low(ranking: str, cards: Sequence[Card]) -> int:
    """By how many different low cards there are."""
    if ranking == "badugi":
        return max(0, len(best_badugi(cards)) - 1)
    limit = 8 if ranking in _LOWS else 7
    low = {_low_rank(card, ranking) for card in cards}
    count = sum(rank <= limit for rank in low)
    needed = min(5, len(cards))
    return 3 if count >= 5 else 2 if count >= needed - 1 and count >= 3 else int(count >= 2)


def _rank(card: Card) -> int:
    return 14 if card.is_joker else card.rank


def _low_rank(card: Card, ranking: str) -> int:
    """The ace is low, but for deuce to seven."""
    rank = _rank(card)
    return rank if ranking == "deuce-to-seven" or rank != 14 else 1


# Discards.


def discards(game: PokerGame, held: Sequence[Card], most: int) -> list[Card]:
    """The cards to change in a draw game."""
    ranking = game.high.ranking
    if ranking == "badugi":
        kept = best_badugi(held)
        thrown = [card for card in held if card not in kept]
    elif ranking in _LOWBALL:
        thrown = _high_or_paired(held, ranking, 8)
    else:
        ranks = Counter(_rank(card) for card in held)
        sets = [card for card in held if ranks[_rank(card)] > 1 or card.is_joker]
        made = judge("high")(tuple(held)).category in _STRONG if _plain(held) else False
        thrown = [] if made else [card for card in held if card not in sets]
        if len(thrown) == len(held):
            thrown = worst(held, 3)
    return thrown[:most]


def _plain(held: Sequence[Card]) -> bool:
    return len(held) == 5 and not any(card.is_joker for card in held)


def _high_or_paired(held: Sequence[Card], ranking: str, limit: int) -> list[Card]:
    kept: set[int] = set()
    thrown = []
    for card in sorted(held, key=lambda one: (_low_rank(one, ranking), one.is_joker)):
        rank = _low_rank(card, ranking)
        if rank > limit or (rank in kept and not card.is_joker):
            thrown.append(card)
        kept.add(rank)
    return thrown


def best_badugi(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The most cards of different ranks and suits, the lowest of those."""
    for count in range(min(4, len(cards)), 1, -1):
        fitting = [
            some
            for some in combinations(cards, count)
            if len({c.suit for c in some}) == count == len({c.rank for c in some})
        ]
        if fitting:
            return min(fitting, key=lambda some: sorted(-_low_rank(c, "badugi") for c in some))
    return tuple(cards[:1])


def worst(held: Sequence[Card], count: int) -> list[Card]:
    """The cards that go with the others least: unpaired and low."""
    ranks = Counter(_rank(card) for card in held)
    suits = Counter(card.suit for card in held)
    return sorted(held, key=lambda c: (ranks[_rank(c)], _rank(c), suits[c.suit]))[:count]
