"""Poker hands as files: the Poker Hand History notation, read, replayed and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from houseway.errors import CannotHaveHappened, HousewayError
from houseway.families.poker.phh import PhhHand, parse_hand, write_hand
from houseway.families.poker.phh_replay import replay, with_readings
from houseway.families.poker.phh_write import variant_code, written_hand
from houseway.families.poker.schema import Poker
from houseway.families.poker.stakes import Stakes
from houseway.families.poker.state import UNKNOWN
from houseway.families.poker.table_state import PokerState, PostedStakes
from houseway.families.poker.usual import usual_stakes
from houseway.filings.schedules import by_day
from houseway.histories.hand_files import Exported, schedule_number
from houseway.rounds.events import Chose, Dealt, Declared, Event
from houseway.table import records as r
from houseway.table.opening import filing_of
from houseway.table.setup import Setup
from houseway.table.views import Viewer, seen_events

if TYPE_CHECKING:
    from houseway.histories.explain import Reason


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One settled hand of a poker table."""

    number: int
    setup: Setup
    variant: str
    started: r.HandStarted
    stakes: Stakes
    names: Sequence[str]
    events: Sequence[Event]
    settled: r.HandSettled

    def export(self) -> Exported:
        return Exported(_phh(self), ".phh")


def reads(data: Mapping[str, Any]) -> bool:
    """A file with a PHH variant or actions is one of poker."""
    return "variant" in data or "actions" in data


def blank(filing: Poker) -> dict[str, Any]:
    """Three players at the usual stakes; where the day decides, the first one filed."""
    usual = usual_stakes(filing)
    posted = PostedStakes.of(filing, usual)
    days = by_day(filing)
    amounts = {name: getattr(posted, name) for name in ("bring_in", "small_bet", "big_bet")}
    if posted.structure != "limit":
        amounts["min_bet"] = posted.min_bet
    empty: dict[str, Any] = {
        "variant": variant_code(filing.game, posted.structure),
        "_filing": filing.id,
        "_structure": posted.structure,
        "antes": [_written(posted.ante)] * 3,
        "blinds_or_straddles": [_written(one) for one in (*posted.blinds, 0, 0, 0)[:3]],
        **{name: _written(amount) for name, amount in amounts.items() if amount},
        "starting_stacks": [200] * 3,
        "actions": [],
    }
    return {**empty, "_weekday": days.game[0].days[0]} if days and days.game else empty


def _written(amount: int) -> int | float:
    """Cents as JSON writes dollars."""
    return amount / 100 if amount % 100 else amount // 100


def replayed(data: Mapping[str, Any], place: str = "hand") -> dict[str, Any]:
    return with_readings(replay(parse_hand(data, file=place))).as_json()


def explained(data: Mapping[str, Any], place: str = "hand") -> list[Reason]:
    return with_readings(replay(parse_hand(data, file=place))).explained()


def played(state: PokerState, settled: r.HandSettled) -> PlayedHand:
    assert state.hand is not None
    return _played(
        state, state.hand, settled, [state.seats[s] for s in state.hand.seats], state.events
    )


def taken_away(header: r.Opened, entries: Sequence[r.Entry], viewer: Viewer) -> PlayedHand:
    """A hand as the asker saw it: cards nobody showed are `??`."""
    found: dict[type, Any] = {type(entry.record): entry.record for entry in entries}
    state = PokerState(filing_of(header))
    state.apply(r.Entry(0, "", header))
    hand: r.HandStarted = found[r.HandStarted]
    names = _names(entries)
    return _played(
        state,
        hand,
        found[r.HandSettled],
        [names.get(seat, f"seat {seat}") for seat in hand.seats],
        list(_with_unknown(seen_events(entries, viewer))),
    )


def _played(
    state: PokerState,
    hand: r.HandStarted,
    settled: r.HandSettled,
    names: Sequence[str],
    events: Sequence[Event],
) -> PlayedHand:
    stakes = state.stakes_of(hand)
    return PlayedHand(
        number=settled.round,
        setup=state.setup,
        variant=variant_code(state.game.game, stakes.structure),
        started=hand,
        stakes=stakes,
        names=tuple(names),
        events=events,
        settled=settled,
    )


def _phh(one: PlayedHand) -> str:
    other: dict[str, Any] = {"players": list(one.names), "seats": list(one.started.seats)}
    declared = [event for event in one.events if isinstance(event, Declared)]
    if declared:
        other["_dealer_errors"] = [f"{event.says} [{event.cite}]" for event in declared]
    hand = written_hand(
        one.events,
        one.stakes,
        one.started.stacks,
        variant=one.variant,
        seats=one.started.seats,
        filing=one.setup.filing,
        schedule=schedule_number(one.started.schedule) if one.started.schedule else None,
        options=one.setup.options,
        other=other,
    )
    if declared:
        _check_told(one, hand, declared[-1])
    return write_hand(hand)


def _check_told(one: PlayedHand, hand: PhhHand, error: Declared) -> None:
    """A hand in which an error was put right is written only if it replays to the same stacks."""
    try:
        stacks = replay(hand).result.stacks
    except HousewayError as refusal:
        why = str(refusal)
    else:
        if stacks == one.settled.stacks:
            return
        why = "replayed, the chips would end elsewhere"
    raise CannotHaveHappened(
        "dealer-error",
        f"a hand history cannot tell that {error.says}: {why}; its log does",
        where=f"hand {one.number}",
        cite=error.cite,
    )


def _names(entries: Sequence[r.Entry]) -> dict[int, str]:
    """Who sat where: a down card has one pair of eyes."""
    names: dict[int, str] = {}
    for entry in entries:
        match entry.record:
            case r.Happened(Dealt(int(place), _, _, _, (one,)), (name,)) if one == place:
                names[place] = name
    return names


def _with_unknown(events: Sequence[Event]) -> Iterator[Event]:
    """Hidden cards as `??`; how many were drawn or thrown away everybody has seen."""
    for event in events:
        match event:
            case Dealt(where, hand, count, None, private_to):
                yield Dealt(where, hand, count, (UNKNOWN,) * count, private_to)
            case Chose(_, kind, _, None, _, _, number):
                unknown = f"{kind} {'??' * number}" if number else "stand pat"
                yield event._replace(move=unknown)
            case _:
                yield event
