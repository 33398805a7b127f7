"""All houses beside one another: what the bank of each game is worth at the same plain table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from houseway.analysis.bank.schedules import every_schedule
from houseway.analysis.blocks import Cancelled, Progress, executor, in_order
from houseway.analysis.odds import odds, shippable
from houseway.analysis.simulate.table import SimulatedTable, table_terms, with_play
from houseway.errors import HousewayError
from houseway.filings.loader import load
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.wagers import Spot
from houseway.settlement.wagers import spot_limits

PLAYERS: Final = 5
WAGER: Final = 25  # dollars
PACE: Final = 40  # hands an hour


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """A game of a house: the bank against some players of a flat wager, dollars.

    The edge and the spread are a unit's of the base game; `best_schedule` leaves the bank most of
    those that may be posted.
    """

    filing: str
    title: str
    house: str
    bet: str
    wager: int
    edge: float
    spread: float
    exact: bool
    standard_error: float | None
    before_fees_per_hour: float
    best_schedule: str | None
    after_fees_per_hour: float | None
    worst_schedule: str | None
    worst_per_hour: float | None
    break_even: int | None  # the least flat wager under the best schedule
    side_bets: dict[str, float]  # the bank's edge of each
    found: str = "counted"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def league(
    filings: Sequence[str] = (),
    *,
    players: int = PLAYERS,
    wager: int = WAGER,
    pace: float = PACE,
    play: str = "chart",
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    workers: int | None = 1,
    cluster: str = "",
) -> list[LeagueRow]:
    """A row for each game, what its bank makes an hour after fees most first."""
    if wager < 1:
        raise HousewayError("bad-wager", "every player bets a dollar or more", where="wager")
    if players < 1:
        raise HousewayError("bad-seats", "somebody plays beside the bank", where="seats")
    tasks = [(name, players, wager, pace, play) for name in list(filings) or shippable()]
    with executor(workers=None if cluster else workers, cluster=cluster) as chosen:
        rows = list(in_order(_row, tasks, chosen, progress, cancelled=cancelled))
    return sorted(
        rows,
        key=lambda row: (
            -(
                row.before_fees_per_hour
                if row.after_fees_per_hour is None
                else row.after_fees_per_hour
            )
        ),
    )


def _row(task: tuple[str, int, int, float, str]) -> LeagueRow:
    name, players, wager, pace, play = task
    filing = load(name)
    if not isinstance(filing, PlayerDealerFiling):
        raise HousewayError(
            "no-bank", f"{filing.id} is no game against a player-dealer", where="filing"
        )
    spot = next(one for one in filing.spot if one.base and not one.equals)
    wager = _within(filing, spot, wager)
    count = min(players, table_terms(filing, SimulatedTable(), None).seats - 1)
    table = with_play(
        SimulatedTable.model_validate(
            {
                "hands_an_hour": pace,
                "bank_seat": 1,
                "player": [
                    {"seat": seat, "wagers": {spot.name: wager}} for seat in range(2, count + 2)
                ],
            }
        ),
        play,
    )
    report = odds(filing)
    bet = next(one for one in report.bets.values() if one.unit == spot.name)
    played = bet.under(play) if bet.played.get(play) != () else bet
    ranked = every_schedule(filing, table, report.bets)
    open_ = [one for one in ranked if one.permitted and one.win_per_hour is not None]
    before = -float(played.ev) * wager * count * pace
    return LeagueRow(
        filing=name,
        title=filing.title,
        house=filing.house,
        bet=bet.name,
        wager=wager,
        edge=-float(played.ev),
        spread=played.sd,
        exact=bet.exact,
        standard_error=bet.standard_error,
        before_fees_per_hour=before,
        best_schedule=open_[0].schedule if open_ else None,
        after_fees_per_hour=open_[0].win_per_hour if open_ else None,
        worst_schedule=open_[-1].schedule if open_ else None,
        worst_per_hour=open_[-1].win_per_hour if open_ else None,
        break_even=open_[0].ahead_from if open_ else None,
        side_bets={
            one.name: -float(one.under(play).ev if one.played.get(play) != () else one.ev)
            for one in report.bets.values()
            if one.name != bet.name
        },
    )


def _within(filing: PlayerDealerFiling, spot: Spot, wager: int) -> int:
    """So many dollars, moved into the limits of the spot."""
    bounds = spot_limits(table_terms(filing, SimulatedTable(), None), spot)
    if bounds is None:
        return wager
    low, high = bounds[0].low, bounds[0].high
    wager = max(wager, -(-low // 100))
    return wager if high is None else min(wager, high // 100)
