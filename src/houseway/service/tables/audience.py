"""Who listens at a table, and what each of them is told: pushes, catching up, snapshots.

Players hear everything at once. Spectators hear of a hand when it is over; until then the felt as
it was before the hand is all they can get.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from houseway.service.clock import Clock
from houseway.service.people.accounts import Account
from houseway.service.protocol import Hello
from houseway.service.tables.checkpoints import Past
from houseway.service.tables.conduct import Conduct, wall
from houseway.service.tables.whose import WhoseTeller
from houseway.service.tables.wire import (
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
from houseway.table.views import shoe_of

KEPT = 150  # records in memory, for those who reconnect


class Listener(Protocol):
    """One socket at a table."""

    account: Account | None
    position: int  # the last record it was told of
    live: bool  # hears everything at once, as a player does

    @property
    def closed(self) -> bool: ...

    def send(self, text: str) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


class Audience:
    """The sockets around one table. `describe` gives the table in the lobby's words."""

    def __init__(
        self,
        table: AnyTable,
        conduct: Conduct[Any],
        clock: Clock,
        *,
        sockets_per_account: int,
        describe: Callable[[], dict[str, Any]],
    ) -> None:
        self.table, self.conduct, self._clock = table, conduct, clock
        self._sockets_per_account, self._describe = sockets_per_account, describe
        self.listeners: dict[Listener, None] = {}  # in the order they came
        self.empty_since: float | None = clock.now()
        self.recent: deque[r.Entry] = deque(maxlen=KEPT)
        self.teller = WhoseTeller(table.state.filing, table.state.setup.options)
        self.last_settled: r.Entry | None = None
        self.scoreboard = new_board(table.state.filing.family)
        self.open_until = table.state.count - 1  # what spectators may know of
        self._held: list[r.Entry] = []  # of the hand being played
        self._before_hand: str | None = None  # the snapshot spectators get meanwhile

    def follow(self, entries: Sequence[r.Entry]) -> None:
        """Take in what was written, before anybody is told."""
        self.recent.extend(entries)
        self.teller.follow(entries)
        for entry in entries:
            if self.scoreboard is not None:
                self.scoreboard.follow(entry.record)
            if isinstance(entry.record, r.Ended):
                self.last_settled = entry

    def come_back(self, past: Past) -> None:
        """After a restart: what was told, as far as its records were read."""
        if past.checkpoint is not None:
            state, seated = self.table.state, past.checkpoint.seats()
            bots = past.checkpoint.bots()
            self.teller = WhoseTeller(state.filing, state.setup.options, seated, bots)
            if self.scoreboard is not None:
                self.scoreboard.go_on(past.checkpoint.body["board"])
        self.follow(past.entries)

    def hand_begins(self) -> None:
        """Spectators keep the felt as it is now."""
        self._before_hand = self.snapshot_text(None)

    def let_go(self, code: int, reason: str) -> None:
        for listener in list(self.listeners):
            listener.close(code, reason)

    # Listeners.

    def join(self, listener: Listener, hello: Hello) -> None:
        """A socket begins to listen: with what it missed, or with the whole felt."""
        if listener.closed:
            return
        account, last = listener.account, hello.last
        if account is not None:
            same = [one for one in self.listeners if one.account is account]
            if len(same) >= self._sockets_per_account:
                same[0].close(4409, "replaced by a newer connection")
                self.part(same[0])
        self.listeners[listener] = None
        self.empty_since = None
        if account is not None and account.name in self.table.state.patrons:
            self.go_live(listener, account)
            self.conduct.next(self._clock.now())
            self.tell_moment(but=listener)
        listener.send(to_json(self._welcome(listener, hello.id)))
        if not self._catch_up(listener, last):
            self.send_snapshot(listener)

    def go_live(self, listener: Listener, account: Account) -> None:
        listener.live = True
        self.conduct.greet(account.name).comes()

    def _welcome(self, listener: Listener, hello: str) -> dict[str, Any]:
        name = listener.account.name if listener.account else None
        patron = self.table.state.patrons.get(name or "")
        number = self.table.state.count - 1 if listener.live else self.open_until
        now = self._clock.now()
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
            self.empty_since = self._clock.now()
        account = listener.account
        if listener.live and account is not None:
            person = self.conduct.people.get(account.name)
            if person is not None:
                person.sockets -= 1
                if not person.connected:
                    person.goes(self._clock.now(), self.conduct.pace.back_seconds)

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

    def tell(self, entries: Sequence[r.Entry]) -> None:
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
        key = (telling.to(viewer), to_json(asks) if asks else "[]")
        text = telling.said.get(key)
        if text is None:
            text = telling.said[key] = (
                f'{{"from":{first},"number":{last},"records":{key[0]},'
                f'"now":{moment or self._moment()},"asks":{key[1]}{self._board(telling.entries)}}}'
            )
        listener.send(text)
        listener.position = last

    def _board(self, entries: Sequence[r.Entry]) -> str:
        if self.scoreboard is None or not any(isinstance(e.record, r.Settled) for e in entries):
            return ""
        return f',"scoreboard":{to_json(self.scoreboard.as_json(self.table.state.terms))}'

    def tell_moment(self, but: Listener | None = None) -> None:
        """Nothing was written, but the moment has changed: somebody is ready, came or went."""
        text = f'{{"now":{self._moment()}}}'
        quiet = self.table.state.phase == "play"
        for listener in list(self.listeners):
            if listener is not but and (listener.live or not quiet):
                listener.send(text)

    def say(self, name: str, phrase: str) -> None:
        """Something a person says, to those who play here."""
        text = to_json({"said": {"name": name, "phrase": phrase}})
        for listener in list(self.listeners):
            if listener.live:
                listener.send(text)

    def _moment(self) -> str:
        state = self.table.state
        now = {
            "phase": state.phase,
            "round": state.round,
            "accounts": accounts_of(self.table),
            "shoe": shoe_of(self.table),
        } | self.conduct.as_json(self._clock.now())
        return to_json(now)

    # Snapshots.

    def begin_anew(self) -> None:
        """Everybody gets the whole felt: what it is drawn by has changed."""
        for listener in list(self.listeners):
            self.send_snapshot(listener)

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
            "table": to_json(self._describe()),
            "you": to_json(viewer),
            "seat": to_json(patron.seat if patron else None),
            "spectator": to_json(patron is None),
            "view": to_json(felt_of(self.table, viewer)),
            "now": self._moment(),
            "asks": to_json(asks_for(self.table, viewer) if patron else []),
            "bank_set": to_json(self.teller.bank_set),
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
