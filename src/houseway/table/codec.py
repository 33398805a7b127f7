"""How the parts of a record are written as JSON and read again.

Money is written in dollars (`"12.50"`), cards as in a round file, an odds fraction as `"3:2"`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from houseway.cards import Dice, parse_cards, parse_tiles, write
from houseway.filings.pinned import Rules
from houseway.filings.schema.base import dollars, parse_odds, write_odds
from houseway.rounds.events import (
    Burned,
    Called,
    Chose,
    Dealt,
    Declared,
    Event,
    Laid,
    Mixed,
    Rolled,
    Shown,
    Taken,
)
from houseway.rounds.steps import DealerError, Pieces, Put
from houseway.rounds.verdicts import BacklineWagers, Layout, SeatWagers
from houseway.settlement.ledger import Move, Moves
from houseway.settlement.settle import Line
from houseway.table.setup import Setup


class Codec(NamedTuple):
    """A pair of functions: to what JSON can hold, and back."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def read_money(text: str) -> int:
    """Cents from `"12.50"`."""
    whole, _, rest = text.partition(".")
    if len(rest) != 2:
        raise ValueError(f"{text!r} is no amount (as '12.50')")
    return int(whole + rest)


def write_amounts(amounts: Mapping[str, int]) -> dict[str, str]:
    return {name: dollars(amount) for name, amount in amounts.items()}


def _read_amounts(written: Mapping[str, str]) -> dict[str, int]:
    return {name: read_money(amount) for name, amount in written.items()}


def _write_moves(moves: Moves) -> list[list[str]]:
    return [[source, target, dollars(amount)] for source, target, amount in moves]


def _read_moves(written: list[list[str]]) -> Moves:
    return tuple(Move(source, target, read_money(amount)) for source, target, amount in written)


def read_pieces(text: str) -> Pieces:
    """Cards or tiles as a record writes them: a tile is two digits, which no card is."""
    return tuple(parse_tiles(text)) if text[:2].isdigit() else tuple(parse_cards(text))


def write_event(event: Event) -> dict[str, Any]:
    """
    >>> from houseway.cards import parse_cards
    >>> write_event(Dealt(3, 1, 1, parse_cards("Ah"), (3,)))
    {'did': 'dealt', 'place': 3, 'cards': 'Ah', 'private_to': [3]}
    """
    written: dict[str, Any]
    match event:
        case Dealt(place, hand, count, cards, private_to, pile):
            written = {"did": "dealt", "place": place}
            if pile:
                written["pile"] = pile
            if hand != 1:
                written["hand"] = hand
            if cards is None:
                written["count"] = count
            else:
                written["cards"] = write(cards)
            if private_to is not None:
                written["private_to"] = list(private_to)
        case Laid(piles, count, there_and_back):
            written = {"did": "laid", "piles": piles, "of": count}
            if there_and_back:
                written["there_and_back"] = True
        case Shown(place, cards, hand):
            written = {"did": "shown", "place": place, "cards": write(cards)}
            if hand != 1:
                written["hand"] = hand
        case Chose(seat, kind, hand, move, secret, put, number):
            written = {"did": "chose", "seat": seat, "kind": kind, "move": move}
            if put is not None:
                written |= {"paid": dollars(put.paid), "to": dollars(put.to)}
                if put.all_in:
                    written["all_in"] = True
            if number is not None:
                written["number"] = number
            if hand != 1:
                written["hand"] = hand
            if secret:
                written["secret"] = True
        case Rolled(dice):
            written = {"did": "rolled", "dice": list(dice.faces)}
        case Burned(count, place, pile):
            written = {"did": "burned", "count": count}
            if pile:
                written["pile"] = pile
            if place is not None:
                written["place"] = place
        case Called(text):
            written = {"did": "called", "text": text}
        case Taken(place, cards):
            written = {"did": "taken", "place": place, "cards": write(cards)}
        case Mixed(count):
            written = {"did": "mixed", "count": count}
        case Declared(error, says, cite, cards):
            given = {name: value for name, value in error._asdict().items() if value}
            written = {"did": "declared", "error": given, "says": says, "cite": cite}
            if cards:
                written["cards"] = write(cards)
    return written


