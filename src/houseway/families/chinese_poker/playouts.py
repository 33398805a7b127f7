"""What a placing is worth: the hand is played out many times and scored as the filing scores it.

Cards nobody has shown are dealt by chance, to the own seat and to the others; from there on
everybody places by the quick rule, and `scoring` settles the end. All placings meet the same
deals, and those that do badly are dropped early: the close ones are told apart by more deals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from houseway.cards import CARDS, Card
from houseway.families.chinese_poker.quick import (
    EMPTY,
    Rows,
    Way,
    quick_way,
    room_in,
    set_for_strength,
    ways,
)
from houseway.families.chinese_poker.schema import ChinesePokerGame
from houseway.families.chinese_poker.scoring import (
    JudgedHand,
    SetHand,
    compare,
    fantasy_land_next,
    judge,
)
from houseway.rounds.events import Dealt, Shown
from houseway.table.sight import Sight

# How many placings are looked at in turn, and in how many deals.
DEALS = ((24, 8), (8, 20), (3, 50))
DOUBT = 0.5  # points from an opponent: where so little is between placings, the safer is best
# What a hand in Fantasy Land brings from each opponent, in points: 8.8 from one who places by the
# quick rule (300 hands, give or take 0.4), less from better ones.
FANTASY_LAND = 7.5


# What a seat sees of the hand.


class Other(NamedTuple):
    """An opponent: rows as they lie, cards that are shown but not placed yet."""

    rows: Rows = EMPTY
    shown: tuple[Card, ...] = ()
    fantasy_land: bool = False


def lying_at(sight: Sight, seat: int) -> Rows:
    """The rows of a seat as they lie."""
    return sight.cards(seat, 2), sight.cards(seat, 3), sight.cards(seat, 4)


def others_of(sight: Sight, seat: int) -> list[Other]:
    """The opponents; before anybody else has cards, as in Fantasy Land, one that may come."""
    found = []
    for place in sight.hands:
        if isinstance(place, int) and place != seat:
            rows, held = lying_at(sight, place), sight.at(place)[0]
            shown = sight.cards(place)
            found.append(Other(rows, shown, fantasy_land=rows == EMPTY and len(held) > len(shown)))
    return found or [Other()]


def unseen_by(sight: Sight) -> list[Card]:
    """The cards a seat has seen nowhere, what it threw away itself counted as seen."""
    seen: set[object] = set()
    for event in sight.events:
        if isinstance(event, (Dealt, Shown)):
            seen.update(event.cards or ())
    return [card for card in CARDS if card not in seen]


def declarations(
    game: ChinesePokerGame, choices: Sequence[str], sight: Sight, seat: int
) -> dict[str, int]:
    """The points of each choice once all cards lie, if others declare what they can."""
    others = [SetHand(*one.rows) for one in others_of(sight, seat)]
    held = [row.hand for row in game.clean_sweep.rows]
    against = [
        judge(game, replace(one, declared=next((s for s in held if s in one.sweeps()), "")))
        for one in others
    ]
    own = SetHand(*lying_at(sight, seat))
    found = {}
    for move in choices:
        sweep = move.removeprefix("declare ") if move.startswith("declare ") else ""
        found[move] = points_against(game, judge(game, replace(own, declared=sweep)), against)
    return found


# Hands played out.


class Weighed(NamedTuple):
    """A way of placing: points it brings on average, and how often it ends foul."""

    way: Way
    points: float
    fouls: float


def weigh(
    game: ChinesePokerGame,
    found: Sequence[Way],
    lying: Rows,
    others: Sequence[Other],
    unseen: Sequence[Card],
    source: random.Random,
) -> list[Weighed]:
    """The ways as far as they were tried, best first; they are given the likely ones first."""
    brought: dict[Way, list[tuple[float, bool]]] = {way: [] for way in found}

    def fouls_of(way: Way) -> float:
        return sum(foul for _, foul in brought[way]) / len(brought[way])

    found = list(found)
    for most, deals in DEALS:
        found = found[:most]
        for _ in range(deals):
            deck = iter(source.sample(unseen, len(unseen)))
            against = [judge(game, SetHand(*_end_of(game, one, deck))) for one in others]
            to_come = list(deck)
            for way in found:
                rows = play_on(game, way.onto(lying), iter(to_come))
                brought[way].append(_points(game, rows, against))
        found.sort(key=lambda way: -_mean(brought[way]))
    near = _mean(brought[found[0]]) - DOUBT * len(others)
    chosen = min((way for way in found if _mean(brought[way]) >= near), key=fouls_of)
    best = brought[chosen]
    weighed = []
    for way, own in brought.items():
        if own:  # held against the best in the deals both have met
            points = _mean(best) + _mean(own) - _mean(best[: len(own)])
            weighed.append(Weighed(way, min(points, _mean(best)), fouls_of(way)))
    return sorted(weighed, key=lambda one: (one.way != chosen, -one.points))


def _mean(brought: Sequence[tuple[float, bool]]) -> float:
    return sum(points for points, _ in brought) / len(brought)


def _points(
    game: ChinesePokerGame, rows: Rows, against: Sequence[JudgedHand]
) -> tuple[float, bool]:
    """What a whole hand brings from all opponents together, and whether it is foul."""
    hand = SetHand(*rows)
    own = judge(game, hand)
    points: float = points_against(game, own, against)
    for sweep in hand.sweeps():
        declared = judge(game, replace(hand, declared=sweep))
        points = max(points, points_against(game, declared, against))
    if fantasy_land_next(game, own):
        points += FANTASY_LAND * len(against)
    return points, own.foul is not None


def points_against(game: ChinesePokerGame, own: JudgedHand, against: Sequence[JudgedHand]) -> int:
    """The points a hand wins from all the others; ties are left a push, whoever has the buttons."""
    return sum(compare(game, (own, own, other), 1, 2).points for other in against)


def play_on(game: ChinesePokerGame, rows: Rows, deck: Iterator[Card]) -> Rows:
    """The rest of a hand by the quick rule."""
    rule = game.later_cards
    while any(room_in(rows)):
        cards = tuple(islice(deck, rule.cards))
        rows = quick_way(ways(cards, rule.placed, rows), rows).onto(rows)
    return rows


def _end_of(game: ChinesePokerGame, one: Other, deck: Iterator[Card]) -> Rows:
    if one.fantasy_land:
        return set_for_strength(tuple(islice(deck, game.fantasy_land.cards)))
    rows, first = one.rows, one.shown
    if not first and rows == EMPTY:
        first = tuple(islice(deck, game.first_cards.cards))
    if first:
        rows = quick_way(ways(first, len(first), rows), rows).onto(rows)
    return play_on(game, rows, deck)
