"""A table with a player-dealer: the bank is offered, wagers lie, a round is played and settled."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import cast

from houseway.errors import Refused, raise_all
from houseway.filings.schema.base import brief
from houseway.filings.schema.collection import CaliforniaGroup
from houseway.games.driver import Round
from houseway.games.events import Chose, Dealt, Event, Rolled
from houseway.games.registry import procedure
from houseway.games.steps import Ask
from houseway.games.verdicts import Result
from houseway.settlement.collection import fees, table_action
from houseway.settlement.ledger import BANK, DROP, Move, Moves, move
from houseway.settlement.settle import Coverage, Settlement, settle
from houseway.settlement.wagers import wager_problems
from houseway.table import records as r
from houseway.table.banked_state import BankedState
from houseway.table.felt import Felt
from houseway.table.journal import Journal
from houseway.table.shoes import Stock, TableSource, needs_shuffle, shuffle
from houseway.table.stakes import added_stakes, quiet_move
from houseway.table.state import Patron
from houseway.table.table import Clock, Steps, command, utc_now


class BankedTable(Felt):
    """A player-dealer game, hand after hand."""

    def __init__(
        self,
        state: BankedState,
        journal: Journal,
        source: random.Random,
        clock: Clock = utc_now,
    ) -> None:
        super().__init__(state, journal, source, clock)
        self._running: Round | None = None
        self._told = 0  # events of the round that were written down
        if state.layout is not None:
            self._running = rebuild(state, source)
            self._told = len(state.events)

    # The round.

    @command
    def no_more_bets(self) -> Steps:
        """Close the wagers, take the collection, deal."""
        state = self.state
        if state.phase != "wagers" or state.bank is None:
            raise Refused("no-bank", "there is no hand to deal: the bank must put up its wager")
        if not state.wagers:
            raise Refused("no-wagers", "nobody has a wager on the table")
        layout = state.laid_out()
        raise_all(wager_problems(state.terms, layout))
        due = fees(state.terms, layout)
        yield r.NoMoreBets(state.round + 1, state.bank.turn, state.bank.wager, layout)
        if due is not None and state.terms.schedule is not None:
            group = state.terms.schedule.group
            assert isinstance(group, CaliforniaGroup)
            banker = state.patrons[state.bank.name].account
            yield r.FeesTaken(
                round=state.round,
                schedule=state.setup.schedule[0],
                action=table_action(state.terms, layout, group),
                bank=due.bank,
                seats=due.seats,
                waived=due.waived,
                moves=move(banker, DROP, due.bank)
                + tuple(Move(state.account_of(b), DROP, fee) for b, fee in due.seats.items()),
            )
        if needs_shuffle(state.terms, state.setup, state.stock):
            yield shuffle(state.terms, state.setup, state.stock, self._random)
        yield from self._attempt(self._deal)

    def _deal(self) -> None:
        state = self.state
        assert state.layout is not None
        assert state.stock is not None
        self._told = 0
        self._running = None
        self._running = Round(
            procedure(state.terms, state.layout), TableSource(state.stock, self._random)
        )

    def waiting_for(self) -> tuple[Ask, ...]:
        """The decisions that may be made now."""
        return () if self._running is None else self._running.waiting_for()

    @command
    def act(self, name: str, seat: int, move: str) -> Steps:
        """A player decides for a seat."""
        self._patron(name)
        ask = self._ask(seat)
        if self.state.player_of(seat) != name:
            raise Refused("not-yours", f"{name} does not play seat {seat}", where=f"seat {seat}")
        yield from self._answer(ask, move)

    @command
    def time_out(self, seat: int) -> Steps:
        """A player did not answer in time: the quietest legal choice is made."""
        ask = self._ask(seat)
        yield r.TimedOut(self.state.player_of(seat), seat)
        yield from self._answer(ask, self._quiet(ask))

    @command
    def expire(self) -> Steps:
        """Make the decisions whose time is up by the table's clock."""
        state = self.state
        if not state.asked_at or state.phase not in ("bank", "play"):
            return
        late = datetime.fromisoformat(state.asked_at)
        if self._clock() < late + timedelta(seconds=state.setup.seconds_to_act):
            return
        if state.offer is not None:
            yield r.BankDeclined(state.offer.seat, state.offer.name, "no answer")
            return
        for seat in [ask.seat for ask in self.waiting_for()]:
            ask = next((a for a in self.waiting_for() if a.seat == seat), None)
            if ask is not None:
                yield r.TimedOut(state.player_of(seat), seat)
                yield from self._answer(ask, self._quiet(ask))

    def _ask(self, seat: int) -> Ask:
        ask = next((a for a in self.waiting_for() if a.seat == seat), None)
        if ask is None:
            who = ", ".join(str(a.seat) for a in self.waiting_for()) or "nobody"
            raise Refused(
                "out-of-turn", f"it is not seat {seat}'s turn; {who} to act", where=f"seat {seat}"
            )
        return ask

    def _quiet(self, ask: Ask) -> str:
        return quiet_move(ask, self._cards_at(ask.seat))

    def _cards_at(self, seat: int) -> list[object]:
        assert self.state.layout is not None
        place = "bank" if seat == self.state.layout.bank_seat else seat
        return [
            card
            for event in self.state.events
            if isinstance(event, Dealt) and event.place == place
            for card in event.cards or ()
        ]

    def cost(self, ask: Ask, move: str) -> dict[str, int]:
        """What a legal move adds to the wagers of the seat, by bettor, in cents."""
        assert self.state.layout is not None
        wagers = self.state.layout.seat(ask.seat)
        if wagers is None:
            return {}
        return added_stakes(move, wagers, lying=self.state.lying_on(ask.seat, ask.hand))

    def _answer(self, ask: Ask, choice: str) -> Steps:
        refusal = ask.refuses(choice)
        if refusal is not None:
            raise refusal
        added = self.cost(ask, choice)
        self._check_added(ask, choice, added)
        if added:
            yield r.StakeAdded(
                ask.seat,
                ask.hand,
                choice,
                tuple(
                    Move(self.state.account_of(b), f"felt:{b}", amount)
                    for b, amount in added.items()
                ),
            )
        running = self._running
        assert running is not None
        yield from self._attempt(lambda: running.answer(ask.seat, choice))

    def _check_added(self, ask: Ask, choice: str, added: Mapping[str, int]) -> None:
        """Everybody who must add chips has them."""
        need: dict[str, int] = {}
        for bettor, amount in added.items():
            name = self.state.wagers[bettor].name
            need[name] = need.get(name, 0) + amount
        for name, amount in need.items():
            have = self.state.stack(name)
            if amount > have:
                raise Refused(
                    "not-enough",
                    f"{choice!r} takes {brief(amount)} of {name}, who has {brief(have)}",
                    where=f"seat {ask.seat}",
                )

    def _attempt(self, step: Callable[[], None]) -> Steps:
        """Run the round on; write down what happened; settle it, or void it if it cannot go on."""
        fault = ""
        try:
            step()
        except Exception as error:  # whatever breaks a round voids it: the chips must go back
            fault = f"{type(error).__name__}: {error}"
        running = self._running
        if running is not None:
            for event in running.events[self._told :]:
                yield r.Happened(event, self._eyes(event))
            self._told = len(running.events)
        if fault:
            yield from self._void(f"the round cannot go on ({fault})")
        elif running is not None and running.over:
            yield from self._settle(running.result)
        else:
            yield from self._absent()

    def _eyes(self, event: Event) -> tuple[str, ...] | None:
        if isinstance(event, Dealt):
            if event.private_to is None:
                return None
            return tuple(self.state.player_of(seat) for seat in event.private_to)
        if isinstance(event, Chose) and event.secret:
            return (self.state.player_of(event.seat),)
        return None

    def _absent(self) -> Steps:
        for ask in self.waiting_for():
            name = self.state.player_of(ask.seat)
            if self.state.patrons[name].leaving:
                yield r.TimedOut(name, ask.seat, "left the table")
                yield from self._answer(ask, self._quiet(ask))
                return  # the round has moved on, and has looked for others itself

    def _settle(self, result: Result) -> Steps:
        state = self.state
        assert state.layout is not None
        assert state.bank is not None
        settlement = settled(state, result)
        bank_seat = state.bank.seat
        yield r.Settled(
            round=state.round,
            first_action=result.first_action,
            lines=settlement.lines,
            net=settlement.net,
            bank_left=settlement.bank_left,
            moves=payments(state, settlement),
            house_way=result.house_way,
            warnings=result.warnings,
        )
        self._running = None
        yield from self._buttons(settlement, bank_seat)
        yield from self._departures()

    def _buttons(self, settlement: Settlement, bank_seat: int) -> Steps:
        """Free-collection buttons for seats whose hand got no action."""
        rule = self.state.game.collection.free_collection
        if rule is None:
            return
        base = {spot.name for spot in self.state.game.spot if spot.base} | {"play"}
        outcomes: dict[str, set[str]] = {}
        for line in settlement.lines:
            if line.wager in base and "/" not in line.bettor:
                outcomes.setdefault(line.bettor, set()).add(line.outcome)
        setup = self.state.setup
        for bettor, found in outcomes.items():
            if found == {"no_action"} and int(bettor) != bank_seat:
                patron = self.state.patron_at(int(bettor))
                if patron is not None and not patron.leaving:
                    yield r.FreeCollectionEarned(
                        patron.name, int(bettor), setup.limits or "", setup.schedule,
                        str(rule.cite),
                    )  # fmt: skip

    @command
    def void(self, reason: str) -> Steps:
        """End a hand that cannot be completed: a misdeal, a fault. Everything goes back."""
        if self.state.phase not in ("wagers", "play"):
            raise Refused("no-round", "there is no hand to void")
        if not reason:
            raise Refused("no-reason", "a voided hand says why", where="reason")
        yield from self._void(reason)

    def _void(self, reason: str) -> Steps:
        state = self.state
        assert state.bank is not None
        banker = state.patrons[state.bank.name].account
        moves: list[Move] = []
        for bettor in state.wagers:
            moves += move(
                f"felt:{bettor}", state.account_of(bettor), state.ledger[f"felt:{bettor}"]
            )
        moves += move(BANK, banker, state.ledger[BANK])
        if state.fees is not None:
            moves += move(DROP, banker, state.fees.bank)
            for bettor, fee in state.fees.seats.items():
                moves += move(DROP, state.account_of(bettor), fee)
        number = state.round if state.layout is not None else state.round + 1
        yield r.RoundVoided(number, reason, tuple(moves))
        self._running = None
        yield from self._departures()

    # Coming and going.

    def _in_action(self, patron: Patron) -> bool:
        state = self.state
        if state.layout is None or state.bank is None:
            return False
        return patron.name == state.bank.name or any(
            wager.name == patron.name for wager in state.wagers.values()
        )

    def _release(self, patron: Patron) -> Steps:
        state = self.state
        if state.bank is not None and state.bank.name == patron.name:
            yield from self._void("the player-dealer left before the deal")
        for bettor, wager in list(state.wagers.items()):
            if wager.name == patron.name and bettor in state.wagers:
                yield from self._take_back(bettor)
        if state.offer is not None and state.offer.name == patron.name:
            yield r.BankDeclined(state.offer.seat, patron.name, "left the table")


