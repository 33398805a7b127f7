"""What a table's collection takes from each hand, and what is left of every bettor's odds.

Fees come from `settlement.collection`, as they are taken in a round. A fee by the half hour is
spread over the hands of a half hour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from houseway.analysis.report import Bet, Json, OddsReport
from houseway.analysis.table_file import PlayerAtTable, TableDescription, read_table
from houseway.errors import HousewayError, raise_all
from houseway.filings.schema.collection import CaliforniaGroup, CaliforniaOption
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms, make_terms
from houseway.games.verdicts import Layout, SeatWagers
from houseway.settlement.collection import bracket_fee, fees, table_action
from houseway.settlement.wagers import wager_problems

__all__ = ["TableDescription", "after_collection", "hourly_fee", "read_table", "table_fees"]

PER_HOUR = 2  # half hours


@dataclass(frozen=True, slots=True)
class TableFees:
    """Fees a hand in cents, as expected over the wagers that may lie there."""

    bank: Fraction
    seats: Mapping[int, Fraction]

    @property
    def total(self) -> Fraction:
        return self.bank + sum(self.seats.values())


def after_collection(
    report: OddsReport, filing: PlayerDealerFiling, table: TableDescription
) -> OddsReport:
    """The report with what the table's fees leave of it."""
    terms = make_terms(
        filing, options=report.options, decks=report.decks,
        schedule=table.schedule, limits=table.limits,
    )  # fmt: skip
    taken = table_fees(terms, table)
    players: list[Json] = []
    bank = Fraction(0)
    at_stake: dict[str, Fraction] = {}
    base_fees: dict[str, Fraction] = {}
    for player in table.player:
        expected = _expected_wagers(player, filing)
        result = sum(
            (
                expected.get(bet.unit, Fraction(0)) * Fraction(bet.ev)
                for bet in report.bets.values()
            ),
            start=Fraction(0),
        )
        fee = taken.seats[player.seat]
        bank -= result
        players.append(
            {
                "seat": player.seat,
                "wagers": {name: _dollars(amount) for name, amount in expected.items()},
                "ev": _dollars(result),
                "fee": _dollars(fee),
                "after": _dollars(result - fee),
            }
        )
        base = _base_units(report.bets, filing, expected)
        for name, amount in base.items():
            at_stake[name] = at_stake.get(name, Fraction(0)) + amount
            share = fee * amount / sum(base.values())
            base_fees[name] = base_fees.get(name, Fraction(0)) + share
    answer: dict[str, Json] = {
        "schedule": terms.schedule.cite if terms.schedule else None,
        "hands_an_hour": table.hands_an_hour,
        "bank": _gain(bank, taken.bank, table.hands_an_hour),
        "players": players,
        "fees_per_hand": _dollars(taken.total),
        # The fee falls on the base game: what is left of its odds, over all that play here.
        "bets": {
            name: {
                "fee_per_unit": float(base_fees[name] / amount),
                "ev": float(report.bets[name].ev - base_fees[name] / amount),
                "edge": -float(report.bets[name].ev - base_fees[name] / amount),
            }
            for name, amount in at_stake.items()
        },
    }
    return replace(report, collection=answer)


def _gain(result: Fraction, fee: Fraction, hands_an_hour: float | None) -> dict[str, Json]:
    after = result - fee
    return {
        "ev": _dollars(result),
        "fee": _dollars(fee),
        "after": _dollars(after),
        "after_an_hour": None if hands_an_hour is None else _dollars(after) * hands_an_hour,
    }


def _dollars(amount: Fraction) -> float:
    return float(amount / 100)


