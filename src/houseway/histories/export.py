"""Any hand of a log as a file of its own, read off what was written down.

A round of a player-dealer game becomes a round file, a poker hand a PHH file, a hand of Chinese
poker a file with its segments; adjudicated or replayed, each gives the same result again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from houseway.errors import CannotHaveHappened, HousewayError
from houseway.filings.loader import load
from houseway.filings.schema.common import FilingBase
from houseway.games.chinese import ChineseResult
from houseway.games.events import Declared, Event
from houseway.games.poker.rules import Stakes
from houseway.histories.chinese_hand import chinese_hand, write_chinese
from houseway.histories.event_log import iter_log
from houseway.histories.phh import PhhHand, write_hand
from houseway.histories.phh_replay import replay
from houseway.histories.phh_write import variant_code, written_hand
from houseway.histories.round_export import PlayedRound, round_file
from houseway.table import records as r
from houseway.table.banked_state import BankedState
from houseway.table.chinese import ChineseState
from houseway.table.opening import state_for
from houseway.table.poker_state import PokerState
from houseway.table.round_state import rebuild
from houseway.table.setup import Setup


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


@dataclass(frozen=True, slots=True)
class PlayedPoints:
    """One settled hand of Chinese poker."""

    number: int
    setup: Setup
    result: ChineseResult
    settled: r.PointsSettled


Played = PlayedRound | PlayedHand | PlayedPoints


class Exported(NamedTuple):
    """The text of a file, and the ending its name should have."""

    text: str
    suffix: str


def played(entries: Iterable[r.Entry], filing: FilingBase | None = None) -> Iterator[Played]:
    """Every settled hand of a table in turn; voided ones are left out."""
    state: BankedState | PokerState | ChineseState | None = None
    for entry in entries:
        record = entry.record
        if isinstance(record, r.Opened):
            state = state_for(filing or load(record.setup.filing))
        assert state is not None
        if isinstance(record, r.Settled) and isinstance(state, BankedState):
            yield PlayedRound.of(state, record)
        elif isinstance(record, r.HandSettled) and isinstance(state, PokerState):
            yield _poker_hand(state, record)
        elif isinstance(record, r.PointsSettled) and isinstance(state, ChineseState):
            running, _ = rebuild(state, random.Random(0))
            yield PlayedPoints(record.round, state.setup, running.result, record)
        state.apply(entry)


def _poker_hand(state: PokerState, settled: r.HandSettled) -> PlayedHand:
    hand = state.hand
    assert hand is not None
    stakes = state.stakes_of(hand)
    return PlayedHand(
        number=settled.round,
        setup=state.setup,
        variant=variant_code(state.game.game, stakes.structure),
        started=hand,
        stakes=stakes,
        names=tuple(state.seats[seat] for seat in hand.seats),
        events=state.events,
        settled=settled,
    )


def export(one: Played) -> Exported:
    """A hand as the text of its file."""
    if isinstance(one, PlayedRound):
        return Exported(round_file(one), ".toml")
    if isinstance(one, PlayedHand):
        return Exported(_phh(one), ".phh")
    schedule = _number(one.setup.schedule[0]) if one.setup.schedule else None
    hand = chinese_hand(one.result, one.setup.filing, schedule=schedule, options=one.setup.options)
    return Exported(write_chinese(hand), ".toml")


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
        schedule=_number(one.started.schedule) if one.started.schedule else None,
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


def _number(schedule: str) -> int | str:
    return int(schedule) if schedule.isdigit() else schedule


def export_round(path: Path, number: int, *, filing: FilingBase | None = None) -> Exported:
    """The hand of that number in a log."""
    last = 0
    for one in played(iter_log(path), filing):
        if one.number == number:
            return export(one)
        last = one.number
    found = round_entries(iter_log(path), number) if number > 0 else []
    if found:  # it ended, but not with a settlement
        ended = found[-1].record
        why = f"hand {number} was void: {getattr(ended, 'reason', '')}"
    else:
        why = f"the log has no settled hand {number}" + (f"; its last is {last}" if last else "")
    raise CannotHaveHappened("no-such-round", why, where=str(path))


def round_entries(entries: Iterable[r.Entry], number: int) -> list[r.Entry]:
    """The records of one hand, from its start to its settlement or the reason it was void.

    A dispute reads them again; it never changes them.
    """
    found: list[r.Entry] = []
    for entry in entries:
        record = entry.record
        if isinstance(record, r.BankTaken | r.HandStarted):
            found = []
        found.append(entry)
        if isinstance(record, r.Settled | r.HandSettled | r.PointsSettled | r.RoundVoided):
            if record.round == number:
                return found
            found = []
    return []
