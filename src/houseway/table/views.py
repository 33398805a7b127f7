"""What somebody may see of a table: built up from the records shown to them, never cut down.

`visible` is the one gate: an entry as a viewer may read it, or None. A `View` is what the visible
entries and the open felt add up to, for bots and for the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from houseway.cards import Card, Tile, write
from houseway.filings.schema.base import dollars
from houseway.rounds.events import Event
from houseway.rounds.steps import Ask
from houseway.table import records as r
from houseway.table.codec import write_event
from houseway.table.rounds import RoundTable
from houseway.table.sight import Sight, seen_by
from houseway.table.state import Patron
from houseway.table.words import told_to

AnyTable = RoundTable[Any]
Viewer = str | None  # a name at the table; None is a stranger


def visible(entry: r.Entry, viewer: Viewer) -> r.Entry | None:
    """An entry as a viewer may see it, or None where it is nobody's business."""
    record = entry.record
    if record.secret:
        return None
    match record:
        case r.Opened():  # the rule sheet says it better
            return entry._replace(record=replace(record, rules=None))
        case r.Happened(event, eyes) if eyes is not None and viewer not in eyes:
            return entry._replace(record=r.Happened(event.as_seen(None), ()))
        case r.Settled() | r.HandSettled() | r.PointsSettled() | r.RoundVoided():
            return entry._replace(record=told_to(record, viewer))
    return entry


def own_eyes(record: r.Record) -> tuple[str, ...]:
    """The names of those who may see more of a record than a stranger."""
    if isinstance(record, r.Happened):
        return record.eyes or ()
    unshown = getattr(record, "unshown", None) or {}
    return tuple({name: None for names in unshown.values() for name in names})


class View:
    """A table as one viewer sees it. Kept, it follows the round and reads nothing twice."""

    def __init__(self, table: AnyTable, viewer: Viewer) -> None:
        self.table, self.viewer = table, viewer
        self._sight = Sight()
        self._round: object = None  # the events of the round the sight is of

    @property
    def me(self) -> Patron | None:
        patrons: dict[str, Patron] = self.table.state.patrons
        return patrons.get(self.viewer or "")

    @property
    def stack(self) -> int:
        return self.table.state.stack(self.viewer) if self.viewer and self.me else 0

    def sight(self) -> Sight:
        """The cards of the running round, or of the last one."""
        events, eyes = self.table.state.events, self.table.state.eyes
        if self._round is not events:
            self._round, self._sight = events, Sight()
        for place in range(len(self._sight.events), len(events)):
            event = events[place]
            self._sight.follow(seen_by([event], [eyes[place]], self.viewer)[0])
        return self._sight

    def asks(self) -> tuple[Ask, ...]:
        """The decisions that are the viewer's to make."""
        state = self.table.state
        return tuple(
            ask for ask in self.table.waiting_for() if state.player_of(ask.seat) == self.viewer
        )

    def cost(self, ask: Ask, move: str) -> int:
        """What a move takes from the viewer's stack, in cents."""
        return self.table.cost(ask, move).get(self.viewer or "", 0)


def snapshot(table: AnyTable, viewer: Viewer) -> dict[str, Any]:
    """Everything a viewer may know of a table now, ready for JSON.

    `number` is the last record it includes: a listener goes on with the next one.
    """
    state, view = table.state, View(table, viewer)
    sight = view.sight()
    return {
        "number": state.count - 1,
        "table": state.setup.table,
        "filing": state.setup.filing,
        "schedule": list(state.setup.schedule),
        "limits": state.setup.limits,
        "round": state.round,
        "phase": state.phase,
        "seats": [_seat(table, seat) for seat in range(1, state.terms.seats + 1)],
        "rail": [_patron(table, p) for p in state.patrons.values() if p.seat is None],
        "drop": dollars(state.ledger["drop"]),
        "shoe": shoe_of(table),
        "promise": _promise(table),
        "cards": {
            str(place): [[card and card.text for card in hand] for hand in hands]
            for place, hands in sight.hands.items()
        },
        "events": [write_event(event) for event in sight.events],
        "waiting": _waiting(table),
        "asks": [ask_as_json(view, ask) for ask in view.asks()],
        "buttons": len(view.me.buttons) if view.me else 0,
    } | dict(table.public())


def _patron(table: AnyTable, patron: Patron) -> dict[str, Any]:
    written: dict[str, Any] = {
        "name": patron.name,
        "stack": dollars(table.state.stack(patron.name)),
    }
    for mark in ("bot", "third_party", "sitting_out", "leaving"):
        if getattr(patron, mark):
            written[mark] = True
    return written


def _seat(table: AnyTable, seat: int) -> dict[str, Any]:
    patron = table.state.patron_at(seat)
    return {"seat": seat} | (_patron(table, patron) if patron else {})


def _promise(table: AnyTable) -> dict[str, Any] | None:
    """What was published of the next shuffle, and the words added to it."""
    promised = table.state.promised
    if promised is None:
        return None
    return {
        "shuffle": promised.shuffle,
        "cards": promised.cards,
        "root": promised.root,
        "words": [list(one) for one in table.state.words],
    }


def shoe_of(table: AnyTable) -> dict[str, Any] | None:
    """How full shoe and rack look; the order of the cards is nobody's."""
    stock = table.state.stock
    if stock is None:
        return None
    return {
        "deck": stock.deck,
        "left": stock.left,
        "out": stock.dealt,
        # One deck that is shuffled for every hand has no cut card to come out.
        "cut_card_out": stock.past_cut and stock.cut < len(stock.order),
    }


def _waiting(table: AnyTable) -> dict[str, Any] | None:
    """Who has to decide, and until when."""
    state = table.state
    seats = table.asked()
    if not seats:
        return None
    since = datetime.fromisoformat(state.asked_at) if state.asked_at else None
    until = since and since + timedelta(seconds=state.setup.seconds_to_act)
    return {"seats": seats, "until": until and until.isoformat(timespec="milliseconds")}


def ask_as_json(view: View, ask: Ask) -> dict[str, Any]:
    """A decision with its choices and what they cost."""
    return {
        "seat": ask.seat,
        "hand": ask.hand,
        "kind": ask.kind,
        "choices": [{"move": move, "cost": dollars(view.cost(ask, move))} for move in ask.choices],
        "verbs": list(ask.beyond.verbs),
        "default": ask.default,
        "facts": {name: plain(fact) for name, fact in ask.facts.items()},
    }


def plain(value: Any) -> Any:
    """A fact as JSON can hold it; cards as they are written."""
    if isinstance(value, Card | Tile):
        return value.text
    if isinstance(value, tuple | list):
        if value and all(isinstance(one, Card | Tile) for one in value):
            return write(value)
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if value is None or isinstance(value, bool | int | str):
        return value
    return str(value)


def events_of(entries: Sequence[r.Entry]) -> list[Event]:
    return [entry.record.event for entry in entries if isinstance(entry.record, r.Happened)]


def seen_events(entries: Sequence[r.Entry], viewer: Viewer) -> list[Event]:
    seen = [visible(entry, viewer) for entry in entries]
    return events_of([entry for entry in seen if entry is not None])
