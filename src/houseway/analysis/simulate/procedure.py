"""Rounds played by the games' own procedures and settled by the books: slow, for every family."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from houseway.analysis.simulate.booking import (
    NO_FEE_FILED,
    Felt,
    Hand,
    Totals,
    book,
    go_on,
    new_hand,
    next_hand,
)
from houseway.analysis.simulate.chance import (
    Habits,
    Shoe,
    State,
    below,
    deal_ahead,
    new_ahead,
    put_back,
)
from houseway.analysis.simulate.payments import Run
from houseway.analysis.simulate.skill import strategy_of
from houseway.analysis.simulate.table import SimulatedTable, skills_of
from houseway.cards import CARDS, JOKER, TILE_SET, Dice
from houseway.errors import Refused
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms
from houseway.rounds.driver import Round, Source
from houseway.rounds.events import Event
from houseway.rounds.procedures import procedure_of
from houseway.rounds.steps import Ask, Burn, Deal, Pieces, Procedure, Roll
from houseway.rounds.verdicts import Layout, Result, SeatWagers
from houseway.settlement.collection import bank_fee, player_fee, schedule_in_force, seat_action
from houseway.settlement.settle import Bank, in_order, moved
from houseway.table.bot import Strategy
from houseway.table.sight import Glance, Laid
from houseway.table.stakes import quiet_move


class _Cards:
    """The shoe of compiled code as a source for the driver.

    Every call of compiled code takes longer than a card, so many are dealt at once; those nobody
    asked for go back before chance decides anything else.
    """

    def __init__(self, terms: Terms[PlayerDealerFiling], shoe: Shoe, state: State) -> None:
        self._shoe, self._state = shoe, state
        tiles = terms.filing.deck.kind == "tiles-32"
        self._pieces: tuple[Any, ...] = TILE_SET if tiles else (*CARDS, JOKER)
        self._ahead = new_ahead(_AHEAD)
        self._lying: tuple[Any, ...] = ()
        self._used = 0

    def deal(self, step: Deal) -> Pieces:
        return () if step.if_given else self._next(step.count)

    def roll(self, step: Roll) -> Dice:
        self.put_back()
        if step.generator:
            return Dice((1 + below(self._state, step.generator),))
        return Dice(tuple(1 + below(self._state, 6) for _ in range(step.count)))

    def burn(self, step: Burn) -> None:
        self._next(step.count)

    def put_back(self) -> None:
        """Nobody has asked for the cards still lying there."""
        dealt, used = len(self._lying), self._used
        if used < dealt:
            put_back(self._shoe, self._state, self._ahead, dealt, used)
        self._lying, self._used = (), 0

    def _next(self, count: int) -> Pieces:
        begin, end = self._used, self._used + count
        cards = self._lying[begin:end]
        self._used = end
        if len(cards) < count:
            dealt = deal_ahead(self._shoe, self._state, self._ahead)
            pieces = self._pieces
            self._lying = tuple([pieces[card] for card in self._ahead.cards[:dealt].tolist()])
            self._used = count - len(cards)
            cards += self._lying[: self._used]
        return cards


_AHEAD: Final = 32  # the cards of most rounds


class _Players:
    """The seats decide, each by what it may see."""

    def __init__(self, filing: PlayerDealerFiling, chooses: Sequence[Strategy]) -> None:
        self._filing, self._chooses = filing, chooses

    def play(self, procedure: Procedure, cards: Source, skills: Mapping[int, int]) -> Result:
        """A round; `skills` says which strategy each seat has. The bank sets by the first."""
        filing, chooses = self._filing, self._chooses
        events: list[Event] = []
        laid = Laid(events)
        stranger = Glance(laid, None)
        sights: dict[int, Glance] = {}

        def choose(ask: Ask) -> str:
            sight = sights.get(ask.seat)
            if sight is None:
                sight = sights[ask.seat] = Glance(laid, ask.seat, stranger)
            move = chooses[skills.get(ask.seat, 0)](ask, sight, filing)
            if move in ask.choices or ask.refuses(move) is None:
                return move
            return quiet_move(ask, sight.cards("bank" if ask.kind == "set-bank" else ask.seat))

        result: Result = Round(procedure, cards, choose, events).result
        return result


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
    play = procedure_of(filing.family)
    schedule = schedule_in_force(terms)

    @cache
    def wagered(seat: int, case: int) -> tuple[SeatWagers, int, bool]:
        """What lies at a seat, what it adds to the table action, whether its fee is filed."""
        amounts = habits.amount[case].tolist()
        laid = SeatWagers(seat, {n: a for n, a in zip(names, amounts, strict=True) if a})
        action = seat_action(terms, laid, schedule[0]) if schedule else 0
        fee = _filed(player_fee, terms, str(seat), laid.wagers)
        if fee != habits.fee[case]:
            raise AssertionError(f"seat {seat} pays {fee} cents")
        return laid, action, fee != NO_FEE_FILED

    @cache
    def collected(action: int) -> int:
        return _filed(bank_fee, terms, action)

    def run(shoe: Shoe, state: State, hands: int, totals: Totals) -> None:
        cards = _Cards(terms, shoe, state)
        session_bank = next_hand(felt, habits, totals, hand, shoe, state)
        for left in range(hands - 1, -1, -1):
            drawn: list[int] = hand.drawn.tolist()
            lying = [wagered(seat, drawn[player]) for player, seat in seats]
            layout = Layout(felt.bank_seat, tuple([seat for seat, _, _ in lying if seat.wagers]))
            filed = all(filed for _, _, filed in lying)
            fee = collected(sum([one[1] for one in lying])) if filed else NO_FEE_FILED
            skills = {seat: skill[drawn[player]] for player, seat in seats}
            result = players.play(play(terms, layout), cards, skills)
            cards.put_back()
            net = _settled(terms, layout, result, felt, felt.bank, hand)
            session_net = net
            if session_bank and session_bank < felt.bank:
                session_net = _settled(terms, layout, result, felt, session_bank, None)
            if left:
                session_bank = go_on(felt, habits, totals, hand, fee, session_net, shoe, state)
            else:
                book(felt, habits, totals, hand, fee, session_net)

    return run


def _filed(fee: Callable[..., int], *facts: Any) -> int:
    """A fee, or that none is filed for it."""
    try:
        return fee(*facts)
    except Refused as refused:
        if refused.code != "no-fee-filed":
            raise
        return NO_FEE_FILED


def _settled(
    terms: Terms[PlayerDealerFiling],
    layout: Layout,
    result: Result,
    felt: Felt,
    wager: int,
    hand: Hand | None,
) -> int:
    """The bank's result; the seats' go into the hand."""
    bank = Bank(wager, gross=not felt.net_cover)
    net, player_at = [0] * len(felt.players), felt.player_at.tolist()
    if hand is not None:
        hand.short_win[:] = hand.short_loss[:] = 0
    for verdict, _, staked in in_order(layout, result, terms.filing.settlement, terms.seats):
        player = player_at[verdict.seat]
        paid, uncovered = moved(bank, verdict, staked)
        net[player] += paid
        if uncovered and hand is not None:
            (hand.short_win if verdict.outcome == "win" else hand.short_loss)[player] += uncovered
    if bank.balance != -sum(net):
        raise AssertionError(f"money is not conserved: bank {bank.balance}, bettors {sum(net)}")
    if hand is not None:
        hand.net[:] = net
    return bank.balance
