"""A table with a player-dealer: the bank is offered, wagers lie, a round is played and settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from houseway.errors import Refused, raise_all
from houseway.filings.schema.base import brief, dollars
from houseway.filings.schema.collection import CaliforniaGroup
from houseway.rounds.events import Dealt, Event
from houseway.rounds.steps import Ask, Place
from houseway.rounds.verdicts import Result
from houseway.settlement.collection import fees, table_action, without_action
from houseway.settlement.ledger import BANK, DROP, JACKPOT, Move, Moves, move
from houseway.settlement.settle import Settlement, settle
from houseway.settlement.wagers import wager_problems
from houseway.table import records as r
from houseway.table.banked_state import BankedState
from houseway.table.codec import write_amounts
from houseway.table.felt import Felt
from houseway.table.shoes import needs_shuffle
from houseway.table.stakes import added_stakes, stake_name
from houseway.table.state import Patron
from houseway.table.table import Steps, command


class BankedTable(Felt):
    """A player-dealer game, hand after hand."""

    state_class: ClassVar = BankedState

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
        yield r.NoMoreBets(state.round + 1, state.bank.turn, state.bank.wager, layout)
        if self._taken() != "after-first-cards":
            yield from self._take_fees()
        if needs_shuffle(state.terms, state.stock):
            yield from self._shuffle()
        yield from self._deal()

    # The collection.

    def _taken(self) -> str:
        """When the fees of a hand are taken; nothing where there are none."""
        schedule = self.state.terms.schedule
        group = schedule.group if schedule is not None else None
        return group.taken if isinstance(group, CaliforniaGroup) else ""

    def _take_fees(self) -> Steps:
        state, layout = self.state, self.state.layout
        assert layout is not None
        assert state.bank is not None
        terms = state.terms_at(self._now)
        due, schedule = fees(terms, layout), terms.schedule
        if due is None or schedule is None:
            return
        assert isinstance(schedule.group, CaliforniaGroup)
        banker = state.patrons[state.bank.name].account
        yield r.FeesTaken(
            round=state.round,
            schedule=state.setup.schedule[state.schedules().index(schedule)],
            action=table_action(terms, layout, schedule.group),
            bank=due.bank,
            seats=due.seats,
            waived=due.waived,
            moves=move(banker, DROP, due.bank)
            + tuple(Move(state.account_of(b), DROP, fee) for b, fee in due.seats.items())
            + tuple(Move(state.account_of(b), JACKPOT, n) for b, n in due.jackpot.items()),
            jackpot=due.jackpot,
        )

    def _write_down(self, event: Event) -> Steps:
        yield from super()._write_down(event)
        if isinstance(event, Dealt) and self._fees_wait() and self._first_cards_lie():
            yield from self._take_fees()

    def _after_step(self) -> Steps:
        if self._fees_wait():  # a game without cards of a seat's own
            yield from self._take_fees()

    def _fees_wait(self) -> bool:
        return self.state.fees is None and self._taken() == "after-first-cards"

    def _first_cards_lie(self) -> bool:
        """Whether every seat has the cards it is dealt before anybody decides."""
        state = self.state
        assert state.layout is not None
        lie: Counter[Place] = Counter()
        for event in state.events:
            if isinstance(event, Dealt):
                lie[event.place] += event.count
        first = state.game.first_cards or 1
        return all(lie[seat.number] >= first for seat in state.layout.seats)

    def _expire(self) -> Steps:
        offer = self.state.offer
        if offer is not None:
            yield r.BankDeclined(offer.seat, offer.name, "no answer")
        else:
            yield from super()._expire()

    def cost(self, ask: Ask, choice: str) -> dict[str, int]:
        need: dict[str, int] = {}
        for bettor, amount in self._added(ask, choice).items():
            name = self.state.wagers[bettor].name
            need[name] = need.get(name, 0) + amount
        return need

    def _added(self, ask: Ask, choice: str) -> dict[str, int]:
        assert self.state.layout is not None
        wagers = self.state.layout.seat(ask.seat)
        if wagers is None:
            return {}
        lying = self.state.lying_on(ask.seat, ask.hand)
        return added_stakes(self.state.game.family, choice, wagers, lying=lying) or {}

    def _stake(self, ask: Ask, choice: str) -> Steps:
        for name, amount in self.cost(ask, choice).items():
            have = self.state.stack(name)
            if amount > have:
                raise Refused(
                    "not-enough",
                    f"{choice!r} takes {brief(amount)} of {name}, who has {brief(have)}",
                    where=f"seat {ask.seat}",
                )
        added = self._added(ask, choice)
        if added:
            account_of = self.state.account_of
            yield r.StakeAdded(
                ask.seat,
                ask.hand,
                choice,
                tuple(Move(account_of(b), f"felt:{b}", amount) for b, amount in added.items()),
                stake_name(choice),
            )

    def _finish(self, result: Result) -> Steps:
        state = self.state
        assert state.layout is not None
        assert state.bank is not None
        settlement = settled(state, result)
        players = {bettor: wager.name for bettor, wager in state.wagers.items()}
        yield r.Settled(
            round=state.round,
            first_action=result.first_action,
            lines=settlement.lines,
            net=settlement.net,
            bank_left=settlement.bank_left,
            moves=payments(state, settlement),
            house_way=result.house_way,
            warnings=result.warnings,
            unshown=state.unshown(),
        )
        self._running = None
        yield from self._buttons(settlement, players)
        yield from self._departures()

    def _buttons(self, settlement: Settlement, players: Mapping[str, str]) -> Steps:
        """Free-collection buttons for bettors who got no action; those not used lapse."""
        rule = self.state.game.collection.free_collection
        if rule is None:
            return
        if rule.next_round:
            for patron in self.state.patrons.values():
                for _ in list(patron.buttons):
                    yield r.FreeCollectionLapsed(patron.name, str(rule.cite))
        setup = self.state.setup
        for bettor in without_action(self.state.game, settlement.lines):
            if not self.state.patrons[players[bettor]].leaving:
                yield r.FreeCollectionEarned(
                    players[bettor], int(bettor.partition("/")[0]), setup.limits or "",
                    setup.schedule,
                    str(rule.cite),
                )  # fmt: skip

    def _void(self, reason: str, fault: str = "") -> Steps:
        number = self.state.round if self.state.layout is not None else 0  # no card was dealt yet
        yield r.RoundVoided(number, reason, returned(self.state), fault)
        self._running = None
        yield from self._departures()

    def _check_new_cards(self, asks: Place | None, cite: str) -> None:
        """Before the first bank anybody may ask, between the two only who has the bank."""
        offer = self.state.offer
        if offer is not None and offer.turn > 1 and asks not in ("bank", offer.seat):
            why = f"between the two turns of a bank only {offer.name} may ask for other cards"
            raise Refused("not-the-bank", why, where="place", cite=cite)

    def asked(self) -> list[int]:
        offer = self.state.offer
        return [offer.seat] if offer is not None else super().asked()

    def public(self) -> Mapping[str, Any]:
        """The bank, the offer of it, and the wagers on the felt."""
        state, bank = self.state, self.state.bank
        return {
            "bank": bank
            and {
                "seat": bank.seat,
                "name": bank.name,
                "turn": bank.turn,
                "wager": dollars(bank.wager),
            },
            "offer": state.offer and state.offer._asdict(),
            "wagers": {
                bettor: {
                    "name": wager.name,
                    "wagers": write_amounts(wager.amounts),
                    "lying": dollars(state.ledger[f"felt:{bettor}"]),
                }
                for bettor, wager in state.wagers.items()
            },
        }

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
    return settle(state.terms, state.layout, result, state.bank.wager)


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


def returned(state: BankedState) -> Moves:
    """A void hand: every wager, the bank and every fee of the hand go back."""
    assert state.bank is not None
    banker = state.patrons[state.bank.name].account
    moves: list[Move] = []
    for bettor in state.wagers:
        moves += move(f"felt:{bettor}", state.account_of(bettor), state.ledger[f"felt:{bettor}"])
    moves += move(BANK, banker, state.ledger[BANK])
    if state.fees is not None:
        moves += move(DROP, banker, state.fees.bank)
        for bettor, fee in state.fees.seats.items():
            moves += move(DROP, state.account_of(bettor), fee)
        for bettor, drop in state.fees.jackpot.items():
            moves += move(JACKPOT, state.account_of(bettor), drop)
    return tuple(moves)
