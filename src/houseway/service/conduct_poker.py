"""The house's part at a poker table: hands are dealt while enough people are there."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.errors import Refused
from houseway.service.conduct import Conduct, Due, Entries
from houseway.table.poker import PokerTable

TRY_AGAIN = 10.0  # seconds after a hand could not be dealt
BOT_BETS = 60  # big bets or blinds a bot sits down with


class PokerConduct(Conduct[PokerTable]):
    """Keeps a poker game going."""

    _not_before = 0.0

    def bot_stack(self) -> int:
        state = self.table.state
        posted = state.posted()
        bet = max(posted.big_bet, posted.min_bet, *posted.blinds, 4_00)
        return BOT_BETS * bet

    @property
    def paused(self) -> bool:
        return self.table.state.phase != "play" and not self.present()

    def _between(self) -> Iterator[Due]:
        if self.paused:
            return
        state = self.table.state
        if len(state.ready()) >= state.game.game.players.least:
            at = max(self._now, self.pause_until, self._not_before)
            yield Due(at, self._deal, starts_hand=True)

    def _deal(self) -> Entries:
        try:
            entries = self.table.deal()
        except Refused:
            entries = ()
        if self.table.state.phase != "play" and not entries:
            self._not_before = self._now + TRY_AGAIN
        return entries
