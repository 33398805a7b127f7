"""Players of the 21-type games: as was counted best, by the chart that the odds print, as the bots.

A way to play answers the procedure's questions. Simulation tabulates it hand by hand, the
procedure's players ask it, and `as_play` gives it to the count.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.analysis.cache import keep_part, kept_part
from houseway.analysis.odds import counted, counting, result_key
from houseway.cards import Card
from houseway.families.twenty_one import ways
from houseway.families.twenty_one.counting import make_engine
from houseway.families.twenty_one.rules import Tables, Values, place_of
from houseway.families.twenty_one.schema import TwentyOne
from houseway.families.twenty_one.ways import Way
from houseway.filings.terms import Terms
from houseway.hands.arrays import Small
from houseway.rounds.events import Chose
from houseway.rounds.steps import Ask
from houseway.table.bot import Strategy
from houseway.table.sight import Sight

if TYPE_CHECKING:
    from houseway.families.twenty_one.play import Play

_WAYS: dict[tuple[str, str], Way] = {}  # by the rules and the skill


def way_of(terms: Terms[TwentyOne], skill: str) -> Way:
    """How a player of that skill plays."""
    if skill == "bot":
        return Way(ways.bot_player(terms.filing))
    key = result_key(terms, counting(terms.filing.family)), skill
    if key not in _WAYS:
        if skill == "best":
            _WAYS[key] = Way(best_player(Tables(terms), _kept_play(terms)), by_cards=True)
        else:
            (game,) = (bet for bet in counted(terms)[0] if bet.name == "game")
            _WAYS[key] = Way(ways.chart_player(terms, game.strategy))
    return _WAYS[key]


def strategy(terms: Terms[TwentyOne], skill: str) -> Strategy:
    decide = way_of(terms, skill).decide

    def choose_by(ask: Ask, sight: Sight, filing: TwentyOne) -> str:  # noqa: ARG001
        if ask.kind == "insurance":
            return "decline"
        up = place_of(sight.cards("bank")[0])
        hands = sight.at(ask.seat)
        cards = tuple(hands[ask.hand - 1]) if ask.kind != "early-surrender" else tuple(hands[0])
        pair = place_of(cards[0]) + 1 if len(hands) > 1 else ways.AS_DEALT
        doubles = 0
        if ask.kind == "after-double":
            made = (one for one in sight.events if isinstance(one, Chose) and one.seat == ask.seat)
            doubles = sum(
                one.hand == ask.hand and (one.move or "").startswith("double") for one in made
            )
        return decide(ask, cards, pair, up, doubles)

    return choose_by


def ready(terms: Terms[TwentyOne], skill: str) -> None:
    way_of(terms, skill)


# As was counted best


class UpPlay(NamedTuple):
    """Best play against one up card, by hands."""

    chosen: Small
    unsplit: Small  # where no split is left
    after: Small  # [doubles, hand]
    split: Mapping[int, tuple[Small, Small]]  # by pair: hands of a split, and after their doubles
    early: frozenset[Values]


def _kept_play(terms: Terms[TwentyOne]) -> list[UpPlay]:
    """Best play as it was kept, or counted and kept."""
    key = result_key(terms, counting(terms.filing.family)) + "-play"
    content = kept_part(key)
    if content is None:
        from houseway.families.twenty_one.play import best_play

        play = best_play(make_engine(Tables(terms)), lambda _: None)
        arrays: dict[str, Any] = {}
        for up, plan in enumerate(up_plays(play)):
            arrays[f"{up} chosen"], arrays[f"{up} unsplit"] = plan.chosen, plan.unsplit
            arrays[f"{up} after"] = plan.after
            arrays[f"{up} early"] = np.array(sorted(plan.early), np.int64).reshape(-1, 2)
            for pair, (chosen, after) in plan.split.items():
                arrays[f"{up} split {pair}"], arrays[f"{up} split {pair} after"] = chosen, after
        file = BytesIO()
        np.savez_compressed(file, **arrays)
        content = file.getvalue()
        keep_part(key, content)
    with np.load(BytesIO(content)) as found:
        ups = sorted({int(name.split()[0]) for name in found.files})
        return [
            UpPlay(
                found[f"{up} chosen"],
                found[f"{up} unsplit"],
                found[f"{up} after"],
                {
                    pair: (found[f"{up} split {pair}"], found[f"{up} split {pair} after"])
                    for pair in range(len(ways.VALUES))
                    if f"{up} split {pair}" in found.files
                },
                frozenset((int(a), int(b)) for a, b in found[f"{up} early"]),
            )
            for up in ups
        ]


def up_plays(play: Play) -> list[UpPlay]:
    """What a count found, as a player needs it."""
    return [
        UpPlay(
            plan.chosen,
            plan.worth.chosen,
            plan.worth.after,
            {pair: (policy.chosen, policy.after) for pair, policy in plan.split_play.items()},
            frozenset(plan.early),
        )
        for plan in play.ups
    ]


def best_player(tables: Tables, ups: list[UpPlay]) -> ways.Decide:
    """Decides as the count found best: a hand by its cards, a split hand by its pair too."""

    def decide(ask: Ask, cards: tuple[Card, ...], pair: int, up: int, doubles: int) -> str:
        plan = ups[up]
        values = tuple(sorted(place_of(card) for card in cards))
        if ask.kind == "early-surrender":
            return "surrender" if values in plan.early else "play on"
        number = tables.index.get(values)
        if number is None:  # more cards of a value than the shoe has
            return ask.choices[0]
        if pair == ways.AS_DEALT:
            chosen, after = plan.chosen, plan.after
        elif pair - 1 in plan.split:
            chosen, after = plan.split[pair - 1]
            if "split" in ask.choices:  # a pair that was right to split is split again
                return "split"
        else:
            return "hit" if ask.choices == ("hit",) else "stand"  # a pair that is never split
        if doubles:
            return ways.NAMES[int(after[doubles, number])]
        move = ways.NAMES[int(chosen[number])]
        if move not in ask.choices:
            move = ways.NAMES[int(plan.unsplit[number])]
        return move if move in ask.choices else ask.choices[0]

    return decide
