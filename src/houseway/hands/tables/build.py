"""The tables, worked out from the rules in plain Python, in a few seconds.

A hand's worth is first a tuple that compares as the hand does; all tuples of a ranking in order
give the strengths, from 1 up, so that the greater strength is the better hand in every ranking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Final

import numpy as np

from houseway.cards import TILE_SET, Tile
from houseway.hands.tables import Table, layout
from houseway.hands.tables.names import FORTUNE_CATEGORIES, HIGH_CATEGORIES
from houseway.hands.value import Category

Ranks = tuple[int, ...]  # highest first
Worth = tuple[int, ...]

_HIGH: Final = {name: code for code, name in enumerate(HIGH_CATEGORIES)}
_FORTUNE: Final = {name: code for code, name in enumerate(FORTUNE_CATEGORIES)}
_MASKS: Final = range(1 << 13)  # ranks of one suit, a bit each from the deuce
_ACE: Final = 14


def build() -> Table:
    """The whole table: every part in its place."""
    table = np.zeros(layout.TABLE_SIZE, np.uint16)
    for name, values in _parts():
        if len(values) != layout.PARTS[name]:
            raise AssertionError(f"part {name} has {len(values)} entries, not {layout.PARTS[name]}")
        table[layout.OFFSETS[name] : layout.OFFSETS[name] + len(values)] = values
    return table


def _parts() -> Iterator[tuple[str, Sequence[int]]]:
    steps, firsts = numbering()
    yield "step", steps
    for size, first in firsts.items():
        yield f"first-{size}", first
    yield from _high_parts()
    yield from _low_parts()
    yield from _fortune_parts()
    yield from _short_parts()
    yield "tiles", _tiles()


# Sets of ranks and their numbers


def _multisets(ranks: Sequence[int], size: int) -> list[Ranks]:
    chosen = combinations_with_replacement(sorted(ranks, reverse=True), size)
    return [held for held in chosen if all(count <= 4 for count in Counter(held).values())]


def _weight(held: Ranks) -> int:
    half = layout.UPPER_RANKS if held and held[0] in layout.UPPER_RANKS else layout.LOWER_RANKS
    return sum(layout.WEIGHTS[half.index(rank)] for rank in held)


def numbering() -> tuple[list[int], dict[int, list[int]]]:
    """`step` by lower sum, and for each size of hand `first` by upper sum.

    Lower cards other than deuces are numbered by how many they are. Beside so many upper cards
    there lie at most four deuces, so those that fit are a run of numbers.
    """
    step = [0] * layout.SUMS
    begins = [0]  # where lower cards of each count begin
    for count in range(8):
        lower = _multisets(layout.LOWER_RANKS, count)
        for number, held in enumerate(lower, begins[-1]):
            step[_weight(held)] = number
        begins.append(begins[-1] + len(lower))
    firsts = {}
    for size in layout.SETS:
        firsts[size] = [0] * layout.SUMS
        number = 0
        for upper in _uppers(size):
            left = size - len(upper)
            begin, end = begins[max(0, left - 4)], begins[left + 1]
            firsts[size][_weight(upper)] = number - begin
            number += end - begin
    return step, firsts


def _uppers(size: int) -> Iterator[Ranks]:
    # Most cards first: numbers then run ahead of `begin`, and no `first` is negative.
    for count in range(size, -1, -1):
        yield from _multisets(layout.UPPER_RANKS, count)


@cache
def sets_of_ranks(size: int) -> list[Ranks]:
    """Every set of ranks of so many cards, in the order of its number."""
    lowers = [_multisets(layout.LOWER_RANKS, count) for count in range(size + 1)]
    found: list[Ranks] = []
    for upper in _uppers(size):
        left = size - len(upper)
        for count in range(max(0, left - 4), left + 1):
            deuces = (2,) * (left - count)
            found.extend((*upper, *lower, *deuces) for lower in lowers[count])
    return found


def _ranks_in(mask: int) -> Ranks:
    return tuple(bit + 2 for bit in range(12, -1, -1) if mask >> bit & 1)


# Five-card high hands


def _straight(ranks: Iterable[int], *, wheel: bool = True) -> int:
    """The top rank of the best straight, 0 if there is none. An ace may stand below the deuce."""
    return _straight_of(frozenset(ranks), wheel)


@cache
def _straight_of(held: frozenset[int], wheel: bool) -> int:
    low_ace = {1} if wheel and _ACE in held else set()
    tops = (top for top in range(_ACE, 4, -1) if set(range(top - 4, top + 1)) <= held | low_ace)
    return next(tops, 0)


def _straight_with_joker(ranks: Iterable[int]) -> int:
    return _straight_with_joker_of(frozenset(ranks))


@cache
def _straight_with_joker_of(held: frozenset[int]) -> int:
    return max(_straight(held | {joker}) for joker in range(2, _ACE + 1))


def _alike(ranks: Ranks) -> Worth:
    """The best five by cards of the same rank, straights and flushes aside."""
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    top = order[0]
    most, next_most = counts[top], counts[order[1]] if len(order) > 1 else 0

    def kickers(used: int, wanted: int) -> Ranks:
        return tuple(sorted(order[used:], reverse=True)[:wanted])

    if most == 5:
        return (_HIGH["five-aces"],)
    if most == 4:
        return (_HIGH["four-of-a-kind"], top, *kickers(1, 1))
    if most == 3 and next_most >= 2:
        paired = max(rank for rank in order[1:] if counts[rank] >= 2)
        return (_HIGH["full-house"], top, paired)
    if most == 3:
        return (_HIGH["three-of-a-kind"], top, *kickers(1, 2))
    if most == 2 and next_most == 2:
        return (_HIGH["two-pair"], top, order[1], *kickers(2, 1))
    if most == 2:
        return (_HIGH["one-pair"], top, *kickers(1, 3))
    return (_HIGH["high-card"], *kickers(0, 5))


def _run(name: Category, top: int) -> Worth:
    if name == "straight-flush" and top == _ACE:
        return (_HIGH["royal-flush"],)
    return (_HIGH[name], top) if top else ()


def _any_suits(ranks: Ranks) -> Worth:
    return max(_alike(ranks), _run("straight", _straight(ranks)))


def _any_suits_with_joker(ranks: Ranks) -> Worth:
    """An ace, or whatever completes a straight: the better (ruling table-games 73)."""
    return max(_alike((_ACE, *ranks)), _run("straight", _straight_with_joker(ranks)))


def _one_suit(ranks: Ranks) -> Worth:
    if len(ranks) < 5:
        return ()
    return max((_HIGH["flush"], *ranks[:5]), _run("straight-flush", _straight(ranks)))


def _one_suit_with_joker(ranks: Ranks) -> Worth:
    """In a flush the joker is the highest card of the suit not held (ruling table-games 52)."""
    if len(ranks) < 4:
        return ()
    missing = next((rank for rank in range(_ACE, 1, -1) if rank not in ranks), 0)
    flush = _one_suit(tuple(sorted((missing, *ranks), reverse=True)))
    return max(flush, _run("straight-flush", _straight_with_joker(ranks)))


def _one_suit_with_joker_no_flush(ranks: Ranks) -> Worth:
    """The joker completes a straight flush, but no plain flush (ruling table-games 127)."""
    if len(ranks) < 4:
        return ()
    return max(_one_suit(ranks), _run("straight-flush", _straight_with_joker(ranks)))


def _strengths(worths: Iterable[Worth]) -> dict[Worth, int]:
    """Strengths by worth, 1 for the lowest; what is no hand at all has none."""
    return {(): 0} | {worth: place for place, worth in enumerate(sorted(set(worths)), 1)}


@cache
def high_strengths() -> dict[Worth, int]:
    """The strength of every five-card high hand."""
    strengths = _strengths(
        [
            *(_any_suits(ranks) for ranks in sets_of_ranks(5)),
            *(_one_suit(_ranks_in(mask)) for mask in _MASKS if mask.bit_count() == 5),
            (_HIGH["five-aces"],),
        ]
    )
    if len(strengths) != layout.STRENGTHS + 1:
        raise AssertionError(
            f"{len(strengths) - 1} strengths of high hands, not {layout.STRENGTHS}"
        )
    return strengths


def _high_parts() -> Iterator[tuple[str, list[int]]]:
    strengths = high_strengths()
    for size in (5, 6, 7):
        yield f"high-{size}", [strengths[_any_suits(held)] for held in sets_of_ranks(size)]
        yield (
            f"high-joker-{size}",
            [strengths[_any_suits_with_joker(held)] for held in sets_of_ranks(size - 1)],
        )
    suited: dict[str, Callable[[Ranks], Worth]] = {
        "suited": _one_suit,
        "suited-joker": _one_suit_with_joker,
        "suited-joker-no-flush": _one_suit_with_joker_no_flush,
    }
    for name, rule in suited.items():
        yield name, [strengths[rule(_ranks_in(mask))] for mask in _MASKS]
    yield "category", [worth[0] if worth else 0 for worth in strengths]


# Low hands


@cache
def _low(ranks: Ranks) -> Worth:
    """Five cards for ace-to-five: the lower tuple is the better hand. Straights do not count."""
    counts = Counter(1 if rank == _ACE else rank for rank in ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    return (*sorted(counts.values(), reverse=True), *order)


def _best_low(ranks: Ranks) -> Worth:
    distinct = sorted(1 if rank == _ACE else rank for rank in set(ranks))
    if len(distinct) >= 5:
        return _low(tuple(distinct[:5]))
    return min(_low(five) for five in set(combinations(ranks, 5)))


def _deuce_to_seven(ranks: Ranks) -> Worth:
    """High hands read backwards, without 5-4-3-2-ace as a straight (ruling poker D-3)."""
    return max(_alike(ranks), _run("straight", _straight(ranks, wheel=False)))


def _deuce_to_seven_suited(ranks: Ranks) -> Worth:
    if len(ranks) != 5:
        return ()
    run = _run("straight-flush", _straight(ranks, wheel=False))
    return max((_HIGH["flush"], *ranks), run)


def _reversed(worths: Iterable[Worth]) -> dict[Worth, int]:
    """Strengths where the lowest worth is the best hand."""
    order = sorted(set(worths), reverse=True)
    return {worth: place for place, worth in enumerate(order, 1)}


def _low_parts() -> Iterator[tuple[str, list[int]]]:
    fives = {held: _low(held) for held in sets_of_ranks(5)}
    lows = _reversed(fives.values())
    yield "low-5", [lows[worth] for worth in fives.values()]
    yield "low-7", [lows[_best_low(held)] for held in sets_of_ranks(7)]
    plain = [_deuce_to_seven(held) for held in sets_of_ranks(5)]
    suited = [_deuce_to_seven_suited(_ranks_in(mask)) for mask in _MASKS]
    deuces = _reversed(worth for worth in (*plain, *suited) if worth) | {(): 0}
    yield "deuce", [deuces[worth] for worth in plain]
    yield "deuce-suited", [deuces[worth] for worth in suited]


# Seven cards of the fortune bonus: the best-paid hand, three of a kind before a straight
# (ruling table-games 77)


def _fortune(ranks: Ranks) -> int:
    alike = HIGH_CATEGORIES[_alike(ranks)[0]]
    straight = _FORTUNE["straight"] if _straight(ranks) else 0
    return max(_FORTUNE.get(alike, 0), straight)


def _fortune_with_joker(ranks: Ranks) -> int:
    straight = _FORTUNE["straight"] if _straight_with_joker(ranks) else 0
    return max(_fortune((_ACE, *ranks)), straight)


def _seven_in_a_row(ranks: Iterable[int]) -> bool:
    held = set(ranks)
    if len(held) < 7:
        return False
    with_low_ace = held | {1} if _ACE in held else held
    return any(set(range(top - 6, top + 1)) <= with_low_ace for top in range(7, _ACE + 1))


def _fortune_one_suit(ranks: Ranks) -> int:
    if _seven_in_a_row(ranks):
        return _FORTUNE["seven-card-straight-flush"]
    worth = _one_suit(ranks)
    return _FORTUNE[HIGH_CATEGORIES[worth[0]]] if worth else 0


def _fortune_one_suit_with_joker(ranks: Ranks) -> int:
    if any(_seven_in_a_row((joker, *ranks)) for joker in range(2, _ACE + 1)):
        return _FORTUNE["seven-card-straight-flush-joker"]
    worth = _one_suit_with_joker(ranks)
    return _FORTUNE[HIGH_CATEGORIES[worth[0]]] if worth else 0


def _fortune_parts() -> Iterator[tuple[str, list[int]]]:
    yield "fortune", [_fortune(held) for held in sets_of_ranks(7)]
    yield "fortune-joker", [_fortune_with_joker(held) for held in sets_of_ranks(6)]
    yield "fortune-suited", [_fortune_one_suit(_ranks_in(mask)) for mask in _MASKS]
    yield (
        "fortune-suited-joker",
        [_fortune_one_suit_with_joker(_ranks_in(mask)) for mask in _MASKS],
    )


# Two, three and four cards


def _two(ranks: Sequence[int]) -> Worth:
    one, other = sorted(ranks, reverse=True)
    return (_HIGH["one-pair"], one) if one == other else (_HIGH["high-card"], one, other)


def _three(ranks: Sequence[int], *, suited: bool) -> Worth:
    """The code of `THREE_CATEGORIES`, a royal counted as the best straight flush, and ranks."""
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    top = max(ranks)
    run = len(order) == 3 and top - min(ranks) == 2
    if set(ranks) == {_ACE, 2, 3}:
        run, top = True, 3
    if run:
        return (5, top) if suited else (3, top)
    if len(order) < 3:
        return (4, order[0]) if len(order) == 1 else (1, *order)
    return (2 if suited else 0, *order)


def _three_category(worth: Worth) -> int:
    return (worth[0] if worth else 0) + (worth == (5, _ACE))


def _badugi(mask: int) -> Worth:
    """Ranks of different suits; more cards are better, then the lower highest card."""
    ranks = sorted((1 if rank == _ACE else rank for rank in _ranks_in(mask)), reverse=True)
    return (-len(ranks), *ranks) if 1 <= len(ranks) <= 4 else ()


def _short_parts() -> Iterator[tuple[str, list[int]]]:
    ranks = range(2, 15)
    twos = _strengths(_two(pair) for pair in product(ranks, repeat=2))
    # The joker comes after the ace, and is one.
    with_joker = product((*ranks, _ACE), repeat=2)
    yield "two", [twos[_two(pair)] for pair in with_joker]
    fives = list(high_strengths().items())[1:]
    # Five cards that begin like the front hand outrank it by their other cards (ruling 55).
    yield (
        "two-floor",
        [next(strength for worth, strength in fives if worth >= front) for front in twos],
    )
    # In a suit, three cards are of three ranks.
    plain = [_three(held, suited=False) for held in product(ranks, repeat=3)]
    suited = [
        _three(held, suited=True) if len(set(held)) == 3 else ()
        for held in product(ranks, repeat=3)
    ]
    threes = _strengths(worth for worth in (*plain, *suited) if worth)
    yield "three", [threes[worth] for worth in plain]
    yield "three-suited", [threes[worth] for worth in suited]
    yield "three-category", [_three_category(worth) for worth in threes]
    badugis = [_badugi(mask) for mask in _MASKS]
    order = _reversed(worth for worth in badugis if worth) | {(): 0}
    yield "badugi", [order[worth] for worth in badugis]


# Tiles: the set's 32 in the order of rank


def _tile_rank(tile: Tile) -> int:
    """1 (lowest) to 16. The ten faces after the first eleven share five names, two by two."""
    number = list(dict.fromkeys(TILE_SET)).index(tile)
    return 16 - (number if number < 11 else 11 + (number - 11) // 2)


def _two_tiles(one: Tile, other: Tile) -> Worth:
    lower, higher = sorted((_tile_rank(one), _tile_rank(other)))
    if lower == higher:
        return (4, 17 if lower == 1 else lower)  # Gee Joon, lowest alone, is the supreme pair
    eight_or_nine = next((tile.pips for tile in (one, other) if tile.pips in (8, 9)), 0)
    if higher >= 15 and eight_or_nine:  # Teen or Dey: a wong or a gong, whichever eight or nine
        return (3 if eight_or_nine == 9 else 2, higher)
    counts = [(3, 6) if _tile_rank(tile) == 1 else (tile.pips,) for tile in (one, other)]
    points = max((a + b) % 10 for a, b in product(*counts))
    return (1, points, higher) if points else (0,)  # zeros are all alike


def _tiles() -> list[int]:
    pairs = list(product(enumerate(TILE_SET), repeat=2))
    # A tile beside itself cannot be dealt.
    worths = [_two_tiles(a, b) if i != j else () for (i, a), (j, b) in pairs]
    strengths = _strengths(worth for worth in worths if worth)
    return [strengths[worth] for worth in worths]
