"""A finished round as a file to take away, made from its own records and its asker's eyes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from houseway.errors import Refused
from houseway.filings.loader import load
from houseway.games.events import Burned, Called, Chose, Dealt, Event
from houseway.games.poker.state import UNKNOWN
from houseway.histories.export import Exported, PlayedHand, PlayedPoints, export
from houseway.histories.phh_write import variant_code
from houseway.histories.round_export import PlayedRound
from houseway.table import records as r
from houseway.table.chinese import ChineseState
from houseway.table.poker_state import PokerState
from houseway.table.round_state import rebuild
from houseway.table.setup import Setup, terms_of
from houseway.table.shoes import Stock, pieces_of
from houseway.table.sight import Sight
from houseway.table.views import Viewer, visible


def take_away(setup: Setup, entries: Sequence[r.Entry], viewer: Viewer) -> Exported:
    """The file of a round: a round file, a PHH hand with what the asker saw, a Chinese hand."""
    found: dict[type, Any] = {type(entry.record): entry.record for entry in entries}
    if r.Settled in found:
        if hides_cards(entries, viewer):
            raise Refused(
                "hidden-cards",
                "the round has cards you have not seen (a hand that was folded); its log shows "
                "what you saw",
                where=f"round {found[r.Settled].round}",
            )
        return export(_banked(setup, found, events_of(entries)))
    if r.HandSettled in found:
        return export(_poker(setup, found, entries, viewer))
    if r.PointsSettled in found:
        return export(_chinese(setup, found, entries))
    raise Refused("no-round-file", "the round was void; its log says why", where="round")


def events_of(entries: Sequence[r.Entry]) -> list[Event]:
    return [entry.record.event for entry in entries if isinstance(entry.record, r.Happened)]


def seen_events(entries: Sequence[r.Entry], viewer: Viewer) -> list[Event]:
    seen = [visible(entry, viewer) for entry in entries]
    return events_of([entry for entry in seen if entry is not None])


def hides_cards(entries: Sequence[r.Entry], viewer: Viewer) -> bool:
    """Whether a card of the round lay face down for somebody to its end."""
    sight = Sight(seen_events(entries, viewer))
    return any(None in hand for hands in sight.hands.values() for hand in hands)


def _banked(setup: Setup, found: dict[type, Any], events: list[Event]) -> PlayedRound:
    """The rest of the shoe is left out: the cards that were dealt are enough."""
    terms = terms_of(setup, load(setup.filing))
    unknown = pieces_of(terms)[:1]  # a burned card: nobody knows which, any will do
    order: list[Any] = []
    for event in events:
        if isinstance(event, Dealt):
            order += event.cards or ()
        elif isinstance(event, Burned):
            order += unknown * event.count
    return PlayedRound(
        found[r.Settled].round,
        setup,
        terms,
        found[r.BankTaken],
        found[r.NoMoreBets].layout,
        Stock(0, tuple(order), len(order)),
        events,
        found.get(r.FeesTaken),
        found[r.Settled],
    )


def _opened(setup: Setup) -> r.Entry:
    return r.Entry(0, "", r.Opened("", "", setup))


def _poker(
    setup: Setup, found: dict[type, Any], entries: Sequence[r.Entry], viewer: Viewer
) -> PlayedHand:
    state = PokerState()
    state.apply(_opened(setup))
    hand: r.HandStarted = found[r.HandStarted]
    stakes = state.stakes_of(hand)
    names = _names(entries)
    return PlayedHand(
        number=hand.round,
        setup=setup,
        variant=variant_code(state.game.game, stakes.structure),
        started=hand,
        stakes=stakes,
        names=tuple(names.get(seat, f"seat {seat}") for seat in hand.seats),
        events=list(_with_unknown(seen_events(entries, viewer))),
        settled=found[r.HandSettled],
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
    """Hidden cards as `??`; how many were drawn everybody has heard."""
    for place, event in enumerate(events):
        match event:
            case Dealt(where, hand, count, None, private_to):
                yield Dealt(where, hand, count, (UNKNOWN,) * count, private_to)
            case Chose(seat, kind, hand, None, secret):
                thrown = _thrown(events[place + 1 :]) if kind == "draw" else 1
                yield Chose(seat, kind, hand, f"sd {'??' * thrown}".strip(), secret)
            case _:
                yield event


def _thrown(following: Sequence[Event]) -> int:
    call = next((event for event in following if isinstance(event, Called)), None)
    words = call.text.split() if call is not None else []
    return int(words[1]) if words[:1] == ["draws"] else 0


def _chinese(setup: Setup, found: dict[type, Any], entries: Sequence[r.Entry]) -> PlayedPoints:
    """Only what was laid goes into the file, and that everybody has seen."""
    state = ChineseState(load(setup.filing))
    state.apply(_opened(setup))
    for entry in entries:  # who came, left or sat out meanwhile does not matter
        if isinstance(entry.record, r.Shuffled | r.Reshuffled | r.HandStarted | r.Happened):
            state.count = entry.number
            state.apply(entry)
    running, _ = rebuild(state, random.Random(0))
    settled: r.PointsSettled = found[r.PointsSettled]
    return PlayedPoints(settled.round, setup, running.result, settled)
