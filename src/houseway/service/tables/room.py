"""One table and its owner: a task that alone changes the table, writes it down, and tells."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from houseway.errors import HousewayError, Refused
from houseway.service.clock import Clock
from houseway.service.limits import Rates
from houseway.service.people.accounts import Account
from houseway.service.people.acts import Deed
from houseway.service.people.once import Answer, digest_of
from houseway.service.protocol import Come, Command, Hello, SeatSomebody, Sit
from houseway.service.settings import Limits, Pace, PaceName
from houseway.service.storage.ownership import NotOwnerError
from houseway.service.storage.store import UnsureError
from houseway.service.tables.audience import Audience, Listener
from houseway.service.tables.commands import carry_out
from houseway.service.tables.conduct import Conduct, Due
from houseway.service.tables.floor import watching
from houseway.service.tables.inbox import Inbox, Work, fail
from houseway.service.tables.journal import TableJournal
from houseway.service.tables.wire import AnyTable
from houseway.table import records as r
from houseway.table.banked import BankedTable

T = TypeVar("T")

CHANGE_SECONDS = 20.0  # that new terms wait for the end of a hand
REST = 5.0  # seconds after something the house wanted to do was refused

log = logging.getLogger("houseway.service")


class NotKeptError(Exception):
    """What a table did could not be written down: it must come back as the store has it.

    `unsure`: the store may have it after all.
    """

    def __init__(self, error: Exception) -> None:
        super().__init__(f"{type(error).__name__}: {error}")
        self.unsure = isinstance(error, UnsureError | NotOwnerError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What the house chose for a table besides the rules of the game."""

    seats: int
    bots: int
    pace: Pace
    lobby: bool = False  # opened for whoever comes; closed when nobody is left
    closing: bool = False  # to be closed as soon as no hand is being played
    private: bool = False  # found by its link alone
    pace_name: PaceName = "normal"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, written: dict[str, Any]) -> Choices:
        return cls(**{**written, "pace": Pace(**written["pace"])})


