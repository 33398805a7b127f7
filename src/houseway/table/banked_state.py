"""The state of a table with a player-dealer: the bank, the wagers, the cards, the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from houseway.errors import Refused
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.terms import Terms
from houseway.rounds.procedures import procedure
from houseway.rounds.steps import Procedure
from houseway.rounds.verdicts import BacklineWagers, Layout, SeatWagers
from houseway.table import records as r
from houseway.table.rotation import Held, Offer, next_offer
from houseway.table.round_state import RoundState
from houseway.table.setup import Setup

Phase = Literal["idle", "bank", "wagers", "play", "broken", "closed"]


@dataclass(frozen=True, slots=True)
class Wager:
    """What one bettor has on a seat's spots."""

    name: str
    amounts: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.amounts.values())


class BankedState(RoundState):
    """Seats, bank, wagers and the running round of a player-dealer game."""

    kept: ClassVar[Mapping[str, Any]] = {
        "offer": Offer | None, "declined": list[str], "refused": bool, "broken": bool,
        "held": Held | None, "again": Offer | None,
    }  # fmt: skip

    def __init__(self, filing: FilingBase) -> None:
        super().__init__(filing)
        self.offer: Offer | None = None
        self.declined: list[str] = []  # asked since the bank was last held
        self.refused = False  # everybody was asked; nobody asks again before somebody comes
        self.broken = False
        self.bank: r.BankTaken | None = None
        self.held: Held | None = None
        self.again: Offer | None = None  # the bank of a voided hand
        self.wagers: dict[str, Wager] = {}  # by bettor: "3", "3/Ann"
        self.free: dict[str, r.FreeCollectionEarned] = {}  # buttons handed in, by bettor
        self.layout: Layout | None = None
        self.fees: r.FeesTaken | None = None
        self.lying: dict[tuple[int, int], int] = {}  # a seat's own chips on a hand

    @property
    def game(self) -> PlayerDealerFiling:
        filing: PlayerDealerFiling = self.terms.filing
        return filing

    def permit(self, setup: Setup) -> Terms[Any]:
        if setup.stakes:
            raise Refused(
                "bad-stakes",
                f"{', '.join(setup.stakes)}: a player-dealer table has limits and no stakes",
                where="stakes",
            )
        return super().permit(setup)

    @property
    def phase(self) -> Phase:
        if self.closed:
            return "closed"
        if self.layout is not None:
            return "play"
        if self.bank is not None:
            return "wagers"
        if self.offer is not None:
            return "bank"
        return "broken" if self.broken else "idle"

    @property
    def between_rounds(self) -> bool:
        return self.bank is None

    def bank_seats(self) -> dict[int, str]:
        """Those who can be offered the bank, by seat."""
        return {seat: name for seat, name in self.seats.items() if self.patrons[name].active}

    def next_offer(self) -> tuple[Offer, tuple[str, ...]] | None:
        """Who is asked next, and who is spared for now; a newcomer only if nobody else can be."""
        spared: list[str] = []
        while (offer := self._offer_without(spared)) and self.patrons[offer.name].unseen:
            spared.append(offer.name)
        if offer is not None:
            return offer, tuple(spared)
        offer = self._offer_without(())
        return None if offer is None else (offer, ())

    def _offer_without(self, spared: Sequence[str]) -> Offer | None:
        return next_offer(
            self.game.bank,
            seats=self.terms.seats,
            seated=self.bank_seats(),
            last=self.held,
            declined=[*self.declined, *spared],
            again=self.again,
        )

    def player_of(self, seat: int) -> str:
        """Who decides for a seat in the running round."""
        assert self.layout is not None
        assert self.bank is not None
        if seat == self.layout.bank_seat:
            return self.bank.name
        found = self.layout.seat(seat)
        assert found is not None
        return found.player

    def place_of(self, seat: int) -> int | str:
        return "bank" if self.layout and seat == self.layout.bank_seat else seat

    def procedure(self) -> Procedure:
        assert self.layout is not None
        return procedure(self.terms, self.layout)

    def account_of(self, bettor: str) -> str:
        """Whose chips a bettor's wagers are."""
        return self.patrons[self.wagers[bettor].name].account

    def bettor_at(self, name: str, seat: int) -> str | None:
        """As whom somebody bets at a seat: its player, or one behind it."""
        own = (b for b, wager in self.wagers.items() if wager.name == name)
        return next((b for b in own if b.partition("/")[0] == str(seat)), None)

    def laid_out(self, wagers: Mapping[str, Wager] | None = None) -> Layout:
        """The felt as it lies, or as it would lie with other wagers."""
        assert self.bank is not None
        wagers = self.wagers if wagers is None else wagers
        behind: dict[int, list[BacklineWagers]] = {}
        for bettor, wager in wagers.items():
            seat, slash, name = bettor.partition("/")
            if slash:
                free = bettor in self.free
                behind.setdefault(int(seat), []).append(
                    BacklineWagers(name, wager.amounts, free_collection=free)
                )
        own = {int(bettor): wager for bettor, wager in wagers.items() if "/" not in bettor}
        return Layout(
            self.bank.seat,
            tuple(
                SeatWagers(
                    number=seat,
                    wagers=dict(own[seat].amounts),
                    backline=tuple(behind.get(seat, ())),
                    player=own[seat].name,
                    free_collection=str(seat) in self.free,
                )
                for seat in sorted(own)
            ),
        )

    # Records.

    def _on_sat(self, record: r.Sat) -> None:
        super()._on_sat(record)
        self.refused = self.broken = False

    def _on_sat_in(self, record: r.SatIn) -> None:
        super()._on_sat_in(record)
        self.refused = self.broken = False

    def _on_bank_offered(self, record: r.BankOffered) -> None:
        self.offer = Offer(record.seat, record.name, record.turn)
        self.refused = self.broken = False
        self.asked_at = self.last_at

    def _on_bank_declined(self, record: r.BankDeclined) -> None:
        self.offer = None
        self.declined.append(record.name)

    def _on_bank_refused(self, record: r.BankRefused) -> None:
        self.offer = None
        self.declined = []
        self.refused, self.broken = True, record.broken

    def _on_bank_taken(self, record: r.BankTaken) -> None:
        self.offer = self.again = None
        self.declined = []
        self.bank = record

    def _on_wagered(self, record: r.Wagered) -> None:
        if record.wagers:
            self.wagers[record.bettor] = Wager(record.name, record.wagers)
        else:
            self.wagers.pop(record.bettor, None)

    def _on_free_collection_used(self, record: r.FreeCollectionUsed) -> None:
        bettor = self.bettor_at(record.name, record.seat)
        assert bettor is not None
        self.free[bettor] = self.patrons[record.name].buttons.pop(0)

    def _on_free_collection_earned(self, record: r.FreeCollectionEarned) -> None:
        self.patrons[record.name].buttons.append(record)

    def _on_free_collection_lapsed(self, record: r.FreeCollectionLapsed) -> None:
        self.patrons[record.name].buttons.pop(0)

    def _on_no_more_bets(self, record: r.NoMoreBets) -> None:
        self._begin_round()
        self.round, self.layout, self.lying = record.round, record.layout, {}

    def _on_fees_taken(self, record: r.FeesTaken) -> None:
        self.fees = record

    def _on_stake_added(self, record: r.StakeAdded) -> None:
        own = f"felt:{record.seat}"
        added = sum(move.amount for move in record.moves if move.target == own)
        word = record.move.partition(" ")[0]
        # A split moves its new chips to a hand of their own; insurance lies beside the wager.
        if word == "double":
            key = (record.seat, record.hand)
            self.lying[key] = self.lying_on(*key) + added

    def lying_on(self, seat: int, hand: int) -> int:
        """What the seat's own player has on a hand of a 21-type game."""
        first = self.wagers[str(seat)].amounts.get("game", 0) if str(seat) in self.wagers else 0
        return self.lying.get((seat, hand), first)

    def _on_settled(self, record: r.Settled) -> None:  # noqa: ARG002
        assert self.bank is not None
        bank, before = self.bank, self.held
        in_row = before.in_row + 1 if before and before.name == bank.name else 1
        self.held = Held(bank.seat, bank.name, bank.turn, in_row)
        for patron in self.patrons.values():
            patron.unseen = False
        self._clear()

    def _on_round_voided(self, record: r.RoundVoided) -> None:  # noqa: ARG002
        assert self.bank is not None
        self.again = Offer(self.bank.seat, self.bank.name, self.bank.turn)
        for button in self.free.values():
            self.patrons[button.name].buttons.insert(0, button)
        self._clear()

    def _clear(self) -> None:
        self.bank = self.layout = self.fees = None
        self.wagers, self.free, self.lying = {}, {}, {}
