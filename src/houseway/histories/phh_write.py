"""A hand that was dealt here, written in the PHH notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from houseway.cards import Card
from houseway.filings.schema.collection import Structure
from houseway.filings.schema.poker import PokerGame
from houseway.games.events import Burned, Chose, Dealt, Event, Shown
from houseway.games.poker.rules import Stakes
from houseway.histories.phh import Amount, Chips, PhhHand

_PREFIX: dict[Structure, str] = {"limit": "F", "no-limit": "N", "pot-limit": "P"}


def variant_code(game: PokerGame, structure: Structure) -> str:
    """The PHH code of a game, or one in its style where PHH has none."""
    draws = sum(street.draw is not None for street in game.street)
    hole_cards = len(game.street[0].cards)
    discards = [place for place, street in enumerate(game.street) if street.discard is not None]
    match game.high.ranking:
        case "mexican":
            name = "MEX"
        case "razz":
            name = "R"
        case "deuce-to-seven":
            name = f"2L{draws}D"
        case "badugi":
            name = "B"
        case "short-deck":
            name = "S"
        case _ if draws:
            name = "5HD" if draws == 1 else f"5H{draws}D"
        case _ if game.bring_in is not None:
            name = "7S"
        case _ if game.high.hole == "exactly-two":
            name = "O" if hole_cards == 4 else f"O{hole_cards}"
        case _ if discards:
            name = "PA" if game.street[discards[0]].name == "flop" else "CPA"
        case _:
            name = "T"
    return _PREFIX[structure] + name + ("/8" if game.low is not None else "")


def written_actions(events: Iterable[Event], seats: Sequence[int], chips: Chips) -> list[str]:
    """The actions of a hand, from everything that happened in it."""
    actions: list[str] = []
    dealt: dict[int, list[Card]] = {}
    showing = 0

    def flush() -> None:
        for player in sorted(dealt):
            actions.append(f"d dh p{player} {_text(dealt[player])}")
        dealt.clear()

    for event in events:
        if isinstance(event, Dealt):
            assert event.cards is not None
            if event.place == "board":
                flush()
                actions.append(f"d db {_text(event.cards)}")
            else:
                player = seats.index(int(event.place)) + 1
                dealt.setdefault(player, []).extend(event.cards)  # type: ignore[arg-type]
        elif isinstance(event, Chose):
            flush()
            player = seats.index(event.seat) + 1
            move = event.move or ""
            if event.kind == "show" and move != "sm":
                showing = player
            elif move != "keep":
                actions.append(f"p{player} {_move(move, chips)}")
        elif isinstance(event, Burned):
            flush()  # the next street
        elif isinstance(event, Shown) and showing:
            actions.append(f"p{showing} sm {_text(event.cards)}")
            showing = 0
    flush()
    return actions


def _move(move: str, chips: Chips) -> str:
    verb, _, rest = move.partition(" ")
    if verb == "cbr":
        return f"cbr {chips.brief(int(rest))}"
    return f"{verb} {rest.replace(' ', '')}".rstrip()


def _text(cards: Iterable[Any]) -> str:
    return "".join(card.text for card in cards)


def written_hand(
    events: Iterable[Event],
    stakes: Stakes,
    stacks: Sequence[int],
    *,
    variant: str,
    seats: Sequence[int] | None = None,
    filing: str = "",
    schedule: int | str | None = None,
    options: Mapping[str, Any] | None = None,
    other: Mapping[str, Any] | None = None,
) -> PhhHand:
    """A complete hand from its events, stakes and the stacks it began with, all in cents."""
    chips = Chips(())
    seats = tuple(range(1, len(stacks) + 1)) if seats is None else seats

    def amounts(counts: Sequence[int]) -> tuple[Amount, ...]:
        return tuple(_amount(chips, count) for count in counts)

    by_day = bool(stakes.weekday)
    return PhhHand(
        variant=variant,
        antes=amounts(stakes.antes),
        starting_stacks=amounts(stacks),
        actions=tuple(written_actions(events, seats, chips)),
        blinds_or_straddles=amounts(stakes.blinds),
        bring_in=_amount(chips, stakes.bring_in),
        small_bet=0 if by_day else _amount(chips, stakes.small_bet),
        big_bet=0 if by_day else _amount(chips, stakes.big_bet),
        min_bet=_amount(chips, stakes.min_bet),
        ante_trimming_status=None if filing else stakes.antes_in_full,
        filing=filing,
        structure=stakes.structure if filing else "",
        schedule=schedule,
        weekday=stakes.weekday,
        options=dict(options or {}),
        other=dict(other or {}),
    )


def _amount(chips: Chips, count: int) -> Amount:
    whole, rest = divmod(count, chips.scale)
    return whole if not rest else chips.amount(count)
