"""Giving every command of a log again, to a table of the same rules, and comparing what it writes.

What people and the house decided is read off the log, and so is what chance gave: the order of
the cards, the dice, the cards drawn for the button. Everything else (chips, fees, the bank, the
cards dealt, words, times, who gave a command) the table works out anew, and every record must
come out as it was written, to the last letter.

A commitment to a shuffle follows from the order and its secret, and the order dealt from that and
the players' words: both are among the records that must come out again. A signature is over the
chain and needs nothing of this.
"""

from __future__ import annotations

import json
import random
from collections import Counter, deque
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from houseway.histories.commands import given
from houseway.rounds.events import Rolled
from houseway.table import records as r
from houseway.table.codec import read_pieces
from houseway.table.journal import NoJournal
from houseway.table.opening import AnyTable, restore
from houseway.table.state import State


class Line(NamedTuple):
    """A line of a log: its place from 1, its record as JSON and as an entry, its bytes."""

    number: int
    written: dict[str, Any]
    entry: r.Entry
    text: bytes


class WrongRecordError(Exception):
    """A record that does not follow from those before it."""

    def __init__(self, line: int, code: str, message: str) -> None:
        super().__init__(message)
        self.line, self.code = line, code


def commands(lines: Iterable[Line]) -> Iterator[tuple[list[Line], Line | None]]:
    """The lines of each command, and the first line of the next one."""
    command: list[Line] = []
    for line in lines:
        if command and not command[-1].entry.more:
            yield command, line
            command = []
        command.append(line)
    if command:
        yield command, None


_LARGEST_NUMBER = 100  # of dice and generators; a salt is drawn from far more


class Chance(random.Random):
    """What chance gave, as the log has it; it must be something chance can give."""

    def __init__(self) -> None:
        super().__init__(0)
        self.fault = ""
        self._orders: deque[tuple[Sequence[Any], bool]] = deque()  # and whether it is a whole deck
        self._faces: deque[int] = deque()
        self._salts: deque[int] = deque()

    def expect(self, command: Sequence[Line], *, committed: bool) -> None:
        """Take in what a command needs. A shuffle that was promised is no matter of chance."""
        self.fault = ""
        self._orders.clear()
        self._faces.clear()
        self._salts.clear()
        for line in command:
            match line.entry.record:
                case r.Shuffled(order=order) if not committed:
                    self._orders.append((read_pieces(order), True))
                case r.Prepared(order, salt) | r.Reshuffled(order, salt):
                    self._orders.append((read_pieces(order), True))
                    self._salts.append(int(salt or "0", 16))
                case r.ButtonDrawn(cards=cards):
                    self._orders.append((read_pieces(" ".join(cards.values())), False))
                case r.Happened(Rolled(dice)):
                    self._faces.extend(dice.faces)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """The logged order; of a deck drawn from for the button only the cards seen are known."""
        if not self._orders:
            raise self._wrong("a shuffle is missing")
        order, whole = self._orders.popleft()
        left = Counter(x)
        left.subtract(order)
        strange = [card.text for card, count in left.items() if count < 0]
        if strange:
            raise self._wrong(f"the deck has no more {', '.join(strange)}")
        rest = list(left.elements())
        if rest and whole:
            raise self._wrong(f"{len(rest)} cards are missing from the deck")
        x[:] = [*order, *rest]

    def randint(self, a: int, b: int) -> int:
        if b > _LARGEST_NUMBER and self._salts:
            return self._salts.popleft()
        if not self._faces:
            raise self._wrong("a throw of the dice is missing")
        face = self._faces.popleft()
        if not a <= face <= b:
            raise self._wrong(f"a die shows {face}")
        return face

    def _wrong(self, why: str) -> AssertionError:
        self.fault = why
        return AssertionError(why)


