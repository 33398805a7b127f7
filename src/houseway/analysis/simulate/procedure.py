"""Rounds played by the games' own procedures and settled by the books: slow, for every family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from houseway.analysis.simulate.booking import (
    NO_FEE_FILED,
    Felt,
    Hand,
    Totals,
    book,
    new_hand,
    open_hand,
)
from houseway.analysis.simulate.chance import (
    Habits,
    Shoe,
    State,
    Stock,
    below,
    deal_some,
    draw_wagers,
    open_round,
)
from houseway.analysis.simulate.payments import Run
from houseway.analysis.simulate.skill import strategy_of
from houseway.analysis.simulate.table import SimulatedTable, skills_of
from houseway.cards import CARDS, JOKER, TILE_SET, Dice
from houseway.errors import Refused
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms
from houseway.rounds.driver import Round
from houseway.rounds.procedures import procedure
from houseway.rounds.steps import Ask, Burn, Deal, Pieces, Roll
from houseway.rounds.verdicts import Layout, Result, SeatWagers
from houseway.settlement.collection import fees
from houseway.settlement.settle import Coverage, settle
from houseway.table.bot import Strategy
from houseway.table.sight import Glance, Laid, Sight
from houseway.table.stakes import quiet_move


class _Cards:
    """The shoe of compiled code as a source for the driver."""

    def __init__(self, terms: Terms[PlayerDealerFiling], shoe: Shoe, state: State) -> None:
        self._shoe, self._state = shoe, state
        tiles = terms.filing.deck.kind == "tiles-32"
        self._pieces: tuple[Any, ...] = TILE_SET if tiles else (*CARDS, JOKER)
        self._room: dict[int, Stock] = {}

    def deal(self, step: Deal) -> Pieces:
        if step.if_given:
            return ()
        pieces = self._pieces
        return tuple([pieces[card] for card in self._next(step.count)])

    def roll(self, step: Roll) -> Dice:
        if step.generator:
            return Dice((1 + below(self._state, step.generator),))
        return Dice(tuple(1 + below(self._state, 6) for _ in range(step.count)))

    def burn(self, step: Burn) -> None:
        self._next(step.count)

    def _next(self, count: int) -> list[int]:
        if count not in self._room:
            self._room[count] = np.empty(count, np.uint8)
        dealt = self._room[count]
        deal_some(self._shoe, self._state, dealt)
        cards: list[int] = dealt.tolist()
        return cards


class _Players:
    """The seats decide, each by what it may see."""

    def __init__(self, filing: PlayerDealerFiling, chooses: Sequence[Strategy]) -> None:
        self._filing, self._chooses = filing, chooses

    def play(self, running: Round, skills: Mapping[int, int]) -> Result:
        """A round; `skills` says which strategy each seat has. The bank sets by the first."""
        laid = Laid(running.events)
        while not running.over:
            for ask in running.waiting_for():
                choose = self._chooses[skills.get(ask.seat, 0)]
                running.answer(ask.seat, self._move(ask, Glance(laid, ask.seat), choose))
        result: Result = running.result
        return result

    def _move(self, ask: Ask, sight: Sight, choose: Strategy) -> str:
        move = choose(ask, sight, self._filing)
        if ask.refuses(move) is None:
            return move
        return quiet_move(ask, sight.cards("bank" if ask.kind == "set-bank" else ask.seat))


def prepare(
    terms: Terms[PlayerDealerFiling], table: SimulatedTable, felt: Felt, habits: Habits
) -> Run:
    """Rounds at this table."""
    filing = terms.filing
    names = [spot.name for spot in filing.spot]
    players = _Players(filing, [strategy_of(terms, skill) for skill in skills_of(table)])
    seats = sorted(enumerate(felt.players.tolist()), key=lambda one: one[1])
    hand = new_hand(len(table.player), len(names), 1)
    skill = habits.skill.tolist()

    @cache
    def wagered(seat: int, case: int) -> SeatWagers:
        amounts = habits.amount[case].tolist()
        return SeatWagers(seat, {n: a for n, a in zip(names, amounts, strict=True) if a})

    @lru_cache(maxsize=1 << 12)
    def laid_out(drawn: tuple[int, ...]) -> tuple[Layout, int]:
        """What lies at the seats, and the bank's fee for it."""
        lying = [wagered(seat, drawn[player]) for player, seat in seats]
        layout = Layout(felt.bank_seat, tuple([seat for seat in lying if seat.wagers]))
        return layout, _collected(terms, layout, felt, habits, drawn)

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        cards = _Cards(terms, shoe, state)
        for _ in range(hands):
            session_bank = open_hand(felt, totals, state)
            draw_wagers(habits, state, hand.drawn, hand.wagers)
            drawn: tuple[int, ...] = tuple(hand.drawn.tolist())
            layout, fee = laid_out(drawn)
            open_round(shoe)
            skills = {seat: skill[drawn[player]] for player, seat in seats}
            result = players.play(Round(procedure(terms, layout), cards), skills)
            net = _settled(terms, layout, result, felt, felt.bank, hand)
            session_net = net
            if session_bank and session_bank < felt.bank:
                session_net = _settled(terms, layout, result, felt, session_bank, None)
            book(felt, habits, totals, hand, fee, session_net)

    return run


def _collected(
    terms: Terms[PlayerDealerFiling], layout: Layout, felt: Felt, habits: Habits,
    drawn: tuple[int, ...],
) -> int:  # fmt: skip
    """The bank's fee; the seats' were worked out with their wagers and must be the same."""
    try:
        taken = fees(terms, layout)
    except Refused as refused:
        if refused.code != "no-fee-filed":
            raise
        return NO_FEE_FILED
    if taken is None:
        return 0
    due = habits.fee[list(drawn)].tolist()
    for seat, fee in zip(felt.players.tolist(), due, strict=True):
        if taken.seats.get(str(seat), 0) != fee:
            raise AssertionError(f"seat {seat} pays {taken.seats.get(str(seat), 0)} cents")
    return taken.bank


def _settled(
    terms: Terms[PlayerDealerFiling],
    layout: Layout,
    result: Result,
    felt: Felt,
    bank: int,
    hand: Hand | None,
) -> int:
    """The bank's result; the seats' go into the hand."""
    coverage: Coverage = "net" if felt.net_cover else "gross"
    settled = settle(
        layout, result, terms.filing.settlement,
        seats=terms.seats, bank_wager=bank, coverage=coverage,
    )  # fmt: skip
    if hand is not None:
        hand.short_win[:] = hand.short_loss[:] = 0
        net, player_at = [0] * len(hand.net), felt.player_at.tolist()
        for line in settled.lines:
            player = player_at[line.seat]
            net[player] += line.net
            if line.uncovered:
                # A wager without action shows no outcome of its own: the verdict says what it
                # was owed.
                said = {(v.seat, v.wager, v.hand): v.outcome for v in result.verdicts}
                won = said[line.seat, line.wager, line.hand] == "win"
                (hand.short_win if won else hand.short_loss)[player] += line.uncovered
        hand.net[:] = net
    return settled.net["bank"]
