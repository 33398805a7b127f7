"""The house's part where players play each other: hands are dealt while enough are there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.errors import HousewayError
from houseway.service.conduct import Conduct, Due, Entries
from houseway.table.chinese import ChineseTable
from houseway.table.hand_table import HandTable
from houseway.table.poker import PokerTable

TRY_AGAIN = 10.0  # seconds after a hand could not be dealt
BOT_BETS = 60  # bets a bot sits down with
USUAL_BETS = 40  # bets a person usually does


class HandConduct(Conduct[HandTable[Any]]):
    """Keeps a game of poker or Chinese poker going."""

    _not_before = 0.0

    def unit(self) -> int:
        """The bet that stacks are measured by: the larger limit, the big blind, ten points."""
        table = self.table
        if isinstance(table, PokerTable):
            posted = table.state.posted()
            return max(posted.big_bet, posted.min_bet, *posted.blinds, 4_00)
        assert isinstance(table, ChineseTable)
        return 10 * table.state.point_value

    def least_buy_in(self) -> int:
        return self.table._least_buy_in()[0]

    def bot_stack(self) -> int:
        return max(BOT_BETS * self.unit(), self.least_buy_in())

    def usual_buy_in(self) -> int:
        return max(USUAL_BETS * self.unit(), self.least_buy_in())

    @property
    def paused(self) -> bool:
        return self.table.state.phase != "play" and not self.present()

    def _enough(self) -> bool:
        table = self.table
        if isinstance(table, PokerTable):
            return len(table.state.ready()) >= table.state.game.game.players.least
        assert isinstance(table, ChineseTable)
        return len(table.state.ready(table.state.least)) >= 2

    def as_json(self, now: float) -> dict[str, Any]:
        written = super().as_json(now)
        if isinstance(self.table, PokerTable):
            written["waiting_to_enter"] = sorted(self.table.state.entrants)
        return written

    def _between(self) -> Iterator[Due]:
        if not self.paused and self._enough():
            at = max(self._now, self.pause_until, self._not_before)
            yield Due(at, self._deal, starts_hand=True)

    def _deal(self) -> Entries:
        table = self.table
        assert isinstance(table, PokerTable | ChineseTable)
        try:
            entries = table.deal()
        except HousewayError:
            entries = ()
        if table.state.phase != "play" and not entries:
            self._not_before = self._now + TRY_AGAIN
        return entries