class Reenactment:
    """A table that is given the commands of a log."""

    def __init__(self, opening: Sequence[Line]) -> None:
        self._chance = Chance()
        self._at = ""
        self._time = datetime.min
        try:
            (line,) = opening
            self._read_time(line)
            due = r.Entry(0, self._at, line.entry.record)
            self._compare(line, r.write_entry(due))
            self._table: AnyTable = restore([due], NoJournal(), self._chance, lambda: self._time)
            if self.state.authors:  # what today's rules forbid may have been opened by 0.1.0
                self.state.permit(self.state.setup)
        except WrongRecordError:
            raise
        except Exception as error:  # whatever a forged header breaks
            raise WrongRecordError(1, "replay", f"record 0 opens no table: {error}") from None
        self._table.other_rules = ""  # they were compared before

    @property
    def state(self) -> State:
        return self._table.state

    def give(self, command: Sequence[Line], following: Line | None) -> None:
        """Give a command again; what it writes must be what was written."""
        first = command[0]
        for line in command:
            self._read_time(line)
        try:
            self._time = self._moment(command, following)
            self._chance.expect(command, committed=self.state.committed)
            records = [line.entry.record for line in command]
            written = given(self._table, records, first.entry.author)()
            self.state.ledger.check()
        except Exception as error:  # whatever a forged record breaks
            raise self._wrong(first, str(error)) from None
        for line, due in zip(command, written, strict=False):
            if not self.state.authors:
                due = due._replace(at=line.entry.at)  # the clock was read more than once
            self._compare(line, r.write_entry(due))
        if len(written) < len(command):
            raise self._wrong(command[len(written)], "nothing of the kind happens here")
        if len(written) > len(command):
            missing = written[len(command)].record.kind
            raise self._wrong(command[-1], f"{missing} should follow")

    # Time.

    def _read_time(self, line: Line) -> None:
        """Times are written in one way and never run backwards."""
        at = line.entry.at
        try:
            moment = datetime.fromisoformat(at)
            earlier = bool(self._at) and moment < datetime.fromisoformat(self._at)
        except (TypeError, ValueError):
            raise self._wrong(line, f"{at!r} is no time") from None
        if moment.tzinfo is None or moment.isoformat(timespec="milliseconds") != at:
            raise self._wrong(line, f"{at!r} is no time as a table writes it")
        if earlier:
            raise self._wrong(line, f"the time runs backwards, from {self._at} to {at}")
        self._at, self._time = at, moment

    def _moment(self, command: Sequence[Line], following: Line | None) -> datetime:
        """When a command was given.

        In logs of 0.1.0 the clock was read again for a collection by the clock, which may
        have fallen due between that and the time of the record.
        """
        at = datetime.fromisoformat(command[0].entry.at)
        timed, started = self.state.timed_fee, self.state.clock_started
        if self.state.authors or timed is None or started is None:
            return at
        periods = [
            line.entry.record.period
            for line in command
            if isinstance(line.entry.record, r.TimeDue | r.TimeTaken)
        ]
        until = at if following is None else datetime.fromisoformat(following.entry.at)
        due = started + timedelta(minutes=timed.minutes) * (periods[0] - 1) if periods else at
        return due if at < due <= until else at

    # Comparing.

    def _compare(self, line: Line, due: dict[str, Any]) -> None:
        """A record as it stands against the one that was due: the same keys, the same values."""
        written = line.written
        for key in [*due, *(key for key in written if key not in due)]:
            is_there, should_be = _text(written, key), _text(due, key)
            if is_there != should_be:
                raise self._wrong(line, f"{key} is {is_there} and should be {should_be}")
        if not written_as(line, written):
            raise self._wrong(line, "it is not written as a table writes")

    def _wrong(self, line: Line, why: str) -> WrongRecordError:
        what = f"record {line.written.get('n')} ({line.entry.record.kind})"
        return WrongRecordError(line.number, "replay", f"{what}: {self._chance.fault or why}")


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_SEAL = ',"hash":"' + "0" * 64 + '"}'
_LONGEST = 200


def written_as(line: Line, due: dict[str, Any]) -> bool:
    """Whether a line has these keys and values, each once and in the one way of writing them."""
    return line.text[: -len(_SEAL)] == text_of(due)[: -len(_SEAL)]


def text_of(written: dict[str, Any]) -> bytes:
    """A record as the bytes of a line, with a seal that says nothing."""
    return (_ENCODER.encode(written)[:-1] + _SEAL).encode()


def _text(written: dict[str, Any], key: str) -> str:
    """A value so that only what is the same in JSON is the same: 1 is neither 1.0 nor true."""
    if key not in written:
        return "missing"
    text = json.dumps(written[key], ensure_ascii=False, sort_keys=True)
    return text if len(text) <= _LONGEST else _Long(text)


class _Long(str):
    """A long text, compared whole and shown in part."""

    def __format__(self, spec: str) -> str:
        return f"{self[:_LONGEST]}…"
