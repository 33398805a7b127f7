"""Face-up Chinese poker once all hands lie: fouls, sweeps, points by pairs, chips, Fantasy Land.

Players are counted by position from 0: the one with the buttons is 0, the others follow
clockwise. Points of a pair are those the first of the two wins net, below zero where it loses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from houseway.cards import Card
from houseway.cards.card import RANKS
from houseway.families.chinese_poker.schema import (
    NAMES,
    ChinesePokerGame,
    Name,
    SweepRow,
    WinLimit,
    front_row,
)
from houseway.hands.chinese import FRONT, clean_sweeps, foul
from houseway.hands.rankings import ranking
from houseway.hands.value import HandValue

_HIGH = ranking("high")


@dataclass(frozen=True, slots=True)
class SetHand:
    """Thirteen cards as they lie, the sweep declared with them, and whether in Fantasy Land."""

    top: tuple[Card, ...]
    middle: tuple[Card, ...]
    bottom: tuple[Card, ...]
    declared: str = ""
    fantasy_land: bool = False

    def cards(self) -> tuple[Card, ...]:
        return self.top + self.middle + self.bottom

    def sweeps(self) -> tuple[str, ...]:
        """Every clean sweep the cards make as set, best first."""
        return clean_sweeps(self.top, self.middle, self.bottom)


class JudgedSegment(NamedTuple):
    value: HandValue
    bonus: int


class JudgedHand(NamedTuple):
    """A hand read by the filing: its segments, why it is foul, and the sweep it is paid for."""

    hand: SetHand
    segments: tuple[JudgedSegment, ...]
    foul: str | None
    sweep: SweepRow | None

    @property
    def bonuses(self) -> int:
        return sum(segment.bonus for segment in self.segments)


class Comparison(NamedTuple):
    """Two positions compared: points the first wins net, and what was paid for them."""

    first: int
    second: int
    points: int
    because: str
    cite: str
    sweep: bool
    paid: int = 0  # cents to the first; less than the points where a stack ran out


class Score(NamedTuple):
    """The end of a hand: pairs in the order of comparison, stacks, and who is in Fantasy Land."""

    comparisons: tuple[Comparison, ...]
    stacks: tuple[int, ...]
    fantasy_land_next: tuple[bool, ...]
    hands: tuple[JudgedHand, ...]


def score(
    game: ChinesePokerGame,
    hands: Sequence[SetHand],
    stacks: Sequence[int],
    point_value: int,
    *,
    win_limit: WinLimit | None = None,
) -> Score:
    """Compare every pair of hands from the button on and pay the points, as far as stacks go.

    A declared sweep must be there (`SetHand.sweeps`).
    """
    judged = tuple(judge(game, hand) for hand in hands)
    compared = [
        compare(game, judged, first, second) for first, second in combinations(range(len(hands)), 2)
    ]
    paid = _pay(compared, stacks, point_value, win_limit or game.stakes.win_limit)
    finishing = list(stacks)
    for one in paid:
        finishing[one.first] += one.paid
        finishing[one.second] -= one.paid
    assert sum(finishing) == sum(stacks), "chips appeared or vanished"
    assert min(finishing) >= 0, "a stack was overdrawn"
    following = tuple(fantasy_land_next(game, one) for one in judged)
    return Score(tuple(paid), tuple(finishing), following, judged)


def judge(game: ChinesePokerGame, hand: SetHand) -> JudgedHand:
    """What a hand is worth as it lies."""
    segments = (
        judge_segment(game, "top", FRONT.value(hand.top)),
        judge_segment(game, "middle", _HIGH.value(hand.middle)),
        judge_segment(game, "bottom", _HIGH.value(hand.bottom)),
    )
    sweep = None
    if hand.declared:
        assert hand.declared in hand.sweeps(), "a sweep that is not there"
        sweep = game.clean_sweep.find(hand.declared)  # only what is declared counts (C-22)
    return JudgedHand(hand, segments, foul(hand.top, hand.middle, hand.bottom), sweep)


def judge_segment(game: ChinesePokerGame, name: Name, value: HandValue) -> JudgedSegment:
    row: str = value.category
    if name == "top":
        row = front_row(row, value.ranks[0]) if row != "high-card" else ""
    return JudgedSegment(value, game.bonus.points(name, row))


# Points between two players.


def compare(
    game: ChinesePokerGame, judged: Sequence[JudgedHand], first: int, second: int
) -> Comparison:
    """One pair: sweeps before fouls, fouls before segments."""
    one, other = judged[first], judged[second]
    if one.sweep is not None or other.sweep is not None:
        points, because = _compare_sweeps(game, one.sweep, other.sweep)
        cite = str(game.clean_sweep.cite)
    elif one.foul and other.foul:
        points, because = 0, "both hands are foul"
        cite = str(game.foul.cite)
    elif other.foul:
        points, because = _foul_points(game, one, other.foul)
        cite = str(game.foul.cite)
    elif one.foul:
        points, because = _foul_points(game, other, one.foul)
        points, cite = -points, str(game.foul.cite)
    else:
        told = list(_compare_segments(game, one, other, first_has_button=first == 0))
        points = sum(won for won, _ in told)
        because = "; ".join(words for _, words in told)
        cite = f"{game.points.cite}; {game.bonus.cite}"
    return Comparison(first, second, points, because, cite, bool(one.sweep or other.sweep))


def _compare_sweeps(
    game: ChinesePokerGame, one: SweepRow | None, other: SweepRow | None
) -> tuple[int, str]:
    if one is None:
        assert other is not None
        return -other.points, f"{other.label} against no sweep"
    if other is None:
        return one.points, f"{one.label} against no sweep"
    if one.points == other.points and (game.clean_sweep.equal == "by-value" or one is other):
        return 0, f"{one.label} and {other.label} have the same value: a push"
    order = game.clean_sweep.rows
    better = (one.points, -order.index(one)) > (other.points, -order.index(other))
    points = one.points if better else -other.points
    higher, lower = (one, other) if better else (other, one)
    return points, f"{higher.label} beats {lower.label}"


def _foul_points(game: ChinesePokerGame, winner: JudgedHand, why: str) -> tuple[int, str]:
    rule = game.foul
    penalty = rule.per_segment * len(game.segment)
    bonuses = winner.bonuses if rule.and_bonuses else 0
    besides = f", and {bonuses} for the other hand's bonuses" if bonuses else ""
    return penalty + bonuses, f"foul: {why}; {penalty} points{besides}"


def _compare_segments(
    game: ChinesePokerGame, one: JudgedHand, other: JudgedHand, *, first_has_button: bool
) -> Iterator[tuple[int, str]]:
    """Points and words for each segment, front to back. Only the first can have the buttons."""
    rule = game.points
    for name, mine, theirs in zip(NAMES, one.segments, other.segments, strict=True):
        against = f"{mine.value.name} against {theirs.value.name}"
        won, how = 0, "a push"
        if mine.value.strength > theirs.value.strength:
            won, how = rule.segment + mine.bonus, "won"
        elif mine.value.strength < theirs.value.strength:
            won, how = -rule.segment - theirs.bonus, "lost"
        elif first_has_button and rule.button_tie != "push":
            bonus = mine.bonus if rule.button_tie == "wins" else 0
            won, how = rule.segment + bonus, "a tie won by the button"
        yield won, f"{name} {won:+d}: {against}, {how}"


# Chips.


def _pay(
    compared: Sequence[Comparison], stacks: Sequence[int], point_value: int, win_limit: WinLimit
) -> list[Comparison]:
    """Sweeps first, then the rest, each in the order of comparison (rulings C-17 to C-19).

    What can be lost is the stack at the start, whatever was won meanwhile; so is what can be won.
    """
    may_lose, may_win = list(stacks), list(stacks)
    paid: dict[tuple[int, int], int] = {}
    for one in sorted(compared, key=lambda one: not one.sweep):
        winner, loser = (one.first, one.second) if one.points > 0 else (one.second, one.first)
        limit = stacks[winner] if win_limit == "opponent" else may_win[winner]
        amount = min(abs(one.points) * point_value, may_lose[loser], limit)
        may_lose[loser] -= amount
        may_win[winner] -= amount
        paid[one.first, one.second] = amount if winner == one.first else -amount
    return [one._replace(paid=paid[one.first, one.second]) for one in compared]


# Fantasy Land.


def fantasy_land_next(game: ChinesePokerGame, one: JudgedHand) -> bool:
    """A fouled hand neither enters nor stays; a sweep is judged by its segments (C-15, C-16)."""
    if one.foul:
        return False
    rule = game.fantasy_land
    if one.hand.fantasy_land:
        made = zip(NAMES, one.segments, strict=True)
        return any(segment.value.category in getattr(rule.stay, name) for name, segment in made)
    front = one.segments[0].value
    if front.category == "one-pair":
        return front.ranks[0] >= RANKS.index(rule.entry.pair_from) + 2
    return front.category == "three-of-a-kind"
