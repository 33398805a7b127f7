"""Games among the players: a hand is dealt to some seats, and table stakes hold while it lasts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from houseway.errors import Refused
from houseway.filings.permitted.wagers import Bounds
from houseway.filings.schema.base import brief
from houseway.filings.schema.common import FilingBase
from houseway.table import records as r
from houseway.table.round_state import RoundState
from houseway.table.rounds import RoundTable
from houseway.table.state import Patron
from houseway.table.table import Entries


class HandState(RoundState):
    """The hand in play and the button."""

    kept: ClassVar[Mapping[str, Any]] = {"button": int | None}

    def __init__(self, filing: FilingBase) -> None:
        super().__init__(filing)
        self.button: int | None = None
        self.hand: r.HandStarted | None = None

    @property
    def phase(self) -> str:
        return "closed" if self.closed else "idle" if self.hand is None else "play"

    @property
    def between_rounds(self) -> bool:
        return self.hand is None

    def player_of(self, seat: int) -> str:
        return self.seats[seat]

    def place_of(self, seat: int) -> int | str:
        return seat

    def ready(self, least: int = 1) -> list[int]:
        """Seats that want cards and have chips enough."""
        return sorted(
            seat
            for seat, name in self.seats.items()
            if self.patrons[name].active and self.stack(name) >= least
        )

    def _on_hand_started(self, record: r.HandStarted) -> None:
        self._begin_round()
        self.round, self.hand, self.button = record.round, record, record.button

    def _on_round_voided(self, record: r.RoundVoided) -> None:  # noqa: ARG002
        self.hand = None


AnyHand = TypeVar("AnyHand", bound=HandState)


class HandTable(RoundTable[AnyHand]):
    """Table stakes: nobody adds to or takes from the chips of a hand."""

    state_class: ClassVar[type[HandState]]

    @abstractmethod
    def deal(self) -> Entries:
        """The next hand, a command."""

    @abstractmethod
    def unit(self) -> int:
        """The bet that stacks are measured by."""

    @abstractmethod
    def enough(self) -> bool:
        """Whether a hand can be dealt to those who are ready."""

    @abstractmethod
    def posted_stakes(self) -> Mapping[str, Any]:
        """What the game is played for, as a sign says it."""

    def moment(self) -> dict[str, Any]:
        """What the game adds to every moment: bets, who is still in, who waits to be dealt in."""
        return {}

    def enter(self, name: str, entry: str) -> Entries:  # noqa: ARG002
        """How one who waits comes in, a command."""
        raise Refused("not-waiting", "only a game with blinds has something to wait for")

    def _in_action(self, patron: Patron) -> bool:
        return self.state.hand is not None and patron.seat in self.state.hand.seats

    def buy_in_bounds(self) -> Bounds | None:
        """What a player may sit down with, and the clause that says so; None: nothing is filed."""
        return None

    def _check_buy_in(self, patron: Patron, amount: int) -> None:
        if self._in_action(patron):
            raise Refused(
                "table-stakes", "chips are bought between hands, not in one", where=patron.name
            )
        bounds = self.buy_in_bounds()
        if bounds is None:
            return
        (span, cite), held = bounds, self.state.ledger[patron.account]
        said = ""
        if not held and amount < span.low:
            said = f"a player sits down with {brief(span.low)} at least, not {brief(amount)}"
        elif span.high is not None and held + amount > span.high:
            said = f"a player buys in for {brief(span.high)} at most, not {brief(held + amount)}"
        if said:
            raise Refused("buy-in", said, where=patron.name, cite=cite)

    def _check_cash_out(self, patron: Patron, amount: int) -> None:  # noqa: ARG002
        raise Refused(
            "table-stakes", "chips leave the table with their player only", where=patron.name
        )
