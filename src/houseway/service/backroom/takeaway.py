"""A finished round as a file to take away, made from its own records and its asker's eyes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from houseway.errors import Refused
from houseway.histories.hand_files import Exported, hand_file
from houseway.histories.round_export import PlayedRound
from houseway.rounds.events import Burned, Dealt, Event, Laid
from houseway.rounds.piles import pile_places
from houseway.table import records as r
from houseway.table.opening import filing_of
from houseway.table.setup import terms_of
from houseway.table.shoes import Stock, pieces_of
from houseway.table.sight import Sight
from houseway.table.views import Viewer, events_of, seen_events


def take_away(
    header: r.Opened, entries: Sequence[r.Entry], viewer: Viewer, *, disputed: bool = False
) -> Exported:
    """The file of a round: a round file, a PHH hand with what the asker saw, a Chinese hand.

    For a dispute a round file too may hold cards the asker never saw, as `??`.
    """
    found: dict[type, Any] = {type(entry.record): entry.record for entry in entries}
    if r.Settled in found:
        played = _banked(header, found, events_of(entries))
        if disputed:
            hands = Sight(seen_events(entries, viewer)).hands
            known = {place: [c for one in own for c in one] for place, own in hands.items()}
            return replace(played, known=known).export()
        if hides_cards(entries, viewer):
            raise Refused(
                "hidden-cards",
                "the round has cards you have not seen (a hand that was folded); its log shows "
                "what you saw",
                where=f"round {found[r.Settled].round}",
            )
        return played.export()
    if r.HandSettled in found or r.PointsSettled in found:
        family = filing_of(header).family
        return hand_file(family).taken_away(header, entries, viewer).export()
    raise Refused("no-round-file", "the round was void; its log says why", where="round")


def hides_cards(entries: Sequence[r.Entry], viewer: Viewer) -> bool:
    """Whether a card of the round lay face down for somebody to its end."""
    sight = Sight(seen_events(entries, viewer))
    return any(None in hand for hands in sight.hands.values() for hand in hands)


def _banked(header: r.Opened, found: dict[type, Any], events: list[Event]) -> PlayedRound:
    """The rest of the shoe is left out: the cards that were dealt are enough."""
    terms = terms_of(header.setup, filing_of(header))
    unknown = pieces_of(terms)[:1]  # a burned card: nobody knows which, any will do
    order: list[Any] = []
    piles: list[list[int]] = []  # where the cards of those laid out lie in the order
    for event in events:
        if isinstance(event, Laid):
            piles = [[len(order) + place for place in pile] for pile in pile_places(*event)]
            order += unknown * (event.piles * event.cards)
        elif isinstance(event, Dealt) and event.pile:
            for place, card in zip(piles[event.pile - 1], event.cards or (), strict=True):
                order[place] = card
        elif isinstance(event, Dealt):
            order += event.cards or ()
        elif isinstance(event, Burned) and not event.pile:
            order += unknown * event.count
    return PlayedRound(
        found[r.Settled].round,
        header.setup,
        terms,
        found[r.BankTaken],
        found[r.NoMoreBets].layout,
        Stock(0, tuple(order), len(order)),
        events,
        found.get(r.FeesTaken),
        found[r.Settled],
    )