def settled(state: BankedState, result: Result) -> Settlement:
    """The settlement of the round that lies on the table."""
    assert state.layout is not None
    assert state.bank is not None
    return settle(
        state.layout,
        result,
        state.game.settlement,
        seats=state.terms.seats,
        bank_wager=state.bank.wager,
        coverage=cast(Coverage, state.terms.option("coverage")),
    )


def payments(state: BankedState, settlement: Settlement) -> Moves:
    """Losers pay the bank, the bank pays winners, everything else goes back to its owner."""
    assert state.bank is not None
    moves: list[Move] = []
    felt = {bettor: state.ledger[f"felt:{bettor}"] for bettor in state.wagers}
    bank = state.ledger[BANK]
    for bettor in state.wagers:
        net = settlement.net.get(bettor, 0)
        if net < 0:
            moves.append(Move(f"felt:{bettor}", BANK, -net))
            felt[bettor] += net
            bank -= net
    for bettor in state.wagers:
        net, owner = settlement.net.get(bettor, 0), state.account_of(bettor)
        if net > 0:
            moves.append(Move(BANK, owner, net))
            bank -= net
        moves += move(f"felt:{bettor}", owner, felt[bettor])
    moves += move(BANK, state.patrons[state.bank.name].account, bank)
    return tuple(moves)


def rebuild(state: BankedState, source: random.Random) -> Round:
    """The running round again, from what was written down of it."""
    assert state.layout is not None
    assert state.stock is not None
    stock = Stock(state.stock.deck, state.stock.order, state.stock.cut, state.dealt_before)
    thrown = [event.dice for event in state.events if isinstance(event, Rolled)]
    running = Round(procedure(state.terms, state.layout), TableSource(stock, source, thrown))
    for event in state.events:
        if isinstance(event, Chose):
            assert event.move is not None
            running.answer(event.seat, event.move)
    if running.events != state.events:
        raise AssertionError("the round does not replay as it was written down")
    return running