def _base_units(
    bets: Mapping[str, Bet], filing: PlayerDealerFiling, expected: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    base = {spot.name for spot in filing.spot if spot.base}
    return {name: expected[name] for name in bets if name in base and expected.get(name)}


def _expected_wagers(player: PlayerAtTable, filing: PlayerDealerFiling) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for share, seat in player.layouts(filing):
        for name, amount in seat.wagers.items():
            found[name] = found.get(name, Fraction(0)) + share * amount
    return found


def table_fees(terms: Terms[PlayerDealerFiling], table: TableDescription) -> TableFees:
    """The fees of a hand by the schedule in force: the bank's, and each seat's."""
    group, option = _schedule(terms)
    bank_seat = table.bank_seat or _free_seat(terms, table)
    problems = []
    # The table action in cents, with its probability: players put in one after another.
    action: dict[int, Fraction] = {0: Fraction(1)}
    seats: dict[int, Fraction] = {}
    for player in table.player:
        own: dict[int, Fraction] = {}
        seats[player.seat] = _by_the_hour(group, option, table)
        placed = Fraction(0)
        for share, seat in player.layouts(terms.filing):
            layout = Layout(bank_seat, (seat,))
            problems += wager_problems(terms, layout)
            amount = table_action(terms, layout, group)
            own[amount] = own.get(amount, Fraction(0)) + share
            placed += share
            seats[player.seat] += share * _round_fee(terms, layout, seat)
        if placed < 1:
            own[0] = own.get(0, Fraction(0)) + 1 - placed
        action = _added(action, own)
    raise_all(list({str(problem): problem for problem in problems}.values()))
    assert terms.schedule is not None
    bank = sum(
        (
            share
            * bracket_fee(
                option.bank, amount, missing=option.bank_missing,
                where="table action", cite=terms.schedule.cite,
            )
            for amount, share in action.items()
            if amount
        ),
        start=Fraction(0),
    )  # fmt: skip
    return TableFees(bank, seats)


def _schedule(terms: Terms[PlayerDealerFiling]) -> tuple[CaliforniaGroup, CaliforniaOption]:
    schedule = terms.schedule
    group, option = (schedule.group, schedule.option) if schedule else (None, None)
    if not isinstance(group, CaliforniaGroup) or not isinstance(option, CaliforniaOption):
        raise HousewayError(
            "wrong-schedule", "this schedule is not one of a player-dealer game", where="schedule"
        )
    return group, option


def _free_seat(terms: Terms[PlayerDealerFiling], table: TableDescription) -> int:
    taken = {player.seat for player in table.player}
    for seat in range(1, terms.seats + 1):
        if seat not in taken:
            return seat
    raise HousewayError(
        "no-bank-seat", f"all {terms.seats} seats are played; the bank needs one", where="player"
    )


def _round_fee(terms: Terms[Any], layout: Layout, seat: SeatWagers) -> int:
    # Of the fees of this layout only the seat's own are asked for: the bank's go by the table.
    found = fees(terms, layout)
    return found.seats.get(str(seat.number), 0) if found else 0


def _by_the_hour(
    group: CaliforniaGroup, option: CaliforniaOption, table: TableDescription
) -> Fraction:
    """A fee by the half hour, as much of it as falls on a hand."""
    if group.player_basis != "half-hour":
        return Fraction(0)
    if table.hands_an_hour is None:
        raise HousewayError(
            "no-hands-an-hour",
            "players pay by the half hour here; say `hands_an_hour` to spread it over the hands",
            where="hands_an_hour",
            cite=str(group.cite),
        )
    return hourly_fee(group, option) / Fraction(str(table.hands_an_hour))


def hourly_fee(group: CaliforniaGroup, option: CaliforniaOption) -> Fraction:
    """What a player pays an hour whatever is played, in cents."""
    return (
        Fraction(PER_HOUR * option.player[0].fee)
        if group.player_basis == "half-hour"
        else Fraction(0)
    )


def _added(action: Mapping[int, Fraction], own: Mapping[int, Fraction]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for before, share in action.items():
        for amount, part in own.items():
            found[before + amount] = found.get(before + amount, Fraction(0)) + share * part
    return found
