"""People at the table: they choose among all that is open, and now and then what is not."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from houseway.cards import Card, Tile, write
from houseway.errors import Refused
from houseway.filings.schema.base import dollars
from houseway.rounds.driver import Round
from houseway.rounds.events import Dealt
from houseway.rounds.steps import Ask
from houseway.rounds.verdicts import Layout
from tests.properties.coverage import Coverage

Made = list[tuple[Ask, str]]

# Words of all games; which of them are refused is for the rules to say.
WORDS = (
    "play", "fold", "check", "bet 1", "bet 2", "bet 3", "bet 4", "hit", "stand", "double",
    "double 1000000", "double 0", "double -5", "double x", "split", "surrender", "rescue",
    "insure 1000000", "insure 0", "insure", "decline", "house_way", "set", "set Ah", "set 9x 9y",
    "set 66 11 44", "set 66 66", "play on",
)  # fmt: skip
NONSENSE = ("", "bribe", "bet 5", "bet", "raise", "hit stand", "hit 5", "fold now", "SPLIT")


class Player:
    """Chooses for every seat, at random."""

    def __init__(self, layout: Layout, rng: random.Random, coverage: Coverage) -> None:
        self._layout, self._rng, self._coverage = layout, rng, coverage
        # Some rounds are played to the end by daring people, who split and double all they can.
        self._daring = rng.random() < 0.3

    def play(self, running: Round) -> Made:
        """The round to its end; the decisions in the order they were made."""
        made: Made = []
        rng = self._rng
        while not running.over:
            ask = rng.choice(running.waiting_for())
            if rng.random() < 0.06:
                self._try_what_is_not_open(running, ask)
            move = self._move(ask, self._cards(running, ask))
            running.answer(ask.seat, move)
            made.append((ask, move))
            self._coverage.choice(ask, move)
        return made

    def _cards(self, running: Round, ask: Ask) -> Sequence[Card | Tile]:
        """What the seat that sets was dealt."""
        if not ask.kind.startswith("set"):
            return ()
        place = "bank" if ask.seat == self._layout.bank_seat else ask.seat
        return next(
            event.cards
            for event in running.events
            if isinstance(event, Dealt) and event.place == place and event.cards
        )

    def _move(self, ask: Ask, cards: Sequence[Card | Tile]) -> str:
        rng = self._rng
        if ask.kind.startswith("set"):
            return self._setting(ask, cards)
        if self._daring:
            for dared in ("split", "double"):
                if dared in ask.choices and rng.random() < 0.8:
                    return dared
        move = rng.choice(ask.choices)
        if move == "double" or move.startswith("insure"):
            amount = self._amount(ask, move.partition(" ")[0])
            if amount is not None:
                return amount
        return move

    def _amount(self, ask: Ask, word: str) -> str | None:
        """The same choice for less, where it may be."""
        seat = self._layout.seat(ask.seat)
        assert seat is not None
        wager = seat.wagers.get("game", 0)
        if wager < 4 or self._rng.random() < 0.4:
            return None
        move = f"{word} {dollars(self._rng.randint(1, wager))}"
        return move if ask.refuses(move) is None else None

    def _setting(self, ask: Ask, cards: Sequence[Card | Tile]) -> str:
        rng = self._rng
        if ask.choices and rng.random() < 0.5:
            return rng.choice(ask.choices)
        for _ in range(40):
            count = 3 if rng.random() < 0.05 else 2
            move = f"set {write(rng.sample(cards, count))}"
            if ask.refuses(move) is None:
                return move
        if ask.choices:
            return ask.choices[0]
        raise AssertionError(f"no setting of {write(cards)} is accepted")

    def _try_what_is_not_open(self, running: Round, ask: Ask) -> None:
        """A refused move raises, says why and changes nothing."""
        rng = self._rng
        seats = [seat.number for seat in self._layout.seats if seat.number != ask.seat]
        waiting = {one.seat for one in running.waiting_for()}
        idle = [seat for seat in seats if seat not in waiting]
        seat, move = ask.seat, rng.choice(WORDS)
        must = None
        if idle and rng.random() < 0.3:
            seat, move, must = rng.choice(idle), rng.choice(ask.choices or ("set",)), "out-of-turn"
        elif rng.random() < 0.4:
            move = rng.choice(NONSENSE)
        elif ask.kind.startswith("set") and rng.random() < 0.6:
            move = f"set {write(rng.sample(self._cards(running, ask), rng.randint(1, 4)))}"
            if ask.refuses(move) is None:
                return
        elif ask.refuses(move) is None:
            return
        before = _state(running)
        with pytest.raises(Refused) as refused:
            running.answer(seat, move)
        assert refused.value.message, move
        assert must in (None, refused.value.code), (must, refused.value.code, move)
        self._coverage.refusal(refused.value.code)
        assert _state(running) == before, f"{move!r} was refused and left a trace"


def _state(running: Round) -> tuple[object, ...]:
    return (
        tuple(running.events), tuple(running.answers), running.pending, running.waiting_for()
    )  # fmt: skip
