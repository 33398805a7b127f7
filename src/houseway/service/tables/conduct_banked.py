"""The house's part at a player-dealer table: the bank is offered, bets close, bots bet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from houseway.errors import HousewayError, Refused
from houseway.service.tables.conduct import Conduct, Due, wall
from houseway.settlement.wagers import spot_limits
from houseway.table.banked import BankedTable
from houseway.table.bot import Bot, place, plain_bot
from houseway.table.evening import NAMES
from houseway.table.table import Entries
from houseway.table.views import View

USUAL_UNIT = 10_00
BOT_UNITS = 200
USUAL_UNITS = 50
ASK_AGAIN = 8.0  # seconds after everybody has declined the bank


class BankedConduct(Conduct[BankedTable]):
    """Keeps a player-dealer game going."""

    _window = 0  # counts windows for wagers, so that each has its own time
    _asked = 0  # how often everybody was asked again
    _passed: frozenset[str] = frozenset()  # bots that do not bet in this one

    def unit(self) -> int:
        """A plain wager at this table."""
        state = self.table.state
        first = next(spot for spot in state.game.spot if spot.base)
        bounds = spot_limits(state.terms, first)
        return USUAL_UNIT if bounds is None else bounds[0].nearest(USUAL_UNIT)

    def bot_stack(self) -> int:
        return BOT_UNITS * self.unit()

    def least_buy_in(self) -> int:
        return 0

    def usual_buy_in(self) -> int:
        return USUAL_UNITS * self.unit()

    def _make_bot(self) -> Bot:
        # Bots take the bank whenever they are asked: a lone newcomer must find a game.
        return plain_bot(self.table.state.game, self._random, unit=self.unit(), declines=0)

    @property
    def paused(self) -> bool:
        return self.table.state.phase != "play" and not self.present() and not self._staked()

    def _staked(self) -> bool:
        """Whether a person has chips on a hand that is still to be dealt."""
        state = self.table.state
        if state.bank is not None and not state.patrons[state.bank.name].bot and state.wagers:
            return True
        return any(not state.patrons[w.name].bot for w in state.wagers.values())

    def _between(self) -> Iterator[Due]:
        if self.paused:
            return
        state = self.table.state
        if state.phase == "wagers":
            yield from self._wagers()
        elif state.offer is not None:
            yield self._offer()
        elif state.refused and self.present():
            start, _ = self._since(("again", state.count, self._asked))
            yield Due(start + min(ASK_AGAIN, self.pace.offer_seconds), self._ask_again)

    # The bank.

    def _offer(self) -> Due:
        state = self.table.state
        offer = state.offer
        assert offer is not None
        start, thinking = self._since(("offer", state.round, *offer, len(state.declined)))
        if state.patrons[offer.name].bot:
            return Due(start + thinking, partial(self._bot_banks, offer.name))
        return Due(
            self._until(offer.name, start, self.pace.offer_seconds),
            partial(self._passes, offer.name),
        )

    def _passes(self, name: str) -> Entries:
        """The bank passes one who does not answer, or is not there to be asked."""
        person = self.people.get(name)
        if person is not None and person.connected:
            person.offers_missed += 1
            return self.table.decline_bank(name, "no answer", absent=True)
        return self.table.decline_bank(name, "not there", absent=True)

    def _bot_banks(self, name: str) -> Entries:
        wager = self.bot(name).bank(View(self.table, name))
        if wager is not None:
            try:
                return self.table.take_bank(name, wager)
            except HousewayError:
                pass  # the collection leaves too little
        return self.table.decline_bank(name)

    def _ask_again(self) -> Entries:
        self._asked += 1
        try:
            return self.table.offer_bank()
        except Refused:
            return self._newcomer()

    def _newcomer(self) -> Entries:
        """A broken game needs another player: a bot gives its seat to a new one."""
        state = self.table.state
        last = state.held.name if state.held else ""
        for name in self.bot_names():
            if name != last:
                seat = state.patrons[name].seat
                assert seat is not None
                entries = self._dismiss(name)
                stranger = next(n for n in NAMES if n not in state.patrons and n != name)
                more = self.table.sit(stranger, seat, buy_in=self.bot_stack(), bot=True)
                return entries + more
        return ()

    # Wagers.

    def _wagers(self) -> Iterator[Due]:
        state = self.table.state
        assert state.bank is not None
        key = ("wagers", state.round, state.bank.name, state.bank.turn, self._window)
        if key not in self._began:  # the one before may have ended without a deal
            self.ready.clear()
            self._passed = frozenset()
        start, _ = self._since(key)
        quick = self._all_ready()
        idle = [name for name in self.bot_names() if self._may_bet(name)]
        for name in idle:
            _, thinking = self._since(("bet", name, *key))
            when = self._now if quick else min(start + thinking, self._close_at(start))
            yield Due(when, partial(self._bot_bets, name))
        if idle:
            return
        yield Due(self._now if quick and state.wagers else self._close_at(start), self._close,
                  starts_hand=bool(state.wagers))  # fmt: skip

    def _close_at(self, start: float) -> float:
        return start + self.pace.bet_seconds

    def _all_ready(self) -> bool:
        """Whether everybody who could still bet has said that they will not."""
        state = self.table.state
        assert state.bank is not None
        patrons = [state.patrons[name] for name in self.people if self.here(name)]
        coming = [one.name for one in patrons if not one.sitting_out and not one.leaving]
        return all(name in self.ready or name == state.bank.name for name in coming)

    def _may_bet(self, name: str) -> bool:
        state = self.table.state
        assert state.bank is not None
        patron = state.patrons[name]
        return (
            patron.active
            and name != state.bank.name
            and str(patron.seat) not in state.wagers
            and name not in self._passed
        )

    def _bot_bets(self, name: str) -> Entries:
        seat = self.table.state.patrons[name].seat
        assert seat is not None
        entries = place(self.table, name, seat, self.bot(name).wagers(View(self.table, name)))
        if not entries:
            self._passed |= {name}
        return entries

    def _close(self) -> Entries:
        """No more bets: the hand is dealt, or the window opens again where nobody has bet."""
        self.ready.clear()
        self._window += 1
        if not self.table.state.wagers:
            return ()
        try:
            return self.table.no_more_bets()
        except HousewayError as error:
            return self.table.void(f"the hand could not be dealt: {error}")

    # The moment.

    def waiting(self, now: float) -> dict[str, Any] | None:
        state = self.table.state
        offer = state.offer
        if offer is None or state.phase != "bank":
            return super().waiting(now)
        start = self._began.get(("offer", state.round, *offer, len(state.declined)), (now, 0.0))[0]
        return {
            "seats": [offer.seat],
            "names": [offer.name],
            "for": "bank",
            "until": wall(self._until(offer.name, start, self.pace.offer_seconds), now),
            "extra": {},
        }

    def as_json(self, now: float) -> dict[str, Any]:
        written = super().as_json(now)
        state = self.table.state
        if state.phase == "wagers" and state.bank is not None and not self.paused:
            key = ("wagers", state.round, state.bank.name, state.bank.turn, self._window)
            if key in self._began:
                written["bets_close"] = wall(self._close_at(self._began[key][0]), now)
        return written
