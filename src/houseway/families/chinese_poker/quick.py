"""The quick rule of Chinese poker: a look at every placing, what it has made and what it hopes for.

Strength goes to the bottom first, draws to straights and flushes are kept together, and what may
end foul is feared. In Fantasy Land every setting that is not foul is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from houseway.cards import Card
from houseway.families.chinese_poker.schema import NAMES, SIZES, ChinesePokerGame, Name
from houseway.families.chinese_poker.scoring import judge_segment
from houseway.hands.chinese import FRONT
from houseway.hands.five_high import FiveHigh
from houseway.hands.tally import SUIT_BITS, count_of, ranks_of
from houseway.hands.value import CODE_SHIFT, pack

Rows = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]  # top, middle, bottom
EMPTY: Rows = ((), (), ())

_FIVE = FiveHigh()
_SIZES = tuple(SIZES[name] for name in NAMES)
_SUITS = (1 << SUIT_BITS) - 1
_ONE_SUIT = frozenset(n << 4 * suit for n in range(6) for suit in range(4))
_GRADES = {(): 0, (2,): 1, (2, 2): 2, (3,): 3, (3, 2): 6, (4,): 7}  # by how many are alike

# In hundredths of a grade: a pair is one grade above nothing, two pair one above a pair.
_FREE = 10  # an empty place
_RANK = 3  # each rank of the weightiest card
_FLUSH_DRAW = {2: 60, 3: 150, 4: 250}  # by its cards
_STRAIGHT_DRAW = {3: 60, 4: 120}
_FOUL = 500  # nothing can mend it any more
_AHEAD = (40, 20)  # what middle should have over top, and bottom over middle


class Way(NamedTuple):
    """Cards to be placed, and the row of each."""

    cards: tuple[Card, ...]
    rows: tuple[int, ...]

    def onto(self, lying: Rows) -> Rows:
        after = [*lying]
        for card, row in zip(self.cards, self.rows, strict=True):
            after[row] += (card,)
        top, middle, bottom = after
        return top, middle, bottom


def room_in(rows: Rows) -> tuple[int, ...]:
    return tuple(most - len(row) for most, row in zip(_SIZES, rows, strict=True))


def ways(cards: Sequence[Card], count: int, lying: Rows) -> list[Way]:
    """Every placing of so many of the cards."""
    spreads = _spreads(count, room_in(lying))
    return [Way(kept, rows) for kept in combinations(cards, count) for rows in spreads]


@cache
def _spreads(count: int, room: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        rows
        for rows in product(range(3), repeat=count)
        if all(rows.count(row) <= most for row, most in enumerate(room))
    )


def best_first(found: Sequence[Way], lying: Rows) -> list[Way]:
    """The ways by how they look, the best first."""
    return sorted(found, key=_worth_onto(lying), reverse=True)


def quick_way(found: Sequence[Way], lying: Rows) -> Way:
    """The way that looks best."""
    return max(found, key=_worth_onto(lying))


def _worth_onto(lying: Rows) -> Callable[[Way], int]:
    before = [(sum(map(count_of, row)), len(row)) for row in lying]

    def worth(way: Way) -> int:
        tallies = [tally for tally, _ in before]
        sizes = [size for _, size in before]
        for card, row in zip(way.cards, way.rows, strict=True):
            tallies[row] += count_of(card)
            sizes[row] += 1
        looks = [
            _look(row, tally >> SUIT_BITS, (tally & _SUITS) in _ONE_SUIT)
            for row, tally in enumerate(tallies)
        ]
        fear = 0
        for front, ahead in enumerate(_AHEAD):
            one, behind = looks[front], looks[front + 1]
            whole = sizes[front + 1] == _SIZES[front + 1]
            if whole and one.strength >= behind.strength:
                fear += _FOUL
            elif not whole or sizes[front] < _SIZES[front]:
                fear += max(0, one.hope + ahead - behind.hope)
        top, middle, bottom = looks
        drawn = top.draw + middle.draw + bottom.draw
        return bottom.hope + middle.hope + top.hope // 2 + drawn - 3 * fear

    return worth


class _Look(NamedTuple):
    strength: int  # of what is made, on the scale of whole rows
    hope: int  # what is made and the room left
    draw: int  # to a flush or a straight


@cache
def _look(row: int, ranks: int, suited: bool) -> _Look:
    held, _ = ranks_of(ranks)
    groups = sorted({(held.count(rank), rank) for rank in held}, reverse=True)
    grade = _GRADES[tuple(times for times, _ in groups if times > 1)]
    order = [rank for _, rank in groups]
    strength = pack(grade + 1, order)
    room = _SIZES[row] - len(held)
    if row and not room and len(groups) == len(held):
        strength = _FIVE.of_five(_FIVE.start + (ranks << SUIT_BITS) + 5 * suited)
        grade = (strength >> CODE_SHIFT) - 1
    draw = 0
    if row and room:
        draw += _FLUSH_DRAW.get(len(held), 0) * suited
        if len(groups) == len(held) and _near(held):
            draw += _STRAIGHT_DRAW.get(len(held), 0)
    return _Look(strength, 100 * grade + _FREE * room + _RANK * max(order[:1], default=0), draw)


def _near(ranks: Sequence[int]) -> bool:
    """Whether one straight can hold them all."""
    low = [1 if rank == 14 else rank for rank in ranks]
    return any(max(some) - min(some) < 5 for some in (ranks, low) if some)


# Fantasy Land.


def set_for_strength(cards: Sequence[Card]) -> Rows:
    """The best five to the bottom, the best five of the rest to the middle."""
    bottom = max(combinations(cards, 5), key=_FIVE.strength)
    rest = [card for card in cards if card not in bottom]
    middle = max(combinations(rest, 5), key=_FIVE.strength)
    top = tuple(card for card in rest if card not in middle)
    return top, middle, bottom


class _Row(NamedTuple):
    strength: int
    worth: float  # bonus points, and a point for each grade


class _Judged:
    """Rows of a filing as they are judged, each kind of them once."""

    def __init__(self, game: ChinesePokerGame) -> None:
        self._game = game
        self._rows: dict[tuple[Name, int], _Row] = {}

    def row(self, name: Name, cards: Sequence[Card]) -> _Row:
        ranking = FRONT if name == "top" else _FIVE
        strength = ranking.strength(cards)
        found = self._rows.get((name, strength))
        if found is None:
            bonus = judge_segment(self._game, name, ranking.value(cards)).bonus
            found = _Row(strength, bonus + strength / (1 << CODE_SHIFT))
            self._rows[name, strength] = found
        return found


def set_for_points(
    game: ChinesePokerGame, cards: Sequence[Card], *, most: int = 1, bottoms: int = 1287
) -> list[Rows]:
    """Settings that are not foul, those first that have most bonus points and the best hands.

    Of the fives that can lie at the bottom only so many (`bottoms`) are tried, strongest first.
    """
    judged = _Judged(game)
    middles = {some: judged.row("middle", some) for some in combinations(cards, 5)}
    tops = {frozenset(some): judged.row("top", some) for some in combinations(cards, 3)}
    found: list[tuple[float, Rows]] = []
    for bottom in sorted(middles, key=lambda some: -middles[some].strength)[:bottoms]:
        behind = judged.row("bottom", bottom)
        rest = [card for card in cards if card not in bottom]
        for middle in combinations(rest, 5):
            between = middles[middle]
            if between.strength >= behind.strength:
                continue
            left = frozenset(rest).difference(middle)
            front = tops[left]
            if front.strength < between.strength:
                worth = front.worth + between.worth + behind.worth
                found.append((worth, (tuple(left), middle, bottom)))
    found.sort(key=lambda one: -one[0])
    return [rows for _, rows in found[:most]] or [set_for_strength(cards)]
