"""What each command of a player does at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from houseway.errors import Refused
from houseway.filings.schema.base import brief
from houseway.rounds.steps import Ask
from houseway.service import protocol as p
from houseway.service.people.accounts import Account
from houseway.service.storage.sitting import too_many
from houseway.service.tables.floor import floor_command
from houseway.service.tables.wire import ask_id
from houseway.table.banked import BankedTable
from houseway.table.hand_table import HandTable
from houseway.table.state import Patron
from houseway.table.table import Entries
from houseway.table.views import View

if TYPE_CHECKING:
    from houseway.service.tables.room import Room


def carry_out(room: Room, account: Account, command: p.Command) -> Entries:
    """The entries a command makes; a refusal changes nothing."""
    if isinstance(command, p.FloorCommand):
        return floor_command(room, account, command)
    comes = isinstance(command, p.Sit | p.Come)
    if not comes and account.name not in room.table.state.patrons:
        raise Refused("not-seated", "take a seat first, or come to stand behind one")
    return _HANDLERS[command.do](room, account, command)


def _banked(room: Room) -> BankedTable:
    if not isinstance(room.table, BankedTable):
        raise Refused("no-bank", "this is a poker table: there is no bank and there are no spots")
    return room.table


# Coming and going.


def usual_buy_in(room: Room, account: Account) -> int:
    """What somebody sits down with who does not say: the usual, or what there is."""
    return min(room.conduct.usual_buy_in(), account.chips)


def _chips_for(room: Room, account: Account, wanted: int | None) -> int:
    amount = usual_buy_in(room, account) if wanted is None else wanted
    least = 1 if wanted is not None else max(room.conduct.least_buy_in(), 1)
    if amount < least:
        raise Refused(
            "not-enough-chips", f"{brief(least)} is the least to sit down with", where="buy_in"
        )
    if amount > account.chips:
        raise _too_few(amount, account, "buy_in")
    return amount


def _too_few(amount: int, account: Account, where: str) -> Refused:
    return Refused(
        "not-enough-chips",
        f"{brief(amount)} is wanted and {brief(account.chips)} lies in the account",
        where=where,
    )


def _room_for(room: Room, account: Account) -> None:
    if room.closing:
        raise Refused("table-closed", "the table is closing")
    elsewhere = {*account.seats, *account.sits_at} - {room.id}
    if len(elsewhere) >= room.limits.seats_per_account:
        raise too_many(len(elsewhere))


def _sit(room: Room, account: Account, command: p.Sit) -> Entries:
    def sit(buy_in: int) -> Entries:
        return room.table.sit(
            account.name, command.seat, buy_in=buy_in, third_party=command.third_party,
            unseen=room.spares(account),
        )  # fmt: skip

    return join_table(room, account, command.seat, command.buy_in, sit)


def join_table(
    room: Room, account: Account, seat: int, buy_in: int | None, sit: Callable[[int], Entries]
) -> Entries:
    """Somebody takes a seat with chips of their account, by themselves or shown to it."""
    _room_for(room, account)
    if seat > room.choices.seats:
        raise Refused(
            "no-such-seat", f"the house has opened seats 1 to {room.choices.seats}", where="seat"
        )
    amount = _chips_for(room, account, buy_in)
    gone = _give_way(room, seat)
    return gone + _as_member(room, account, lambda: sit(amount))


def _give_way(room: Room, seat: int) -> Entries:
    """A bot leaves its seat to a person, but not in the middle of a hand."""
    state = room.table.state
    patron: Patron | None = state.patron_at(seat)
    if patron is None or not patron.bot:
        return ()
    if not state.between_rounds:
        raise Refused(
            "seat-taken",
            f"{patron.name}, a bot, makes room when the hand is over; or take an empty seat",
            where=f"seat {seat}",
        )
    journal = room.journal
    wish, deed = journal.command, journal.deed
    journal.command = journal.deed = None  # it is not done before one sits
    entries = room.table.leave(patron.name)
    journal.command, journal.deed = wish, deed
    return entries


def _come(room: Room, account: Account, command: p.Come) -> Entries:
    _room_for(room, account)
    table = _banked(room)
    behind = sum(patron.seat is None for patron in table.state.patrons.values())
    if behind >= 20:
        raise Refused("too-many", "there is no more room behind the seats")
    amount = _chips_for(room, account, command.buy_in)
    return _as_member(
        room,
        account,
        lambda: table.come(account.name, buy_in=amount, third_party=command.third_party),
    )


def _as_member(room: Room, account: Account, sit: Callable[[], Entries]) -> Entries:
    """The journal must know whose chips they are before they move."""
    known = account.name in room.members
    room.members[account.name] = account
    # Counted before it is written down: eight tables asked at once must know of each other.
    counted = room.id in account.seats
    account.seats.setdefault(room.id, 0)
    try:
        return sit()
    except BaseException:
        if not known:
            del room.members[account.name]
        if not counted:
            del account.seats[room.id]
        raise


def _buy_in(room: Room, account: Account, command: p.Chips) -> Entries:
    if command.amount > account.chips:
        raise _too_few(command.amount, account, "amount")
    return room.table.buy_in(account.name, command.amount)


def _enter(room: Room, account: Account, command: p.Enter) -> Entries:
    if not isinstance(room.table, HandTable):
        raise Refused("not-waiting", "only a poker table has blinds to wait for")
    return room.table.enter(account.name, command.entry)


# Bank and wagers.


def _own_seat(room: Room, account: Account, seat: int | None) -> int:
    own = seat if seat is not None else room.table.state.patrons[account.name].seat
    if own is None:
        raise Refused("bad-request", "you stand behind: say which seat you mean", where="seat")
    return own


def _wager(room: Room, account: Account, command: p.Wager) -> Entries:
    table = _banked(room)
    _check_round(room, command.round, "the wager was")
    return table.place(account.name, _own_seat(room, account, command.seat), command.wagers)


def _check_round(room: Room, meant: int | None, what: str) -> None:
    """What was meant for a hand that is over is not taken for the next."""
    following = room.table.state.round + 1
    if meant is not None and meant != following:
        said = f"{what} for hand {meant}; the next is hand {following}"
        raise Refused("stale", said, where="round")


def _ready(room: Room, account: Account, command: p.Ready) -> Entries:
    """With the wagers; or, where players play each other, for the next hand."""
    _check_round(room, command.round, "that was said")
    if isinstance(room.table, HandTable):
        if room.table.state.phase == "play":
            raise Refused("mid-round", "a hand is being played")
    elif _banked(room).state.phase != "wagers":
        raise Refused("no-bank", "there are no wagers to be ready with now")
    room.conduct.ready.add(account.name)
    return ()


# Decisions.


def _answer(room: Room, account: Account, command: p.Answer) -> Entries:
    ask = _open_ask(room, account, command)
    asked = ask_id(room.table, ask)
    move = room.table.state.in_trade_words(command.move, ask)
    entries = room.table.act(account.name, ask.seat, move)
    room.conduct.acted(account.name, asked, room.clock.now())
    return entries


def _open_ask(room: Room, account: Account, command: p.Answer) -> Ask:
    asks = View(room.table, account.name).asks()
    if command.ask is not None:
        for ask in asks:
            if ask_id(room.table, ask) == command.ask:
                return ask
        raise Refused("stale", "that question is no longer open", where="ask")
    if command.seat is not None:
        asks = tuple(ask for ask in asks if ask.seat == command.seat)
    if not asks:
        raise Refused("out-of-turn", "nothing is asked of you now")
    if len(asks) > 1:
        seats = ", ".join(str(ask.seat) for ask in asks)
        raise Refused("bad-request", f"say which of your seats you mean: {seats}", where="seat")
    return asks[0]


# Words.


def _say(room: Room, account: Account, command: p.Say) -> Entries:
    """Heard by those who play here, and forgotten: no record, no history."""
    room.phrases.check(account.name, "words")
    room.audience.say(account.name, command.phrase)
    return ()


_HANDLERS: dict[str, Callable[[Room, Account, Any], Entries]] = {
    "sit": _sit,
    "come": _come,
    "buy_in": _buy_in,
    "cash_out": lambda room, account, said: room.table.cash_out(account.name, said.amount),
    "leave": lambda room, account, _: room.table.leave(account.name),
    "sit_out": lambda room, account, _: room.table.sit_out(account.name),
    "sit_in": lambda room, account, _: room.table.sit_in(account.name),
    "enter": _enter,
    "add_word": lambda room, account, said: room.table.add_word(account.name, said.word),
    "take_bank": lambda room, account, said: _banked(room).take_bank(account.name, said.wager),
    "decline_bank": lambda room, account, _: _banked(room).decline_bank(account.name),
    "wager": _wager,
    "take_back": lambda room, account, said: _banked(room).place(
        account.name, _own_seat(room, account, said.seat), {}
    ),
    "use_button": lambda room, account, said: _banked(room).hand_in_button(
        account.name, _own_seat(room, account, said.seat)
    ),
    "ready": _ready,
    "answer": _answer,
    "say": _say,
}
