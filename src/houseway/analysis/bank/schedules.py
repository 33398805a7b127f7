"""Collection schedules seen from the bank: which leaves it most, from which wager on it is ahead,
what the fee takes of the edge. All of it counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from houseway.analysis.after_collection import hourly_fee, table_fees, table_worth
from houseway.analysis.report import Bet
from houseway.analysis.simulate.table import Player, SimulatedTable, table_terms
from houseway.errors import HousewayError, Refused
from houseway.filings.loader import schedule_sets
from houseway.filings.permitted.options import most_rates, rates_of
from houseway.filings.schema.collection import CaliforniaGroup, CaliforniaOption
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.wagers import Spot
from houseway.filings.terms import Terms
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.collection import bracket_fee, player_fee, table_action
from houseway.settlement.wagers import spot_limits

DOLLAR: Final = 100
MOST_DOLLARS: Final = 10_000  # of a flat wager that is tried
SIZES: Final = (5, 10, 15, 20, 25, 50, 75, 100, 150, 200, 300, 500, 1_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleWorth:
    """One collection option at this table, dollars, and flat wagers from which the bank is ahead.

    `ahead_from` is the least wager at which every player's flat bet leaves the bank something,
    `always_from` the one from which no larger one does otherwise; None where there is none.
    """

    schedule: str
    title: str
    rates: int
    permitted: bool
    limits: str
    win_per_hand: float | None
    win_per_hour: float | None
    fee_per_hand: float | None
    player_fees_per_hand: float | None
    ahead_from: int | None
    always_from: int | None
    why_not: str = ""
    found: str = "counted"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSize:
    """A flat wager of every player: what the edge brings the bank a hand, and what fees take."""

    wager: int
    edge: float
    bank_fee: float
    after: float
    after_per_hour: float
    fee_of_edge: float | None  # the bank's fee as a part of its edge
    player_fee: float  # of one player, a hand
    player_fee_of_wager: float
    found: str = "counted"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def every_schedule(
    filing: PlayerDealerFiling, table: SimulatedTable, bets: Mapping[str, Bet]
) -> list[ScheduleWorth]:
    """All filed options at this table, what leaves the bank most first; those of more rates than
    may be posted, and those the wagers do not fit, last."""
    found = []
    most = most_rates(filing).rates
    for name, option in _options(filing):
        terms = table_terms(filing, table.model_copy(update={"limits": None}), name)
        rates = rates_of(option)
        flat = Flat.of(terms, table, bets)
        ahead, always = flat.break_even()
        worth: dict[str, Any] = dict.fromkeys(
            ("win_per_hand", "win_per_hour", "fee_per_hand", "player_fees_per_hand")
        )
        why = ""
        try:
            fees = table_fees(terms, table)
        except HousewayError as error:
            why = error.message
        else:
            win = float(table_worth(bets, filing, table).bank - fees.bank) / DOLLAR
            worth = {
                "win_per_hand": win,
                "win_per_hour": win * table.hands_an_hour,
                "fee_per_hand": float(fees.bank) / DOLLAR,
                "player_fees_per_hand": float(fees.total - fees.bank) / DOLLAR,
            }
        found.append(
            ScheduleWorth(
                schedule=name,
                title=terms.schedule.cite if terms.schedule else "",
                rates=rates,
                permitted=rates <= most,
                limits=flat.limits,
                **worth,
                ahead_from=ahead,
                always_from=always,
                why_not=why,
            )
        )
    return sorted(
        found,
        key=lambda one: (
            not one.permitted, one.win_per_hand is None, -(one.win_per_hand or 0.0),
        ),
    )  # fmt: skip


def _options(filing: PlayerDealerFiling) -> Iterator[tuple[str, CaliforniaOption]]:
    for number, one in enumerate(schedule_sets(filing)):
        for group, option in one.options():
            if isinstance(group, CaliforniaGroup) and isinstance(option, CaliforniaOption):
                name = str(option.number) if number == 0 else f"{one.name}/{option.number}"
                yield name, option


@dataclass(frozen=True, slots=True)
class Flat:
    """Every player of a table with the same wager on the base game, under one schedule."""

    terms: Terms[PlayerDealerFiling]
    players: int
    pace: float
    spot: Spot
    edge: Fraction  # of the bank, for each cent of one player
    action: int  # that a player's dollar comes to
    hourly: Fraction  # a player's fee a hand where it goes by the clock

    @classmethod
    def of(
        cls, terms: Terms[PlayerDealerFiling], table: SimulatedTable, bets: Mapping[str, Bet]
    ) -> Flat:
        filing = terms.filing
        spot = next(one for one in filing.spot if one.base and not one.equals)
        one = Player.model_validate({"seat": 1, "wagers": {spot.name: 1}})
        skilled = [
            player.model_copy(update={"wagers": one.wagers, "habit": []}) for player in table.player
        ]
        flat = table.model_copy(update={"player": skilled})
        edge = table_worth(bets, filing, flat).bank / (len(skilled) * DOLLAR)
        group, option = _group(terms)
        hourly = hourly_fee(group, option) / Fraction(str(table.hands_an_hour))
        layout = Layout(0, (SeatWagers(1, _wagers(one, filing)),))
        action = table_action(terms, layout, group)
        return cls(terms, len(skilled), table.hands_an_hour, spot, edge, action, hourly)

    @property
    def span(self) -> tuple[int, int]:
        """Least and greatest wager of the spot, in whole dollars."""
        bounds = spot_limits(self.terms, self.spot)
        if bounds is None:
            return 1, MOST_DOLLARS
        low, high = bounds[0].low, bounds[0].high
        most = MOST_DOLLARS if high is None else min(MOST_DOLLARS, high // DOLLAR)
        return max(1, -(-low // DOLLAR)), most

    @property
    def limits(self) -> str:
        low, high = self.span
        return f"{low}-{high}"

    def bank_fee(self, wager: int) -> int | None:
        """For a wager in dollars, in cents; None where none is filed."""
        _, option = _group(self.terms)
        if not option.bank:
            return 0
        try:
            return bracket_fee(
                option.bank, self.players * self.action * wager, missing=option.bank_missing,
                where="table action", cite="",
            )  # fmt: skip
        except Refused:
            return None

    def after(self, wager: int) -> Fraction | None:
        """What a hand leaves the bank, in cents."""
        fee = self.bank_fee(wager)
        return None if fee is None else self.players * self.edge * wager * DOLLAR - fee

    def break_even(self) -> tuple[int | None, int | None]:
        """The least wager at which the bank is ahead, and the one from which it always is."""
        first = always = None
        each = self.players * self.edge * DOLLAR
        for low, high in self._stretches():
            fee = self.bank_fee(low)
            ahead = high + 1 if fee is None or each <= 0 else max(low, fee // each + 1)
            if ahead > low:
                always = None
            if ahead <= high:
                first = ahead if first is None else first
                always = ahead if always is None else always
        return first, always

    def _stretches(self) -> Iterator[tuple[int, int]]:
        """Wagers from and to, between which the bank's fee stays the same."""
        _, option = _group(self.terms)
        low, high = self.span
        spans = [*(one.span for one in option.bank), *option.bank_missing]
        each = self.players * self.action
        starts = sorted({low, *(start for one in spans if low < (start := -(-one.low // each)))})
        for start, after in pairwise([*starts, high + 1]):
            if start <= high:
                yield start, min(after - 1, high)

    def sizes(self) -> list[WagerSize]:
        """Customary wagers within the limits."""
        low, high = self.span
        found = []
        for wager in sorted({low, high, *SIZES}):
            after = self.after(wager) if low <= wager <= high else None
            fee = self.bank_fee(wager)
            if after is None or fee is None:
                continue
            own = Player.model_validate({"seat": 1, "wagers": {self.spot.name: wager}})
            try:
                paid = player_fee(self.terms, "1", _wagers(own, self.terms.filing)) + self.hourly
            except Refused:
                continue
            edge = self.players * self.edge * wager
            found.append(
                WagerSize(
                    wager=wager,
                    edge=float(edge),
                    bank_fee=fee / DOLLAR,
                    after=float(after) / DOLLAR,
                    after_per_hour=float(after) / DOLLAR * self.pace,
                    fee_of_edge=fee / DOLLAR / float(edge) if edge > 0 else None,
                    player_fee=float(paid) / DOLLAR,
                    player_fee_of_wager=float(paid) / DOLLAR / wager,
                )
            )
        return found


def _wagers(player: Player, filing: PlayerDealerFiling) -> dict[str, int]:
    (case,) = player.cases(filing)
    return {spot.name: amount for spot, amount in zip(filing.spot, case, strict=True) if amount}


def _group(terms: Terms[PlayerDealerFiling]) -> tuple[CaliforniaGroup, CaliforniaOption]:
    assert terms.schedule is not None
    group, option = terms.schedule.group, terms.schedule.option
    assert isinstance(group, CaliforniaGroup)
    assert isinstance(option, CaliforniaOption)
    return group, option
