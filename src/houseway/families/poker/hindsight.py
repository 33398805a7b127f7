"""Looking back at a hand: who had how much of the pot before the last cards came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from houseway.families.poker.equity import equity
from houseway.families.poker.schema import Poker
from houseway.rounds.events import Chose, Dealt, Event
from houseway.table.sight import Sight

BOARD = "board"


def shares(filing: Poker, events: Sequence[Event]) -> Iterator[tuple[int, Mapping[int, float]]]:
    """Each seat's part of the pot after an event, by its place among them, as the asker knows it.

    Told once everybody who is still in stays to the showdown and shows all cards, while cards of
    the board are to come. Nothing is told of hands that draw, or are dealt on between the bets.
    """
    hands = {seat: own[0] for seat, own in Sight(events).hands.items() if isinstance(seat, int)}
    chose = [one for one in events if isinstance(one, Chose)]
    out = {one.seat for one in chose if one.move == "fold"}
    known = {seat: cards for seat, cards in hands.items() if seat not in out}
    if len(known) < 2 or any(None in cards for cards in known.values()):
        return
    if any(one.number is not None for one in chose):  # thrown away or drawn
        return
    whole = sum(_dealt(events, BOARD))
    for place, event in enumerate(events):
        if isinstance(event, Chose) and event.move != "fold":
            continue
        so_far = events[: place + 1]
        if out - {one.seat for one in so_far if isinstance(one, Chose) and one.move == "fold"}:
            continue
        if any(sum(_dealt(so_far, seat)) < len(cards) for seat, cards in known.items()):
            continue
        if not isinstance(event, Chose) and not _brings_cards(event, known):
            continue
        board = Sight(so_far).cards(BOARD)
        if len(board) >= whole:
            return
        texts = ["".join(card.text for card in cards) for cards in known.values()]
        found = equity(filing, texts, board=" ".join(card.text for card in board))
        yield place, dict(zip(known, (one.equity for one in found.hands.values()), strict=True))


def _dealt(events: Sequence[Event], place: int | str) -> Iterator[int]:
    return (one.count for one in events if isinstance(one, Dealt) and one.place == place)


def _brings_cards(event: Event, known: Mapping[int, object]) -> bool:
    return isinstance(event, Dealt) and (event.place == BOARD or event.place in known)