def read_event(written: Mapping[str, Any]) -> Event:
    get = written.get
    match written["did"]:
        case "dealt":
            cards = read_pieces(written["cards"]) if "cards" in written else None
            private_to = None if "private_to" not in written else tuple(written["private_to"])
            count = written["count"] if cards is None else len(cards)
            return Dealt(written["place"], get("hand", 1), count, cards, private_to, get("pile", 0))
        case "laid":
            return Laid(written["piles"], written["of"], get("there_and_back", False))
        case "shown":
            return Shown(written["place"], read_pieces(written["cards"]), get("hand", 1))
        case "chose":
            put = None
            if "paid" in written:
                paid, to = read_money(written["paid"]), read_money(written["to"])
                put = Put(paid, to, get("all_in", False))
            return Chose(
                written["seat"], written["kind"], get("hand", 1), written["move"],
                get("secret", False), put, get("number"),
            )  # fmt: skip
        case "rolled":
            return Rolled(Dice(tuple(written["dice"])))
        case "burned":
            return Burned(written["count"], get("place"), get("pile", 0))
        case "called":
            return Called(written["text"])
        case "taken":
            return Taken(written["place"], read_pieces(written["cards"]))
        case "mixed":
            return Mixed(written["count"])
        case "declared":
            shown = read_pieces(written["cards"]) if "cards" in written else ()
            error = DealerError(**written["error"])
            return Declared(error, written["says"], written["cite"], shown)
        case other:
            raise ValueError(f"{other!r} is nothing that happens in a round")


def _write_layout(layout: Layout) -> dict[str, Any]:
    return {"bank": layout.bank_seat, "seats": [_write_seat(seat) for seat in layout.seats]}


def _write_seat(seat: SeatWagers) -> dict[str, Any]:
    written: dict[str, Any] = {
        "seat": seat.number, "player": seat.player, "wagers": write_amounts(seat.wagers),
    }  # fmt: skip
    if seat.backline:
        written["backline"] = {b.name: write_amounts(b.wagers) for b in seat.backline}
    if seat.free_collection:
        written["free_collection"] = True
    if free := [b.name for b in seat.backline if b.free_collection]:
        written["free_behind"] = free
    return written


def _read_layout(written: Mapping[str, Any]) -> Layout:
    return Layout(
        written["bank"],
        tuple(
            SeatWagers(
                number=seat["seat"],
                wagers=_read_amounts(seat["wagers"]),
                backline=tuple(
                    BacklineWagers(
                        name,
                        _read_amounts(wagers),
                        free_collection=name in seat.get("free_behind", ()),
                    )
                    for name, wagers in seat.get("backline", {}).items()
                ),
                player=seat["player"],
                free_collection=seat.get("free_collection", False),
            )
            for seat in written["seats"]
        ),
    )


def write_line(line: Line) -> dict[str, Any]:
    written: dict[str, Any] = {"bettor": line.bettor, "wager": line.wager}
    if line.hand != 1:
        written["hand"] = line.hand
    written |= {"staked": dollars(line.staked), "outcome": line.outcome}
    if line.odds is not None:
        written["odds"] = write_odds(line.odds)
    written["net"] = dollars(line.net)
    if line.uncovered:
        written["uncovered"] = dollars(line.uncovered)
    return written | {"because": line.because, "cite": line.cite}


def read_line(written: Mapping[str, Any]) -> Line:
    odds: Fraction | None = parse_odds(written["odds"]) if "odds" in written else None
    bettor = written["bettor"]
    return Line(
        int(bettor.partition("/")[0]), bettor, written.get("hand", 1), written["wager"],
        read_money(written["staked"]), written["outcome"], odds, read_money(written["net"]),
        read_money(written.get("uncovered", "0.00")), written["because"], written["cite"],
    )  # fmt: skip


PLAIN = Codec(lambda value: value, lambda value: value)
NAMES = Codec(list, tuple)

Money = Annotated[int, Codec(dollars, read_money)]
Amounts = Annotated[Mapping[str, int], Codec(write_amounts, _read_amounts)]
MoneyList = Annotated[
    tuple[int, ...],
    Codec(lambda v: [*map(dollars, v)], lambda v: tuple(map(read_money, v))),
]
Moved = Annotated[Moves, Codec(_write_moves, _read_moves)]
Names = Annotated[tuple[str, ...], NAMES]
Numbers = Annotated[tuple[int, ...], NAMES]
MaybeNames = Annotated[
    tuple[str, ...] | None,
    Codec(lambda v: None if v is None else list(v), lambda v: None if v is None else tuple(v)),
]
# Hands that did not all lie open when they were settled, by place, with the names of those who
# saw them. None, in logs of 0.1.0: not known, and nothing is said of any hand.
Unshown = Annotated[
    Mapping[str, tuple[str, ...]] | None,
    Codec(
        lambda v: {place: list(names) for place, names in v.items()},
        lambda v: None if v is None else {place: tuple(names) for place, names in v.items()},
    ),
]
EventField = Annotated[Event, Codec(write_event, read_event)]
LayoutField = Annotated[Layout, Codec(_write_layout, _read_layout)]
Lines = Annotated[
    tuple[Line, ...],
    Codec(lambda lines: [*map(write_line, lines)], lambda written: tuple(map(read_line, written))),
]
RulesField = Annotated[
    Rules | None,
    Codec(
        lambda rules: rules.as_json(),
        lambda written: None if written is None else Rules.read(written),
    ),
]
SetupField = Annotated[Setup, Codec(Setup.as_json, Setup.from_json)]