class Room:
    """A table with the people around it."""

    def __init__(
        self,
        table_id: str,
        table: AnyTable,
        journal: TableJournal,
        conduct: Conduct[Any],
        choices: Choices,
        *,
        members: dict[str, Account],
        limits: Limits,
        describe: Callable[[Room], dict[str, Any]],
        clock: Clock,
    ) -> None:
        self.id: str = table_id
        self.table: AnyTable = table
        self.journal, self.conduct = journal, conduct
        self.choices, self.members, self.limits = choices, members, limits
        self.clock, self.inbox = clock, Inbox()
        self.audience = Audience(
            table, conduct, clock,
            sockets_per_account=limits.sockets_per_account, describe=lambda: describe(self),
        )  # fmt: skip
        self.failure: Exception | None = None
        self.closing = choices.closing
        self.hopeless = False  # failed twice at the same place
        self.phrases = Rates(*limits.phrases, clock=clock.now)
        self._rest_until = 0.0
        self._task: asyncio.Task[None] | None = None
        conduct.away_seconds = limits.away_seconds

    # The owner.

    def start(self) -> None:
        self._task = asyncio.create_task(self._own(), name=f"table {self.id}")

    async def begin(self) -> None:
        """A new table: its first record is kept before anybody can come."""
        await self._keep_and_tell()

    async def stop(self) -> None:
        """Stop between two commands; what was written stays."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.inbox.refuse_all()
        code, why = (4404, "closed") if self.table.state.closed else (1012, "restarting")
        self.audience.let_go(code, why)

    def choose(self, choices: Choices) -> None:
        """The house has chosen anew."""
        self.choices = choices
        self.conduct.choose(choices.pace, bots=choices.bots, seats=choices.seats)
        self.inbox.nudge(self._moved_on)

    async def change_terms(self, terms: Mapping[str, Any], deed: Deed) -> None:
        """Other rules from the next hand on; everybody gets the felt anew."""
        setup = self.table.state.setup
        if all(getattr(setup, name) == value for name, value in terms.items()):
            return
        self.table.state.permit(replace(setup, **terms))  # refused now, not after the hand

        async def change() -> None:
            self.journal.deed = deed
            try:
                self.table.change_terms(terms, by=deed.by)
            finally:
                self.journal.deed = None
            await self._keep_and_tell()
            self.audience.begin_anew()

        self._check_open()
        self.inbox.nudge(self._moved_on)
        await self.inbox.put_between(change, CHANGE_SECONDS)

    def close_when_idle(self) -> None:
        """Close as soon as no hand is being played."""
        self.closing = True
        self.inbox.nudge(self._moved_on)

    async def _moved_on(self) -> None:
        """Something the owner does not know of has changed."""
        self.conduct.next(self.clock.now())
        self.audience.tell_moment()

    async def do(self, work: Callable[[], Awaitable[T]]) -> T:
        """Have the owner do something; nobody else touches the table."""
        self._check_open()
        return await self.inbox.put(work)

    def _check_open(self) -> None:
        if self.table.state.closed:
            raise Refused("table-closed", "the table is closed")
        if self._task is None or self._task.done():
            raise Refused("shutting-down", "the table is being restarted")

    async def _own(self) -> None:
        try:
            while not self.table.state.closed:
                await self._turn()
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.exception("table %s failed", self.id)
            self.failure = error
        finally:
            self.inbox.refuse_all()

    async def _turn(self) -> None:
        """Do what is due and the next job, and wait for whichever comes first."""
        now = self.clock.now()
        if self.hopeless or (self.closing and self.table.state.phase != "play"):
            self._end()
            await self._keep_and_tell()
            return
        if self.inbox.between and self.table.state.between_rounds:
            await self._work(*self.inbox.between.pop(0))
            return
        due = self.conduct.next(now)
        if due is not None:
            due = due._replace(at=max(due.at, self._rest_until))
        if due is not None and due.at <= now:
            self._carry_on(due, now)
            if not await self._keep_and_tell():  # bets are open again, say, for nobody had bet
                await self._moved_on()
            if not len(self.inbox):
                await asyncio.sleep(0)
                return
            due = None
        try:
            async with self.clock.until(None if due is None else due.at):
                work, done = await self.inbox.next()
        except TimeoutError:
            return
        await self._work(work, done)

    def _end(self) -> None:
        """The hand ends here if it cannot go on, the table if it shall close: chips go back."""
        playing, self.hopeless = self.table.state.phase == "play", False
        if not self.table.state.between_rounds:
            why = "the hand cannot go on" if playing else "the table closes"
            self.table.void(self.table.other_rules or why)
        if not playing:
            self.table.close()

    def _carry_on(self, due: Due, now: float) -> None:
        """What the house does by itself."""
        if due.starts_hand:
            self.audience.hand_begins()
        try:
            due.do()
        except HousewayError as error:
            if self.table.fault:
                raise
            log.warning("table %s cannot go on: %s", self.id, error)
            self._rest_until = now + REST

    async def _work(self, work: Work, done: asyncio.Future[Any]) -> None:
        """One job. What it raises is its sender's, unless the table itself is at fault."""
        try:
            result = await work()
        except asyncio.CancelledError:
            fail(done, Refused("shutting-down", "the table is being restarted"))
            raise
        except Exception as error:
            fail(done, error)
            if self.table.fault or not isinstance(error, HousewayError):
                raise
        else:
            if not done.done():
                done.set_result(result)

    async def _keep_and_tell(self) -> bool:
        """Nobody hears of anything before it is written down. Whether there was anything."""
        journal = self.journal
        while journal.pending:
            try:
                await asyncio.wrap_future(journal.pending.pop(0))
            except Exception as error:
                raise NotKeptError(error) from error
        entries, journal.fresh = journal.fresh, []
        if not entries:
            return False
        self.audience.follow(entries)
        for entry in entries:
            if isinstance(entry.record, r.Ended):
                self.conduct.hand_is_over(self.clock.now())
                for name in self.conduct.present():
                    self.members[name].seen_hand = True
            elif isinstance(entry.record, r.Left):
                self._gone(entry.record.name)
        self.conduct.next(self.clock.now())  # the moment that follows begins now
        self.audience.tell(entries)
        if any(isinstance(entry.record, r.Ended) for entry in entries):
            journal.hand_is_over(self.table.state, self.audience.scoreboard)
        return True

    def _gone(self, name: str) -> None:
        account = self.members.pop(name, None)
        self.conduct.people.pop(name, None)
        if account is not None:
            account.seats.pop(self.id, None)

    # Commands.

    async def command(self, account: Account, command: Command) -> dict[str, Any]:
        """Carry out what somebody wants; the answer, the same one if it was answered before."""
        digest = digest_of(self.id, command)
        before = account.commands.find(command.id, digest)
        if before is not None:
            answer = before.answer
            if answer is None:  # its fate was not known when it was tried
                answer = await self.journal.look_up(account, command.id)
            if answer is not None:
                account.commands.remember(command.id, before.digest, answer)
                return _answer(answer)
        account.commands.begin(command.id, digest)
        try:
            answer = await self._carry_out(account, command, digest)
        except NotKeptError as error:
            if error.unsure:
                account.commands.remember(command.id, digest, None)
            else:
                account.commands.drop(command.id)
            raise
        except asyncio.CancelledError:
            account.commands.remember(command.id, digest, None)
            raise
        except BaseException:
            account.commands.drop(command.id)
            raise
        account.commands.remember(command.id, digest, answer)
        self._follow_seats(account)
        if isinstance(command, SeatSomebody) and command.name in self.members:
            self._follow_seats(self.members[command.name])
        return _answer(answer)

    async def _carry_out(self, account: Account, command: Command, digest: str) -> Answer:
        if isinstance(command, Sit | Come):
            await self.journal.look_where(account)
        elif isinstance(command, SeatSomebody):
            for whom in watching(self):
                await self.journal.look_where(whom)
        try:
            self.journal.command = (account, command.id, digest)
            carry_out(self, account, command)
            self.conduct.heard(account.name)
        except HousewayError as error:
            if self.table.fault:
                raise
            await self._keep_and_tell()
            return error.as_json()
        finally:
            self.journal.command = None
        if not await self._keep_and_tell():
            self.conduct.next(self.clock.now())
            self.audience.tell_moment()
        number: int = self.table.state.count - 1
        return number

    def spares(self, account: Account) -> bool:
        """Whether the bank passes somebody by until they have seen a hand."""
        banked = isinstance(self.table, BankedTable)
        return banked and self.conduct.spares_newcomers and not account.seen_hand

    def _follow_seats(self, account: Account) -> None:
        """Who has just sat down hears everything from now on, beginning with the whole felt."""
        patron = self.table.state.patrons.get(account.name)
        if patron is None:
            return
        account.seats[self.id] = patron.seat or 0
        for listener in list(self.audience.listeners):
            if listener.account is account and not listener.live:
                self.audience.go_live(listener, account)
                self.audience.send_snapshot(listener)
        person = self.conduct.greet(account.name)
        if not person.connected and person.gone_since is None:
            # Sat down by HTTP, and may never come.
            person.goes(self.clock.now(), self.choices.pace.act_seconds)

    # Listeners.

    async def join(self, listener: Listener, hello: Hello) -> None:
        self.audience.join(listener, hello)

    def leave(self, listener: Listener) -> None:
        """A socket is gone, and others see that."""
        self.audience.part(listener)
        if listener.live:
            self.inbox.nudge(self._moved_on)


def _answer(brief: Answer) -> dict[str, Any]:
    return {"ok": True, "number": brief} if isinstance(brief, int) else {"error": brief}
