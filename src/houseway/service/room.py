"""One table and its owner: a task that alone changes the table, writes it down, and tells."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeVar

from houseway.errors import HousewayError, Refused
from houseway.service.accounts import Account, Answer
from houseway.service.commands import carry_out
from houseway.service.conduct import Conduct, Due, wall
from houseway.service.journal import TableJournal
from houseway.service.protocol import Command, Hello
from houseway.service.settings import Limits, Pace
from houseway.service.wire import (
    AnyTable,
    Telling,
    accounts_of,
    asks_for,
    felt_of,
    records_for,
    to_json,
)
from houseway.table import records as r
from houseway.table.board import new_board
from houseway.table.told import Teller

T = TypeVar("T")
Job = tuple[Callable[[], Awaitable[Any]], "asyncio.Future[Any]"]

REST = 5.0  # seconds after something the house wanted to do was refused
KEPT = 150  # records in memory, for those who reconnect
OVER = (r.Settled, r.HandSettled, r.PointsSettled, r.RoundVoided)

log = logging.getLogger("houseway.service")


class NotKeptError(Exception):
    """What a table did could not be written down: it must come back as the store has it."""


class Listener(Protocol):
    """One socket at a table."""

    account: Account | None
    position: int  # the last record it was told of
    live: bool  # hears everything at once, as a player does

    @property
    def closed(self) -> bool: ...

    def send(self, text: str) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What the house chose for a table besides the rules of the game."""

    seats: int
    bots: int
    pace: Pace
    lobby: bool = False  # opened for whoever comes; closed when nobody is left
    closing: bool = False  # to be closed as soon as no hand is being played

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
    ) -> None:
        self.id: str = table_id
        self.table: AnyTable = table
        self.journal, self.conduct = journal, conduct
        self.choices, self.members, self.limits = choices, members, limits
        self._describe = describe
        self.listeners: dict[Listener, None] = {}  # in the order they came
        self.recent: deque[r.Entry] = deque(maxlen=KEPT)
        self.teller = Teller(table.state.filing)
        self.last_settled: r.Entry | None = None
        self.scoreboard = new_board(table.state.filing.family)
        self.empty_since: float | None = time.monotonic()
        self.failure: Exception | None = None
        self.closing = choices.closing
        self.hopeless = False  # failed twice at the same place
        self._rest_until = 0.0
        self.open_until = table.state.count - 1  # what spectators may know of
        self._held: list[r.Entry] = []  # of the hand being played
        self._before_hand: str | None = None  # the snapshot spectators get meanwhile
        self._inbox: asyncio.Queue[Job] = asyncio.Queue(maxsize=2000)
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
        self._refuse_waiting()
        code, why = (4404, "closed") if self.table.state.closed else (1012, "restarting")
        for listener in list(self.listeners):
            listener.close(code, why)

    def close_when_idle(self) -> None:
        """Close as soon as no hand is being played."""
        self.closing = True
        self._nudge()

    def _nudge(self) -> None:
        """Wake the owner: something it does not know of has changed."""
        if not self._inbox.full():
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            done.set_result(None)  # nobody waits for it
            self._inbox.put_nowait((self._moved_on, done))

    async def _moved_on(self) -> None:
        self.conduct.next(time.monotonic())
        self._tell_moment()

    def _refuse_waiting(self) -> None:
        while not self._inbox.empty():
            _, done = self._inbox.get_nowait()
            if not done.done():
                done.set_exception(Refused("shutting-down", "the table is being restarted"))

    async def do(self, work: Callable[[], Awaitable[T]]) -> T:
        """Have the owner do something; nobody else touches the table."""
        if self.table.state.closed:
            raise Refused("table-closed", "the table is closed")
        if self._task is None or self._task.done():
            raise Refused("shutting-down", "the table is being restarted")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        try:
            self._inbox.put_nowait((work, done))
        except asyncio.QueueFull:
            raise Refused("too-many", "the table is busy; try again") from None
        return await done

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
            self._refuse_waiting()

    async def _turn(self) -> None:
        """Do what is due and the next job, and wait for whichever comes first."""
        now = time.monotonic()
        if self.hopeless or (self.closing and self.table.state.phase != "play"):
            self._end()
            await self._keep_and_tell()
            return
        due = self.conduct.next(now)
        if due is not None:
            due = due._replace(at=max(due.at, self._rest_until))
        if due is not None and due.at <= now:
            self._carry_on(due, now)
            await self._keep_and_tell()
            if self._inbox.empty():
                await asyncio.sleep(0)
                return
            due = None
        try:
            async with asyncio.timeout(None if due is None else due.at - now):
                work, done = await self._inbox.get()
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
            self._before_hand = self.snapshot_text(None)
        try:
            due.do()
        except HousewayError as error:
            if self.table.fault:
                raise
            log.warning("table %s cannot go on: %s", self.id, error)
            self._rest_until = now + REST

    async def _work(self, work: Callable[[], Awaitable[Any]], done: asyncio.Future[Any]) -> None:
        """One job. What it raises is its sender's, unless the table itself is at fault."""
        try:
            result = await work()
        except asyncio.CancelledError:
            _fail(done, Refused("shutting-down", "the table is being restarted"))
            raise
        except Exception as error:
            _fail(done, error)
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
                raise NotKeptError(f"{type(error).__name__}: {error}") from error
        entries, journal.fresh = journal.fresh, []
        if not entries:
            return False
        self.recent.extend(entries)
        for entry in entries:
            if self.scoreboard is not None:
                self.scoreboard.follow(entry.record)
            if isinstance(entry.record, OVER):
                self.conduct.hand_is_over(time.monotonic())
                self.last_settled = entry
            elif isinstance(entry.record, r.Left):
                self._gone(entry.record.name)
        self.conduct.next(time.monotonic())  # the moment that follows begins now
        self._tell(entries)
        return True

    def _gone(self, name: str) -> None:
        account = self.members.pop(name, None)
        self.conduct.people.pop(name, None)
        if account is not None:
            account.seats.pop(self.id, None)

    # Commands.

    async def command(self, account: Account, command: Command) -> dict[str, Any]:
        """Carry out what somebody wants; the answer, the same one if it was answered before."""
        before = account.seen.get(command.id)
        if before is not None:
            return _answer(before)
        # Reserved at once: the same id at another table must not be carried out meanwhile.
        account.seen[command.id] = Refused("in-progress", "this is being done").as_json()
        answer: Answer
        try:
            self.journal.command = (account, command.id)
            carry_out(self, account, command, time.monotonic())
        except HousewayError as error:
            if self.table.fault:
                raise
            await self._keep_and_tell()
            answer = error.as_json()
        else:
            if not await self._keep_and_tell():
                self.conduct.next(time.monotonic())
                self._tell_moment()
            answer = self.table.state.count - 1
        finally:
            self.journal.command = None
            account.seen.pop(command.id, None)
        account.remember(command.id, answer)
        self._follow_seats(account)
        return _answer(answer)

    def _follow_seats(self, account: Account) -> None:
        """Who has just sat down hears everything from now on, beginning with the whole felt."""
        patron = self.table.state.patrons.get(account.name)
        if patron is None:
            return
        account.seats[self.id] = patron.seat or 0
        for listener in list(self.listeners):
            if listener.account is account and not listener.live:
                self._go_live(listener, account)
                self.send_snapshot(listener)
        person = self.conduct.greet(account.name)
        if not person.connected and person.gone_since is None:
            person.gone_since = time.monotonic()  # sat down by HTTP, and may never come

    def _go_live(self, listener: Listener, account: Account) -> None:
        listener.live = True
        person = self.conduct.greet(account.name)
        person.sockets += 1
        person.gone_since = None

    # Listeners.

    async def join(self, listener: Listener, hello: Hello) -> None:
        """A socket begins to listen: with what it missed, or with the whole felt."""
        if listener.closed:
            return
        account, last = listener.account, hello.last
        if account is not None:
            same = [one for one in self.listeners if one.account is account]
            if len(same) >= self.limits.sockets_per_account:
                same[0].close(4409, "replaced by a newer connection")
                self.part(same[0])
        self.listeners[listener] = None
        self.empty_since = None
        if account is not None and account.name in self.table.state.patrons:
            self._go_live(listener, account)
            self.conduct.next(time.monotonic())
            self._tell_moment(but=listener)
        listener.send(to_json(self._welcome(listener, hello.id)))
        if not self._catch_up(listener, last):
            self.send_snapshot(listener)

    def _welcome(self, listener: Listener, hello: str) -> dict[str, Any]:
        name = listener.account.name if listener.account else None
        patron = self.table.state.patrons.get(name or "")
        number = self.table.state.count - 1 if listener.live else self.open_until
        now = time.monotonic()
        return {
            "re": hello, "ok": True, "number": number, "you": name,
            "seat": patron.seat if patron else None, "time": wall(now, now),
        }  # fmt: skip

    def part(self, listener: Listener) -> None:
        """A socket is gone."""
        if listener not in self.listeners:
            return
        del self.listeners[listener]
        if not self.listeners:
            self.empty_since = time.monotonic()
        account = listener.account
        if listener.live and account is not None:
            person = self.conduct.people.get(account.name)
            if person is not None:
                person.sockets -= 1
                if not person.connected:
                    person.gone_since = time.monotonic()

    def leave(self, listener: Listener) -> None:
        """A socket is gone, and others see that."""
        self.part(listener)
        if listener.live:
            self._nudge()

    def _catch_up(self, listener: Listener, last: int | None) -> bool:
        """Send what came after the last record somebody has; False if it is not at hand."""
        until = self.table.state.count - 1 if listener.live else self.open_until
        if last is None or last > until:
            return False
        if last < until and (not self.recent or self.recent[0].number > last + 1):
            return False
        missed = [entry for entry in self.recent if last < entry.number <= until]
        listener.position = last
        if listener.live or self.table.state.phase != "play":
            self._push(listener, Telling(missed, self.teller), last + 1, until)
        else:
            viewer = listener.account.name if listener.account else None
            records = to_json(records_for(missed, viewer, self.teller))
            listener.send(f'{{"from":{last + 1},"number":{until},"records":{records}}}')
            listener.position = until
        return True

    # Telling.

    def _tell(self, entries: Sequence[r.Entry]) -> None:
        state = self.table.state
        live = Telling(entries, self.teller)
        moment = self._moment()
        last = entries[-1].number
        for listener in list(self.listeners):
            if listener.live:
                if listener.account is not None and listener.account.name not in state.patrons:
                    listener.live = False  # has left: from the next hand on a spectator
                if listener.position == entries[0].number - 1:
                    self._push(listener, live, entries[0].number, last, moment)
                else:
                    self.send_snapshot(listener)
        began = not self._held and state.phase == "play"
        self._held.extend(entries)
        if state.phase == "play":
            if began:
                self._to_spectators(to_json({"running": state.round}))
            return
        shown = Telling(self._held, self.teller)
        self._held, self._before_hand = [], None
        self.open_until = last
        for listener in list(self.listeners):
            if not listener.live and listener.position < last:
                self._push_held(listener, shown, last, moment)

    def _push_held(self, listener: Listener, shown: Telling, last: int, moment: str) -> None:
        """A hand that is over, to one who could not watch it."""
        first = shown.first
        if listener.position < first - 1:
            self.send_snapshot(listener)
        elif listener.position >= first:  # has left during the hand, and heard its beginning
            rest = [entry for entry in shown.entries if entry.number > listener.position]
            self._push(listener, Telling(rest, self.teller), listener.position + 1, last, moment)
        else:
            self._push(listener, shown, first, last, moment)

    def _to_spectators(self, text: str) -> None:
        for listener in list(self.listeners):
            if not listener.live:
                listener.send(text)

    def _push(
        self, listener: Listener, telling: Telling, first: int, last: int, moment: str = ""
    ) -> None:
        viewer = listener.account.name if listener.account else None
        asks = asks_for(self.table, viewer) if listener.live and viewer else []
        board = self._board(telling.entries)
        listener.send(
            f'{{"from":{first},"number":{last},"records":{telling.to(viewer)},'
            f'"now":{moment or self._moment()},"asks":{to_json(asks)}{board}}}'
        )
        listener.position = last

    def _board(self, entries: Sequence[r.Entry]) -> str:
        if self.scoreboard is None or not any(isinstance(e.record, r.Settled) for e in entries):
            return ""
        return f',"scoreboard":{to_json(self.scoreboard.as_json(self.table.state.terms))}'

    def _tell_moment(self, but: Listener | None = None) -> None:
        """Nothing was written, but the moment has changed: somebody is ready, came or went."""
        text = f'{{"now":{self._moment()}}}'
        quiet = self.table.state.phase == "play"
        for listener in list(self.listeners):
            if listener is not but and (listener.live or not quiet):
                listener.send(text)

    def _moment(self) -> str:
        state = self.table.state
        now = {
            "phase": state.phase,
            "round": state.round,
            "accounts": accounts_of(self.table),
        } | self.conduct.as_json(time.monotonic())
        return to_json(now)

    # Snapshots.

    def send_snapshot(self, listener: Listener) -> None:
        if listener.live or self.table.state.phase != "play":
            text, listener.position = self.snapshot_text(listener), self.table.state.count - 1
        else:
            assert self._before_hand is not None
            text, listener.position = self._before_hand, self.open_until
        listener.send(text)

    def snapshot_text(self, listener: Listener | None) -> str:
        account = listener.account if listener else None
        viewer = account.name if account else None
        patron = self.table.state.patrons.get(viewer or "")
        parts = {
            "number": str(self.table.state.count - 1),
            "table": to_json(self._describe(self)),
            "you": to_json(viewer),
            "seat": to_json(patron.seat if patron else None),
            "spectator": to_json(patron is None),
            "view": to_json(felt_of(self.table, viewer)),
            "now": self._moment(),
            "asks": to_json(asks_for(self.table, viewer) if patron else []),
            "last_settled": self._last_settled(viewer),
            "scoreboard": self._whole_board(),
        }
        inner = ",".join(f'"{name}":{text}' for name, text in parts.items())
        return f'{{"snapshot":{{{inner}}}}}'

    def _last_settled(self, viewer: str | None) -> str:
        if self.last_settled is None:
            return "null"
        return to_json(records_for([self.last_settled], viewer, self.teller)[0])

    def _whole_board(self) -> str:
        if self.scoreboard is None:
            return "null"
        return to_json(self.scoreboard.as_json(self.table.state.terms))

    def resume_hand(self, before: str, held: list[r.Entry], open_until: int) -> None:
        """After a restart in the middle of a hand: spectators wait for its end as before."""
        self._before_hand, self._held, self.open_until = before, held, open_until


def _answer(brief: Answer) -> dict[str, Any]:
    return {"ok": True, "number": brief} if isinstance(brief, int) else {"error": brief}


def _fail(done: asyncio.Future[Any], error: Exception) -> None:
    if not done.done():
        done.set_exception(error)
