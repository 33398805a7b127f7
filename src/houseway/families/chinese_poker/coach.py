"""The coach of Chinese poker: what placings bring in points, how often they foul, and why.

A placing is weighed by hands played out (`playouts`). Where all cards lie, as when a clean sweep
may be declared, the points are known.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from houseway.cards import write
from houseway.families.chinese_poker import playouts, quick
from houseway.families.chinese_poker.procedure import write_placing
from houseway.families.chinese_poker.schema import NAMES, SIZES, ChinesePokerGame
from houseway.filings.schema.base import cents
from houseway.hands.chinese import FRONT
from houseway.hands.rankings import ranking
from houseway.table.coach import Advice, Seen, Worth, best_of


def advise(seen: Seen) -> Advice:
    game = seen.terms.filing.game
    point = cents(seen.stakes.get("point_value", 1))
    if seen.kind == "clean-sweep":
        return _declare(seen, game, point)
    lying = playouts.lying_at(seen.sight, seen.seat)
    others = playouts.others_of(seen.sight, seen.seat)
    weighed = playouts.weigh(
        game,
        _likely(seen, game, lying),
        lying,
        others,
        playouts.unseen_by(seen.sight),
        random.Random(f"{seen.text} {write([card for row in lying for card in row])}"),
    )
    best = weighed[0]
    return Advice(
        best=_move(best.way),
        worth=tuple(Worth(_move(one.way), one.points * point) for one in weighed),
        facts=tuple(_facts(best, lying)),
        why=_why(game, weighed, last=not any(quick.room_in(best.way.onto(lying)))),
        how=f"The hand was played out up to {sum(deals for _, deals in playouts.DEALS)} times for "
        "a placing, with cards nobody has shown dealt by chance and a quick rule for what follows. "
        f"Fantasy Land is taken to be worth {playouts.FANTASY_LAND:g} points from each opponent.",
        cite=str(game.points.cite),
    )


def _declare(seen: Seen, game: ChinesePokerGame, point: int) -> Advice:
    found = playouts.declarations(game, seen.choices, seen.sight, seen.seat)
    worth = tuple(Worth(move, points * point) for move, points in found.items())
    best = best_of(worth)
    return Advice(
        best=best,
        worth=worth,
        why="A sweep is paid only where it is declared."
        if best.startswith("declare")
        else "Your rows bring more by themselves than the sweep is paid.",
        how="All cards lie, so the points are known, if others declare what they can.",
        cite=str(game.clean_sweep.cite),
    )


def _likely(seen: Seen, game: ChinesePokerGame, lying: quick.Rows) -> list[quick.Way]:
    most = playouts.DEALS[0][0]
    if seen.kind != "fantasy-land":
        return quick.best_first(quick.ways(seen.cards, seen.facts["count"], lying), lying)[:most]
    settings = quick.set_for_points(game, seen.cards, most=most)
    return [
        quick.Way(
            (*top, *middle, *bottom), (0,) * len(top) + (1,) * len(middle) + (2,) * len(bottom)
        )
        for top, middle, bottom in settings
    ]


def _move(way: quick.Way) -> str:
    return write_placing(dict(zip(NAMES, way.onto(quick.EMPTY), strict=True)))


def _facts(best: playouts.Weighed, lying: quick.Rows) -> Iterator[tuple[str, str]]:
    """What the rows are that it fills, without their kickers, and what comes of it."""
    for name, before, cards in zip(NAMES, lying, best.way.onto(lying), strict=True):
        if len(before) < len(cards) == SIZES[name]:
            value = (FRONT if name == "top" else ranking("high")).value(cards)
            yield name.capitalize(), value.name.partition(",")[0]
    yield "On average", f"{best.points:+.1f} points".replace("-", "−")
    yield "Foul", _share(best.fouls)


def _share(part: float) -> str:
    return "never" if part == 0 else "always" if part == 1 else f"{max(part, 0.01):.0%} of the time"


def _why(game: ChinesePokerGame, weighed: Sequence[playouts.Weighed], *, last: bool) -> str:
    penalty = game.foul.per_segment * len(game.segment)
    best, *rest = weighed
    if best.fouls == 1:
        return "Nothing can mend this hand: bottom must beat middle, and middle top."
    if rest and rest[0].fouls > best.fouls + 0.05:
        return (
            f"The safer one: a foul pays {penalty} points to each opponent, and the next best "
            f"fouls {_share(rest[0].fouls)}."
        )
    if best.fouls > 0.2:
        return f"Every placing may foul, for {penalty} points to each opponent; this wins most."
    if last:
        return "It keeps bottom above middle above top, and no other wins more points."
    return "It keeps bottom above middle above top, and leaves most room for bonus points."
