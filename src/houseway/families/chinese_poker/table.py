"""A table of face-up Chinese poker: the buttons go round, points are paid from stack to stack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from houseway.errors import Refused, raise_all
from houseway.families.chinese_poker.procedure import (
    ChineseResult,
    Player,
    dealt_in,
    move_buttons,
    play,
    start_problems,
)
from houseway.families.chinese_poker.schema import ChinesePoker
from houseway.filings.permitted.wagers import Bounds, buy_in
from houseway.filings.schema.base import cents, dollars
from houseway.filings.schema.common import FilingBase
from houseway.filings.terms import Terms
from houseway.rounds.steps import Procedure
from houseway.settlement.ledger import POT, Move, Moves
from houseway.table import records as r
from houseway.table.hand_table import HandState, HandTable
from houseway.table.setup import Setup, check_setup
from houseway.table.table import Steps, command


class ChineseState(HandState):
    """Both buttons, the hand in play, and who is in Fantasy Land."""

    kept: ClassVar[Mapping[str, Any]] = {"fantasy_land": set[str], "void": bool}

    def __init__(self, filing: FilingBase) -> None:
        super().__init__(filing)
        self.fantasy_land: set[str] = set()
        self.void = False  # the last hand was void: the buttons stay

    @property
    def game(self) -> ChinesePoker:
        filing: ChinesePoker = self.terms.filing
        return filing

    def permit(self, setup: Setup) -> Terms[Any]:
        terms: Terms[ChinesePoker] = self._terms_of(setup)
        if setup.stakes.keys() - {"point_value"}:
            raise Refused(
                "bad-stakes",
                f"{', '.join(setup.stakes)}: the stakes of this game are point_value",
                where="stakes",
            )
        if _point_value(setup) < 1:
            raise Refused(
                "bad-stakes",
                "a point must be worth something",
                where="stakes",
                cite=str(terms.filing.game.points.cite),
            )
        check_setup(setup, terms)
        return terms

    @property
    def point_value(self) -> int:
        return _point_value(self.setup)

    @property
    def least(self) -> int:
        """What a player must have when a hand begins."""
        return self.game.game.stakes.least_points * self.point_value

    def next_hand(self) -> tuple[int, tuple[int, ...]]:
        """The seat that gets both buttons, and the seats that get a hand."""
        ready = self.ready(self.least)
        if self.button is None:
            button = ready[0]  # the first one left of the house dealer
        elif self.void and self.button in ready:
            button = self.button
        else:
            button = move_buttons(ready, self.button)
        return button, dealt_in(self.game, ready, button)

    def players(self, hand: r.HandStarted) -> tuple[Player, ...]:
        return tuple(
            Player(seat, stack, seat in hand.fantasy_land)
            for seat, stack in zip(hand.seats, hand.stacks, strict=True)
        )

    def procedure(self) -> Procedure:
        assert self.hand is not None
        return play(self.terms, self.players(self.hand), self.point_value)

    # Records.

    def _on_hand_started(self, record: r.HandStarted) -> None:
        super()._on_hand_started(record)
        self.void = False

    def _on_points_settled(self, record: r.PointsSettled) -> None:
        assert self.hand is not None
        self.fantasy_land -= {self.seats[seat] for seat in self.hand.seats}
        self.fantasy_land |= {self.seats[seat] for seat in record.fantasy_land}
        self.hand = None

    def _on_round_voided(self, record: r.RoundVoided) -> None:
        super()._on_round_voided(record)
        self.void = True

    def _on_left(self, record: r.Left) -> None:
        super()._on_left(record)
        self.fantasy_land.discard(record.name)


def _point_value(setup: Setup) -> int:
    try:
        return cents(setup.stakes.get("point_value", 1))
    except ValueError as error:
        raise Refused("bad-stakes", str(error), where="stakes") from None


class ChineseTable(HandTable[ChineseState]):
    """Hands of Chinese poker, each player against each."""

    state_class: ClassVar = ChineseState

    @classmethod
    def usual_setup(cls, filing: FilingBase, *, table: str = "1") -> Setup:
        return replace(super().usual_setup(filing, table=table), stakes={"point_value": 1})

    def unit(self) -> int:
        """Ten points."""
        return 10 * self.state.point_value

    def enough(self) -> bool:
        return len(self.state.ready(self.state.least)) >= 2

    def posted_stakes(self) -> Mapping[str, Any]:
        return {"point_value": dollars(self.state.point_value)}

    @command
    def deal(self) -> Steps:
        """The next hand: collection by the clock, buttons, cards."""
        state = self.state
        if state.phase != "idle":
            raise Refused("mid-round", "a hand is being played")
        self._check()
        yield from self._collect_time()
        if len(state.ready(state.least)) < 2:
            return  # somebody could not pay the collection
        yield self._hand()
        yield from self._shuffle()
        yield from self._deal()

    def _check(self) -> None:
        ready = self.state.ready(self.state.least)
        if len(ready) < 2:
            raise Refused(
                "too-few-players",
                f"{len(ready)} with {dollars(self.state.least)} or more are ready; two are needed",
                cite=str(self.state.game.game.stakes.cite),
            )
        hand = self._hand()
        raise_all(
            list(start_problems(self.state.game, self.state.players(hand), self.state.point_value))
        )

    def _hand(self) -> r.HandStarted:
        state = self.state
        button, seats = state.next_hand()
        return r.HandStarted(
            round=state.round + 1,
            button=button,
            seats=seats,
            stacks=tuple(state.stack(state.seats[seat]) for seat in seats),
            point_value=state.point_value,
            fantasy_land=tuple(s for s in seats if state.seats[s] in state.fantasy_land),
        )

    def _finish(self, result: ChineseResult) -> Steps:
        hand = self.state.hand
        assert hand is not None
        yield points_settled(hand, result, self.state.unshown())
        self._running = None
        yield from self._departures()

    def _void(self, reason: str, fault: str = "") -> Steps:
        """No chip has moved; the hand is dealt again from the same buttons."""
        assert self.state.hand is not None
        yield r.RoundVoided(self.state.hand.round, reason, (), fault)
        self._running = None
        yield from self._departures()

    def buy_in_bounds(self) -> Bounds | None:
        state = self.state
        return buy_in(state.game, state.schedules(), None, bet=state.point_value)

    def public(self) -> Mapping[str, Any]:
        """The buttons, the worth of a point, and who is in Fantasy Land."""
        state = self.state
        return {
            "button": state.button,
            "point_value": dollars(state.point_value),
            "dealt_in": list(state.hand.seats) if state.hand else [],
            "fantasy_land": sorted(state.fantasy_land),
        }


def points_settled(
    hand: r.HandStarted, result: ChineseResult, unshown: Mapping[str, tuple[str, ...]] | None
) -> r.PointsSettled:
    """The end of a hand as it is written down."""
    seats, score = hand.seats, result.score
    return r.PointsSettled(
        round=hand.round,
        points=tuple(
            r.PointsLine(seats[c.first], seats[c.second], c.points, c.paid, c.because, c.cite)
            for c in score.comparisons
        ),
        stacks=score.stacks,
        fantasy_land=tuple(
            seat for seat, goes in zip(seats, score.fantasy_land_next, strict=True) if goes
        ),
        moves=_payments(hand, score.stacks),
        unshown=unshown,
    )


def _payments(hand: r.HandStarted, stacks: tuple[int, ...]) -> Moves:
    """Losers put in, winners take out."""
    lost: list[Move] = []
    won: list[Move] = []
    for seat, before, after in zip(hand.seats, hand.stacks, stacks, strict=True):
        if after < before:
            lost.append(Move(f"seat:{seat}", POT, before - after))
        elif after > before:
            won.append(Move(POT, f"seat:{seat}", after - before))
    return (*lost, *won)
