"""One driver for live play, scripted rounds, replay and simulation.

`Round` runs a procedure up to its next decision; the caller answers, and it runs on. Only the
source of cards and dice differs: a shoe, a script, or the log of an earlier run.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from copy import copy, deepcopy
from functools import partial
from random import SystemRandom
from typing import Any, Protocol, Self, runtime_checkable

from houseway.cards import Chance, Dice, Shoe, roll, shuffled
from houseway.errors import Refused
from houseway.rounds.events import (
    Chose,
    Dealt,
    Declared,
    Event,
    Mixed,
    Rolled,
)
from houseway.rounds.steps import (
    Ask,
    AskAll,
    Burn,
    Call,
    Deal,
    DealerError,
    Deals,
    Lay,
    Pieces,
    Procedure,
    Remedy,
    Reshuffle,
    Roll,
    Show,
    Take,
    Void,
)


class Source(Protocol):
    """Where cards and dice come from. One that lays out piles, of which `Deal` and `Burn` then name
    one, has `lay` too: it says whether they lie there.
    """

    def deal(self, step: Deal) -> Pieces: ...

    def roll(self, step: Roll) -> Dice: ...

    def burn(self, step: Burn) -> None: ...


class Deck:
    """A source that deals the next card whoever it is for, and so can deal many at once."""

    __slots__ = ()

    @abstractmethod
    def deal_each(self, count: int) -> Iterable[Pieces]:
        """The next so many cards, one by one."""


@runtime_checkable
class Reshuffles(Protocol):
    """A source whose deck can be shuffled in the middle of a round, as draw poker needs."""

    def reshuffle(self, step: Reshuffle) -> None: ...


class ShoeSource:
    """Cards from a shoe, dice from a random source."""

    def __init__(self, shoe: Shoe[Any], dice: Chance) -> None:
        self._shoe, self._dice = shoe, dice

    def __deepcopy__(self, memo: dict[int, Any]) -> ShoeSource:
        """The same cards to come; chance too, where it can be repeated."""
        shoe = copy(self._shoe)
        shoe.burned = list(shoe.burned)
        dice = self._dice
        return ShoeSource(shoe, dice if isinstance(dice, SystemRandom) else deepcopy(dice, memo))

    def deal(self, step: Deal) -> Pieces:
        cards: Pieces = () if step.if_given else self._shoe.deal(step.count)
        return cards

    def roll(self, step: Roll) -> Dice:
        return roll(self._dice, step.count, step.generator)

    def burn(self, step: Burn) -> None:
        self._shoe.burn(step.count)

    def reshuffle(self, step: Reshuffle) -> None:
        rest = self._shoe.deal(self._shoe.left)
        burned = self._shoe.burned
        cards = (*rest, *(burned if step.burns else ()), *step.cards)
        self._shoe = Shoe(shuffled(cards, self._dice))
        if not step.burns:
            self._shoe.burned = burned


Answer = Pieces | Dice | bool | str | dict[int, str] | DealerError | None
Chooser = Callable[[Ask], str]


class Round:
    """A procedure in progress. `answers` is its whole state: run it again over them to rebuild."""

    __slots__ = (
        "_again", "_choose", "_deals", "_events", "_noted", "_procedure", "_received", "_source",
        "_watched", "answers", "over", "pending", "result", "void",
    )  # fmt: skip

    def __init__(
        self,
        procedure: Procedure | Callable[[], Procedure],
        source: Source,
        choose: Chooser | None = None,
        events: list[Event] | None = None,
    ) -> None:
        """With `choose` the round does not stop at decisions but has them made there; it sees what
        has happened by then in `events`, an empty list to be filled. A function that makes the
        procedure, in the place of one, lets the round be copied.
        """
        self._again = procedure if callable(procedure) else None
        self._procedure = procedure() if callable(procedure) else procedure
        self._source, self._choose = source, choose
        self._events: list[Event] = [] if events is None else events
        self._deals: list[tuple[int, Deals, list[Pieces]]] = []  # where they are to be written
        self._watched = events is not None
        self.answers: list[Answer] = []
        self.pending: Ask | AskAll | None = None
        self.result: Any = None
        self.over = False
        self.void = ""  # why the round does not count, where a misdeal ended it
        self._received: dict[int, str] = {}
        self._noted = 0  # of them, those that stand among the answers before an error
        self._run(None)

    @property
    def events(self) -> list[Event]:
        """What has happened. Rounds of the deal are written card by card once somebody looks."""
        if not self._watched:
            self._watched = True
            self._write_deals()
        return self._events

    def _write_deals(self) -> None:
        for before, step, dealt in reversed(self._deals):
            to, count, seen_by, hand, _, _, _, pile = step.columns
            cards = map(_dealt, zip(to, hand, count, dealt, seen_by, pile, strict=False))
            self._events[before:before] = cards
        self._deals.clear()

    def waiting_for(self) -> tuple[Ask, ...]:
        """The decisions that may be answered now."""
        if self.pending is None:
            return ()
        if isinstance(self.pending, Ask):
            return (self.pending,)
        received = self._received
        return tuple([a for a in self.pending.asks if a.seat not in received])

    def answer(self, seat: int, move: str) -> None:
        """A seat decides. An illegal move raises `Refused` and changes nothing."""
        pending, received = self.pending, self._received
        ask: Ask | None = None
        if isinstance(pending, Ask):
            ask = pending if pending.seat == seat else None
        elif pending is not None and seat not in received:
            ask = next((one for one in pending.asks if one.seat == seat), None)
        if ask is None:
            who = ", ".join(str(a.seat) for a in self.waiting_for()) or "nobody"
            raise Refused(
                "out-of-turn", f"it is not seat {seat}'s turn; {who} to act", where=f"seat {seat}"
            )
        self._events.append(_made(ask, move))
        if ask is pending:
            self.answers.append(move)
            self._run(move)
            return
        received[seat] = move
        if not self.waiting_for():
            moves, self._received = received, {}
            self.answers.append(dict([*moves.items()][self._noted :]) if self._noted else moves)
            self._noted = 0
            self._run(moves)

    def step(self, move: str) -> None:
        """The next seat that is asked decides."""
        asks = self.waiting_for()
        if not asks:
            raise Refused("no-decision", "the round is over; nobody has a decision to make")
        self.answer(asks[0].seat, move)

    def copy(self, source: Source | None = None) -> Self:
        """The same round at this point, on its own from here on.

        Its further cards come from `source`; left out, from a copy of this round's own source, so
        that the same ones would come.
        """
        if self._again is None:
            raise Refused(
                "no-copy",
                "a running procedure cannot be copied: give the round a function that makes it, as "
                "Round(lambda: procedure(terms, layout), source)",
            )
        further = deepcopy(self._source) if source is None else source
        switch = _Switch(ReplaySource(self.answers))
        copied = copy(self)  # with what a kind of round knows besides
        Round.__init__(copied, self._again, switch)
        _rebuilt(copied, self.answers)
        for seat, move in [*self._received.items()][self._noted :]:
            copied.answer(seat, move)
        switch.source = further
        copied._choose = self._choose
        return copied

    def remedy(self, error: DealerError) -> Remedy:
        """What the rules order for an error of the dealer; `Refused` where they do not."""
        asks = self.waiting_for()
        if not asks:
            raise Refused("no-decision", "an error is declared while a decision is open")
        errors = asks[0].errors
        if errors is None:
            raise Refused("not-settled", "the filing says nothing of errors at this point")
        found = errors(error, self.events)
        if isinstance(found, Refused):
            raise found
        return found

    def declare(self, error: DealerError) -> None:
        """The dealer declares an error: it is put right before the open question is put again."""
        remedy = self.remedy(error)
        if len(self._received) > self._noted:  # some have decided together with others, before it
            self.answers.append(dict([*self._received.items()][self._noted :]))
            self._noted = len(self._received)
        self.answers.append(error)
        self._events.append(Declared(error, remedy.says, remedy.cite, remedy.cards))
        self._run(None, remedy.steps)

    def _deal(self, step: Deal) -> Pieces:
        cards = self._source.deal(step)
        self.answers.append(cards)
        if cards:
            to, count, seen_by, hand, _, _, _, pile = step
            self._events.append(_make(Dealt, (to, hand, count, cards, seen_by, pile)))
        return cards

    def _deal_each(self, step: Deals) -> list[Pieces]:
        source = self._source
        dealt: list[Pieces] = []
        try:
            if step.singly and isinstance(source, Deck):
                dealt.extend(source.deal_each(len(step.deals)))
            else:
                dealt.extend(map(source.deal, step.deals))
        finally:  # a log may end among them
            self.answers += dealt
            self._deals.append((len(self._events), step, dealt))
            if self._watched:
                self._write_deals()
        return dealt

    def _run(self, answer: Answer, remedy: Procedure | None = None) -> None:
        """Send the answer and go on to the next decision or the end; or carry out a remedy."""
        send, events, answers, source, choose = (
            self._procedure.send if remedy is None else remedy.send,
            self._events.append,
            self.answers.append,
            self._source,
            self._choose,
        )
        try:
            step = send(answer)
            while True:
                if type(step) is Ask:
                    if choose is None:
                        self.pending = step
                        return
                    move = choose(step)
                    event = step.ready.get(move) or _made(step, move)
                    answers(move)
                    events(event)
                    step = send(move)
                elif isinstance(step, _ANNOUNCED):
                    events(step)
                    step = send(None)
                elif isinstance(step, Deal):
                    step = send(self._deal(step))
                elif isinstance(step, Deals):
                    step = send(self._deal_each(step))
                elif isinstance(step, AskAll):
                    if choose is None:
                        self.pending = step
                        return
                    moves = {}
                    for ask in step.asks:
                        move = moves[ask.seat] = choose(ask)
                        events(_made(ask, move))
                    answers(moves)
                    step = send(moves)
                elif isinstance(step, Roll):
                    dice = source.roll(step)
                    answers(dice)
                    events(Rolled(dice))
                    step = send(dice)
                elif isinstance(step, Burn):
                    source.burn(step)
                    events(step)
                    step = send(None)
                elif isinstance(step, Lay):
                    laid = _lays(source, step)
                    answers(laid)
                    if laid:
                        events(step)
                    step = send(laid)
                elif isinstance(step, Reshuffle):
                    assert isinstance(source, Reshuffles), "this source cannot reshuffle"
                    source.reshuffle(step)
                    events(Mixed(len(step.cards)))
                    step = send(None)
                elif isinstance(step, Void):
                    self.pending, self.void, self.over = None, step.why, True
                    return
                else:
                    raise TypeError(f"a procedure yielded {step!r}, which is no step")
        except StopIteration as stop:
            if remedy is None:
                self.pending, self.result, self.over = None, stop.value, True
            elif stop.value is not None:
                self._run(stop.value)
        except LogEndsError:
            self.pending = None  # rebuilt up to here


_make: Any = tuple.__new__  # a named tuple from its fields in order, in half the time
_dealt = partial(_make, Dealt)
_ANNOUNCED = Call, Show, Take  # as they are said, so they happened


def _lays(source: Source, step: Lay) -> bool:
    lay: Callable[[Lay], bool] | None = getattr(source, "lay", None)
    return lay is not None and lay(step)


def _made(ask: Ask, move: str) -> Chose:
    """The event of a move; one that is not legal raises `Refused`."""
    ready = ask.ready.get(move)
    if ready is not None:
        return ready
    if move not in ask.choices and (refusal := ask.refuses(move)) is not None:
        raise refusal
    if ask.event is not None:
        return ask.event(ask, move)
    return Chose(ask.seat, ask.kind, ask.hand, move)


def play(procedure: Procedure, source: Source, choose: Chooser) -> Round:
    """A whole round, every decision made by `choose`."""
    return Round(procedure, source, choose)


class LogEndsError(LookupError):
    """The answers of an earlier run break off where a card or the dice come next."""


class ReplaySource:
    """The cards and dice of an earlier run, in order."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._chance = iter([a for a in answers if not isinstance(a, str | dict | DealerError)])

    def deal(self, step: Deal) -> Pieces:  # noqa: ARG002
        cards = self._next()
        assert isinstance(cards, tuple)
        assert not isinstance(cards, DealerError)
        return cards

    def roll(self, step: Roll) -> Dice:  # noqa: ARG002
        dice = self._next()
        assert isinstance(dice, Dice)
        return dice

    def lay(self, step: Lay) -> bool:  # noqa: ARG002
        return self._next() is True

    def _next(self) -> Answer:
        for answer in self._chance:
            return answer
        raise LogEndsError

    def burn(self, step: Burn) -> None:
        pass

    def reshuffle(self, step: Reshuffle) -> None:
        pass


class _Switch:
    """Cards of a log while a round is built from it, then those of another source."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def deal(self, step: Deal) -> Pieces:
        return self.source.deal(step)

    def roll(self, step: Roll) -> Dice:
        return self.source.roll(step)

    def burn(self, step: Burn) -> None:
        self.source.burn(step)

    def lay(self, step: Lay) -> bool:
        return _lays(self.source, step)

    def reshuffle(self, step: Reshuffle) -> None:
        assert isinstance(self.source, Reshuffles), "this source cannot reshuffle"
        self.source.reshuffle(step)


def replay(procedure: Procedure, answers: Sequence[Answer]) -> Round:
    """The same round again from its answers, up to the last of them."""
    return _rebuilt(Round(procedure, ReplaySource(answers)), answers)


def _rebuilt(running: Round, answers: Sequence[Answer]) -> Round:
    """A round that has just begun, brought as far as these answers go."""
    for answer in answers:
        if isinstance(answer, str):
            ask = running.waiting_for()[0]
            running.answer(ask.seat, answer)
        elif isinstance(answer, dict):
            for seat, move in answer.items():
                running.answer(seat, move)
        elif isinstance(answer, DealerError):
            running.declare(answer)
    return running
