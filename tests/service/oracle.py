"""Who may know which card and hear which word of it, read off a table's full log.

The log says to which seats a card was dealt and which cards were shown; who sat there is read off
the records of that time. Nothing here uses the views of the table, the `eyes` it wrote down or
the hands it calls unshown.

Words give cards away as well. Of a seat whose cards a hearer has not all seen, nothing may be
said that follows from cards: no rank, no suit, no name of a hand, no count. What is called out to
all names only ranks and suits of cards that the hearer knows.
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

_RANKS = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T", "nine": "9", "eight": "8",
    "seven": "7", "six": "6", "five": "5", "four": "4", "three": "3", "trey": "3", "two": "2",
    "deuce": "2",
}  # fmt: skip
_SUITS = {"club": "c", "diamond": "d", "heart": "h", "spade": "s"}
_NAMED = re.compile(rf"\b({'|'.join([*_RANKS, *_SUITS])})e?s?\b", re.IGNORECASE)
# "Three threes", "two pair", "four of a kind": the first word counts.
_COUNT = re.compile(
    r"\b(?:two|three|four|five)(?= (?:pairs?|cards?|tiles?|of|[a-z]+s)\b)", re.IGNORECASE
)
_HANDS = re.compile(
    r"\b(?:high|low|pairs?|kinds?|straights?|flush(?:es)?|full|house|royal|quads|trips|wheel|"
    r"badugi|blackjack|natural|soft|hard|bust(?:ed|s)?|points?|wong|gong|gee|joon|pai|teen|day|"
    r"mun|ping|\d+)\b",
    re.IGNORECASE,
)
_REASON = re.compile(r"(?:wins|loses|pushes|no action)[^:]*: (.*?)(?: \[[^\]]*\])?$")
_AGAINST = re.compile(r"seat (\d+) against seat (\d+)[^:]*: (.*?)(?: \[[^\]]*\])?$")
_AT_SEAT = re.compile(r"^\s*(?:behind )?seat (\d+)\b")


def words_of_cards(text: str) -> list[str]:
    """Words that can only be said by one who has seen cards."""
    return [*(m[0] for m in _NAMED.finditer(text)), *_HANDS.findall(text)]


@dataclass(slots=True)
class Lying:
    """One card on the table: since when, whose eyes it was dealt to, since when all see it."""

    at: int
    text: str
    seats: list[int] | None
    shown: int | None = None


@dataclass(slots=True)
class Hand:
    """What everybody could know of one round, in the order it came out."""

    first: int
    last: int | None = None
    public: list[tuple[int, str]] = field(default_factory=list)  # record number, card
    private: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    places: dict[str, list[Lying]] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)

    def has_seen(self, viewer: str | None, place: str, number: int) -> bool:
        """Whether somebody has seen every card that lies at a place."""
        own = {seat for seat, name in self.players.items() if name == viewer}
        return all(
            (card.shown is not None and card.shown <= number)
            or card.seats is None
            or own & set(card.seats)
            for card in self.places.get(place, ())
            if card.at <= number
        )

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
        self.hands.append(Hand(number, players=dict(self._players)))
        self._names.append((number, dict(self._players)))

    def _happened(self, number: int, event: Json) -> None:
        if event["did"] == "chose":
            self._throw(str(event["seat"]), event["kind"], event["move"])
        if event["did"] not in ("dealt", "shown"):
            return
        hand = self.hands[-1]
        cards = [(number, card) for card in event["cards"].split()]
        seats = event.get("private_to")
        lying = hand.places.setdefault(str(event["place"]), [])
        for _, card in cards:
            if event["did"] == "dealt":
                lying.append(Lying(number, card, seats))
                continue
            turned = next((c for c in lying if c.text == card and c.shown is None), None)
            if turned is not None:
                turned.shown = number
        if event["did"] == "shown" or seats is None:
            hand.public += cards
        else:
            for seat in seats:
                hand.private.setdefault(self._players[seat], []).extend(cards)

    def _throw(self, place: str, kind: str, move: str) -> None:
        """Cards thrown away face down lie there no longer."""
        named = set(_ONE.findall(move))
        lying = self.hands[-1].places.get(place, [])
        if kind in ("draw", "discard"):
            lying = [card for card in lying if card.text not in named]
        elif move.startswith("place "):  # the rest of those that were dealt
            lying = [c for c in lying if c.shown or c.seats is None or c.text in named]
        self.hands[-1].places[place] = lying

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
            yield from self._word_leaks(viewer, record, until)

    # Words.

    def _word_leaks(self, viewer: str | None, record: Json, until: int) -> Iterator[str]:
        """What a record says of cards that somebody has not seen."""
        hand = self.hand_at(record["n"])
        if hand is None:
            return
        said: list[tuple[tuple[str, ...], str]] = []  # of which places, what
        for line in record.get("lines", ()):
            said.append(((line["bettor"].partition("/")[0], "bank"), line["because"]))
        for award in record.get("awards", ()):
            said.append(((str(award["seat"]),), award.get("hand", "")))
        for line in record.get("points", ()):
            said.append(((str(line["first"]), str(line["second"])), line["because"]))
        if record["kind"] in ("settled", "hand_settled", "points_settled"):
            for place, row in record.get("house_way", {}).items():
                said.append(((place,), f"{row} pair"))  # that a row decided says something
            said += [_of_told(text) for text in record.get("told", ())]
        for places, text in said:
            dark = [place for place in places if not hand.has_seen(viewer, place, until)]
            if dark and words_of_cards(text):
                yield f"{viewer} hears of the cards of {dark}: {text}"
        if record["kind"] in ("happened", "round_voided"):
            yield from self._called_leaks(viewer, record, hand, until)
        if record.get("warnings") and not all(
            hand.has_seen(viewer, place, until) for place in hand.places
        ):
            yield f"{viewer} is warned of cards not shown: {record['warnings']}"
        if "unshown" in record or "fault" in record:
            yield f"{viewer} is told what is the log's alone: {record}"

    def _called_leaks(
        self, viewer: str | None, record: Json, hand: Hand, until: int
    ) -> Iterator[str]:
        """What is called out names no rank and no suit but of cards the hearer knows."""
        event = record.get("event", {})
        texts = [event.get("text", ""), event.get("says", ""), record.get("reason", "")]
        if event.get("did") == "called" or record["kind"] == "round_voided":
            texts += record.get("told", ())
        known = hand.known(viewer, until)
        if self.tiles:
            return  # no tile is called by the name of a card
        for text in texts:
            for match in _NAMED.finditer(_COUNT.sub("", text)):
                word = match[1].lower()
                letter = _RANKS.get(word) or _SUITS[word]
                if not any(letter in card for card in known) and "Jk" not in known:
                    yield f"{viewer} hears {match[0]!r} of cards not shown: {text}"

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


def _of_told(text: str) -> tuple[tuple[str, ...], str]:
    """The seats that a line in words is about, and its reason."""
    pair = _AGAINST.search(text)
    if pair is not None:
        return (pair[1], pair[2]), pair[3]
    seat, reason = _AT_SEAT.match(text), _REASON.search(text)
    if seat is None or reason is None:
        return (), ""
    return (seat[1],), reason[1]
