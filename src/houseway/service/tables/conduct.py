"""What the house does at a table without being asked: keep time, seat bots, deal the next hand.

A conduct looks at the table and says what is due next, and when. It is asked again after
everything that happens, so it keeps no plan: only when each moment began.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from houseway.errors import HousewayError
from houseway.rounds.piles import PILE
from houseway.rounds.steps import Ask
from houseway.service.settings import Pace
from houseway.service.tables.roster import Person
from houseway.service.tables.wire import ask_id
from houseway.table.bot import Bot, plain_bot
from houseway.table.evening import NAMES
from houseway.table.rounds import RoundTable
from houseway.table.stakes import quiet_move
from houseway.table.table import Entries
from houseway.table.views import View

SomeTable = TypeVar("SomeTable", bound=RoundTable[Any])

EXTRA_BACK = 2.0  # seconds of extra time a player gets back with every hand
SHORT = 5.0  # seconds for a choice in which one thing is as good as another


class Due(NamedTuple):
    """Something to do, not before a time."""

    at: float
    do: Callable[[], Entries]
    starts_hand: bool = False


class Conduct(ABC, Generic[SomeTable]):
    """The house dealer's and the floor's part at one table."""

    def __init__(
        self, table: SomeTable, pace: Pace, *, bots: int, seats: int, source: random.Random
    ) -> None:
        self.table, self._random = table, source
        self.choose(pace, bots=bots, seats=seats)
        self.people: dict[str, Person] = {}
        self.ready: set[str] = set()
        self.away_seconds = 300.0
        self.spares_newcomers = True  # the bank is not for those who have seen no hand
        self.draining = False  # the service is about to stop: the hand in play is the last
        self.pause_until = 0.0
        self._bots: dict[str, Bot] = {}
        self._began: dict[Hashable, tuple[float, float]] = {}
        self._seen: dict[Hashable, tuple[float, float]] = {}
        self._now = 0.0

    def choose(self, pace: Pace, *, bots: int, seats: int) -> None:
        """What the house wants of this table."""
        self.pace, self.bots_wanted = pace, bots
        self.seats = min(seats, self.table.state.terms.seats)

    # People.

    def here(self, name: str) -> bool:
        """Whether the table waits for somebody."""
        person = self.people.get(name)
        return person is not None and person.here(self._now)

    def greet(self, name: str) -> Person:
        """Somebody has chips at the table now."""
        person = self.people.get(name)
        if person is None:
            person = self.people[name] = Person(name, extra=self.pace.extra_seconds)
        return person

    def present(self) -> list[str]:
        """People who are connected and play."""
        patrons = self.table.state.patrons
        return [
            name
            for name, person in self.people.items()
            if person.connected and name in patrons and not patrons[name].sitting_out
        ]

    def hand_is_over(self, now: float) -> None:
        """A settlement is looked at for a while before the next hand."""
        self.pause_until = now + self.pace.pause_seconds
        for person in self.people.values():
            person.extra = min(self.pace.extra_seconds, person.extra + EXTRA_BACK)
            person.hands_away = 0 if person.here(now) else person.hands_away + 1

    def heard(self, name: str) -> None:
        """Somebody has done something: they are there, whether or not they want the bank."""
        if name in self.people:
            self.people[name].offers_missed = 0

    def acted(self, name: str, ask: str, now: float) -> None:
        """A person has decided: time beyond the usual comes out of the extra time."""
        person = self.people.get(name)
        began = self._began.get(("ask", ask))
        if person is None or began is None:
            return
        person.missed = 0
        person.extra = max(0.0, person.extra - max(0.0, now - began[0] - self.pace.act_seconds))

    def begin_again(self, seat: int) -> None:
        """A decision has its whole time again, and the extra time with it."""
        for ask in self.table.waiting_for():
            if ask.seat == seat:
                self._began.pop(("ask", ask_id(self.table, ask)), None)
                person = self.people.get(self.table.state.player_of(seat))
                if person is not None:
                    person.missed, person.extra = 0, self.pace.extra_seconds

    # What is due.

    def next(self, now: float) -> Due | None:
        """The first thing that is due, or None while everything waits for people."""
        self._now, self._seen = now, {}
        for name in [name for name in self.people if name not in self.table.state.patrons]:
            del self.people[name]
        dues = [*self._care()]
        if self.table.state.phase == "play":
            dues += self._decisions()
        elif self.table.state.phase != "closed":
            dues += self._between()
        self._began = self._seen
        if self.draining and self.table.state.phase != "play":
            return None
        return min(dues, key=lambda due: due.at, default=None)

    @abstractmethod
    def _between(self) -> Iterator[Due]:
        """What is due while no hand is being played."""

    @property
    @abstractmethod
    def paused(self) -> bool:
        """Whether the table waits for somebody to come."""

    def _since(self, key: Hashable) -> tuple[float, float]:
        """When a moment began, and how long a bot thinks about it."""
        known = self._began.get(key)
        if known is None:
            thinking = self._random.uniform(0.5, 1.5) * self.pace.bot_seconds
            known = max(self._now, self.pause_until), thinking
        self._seen[key] = known
        return known

    # People who are away, bots that come and go.

    def _care(self) -> Iterator[Due]:
        patrons, playing = self.table.state.patrons, self.table.state.phase == "play"
        for name, person in self.people.items():
            patron = patrons[name]
            if person.gone_since is not None and not patron.leaving:
                yield Due(
                    person.gone_since + self.away_seconds,
                    partial(self.table.leave, name, absent=True),
                )
            if person.absent_from is not None and person.absent_from > self._now:
                yield Due(person.absent_from, tuple)  # nobody waits for them from then on
            if person.silent and not patron.sitting_out and not playing:
                yield Due(self._now, partial(self._sit_out, name))
        if not playing:
            yield from self._staff()

    def _sit_out(self, name: str) -> Entries:
        self.people[name].begin_anew()  # when they are back in the game
        return self.table.sit_out(name, absent=True)

    def bot_names(self) -> list[str]:
        return [p.name for p in self.table.state.patrons.values() if p.bot and p.seat is not None]

    def bot(self, name: str) -> Bot:
        found = self._bots.get(name)
        if found is None:
            found = self._bots[name] = self._make_bot()
        return found

    def _make_bot(self) -> Bot:
        return plain_bot(self.table.state.filing, self._random)

    @abstractmethod
    def unit(self) -> int:
        """A plain bet at this table, in cents."""

    @abstractmethod
    def bot_stack(self) -> int:
        """What a bot sits down with, in cents."""

    @abstractmethod
    def least_buy_in(self) -> int:
        """What a person must sit down with."""

    @abstractmethod
    def usual_buy_in(self) -> int:
        """What a person sits down with who does not say."""

    def _staff(self) -> Iterator[Due]:
        """Bots fill seats while people are there, leave one free, and never run out of chips."""
        state = self.table.state
        bots, taken = self.bot_names(), sum(seat <= self.seats for seat in state.seats)
        if state.phase in ("idle", "bank", "broken"):
            beyond = [name for name in bots if (state.patrons[name].seat or 0) > self.seats]
            crowded = taken >= self.seats > 2 or len(bots) > self.bots_wanted
            if bots and (beyond or crowded):
                # Before anything else, or the next hand has begun.
                yield Due(0.0, partial(self._dismiss, (beyond or bots)[-1]))
            for name in bots:
                if state.stack(name) < self.bot_stack() // 2:
                    yield Due(self._now, partial(self._refill, name))
        free = self.seats - taken - (self.seats > 2)  # a place for another person
        if self.present() and len(bots) < self.bots_wanted and free > 0:
            yield Due(self._now, self._hire)

    def _hire(self) -> Entries:
        state = self.table.state
        free = [seat for seat in range(1, self.seats + 1) if seat not in state.seats]
        names = [name for name in NAMES if name not in state.patrons]
        name = self._random.choice(names)
        return self.table.sit(name, self._random.choice(free), buy_in=self.bot_stack(), bot=True)

    def _dismiss(self, name: str) -> Entries:
        self._bots.pop(name, None)
        return self.table.leave(name)

    def _refill(self, name: str) -> Entries:
        return self.table.buy_in(name, self.bot_stack())

    # Decisions of a hand.

    def _decisions(self) -> Iterator[Due]:
        state = self.table.state
        for ask in self.table.waiting_for():
            name = state.player_of(ask.seat)
            start, thinking = self._since(("ask", ask_id(self.table, ask)))
            if state.patrons[name].bot:
                yield Due(start + thinking, partial(self._bot_decides, ask))
            else:
                until = self._until(name, start, self._seconds(ask))
                extra = 0.0 if ask.kind == PILE else self._extra(name)
                yield Due(until + extra, partial(self._silent, ask))

    def _seconds(self, ask: Ask) -> float:
        """To decide in; nobody waits long where one pile is as good as another."""
        return min(SHORT, self.pace.act_seconds) if ask.kind == PILE else self.pace.act_seconds

    def _until(self, name: str, start: float, seconds: float) -> float:
        """How long somebody is waited for: not at all if they are not there any more."""
        person = self.people.get(name)
        if person is None:
            return start + seconds
        if person.silent:
            return start
        absent = start + seconds if person.absent_from is None else person.absent_from
        return max(start, min(start + seconds, absent))

    def _extra(self, name: str) -> float:
        person = self.people.get(name)
        there = person is not None and person.connected and not person.silent
        return person.extra if person is not None and there else 0.0

    def waits_for_absent(self) -> bool:
        """Whether somebody who comes now would wait for one who is not there, or is silent."""
        names = (self.waiting(self._now) or {"names": ()})["names"]
        people = [self.people[name] for name in names if name in self.people]
        return any(
            not person.connected or person.missed or person.offers_missed for person in people
        )

    def _bot_decides(self, ask: Ask) -> Entries:
        name = self.table.state.player_of(ask.seat)
        view = View(self.table, name)
        try:
            return self.table.act(name, ask.seat, self.bot(name).choose(ask, view))
        except HousewayError:  # chips are short, its own or those of one behind it
            cards = view.sight().cards(self.table.state.place_of(ask.seat))
            return self.table.act(name, ask.seat, quiet_move(ask, cards))

    def _silent(self, ask: Ask) -> Entries:
        name = self.table.state.player_of(ask.seat)
        person = self.people.get(name)
        if person is not None and person.connected and ask.kind != PILE:
            person.missed, person.extra = person.missed + 1, 0.0
        return self.table.time_out(ask.seat)

    # The moment, as everybody may know it.

    def waiting(self, now: float) -> dict[str, Any] | None:
        """Who has to decide, and until when."""
        if self.table.state.phase != "play":
            return None
        state = self.table.state
        asks = self.table.waiting_for()
        if not asks:
            return None
        names = [state.player_of(ask.seat) for ask in asks]
        until = max(
            self._until(name, self._start_of(ask, now), self._seconds(ask))
            for name, ask in zip(names, asks, strict=True)
        )
        return {
            "seats": [ask.seat for ask in asks],
            "names": names,
            "for": "play",
            "until": wall(until, now),
            "extra": {} if asks[0].kind == PILE else self._extras(names),
        }

    def _start_of(self, ask: Ask, now: float) -> float:
        return self._began.get(("ask", ask_id(self.table, ask)), (now, 0.0))[0]

    def _extras(self, names: list[str]) -> dict[str, int]:
        return {name: int(self.people[name].extra) for name in names if name in self.people}

    def as_json(self, now: float) -> dict[str, Any]:
        """The part of the moment that the clock knows."""
        return {
            "waiting": self.waiting(now),
            "bets_close": None,
            "ready": sorted(self.ready),
            "next_at": wall(self.pause_until, now) if self.pause_until > now else None,
            "connected": [name for name, person in self.people.items() if person.connected],
            "paused": self.paused,
            "time": wall(now, now),
        }


def wall(at: float, now: float) -> str:
    """A moment of our own clock as the time of day."""
    moment = datetime.now(UTC) + timedelta(seconds=at - now)
    return moment.isoformat(timespec="milliseconds")
