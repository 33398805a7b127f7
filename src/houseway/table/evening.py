"""An evening at a table of bots: they sit down, the bank goes round, hand after hand is dealt."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from houseway.errors import HousewayError, Refused
from houseway.filings.loader import schedule_sets
from houseway.filings.schema.common import FilingBase
from houseway.games.steps import Ask
from houseway.table.banked import BankedTable
from houseway.table.bots.bot import Bot, plain_bot
from houseway.table.journal import Journal
from houseway.table.opening import open_table
from houseway.table.records import Entry, Settled
from houseway.table.setup import Setup
from houseway.table.stakes import quiet_move
from houseway.table.views import View

Entries = tuple[Entry, ...]
FIRST_HAND = datetime(2025, 1, 1, 18, tzinfo=UTC)

NAMES = (
    "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivy", "Jon", "Kit", "Lou", "Max",
    "Nia", "Oz", "Pia",
)  # fmt: skip


class SteadyClock:
    """A clock that goes on by the same step whenever it is read, for repeatable evenings."""

    def __init__(
        self, start: datetime = FIRST_HAND, step: timedelta = timedelta(seconds=1)
    ) -> None:
        self._now, self._step = start, step

    def __call__(self) -> datetime:
        self._now += self._step
        return self._now


class Evening:
    """A table and its bots. `behind` of them stand behind others and bet on their hands."""

    def __init__(
        self,
        setup: Setup,
        journal: Journal,
        source: random.Random,
        *,
        seats: int | None = None,
        behind: int = 0,
        stack: int = 2_000_00,
        clock: Callable[[], datetime] | None = None,
        make_bot: Callable[[], Bot] | None = None,
        filing: FilingBase | None = None,
    ) -> None:
        self._random, self.stack = source, stack
        self.table = open_table(setup, journal, source, clock or SteadyClock(), filing=filing)
        game = self.table.state.game
        make = make_bot or (lambda: plain_bot(game, source))
        places = self.table.state.terms.seats if seats is None else seats
        self.bots: dict[str, Bot] = {}
        for seat in range(1, places + 1):
            self.bots[NAMES[seat - 1]] = make()
            self.table.sit(NAMES[seat - 1], seat, buy_in=stack, bot=True)
        for name in NAMES[places : places + behind]:
            self.bots[name] = make()
            self.table.come(name, buy_in=stack, bot=True)

    def play(self, rounds: int) -> Iterator[Entries]:
        """So many settled hands; the entries of every command as they are made."""
        while rounds:
            for entries in self.step():
                yield entries
                rounds -= sum(isinstance(entry.record, Settled) for entry in entries)

    def step(self) -> Iterator[Entries]:
        """The next thing that must be done at the table."""
        table, state = self.table, self.table.state
        if state.phase == "play":
            yield from self._decide()
        elif state.phase == "wagers":
            yield from self._wager()
        elif state.offer is not None:
            yield from self._refill()
            name = state.offer.name
            wager = self.bots[name].bank(View(table, name))
            yield table.decline_bank(name) if wager is None else table.take_bank(name, wager)
        else:  # everybody has declined: the dealer asks again, or somebody new comes
            try:
                yield table.offer_bank()
            except Refused:
                yield from self._newcomer()

    def _refill(self) -> Iterator[Entries]:
        """Bots buy chips again before they run out."""
        for name in list(self.bots):
            if self.table.state.stack(name) < self.stack // 2:
                yield self.table.buy_in(name, self.stack)

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
                yield from self._place(name, seat, self.bots[name].wagers(View(table, name)))
        for patron in [p for p in state.patrons.values() if p.seat is None]:
            seats = [int(bettor) for bettor in state.wagers if "/" not in bettor]
            if seats:
                wagers = self.bots[patron.name].wagers(View(table, patron.name))
                yield from self._place(patron.name, self._random.choice(seats), wagers)
        for seat, patron in [(s, p) for p in state.patrons.values() if (s := p.seat)]:
            if patron.buttons and state.wagers.get(str(seat)):
                yield table.hand_in_button(patron.name, seat)
        yield table.no_more_bets() if state.wagers else table.void("nobody has a wager")

    def _place(self, name: str, seat: int, wagers: Mapping[str, int]) -> Iterator[Entries]:
        """A bot's wagers; without the bonus bets where these are refused."""
        base = {spot.name for spot in self.table.state.game.spot if spot.base}
        for tried in (wagers, {spot: amount for spot, amount in wagers.items() if spot in base}):
            if not tried:
                return
            try:
                yield self.table.place(name, seat, tried)
            except HousewayError:
                continue
            return

    def _decide(self) -> Iterator[Entries]:
        table = self.table
        for ask in table.waiting_for():
            yield self._answer(table, ask)

    def _answer(self, table: BankedTable, ask: Ask) -> Entries:
        name = table.state.player_of(ask.seat)
        view = View(table, name)
        move = self.bots[name].choose(ask, view)
        try:
            return table.act(name, ask.seat, move)
        except Refused:  # chips are short, the bot's or those of one behind it
            return table.act(name, ask.seat, quiet_move(ask, view.sight().cards(ask.seat)))


def usual_setup(filing: FilingBase, *, table: str = "1") -> Setup:
    """A table as a house might open it: the filing's own choices, its first collection option."""
    sets = schedule_sets(filing)
    options = sets[0].options() if sets else []
    schedule = (str(options[0][1].number),) if options else ()
    return Setup(filing.id, table=table, schedule=schedule)
