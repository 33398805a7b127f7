"""An evening at a table of bots: they sit down, the bank goes round, hand after hand is dealt."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Generic, TypeVar

from houseway.errors import Refused
from houseway.filings.schema.common import FilingBase
from houseway.rounds.steps import Ask
from houseway.table.banked import BankedTable
from houseway.table.bot import Bot, place, plain_bot
from houseway.table.hand_table import HandTable
from houseway.table.journal import Journal
from houseway.table.opening import AnyTable, open_table, restore, table_class
from houseway.table.records import Entry, RoundVoided, Settlement
from houseway.table.rounds import RoundTable
from houseway.table.setup import Setup, by_the_book
from houseway.table.stakes import quiet_move
from houseway.table.table import Clock, Entries
from houseway.table.views import View

SomeTable = TypeVar("SomeTable", bound=RoundTable[Any])
FIRST_HAND = datetime(2025, 1, 1, 18, tzinfo=UTC)
MOST_VOIDED = 20  # hands in a row

NAMES = (
    "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivy", "Jon", "Kit", "Lou", "Max",
    "Nia", "Oz", "Pia",
)  # fmt: skip


class SteadyClock:
    """A clock that goes on by the same step whenever it is read, for repeatable evenings."""

    def __init__(self, step: timedelta = timedelta(seconds=1)) -> None:
        self._now, self._step = FIRST_HAND, step

    def __call__(self) -> datetime:
        self._now += self._step
        return self._now


class Evening(ABC, Generic[SomeTable]):
    """A table and its bots: `seats` of them sit, `behind` stand behind and bet on their hands."""

    table: SomeTable

    def __init__(
        self,
        table: SomeTable,
        source: random.Random,
        make_bot: Callable[[], Bot],
        *,
        seats: int,
        behind: int,
        stack: int,
    ) -> None:
        self.table, self._random, self.stack = table, source, stack
        self.bots: dict[str, Bot] = {}
        self._views: dict[str, View] = {}
        for seat in range(1, seats + 1):
            self.bots[NAMES[seat - 1]] = make_bot()
            table.sit(NAMES[seat - 1], seat, buy_in=stack, bot=True)
        for name in NAMES[seats : seats + behind]:
            self.bots[name] = make_bot()
            self._come(name)

    def _come(self, name: str) -> None:
        raise Refused("no-backline", f"{name} cannot bet from behind here", where="behind")

    def play(self, rounds: int) -> Iterator[Entries]:
        """So many settled hands; the entries of every command as they are made."""
        voided = 0
        while rounds:
            for entries in self.step():
                yield entries
                for entry in entries:
                    if isinstance(entry.record, Settlement):
                        rounds, voided = rounds - 1, 0
                    elif isinstance(entry.record, RoundVoided):
                        voided += 1
            if voided >= MOST_VOIDED:
                raise Refused("stuck", f"{voided} hands in a row were void; the log says why")

    def view(self, name: str) -> View:
        return self._views.setdefault(name, View(self.table, name))

    @abstractmethod
    def step(self) -> Iterator[Entries]:
        """The next thing that must be done at the table."""

    def _decide(self) -> Iterator[Entries]:
        for ask in self.table.waiting_for():
            yield self._answer(ask)

    def _answer(self, ask: Ask) -> Entries:
        table = self.table
        name = table.state.player_of(ask.seat)
        view = self.view(name)
        try:
            return table.act(name, ask.seat, self.bots[name].choose(ask, view))
        except Refused as refused:
            if refused.code != "not-enough":  # chips are short, the bot's or of one behind it
                raise
            return table.act(name, ask.seat, quiet_move(ask, view.sight().cards(ask.seat)))

    def _refill(self) -> Iterator[Entries]:
        """Bots buy chips again before they run out."""
        for name in list(self.bots):
            if self.table.state.stack(name) < self.stack // 2:
                yield self.table.buy_in(name, self._again(name))

    def _again(self, name: str) -> int:  # noqa: ARG002
        return self.stack


class HandEvening(Evening[HandTable[Any]]):
    """Hands of a game among the players, all of them bots."""

    def _again(self, name: str) -> int:
        most = _most(self.table)
        return self.stack if most is None else most - self.table.state.stack(name)

    def step(self) -> Iterator[Entries]:
        if self.table.state.phase == "play":
            yield from self._decide()
        else:
            yield from self._refill()
            yield self.table.deal()


class BankedEvening(Evening[BankedTable]):
    """Hands against a player-dealer, the bank going round."""

    def _come(self, name: str) -> None:
        self.table.come(name, buy_in=self.stack, bot=True)

    def step(self) -> Iterator[Entries]:
        table, state = self.table, self.table.state
        if state.phase == "play":
            yield from self._decide()
        elif state.phase == "wagers":
            yield from self._wager()
        elif state.offer is not None:
            yield from self._refill()
            name = state.offer.name
            wager = self.bots[name].bank(self.view(name))
            yield table.decline_bank(name) if wager is None else table.take_bank(name, wager)
        else:  # everybody has declined: the dealer asks again, or somebody new comes
            try:
                yield table.offer_bank()
            except Refused:
                yield from self._newcomer()

    def _newcomer(self) -> Iterator[Entries]:
        """A broken game waits for another player: somebody leaves and another one comes."""
        state = self.table.state
        assert state.held is not None
        seat, name = next((s, n) for s, n in state.seats.items() if n != state.held.name)
        bot = self.bots.pop(name)
        yield self.table.leave(name)
        stranger = next(n for n in NAMES if n not in state.patrons and n != name)
        self.bots[stranger] = bot
        yield self.table.sit(stranger, seat, buy_in=self.stack, bot=True)

    def _wager(self) -> Iterator[Entries]:
        table, state = self.table, self.table.state
        assert state.bank is not None
        for seat, name in sorted(state.seats.items()):
            if name != state.bank.name:
                yield from self._place(name, seat, self.bots[name].wagers(self.view(name)))
        for patron in [p for p in state.patrons.values() if p.seat is None]:
            seats = [int(bettor) for bettor in state.wagers if "/" not in bettor]
            if seats:
                wagers = self.bots[patron.name].wagers(self.view(patron.name))
                yield from self._place(patron.name, self._random.choice(seats), wagers)
        for seat, patron in [(s, p) for p in state.patrons.values() if (s := p.seat)]:
            if patron.buttons and state.wagers.get(str(seat)):
                yield table.hand_in_button(patron.name, seat)
        yield table.no_more_bets() if state.wagers else table.void("nobody has a wager")

    def _place(self, name: str, seat: int, wagers: Mapping[str, int]) -> Iterator[Entries]:
        if entries := place(self.table, name, seat, wagers):
            yield entries


def start_evening(
    setup: Setup,
    journal: Journal,
    source: random.Random,
    *,
    seats: int | None = None,
    behind: int = 0,
    stack: int = 2_000_00,
    clock: Clock | None = None,
    make_bot: Callable[[], Bot] | None = None,
    filing: FilingBase | None = None,
    committed: bool = False,
) -> BankedEvening | HandEvening:
    """A table opened and filled with bots, ready to play."""
    table = open_table(
        setup, journal, source, clock or SteadyClock(), filing=filing, committed=committed
    )
    make = make_bot or partial(plain_bot, table.state.filing, source)
    places = table.state.terms.seats if seats is None else seats
    return _evening(table, source, make, seats=places, behind=behind, stack=stack)


def _evening(
    table: AnyTable,
    source: random.Random,
    make_bot: Callable[[], Bot],
    *,
    stack: int,
    seats: int = 0,
    behind: int = 0,
) -> BankedEvening | HandEvening:
    if isinstance(table, BankedTable):
        return BankedEvening(table, source, make_bot, seats=seats, behind=behind, stack=stack)
    stack = min(stack, _most(table) or stack)
    return HandEvening(table, source, make_bot, seats=seats, behind=behind, stack=stack)


def _most(table: HandTable[Any]) -> int | None:
    """What a player may have bought at the most; None where nothing is filed."""
    bounds = table.buy_in_bounds()
    return bounds[0].high if bounds else None


def bring_back(
    entries: Iterable[Entry],
    journal: Journal,
    source: random.Random,
    *,
    clock: Clock,
    stack: int = 2_000_00,
) -> BankedEvening | HandEvening:
    """An evening that was interrupted goes on where its records end, with new bots at the seats."""
    table = restore(entries, journal, source, clock)
    make = partial(plain_bot, table.state.filing, source)
    evening = _evening(table, source, make, stack=stack)
    evening.bots = {name: make() for name in table.state.patrons}
    return evening


def usual_setup(filing: FilingBase, *, table: str = "1") -> Setup:
    """A table as a house might open it: by its book, the filing's own choices, its first
    collection option.
    """
    usual = table_class(filing).usual_setup(filing, table=table)
    own = by_the_book(Setup(filing.id, table=table), filing)
    return replace(
        own,
        options={**usual.options, **own.options},
        schedule=own.schedule or usual.schedule,
        limits=own.limits or usual.limits,
        stakes=own.stakes or usual.stakes,
    )
