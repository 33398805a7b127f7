"""The felt of a player-dealer table: who holds the bank, and what lies on the spots."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.errors import Refused, raise_all
from houseway.filings.schema.base import brief
from houseway.filings.schema.collection import CaliforniaOption
from houseway.rounds.verdicts import Layout
from houseway.settlement.collection import fees
from houseway.settlement.ledger import BANK, Moves, move
from houseway.settlement.wagers import bank_problems, wager_problems
from houseway.table import records as r
from houseway.table.banked_state import BankedState, Wager
from houseway.table.rotation import Offer
from houseway.table.rounds import RoundTable
from houseway.table.state import Patron
from houseway.table.table import Steps, command, wish


class Felt(RoundTable[BankedState]):
    """The bank is offered and held; wagers are placed and taken back."""

    # The bank.

    def _go_on(self) -> Steps:
        state = self.state
        if state.phase != "idle" or state.refused or not self._can_play():
            return
        yield from self._collect_time()
        offer = state.next_offer() if self._can_play() else None
        if offer is not None:
            yield r.BankOffered(*offer[0], spared=offer[1])
        elif state.declined or (state.game.bank.in_a_row is not None and self._can_play()):
            broken = state.game.bank.declined_by_all == "game-broken"
            yield r.BankRefused(broken, str(state.game.bank.cite))

    def _can_play(self) -> bool:
        """Somebody to bank and somebody to bet."""
        people = sum(p.active or p.seat is None for p in self.state.patrons.values())
        return bool(self.state.bank_seats()) and people > 1

    @command
    def offer_bank(self) -> Steps:
        """Ask round the table again after everybody has declined."""
        if self.state.phase not in ("idle", "broken"):
            raise Refused("bank-held", "the bank is held or being offered")
        offer = self.state.next_offer() if self._can_play() else None
        if offer is None:
            raise Refused(
                "nobody-to-bank",
                "nobody else can take the bank; another player must come first",
                cite=str(self.state.game.bank.cite),
            )
        yield r.BankOffered(*offer[0], spared=offer[1])

    @wish
    def take_bank(self, name: str, wager: int) -> Steps:
        """Accept the bank and put up the wager of this hand."""
        offer = self._offer_to(name)
        rule, stack = self.state.game.bank, self.state.stack(name)
        if wager <= 0:
            raise Refused("bad-wager", "the bank's wager must be more than nothing", where=name)
        raise_all(list(bank_problems(rule, wager, name)))
        kept = self.largest_bank_fee()
        if wager + kept > stack:
            raise Refused(
                "not-enough",
                f"{brief(wager)} and a collection of up to {brief(kept)} are more than the stack "
                f"of {brief(stack)}",
                where=name,
            )
        account = self.state.patrons[name].account
        yield r.BankTaken(offer.seat, name, offer.turn, wager, move(account, BANK, wager))

    @wish
    def decline_bank(
        self,
        name: str,
        why: str = "declined",
        *,
        absent: bool = False,  # noqa: ARG002
    ) -> Steps:
        """Pass the bank on; for one who is `absent` the house does."""
        offer = self._offer_to(name)
        yield r.BankDeclined(offer.seat, name, why)

    def _offer_to(self, name: str) -> Offer:
        self._patron(name)
        offer = self.state.offer
        if offer is None or offer.name != name:
            whose = f"it is offered to {offer.name}" if offer else "it is not being offered"
            raise Refused("not-offered", f"the bank is not {name}'s to take; {whose}", where=name)
        return offer

    def largest_bank_fee(self) -> int:
        """What the bank must keep for the collection, whatever is bet."""
        options = [schedule.option for schedule in self.state.schedules()]
        brackets = [b for one in options if isinstance(one, CaliforniaOption) for b in one.bank]
        return max((bracket.fee for bracket in brackets), default=0)

    @wish
    def come(
        self, name: str, *, buy_in: int = 0, bot: bool = False, third_party: bool = False
    ) -> Steps:
        """Stand behind the seats, to bet on other people's hands."""
        self._check_name(name)
        if buy_in:
            self._check_chips(Patron(name, None), buy_in)
        yield r.Came(name, bot=bot, third_party=third_party)
        if buy_in:
            yield from self._buy_in(name, buy_in)

    # Wagers.

    @wish
    def place(self, name: str, seat: int, wagers: Mapping[str, int]) -> Steps:
        """Put wagers on a seat's spots: these instead of what lay there. None takes all back."""
        patron = self._patron(name)
        if self.state.phase != "wagers":
            raise Refused(
                "no-more-bets" if self.state.phase == "play" else "no-bank",
                "wagers lie between the bank's wager and the call of no more bets",
                where=name,
            )
        bettor = self._bettor(patron, seat)
        amounts = {spot: amount for spot, amount in wagers.items() if amount}
        before = self.state.wagers.get(bettor)
        if not amounts:
            if before is None:
                raise Refused("nothing-there", "there is nothing to take back", where=bettor)
            yield from self._take_back(bettor)
            return
        self._check_wager(patron, bettor, Wager(name, amounts))
        change = sum(amounts.values()) - (before.total if before else 0)
        yield r.Wagered(bettor, name, amounts, self._felt_moves(patron, bettor, change))

    def _bettor(self, patron: Patron, seat: int) -> str:
        """How somebody bets at a seat: on it as its player, or behind the one who does."""
        state = self.state
        self._check_seat(seat)
        assert state.bank is not None
        where = f"seat {seat}"
        if patron.name == state.bank.name:
            raise Refused("bank-bets", "the player-dealer does not bet against itself", where=where)
        if patron.leaving or patron.sitting_out:
            raise Refused("sitting-out", f"{patron.name} is not playing", where=where)
        if seat == state.bank.seat:
            raise Refused("bank-seat", "the bank does not wager at its own seat", where=where)
        own = state.wagers.get(str(seat))
        if own is not None:  # whoever bet first plays the hand, even where another one sat down
            return str(seat) if own.name == patron.name else f"{seat}/{patron.name}"
        if patron.seat == seat:
            return str(seat)
        if state.patron_at(seat) is not None:
            return f"{seat}/{patron.name}"
        if patron.seat is None or state.game.table.other_spots is not True:
            raise Refused(
                "empty-seat",
                "nobody plays this seat"
                + ("" if patron.seat is None else ", and the filing does not open it to others"),
                where=where,
                cite=str(state.game.table.cite),
            )
        return str(seat)

    def _check_wager(self, patron: Patron, bettor: str, wager: Wager) -> None:
        state = self.state
        seat = int(bettor.partition("/")[0])
        wagers = {**state.wagers, bettor: wager}
        if str(seat) not in wagers:
            raise Refused(
                "empty-seat", "nobody can bet behind a seat without a wager", where=f"seat {seat}"
            )
        layout = state.laid_out(wagers)
        raise_all(wager_problems(state.terms, layout))
        before = state.wagers.get(bettor)
        have = state.stack(patron.name) + (before.total if before else 0)
        fee = self._owed(patron.name, layout, wagers)
        behind = state.game.kept_behind(wager.amounts) if "/" in bettor else 0
        if wager.total + fee + behind > have:
            more = f", with {brief(fee)} for the collection" if fee else ""
            more += f" and {brief(behind)} to follow the seat's next wager" if behind else ""
            raise Refused(
                "not-enough",
                f"{brief(wager.total)}{more} is more than the {brief(have)} there are",
                where=bettor,
            )

    def _owed(self, name: str, layout: Layout, wagers: Mapping[str, Wager]) -> int:
        """The collection somebody has to pay for this hand."""
        due = fees(self.state.terms_at(self._now), layout)
        if due is None:
            return 0
        return sum(due.owed_by(bettor) for bettor in wagers if wagers[bettor].name == name)

    def _felt_moves(self, patron: Patron, bettor: str, change: int) -> Moves:
        felt = f"felt:{bettor}"
        if change < 0:
            return move(felt, patron.account, -change)
        return move(patron.account, felt, change)

    def _take_back(self, bettor: str) -> Steps:
        """A bettor's wagers go back, and those of the people behind."""
        own = [bettor] if "/" in bettor else []
        own = own or [b for b in self.state.wagers if b.partition("/")[0] == bettor]
        for one in reversed(own):
            wager = self.state.wagers[one]
            patron = self.state.patrons[wager.name]
            yield r.Wagered(one, wager.name, {}, self._felt_moves(patron, one, -wager.total))

    @wish
    def hand_in_button(self, name: str, seat: int) -> Steps:
        """Use a free-collection button for this hand's fee at a seat, or behind it."""
        patron, bettor = self._patron(name), self.state.bettor_at(name, seat)
        if self.state.phase != "wagers" or bettor is None:
            raise Refused("no-wager", f"{name} has no wager there", where=f"seat {seat}")
        if not patron.buttons or bettor in self.state.free:
            raise Refused("no-button", f"{name} has no button to hand in", where=name)
        button, setup = patron.buttons[0], self.state.setup
        if (button.limits, button.schedule) != (setup.limits or "", setup.schedule):
            raise Refused(
                "other-limits",
                "a free-collection button holds for the limits it was given under",
                where=name,
                cite=button.cite,
            )
        yield r.FreeCollectionUsed(name, seat)

    def _check_cash_out(self, patron: Patron, amount: int) -> None:
        """Chips that this hand's collection will take stay on the table."""
        if self.state.phase != "wagers" or self.state.bank is None:
            return
        owed = self._owed(patron.name, self.state.laid_out(), self.state.wagers)
        if patron.name == self.state.bank.name:
            owed = self.largest_bank_fee()
        if self.state.stack(patron.name) - amount < owed:
            raise Refused(
                "not-enough", f"{brief(owed)} must stay for the collection", where=patron.name
            )
