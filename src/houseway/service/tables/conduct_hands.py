"""The house's part where players play each other: hands are dealt while enough are there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.errors import HousewayError
from houseway.service.tables.conduct import Conduct, Due
from houseway.table.hand_table import HandTable
from houseway.table.table import Entries

TRY_AGAIN = 10.0  # seconds after a hand could not be dealt
BOT_BETS = 60  # bets a bot sits down with
USUAL_BETS = 40  # bets a person usually does


class HandConduct(Conduct[HandTable[Any]]):
    """Keeps a game among the players going."""

    _not_before = 0.0

    def unit(self) -> int:
        return self.table.unit()

    def least_buy_in(self) -> int:
        bounds = self.table.buy_in_bounds()
        return 0 if bounds is None else bounds[0].low

    def bot_stack(self) -> int:
        return self._sold(BOT_BETS * self.unit())

    def usual_buy_in(self) -> int:
        return self._sold(USUAL_BETS * self.unit())

    def _sold(self, amount: int) -> int:
        """So much, moved into what a player may buy in for."""
        bounds = self.table.buy_in_bounds()
        return amount if bounds is None else bounds[0].nearest(amount)

    @property
    def paused(self) -> bool:
        return self.table.state.phase != "play" and not self.present()

    def as_json(self, now: float) -> dict[str, Any]:
        return super().as_json(now) | self.table.moment()

    def _between(self) -> Iterator[Due]:
        if not self.paused and self.table.enough():
            seen = all(name in self.ready for name in self.present())  # the last hand
            at = max(self._now, 0.0 if seen else self.pause_until, self._not_before)
            yield Due(at, self._deal, starts_hand=True)

    def _deal(self) -> Entries:
        table = self.table
        self.ready.clear()
        try:
            entries = table.deal()
        except HousewayError:
            entries = ()
        if table.state.phase != "play" and not entries:
            self._not_before = self._now + TRY_AGAIN
        return entries
