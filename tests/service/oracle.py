"""Who may know which card, read off a table's full log without the code that decides it.

The log says to which seats a card was dealt and which cards were shown; who sat there is read off
the records of that time. Nothing here uses the views of the table or the `eyes` it wrote down.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
CARD = r"(?:[2-9TJQKA][cdhs]|Jk)"
# A card stands alone or in a run of cards; "As " before a small letter is the English word.
_CARDS = re.compile(rf"(?<![A-Za-z0-9])((?:{CARD})+)(?![A-Za-z0-9])")
_ONE = re.compile(CARD)
_HASH = re.compile(r"[0-9a-f]{64}")
_WORD = re.compile(r"\bAs (?=[a-z])")
_TILES = re.compile(r"(?<![\d$.,:+-])([1-6]{2})(?![\d.,:])")
_TILE_KEYS = ("cards", "move", "text", "house_way")


@dataclass(slots=True)
class Hand:
    """What everybody could know of one round, in the order it came out."""

    first: int
    last: int | None = None
    public: list[tuple[int, str]] = field(default_factory=list)  # record number, card
    private: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    def known(self, viewer: str | None, number: int) -> set[str]:
        seen = [*self.public, *self.private.get(viewer or "", [])]
        return {card for at, card in seen if at <= number}


class Oracle:
    """A table's log, line by line."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.records: list[Json] = [json.loads(line) for line in lines]
        self.tiles = False
        self.hands: list[Hand] = []
        self.seals: set[str] = set()
        self.orders: list[str] = []
        self._names: list[tuple[int, dict[int, str]]] = []  # who plays a seat, from a record on
        self._seats: dict[int, str] = {}
        self._players: dict[int, str] = {}
        self._bank = ""
        for record in self.records:
            self._read(record)

    def _read(self, record: Json) -> None:
        number = record["n"]
        self.seals.add(record["hash"])
        match record["kind"]:
            case "sat":
                self._seats[record["seat"]] = record["name"]
            case "left":
                self._seats = {s: n for s, n in self._seats.items() if n != record["name"]}
            case "bank_taken":
                self._bank = record["name"]
            case "no_more_bets":
                layout = record["layout"]
                self._players = {seat["seat"]: seat["player"] for seat in layout["seats"]}
                self._players[layout["bank"]] = self._bank
                self._begin(number)
            case "hand_started":
                self._players = {seat: self._seats[seat] for seat in record["seats"]}
                self._begin(number)
            case "shuffled" | "reshuffled":
                self.tiles = record["order"][:2].isdigit()
                self.orders.append(record["order"][:29])  # ten cards that follow each other
            case "happened":
                self._happened(number, record["event"])
            case "settled" | "hand_settled" | "points_settled" | "round_voided":
                if self.hands and self.hands[-1].last is None:
                    self.hands[-1].last = number

    def _begin(self, number: int) -> None:
        self.hands.append(Hand(number))
        self._names.append((number, dict(self._players)))

    def _happened(self, number: int, event: Json) -> None:
        if event["did"] not in ("dealt", "shown"):
            return
        hand = self.hands[-1]
        cards = [(number, card) for card in event["cards"].split()]
        seats = event.get("private_to")
        if event["did"] == "shown" or seats is None:
            hand.public += cards
        else:
            for seat in seats:
                hand.private.setdefault(self._players[seat], []).extend(cards)

    def hand_at(self, number: int) -> Hand | None:
        """The hand that a record belongs to, or the last one before it."""
        place = bisect_right(self.hands, number, key=lambda hand: hand.first)
        return self.hands[place - 1] if place else None

    # Finding what should not be there.

    def all_leaks(self, viewer: str | None, texts: Iterable[str], *, live: bool) -> Iterator[str]:
        """What a connection told somebody who may not know it, from its first message on."""
        at = -1
        for text in texts:
            yield from self.leaks(viewer, text, live=live, at=at)
            message = json.loads(text)
            at = message.get("snapshot", message).get("number", at)

    def leaks(self, viewer: str | None, text: str, *, live: bool, at: int = -1) -> Iterator[str]:
        """What a message tells somebody who may not know it; they are told up to record `at`."""
        if self.seals & set(_HASH.findall(text)):
            yield "a seal, from which hidden cards could be worked out"
        if any(order in text for order in self.orders):
            yield "an order of cards"
        message = json.loads(text)
        if "snapshot" in message:
            yield from self._snapshot_leaks(viewer, message["snapshot"], live=live)
        elif "records" in message:
            until = message["number"]
            yield from self._record_leaks(viewer, message["records"], until, live=live)
            rest = {k: v for k, v in message.items() if k != "records"}
            yield from self._check(viewer, rest, until, until)
            yield from self._ask_leaks(viewer, message.get("asks", ()), until)
        elif "re" in message:
            yield from self._check(viewer, message, at, at)
        else:
            assert set(message) <= {"now", "beat", "time", "running"}, message
            if set(self.tokens(message)):
                yield f"cards in {text}"

    def _snapshot_leaks(self, viewer: str | None, snapshot: Json, *, live: bool) -> Iterator[str]:
        until = snapshot["number"]
        hand = self.hand_at(until)
        if not live and hand is not None and (hand.last is None or hand.last > until):
            yield f"a spectator sees a hand in play, at record {until}"
        yield from self._ask_leaks(viewer, snapshot["asks"], until)
        for event in snapshot["view"]["events"]:
            if self._is_anothers_secret(viewer, event, until):
                yield f"a secret choice: {event}"
        settled = snapshot.pop("last_settled")
        if settled is not None:
            yield from self._record_leaks(viewer, [settled], until, live=True)
        yield from self._check(viewer, snapshot, until, until)

    def _record_leaks(
        self, viewer: str | None, records: list[Json], until: int, *, live: bool
    ) -> Iterator[str]:
        for record in records:
            number = record["n"]
            if record["kind"] in ("shuffled", "reshuffled"):
                yield f"an order of cards: {record}"
            if record["kind"] == "button_drawn":
                continue  # drawn from a deck of its own, for everybody to see
            if self._is_anothers_secret(viewer, record.get("event", {}), number):
                yield f"a secret choice: {record}"
            hand = self.hand_at(number)
            running = hand is not None and (hand.last is None or hand.last > until)
            if not live and running and record["kind"] == "happened":
                yield f"a spectator hears of a hand in play: {record}"
            yield from self._check(viewer, record, number, until)

    def _is_anothers_secret(self, viewer: str | None, event: Json, number: int) -> bool:
        own = viewer is not None and self._player_at(number, event.get("seat")) == viewer
        return bool(event.get("secret")) and not own and event.get("move") is not None

    def _ask_leaks(self, viewer: str | None, asks: Iterable[Json], number: int) -> Iterator[str]:
        for ask in asks:
            if viewer is None or self._player_at(number, ask["seat"]) != viewer:
                yield f"{viewer} is asked for another: {ask}"

    def _player_at(self, number: int, seat: int | None) -> str | None:
        place = bisect_right(self._names, number, key=lambda one: one[0])
        return self._names[place - 1][1].get(seat) if place and seat is not None else None

    def _check(self, viewer: str | None, what: Any, number: int, until: int) -> Iterator[str]:
        hand = self.hand_at(number)
        known = set() if hand is None else hand.known(viewer, until)
        strange = set(self.tokens(what)) - known
        if strange:
            yield f"{viewer} at record {number}: {sorted(strange)} in {json.dumps(what)[:300]}"

    def tokens(self, what: Any, key: str = "") -> Iterator[str]:
        """Every card or tile that is written anywhere in a document."""
        if isinstance(what, dict):
            for name, value in what.items():
                yield from self.tokens(value, key if key in _TILE_KEYS else name)
        elif isinstance(what, list):
            for value in what:
                yield from self.tokens(value, key)
        elif isinstance(what, str):
            if not self.tiles:
                for run in _CARDS.findall(_WORD.sub("", what)):
                    yield from _ONE.findall(run)
            elif key in _TILE_KEYS or (key == "told" and (" dealt " in what or "shows" in what)):
                yield from _TILES.findall(what)
