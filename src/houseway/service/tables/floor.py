"""What the floor does at a table: its commands, and what its console needs to know before them.

Hidden cards stay hidden from the floor too: what is offered before an error is declared follows
from its kind, its place and how far the hand has come, never from the cards that lie there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from houseway.errors import Refused
from houseway.filings.house_book import floor_procedures
from houseway.filings.irregular import check_kind, offered_json, told_json
from houseway.filings.schema.base import dollars
from houseway.filings.schema.irregular import KINDS, Whose
from houseway.rounds.dealer_errors import whose_of
from houseway.rounds.felt import felt_hints
from houseway.service import protocol as p
from houseway.service.people import roles
from houseway.service.people.accounts import Account
from houseway.service.people.acts import Act, Deed
from houseway.table.banked import BankedTable
from houseway.table.table import Entries

if TYPE_CHECKING:
    from houseway.service.tables.room import Room


def floor_command(room: Room, account: Account, command: p.FloorCommand) -> Entries:
    """The entries a command of the floor makes."""
    roles.check(account, "errors")
    handle, act = _HANDLERS[command.do]
    why = getattr(command, "reason", "") or getattr(command, "text", "")
    facts = {"why": why} if why else command.model_dump(include={"kind", "place"})
    room.journal.deed = Deed(account.name, act, room.id, facts)
    try:
        return handle(room, account, command)
    finally:
        room.journal.deed = None


def _declare(room: Room, account: Account, command: p.Declare) -> Entries:
    error = command.model_dump(exclude={"id", "do"})
    return room.table.declare(error.pop("kind"), by=account.name, **error)


def _correct(room: Room, account: Account, command: p.Correct) -> Entries:
    patrons = room.table.state.patrons

    def account_of(name: str) -> str:
        if name not in patrons:
            raise Refused("not-here", f"nobody at the table is called {name!r}", where="moves")
        return str(patrons[name].account)

    moves = [(account_of(m.source), account_of(m.target), m.amount) for m in command.moves]
    return room.table.correct(command.of, command.reason, moves, by=account.name)


def _restore_time(room: Room, account: Account, command: p.RestoreTime) -> Entries:
    entries = room.table.restore_time(command.seat, command.reason, by=account.name)
    room.conduct.begin_again(command.seat)
    return entries


def _seat(room: Room, account: Account, command: p.SeatSomebody) -> Entries:
    """Somebody who watches the table sits down with chips of their own account."""
    from houseway.service.tables.commands import join_table

    whom = next((one for one in watching(room) if one.name == command.name), None)
    if whom is None:
        raise Refused(
            "not-here", f"nobody called {command.name!r} watches this table", where="name"
        )

    def sit(buy_in: int) -> Entries:
        return room.table.seat(
            whom.name, command.seat, command.reason, by=account.name, buy_in=buy_in,
            unseen=room.spares(whom),
        )  # fmt: skip

    return join_table(room, whom, command.seat, command.buy_in, sit)


_HANDLERS: dict[str, tuple[Callable[[Any, Account, Any], Entries], Act]] = {
    "declare": (_declare, "declared an error at"),
    "void": (lambda room, by, said: room.table.void(said.reason, by=by.name), "voided a hand at"),
    "correct": (_correct, "corrected a payment at"),
    "restore_time": (_restore_time, "gave time at"),
    "unseat": (
        lambda room, by, said: room.table.unseat(said.name, said.reason, by=by.name),
        "took somebody off",
    ),
    "seat": (_seat, "gave a seat at"),
    "note": (lambda room, by, said: room.table.note(said.text, by=by.name), "noted at"),
}


# What the console shows.


def watching(room: Room) -> list[Account]:
    """People who look on and have no place at the table."""
    patrons = room.table.state.patrons
    found = {
        one.account.name: one.account
        for one in room.audience.listeners
        if one.account is not None and one.account.name not in patrons
    }
    return list(found.values())


def console(room: Room, asker: Account) -> dict[str, Any]:
    """The table as the floor needs it to act; nothing that is hidden from those who watch."""
    table, state = room.table, room.table.state
    playing = state.phase == "play"
    settled = room.audience.last_settled
    seats = range(1, room.choices.seats + 1)
    return {
        "filing": state.filing.id,
        "phase": state.phase,
        "round": state.round,
        "between": state.between_rounds,
        "noticed": table.noticed if playing else "after",
        "kinds": told_json(state.filing)["errors"],
        "places": [{"place": place, "words": words} for place, words in _places(room)],
        "waiting": [
            {"seat": ask.seat, "name": state.player_of(ask.seat)} for ask in table.waiting_for()
        ],
        "people": [
            {"name": one.name, "seat": one.seat, "stack": dollars(state.stack(one.name)),
             "bot": one.bot, "leaving": one.leaving}
            for one in state.patrons.values()
        ],
        "watching": [one.name for one in watching(room) if one is not asker],
        "free": [seat for seat in seats if seat not in state.seats],
        "settled": None
        if settled is None
        else {"of": settled.number, "told": list(room.audience.teller.tell(settled))},
    }  # fmt: skip


def _places(room: Room) -> list[tuple[int | str, str]]:
    """Where something can have gone wrong, in words."""
    state = room.table.state
    named = {seat: f"Seat {seat}, {name}" for seat, name in sorted(state.seats.items())}
    hints = felt_hints(state.filing.family)
    places: list[tuple[int | str, str]] = [*named.items()]
    if isinstance(room.table, BankedTable):
        bank = state.bank.seat if state.bank is not None else None
        places = [("bank", "The bank"), *(one for one in places if one[0] != bank)]
        places += [
            (seat, f"Seat {seat}, where nobody sits")
            for seat in range(1, state.terms.seats + 1)
            if seat not in named
        ]
        places += [(one.place, f"The {one.place} hand") for one in hints.shared]
    board = [("board", "The board")] if hints.board else []
    return [*places, *board, ("deck", "The deck")]


def offer(room: Room, kind: str, place: str) -> dict[str, Any]:
    """What the filing orders for such an error now; where it is silent, what is known, and the
    house procedure if the house has chosen one."""
    check_kind(kind, "kind")
    state = room.table.state
    noticed = room.table.noticed if state.phase == "play" else None
    chosen = floor_procedures(state.filing.kind)
    told = offered_json(state.filing, kind, _whose(room, place), noticed, chosen)
    return {"kind": kind, "what": KINDS[kind], "place": place, **told}


def _whose(room: Room, place: str) -> Whose | None:
    if not (place.isascii() and place.isdigit()):
        return whose_of(place or None)
    state, seat = room.table.state, int(place)
    bank = getattr(state, "bank", None)
    if bank is not None and bank.seat == seat:
        return "bank"
    layout = getattr(state, "layout", None)
    unused = layout is not None and layout.seat(seat) is None
    return "unused" if unused else "seat"
