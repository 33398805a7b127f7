"""The interface of a bot, and the plain one that plays every player-dealer game."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.wagers import Spot
from houseway.rounds.piles import PILE
from houseway.rounds.steps import Ask
from houseway.settlement.wagers import spot_limits
from houseway.table.banked import BankedTable
from houseway.table.sight import Sight
from houseway.table.stakes import quiet_move
from houseway.table.table import Entries
from houseway.table.views import View


class Bot(ABC):
    """Somebody who plays without being a person. Write your own by deciding three things."""

    def bank(self, view: View, /) -> int | None:  # noqa: ARG002
        """The wager to hold the bank with, in cents; None declines it."""
        return None

    def wagers(self, view: View, /) -> Mapping[str, int]:  # noqa: ARG002
        """What to put on the own seat's spots, in cents."""
        return {}

    @abstractmethod
    def choose(self, ask: Ask, view: View, /) -> str:
        """A move of the decision."""


# A family's way to decide: the question, the cards the seat sees, the filing.
Strategy = Callable[[Ask, Sight, Any], str]


def strategy(family: str) -> Strategy:
    """How a family's seats decide without a person; the quietest way where it does not say."""
    choose: Strategy | None = find_family(family).part("bot")
    return choose or (lambda ask, sight, _: quiet_move(ask, sight.cards(ask.seat)))


class PlainBot(Bot):
    """Bets a few units on the base game, a bonus bet now and then, and decides by the book.

    It holds the bank when it is asked, unless it declines (`declines` times in a hundred), with
    so many (`cover`) units for the table. `bonus` is how many bonus bets in a hundred it makes.
    """

    def __init__(
        self,
        filing: PlayerDealerFiling,
        source: random.Random,
        *,
        unit: int = 10_00,
        cover: int = 60,
        declines: int = 15,
        bonus: int = 25,
    ) -> None:
        self._filing, self._random = filing, source
        self._choose = strategy(filing.family)
        self.unit, self.cover, self.declines, self.bonus = unit, cover, declines, bonus

    def bank(self, view: View, /) -> int | None:
        if self._random.randrange(100) < self.declines:
            return None
        assert isinstance(view.table, BankedTable)
        wager = min(self.cover * self.unit, view.stack - view.table.largest_bank_fee())
        most = self._filing.bank.wager_maximum
        wager = wager if most is None else min(wager, most)
        return wager if wager >= self.unit else None

    def wagers(self, view: View, /) -> Mapping[str, int]:
        chosen: dict[str, int] = {}
        # Of base spots that stand against each other (player or banker) one is bet.
        first = self._random.choice([s for s in self._filing.spot if s.base and not s.equals])
        self._bet(view, chosen, first, self._random.randint(1, 3))
        for spot in self._filing.spot:
            if spot.equals in chosen:
                chosen[spot.name] = chosen[spot.equals]
        for name in first.needs if first.name in chosen else ():
            chosen.setdefault(name, chosen[first.name])
        for spot in self._filing.spot:
            bonus = not spot.base and self._random.randrange(100) < self.bonus
            if bonus and all(need in chosen for need in spot.needs):
                self._bet(view, chosen, spot, 1)
        return chosen if sum(chosen.values()) <= view.stack else {}

    def _bet(self, view: View, chosen: dict[str, int], spot: Spot, units: int) -> None:
        """So many units on a spot, moved into its limits."""
        terms = view.table.state.terms
        if spot.option and terms.options.get(spot.option) is False:
            return
        if any(other in chosen for other in spot.excludes):
            return
        if spot.needs_any and not any(other in chosen for other in spot.needs_any):
            return
        amount = units * self.unit if spot.base else self.unit // 2
        bounds = spot_limits(terms, spot)
        if bounds is not None:
            amount = bounds[0].nearest(amount)
        if amount:
            chosen[spot.name] = amount

    def choose(self, ask: Ask, view: View, /) -> str:
        if ask.kind == PILE:
            return self._random.choice(ask.choices)
        sight = view.sight()
        move = self._choose(ask, sight, self._filing)
        if ask.refuses(move) is None and view.cost(ask, move) <= view.stack:
            return move
        place = "bank" if ask.kind == "set-bank" else ask.seat
        return quiet_move(ask, sight.cards(place))


def place(table: BankedTable, name: str, seat: int, wagers: Mapping[str, int]) -> Entries:
    """A bot's wagers on a seat; without the bonus bets where these are refused."""
    base = table.state.game.base_spots
    for tried in (wagers, {spot: amount for spot, amount in wagers.items() if spot in base}):
        if tried:
            with suppress(HousewayError):
                return table.place(name, seat, tried)
    return ()


def plain_bot(filing: FilingBase, source: random.Random, **habits: int) -> Bot:
    """The plain bot of a game."""
    if isinstance(filing, PlayerDealerFiling):
        return PlainBot(filing, source, **habits)
    made: Bot = find_family(filing.family).part("bot")(filing, source, **habits)
    return made
