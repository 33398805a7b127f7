"""A hand that was dealt here, written in the PHH notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from houseway.cards import Card
from houseway.families.poker.phh import Amount, Chips, PhhHand
from houseway.families.poker.phh_words import shorthand
from houseway.families.poker.schema import PokerGame
from houseway.families.poker.stakes import Stakes
from houseway.families.poker.state import UNKNOWN
from houseway.filings.schema.collection import Structure
from houseway.rounds.events import Burned, Chose, Dealt, Declared, Event, Shown, Taken
from houseway.rounds.steps import Place

_PREFIX: dict[Structure, str] = {
    "limit": "F",
    "no-limit": "N",
    "pot-limit": "P",
    "spread-limit": "S",
}


def variant_code(game: PokerGame, structure: Structure) -> str:
    """The PHH code of a game, or one in its style where PHH has none."""
    draws = sum(street.draw is not None for street in game.street)
    hole_cards = len(game.street[0].cards)
    discards = [place for place, street in enumerate(game.street) if street.discard is not None]
    two_boards = "2B" if game.double_board is not None else ""
    match game.high.ranking:
        case "mexican":
            name = "MEX"
        case "razz":
            name = "R"
        case "deuce-to-seven":
            name = f"2L{draws}D"
        case "badugi":
            name = "B"
        case "short-deck" | "short-deck-trips":
            name = "S"
        case "ace-to-five-joker":
            name = f"A5L{draws}D"
        case _ if game.openers is not None:
            name = "5HDJ"
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
    pot = game.pot_limit if structure == "pot-limit" else None
    half = pot is not None and pot.most == "half-pot-after-call"
    prefix = "H" if half else _PREFIX[structure]
    return prefix + name + two_boards + ("/8" if game.low is not None else "")


def written_actions(
    events: Sequence[Event], seats: Sequence[int], chips: Chips
) -> tuple[list[str], list[dict[str, Any]]]:
    """The actions of a hand from everything that happened in it, and what went wrong in between.

    Cards that were taken back after an error of the dealer stand in the error, not in a deal; a
    hand that was declared dead has no further actions.
    """
    actions: list[str] = []
    errors: list[dict[str, Any]] = []
    fresh: list[dict[str, Any]] = []  # noticed in the deal under way
    dealt: dict[int, list[Card]] = {}
    showing = 0
    taken = _taken_back(events)

    def flush() -> None:
        for player in sorted(dealt):
            actions.append(f"d dh p{player} {_text(dealt[player])}")
        dealt.clear()
        for error in fresh:
            error["after"] = len(actions) - 1
        fresh.clear()

    for event in _as_put_right(events):
        if isinstance(event, Dealt):
            assert event.cards is not None
            if not isinstance(event.place, int):
                flush()
                actions.append(f"d db {_text(event.cards)}")
            else:
                player = seats.index(int(event.place)) + 1
                dealt.setdefault(player, []).extend(event.cards)  # type: ignore[arg-type]
        elif isinstance(event, Declared):
            error = _written_error(event, seats, taken[len(errors)])
            errors.append(error)
            fresh.append(error)
            if not dealt:
                flush()
        elif isinstance(event, Chose):
            flush()
            player = seats.index(event.seat) + 1
            move = shorthand(event, chips)
            if event.kind == "show" and move != "sm":
                showing = player
            elif move:
                actions.append(f"p{player} {move}")
        elif isinstance(event, Burned):
            flush()  # the next street
        elif isinstance(event, Shown) and showing:
            actions.append(f"p{showing} sm {_text(event.cards)}")
            showing = 0
    flush()
    return actions, errors


def _written_error(event: Declared, seats: Sequence[int], taken: Sequence[Card]) -> dict[str, Any]:
    """An error as a hand file tells of it."""
    kind, place, number = event.error.kind, event.error.place, event.error.number
    error: dict[str, Any] = {"kind": kind}
    if kind in ("early-board", "board-too-large"):
        error["place"] = "board"
    elif isinstance(place, int):
        error["player"] = f"p{seats.index(place) + 1}"
    elif place is not None:
        error["place"] = place
    if cards := event.cards or taken:
        error["cards"] = _text(cards)
    if kind == "wrong-number":
        error["number"] = number
    return error


def _taken_back(events: Sequence[Event]) -> list[list[Card]]:
    """By error, the cards that it took off the board or out of the deck."""
    found: list[list[Card]] = []
    for event in events:
        if isinstance(event, Declared):
            found.append([])
        elif isinstance(event, Taken | Dealt) and found:
            off = event.place == ("board" if isinstance(event, Taken) else "aside")
            found[-1] += (event.cards or ()) if off else ()  # type: ignore[arg-type]
    return found


def _as_put_right(events: Iterable[Event]) -> list[Event]:
    """What happened without cards that were taken back; one that replaces them takes their place.

    A card its reader has not seen lies there as unknown.
    """
    kept: list[Event] = []
    short: dict[Place, int] = {}  # deals that have lost some of their cards
    for event in events:
        if isinstance(event, Taken):
            for card in event.cards:
                place, lay = _lay_at(kept, event.place, card)
                cards: list[Any] = [*(lay.cards or ())]
                cards.remove(card if card in cards else UNKNOWN)
                kept[place] = lay._replace(cards=tuple(cards))
                short[event.place] = _last_deal(kept, event.place)
                if not cards and event.place == "board":
                    del short["board"]  # all of it is dealt again
        elif isinstance(event, Dealt) and event.place in short:
            place = short.pop(event.place)
            lay = cast(Dealt, kept[place])
            all_cards: Any = (*(lay.cards or ()), *(event.cards or ()))
            kept[place] = lay._replace(cards=all_cards)
        elif not (isinstance(event, Dealt) and event.place == "aside"):
            kept.append(event)
    return [event for event in kept if not isinstance(event, Dealt) or event.cards]


def _last_deal(events: Sequence[Event], to: Place) -> int:
    return max(i for i, e in enumerate(events) if isinstance(e, Dealt) and e.place == to)


def _lay_at(events: Sequence[Event], place: Place, card: Any) -> tuple[int, Dealt]:
    """The last deal to a place that a card can have come with."""
    for index in range(len(events) - 1, -1, -1):
        event = events[index]
        if isinstance(event, Dealt) and event.place == place:
            cards: Sequence[Any] = event.cards or ()
            if card in cards or UNKNOWN in cards:
                return index, event
    raise AssertionError(f"{card} was taken from {place} and never dealt there")


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
    actions, errors = written_actions(tuple(events), seats, chips)

    def amounts(counts: Sequence[int]) -> tuple[Amount, ...]:
        return tuple(_amount(chips, count) for count in counts)

    by_day = bool(stakes.weekday)
    return PhhHand(
        variant=variant,
        antes=amounts(stakes.antes),
        starting_stacks=amounts(stacks),
        actions=tuple(actions),
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
        kill="" if stakes.kill is None else f"p{stakes.kill + 1}",
        carried=_amount(chips, stakes.carried),
        options=dict(options or {}),
        errors=tuple(errors),
        other=dict(other or {}),
    )


def _amount(chips: Chips, count: int) -> Amount:
    whole, rest = divmod(count, chips.scale)
    return whole if not rest else chips.amount(count)
