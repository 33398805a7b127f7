"""What a table tells: records, the moment, decisions and snapshots, each as its hearer may see it.

Everything that goes out passes `visible` or is built from the open felt.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from houseway.cards import write
from houseway.filings.schema.base import dollars
from houseway.rounds.events import Chose, Dealt
from houseway.rounds.steps import Ask, Place
from houseway.table import records as r
from houseway.table.rounds import RoundTable
from houseway.table.sight import Sight
from houseway.table.told import Teller
from houseway.table.views import View, Viewer, ask_as_json, own_eyes, snapshot, visible

AnyTable = RoundTable[Any]

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def to_json(document: Any) -> str:
    return _ENCODER.encode(document)


def refusal_json(document: Any) -> str:
    """As ASCII: an error may repeat what somebody sent, and that may be no text at all."""
    return json.dumps(document, separators=(",", ":"))


def written_record(entry: r.Entry, teller: Teller) -> dict[str, Any]:
    """An entry that somebody may see, with the dealer's words."""
    written = r.write_entry(entry)
    del written["v"]
    written.pop("more", None)
    told = list(teller.tell(entry))
    if told:
        written["told"] = told
    return {**written, **teller.more(entry)}


class Telling:
    """Entries ready to be sent: what all see alike is written once."""

    def __init__(self, entries: Sequence[r.Entry], teller: Teller) -> None:
        self.entries, self._teller = entries, teller
        self._public: list[str] | None = None
        self._alike = ""  # the list of those who see nothing more
        self.said: dict[tuple[str, str], str] = {}  # whole messages, by records and decisions
        self._own = [
            (place, eyes) for place, entry in enumerate(entries) if (eyes := own_eyes(entry.record))
        ]

    @property
    def first(self) -> int:
        return self.entries[0].number

    def to(self, viewer: Viewer) -> str:
        """The records a viewer may see, as a JSON list."""
        if self._public is None:
            self._public = [self._text(visible(entry, None)) for entry in self.entries]
            self._alike = _listed(self._public)
        mine = [place for place, eyes in self._own if viewer in eyes]
        if not mine:
            return self._alike
        texts = list(self._public)
        for place in mine:
            texts[place] = self._text(visible(self.entries[place], viewer))
        return _listed(texts)

    def _text(self, entry: r.Entry | None) -> str:
        return "" if entry is None else to_json(written_record(entry, self._teller))


def _listed(texts: Iterable[str]) -> str:
    return f"[{','.join([text for text in texts if text])}]"


def records_for(entries: Iterable[r.Entry], viewer: Viewer, teller: Teller) -> list[dict[str, Any]]:
    """Records of the past as somebody may see them."""
    seen = (visible(entry, viewer) for entry in entries)
    return [written_record(entry, teller) for entry in seen if entry is not None]


# Decisions made in a table's present round by seat, as of so many events.
_MADE: WeakKeyDictionary[AnyTable, tuple[int, int, Counter[int]]] = WeakKeyDictionary()


def ask_id(table: AnyTable, ask: Ask) -> str:
    """Names a decision: the round, the seat, and how many it has made in this round."""
    state = table.state
    known, events, made = _MADE.get(table, (-1, 0, Counter()))
    if (known, events) != (state.round, len(state.events)):
        made = Counter(event.seat for event in state.events if isinstance(event, Chose))
        _MADE[table] = (state.round, len(state.events), made)
    return f"{state.round}.{ask.seat}.{made[ask.seat]}"


def asks_for(table: AnyTable, viewer: Viewer) -> list[dict[str, Any]]:
    """The decisions that are a viewer's to make."""
    view = View(table, viewer)
    asks = view.asks()
    if not asks:
        return []
    sight = view.sight()
    return [_ask(view, ask, sight) for ask in asks]


def _ask(view: View, ask: Ask, sight: Sight) -> dict[str, Any]:
    place = view.table.state.place_of(ask.seat)
    return {
        "id": ask_id(view.table, ask),
        **ask_as_json(view, ask),
        "cards": write(_cards(ask, place, sight)),
    }


def _cards(ask: Ask, place: Place, sight: Sight) -> tuple[Any, ...]:
    """The cards a decision is about: the hand, or where cards are placed, those still to be."""
    if "place" not in ask.beyond.verbs:
        return sight.cards(place, ask.hand)
    fresh: list[Any] = []
    for event in sight.events:
        if isinstance(event, Chose) and event.seat == ask.seat:
            fresh = []
        elif isinstance(event, Dealt) and event.place == place:
            fresh += event.cards or ()
    return tuple(fresh)


def accounts_of(table: AnyTable) -> dict[str, str]:
    """Every pile of chips on the table."""
    return {
        account: dollars(amount)
        for account, amount in table.state.ledger.balances().items()
        if account != "cage"
    }


def felt_of(table: AnyTable, viewer: Viewer) -> dict[str, Any]:
    """The open felt and what the viewer's own eyes add, without decisions and numbers."""
    view = snapshot(table, viewer)
    for name in ("number", "table", "asks", "waiting"):
        view.pop(name, None)
    return view
