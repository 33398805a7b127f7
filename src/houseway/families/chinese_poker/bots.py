"""Face-up Chinese poker, placed so as not to foul: strength goes to the bottom first.

Every legal placing is looked at: what each segment may come to by what is made and what room is
left, and the fear that one in front outgrows the one behind it. One hand in sixteen or so is
fouled. In Fantasy Land the best five cards go to the bottom and the best that are left to the
middle. A clean sweep is always declared.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

from houseway.cards import Card
from houseway.families.chinese_poker.procedure import NO_SWEEP, write_placing
from houseway.families.chinese_poker.schema import ChinesePoker
from houseway.rounds.judging import judge
from houseway.rounds.steps import Ask
from houseway.table.bot import Bot
from houseway.table.views import View

SEGMENTS = ("top", "middle", "bottom")
SIZES = {"top": 3, "middle": 5, "bottom": 5}
FREE = 10  # what an empty place is worth


class ChineseBot(Bot):
    """Safe before strong."""

    def __init__(self, filing: ChinesePoker, source: random.Random) -> None:
        """Plays every filing alike and leaves nothing to chance."""

    def choose(self, ask: Ask, view: View, /) -> str:
        if ask.kind == "clean-sweep":
            return next(move for move in ask.choices if move != NO_SWEEP)
        sight = view.sight()
        held = sight.cards(ask.seat)
        if ask.kind == "fantasy-land":
            return set_thirteen(held)
        lying = {name: list(sight.cards(ask.seat, n)) for n, name in enumerate(SEGMENTS, 2)}
        return best_placing(held, ask.facts["count"], ask.facts["room"], lying)


def best_placing(
    held: Sequence[Card],
    count: int,
    room: Mapping[str, int],
    lying: Mapping[str, Sequence[Card]],
) -> str:
    """The placing that looks best, of all there are."""
    best: tuple[int, dict[str, list[Card]]] | None = None
    for kept in combinations(held, count):
        for names in product(SEGMENTS, repeat=count):
            if any(names.count(name) > room[name] for name in SEGMENTS):
                continue
            added: dict[str, list[Card]] = {name: [] for name in SEGMENTS}
            for card, name in zip(kept, names, strict=True):
                added[name].append(card)
            value = worth({name: [*lying[name], *added[name]] for name in SEGMENTS})
            if best is None or value > best[0]:
                best = (value, added)
    assert best is not None
    return write_placing(best[1])  # type: ignore[arg-type]


def worth(after: Mapping[str, Sequence[Card]]) -> int:
    """How good segments look, in hundredths of a grade."""
    made = {name: _made(after[name]) for name in SEGMENTS}
    top, middle, bottom = (_hope(made[name], after[name], SIZES[name]) for name in SEGMENTS)
    fear = max(0, top + 40 - middle) + max(0, middle + 20 - bottom)
    for front, back in (("top", "middle"), ("middle", "bottom")):
        if len(after[back]) == SIZES[back] and made[front] > made[back]:
            fear += 500  # nothing can mend it any more
    return bottom + middle + top // 2 - 3 * fear


def _hope(made: tuple[int, ...], cards: Sequence[Card], size: int) -> int:
    """What a segment may come to: what is made, and something for every free place."""
    suited = size == 5 and len(cards) >= 3 and len({card.suit for card in cards}) == 1
    return 100 * made[0] + FREE * (size - len(cards)) + 3 * made[1] + 60 * suited


def _made(cards: Sequence[Card]) -> tuple[int, ...]:
    """What is made so far: 0 nothing, 1 a pair, 2 two pair, 3 three, and so on; then ranks."""
    ranks_held = [card.rank for card in cards]
    groups = sorted([(ranks_held.count(rank), rank) for rank in {*ranks_held}], reverse=True)
    shape = tuple(n for n, _ in groups)
    if len(cards) == 5 and len(groups) == 5:
        category = judge("high")(tuple(cards)).category
        if category != "high-card":
            grade = {"straight": 4, "flush": 5}.get(category, 8)
            return (grade, *(rank for _, rank in groups))
    grade = 0
    if shape:
        grade = {1: 0, 2: 1, 3: 3, 4: 7}[shape[0]]
        if shape[:2] == (2, 2):
            grade = 2
        elif shape[:2] == (3, 2):
            grade = 6
    ranks = tuple(rank for _, rank in groups)
    return (grade, *ranks, *(0,) * (5 - len(ranks)))


def set_thirteen(cards: Sequence[Card]) -> str:
    """Thirteen cards at once: the best bottom, the best middle below it, the rest on top."""
    high, front = judge("high"), judge("chinese-front")
    best: tuple[Any, ...] = ()
    bottoms = sorted(combinations(cards, 5), key=lambda five: -high(five).strength)
    for bottom in bottoms[:60]:
        rest = [card for card in cards if card not in bottom]
        for middle in combinations(rest, 5):
            if high(middle).strength >= high(bottom).strength:
                continue
            top = tuple(card for card in rest if card not in middle)
            if _made(top) > _made(middle):
                continue
            score = (front(top).strength, high(middle).strength, high(bottom).strength)
            if not best or score > best[0]:
                best = (score, top, middle, bottom)
    if not best:
        best = ((), cards[10:], cards[5:10], cards[:5])
    return write_placing(dict(zip(SEGMENTS, best[1:], strict=True)))  # type: ignore[arg-type]
