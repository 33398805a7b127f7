"""Face-up Chinese poker scored a second time, naively and from the text alone.

Nothing here uses the program: hands are card texts, ranks are read by counting, and the bonus
table is two formulas and two columns.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

RANKS = "..23456789TJQKA"
Value = tuple[int, tuple[int, ...]]
HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL = range(10)
MIDDLE = {STRAIGHT: 4, FLUSH: 8, FULL: 12, FOUR: 16, STRAIGHT_FLUSH: 20, ROYAL: 40}
BOTTOM = {STRAIGHT: 2, FLUSH: 4, FULL: 6, FOUR: 8, STRAIGHT_FLUSH: 10, ROYAL: 20}
SWEEPS = {
    "super-dragon": 26, "dragon": 13, "six-pairs": 3, "three-straights": 3, "three-flushes": 3,
}  # fmt: skip

Hand = tuple[list[str], list[str], list[str]]


def rank(card: str) -> int:
    return RANKS.index(card[0])


def run(cards: list[str]) -> int:
    """The top of a run of consecutive ranks, or 0; a low ace makes the smallest."""
    ranks = sorted(map(rank, cards))
    if ranks == list(range(ranks[0], ranks[0] + len(ranks))):
        return ranks[-1]
    if ranks[-1] == 14 and ranks[:-1] == list(range(2, len(ranks) + 1)):
        return len(ranks)
    return 0


def suited(cards: list[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def value(cards: list[str]) -> Value:
    alike = sorted(Counter(map(rank, cards)).items(), key=lambda one: (-one[1], -one[0]))
    ranks, shape = tuple(one[0] for one in alike), [one[1] for one in alike]
    if len(cards) == 5 and (top := run(cards)):
        if suited(cards):
            return (ROYAL if top == 14 else STRAIGHT_FLUSH), (top,)
        return STRAIGHT, (top,)
    if len(cards) == 5 and suited(cards):
        return FLUSH, ranks
    kinds = {
        (4, 1): FOUR, (3, 2): FULL, (3, 1, 1): TRIPS, (3,): TRIPS, (2, 2, 1): TWO_PAIR,
    }  # fmt: skip
    if tuple(shape) in kinds:
        return kinds[tuple(shape)], ranks
    return (PAIR if shape[0] == 2 else HIGH), ranks


def is_foul(hand: Hand) -> bool:
    front, middle, back = map(value, hand)
    # Tuples compare card by card, and one that ends first is lower: so the middle wins what is
    # left of a tie with the front.
    return not back > middle > front


def bonuses(hand: Hand) -> list[int]:
    front, middle, back = map(value, hand)
    kind, ranks = front
    on_top = 0
    if kind == PAIR and ranks[0] >= 6:
        on_top = ranks[0] - 5
    elif kind == TRIPS:
        on_top = ranks[0] + 8
    return [on_top, MIDDLE.get(middle[0], 0), BOTTOM.get(back[0], 0)]


def sweeps(hand: Hand) -> list[str]:
    cards = [card for segment in hand for card in segment]
    ranks = Counter(map(rank, cards))
    found = []
    if len(ranks) == 13:
        found += ["super-dragon", "dragon"] if suited(cards) else ["dragon"]
    pairs = sum(2 if n == 4 else 1 for n in ranks.values() if n >= 2)
    if pairs == 6:
        found.append("six-pairs")
    if all(run(segment) for segment in hand):
        found.append("three-straights")
    if all(map(suited, hand)):
        found.append("three-flushes")
    return found


def pair_points(one: Hand, other: Hand, declared: tuple[str, str], button: bool) -> int:
    """Points the first wins; `button`: the first has the buttons."""
    worth = [SWEEPS[name] if name else 0 for name in declared]
    if any(worth):
        return 0 if worth[0] == worth[1] else worth[0] if worth[0] > worth[1] else -worth[1]
    fouls = is_foul(one), is_foul(other)
    if fouls == (True, True):
        return 0
    if fouls[1]:
        return 9 + sum(bonuses(one))
    if fouls[0]:
        return -9 - sum(bonuses(other))
    total = 0
    for place in range(3):
        mine, theirs = value(one[place]), value(other[place])
        if mine > theirs or (mine == theirs and button):
            total += 1 + bonuses(one)[place]
        elif theirs > mine:
            total -= 1 + bonuses(other)[place]
    return total


def settle(
    hands: list[Hand], declared: list[str], stacks: list[int], point: int
) -> tuple[list[int], list[int]]:
    """Points pair by pair and stacks at the end; the first hand has the buttons."""
    pairs = list(combinations(range(len(hands)), 2))
    points = {
        (a, b): pair_points(hands[a], hands[b], (declared[a], declared[b]), a == 0)
        for a, b in pairs
    }
    lost, won = [0] * len(hands), [0] * len(hands)
    first = [pair for pair in pairs if declared[pair[0]] or declared[pair[1]]]
    for a, b in first + [pair for pair in pairs if pair not in first]:
        winner, loser = (a, b) if points[a, b] > 0 else (b, a)
        paid = abs(points[a, b]) * point
        paid = min(paid, stacks[loser] - lost[loser], stacks[winner] - won[winner])
        lost[loser] += paid
        won[winner] += paid
    ends = [stack - lost[i] + won[i] for i, stack in enumerate(stacks)]
    return [points[pair] for pair in pairs], ends


def fantasy_next(hand: Hand, there: bool) -> bool:
    front, middle, back = map(value, hand)
    if is_foul(hand):
        return False
    if there:
        return front[0] == TRIPS or middle[0] >= FULL or back[0] >= FOUR
    return front[0] == TRIPS or (front[0] == PAIR and front[1][0] >= 12)
